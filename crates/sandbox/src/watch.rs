//! Watches over a running program: collects its output and stops it at its limits.

use crate::{Ended, Isolation, Limits};
use std::fs::{self, File};
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// How long output may still be read after the end: nobody should hold the pipes any more.
const DRAIN: Duration = Duration::from_millis(500);

pub struct Observed {
    /// Why it was stopped, if it was.
    pub stopped: Option<Ended>,
    /// The wait status of the direct child.
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stdout_bytes: u64,
    pub stderr: Vec<u8>,
}

/// Follows a child to its end. `child` must not have been waited for. `unstarted` is a pipe whose other
/// end only the child has, and which closes when it starts the program.
pub fn watch(
    child: libc::pid_t,
    isolation: Isolation,
    limits: Limits,
    outputs: [OwnedFd; 2],
    unstarted: OwnedFd,
) -> Observed {
    let deadline = Instant::now() + limits.wall_time;
    let handle = open_handle(child);
    let mut pipes = outputs.map(|fd| Pipe {
        file: Some(File::from(fd)),
        kept: Vec::new(),
        limit: limits.output_bytes,
        bytes: 0,
    });
    let mut program = match isolation {
        Isolation::Landlock => Some(child),
        // The direct child is the first process of the namespace, the program its child.
        Isolation::Namespaces | Isolation::UserNamespaces => None,
    };
    let mut has_started = false;
    let mut stopped = None;
    let status = loop {
        if let Some(status) = wait(child) {
            break status;
        }
        if stopped.is_none() {
            // Until then its memory is a copy of ours, however large that is.
            has_started = has_started || is_closed(&unstarted);
            let mut memory = 0;
            if has_started {
                program = program.or_else(|| child_of(child));
                memory = program.map_or(0, resident_bytes);
            }
            if memory > limits.memory_bytes {
                stopped = Some(Ended::OutOfMemory);
            } else if Instant::now() >= deadline {
                stopped = Some(Ended::TimedOut);
            }
            if stopped.is_some() {
                // SAFETY: it was not waited for, so that the id is still its own. The namespace
                // dies with its first process.
                unsafe { libc::kill(child, libc::SIGKILL) };
            }
        }
        read_some(&mut pipes, handle.as_ref(), PERIOD);
    };
    let end = Instant::now() + DRAIN;
    while pipes.iter().any(|pipe| pipe.file.is_some()) && Instant::now() < end {
        read_some(&mut pipes, None, PERIOD);
    }
    let [stdout, stderr] = pipes;
    Observed {
        stopped,
        status,
        stdout: stdout.kept,
        stdout_bytes: stdout.bytes,
        stderr: stderr.kept,
    }
}

struct Pipe {
    file: Option<File>,
    kept: Vec<u8>,
    limit: usize,
    /// How many came, kept or not.
    bytes: u64,
}

impl Pipe {
    /// Takes what is there; the other end has something to say, or is closed.
    fn read(&mut self) {
        let mut buffer = [0; 1 << 16];
        let Some(file) = &mut self.file else { return };
        match file.read(&mut buffer) {
            Ok(0) | Err(_) => self.file = None,
            Ok(count) => {
                let room = self.limit.saturating_sub(self.kept.len()).min(count);
                self.kept.extend_from_slice(&buffer[..room]);
                self.bytes += count as u64;
            }
        }
    }
}

/// Waits until there is output or the child has ended, and reads a piece of each output.
fn read_some(pipes: &mut [Pipe; 2], handle: Option<&OwnedFd>, time: Duration) {
    let descriptor = |fd: i32| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // A negative descriptor is passed over.
    let of_pipe = |pipe: &Pipe| descriptor(pipe.file.as_ref().map_or(-1, AsRawFd::as_raw_fd));
    let mut polled =
        [of_pipe(&pipes[0]), of_pipe(&pipes[1]), descriptor(handle.map_or(-1, AsRawFd::as_raw_fd))];
    let milliseconds = i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
    // SAFETY: an array of valid structures and its length.
    unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, milliseconds) };
    for (pipe, polled) in pipes.iter_mut().zip(polled) {
        if polled.revents != 0 {
            pipe.read();
        }
    }
}

/// Whether nobody holds the other end of a pipe any more.
fn is_closed(pipe: &OwnedFd) -> bool {
    let mut polled = libc::pollfd { fd: pipe.as_raw_fd(), events: 0, revents: 0 };
    // SAFETY: one valid structure.
    unsafe { libc::poll(&mut polled, 1, 0) > 0 && polled.revents & libc::POLLHUP != 0 }
}

/// A descriptor that becomes readable when the process ends; an old kernel has none.
fn open_handle(child: libc::pid_t) -> Option<OwnedFd> {
    // SAFETY: plain numbers; a descriptor that comes back is owned by nobody else.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, child, 0);
        (fd >= 0).then(|| OwnedFd::from_raw_fd(fd as i32))
    }
}

/// The wait status of a child that has ended.
fn wait(child: libc::pid_t) -> Option<i32> {
    let mut status = 0;
    // SAFETY: the status is a valid place. The id is that of a child that was not waited for.
    let result = unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) };
    // An error means that somebody else has waited for it: it has ended in any case.
    (result != 0).then_some(status)
}

/// The only child of a process.
fn child_of(parent: libc::pid_t) -> Option<libc::pid_t> {
    let pids = fs::read_dir("/proc").ok()?.flatten();
    let mut pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.find(|pid: &libc::pid_t| parent_of(*pid) == Some(parent))
}

fn parent_of(pid: libc::pid_t) -> Option<libc::pid_t> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which is in parentheses and may contain anything: state, parent.
    let after_name = &stat[stat.rfind(')')? + 1..];
    after_name.split_whitespace().nth(1)?.parse().ok()
}

fn resident_bytes(pid: libc::pid_t) -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE_BYTES
}
