//! Aimed search: the distance to the target, and how much was tried already.
//!
//! SDSE runs the nearest state again and again, also when it gets nowhere (Directed SE 2.3: Figure 4;
//! 3.2: mknod, whose first call of a function is the nearest and the wrong one). Here a place gets
//! farther away with every state that runs on from it, a call of a function with every state that runs
//! in it, and a state with every fork since it has reached something new: each time by one step. Other weights
//! were measured with `bench reach`; what they save on one program they cost on another.

use crate::ranking::{NO_WAY, Ranking};
use dunlin_exec::explore::random::Random;
use dunlin_exec::explore::search::{Searcher, StateKey, View};
use dunlin_exec::{Program, State};
use dunlin_ir::Point;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Callers by which calls of one function are told apart.
const CONTEXT: usize = 3;
/// Callers that matter for the distance.
const RANKED_CALLERS: usize = 64;

/// Order, then chance.
type Rank = (u64, u64);

struct Placed {
    rank: Rank,
    at: Point,
    context: usize,
    /// Forks, or picks without one, since something new was reached.
    stale: u64,
    /// It has reached something new since it was placed.
    fresh: bool,
    /// It has forked since it was placed.
    forked: bool,
}

/// States with the same callers.
#[derive(Default)]
struct Context {
    picks: u64,
    order: BTreeSet<(Rank, StateKey)>,
}

pub struct Aimed<'a> {
    program: &'a Program,
    ranking: Rc<Ranking<'a>>,
    random: Random,
    states: FxHashMap<StateKey, Placed>,
    contexts: Vec<Context>,
    /// The contexts by their callers.
    numbers: FxHashMap<Vec<Point>, usize>,
    /// The best state of every context, with what was spent on the context.
    best: BTreeSet<(u64, usize)>,
    /// How often states ran on from a place.
    visits: FxHashMap<Point, u64>,
}

impl<'a> Aimed<'a> {
    pub fn new(program: &'a Program, ranking: Rc<Ranking<'a>>, seed: u64) -> Aimed<'a> {
        Aimed {
            program,
            ranking,
            random: Random::new(seed),
            states: FxHashMap::default(),
            contexts: Vec::new(),
            numbers: FxHashMap::default(),
            best: BTreeSet::new(),
            visits: FxHashMap::default(),
        }
    }

    fn score(&self, context: usize) -> Option<u64> {
        let context = &self.contexts[context];
        let ((rank, _), _) = context.order.first()?;
        Some(rank + context.picks)
    }

    fn change(&mut self, number: usize, change: impl FnOnce(&mut Context)) {
        if let Some(score) = self.score(number) {
            self.best.remove(&(score, number));
        }
        change(&mut self.contexts[number]);
        if let Some(score) = self.score(number) {
            self.best.insert((score, number));
        }
    }

    fn context(&mut self, callers: Vec<Point>) -> usize {
        let fresh = self.contexts.len();
        let number = *self.numbers.entry(callers).or_insert(fresh);
        if number == fresh {
            self.contexts.push(Context::default());
        }
        number
    }

    /// Forks, or picks without one, since a state has reached something new.
    fn staleness(&self, key: StateKey) -> u64 {
        self.states.get(&key).map_or(0, |placed| if placed.fresh { 0 } else { placed.stale })
    }

    fn has_forked(&self, key: StateKey) -> bool {
        self.states.get(&key).is_some_and(|placed| placed.forked)
    }

    fn place(&mut self, key: StateKey, state: &State, stale: u64) {
        self.remove(key);
        let stack: Vec<Point> = self.program.stack(state).take(RANKED_CALLERS).collect();
        let distance = self.ranking.rank(&stack).min(NO_WAY / 2);
        let at = stack[0];
        let visits = self.visits.get(&at).copied().unwrap_or(0);
        let rank = (distance + visits + stale, self.random.draw());
        let context = self.context(stack[1..].iter().take(CONTEXT).copied().collect());
        self.change(context, |context| {
            context.order.insert((rank, key));
        });
        self.states.insert(key, Placed { rank, at, context, stale, fresh: false, forked: false });
    }
}

impl Searcher for Aimed<'_> {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        let parent = parent.and_then(|parent| self.states.get_mut(&parent));
        let stale = parent.map_or(0, |parent| {
            parent.stale += 1;
            parent.forked = true;
            parent.stale
        });
        for &(key, state) in states {
            self.place(key, state, stale);
        }
    }

    fn remove(&mut self, key: StateKey) {
        if let Some(placed) = self.states.remove(&key) {
            self.change(placed.context, |context| {
                context.order.remove(&(placed.rank, key));
            });
        }
    }

    fn reached_new(&mut self, key: StateKey) {
        if let Some(placed) = self.states.get_mut(&key) {
            placed.fresh = true;
        }
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        let stale = self.staleness(key);
        self.place(key, state, stale);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        if let Some((key, state)) = current {
            let stale = self.staleness(key) + u64::from(!self.has_forked(key));
            self.place(key, state, stale);
        }
        let &(_, context) = self.best.first().expect("there is a state");
        let &(_, key) = self.contexts[context].order.first().expect("it has a best one");
        *self.visits.entry(self.states[&key].at).or_default() += 1;
        self.change(context, |context| context.picks += 1);
        key
    }
}
