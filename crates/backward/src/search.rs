//! All paths to a target, from the target upwards.
//!
//! The states that wait are ordered: those that have gone round cycles less often come first, so that the limit of
//! cycles deepens by itself; among them those with fewer open conditions, then the youngest, which is nearest to the
//! beginning of the program.

use crate::call::Left;
use crate::closed::Closed;
use crate::functions::Functions;
use crate::options::Options;
use crate::relations;
use crate::seen::Seen;
use crate::state::{Input, State, Want};
use crate::step::{Executor, Flow};
use crate::way::Way;
use dunlin_exec::Relation;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::{BlockId, FuncId, GlobalId, Point};
use dunlin_solver::chain::{Chain, Path, Verdict};
use dunlin_term::{Evaluator, Model, Sort, TermId, Terms, View};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Why a path does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Death {
    /// Conditions contradict each other, which come from these places.
    Contradiction { at: Vec<Point> },
    /// It would have ended here, at an access to what is not there.
    Invalid { at: Point },
    /// What it should end in does not go wrong here.
    Harmless { at: Point },
    /// It goes through a call that does not come back.
    NoReturn,
    /// It passes the target before.
    PassesTarget,
    /// Nobody calls its function.
    NoCaller,
    /// What it asks for is what another path asks for at the same place.
    Seen,
}

/// Why nothing can be concluded from a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Lost {
    /// It calls a function that nobody knows.
    NoBody(FuncId),
    /// It uses a variable that is defined elsewhere.
    NoDefinition(GlobalId),
    /// Code that nobody knows may call this function.
    CalledFromOutside(FuncId),
    Unsupported(Point),
    Exception(Point),
    /// Control may come to this call of setjmp from elsewhere.
    Jump(Point),
    /// Too many calls inside of each other.
    Depth,
    /// A limit was met.
    Limit,
    /// A solver did not decide whether it exists.
    Undecided,
}

/// How much may be done before the caller is asked again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Instructions.
    pub steps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub steps: u64,
    /// Paths that there were.
    pub paths: u64,
    pub contradictions: u64,
    pub invalid: u64,
    pub seen: u64,
    /// Paths that got to the beginning of the program.
    pub arrived: u64,
    pub cut: u64,
    pub waiting: u64,
    /// See [`Executor::work`].
    pub work: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        let Tally { steps, paths, contradictions, invalid, seen, arrived, cut, waiting, work } =
            other;
        self.steps += steps;
        self.paths += paths;
        self.contradictions += contradictions;
        self.invalid += invalid;
        self.seen += seen;
        self.arrived += arrived;
        self.cut += cut;
        self.waiting += waiting;
        self.work += work;
    }
}

/// Values of inputs that may lead to the target.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guess {
    /// The call that makes the input.
    pub at: Point,
    /// Which of the inputs that it makes; none if that is not known.
    pub occurrence: Option<u32>,
    /// Bytes by their offset.
    pub bytes: Vec<(u64, u8)>,
}

/// Where the search stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    Open,
    /// Every path to the target contradicts itself.
    Unreachable,
    /// No path is left, but nothing is proved, since these were lost.
    Unknown,
}

pub struct Backward<'a> {
    functions: Rc<Functions<'a>>,
    options: Options,
    target: Option<u32>,
    /// Its paths end on the way to a line.
    way: Option<Arc<Way>>,
    waiting: BTreeMap<(u32, usize, Reverse<u64>), State>,
    serial: u64,
    seen: Seen,
    tally: Tally,
    /// Why nothing is proved, each once.
    lost: Vec<Lost>,
    /// The places of contradictions, for whoever asks why.
    deaths: Vec<Death>,
    /// What is known of edges that cannot be closed.
    closed: Closed,
    /// Guesses, each with how many paths agree.
    guesses: BTreeMap<Guess, u64>,
    /// The same for relations between inputs.
    relations: BTreeMap<Relation<Point>, u64>,
}

/// So many deaths are remembered for an explanation.
const MOST_DEATHS: usize = 1000;

impl<'a> Backward<'a> {
    /// `targets` are the points of the target; `mark` is the number of its mark.
    pub fn new(
        functions: Functions<'a>,
        options: Options,
        targets: &[Point],
        mark: Option<u32>,
    ) -> Backward<'a> {
        let mut backward = Backward::empty(Rc::new(functions), options);
        backward.target = mark;
        backward.tally.paths = 1;
        backward.add_all(targets.iter().map(|&point| State::at(point)));
        backward
    }

    /// From the ends of paths that something must be wrong with, all on the way to a line.
    pub fn from_ends(
        functions: Rc<Functions<'a>>,
        options: Options,
        ends: Vec<State>,
        way: Arc<Way>,
    ) -> Backward<'a> {
        let mut backward = Backward::empty(functions, options);
        backward.tally.paths = 1;
        backward.add_all(ends.into_iter().map(|mut state| {
            way.begin(&mut state);
            state
        }));
        backward.way = Some(way);
        backward
    }

    fn empty(functions: Rc<Functions<'a>>, options: Options) -> Backward<'a> {
        Backward {
            functions,
            options,
            target: None,
            way: None,
            waiting: BTreeMap::new(),
            serial: 0,
            seen: Seen::default(),
            tally: Tally::default(),
            lost: Vec::new(),
            deaths: Vec::new(),
            closed: Closed::default(),
            guesses: BTreeMap::new(),
            relations: BTreeMap::new(),
        }
    }

    pub fn tally(&self) -> Tally {
        Tally { waiting: self.waiting.len() as u64, ..self.tally }
    }

    pub fn lost(&self) -> &[Lost] {
        &self.lost
    }

    pub fn deaths(&self) -> &[Death] {
        &self.deaths
    }

    pub fn standing(&self) -> Standing {
        match (self.waiting.is_empty(), self.lost.is_empty()) {
            (false, _) => Standing::Open,
            (true, true) => Standing::Unreachable,
            (true, false) => Standing::Unknown,
        }
    }

    /// Guesses that were not taken before, the best first: those that most paths agree on.
    pub fn take_guesses(&mut self) -> Vec<Guess> {
        best_first(std::mem::take(&mut self.guesses))
    }

    /// The same for relations between inputs.
    pub fn take_relations(&mut self) -> Vec<Relation<Point>> {
        best_first(std::mem::take(&mut self.relations))
    }

    /// The edges of the control-flow graph of which is known that no execution which takes one gets to the target
    /// afterwards.
    pub fn closed_edges(&self) -> BTreeSet<(FuncId, EdgeId)> {
        debug_assert!(self.way.is_none(), "paths that do not lead to a line are left out there");
        self.closed.edges(&self.functions, self.waiting.values())
    }

    /// All terms that its states hold.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.waiting.values().flat_map(State::terms)
    }

    /// Terms were recycled.
    pub fn forget(&mut self) {
        self.seen = Seen::default();
    }

    /// A path has become these; all but one of them are new.
    fn add_all(&mut self, states: impl IntoIterator<Item = State>) {
        for (number, state) in states.into_iter().enumerate() {
            if number > 0 {
                if self.options.fork_limit.is_some_and(|limit| self.tally.paths >= limit) {
                    self.closed.give_up(&state);
                    self.cut();
                    continue;
                }
                self.tally.paths += 1;
            }
            self.add(state);
        }
    }

    fn add(&mut self, state: State) {
        self.tally.work += state.load() as u64 / 4;
        self.serial += 1;
        self.waiting.insert((state.rounds, state.open.len(), Reverse(self.serial)), state);
    }

    fn cut(&mut self) {
        self.tally.cut += 1;
        self.lose(Lost::Limit);
    }

    fn lose(&mut self, why: Lost) {
        if !self.lost.contains(&why) {
            self.lost.push(why);
        }
    }

    /// Goes on for a while.
    pub fn run(&mut self, terms: &mut Terms, chain: &mut Chain, budget: Budget) {
        let until = self.tally.steps.saturating_add(budget.steps);
        while self.tally.steps < until && dunlin_stop::asked().is_none() {
            let Some((_, state)) = self.waiting.pop_first() else { return };
            self.step(terms, chain, state);
        }
    }

    /// Takes a path to the beginning of its block, and then to what comes before.
    fn step(&mut self, terms: &mut Terms, chain: &mut Chain, mut state: State) {
        if self.options.path_limit.is_some_and(|limit| state.steps >= limit) {
            self.closed.give_up(&state);
            return self.cut();
        }
        let Backward { functions, options, target, tally, .. } = self;
        let work = &mut tally.work;
        let mut executor = Executor { functions, terms, chain, options, target: *target, work };
        let before = state.steps;
        let mut flow = executor.extend(&mut state);
        if let Flow::On = flow
            && let Err(death) = executor.add_facts(&mut state)
        {
            flow = Flow::Dead(death);
        }
        // An empty block is a step, too.
        self.tally.steps += (state.steps - before).max(1);
        match flow {
            Flow::On => self.go_back(terms, chain, state),
            Flow::Split(states) => self.add_all(states),
            Flow::Dead(death) => self.died(terms, chain, state, death),
            Flow::Lost(why) => {
                self.closed.give_up_behind(&state);
                if why == Lost::Limit { self.cut() } else { self.lose(why) }
            }
        }
    }

    fn go_back(&mut self, terms: &mut Terms, chain: &mut Chain, mut state: State) {
        if cfg!(debug_assertions) {
            state.verify();
        }
        self.tally.work += 8 * state.load() as u64;
        if let Some(covering) = self.seen.covers(&self.functions, terms, &state) {
            self.tally.seen += 1;
            self.closed.give_up_covered(&state, &covering);
            match state.lost {
                Some(why) => self.lose(why),
                None => self.note(Death::Seen),
            }
            return;
        }
        let Backward { functions, options, target, tally, .. } = self;
        let work = &mut tally.work;
        let mut executor = Executor { functions, terms, chain, options, target: *target, work };
        let mut cut = 0;
        let is_first = state.frames.len() == 1;
        let leaves = is_first && state.top().block == BlockId::new(0);
        let mut states = match state.top().block == BlockId::new(0) {
            false => executor.predecessors(&state, &mut cut),
            true => match executor.leave(&mut state) {
                Left::Start => return self.arrive(terms, chain, state),
                Left::Callers(callers) => callers,
            },
        };
        if cut > 0 {
            self.closed.give_up(&state);
        }
        (0..cut).for_each(|_| self.cut());
        if let (true, Some(way)) = (leaves, &self.way) {
            states.retain_mut(|state| {
                matches!(state.lost, Some(Lost::CalledFromOutside(_))) || way.is_kept(state)
            });
        }
        if states.is_empty() && cut == 0 {
            self.note(Death::NoCaller);
        }
        let mut callers = Vec::with_capacity(states.len());
        for state in states {
            match state.lost {
                // Nothing more can be learnt from it.
                Some(why @ Lost::CalledFromOutside(_)) => {
                    self.closed.give_up(&state);
                    self.lose(why);
                }
                _ => callers.push(state),
            }
        }
        self.add_all(callers);
    }

    /// A path begins where the program does. If its conditions have a solution, that is an input to try.
    fn arrive(&mut self, terms: &mut Terms, chain: &mut Chain, mut state: State) {
        if state.owes_line {
            return self.note(Death::NoCaller);
        }
        state.whole = true;
        let Backward { functions, options, target, tally, .. } = self;
        let work = &mut tally.work;
        let mut executor = Executor { functions, terms, chain, options, target: *target, work };
        if let Err(death) = executor.resolve(&mut state) {
            return self.died(terms, chain, state, death);
        }
        self.tally.arrived += 1;
        self.closed.arrive(&state);
        self.lose(state.lost.unwrap_or(Lost::Undecided));
        let model = state.path.model().clone();
        let asked = conditions(terms, &state);
        self.guess(terms, &state, &model, &asked, true);
        self.relate(terms, &state, &asked, true);
    }

    /// A path does not exist. What it asks for near to the target may still be right (the paper's Algorithm 2, lines
    /// 36 to 48): of its conditions, the nearest to the target first, as many as have a common solution.
    fn died(&mut self, terms: &mut Terms, chain: &mut Chain, state: State, death: Death) {
        match death {
            Death::Contradiction { .. } => self.tally.contradictions += 1,
            Death::Invalid { .. } => self.tally.invalid += 1,
            _ => {}
        }
        if let Some(why) = state.lost {
            self.closed.give_up(&state);
            self.lose(why);
        }
        self.note(death);
        if state.inputs.is_empty() {
            return;
        }
        let mut path = Path::new();
        let mut kept = Vec::new();
        for condition in conditions(terms, &state) {
            if let Verdict::Sat(witness) = chain.may_hold(terms, &mut path, condition) {
                chain.assume(terms, &mut path, condition, witness);
                kept.push(condition);
            }
        }
        // A condition that is plainly false does not depend on the input: other inputs would not have helped, and in
        // a loop the values of every round but the right one are wrong. How inputs relate may be right in any.
        if !state.open.iter().any(|want| want.condition == TermId::FALSE) {
            let model = path.model().clone();
            self.guess(terms, &state, &model, &kept, false);
        }
        self.relate(terms, &state, &kept, false);
    }

    fn note(&mut self, death: Death) {
        if self.deaths.len() < MOST_DEATHS {
            self.deaths.push(death);
        }
    }

    /// Notes what a model gives to the inputs that conditions ask for; to all if the path is whole.
    fn guess(
        &mut self,
        terms: &mut Terms,
        state: &State,
        model: &Model,
        asked: &[TermId],
        whole: bool,
    ) {
        let mut occurrences: BTreeMap<Point, u32> = BTreeMap::new();
        for input in state.inputs.iter().rev() {
            let occurrence = occurrences.entry(input.at).or_insert(0);
            let number = *occurrence;
            *occurrence += 1;
            let is_asked =
                asked.iter().any(|&term| terms.free_variables(term).contains(&input.symbol));
            if !whole && !is_asked {
                continue;
            }
            let bytes = bytes_of(terms, input, model);
            let occurrence = whole.then_some(number);
            *self.guesses.entry(Guess { at: input.at, occurrence, bytes }).or_insert(0) += 1;
        }
    }

    /// Notes how conditions relate inputs.
    fn relate(&mut self, terms: &mut Terms, state: &State, asked: &[TermId], whole: bool) {
        for relation in relations::of_path(terms, state, asked, whole) {
            *self.relations.entry(relation).or_insert(0) += 1;
        }
    }
}

/// What most paths agree on first.
fn best_first<T>(counted: BTreeMap<T, u64>) -> Vec<T> {
    let mut counted: Vec<(T, u64)> = counted.into_iter().collect();
    counted.sort_by_key(|(_, paths)| Reverse(*paths));
    counted.into_iter().map(|(guess, _)| guess).collect()
}

/// The conditions of a path without unknowns, from the target upwards.
fn conditions(terms: &mut Terms, state: &State) -> Vec<TermId> {
    let inputs: Vec<TermId> = state.inputs.iter().map(|input| input.symbol).collect();
    let all = state.settled.iter().chain(&state.open).map(|Want { condition, .. }| *condition);
    all.filter(|&condition| {
        terms.free_variables(condition).iter().all(|free| inputs.contains(free))
    })
    .collect()
}

/// The bytes that a model gives to an input.
fn bytes_of(terms: &Terms, input: &Input, model: &Model) -> Vec<(u64, u8)> {
    match terms.sort(input.symbol) {
        Sort::BitVec(_) => {
            let value = Evaluator::new().eval(terms, model, input.symbol);
            let Some(bits) = value else { return Vec::new() };
            let byte = |at: u64| (bits.words()[at as usize / 8] >> (at % 8 * 8)) as u8;
            (0..input.bytes).map(|at| (at, byte(at))).collect()
        }
        Sort::Array { .. } => {
            let View::Symbol(symbol) = terms.view(input.symbol) else { return Vec::new() };
            let Some(array) = model.array(symbol) else { return Vec::new() };
            let entries = array.entries();
            let bytes = entries.iter().map(|(at, byte)| (at.low_u64(), byte.low_u64() as u8));
            let mut bytes: Vec<(u64, u8)> = bytes.filter(|&(at, _)| at < input.bytes).collect();
            bytes.sort_unstable();
            bytes
        }
    }
}

#[cfg(test)]
mod tests {
    use super::best_first;

    #[test]
    fn what_most_paths_agree_on_comes_first() {
        let counted = [("a", 1), ("b", 3), ("c", 2), ("d", 3)].into();
        assert_eq!(best_first(counted), ["b", "d", "c", "a"]);
    }
}
