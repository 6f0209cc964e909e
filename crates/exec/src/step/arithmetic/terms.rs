//! Arithmetic on symbolic values.
//!
//! As with concrete ones, a pointer stays an object and an offset as long as that can express the
//! result; the offset may be a term. Everything else computes with terms in which the addresses of
//! objects are atoms.

use super::{division_error, low_bits};
use crate::code::Pc;
use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::semantics::{address, edge};
use dunlin_ir::small::{Small, mask};
use dunlin_ir::{BinOp, CastOp, CmpOp, FloatBinOp, FloatFormat, semantics};
use dunlin_memory::{ObjectId, Value, ValueKind};
use dunlin_term::{TermId, Terms};

impl Machine<'_> {
    /// The object and the offset, as a term, of a value that plainly is a pointer.
    fn pointer_parts(&mut self, value: Value) -> Option<(ObjectId, TermId)> {
        match value.kind() {
            ValueKind::Pointer { object, offset } => {
                let width = self.module.target.pointer_bits;
                Some((object, self.terms.constant(width, offset)))
            }
            ValueKind::SymbolicPointer { object, offset } => Some((object, offset)),
            _ => None,
        }
    }

    pub fn pointer_value(&self, object: ObjectId, offset: TermId) -> Value {
        match self.terms.as_u64(offset) {
            Some(offset) => Value::pointer(object, offset),
            None => Value::symbolic_pointer(object, offset),
        }
    }

    fn refuse_undefined(&self, values: &[Value]) -> Result<(), End> {
        let undefined = |value: &Value| matches!(value.kind(), ValueKind::Undefined { .. });
        if values.iter().any(undefined) { Err(self.uninitialised_use()) } else { Ok(()) }
    }

    #[inline(never)]
    pub fn binary_symbolic(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        self.refuse_undefined(&[x, y])?;
        if width == self.module.target.pointer_bits
            && let Some(value) = self.pointer_arithmetic(state, op, x, y)
        {
            return Ok(value);
        }
        let x = self.term(state, x, width);
        let y = self.term(state, y, width);
        let result = semantics::binary(&mut self.terms, op, width, &x, &y);
        Ok(self.value(state, result))
    }

    /// What stays a pointer, and differences within one object.
    fn pointer_arithmetic(
        &mut self,
        state: &mut State,
        op: BinOp,
        x: Value,
        y: Value,
    ) -> Option<Value> {
        let width = self.module.target.pointer_bits;
        match (self.pointer_parts(x), self.pointer_parts(y)) {
            (Some((a, i)), Some((b, j))) if a == b && op == BinOp::Sub => {
                let difference = semantics::binary(&mut self.terms, op, width, &i, &j);
                Some(self.value(state, difference))
            }
            (Some((object, offset)), None) => {
                let n = self.term(state, y, width);
                if self.terms.has_base(n) {
                    return None;
                }
                match op {
                    BinOp::Add | BinOp::Sub => {
                        let offset = semantics::binary(&mut self.terms, op, width, &offset, &n);
                        Some(self.pointer_value(object, offset))
                    }
                    BinOp::And | BinOp::Or | BinOp::Xor => {
                        self.pointer_bits(state, op, (object, offset), n)
                    }
                    _ => None,
                }
            }
            (None, Some((object, offset))) => {
                let n = self.term(state, x, width);
                if self.terms.has_base(n) {
                    return None;
                }
                match op {
                    BinOp::Add => {
                        let offset = semantics::binary(&mut self.terms, op, width, &offset, &n);
                        Some(self.pointer_value(object, offset))
                    }
                    BinOp::And | BinOp::Or | BinOp::Xor => {
                        self.pointer_bits(state, op, (object, offset), n)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Bit operations with a constant whose effect the alignment of the object decides.
    fn pointer_bits(
        &mut self,
        state: &mut State,
        op: BinOp,
        (object, offset): (ObjectId, TermId),
        n: TermId,
    ) -> Option<Value> {
        let low = low_bits(&mut state.memory.objects, object);
        let constant = self.terms.as_u64(n)?;
        let pointer_mask = mask(self.module.target.pointer_bits);
        match op {
            BinOp::And if constant & !low == 0 => {
                let bits = self.terms.and(offset, n);
                Some(self.value(state, bits))
            }
            BinOp::And if !constant & pointer_mask & !low == 0 => {
                let offset = self.terms.and(offset, n);
                Some(self.pointer_value(object, offset))
            }
            BinOp::Or if constant & !low == 0 => {
                let offset = self.terms.or(offset, n);
                Some(self.pointer_value(object, offset))
            }
            BinOp::Xor if constant & !low == 0 => {
                let offset = self.terms.xor(offset, n);
                Some(self.pointer_value(object, offset))
            }
            _ => None,
        }
    }

    /// The truth of a comparison as a term.
    pub fn compare_term(
        &mut self,
        state: &mut State,
        op: CmpOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<TermId, End> {
        self.refuse_undefined(&[x, y])?;
        if width == self.module.target.pointer_bits
            && let (Some((a, i)), Some((b, j))) = (self.pointer_parts(x), self.pointer_parts(y))
            && a == b
        {
            // Both move with the object: any address that does not wrap around will do.
            let base = self.terms.constant(width, 1 << (width - 2));
            let (i, j) = (self.terms.add(i, base), self.terms.add(j, base));
            return Ok(semantics::compare(&mut self.terms, op, width, &i, &j));
        }
        let x = self.term(state, x, width);
        let y = self.term(state, y, width);
        self.note_compared(state, &[x, y]);
        Ok(semantics::compare(&mut self.terms, op, width, &x, &y))
    }

    /// The result of a comparison in a register.
    #[cold]
    #[inline(never)]
    pub fn compare_value(
        &mut self,
        state: &mut State,
        op: CmpOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        if x.meta.is_symbolic() || y.meta.is_symbolic() {
            let term = self.compare_term(state, op, width, x, y)?;
            return Ok(self.value(state, term));
        }
        match self.compare_slow(state, op, width, x, y)? {
            Some(holds) => Ok(Value::int(u64::from(holds))),
            None => {
                let term = self.compare_term(state, op, width, x, y)?;
                Ok(self.value(state, term))
            }
        }
    }

    /// A comparison that a branch to one of `targets` depends on.
    #[cold]
    #[inline(never)]
    pub fn compare_branch(
        &mut self,
        state: &mut State,
        op: CmpOp,
        width: u32,
        operands: (Value, Value),
        targets: (Pc, Pc),
    ) -> Result<bool, End> {
        let (x, y) = operands;
        if x.meta.is_symbolic() || y.meta.is_symbolic() {
            let condition = self.compare_term(state, op, width, x, y)?;
            return self.decide_branch(state, condition, targets);
        }
        match self.compare_slow(state, op, width, x, y)? {
            Some(holds) => Ok(holds),
            None => {
                let condition = self.compare_term(state, op, width, x, y)?;
                self.decide_branch(state, condition, targets)
            }
        }
    }

    /// A branch on a register.
    #[cold]
    #[inline(never)]
    pub fn register_branch(
        &mut self,
        state: &mut State,
        condition: Value,
        targets: (Pc, Pc),
    ) -> Result<bool, End> {
        if condition.meta.is_symbolic() {
            let condition = self.term(state, condition, 1);
            let taken = edge::branch(&mut self.terms, edge::THEN, &condition);
            return self.decide_branch(state, taken, targets);
        }
        let condition = self.to_bits(state, 1, condition)?;
        Ok(edge::branch(&mut Small, edge::THEN, &condition) != 0)
    }

    #[cold]
    #[inline(never)]
    pub fn trunc_slow(&mut self, state: &mut State, width: u32, x: Value) -> Result<Value, End> {
        if self.needs_terms(state, x) {
            let term = self.term(state, x, width);
            return Ok(self.value(state, term));
        }
        Ok(Value::int(self.to_bits(state, 64, x)? & mask(width)))
    }

    #[cold]
    #[inline(never)]
    pub fn sext_slow(
        &mut self,
        state: &mut State,
        from: u32,
        to: u32,
        x: Value,
    ) -> Result<Value, End> {
        if self.needs_terms(state, x) {
            let term = self.term(state, x, from);
            let extended = semantics::cast(&mut self.terms, CastOp::Sext, from, to, &term);
            return Ok(self.value(state, extended));
        }
        let bits = self.to_bits(state, from, x)?;
        Ok(Value::int(semantics::cast(&mut Small, CastOp::Sext, from, to, &bits)))
    }

    #[cold]
    #[inline(never)]
    pub fn float_slow(
        &mut self,
        state: &mut State,
        op: FloatBinOp,
        format: FloatFormat,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        let width = if format == FloatFormat::Double { 64 } else { 32 };
        let rule = self.module.target.nan_rule();
        if self.needs_terms(state, x) || self.needs_terms(state, y) {
            self.refuse_undefined(&[x, y])?;
            let (x, y) = (self.term(state, x, width), self.term(state, y, width));
            let result = semantics::float_binary(&mut self.terms, rule, op, format, &x, &y);
            return Ok(self.value(state, result));
        }
        let (x, y) = (self.to_bits(state, width, x)?, self.to_bits(state, width, y)?);
        Ok(Value::int(semantics::float_binary(&mut Small, rule, op, format, &x, &y)))
    }

    /// Division with a symbolic operand: what it must not be is an error of its own.
    pub fn divide_symbolic(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        self.refuse_undefined(&[x, y])?;
        let (x, y) = (self.term(state, x, width), self.term(state, y, width));
        let zero = self.terms.constant(width, 0);
        let by_zero = self.terms.eq(y, zero);
        let fine = self.terms.not(by_zero);
        self.require(state, fine, |_, _| division_error(op, true))?;
        let wrong = semantics::division_error(&mut self.terms, op, width, &x, &y);
        if let Some(wrong) = wrong {
            let fine = self.terms.not(wrong);
            let fine = self.terms.or(fine, by_zero);
            self.require(state, fine, |_, _| division_error(op, false))?;
        }
        let result = semantics::binary(&mut self.terms, op, width, &x, &y);
        Ok(self.value(state, result))
    }

    /// `base + index * scale` where something is symbolic.
    #[cold]
    #[inline(never)]
    pub fn index_slow(
        &mut self,
        state: &mut State,
        base: Value,
        index: Value,
        index_width: u32,
        scale: u64,
    ) -> Result<Value, End> {
        let width = self.module.target.pointer_bits;
        if !self.needs_terms(state, index) && !base.meta.is_symbolic() {
            let index = self.to_bits(state, index_width, index)?;
            let index = semantics::cast(&mut Small, CastOp::Sext, index_width, 64, &index);
            let bits = address::indexed(&mut Small, 64, &base.bits, &index, scale) & mask(width);
            return Ok(Value { bits, meta: base.meta });
        }
        self.refuse_undefined(&[base, index])?;
        let index = self.term(state, index, index_width);
        let index = semantics::cast(&mut self.terms, CastOp::Sext, index_width, width, &index);
        // What contains an address does not move a pointer within its object.
        let by = address::scaled(&mut self.terms, width, &index, scale);
        let stays = !self.terms.has_base(by);
        Ok(self.moved(state, base, stays, |terms, base| {
            address::indexed(terms, width, base, &index, scale)
        }))
    }

    /// `base + disp` where the base is symbolic.
    #[cold]
    #[inline(never)]
    pub fn displace_slow(&mut self, state: &mut State, base: Value, disp: i64) -> Value {
        let width = self.module.target.pointer_bits;
        self.moved(state, base, true, |terms, base| address::displaced(terms, width, base, disp))
    }

    /// A pointer that an address computation has moved: within its object, if it is plainly one and stays
    /// one, else as a number.
    fn moved(
        &mut self,
        state: &mut State,
        base: Value,
        stays: bool,
        by: impl FnOnce(&mut Terms, &TermId) -> TermId,
    ) -> Value {
        match self.pointer_parts(base) {
            Some((object, offset)) if stays => {
                let offset = by(&mut self.terms, &offset);
                self.pointer_value(object, offset)
            }
            _ => {
                let base = self.term(state, base, self.module.target.pointer_bits);
                let sum = by(&mut self.terms, &base);
                self.value(state, sum)
            }
        }
    }

    /// `condition ? x : y` in a register of `width` bits.
    pub fn select_symbolic(
        &mut self,
        state: &mut State,
        condition: TermId,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        if x == y {
            return Ok(x);
        }
        self.refuse_undefined(&[x, y])?;
        if let (Some((a, i)), Some((b, j))) = (self.pointer_parts(x), self.pointer_parts(y))
            && a == b
        {
            let offset = self.terms.ite(condition, i, j);
            return Ok(self.pointer_value(a, offset));
        }
        let (x, y) = (self.term(state, x, width), self.term(state, y, width));
        let chosen = self.terms.ite(condition, x, y);
        Ok(self.value(state, chosen))
    }
}
