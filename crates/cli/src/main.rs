//! The command line of Dunlin: options in, verdicts and exit codes out.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod say;

mod alias_table;
mod aliases;
mod allocator;
mod args;
mod disagreements;
mod doctor;
mod explore_args;
mod load;
mod match_args;
mod model_args;
#[cfg(test)]
mod option_docs;
mod output;
mod progress;
mod prove;
mod prove_args;
mod reach;
mod reach_args;
mod replay;
mod run;
mod show;
mod solve;
mod solver_args;
mod teller;
mod temporary;
mod test_args;
mod triage;
mod triage_args;
mod verify;
mod verify_args;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

use args::{Cli, Command};
use clap::Parser;
use dunlin_driver::{Failure, FailureKind};
use dunlin_stop::{Limits, half_of_machine};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Exit codes that all commands share; each command adds its own verdicts.
pub mod exit {
    pub const BAD_INPUT: u8 = 2;
    /// The work was not done to its end.
    pub const INCOMPLETE: u8 = 3;
    pub const ENGINE_BUG: u8 = 4;
}

fn main() -> ExitCode {
    let started = Instant::now();
    dunlin_driver::serve_children();
    let arguments = aliases::translate(std::env::args_os());
    for note in &arguments.notes {
        say!("dunlin: {note}");
    }
    // No arguments behind `--` are a choice as well.
    let chosen = arguments.list.iter().any(|argument| argument == "--");
    let mut cli = Cli::parse_from(arguments.list);
    match &mut cli.command {
        Command::Reach(args) => args.hunt.arguments_chosen = chosen,
        Command::Triage(args) => args.hunt.arguments_chosen = chosen,
        _ => {}
    }
    // Before there is a second thread.
    let temporary = temporary::Temporary::new();
    let (time, memory) = limits(&cli.command);
    dunlin_stop::keep(Limits { started, time, memory_bytes: memory.or_else(half_of_machine) });
    let done = std::panic::catch_unwind(|| match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Reach(args) => reach::reach(&args),
        Command::Triage(args) => triage::triage(&args),
        Command::Prove(args) => prove::prove(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Show(args) => show::show(&args),
        Command::Solve(args) => solve::solve(&args),
        Command::Doctor(args) => doctor::doctor(&args),
    });
    // The panic's own message has been printed; what is left is to say whose fault it is.
    let code = done.unwrap_or_else(|_| {
        say!("dunlin: this is a bug of Dunlin; please report it with the command and the program");
        exit::ENGINE_BUG
    });
    drop(temporary);
    ExitCode::from(code)
}

/// Tells why a command could not be carried out; its exit code.
fn failed(failure: &Failure) -> u8 {
    for message in &failure.messages {
        say!("dunlin: {message}");
    }
    match failure.kind {
        FailureKind::BadInput => exit::BAD_INPUT,
        FailureKind::Internal => exit::ENGINE_BUG,
        FailureKind::Stopped(_) => exit::INCOMPLETE,
    }
}

/// The limits of time and memory that a command was given.
fn limits(command: &Command) -> (Option<Duration>, Option<u64>) {
    match command {
        Command::Run(args) => (args.max_time, args.max_memory),
        Command::Reach(args) => (args.hunt.max_time, args.hunt.max_memory),
        Command::Triage(args) => (args.hunt.max_time, args.hunt.max_memory),
        Command::Prove(args) => (args.max_time, args.max_memory),
        Command::Verify(args) => (args.max_time, args.max_memory),
        Command::Replay(args) => (args.max_time, args.max_memory),
        Command::Show(_) | Command::Solve(_) | Command::Doctor(_) => (None, None),
    }
}
