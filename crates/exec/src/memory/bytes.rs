//! Ranges of bytes: copying and filling, also with symbolic places and lengths.

use crate::end::{End, ProgramError};
use crate::machine::Machine;
use crate::memory::{Access, Offset, Range, bytes};
use crate::state::State;
use dunlin_ir::semantics::address;
use dunlin_ir::small::{Small, mask};
use dunlin_memory::{AccessError, Cell, Context, Length, Memory, ObjectId, Value, ValueKind};
use dunlin_term::TermId;

/// Large objects are worked on in pieces: it takes minutes, in which time may be over.
const PIECE: u64 = 1 << 16;

impl Machine<'_> {
    /// A pointer moved by a constant.
    pub fn displaced(&mut self, state: &mut State, pointer: Value, by: u64) -> Value {
        if pointer.meta.is_symbolic() {
            return self.displace_slow(state, pointer, by as i64);
        }
        let width = self.module.target.pointer_bits;
        let bits = address::displaced(&mut Small, width, &pointer.bits, by as i64);
        Value { bits, meta: pointer.meta }
    }

    /// memcpy and memmove.
    pub fn copy_bytes(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: Value,
    ) -> Result<(), End> {
        let Some(len) = self.known_length(state, len)? else {
            return self.copy_symbolic_length(state, to, from, len);
        };
        if len == 0 {
            return Ok(());
        }
        state.position.bulk_bytes = state.position.bulk_bytes.saturating_add(len);
        let source = self.range_at(state, from, len, Access::Read)?;
        let target = self.range_at(state, to, len, Access::Write)?;
        let (Range::At(from, start), Range::At(to, at)) = (&source, &target) else {
            return self.copy_between_several(state, &target, &source, len);
        };
        let (source, target) = ((*from, *start), (*to, *at));
        match (target, source) {
            ((to, Offset::Known(at)), (from, Offset::Known(start))) => {
                match state.memory.objects.copy((to, at), (from, start), len) {
                    Err(AccessError::NeedsTerms) => self.with_terms(state, |memory, context| {
                        let length = Length::Known(len);
                        memory.copy_symbolic(context, (to, at), (from, start), length);
                    }),
                    result => result.expect("checked above"),
                }
            }
            (target, source) => self.copy_between_terms(state, target, source, len)?,
        }
        Ok(())
    }

    /// A length as a number, if it is one; else `None`.
    fn known_length(&mut self, state: &mut State, len: Value) -> Result<Option<u64>, End> {
        match self.named(state, len).kind() {
            ValueKind::Term(_) => Ok(None),
            _ => self.to_bits(state, 64, len).map(Some),
        }
    }

    /// Copies a known number of bytes where a place is a term, in the largest pieces that the length
    /// is a multiple of.
    fn copy_between_terms(
        &mut self,
        state: &mut State,
        target: (ObjectId, Offset),
        source: (ObjectId, Offset),
        len: u64,
    ) -> Result<(), End> {
        let step = 1u64 << len.trailing_zeros().min(3);
        // All is read before anything is written, so that overlaps do not matter.
        let mut values = Vec::new();
        for i in (0..len).step_by(step as usize) {
            self.go_on_in(i)?;
            let from = self.place_at(source.1, i);
            let load = |memory: &mut Memory, context: &mut Context<'_>| {
                memory.load_at(context, source.0, from, step as u32)
            };
            values.push(self.with_terms(state, load));
        }
        for (i, value) in (0..len).step_by(step as usize).zip(values) {
            self.go_on_in(i)?;
            let to = self.place_at(target.1, i);
            self.with_terms(state, |memory, context| {
                memory.store_at(context, target.0, to, step as u32, value);
            });
        }
        Ok(())
    }

    /// At byte `number` of a range that is worked on byte by byte: whether to go on.
    pub(crate) fn go_on_in(&self, number: u64) -> Result<(), End> {
        if number > 0 && number.is_multiple_of(PIECE) { self.go_on_or_stop() } else { Ok(()) }
    }

    pub(crate) fn place_at(&mut self, offset: Offset, by: u64) -> TermId {
        let width = self.module.target.pointer_bits;
        let start = self.offset_term(offset);
        address::displaced(&mut self.terms, width, &start, by as i64)
    }

    fn offset_term(&mut self, offset: Offset) -> TermId {
        match offset {
            Offset::Known(offset) => self.terms.constant(self.module.target.pointer_bits, offset),
            Offset::Term(term) => term,
        }
    }

    fn copy_symbolic_length(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: Value,
    ) -> Result<(), End> {
        let len = self.term(state, len, self.module.target.pointer_bits);
        if !self.decide_not_zero(state, len)? {
            return Ok(());
        }
        let (from, start) = self.locate(state, from, 1, Access::Read)?;
        let (to, at) = self.locate(state, to, 1, Access::Write)?;
        let (start, at) = (self.known_offset(state, start)?, self.known_offset(state, at)?);
        let none = Value::int(0);
        if self.may_lose_undefined(state, from, none) || self.may_lose_undefined(state, to, none) {
            let len = Value::int(self.concretise(state, len)?);
            let (to, from) = (Value::pointer(to, at), Value::pointer(from, start));
            return self.copy_bytes(state, to, from, len);
        }
        let readable = self.room_for(state, (from, start), len, Access::Read)?;
        let writable = self.room_for(state, (to, at), len, Access::Write)?;
        let length = Length::Symbolic(len, readable.min(writable));
        state.position.bulk_bytes =
            state.position.bulk_bytes.saturating_add(readable.min(writable));
        self.with_terms(state, |memory, context| {
            memory.copy_symbolic(context, (to, at), (from, start), length);
        });
        Ok(())
    }

    /// memset.
    pub fn set_bytes(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        len: Value,
    ) -> Result<(), End> {
        let Some(len) = self.known_length(state, len)? else {
            return self.set_symbolic_length(state, to, byte, len);
        };
        if len == 0 {
            return Ok(());
        }
        state.position.bulk_bytes = state.position.bulk_bytes.saturating_add(len);
        let (object, at) = match self.range_at(state, to, len, Access::Write)? {
            Range::At(object, at) => (object, at),
            Range::Several(several) => {
                return self.fill_several(state, &several, byte, len);
            }
        };
        if let Offset::Known(at) = at
            && !byte.meta.is_symbolic()
        {
            match state.memory.objects.fill((object, at), Cell::of(byte, 1, 0), len) {
                Err(AccessError::NeedsTerms) => {}
                result => {
                    result.expect("checked above");
                    return Ok(());
                }
            }
        }
        let byte = self.term(state, byte, 8);
        match at {
            Offset::Known(at) => {
                for start in (0..len).step_by(PIECE as usize) {
                    self.go_on_or_stop()?;
                    let piece = Length::Known(PIECE.min(len - start));
                    self.with_terms(state, |memory, context| {
                        memory.fill_symbolic(context, (object, at + start), byte, piece);
                    });
                }
            }
            Offset::Term(_) => {
                let byte = self.value(state, byte);
                for i in 0..len {
                    self.go_on_in(i)?;
                    let place = self.place_at(at, i);
                    self.with_terms(state, |memory, context| {
                        memory.store_at(context, object, place, 1, byte);
                    });
                }
            }
        }
        Ok(())
    }

    fn set_symbolic_length(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        len: Value,
    ) -> Result<(), End> {
        let len = self.term(state, len, self.module.target.pointer_bits);
        if !self.decide_not_zero(state, len)? {
            return Ok(());
        }
        let byte = self.term(state, byte, 8);
        let (to, at) = self.locate(state, to, 1, Access::Write)?;
        let at = self.known_offset(state, at)?;
        let writable = self.room_for(state, (to, at), len, Access::Write)?;
        self.with_terms(state, |memory, context| {
            memory.fill_symbolic(context, (to, at), byte, Length::Symbolic(len, writable));
        });
        Ok(())
    }

    /// With no bytes, pointers need not be valid: that is a path of its own.
    fn decide_not_zero(&mut self, state: &mut State, len: TermId) -> Result<bool, End> {
        let zero = self.terms.constant(self.module.target.pointer_bits, 0);
        let empty = self.terms.eq(len, zero);
        Ok(!self.decide(state, empty)?)
    }

    fn known_offset(&mut self, state: &mut State, offset: Offset) -> Result<u64, End> {
        match offset {
            Offset::Known(offset) => Ok(offset),
            Offset::Term(term) => self.concretise(state, term),
        }
    }

    /// How many bytes there are from a place on; a length beyond that is an error.
    fn room_for(
        &mut self,
        state: &mut State,
        (object, at): (ObjectId, u64),
        len: TermId,
        access: Access,
    ) -> Result<u64, End> {
        self.check_access(state, object, Offset::Known(at), 1, access)?;
        let (size, _) = state.memory.objects.describe(object).expect("checked above");
        let room = size - at;
        let width = self.module.target.pointer_bits;
        let most = self.terms.constant(width, room);
        let fits = self.terms.ule(len, most);
        self.require(state, fits, |machine, state| {
            let note = machine.note(state, object);
            let what = note.as_ref().map_or("an object", |note| &note.what);
            let message = format!(
                "{} as many bytes as the input says at offset {at} of {what}, which has {}",
                match access {
                    Access::Read | Access::Call => "read of",
                    Access::Write => "write of",
                },
                bytes(size)
            );
            ProgramError::new(access.out_of_bounds(), message).about(note)
        })?;
        Ok(room)
    }

    /// How many bytes lie at and behind a pointer, in `width` bits, if that is known.
    pub fn bytes_behind(&mut self, state: &mut State, pointer: Value, width: u32) -> Option<Value> {
        let pointer_width = self.module.target.pointer_bits;
        match pointer.kind() {
            ValueKind::Pointer { object, offset } => {
                let (size, _) = state.memory.objects.describe(object).ok()?;
                Some(Value::int(size.saturating_sub(offset) & mask(width)))
            }
            ValueKind::SymbolicPointer { object, offset } => {
                let (size, _) = state.memory.objects.describe(object).ok()?;
                let size = self.terms.constant(pointer_width, size);
                let zero = self.terms.constant(pointer_width, 0);
                let inside = self.terms.ule(offset, size);
                let left = self.terms.sub(size, offset);
                let left = self.terms.ite(inside, left, zero);
                let left = self.term(state, Value::term(left), width);
                Some(self.value(state, left))
            }
            _ => None,
        }
    }
}
