//! Landlock: rules for what the program may open. Most are made before the child starts; the child adds
//! those for what only it can see, before it applies them.

use crate::view;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const CREATE_RULESET_VERSION: u32 = 1;
const RULE_PATH_BENEATH: u32 = 1;

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_FOLDER: u64 = 1 << 3;
/// Everything that version 1 knows.
const FIRST: u64 = (1 << 13) - 1;
/// Since version 2: moving between folders.
const REFER: u64 = 1 << 13;
/// Since version 3.
const TRUNCATE: u64 = 1 << 14;
/// Since version 5.
const CONTROL_DEVICES: u64 = 1 << 15;
/// What a rule for a file can say.
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;

/// Binding and connecting by TCP, since version 4.
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

pub struct Rules {
    ruleset: OwnedFd,
    handled: u64,
}

impl Rules {
    /// Rules for a program, which may be started, and for what it may read.
    pub fn new(program: &Path, readable: &[&Path]) -> io::Result<Rules> {
        let version = version()?;
        let mut handled = FIRST;
        for (since, right) in [(2, REFER), (3, TRUNCATE), (5, CONTROL_DEVICES)] {
            handled |= if version >= since { right } else { 0 };
        }
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
        let rules = Rules { ruleset, handled };
        let read = READ_FILE | READ_FOLDER;
        for path in view::SYSTEM.iter().map(Path::new).chain(readable.iter().copied()) {
            rules.allow(path, read)?;
        }
        rules.allow(program, READ_FILE | EXECUTE)?;
        if let Some(loader) = loader_of(program) {
            rules.allow(Path::new(std::ffi::OsStr::from_bytes(&loader)), READ_FILE | EXECUTE)?;
        }
        for (device, writable) in view::DEVICES {
            let write = if *writable { WRITE_FILE | TRUNCATE } else { 0 };
            rules.allow(Path::new(device), READ_FILE | write)?;
        }
        Ok(rules)
    }

    pub fn descriptor(&self) -> RawFd {
        self.ruleset.as_raw_fd()
    }

    /// What does not exist needs no rule.
    fn allow(&self, path: &Path, rights: u64) -> io::Result<()> {
        let path = CString::new(path.as_os_str().as_bytes())?;
        if self.allow_here(&path, rights)
            || io::Error::last_os_error().kind() == io::ErrorKind::NotFound
        {
            return Ok(());
        }
        Err(io::Error::last_os_error())
    }

    /// Without allocating.
    fn allow_here(&self, path: &CStr, rights: u64) -> bool {
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

    /// In the child, whose `/proc` and scratch folder may be others than ours: makes the rules complete
    /// and applies them. Allocates nothing.
    pub fn apply(&self, scratch: &CStr) -> bool {
        let everything = self.handled & !(EXECUTE | CONTROL_DEVICES);
        // A system without processes in its files is no reason to fail.
        self.allow_here(c"/proc", READ_FILE | READ_FOLDER);
        // SAFETY: an open descriptor and a number.
        self.allow_here(scratch, everything)
            && unsafe {
                libc::syscall(libc::SYS_landlock_restrict_self, self.descriptor(), 0u32) == 0
            }
    }
}

/// The program that loads another one, as the latter names it: the kernel starts it as well.
fn loader_of(program: &Path) -> Option<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    const INTERPRETER: u32 = 3;
    const LONGEST: usize = 4096;
    let file = std::fs::File::open(program).ok()?;
    let mut head = [0; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    let wide = match head {
        [0x7f, b'E', b'L', b'F', 2, 1, ..] => true,
        [0x7f, b'E', b'L', b'F', 1, 1, ..] => false,
        _ => return None,
    };
    let number = |bytes: &[u8], at: usize, size: usize| {
        bytes[at..at + size].iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte))
    };
    let [table, entry_size, count] = match wide {
        true => [number(&head, 32, 8), number(&head, 54, 2), number(&head, 56, 2)],
        false => [number(&head, 28, 4), number(&head, 42, 2), number(&head, 44, 2)],
    };
    let mut entry = [0; 56];
    let used = if wide { 56 } else { 32 };
    for index in 0..count {
        file.read_exact_at(&mut entry[..used], table + index * entry_size).ok()?;
        if number(&entry, 0, 4) == u64::from(INTERPRETER) {
            let [offset, length] = match wide {
                true => [number(&entry, 8, 8), number(&entry, 32, 8)],
                false => [number(&entry, 4, 4), number(&entry, 16, 4)],
            };
            let mut name = vec![0; usize::try_from(length).ok()?.min(LONGEST)];
            file.read_exact_at(&mut name, offset).ok()?;
            let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
            name.truncate(end);
            return Some(name);
        }
    }
    None
}
