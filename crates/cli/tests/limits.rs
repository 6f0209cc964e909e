//! Limits of time and memory and signals are obeyed, wherever the work is: some of the cases of
//! `./dev bench limits`, one for each place where something could hold Dunlin up.

use dunlin_bench::limits::{Kept, measure, named};
use std::path::Path;

fn assert_kept(name: &str) {
    let case = named(name).unwrap_or_else(|| panic!("there is no case {name}"));
    let (watched, kept) = measure(Path::new(env!("CARGO_BIN_EXE_dunlin")), case).unwrap();
    let taken = (watched.taken, watched.processor, watched.peak_bytes >> 20);
    assert!(!matches!(kept, Kept::No(_)), "{name}: {kept:?}; time, processor, MiB: {taken:?}");
}

/// Native runs that confirm errors.
#[test]
fn time_in_confirmations() {
    assert_kept("run endless_native, time");
}

#[test]
fn time_in_memory_operations() {
    assert_kept("run symbolic_bytes, time");
}

#[test]
fn time_in_questions_of_our_own_solver() {
    assert_kept("run factors (native), time");
}

#[test]
fn time_in_questions_of_libraries() {
    assert_kept("run long_double (bitwuzla), time");
    assert_kept("run factors (z3), time");
}

#[test]
fn time_while_tests_are_written() {
    assert_kept("run forks, time");
}

#[test]
fn time_in_replay() {
    assert_kept("replay endless_native, time");
}

#[test]
fn memory_of_states() {
    assert_kept("run blocks, memory");
    assert_kept("reach blocks, memory");
}

#[test]
fn memory_in_questions() {
    assert_kept("run divisions, memory");
    assert_kept("run divisions (bitwuzla), memory");
}

#[test]
fn signals_in_questions() {
    assert_kept("run long_double (bitwuzla), SIGTERM");
    assert_kept("reach factors, SIGINT");
}

/// Compilers end, and their folders are removed.
#[test]
fn signals_while_a_program_is_loaded() {
    assert_kept("run 20,000 functions, SIGINT");
}

#[test]
fn signals_in_native_runs() {
    assert_kept("run endless_native, SIGINT");
    assert_kept("replay endless_native, SIGTERM");
}

#[test]
fn two_signals() {
    assert_kept("run unfinished, SIGINT twice");
}
