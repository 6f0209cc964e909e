//! The states of one origin, and which of them runs.

mod running;
mod saving;
mod waiting;

use crate::aimed::Aimed;
use crate::deep::Deep;
use crate::guided::Guided;
use crate::hunt::{Ends, Hunt};
use crate::parked::Parked;
use crate::postponed::{Patience, Postponed};
use crate::ranking::Ranking;
use crate::returning::Returning;
use crate::sdse::ShortestDistance;
use crate::strategy::Search;
use dunlin_exec::coverage::Coverage;
use dunlin_exec::explore::search::{Searcher, StateKey, View, searcher};
use dunlin_exec::{Ended, LeftOutNow, Outcome, Program, Remembered, State};
use dunlin_ir::{Callee, FuncId, InstKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What came of a step.
pub enum Step {
    GoesOn,
    /// A state stands at the target.
    Reached(Box<State>),
    /// No states are left.
    Empty,
}

pub struct Pool<'a> {
    program: &'a Program,
    origin: FuncId,
    start: FuncId,
    /// It begins where the program does.
    whole: bool,
    /// The call of the origin in its start function: a state behind it has left the origin.
    call_index: u32,
    /// They take turns; all know all states.
    searchers: Vec<Box<dyn Searcher + 'a>>,
    active: usize,
    /// They are also asked when a function is entered whose known paths do not lead to the target from
    /// here: SDSE then takes another way to such a function instead of stepping into this one (Directed
    /// SE 3.1). For other searches that a state pauses there means nothing.
    asks_at_entries: bool,
    states: FxHashMap<StateKey, Box<State>>,
    current: Option<(StateKey, Box<State>)>,
    /// States that wait for a query that takes long, and those that were put away for want of memory. No
    /// searcher knows them.
    postponed: Postponed,
    parked: Parked,
    /// Those of a hunt that is resumed, as long as they are not back.
    returning: Returning,
    /// Of states whose queries need more than the first.
    patience: FxHashMap<StateKey, Patience>,
    /// Of its own states: where searchers have been, and who covers what.
    coverage: Coverage,
    /// The states that it has seen, if it compares them. A partial path to the target is of those that follow it
    /// alone, so that only states of the whole program are compared.
    remembered: Option<Box<Remembered>>,
    next_key: u64,
    begun: bool,
    ends: Ends,
    /// No path was lost so far.
    complete: bool,
    spent: u64,
    /// The cost when its turn began.
    woken_at: u64,
    /// What following known paths has cost, and which part of all that may be.
    attempts_cost: u64,
    attempts_part: Option<u64>,
}

impl<'a> Pool<'a> {
    /// `origin` must have a start function.
    pub fn new(
        hunt: &Hunt<'a>,
        origin: FuncId,
        searches: &[Search],
        ranking: Rc<Ranking<'a>>,
        seed: u64,
    ) -> Pool<'a> {
        let program = &hunt.marked.program;
        let start = hunt.marked.start_of(origin).expect("execution can begin there");
        let make = |search: &Search| -> Box<dyn Searcher + 'a> {
            let ranking = ranking.clone();
            match search {
                Search::Undirected(kind) => searcher(*kind, seed, false),
                Search::Sdse => Box::new(ShortestDistance::new(program, ranking, false, seed)),
                Search::SdseIntra => Box::new(ShortestDistance::new(program, ranking, true, seed)),
                Search::Aimed => Box::new(Aimed::new(program, ranking, seed)),
                Search::Deep => Box::<Deep>::default(),
                Search::Guided => Box::new(Guided::new(program, ranking, seed)),
            }
        };
        let whole = origin == hunt.marked.entry_func();
        let mut coverage = Coverage::new(&program.code.ops);
        let table = || hunt.options.matching.table(program, hunt.machine.options);
        let remembered = whole.then(table).flatten().map(|seen| {
            coverage.cut_at(seen.cuts.pcs());
            Box::new(Remembered::new(seen))
        });
        Pool {
            program,
            origin,
            start,
            whole,
            call_index: call_index(program, start, origin),
            searchers: searches.iter().map(make).collect(),
            active: 0,
            asks_at_entries: searches.iter().any(|s| matches!(s, Search::Sdse | Search::SdseIntra)),
            states: FxHashMap::default(),
            current: None,
            postponed: Postponed::default(),
            parked: Parked::default(),
            returning: Returning::default(),
            patience: FxHashMap::default(),
            coverage,
            remembered,
            next_key: 0,
            begun: false,
            ends: Ends::default(),
            complete: true,
            spent: 0,
            woken_at: 0,
            attempts_cost: 0,
            attempts_part: None,
        }
    }

    /// Following known paths may cost only this part of all that is spent, but for the first few.
    pub fn limit_attempts(&mut self, part: u64) {
        self.attempts_part = Some(part);
    }

    pub fn origin(&self) -> FuncId {
        self.origin
    }

    pub fn is_whole(&self) -> bool {
        self.whole
    }

    pub fn is_exhausted(&self) -> bool {
        self.begun
            && !self.can_run()
            && self.postponed.is_empty()
            && self.parked.is_empty()
            && self.returning.is_empty()
    }

    /// Whether there are states that searchers can pick.
    fn can_run(&self) -> bool {
        self.current.is_some() || !self.states.is_empty()
    }

    /// Whether all paths that have ended were followed as far as they matter.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    pub fn ends(&self) -> Ends {
        self.ends
    }

    pub fn spent(&self) -> u64 {
        self.spent
    }

    pub fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        states.extend(self.states.values_mut().map(|state| &mut **state));
        states.extend(self.current.iter_mut().map(|(_, state)| &mut **state));
        states.extend(self.postponed.states_mut());
    }

    pub fn waiting(&self) -> impl Iterator<Item = &State> {
        let current = self.current.iter().map(|(_, state)| &**state);
        let waiting = self.states.values().map(|state| &**state);
        waiting.chain(current).chain(self.postponed.states())
    }

    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Takes its turn: the machine works on its states from now on.
    pub fn wake(&mut self, hunt: &mut Hunt<'a>) {
        self.woken_at = hunt.cost();
        std::mem::swap(&mut self.coverage, &mut hunt.machine.coverage);
        std::mem::swap(&mut self.remembered, &mut hunt.machine.remembered);
        if hunt.has_room() && !self.parked.is_empty() {
            self.set_out(hunt);
        }
    }

    /// Ends its turn. Its running state stays that, so that its searcher goes on where it was.
    pub fn rest(&mut self, hunt: &mut Hunt<'a>) {
        self.spent += hunt.cost() - self.woken_at;
        if let Some((_, state)) = &mut self.current {
            hunt.machine.park(state);
        }
        std::mem::swap(&mut self.coverage, &mut hunt.machine.coverage);
        std::mem::swap(&mut self.remembered, &mut hunt.machine.remembered);
    }

    fn new_key(&mut self) -> StateKey {
        self.next_key += 1;
        StateKey(self.next_key)
    }

    fn begin(&mut self, hunt: &mut Hunt<'a>) {
        self.begun = true;
        self.set_out(hunt);
    }

    /// Begins at the beginning, along the trace of a state that was put away if there is one.
    fn set_out(&mut self, hunt: &mut Hunt<'a>) {
        match hunt.machine.initial_state(self.start, &hunt.options.arguments) {
            Ok(mut state) => {
                state.trace.echo = false;
                self.parked.set_out(&mut state);
                self.add(hunt, None, vec![state]);
            }
            Err(end) => {
                let ended = Ended::at_start(*end);
                self.count_end(hunt, &ended);
            }
        }
    }

    /// A path has ended.
    fn count_end(&mut self, hunt: &mut Hunt<'a>, ended: &Ended) {
        self.ends.add(&ended.outcome);
        hunt.obstacles.add(ended, self.whole);
        let bug = matches!(ended.outcome, Outcome::EngineBug { .. });
        self.complete &= !bug && ended.outcome.left_out().is_none();
    }

    /// A path goes on with less than what was possible. Where no way leads to the target, nothing is
    /// lost.
    fn count_left_out(&mut self, hunt: &mut Hunt<'a>, left: LeftOutNow) {
        if hunt.options.drop && !hunt.ranking.may_reach(left.stack) {
            return;
        }
        self.complete = false;
        if self.whole {
            hunt.obstacles.add_left_out(left.at);
        }
    }

    /// Adds states that can still reach the target.
    fn add(&mut self, hunt: &mut Hunt<'a>, parent: Option<StateKey>, states: Vec<State>) {
        let patience = parent.and_then(|parent| self.patience.get(&parent).copied());
        let mut kept = Vec::with_capacity(states.len());
        for mut state in states {
            hunt.count_states(1);
            match self.may_reach(hunt, &state) {
                true => kept.push((self.new_key(), Box::new(state))),
                false => {
                    state.rounds.ticket.hand_in();
                    self.drop_state(hunt);
                }
            }
        }
        if let Some(patience) = patience {
            kept.iter().for_each(|(key, _)| self.be_patient(*key, patience));
        }
        let added: Vec<(StateKey, &State)> =
            kept.iter().map(|(key, state)| (*key, &**state)).collect();
        for searcher in &mut self.searchers {
            searcher.add(parent, &added);
        }
        if self.whole {
            added.iter().for_each(|(_, state)| hunt.note_distance(state));
        }
        self.states.extend(kept);
    }

    /// Tells the searchers that a state has gone.
    fn forget(&mut self, key: StateKey) {
        self.patience.remove(&key);
        for searcher in &mut self.searchers {
            searcher.remove(key);
        }
    }

    /// The searcher of this number picks from now on.
    pub fn let_pick(&mut self, searcher: usize) {
        self.active = searcher;
        for (number, searcher) in self.searchers.iter_mut().enumerate() {
            searcher.has_turn(number == self.active);
        }
    }

    fn drop_state(&mut self, hunt: &mut Hunt<'a>) {
        self.ends.dropped += 1;
        hunt.tally.dropped += 1;
        hunt.tally.states_now -= 1;
    }

    fn may_reach(&self, hunt: &Hunt<'a>, state: &State) -> bool {
        if !self.whole && state.position.frames.len() == 1 {
            let here = self.program.stack(state).next();
            if here.is_some_and(|point| point.index > self.call_index) {
                return false;
            }
        }
        !hunt.options.drop || hunt.ranking.may_reach(self.program.stack(state))
    }

    /// Runs one state until it forks, passes a mark, ends, or has run for a while.
    pub fn step(&mut self, hunt: &mut Hunt<'a>) -> Step {
        if !self.begun {
            self.begin(hunt);
        }
        if self.is_exhausted() {
            return Step::Empty;
        }
        if let Some(step) = self.bring_back(hunt) {
            return step;
        }
        if let Some(step) = self.ask_again(hunt) {
            return step;
        }
        if !self.can_run() {
            self.set_out(hunt);
            return Step::GoesOn;
        }
        let running = self.current.as_ref().map(|(key, state)| (*key, &**state));
        let view = View {
            code: &self.program.code,
            reached: hunt.machine.coverage.reached(),
            reached_count: hunt.machine.coverage.reached_count(),
        };
        let key = self.searchers[self.active].pick(running, &view);
        if running.is_none_or(|(running, _)| running != key) {
            self.park(hunt);
            let state = self.states.remove(&key).expect("searchers know the states there are");
            self.current = Some((key, state));
        }
        let (key, state) = self.current.take().expect("picked above");
        self.run(hunt, key, state)
    }
}

/// Where a start function calls its origin.
fn call_index(program: &Program, start: FuncId, origin: FuncId) -> u32 {
    let func = program.module.func(start);
    let calls = func.blocks[0].insts.iter().rposition(|&inst| {
        matches!(&func.inst(inst).kind, InstKind::Call(call) if call.callee == Callee::Direct(origin))
    });
    calls.expect("a start function calls its origin") as u32
}
