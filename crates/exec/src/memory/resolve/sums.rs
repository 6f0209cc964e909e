//! Which operand of a sum is the pointer, and which is a number that is added to it.
//!
//! That a number was computed from addresses (the place of a pointer in a table by its hash, an index that
//! says which of two pointers is the greater one) does not make it a pointer.

use crate::machine::Machine;
use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::FxHashSet;

impl Machine<'_> {
    /// The pointer and the number of the sum of two terms; `None` if it is not plain which is which.
    pub(crate) fn pointer_and_number(&self, x: TermId, y: TermId) -> Option<(TermId, TermId)> {
        match (self.terms.has_base(x), self.terms.has_base(y)) {
            (true, false) if !is_distance(&self.terms, x) => Some((x, y)),
            (false, true) if !is_distance(&self.terms, y) => Some((y, x)),
            (true, false) | (false, true) | (false, false) => None,
            (true, true) => match (is_pointer(&self.terms, x), is_pointer(&self.terms, y)) {
                (true, false) => Some((x, y)),
                (false, true) => Some((y, x)),
                _ => None,
            },
        }
    }
}

/// Whether a term is a number that was computed from addresses, and then widened: none of them.
fn is_distance(terms: &Terms, term: TermId) -> bool {
    matches!(terms.view(term), View::SExt(_))
}

/// Whether a term is a base, or a choice of such, with something added.
fn is_pointer(terms: &Terms, term: TermId) -> bool {
    let mut open = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        if !terms.has_base(term) || !seen.insert(term) {
            continue;
        }
        match terms.view(term) {
            View::Base(_) => return true,
            View::Ite(_, x, y) => open.extend([y, x]),
            View::Binary(Op::Add, x, y) => match (terms.has_base(x), terms.has_base(y)) {
                (true, false) if !is_distance(terms, x) => open.push(x),
                (false, true) if !is_distance(terms, y) => open.push(y),
                // More than one address takes part: no plain number.
                _ => return true,
            },
            View::Select(array, _) if terms.has_base(array) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::{Base, Sort};

    /// A loop of a program makes such choices. They nest in their first branch.
    #[test]
    fn a_choice_of_a_million_pointers() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::BitVec(64)).expect("new");
        let base = terms.base(&Base { object: 1, width: 64, size: None, align: 8, non_null: true });
        // Computed from an address, but no pointer.
        let hash = terms.urem(base, x);
        let mut number = hash;
        let mut pointer = base;
        for n in 1..1_000_000 {
            let n = terms.constant(64, n);
            let below = terms.ult(x, n);
            number = terms.ite(below, number, n);
            pointer = terms.ite(below, n, pointer);
        }
        assert!(terms.has_base(number) && !is_pointer(&terms, number));
        assert!(is_pointer(&terms, pointer));
    }
}
