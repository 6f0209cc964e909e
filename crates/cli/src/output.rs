//! Where the output of the analysed program goes.

use crate::progress::Progress;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

enum Target {
    Inherit,
    Discard,
    File(BufWriter<File>),
}

/// Standard output goes to the chosen target; standard error to ours unless it is discarded.
pub struct ProgramOutput<'a> {
    target: Target,
    /// With `--json` our own standard output is reserved.
    stdout_taken: bool,
    progress: &'a Progress,
    /// The first write that failed, for instance because the disk is full.
    pub problem: Option<io::Error>,
}

impl<'a> ProgramOutput<'a> {
    /// Where `go_on` says so, a file is written on.
    pub fn open(
        choice: &str,
        stdout_taken: bool,
        progress: &'a Progress,
        go_on: bool,
    ) -> io::Result<Self> {
        let target = match choice {
            "inherit" => Target::Inherit,
            "discard" => Target::Discard,
            file if go_on => {
                let file = File::options().create(true).append(true).open(file)?;
                Target::File(BufWriter::new(file))
            }
            file => Target::File(BufWriter::new(File::create(Path::new(file))?)),
        };
        Ok(ProgramOutput { target, stdout_taken, progress, problem: None })
    }

    pub fn finish(&mut self) {
        if let Target::File(file) = &mut self.target {
            let flushed = file.flush();
            self.note(flushed);
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        // A reader who is gone has enough.
        if let Err(error) = result
            && error.kind() != io::ErrorKind::BrokenPipe
            && self.problem.is_none()
        {
            self.problem = Some(error);
        }
    }
}

impl ProgramOutput<'_> {
    pub fn write(&mut self, fd: i32, bytes: &[u8]) {
        let to_stdout = fd == 1 && !self.stdout_taken;
        let result = match &mut self.target {
            Target::Discard => Ok(()),
            Target::File(file) if fd == 1 => file.write_all(bytes),
            Target::Inherit if to_stdout => self.progress.suspended(|| {
                let mut out = io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }),
            Target::Inherit | Target::File(_) => {
                self.progress.suspended(|| io::stderr().lock().write_all(bytes))
            }
        };
        self.note(result);
    }
}
