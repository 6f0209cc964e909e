//! Running one state until it forks, ends, stands at a mark that matters, or has run for a while.
//!
//! A mark is a target or the entry of a function. At the target the state has arrived. At the entry of a function of
//! which paths to the target are known, they are tried from here.

use super::{Pool, Step};
use crate::hunt::{Hunt, Passed};
use crate::postponed::Patience;
use dunlin_exec::explore::search::StateKey;
use dunlin_exec::{Compared, Ended, Outcome, Pause, State};
use dunlin_ir::FuncId;

/// Instructions after which the searcher is asked again.
const SLICE: u64 = 1000;

/// Following known paths may cost so much whatever else is spent.
const SURE_ATTEMPTS: u64 = 4000;

/// What came of running a state for a while.
enum Ran {
    Done(Step),
    /// It stands behind a mark and can go on.
    Passed(Box<State>),
}

impl<'a> Pool<'a> {
    /// Runs a state, past marks that mean nothing to the searchers: a program may pass millions.
    pub(super) fn run(
        &mut self,
        hunt: &mut Hunt<'a>,
        key: StateKey,
        mut state: Box<State>,
    ) -> Step {
        let end = state.position.instructions + SLICE;
        loop {
            let left = end.saturating_sub(state.position.instructions);
            if left == 0 {
                return self.go_on(hunt, key, state);
            }
            match self.run_to_mark(hunt, key, state, left) {
                Ran::Done(step) => return step,
                Ran::Passed(passed) => state = passed,
            }
        }
    }

    fn run_to_mark(
        &mut self,
        hunt: &mut Hunt<'a>,
        key: StateKey,
        mut state: Box<State>,
        budget: u64,
    ) -> Ran {
        let reached = hunt.machine.coverage.reached_count();
        let patience = self.patience.get(&key).copied().unwrap_or_default();
        patience.apply(hunt);
        hunt.machine.chain.take_hardest();
        let follows = state.trace.ahead.is_some();
        let step = hunt.machine.step(&mut state, budget);
        self.count_instructions(hunt, (key, follows), step.instructions);
        if hunt.machine.coverage.reached_count() > reached {
            for searcher in &mut self.searchers {
                searcher.reached_new(key);
            }
        }
        for left in step.sides_left {
            self.count_left_out(hunt, left);
        }
        // As much as its queries have needed, for what splits off as well.
        let hardest = hunt.machine.chain.take_hardest();
        self.be_patient(key, patience.min(Patience::for_conflicts(hardest)));
        if !step.forks.is_empty() {
            self.add(hunt, Some(key), step.forks);
        }
        for state in step.postponed {
            hunt.count_states(1);
            match self.may_reach(hunt, &state) {
                true => self.postpone(hunt, patience, Box::new(state)),
                false => self.drop_state(hunt),
            }
        }
        for ended in step.ended {
            self.count_end(hunt, &ended);
        }
        match step.pause {
            Pause::GoesOn => {
                state.rounds.pause(state.trace.depth());
                return Ran::Done(self.go_on(hunt, key, state));
            }
            Pause::Cut => match hunt.machine.compare_with_seen(&mut state) {
                // What never ends without reaching the target does not reach it.
                Compared::Matched | Compared::Hangs => {
                    self.finish(hunt, key, state, Outcome::Matched);
                }
                // A cut is no end of its turn: loops have one in every round.
                Compared::New => return Ran::Passed(state),
            },
            Pause::Marked(mark) => return self.at_mark(hunt, key, state, mark),
            Pause::Interrupted => {
                hunt.interrupted();
                self.current = Some((key, state));
            }
            Pause::Postponed => {
                let state = self.let_go(hunt, key, state);
                self.postpone(hunt, patience, state);
            }
            Pause::Ended(Outcome::NoPath) => {
                self.let_go(hunt, key, state).rounds.ticket.hand_in();
                hunt.tally.states_now -= 1;
            }
            Pause::Ended(outcome) => self.finish(hunt, key, state, outcome),
        }
        Ran::Done(Step::GoesOn)
    }

    /// The running state's path has ended.
    fn finish(&mut self, hunt: &mut Hunt<'a>, key: StateKey, state: Box<State>, outcome: Outcome) {
        self.forget(key);
        hunt.tally.states_now -= 1;
        if matches!(
            outcome,
            Outcome::Finished { .. } | Outcome::AssumedAway | Outcome::Silent | Outcome::Matched
        ) {
            self.ends.add(&outcome);
            hunt.tally.instructions += hunt.machine.finish_unread(state);
            return;
        }
        let mattered = self.may_reach(hunt, &state);
        let (ended, rest) = hunt.machine.finish(state, outcome);
        hunt.tally.instructions += rest;
        if !mattered && ended.outcome.left_out().is_some() {
            // From where it ended, no way leads to the target: nothing is lost.
            hunt.tally.dropped += 1;
            self.ends.dropped += 1;
        } else {
            self.count_end(hunt, &ended);
        }
    }

    /// Keeps the running state if it can still reach the target.
    fn go_on(&mut self, hunt: &mut Hunt<'a>, key: StateKey, state: Box<State>) -> Step {
        if self.may_reach(hunt, &state) {
            if self.whole {
                hunt.note_distance(&state);
            }
            self.current = Some((key, state));
        } else {
            self.let_go(hunt, key, state).rounds.ticket.hand_in();
            self.drop_state(hunt);
        }
        Step::GoesOn
    }

    /// Takes the running state out.
    fn let_go(&mut self, hunt: &mut Hunt<'a>, key: StateKey, mut state: Box<State>) -> Box<State> {
        self.forget(key);
        hunt.machine.park(&mut state);
        state
    }

    fn at_mark(
        &mut self,
        hunt: &mut Hunt<'a>,
        key: StateKey,
        mut state: Box<State>,
        mark: u32,
    ) -> Ran {
        if mark == hunt.target as u32 {
            // Of the straight line in whose middle the target is.
            hunt.tally.instructions +=
                hunt.machine.instructions(&state, true) - state.position.instructions;
            let state = self.let_go(hunt, key, state);
            hunt.tally.states_now -= 1;
            return Ran::Done(Step::Reached(state));
        }
        if (mark as usize) < hunt.marked.targets.len() {
            if self.whole {
                self.pass_other(hunt, &mut state, mark as usize);
            }
        } else if let Some(func) = hunt.marked.entered(mark)
            && !self.is_own_start(&state, func)
            && state.trace.ahead.is_none()
            && self.may_attempt(hunt)
            && let Some(arrived) = self.attempt(hunt, &mut state, func)
        {
            self.current = Some((key, state));
            return Ran::Done(Step::Reached(Box::new(arrived)));
        }
        if self.asks_at_entries {
            return Ran::Done(self.go_on(hunt, key, state));
        }
        Ran::Passed(state)
    }

    fn may_attempt(&mut self, hunt: &mut Hunt<'a>) -> bool {
        let Some(part) = self.attempts_part else { return true };
        let spent = self.spent + hunt.cost() - self.woken_at;
        self.attempts_cost <= SURE_ATTEMPTS + spent / part
    }

    fn attempt(&mut self, hunt: &mut Hunt<'a>, state: &mut State, func: FuncId) -> Option<State> {
        let before = hunt.cost();
        Patience::for_attempt(before).apply(hunt);
        let arrived = hunt.follow_known(state, func);
        self.attempts_cost += hunt.cost() - before;
        arrived
    }

    /// A state of the whole program passes another target, which is answered by that.
    fn pass_other(&mut self, hunt: &mut Hunt<'a>, state: &mut State, target: usize) {
        if hunt.passed.iter().all(|known| known.target != target) {
            let what = "a target is reached".to_string();
            let mut copy = hunt.machine.copy(state);
            let ended = hunt.machine.end(&mut copy, Outcome::Limit { what });
            let Ended { inputs, whereabouts, .. } = ended;
            hunt.passed.push(Passed { target, inputs, whereabouts });
        }
        hunt.machine.watched[target] = false;
    }

    /// Whether a state stands at the beginning of its own origin.
    fn is_own_start(&self, state: &State, func: FuncId) -> bool {
        func == self.origin && state.position.frames.len() == 2
    }
}
