//! The states of a hunt that is resumed, which come back one after the other.
//!
//! Each is followed from the program's beginning to where it stood before anybody picks another one: a state on its
//! way says nothing about how near it is. By turns it is the one with the shortest way back, and the nearest to the
//! target: a hunt that is stopped again and again must not follow the same long path for ever. As long as others can
//! run, the way back gets no more instructions than the pool spends on the search. It is no part of the cost: what was
//! paid for once would use up the limits of a hunt that is resumed often.

use crate::saved::Kept;
use dunlin_exec::WorkItem;
use dunlin_exec::explore::search::StateKey;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Returning {
    /// The nearest first, by number.
    items: BTreeMap<usize, (WorkItem, Kept)>,
    /// Their numbers, after how long their traces are.
    by_length: BTreeSet<(usize, usize)>,
    shortest_had_its_turn: bool,
    /// The one that has set out last.
    on_its_way: Option<StateKey>,
    /// What the pool had spent when they began to come back, and the instructions on the way since.
    since: u64,
    followed: u64,
}

impl Returning {
    /// The nearest comes first. `since` is what the pool has spent.
    pub fn new(items: Vec<(WorkItem, Kept)>, since: u64) -> Returning {
        let lengths = items.iter().map(|(item, _)| item.trace().bytes().len());
        let by_length = lengths.zip(0..).collect();
        let items = items.into_iter().enumerate().collect();
        Returning { items, by_length, since, ..Returning::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn items(&self) -> impl Iterator<Item = &(WorkItem, Kept)> {
        self.items.values()
    }

    /// The next one to set out: at once if nobody else can run, else when the pool has spent as much on others.
    pub fn take_due(&mut self, spent: u64, others: bool) -> Option<(WorkItem, Kept)> {
        if others && self.followed > spent.saturating_sub(self.since) {
            return None;
        }
        self.shortest_had_its_turn = !self.shortest_had_its_turn;
        let number = match self.shortest_had_its_turn {
            true => self.by_length.first().map(|(_, number)| *number),
            false => self.items.keys().next().copied(),
        };
        let (item, kept) = self.items.remove(&number?)?;
        self.by_length.remove(&(item.trace().bytes().len(), number?));
        Some((item, kept))
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
    use dunlin_exec::{Decision, DecisionKind};
    use dunlin_ir::PointNumber;

    /// Items with traces of these lengths, and ranks in the same order.
    fn items(lengths: &[usize]) -> Vec<(WorkItem, Kept)> {
        let (at, kind) = (PointNumber(7), DecisionKind::Branch);
        let decision = Decision { choice: 1, at, kind, implied: false };
        let item = |(&length, rank): (&usize, u64)| {
            let item = WorkItem::new(&vec![decision; length], &[]);
            (item, Kept { rank, patience: Patience::default() })
        };
        lengths.iter().zip(1..).map(item).collect()
    }

    fn rank(due: Option<(WorkItem, Kept)>) -> Option<u64> {
        due.map(|(_, kept)| kept.rank)
    }

    #[test]
    fn they_get_half_as_long_as_others_can_run() {
        let mut returning = Returning::new(items(&[1, 2, 3]), 1000);
        assert_eq!(rank(returning.take_due(1000, false)), Some(1));
        returning.count(50);
        assert_eq!(rank(returning.take_due(1040, true)), None, "the others have had 40");
        assert_eq!(rank(returning.take_due(1050, true)), Some(2));
        returning.count(50);
        assert_eq!(rank(returning.take_due(1050, false)), Some(3), "nobody else can run");
        assert!(returning.is_empty());
    }

    #[test]
    fn the_shortest_and_the_nearest_by_turns() {
        let mut returning = Returning::new(items(&[40, 30, 20, 10]), 0);
        let order: Vec<u64> = (0..4).filter_map(|_| rank(returning.take_due(0, false))).collect();
        assert_eq!(order, [4, 1, 3, 2]);
        assert!(returning.is_empty() && returning.take_due(0, false).is_none());
    }
}
