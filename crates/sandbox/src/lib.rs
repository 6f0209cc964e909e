//! Runs a program that is not trusted.
//!
//! It has no network and no terminal, writes only below its scratch folder (its working directory), sees a
//! clean environment, starts no other program or process, cannot gain privileges, and is stopped when it
//! exceeds its time, its memory or its process limit, or when we end. It reads the system's programs and
//! libraries, what its [`Job`] names, and its scratch folder; as the user who we are, or as `nobody` if that is
//! root. What does all this is a list of [`Rule`]s, each of which is tested by hostile programs.
//!
//! There are two ways to get there. Namespaces give the program its own network, processes, files
//! and IPC; root makes them directly and then becomes `nobody`, others need user namespaces. Where
//! the kernel allows neither, Landlock alone guards the files, and more is left to the filter of system
//! calls. Without any of these, nothing is run. [`Sandbox::missing`] says which rules do not hold
//! on this machine, and why.

mod calls;
mod cgroup;
mod child;
mod confine;
mod filter;
mod landlock;
mod mount_attributes;
mod report;
mod rules;
mod run;
mod scratch;
mod usage;
mod view;
mod watch;

pub use confine::{
    Access, ConfineError, ConfinedLimits, Confinement, Means, Toolchain, end_with_parent,
    find_program,
};
pub use rules::{Rule, Rules};

use cgroup::Cgroup;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
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

impl Isolation {
    /// The strongest first.
    pub const ALL: [Isolation; 3] =
        [Isolation::Namespaces, Isolation::UserNamespaces, Isolation::Landlock];
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
    #[error("the work had to end before the native run did")]
    Stopped,
}

/// What is kept of each output of a program, unless its limits say otherwise.
pub const OUTPUT_BYTES: usize = 1 << 20;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub wall_time: Duration,
    /// In whole seconds, rounded up.
    pub cpu_time: Duration,
    /// Of all its processes. Until it starts, its process is a copy of ours, which may have more. Address
    /// space cannot be limited: sanitizers reserve terabytes of it.
    pub memory_bytes: u64,
    /// Of each file that it writes.
    pub file_bytes: u64,
    /// Of all files in the scratch folder. They may lie in memory, and come on top of its own.
    pub disk_bytes: u64,
    /// Processes and threads of the account that it runs as.
    pub threads: u64,
    /// What is kept of each of its two outputs; the rest is counted and thrown away.
    pub output_bytes: usize,
    /// What is kept of its reports, half of it of their end.
    pub report_bytes: usize,
    pub stack_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            wall_time: Duration::from_secs(10),
            cpu_time: Duration::from_secs(10),
            memory_bytes: 1 << 30,
            file_bytes: 64 << 20,
            disk_bytes: 128 << 20,
            threads: 256,
            output_bytes: OUTPUT_BYTES,
            report_bytes: 2 << 20,
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
    /// An empty folder, which becomes the working directory and the only place to write to. Nothing of what the
    /// program writes there is left afterwards. It and the folders above must be accessible to `nobody` if this
    /// process is root.
    pub scratch: &'a Path,
    /// Files and folders that the program may read, beside those of the system.
    pub readable: &'a [PathBuf],
    /// An open file that the program gets as descriptor 3.
    pub file: Option<BorrowedFd<'a>>,
    /// The name of an environment variable, which tells the program the number of a descriptor for
    /// [`Finished::report`].
    pub report: Option<&'a str>,
    pub limits: Limits,
    /// Allow what the leak checker of AddressSanitizer needs: tracing and a process that shares the
    /// program's memory.
    pub allow_tracing: bool,
    /// Rules that do not hold for this run. Only tests have a reason for that: they show that each is
    /// needed.
    pub left_out: Rules,
}

impl<'a> Job<'a> {
    /// With usual limits, and all rules.
    pub fn new(program: &'a Path, scratch: &'a Path) -> Job<'a> {
        Job {
            program,
            args: &[],
            environment: &[],
            scratch,
            readable: &[],
            file: None,
            report: None,
            limits: Limits::default(),
            allow_tracing: false,
            left_out: Rules::NONE,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    TimedOut,
    OutOfMemory,
    /// The files in its scratch folder were too large together, or too many.
    OutOfDisk,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub ended: Ended,
    pub stdout: Vec<u8>,
    /// How many bytes it has written there; more than `stdout` has if they did not fit.
    pub stdout_bytes: u64,
    /// SHA-256 of all of them.
    pub stdout_digest: [u8; 32],
    pub stderr: Vec<u8>,
    /// What came through the descriptor of [`Job::report`].
    pub report: Vec<u8>,
}

/// A way to run programs that was seen to work on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Sandbox {
    isolation: Isolation,
    rules: Rules,
}

/// A rule that does not hold here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    pub rule: Rule,
    pub why: String,
}

impl Sandbox {
    /// The strongest isolation that works here; found out once per process.
    pub fn detect() -> Result<Sandbox, SandboxError> {
        static FOUND: OnceLock<Result<Sandbox, SandboxError>> = OnceLock::new();
        let find = || {
            let mut reasons = Vec::new();
            for isolation in Isolation::ALL {
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
        let belongs = |rule: &Rule| rule.belongs_to(isolation) && why_missing(*rule).is_none();
        let rules: Rules = Rule::ALL.into_iter().filter(belongs).collect();
        let sandbox = Sandbox { isolation, rules };
        sandbox.hand_over(scratch.path())?;
        let job = Job::new(Path::new("/usr"), scratch.path());
        if isolation == Isolation::Landlock {
            landlock::is_enough_alone().map_err(SandboxError::Failed)?;
        }
        match sandbox.carry_out(&job, true) {
            Ok(_) => Ok(sandbox),
            // A filter above ours may have the only listener that there can be.
            Err(error) => {
                let rules = rules.without([Rule::OneProgram].into_iter().collect());
                let sandbox = Sandbox { isolation, rules };
                sandbox.carry_out(&job, true).map(|_| sandbox).map_err(|_| error)
            }
        }
    }

    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// The stronger isolations that do not work here, and why.
    pub fn stronger(&self) -> Vec<(Isolation, String)> {
        let stronger = Isolation::ALL.into_iter().take_while(|&other| other != self.isolation);
        let why = |other| Some((other, Sandbox::with(other).err()?.to_string()));
        stronger.filter_map(why).collect()
    }

    /// The rules that hold here.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The rules that do not hold here, and why.
    pub fn missing(&self) -> Vec<Missing> {
        let missing = Rules::all().without(self.rules);
        let because = |rule: Rule| {
            if !rule.belongs_to(self.isolation) {
                return match rule {
                    Rule::Account => return None,
                    // Namespaces make them superfluous.
                    Rule::Signals | Rule::Attributes => return None,
                    _ => Some("this takes namespaces".to_owned()),
                };
            }
            let unknown = "another filter has the only listener".to_owned();
            Some(why_missing(rule).unwrap_or(unknown))
        };
        missing.iter().filter_map(|rule| Some(Missing { rule, why: because(rule)? })).collect()
    }

    /// Makes a folder one that programs in the sandbox may write to.
    pub fn hand_over(&self, folder: &Path) -> Result<(), SandboxError> {
        if !self.rules.contains(Rule::Account) {
            return Ok(());
        }
        std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY)).map_err(|error| {
            SandboxError::Failed(format!("cannot give {} away: {error}", folder.display()))
        })
    }

    /// Runs a program to its end or to that of its limits.
    pub fn run(&self, job: &Job<'_>) -> Result<Finished, SandboxError> {
        self.carry_out(job, false)
    }
}

/// Which version of Landlock the kernel has; 0 if it has none.
pub fn landlock_version() -> i64 {
    landlock::version().unwrap_or(0)
}

/// Why a rule cannot hold on this machine, as far as that is known before.
fn why_missing(rule: Rule) -> Option<String> {
    match rule {
        Rule::Landlock => landlock::version().err().map(|error| error.to_string()),
        Rule::Cgroup => Cgroup::new(Limits::default().memory_bytes).err(),
        _ => None,
    }
}

/// Whether programs run as another account than ours: root becomes `nobody`. A user namespace that
/// we make ourselves knows no other account.
fn runs_as_nobody(isolation: Isolation) -> bool {
    isolation != Isolation::UserNamespaces && own_account().0 == 0
}

fn own_account() -> (u32, u32) {
    // SAFETY: reads two numbers.
    unsafe { (libc::geteuid(), libc::getegid()) }
}
