//! Comparisons: what they give for ranges of operands, and what their outcome says of an operand. Also
//! casts, which change a width.

use super::range::Range;
use crate::inst::{CastOp, CmpOp, OverflowOp};
use crate::small::mask;

/// A truth value that is known, or both.
fn truth(known: Option<bool>) -> Range {
    known.map_or(Range::full(1), |holds| Range::constant(1, holds.into()))
}

/// What a comparison of two values gives.
pub(super) fn compare(op: CmpOp, a: &Range, b: &Range) -> Range {
    if a.is_empty() || b.is_empty() {
        return Range::empty(1);
    }
    // It holds for no pair if no value of the first one is left where it holds.
    if restricted(op, a, b).is_empty() {
        return truth(Some(false));
    }
    let holds = restricted(negated(op), a, b).is_empty();
    truth(holds.then_some(true))
}

/// The values of `a`, or some more, for which the comparison with some value of `b` holds.
pub(super) fn restricted(op: CmpOp, a: &Range, b: &Range) -> Range {
    let width = a.width();
    let (Some((least, most)), Some((least_signed, most_signed))) =
        (b.unsigned_bounds(), b.signed_bounds())
    else {
        return if b.is_empty() { Range::empty(width) } else { *a };
    };
    let top = mask(width);
    let (bottom_signed, top_signed) = (-1i64 << (width - 1), (top >> 1) as i64);
    let allowed = match op {
        CmpOp::Eq => *b,
        CmpOp::Ne => match b.as_constant() {
            Some(value) => return a.without(value),
            None => return *a,
        },
        CmpOp::Ult if most == 0 => Range::empty(width),
        CmpOp::Ult => Range::unsigned(width, 0, most - 1),
        CmpOp::Ule => Range::unsigned(width, 0, most),
        CmpOp::Ugt if least == top => Range::empty(width),
        CmpOp::Ugt => Range::unsigned(width, least + 1, top),
        CmpOp::Uge => Range::unsigned(width, least, top),
        CmpOp::Slt if most_signed == bottom_signed => Range::empty(width),
        CmpOp::Slt => Range::signed(width, bottom_signed, most_signed - 1),
        CmpOp::Sle => Range::signed(width, bottom_signed, most_signed),
        CmpOp::Sgt if least_signed == top_signed => Range::empty(width),
        CmpOp::Sgt => Range::signed(width, least_signed + 1, top_signed),
        CmpOp::Sge => Range::signed(width, least_signed, top_signed),
    };
    a.meet(allowed)
}

/// The comparison that holds exactly where this one does not.
pub(super) fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Ult => CmpOp::Uge,
        CmpOp::Ule => CmpOp::Ugt,
        CmpOp::Ugt => CmpOp::Ule,
        CmpOp::Uge => CmpOp::Ult,
        CmpOp::Slt => CmpOp::Sge,
        CmpOp::Sle => CmpOp::Sgt,
        CmpOp::Sgt => CmpOp::Sle,
        CmpOp::Sge => CmpOp::Slt,
    }
}

/// The comparison that says the same with its operands the other way round.
pub(super) fn swapped(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq | CmpOp::Ne => op,
        CmpOp::Ult => CmpOp::Ugt,
        CmpOp::Ule => CmpOp::Uge,
        CmpOp::Ugt => CmpOp::Ult,
        CmpOp::Uge => CmpOp::Ule,
        CmpOp::Slt => CmpOp::Sgt,
        CmpOp::Sle => CmpOp::Sge,
        CmpOp::Sgt => CmpOp::Slt,
        CmpOp::Sge => CmpOp::Sle,
    }
}

/// Whether an operation leaves the range of its width.
pub(super) fn overflow(op: OverflowOp, width: u32, a: &Range, b: &Range) -> Range {
    if a.is_empty() || b.is_empty() {
        return Range::empty(1);
    }
    let is_signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul);
    let ends = |range: &Range| -> Option<(i128, i128)> {
        match is_signed {
            true => range.signed_bounds().map(|(first, last)| (first.into(), last.into())),
            false => range.unsigned_bounds().map(|(first, last)| (first.into(), last.into())),
        }
    };
    let (Some(a), Some(b)) = (ends(a), ends(b)) else { return Range::full(1) };
    // A product of unsigned numbers of 64 bits needs more than an i128 has.
    let exact = |x: i128, y: i128| match op {
        OverflowOp::UAdd | OverflowOp::SAdd => x + y,
        OverflowOp::USub | OverflowOp::SSub => x - y,
        OverflowOp::UMul | OverflowOp::SMul => x.saturating_mul(y),
    };
    let results = [exact(a.0, b.0), exact(a.0, b.1), exact(a.1, b.0), exact(a.1, b.1)];
    let first = results.into_iter().min().expect("there are four");
    let last = results.into_iter().max().expect("there are four");
    let (least, most) = match is_signed {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, i128::from(mask(width))),
    };
    if least <= first && last <= most {
        truth(Some(false))
    } else if last < least || first > most {
        truth(Some(true))
    } else {
        truth(None)
    }
}

/// A pointer is its address here.
pub(super) fn cast(op: CastOp, from: u32, to: u32, a: &Range) -> Range {
    if a.is_empty() {
        return Range::empty(to);
    }
    if from > 64 || to > 64 {
        return Range::full(to);
    }
    match op {
        _ if from == to => *a,
        CastOp::Zext => {
            let (first, last) = a.unsigned_bounds().expect("not empty");
            Range::unsigned(to, first, last)
        }
        CastOp::Sext => {
            let extend = |range: Range| range.signed_bounds();
            let parts =
                a.spans().map(|span| extend(Range::of_span(from, span)).expect("not empty"));
            parts.fold(Range::empty(to), |all, (first, last)| {
                all.join(Range::signed(to, first, last))
            })
        }
        CastOp::Trunc => a.spans().fold(Range::empty(to), |all, span| {
            all.join(Range::wrapped(to, span.first.into(), span.last.into()))
        }),
        CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => *a,
    }
}

/// The values of `a` whose extension to the width of `extended` is in that.
pub(super) fn before_extension(is_signed: bool, a: &Range, extended: &Range) -> Range {
    let (from, to) = (a.width(), extended.width());
    if from > 64 || to > 64 {
        return if extended.is_empty() { Range::empty(from) } else { *a };
    }
    let mut result = Range::empty(from);
    let op = if is_signed { CastOp::Sext } else { CastOp::Zext };
    for span in a.spans() {
        let half = Range::of_span(from, span);
        // The extension of a half is one half, so that truncating gets back what is left of it.
        let left = cast(op, from, to, &half).meet(*extended);
        result = result.join(cast(CastOp::Trunc, to, from, &left));
    }
    result
}
