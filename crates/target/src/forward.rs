//! Forward search from the program's beginning. States that enter a function with partial paths, which
//! others have found, try to follow them.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::{Pool, Step};
use crate::strategy::Search;
use dunlin_exec::State;

pub struct Forward<'a> {
    pool: Pool<'a>,
}

impl<'a> Forward<'a> {
    pub fn new(hunt: &Hunt<'a>, search: Search, seed: u64) -> Forward<'a> {
        let origin = hunt.marked.entry_func();
        Forward { pool: Pool::new(hunt, origin, search, hunt.ranking.clone(), seed) }
    }
}

impl<'a> Engine<'a> for Forward<'a> {
    fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let until = hunt.cost().saturating_add(budget);
        self.pool.wake(hunt);
        let turn = loop {
            match self.pool.step(hunt) {
                Step::GoesOn => {}
                Step::Reached(state) => break Turn::Reached(state),
                Step::Empty => break Turn::Exhausted { complete: self.pool.is_complete() },
            }
            if hunt.cost() >= until || hunt.must_stop() {
                break Turn::GoesOn;
            }
        };
        self.pool.rest(hunt);
        turn
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        self.pool.states(states);
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        pools.push(&self.pool);
    }
}
