//! `dunlin run`: explore all paths, write tests, report errors.

mod checkpoint;
mod coverage;
pub mod memory;
mod results;
mod resume;
mod saving;
mod seeds;
pub mod summary;
mod trace_text;
mod watch;

use self::checkpoint::{Counts, Saved};
use crate::args::{RunArgs, UbsanWay};
use crate::exit;
use crate::explore_args::Search;
use crate::load::{load, not_loaded, source_checks};
use crate::output::{ProgramOutput, new_folder};
use crate::progress::Progress;
use crate::solver_args::Switch;
use crate::test_args::TestFormat;
use dunlin_exec::explore::{ExploreOptions, Findings, SearchKind, Shared, work};
use dunlin_exec::{Ended, ExecOptions, Output, Program, Ubsan, Uninitialised, WorkItem};
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_report::testcomp::Metadata;
use dunlin_report::{OutputFolder, own_files};
use results::{Beginning, Inner, Results, TestOptions};
use saving::Saving;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

/// Workers follow the recursion of terms and drop long chains: more than the default.
pub const WORKER_STACK: usize = 256 << 20;

pub fn run(args: &RunArgs) -> u8 {
    let loading = Instant::now();
    let exec = exec_options(args);
    let mut module = match load(&args.load, source_checks(&exec), true) {
        Ok(module) => module,
        Err(code) => return not_loaded("run", &args.load, args.json, code),
    };
    // Native runs are compared with the program as it was before conditions were folded.
    let unfolded = (!args.tests.no_replay).then(|| module.clone());
    if args.explore.fold_conditions == Switch::On {
        let options = FoldOptions {
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            check_uninitialised: exec.check_uninitialised(),
            ..FoldOptions::default()
        };
        fold_conditions(&mut module, &options);
    }
    let program = match Program::new(module, &args.load.entry, &exec) {
        Ok(program) => program,
        Err(error) => {
            say!("dunlin: {error}");
            return exit::BAD_INPUT;
        }
    };
    if let Err(problem) = args.solver.chain() {
        say!("dunlin: {problem}");
        return exit::BAD_INPUT;
    }
    let mut options = explore_options(args);
    options.seeds = match seeds::read(&args.explore.seeds) {
        Ok(seeds) => seeds.into(),
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let load_ms = loading.elapsed().as_secs_f64() * 1e3;

    let make_stamp = || resume::stamp(args, &program, &exec, &options.arguments);
    let saved = match args.explore.resume.as_deref() {
        None => None,
        Some(folder) => match resume::open(folder, &make_stamp(), program.marks()) {
            Ok(saved) => {
                if saved.is_none() {
                    say!("dunlin: that run left no checkpoint: it starts from its beginning");
                }
                saved
            }
            Err(problem) => {
                say!("dunlin: {problem}");
                return exit::BAD_INPUT;
            }
        },
    };
    let (folder, beginning) = match open_folder(args, saved.as_ref(), program.marks()) {
        Ok(opened) => opened,
        Err(code) => return code,
    };
    if args.tests.test_format == TestFormat::TestComp
        && let Err(error) = write_metadata(args, &program, &folder)
    {
        say!("dunlin: cannot write tests/metadata.xml: {error}");
        return exit::BAD_INPUT;
    }
    let progress = Progress::new();
    let output =
        match ProgramOutput::open(&args.program_output, args.json, &progress, saved.is_some()) {
            Ok(output) => Mutex::new(output),
            Err(error) => {
                say!(
                    "dunlin: cannot write the program's output to {}: {error}",
                    args.program_output
                );
                return exit::BAD_INPUT;
            }
        };
    let arguments = options.arguments.clone();
    let make_stamp = || resume::stamp(args, &program, &exec, &arguments);
    let mut items = vec![WorkItem::default()];
    let mut before = Counts::default();
    if let Some(saved) = &saved {
        items = saved.items.clone();
        before = saved.counts.clone();
        // Limits are for what this run does.
        options.max_paths = options.max_paths.saturating_add(before.paths);
        options.max_instructions = options.max_instructions.saturating_add(before.instructions);
        let covered = saved.inner.covered.iter().enumerate().filter(|(_, covered)| **covered);
        options.covered = covered.map(|(mark, _)| mark as u32).collect();
    }
    let shared = Shared::new(options.workers, items);
    let tests = TestOptions {
        format: args.tests.test_format,
        write: !args.tests.no_tests,
        only_new_coverage: args.tests.only_new_coverage,
        all_errors: args.explore.all_errors,
        arguments: options.arguments.clone(),
    };
    let show_place = |ended: &Ended| summary::place_text(&program, &ended.place);
    let results = Results::new(&folder, tests, &shared, &output, beginning, &show_place);
    let goes_on = saved.is_some();
    if let Some(saved) = saved {
        saving::restore_tally(&shared, &saved);
        results.write_error_tests();
    }

    let started = Instant::now();
    let saving = Saving::new(
        (&shared, &results, &folder),
        &make_stamp,
        before,
        args.explore.checkpoint_every,
        started,
    );
    let watch = watch::Watch {
        args,
        shared: &shared,
        results: &results,
        progress: &progress,
        folder: &folder,
        saving: &saving,
        program: &program,
        goes_on,
    };
    let findings = explore(args, &program, &exec, &options, &shared, &results, &output, &watch);
    let time = saving.time();
    progress.finish();
    results.flush();
    {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.finish();
        if let Some(problem) = &output.problem {
            say!("dunlin: the program's output is not complete: {problem}");
        }
    }
    let run = summary::Run {
        args,
        program: &program,
        shared: &shared,
        results: &results,
        findings: &findings,
        queries: saving.queries(),
        memory: saving.memory(),
        load_ms,
        time,
        unfolded,
        exec: &exec,
        arguments: &options.arguments,
    };
    let code = summary::conclude(&run, folder_for_end(&folder));
    if shared.stop_reason().is_none() {
        // Nothing is left to go on with. What cannot be removed does no harm.
        let _ = own_files::clear(folder.path(), "checkpoint");
    }
    code
}

/// The output folder with what results begin with; or the exit code after the problem has been told.
fn open_folder(
    args: &RunArgs,
    saved: Option<&Saved>,
    marks: usize,
) -> Result<(OutputFolder, Beginning), u8> {
    if let (Some(path), Some(saved)) = (&args.explore.resume, saved) {
        let opened = OutputFolder::reopen(path)
            .and_then(|folder| resume::restore(&folder, saved).map(|traces| (folder, traces)));
        let (folder, traces) = opened.map_err(|error| {
            say!("dunlin: cannot resume {}: {error}", path.display());
            exit::BAD_INPUT
        })?;
        let inner = saved.inner.clone();
        let (tests, traces) = (saved.counts.tests, (traces, saved.counts.traces_length));
        return Ok((folder, Beginning { inner, tests, traces }));
    }
    let chosen = args.explore.resume.as_deref().or(args.output.as_deref());
    let folder = new_folder(chosen)?;
    // That it is there says that the run is not finished.
    let traces = std::fs::create_dir_all(folder.checkpoint())
        .and_then(|()| File::create(folder.path().join("paths.txt")));
    let traces = traces.map_err(|error| {
        say!("dunlin: cannot write to {}: {error}", folder.path().display());
        exit::BAD_INPUT
    })?;
    let inner = Inner { covered: vec![false; marks], ..Inner::default() };
    Ok((folder, Beginning { inner, tests: 0, traces: (traces, 0) }))
}

/// Error reports are counted by the folder, which workers share until here.
fn folder_for_end(folder: &OutputFolder) -> std::io::Result<OutputFolder> {
    OutputFolder::reopen(folder.path())
}

/// What Test-Comp wants to know beside the tests.
fn write_metadata(args: &RunArgs, program: &Program, folder: &OutputFolder) -> std::io::Result<()> {
    let (source, entry) = (&args.load.programs[0], &args.load.entry);
    let bits = program.module.target.pointer_bits;
    let metadata = Metadata::of_program(source, entry, bits, SystemTime::now())?;
    folder.write("tests/metadata.xml", &metadata.to_xml())
}

fn exec_options(args: &RunArgs) -> ExecOptions {
    let model = args.model.exec_options();
    ExecOptions {
        check_overflow: args.check_overflow,
        check_shift: args.check_shift,
        ubsan: match args.ubsan {
            UbsanWay::Report => Ubsan::Report,
            UbsanWay::Stop => Ubsan::Stop,
        },
        uninitialised: match args.check_uninitialised {
            true => Uninitialised::Error,
            false => model.uninitialised,
        },
        leaks: args.leaks,
        ..model
    }
}

fn explore_options(args: &RunArgs) -> ExploreOptions {
    let mut arguments = vec![args.load.programs[0].display().to_string()];
    arguments.extend(args.arguments.iter().cloned());
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    ExploreOptions {
        search: match args.explore.search {
            Search::Dfs => SearchKind::Dfs,
            Search::Bfs => SearchKind::Bfs,
            Search::RandomPath => SearchKind::RandomPath,
            Search::RandomState => SearchKind::RandomState,
            Search::Coverage => SearchKind::Coverage,
            Search::Klee => SearchKind::Klee,
            Search::Generational => SearchKind::Generational,
        },
        seed: args.explore.seed,
        workers: args.explore.workers.map_or_else(cores, |workers| workers.get()),
        arguments,
        max_paths: args.max_paths.unwrap_or(u64::MAX),
        max_depth: args.max_depth.unwrap_or(u64::MAX),
        max_instructions: args.max_instructions.unwrap_or(u64::MAX),
        // A time beyond what the clock can express is no limit.
        deadline: dunlin_stop::time_left().and_then(|left| Instant::now().checked_add(left)),
        exit_on_error: args.explore.exit_on_error,
        covered: Vec::new(),
        seeds: Arc::default(),
    }
}

/// Output of all workers goes to one place.
struct SharedOutput<'a, 'b>(&'a Mutex<ProgramOutput<'b>>);

impl Output for SharedOutput<'_, '_> {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(fd, bytes);
    }
}

#[allow(clippy::too_many_arguments)]
fn explore<'a>(
    args: &RunArgs,
    program: &Program,
    exec: &ExecOptions,
    options: &ExploreOptions,
    shared: &Shared,
    results: &Results<'a>,
    output: &Mutex<ProgramOutput<'a>>,
    watch: &watch::Watch<'_, 'a>,
) -> Vec<Findings> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.workers)
            .map(|_| {
                let start = || {
                    let chain = args.solver.chain().expect("tried before");
                    let mut output = SharedOutput(output);
                    work(program, exec, options, shared, results, &mut output, chain)
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
