//! What operations on two integers give for ranges of operands.
//!
//! Every function here is the meaning of [`crate::semantics::binary`] for sets: if operands are in the ranges, the
//! result is in the range. That is total, and wraps around; flags that promise otherwise are not
//! looked at. An operation is computed for each pair of halves, where signed and unsigned order agree and
//! signs are known, and the results are joined.

use super::range::{Range, Span};
use crate::inst::{BinOp, UnOp};
use crate::semantics;
use crate::small::{Small, mask, signed};

pub(super) fn binary(op: BinOp, width: u32, a: &Range, b: &Range) -> Range {
    if width > 64 {
        return Range::full(width);
    }
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return Range::constant(width, semantics::binary(&mut Small, op, width, &a, &b));
    }
    let mut result = Range::empty(width);
    for x in a.spans() {
        for y in b.spans() {
            result = result.join(of_spans(op, width, x, y));
        }
    }
    result
}

/// The ends of a span within one half, as signed numbers.
fn signed_ends(width: u32, span: Span) -> (i128, i128) {
    (signed(width, span.first).into(), signed(width, span.last).into())
}

/// What a function of two numbers that is monotone in each of them gives, modulo 2^width.
fn corners(
    width: u32,
    (a, b): (i128, i128),
    (c, d): (i128, i128),
    f: impl Fn(i128, i128) -> i128,
) -> Range {
    let ends = [f(a, c), f(a, d), f(b, c), f(b, d)];
    let first = ends.into_iter().min().expect("there are four");
    let last = ends.into_iter().max().expect("there are four");
    Range::wrapped(width, first, last)
}

fn of_spans(op: BinOp, width: u32, x: Span, y: Span) -> Range {
    let unsigned = |span: Span| (i128::from(span.first), i128::from(span.last));
    let (ux, uy) = (unsigned(x), unsigned(y));
    let (sx, sy) = (signed_ends(width, x), signed_ends(width, y));
    let most = i128::from(mask(width));
    let (least_signed, most_signed) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    match op {
        BinOp::Add => corners(width, ux, uy, |x, y| x + y),
        BinOp::Sub => corners(width, ux, uy, |x, y| x - y),
        BinOp::Mul => corners(width, sx, sy, |x, y| x * y),
        BinOp::UDiv => unsigned_quotient(width, x, y),
        BinOp::URem => unsigned_remainder(width, x, y),
        BinOp::SDiv => {
            let quotient = unsigned_quotient(width, magnitude(width, x), magnitude(width, y));
            negated_if(is_negative(width, x) != is_negative(width, y), &quotient)
        }
        BinOp::SRem => {
            let remainder = unsigned_remainder(width, magnitude(width, x), magnitude(width, y));
            negated_if(is_negative(width, x), &remainder)
        }
        BinOp::And | BinOp::Or | BinOp::Xor => bitwise(op, width, x, y),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => shift(op, width, x, y),
        BinOp::UMin => corners(width, ux, uy, i128::min),
        BinOp::UMax => corners(width, ux, uy, i128::max),
        BinOp::SMin => corners(width, sx, sy, i128::min),
        BinOp::SMax => corners(width, sx, sy, i128::max),
        BinOp::UAddSat => corners(width, ux, uy, |x, y| (x + y).min(most)),
        BinOp::USubSat => corners(width, ux, uy, |x, y| (x - y).max(0)),
        BinOp::SAddSat => corners(width, sx, sy, |x, y| (x + y).clamp(least_signed, most_signed)),
        BinOp::SSubSat => corners(width, sx, sy, |x, y| (x - y).clamp(least_signed, most_signed)),
        BinOp::UShlSat | BinOp::SShlSat => Range::full(width),
    }
}

fn is_negative(width: u32, span: Span) -> bool {
    signed(width, span.first) < 0
}

/// The absolute values of a span within one half, as unsigned numbers.
fn magnitude(width: u32, span: Span) -> Span {
    match is_negative(width, span) {
        true => {
            let negated = |value: u64| value.wrapping_neg() & mask(width);
            Span { first: negated(span.last), last: negated(span.first) }
        }
        false => span,
    }
}

fn negated_if(negate: bool, range: &Range) -> Range {
    if negate { negated(range) } else { *range }
}

pub(super) fn negated(range: &Range) -> Range {
    binary(BinOp::Sub, range.width(), &Range::constant(range.width(), 0), range)
}

/// The divisors but for zero, and whether zero is one.
fn divisors(y: Span) -> (Option<Span>, bool) {
    let others = Span { first: y.first.max(1), last: y.last };
    ((others.first <= others.last).then_some(others), y.first == 0)
}

fn unsigned_quotient(width: u32, x: Span, y: Span) -> Range {
    let (others, zero) = divisors(y);
    let by_others = others.map_or(Range::empty(width), |y| {
        Range::unsigned(width, x.first / y.last, x.last / y.first)
    });
    if zero { by_others.join(Range::constant(width, mask(width))) } else { by_others }
}

fn unsigned_remainder(width: u32, x: Span, y: Span) -> Range {
    let (others, zero) = divisors(y);
    let by_others = others.map_or(Range::empty(width), |y| {
        if x.last < y.first {
            Range::of_span(width, x)
        } else if y.first == y.last && x.first / y.first == x.last / y.first {
            Range::unsigned(width, x.first % y.first, x.last % y.first)
        } else {
            Range::unsigned(width, 0, x.last.min(y.last - 1))
        }
    });
    if zero { by_others.join(Range::of_span(width, x)) } else { by_others }
}

/// The bits below the highest one that differs between the ends of a span: those above are known.
fn unknown_bits(span: Span) -> u64 {
    match span.first ^ span.last {
        0 => 0,
        different => u64::MAX >> different.leading_zeros(),
    }
}

fn bitwise(op: BinOp, width: u32, x: Span, y: Span) -> Range {
    let (unknown_x, unknown_y) = (unknown_bits(x), unknown_bits(y));
    let (must_x, must_y) = (x.first & !unknown_x, y.first & !unknown_y);
    let (may_x, may_y) = (x.first | unknown_x, y.first | unknown_y);
    match op {
        BinOp::And => {
            let most = (may_x & may_y).min(x.last).min(y.last);
            Range::unsigned(width, must_x & must_y, most)
        }
        BinOp::Or => {
            let least = (must_x | must_y).max(x.first).max(y.first);
            Range::unsigned(width, least, may_x | may_y)
        }
        _ => {
            let unknown = unknown_x | unknown_y;
            let known = (must_x ^ must_y) & !unknown;
            Range::unsigned(width, known, known | unknown)
        }
    }
}

fn shift(op: BinOp, width: u32, x: Span, amount: Span) -> Range {
    let whole = u64::from(width);
    let mut result = Range::empty(width);
    let signed_ends = signed_ends(width, x);
    if amount.first < whole {
        let amounts = (i128::from(amount.first), i128::from(amount.last.min(whole - 1)));
        let within = match op {
            BinOp::Shl => corners(width, signed_ends, amounts, |x, amount| x << amount),
            BinOp::LShr => {
                let ends = (i128::from(x.first), i128::from(x.last));
                corners(width, ends, amounts, |x, amount| x >> amount)
            }
            _ => corners(width, signed_ends, amounts, |x, amount| x >> amount),
        };
        result = result.join(within);
    }
    if amount.last >= whole {
        let beyond = if op == BinOp::AShr && is_negative(width, x) { mask(width) } else { 0 };
        result = result.join(Range::constant(width, beyond));
    }
    result
}

pub(super) fn unary(op: UnOp, width: u32, a: &Range) -> Range {
    if width > 64 {
        return Range::full(width);
    }
    if let Some(a) = a.as_constant() {
        return Range::constant(width, semantics::unary(&mut Small, op, width, &a));
    }
    let Some((first, last)) = a.unsigned_bounds() else { return Range::empty(width) };
    let count = |number: u64| semantics::unary(&mut Small, op, width, &number);
    match op {
        UnOp::Abs => a.spans().fold(Range::empty(width), |result, span| {
            let range = Range::of_span(width, span);
            result.join(negated_if(is_negative(width, span), &range))
        }),
        UnOp::Clz => Range::unsigned(width, count(last), count(first)),
        UnOp::PopCount | UnOp::Ctz => Range::unsigned(width, 0, width.into()),
        UnOp::ByteSwap | UnOp::BitReverse => Range::full(width),
    }
}
