//! Which operand of a sum is the pointer, and which is a number that is added to it.
//!
//! That a number was computed from addresses (the place of a pointer in a table by its hash, an index that
//! says which of two pointers is the greater one) does not make it a pointer.

use crate::machine::Machine;
use dunlin_term::{Op, TermId, View};

impl Machine<'_> {
    /// The pointer and the number of the sum of two terms; `None` if it is not plain which is which.
    pub(crate) fn pointer_and_number(&self, x: TermId, y: TermId) -> Option<(TermId, TermId)> {
        match (self.terms.has_base(x), self.terms.has_base(y)) {
            (true, false) if !self.is_distance(x) => Some((x, y)),
            (false, true) if !self.is_distance(y) => Some((y, x)),
            (true, false) | (false, true) | (false, false) => None,
            (true, true) => match (self.is_pointer(x), self.is_pointer(y)) {
                (true, false) => Some((x, y)),
                (false, true) => Some((y, x)),
                _ => None,
            },
        }
    }

    /// Whether a term is a number that was computed from addresses, and then widened: none of them.
    fn is_distance(&self, term: TermId) -> bool {
        matches!(self.terms.view(term), View::SExt(_))
    }

    /// Whether a term is a base, or a choice of such, with something added.
    fn is_pointer(&self, mut term: TermId) -> bool {
        loop {
            if !self.terms.has_base(term) {
                return false;
            }
            match self.terms.view(term) {
                View::Base(_) => return true,
                View::Ite(_, x, y) => {
                    if self.is_pointer(x) {
                        return true;
                    }
                    term = y;
                }
                View::Binary(Op::Add, x, y) => match self.pointer_and_number(x, y) {
                    Some((pointer, _)) => term = pointer,
                    // More than one address takes part: no plain number.
                    None => return true,
                },
                View::Select(array, _) => return self.terms.has_base(array),
                _ => return false,
            }
        }
    }
}
