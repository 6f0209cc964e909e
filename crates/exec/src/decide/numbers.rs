//! Which values a number that depends on input can have on a path: all of them, the least, the greatest.
//! Nothing is decided here.

use crate::end::{End, Outcome};
use crate::machine::Machine;
use crate::state::State;
use dunlin_solver::chain::{Verdict, Witness};
use dunlin_term::TermId;

/// So many values of one term are told apart when it must be made concrete.
const MAX_VALUES: usize = 4096;

impl Machine<'_> {
    /// The values that a term can have, in order: where objects lie, and then with others in their place.
    pub(super) fn all_values(&mut self, state: &mut State, term: TermId) -> Result<Vec<u64>, End> {
        let width = self.terms.width(term);
        let mut values = Vec::new();
        let mut rest = TermId::TRUE;
        let mut others = TermId::TRUE;
        let mut path = state.knowledge.path.clone();
        loop {
            self.go_on_or_stop()?;
            self.wait_if_worn_out()?;
            let witness = match self
                .impatiently(|machine| machine.chain.may_hold(&mut machine.terms, &mut path, rest))
            {
                Verdict::Sat(witness) => witness,
                Verdict::Unsat(_) => break,
                Verdict::Unknown(_) => return Err(self.undecided()),
            };
            let mut evaluation = self.evaluator.start(&self.terms, &witness.model);
            let Some(number) = evaluation.eval_u64(term) else { return Err(self.undecided()) };
            let value = self.terms.constant(width, number);
            let condition = self.terms.eq(term, value);
            values.push(number);
            if values.len() > MAX_VALUES {
                let what = format!("a number that must be concrete has over {MAX_VALUES} values");
                return Err(Box::new(Outcome::Limit { what }));
            }
            self.chain.assume(&mut self.terms, &mut path, rest, witness);
            others = self.terms.not(condition);
            rest = others;
        }
        std::mem::swap(&mut state.knowledge.path, &mut path);
        let elsewhere = self.values_elsewhere(state, term, others);
        std::mem::swap(&mut state.knowledge.path, &mut path);
        values.extend(elsewhere.into_iter().map(|choice| choice.number));
        values.sort_unstable();
        Ok(values)
    }

    /// The least value of a term that is at least `from` and at most `limit`, if there is one.
    pub(crate) fn least_value(
        &mut self,
        state: &mut State,
        term: TermId,
        from: u64,
        limit: u64,
    ) -> Result<Option<u64>, End> {
        self.go_on_or_stop()?;
        self.wait_if_worn_out()?;
        let width = self.terms.width(term);
        let all = dunlin_ir::small::mask(width);
        if from > limit.min(all) {
            return Ok(None);
        }
        let first = self.terms.constant(width, from);
        let equal = self.terms.eq(term, first);
        match self.impatiently(|machine| machine.may_hold(state, equal)) {
            Verdict::Sat(_) => return Ok(Some(from)),
            Verdict::Unsat(_) => {}
            Verdict::Unknown(_) => return Err(self.undecided()),
        }
        let complement = self.terms.not(term);
        let found = self.greatest_value(state, complement, !from & all)?;
        Ok(found.map(|(value, _)| !value & all).filter(|&value| value <= limit))
    }

    /// Whether a term can be greater than `limit`.
    pub(crate) fn can_exceed(
        &mut self,
        state: &mut State,
        term: TermId,
        limit: u64,
    ) -> Result<bool, End> {
        let width = self.terms.width(term);
        if limit >= dunlin_ir::small::mask(width) {
            return Ok(false);
        }
        let limit = self.terms.constant(width, limit);
        let beyond = self.terms.ult(limit, term);
        match self.impatiently(|machine| machine.may_hold(state, beyond)) {
            Verdict::Sat(_) => Ok(true),
            Verdict::Unsat(_) => Ok(false),
            Verdict::Unknown(_) => Err(self.undecided()),
        }
    }

    /// The greatest value of a term that is at most `limit`, if there is one, with a witness.
    pub(crate) fn greatest_value(
        &mut self,
        state: &mut State,
        term: TermId,
        limit: u64,
    ) -> Result<Option<(u64, Witness)>, End> {
        let width = self.terms.width(term);
        let (mut low, mut high) = (0, limit.min(dunlin_ir::small::mask(width)));
        let mut found = None;
        // Halves the range in which the greatest value lies.
        while low <= high {
            let middle = low + (high - low).div_ceil(2);
            let (from, to) = (self.terms.constant(width, middle), self.terms.constant(width, high));
            let (above, below) = (self.terms.ule(from, term), self.terms.ule(term, to));
            let within = self.terms.and(above, below);
            match self.impatiently(|machine| machine.may_hold(state, within)) {
                Verdict::Sat(witness) => {
                    let mut evaluation = self.evaluator.start(&self.terms, &witness.model);
                    let value = evaluation.eval_u64(term).unwrap_or(middle);
                    found = Some((value, witness));
                    if value == high {
                        break;
                    }
                    low = value + 1;
                }
                Verdict::Unsat(_) if middle == low => break,
                Verdict::Unsat(_) => high = middle - 1,
                Verdict::Unknown(_) => return Err(self.undecided()),
            }
        }
        Ok(found)
    }

    /// The least and the greatest value of a term.
    pub fn bounds(&mut self, state: &mut State, term: TermId) -> Result<(u64, u64), End> {
        let width = self.terms.width(term);
        let complement = self.terms.not(term);
        let all = dunlin_ir::small::mask(width);
        let none = || Box::new(Outcome::AssumedAway);
        let (greatest, _) = self.greatest_value(state, term, all)?.ok_or_else(none)?;
        let (least, _) = self.greatest_value(state, complement, all)?.ok_or_else(none)?;
        Ok((!least & all, greatest))
    }
}
