//! Taking a side: the state that goes on, the copies that go other ways, and what the trace records of it.

use crate::end::Outcome;
use crate::machine::Machine;
use crate::state::{Decision, DecisionKind, State};
use dunlin_ir::PointNumber;
use dunlin_results::{LeftOut, LeftOutKind};
use dunlin_solver::chain::Witness;
use dunlin_term::TermId;

impl Machine<'_> {
    pub(crate) fn fork(&mut self, state: &mut State) -> State {
        let seen = self.coverage.take_seen();
        state.trace.add_marks(&seen);
        let mut other = state.fork(self.code);
        if cfg!(debug_assertions) {
            other.verify(self.code);
        }
        other.trace.followed = self.coverage.trace_len();
        other
    }

    /// Adds a choice that was possible beside others to a path.
    pub(super) fn take(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        condition: TermId,
        choice: u64,
        witness: Witness,
    ) {
        self.add(state, condition, witness);
        if state.knowledge.seeds.is_some() {
            self.keep_seeds(state, condition);
        }
        state.trace.open = None;
        let decision = Decision { choice, at: self.here(state), kind, implied: false };
        state.trace.push(decision, condition);
        state.in_flight().deciding.push(decision);
    }

    /// Records a choice beside which nothing was possible.
    pub(super) fn note_implied(&mut self, state: &mut State, kind: DecisionKind, choice: u64) {
        let decision = Decision { choice, at: self.here(state), kind, implied: true };
        state.trace.push_implied(decision);
        state.in_flight().deciding.push(decision);
    }

    /// The place in the program where a state decides.
    pub(crate) fn here(&self, state: &State) -> PointNumber {
        self.places[state.position.pc as usize]
    }

    /// A path that ends with this decision, while the state goes on with another.
    pub(super) fn end_beside(
        &mut self,
        state: &mut State,
        choice: u64,
        witness: Witness,
        outcome: Outcome,
    ) {
        let at = self.here(state);
        let decision = Decision { choice, at, kind: DecisionKind::Condition, implied: false };
        let mut ended = self.ended_beside(state, decision, Some(&witness.model), outcome);
        if let Some(moved) = &witness.moved {
            let places = self.new_places(state, moved);
            ended.whereabouts = ended.whereabouts.with(&places);
        }
        self.ended.push(ended);
    }

    /// The solver will not know whether one of the choices is possible: said, and left.
    pub(crate) fn give_up_side(&mut self, state: &State) {
        let explored = "only the sides were explored that the solver decided within its limits";
        self.leave_out(state, LeftOut::new(LeftOutKind::Solver, "a condition", explored));
    }

    /// The program has switched forking off, and several sides are possible.
    pub(super) fn leave_sides_out(&mut self, state: &State, sides: usize) {
        let explored =
            format!("only one of {sides} possible sides was explored (klee_set_forking is off)");
        self.leave_out(state, LeftOut::new(LeftOutKind::Forking, "a condition", explored));
    }
}
