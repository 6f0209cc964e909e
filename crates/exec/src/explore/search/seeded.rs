//! States that follow a seed, in the order of the seeds, before all others.

use super::{Searcher, StateKey, View};
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

pub struct SeededFirst<'s> {
    /// By their first seed.
    waiting: BTreeSet<(u32, StateKey)>,
    first_seeds: FxHashMap<StateKey, u32>,
    others: Box<dyn Searcher + 's>,
}

impl<'s> SeededFirst<'s> {
    pub fn new(others: Box<dyn Searcher + 's>) -> SeededFirst<'s> {
        SeededFirst { waiting: BTreeSet::new(), first_seeds: FxHashMap::default(), others }
    }

    fn forget(&mut self, key: StateKey) {
        if let Some(seed) = self.first_seeds.remove(&key) {
            self.waiting.remove(&(seed, key));
        }
    }

    fn update(&mut self, key: StateKey, state: &State) {
        let seed = state.knowledge.seeds.as_ref().map(|seeds| seeds.first());
        if self.first_seeds.get(&key).copied() == seed {
            return;
        }
        self.forget(key);
        if let Some(seed) = seed {
            self.first_seeds.insert(key, seed);
            self.waiting.insert((seed, key));
        }
    }
}

impl Searcher for SeededFirst<'_> {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        for &(key, state) in states {
            self.update(key, state);
        }
        self.others.add(parent, states);
    }

    fn remove(&mut self, key: StateKey) {
        self.forget(key);
        self.others.remove(key);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        if let Some((key, state)) = current {
            self.update(key, state);
        }
        match self.waiting.first() {
            Some(&(_, key)) => key,
            None => self.others.pick(current, view),
        }
    }
}
