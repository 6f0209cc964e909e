//! Sides that a recorded path takes, where a state is sent along one.

use crate::code::Pc;
use crate::coverage::{Event, of_mark};
use crate::decide::assumed_away;
use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_solver::chain::{Verdict, Witness};
use dunlin_term::TermId;

impl Machine<'_> {
    /// The side of the branch at the state's position that the path takes, if one is followed.
    pub(crate) fn guided_branch(&self, state: &State) -> Result<Option<bool>, End> {
        if !self.coverage.is_following() {
            return Ok(None);
        }
        let Some((path, passed)) = self.coverage.followed() else { return Err(assumed_away()) };
        match path.get(passed).map(|&mark| of_mark(mark)) {
            Some((pc, Event::BranchHeld)) if pc == state.position.pc => Ok(Some(true)),
            Some((pc, Event::BranchFailed)) if pc == state.position.pc => Ok(Some(false)),
            _ => Err(assumed_away()),
        }
    }

    /// That the side the path takes is possible.
    pub(crate) fn guided_witness(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<Witness, End> {
        match self.impatiently(|machine| machine.may_hold(state, condition)) {
            Verdict::Sat(witness) => Ok(witness),
            Verdict::Unsat(_) | Verdict::Unknown(_) => Err(assumed_away()),
        }
    }

    /// Leaves only the target of a switch to which the path goes, if one is followed.
    pub(crate) fn keep_guided_target(&self, targets: &mut Vec<(Pc, TermId)>) -> Result<(), End> {
        if !self.coverage.is_following() {
            return Ok(());
        }
        let Some((path, passed)) = self.coverage.followed() else { return Err(assumed_away()) };
        match path.get(passed).map(|&mark| of_mark(mark)) {
            Some((to, Event::Arrived)) => targets.retain(|&(target, _)| target == to),
            _ => targets.clear(),
        }
        if targets.is_empty() { Err(assumed_away()) } else { Ok(()) }
    }
}
