//! Numbers that must be concrete: which value a path goes on with.

use super::choices::Choice;
use crate::end::End;
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
use dunlin_results::{LeftOut, LeftOutKind};
use dunlin_term::TermId;

impl Machine<'_> {
    /// A number that must be concrete: execution forks for every value that is possible.
    pub fn concretise(&mut self, state: &mut State, term: TermId) -> Result<u64, End> {
        self.choose_value(state, DecisionKind::Value, term, |machine, state| {
            machine.all_values(state, term)
        })
    }

    /// A number that must be concrete, of which execution goes on with the values that `find` gives.
    pub(crate) fn choose_value(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        term: TermId,
        find: impl FnOnce(&mut Self, &mut State) -> Result<Vec<u64>, End>,
    ) -> Result<u64, End> {
        if let Some(value) = self.terms.as_u64(term) {
            return Ok(value);
        }
        let width = self.terms.width(term);
        if let Some(scripted) = self.scripted(state, kind)? {
            let number = scripted.choice;
            if scripted.is_new() {
                let value = self.terms.constant(width, number);
                let equal = self.terms.eq(term, value);
                self.follow(state, scripted, equal)?;
            }
            return Ok(number);
        }
        if self.terms.has_base(term) && !self.depends_on_input(term) {
            return self.concretise_address(state, kind, term);
        }
        if !state.has_decided() {
            self.begin_work();
        }
        let mut choices = Vec::new();
        for number in find(self, state)? {
            let value = self.terms.constant(width, number);
            choices.push(Choice { number, condition: self.terms.eq(term, value) });
        }
        let chosen = self.choose(state, kind, &choices)?;
        Ok(chosen.expect("every value came with a witness"))
    }

    /// A number that depends on addresses alone: where objects lie, it has one value.
    fn concretise_address(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        term: TermId,
    ) -> Result<u64, End> {
        let number = self.under_model(state, term);
        let value = self.terms.constant(self.terms.width(term), number);
        let condition = self.terms.eq(term, value);
        if state.knowledge.path.knows(&mut self.terms, condition) == Some(true) {
            self.chain.rely_on_what_is_known(&self.terms, &state.knowledge.path, condition);
            self.note_implied(state, kind, number);
            return Ok(number);
        }
        self.look_up(state)?;
        let mut choices = vec![Choice { number, condition }];
        let others = self.terms.not(condition);
        choices.extend(self.values_elsewhere(state, term, others));
        if choices.len() == 1 && !self.depends_on_addresses(state, term) {
            self.note_implied(state, kind, number);
            return Ok(number);
        }
        choices.sort_by_key(|choice| choice.number);
        let chosen = self.choose(state, kind, &choices)?;
        Ok(chosen.expect("the path's own model has a value"))
    }

    /// The value of a term under the state's model.
    pub fn under_model(&mut self, state: &State, term: TermId) -> u64 {
        let mut evaluation = self.evaluator.start(&self.terms, state.knowledge.path.model());
        evaluation.eval_u64(term).unwrap_or(0)
    }

    pub(super) fn model_says(&mut self, state: &State, condition: TermId) -> bool {
        self.under_model(state, condition) != 0
    }

    /// One value that a term can have, of which the path does not become a part: whatever the program
    /// does with it, it does for no other.
    pub fn one_value(&mut self, state: &mut State, term: TermId) -> Result<u64, End> {
        if let Some(value) = self.terms.as_u64(term) {
            return Ok(value);
        }
        if let Some(scripted) = self.scripted(state, DecisionKind::Value)? {
            return Ok(scripted.choice);
        }
        self.look_up(state)?;
        let value = self.under_model(state, term);
        let width = self.terms.width(term);
        let constant = self.terms.constant(width, value);
        let equal = self.terms.eq(term, constant);
        self.note_implied(state, DecisionKind::Value, value);
        if !self.is_implied(state, equal) {
            let explored = format!("only the value {value} was explored");
            self.leave_out(state, LeftOut::new(LeftOutKind::Values, "klee_get_value", explored));
        }
        Ok(value)
    }
}
