//! The one way to run a state.
//!
//! [`Machine::step`] runs a state for a while and says all that came of it. Whoever calls it only decides which
//! state is next and what becomes of what it gets: an exploration, a hunt for a target, a test that is followed.
//! A step owns what they would all have to get right. It gives the state the large cache if it has none. It
//! catches a bug of the engine, which then is the end of this path alone. An operation that was given up is
//! taken back, so that the state stands where it began. Nothing of one step is left for the next.
//!
//! A state that no longer runs must be parked ([`Machine::park`]) or finished ([`Machine::finish`]): both take
//! the cache from it and hand over what it has covered.

use super::run::Halt;
use crate::end::{Ended, LeftOutNow, Outcome};
use crate::machine::Machine;
use crate::state::State;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of running a state for a while.
pub struct Step {
    pub pause: Pause,
    /// IR instructions that were executed.
    pub instructions: u64,
    /// States that split off.
    pub forks: Vec<State>,
    /// Copies of the state that wait for the answer of a query that takes long.
    pub postponed: Vec<State>,
    /// Paths that ended beside the state.
    pub ended: Vec<Ended>,
    /// What is possible and is not explored.
    pub sides_left: Vec<LeftOutNow>,
}

/// Why a step is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The budget of instructions is used up, much else was done, or something split off: the state can go on.
    GoesOn,
    /// The state has passed the watched mark of this number, and can go on.
    Marked(u32),
    /// The state stands at a cut, which it wanted (see [`crate::state::Rounds`]), and can go on.
    Cut,
    /// All work must end. The state stands where the operation began that was given up.
    Interrupted,
    /// A query takes long: the state waits where its operation began (see `decide/postpone.rs`).
    Postponed,
    /// The path has ended.
    Ended(Outcome),
}

impl Machine<'_> {
    /// Runs a state until its path ends, something splits off, it passes a watched mark, or about `budget`
    /// IR instructions are done.
    pub fn step(&mut self, state: &mut State, budget: u64) -> Step {
        if !state.memory.objects.has_cache() {
            state.memory.objects.activate(self.cache.take().unwrap_or_default());
        }
        self.chain.note_needed(state.rounds.ticket.is_some());
        let before = state.position.instructions;
        let halt = catch_unwind(AssertUnwindSafe(|| self.run_on(state, budget)));
        self.executed += state.position.instructions - before;
        state.rounds.ticket.add(&self.chain.take_needed());
        let marked = self.marked.take();
        let pause = match halt {
            Ok(Halt::Budget | Halt::Forked) => Pause::GoesOn,
            Ok(Halt::Marked) => Pause::Marked(marked.expect("a state pauses at a mark")),
            Ok(Halt::Cut) => {
                state.rounds.stand();
                Pause::Cut
            }
            Ok(Halt::End(end)) => match *end {
                Outcome::Interrupted => {
                    state.take_back();
                    Pause::Interrupted
                }
                Outcome::Postponed => {
                    state.take_back();
                    Pause::Postponed
                }
                outcome => Pause::Ended(outcome),
            },
            Err(panic) => Pause::Ended(Outcome::EngineBug { what: panic_text(&*panic) }),
        };
        Step {
            pause,
            instructions: state.position.instructions - before,
            forks: std::mem::take(&mut self.forks),
            postponed: std::mem::take(&mut self.postponed),
            ended: std::mem::take(&mut self.ended),
            sides_left: std::mem::take(&mut self.left_out),
        }
    }

    fn run_on(&mut self, state: &mut State, budget: u64) -> Halt {
        if state.rounds.leave_cut() {
            // Up to the next jump: a state that has just stood here must not stand here again.
            match self.run(state, 0, false) {
                Halt::Budget => {}
                halt => return halt,
            }
        }
        let stops = state.rounds.wants();
        self.run(state, budget, stops)
    }

    /// The state no longer runs.
    pub fn park(&mut self, state: &mut State) {
        if state.memory.objects.has_cache() {
            self.cache = Some(state.memory.objects.park());
        }
        let seen = self.coverage.take_seen();
        state.trace.add_marks(&seen);
        state.rest();
        if cfg!(debug_assertions) {
            state.verify(self.code);
        }
    }

    /// Ends the path of a state that was running; and how many IR instructions were executed beyond those
    /// that were counted, of the straight line in whose middle it ended.
    pub fn finish(&mut self, mut state: Box<State>, outcome: Outcome) -> (Ended, u64) {
        if matches!(outcome, Outcome::EngineBug { .. }) {
            // What the panic left behind may be inconsistent: only plain facts are taken from it.
            let ended = Ended::of_bug(&state, outcome);
            std::mem::forget(state);
            return (ended, 0);
        }
        let rest = self.instructions(&state, true) - state.position.instructions;
        let ended = self.end(&mut state, outcome);
        self.cache = Some(state.memory.objects.park());
        (ended, rest)
    }

    /// As [`Machine::finish`], where nobody wants to know how the path went: the trace of a long one is not put
    /// together.
    pub fn finish_unread(&mut self, mut state: Box<State>) -> u64 {
        self.coverage.take_seen();
        state.rounds.ticket.hand_in();
        self.cache = Some(state.memory.objects.park());
        self.instructions(&state, true) - state.position.instructions
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
