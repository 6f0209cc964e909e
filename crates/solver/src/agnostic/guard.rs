//! What conditions say about the object that a pointer is in.

use super::Agnostic;
use super::leaf::Leaf;
use super::shape::{Need, Shape};
use dunlin_term::{BaseId, Op, TermId, Terms, View};

/// A condition that says more than this says nothing.
const MAX_KNOWN: usize = 256;

/// Of a pointer, without the numbers that were added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    In(TermId, BaseId),
    /// Not in an object, or not a plain number.
    NotIn(TermId, Option<BaseId>),
}

pub(super) fn is_known(&((pointer, base), other): &Need, known: &[Known]) -> bool {
    known.contains(&Known::In(pointer, base)) || known.contains(&Known::NotIn(pointer, other))
}

impl Agnostic {
    /// What is known of pointers if a term has this truth. The term was looked at before.
    pub(super) fn known(&self, terms: &Terms, term: TermId, truth: bool) -> Vec<Known> {
        let mut found = Vec::new();
        let mut open = vec![(term, truth)];
        while let Some((term, truth)) = open.pop() {
            if !terms.has_base(term) {
                continue;
            }
            match terms.view(term) {
                View::Not(x) => open.push((x, !truth)),
                View::Binary(op @ (Op::And | Op::Or), x, y)
                    if (op == Op::And) == truth && terms.width(term) == 1 =>
                {
                    open.extend([(x, truth), (y, truth)]);
                }
                View::Binary(Op::Ult, x, y) => {
                    // What is below is in; what is not below is not. The other way round for what is
                    // not above.
                    self.bounded(terms, x, y, truth, false, &mut found);
                    self.bounded(terms, y, x, !truth, true, &mut found);
                }
                View::Binary(Op::Eq, x, y) => {
                    self.equal(terms, x, y, truth, &mut found);
                    self.equal(terms, y, x, truth, &mut found);
                }
                _ => {}
            }
            if found.len() + open.len() > MAX_KNOWN {
                return Vec::new();
            }
        }
        found
    }

    /// `value` is below `limit`, or at it if that is `included`; or it is not.
    fn bounded(
        &self,
        terms: &Terms,
        value: TermId,
        limit: TermId,
        truth: bool,
        included: bool,
        found: &mut Vec<Known>,
    ) {
        if !matches!(self.shape(terms, limit), Shape::Number) {
            return;
        }
        let (leaves, pointer, base) = match self.shape(terms, value) {
            Shape::Difference(leaves, (pointer, base)) => (leaves, pointer, Some(base)),
            Shape::Pointer(leaves, pointer) => (leaves, pointer, None),
            _ => return,
        };
        match (truth, base) {
            (true, Some(base)) => found.push(Known::In(pointer, base)),
            (true, None) => {}
            (false, _) => {
                // All that it could be in that object would be below the limit.
                let limit =
                    terms.as_u64(limit).map(|limit| i128::from(limit) + i128::from(included));
                let below = |leaf: &Leaf| {
                    leaf.is_fixed() && leaf.low >= 0 && limit.is_some_and(|limit| leaf.high < limit)
                };
                if leaves.iter().filter(|leaf| leaf.base == base).all(below) {
                    found.push(Known::NotIn(pointer, base));
                }
            }
        }
    }

    fn equal(&self, terms: &Terms, x: TermId, y: TermId, truth: bool, found: &mut Vec<Known>) {
        match (self.shape(terms, x), self.shape(terms, y)) {
            (Shape::Difference(_, (pointer, base)), Shape::Number) if truth => {
                found.push(Known::In(pointer, base));
            }
            (Shape::Pointer(_, pointer), Shape::Pointer(leaves, _)) if truth => {
                if let Some(base) = leaves[0].base
                    && leaves.iter().all(|leaf| leaf.base == Some(base))
                {
                    found.push(Known::In(pointer, base));
                }
            }
            // Not null, where null is the only number.
            (Shape::Pointer(leaves, pointer), Shape::Number) if !truth => {
                let null = Leaf::at(None, 0);
                let mut numbers = leaves.iter().filter(|leaf| leaf.base.is_none());
                if terms.as_u64(y) == Some(0) && numbers.all(|leaf| *leaf == null) {
                    found.push(Known::NotIn(pointer, None));
                }
            }
            _ => {}
        }
    }
}
