//! Arithmetic on values that are not two plain integers: pointers, and integers with undefined bits.
//!
//! A pointer stays an object and an offset as long as that can express the result: adding to it,
//! the difference and order within one object, and the bit tricks of tagged and aligned pointers
//! where the object's alignment makes them independent of its address. Everything else turns it into
//! its address: a term over the object's base, or a number, which exposes the object, if the addresses
//! that Dunlin chose may decide something.

mod terms;

use crate::end::{End, ProgramError};
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::semantics::undefined::{Partly, bitwise};
use dunlin_ir::small::{Small, mask};
use dunlin_ir::{BinOp, CmpOp, semantics};
use dunlin_memory::{AccessError, LEAST_ALIGN, Memory, ObjectId, Value, ValueKind};
use dunlin_results::{ErrorKind, QUOTIENT_DOES_NOT_FIT};

impl Machine<'_> {
    /// The value as a plain number of `width` bits; of a symbolic one, execution forks for every
    /// value that it can have.
    pub fn to_bits(&mut self, state: &mut State, width: u32, value: Value) -> Result<u64, End> {
        match value.kind() {
            ValueKind::Int(bits) => Ok(bits),
            ValueKind::Pointer { object, offset } => {
                self.uses_addresses = true;
                if self.needs_terms(state, value) {
                    self.leave_places(state, "an address that is needed as a number");
                    state.keep(object);
                }
                let address = state.memory.objects.expose(object).wrapping_add(offset);
                Ok(address & mask(self.module.target.pointer_bits) & mask(width))
            }
            ValueKind::Undefined { .. } => Err(self.uninitialised_use()),
            ValueKind::Term(_)
            | ValueKind::SymbolicPointer { .. }
            | ValueKind::Unwritten { .. } => {
                let term = self.term(state, value, width);
                self.concretise(state, term)
            }
        }
    }

    /// The address of a table from which distances lead to other objects. It stays where it is, which is
    /// not said: only the distances count, and the other objects may lie anywhere as far as they reach.
    pub(crate) fn bare_address(&mut self, state: &mut State, table: ObjectId) -> u64 {
        self.uses_addresses = true;
        if self.options.free_addresses {
            state.keep(table);
        }
        state.memory.objects.expose(table)
    }

    pub fn uninitialised_use(&self) -> End {
        self.uninitialised_error().into()
    }

    pub fn uninitialised_error(&self) -> ProgramError {
        let message = "the result depends on a value that was never initialised";
        ProgramError::new(ErrorKind::UninitialisedRead, message)
    }

    #[cold]
    #[inline(never)]
    pub fn binary_slow(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        use ValueKind::{Int, Pointer, Undefined};
        if x.meta.is_symbolic() || y.meta.is_symbolic() {
            return self.binary_symbolic(state, op, width, x, y);
        }
        let pointer_width = width == self.module.target.pointer_bits;
        let wrap = mask(width);
        match (x.kind(), y.kind()) {
            (Undefined { .. }, _) | (_, Undefined { .. }) => {
                return self.undefined_binary(op, width, x, y);
            }
            (Pointer { object, offset }, Int(n)) if pointer_width => {
                let offset = match op {
                    BinOp::Add | BinOp::Sub => {
                        Some(semantics::binary(&mut Small, op, width, &offset, &n))
                    }
                    BinOp::And | BinOp::Or | BinOp::Xor => {
                        match self.pointer_bit_trick(state, op, object, offset, n & wrap) {
                            Some(value) => return Ok(value),
                            None => None,
                        }
                    }
                    _ => None,
                };
                if let Some(offset) = offset {
                    return Ok(Value::pointer(object, offset));
                }
            }
            (Int(n), Pointer { object, offset }) if pointer_width => {
                if op == BinOp::Add {
                    let offset = semantics::binary(&mut Small, op, width, &offset, &n);
                    return Ok(Value::pointer(object, offset));
                }
                if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
                    && let Some(value) = self.pointer_bit_trick(state, op, object, offset, n & wrap)
                {
                    return Ok(value);
                }
            }
            (Pointer { object: a, offset: i }, Pointer { object: b, offset: j })
                if pointer_width && a == b && op == BinOp::Sub =>
            {
                return Ok(Value::int(semantics::binary(&mut Small, op, width, &i, &j)));
            }
            _ => {}
        }
        if self.needs_terms(state, x) || self.needs_terms(state, y) {
            let (x, y) = (self.term(state, x, width), self.term(state, y, width));
            let result = semantics::binary(&mut self.terms, op, width, &x, &y);
            return Ok(self.value(state, result));
        }
        let x = self.to_bits(state, width, x)?;
        let y = self.to_bits(state, width, y)?;
        Ok(Value::int(semantics::binary(&mut Small, op, width, &x, &y)))
    }

    /// `pointer op n` for bit operations whose effect the alignment of the object decides.
    fn pointer_bit_trick(
        &mut self,
        state: &mut State,
        op: BinOp,
        object: ObjectId,
        offset: u64,
        n: u64,
    ) -> Option<Value> {
        let pointer_mask = mask(self.module.target.pointer_bits);
        let low = low_bits(&mut state.memory.objects, object);
        match op {
            // Only low bits are kept: the offset alone decides them.
            BinOp::And if n & !low == 0 => Some(Value::int(offset & n)),
            // Only low bits are cleared: aligning down.
            BinOp::And if !n & pointer_mask & !low == 0 => Some(Value::pointer(object, offset & n)),
            BinOp::Or if n & !low == 0 => Some(Value::pointer(object, offset | n)),
            BinOp::Xor if n & !low == 0 => Some(Value::pointer(object, offset ^ n)),
            _ => None,
        }
    }

    /// A comparison of values that are not symbolic. `None` if it depends on where objects lie, and is a
    /// term.
    #[cold]
    #[inline(never)]
    pub fn compare_slow(
        &mut self,
        state: &mut State,
        op: CmpOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Option<bool>, End> {
        use ValueKind::{Int, Pointer};
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        match (x.kind(), y.kind()) {
            (Pointer { object: a, offset: i }, Pointer { object: b, offset: j }) => {
                if a == b && width == self.module.target.pointer_bits {
                    // Both move with the object: any address that does not wrap around will do.
                    let base = 1 << (self.module.target.pointer_bits - 2);
                    let (i, j) = (i.wrapping_add(base), j.wrapping_add(base));
                    let (i, j) = (i & mask(width), j & mask(width));
                    return Ok(Some(semantics::compare(&mut Small, op, width, &i, &j) != 0));
                }
                // Red zones keep pointers into different objects apart.
                if equality
                    && self.within(state, a, i)
                    && self.within(state, b, j)
                    && !self.may_share_place(state, a, b)
                {
                    return Ok(Some(op == CmpOp::Ne));
                }
            }
            (Pointer { object, offset }, Int(0)) | (Int(0), Pointer { object, offset })
                if equality && self.within(state, object, offset) =>
            {
                return Ok(Some(op == CmpOp::Ne));
            }
            (Pointer { object, offset }, Int(n)) | (Int(n), Pointer { object, offset })
                if self.options.free_addresses
                    && self.is_no_address(width, op, n)
                    && self.within(state, object, offset) =>
            {
                // The same for all addresses.
                let number = |this: &mut Self, state: &mut State, value: Value| {
                    if value.meta.is_pointer() {
                        this.shown_address(state, value)
                    } else {
                        value.bits
                    }
                };
                let (x, y) = (number(self, state, x), number(self, state, y));
                return Ok(Some(semantics::compare(&mut Small, op, width, &x, &y) != 0));
            }
            _ => {}
        }
        if self.needs_terms(state, x) || self.needs_terms(state, y) {
            return Ok(None);
        }
        if let Some(holds) = decided_by_defined_bits(op, width, x, y) {
            return Ok(Some(holds));
        }
        let x = self.to_bits(state, width, x)?;
        let y = self.to_bits(state, width, y)?;
        Ok(Some(semantics::compare(&mut Small, op, width, &x, &y) != 0))
    }

    /// Whether no object can lie at a number, so that a comparison with it is the same for all addresses.
    fn is_no_address(&self, width: u32, op: CmpOp, n: u64) -> bool {
        let (lowest, highest) = self.address_range();
        // With 32 bits, addresses have both signs.
        let signed = matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge);
        width == self.module.target.pointer_bits
            && (n < lowest || n > highest)
            && !(signed && width == 32)
    }

    /// Whether one of two objects was gone before the other came, so that both may have lain in one place.
    fn may_share_place(&self, state: &mut State, a: ObjectId, b: ObjectId) -> bool {
        self.options.reuse_addresses
            && (self.options.free_addresses || state.memory.objects.has_places())
            && (state.memory.objects.describe(a).is_err()
                || state.memory.objects.describe(b).is_err())
            && state.memory.objects.life(a).may_share_place(&state.memory.objects.life(b))
    }

    /// Whether an offset lies in an object or just behind it; dead objects have no size any more, so
    /// any offset into them is taken as it is.
    fn within(&self, state: &mut State, object: ObjectId, offset: u64) -> bool {
        match state.memory.objects.describe(object) {
            Ok((size, _)) => offset <= size,
            Err(_) => true,
        }
    }

    pub fn divide(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        if self.needs_terms(state, x) || self.needs_terms(state, y) {
            return self.divide_symbolic(state, op, width, x, y);
        }
        let x = self.to_bits(state, width, x)?;
        let y = self.to_bits(state, width, y)?;
        if semantics::division_error(&mut Small, op, width, &x, &y) == Some(1) {
            return Err(division_error(op, y == 0).into());
        }
        Ok(Value::int(semantics::binary(&mut Small, op, width, &x, &y)))
    }

    // ---- undefined bits ------------------------------------------------------------------------

    /// Bit operations and simple arithmetic know which bits of their result are undefined (bit-fields
    /// are written by masking a word that may not be initialised); anything else depends on all bits.
    fn undefined_binary(&self, op: BinOp, width: u32, x: Value, y: Value) -> Result<Value, End> {
        let (Some(x), Some(y)) = (known_bits(width, x), known_bits(width, y)) else {
            return Err(self.uninitialised_use());
        };
        let Partly { bits: a, undefined: ua } = x;
        let Partly { bits: b, undefined: ub } = y;
        let by_bits = match op {
            BinOp::Shl | BinOp::LShr | BinOp::AShr if ub != 0 => None,
            _ => bitwise(&mut Small, op, width, &x, &y),
        };
        let undefined = match op {
            _ if let Some(undefined) = by_bits => undefined,
            // Without carries an addition is an or: optimised code writes bit-fields like that.
            BinOp::Add if (a | ua) & (b | ub) == 0 => ua | ub,
            // Carries go upwards only. With an operand that is not defined at all, this is arithmetic
            // on an uninitialised variable and not on parts of a word: better reported here than
            // where the result is used.
            BinOp::Add | BinOp::Sub | BinOp::Mul if ua != mask(width) && ub != mask(width) => {
                u64::MAX << (ua | ub).trailing_zeros()
            }
            _ => return Err(self.uninitialised_use()),
        };
        let bits = semantics::binary(&mut Small, op, width, &a, &b);
        Ok(Value::undefined(width, bits, undefined & mask(width)))
    }
}

/// The bits of an integer and which of them are undefined; `None` for a pointer.
pub fn known_bits(width: u32, value: Value) -> Option<Partly<u64>> {
    match value.kind() {
        ValueKind::Int(bits) => Some(Partly { bits, undefined: 0 }),
        ValueKind::Undefined { bits, mask } => {
            Some(Partly { bits, undefined: mask.to_bits(width) })
        }
        ValueKind::Pointer { .. }
        | ValueKind::Term(_)
        | ValueKind::SymbolicPointer { .. }
        | ValueKind::Unwritten { .. } => None,
    }
}

/// What a comparison of integers is if their defined bits decide it.
fn decided_by_defined_bits(op: CmpOp, width: u32, x: Value, y: Value) -> Option<bool> {
    let Partly { bits: a, undefined: ua } = known_bits(width, x)?;
    let Partly { bits: b, undefined: ub } = known_bits(width, y)?;
    if ua | ub == 0 {
        return None;
    }
    let differ = (a ^ b) & !(ua | ub) != 0;
    // The least and the greatest values: a sign bit that is not defined counts the other way around.
    let range = |bits: u64, undefined: u64, signed: bool| {
        let sign = if signed { 1 << (width - 1) } else { 0 };
        let (least, greatest) = (bits | undefined & sign, (bits | undefined) & !(undefined & sign));
        (least ^ sign, greatest ^ sign)
    };
    let less = |signed: bool, x: (u64, u64), y: (u64, u64), or_equal: bool| {
        let ((x0, x1), (y0, y1)) = (range(x.0, x.1, signed), range(y.0, y.1, signed));
        match or_equal {
            true if x1 <= y0 => Some(true),
            true if x0 > y1 => Some(false),
            false if x1 < y0 => Some(true),
            false if x0 >= y1 => Some(false),
            _ => None,
        }
    };
    let (x, y) = ((a, ua), (b, ub));
    match op {
        CmpOp::Eq => differ.then_some(false),
        CmpOp::Ne => differ.then_some(true),
        CmpOp::Ult => less(false, x, y, false),
        CmpOp::Ule => less(false, x, y, true),
        CmpOp::Ugt => less(false, y, x, false),
        CmpOp::Uge => less(false, y, x, true),
        CmpOp::Slt => less(true, x, y, false),
        CmpOp::Sle => less(true, x, y, true),
        CmpOp::Sgt => less(true, y, x, false),
        CmpOp::Sge => less(true, y, x, true),
    }
}

/// The bits that are zero in the address of an object's first byte, whatever it is.
pub fn low_bits(memory: &mut Memory, object: ObjectId) -> u64 {
    match memory.describe(object) {
        Ok((_, info)) => (1u64 << info.align.min(12)) - 1,
        Err(AccessError::Dead { tombstone: Some(t), .. }) => (1u64 << t.align.min(12)) - 1,
        Err(AccessError::Dead { tombstone: None, .. }) => 0,
        Err(_) => LEAST_ALIGN - 1,
    }
}

pub fn division_error(op: BinOp, by_zero: bool) -> ProgramError {
    let message = match (by_zero, op) {
        (true, _) => "division by zero",
        (false, BinOp::SRem) => "the least integer % -1: the quotient does not fit",
        (false, _) => QUOTIENT_DOES_NOT_FIT,
    };
    ProgramError::new(ErrorKind::DivisionByZero, message)
}
