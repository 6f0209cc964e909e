//! Random programs: the engine must do what the reference interpreter does, to the last byte and to
//! the last instruction.

use crate::generator::{Shape, module};
use crate::reference::interpret;
use crate::support::{End, program, run};
use dunlin_exec::{ExecOptions, Uninitialised};
use dunlin_results::ErrorKind;
use std::ops::Range;

/// Enough for every program that the generator writes; what takes longer is left out.
const LIMIT: u64 = 100_000;

fn check(seed: u64, shape: Shape, options: &ExecOptions) -> Option<End> {
    let module = module(seed, shape);
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

fn check_all(seeds: Range<u64>, shape: Shape, options: &ExecOptions) {
    let total = seeds.end - seeds.start;
    let mut finished = 0;
    let mut errors = 0;
    for seed in seeds {
        match check(seed, shape, options) {
            Some(End::Finished(7)) => finished += 1,
            Some(End::Error(ErrorKind::DivisionByZero)) => errors += 1,
            None => {}
            other => panic!("{other:?} with seed {seed}"),
        }
    }
    // Most programs do something, and errors end programs at the same instruction.
    assert!(finished > total * 3 / 4 && errors > 0, "{finished} finished, {errors} errors");
}

/// As in the reference, memory that was not written is zero.
fn zero() -> ExecOptions {
    ExecOptions { uninitialised: Uninitialised::Zero, ..ExecOptions::default() }
}

#[test]
fn programs_of_64_bits_do_what_the_reference_interpreter_does() {
    let shape = Shape { pointer_bits: 64, triple: "x86", initialised: false };
    check_all(0..2000, shape, &zero());
}

#[test]
fn programs_of_32_bits_do_what_the_reference_interpreter_does() {
    let shape = Shape { pointer_bits: 32, triple: "x86", initialised: false };
    check_all(10_000..11_000, shape, &zero());
}

/// Floats take another way there, by another rule for NaNs.
#[test]
fn programs_for_risc_v_do_what_the_reference_interpreter_does() {
    let shape = Shape { pointer_bits: 64, triple: "riscv64", initialised: false };
    check_all(30_000..30_800, shape, &zero());
}

/// The checks take other ways through the engine, with the same results where nothing is wrong.
#[test]
fn checks_change_nothing_in_programs_without_errors() {
    let shape = Shape { pointer_bits: 64, triple: "x86", initialised: true };
    let options = ExecOptions {
        check_overflow: true,
        uninitialised: Uninitialised::Error,
        leaks: true,
        ..ExecOptions::default()
    };
    check_all(20_000..20_800, shape, &options);
}
