//! Runs a program that is not trusted.
//!
//! It has no network, writes only below its scratch folder (its working directory), sees a clean
//! environment, starts no other program or process, cannot gain privileges, and is stopped when it
//! exceeds its time, its memory or its process limit, or when we end. It may read what the user may
//! read, if the user is not root, and what anybody may read otherwise.
//!
//! There are two ways to get there. Namespaces give the program its own network, processes, mounts
//! and IPC; root makes them directly and then becomes `nobody`, others need user namespaces. Where
//! the kernel allows neither, Landlock guards the files. In both, a system call filter refuses
//! sockets (one in the file system would reach out of a network namespace), new processes and
//! whatever administers the machine. Without any of these, nothing is run.

mod child;
mod confine;
mod filter;
mod landlock;
mod watch;

pub use confine::{
    Access, ConfineError, ConfinedLimits, Confinement, Means, Toolchain, end_with_parent,
    find_program,
};

use child::{Plan, Report, Stage};
use std::ffi::{CString, OsStr, OsString};
use std::fmt::{self, Display};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use thiserror::Error;

/// The account `nobody`, which root runs programs as.
const NOBODY: u32 = 65534;

/// How a program is kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// Namespaces made by root.
    Namespaces,
    /// Namespaces inside of a user namespace.
    UserNamespaces,
    Landlock,
}

impl Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Isolation::Namespaces => "namespaces",
            Isolation::UserNamespaces => "user namespaces",
            Isolation::Landlock => "Landlock",
        })
    }
}

#[derive(Clone, Debug, Error)]
pub enum SandboxError {
    #[error("no sandbox is available here ({0}), so nothing is run natively")]
    Unavailable(String),
    #[error("the sandbox failed: {0}")]
    Failed(String),
}

/// What is kept of each output of a program, unless its limits say otherwise.
pub const OUTPUT_BYTES: usize = 1 << 20;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub wall_time: Duration,
    /// In whole seconds, rounded up.
    pub cpu_time: Duration,
    /// Resident memory of the program itself. Until it starts, its process is a copy of ours, which may
    /// have more. Address space cannot be limited: sanitizers reserve terabytes of it.
    pub memory_bytes: u64,
    /// Of each file that it writes.
    pub file_bytes: u64,
    /// Processes and threads of the account that it runs as.
    pub threads: u64,
    /// What is kept of each of its two outputs; the rest is counted and thrown away.
    pub output_bytes: usize,
    pub stack_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            wall_time: Duration::from_secs(10),
            cpu_time: Duration::from_secs(10),
            memory_bytes: 1 << 30,
            file_bytes: 64 << 20,
            threads: 256,
            output_bytes: OUTPUT_BYTES,
            stack_bytes: 256 << 20,
        }
    }
}

/// A program to run.
pub struct Job<'a> {
    pub program: &'a Path,
    /// Without the name of the program.
    pub args: &'a [OsString],
    pub environment: &'a [(&'a str, OsString)],
    /// Becomes the working directory and the only place to write to. It and the folders above must
    /// be accessible to `nobody` if this process is root.
    pub scratch: &'a Path,
    /// An open file that the program gets as descriptor 3.
    pub file: Option<BorrowedFd<'a>>,
    pub limits: Limits,
    /// Allow what the leak checker of AddressSanitizer needs: tracing and helper processes of its
    /// own.
    pub allow_tracing: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    TimedOut,
    OutOfMemory,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub ended: Ended,
    pub stdout: Vec<u8>,
    /// How many bytes it has written there; more than `stdout` has if they did not fit.
    pub stdout_bytes: u64,
    pub stderr: Vec<u8>,
}

/// A way to run programs that was seen to work on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Sandbox {
    isolation: Isolation,
}

impl Sandbox {
    /// The strongest isolation that works here; found out once per process.
    pub fn detect() -> Result<Sandbox, SandboxError> {
        static FOUND: OnceLock<Result<Sandbox, SandboxError>> = OnceLock::new();
        let find = || {
            let mut reasons = Vec::new();
            for isolation in [Isolation::Namespaces, Isolation::UserNamespaces, Isolation::Landlock]
            {
                match Sandbox::with(isolation) {
                    Ok(sandbox) => return Ok(sandbox),
                    Err(error) => reasons.push(format!("{isolation}: {error}")),
                }
            }
            Err(SandboxError::Unavailable(reasons.join("; ")))
        };
        FOUND.get_or_init(find).clone()
    }

    /// One kind of isolation, if it works here.
    pub fn with(isolation: Isolation) -> Result<Sandbox, SandboxError> {
        let scratch = tempfile::Builder::new()
            .prefix("dunlin-sandbox-")
            .tempdir()
            .map_err(|error| SandboxError::Failed(error.to_string()))?;
        let sandbox = Sandbox { isolation };
        sandbox.hand_over(scratch.path())?;
        let job = Job {
            program: Path::new(""),
            args: &[],
            environment: &[],
            scratch: scratch.path(),
            file: None,
            limits: Limits::default(),
            allow_tracing: false,
        };
        run(isolation, &job, true)?;
        Ok(sandbox)
    }

    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Makes a folder one that programs in the sandbox may write to.
    pub fn hand_over(&self, folder: &Path) -> Result<(), SandboxError> {
        if !runs_as_nobody(self.isolation) {
            return Ok(());
        }
        std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY)).map_err(|error| {
            SandboxError::Failed(format!("cannot give {} away: {error}", folder.display()))
        })
    }

    /// Runs a program to its end or to that of its limits.
    pub fn run(&self, job: &Job<'_>) -> Result<Finished, SandboxError> {
        run(self.isolation, job, false)
    }
}

/// Whether programs run as another account than ours: root becomes `nobody`. A user namespace that
/// we make ourselves knows no other account.
fn runs_as_nobody(isolation: Isolation) -> bool {
    // SAFETY: reads a number.
    isolation != Isolation::UserNamespaces && unsafe { libc::geteuid() == 0 }
}

fn failed(what: &str) -> impl Fn(io::Error) -> SandboxError + '_ {
    move |error| SandboxError::Failed(format!("{what}: {error}"))
}

fn c_string(text: &OsStr) -> Result<CString, SandboxError> {
    CString::new(text.as_bytes())
        .map_err(|_| SandboxError::Failed(format!("a zero byte in {}", text.display())))
}

/// With `rehearse`, everything is done but starting the program.
fn run(isolation: Isolation, job: &Job<'_>, rehearse: bool) -> Result<Finished, SandboxError> {
    let mut argv = vec![c_string(job.program.as_os_str())?];
    for arg in job.args {
        argv.push(c_string(arg)?);
    }
    let mut environment = Vec::new();
    for (name, value) in job.environment {
        let mut entry = OsString::from(format!("{name}="));
        entry.push(value);
        environment.push(c_string(&entry)?);
    }
    let null = std::fs::File::open("/dev/null").map_err(failed("/dev/null"))?;
    let (stdout, stdout_end) = pipe()?;
    let (stderr, stderr_end) = pipe()?;
    let (unstarted, unstarted_end) = pipe()?;
    let rules = match isolation {
        Isolation::Landlock => Some(landlock::rules(job.scratch).map_err(failed("Landlock"))?),
        _ => None,
    };
    let report = Report::new().map_err(failed("shared memory"))?;
    let mut plan = Plan::new(Plan {
        isolation,
        rehearse,
        as_nobody: runs_as_nobody(isolation),
        scratch: c_string(job.scratch.as_os_str())?,
        argv,
        environment,
        stdin: null.as_raw_fd(),
        stdout: stdout_end.as_raw_fd(),
        stderr: stderr_end.as_raw_fd(),
        file: job.file.map(|file| file.as_raw_fd()),
        rules: rules.as_ref().map(AsRawFd::as_raw_fd),
        filter: filter::program(isolation == Isolation::Landlock, job.allow_tracing),
        limits: job.limits,
        argv_pointers: Vec::new(),
        environment_pointers: Vec::new(),
    });
    let child = child::start(&mut plan, &report).map_err(failed("starting a process"))?;
    drop((stdout_end, stderr_end, unstarted_end));
    let observed = watch::watch(child, isolation, job.limits, [stdout, stderr], unstarted);
    if let Some((stage, error)) = report.failure() {
        let what = match stage {
            Stage::Exec => format!("cannot start {}", job.program.display()),
            other => format!("cannot {other}"),
        };
        return Err(SandboxError::Failed(format!("{what}: {error}")));
    }
    let watch::Observed { stopped, status, stdout, stdout_bytes, stderr } = observed;
    let ended = stopped.unwrap_or_else(|| match report.status().unwrap_or(status) {
        status if libc::WIFSIGNALED(status) => Ended::Signal(libc::WTERMSIG(status)),
        status => Ended::Exit(libc::WEXITSTATUS(status)),
    });
    // The kernel's own stop for too much processor time.
    let ended = if ended == Ended::Signal(libc::SIGXCPU) { Ended::TimedOut } else { ended };
    Ok(Finished { ended, stdout, stdout_bytes, stderr })
}

/// The reading and the writing end, closed in other programs.
fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = io::pipe().map_err(failed("a pipe"))?;
    Ok((reader.into(), writer.into()))
}
