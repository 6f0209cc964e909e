//! Forward search from the program's beginning. States that enter a function with partial paths, which
//! others have found, try to follow them.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::{Pool, Step};
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::Search;
use dunlin_exec::State;
use std::time::Instant;

/// A state that is nearer than any before counts as so many new places.
const NEARER: u64 = 8;

pub struct Forward<'a> {
    pool: Pool<'a>,
    /// They take turns on the same states.
    searches: Vec<Search>,
}

impl<'a> Forward<'a> {
    pub fn new(hunt: &Hunt<'a>, searches: &[Search], seed: u64) -> Forward<'a> {
        let origin = hunt.marked.entry_func();
        let pool = Pool::new(hunt, origin, searches, hunt.ranking.clone(), seed);
        Forward { pool, searches: searches.to_vec() }
    }

    /// Drops states that can no longer reach the target.
    pub fn drop_cut_off(&mut self, hunt: &mut Hunt<'a>) {
        self.pool.drop_cut_off(hunt);
    }

    /// See [`Pool::limit_attempts`].
    pub fn limit_attempts(&mut self, part: u64) {
        self.pool.limit_attempts(part);
    }
}

impl<'a> Engine<'a> for Forward<'a> {
    fn name(&self, member: usize) -> String {
        self.searches[member].to_string()
    }

    /// News are new places that its states have reached, from which the target can be reached: others are
    /// dropped; or a state that is nearer than any before.
    fn turn(&mut self, hunt: &mut Hunt<'a>, member: usize, budget: u64) -> (Turn, u64) {
        let until = hunt.cost().saturating_add(budget);
        let nearest = hunt.tally.nearest;
        self.pool.let_pick(member);
        self.pool.wake(hunt);
        let reached = hunt.machine.coverage.reached_count();
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
        let new = hunt.machine.coverage.reached_count() - reached;
        let news = new as u64 + if hunt.tally.nearest != nearest { NEARER } else { 0 };
        self.pool.rest(hunt);
        (turn, news)
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        self.pool.states(states);
    }

    fn park(&mut self, hunt: &mut Hunt<'a>) {
        self.pool.park_half(hunt);
    }

    fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<Vec<SavedPool>> {
        Some(vec![self.pool.save(hunt, until)?])
    }

    fn restore(&mut self, _: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt> {
        let Ok([pool]) = <[SavedPool; 1]>::try_from(pools) else { return Err(NotOfThisHunt) };
        self.pool.restore(pool)
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        pools.push(&self.pool);
    }
}
