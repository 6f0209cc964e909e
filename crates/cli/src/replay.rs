//! `dunlin replay`: tests run natively, under sanitizers, in a sandbox; each is compared with what the
//! engine does on the same inputs.

pub mod compare;
pub mod confirm;

use crate::args::ReplayArgs;
use crate::exit;
use crate::load::{load, load_options, source_checks};
use compare::{Compared, Comparison};
use dunlin_exec::{ExecOptions, InputBytes, Program, Uninitialised, Whereabouts};
use dunlin_replay::Replayer;
use dunlin_report::{TestCase, TestExtent};
use std::path::{Path, PathBuf};

const DIVERGED: u8 = 1;

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
    let mut cases = Vec::new();
    for path in &tests {
        let read = std::fs::read(path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| TestCase::read(&bytes).map_err(|error| error.to_string()));
        match read {
            Ok(case) => cases.push((path, case)),
            Err(problem) => {
                say!("dunlin: cannot read {}: {problem}", path.display());
                return exit::BAD_INPUT;
            }
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
    let followed: Vec<_> = cases
        .iter()
        .map(|(_, case)| comparison.follow(&case.args, inputs_of(case), &Whereabouts::default()))
        .collect();
    let errors = followed.iter().filter_map(|followed| followed.ended.report.as_ref());
    let options = confirm::replay_options(&program, &exec, errors);
    let replayer =
        match Replayer::build(&load_options(&load_args, source_checks(&exec), true), options) {
            Ok(replayer) => replayer,
            Err(error) => {
                say!("dunlin: the program cannot be run natively: {error}");
                return exit::BAD_INPUT;
            }
        };
    let mut diverged = 0;
    for ((path, case), followed) in cases.iter().zip(&followed) {
        let arguments: Vec<_> = case.args.iter().skip(1).map(Into::into).collect();
        let compared = match replayer.run_bytes(&case.to_bytes(), &arguments) {
            Ok(native) => comparison.compare(&replayer, followed, &native, extent_of(path)),
            Err(error) => Compared::Failed(error.to_string()),
        };
        diverged += usize::from(!compared.is_as_recorded());
        answer!("{}: {}", path.display(), compared.describe());
    }
    let count = cases.len();
    match diverged {
        0 => say!("dunlin: {count} of {count} tests went as recorded"),
        n => say!("dunlin: {n} of {count} tests did not go as recorded"),
    }
    if diverged == 0 { 0 } else { DIVERGED }
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
