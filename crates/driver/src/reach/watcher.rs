//! What happens beside a hunt: limits, signs of life.

use super::saving::Saving;
use crate::memory_limit::{MemoryLimit, Room};
use crate::stop::Stop;
use crate::watcher::{Event, HuntProgress, Progress, Watcher};
use dunlin_results::StopReason;
use dunlin_stop::used_bytes;
use dunlin_target::{Look, SavedHunt, Tally};
use std::time::{Duration, Instant};

/// Between two looks at what takes time to see.
const LOOK_EVERY: Duration = Duration::from_millis(20);

pub struct HuntWatcher<'a> {
    pub watcher: &'a dyn Watcher,
    pub stop: &'a Stop,
    /// Such as `2 of 3, parse.c:118`.
    pub target: String,
    pub deadline: Option<Instant>,
    pub memory_limit: Option<MemoryLimit>,
    pub looked: Instant,
    /// Where the hunt is saved now and then, as that for the target of this number.
    pub saving: &'a Saving<'a>,
    pub number: usize,
    /// When the last save was wanted.
    pub save_begun: Instant,
}

impl dunlin_target::Watcher for HuntWatcher<'_> {
    fn look(&mut self, tally: &Tally) -> Look {
        let now = Instant::now();
        if let Some(why) = self.stop.why() {
            return Look::Stop(why.into());
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Look::Stop(StopReason::Time);
        }
        if now.duration_since(self.looked) < LOOK_EVERY && !dunlin_stop::is_tight() {
            return Look::GoOn;
        }
        self.looked = now;
        let memory = used_bytes();
        let progress = HuntProgress { target: &self.target, tally, memory_bytes: memory };
        self.watcher.event(&Event::Progress(Progress::Hunt(progress)));
        match self.memory_limit.as_mut().map(|limit| limit.room(memory)) {
            Some(Room::None) => Look::Stop(StopReason::Memory),
            Some(Room::Short) => Look::Park,
            Some(Room::Enough) => Look::GoOn,
            Some(Room::Plenty) | None => Look::Room,
        }
    }

    fn wants_save(&mut self) -> bool {
        self.save_begun = Instant::now();
        self.saving.is_due()
    }

    fn save(&mut self, hunt: Option<SavedHunt>) {
        match hunt {
            Some(hunt) => {
                self.saving.save_running(self.number, &hunt);
                self.saving.write(self.save_begun);
            }
            None => self.saving.put_off(self.save_begun),
        }
    }
}
