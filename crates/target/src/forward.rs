//! Forward search from the program's beginning. States that enter a function with partial paths, which
//! others have found, try to follow them.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::{Pool, Step};
use crate::strategy::Search;
use crate::turns::{Share, Turns};
use dunlin_exec::State;

pub struct Forward<'a> {
    pool: Pool<'a>,
    /// Of its searches.
    turns: Turns,
}

impl<'a> Forward<'a> {
    pub fn new(hunt: &Hunt<'a>, search: Search, seed: u64) -> Forward<'a> {
        Forward::with_searches(hunt, &[(search, Share::steady(1))], seed)
    }

    /// Several searches take turns on the same states.
    pub fn with_searches(hunt: &Hunt<'a>, shares: &[(Search, Share)], seed: u64) -> Forward<'a> {
        let origin = hunt.marked.entry_func();
        let searches: Vec<Search> = shares.iter().map(|(search, _)| *search).collect();
        let pool = Pool::new(hunt, origin, &searches, hunt.ranking.clone(), seed);
        Forward { pool, turns: Turns::new(shares.iter().map(|(_, share)| *share)) }
    }
}

impl Forward<'_> {
    /// See [`Pool::limit_attempts`].
    pub fn limit_attempts(&mut self, part: u64) {
        self.pool.limit_attempts(part);
    }
}

impl<'a> Engine<'a> for Forward<'a> {
    fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let before = hunt.cost();
        let until = before.saturating_add(budget);
        let search = self.turns.next().expect("searches are never done");
        self.pool.let_pick(search);
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
        self.turns.spend(search, hunt.cost() - before, false);
        turn
    }

    /// A state that is nearer than others may still be as far from the target as they: nothing counts
    /// as news here.
    fn news(&self) -> u64 {
        0
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        self.pool.states(states);
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        pools.push(&self.pool);
    }
}
