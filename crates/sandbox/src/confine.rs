//! Confines compilers and whatever else reads a program that is not trusted: a source decides what
//! its compiler opens (`#include`, `#embed`, `.incbin`), and damaged bitcode may take LLVM over.
//!
//! A confined process, and all that it starts, opens for reading only what its [`Access`] names,
//! writes only below the folders there, has no network, no terminal, no capability but that of
//! reading what it is allowed to read, no way to new privileges, and limits on its memory, its
//! processor time and the files that it writes. It keeps its account, its working directory and its
//! open descriptors below 3.
//!
//! Landlock does this without any privilege. Where the kernel has none, a mount namespace does: there
//! nothing else than what may be read exists. Without either, nothing is confined and the caller is
//! told. What neither hides is said in docs/security.md.

mod calls;
mod mounts;
mod rules;
mod toolchain;

pub use toolchain::{Toolchain, find_program};

use mounts::Mounts;
use rules::Rules;
use std::fmt::{self, Display};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use thiserror::Error;

/// What a confined process may open. A folder stands for everything below it; what does not exist
/// is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    pub read: Vec<PathBuf>,
    /// Also to be executed.
    pub execute: Vec<PathBuf>,
    /// Also to be written, and removed.
    pub write: Vec<PathBuf>,
}

impl Access {
    /// Whether the user has allowed everything to be read.
    fn is_open(&self) -> bool {
        self.read.iter().chain(&self.execute).any(|path| path == Path::new("/"))
    }
}

/// What each confined process may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConfinedLimits {
    pub memory_bytes: u64,
    pub cpu_time: Duration,
    /// Of each file that it writes.
    pub file_bytes: u64,
}

/// What keeps files away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    Landlock,
    /// A mount namespace, inside of a user namespace unless we are root.
    Mounts,
}

impl Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Means::Landlock => "Landlock",
            Means::Mounts => "a mount namespace",
        })
    }
}

#[derive(Debug, Error)]
#[error("{means}: {error}")]
pub struct ConfineError {
    means: Means,
    error: io::Error,
}

enum Guard {
    Landlock(Rules),
    Mounts(Mounts),
    /// Everything may be read, and the kernel has no means.
    Open,
}

/// A confinement that is ready to be entered. Entering allocates nothing, so that it can happen
/// between fork and exec.
pub struct Confinement {
    guard: Guard,
    calls: calls::Filter,
    limits: ConfinedLimits,
}

impl Confinement {
    /// With the best means that the kernel has. A mount namespace is tried only when it is entered.
    pub fn new(access: &Access, limits: ConfinedLimits) -> Result<Confinement, ConfineError> {
        match Confinement::with(Means::Landlock, access, limits) {
            Err(_) if access.is_open() => {
                Ok(Confinement { guard: Guard::Open, calls: calls::filter(), limits })
            }
            Err(_) => Confinement::with(Means::Mounts, access, limits),
            landlock => landlock,
        }
    }

    pub fn with(
        means: Means,
        access: &Access,
        limits: ConfinedLimits,
    ) -> Result<Confinement, ConfineError> {
        let guard = match means {
            Means::Landlock => Rules::new(access).map(Guard::Landlock),
            Means::Mounts => Mounts::new(access).map(Guard::Mounts),
        };
        let guard = guard.map_err(|error| ConfineError { means, error })?;
        Ok(Confinement { guard, calls: calls::filter(), limits })
    }

    /// What keeps files away; nothing if everything may be read and the kernel has no means.
    pub fn means(&self) -> Option<Means> {
        match self.guard {
            Guard::Landlock(_) => Some(Means::Landlock),
            Guard::Mounts(_) => Some(Means::Mounts),
            Guard::Open => None,
        }
    }

    /// Confines this process for good. It must have one thread only.
    pub fn enter(&self) -> Result<(), ConfineError> {
        self.enter_now()
            .map_err(|error| ConfineError { means: self.means().unwrap_or(Means::Landlock), error })
    }

    /// Confines the program that a command starts. It ends when the thread that starts it does.
    pub fn apply(self, command: &mut Command) {
        // SAFETY: what the closure does is system calls on prepared memory.
        unsafe {
            command.pre_exec(move || {
                die_with_parent();
                // Ours are closed in other programs; those that we were started with may not be.
                libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
                self.enter_now()
            });
        }
    }

    fn enter_now(&self) -> io::Result<()> {
        self.limits.apply();
        leave_terminal();
        // SAFETY: plain numbers.
        if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } != 0 {
            return Err(io::Error::last_os_error());
        }
        match &self.guard {
            Guard::Landlock(rules) => rules.enter()?,
            Guard::Mounts(mounts) => mounts.enter()?,
            Guard::Open => {}
        }
        match drop_capabilities().and_then(|()| self.calls.install()) {
            // Whoever allows everything where the kernel can do nothing has said so.
            Err(_) if matches!(self.guard, Guard::Open) => Ok(()),
            result => result,
        }
    }
}

impl ConfinedLimits {
    /// A limit that cannot be set is left out: whoever waits watches the time as well.
    fn apply(&self) {
        let limit = |resource, value: u64| {
            // SAFETY: both structures are valid.
            unsafe {
                let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
                libc::getrlimit(resource, &mut old);
                // What the user has limited further stays so.
                let value = value.min(old.rlim_max);
                let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
                libc::setrlimit(resource, &limit);
            }
        };
        limit(libc::RLIMIT_AS, self.memory_bytes);
        limit(libc::RLIMIT_CPU, self.cpu_time.as_secs().saturating_add(1));
        limit(libc::RLIMIT_FSIZE, self.file_bytes);
        limit(libc::RLIMIT_CORE, 0);
    }
}

/// Makes the program that a command starts end with the thread that has started it.
pub fn end_with_parent(command: &mut Command) {
    // SAFETY: the closure makes one system call.
    unsafe {
        command.pre_exec(|| {
            die_with_parent();
            Ok(())
        });
    }
}

fn die_with_parent() {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Whoever leads a group already cannot begin a session, but can give the terminal up.
fn leave_terminal() {
    // SAFETY: a zero-terminated path, and a descriptor of our own.
    unsafe {
        if libc::setsid() >= 0 {
            return;
        }
        let terminal = libc::open(c"/dev/tty".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        if terminal >= 0 {
            libc::ioctl(terminal, libc::TIOCNOTTY);
            libc::close(terminal);
        }
    }
}

#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapabilityWord {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Keeps only what lets root read the files of others, below the folders that it may read.
fn drop_capabilities() -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    const READ_SEARCH: libc::c_ulong = 2;
    const LAST: libc::c_ulong = 63;
    // SAFETY: valid structures of the layout that this version has, and plain numbers.
    unsafe {
        // Without the right to do this there is none to lose.
        for capability in (0..=LAST).filter(|&capability| capability != READ_SEARCH) {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        let mut header = CapabilityHeader { version: VERSION_3, pid: 0 };
        let mut words = [CapabilityWord::default(); 2];
        if libc::syscall(libc::SYS_capget, &mut header, &mut words) != 0 {
            return Err(io::Error::last_os_error());
        }
        let kept = words[0].permitted & (1 << READ_SEARCH);
        words = [CapabilityWord::default(); 2];
        (words[0].effective, words[0].permitted) = (kept, kept);
        if libc::syscall(libc::SYS_capset, &mut header, &words) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
