//! Two searchers on the same states, each with every other pick. One that aims at something may be misled for ever; the
//! other sees to it that nothing is lost for good.

use super::{Searcher, StateKey, View};
use crate::state::State;

pub struct Alternating<'s> {
    searchers: [Box<dyn Searcher + 's>; 2],
    /// Whose turn it is.
    turn: usize,
}

impl<'s> Alternating<'s> {
    pub fn new(one: Box<dyn Searcher + 's>, other: Box<dyn Searcher + 's>) -> Alternating<'s> {
        Alternating { searchers: [one, other], turn: 0 }
    }
}

impl Searcher for Alternating<'_> {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        self.searchers.iter_mut().for_each(|searcher| searcher.add(parent, states));
    }

    fn remove(&mut self, key: StateKey) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(key));
    }

    fn reached_new(&mut self, key: StateKey) {
        self.searchers.iter_mut().for_each(|searcher| searcher.reached_new(key));
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        self.searchers.iter_mut().for_each(|searcher| searcher.moved(key, state));
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        let turn = self.turn;
        self.turn = 1 - turn;
        if let Some((key, state)) = current {
            self.searchers[1 - turn].moved(key, state);
        }
        self.searchers[turn].pick(current, view)
    }
}
