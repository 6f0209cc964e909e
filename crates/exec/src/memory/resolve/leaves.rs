//! What a pointer is, taken apart: a choice between bases with offsets, numbers, and what is neither.

use crate::end::{End, unsupported};
use crate::machine::Machine;
use dunlin_memory::ObjectId;
use dunlin_term::{Op, TermId, View};

/// So many leaves of a pointer are looked at.
const MAX_LEAVES: usize = 1 << 16;

/// What a pointer is under some condition.
#[derive(Clone, Copy)]
pub enum Leaf {
    Object(ObjectId, TermId),
    Number(u64),
    /// Neither plainly a base nor a constant: something that may be an address, and what is added to it.
    Other {
        base: TermId,
        offset: TermId,
    },
}

impl Machine<'_> {
    /// What a pointer is, by conditions of which exactly one holds.
    pub fn leaves(&mut self, address: TermId) -> Result<Vec<(TermId, Leaf)>, End> {
        let width = self.terms.width(address);
        let zero = self.terms.constant(width, 0);
        let mut leaves = Vec::new();
        let mut open = vec![(TermId::TRUE, address, zero)];
        while let Some((guard, term, offset)) = open.pop() {
            if guard == TermId::FALSE {
                continue;
            }
            if leaves.len() + open.len() > MAX_LEAVES {
                return Err(unsupported("a pointer with too many alternatives"));
            }
            match self.terms.view(term) {
                View::Ite(condition, x, y) => {
                    let opposite = self.terms.not(condition);
                    let (yes, no) =
                        (self.terms.and(guard, condition), self.terms.and(guard, opposite));
                    open.push((no, y, offset));
                    open.push((yes, x, offset));
                }
                View::Binary(Op::Add, x, y)
                    if let Some((pointer, number)) = self.pointer_and_number(x, y) =>
                {
                    let offset = self.terms.add(offset, number);
                    open.push((guard, pointer, offset));
                }
                View::Base(base) => {
                    let object = ObjectId(self.terms.base_info(base).object);
                    leaves.push((guard, Leaf::Object(object, offset)));
                }
                _ => {
                    let leaf = self.plain_leaf(term, offset);
                    leaves.push((guard, leaf));
                }
            }
        }
        Ok(leaves)
    }

    /// The leaf that is neither a choice nor a base. What comes from no base is one number.
    pub(crate) fn plain_leaf(&mut self, term: TermId, offset: TermId) -> Leaf {
        if self.terms.has_base(term) {
            return Leaf::Other { base: term, offset };
        }
        let whole = self.terms.add(term, offset);
        match self.terms.as_u64(whole) {
            Some(number) => Leaf::Number(number),
            None => {
                let none = self.terms.constant(self.terms.width(whole), 0);
                Leaf::Other { base: whole, offset: none }
            }
        }
    }
}
