//! Decisions: where execution depends on symbolic input.
//!
//! A decision follows the state's script if there is one (core idea 14: a work item is replayed
//! without solver calls); else the solver says which choices are possible. The state itself takes one
//! of them, for every other a copy is made. A copy begins the running operation again with a script
//! of what was decided in it so far, or, at a branch, goes on at the other target.

use super::postpone::no_path;
use super::script::Scripted;
use crate::code::Pc;
use crate::coverage::{Event, mark};
use crate::end::{End, Outcome, ProgramError, interrupted};
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
use dunlin_solver::chain::{Branch, Verdict, Witness};
use dunlin_term::TermId;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// One way in which execution can go on.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub number: u64,
    pub condition: TermId,
}

/// What the solver said about choices.
#[derive(Default)]
pub struct Asked {
    pub possible: Vec<(Choice, Witness)>,
    /// Numbers of choices about which it did not know.
    pub unknown: Vec<u64>,
    /// How many questions that took.
    pub questions: u64,
}

/// The end of a path on which something that was taken for granted cannot hold.
pub fn assumed_away() -> End {
    Box::new(Outcome::AssumedAway)
}

impl Machine<'_> {
    /// Whether a condition holds from here on; where both is possible, the copy begins the running
    /// operation again.
    pub fn decide(&mut self, state: &mut State, condition: TermId) -> Result<bool, End> {
        self.decide_to(state, DecisionKind::Condition, condition, None)
    }

    /// As [`Machine::decide`] for what the outside answers.
    pub fn decide_outside(&mut self, state: &mut State, condition: TermId) -> Result<bool, End> {
        self.decide_to(state, DecisionKind::Environment, condition, None)
    }

    /// As [`Machine::decide`] for a branch without any other effect: the copy goes on at one of the
    /// targets, for "holds" and "does not hold".
    pub fn decide_branch(
        &mut self,
        state: &mut State,
        condition: TermId,
        targets: (Pc, Pc),
    ) -> Result<bool, End> {
        self.decide_to(state, DecisionKind::Branch, condition, Some(targets))
    }

    fn decide_to(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        condition: TermId,
        targets: Option<(Pc, Pc)>,
    ) -> Result<bool, End> {
        if condition == TermId::TRUE || condition == TermId::FALSE {
            return Ok(condition == TermId::TRUE);
        }
        let opposite = self.terms.not(condition);
        let of = |holds: bool| if holds { condition } else { opposite };
        if let Some(scripted) = self.scripted(state, kind)? {
            let holds = scripted.choice != 0;
            self.follow(state, scripted, of(holds))?;
            return Ok(holds);
        }
        if targets.is_some()
            && let Some(holds) = self.guided_branch(state)?
        {
            let witness = self.guided_witness(state, of(holds))?;
            self.take(state, kind, of(holds), u64::from(holds), witness);
            return Ok(holds);
        }
        self.look_up(state)?;
        if let Some((holds, side, witness)) = self.open_side(state, condition)? {
            self.take(state, kind, side, u64::from(holds), witness);
            return Ok(holds);
        }
        let Branch { when_true, when_false } =
            self.impatiently(|machine| machine.branch(state, condition));
        match (when_true, when_false) {
            (Verdict::Sat(yes), Verdict::Sat(no)) => {
                let moves = yes.moved.is_some() || no.moved.is_some();
                if moves && !self.may_multiply(state, 2) {
                    let holds = yes.moved.is_none();
                    let witness = if holds { yes } else { no };
                    self.take(state, kind, of(holds), u64::from(holds), witness);
                    return Ok(holds);
                }
                if !state.trace.forking {
                    let holds = self.model_says(state, condition);
                    self.leave_sides_out(state, 2);
                    let witness = if holds { yes } else { no };
                    self.take(state, kind, of(holds), u64::from(holds), witness);
                    return Ok(holds);
                }
                let mut other = self.fork(state);
                self.take(&mut other, kind, opposite, 0, no);
                self.take(state, kind, condition, 1, yes);
                match targets {
                    Some((_, failed)) => {
                        // It goes that way without executing the branch again.
                        let went = mark(state.position.pc, Event::BranchFailed);
                        if self.coverage.record_elsewhere(went) {
                            other.trace.add_marks(&[went]);
                        }
                        other.position.pc = failed;
                        other.settle();
                        other.rest();
                    }
                    None => other.begin_again(),
                }
                self.forks.push(other);
                Ok(true)
            }
            (Verdict::Sat(_), Verdict::Unsat(_)) => {
                self.rely_on(state, condition);
                self.note_implied(state, kind, 1);
                Ok(true)
            }
            (Verdict::Unsat(_), Verdict::Sat(_)) => {
                self.rely_on(state, condition);
                self.note_implied(state, kind, 0);
                Ok(false)
            }
            (Verdict::Sat(witness), Verdict::Unknown(_)) => {
                self.go_on_or_stop()?;
                self.leave_open(state, &[0]);
                self.take(state, kind, condition, 1, witness);
                Ok(true)
            }
            (Verdict::Unknown(_), Verdict::Sat(witness)) => {
                self.go_on_or_stop()?;
                self.leave_open(state, &[1]);
                self.take(state, kind, opposite, 0, witness);
                Ok(false)
            }
            _ => Err(self.undecided()),
        }
    }

    /// Which of several conditions, of which at most one is true, holds from here on. `None` if none
    /// of them can.
    pub fn choose(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        choices: &[Choice],
    ) -> Result<Option<u64>, End> {
        self.choose_asking(state, kind, choices, |machine, state| {
            let mut asked = Asked::default();
            for &choice in choices {
                machine.ask_choice(state, choice, &mut asked);
            }
            asked
        })
    }

    /// Asks whether a choice is possible.
    pub(crate) fn ask_choice(&mut self, state: &mut State, choice: Choice, asked: &mut Asked) {
        asked.questions += 1;
        match self.may_hold(state, choice.condition) {
            Verdict::Sat(witness) => asked.possible.push((choice, witness)),
            Verdict::Unsat(_) => {}
            Verdict::Unknown(_) => asked.unknown.push(choice.number),
        }
    }

    /// Which of several conditions can hold, by `ask`. Nothing is decided by that, but a path that is
    /// followed again must know it without asking.
    pub(crate) fn recorded_set(
        &mut self,
        state: &mut State,
        count: usize,
        ask: impl FnOnce(&mut Self, &mut State) -> Result<Vec<bool>, End>,
    ) -> Result<Vec<bool>, End> {
        const BITS: usize = 64;
        let mut set = Vec::with_capacity(count);
        while let Some(Scripted { choice, .. }) = self.scripted(state, DecisionKind::Possible)? {
            set.extend((0..BITS.min(count - set.len())).map(|bit| choice >> bit & 1 != 0));
            if set.len() == count {
                return Ok(set);
            }
        }
        if !set.is_empty() {
            return Err(self.script_diverged(state));
        }
        self.look_up(state)?;
        let set = ask(self, state)?;
        for chunk in set.chunks(BITS) {
            let bits = chunk.iter().enumerate().map(|(bit, &member)| u64::from(member) << bit);
            self.note_implied(state, DecisionKind::Possible, bits.sum());
        }
        Ok(set)
    }

    /// As [`Machine::choose`], where `ask` finds out what is possible.
    pub(crate) fn choose_asking(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        choices: &[Choice],
        ask: impl FnOnce(&mut Self, &mut State) -> Asked,
    ) -> Result<Option<u64>, End> {
        if let Some(choice) = choices.iter().find(|choice| choice.condition == TermId::TRUE) {
            return Ok(Some(choice.number));
        }
        if choices.iter().all(|choice| choice.condition == TermId::FALSE) {
            return Ok(None);
        }
        if let Some(scripted) = self.scripted(state, kind)? {
            let number = scripted.choice;
            let Some(choice) = choices.iter().find(|choice| choice.number == number) else {
                return Err(self.script_diverged(state));
            };
            self.follow(state, scripted, choice.condition)?;
            return Ok(Some(number));
        }
        self.look_up(state)?;
        let open = state.trace.open.clone();
        let Asked { mut possible, unknown, .. } = match &open {
            None => self.impatiently(|machine| ask(machine, state)),
            Some(open) => self.impatiently(|machine| {
                let mut asked = Asked::default();
                for &choice in choices.iter().filter(|choice| open.contains(&choice.number)) {
                    machine.ask_choice(state, choice, &mut asked);
                }
                asked
            }),
        };
        if possible.is_empty() && unknown.is_empty() {
            return if open.is_none() { Ok(None) } else { Err(no_path()) };
        }
        let all_known = unknown.is_empty();
        if !all_known {
            self.go_on_or_stop()?;
            if possible.is_empty() {
                self.postpone_if_impatient()?;
            }
            self.leave_open(state, &unknown);
        }
        if possible.is_empty() {
            return Err(self.undecided());
        }
        if possible.len() > 1
            && possible.iter().any(|(_, witness)| witness.moved.is_some())
            && !self.may_multiply(state, possible.len())
        {
            let stays = possible.iter().any(|(_, witness)| witness.moved.is_none());
            match stays {
                true => possible.retain(|(_, witness)| witness.moved.is_none()),
                false => possible.truncate(1),
            }
        }
        if !state.trace.forking && possible.len() > 1 {
            self.leave_sides_out(state, possible.len());
            let holds = |this: &mut Self, choice: &Choice| this.model_says(state, choice.condition);
            let chosen = possible.iter().position(|(choice, _)| holds(self, choice)).unwrap_or(0);
            possible = vec![possible.swap_remove(chosen)];
            let (choice, witness) = possible.pop().expect("one is left");
            self.take(state, kind, choice.condition, choice.number, witness);
            return Ok(Some(choice.number));
        }
        let (first, witness) = possible.remove(0);
        let alone = possible.is_empty() && choices.len() > 1 && open.is_none() && all_known;
        if alone && self.is_implied_soon(state, first.condition)? {
            self.rely_on(state, first.condition);
            self.note_implied(state, kind, first.number);
            return Ok(Some(first.number));
        }
        for (choice, witness) in possible {
            let mut other = self.fork(state);
            self.take(&mut other, kind, choice.condition, choice.number, witness);
            other.begin_again();
            self.forks.push(other);
        }
        self.take(state, kind, first.condition, first.number, witness);
        Ok(Some(first.number))
    }

    /// As [`Machine::is_implied`], for an operation that can begin again.
    fn is_implied_soon(&mut self, state: &mut State, condition: TermId) -> Result<bool, End> {
        let opposite = self.terms.not(condition);
        match self.impatiently(|machine| machine.may_hold(state, opposite)) {
            Verdict::Unknown(_) => self.postpone_if_impatient().map(|()| false),
            verdict => Ok(verdict.is_unsat()),
        }
    }

    pub(super) fn is_implied(&mut self, state: &mut State, condition: TermId) -> bool {
        let opposite = self.terms.not(condition);
        self.may_hold(state, opposite).is_unsat()
    }

    /// A condition without which the program is in error: where it can be violated, that side ends
    /// with the error, and the state goes on with the other.
    pub fn require(
        &mut self,
        state: &mut State,
        condition: TermId,
        error: impl FnOnce(&mut Self, &mut State) -> ProgramError,
    ) -> Result<(), End> {
        if condition == TermId::TRUE {
            return Ok(());
        }
        if condition == TermId::FALSE {
            return Err(error(self, state).into());
        }
        let kind = DecisionKind::Condition;
        if let Some(scripted) = self.scripted(state, kind)? {
            let holds = scripted.choice != 0;
            let opposite = self.terms.not(condition);
            self.follow(state, scripted, if holds { condition } else { opposite })?;
            return if holds { Ok(()) } else { Err(error(self, state).into()) };
        }
        self.look_up(state)?;
        if let Some((holds, side, witness)) = self.open_side(state, condition)? {
            let error = (!holds).then(|| error(self, state));
            self.take(state, kind, side, u64::from(holds), witness);
            return error.map_or(Ok(()), |error| Err(error.into()));
        }
        let Branch { when_true, when_false } =
            self.impatiently(|machine| machine.branch(state, condition));
        match (when_true, when_false) {
            (Verdict::Sat(fine), Verdict::Sat(mut wrong)) => {
                let error = error(self, state);
                if let Some(model) = self.violating_seed(state, condition) {
                    wrong = Witness::new(model);
                }
                self.end_beside(state, 0, wrong, Outcome::Error(error));
                self.take(state, kind, condition, 1, fine);
                Ok(())
            }
            (Verdict::Sat(_), Verdict::Unsat(_)) => {
                self.rely_on(state, condition);
                self.note_implied(state, kind, 1);
                Ok(())
            }
            (Verdict::Unsat(_), Verdict::Sat(_)) => {
                self.rely_on(state, condition);
                self.note_implied(state, kind, 0);
                Err(error(self, state).into())
            }
            (Verdict::Sat(witness), Verdict::Unknown(_)) => {
                self.go_on_or_stop()?;
                self.leave_open(state, &[0]);
                self.take(state, kind, condition, 1, witness);
                Ok(())
            }
            (Verdict::Unknown(_), Verdict::Sat(wrong)) => {
                self.go_on_or_stop()?;
                let error = error(self, state);
                self.end_beside(state, 0, wrong, Outcome::Error(error));
                state.trace.open = Some([1].into());
                Err(self.undecided())
            }
            _ => Err(self.undecided()),
        }
    }

    /// An error after which the program goes on: a path ends with it, beside the state.
    pub fn report_and_go_on(&mut self, state: &mut State, error: ProgramError) -> Result<(), End> {
        if let Some(scripted) = self.scripted(state, DecisionKind::Condition)? {
            let goes_on = scripted.choice != 0;
            self.follow(state, scripted, TermId::TRUE)?;
            return if goes_on { Ok(()) } else { Err(error.into()) };
        }
        let witness = Witness::new(state.knowledge.path.model().clone());
        self.end_beside(state, 0, witness, Outcome::Error(error));
        self.note_implied(state, DecisionKind::Condition, 1);
        Ok(())
    }

    /// A condition that was required before on this path. It is recorded as if it were asked for again.
    pub(crate) fn holds_already(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<(), End> {
        if condition == TermId::TRUE {
            return Ok(());
        }
        match self.scripted(state, DecisionKind::Condition)? {
            Some(Scripted { choice: 1, .. }) => Ok(()),
            Some(_) => Err(self.script_diverged(state)),
            None => {
                self.note_implied(state, DecisionKind::Condition, 1);
                Ok(())
            }
        }
    }

    /// A condition that the program's author promises: a path on which it cannot hold ends quietly.
    pub fn assume(&mut self, state: &mut State, condition: TermId) -> Result<(), End> {
        if condition == TermId::TRUE {
            return Ok(());
        }
        if condition == TermId::FALSE {
            return Err(assumed_away());
        }
        self.end_script(state);
        if state.trace.ahead.is_some() {
            return self.assume_scripted(state, condition);
        }
        match self.impatiently(|machine| machine.may_hold(state, condition)) {
            Verdict::Sat(witness) => {
                self.add(state, condition, witness);
                self.keep_seeds_assuming(state, condition);
                Ok(())
            }
            Verdict::Unsat(_) => Err(assumed_away()),
            Verdict::Unknown(_) => Err(self.undecided()),
        }
    }

    /// Before a question about a decision. Now and then, looks whether the exploration is to stop: a path on
    /// which questions take long may not come to the end of its slice for minutes.
    pub(super) fn look_up(&mut self, state: &mut State) -> Result<(), End> {
        const EVERY: u32 = 16;
        if self.gave_up {
            return Err(interrupted());
        }
        for object in state.memory.objects.take_newly_exposed() {
            state.knowledge.path.pin(object.0);
        }
        self.relocate_now_and_then(state);
        match state.has_decided() {
            true => self.wait_if_worn_out()?,
            false => self.begin_work(),
        }
        self.questions = self.questions.wrapping_add(1);
        if self.questions.is_multiple_of(EVERY) { self.go_on_or_stop() } else { Ok(()) }
    }

    /// Gives the running operation up if the exploration is to stop: it begins again later.
    pub(crate) fn go_on_or_stop(&self) -> Result<(), End> {
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if stopped || late || dunlin_stop::is_asked() { Err(interrupted()) } else { Ok(()) }
    }

    pub(crate) fn undecided(&mut self) -> End {
        if let Err(stop) = self.go_on_or_stop().and_then(|()| self.postpone_if_impatient()) {
            return stop;
        }
        let what = "the solver did not decide a condition within its limits".to_string();
        Box::new(Outcome::Limit { what })
    }
}
