//! What happens beside a hunt: limits, signs of life.

use crate::progress::{Progress, counted, group_digits};
use crate::run::memory::{MemoryLimit, Room};
use dunlin_stop::used_bytes;
use dunlin_target::{Limit, Look, Tally, Watcher};
use std::time::{Duration, Instant};

/// Between two looks at what takes time to see.
const LOOK_EVERY: Duration = Duration::from_millis(20);

pub struct HuntWatcher<'a> {
    pub progress: &'a Progress,
    /// Such as `2 of 3, parse.c:118`.
    pub target: String,
    pub deadline: Option<Instant>,
    pub memory_limit: Option<MemoryLimit>,
    pub looked: Instant,
}

impl Watcher for HuntWatcher<'_> {
    fn look(&mut self, tally: &Tally) -> Look {
        let now = Instant::now();
        if let Some(why) = dunlin_stop::asked() {
            return Look::Stop(why.into());
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Look::Stop(Limit::Time);
        }
        if now.duration_since(self.looked) < LOOK_EVERY && !dunlin_stop::is_tight() {
            return Look::GoOn;
        }
        self.looked = now;
        let memory = used_bytes();
        self.progress.show(&results(&self.target, tally), &costs(tally, memory));
        match self.memory_limit.as_mut().map(|limit| limit.room(memory)) {
            Some(Room::None) => Look::Stop(Limit::Memory),
            Some(Room::Short) => Look::Park,
            Some(Room::Enough) => Look::GoOn,
            Some(Room::Plenty) | None => Look::Room,
        }
    }
}

fn results(target: &str, tally: &Tally) -> String {
    let nearest = match tally.nearest {
        Some(distance) => format!("nearest {} steps away", group_digits(distance)),
        None => "no way seen yet".to_string(),
    };
    format!(
        "{target}: {nearest}, {}, {} dropped, {} climbed, {}",
        counted(tally.states_now, "state"),
        group_digits(tally.dropped),
        counted(tally.climbed, "function"),
        counted(tally.partial_paths, "partial path"),
    )
}

fn costs(tally: &Tally, memory: u64) -> String {
    format!(
        "{}, {}, {} MiB",
        counted(tally.instructions, "instruction"),
        counted(tally.solver_calls, "solver call"),
        group_digits(memory >> 20),
    )
}
