//! `dunlin run`: explore all paths, write tests, report errors.

use crate::args::{RunArgs, UbsanWay};
use crate::exit;
use crate::explore_args::Search;
use crate::load::{load_options, not_loaded};
use crate::progress::Progress;
use crate::solver_args::Switch;
use crate::teller::Teller;
use crate::test_args;
use dunlin_driver::words::{counted, group_digits};
use dunlin_driver::{Confirm, Loaded, RunOptions, RunResult, Scope, Stop, TestFormat, TestOptions};
use dunlin_exec::explore::SearchKind;
use dunlin_exec::{ExecOptions, Ubsan, Uninitialised};
use dunlin_report::{Summary, Verdict};
use std::path::Path;

const ERRORS_FOUND: u8 = 1;
/// So much of what was left out is told on the terminal.
const MOST_TOLD: usize = 5;

pub fn run(args: &RunArgs) -> u8 {
    let options = run_options(args);
    let program = match Loaded::new(load_options(&args.load), &options.exec) {
        Ok(program) => program,
        Err(failure) => return not_loaded("run", &args.load, args.json, &failure),
    };
    let progress = Progress::new();
    let teller = Teller::new(&progress, &args.program_output, args.json);
    let result = dunlin_driver::run(program, &options, &teller, &Stop::new());
    teller.finish();
    match result {
        Ok(result) => tell(&result, args.json),
        Err(failure) => crate::failed(&failure),
    }
}

fn run_options(args: &RunArgs) -> RunOptions {
    let defaults = RunOptions::default();
    RunOptions {
        exec: exec_options(args),
        solver: args.solver.options(),
        search: match args.explore.search {
            Search::Dfs => SearchKind::Dfs,
            Search::Bfs => SearchKind::Bfs,
            Search::RandomPath => SearchKind::RandomPath,
            Search::RandomState => SearchKind::RandomState,
            Search::Coverage => SearchKind::Coverage,
            Search::Klee => SearchKind::Klee,
            Search::Generational => SearchKind::Generational,
        },
        matching: args.matching.options(args.check_hangs),
        seed: args.explore.seed,
        workers: args.explore.workers.map_or(defaults.workers, |workers| workers.get()),
        arguments: args.arguments.clone(),
        fold_conditions: args.explore.fold_conditions == Switch::On,
        seeds: args.explore.seeds.clone(),
        max_paths: args.max_paths,
        max_depth: args.max_depth,
        max_instructions: args.max_instructions,
        max_memory: args.max_memory,
        exit_on_error: args.explore.exit_on_error,
        scope: args.explore.backward_from.clone().map_or(Scope::Everything, Scope::OnTheWay),
        all_errors: args.explore.all_errors,
        tests: TestOptions {
            format: match args.tests.test_format {
                test_args::TestFormat::Ktest => TestFormat::Ktest,
                test_args::TestFormat::TestComp => TestFormat::TestComp,
            },
            write: !args.tests.no_tests,
            only_new_coverage: args.tests.only_new_coverage,
            all: args.tests.tests == test_args::Which::All,
            only_errors: false,
            covering: false,
        },
        confirm: if args.tests.no_replay { Confirm::No } else { Confirm::Natively },
        output: args.output.clone(),
        resume: args.explore.resume.clone(),
        checkpoint_every: args.explore.checkpoint_every,
    }
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

/// Tells what was found; the exit code.
fn tell(result: &RunResult, json: bool) -> u8 {
    for error in &result.errors {
        say!("\n{}", error.text());
    }
    for note in &result.notes {
        say!("dunlin: note: {note}");
    }
    for bug in &result.engine_bugs {
        say!("dunlin: a bug of Dunlin cost one path: {bug}");
    }
    for problem in &result.problems {
        say!("dunlin: {problem}");
    }
    let summary = &result.summary;
    tell_summary(summary, &result.folder);
    if summary.stopped_by.is_some() {
        say!("dunlin: the same command with --resume {} goes on", result.folder.display());
    }
    if json {
        crate::say::to_stdout(format_args!("{}", summary.to_json()));
    }
    if let Some(contradictions) = &result.contradictions {
        say!("dunlin: {contradictions}");
    }
    if !result.engine_bugs.is_empty() || result.contradictions.is_some() {
        return exit::ENGINE_BUG;
    }
    match summary.verdict {
        Verdict::NoErrors => 0,
        Verdict::Errors => ERRORS_FOUND,
        _ => exit::INCOMPLETE,
    }
}

/// The closing lines for a person.
fn tell_summary(summary: &Summary, folder: &Path) {
    let seconds = summary.time_ms / 1e3;
    let verdict = match summary.verdict {
        Verdict::NoErrors => "no errors",
        Verdict::Errors if summary.errors.len() == 1 => "error found",
        Verdict::Errors => "errors found",
        _ => "incomplete",
    };
    say!("dunlin: {verdict}: {}", summary.why);
    if summary.left_out.len() > 1 {
        for left in summary.left_out.iter().take(MOST_TOLD) {
            say!("dunlin: left out: {}", left.what);
        }
        if let Some(more) = summary.left_out.len().checked_sub(MOST_TOLD).filter(|n| *n > 0) {
            say!("dunlin: left out: {} more in summary.json", counted(more as u64, "place"));
        }
    }
    let paths = summary.paths.ended();
    if paths > 1 || summary.tests > 1 {
        say!(
            "dunlin: {} paths, {} tests, {} forks, {} questions to the solver",
            group_digits(paths),
            group_digits(summary.tests),
            group_digits(summary.forks),
            group_digits(summary.queries.asked),
        );
    }
    say!(
        "dunlin: {} instructions in {seconds:.3} s (loading took {:.3} s); results in {}",
        group_digits(summary.instructions),
        summary.load_ms / 1e3,
        folder.display(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    #[test]
    fn the_library_has_the_defaults_of_the_command_line() {
        let Command::Run(args) = Cli::parse_from(["dunlin", "run", "a.c"]).command else {
            panic!("not a run")
        };
        let library = RunOptions::default();
        assert_eq!(format!("{:?}", run_options(&args)), format!("{library:?}"));
    }
}
