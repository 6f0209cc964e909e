//! What the user hears while a command works: signs of life, notes, the output of the analysed program.

use crate::output::ProgramOutput;
use crate::progress::Progress;
use dunlin_driver::{Event, Watcher};
use std::sync::{Mutex, PoisonError};

pub struct Teller<'t> {
    progress: &'t Progress,
    /// Where the analysed program's standard output goes: `inherit`, `discard` or a file.
    program_output: &'t str,
    /// With `--json` our own standard output is reserved.
    json: bool,
    output: Mutex<Option<ProgramOutput<'t>>>,
}

impl<'t> Teller<'t> {
    pub fn new(progress: &'t Progress, program_output: &'t str, json: bool) -> Teller<'t> {
        Teller { progress, program_output, json, output: Mutex::new(None) }
    }

    /// Nothing more is shown or written. Says what is missing of the program's output.
    pub fn finish(self) {
        self.progress.finish();
        let output = self.output.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut output) = output {
            output.finish();
            if let Some(problem) = &output.problem {
                say!("dunlin: the program's output is not complete: {problem}");
            }
        }
    }
}

impl Watcher for Teller<'_> {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.progress.update(progress),
            Event::Note(note) => say!("dunlin: {note}"),
            Event::Replayed { test, what, .. } => answer!("{}: {what}", test.display()),
            // The end of the command tells them, once and in order.
            Event::PathEnded { .. }
            | Event::Test { .. }
            | Event::Error { .. }
            | Event::Answer(_)
            | Event::Checkpoint => {}
        }
    }

    fn program_begins(&self, goes_on: bool) -> Result<(), String> {
        let opened = ProgramOutput::open(self.program_output, self.json, self.progress, goes_on);
        let opened = opened.map_err(|error| {
            format!("cannot write the program's output to {}: {error}", self.program_output)
        })?;
        *self.output.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
        Ok(())
    }

    fn program_writes(&self, pieces: &[(i32, &[u8])]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(output) = &mut *output {
            pieces.iter().for_each(|(fd, bytes)| output.write(*fd, bytes));
        }
    }
}
