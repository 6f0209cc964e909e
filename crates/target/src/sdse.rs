//! Shortest-distance symbolic execution: the state nearest to the target (Directed SE 2.2).

use crate::ranking::Ranking;
use dunlin_exec::explore::random::Random;
use dunlin_exec::explore::search::{Searcher, StateKey, View};
use dunlin_exec::{Program, State};
use dunlin_ir::Point;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Callers that are kept of each state.
const KEPT_CALLERS: usize = 64;

/// A state's place in the order: distance, then chance.
type Rank = (u64, u64);

pub struct ShortestDistance<'a> {
    program: &'a Program,
    ranking: Rc<Ranking<'a>>,
    /// Distances end at the borders of functions.
    inside: bool,
    random: Random,
    order: BTreeSet<(Rank, StateKey)>,
    states: FxHashMap<StateKey, (Rank, Box<[Point]>)>,
    /// Of the ranking that `order` is by.
    version: u64,
}

impl<'a> ShortestDistance<'a> {
    pub fn new(
        program: &'a Program,
        ranking: Rc<Ranking<'a>>,
        inside: bool,
        seed: u64,
    ) -> ShortestDistance<'a> {
        let version = ranking.version();
        ShortestDistance {
            program,
            ranking,
            inside,
            random: Random::new(seed),
            order: BTreeSet::new(),
            states: FxHashMap::default(),
            version,
        }
    }

    fn distance(&self, stack: &[Point]) -> u64 {
        match self.inside {
            true => self.ranking.rank_inside(stack),
            false => self.ranking.rank(stack),
        }
    }

    fn place(&mut self, key: StateKey, state: &State) {
        self.remove(key);
        let stack: Box<[Point]> = self.program.stack(state).take(KEPT_CALLERS).collect();
        let rank = (self.distance(&stack), self.random.draw());
        self.order.insert((rank, key));
        self.states.insert(key, (rank, stack));
    }

    /// Orders all states anew.
    fn renew(&mut self) {
        self.version = self.ranking.version();
        self.order.clear();
        let mut states = std::mem::take(&mut self.states);
        for (key, (rank, stack)) in &mut states {
            rank.0 = self.distance(stack);
            self.order.insert((*rank, *key));
        }
        self.states = states;
    }
}

impl Searcher for ShortestDistance<'_> {
    fn add(&mut self, _: Option<StateKey>, states: &[(StateKey, &State)]) {
        for &(key, state) in states {
            self.place(key, state);
        }
    }

    fn remove(&mut self, key: StateKey) {
        if let Some((rank, _)) = self.states.remove(&key) {
            self.order.remove(&(rank, key));
        }
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        self.place(key, state);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        if self.version != self.ranking.version() {
            self.renew();
        }
        if let Some((key, state)) = current {
            self.place(key, state);
        }
        self.order.first().expect("there is a state").1
    }
}
