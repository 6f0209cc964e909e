//! The pointers that a word is put together from.
//!
//! Where a pointer lies across two parts of an object, or its bytes were chosen one by one, a word of memory
//! is a row of slices of pointers and no pointer itself. Each slice has the condition under which it is
//! there. A word points to every object of which it has a slice, as a byte of a pointer does that lies in
//! memory alone.

use super::Leaf;
use crate::machine::Machine;
use dunlin_memory::ObjectId;
use dunlin_term::{Op, TermId, View};

/// So many slices are looked at.
const MAX_SLICES: usize = 1 << 14;

/// Bits of something, from `low` upwards, that belong to the word if `guard` holds.
#[derive(Clone, Copy)]
struct Slice {
    source: Source,
    low: u32,
    bits: u32,
    guard: TermId,
}

#[derive(Clone, Copy)]
enum Source {
    Term(TermId),
    /// What is read from an array at an index.
    Element(TermId, TermId),
}

impl Machine<'_> {
    /// The objects that a word points to, each with a condition under which it does; `None` if the word is
    /// computed in another way than from slices of pointers.
    pub(super) fn composed_of(&mut self, word: TermId) -> Option<Vec<(TermId, ObjectId)>> {
        let mut pointees = Vec::new();
        let (bits, guard) = (self.terms.width(word), TermId::TRUE);
        let mut open = vec![Slice { source: Source::Term(word), low: 0, bits, guard }];
        let mut looked_at = 0;
        while let Some(slice) = open.pop() {
            looked_at += 1;
            if looked_at > MAX_SLICES {
                return None;
            }
            match slice.source {
                _ if slice.guard == TermId::FALSE => {}
                Source::Term(term) | Source::Element(term, _) if !self.terms.has_base(term) => {}
                Source::Element(array, index) => {
                    self.slice_array(slice, array, index, &mut open)?;
                }
                Source::Term(term) => match self.terms.view(term) {
                    View::Base(_) | View::Binary(Op::Add, ..) => {
                        self.point_to(slice.guard, term, &mut pointees)?;
                    }
                    _ => self.slice_term(slice, term, &mut open)?,
                },
            }
        }
        Some(pointees)
    }

    /// Adds what a pointer points to.
    fn point_to(
        &mut self,
        guard: TermId,
        pointer: TermId,
        pointees: &mut Vec<(TermId, ObjectId)>,
    ) -> Option<()> {
        for (condition, leaf) in self.leaves(pointer).ok()? {
            match leaf {
                Leaf::Object(object, _) => {
                    pointees.push((self.terms.and(guard, condition), object));
                }
                Leaf::Other { base, .. } if self.terms.has_base(base) => return None,
                Leaf::Number(_) | Leaf::Other { .. } => {}
            }
        }
        Some(())
    }

    /// What the bits of a term are bits of.
    fn slice_term(&mut self, slice: Slice, term: TermId, open: &mut Vec<Slice>) -> Option<()> {
        let of = |term: TermId| Slice { source: Source::Term(term), ..slice };
        match self.terms.view(term) {
            View::Extract(whole, low) => open.push(Slice { low: slice.low + low, ..of(whole) }),
            View::Concat(high, low) => {
                let middle = self.terms.width(low);
                let below = middle.saturating_sub(slice.low).min(slice.bits);
                if below > 0 {
                    open.push(Slice { bits: below, ..of(low) });
                }
                if below < slice.bits {
                    let start = slice.low + below - middle;
                    open.push(Slice { low: start, bits: slice.bits - below, ..of(high) });
                }
            }
            View::Ite(condition, x, y) => {
                let (yes, no) = self.both_sides(slice.guard, condition);
                open.push(Slice { guard: no, ..of(y) });
                open.push(Slice { guard: yes, ..of(x) });
            }
            View::Select(array, index) => {
                open.push(Slice { source: Source::Element(array, index), ..slice });
            }
            _ => return None,
        }
        Some(())
    }

    /// What the bits of an element of an array are bits of.
    fn slice_array(
        &mut self,
        slice: Slice,
        array: TermId,
        index: TermId,
        open: &mut Vec<Slice>,
    ) -> Option<()> {
        let element = |array: TermId| Source::Element(array, index);
        match self.terms.view(array) {
            View::Store(before, at, value) => {
                let same = self.terms.eq(at, index);
                let (yes, no) = self.both_sides(slice.guard, same);
                open.push(Slice { source: element(before), guard: no, ..slice });
                open.push(Slice { source: Source::Term(value), guard: yes, ..slice });
            }
            View::Ite(condition, x, y) => {
                let (yes, no) = self.both_sides(slice.guard, condition);
                open.push(Slice { source: element(y), guard: no, ..slice });
                open.push(Slice { source: element(x), guard: yes, ..slice });
            }
            View::ConstArray(value) => open.push(Slice { source: Source::Term(value), ..slice }),
            _ => return None,
        }
        Some(())
    }

    /// A guard with a condition, and with its opposite.
    fn both_sides(&mut self, guard: TermId, condition: TermId) -> (TermId, TermId) {
        let opposite = self.terms.not(condition);
        (self.terms.and(guard, condition), self.terms.and(guard, opposite))
    }
}
