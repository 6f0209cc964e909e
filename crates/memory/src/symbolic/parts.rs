//! Access at symbolic places of objects that are split into parts.
//!
//! An access may lie across two parts at any alignment: then it is made byte by byte.

use super::Context;
use crate::memory::Memory;
use crate::placement::Placement;
use crate::value::{ObjectId, Value};
use dunlin_term::TermId;
use std::ops::Range;
use std::rc::Rc;

impl Memory {
    /// Reads `size` bytes at a place of a split object, of which it is known that the first byte lies in
    /// part number `part`.
    pub fn load_from_part(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        part: usize,
        offset: TermId,
        size: u32,
    ) -> Value {
        let touched = self.touched_from(id, part, size);
        self.load_between(context, id, touched, offset, size)
    }

    /// Writes `size` bytes at a place of a split object, of which it is known that the first byte lies in
    /// part number `part`.
    pub fn store_into_part(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        part: usize,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        let touched = self.touched_from(id, part, size);
        self.store_between(context, id, touched, offset, size, value);
    }

    pub(super) fn load_from_parts(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
    ) -> Value {
        self.load_between(context, id, 0..usize::MAX, offset, size)
    }

    pub(super) fn store_into_parts(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        self.store_between(context, id, 0..usize::MAX, offset, size, value);
    }

    /// The parts that an access which begins in one of them can touch.
    fn touched_from(&self, id: ObjectId, part: usize, size: u32) -> Range<usize> {
        let (step, _) = self.parts(id);
        part..part + 1 + u64::from(size - 1).div_ceil(step) as usize
    }

    fn parts(&self, id: ObjectId) -> (u64, Rc<[ObjectId]>) {
        match &self.placed(id).expect("the caller knows that it is split").placement {
            Placement::Parts { step, parts } => (*step, parts.clone()),
            Placement::Member { .. } => unreachable!("the caller knows that it is split"),
        }
    }

    /// The parts of a range that an access can touch, with the offsets at which they begin. An access
    /// that cannot lie across two parts touches only the first of a known pair.
    fn touched(
        &self,
        context: &Context<'_>,
        id: ObjectId,
        range: &Range<usize>,
        offset: TermId,
        size: u32,
    ) -> (Vec<(ObjectId, u64)>, bool) {
        let (step, parts) = self.parts(id);
        let whole = size.is_power_of_two()
            && step.is_multiple_of(size.into())
            && context.is_aligned(offset, size.trailing_zeros());
        let known = range.end != usize::MAX;
        let end = if whole && known { range.start + 1 } else { range.end.min(parts.len()) };
        let numbers = range.start..end.min(parts.len());
        (numbers.map(|number| (parts[number], number as u64 * step)).collect(), whole)
    }

    fn load_between(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        range: Range<usize>,
        offset: TermId,
        size: u32,
    ) -> Value {
        let (touched, whole) = self.touched(context, id, &range, offset, size);
        if whole {
            return self.choose_part(context, &touched, offset, size);
        }
        let mut bytes = Vec::new();
        for i in 0..size {
            let step = context.terms.constant(self.word() * 8, i.into());
            let place = context.terms.add(offset, step);
            let byte = self.choose_part(context, &touched, place, 1);
            bytes.push(self.value_term(context, byte, 8));
        }
        context.concatenated(bytes)
    }

    /// Reads from the last part that does not begin behind a place. What other parts would say of a
    /// place outside of them is not looked at.
    fn choose_part(
        &mut self,
        context: &mut Context<'_>,
        parts: &[(ObjectId, u64)],
        offset: TermId,
        size: u32,
    ) -> Value {
        let width = self.word() * 8;
        let mut chosen: Option<TermId> = None;
        for &(part, start) in parts {
            let start = context.terms.constant(width, start);
            let place = context.terms.sub(offset, start);
            let value = self.load_at(context, part, place, size);
            let value = self.value_term(context, value, size * 8);
            chosen = Some(match chosen {
                None => value,
                Some(before) => {
                    let behind = context.terms.ult(offset, start);
                    context.terms.ite(behind, before, value)
                }
            });
        }
        let chosen = chosen.expect("a split object has parts");
        context.value(chosen)
    }

    fn store_between(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        range: Range<usize>,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        let (touched, whole) = self.touched(context, id, &range, offset, size);
        let width = self.word() * 8;
        let value = self.value_term(context, value, size * 8);
        let step = if whole { size } else { 1 };
        for i in (0..size).step_by(step as usize) {
            let by = context.terms.constant(width, i.into());
            let at = context.terms.add(offset, by);
            let piece = context.terms.extract((i + step) * 8 - 1, i * 8, value);
            let piece = context.value(piece);
            for &(part, start) in &touched {
                // Outside of the part, this writes nothing that is ever read.
                let start = context.terms.constant(width, start);
                let place = context.terms.sub(at, start);
                if context.terms.as_u64(place).is_none_or(|place| self.holds(part, place, step)) {
                    self.store_at(context, part, place, step, piece);
                }
            }
        }
    }

    fn holds(&mut self, part: ObjectId, place: u64, len: u32) -> bool {
        self.check_readable(part, place, len.into()).is_ok()
    }
}
