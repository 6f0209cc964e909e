//! Landlock as an allow list for everything that it knows: files, TCP, signals and abstract sockets.

use super::Access;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const CREATE_RULESET_VERSION: u32 = 1;
const RULE_PATH_BENEATH: u32 = 1;

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_FOLDER: u64 = 1 << 3;
/// What the first version knows.
const FIRST: u64 = (1 << 13) - 1;
/// Moving between folders.
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const CONTROL_DEVICES: u64 = 1 << 15;
/// What a rule for a file can have; the others are for folders.
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICES;

/// What each version of Landlock has added for files.
const ADDED: [(libc::c_long, u64); 3] = [(2, REFER), (3, TRUNCATE), (5, CONTROL_DEVICES)];

/// Binding and connecting, since version 4.
const ALL_TCP: u64 = 0b11;
/// Abstract sockets and signals, since version 6.
const ALL_SCOPES: u64 = 0b11;

#[repr(C)]
struct Ruleset {
    files: u64,
    network: u64,
    scopes: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent_fd: i32,
}

pub(super) struct Rules {
    ruleset: OwnedFd,
}

impl Rules {
    pub(super) fn new(access: &Access) -> io::Result<Rules> {
        // SAFETY: asks for a number; no memory is passed.
        let version = unsafe {
            let nothing = std::ptr::null::<Ruleset>();
            let call = libc::SYS_landlock_create_ruleset;
            libc::syscall(call, nothing, 0usize, CREATE_RULESET_VERSION)
        };
        if version < 0 {
            return Err(io::Error::last_os_error());
        }
        let files = ADDED.iter().filter(|(since, _)| version >= *since);
        let files = files.fold(FIRST, |all, (_, added)| all | added);
        let attributes = Ruleset {
            files,
            network: if version >= 4 { ALL_TCP } else { 0 },
            scopes: if version >= 6 { ALL_SCOPES } else { 0 },
        };
        // SAFETY: the attributes are valid, and so is their size: an older kernel accepts what it does
        // not know if it is zero. A new descriptor is owned by nobody.
        let ruleset = unsafe {
            let size = size_of::<Ruleset>();
            let fd = libc::syscall(libc::SYS_landlock_create_ruleset, &attributes, size, 0u32);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd as i32)
        };
        let rules = Rules { ruleset };
        let read = READ_FILE | READ_FOLDER;
        let places = [
            (&access.read, read),
            (&access.execute, read | EXECUTE),
            (&access.write, files & !(EXECUTE | CONTROL_DEVICES)),
        ];
        for (paths, rights) in places {
            for path in paths {
                rules.allow(path, rights)?;
            }
        }
        rules.allow(Path::new("/dev/null"), files & (read | WRITE_FILE | TRUNCATE))?;
        Ok(rules)
    }

    /// What does not exist, or cannot be reached by us, needs no rule.
    fn allow(&self, path: &Path, rights: u64) -> io::Result<()> {
        let Ok(name) = CString::new(path.as_os_str().as_bytes()) else { return Ok(()) };
        // SAFETY: a zero-terminated path; a new descriptor is owned by nobody.
        let place = unsafe {
            let fd = libc::open(name.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
            if fd < 0 {
                return Ok(());
            }
            OwnedFd::from_raw_fd(fd)
        };
        let is_folder = std::fs::File::from(place.try_clone()?).metadata()?.is_dir();
        let allowed_access = if is_folder { rights } else { rights & OF_FILES };
        let rule = PathBeneath { allowed_access, parent_fd: place.as_raw_fd() };
        // SAFETY: both descriptors are open and the rule has the layout that the kernel expects.
        let result = unsafe {
            let fd = self.ruleset.as_raw_fd();
            libc::syscall(libc::SYS_landlock_add_rule, fd, RULE_PATH_BENEATH, &rule, 0u32)
        };
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    pub(super) fn enter(&self) -> io::Result<()> {
        // SAFETY: an open descriptor and a number.
        let result = unsafe {
            libc::syscall(libc::SYS_landlock_restrict_self, self.ruleset.as_raw_fd(), 0u32)
        };
        if result != 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}
