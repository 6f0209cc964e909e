//! Landlock: rules that allow writing to a scratch folder only. Made before the child starts, since
//! the child must not allocate.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;

const CREATE_RULESET_VERSION: u32 = 1;
const RULE_PATH_BENEATH: u32 = 1;

const WRITE_FILE: u64 = 1 << 1;
/// Removing, and making files of all kinds.
const CHANGE_FOLDERS: u64 = 0b1_1111_1111 << 4;
/// Since version 2: moving between folders.
const REFER: u64 = 1 << 13;
/// Since version 3.
const TRUNCATE: u64 = 1 << 14;

#[repr(C)]
struct RulesetAttributes {
    handled_access_fs: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent_fd: i32,
}

/// Rules that the child applies to itself.
pub fn rules(scratch: &Path) -> io::Result<OwnedFd> {
    // SAFETY: asks for a number; no memory is passed.
    let version = unsafe {
        let nothing = std::ptr::null::<RulesetAttributes>();
        libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0usize, CREATE_RULESET_VERSION)
    };
    if version < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut all = WRITE_FILE | CHANGE_FOLDERS;
    all |= if version >= 2 { REFER } else { 0 };
    all |= if version >= 3 { TRUNCATE } else { 0 };
    let attributes = RulesetAttributes { handled_access_fs: all };
    // SAFETY: the attributes are valid, and so is their size; a new descriptor is owned by nobody.
    let rules = unsafe {
        let size = size_of::<RulesetAttributes>();
        let fd = libc::syscall(libc::SYS_landlock_create_ruleset, &attributes, size, 0u32);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        OwnedFd::from_raw_fd(fd as i32)
    };
    allow(&rules, scratch, all)?;
    allow(&rules, Path::new("/dev/null"), all & (WRITE_FILE | TRUNCATE))?;
    Ok(rules)
}

fn allow(rules: &OwnedFd, path: &Path, access: u64) -> io::Result<()> {
    let place = File::open(path)?;
    let rule = PathBeneath { allowed_access: access, parent_fd: place.as_raw_fd() };
    // SAFETY: both descriptors are open and the rule has the layout that the kernel expects.
    let result = unsafe {
        let fd = rules.as_raw_fd();
        libc::syscall(libc::SYS_landlock_add_rule, fd, RULE_PATH_BENEATH, &rule, 0u32)
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
