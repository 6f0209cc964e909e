//! Rounding modes, and which operators have one.
//!
//! Instructions round to nearest, ties to even, so the functions of [`super`] without a mode do.
//! Those here take any mode of IEEE 754 and agree with them for [`Rounding::NearestEven`]. The NaN
//! rule of [`super`] knows no modes.

use super::{Shape, convert, exact, soft_binary, soft_fused_mul_add};
use crate::bits::Bits;
use crate::inst::{FloatBinOp, FloatCastOp, FloatUnOp};
use crate::types::FloatFormat;
use rustc_apfloat::Round;
use std::cmp::Ordering;

/// Which of the two neighbours of an exact result that the format lacks is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Rounding {
    /// The nearer one; of two equally near ones that with an even significand.
    #[default]
    NearestEven,
    /// The nearer one; of two equally near ones the greater in magnitude.
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

impl Rounding {
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
        Rounding::TowardZero,
    ];

    /// The name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "roundNearestTiesToEven",
            Rounding::NearestAway => "roundNearestTiesToAway",
            Rounding::TowardPositive => "roundTowardPositive",
            Rounding::TowardNegative => "roundTowardNegative",
            Rounding::TowardZero => "roundTowardZero",
        }
    }

    /// The abbreviation in SMT-LIB.
    pub fn short_name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::TowardPositive => "RTP",
            Rounding::TowardNegative => "RTN",
            Rounding::TowardZero => "RTZ",
        }
    }

    /// The operator that rounds to an integer in this mode.
    pub fn to_integral(self) -> FloatUnOp {
        match self {
            Rounding::NearestEven => FloatUnOp::RoundEven,
            Rounding::NearestAway => FloatUnOp::Round,
            Rounding::TowardPositive => FloatUnOp::Ceil,
            Rounding::TowardNegative => FloatUnOp::Floor,
            Rounding::TowardZero => FloatUnOp::Trunc,
        }
    }

    /// The mode in which a binary operator rounds if it is asked for this one: the remainder and
    /// the choices between operands are exact and count as [`Rounding::NearestEven`].
    pub fn of_binary(self, op: FloatBinOp) -> Rounding {
        match op {
            FloatBinOp::Add | FloatBinOp::Sub | FloatBinOp::Mul | FloatBinOp::Div => self,
            FloatBinOp::Rem
            | FloatBinOp::MinNum
            | FloatBinOp::MaxNum
            | FloatBinOp::Minimum
            | FloatBinOp::Maximum
            | FloatBinOp::CopySign => Rounding::NearestEven,
        }
    }

    /// The mode in which a unary operator rounds if it is asked for this one: operators that round
    /// to integers have a mode of their own, the exact ones count as [`Rounding::NearestEven`].
    pub fn of_unary(self, op: FloatUnOp) -> Rounding {
        match op {
            FloatUnOp::Sqrt => self,
            FloatUnOp::Floor => Rounding::TowardNegative,
            FloatUnOp::Ceil => Rounding::TowardPositive,
            FloatUnOp::Trunc => Rounding::TowardZero,
            FloatUnOp::Round => Rounding::NearestAway,
            FloatUnOp::RoundEven | FloatUnOp::Neg | FloatUnOp::Abs => Rounding::NearestEven,
        }
    }

    /// The mode in which a conversion rounds if it is asked for this one: those to integers truncate
    /// (round toward zero) as in C, the exact ones count as [`Rounding::NearestEven`].
    pub fn of_cast(self, op: FloatCastOp) -> Rounding {
        let exact = match op {
            FloatCastOp::ToUInt { .. }
            | FloatCastOp::ToSInt { .. }
            | FloatCastOp::ToUIntSat { .. }
            | FloatCastOp::ToSIntSat { .. } => return Rounding::TowardZero,
            FloatCastOp::Convert { from, to } => {
                let (from, to) = (Shape::of(from), Shape::of(to));
                from.exponent_bits <= to.exponent_bits && from.fraction_bits <= to.fraction_bits
            }
            // No exponent range is so small that the integers of the precision exceed it.
            FloatCastOp::FromUInt { from, to } => from <= Shape::of(to).fraction_bits + 1,
            FloatCastOp::FromSInt { from, to } => from <= Shape::of(to).fraction_bits + 2,
        };
        if exact { Rounding::NearestEven } else { self }
    }

    pub(super) fn in_soft(self) -> Round {
        match self {
            Rounding::NearestEven => Round::NearestTiesToEven,
            Rounding::NearestAway => Round::NearestTiesToAway,
            Rounding::TowardPositive => Round::TowardPositive,
            Rounding::TowardNegative => Round::TowardNegative,
            Rounding::TowardZero => Round::TowardZero,
        }
    }

    /// Whether the magnitude of an inexact result is rounded up. `rest` compares what is cut off
    /// with half of the last place, `odd` is whether the last place is.
    pub(super) fn rounds_up(self, negative: bool, odd: bool, rest: Ordering) -> bool {
        match self {
            Rounding::NearestEven => rest.is_gt() || rest.is_eq() && odd,
            Rounding::NearestAway => rest.is_ge(),
            Rounding::TowardPositive => !negative,
            Rounding::TowardNegative => negative,
            Rounding::TowardZero => false,
        }
    }
}

/// As [`super::binary`], in any mode.
pub fn binary_rounded(
    op: FloatBinOp,
    format: FloatFormat,
    rounding: Rounding,
    x: u128,
    y: u128,
) -> u128 {
    match rounding.of_binary(op) {
        Rounding::NearestEven => super::binary(op, format, x, y),
        rounding => soft_binary(op, format, rounding, x, y),
    }
}

/// As [`super::unary`], in any mode.
pub fn unary_rounded(op: FloatUnOp, format: FloatFormat, rounding: Rounding, x: u128) -> u128 {
    if op != FloatUnOp::Sqrt || rounding == Rounding::NearestEven || super::is_nan(format, x) {
        return super::unary(op, format, x);
    }
    exact::square_root(format, rounding, x)
}

/// `x * y + z`, rounded once, in any mode.
pub fn fused_mul_add_rounded(
    format: FloatFormat,
    rounding: Rounding,
    x: u128,
    y: u128,
    z: u128,
) -> u128 {
    match rounding {
        Rounding::NearestEven => super::fused_mul_add(format, x, y, z),
        _ => soft_fused_mul_add(format, rounding, x, y, z),
    }
}

/// As [`super::cast`], in any mode; a conversion to an integer truncates in all of them.
pub fn cast_rounded(op: FloatCastOp, rounding: Rounding, x: &Bits) -> Bits {
    let bits = match op {
        FloatCastOp::Convert { from, to } => convert::to_format(from, to, rounding, x.low_u128()),
        FloatCastOp::FromUInt { to, .. } => convert::from_int(false, to, rounding, x),
        FloatCastOp::FromSInt { to, .. } => convert::from_int(true, to, rounding, x),
        FloatCastOp::ToUInt { from, to } => return convert::to_int(from, false, to, x.low_u128()),
        FloatCastOp::ToSInt { from, to } => return convert::to_int(from, true, to, x.low_u128()),
        FloatCastOp::ToUIntSat { from, to } => {
            return convert::to_int_saturating(from, false, to, x.low_u128());
        }
        FloatCastOp::ToSIntSat { from, to } => {
            return convert::to_int_saturating(from, true, to, x.low_u128());
        }
    };
    Bits::from_u128(super::cast_widths(op).1, bits)
}

#[cfg(test)]
mod tests;
