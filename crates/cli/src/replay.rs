//! `dunlin replay`: tests run natively and compared with what the engine does on the same inputs.

use crate::args::ReplayArgs;
use crate::exit;
use crate::load::load_options;
use crate::progress::Progress;
use crate::teller::Teller;
use dunlin_driver::{Loaded, ReplayOptions, ReplayResult, Stop, check_tests};
use dunlin_exec::{ExecOptions, Uninitialised};
use std::path::PathBuf;

const DIVERGED: u8 = 1;

pub fn replay(args: &ReplayArgs) -> u8 {
    let is_test = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ktest");
    let mut load = args.load.clone();
    let tests: Vec<PathBuf> = load.programs.extract_if(.., |path| is_test(path)).collect();
    if tests.is_empty() || load.programs.is_empty() {
        let missing = if tests.is_empty() { "test (a .ktest file)" } else { "program" };
        say!("dunlin: there is no {missing} among the arguments");
        return exit::BAD_INPUT;
    }
    let exec = ExecOptions {
        check_overflow: args.check_overflow,
        check_shift: args.check_shift,
        uninitialised: match args.check_uninitialised {
            true => Uninitialised::Error,
            false => args.uninitialised.into(),
        },
        leaks: args.leaks,
        ..ExecOptions::default()
    };
    let count = tests.len();
    let options = ReplayOptions { tests, exec };
    let progress = Progress::new();
    let teller = Teller::new(&progress, "discard", false);
    // Before the long work.
    let result = check_tests(&options.tests)
        .and_then(|()| Loaded::new(load_options(&load), &options.exec))
        .and_then(|program| dunlin_driver::replay(program, &options, &teller, &Stop::new()));
    teller.finish();
    match result {
        Ok(result) => tell(&result, count),
        Err(failure) => crate::failed(&failure),
    }
}

/// Tells what the runs came to; the exit code.
fn tell(result: &ReplayResult, count: usize) -> u8 {
    let run = result.tests.len();
    let diverged = result.tests.iter().filter(|test| !test.as_recorded).count();
    match diverged {
        0 => say!("dunlin: {run} of {count} tests went as recorded"),
        n => say!("dunlin: {n} of {count} tests did not go as recorded"),
    }
    if let Some((left, by)) = &result.not_run {
        say!("dunlin: stopped by {by}: {left} tests were not replayed");
    }
    match (diverged, &result.not_run) {
        (0, None) => 0,
        (0, Some(_)) => exit::INCOMPLETE,
        _ => DIVERGED,
    }
}
