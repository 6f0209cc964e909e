//! Aimed search: the distance to the target, and how much was tried already.
//!
//! SDSE runs the nearest state again and again, also when it gets nowhere (Directed SE 2.3: Figure 4;
//! 3.2: mknod, whose first call of a function is the nearest and the wrong one). Here a place gets
//! farther away with every state that runs on from it, a call of a function with every state that runs
//! in it, and a state with every fork since it or one it came from has reached something new.

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

type Rank = (u64, u64);

struct Placed {
    rank: Rank,
    at: Point,
    context: usize,
    /// Picks since something new was reached.
    stale: u64,
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
    numbers: FxHashMap<Vec<Point>, usize>,
    /// The best of every context, with its effort.
    best: BTreeSet<(u64, usize)>,
    visits: FxHashMap<Point, u64>,
    per_visit: u64,
    per_stale: u64,
    per_pick: u64,
    per_depth: u64,
    mode: u64,
    dive: u64,
    dived: u64,
    family: Vec<StateKey>,
}

impl<'a> Aimed<'a> {
    pub fn new(program: &'a Program, ranking: Rc<Ranking<'a>>, seed: u64) -> Aimed<'a> {
        let env = |name: &str, default| {
            std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
        };
        Aimed {
            program,
            ranking,
            random: Random::new(seed),
            states: FxHashMap::default(),
            contexts: Vec::new(),
            numbers: FxHashMap::default(),
            best: BTreeSet::new(),
            visits: FxHashMap::default(),
            per_visit: env("PV", 1),
            per_stale: env("PS", 1),
            per_pick: env("PP", 1),
            per_depth: env("PD", 0),
            mode: env("MODE", 0),
            dive: env("DIVE", 0),
            dived: 0,
            family: Vec::new(),
        }
    }

    fn score(&self, context: usize) -> Option<u64> {
        let context = &self.contexts[context];
        let ((rank, _), _) = context.order.first()?;
        Some(rank + if self.mode & 2 != 0 { self.per_pick * context.picks.isqrt() } else { self.per_pick * context.picks })
    }

    /// Changes a context.
    fn change(&mut self, number: usize, change: impl FnOnce(&mut Context)) {
        if let Some(score) = self.score(number) {
            self.best.remove(&(score, number));
        }
        change(&mut self.contexts[number]);
        if let Some(score) = self.score(number) {
            self.best.insert((score, number));
        }
    }

    fn place(&mut self, key: StateKey, state: &State, stale: u64) {
        self.remove(key);
        let stack: Vec<Point> = self.program.stack(state).take(64).collect();
        let distance = self.ranking.rank(&stack);
        let at = stack[0];
        let visits = self.visits.get(&at).copied().unwrap_or(0);
        let effort = (if self.mode & 1 != 0 { self.per_visit * visits.isqrt() } else { self.per_visit * visits })
            + self.per_stale * stale
            + self.per_depth * state.trail.depth();
        let rank = (distance.min(NO_WAY / 2) + effort, self.random.next());
        let callers = stack[1..].iter().take(CONTEXT).copied().collect();
        let fresh = self.contexts.len();
        let context = *self.numbers.entry(callers).or_insert(fresh);
        if context == fresh {
            self.contexts.push(Context::default());
        }
        self.change(context, |context| {
            context.order.insert((rank, key));
        });
        self.states.insert(key, Placed { rank, at, context, stale });
    }
}

impl Searcher for Aimed<'_> {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        let parent = parent.and_then(|parent| self.states.get(&parent));
        let stale = parent.map_or(0, |parent| parent.stale + 1);
        for &(key, state) in states {
            self.place(key, state, stale);
            self.family.push(key);
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
            placed.stale = 0;
        }
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        if let Some((key, state)) = current {
            let stale = self.states.get(&key).map_or(0, |placed| placed.stale + 1);
            self.place(key, state, stale);
        }
        let mut family = std::mem::take(&mut self.family);
        family.retain(|key| self.states.contains_key(key));
        let nearest = family.iter().copied().min_by_key(|key| self.states[key].rank);
        let key = match nearest {
            Some(key) if self.dived < self.dive => {
                self.dived += 1;
                key
            }
            _ => {
                self.dived = 0;
                let &(_, context) = self.best.first().expect("there is a state");
                let &(_, key) = self.contexts[context].order.first().expect("it has a best one");
                key
            }
        };
        self.family = vec![key];
        let context = self.states[&key].context;
        *self.visits.entry(self.states[&key].at).or_default() += 1;
        self.change(context, |context| context.picks += 1);
        key
    }
}
