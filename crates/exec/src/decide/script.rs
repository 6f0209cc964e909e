//! Decisions that were made before: a path that is followed again, or an operation that begins again, makes
//! them without asking the solver.

use crate::end::{End, Outcome};
use crate::machine::Machine;
use crate::state::{Decision, DecisionKind, State};
use dunlin_solver::chain::Witness;
use dunlin_term::TermId;

/// What a script says about the next decision.
pub(super) struct Scripted {
    pub choice: u64,
    /// A decision that had an alternative, of which neither the trace nor the path condition knows yet: see
    /// [`Machine::follow`].
    new: Option<Decision>,
}

impl Scripted {
    /// Whether it adds a condition.
    pub fn is_new(&self) -> bool {
        self.new.is_some()
    }
}

/// What a script says of a decision that was not always asked for.
pub(super) enum Prescribed {
    /// There is no script, or it is at its end.
    Nothing,
    /// This was chosen.
    Choice(u64),
    /// The next decision is another one.
    Other,
}

impl Machine<'_> {
    /// Whether the next decision of the script is about this kind of thing, at this place. It is not made.
    pub(super) fn prescribed(&mut self, state: &mut State, kind: DecisionKind) -> Prescribed {
        self.end_script(state);
        let again = state.in_flight.as_ref().and_then(|op| op.again.as_ref());
        let next = match (again, &state.trace.ahead) {
            (Some(again), _) => again.decisions[again.next],
            (None, Some(script)) => script.decisions[script.next],
            (None, None) => return Prescribed::Nothing,
        };
        match next.at == self.here(state) && next.kind == kind {
            true => Prescribed::Choice(next.choice),
            false => Prescribed::Other,
        }
    }

    /// The next decision of the script, if there is one: about this kind of thing, at this place.
    pub(super) fn scripted(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
    ) -> Result<Option<Scripted>, End> {
        self.end_script(state);
        let at = self.here(state);
        let fits = |decision: &Decision| decision.at == at && decision.kind == kind;
        if let Some(op) = &mut state.in_flight
            && let Some(again) = &mut op.again
        {
            let decision = again.decisions[again.next];
            if !fits(&decision) {
                return Err(self.script_diverged(state));
            }
            again.next += 1;
            op.deciding.push(decision);
            op.end_again();
            return Ok(Some(Scripted { choice: decision.choice, new: None }));
        }
        let Some(script) = &mut state.trace.ahead else { return Ok(None) };
        let decision = script.decisions[script.next];
        if !fits(&decision) {
            return Err(self.script_diverged(state));
        }
        script.next += 1;
        let choice = decision.choice;
        if !decision.implied {
            return Ok(Some(Scripted { choice, new: Some(decision) }));
        }
        state.trace.push_implied(decision);
        state.in_flight().deciding.push(decision);
        Ok(Some(Scripted { choice, new: None }))
    }

    /// Makes a decision of the script, which adds this condition unless it was made before.
    pub(super) fn follow(
        &mut self,
        state: &mut State,
        scripted: Scripted,
        condition: TermId,
    ) -> Result<(), End> {
        let Some(decision) = scripted.new else { return Ok(()) };
        if condition != TermId::TRUE {
            self.assume_scripted(state, condition)?;
        }
        state.trace.push(decision, condition);
        state.in_flight().deciding.push(decision);
        Ok(())
    }

    /// Adds a condition that the inputs of the script satisfy. The path's own model is kept as long
    /// as it does, since value sets grow around it.
    pub(super) fn assume_scripted(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<(), End> {
        let model = match (&state.trace.ahead, self.model_says(state, condition)) {
            (_, true) | (None, _) => state.knowledge.path.model().clone(),
            (Some(script), false) => script.model.clone(),
        };
        if self.evaluator.holds(&self.terms, &model, condition) == Some(false) {
            return Err(self.script_diverged(state));
        }
        self.add(state, condition, Witness::new(model));
        Ok(())
    }

    /// Ends a script of which all decisions were followed.
    pub(super) fn end_script(&mut self, state: &mut State) {
        if let Some(op) = &mut state.in_flight {
            op.end_again();
        }
        state.trace.end_ahead();
    }

    pub(super) fn script_diverged(&self, state: &State) -> End {
        let what = format!(
            "a recorded path could not be followed again (at decision {})",
            state.trace.length()
        );
        Box::new(Outcome::EngineBug { what })
    }
}
