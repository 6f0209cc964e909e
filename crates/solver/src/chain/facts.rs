//! What the constraints of a path say without any search: truths of terms, and bounds.
//!
//! A constraint is taken apart along its connectives. Its atoms are remembered with their truth, and
//! comparisons with constants narrow the bounds of the term that they compare.

mod common;

use crate::table::Table;
use dunlin_ir::small::{mask, signed};
use dunlin_term::{Op, TermId, Terms, View};

/// Connectives are followed this deep.
const MAX_DEPTH: u32 = 8;

/// The least and greatest value of a term, without and with sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub unsigned: (u64, u64),
    pub signed: (i64, i64),
}

impl Bounds {
    pub(crate) fn full(width: u32) -> Bounds {
        let greatest = (mask(width) >> 1) as i64;
        Bounds { unsigned: (0, mask(width)), signed: (-greatest - 1, greatest) }
    }

    fn point(width: u32, value: u64) -> Bounds {
        let with_sign = signed(width, value);
        Bounds { unsigned: (value, value), signed: (with_sign, with_sign) }
    }

    pub(crate) fn meet(self, other: Bounds) -> Bounds {
        let unsigned =
            (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
        let signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        Bounds { unsigned, signed }
    }

    /// The least bounds around both.
    fn hull(self, other: Bounds) -> Bounds {
        let unsigned =
            (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1));
        let signed = (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1));
        Bounds { unsigned, signed }
    }

    /// Lets each kind of bounds narrow the other, where the values do not cross the sign.
    pub(crate) fn consistent(self, width: u32) -> Bounds {
        let half = mask(width) >> 1;
        let mut bounds = self;
        if bounds.unsigned.1 <= half || bounds.unsigned.0 > half {
            let (least, greatest) = bounds.unsigned;
            let signed = (signed(width, least), signed(width, greatest));
            bounds = bounds.meet(Bounds { signed, ..bounds });
        }
        if bounds.signed.0 >= 0 || bounds.signed.1 < 0 {
            let (least, greatest) = bounds.signed;
            let unsigned = (least as u64 & mask(width), greatest as u64 & mask(width));
            bounds = bounds.meet(Bounds { unsigned, ..bounds });
        }
        bounds
    }
}

#[derive(Clone, Default, Debug)]
pub struct Facts {
    truths: Table<TermId, bool>,
    /// Of terms of at most 64 bits.
    bounds: Table<TermId, Bounds>,
}

impl Facts {
    /// States that a term of width 1 is true.
    pub fn add(&mut self, terms: &Terms, constraint: TermId) {
        self.add_truth(terms, constraint, true, 0);
    }

    fn add_truth(&mut self, terms: &Terms, term: TermId, truth: bool, depth: u32) {
        match terms.view(term) {
            View::Const(_) => return,
            View::Not(x) => return self.add_truth(terms, x, !truth, depth),
            View::Binary(op @ (Op::And | Op::Or), x, y)
                if (op == Op::And) == truth && depth < MAX_DEPTH =>
            {
                self.add_truth(terms, x, truth, depth + 1);
                self.add_truth(terms, y, truth, depth + 1);
            }
            View::Binary(op @ (Op::Eq | Op::Ult | Op::Slt), x, y) => {
                self.narrow(terms, op, x, y, truth);
            }
            _ => {}
        }
        if self.truths.get(term).is_none() {
            self.truths.insert(term, truth);
        }
    }

    fn narrow(&mut self, terms: &Terms, op: Op, x: TermId, y: TermId, truth: bool) {
        if terms.is_array(x) || terms.width(x) > 64 {
            return;
        }
        let width = terms.width(x);
        let (term, value, term_is_left) = match (terms.as_u64(x), terms.as_u64(y)) {
            (None, Some(value)) => (x, value, true),
            (Some(value), None) => (y, value, false),
            _ => return,
        };
        let before = self.bounds_of(terms, term);
        let mut bounds = before;
        let with_sign = signed(width, value);
        match (op, truth, term_is_left) {
            (Op::Eq, true, _) => bounds = Bounds::point(width, value),
            (Op::Eq, false, _) => {
                // The end of a range can move by one.
                bounds.unsigned.0 += u64::from(bounds.unsigned.0 == value && value < mask(width));
                bounds.unsigned.1 -= u64::from(bounds.unsigned.1 == value && value > 0);
            }
            (Op::Ult, true, true) => {
                bounds.unsigned.1 = bounds.unsigned.1.min(value.wrapping_sub(1))
            }
            (Op::Ult, true, false) => {
                bounds.unsigned.0 = bounds.unsigned.0.max(value.saturating_add(1));
            }
            (Op::Ult, false, true) => bounds.unsigned.0 = bounds.unsigned.0.max(value),
            (Op::Ult, false, false) => bounds.unsigned.1 = bounds.unsigned.1.min(value),
            (_, true, true) => bounds.signed.1 = bounds.signed.1.min(with_sign.saturating_sub(1)),
            (_, true, false) => bounds.signed.0 = bounds.signed.0.max(with_sign.saturating_add(1)),
            (_, false, true) => bounds.signed.0 = bounds.signed.0.max(with_sign),
            (_, false, false) => bounds.signed.1 = bounds.signed.1.min(with_sign),
        }
        let bounds = bounds.consistent(width);
        if bounds == before {
            return;
        }
        self.bounds.insert(term, bounds);
    }

    /// What is known of a bit-vector of at most 64 bits.
    pub fn bounds_of(&self, terms: &Terms, term: TermId) -> Bounds {
        let width = terms.width(term);
        if let Some(value) = terms.as_u64(term) {
            return Bounds::point(width, value);
        }
        let known_bits = terms.known_bits(term);
        let unsigned = (known_bits.least(), known_bits.greatest(width));
        let mut bounds = Bounds { unsigned, ..Bounds::full(width) };
        if let Some(narrow) = terms.as_zext(term)
            && let Some(known) = self.bounds.get(narrow)
        {
            bounds.unsigned = known.unsigned;
        }
        if let Some(known) = self.bounds.get(term) {
            bounds = bounds.meet(*known);
        }
        bounds.consistent(width)
    }

    /// The truth of a term, if the facts imply it.
    pub fn truth(&self, terms: &mut Terms, term: TermId) -> Option<bool> {
        self.truth_within(terms, term, 0)
    }

    fn truth_within(&self, terms: &mut Terms, term: TermId, depth: u32) -> Option<bool> {
        if let Some(&truth) = self.truths.get(term) {
            return Some(truth);
        }
        match terms.view(term) {
            View::Const(value) => Some(value != 0),
            View::Not(x) => Some(!self.truth_within(terms, x, depth)?),
            View::Binary(op @ (Op::And | Op::Or), x, y) if depth < MAX_DEPTH => {
                let left = self.truth_within(terms, x, depth + 1);
                let decisive = op == Op::Or;
                if left == Some(decisive) {
                    return left;
                }
                match (left, self.truth_within(terms, y, depth + 1)) {
                    (_, Some(right)) if right == decisive => Some(right),
                    (Some(_), right) => right,
                    (None, _) => None,
                }
            }
            View::Binary(op @ (Op::Eq | Op::Ult | Op::Slt), x, y) => {
                self.comparison(terms, op, x, y)
            }
            _ => None,
        }
    }

    fn comparison(&self, terms: &mut Terms, op: Op, x: TermId, y: TermId) -> Option<bool> {
        if terms.is_array(x) {
            return None;
        }
        if terms.width(x) <= 64 {
            let (left, right) = (self.bounds_of(terms, x), self.bounds_of(terms, y));
            let apart = |(a, b): (u64, u64), (c, d): (u64, u64)| b < c || d < a;
            let decided = match op {
                Op::Eq if apart(left.unsigned, right.unsigned) => Some(false),
                Op::Eq if left.signed.1 < right.signed.0 || right.signed.1 < left.signed.0 => {
                    Some(false)
                }
                Op::Eq if left.unsigned == right.unsigned && left.unsigned.0 == left.unsigned.1 => {
                    Some(true)
                }
                Op::Ult if left.unsigned.1 < right.unsigned.0 => Some(true),
                Op::Ult if left.unsigned.0 >= right.unsigned.1 => Some(false),
                Op::Slt if left.signed.1 < right.signed.0 => Some(true),
                Op::Slt if left.signed.0 >= right.signed.1 => Some(false),
                _ => None,
            };
            if decided.is_some() {
                return decided;
            }
        }
        if terms.is_const(x) || terms.is_const(y) {
            return None;
        }
        self.known_order(terms, op, x, y)
    }

    /// `x < y` excludes `y < x` and `x = y`; equality excludes both orders.
    fn known_order(&self, terms: &mut Terms, op: Op, x: TermId, y: TermId) -> Option<bool> {
        let excluding = match op {
            Op::Eq => [terms.ult(x, y), terms.ult(y, x), terms.slt(x, y), terms.slt(y, x)],
            Op::Ult => {
                let (opposite, equal) = (terms.ult(y, x), terms.eq(x, y));
                [opposite, equal, opposite, equal]
            }
            _ => {
                let (opposite, equal) = (terms.slt(y, x), terms.eq(x, y));
                [opposite, equal, opposite, equal]
            }
        };
        let holds = |term: &TermId| self.truths.get(*term) == Some(&true);
        excluding.iter().any(holds).then_some(false)
    }
}
