//! `dunlin replay`: tests run natively, under sanitizers, in a sandbox; each is compared with what the
//! engine does on the same inputs. One test is held at a time, and some beside it as far as they are small
//! (see [`kept`]): memory does not grow with the number of tests. Results come in the order of the tests.

pub mod compare;
pub mod confirm;
mod kept;

use crate::args::ReplayArgs;
use crate::exit;
use crate::load::{load, load_options, source_checks, stopped_by};
use compare::{Compared, Comparison};
use confirm::Expected;
use dunlin_exec::{ExecOptions, InputBytes, Program, Uninitialised, Whereabouts};
use dunlin_replay::{NativeRun, Replayer};
use dunlin_report::{TestCase, TestExtent};
use kept::{FollowedTest, Kept};
use std::path::{Path, PathBuf};

const DIVERGED: u8 = 1;

/// What is kept of the first pass over the tests.
const KEPT_BYTES: usize = 64 << 20;

pub fn replay(args: &ReplayArgs) -> u8 {
    let is_test = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "ktest");
    let tests: Vec<PathBuf> = args.load.programs.iter().filter(is_test).cloned().collect();
    let mut load_args = args.load.clone();
    load_args.programs.retain(|path| !is_test(&path));
    if tests.is_empty() || load_args.programs.is_empty() {
        let missing = if tests.is_empty() { "test (a .ktest file)" } else { "program" };
        say!("dunlin: there is no {missing} among the arguments");
        return exit::BAD_INPUT;
    }
    // Before the long work.
    for path in &tests {
        if let Err(problem) = read_test(path) {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
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
    let module = match load(&load_args, source_checks(&exec), true) {
        Ok(module) => module,
        Err(code) => return code,
    };
    let program = match Program::new(module, &load_args.entry, &exec) {
        Ok(program) => program,
        Err(error) => {
            say!("dunlin: {error}");
            return exit::BAD_INPUT;
        }
    };
    let comparison = Comparison::new(&program, &exec);
    let mut expected = Expected::default();
    let mut kept = Kept::new(KEPT_BYTES);
    for (number, path) in tests.iter().enumerate() {
        if dunlin_stop::is_asked() {
            break;
        }
        // What cannot be read any more is told in its turn.
        let Ok(test) = follow_test(&comparison, path) else { continue };
        test.followed.ended.report.iter().for_each(|error| expected.add(&program, error));
        kept.offer(number, test);
    }
    let options = expected.replay_options(&exec);
    let replayer =
        match Replayer::build(&load_options(&load_args, source_checks(&exec), true), options) {
            Ok(replayer) => replayer,
            Err(_) if let Some(why) = dunlin_stop::asked() => {
                say!("dunlin: stopped by {} before a test was run", stopped_by(why));
                return exit::INCOMPLETE;
            }
            Err(error) => {
                say!("dunlin: the program cannot be run natively: {error}");
                return exit::BAD_INPUT;
            }
        };
    let (mut run, mut diverged) = (0, 0);
    for (number, path) in tests.iter().enumerate() {
        let test = kept.take(number).map_or_else(|| follow_test(&comparison, path), Ok);
        let compared = match test.and_then(|test| Ok((run_natively(&replayer, &test)?, test))) {
            Ok((native, test)) => {
                comparison.compare(&replayer, &test.followed, &native, extent_of(path))
            }
            Err(problem) => Compared::Failed(problem),
        };
        // What was cut short says nothing about its test.
        if dunlin_stop::is_asked() {
            break;
        }
        run += 1;
        diverged += usize::from(!compared.is_as_recorded());
        answer!("{}: {}", path.display(), compared.describe());
    }
    let count = tests.len();
    match diverged {
        0 => say!("dunlin: {run} of {count} tests went as recorded"),
        n => say!("dunlin: {n} of {count} tests did not go as recorded"),
    }
    let stopped = dunlin_stop::asked().filter(|_| run < count);
    if let Some(why) = stopped {
        say!("dunlin: stopped by {}: {} tests were not replayed", stopped_by(why), count - run);
    }
    match (diverged, stopped) {
        (0, None) => 0,
        (0, Some(_)) => exit::INCOMPLETE,
        _ => DIVERGED,
    }
}

fn read_test(path: &Path) -> Result<TestCase, String> {
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let case = read.and_then(|bytes| TestCase::read(&bytes).map_err(|error| error.to_string()));
    case.map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}

fn follow_test(comparison: &Comparison<'_>, path: &Path) -> Result<FollowedTest, String> {
    let case = read_test(path)?;
    let followed = comparison.follow(&case.args, inputs_of(&case), &Whereabouts::default());
    Ok(FollowedTest { case, followed })
}

fn run_natively(replayer: &Replayer, test: &FollowedTest) -> Result<NativeRun, String> {
    let arguments: Vec<_> = test.case.args.iter().skip(1).map(Into::into).collect();
    replayer.run_bytes(&test.case.to_bytes(), &arguments).map_err(|error| error.to_string())
}

/// A test of a path that was not followed to its end says so in its name.
fn extent_of(path: &Path) -> TestExtent {
    let name = path.to_string_lossy();
    if name.ends_with(".partial.ktest") { TestExtent::Partial } else { TestExtent::Whole }
}

pub fn inputs_of(case: &TestCase) -> Vec<InputBytes> {
    let of = |object: &dunlin_report::TestObject| InputBytes {
        name: object.name.clone(),
        bytes: object.bytes.clone(),
    };
    case.objects.iter().filter(|object| object.name != "model_version").map(of).collect()
}
