//! `dunlin run`: explore all paths, write tests, report errors.

mod coverage;
mod memory;
mod results;
mod seeds;
mod summary;
mod trace_text;
mod watch;

use crate::args::RunArgs;
use crate::exit;
use crate::explore_args::Search;
use crate::load::load;
use crate::output::ProgramOutput;
use crate::progress::Progress;
use crate::solver_args::Switch;
use dunlin_exec::explore::{ExploreOptions, Findings, SearchKind, Shared, WorkItem, work};
use dunlin_exec::{Ended, ExecOptions, Output, Program};
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_report::OutputFolder;
use results::{Results, TestOptions};
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Workers follow the recursion of terms and drop long chains: more than the default.
const WORKER_STACK: usize = 256 << 20;

pub fn run(args: &RunArgs) -> u8 {
    let loading = Instant::now();
    let mut module = match load(&args.load, true) {
        Ok(module) => module,
        Err(code) => return code,
    };
    let exec = exec_options(args);
    // Native runs are compared with the program as it was before conditions were folded.
    let unfolded = (!args.tests.no_replay).then(|| module.clone());
    if args.explore.fold_conditions == Switch::On {
        let options = FoldOptions {
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            check_uninitialised: exec.check_uninitialised,
            ..FoldOptions::default()
        };
        fold_conditions(&mut module, &options);
    }
    let program = match Program::new(module, &args.load.entry, &exec) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("dunlin: {error}");
            return exit::BAD_INPUT;
        }
    };
    if let Err(problem) = args.solver.chain() {
        eprintln!("dunlin: {problem}");
        return exit::BAD_INPUT;
    }
    let mut options = explore_options(args);
    options.seeds = match seeds::read(&args.explore.seeds) {
        Ok(seeds) => seeds.into(),
        Err(problem) => {
            eprintln!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let load_ms = loading.elapsed().as_secs_f64() * 1e3;

    let folder = match OutputFolder::create(args.output.as_deref(), Path::new(".")) {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!(
                "dunlin: cannot create the output folder: {error}; choose another with --output DIR"
            );
            return exit::BAD_INPUT;
        }
    };
    let progress = Progress::new();
    let output = match ProgramOutput::open(&args.program_output, args.json, &progress) {
        Ok(output) => Mutex::new(output),
        Err(error) => {
            eprintln!(
                "dunlin: cannot write the program's output to {}: {error}",
                args.program_output
            );
            return exit::BAD_INPUT;
        }
    };
    let traces = match File::create(folder.path().join("paths.txt")) {
        Ok(file) => file,
        Err(error) => {
            eprintln!("dunlin: cannot write to {}: {error}", folder.path().display());
            return exit::BAD_INPUT;
        }
    };
    let shared = Shared::new(options.workers, vec![WorkItem::default()]);
    let tests = TestOptions {
        format: args.tests.test_format,
        write: !args.tests.no_tests,
        only_new_coverage: args.tests.only_new_coverage,
        all_errors: args.explore.all_errors,
        arguments: options.arguments.clone(),
    };
    let show_place = |ended: &Ended| summary::place_text(&program, &ended.place);
    let marks = program.marks();
    let results = Results::new(&folder, tests, &shared, &output, traces, marks, &show_place);

    let started = Instant::now();
    let watch = watch::Watch {
        args,
        shared: &shared,
        results: &results,
        progress: &progress,
        folder: &folder,
        started,
    };
    let findings = explore(args, &program, &exec, &options, &shared, &results, &output, &watch);
    let time = started.elapsed();
    progress.finish();
    results.flush();
    {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.finish();
        if let Some(problem) = &output.problem {
            eprintln!("dunlin: the program's output is not complete: {problem}");
        }
    }
    let run = summary::Run {
        args,
        program: &program,
        shared: &shared,
        results: &results,
        findings: &findings,
        load_ms,
        time,
        unfolded,
        exec: &exec,
        arguments: &options.arguments,
    };
    summary::conclude(&run, folder_for_end(&folder))
}

/// Error reports are counted by the folder, which workers share until here.
fn folder_for_end(folder: &OutputFolder) -> std::io::Result<OutputFolder> {
    OutputFolder::reopen(folder.path())
}

fn exec_options(args: &RunArgs) -> ExecOptions {
    ExecOptions {
        check_overflow: args.check_overflow,
        check_shift: args.check_shift,
        check_uninitialised: args.check_uninitialised,
        leaks: args.leaks,
        capacity: args.explore.capacity,
        malloc_may_fail: args.explore.malloc_may_fail,
        lazy_array: args.explore.lazy_array,
        lazy_depth: args.explore.lazy_depth,
        lazy_alias: args.explore.lazy_alias == Switch::On,
        ..ExecOptions::default()
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
        exit_on_error: args.explore.exit_on_error,
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
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    })
}
