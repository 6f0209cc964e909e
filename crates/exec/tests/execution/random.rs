//! Random programs: the engine must do what the reference interpreter does, to the last byte and to
//! the last instruction.

use crate::generator;
use crate::reference::interpret;
use crate::support::{End, program, run};
use dunlin_exec::{ErrorKind, ExecOptions};

/// Enough for every program that the generator writes; what takes longer is left out.
const LIMIT: u64 = 100_000;

fn check(seed: u64, options: &ExecOptions) -> Option<End> {
    let module = generator::module(seed);
    let text = module.to_string();
    let parsed = dunlin_ir::parse::parse(&text).expect("the printed form is read back");
    assert_eq!(parsed, module, "seed {seed}");
    let program = program(parsed, options);
    let expected = interpret(&program, LIMIT)?;
    let found = run(&program, options, u64::MAX);
    assert_eq!(found, expected, "seed {seed}\n{text}");
    let sliced = run(&program, options, 7);
    assert_eq!(sliced, expected, "in slices, seed {seed}\n{text}");
    Some(expected.end)
}

#[test]
fn random_programs_do_what_the_reference_interpreter_does() {
    let mut finished = 0;
    let mut errors = 0;
    for seed in 0..4000 {
        match check(seed, &ExecOptions::default()) {
            Some(End::Finished(7)) => finished += 1,
            Some(End::Error(ErrorKind::DivisionByZero)) => errors += 1,
            None => {}
            other => panic!("{other:?} with seed {seed}"),
        }
    }
    // Most programs do something, and errors end programs at the same instruction.
    assert!(finished > 3000 && errors > 20, "{finished} finished, {errors} errors");
}

/// The checks take other ways through the engine, with the same results where nothing is wrong.
#[test]
fn checks_change_nothing_in_programs_without_errors() {
    let options = ExecOptions { check_overflow: true, check_shift: false, ..Default::default() };
    for seed in 10_000..11_000 {
        check(seed, &options);
    }
}
