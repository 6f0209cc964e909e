//! The least and greatest value of a number, from facts and from how it is computed.

use crate::chain::{Bounds, Facts};
use dunlin_ir::small::{mask, signed};
use dunlin_term::{Op, TermId, Terms, View};

/// How far a number is looked into. Each level may double the work.
const DEPTH: u32 = 6;

/// The greatest value without sign of a term of at most 64 bits.
pub(super) fn greatest(terms: &Terms, facts: &Facts, term: TermId) -> u64 {
    bounds(terms, facts, term, DEPTH).unsigned.1
}

/// An interval that has the value of a term of at most 64 bits, modulo 2^width.
pub(super) fn interval(terms: &Terms, facts: &Facts, term: TermId) -> (i128, i128) {
    let Bounds { unsigned, signed } = bounds(terms, facts, term, DEPTH);
    let unsigned = (i128::from(unsigned.0), i128::from(unsigned.1));
    let signed = (i128::from(signed.0), i128::from(signed.1));
    if signed.1 - signed.0 < unsigned.1 - unsigned.0 { signed } else { unsigned }
}

fn bounds(terms: &Terms, facts: &Facts, term: TermId, depth: u32) -> Bounds {
    let width = terms.width(term);
    let known = facts.bounds_of(terms, term);
    if depth == 0 || terms.is_const(term) {
        return known;
    }
    let of = |term: TermId| bounds(terms, facts, term, depth - 1);
    let full = Bounds::full(width);
    let more = match terms.view(term) {
        View::Concat(..) => match terms.as_zext(term) {
            Some(inner) => Bounds { unsigned: of(inner).unsigned, ..full },
            None => return known,
        },
        View::SExt(inner) => Bounds { signed: of(inner).signed, ..full },
        View::Binary(Op::Add, x, y) => {
            let (x, y) = (of(x), of(y));
            let plus = |x: i128, y: i128| x + y;
            from_wide(width, full, (x, y), plus)
        }
        View::Binary(Op::Mul, x, y) => {
            let (x, y) = (of(x), of(y));
            from_wide(width, full, (x, y), |x, y| x * y)
        }
        View::Binary(Op::And, x, y) => {
            let least_of_both = of(x).unsigned.1.min(of(y).unsigned.1);
            Bounds { unsigned: (0, least_of_both), ..full }
        }
        View::Binary(Op::URem, x, y) => match terms.as_u64(y) {
            Some(divisor) if divisor > 0 => {
                Bounds { unsigned: (0, of(x).unsigned.1.min(divisor - 1)), ..full }
            }
            _ => return known,
        },
        View::Binary(Op::LShr, x, y) => match terms.as_u64(y) {
            Some(by) if by < u64::from(width) => {
                let (least, most) = of(x).unsigned;
                Bounds { unsigned: (least >> by, most >> by), ..full }
            }
            _ => return known,
        },
        View::Extract(x, 0) if terms.width(x) <= 64 => {
            let inner = of(x);
            match inner.unsigned.1 <= mask(width) {
                true => Bounds { unsigned: inner.unsigned, ..full },
                false => return known,
            }
        }
        View::Ite(_, x, y) => {
            let (x, y) = (of(x), of(y));
            Bounds {
                unsigned: (x.unsigned.0.min(y.unsigned.0), x.unsigned.1.max(y.unsigned.1)),
                signed: (x.signed.0.min(y.signed.0), x.signed.1.max(y.signed.1)),
            }
        }
        _ => return known,
    };
    known.meet(more).consistent(width)
}

/// Bounds of a sum or product, where it does not leave the range of the width.
fn from_wide(
    width: u32,
    full: Bounds,
    (x, y): (Bounds, Bounds),
    compute: impl Fn(i128, i128) -> i128,
) -> Bounds {
    let corners = |(a, b): (i128, i128), (c, d): (i128, i128)| {
        let all = [compute(a, c), compute(a, d), compute(b, c), compute(b, d)];
        let least = all.iter().copied().fold(i128::MAX, i128::min);
        (least, all.iter().copied().fold(i128::MIN, i128::max))
    };
    let mut bounds = full;
    let unsigned = |bounds: Bounds| (i128::from(bounds.unsigned.0), i128::from(bounds.unsigned.1));
    // Two factors of 64 bits fit into 128 without a sign, so they are halved before.
    let small = |bounds: &Bounds| bounds.unsigned.1 <= u64::MAX >> 1;
    if small(&x) && small(&y) {
        let (least, most) = corners(unsigned(x), unsigned(y));
        if most <= i128::from(mask(width)) {
            bounds.unsigned = (least as u64, most as u64);
        }
    }
    let with_sign = |bounds: Bounds| (i128::from(bounds.signed.0), i128::from(bounds.signed.1));
    let (least, most) = corners(with_sign(x), with_sign(y));
    let limit = i128::from(signed(width, mask(width) >> 1));
    if least >= -limit - 1 && most <= limit {
        bounds.signed = (least as i64, most as i64);
    }
    bounds
}
