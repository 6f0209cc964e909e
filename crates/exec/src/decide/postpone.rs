//! Queries that take long: their side of a decision waits, and is asked about again later.
//!
//! Whoever runs states may have little patience at first ([`Machine::be_patient`]) and more each time. It holds
//! for queries that are asked [impatiently](Machine::impatiently), by code that knows what to do when there is
//! no answer yet; all others have the chain's whole budget, so that nothing is left out for want of patience.
//! A query that runs out of it is not lost. If another side of the decision is possible, the
//! state goes on there, and a copy of it waits for what is left open (`open` of its trace); if none is known to
//! be, the state itself ends in [`Outcome::Postponed`], which is no end: [`State::take_back`] brings it to
//! the start of the operation, where it asks again. A side that was open and turns out to be impossible ends in
//! [`Outcome::NoPath`]: there is no such path, and nobody counts it.
//!
//! An operation may also ask many questions, each of which is quick, such as for every value that a size can have.
//! So the work of an operation is limited as well, in proportion: it begins again later with more.
//!
//! Every side is taken once, shown to be impossible, or given up when the chain's whole budget did not do.
//! Without patience that was set, nothing of this happens.

use crate::end::{End, Outcome};
use crate::machine::Machine;
use crate::state::State;
use dunlin_solver::chain::{Verdict, Witness};
use dunlin_term::TermId;

/// The work that an operation may cost, for every conflict that a query may: a conflict comes with so many
/// propagations where formulas are large.
const WORK_PER_CONFLICT: u64 = 200;

/// The end of a state that was to take a side which is impossible.
pub(crate) fn no_path() -> End {
    Box::new(Outcome::NoPath)
}

impl Machine<'_> {
    /// Asks with the patience that there is. Who calls this must not take an unknown answer for one: it calls
    /// [`Machine::postpone_if_impatient`], [`Machine::undecided`] or [`Machine::leave_open`] then.
    pub(crate) fn impatiently<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.chain.set_patience(self.patience);
        if outer.is_none() {
            self.chain.take_ran_out();
        }
        let answer = ask(self);
        self.chain.set_patience(outer);
        answer
    }

    /// From now on, a query may cost so many conflicts.
    pub fn be_patient(&mut self, conflicts: u64) {
        self.patience = Some(conflicts);
        self.begin_work();
    }

    /// An operation begins to ask.
    pub(crate) fn begin_work(&mut self) {
        if self.patience.is_some() {
            self.worked = self.chain.work();
        }
    }

    /// Puts the running operation off if all its queries together take long.
    pub(crate) fn wait_if_worn_out(&self) -> Result<(), End> {
        let Some(patience) = self.patience else { return Ok(()) };
        let limit = patience.saturating_mul(WORK_PER_CONFLICT);
        match self.chain.work() - self.worked > limit {
            true => Err(Box::new(Outcome::Postponed)),
            false => Ok(()),
        }
    }

    /// Before something is taken for unknown: the operation begins again later if that was for want of
    /// patience.
    pub(crate) fn postpone_if_impatient(&mut self) -> Result<(), End> {
        if self.chain.take_ran_out() { Err(Box::new(Outcome::Postponed)) } else { Ok(()) }
    }

    /// The solver does not know whether these choices are possible, and the state goes on with another one:
    /// a copy waits for them, or they are given up.
    pub(crate) fn leave_open(&mut self, state: &mut State, choices: &[u64]) {
        if self.chain.take_ran_out() && state.trace.forking {
            let mut other = self.fork(state);
            other.trace.open = Some(choices.into());
            other.begin_again();
            self.postponed.push(other);
        } else {
            choices.iter().for_each(|_| self.give_up_side(state));
        }
    }

    /// For a state that is to take the one side of a condition that was left open: which that is, and a
    /// witness of it. None if all sides are open.
    pub(crate) fn open_side(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<Option<(bool, TermId, Witness)>, End> {
        let Some(open) = &state.trace.open else { return Ok(None) };
        let holds = open[0] != 0;
        let side = if holds { condition } else { self.terms.not(condition) };
        match self.impatiently(|machine| machine.may_hold(state, side)) {
            Verdict::Sat(witness) => Ok(Some((holds, side, witness))),
            Verdict::Unsat(_) => Err(no_path()),
            Verdict::Unknown(_) => Err(self.undecided()),
        }
    }
}
