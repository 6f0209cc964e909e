//! f32 and f64 by the host's own arithmetic, and the fast conversions around them.
//!
//! IEEE 754 fixes every result but NaNs, and the compiler may swap the operands of an addition, so
//! a NaN result is never taken from the host: the rule of [`super`] chooses it, off the fast path.

use super::{default_nan, propagated_nan};
use crate::inst::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp};
use crate::small::{mask, signed};
use crate::types::FloatFormat;

macro_rules! host_format {
    (
        $bits:ty, $float:ty, $format:expr,
        $nan:ident, $binary:ident, $unary:ident, $compare:ident, $fused_mul_add:ident
    ) => {
        #[cold]
        fn $nan(operands: [$bits; 3]) -> $bits {
            let nan = propagated_nan($format, &operands.map(u128::from));
            nan.unwrap_or(default_nan($format)) as $bits
        }

        #[inline(always)]
        pub fn $binary(op: FloatBinOp, x: $bits, y: $bits) -> $bits {
            const SIGN: $bits = 1 << (<$bits>::BITS - 1);
            let (a, b) = (<$float>::from_bits(x), <$float>::from_bits(y));
            let result = match op {
                FloatBinOp::Add => a + b,
                FloatBinOp::Sub => a - b,
                FloatBinOp::Mul => a * b,
                FloatBinOp::Div => a / b,
                FloatBinOp::Rem => a % b,
                FloatBinOp::MinNum => return if a.is_nan() || b < a { y } else { x },
                FloatBinOp::MaxNum => return if a.is_nan() || b > a { y } else { x },
                FloatBinOp::CopySign => return (x & !SIGN) | (y & SIGN),
                // The sign bits decide between equal operands, which differ only if both are zero.
                _ if a.is_nan() || b.is_nan() => return $nan([x, y, 0]),
                FloatBinOp::Minimum => return if b < a || b == a && y > x { y } else { x },
                FloatBinOp::Maximum => return if b > a || b == a && y < x { y } else { x },
            };
            if result.is_nan() { $nan([x, y, 0]) } else { result.to_bits() }
        }

        #[inline(always)]
        pub fn $unary(op: FloatUnOp, x: $bits) -> $bits {
            const SIGN: $bits = 1 << (<$bits>::BITS - 1);
            let a = <$float>::from_bits(x);
            let result = match op {
                FloatUnOp::Neg => return x ^ SIGN,
                FloatUnOp::Abs => return x & !SIGN,
                FloatUnOp::Sqrt => a.sqrt(),
                FloatUnOp::Floor => a.floor(),
                FloatUnOp::Ceil => a.ceil(),
                FloatUnOp::Trunc => a.trunc(),
                FloatUnOp::RoundEven => a.round_ties_even(),
                FloatUnOp::Round => a.round(),
            };
            if result.is_nan() { $nan([x, 0, 0]) } else { result.to_bits() }
        }

        #[inline(always)]
        pub fn $compare(op: FloatCmpOp, x: $bits, y: $bits) -> bool {
            let (a, b) = (<$float>::from_bits(x), <$float>::from_bits(y));
            let unordered = a.is_nan() || b.is_nan();
            match op {
                FloatCmpOp::Oeq => a == b,
                FloatCmpOp::Ogt => a > b,
                FloatCmpOp::Oge => a >= b,
                FloatCmpOp::Olt => a < b,
                FloatCmpOp::Ole => a <= b,
                FloatCmpOp::One => !unordered && a != b,
                FloatCmpOp::Ord => !unordered,
                FloatCmpOp::Uno => unordered,
                FloatCmpOp::Ueq => unordered || a == b,
                FloatCmpOp::Ugt => unordered || a > b,
                FloatCmpOp::Uge => unordered || a >= b,
                FloatCmpOp::Ult => unordered || a < b,
                FloatCmpOp::Ule => unordered || a <= b,
                FloatCmpOp::Une => a != b,
            }
        }

        #[inline(always)]
        pub fn $fused_mul_add(x: $bits, y: $bits, z: $bits) -> $bits {
            let (a, b) = (<$float>::from_bits(x), <$float>::from_bits(y));
            let result = a.mul_add(b, <$float>::from_bits(z));
            if result.is_nan() { $nan([x, y, z]) } else { result.to_bits() }
        }
    };
}

host_format!(u32, f32, FloatFormat::Single, nan32, binary32, unary32, compare32, fused_mul_add32);
host_format!(u64, f64, FloatFormat::Double, nan64, binary64, unary64, compare64, fused_mul_add64);

/// A conversion between f32 or f64 and each other or an integer of at most 64 bits; `None` for any
/// other.
#[inline(always)]
pub fn cast(op: FloatCastOp, x: u64) -> Option<u64> {
    match op {
        FloatCastOp::Convert { from: FloatFormat::Single, to: FloatFormat::Double } => {
            let value = f32::from_bits(x as u32);
            (!value.is_nan()).then(|| f64::from(value).to_bits())
        }
        FloatCastOp::Convert { from: FloatFormat::Double, to: FloatFormat::Single } => {
            let value = f64::from_bits(x);
            (!value.is_nan()).then(|| (value as f32).to_bits().into())
        }
        FloatCastOp::Convert { .. } => None,
        FloatCastOp::ToUInt { from, to } => in_host(from, to, x).map(|value| to_uint(value, to)),
        FloatCastOp::ToSInt { from, to } => in_host(from, to, x).map(|value| {
            let register = if to <= 32 { 32 } else { 64 };
            in_register(value, register) as u64 & mask(to)
        }),
        FloatCastOp::ToUIntSat { from, to } => {
            in_host(from, to, x).map(|value| (value as u64).min(mask(to)))
        }
        FloatCastOp::ToSIntSat { from, to } => in_host(from, to, x).map(|value| {
            let greatest = (mask(to) >> 1) as i64;
            (value as i64).clamp(!greatest, greatest) as u64 & mask(to)
        }),
        FloatCastOp::FromUInt { from, to } if from <= 64 => match to {
            FloatFormat::Single => Some((x as f32).to_bits().into()),
            FloatFormat::Double => Some((x as f64).to_bits()),
            _ => None,
        },
        FloatCastOp::FromSInt { from, to } if from <= 64 => match to {
            FloatFormat::Single => Some((signed(from, x) as f32).to_bits().into()),
            FloatFormat::Double => Some((signed(from, x) as f64).to_bits()),
            _ => None,
        },
        FloatCastOp::FromUInt { .. } | FloatCastOp::FromSInt { .. } => None,
    }
}

/// The operand of a conversion to an integer; every f32 is an f64.
#[inline(always)]
fn in_host(from: FloatFormat, to: u32, x: u64) -> Option<f64> {
    match from {
        FloatFormat::Single if to <= 64 => Some(f32::from_bits(x as u32).into()),
        FloatFormat::Double if to <= 64 => Some(f64::from_bits(x)),
        _ => None,
    }
}

/// What a conversion to a signed register of 32 or 64 bits gives: out of range, the least integer.
#[inline(always)]
fn in_register(value: f64, register: u32) -> i64 {
    let limit = (1u64 << (register - 1)) as f64;
    // With 64 bits, `limit + 1` rounds to `limit`; the value excluded by that is the result anyway.
    if value > -(limit + 1.0) && value < limit { value as i64 } else { i64::MIN >> (64 - register) }
}

#[inline(always)]
fn to_uint(value: f64, to: u32) -> u64 {
    const TWO_63: f64 = (1u64 << 63) as f64;
    if to == 64 && (TWO_63..2.0 * TWO_63).contains(&value) {
        return value as u64;
    }
    let register = if to < 32 { 32 } else { 64 };
    in_register(value, register) as u64 & mask(to)
}
