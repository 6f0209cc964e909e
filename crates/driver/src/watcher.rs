//! What is told while work goes on.

use dunlin_exec::Output;
use dunlin_report::{Queries, TargetEntry};
use dunlin_results::ErrorKind;
use dunlin_target::Tally;
use std::path::Path;

/// Something that happened.
#[derive(Debug)]
pub enum Event<'e> {
    /// Several times a second.
    Progress(Progress<'e>),
    /// How it ended: the word for it in `paths.txt`.
    PathEnded {
        how: &'e str,
    },
    /// A test was written, or written again: its number.
    Test {
        number: u64,
    },
    /// An error that was not known before: its kind.
    Error {
        kind: ErrorKind,
    },
    /// What is known about a target.
    Answer(&'e TargetEntry),
    /// A test was run natively.
    Replayed {
        test: &'e Path,
        as_recorded: bool,
        what: &'e str,
    },
    Checkpoint,
    /// Something that a person should know.
    Note(&'e str),
}

/// How far the work is.
#[derive(Debug)]
pub enum Progress<'e> {
    Run(&'e RunProgress),
    Hunt(HuntProgress<'e>),
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunProgress {
    /// Paths that ended.
    pub paths: u64,
    /// Distinct errors.
    pub errors: u64,
    /// States alive, or waiting to be worked on.
    pub states: u64,
    pub instructions: u64,
    pub queries: Queries,
    /// Lines covered, of all lines with code.
    pub lines: (u64, u64),
    pub memory_bytes: u64,
}

/// How far the search for a target is.
#[derive(Debug)]
pub struct HuntProgress<'e> {
    /// Such as `2 of 3, parse.c:118`.
    pub target: &'e str,
    pub tally: &'e Tally,
    pub memory_bytes: u64,
}

/// Hears what happens. Events come from several threads.
pub trait Watcher: Sync {
    fn event(&self, _: &Event<'_>) {}

    /// The analysed program may write from now on; `goes_on` if it is that of a run that is resumed. The error
    /// says why its output cannot be taken.
    fn program_begins(&self, _goes_on: bool) -> Result<(), String> {
        Ok(())
    }

    /// What the analysed program writes to its standard output (1) or standard error (2). What one path has
    /// written comes together.
    fn program_writes(&self, _pieces: &[(i32, &[u8])]) {}
}

/// The output of the analysed program, as the engine wants it.
pub(crate) struct ToWatcher<'w>(pub &'w dyn Watcher);

impl Output for ToWatcher<'_> {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        self.0.program_writes(&[(fd, bytes)]);
    }
}

/// Hears nothing.
pub struct Quiet;

impl Watcher for Quiet {}

/// What the program prints is of no interest.
pub(crate) struct Discard;

impl Output for Discard {
    fn write(&mut self, _: i32, _: &[u8]) {}
}
