//! A run of Dunlin with everything that it starts: how long, how much memory, what it leaves behind.

use super::cases::{Case, Limit};
use crate::tools;
use anyhow::{Context, Result};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Between two looks.
const TICK: Duration = Duration::from_millis(5);

/// No case may take longer; one that does is ended and has broken its promise.
const MOST: Duration = Duration::from_secs(180);

pub struct Watched {
    pub code: i32,
    /// Since the start, or since the signal.
    pub taken: Duration,
    /// Processor time of Dunlin and of the children that it has waited for.
    pub processor: Duration,
    /// The most memory that Dunlin and all its descendants had together.
    pub peak_bytes: u64,
    /// Processes that were still there half a second later.
    pub left_behind: usize,
    /// What it said last.
    pub said: String,
}

pub fn watch(dunlin: &Path, case: &Case, folder: &Path, temporary: &Path) -> Result<Watched> {
    let before = tools::children_time();
    let mut command = Command::new(dunlin);
    command.args(case.arguments(folder)?).current_dir(folder).env("TMPDIR", temporary);
    let said = folder.join("said");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(fs::File::create(&said)?);
    let mut child = command.spawn().context("cannot start dunlin")?;
    let (pid, mut since) = (child.id(), Instant::now());
    let started = since;
    let mut peak_bytes = 0;
    let mut signalled = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Limit::Signal(signal, after, twice) = case.limit
            && !signalled
            && since.elapsed() >= Duration::from_secs_f64(after)
        {
            signalled = true;
            since = Instant::now();
            send(pid, signal);
            if twice {
                std::thread::sleep(Duration::from_millis(20));
                send(pid, signal);
            }
        }
        if started.elapsed() >= MOST {
            child.kill()?;
        }
        let all = descendants(pid);
        // Only what looks like a new peak is worth the slower look.
        if all.iter().map(|pid| resident_bytes(*pid)).sum::<u64>() > peak_bytes {
            peak_bytes = peak_bytes.max(all.iter().map(|pid| own_part_bytes(*pid)).sum());
        }
        std::thread::sleep(TICK);
    };
    let taken = since.elapsed();
    let processor = tools::children_time().saturating_sub(before);
    std::thread::sleep(Duration::from_millis(500));
    let left_behind = with_folder(temporary);
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(-1);
    let said = fs::read(&said)?;
    let said = String::from_utf8_lossy(&said).lines().last().unwrap_or_default().to_owned();
    Ok(Watched { code, taken, processor, peak_bytes, left_behind, said })
}

fn send(pid: u32, signal: i32) {
    // SAFETY: a child that was not waited for: the id is its own.
    unsafe { libc::kill(pid as libc::pid_t, signal) };
}

/// A process and all below it, but for a child that still runs in its parent's memory: until it starts its
/// program that is the same memory.
fn descendants(root: u32) -> Vec<u32> {
    let mut all = vec![root];
    let mut next = 0;
    while let Some(&pid) = all.get(next) {
        next += 1;
        // Every thread has its own children.
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok());
            all.extend(children.filter(|&child| !have_one_memory(pid, child)));
        }
    }
    all
}

fn have_one_memory(one: u32, other: u32) -> bool {
    const KCMP_VM: libc::c_int = 1;
    // SAFETY: compares what two processes have; touches no memory of ours.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0 }
}

fn resident_bytes(pid: u32) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Memory that several processes have together counts once: a process that was just forked has all of its
/// parent's until it starts another program.
fn own_part_bytes(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// How many processes have this folder for temporary files: those that the run has left behind.
fn with_folder(folder: &Path) -> usize {
    let mark = format!("TMPDIR={}\0", folder.display());
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_ours = |entry: &fs::DirEntry| {
        fs::read(entry.path().join("environ")).is_ok_and(|environment| {
            environment.windows(mark.len()).any(|part| part == mark.as_bytes())
        })
    };
    processes.filter(is_ours).count()
}
