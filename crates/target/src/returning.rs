//! The states of a hunt that is resumed, which come back one after the other.
//!
//! Each is followed from the program's beginning to where it stood before anybody picks another one: a state on its
//! way says nothing about how near it is. The nearest to the target comes first. As long as others can run, those that
//! come back get half of what the pool spends, so that a hunt with little time moves on however many wait.

use crate::saved::Kept;
use dunlin_exec::WorkItem;
use dunlin_exec::explore::search::StateKey;
use std::collections::VecDeque;

/// As long as others can run, at most this part of a pool's cost goes to those that come back.
const PART: u64 = 2;

#[derive(Default)]
pub struct Returning {
    /// The nearest first.
    items: VecDeque<(WorkItem, Kept)>,
    /// The one that is on its way, and what is kept of it.
    on_its_way: Option<(StateKey, Kept)>,
    /// What the pool had spent when they began to come back, and what that has cost since.
    since: u64,
    cost: u64,
}

impl Returning {
    /// `since` is what the pool has spent.
    pub fn new(items: Vec<(WorkItem, Kept)>, since: u64) -> Returning {
        Returning { items: items.into(), on_its_way: None, since, cost: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn items(&self) -> impl Iterator<Item = &(WorkItem, Kept)> {
        self.items.iter()
    }

    /// The next one to set out: at once if nobody else can run, else when its part of what the pool has spent allows.
    pub fn take_due(&mut self, spent: u64, others: bool) -> Option<(WorkItem, Kept)> {
        if others && self.cost.saturating_mul(PART) > spent.saturating_sub(self.since) {
            return None;
        }
        self.items.pop_front()
    }

    /// It has set out as this state.
    pub fn set_out(&mut self, key: StateKey, kept: Kept) {
        self.on_its_way = Some((key, kept));
    }

    /// What is kept of a state that is on its way.
    pub fn kept(&self, key: StateKey) -> Option<Kept> {
        self.on_its_way.filter(|(other, _)| *other == key).map(|(_, kept)| kept)
    }

    /// Following them has cost so much.
    pub fn count(&mut self, cost: u64) {
        self.cost += cost;
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
        assert_eq!(rank(returning.take_due(1060, true)), None, "the others have had 10");
        assert_eq!(rank(returning.take_due(1100, true)), Some(2));
        returning.count(50);
        assert_eq!(rank(returning.take_due(1100, false)), Some(3), "nobody else can run");
        assert!(returning.is_empty());
    }
}
