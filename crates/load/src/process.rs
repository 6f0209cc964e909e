//! The parent of the loader process: starts it, listens to it, ends it.
//!
//! Whatever happens to the child (a signal, an exit, a hang, garbage) becomes a [`LoadError`].

use crate::error::LoadError;
use crate::input::reason;
use crate::options::{LoadLimits, LoadOptions};
use crate::protocol::{Answer, CHILD_ARGUMENT, Frame, MAGIC, Request, Task, read_frame};
use dunlin_llvm::{LlvmError, Stage, Version};
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at whether all work must end.
const TICK: Duration = Duration::from_millis(10);

/// How much of the child's standard error is kept.
const STDERR_BYTES: usize = 4096;

/// Has a loader process do something; `loader` is its executable.
pub(crate) fn ask(options: &LoadOptions, task: Task, loader: &Path) -> Result<Answer, LoadError> {
    let unusable = |error: io::Error| LoadError::Loader { reason: reason(&error) };
    let scratch = scratch_folder()?;
    let request = Request { options: options.clone(), task, scratch: scratch.path().to_owned() };
    let request = postcard::to_stdvec(&request)
        .map_err(|error| LoadError::Loader { reason: error.to_string() })?;
    let mut command = Command::new(loader);
    command.arg0("dunlin").arg(CHILD_ARGUMENT);
    // A group of its own, so that the clangs it starts can be stopped together with it.
    command.process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(unusable)?;
    let known = dunlin_stop::Child::with_group(child.id());
    let conversation = converse(&mut child, request, options.limits.time);
    // Nothing is left to say; if it still runs, it has exceeded its time.
    if !conversation.finished {
        known.kill();
    }
    drop(known);
    let status = child.wait().map_err(unusable)?;
    conversation.result(status, options.limits)
}

/// What was heard from a child.
struct Conversation {
    greeted: bool,
    stage: Stage,
    producer: Option<Version>,
    done: Option<Result<Answer, LoadError>>,
    stderr: String,
    /// The child has closed its output in time.
    finished: bool,
    /// All work had to end before.
    stopped: bool,
}

fn converse(child: &mut Child, request: Vec<u8>, time: Duration) -> Conversation {
    let deadline = Instant::now() + time;
    let mut conversation = Conversation {
        greeted: false,
        stage: Stage::Start,
        producer: None,
        done: None,
        stderr: String::new(),
        finished: false,
        stopped: false,
    };
    let (sender, receiver) = mpsc::channel();
    let stdout = child.stdout.take();
    thread::spawn(move || {
        let Some(mut stdout) = stdout else { return };
        // Sending fails only when nobody waits any more.
        let mut magic = [0; MAGIC.len()];
        if stdout.read_exact(&mut magic).is_ok() && &magic == MAGIC {
            while let Some(frame) = read_frame(&mut stdout) {
                if sender.send(Some(frame)).is_err() {
                    return;
                }
            }
            let _ = sender.send(None);
        }
        let _ = io::copy(&mut stdout, &mut io::sink());
    });
    let (stderr_sender, stderr_receiver) = mpsc::channel();
    let stderr = child.stderr.take();
    thread::spawn(move || {
        let text = stderr.map(last_of).unwrap_or_default();
        let _ = stderr_sender.send(text);
    });
    let stdin = child.stdin.take();
    // A whole program may be in it: a child that does not listen must not stop us from looking at the time.
    thread::spawn(move || {
        // A child that has died already is seen below.
        let _ = stdin.map(|mut stdin| stdin.write_all(&request));
    });
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left.min(TICK)) {
            Ok(Some(Frame::Progress(stage, producer))) => {
                conversation.greeted = true;
                (conversation.stage, conversation.producer) = (stage, producer);
            }
            Ok(Some(Frame::Done(result))) => conversation.done = Some(result),
            Ok(None) => conversation.greeted = true,
            Err(RecvTimeoutError::Disconnected) => {
                conversation.finished = true;
                break;
            }
            Err(RecvTimeoutError::Timeout) => {
                conversation.stopped = dunlin_stop::is_asked();
                if conversation.stopped || left.is_zero() {
                    break;
                }
            }
        }
    }
    if conversation.finished {
        let left = deadline.saturating_duration_since(Instant::now());
        conversation.stderr = stderr_receiver.recv_timeout(left).unwrap_or_default();
    }
    conversation
}

impl Conversation {
    fn result(self, status: ExitStatus, limits: LoadLimits) -> Result<Answer, LoadError> {
        let Conversation { greeted, stage, producer, done, stderr, finished, stopped } = self;
        if stopped {
            return Err(LoadError::Stopped { stage });
        }
        if !finished {
            return Err(LoadError::TimedOut { stage, seconds: limits.time.as_secs() });
        }
        if let Some(done) = done
            && status.success()
        {
            return done;
        }
        let how = match (status.signal(), status.code()) {
            (Some(signal), _) => format!("crashed (signal {signal})"),
            (None, Some(code)) if code != 0 => format!("stopped with exit code {code}"),
            _ => "stopped without an answer".to_owned(),
        };
        if !greeted {
            let reason = format!("it {how} before it started to work{}", after_colon(&stderr));
            return Err(LoadError::Loader { reason });
        }
        let newer = producer.filter(|version| version.is_newer_than_supported());
        match (&stage, newer) {
            (Stage::Read(name) | Stage::Verify(name), Some(producer)) => {
                Err(LlvmError::NewerLlvm { name: name.clone(), producer }.into())
            }
            // What Rust says when a thread has used up its stack. LLVM recurses over types and constants.
            _ if stderr.contains("has overflowed its stack") => Err(LoadError::TooDeep { stage }),
            _ => Err(LoadError::Crashed { stage, how, stderr }),
        }
    }
}

fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

/// The last non-empty lines of a stream, read to its end.
fn last_of(mut stream: impl Read) -> String {
    const LINES: usize = 3;
    let mut kept = Vec::new();
    let mut buffer = [0; STDERR_BYTES];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(STDERR_BYTES);
        kept.drain(..excess);
    }
    let text = String::from_utf8_lossy(&kept);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LINES)..].join("; ")
}

/// A folder for whatever is written on the way.
pub(crate) fn scratch_folder() -> Result<tempfile::TempDir, LoadError> {
    tempfile::Builder::new()
        .prefix("dunlin-load-")
        .tempdir()
        .map_err(|error| LoadError::Loader { reason: reason(&error) })
}
