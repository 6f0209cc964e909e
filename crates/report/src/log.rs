//! `run.log`: what happened during a run, a line for each event with the seconds since the log was
//! opened. Each line reaches the file at once.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

pub struct RunLog {
    file: File,
    opened: Instant,
}

impl RunLog {
    /// Opens the file to append to it, so that a resumed run goes on in the same log.
    pub fn open(path: &Path) -> io::Result<RunLog> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(RunLog { file, opened: Instant::now() })
    }

    /// Appends an event. The lines of a longer text are indented, so that every event starts with
    /// its time.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let seconds = self.opened.elapsed().as_secs_f64();
        let text = text.trim_end().replace('\n', "\n            ");
        // One write, so that lines of two threads do not mix.
        self.file.write_all(format!("[{seconds:9.3}] {text}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_starts_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.log");
        let mut log = RunLog::open(&path).unwrap();
        log.line("one\n").unwrap();
        log.line("two\nlines").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let starts = text.lines().filter(|line| line.starts_with('[')).count();
        assert_eq!((starts, text.lines().count()), (2, 3), "{text}");
    }
}
