//! Call-chain-backward symbolic execution (Directed SE 2.3).
//!
//! Execution begins in the functions that hold the target, with lazily symbolic input. A path from
//! there to the target is stored; then the function's callers begin, whose states follow the stored
//! paths when they enter the function. Of the origins that have states, the one with the shortest call
//! chain from the entry function runs. A result counts only when it begins where the program does.
//!
//! What is lazily symbolic leaves inputs out (see `dunlin_exec`'s `lazy`), so that a function without a
//! path to the target proves nothing: when all origins are exhausted, the program's beginning is tried.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::{Pool, Step};
use crate::ranking::Ranking;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::{Search, Strategy};
use dunlin_exec::{Origin, State};
use dunlin_ir::FuncId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

/// A partial path counts as so many new places.
const PARTIAL_PATH: u64 = 32;

pub struct Ccbse<'a> {
    search: Search,
    seed: u64,
    /// Also aims at functions with partial paths.
    ranking: Rc<Ranking<'a>>,
    pools: BTreeMap<FuncId, Pool<'a>>,
    /// Functions with partial paths whose callers have begun.
    climbed: BTreeSet<FuncId>,
}

impl<'a> Ccbse<'a> {
    pub fn new(hunt: &Hunt<'a>, search: Search, seed: u64) -> Ccbse<'a> {
        let ranking = Rc::new(hunt.ranking.for_search());
        let pools = BTreeMap::new();
        let mut engine = Ccbse { search, seed, ranking, pools, climbed: BTreeSet::new() };
        for origin in hunt.marked.first_origins(hunt.target) {
            engine.begin(hunt, origin);
        }
        engine
    }

    fn begin(&mut self, hunt: &Hunt<'a>, origin: FuncId) {
        if !self.pools.contains_key(&origin) {
            let seed = self.seed.wrapping_add(origin.0.into());
            let pool = Pool::new(hunt, origin, &[self.search], self.ranking.clone(), seed);
            self.pools.insert(origin, pool);
        }
    }

    /// Begins with the callers of functions that have partial paths since the last time, and aims at
    /// these functions.
    fn climb(&mut self, hunt: &Hunt<'a>) {
        let known = hunt.paths.functions().len();
        if known == self.climbed.len() {
            return;
        }
        let new: Vec<FuncId> =
            hunt.paths.functions().filter(|func| !self.climbed.contains(func)).collect();
        for func in new {
            self.climbed.insert(func);
            for caller in hunt.marked.callers(func) {
                self.begin(hunt, caller);
            }
        }
        // The calls as well: distances inside of a function do not see its callees.
        let entries = self.climbed.iter().map(|&func| hunt.marked.entry_point(func));
        let sites = self.climbed.iter().flat_map(|&func| hunt.marked.graph.sites_to(func));
        self.ranking.aim_also_at(entries.chain(sites.map(|site| site.at)));
    }

    /// The origin to run: the nearest to the entry function; of equally near ones the one on which
    /// least was spent.
    fn pick(&self, hunt: &Hunt<'a>) -> Option<FuncId> {
        let open = self.pools.values().filter(|pool| !pool.is_exhausted());
        let depth = |pool: &Pool<'a>| hunt.marked.depth(pool.origin()).unwrap_or(u32::MAX);
        let nearest = open.min_by_key(|pool| (depth(pool), pool.spent()));
        nearest.map(Pool::origin)
    }

    fn entry_pool<'s>(&'s self, hunt: &Hunt<'a>) -> Option<&'s Pool<'a>> {
        self.pools.get(&hunt.marked.entry_func())
    }
}

impl<'a> Engine<'a> for Ccbse<'a> {
    fn name(&self, _: usize) -> String {
        Strategy::Ccbse(self.search).to_string()
    }

    /// News are functions and paths from which the target is known to be reached.
    fn turn(&mut self, hunt: &mut Hunt<'a>, _: usize, budget: u64) -> (Turn, u64) {
        let known = hunt.tally.partial_paths;
        let turn = self.work(hunt, budget);
        (turn, (hunt.tally.partial_paths - known) * PARTIAL_PATH)
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        for pool in self.pools.values_mut() {
            pool.states(states);
        }
    }

    fn park(&mut self, hunt: &mut Hunt<'a>) {
        self.pools.values_mut().for_each(|pool| pool.park_half(hunt));
    }

    fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<Vec<SavedPool>> {
        self.pools.values().map(|pool| pool.save(hunt, until)).collect()
    }

    /// The functions with partial paths are climbed from again, which begins nothing twice.
    fn restore(&mut self, hunt: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt> {
        for pool in pools {
            let origin = match pool.origin {
                Origin::Program => hunt.marked.entry_func(),
                Origin::Function(func) => func,
            };
            if hunt.marked.start_of(origin).is_none() {
                return Err(NotOfThisHunt);
            }
            self.begin(hunt, origin);
            self.pools.get_mut(&origin).expect("it has begun").restore(pool)?;
        }
        Ok(())
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        pools.extend(self.pools.values().filter(|pool| pool.is_whole()));
    }
}

impl<'a> Ccbse<'a> {
    fn work(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let until = hunt.cost().saturating_add(budget);
        loop {
            self.climb(hunt);
            let Some(origin) = self.pick(hunt) else {
                if let Some(pool) = self.entry_pool(hunt) {
                    return Turn::Exhausted { complete: pool.is_complete() };
                }
                self.begin(hunt, hunt.marked.entry_func());
                continue;
            };
            let pool = self.pools.get_mut(&origin).expect("picked above");
            pool.wake(hunt);
            // Until something changes who is next.
            let reached = loop {
                match pool.step(hunt) {
                    Step::GoesOn => {}
                    Step::Reached(state) => break Some(state),
                    Step::Empty => break None,
                }
                if hunt.cost() >= until || hunt.must_stop() {
                    break None;
                }
            };
            pool.rest(hunt);
            if pool.is_whole() {
                if let Some(state) = reached {
                    return Turn::Reached(state);
                }
                if pool.is_exhausted() && pool.is_complete() {
                    return Turn::Exhausted { complete: true };
                }
            } else if let Some(state) = reached {
                hunt.store_path(origin, &state);
            }
            if hunt.cost() >= until || hunt.must_stop() {
                return Turn::GoesOn;
            }
        }
    }
}
