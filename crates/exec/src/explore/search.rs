//! Which state runs next.
//!
//! A searcher knows states by their keys. It hears of every state that comes into being or goes, and
//! names the next one whenever the running state forks, pauses or ends. All are deterministic for one
//! seed.

mod alternating;
mod coverage;
mod generational;
mod random_path;
mod seeded;
mod simple;

use super::random::Random;
use crate::code::Code;
use crate::state::State;

/// Names a state of one worker; later states have greater ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateKey(pub u64);

/// What a searcher may look at when it picks.
pub struct View<'a> {
    pub code: &'a Code,
    /// By mark: whether any state has been there.
    pub reached: &'a [bool],
    /// Grows whenever `reached` does.
    pub reached_count: usize,
}

pub trait Searcher {
    /// States that split off `parent`, which goes on; or that came from elsewhere.
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]);

    fn remove(&mut self, key: StateKey);

    /// The state that runs has come where none has been before.
    fn reached_new(&mut self, key: StateKey) {
        let _ = key;
    }

    /// A state stands elsewhere now, since another searcher had it run.
    fn moved(&mut self, key: StateKey, state: &State) {
        let _ = (key, state);
    }

    /// Where several searchers have turns: whether it is the one that picks from now on.
    fn has_turn(&mut self, picks: bool) {
        let _ = picks;
    }

    /// The next state to run, of which there is at least one. `current` is the running one with its
    /// present place, if it can go on.
    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchKind {
    Dfs,
    Bfs,
    RandomPath,
    RandomState,
    /// Closest to what was not reached yet.
    Coverage,
    /// Random path and coverage in turn.
    #[default]
    Klee,
    /// Runs to completion, one generation after the other (SAGE).
    Generational,
}

/// `seeded` if some states may follow seeds.
pub fn searcher(kind: SearchKind, seed: u64, seeded: bool) -> Box<dyn Searcher> {
    with_seeds(plain_searcher(kind, seed), seeded)
}

/// A searcher that aims at something, and one that does not, in turn.
pub fn aimed<'s>(
    aimed: Box<dyn Searcher + 's>,
    (kind, seed): (SearchKind, u64),
    seeded: bool,
) -> Box<dyn Searcher + 's> {
    let both = alternating::Alternating::new(aimed, plain_searcher(kind, seed));
    with_seeds(Box::new(both), seeded)
}

/// A searcher, behind states that follow seeds if there may be some.
fn with_seeds<'s>(searcher: Box<dyn Searcher + 's>, seeded: bool) -> Box<dyn Searcher + 's> {
    match seeded {
        true => Box::new(seeded::SeededFirst::new(searcher)),
        false => searcher,
    }
}

fn plain_searcher(kind: SearchKind, seed: u64) -> Box<dyn Searcher> {
    match kind {
        SearchKind::Dfs => Box::<simple::DepthFirst>::default(),
        SearchKind::Bfs => Box::<simple::BreadthFirst>::default(),
        SearchKind::RandomState => Box::new(simple::RandomState::new(Random::new(seed))),
        SearchKind::RandomPath => Box::new(random_path::RandomPath::new(Random::new(seed))),
        SearchKind::Coverage => Box::new(coverage::ClosestToUncovered::new(Random::new(seed))),
        SearchKind::Klee => Box::new(InTurn {
            first: Box::new(random_path::RandomPath::new(Random::new(seed))),
            second: Box::new(coverage::ClosestToUncovered::new(Random::new(!seed))),
            first_is_next: true,
        }),
        SearchKind::Generational => Box::new(generational::Generational::new(Random::new(seed))),
    }
}

/// Two searchers, asked in turn.
struct InTurn {
    first: Box<dyn Searcher>,
    second: Box<dyn Searcher>,
    first_is_next: bool,
}

impl Searcher for InTurn {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        self.first.add(parent, states);
        self.second.add(parent, states);
    }

    fn remove(&mut self, key: StateKey) {
        self.first.remove(key);
        self.second.remove(key);
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        self.first.moved(key, state);
        self.second.moved(key, state);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        self.first_is_next = !self.first_is_next;
        match self.first_is_next {
            true => self.first.pick(current, view),
            false => self.second.pick(current, view),
        }
    }
}

#[cfg(test)]
mod tests;
