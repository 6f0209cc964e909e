//! What a program uses: the memory of all its processes.

use std::fs;

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
