//! The rules for a program in the sandbox. Most are made before the child starts; the child adds those for what
//! only it can see, before it applies them.

use super::{EVERYTHING, EXECUTE, READ, Ruleset, WRITE_FILE};
use crate::view;
use std::ffi::{CStr, OsStr};
use std::io;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub struct ProgramRules {
    ruleset: Ruleset,
}

impl ProgramRules {
    /// For a program, which may be started, and for what it may read.
    pub fn new(program: &Path, readable: &[&Path]) -> io::Result<ProgramRules> {
        let ruleset = Ruleset::new()?;
        for path in view::SYSTEM.iter().map(Path::new).chain(readable.iter().copied()) {
            ruleset.allow(path, READ)?;
        }
        ruleset.allow(program, READ | EXECUTE)?;
        if let Some(loader) = loader_of(program) {
            ruleset.allow(Path::new(OsStr::from_bytes(&loader)), READ | EXECUTE)?;
        }
        for (device, writable) in view::DEVICES {
            let write = if *writable { WRITE_FILE } else { 0 };
            ruleset.allow(Path::new(device), READ | write)?;
        }
        Ok(ProgramRules { ruleset })
    }

    pub fn descriptor(&self) -> RawFd {
        self.ruleset.descriptor()
    }

    /// In the child, whose `/proc` and scratch folder may be others than ours: makes the rules complete
    /// and applies them. Allocates nothing.
    pub fn apply(&self, scratch: &CStr) -> bool {
        // A system without processes in its files is no reason to fail.
        self.ruleset.allow_here(c"/proc", READ);
        self.ruleset.allow_here(scratch, EVERYTHING) && self.ruleset.apply()
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
