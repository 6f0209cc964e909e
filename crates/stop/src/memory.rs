//! How much memory the process uses.

use crate::children::children_bytes;
use crate::{SHORT, Why, ask};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most so far.
pub fn peak_bytes() -> u64 {
    // SAFETY: `rusage` is plain data for which all zeros is valid, and the call only fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    usage.ru_maxrss as u64 * 1024
}

/// Now, with its children; zero where the system does not tell.
pub fn used_bytes() -> u64 {
    resident_bytes_of("self") + children_bytes()
}

/// Of a process, by its folder below /proc.
pub(crate) fn resident_bytes_of(process: &str) -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE_BYTES
}

/// Half of what the machine has, if the system tells: more would take it from everything else.
pub fn half_of_machine() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 2)
}

/// What may still be allocated until the guard looks again; see [`allocating`].
static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);

/// With less than this left, memory is tight.
static TIGHT: AtomicU64 = AtomicU64::new(0);

/// Called with each look: so much is left, and whether that is little begins here.
pub(crate) fn has_left(bytes: u64, tight: u64) {
    TIGHT.store(tight, Ordering::Relaxed);
    LEFT.store(bytes, Ordering::Relaxed);
    SHORT.store(bytes == 0, Ordering::Relaxed);
}

/// Whether it is time to look how much memory is used, and to put states away.
#[inline]
pub fn is_tight() -> bool {
    LEFT.load(Ordering::Relaxed) < TIGHT.load(Ordering::Relaxed)
}

/// The allocator of the process tells of every large allocation that will be filled: between two looks of
/// the guard a program can take gigabytes in large pieces.
pub fn allocating(bytes: usize) {
    let bytes = bytes as u64;
    let taken = LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        (left != u64::MAX).then(|| left.saturating_sub(bytes))
    });
    if taken.is_ok_and(|left| left < bytes) {
        SHORT.store(true, Ordering::Relaxed);
        ask(Why::Memory);
    }
}

/// The allocator tells of large pieces that are given back: the next one takes their room.
pub fn freeing(bytes: usize) {
    let _ = LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        (left != u64::MAX).then(|| left.saturating_add(bytes as u64).min(u64::MAX - 1))
    });
}
