//! What a program uses: the memory of all its processes, and the files in its scratch folder.

use crate::view::SCRATCH_FILES;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The processes below one.
pub fn processes_below(parent: libc::pid_t) -> Vec<libc::pid_t> {
    let mut found = children_of(parent);
    let mut at = 0;
    // More than any limit allows.
    const MOST: usize = 4096;
    while at < found.len() && found.len() < MOST {
        let children = children_of(found[at]);
        found.extend(children);
        at += 1;
    }
    found
}

fn children_of(parent: libc::pid_t) -> Vec<libc::pid_t> {
    // Any thread can be the one that has started a process.
    let folder = format!("/proc/{parent}/task");
    let threads = fs::read_dir(&folder).into_iter().flatten().flatten();
    let texts: Option<Vec<String>> =
        threads.map(|thread| fs::read_to_string(thread.path().join("children")).ok()).collect();
    match texts {
        Some(texts) => {
            let pids = texts.iter().flat_map(|text| text.split_whitespace());
            pids.filter_map(|pid| pid.parse().ok()).collect()
        }
        None => {
            // A kernel without these lists.
            let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
            let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            pids.filter(|&pid| parent_of(pid) == Some(parent)).collect()
        }
    }
}

fn parent_of(pid: libc::pid_t) -> Option<libc::pid_t> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which is in parentheses and may contain anything: state, parent.
    let after_name = &stat[stat.rfind(')')? + 1..];
    after_name.split_whitespace().nth(1)?.parse().ok()
}

/// Resident and swapped memory of processes, with their page tables. Those that share their memory
/// count once.
pub fn memory_of(processes: &[libc::pid_t]) -> u64 {
    let mut counted: Vec<libc::pid_t> = Vec::new();
    let mut bytes = 0;
    for &pid in processes {
        if !counted.iter().any(|&other| share_memory(pid, other)) {
            counted.push(pid);
            bytes += memory_of_one(pid);
        }
    }
    bytes
}

fn memory_of_one(pid: libc::pid_t) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let counted = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];
    let kibibytes = status.lines().filter_map(|line| {
        let (name, value) = line.split_at_checked(line.find(':')? + 1)?;
        let value = value.trim().strip_suffix("kB")?.trim();
        counted.contains(&name).then(|| value.parse::<u64>().ok()).flatten()
    });
    kibibytes.sum::<u64>() * 1024
}

fn share_memory(one: libc::pid_t, other: libc::pid_t) -> bool {
    const MEMORY: libc::c_int = 1;
    // SAFETY: plain numbers.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, MEMORY, 0usize, 0usize) == 0 }
}

/// Whether the files in a folder, and those that processes hold open without a name, take more than this, or
/// are too many.
pub fn exceeds(folder: &Path, processes: &[libc::pid_t], most_bytes: u64) -> bool {
    let (mut bytes, mut files) = (0, 0);
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Of the entry itself, not of what a link leads to.
            let Ok(metadata) = entry.metadata() else { continue };
            files += 1;
            bytes += metadata.blocks() * 512;
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            if bytes > most_bytes || files > SCRATCH_FILES {
                return true;
            }
        }
    }
    for pid in processes {
        for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            let Ok(metadata) = fs::metadata(entry.path()) else { continue };
            if metadata.is_file() && metadata.nlink() == 0 && is_in(&entry.path(), folder) {
                bytes += metadata.blocks() * 512;
            }
        }
    }
    bytes > most_bytes
}

/// Whether an open file had its name in this folder: the kernel still tells it.
fn is_in(descriptor: &Path, folder: &Path) -> bool {
    fs::read_link(descriptor).is_ok_and(|name| name.starts_with(folder))
}
