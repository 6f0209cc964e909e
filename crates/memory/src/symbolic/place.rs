//! Places in an object as numbers of elements.

use super::Context;
use dunlin_term::{Op, TermId, View};

/// How deep an offset is taken apart.
const DEPTH: u32 = 16;

impl Context<'_> {
    /// Whether an offset is a multiple of `1 << shift` in every model.
    pub(super) fn is_aligned(&self, offset: TermId, shift: u32) -> bool {
        let low = (1u64 << shift) - 1;
        self.terms.known_bits(offset).zeros & low == low
    }

    /// An offset that is a multiple of `1 << shift`, divided by that: the number of an element, in
    /// as many bits fewer. Sums, products and choices are divided inside, so that the number looks
    /// like the index that the program computed.
    pub(super) fn element_number(&mut self, offset: TermId, shift: u32) -> TermId {
        if shift == 0 {
            return offset;
        }
        self.divided(offset, shift, DEPTH)
    }

    /// When a number is that of an element; `None` if never. In an array of structs, most elements are
    /// fields that are not meant, which the lowest bits of the number tell.
    pub(super) fn is_element(&mut self, number: TermId, index: usize) -> Option<TermId> {
        let index = self.terms.constant(self.terms.width(number), index as u64);
        match self.terms.differ_in_a_bit(number, index) {
            true => None,
            false => Some(self.terms.eq(number, index)),
        }
    }

    fn divided(&mut self, offset: TermId, shift: u32, depth: u32) -> TermId {
        let width = self.terms.width(offset);
        let narrow = width - shift;
        let aligned = |this: &Self, term| depth > 0 && this.is_aligned(term, shift);
        match self.terms.view(offset) {
            View::Const(value) => self.terms.constant(narrow, value >> shift),
            // A difference of addresses stays whole, so that it is seen to be one.
            View::Binary(Op::Add, x, y)
                if !self.terms.has_base(offset) && aligned(self, x) && aligned(self, y) =>
            {
                let x = self.divided(x, shift, depth - 1);
                let y = self.divided(y, shift, depth - 1);
                self.terms.add(x, y)
            }
            View::Binary(Op::Mul, x, y) => match self.terms.as_u64(y) {
                Some(factor) if factor.trailing_zeros() >= shift => {
                    let x = self.terms.extract(narrow - 1, 0, x);
                    let factor = self.terms.constant(narrow, factor >> shift);
                    self.terms.mul(x, factor)
                }
                _ => self.terms.extract(width - 1, shift, offset),
            },
            View::Ite(condition, x, y) if aligned(self, x) && aligned(self, y) => {
                let x = self.divided(x, shift, depth - 1);
                let y = self.divided(y, shift, depth - 1);
                self.terms.ite(condition, x, y)
            }
            _ => self.terms.extract(width - 1, shift, offset),
        }
    }
}
