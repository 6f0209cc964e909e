//! The protection around LLVM: the load runs in a child process, under limits.
//!
//! The child is an executable that calls [`serve_child`] when [`CHILD_ARGUMENT`] is its first
//! argument. It gets a [`Request`] on standard input and answers on standard output with a magic
//! and frames: what it does at the moment, and at the end the module or an error. Whatever else
//! happens to it (a signal, an exit, a hang, garbage), the parent turns into a [`LoadError`].

use crate::access;
use crate::bitstream::Version;
use crate::error::{LoadError, Stage};
use crate::input::reason;
use crate::instrument::{InstrumentOptions, Instrumented};
use crate::options::{LoadLimits, LoadOptions};
use crate::pipeline::{self, broken};
use dunlin_ir::Module;
use dunlin_ir::pass::check;
use dunlin_ir::regions::Sources;
use dunlin_sandbox::Confinement;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The first argument of a loader child.
pub const CHILD_ARGUMENT: &str = "--load-in-child";

const MAGIC: &[u8; 8] = b"DUNLIN01";

/// LLVM and the lowering recurse on nested types, constants and metadata.
const CHILD_STACK_BYTES: usize = 256 << 20;

/// Between two looks at whether all work must end.
const TICK: Duration = Duration::from_millis(10);

/// How much of the child's standard error is kept.
const STDERR_BYTES: usize = 4096;

#[derive(Serialize, Deserialize)]
struct Request {
    options: LoadOptions,
    task: Task,
    scratch: PathBuf,
}

/// What the child is to make of the program.
#[derive(Serialize, Deserialize)]
enum Task {
    Load,
    Instrument(InstrumentOptions),
    Sources,
}

#[derive(Serialize, Deserialize)]
enum Answer {
    Loaded(Module),
    Instrumented(Instrumented),
    Sources(Sources),
}

#[derive(Serialize, Deserialize)]
enum Frame {
    /// What comes next, and which LLVM wrote the file that it concerns.
    Progress(Stage, Option<Version>),
    Done(Result<Answer, LoadError>),
}

/// Loads a program, with LLVM in a child that is this same executable: its `main` must call
/// [`serve_child`] when its first argument is [`CHILD_ARGUMENT`].
pub fn load(options: &LoadOptions) -> Result<Module, LoadError> {
    // Also right when the file was replaced since this process started.
    load_with(options, Path::new("/proc/self/exe"))
}

/// Like [`load`], with another executable as the loader child.
pub fn load_with(options: &LoadOptions, loader: &Path) -> Result<Module, LoadError> {
    match ask(options, Task::Load, loader)? {
        Answer::Loaded(mut module) => {
            // In every build: what comes from another process is looked at before anybody relies on it.
            check("the loader process", &module).map_err(broken)?;
            access::locate_texts(options, &mut module);
            Ok(module)
        }
        _ => Err(wrong_answer()),
    }
}

/// Makes the bitcode of a program that tells what it does when it runs natively, in a child that is
/// this same executable, like [`load`].
pub fn instrument(
    options: &LoadOptions,
    instrument: &InstrumentOptions,
) -> Result<Instrumented, LoadError> {
    instrument_with(options, instrument, Path::new("/proc/self/exe"))
}

/// Like [`instrument`], with another executable as the loader child.
pub fn instrument_with(
    options: &LoadOptions,
    instrument: &InstrumentOptions,
    loader: &Path,
) -> Result<Instrumented, LoadError> {
    match ask(options, Task::Instrument(instrument.clone()), loader)? {
        Answer::Instrumented(instrumented) => Ok(instrumented),
        _ => Err(wrong_answer()),
    }
}

/// What can be known of the program's sources beside its code, in a child that is this same
/// executable, like [`load`].
pub fn sources(options: &LoadOptions) -> Result<Sources, LoadError> {
    match ask(options, Task::Sources, Path::new("/proc/self/exe"))? {
        Answer::Sources(sources) => Ok(sources),
        _ => Err(wrong_answer()),
    }
}

fn wrong_answer() -> LoadError {
    LoadError::Internal("the loader has answered another question".to_owned())
}

fn ask(options: &LoadOptions, task: Task, loader: &Path) -> Result<Answer, LoadError> {
    let unusable = |error: io::Error| LoadError::Loader { reason: reason(&error) };
    let scratch = tempfile::Builder::new().prefix("dunlin-load-").tempdir().map_err(unusable)?;
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
    let conversation = converse(&mut child, &request, options.limits.time);
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

fn converse(child: &mut Child, request: &[u8], time: Duration) -> Conversation {
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
    if let Some(mut stdin) = child.stdin.take() {
        // A child that has died already is seen below.
        let _ = stdin.write_all(request);
    }
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
                Err(LoadError::NewerLlvm { name: name.clone(), producer })
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

fn read_frame(stream: &mut impl Read) -> Option<Frame> {
    let mut length = [0; 8];
    stream.read_exact(&mut length).ok()?;
    let mut bytes = Vec::new();
    // Grows with what really arrives: the length may be garbage.
    stream.take(u64::from_le_bytes(length)).read_to_end(&mut bytes).ok()?;
    postcard::from_bytes(&bytes).ok()
}

fn write_frame(stream: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let bytes = postcard::to_stdvec(frame).map_err(io::Error::other)?;
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(&bytes)?;
    stream.flush()
}

/// What a loader child runs: serves one request and ends the process.
pub fn serve_child() -> ! {
    let status = match serve() {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the loader cannot serve: {error}");
            1
        }
    };
    // Without LLVM's global destructors, which nobody needs and which may trip over a damaged
    // module.
    // SAFETY: ends the process, with nothing left to flush.
    unsafe { libc::_exit(status) }
}

fn serve() -> io::Result<()> {
    let mut stdout = take_stdout()?;
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    let request = postcard::from_bytes(&request).map_err(io::Error::other)?;
    let Request { options, task, scratch } = request;
    limit_resources(options.limits);
    stdout.write_all(MAGIC)?;
    write_frame(&mut stdout, &Frame::Progress(Stage::Start, None))?;
    if let Err(error) = confine(&options, &scratch) {
        return write_frame(&mut stdout, &Frame::Done(Err(error)));
    }
    let mut reports = stdout.try_clone()?;
    let worker = thread::Builder::new().stack_size(CHILD_STACK_BYTES).spawn(move || {
        let mut progress = |stage, producer| {
            // If the parent is gone, so are we.
            let _ = write_frame(&mut reports, &Frame::Progress(stage, producer));
        };
        match task {
            Task::Load => pipeline::run(&options, &scratch, &mut progress).map(Answer::Loaded),
            Task::Instrument(instrument) => {
                pipeline::run_instrumenting(&options, &instrument, &scratch, &mut progress)
                    .map(Answer::Instrumented)
            }
            Task::Sources => {
                pipeline::run_sources(&options, &scratch, &mut progress).map(Answer::Sources)
            }
        }
    })?;
    let result = worker.join().unwrap_or_else(|panic| Err(LoadError::Internal(text_of(&*panic))));
    write_frame(&mut stdout, &Frame::Done(result))
}

/// From here on, this process and the clangs that it starts read only what [`access`] says.
fn confine(options: &LoadOptions, scratch: &Path) -> Result<(), LoadError> {
    let access = access::of_load(options, scratch);
    Confinement::new(&access, access::limits(options))
        .and_then(|confinement| confinement.enter())
        .map_err(|error| LoadError::Unconfined { reason: error.to_string() })
}

/// The answer channel; after this, whatever LLVM prints goes to standard error. Descriptors that the
/// user's shell has left open in us are closed.
fn take_stdout() -> io::Result<File> {
    // SAFETY: only file descriptors are touched, none of which is in use here yet; the new one is owned
    // by nobody else.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0u32);
        let own = libc::fcntl(1, libc::F_DUPFD_CLOEXEC, 3);
        if own < 0 || libc::dup2(2, 1) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from_raw_fd(own))
    }
}

/// Damaged input may ask for absurd amounts of memory or loop for ever; a child without a parent is
/// of no use. A limit that cannot be set is left out: the parent watches the time as well.
fn limit_resources(limits: LoadLimits) {
    let seconds = limits.time.as_secs().saturating_add(5);
    let limit = |resource, value: u64| {
        let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
        // SAFETY: the limit is a valid structure.
        unsafe { libc::setrlimit(resource, &limit) };
    };
    limit(libc::RLIMIT_AS, limits.memory_bytes);
    limit(libc::RLIMIT_CPU, seconds);
    limit(libc::RLIMIT_CORE, 0);
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
