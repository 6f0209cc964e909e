//! What happens near the limit of memory.

use dunlin_stop::NEAR;
use std::time::{Duration, Instant};

/// Between two calls for that: it takes a while until one shows.
const PARKING: Duration = Duration::from_millis(10);
/// So many calls may bring the memory not below its limit.
const VAIN_CALLS: u32 = 120;

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
/// room left. Far beyond it the guard of the process ends all work ([`dunlin_stop`]).
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
        if self.called.is_some_and(|called| called.elapsed() < PARKING) {
            return Room::Enough;
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
    }
}
