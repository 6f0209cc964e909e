//! Depth first, breadth first, and any state.

use super::{Searcher, StateKey, View};
use crate::explore::random::Random;
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The youngest state; the running one goes on until it ends.
#[derive(Default)]
pub struct DepthFirst {
    stack: Vec<StateKey>,
}

impl Searcher for DepthFirst {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        // What splits off waits below the running state, which is the top.
        let below = match parent {
            Some(parent) if self.stack.last() == Some(&parent) => self.stack.len() - 1,
            _ => self.stack.len(),
        };
        self.stack.splice(below..below, states.iter().map(|(key, _)| *key));
    }

    fn remove(&mut self, key: StateKey) {
        if self.stack.last() == Some(&key) {
            self.stack.pop();
        } else {
            self.stack.retain(|&other| other != key);
        }
    }

    fn pick(&mut self, _: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        *self.stack.last().expect("there is a state")
    }
}

/// The state that has waited longest; a state that forks goes to the end of the line.
#[derive(Default)]
pub struct BreadthFirst {
    line: VecDeque<StateKey>,
}

impl Searcher for BreadthFirst {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        if let Some(parent) = parent {
            self.remove(parent);
            self.line.push_back(parent);
        }
        self.line.extend(states.iter().map(|(key, _)| *key));
    }

    fn remove(&mut self, key: StateKey) {
        if self.line.front() == Some(&key) {
            self.line.pop_front();
        } else {
            self.line.retain(|&other| other != key);
        }
    }

    fn pick(&mut self, _: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        *self.line.front().expect("there is a state")
    }
}

/// Each state with the same probability.
pub struct RandomState {
    keys: Vec<StateKey>,
    places: FxHashMap<StateKey, usize>,
    random: Random,
}

impl RandomState {
    pub fn new(random: Random) -> RandomState {
        RandomState { keys: Vec::new(), places: FxHashMap::default(), random }
    }
}

impl Searcher for RandomState {
    fn add(&mut self, _: Option<StateKey>, states: &[(StateKey, &State)]) {
        for &(key, _) in states {
            self.places.insert(key, self.keys.len());
            self.keys.push(key);
        }
    }

    fn remove(&mut self, key: StateKey) {
        let Some(place) = self.places.remove(&key) else { return };
        self.keys.swap_remove(place);
        if let Some(&moved) = self.keys.get(place) {
            self.places.insert(moved, place);
        }
    }

    fn pick(&mut self, _: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        self.keys[self.random.below(self.keys.len() as u64) as usize]
    }
}
