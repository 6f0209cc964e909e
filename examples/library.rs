//! Dunlin as a library: explores a C program and tells what breaks, with the input that does it.
//!
//! `cargo run -p dunlin-driver --example library examples/inventory.c`

use dunlin_driver::{Event, LoadOptions, Loaded, RunOptions, Stop, Watcher, run, serve_children};
use std::error::Error;

/// Hears of errors as they are found.
struct Live;

impl Watcher for Live {
    fn event(&self, event: &Event<'_>) {
        if let Event::Error { kind } = event {
            println!("found: {}", kind.name());
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // LLVM and the solvers run in child processes, which are this program again.
    serve_children();
    let source = std::env::args().nth(1).ok_or("which program?")?;
    let options = RunOptions { seed: 1, ..RunOptions::default() };
    let program = Loaded::new(LoadOptions::new([source]), &options.exec)?;
    let result = run(program, &options, &Live, &Stop::new())?;
    for error in &result.errors {
        let (line, test) = (error.entry.line.unwrap_or(0), error.entry.test.as_deref());
        println!("line {line}: {}, with {}", error.entry.message, test.unwrap_or("no test"));
    }
    println!("{} (results in {})", result.summary.why, result.folder.display());
    Ok(())
}
