//! Sides that a recorded path takes, where a state is sent along one; and ways out of switches, of which it takes
//! one.

use crate::code::Pc;
use crate::coverage::{Event, of_mark};
use crate::decide::{Choice, assumed_away};
use crate::end::End;
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
use dunlin_solver::chain::{Verdict, Witness};
use dunlin_term::TermId;

/// A way out of a switch or a computed goto.
pub struct Exit {
    pub to: Pc,
    /// What a trace calls it.
    pub number: u64,
    pub condition: TermId,
}

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

    /// Which way out of a switch or a computed goto is taken, if any can be.
    pub(crate) fn choose_exit(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        mut exits: Vec<Exit>,
    ) -> Result<Option<Pc>, End> {
        self.keep_guided_exit(&mut exits)?;
        let choice = |exit: &Exit| Choice { number: exit.number, condition: exit.condition };
        let choices: Vec<Choice> = exits.iter().map(choice).collect();
        let chosen = self.choose(state, kind, &choices)?;
        Ok(exits.iter().find(|exit| Some(exit.number) == chosen).map(|exit| exit.to))
    }

    /// Leaves only the one to which the path goes, if one is followed.
    fn keep_guided_exit(&self, exits: &mut Vec<Exit>) -> Result<(), End> {
        if !self.coverage.is_following() {
            return Ok(());
        }
        let Some((path, passed)) = self.coverage.followed() else { return Err(assumed_away()) };
        match path.get(passed).map(|&mark| of_mark(mark)) {
            Some((to, Event::Arrived)) => exits.retain(|exit| exit.to == to),
            _ => exits.clear(),
        }
        if exits.is_empty() { Err(assumed_away()) } else { Ok(()) }
    }
}
