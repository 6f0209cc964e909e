//! Copying and filling ranges where bytes or lengths are symbolic.

use super::Context;
use crate::memory::Memory;
use crate::value::{ObjectId, Value};
use dunlin_term::TermId;

/// How many bytes a copy or fill moves.
#[derive(Clone, Copy)]
pub enum Length {
    Known(u64),
    /// A term of pointer width, of at most this value.
    Symbolic(TermId, u64),
}

impl Length {
    fn most(self) -> u64 {
        match self {
            Length::Known(length) | Length::Symbolic(_, length) => length,
        }
    }
}

impl Memory {
    /// Copies bytes between known places; the ranges may overlap.
    pub fn copy_symbolic(
        &mut self,
        context: &mut Context<'_>,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        length: Length,
    ) {
        // All is read before anything is written, so that overlaps do not matter.
        let mut bytes = Vec::with_capacity(length.most() as usize);
        for i in 0..length.most() {
            if !context.goes_on(i) {
                return;
            }
            bytes.push(self.byte_term(context, from, from_offset + i));
        }
        for (i, byte) in (0..).zip(bytes) {
            if !context.goes_on(i) {
                return;
            }
            self.store_below(context, (to, to_offset), i, byte, length);
        }
    }

    /// Sets bytes at a known place to one byte, given as a term of 8 bits.
    pub fn fill_symbolic(
        &mut self,
        context: &mut Context<'_>,
        target: (ObjectId, u64),
        byte: TermId,
        length: Length,
    ) {
        for i in 0..length.most() {
            if !context.goes_on(i) {
                return;
            }
            self.store_below(context, target, i, byte, length);
        }
    }

    /// Stores one byte if its number is below the length.
    fn store_below(
        &mut self,
        context: &mut Context<'_>,
        (to, offset): (ObjectId, u64),
        number: u64,
        byte: TermId,
        length: Length,
    ) {
        let byte = match length {
            Length::Known(_) => byte,
            Length::Symbolic(length, _) => {
                let index = context.terms.constant(self.word() * 8, number);
                let inside = context.terms.ult(index, length);
                let old = self.byte_term(context, to, offset + number);
                context.terms.ite(inside, byte, old)
            }
        };
        let value: Value = context.value(byte);
        self.store_symbolic(context, to, offset + number, 1, value);
    }
}
