//! The loader process: LLVM runs here, under limits and confined.
//!
//! It is an executable that calls [`serve_child`] when [`crate::CHILD_ARGUMENT`] is its first argument.

use crate::access;
use crate::error::LoadError;
use crate::front_end;
use crate::options::{LoadLimits, LoadOptions};
use crate::protocol::{Answer, Frame, MAGIC, Request, Task, write_frame};
use dunlin_llvm::{Progress, Stage};
use dunlin_sandbox::Confinement;
use std::any::Any;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::FromRawFd;
use std::path::Path;
use std::thread;

/// LLVM and the lowering recurse on nested types, constants and metadata.
const CHILD_STACK_BYTES: usize = 256 << 20;

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
    if let Err(error) = confine(&options, &task, &scratch) {
        return write_frame(&mut stdout, &Frame::Done(Err(error)));
    }
    let mut reports = stdout.try_clone()?;
    let worker = thread::Builder::new().stack_size(CHILD_STACK_BYTES).spawn(move || {
        let mut progress = |stage, producer| {
            // If the parent is gone, so are we.
            let _ = write_frame(&mut reports, &Frame::Progress(stage, producer));
        };
        work(&options, task, &scratch, &mut progress)
    })?;
    let result = worker.join().unwrap_or_else(|panic| Err(LoadError::Internal(text_of(&*panic))));
    write_frame(&mut stdout, &Frame::Done(result))
}

/// Does the work in this process: a damaged input may take it down.
pub(crate) fn work(
    options: &LoadOptions,
    task: Task,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<Answer, LoadError> {
    match task {
        Task::Load => {
            let (front_end, inputs) = front_end::open(options)?;
            front_end
                .load(&inputs, options, scratch, progress)
                .map(|loaded| Answer::Loaded(Box::new(loaded)))
        }
        Task::Instrument(program, instrument) => {
            let front_end = front_end::of(&program)?;
            front_end.instrument(&program, &instrument, progress).map(Answer::Instrumented)
        }
        Task::Sources => {
            let (front_end, inputs) = front_end::open(options)?;
            front_end.sources(&inputs, options, scratch, progress).map(Answer::Sources)
        }
    }
}

/// From here on, this process and the clangs that it starts read only what [`access`] says.
fn confine(options: &LoadOptions, task: &Task, scratch: &Path) -> Result<(), LoadError> {
    let access = match task {
        Task::Load | Task::Sources => access::of_load(options, scratch),
        // The program comes with the request.
        Task::Instrument(..) => access::of_build(options, &[], scratch),
    };
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
