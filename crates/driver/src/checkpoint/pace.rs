//! When checkpoints are written.

use std::time::{Duration, Instant};

/// Between two checkpoints, unless they cost too much.
const EVERY: Duration = Duration::from_secs(10);
/// Checkpoints take at most one part in so many of the time.
pub const SHARE: u32 = 20;

#[derive(Clone, Copy)]
pub struct Pace {
    /// As the user wants it; else [`EVERY`], and longer if that costs too much.
    chosen: Option<Duration>,
    /// When the last checkpoint was there, and when the next one is due.
    last: Instant,
    next: Instant,
}

impl Pace {
    pub fn new(chosen: Option<Duration>, started: Instant) -> Pace {
        Pace { chosen, last: started, next: started + chosen.unwrap_or(EVERY) }
    }

    pub fn is_due(&self, now: Instant) -> bool {
        now >= self.next
    }

    /// How long writing the next one may take.
    pub fn allowance(&self, now: Instant) -> Duration {
        (now - self.last) / SHARE
    }

    /// One was begun then, and is `written` now or could not be.
    pub fn tried(&mut self, begun: Instant, written: bool) {
        let now = Instant::now();
        if written {
            self.last = now;
        }
        self.next = now + self.chosen.unwrap_or_else(|| EVERY.max((now - begun) * SHARE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_done_less_often() {
        let started = Instant::now();
        let mut pace = Pace::new(None, started);
        assert!(!pace.is_due(started) && pace.is_due(started + EVERY));
        pace.tried(started, true);
        assert!(pace.is_due(Instant::now() + EVERY));
        pace.tried(Instant::now() - Duration::from_secs(9), true);
        assert!(!pace.is_due(Instant::now() + EVERY * 17));
        pace = Pace::new(Some(Duration::from_millis(20)), started);
        pace.tried(Instant::now() - Duration::from_secs(9), true);
        assert!(pace.is_due(Instant::now() + EVERY), "the user's word counts");
    }
}
