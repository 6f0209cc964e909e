//! A backend in a process of its own, which can be ended at any moment.
//!
//! Solver libraries look at deadlines now and then, but not while they simplify or build circuits: seconds
//! to minutes, gigabytes of memory. In a process of its own a library holds nobody up: when the time is over,
//! work must end or memory is short, the process is ended, the answer is unknown, and the next question
//! starts a new one. The same happens if the library crashes.
//!
//! The process is this executable again; its `main` calls [`serve`] when [`ARGUMENT`] is its first argument. It
//! keeps the terms that it was sent ([`dunlin_term::Sender`]), so that a question costs what is new in it.
//! Starting one takes about ten milliseconds, a question some tens of microseconds more than without it.

mod message;
mod serve;

pub use serve::serve;

use crate::backend::{Answer, Backend, Budget, Reason, Statistics, verify};
use dunlin_term::{Evaluator, Sender, TermId, Terms};
use message::{Asked, Said, Told};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The first argument of the process; the second is the name of the backend.
pub const ARGUMENT: &str = "--solve-in-child";

/// What a backend may take after its deadline to say so itself, which keeps what it knows.
const GRACE: Duration = Duration::from_millis(100);

/// Between two looks at whether work must end.
const TICK_MS: i32 = 10;

/// A backend by name, in a process of its own.
pub struct Apart {
    name: &'static str,
    process: Option<Process>,
    sender: Sender,
    evaluator: Evaluator,
    /// Of processes that have ended.
    before: Statistics,
    /// Of the process that is there.
    now: Statistics,
}

struct Process {
    /// Dropped first: from then on nobody else looks at the child.
    known: Option<dunlin_stop::Child>,
    child: Child,
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.known.take());
        // One that has ended already is only waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Apart {
    pub fn new(name: &'static str) -> Apart {
        Apart {
            name,
            process: None,
            sender: Sender::default(),
            evaluator: Evaluator::new(),
            before: Statistics::default(),
            now: Statistics::default(),
        }
    }

    /// Ends the process; the next question starts a new one.
    fn end(&mut self) {
        self.process = None;
        self.sender = Sender::default();
        self.before = self.before.with(&std::mem::take(&mut self.now));
    }

    fn start(&mut self) -> io::Result<&mut Process> {
        if self.process.is_none() {
            // Also right when the file was replaced since this process started.
            let mut command = Command::new("/proc/self/exe");
            command.arg0("dunlin").arg(ARGUMENT).arg(self.name);
            // A signal of the terminal is for us alone: we end it. What it prints is of no use to a person.
            command.process_group(0);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let child = command.spawn()?;
            let known = Some(dunlin_stop::Child::expendable(child.id()));
            self.process = Some(Process { known, child });
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }

    fn ask(&mut self, asked: &Asked, budget: Budget) -> Result<Told, Reason> {
        let process = self.start().map_err(|_| Reason::Failure)?;
        let stdin = process.child.stdin.as_mut().ok_or(Reason::Failure)?;
        message::write(stdin, asked).map_err(|_| Reason::Failure)?;
        let stdout = process.child.stdout.as_ref().ok_or(Reason::Failure)?;
        // SAFETY: the descriptor is open as long as the child is ours, and stays the child's.
        let stdout = unsafe { std::os::fd::BorrowedFd::borrow_raw(stdout.as_raw_fd()) };
        let stdout = File::from(stdout.try_clone_to_owned().map_err(|_| Reason::Failure)?);
        let mut stream = Patient { stdout, deadline: budget.deadline, gave_up: None };
        let told = message::read(&mut stream);
        told.map_err(|_| stream.gave_up.unwrap_or(Reason::Failure))
    }
}

/// The answers of a process, as long as there is time to wait for them.
struct Patient {
    stdout: File,
    deadline: Option<Instant>,
    gave_up: Option<Reason>,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut polled =
                libc::pollfd { fd: self.stdout.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one valid structure.
            if unsafe { libc::poll(&mut polled, 1, TICK_MS) } > 0 {
                return self.stdout.read(buffer);
            }
            if dunlin_stop::is_asked() {
                self.gave_up = Some(Reason::Stopped);
            } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline + GRACE) {
                self.gave_up = Some(Reason::Deadline);
            }
            if self.gave_up.is_some() {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
}

impl Backend for Apart {
    fn name(&self) -> &'static str {
        self.name
    }

    fn check(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer {
        let (numbers, pieces) = self.sender.send(terms, constraints);
        let left = budget.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let asked = Asked { pieces, constraints: numbers, conflicts: budget.conflicts, left };
        let told = match self.ask(&asked, budget) {
            Ok(told) => told,
            Err(reason) => {
                self.end();
                let answer = Answer::Unknown(reason);
                self.before.count(&answer);
                return answer;
            }
        };
        self.now = told.statistics;
        match told.said {
            Said::Unsat => Answer::Unsat,
            Said::Unknown(reason) => Answer::Unknown(reason.into_reason()),
            Said::Sat(values) => {
                let model = values.into_model();
                // Again, with the terms as they are here.
                match verify(&mut self.evaluator, terms, constraints, &model) {
                    Ok(()) => Answer::Sat(model),
                    Err(reason) => Answer::Unknown(reason),
                }
            }
        }
    }

    /// The process knows terms by numbers of its own: a new one is cheaper than telling it what has gone.
    fn forget(&mut self) {
        self.end();
    }

    fn statistics(&self) -> Statistics {
        self.before.with(&self.now)
    }
}
