//! Finite values as a significand times a power of two, rounding them to a format, and the
//! operations that integer arithmetic does exactly: square root and remainder.

use super::{Rounding, Shape, default_nan};
use crate::types::FloatFormat;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::cmp::Ordering;

/// What a bit pattern stands for; the sign is apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Magnitude {
    Nan,
    Infinite,
    /// `significand * 2^exponent`; zero is a zero significand.
    Finite {
        significand: u128,
        exponent: i32,
    },
}

/// The sign (true for negative) and magnitude of `x`.
pub fn decode(format: FloatFormat, x: u128) -> (bool, Magnitude) {
    let shape = Shape::of(format);
    let negative = x & shape.sign_bit() != 0;
    let field = shape.exponent_field(x);
    let magnitude = if super::is_nan(format, x) {
        Magnitude::Nan
    } else if field == shape.greatest_exponent() {
        Magnitude::Infinite
    } else {
        let integer = u128::from(shape.integer_bit(x)) << shape.fraction_bits;
        Magnitude::Finite {
            significand: integer | shape.fraction(x),
            // Subnormals have the exponent of the least normal numbers.
            exponent: field.max(1) as i32 - bias(shape) - shape.fraction_bits as i32,
        }
    };
    (negative, magnitude)
}

fn bias(shape: Shape) -> i32 {
    (1 << (shape.exponent_bits - 1)) - 1
}

/// `significand * 2^exponent` rounded to the format. If the exact value needs more than 128 bits, the
/// caller passes its top 127 and a lowest bit that is set if any bit of the rest is.
pub fn round(
    format: FloatFormat,
    rounding: Rounding,
    negative: bool,
    significand: u128,
    exponent: i32,
) -> u128 {
    let shape = Shape::of(format);
    let sign = if negative { shape.sign_bit() } else { 0 };
    if significand == 0 {
        return sign;
    }
    let leading = exponent + 127 - significand.leading_zeros() as i32;
    let scale = leading.max(1 - bias(shape));
    if scale > bias(shape) {
        return overflow(shape, rounding, negative);
    }
    // How many low bits have no place in the format.
    let excess = scale - shape.fraction_bits as i32 - exponent;
    let rounded = if excess <= 0 {
        significand << -excess
    } else {
        let (quotient, rest, half) = match excess {
            1..=127 => {
                (significand >> excess, significand & ((1 << excess) - 1), 1 << (excess - 1))
            }
            128 => (0, significand, 1 << 127),
            // All of it is less than half of the last place.
            _ => (0, 1, 2),
        };
        let up = rest != 0 && rounding.rounds_up(negative, quotient & 1 == 1, rest.cmp(&half));
        quotient + u128::from(up)
    };
    // The carry of rounding up and the step from subnormal to normal both come out right, because
    // the exponent field follows the fraction: an integer bit counts as one in that field.
    let joined = (((scale + bias(shape)) as u128 - 1) << shape.fraction_bits) + rounded;
    let field = joined >> shape.fraction_bits;
    if field >= shape.greatest_exponent() {
        return overflow(shape, rounding, negative);
    }
    let integer = u128::from(shape.explicit_integer_bit && field != 0) << shape.fraction_bits;
    sign | field << shape.exponent_position() | integer | shape.fraction(joined)
}

/// What a value becomes that even in the mode's direction has no finite neighbour, or only the
/// greatest one below it.
fn overflow(shape: Shape, rounding: Rounding, negative: bool) -> u128 {
    let infinity = shape.infinity(negative);
    if rounding.rounds_up(negative, true, Ordering::Greater) {
        return infinity;
    }
    // The greatest finite value precedes infinity, but for the integer bit, which both have set.
    let fraction = (1 << shape.fraction_bits) - 1;
    (infinity - (1 << shape.exponent_position())) | fraction
}

/// The top 127 bits of `value` with a sticky bit below, and the exponent that belongs to them, in
/// the form that [`round`] takes.
pub fn narrow(value: &BigUint) -> (u128, i32) {
    let excess = value.bits().saturating_sub(127);
    if excess == 0 {
        return (value.to_u128().unwrap_or(u128::MAX), 0);
    }
    let top = (value >> excess).to_u128().unwrap_or(u128::MAX);
    let sticky = value.trailing_zeros().is_some_and(|zeros| zeros < excess);
    (top << 1 | u128::from(sticky), excess as i32 - 1)
}

/// The square root of a value that is not a NaN.
pub fn square_root(format: FloatFormat, rounding: Rounding, x: u128) -> u128 {
    let (negative, magnitude) = decode(format, x);
    match magnitude {
        Magnitude::Finite { significand: 0, .. } => x,
        _ if negative => default_nan(format),
        Magnitude::Nan | Magnitude::Infinite => x,
        Magnitude::Finite { significand, exponent } => {
            // Enough bits that the root has two more than any format, at an even exponent.
            let shift = 230 + (exponent & 1);
            let scaled = BigUint::from(significand) << shift;
            let root = scaled.sqrt();
            let sticky = &root * &root != scaled;
            let (top, dropped) = narrow(&(root << 1u32 | BigUint::from(u32::from(sticky))));
            round(format, rounding, false, top, (exponent - shift) / 2 - 1 + dropped)
        }
    }
}

/// C's fmod of values that are not NaN: exact (the rounding mode does not matter), with the sign of the dividend.
pub fn remainder(format: FloatFormat, x: u128, y: u128) -> u128 {
    let (negative, dividend) = decode(format, x);
    let (_, divisor) = decode(format, y);
    match (dividend, divisor) {
        (Magnitude::Infinite | Magnitude::Nan, _)
        | (_, Magnitude::Nan | Magnitude::Finite { significand: 0, .. }) => default_nan(format),
        (_, Magnitude::Infinite) => x,
        (
            Magnitude::Finite { significand: dividend, exponent: dividend_exponent },
            Magnitude::Finite { significand: divisor, exponent: divisor_exponent },
        ) => {
            let distance = dividend_exponent - divisor_exponent;
            let (rest, exponent) = if distance >= 0 {
                // (a * 2^d) mod b, without forming the power.
                let modulus = BigUint::from(divisor);
                let power = BigUint::from(2u32).modpow(&BigUint::from(distance as u32), &modulus);
                (BigUint::from(dividend) * power % modulus, divisor_exponent)
            } else {
                // a mod (b * 2^d); a power beyond the bits of a leaves a as it is.
                let distance = distance.unsigned_abs();
                let divisor = BigUint::from(divisor) << distance.min(256);
                let rest = BigUint::from(dividend) % divisor;
                debug_assert!(rest.is_zero() || rest.bits() <= 128);
                (rest, dividend_exponent)
            };
            let (significand, dropped) = narrow(&rest);
            round(format, Rounding::NearestEven, negative, significand, exponent + dropped)
        }
    }
}
