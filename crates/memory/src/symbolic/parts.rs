//! Access at symbolic places of objects that are split into parts.
//!
//! An access may lie across two parts at any alignment: then it is made byte by byte.

use super::Context;
use crate::memory::Memory;
use crate::placement::Placement;
use crate::value::{ObjectId, Value};
use dunlin_ir::semantics::access::{self, Cells, CellsMut};
use dunlin_term::{TermId, Terms};
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
        let mut bytes = PartCells { memory: self, context, touched, size: 1 };
        let loaded = access::load(&mut bytes, &offset, size * 8);
        context.value(loaded)
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
        let value = self.value_term(context, value, size * 8);
        let cell = if whole { size } else { 1 };
        let mut cells = PartCells { memory: self, context, touched, size: cell };
        access::store(&mut cells, &offset, size * 8, &value);
    }

    fn holds(&mut self, part: ObjectId, place: u64, len: u32) -> bool {
        self.check_readable(part, place, len.into()).is_ok()
    }
}

/// The content of parts in cells of `size` bytes: one byte, or a whole access that lies in one part. The
/// place of a cell is its offset in the object all the same; of whole accesses there is one cell.
struct PartCells<'a, 'c> {
    memory: &'a mut Memory,
    context: &'a mut Context<'c>,
    touched: Vec<(ObjectId, u64)>,
    size: u32,
}

impl Cells for PartCells<'_, '_> {
    type Algebra = Terms;

    fn algebra(&mut self) -> &mut Terms {
        self.context.terms
    }

    fn cell_bits(&self) -> u32 {
        self.size * 8
    }

    fn place_bits(&self) -> u32 {
        self.memory.word() * 8
    }

    fn read(&mut self, place: &TermId) -> TermId {
        let value = self.memory.choose_part(self.context, &self.touched, *place, self.size);
        self.memory.value_term(self.context, value, self.size * 8)
    }
}

impl CellsMut for PartCells<'_, '_> {
    fn write(&mut self, place: &TermId, content: &TermId) {
        let value = self.context.value(*content);
        let width = self.place_bits();
        for &(part, start) in &self.touched {
            // Outside of the part, this writes nothing that is ever read.
            let start = self.context.terms.constant(width, start);
            let at = self.context.terms.sub(*place, start);
            let known = self.context.terms.as_u64(at);
            if known.is_none_or(|at| self.memory.holds(part, at, self.size)) {
                self.memory.store_at(self.context, part, at, self.size, value);
            }
        }
    }
}
