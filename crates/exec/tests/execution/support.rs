//! Running a module and seeing what it did.

use dunlin_exec::{ExecOptions, Machine, Outcome, Output, Pause, Program};
use dunlin_ir::Module;
use dunlin_results::ErrorKind;

/// What a run of the engine, or of the reference interpreter, leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub end: End,
    pub output: Vec<u8>,
    pub instructions: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Finished(i32),
    Error(ErrorKind),
    Unsupported(String),
}

struct Collected(Vec<u8>);

impl Output for Collected {
    fn write(&mut self, _fd: i32, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

pub fn program(module: Module, options: &ExecOptions) -> Program {
    if let Err(errors) = dunlin_ir::verify::verify(&module) {
        panic!("{errors:?} in\n{module}");
    }
    Program::new(module, "main", options).expect("there is a main")
}

/// Breaks at the first write.
#[derive(Default)]
pub struct Breaks {
    writes: u32,
}

impl Output for Breaks {
    fn write(&mut self, _: i32, _: &[u8]) {
        self.writes += 1;
        assert!(self.writes > 1, "broken on purpose");
    }
}

pub fn of_text(text: &str, options: &ExecOptions) -> Program {
    let module = dunlin_ir::parse::parse(text).unwrap_or_else(|error| panic!("{error}"));
    program(module, options)
}

/// A program that writes one byte.
pub const WRITES: &str = "module \"m\" target 64 \"x86_64\"
        declare @f0 \"__dunlin_write\"(%0: i32, %1: ptr, %2: i64) -> (i64)
        define @f1 \"main\"() -> (i32) {
        b0: %0: ptr = alloca 8 align 8
            store i8 65 to %0 align 1
            %1: i64 = call @f0(i32 1, %0, i64 1)
            return 0
        }";

/// Runs a program to its end, in slices of `slice` instructions.
pub fn run(program: &Program, options: &ExecOptions, slice: u64) -> Run {
    let mut output = Collected(Vec::new());
    let mut machine = Machine::new(program, options, &mut output);
    let mut state = machine.initial_state(program.start, &["test".into()]).expect("small");
    let outcome = loop {
        let step = machine.step(&mut state, slice);
        assert!(step.forks.is_empty() && step.ended.is_empty(), "nothing is symbolic here");
        match step.pause {
            Pause::GoesOn => {}
            Pause::Ended(outcome) => break outcome,
            other => panic!("{other:?}, and nothing is symbolic here"),
        }
    };
    let instructions = machine.instructions(&state, true);
    let end = match outcome {
        Outcome::Finished { status } => End::Finished(status),
        Outcome::Error(error) => End::Error(error.kind),
        Outcome::Unsupported { what } => End::Unsupported(what),
        other => panic!("{other:?} without symbolic input"),
    };
    Run { end, output: output.0, instructions }
}

/// Parses and runs the text of a module.
pub fn run_text(text: &str) -> Run {
    let options = ExecOptions::default();
    let module = dunlin_ir::parse::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    run(&program(module, &options), &options, u64::MAX)
}
