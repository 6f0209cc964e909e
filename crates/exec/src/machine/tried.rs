//! States that were noted as seen, kept to try what they can do (see `matching/verify.rs`).

use crate::seen::Seen;
use crate::state::State;
use std::sync::{Arc, Weak};

/// So many states are kept, and so many matches with them are looked at.
const MOST: usize = 24;

#[derive(Default)]
pub struct Tried {
    /// Each with its entry: a table and a number there. Of several searches, each has a table.
    states: Vec<(Weak<Seen>, u64, Box<State>)>,
    looked: usize,
}

impl Tried {
    pub fn wants_more(&self) -> bool {
        self.states.len() < MOST && self.looked < MOST
    }

    /// Keeps a state with its entry.
    pub fn keep(&mut self, seen: &Arc<Seen>, entry: u64, state: State) {
        self.states.push((Arc::downgrade(seen), entry, Box::new(state)));
    }

    /// The state of an entry, to be tried, if it is here.
    pub fn look(&mut self, seen: &Arc<Seen>, entry: u64) -> Option<&mut State> {
        let is_it = |(table, number, _): &&mut (Weak<Seen>, u64, Box<State>)| {
            *number == entry && std::ptr::eq(table.as_ptr(), Arc::as_ptr(seen))
        };
        let (_, _, state) = self.states.iter_mut().find(is_it).filter(|_| self.looked < MOST)?;
        self.looked += 1;
        Some(state)
    }

    /// Terms are about to be recycled, and these states hold some.
    pub fn forget(&mut self) {
        self.states.clear();
    }
}
