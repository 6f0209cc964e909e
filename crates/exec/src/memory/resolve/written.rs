//! The pointers that a term can be, where they are all written in it.
//!
//! A table of pointers that was written at a symbolic index is an SMT array. What is read from it is one of
//! the values that were stored, or that were there before: bases with constant offsets, and numbers. Then
//! the pointer need not be compared with where objects lie, and its offset is known in each of them.

use super::Leaf;
use crate::machine::Machine;
use dunlin_ir::Bits;
use dunlin_memory::ObjectId;
use dunlin_term::{Op, TermId, View};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// So many terms are looked at, and so many values told apart.
const MAX_TERMS: usize = 1 << 14;
const MAX_VALUES: usize = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PointerValue {
    Number(u64),
    Object { object: ObjectId, offset: u64, base: TermId },
}

/// What is still to be looked at, with what is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Open {
    Term(TermId, u64),
    /// What is read from an array at an index.
    Element(TermId, TermId, u64),
}

impl Machine<'_> {
    /// The objects that a term points to, each with the condition under which it does; `None` if it is
    /// computed in another way than by reading, choosing and putting bytes together.
    pub(crate) fn pointees(&mut self, term: TermId) -> Option<Vec<(TermId, ObjectId)>> {
        let width = self.terms.width(term);
        if width != self.module.target.pointer_bits {
            return self.composed_of(term);
        }
        let mut pointees = Vec::new();
        for (guard, leaf) in self.leaves(term).ok()? {
            match leaf {
                Leaf::Object(object, _) => pointees.push((guard, object)),
                Leaf::Number(_) => {}
                Leaf::Other { base, .. } if !self.terms.has_base(base) => {}
                Leaf::Other { base: pointer, .. } => {
                    let Some(values) = self.values_of(pointer) else {
                        for (here, object) in self.composed_of(pointer)? {
                            pointees.push((self.terms.and(guard, here), object));
                        }
                        continue;
                    };
                    for value in values {
                        if let PointerValue::Object { object, base, offset } = value {
                            let offset = self.terms.constant(width, offset);
                            let whole = self.terms.add(base, offset);
                            let here = self.terms.eq(pointer, whole);
                            pointees.push((self.terms.and(guard, here), object));
                        }
                    }
                }
            }
        }
        Some(pointees)
    }

    /// All that a pointer can be; `None` if it is computed in another way than by reading and choosing.
    pub(super) fn values_of(&self, pointer: TermId) -> Option<BTreeSet<PointerValue>> {
        let all = dunlin_ir::small::mask(self.terms.width(pointer));
        let mut values = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![Open::Term(pointer, 0)];
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            if seen.len() > MAX_TERMS || values.len() > MAX_VALUES {
                return None;
            }
            match next {
                Open::Term(term, offset) => {
                    self.look_at_term(term, offset, &mut open, &mut values)?
                }
                Open::Element(array, index, offset) => match self.terms.view(array) {
                    View::Store(before, at, value) => {
                        open.push(Open::Element(before, index, offset));
                        // Elements of structs in one array: another field is never meant.
                        if !self.terms.differ_in_a_bit(at, index) {
                            open.push(Open::Term(value, offset));
                        }
                    }
                    View::Ite(_, x, y) => {
                        open.push(Open::Element(x, index, offset));
                        open.push(Open::Element(y, index, offset));
                    }
                    View::ConstArray(value) => open.push(Open::Term(value, offset)),
                    View::Table(table) if table.len() <= MAX_TERMS => {
                        let bits = self.terms.known_bits(index);
                        let may_be = |i: u64| i & bits.zeros == 0 && i & bits.ones == bits.ones;
                        let inside = (0..table.len()).filter(|&i| may_be(i as u64));
                        let mut insert = |element: &Bits| {
                            let number = element.low_u64().wrapping_add(offset) & all;
                            values.insert(PointerValue::Number(number));
                        };
                        inside.for_each(|i| insert(&table.element(i)));
                        if bits.greatest(self.terms.width(index)) >= table.len() as u64 {
                            insert(table.default_element());
                        }
                    }
                    _ => return None,
                },
            }
        }
        Some(values)
    }

    fn look_at_term(
        &self,
        term: TermId,
        offset: u64,
        open: &mut Vec<Open>,
        values: &mut BTreeSet<PointerValue>,
    ) -> Option<()> {
        let all = dunlin_ir::small::mask(self.terms.width(term));
        match self.terms.view(term) {
            View::Const(number) => {
                values.insert(PointerValue::Number(number.wrapping_add(offset) & all));
            }
            View::Base(base) => {
                let info = self.terms.base_info(base);
                let object = ObjectId(info.object);
                // A pointer outside of its object can have the address of another one.
                if info.size.and_then(|size| self.terms.as_u64(size))? < offset {
                    return None;
                }
                values.insert(PointerValue::Object { object, offset, base: term });
            }
            View::Binary(Op::Add, x, y) => {
                let by = self.terms.as_u64(y)?;
                open.push(Open::Term(x, offset.wrapping_add(by) & all));
            }
            View::Ite(_, x, y) => open.extend([Open::Term(x, offset), Open::Term(y, offset)]),
            View::Select(array, index) => open.push(Open::Element(array, index, offset)),
            _ => return None,
        }
        Some(())
    }
}
