//! Checkpoints: everything that unfinished work needs to go on, in the output folder it was left in.
//!
//! The same for every command: a file that appears whole or not at all (`file.rs`), a stamp that says of which
//! command, program and options it is (`stamp.rs`), when one is due (`pace.rs`), and what a user is told who resumes
//! a folder (`earlier.rs`). What is in it beside the stamp, each command knows.

mod earlier;
mod file;
mod pace;
mod stamp;

pub use earlier::{Earlier, NO_CHECKPOINT, find};
pub use file::{take, write};
pub use pace::Pace;
pub use stamp::Stamp;
