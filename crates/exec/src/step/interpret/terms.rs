//! Pure instructions on symbolic operands of any width: the same semantics, over terms.

use super::super::arithmetic::division_error;
use super::{over_wide, overflow};
use crate::code::{constant_values, slots_of};
use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::evaluate::{evaluate, widths};
use dunlin_ir::semantics::access;
use dunlin_ir::{BinOp, InstKind, Operand, Reg, Type, semantics};
use dunlin_memory::{Value, ValueKind};
use dunlin_term::TermId;

impl Machine<'_> {
    /// Whether an operand of `width` bits has a symbolic part.
    pub fn is_symbolic(&self, state: &State, operand: &Operand, width: u32) -> bool {
        match operand {
            Operand::Reg(reg) => {
                let first = self.slot_of(state, *reg);
                let slots = slots_of(Type::Int(width));
                (first..first + slots).any(|slot| self.needs_terms(state, state.position.reg(slot)))
            }
            Operand::Int { .. } => false,
            constant => {
                let values = constant_values(self.module, constant, Type::Int(width));
                values.is_some_and(|values| {
                    values.iter().any(|&value| self.needs_terms(state, value))
                })
            }
        }
    }

    /// An operand as a term.
    fn operand_term(
        &mut self,
        state: &mut State,
        operand: &Operand,
        width: u32,
    ) -> Result<TermId, End> {
        let mut parts = Vec::new();
        let mut left = width;
        for value in self.slots(state, operand, Type::Int(width)) {
            if matches!(value.kind(), ValueKind::Undefined { .. }) {
                return Err(self.uninitialised_use());
            }
            let bits = left.min(64);
            parts.push((bits, self.term(state, value, bits)));
            left -= bits;
        }
        Ok(access::join(&mut self.terms, parts))
    }

    /// A pure instruction with a symbolic operand.
    pub fn step_symbolic(
        &mut self,
        state: &mut State,
        kind: &InstKind,
        dst: Reg,
    ) -> Result<(), End> {
        let target = &self.module.target;
        let (widths, _) = widths(kind, target).expect("the caller has them");
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let mut terms = Vec::new();
        for (operand, &width) in operands.iter().zip(&widths) {
            terms.push(self.operand_term(state, operand, width)?);
        }
        if let InstKind::Binary { op, width, nsw, .. } = kind {
            self.check_symbolic(state, *op, *width, *nsw, (terms[0], terms[1]))?;
        }
        let result = evaluate(&mut self.terms, kind, target, &terms).expect("it has widths");
        let first = self.slot_of(state, dst);
        let width = self.terms.width(result);
        for number in 0..width.div_ceil(64) {
            let part = access::part(&mut self.terms, width, 64, number, &result);
            let value = self.value(state, part);
            state.position.set_reg(first + number, value);
        }
        Ok(())
    }

    /// The errors that an operation on symbolic operands can be.
    pub fn check_symbolic(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        nsw: bool,
        (x, y): (TermId, TermId),
    ) -> Result<(), End> {
        if let Some(wrong) = semantics::division_error(&mut self.terms, op, width, &x, &y) {
            let zero = self.terms.constant(width, 0);
            let by_zero = self.terms.eq(y, zero);
            let fine = self.terms.not(by_zero);
            self.require(state, fine, |_, _| division_error(op, true))?;
            let fine = self.terms.not(wrong);
            let fine = self.terms.or(fine, by_zero);
            self.require(state, fine, |_, _| division_error(op, false))?;
        }
        if nsw
            && self.options.check_overflow
            && let Some(wrong) = semantics::overflow_error(&mut self.terms, op, width, &x, &y)
        {
            let fine = self.terms.not(wrong);
            self.require(state, fine, |_, _| overflow(op, width, "a value", "another"))?;
        }
        if self.options.check_shift
            && let Some(wrong) = semantics::shift_error(&mut self.terms, op, width, &y)
        {
            let fine = self.terms.not(wrong);
            self.require(state, fine, |_, _| over_wide(width, "its width or more"))?;
        }
        Ok(())
    }

    /// The slots of a choice between two operands.
    pub fn select_slots(
        &mut self,
        state: &mut State,
        condition: TermId,
        ty: Type,
        a: &Operand,
        b: &Operand,
    ) -> Result<Vec<Value>, End> {
        let mut left = ty.bits(&self.module.target);
        let (a, b) = (self.slots(state, a, ty), self.slots(state, b, ty));
        let mut chosen = Vec::new();
        for (x, y) in a.into_iter().zip(b) {
            chosen.push(self.select_symbolic(state, condition, left.min(64), x, y)?);
            left -= left.min(64);
        }
        Ok(chosen)
    }
}
