//! Watches over a running program: collects its output and stops it at its limits.

use crate::rules::{Rule, Rules};
use crate::scratch;
use crate::usage;
use crate::{Ended, Limits};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often memory is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// The scratch folder is looked at with every so many looks at memory.
const DISK_LOOKS: u32 = 5;

/// How long output may still be read after the end: nobody should hold the pipes any more.
const DRAIN: Duration = Duration::from_millis(500);

/// What is watched.
pub struct Watched<'a> {
    /// The first process of the sandbox, which must not have been waited for. The program and whatever
    /// it starts are below it.
    pub child: libc::pid_t,
    pub rules: Rules,
    pub limits: Limits,
    /// The folder on disk, if nothing but watching limits it.
    pub scratch: Option<&'a Path>,
    /// A pipe whose other end only the child has, and which closes when it starts the program.
    pub unstarted: OwnedFd,
}

/// The reading ends of what the program writes.
pub struct Outputs {
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    pub report: OwnedFd,
}

pub struct Observed {
    /// Why it was stopped, if it was.
    pub stopped: Option<Ended>,
    /// It was ended because all work must end.
    pub given_up: bool,
    /// The wait status of the direct child.
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stdout_bytes: u64,
    pub stdout_digest: [u8; 32],
    pub stderr: Vec<u8>,
    pub report: Vec<u8>,
}

/// Follows a child to its end. `kill` ends it and all that it has started.
pub fn watch(watched: &Watched<'_>, outputs: Outputs, kill: impl Fn()) -> Observed {
    let Watched { child, rules, limits, .. } = *watched;
    let deadline = Instant::now() + limits.wall_time;
    let handle = open_handle(child);
    let output_bytes = if rules.contains(Rule::Output) { limits.output_bytes } else { usize::MAX };
    let report_bytes = if rules.contains(Rule::Report) { limits.report_bytes } else { usize::MAX };
    let mut pipes = [
        Pipe::new(outputs.stdout, output_bytes, 0),
        Pipe::new(outputs.stderr, output_bytes, 0),
        Pipe::new(outputs.report, report_bytes / 2, report_bytes / 2),
    ];
    let mut usage = Usage { has_started: false, next: Instant::now(), looks: 0 };
    let mut stopped = None;
    let mut given_up = false;
    let status = loop {
        if let Some(status) = wait(child) {
            break status;
        }
        if stopped.is_none() {
            stopped = usage.too_much(watched);
            if stopped.is_none() && rules.contains(Rule::Time) && Instant::now() >= deadline {
                stopped = Some(Ended::TimedOut);
            }
            given_up = dunlin_stop::is_asked();
            if stopped.is_some() || given_up {
                kill();
            }
        }
        read_some(&mut pipes, handle.as_ref(), PERIOD);
    };
    let end = Instant::now() + DRAIN;
    while pipes.iter().any(|pipe| pipe.file.is_some()) && Instant::now() < end {
        read_some(&mut pipes, None, PERIOD);
    }
    let [stdout, stderr, report] = pipes;
    Observed {
        stopped,
        given_up,
        status,
        stdout_bytes: stdout.bytes,
        stdout_digest: stdout.digest.clone().finalize().into(),
        stdout: stdout.kept(),
        stderr: stderr.kept(),
        report: report.kept(),
    }
}

struct Usage {
    has_started: bool,
    /// When to look again: output may wake us much more often.
    next: Instant,
    looks: u32,
}

impl Usage {
    /// Why the program has to be stopped, if it has.
    fn too_much(&mut self, watched: &Watched<'_>) -> Option<Ended> {
        let Watched { child, rules, limits, scratch: folder, ref unstarted } = *watched;
        // Until then its memory is a copy of ours, however large that is.
        self.has_started = self.has_started || is_closed(unstarted);
        if !self.has_started || Instant::now() < self.next {
            return None;
        }
        self.next = Instant::now() + PERIOD;
        self.looks += 1;
        let processes = usage::processes_below(child);
        if rules.contains(Rule::Memory) && usage::memory_of(&processes) > limits.memory_bytes {
            return Some(Ended::OutOfMemory);
        }
        let folder = folder.filter(|_| rules.contains(Rule::Disk));
        let folder = folder.filter(|_| self.looks.is_multiple_of(DISK_LOOKS))?;
        scratch::exceeds(folder, &processes, limits.disk_bytes).then_some(Ended::OutOfDisk)
    }
}

/// What comes out of a pipe: the first part is kept, and the last one.
struct Pipe {
    file: Option<File>,
    first: Vec<u8>,
    most_first: usize,
    last: VecDeque<u8>,
    most_last: usize,
    /// How many came, kept or not, and what they were.
    bytes: u64,
    digest: Sha256,
}

impl Pipe {
    fn new(fd: OwnedFd, most_first: usize, most_last: usize) -> Pipe {
        let file = Some(File::from(fd));
        let (first, last) = (Vec::new(), VecDeque::new());
        Pipe { file, first, most_first, last, most_last, bytes: 0, digest: Sha256::new() }
    }

    /// Takes what is there; the other end has something to say, or is closed.
    fn read(&mut self) {
        let mut buffer = [0; 1 << 16];
        let Some(file) = &mut self.file else { return };
        match file.read(&mut buffer) {
            Ok(0) | Err(_) => self.file = None,
            Ok(count) => {
                let room = self.most_first.saturating_sub(self.first.len()).min(count);
                self.first.extend_from_slice(&buffer[..room]);
                let rest = &buffer[room..count];
                let rest = &rest[rest.len().saturating_sub(self.most_last)..];
                let above = (self.last.len() + rest.len()).saturating_sub(self.most_last);
                self.last.drain(..above);
                self.last.extend(rest);
                self.bytes += count as u64;
                self.digest.update(&buffer[..count]);
            }
        }
    }

    fn kept(mut self) -> Vec<u8> {
        self.first.extend(self.last);
        self.first
    }
}

/// Waits until there is output or the child has ended, and reads a piece of each output.
fn read_some(pipes: &mut [Pipe; 3], handle: Option<&OwnedFd>, time: Duration) {
    let descriptor = |fd: i32| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // A negative descriptor is passed over.
    let of_pipe = |pipe: &Pipe| descriptor(pipe.file.as_ref().map_or(-1, AsRawFd::as_raw_fd));
    let handle = descriptor(handle.map_or(-1, AsRawFd::as_raw_fd));
    let mut polled = [of_pipe(&pipes[0]), of_pipe(&pipes[1]), of_pipe(&pipes[2]), handle];
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
pub fn open_handle(process: libc::pid_t) -> Option<OwnedFd> {
    // SAFETY: plain numbers; a descriptor that comes back is owned by nobody else.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, process, 0);
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
