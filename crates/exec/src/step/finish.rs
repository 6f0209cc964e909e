//! Ending a path: its model, its coverage, what it printed.

use crate::code::Pc;
use crate::coverage::stop_mark;
use crate::end::{Ended, Outcome};
use crate::machine::Machine;
use crate::state::{Decision, State, Whereabouts};
use dunlin_solver::chain::Verdict;
use dunlin_term::Model;
use std::rc::Rc;

/// Where a path ends that stands here: the active calls and its operation.
fn stops(state: &State) -> impl Iterator<Item = Pc> {
    state.position.frames.iter().skip(1).map(|frame| frame.called_at()).chain([state.position.pc])
}

impl Machine<'_> {
    /// The end of a state's own path.
    pub fn end(&mut self, state: &mut State, outcome: Outcome) -> Ended {
        let model = match self.first_seed_model(state) {
            Some(model) => model,
            None => self.preferred_model(state),
        };
        let seen = self.coverage.take_seen();
        state.trace.add_marks(&seen);
        if outcome.is_whole() {
            state.rounds.ticket.hand_in();
        }
        self.describe(state, None, Some(&model), outcome)
    }

    /// The end of a path that shares everything but its last decision with a state that goes on.
    pub fn ended_beside(
        &mut self,
        state: &mut State,
        last: Decision,
        model: Option<&Rc<Model>>,
        outcome: Outcome,
    ) -> Ended {
        self.describe(state, Some(last), model, outcome)
    }

    fn describe(
        &mut self,
        state: &mut State,
        last: Option<Decision>,
        model: Option<&Rc<Model>>,
        outcome: Outcome,
    ) -> Ended {
        let report = match &outcome {
            Outcome::Error(error) => Some(self.report(state, error)),
            _ => None,
        };
        let counts = match outcome {
            Outcome::Finished { .. } | Outcome::Error(_) | Outcome::Matched => true,
            Outcome::AssumedAway => self.options.count_assumed_away,
            _ => false,
        };
        let mut new_coverage = false;
        let mut partial_marks = Vec::new();
        // Where states were merged, its inputs say which way was gone.
        let inputs = model.unwrap_or(state.knowledge.path.model()).clone();
        let (terms, evaluator, coverage) = (&self.terms, &mut self.evaluator, &mut self.coverage);
        let mut holds = |guard| evaluator.holds(terms, &inputs, guard) == Some(true);
        if counts {
            let seen = coverage.take_seen();
            state.trace.add_marks(&seen);
            state.trace.take_marks(&mut holds, |mark| new_coverage |= coverage.count(mark));
            coverage.count_stops(stops(state));
        } else if last.is_none() {
            partial_marks = state.trace.marks(&mut holds);
            let operations = self.code.ops.len();
            partial_marks.extend(stops(state).map(|pc| stop_mark(operations, pc)));
        }
        let mut decisions = state.trace.linearise(&mut holds);
        decisions.extend(last);
        let output = match model {
            Some(model) => self.rendered(state, model),
            None => Vec::new(),
        };
        Ended {
            place: self.current_place(state),
            pc: state.position.pc,
            report,
            decisions,
            inputs: model.map(|model| state.knowledge.input_bytes(model)),
            whereabouts: Whereabouts::of(state),
            new_coverage,
            partial_marks,
            output,
            outcome,
        }
    }

    /// The state's model, changed so that as many of its preferences hold as can.
    fn preferred_model(&mut self, state: &mut State) -> Rc<Model> {
        let preferences = state.knowledge.preferences.clone();
        for &preference in preferences.iter() {
            let asked = self.may_hold(state, preference);
            if let Verdict::Sat(witness) = asked {
                self.add(state, preference, witness);
            }
        }
        state.knowledge.path.model().clone()
    }

    fn rendered(&mut self, state: &State, model: &Model) -> Vec<(i32, Vec<u8>)> {
        let holds = |guard| self.evaluator.holds(&self.terms, model, guard) == Some(true);
        let pieces = state.trace.output(holds);
        if pieces.is_empty() {
            return Vec::new();
        }
        let mut evaluation = self.evaluator.start(&self.terms, model);
        pieces.iter().map(|piece| piece.render(&mut evaluation)).collect()
    }
}
