//! States that were put away since memory is short: as work items, a trace and inputs that lead along it.
//!
//! They come back when nothing else is left to run, or memory is free again: the program is followed from its
//! beginning, without queries (`dunlin_exec::WorkItem`). Which states are parked and when depends on
//! the machine's memory, so that a run near its memory limit is the only kind that need not repeat.

use dunlin_exec::{State, WorkItem};
use std::collections::VecDeque;

#[derive(Default)]
pub struct Parked {
    items: VecDeque<WorkItem>,
}

impl Parked {
    pub fn add(&mut self, state: &State) {
        self.items.push_back(WorkItem::of(state));
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn items(&self) -> impl Iterator<Item = &WorkItem> {
        self.items.iter()
    }

    /// Sends a state that stands at the beginning along the item that has waited longest.
    pub fn set_out(&mut self, state: &mut State) {
        if let Some(item) = self.items.pop_front() {
            item.set_out(state);
        }
    }
}
