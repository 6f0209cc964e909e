//! Depth first, on states that other searches run as well.
//!
//! The running state goes on until it ends, then the youngest that split off while this search picked. What
//! others make comes last: else every turn would begin with whatever they have just left behind, and this
//! search would never follow a path of its own to its end.

use dunlin_exec::State;
use dunlin_exec::explore::search::{Searcher, StateKey, View};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

#[derive(Default)]
pub struct Deep {
    /// The next one is at the back. Those that have gone stay until they come up.
    stack: VecDeque<StateKey>,
    alive: FxHashSet<StateKey>,
    picks: bool,
}

impl Searcher for Deep {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        let keys = states.iter().map(|(key, _)| *key);
        self.alive.extend(keys.clone());
        if !self.picks {
            keys.for_each(|key| self.stack.push_front(key));
            return;
        }
        // What splits off waits below the running state.
        let top = self.stack.pop_back_if(|top| Some(*top) == parent);
        self.stack.extend(keys);
        self.stack.extend(top);
    }

    fn remove(&mut self, key: StateKey) {
        self.alive.remove(&key);
    }

    fn has_turn(&mut self, picks: bool) {
        self.picks = picks;
    }

    fn pick(&mut self, _: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        while self.stack.pop_back_if(|top| !self.alive.contains(top)).is_some() {}
        *self.stack.back().expect("there is a state")
    }
}
