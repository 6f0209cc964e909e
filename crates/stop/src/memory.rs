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
    own_resident_bytes() + children_bytes()
}

/// Of a process, by its folder below /proc.
pub(crate) fn resident_bytes_of(process: &str) -> u64 {
    resident_bytes(&std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default())
}

/// Of this process; allocates nothing, since the allocator asks.
pub(crate) fn own_resident_bytes() -> u64 {
    let mut text = [0u8; 128];
    // SAFETY: a constant path that ends in zero, a buffer with its length, and a descriptor of our own.
    let length = unsafe {
        let file = libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        let length = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        length
    };
    let text = text.get(..usize::try_from(length).unwrap_or(0)).unwrap_or_default();
    resident_bytes(std::str::from_utf8(text).unwrap_or_default())
}

fn resident_bytes(statm: &str) -> u64 {
    const PAGE_BYTES: u64 = 4096;
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

/// What the process itself may use, as long as its children have what they had when the guard looked last.
static OWN_SHARE: AtomicU64 = AtomicU64::new(u64::MAX);

/// From here on an allocation is worth a look of its own at how much is used.
const HUGE: u64 = 8 << 20;

/// Called with each look: all may use `enough`, and with less than `tight` left memory is tight.
pub(crate) fn looked(own: u64, theirs: u64, enough: u64, tight: u64) {
    let share = enough.saturating_sub(theirs);
    let left = share.saturating_sub(own);
    OWN_SHARE.store(share, Ordering::Relaxed);
    TIGHT.store(tight, Ordering::Relaxed);
    LEFT.store(left, Ordering::Relaxed);
    SHORT.store(left == 0, Ordering::Relaxed);
}

/// Whether it is time to look how much memory is used, and to put states away.
#[inline]
pub fn is_tight() -> bool {
    LEFT.load(Ordering::Relaxed) < TIGHT.load(Ordering::Relaxed)
}

/// The allocator of the process tells of every large allocation that will be filled: between two looks of
/// the guard a program can take gigabytes in large pieces. On a busy machine its last look may be old, so
/// that a huge allocation is preceded by another.
pub fn allocating(bytes: usize) {
    let bytes = bytes as u64;
    let share = OWN_SHARE.load(Ordering::Relaxed);
    let left_now = match bytes >= HUGE && share != u64::MAX {
        true => share.saturating_sub(own_resident_bytes()),
        false => u64::MAX,
    };
    let taken = LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        (left != u64::MAX).then(|| left.min(left_now).saturating_sub(bytes))
    });
    if taken.is_ok_and(|left| left.min(left_now) < bytes) {
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
