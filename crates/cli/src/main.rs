//! The command line of Dunlin: options in, verdicts and exit codes out.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod say;

mod alias_table;
mod aliases;
mod args;
mod assumptions;
mod disagreements;
mod doctor;
mod explore_args;
mod interrupt;
mod load;
mod model_args;
#[cfg(test)]
mod option_docs;
mod output;
mod progress;
mod reach;
mod reach_args;
mod replay;
mod run;
mod show;
mod solve;
mod solver_args;
mod temporary;
mod test_args;
mod triage;
mod triage_args;

/// States and paths are many small allocations that live and die together; with the system's allocator
/// they took a third of the time of an exploration.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Exit codes that all commands share; each command adds its own verdicts.
pub mod exit {
    pub const BAD_INPUT: u8 = 2;
    pub const ENGINE_BUG: u8 = 4;
}

fn main() -> ExitCode {
    // The front end runs LLVM in a child process, which is this program again.
    if std::env::args_os().nth(1).is_some_and(|arg| arg == dunlin_llvm::CHILD_ARGUMENT) {
        dunlin_llvm::serve_child();
    }
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
    let done = std::panic::catch_unwind(|| match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Reach(args) => reach::reach(&args),
        Command::Triage(args) => triage::triage(&args),
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
