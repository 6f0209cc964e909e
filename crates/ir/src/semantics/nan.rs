//! What a target's [`NanRule`] makes of the results of an algebra, whose float operators follow x86's.
//!
//! By x86's rule nothing is left to do, so that with a constant rule these functions cost nothing.

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::float::canonical_nan;
use crate::inst::{FloatBinOp, FloatCmpOp};
use crate::target::NanRule;
use crate::types::FloatFormat;

/// Any operator but one on the sign alone.
#[inline(always)]
pub fn binary<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    op: FloatBinOp,
    format: FloatFormat,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    let result = match (rule, op) {
        (NanRule::RiscV, FloatBinOp::MinNum) => the_number(a, FloatBinOp::Minimum, format, x, y),
        (NanRule::RiscV, FloatBinOp::MaxNum) => the_number(a, FloatBinOp::Maximum, format, x, y),
        _ => a.float_binary(op, format, x, y),
    };
    settle(a, rule, format, result)
}

/// The result of a computation with the bits that a NaN has by the rule.
#[inline(always)]
pub fn settle<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    format: FloatFormat,
    result: A::Value,
) -> A::Value {
    match rule {
        NanRule::X86 => result,
        NanRule::RiscV => {
            let canonical = Bits::from_u128(format.bits(), canonical_nan(format));
            let canonical = a.constant_bits(&canonical);
            let is_nan = is_nan(a, format, &result);
            a.ite(format.bits(), &is_nan, &canonical, &result)
        }
    }
}

/// The operand that is a number, or what `op` chooses of two.
fn the_number<A: Algebra>(
    a: &mut A,
    op: FloatBinOp,
    format: FloatFormat,
    x: &A::Value,
    y: &A::Value,
) -> A::Value {
    let chosen = a.float_binary(op, format, x, y);
    let (x_nan, y_nan) = (is_nan(a, format, x), is_nan(a, format, y));
    let chosen = a.ite(format.bits(), &y_nan, x, &chosen);
    a.ite(format.bits(), &x_nan, y, &chosen)
}

fn is_nan<A: Algebra>(a: &mut A, format: FloatFormat, x: &A::Value) -> A::Value {
    a.float_compare(FloatCmpOp::Uno, format, x, x)
}

#[cfg(test)]
mod tests;
