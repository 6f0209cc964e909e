//! The pointers that a term can be, where they are all written in it.
//!
//! A table of pointers that was written at a symbolic index is an SMT array. What is read from it is one of
//! the values that were stored, or that were there before: bases with constant offsets, and numbers. Then
//! the pointer need not be compared with where objects lie, and its offset is known in each of them.

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

impl Machine<'_> {
    /// All that a pointer can be; `None` if it is computed in another way than by reading and choosing.
    pub(super) fn values_of(&self, pointer: TermId) -> Option<BTreeSet<PointerValue>> {
        let all = dunlin_ir::small::mask(self.terms.width(pointer));
        let mut values = BTreeSet::new();
        let mut seen = FxHashSet::default();
        // Terms, or arrays of them, with what is added.
        let mut open = vec![(pointer, 0u64)];
        while let Some((term, offset)) = open.pop() {
            if !seen.insert((term, offset)) {
                continue;
            }
            if seen.len() > MAX_TERMS || values.len() > MAX_VALUES {
                return None;
            }
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
                    open.push((x, offset.wrapping_add(by) & all));
                }
                View::Ite(_, x, y) => open.extend([(x, offset), (y, offset)]),
                View::Select(array, _) => open.push((array, offset)),
                View::Store(array, _, value) => open.extend([(value, offset), (array, offset)]),
                View::ConstArray(value) => open.push((value, offset)),
                View::Table(table) => {
                    let mut insert = |element: &Bits| {
                        let number = element.low_u64().wrapping_add(offset) & all;
                        values.insert(PointerValue::Number(number));
                    };
                    insert(table.default_element());
                    (0..table.len().min(MAX_TERMS)).for_each(|i| insert(&table.element(i)));
                    if table.len() > MAX_TERMS {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(values)
    }
}
