//! What each instruction computes from its operands, written once over [`Algebra`]: here what scalar
//! instructions do, and in files of their own
//!
//! - [`address`]: where address computations lead;
//! - [`access`]: what a load reads and a store writes;
//! - [`edge`]: which edge of a terminator is taken, and when;
//! - [`undefined`]: what undefined bits are and become.
//!
//! Nothing here knows in which direction a program is executed: over terms, the same text gives the term
//! of a value, of an address or of a condition to a forward and to a backward executor.
//!
//! Everything is total, as in the algebra: where C or LLVM leave a result undefined, the function
//! of the instruction still gives one, and a predicate of the last section says when that is the
//! case. Whether that is a program error is the caller's decision.
//!
//! Functions are inlined into their callers: with a constant operation and width over
//! [`crate::small::Small`], what remains is a few machine instructions.

pub mod access;
pub mod address;
pub mod edge;
pub mod undefined;

use crate::algebra::Algebra;
use crate::inst::{
    BinOp, CastOp, CmpOp, FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp, OverflowOp, UnOp,
};
use crate::target::NanRule;
use crate::types::FloatFormat;

pub mod nan;

// ---- integers ----------------------------------------------------------------------------------

#[inline(always)]
pub fn binary<A: Algebra>(
    a: &mut A,
    op: BinOp,
    width: u32,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    match op {
        BinOp::Add => a.add(width, x, y),
        BinOp::Sub => a.sub(width, x, y),
        BinOp::Mul => a.mul(width, x, y),
        BinOp::UDiv => a.udiv(width, x, y),
        BinOp::SDiv => a.sdiv(width, x, y),
        BinOp::URem => a.urem(width, x, y),
        BinOp::SRem => a.srem(width, x, y),
        BinOp::And => a.and(width, x, y),
        BinOp::Or => a.or(width, x, y),
        BinOp::Xor => a.xor(width, x, y),
        BinOp::Shl => a.shl(width, x, y),
        BinOp::LShr => a.lshr(width, x, y),
        BinOp::AShr => a.ashr(width, x, y),
        BinOp::UMin => {
            let less = a.ult(width, x, y);
            a.ite(width, &less, x, y)
        }
        BinOp::UMax => {
            let less = a.ult(width, x, y);
            a.ite(width, &less, y, x)
        }
        BinOp::SMin => {
            let less = a.slt(width, x, y);
            a.ite(width, &less, x, y)
        }
        BinOp::SMax => {
            let less = a.slt(width, x, y);
            a.ite(width, &less, y, x)
        }
        BinOp::UAddSat => {
            let sum = a.add(width, x, y);
            let overflow = a.ult(width, &sum, x);
            let ones = a.ones(width);
            a.ite(width, &overflow, &ones, &sum)
        }
        BinOp::USubSat => {
            let difference = a.sub(width, x, y);
            let overflow = a.ult(width, x, y);
            let zero = a.zero(width);
            a.ite(width, &overflow, &zero, &difference)
        }
        BinOp::SAddSat => {
            let sum = a.add(width, x, y);
            let overflow = overflow(a, OverflowOp::SAdd, width, x, y);
            let limit = signed_limit(a, width, x);
            a.ite(width, &overflow, &limit, &sum)
        }
        BinOp::SSubSat => {
            let difference = a.sub(width, x, y);
            let overflow = overflow(a, OverflowOp::SSub, width, x, y);
            let limit = signed_limit(a, width, x);
            a.ite(width, &overflow, &limit, &difference)
        }
        BinOp::UShlSat => {
            let shifted = a.shl(width, x, y);
            let back = a.lshr(width, &shifted, y);
            let fits = a.eq(width, &back, x);
            let ones = a.ones(width);
            a.ite(width, &fits, &shifted, &ones)
        }
        BinOp::SShlSat => {
            let shifted = a.shl(width, x, y);
            let back = a.ashr(width, &shifted, y);
            let fits = a.eq(width, &back, x);
            let limit = signed_limit(a, width, x);
            a.ite(width, &fits, &shifted, &limit)
        }
    }
}

/// Where saturation ends on the side of `x`: the least signed integer if `x` is negative, else the
/// greatest. A signed sum or difference that overflows has its exact value on the side of the first
/// operand.
#[inline(always)]
fn signed_limit<A: Algebra>(a: &mut A, width: u32, x: &A::Value) -> A::Value {
    let negative = a.is_negative(width, x);
    let (least, greatest) = (a.least_signed(width), a.greatest_signed(width));
    a.ite(width, &negative, &least, &greatest)
}

#[inline(always)]
pub fn unary<A: Algebra>(a: &mut A, op: UnOp, width: u32, x: &A::Value) -> A::Value {
    match op {
        UnOp::Abs => a.abs(width, x),
        UnOp::PopCount => a.popcount(width, x),
        UnOp::Clz => a.clz(width, x),
        UnOp::Ctz => a.ctz(width, x),
        UnOp::ByteSwap => a.byteswap(width, x),
        UnOp::BitReverse => a.bitreverse(width, x),
    }
}

/// `width` is that of the operands.
#[inline(always)]
pub fn compare<A: Algebra>(
    a: &mut A,
    op: CmpOp,
    width: u32,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    match op {
        CmpOp::Eq => a.eq(width, x, y),
        CmpOp::Ne => a.ne(width, x, y),
        CmpOp::Ult => a.ult(width, x, y),
        CmpOp::Ule => a.ule(width, x, y),
        CmpOp::Ugt => a.ult(width, y, x),
        CmpOp::Uge => a.ule(width, y, x),
        CmpOp::Slt => a.slt(width, x, y),
        CmpOp::Sle => a.sle(width, x, y),
        CmpOp::Sgt => a.slt(width, y, x),
        CmpOp::Sge => a.sle(width, y, x),
    }
}

#[inline(always)]
pub fn overflow<A: Algebra>(
    a: &mut A,
    op: OverflowOp,
    width: u32,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    match op {
        OverflowOp::UAdd => {
            let sum = a.add(width, x, y);
            a.ult(width, &sum, x)
        }
        OverflowOp::USub => a.ult(width, x, y),
        OverflowOp::UMul => a.umul_overflow(width, x, y),
        OverflowOp::SAdd => {
            // The sign of the sum differs from the signs of both operands.
            let sum = a.add(width, x, y);
            let (from_x, from_y) = (a.xor(width, x, &sum), a.xor(width, y, &sum));
            let both = a.and(width, &from_x, &from_y);
            a.is_negative(width, &both)
        }
        OverflowOp::SSub => {
            // The signs of the operands differ, and that of the difference is not the first's.
            let difference = a.sub(width, x, y);
            let (from_y, from_difference) = (a.xor(width, x, y), a.xor(width, x, &difference));
            let both = a.and(width, &from_y, &from_difference);
            a.is_negative(width, &both)
        }
        OverflowOp::SMul => a.smul_overflow(width, x, y),
    }
}

/// `from` and `to` are the widths before and after; a pointer is its address here.
#[inline(always)]
pub fn cast<A: Algebra>(a: &mut A, op: CastOp, from: u32, to: u32, x: &A::Value) -> A::Value {
    match op {
        CastOp::Zext => a.zext(from, to, x),
        CastOp::Sext => a.sext(from, to, x),
        CastOp::Trunc => a.extract(from, to - 1, 0, x),
        CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => x.clone(),
    }
}

#[inline(always)]
pub fn select<A: Algebra>(
    a: &mut A,
    width: u32,
    cond: &A::Value,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    a.ite(width, cond, x, y)
}

/// The high (`left`) or low half of `x:y` shifted left or right by `shift` modulo the width.
#[inline(always)]
pub fn funnel_shift<A: Algebra>(
    a: &mut A,
    left: bool,
    width: u32,
    x: &A::Value,
    y: &A::Value,
    shift: &A::Value,
) -> A::Value {
    let whole = a.constant(width, width.into());
    let amount = if width.is_power_of_two() {
        let mask = a.constant(width, u64::from(width) - 1);
        a.and(width, shift, &mask)
    } else {
        a.urem(width, shift, &whole)
    };
    // An amount of zero makes `rest` over-wide, which shifts everything out as it should.
    let rest = a.sub(width, &whole, &amount);
    let (up, down) = if left { (amount, rest) } else { (rest, amount) };
    let high = a.shl(width, x, &up);
    let low = a.lshr(width, y, &down);
    a.or(width, &high, &low)
}

// ---- floating point ------------------------------------------------------------------------------
// Operations on the sign alone are bit operations whatever the value is, NaN included. Of all others,
// the rule of the target says which bits a NaN has.

#[inline(always)]
pub fn float_binary<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    op: FloatBinOp,
    format: FloatFormat,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    if op != FloatBinOp::CopySign {
        return nan::binary(a, rule, op, format, x, y);
    }
    let width = format.bits();
    let (magnitude, sign) = (a.greatest_signed(width), a.least_signed(width));
    let (magnitude, sign) = (a.and(width, x, &magnitude), a.and(width, y, &sign));
    a.or(width, &magnitude, &sign)
}

#[inline(always)]
pub fn float_unary<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    op: FloatUnOp,
    format: FloatFormat,
    x: &A::Value,
) -> A::Value {
    let width = format.bits();
    match op {
        FloatUnOp::Neg => {
            let sign = a.least_signed(width);
            a.xor(width, x, &sign)
        }
        FloatUnOp::Abs => {
            let magnitude = a.greatest_signed(width);
            a.and(width, x, &magnitude)
        }
        _ => {
            let result = a.float_unary(op, format, x);
            nan::settle(a, rule, format, result)
        }
    }
}

#[inline(always)]
pub fn float_compare<A: Algebra>(
    a: &mut A,
    op: FloatCmpOp,
    format: FloatFormat,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    a.float_compare(op, format, x, y)
}

/// `x * y + z`, rounded once if `fused`, else after each step.
#[inline(always)]
pub fn float_mul_add<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    format: FloatFormat,
    fused: bool,
    x: &A::Value,
    y: &A::Value,
    z: &A::Value,
) -> A::Value {
    if fused {
        let result = a.float_fused_mul_add(format, x, y, z);
        nan::settle(a, rule, format, result)
    } else {
        let product = nan::binary(a, rule, FloatBinOp::Mul, format, x, y);
        nan::binary(a, rule, FloatBinOp::Add, format, &product, z)
    }
}

#[inline(always)]
pub fn float_cast<A: Algebra>(a: &mut A, rule: NanRule, op: FloatCastOp, x: &A::Value) -> A::Value {
    let result = a.float_cast(op, x);
    // No other conversion gives a NaN.
    if let FloatCastOp::Convert { to, .. } = op { nan::settle(a, rule, to, result) } else { result }
}

// ---- when a result is undefined --------------------------------------------------------------------

/// Whether a division traps: by zero, or the least signed integer by -1. `None` if `op` is not a
/// division or remainder.
#[inline(always)]
pub fn division_error<A: Algebra>(
    a: &mut A,
    op: BinOp,
    width: u32,
    x: &A::Value,
    y: &A::Value,
) -> Option<A::Value> {
    match op {
        BinOp::UDiv | BinOp::URem => {
            let zero = a.zero(width);
            Some(a.eq(width, y, &zero))
        }
        BinOp::SDiv | BinOp::SRem => {
            let (zero, minus_one, least) = (a.zero(width), a.ones(width), a.least_signed(width));
            let by_zero = a.eq(width, y, &zero);
            let by_minus_one = a.eq(width, y, &minus_one);
            let of_least = a.eq(width, x, &least);
            let too_great = a.and(1, &by_minus_one, &of_least);
            Some(a.or(1, &by_zero, &too_great))
        }
        _ => None,
    }
}

/// Whether a signed addition, subtraction or multiplication leaves the range of its width. `None`
/// if `op` is none of these.
#[inline(always)]
pub fn overflow_error<A: Algebra>(
    a: &mut A,
    op: BinOp,
    width: u32,
    x: &A::Value,
    y: &A::Value,
) -> Option<A::Value> {
    let predicate = match op {
        BinOp::Add => OverflowOp::SAdd,
        BinOp::Sub => OverflowOp::SSub,
        BinOp::Mul => OverflowOp::SMul,
        _ => return None,
    };
    Some(overflow(a, predicate, width, x, y))
}

/// Whether the amount of a shift is at least the width. `None` if `op` is not a shift.
#[inline(always)]
pub fn shift_error<A: Algebra>(
    a: &mut A,
    op: BinOp,
    width: u32,
    amount: &A::Value,
) -> Option<A::Value> {
    match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::UShlSat | BinOp::SShlSat => {
            let whole = a.constant(width, width.into());
            Some(a.ule(width, &whole, amount))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
