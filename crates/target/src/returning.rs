//! The states of a hunt that is resumed, which come back one after the other.
//!
//! Each is followed from the program's beginning to where it stood before anybody picks another one: a state on its
//! way says nothing about how near it is. The nearest to the target comes first, but for one that did not come back
//! in time when the hunt was resumed before: it comes last, so that no long path holds up the others for ever. As long
//! as others can run, the way back gets no more instructions than the pool spends on the search. It is no part of the
//! cost: what was paid for once would use up the limits of a hunt that is resumed often.

use crate::saved::Kept;
use dunlin_exec::WorkItem;
use dunlin_exec::explore::search::StateKey;
use std::collections::VecDeque;

#[derive(Default)]
pub struct Returning {
    /// The nearest first.
    items: VecDeque<(WorkItem, Kept)>,
    /// The one that has set out last.
    on_its_way: Option<StateKey>,
    /// What the pool had spent when they began to come back, and the instructions on the way since.
    since: u64,
    followed: u64,
}

impl Returning {
    /// The nearest comes first. `since` is what the pool has spent.
    pub fn new(items: Vec<(WorkItem, Kept)>, since: u64) -> Returning {
        Returning { items: items.into(), since, ..Returning::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn items(&self) -> impl Iterator<Item = &(WorkItem, Kept)> {
        self.items.iter()
    }

    /// The next one to set out: at once if nobody else can run, else when the pool has spent as much on others.
    pub fn take_due(&mut self, spent: u64, others: bool) -> Option<(WorkItem, Kept)> {
        if others && self.followed > spent.saturating_sub(self.since) {
            return None;
        }
        self.items.pop_front()
    }

    /// It has set out as this state.
    pub fn set_out(&mut self, key: StateKey) {
        self.on_its_way = Some(key);
    }

    /// Whether this state has set out last.
    pub fn is_on_its_way(&self, key: StateKey) -> bool {
        self.on_its_way == Some(key)
    }

    /// One has executed so many instructions on its way.
    pub fn count(&mut self, instructions: u64) {
        self.followed += instructions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postponed::Patience;

    #[test]
    fn they_get_half_as_long_as_others_can_run() {
        let kept = |rank| Kept { rank, patience: Patience::default() };
        let items = (1..4).map(|rank| (WorkItem::default(), kept(rank))).collect();
        let mut returning = Returning::new(items, 1000);
        let rank = |due: Option<(WorkItem, Kept)>| due.map(|(_, kept)| kept.rank);
        assert_eq!(rank(returning.take_due(1000, false)), Some(1));
        returning.count(50);
        assert_eq!(rank(returning.take_due(1040, true)), None, "the others have had 40");
        assert_eq!(rank(returning.take_due(1050, true)), Some(2));
        returning.count(50);
        assert_eq!(rank(returning.take_due(1050, false)), Some(3), "nobody else can run");
        assert!(returning.is_empty() && returning.take_due(1050, false).is_none());
    }
}
