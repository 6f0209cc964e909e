//! How much memory this process uses, and what happens near its limit.

use std::time::{Duration, Instant};

/// The part of the limit from which on states are put away.
const NEAR: f64 = 0.8;
/// Between two calls for that: it takes a while until one shows.
const PARKING: Duration = Duration::from_millis(150);
/// So many calls may bring the memory not below its limit.
const VAIN_CALLS: u32 = 8;

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

/// Now; zero where the system does not tell.
pub fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Half of what the machine has, if the system tells: more would take it from everything else.
pub fn half_of_machine() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 2)
}

/// What to do about memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// Less than half of the limit is used.
    Plenty,
    Enough,
    /// States are to be put away.
    Short,
    /// That did not help.
    None,
}

/// A limit of memory. Near it states are put away, again and again; only when that does not help, there is no
/// room left.
pub struct MemoryLimit {
    limit: u64,
    /// When states were last told to be put away.
    called: Option<Instant>,
    vain: u32,
}

impl MemoryLimit {
    pub fn new(limit: u64) -> MemoryLimit {
        MemoryLimit { limit, called: Some(Instant::now()), vain: 0 }
    }

    /// For one who looks less often: a program may fill the room between two looks, so the first call
    /// comes at once, whatever is used.
    pub fn calling_at_once(limit: u64) -> MemoryLimit {
        MemoryLimit { called: None, ..MemoryLimit::new(limit) }
    }

    /// With so much in use.
    pub fn room(&mut self, used: u64) -> Room {
        if (used as f64) < self.limit as f64 * NEAR {
            self.vain = 0;
            return if used < self.limit / 2 { Room::Plenty } else { Room::Enough };
        }
        if let Some(called) = self.called {
            if used >= self.limit.saturating_add(self.limit / 4) {
                return Room::None;
            }
            if called.elapsed() < PARKING {
                return Room::Enough;
            }
        }
        self.vain = if used >= self.limit { self.vain + 1 } else { 0 };
        if self.vain > VAIN_CALLS {
            return Room::None;
        }
        // What states have left behind is given back, so that the next look sees it.
        // SAFETY: only hands memory that is free already back to the system.
        unsafe { libc::malloc_trim(0) };
        self.called = Some(Instant::now());
        Room::Short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_the_limit_states_are_put_away_and_only_in_vain_it_ends() {
        let mut limit = MemoryLimit::calling_at_once(1000);
        assert_eq!((limit.room(100), limit.room(700)), (Room::Plenty, Room::Enough));
        assert_eq!(limit.room(1300), Room::Short, "the first call comes at once");
        assert_eq!(limit.room(1200), Room::Enough, "not so soon after the last call");
        limit.vain = 0;
        let later = |limit: &mut MemoryLimit| limit.called = limit.called.map(|at| at - PARKING);
        for _ in 0..=VAIN_CALLS {
            later(&mut limit);
            assert_eq!(
                limit.room(1100),
                if limit.vain > VAIN_CALLS { Room::None } else { Room::Short }
            );
        }
        later(&mut limit);
        assert_eq!(limit.room(1100), Room::None);
        assert_eq!(limit.room(400), Room::Plenty);
        let why = "far beyond it there is no time to put anything away";
        assert_eq!(limit.room(1250), Room::None, "{why}");
    }
}
