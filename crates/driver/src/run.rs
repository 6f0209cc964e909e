//! Exploring all paths of a program: tests for them, and what breaks.

mod checkpoint;
mod conclude;
mod coverage;
mod results;
mod resume;
mod saving;
mod scope;
mod seeds;
mod seen;
mod table;
mod trace_text;
mod watch;

use self::checkpoint::{Counts, Saved};
use crate::WORKER_STACK;
use crate::checkpoint::NO_CHECKPOINT;
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{Confirm, RunOptions, Scope, TestFormat};
use crate::stop::Stop;
use crate::watcher::{Event, ToWatcher, Watcher};
use dunlin_exec::explore::{Aim, ExploreOptions, Findings, Shared, work};
use dunlin_exec::{Program, WorkItem};
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_report::testcomp::Metadata;
use dunlin_report::{
    CoverageData, ErrorEntry, OutputFolder, SarifError, Summary, error_text, errors_sarif,
    own_files,
};
use dunlin_results::ErrorReport;
use dunlin_target::Errors;
use results::{Beginning, Inner, Results};
use saving::Saving;
use scope::Scoped;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

pub(crate) use conclude::{memory, named_counters, queries};

/// What an exploration came to. All that is written of it for others follows from this.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunResult {
    pub summary: Summary,
    pub errors: Vec<ReportedError>,
    pub coverage: CoverageData,
    /// What a person should know.
    pub notes: Vec<String>,
    /// Each cost a path.
    pub engine_bugs: Vec<String>,
    /// Answers of solver layers that contradict each other, in a sentence.
    pub contradictions: Option<String>,
    /// What the verdict takes for granted; each completes "assuming that ...".
    #[serde(default)]
    pub assumed: Vec<String>,
    /// What could not be written.
    pub problems: Vec<String>,
    /// Where everything was written.
    pub folder: PathBuf,
}

/// A program error.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReportedError {
    pub entry: ErrorEntry,
    pub report: ErrorReport,
    /// The lines of the source around it, as they were then.
    pub excerpt: Option<String>,
    pub native: NativeRun,
}

/// What a native run says about an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NativeRun {
    NotTried,
    /// It is confirmed, by this.
    Confirms(String),
    /// Why it is not confirmed.
    DoesNot(String),
}

impl ReportedError {
    /// The whole report, for a person.
    pub fn text(&self) -> String {
        let text = error_text(&self.report, self.excerpt.as_deref());
        match &self.native {
            NativeRun::NotTried => text,
            NativeRun::Confirms(by) => format!("{text}\nconfirmed by a native run: {by}\n"),
            NativeRun::DoesNot(why) => format!("{text}\nnot confirmed by a native run: {why}\n"),
        }
    }
}

impl RunResult {
    /// The errors as SARIF.
    pub fn sarif(&self) -> String {
        let errors = self.errors.iter().map(|error| SarifError {
            report: &error.report,
            test: error.entry.test.as_deref(),
            confirmed: error.entry.confirmed,
            text: Some(&error.entry.report),
        });
        errors_sarif(&self.summary.dunlin, &errors.collect::<Vec<_>>(), &self.summary.places)
    }
}

/// Explores a program.
pub fn run(
    program: Loaded,
    options: &RunOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<RunResult, Failure> {
    let preparing = Instant::now();
    let Loaded { mut module, linked, options: load, time: loading } = program;
    let exec = &options.exec;
    // Native runs are compared with the program as it was before conditions were folded.
    let unfolded = (options.confirm == Confirm::Natively).then(|| (module.clone(), linked));
    if options.fold_conditions {
        let fold = FoldOptions {
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            check_uninitialised: exec.check_uninitialised(),
            // A line is one of the program's: conditions on several lines stay apart.
            across_lines: options.scope == Scope::Everything,
            ..FoldOptions::default()
        };
        fold_conditions(&mut module, &fold);
    }
    let chosen = scope::find(&options.scope, &module, &load, watcher)?;
    let program = Program::new(module, &load.entry, exec).map_err(Failure::bad_input)?;
    options.solver.chain().map_err(Failure::bad_input)?;
    let mut explore_options = explore_options(options, &load.inputs[0]);
    let mut seeds = seeds::read(&options.seeds).map_err(Failure::bad_input)?;
    let load_ms = (loading + preparing.elapsed()).as_secs_f64() * 1e3;
    // Backward execution is part of the run.
    let started = Instant::now();
    let arguments = explore_options.arguments.clone();
    let scoped = match chosen {
        Some(chosen) => Some(Scoped::new(chosen, &program, options, arguments.len() as u64)?),
        None => None,
    };

    let make_stamp = || resume::stamp(options, &load.entry, &program, &arguments);
    let saved = match options.resume.as_deref() {
        None => None,
        Some(folder) => {
            let opened = resume::open(folder, &make_stamp(), program.marks(), &seeds);
            let saved = opened.map_err(Failure::bad_input)?;
            if saved.is_none() {
                watcher.event(&Event::Note(NO_CHECKPOINT));
            }
            saved
        }
    };
    let (folder, beginning) = open_folder(options, saved.as_ref(), program.marks())?;
    if options.tests.format == TestFormat::TestComp {
        write_metadata(&load.inputs[0], &load.entry, &program, &folder).map_err(|error| {
            Failure::bad_input(format!("cannot write tests/metadata.xml: {error}"))
        })?;
    }
    watcher.program_begins(saved.is_some()).map_err(Failure::bad_input)?;
    let is_settled = scoped.as_ref().is_some_and(|scoped| scoped.is_settled(exec.leaks));
    let mut items = match is_settled {
        // Nothing can go wrong: there is nothing to look for.
        true => Vec::new(),
        false => vec![WorkItem::whole(seeds.len())],
    };
    let mut before = Counts::default();
    if let Some(saved) = &saved {
        items = saved.items.clone();
        seeds = saved.seeds.clone();
        before = saved.counts.clone();
        // Limits are for what this run does.
        let options = &mut explore_options;
        options.max_paths = options.max_paths.saturating_add(before.paths);
        options.max_instructions = options.max_instructions.saturating_add(before.instructions);
        let covered = saved.inner.covered.iter().enumerate().filter(|(_, covered)| **covered);
        options.covered = covered.map(|(mark, _)| mark as u32).collect();
    }
    explore_options.seeds = seeds.into();
    explore_options.seen = seen::seen(&program, options);
    let shared = Shared::new(explore_options.workers, items);
    let results = Results {
        folder: &folder,
        tests: &options.tests,
        all_errors: options.all_errors,
        arguments: &arguments,
        shared: &shared,
        watcher,
        written: results::Written::new(beginning),
    };
    let goes_on = saved.is_some();
    if let Some(saved) = saved {
        saving::restore_tally(&shared, &saved);
        results.write_error_tests();
    }

    let saving = Saving::new(
        (&shared, &results, &folder),
        &make_stamp,
        before,
        (&explore_options.seeds, explore_options.seen.as_deref()),
        (started, options),
    );
    let watch = watch::Watch {
        max_memory: options.max_memory,
        shared: &shared,
        results: &results,
        watcher,
        stop,
        folder: &folder,
        saving: &saving,
        program: &program,
        goes_on,
    };
    let aim = scoped.as_ref().map(|scoped| Errors {
        program: &program,
        places: &scoped.places,
        leaks: exec.leaks,
    });
    let aim = aim.as_ref().map(|aim| aim as &dyn Aim);
    let explore = (&explore_options, aim);
    let exploration = Exploration { program: &program, options, explore };
    let findings = exploration.explore(&shared, &results, &watch);
    let time = saving.time();
    results.flush();
    let run = conclude::Run {
        options,
        load: &load,
        program: &program,
        shared: &shared,
        results: &results,
        findings: &findings,
        queries: saving.queries(),
        memory: saving.memory(),
        load_ms,
        time,
        unfolded,
        arguments: &arguments,
        scoped: scoped.as_ref(),
        matched: saving.seen(),
    };
    // Error reports are counted by the folder, which workers share until here.
    let reopened = OutputFolder::reopen(folder.path())
        .map_err(|error| Failure::bad_input(format!("cannot write results: {error}")))?;
    let result = conclude::conclude(&run, reopened);
    if shared.stop_reason().is_none() {
        // Nothing is left to go on with. What cannot be removed does no harm.
        let _ = own_files::clear(folder.path(), "checkpoint");
    }
    Ok(result)
}

/// The folder for results of any command.
pub(crate) fn new_folder(chosen: Option<&Path>) -> Result<OutputFolder, Failure> {
    OutputFolder::create(chosen, Path::new(".")).map_err(|error| {
        Failure::bad_input(format!(
            "cannot create the output folder: {error}; choose another with --output DIR"
        ))
    })
}

/// The output folder with what results begin with.
fn open_folder(
    options: &RunOptions,
    saved: Option<&Saved>,
    marks: usize,
) -> Result<(OutputFolder, Beginning), Failure> {
    if let (Some(path), Some(saved)) = (&options.resume, saved) {
        let opened = OutputFolder::reopen(path)
            .and_then(|folder| resume::restore(&folder, saved).map(|traces| (folder, traces)));
        let (folder, traces) = opened.map_err(|error| {
            Failure::bad_input(format!("cannot resume {}: {error}", path.display()))
        })?;
        let inner = saved.inner.clone();
        let (tests, traces) = (saved.counts.tests, (traces, saved.counts.traces_length));
        return Ok((folder, Beginning { inner, tests, traces }));
    }
    let folder = new_folder(options.resume.as_deref().or(options.output.as_deref()))?;
    // That it is there says that the run is not finished.
    let traces = std::fs::create_dir_all(folder.checkpoint())
        .and_then(|()| File::create(folder.path().join("paths.txt")));
    let traces = traces.map_err(|error| {
        Failure::bad_input(format!("cannot write to {}: {error}", folder.path().display()))
    })?;
    let inner = Inner { covered: vec![false; marks], ..Inner::default() };
    Ok((folder, Beginning { inner, tests: 0, traces: (traces, 0) }))
}

/// What Test-Comp wants to know beside the tests.
fn write_metadata(
    source: &Path,
    entry: &str,
    program: &Program,
    folder: &OutputFolder,
) -> std::io::Result<()> {
    let bits = program.module.target.pointer_bits;
    let metadata = Metadata::of_program(source, entry, bits, SystemTime::now())?;
    folder.write("tests/metadata.xml", &metadata.to_xml())
}

/// `source` is what the program is called.
fn explore_options(options: &RunOptions, source: &Path) -> ExploreOptions {
    let mut arguments = vec![source.display().to_string()];
    arguments.extend(options.arguments.iter().cloned());
    ExploreOptions {
        search: options.search,
        seed: options.seed,
        workers: options.workers,
        arguments,
        max_paths: options.max_paths.unwrap_or(u64::MAX),
        max_depth: options.max_depth.unwrap_or(u64::MAX),
        max_instructions: options.max_instructions.unwrap_or(u64::MAX),
        // A time beyond what the clock can express is no limit.
        deadline: dunlin_stop::time_left().and_then(|left| Instant::now().checked_add(left)),
        exit_on_error: options.exit_on_error,
        covered: Vec::new(),
        seeds: Arc::default(),
        seen: None,
    }
}

struct Exploration<'e> {
    program: &'e Program,
    options: &'e RunOptions,
    /// With what is looked for, if not everything.
    explore: (&'e ExploreOptions, Option<&'e dyn Aim>),
}

impl Exploration<'_> {
    /// Until all work is done or something has stopped it; what each worker did.
    fn explore(
        &self,
        shared: &Shared,
        results: &Results<'_>,
        watch: &watch::Watch<'_>,
    ) -> Vec<Findings> {
        let Exploration { program, options, explore } = self;
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..explore.0.workers)
                .map(|_| {
                    let start = || {
                        let chain = options.solver.chain().expect("tried before");
                        let mut output = ToWatcher(results.watcher);
                        work(program, &options.exec, *explore, shared, results, &mut output, chain)
                    };
                    std::thread::Builder::new()
                        .stack_size(WORKER_STACK)
                        .spawn_scoped(scope, start)
                        .expect("the system has a thread for a worker")
                })
                .collect();
            watch.until_over();
            shared.part(|rest| watch.saving.conclude(&rest));
            let mut findings = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(found) => findings.push(found),
                    Err(_) => results.lost_worker("a worker panicked".to_string()),
                }
            }
            findings
        })
    }
}
