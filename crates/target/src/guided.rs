//! Guided search: states that follow hints first (Multi-Pass Targeted Dynamic Symbolic Execution, Algorithm 1: what
//! was found backward is assumed where its input is made).
//!
//! Those that follow most hints come first, of these the nearest to the target; who was picked without news gets
//! farther away, so that of several guesses none holds up the others. When all guided states have ended or were
//! dropped, the others go on from where the guided ones split off. Without any, this is the search `klee`: where
//! values mislead, distances do so, too (measured: docs/backward.md).
//!
//! A guess may never end: a loop that runs for ever with the value that was assumed. So guided states have a good start,
//! and then every other pick: nothing that is guessed can keep a target from being found. In a portfolio it is the
//! share of this search that bounds what guesses cost.

use crate::ranking::{NO_WAY, Ranking};
use dunlin_exec::explore::SearchKind;
use dunlin_exec::explore::search::{Searcher, StateKey, View, searcher};
use dunlin_exec::{Program, State};
use dunlin_ir::Point;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Picks that guided states have before the others have as many: half a million instructions of a loop whose
/// bound was guessed.
const SURE_PICKS: u64 = 512;
/// Callers that matter for the distance.
const RANKED_CALLERS: usize = 64;

/// Most hints first, then the least distance with what was tried in vain.
type Rank = (Reverse<u32>, u64);

struct Placed {
    rank: Rank,
    /// Picks since something new was reached.
    stale: u64,
}

pub struct Guided<'a> {
    program: &'a Program,
    ranking: Rc<Ranking<'a>>,
    /// Picks where nobody is guided, or it is the turn of the others. It knows all states.
    others: Box<dyn Searcher>,
    /// States that follow hints.
    guided: FxHashMap<StateKey, Placed>,
    order: BTreeSet<(Rank, StateKey)>,
    guided_picks: u64,
    /// Of others, while somebody was guided.
    other_picks: u64,
}

impl<'a> Guided<'a> {
    pub fn new(program: &'a Program, ranking: Rc<Ranking<'a>>, seed: u64) -> Guided<'a> {
        Guided {
            program,
            others: searcher(SearchKind::Klee, seed, false),
            ranking,
            guided: FxHashMap::default(),
            order: BTreeSet::new(),
            guided_picks: 0,
            other_picks: 0,
        }
    }

    fn staleness(&self, key: StateKey) -> u64 {
        self.guided.get(&key).map_or(0, |placed| placed.stale)
    }

    fn take_out(&mut self, key: StateKey) {
        if let Some(placed) = self.guided.remove(&key) {
            self.order.remove(&(placed.rank, key));
        }
    }

    /// Puts a state to its place among the guided ones, if it is one.
    fn place(&mut self, key: StateKey, state: &State, stale: u64) {
        self.take_out(key);
        if state.trace.hints() == 0 {
            return;
        }
        let stack: Vec<Point> = self.program.stack(state).take(RANKED_CALLERS).collect();
        let distance = self.ranking.rank(&stack).min(NO_WAY / 2);
        let rank = (Reverse(state.trace.hints()), distance + stale);
        self.order.insert((rank, key));
        self.guided.insert(key, Placed { rank, stale });
    }

    /// The guided state that is next, if it is the turn of these.
    fn next_guided(&self) -> Option<StateKey> {
        let (_, key) = self.order.first()?;
        (self.guided_picks <= SURE_PICKS + self.other_picks).then_some(*key)
    }
}

impl Searcher for Guided<'_> {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        let stale = parent.map_or(0, |parent| self.staleness(parent));
        for &(key, state) in states {
            self.place(key, state, stale);
        }
        self.others.add(parent, states);
    }

    fn remove(&mut self, key: StateKey) {
        self.take_out(key);
        self.others.remove(key);
    }

    fn reached_new(&mut self, key: StateKey) {
        if let Some(placed) = self.guided.get_mut(&key) {
            placed.stale = 0;
        }
        self.others.reached_new(key);
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        self.place(key, state, self.staleness(key));
        self.others.moved(key, state);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        if let Some((key, state)) = current {
            self.place(key, state, self.staleness(key));
        }
        let Some(key) = self.next_guided() else {
            self.other_picks += u64::from(!self.order.is_empty());
            return self.others.pick(current, view);
        };
        if let Some((running, state)) = current {
            self.others.moved(running, state);
        }
        self.guided_picks += 1;
        if let Some(placed) = self.guided.get_mut(&key) {
            placed.stale += 1;
        }
        key
    }
}
