//! Landlock as a list of what may be opened, for everything that the kernel's version of it knows: files, TCP,
//! signals and abstract sockets. What is on no rule is refused.

mod program;

pub use program::ProgramRules;

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const CREATE_RULESET_VERSION: u32 = 1;
const RULE_PATH_BENEATH: u32 = 1;

pub const EXECUTE: u64 = 1;
/// Truncating is writing as well.
pub const WRITE_FILE: u64 = 1 << 1 | TRUNCATE;
/// Files and folders.
pub const READ: u64 = 1 << 2 | 1 << 3;
/// But to execute, and to control devices.
pub const EVERYTHING: u64 = !(EXECUTE | CONTROL_DEVICES);

/// Everything that version 1 knows.
const FIRST: u64 = (1 << 13) - 1;
/// Moving between folders.
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const CONTROL_DEVICES: u64 = 1 << 15;
/// What each version of Landlock has added for files.
const ADDED: [(i64, u64); 3] = [(2, REFER), (3, TRUNCATE), (5, CONTROL_DEVICES)];
/// What a rule for a file can say; the others are for folders.
const OF_FILES: u64 = EXECUTE | WRITE_FILE | 1 << 2;

/// Binding and connecting, since version 4.
const ALL_TCP: u64 = 0b11;
/// Abstract sockets and signals, since version 6.
const ALL_SCOPES: u64 = 0b11;

#[repr(C)]
struct RulesetAttributes {
    files: u64,
    network: u64,
    scopes: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent_fd: i32,
}

/// The version that the kernel has.
pub fn version() -> io::Result<i64> {
    // SAFETY: asks for a number; no memory is passed.
    let version = unsafe {
        let nothing = std::ptr::null::<RulesetAttributes>();
        libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0usize, CREATE_RULESET_VERSION)
    };
    if version < 0 { Err(io::Error::last_os_error()) } else { Ok(version) }
}

/// Whether it can guard files where nothing else does, or why not.
pub fn is_enough_alone() -> Result<(), String> {
    const TRUNCATES: i64 = 3;
    match version() {
        Ok(TRUNCATES..) => Ok(()),
        Ok(version) => Err(format!("Landlock has version {version}, and guards no truncation")),
        Err(error) => Err(format!("Landlock: {error}")),
    }
}

/// Rules that are made by one process and applied by it or by its child.
pub struct Ruleset {
    ruleset: OwnedFd,
    handled: u64,
}

impl Ruleset {
    /// Without any rule: nothing may be opened.
    pub fn new() -> io::Result<Ruleset> {
        let version = version()?;
        let added = ADDED.iter().filter(|(since, _)| version >= *since);
        let handled = added.fold(FIRST, |all, (_, right)| all | right);
        let attributes = RulesetAttributes {
            files: handled,
            network: if version >= 4 { ALL_TCP } else { 0 },
            scopes: if version >= 6 { ALL_SCOPES } else { 0 },
        };
        // SAFETY: the attributes are valid, and so is their size: what an older kernel does not know is
        // zero. A new descriptor is owned by nobody.
        let ruleset = unsafe {
            let size = size_of::<RulesetAttributes>();
            let fd = libc::syscall(libc::SYS_landlock_create_ruleset, &attributes, size, 0u32);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd as i32)
        };
        Ok(Ruleset { ruleset, handled })
    }

    pub fn descriptor(&self) -> RawFd {
        self.ruleset.as_raw_fd()
    }

    /// What does not exist, or cannot be reached by us, needs no rule.
    pub fn allow(&self, path: &Path, rights: u64) -> io::Result<()> {
        let Ok(name) = CString::new(path.as_os_str().as_bytes()) else { return Ok(()) };
        if self.allow_here(&name, rights) {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if std::fs::metadata(path).is_err() { Ok(()) } else { Err(error) }
    }

    /// Without allocating.
    pub fn allow_here(&self, path: &CStr, rights: u64) -> bool {
        // SAFETY: a zero-terminated path, valid structures, and a descriptor that is closed here.
        unsafe {
            let fd = libc::open(path.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
            if fd < 0 {
                return false;
            }
            let mut status: libc::stat = std::mem::zeroed();
            let known = libc::fstat(fd, &mut status) == 0;
            let is_folder = status.st_mode & libc::S_IFMT == libc::S_IFDIR;
            let rights = if is_folder { rights } else { rights & OF_FILES };
            let rule = PathBeneath { allowed_access: rights & self.handled, parent_fd: fd };
            let ruleset = self.ruleset.as_raw_fd();
            let call = libc::SYS_landlock_add_rule;
            let added = known && libc::syscall(call, ruleset, RULE_PATH_BENEATH, &rule, 0u32) == 0;
            libc::close(fd);
            added
        }
    }

    /// From here on, for this process and all that it starts. Allocates nothing.
    pub fn apply(&self) -> bool {
        // SAFETY: an open descriptor and a number.
        unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.descriptor(), 0u32) == 0 }
    }
}
