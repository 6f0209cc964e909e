//! Conversions between formats and between floats and integers of any width.
//!
//! C leaves a conversion to an integer that cannot hold the truncated value undefined. Here it
//! gives what the code of clang 19 for x86-64 gives. The hardware converts to a signed register of
//! 32 or 64 bits (the x87 unit also of 16), out of range to the least integer of that register (the
//! "integer indefinite"), and the result is its low bits:
//!
//! - a target narrower than 32 bits goes through 32, or for the x87 format through 16 if it is
//!   narrower than that or signed; signed 32 through 32; everything else up to 64 through 64;
//! - unsigned 64 is right for every value below 2^64 and like signed 64 for negative ones. Beyond,
//!   it is the indefinite value for SSE formats, 0 for x87, whose code flips the top bit.
//!
//! Targets above 64 bits, and all of the quad format, are library calls. These saturate at 32, 64
//! or 128 bits, a NaN like an infinity of its sign, as those of compiler-rt do (for 128 bits,
//! libgcc's give meaningless bits instead). Signed functions serve unsigned targets that are not
//! exactly 32 or 64 bits wide, up to 64.

use super::exact::{Magnitude, decode, narrow, round};
use super::{Rounding, Shape, cast_rounded, is_nan, quiet};
use crate::bits::Bits;
use crate::inst::FloatCastOp;
use crate::types::FloatFormat;
use crate::wide::{from_big, to_big};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed};

pub fn to_format(from: FloatFormat, to: FloatFormat, rounding: Rounding, x: u128) -> u128 {
    if from == to && !is_nan(from, x) {
        return x;
    }
    let (negative, magnitude) = decode(from, x);
    match magnitude {
        Magnitude::Nan => convert_nan(from, to, quiet(from, x)),
        Magnitude::Infinite => Shape::of(to).infinity(negative),
        Magnitude::Finite { significand, exponent } => {
            round(to, rounding, negative, significand, exponent)
        }
    }
}

/// Keeps the sign and the top bits of the fraction, of which the first is the quiet bit.
fn convert_nan(from: FloatFormat, to: FloatFormat, x: u128) -> u128 {
    let (source, target) = (Shape::of(from), Shape::of(to));
    let fraction = source.fraction(x);
    let fraction = if source.fraction_bits > target.fraction_bits {
        fraction >> (source.fraction_bits - target.fraction_bits)
    } else {
        fraction << (target.fraction_bits - source.fraction_bits)
    };
    target.infinity(x & source.sign_bit() != 0) | fraction
}

pub fn from_int(signed: bool, to: FloatFormat, rounding: Rounding, x: &Bits) -> u128 {
    let negative = signed && x.bit(x.width() - 1);
    let (significand, exponent) = if x.width() <= 128 {
        let value = x.low_u128();
        let magnitude =
            if negative { value.wrapping_neg() & (u128::MAX >> (128 - x.width())) } else { value };
        (magnitude, 0)
    } else {
        let value = to_big(x);
        narrow(&if negative { (BigUint::one() << x.width()) - value } else { value })
    };
    round(to, rounding, negative, significand, exponent)
}

/// A value truncated towards zero.
enum Truncated {
    Nan { negative: bool },
    Infinite { negative: bool },
    Finite(BigInt),
}

fn truncate(format: FloatFormat, x: u128) -> Truncated {
    let (negative, magnitude) = decode(format, x);
    match magnitude {
        Magnitude::Nan => Truncated::Nan { negative },
        Magnitude::Infinite => Truncated::Infinite { negative },
        Magnitude::Finite { significand, exponent } => {
            let value = BigUint::from(significand);
            let distance = exponent.unsigned_abs();
            let value = if exponent >= 0 { value << distance } else { value >> distance };
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            Truncated::Finite(BigInt::from_biguint(sign, value))
        }
    }
}

/// The least and the greatest integer of a width.
fn range(signed: bool, width: u32) -> (BigInt, BigInt) {
    if signed {
        let limit = BigInt::one() << (width - 1);
        (-&limit, limit - 1)
    } else {
        (BigInt::ZERO, (BigInt::one() << width) - 1)
    }
}

/// `value` modulo 2^width.
fn wrap(width: u32, value: &BigInt) -> Bits {
    let modulus = BigUint::one() << width;
    let low = value.magnitude() % &modulus;
    from_big(width, &if value.is_negative() { modulus - low } else { low })
}

/// The nearest integer of the width; NaN to zero.
pub fn to_int_saturating(format: FloatFormat, signed: bool, to: u32, x: u128) -> Bits {
    match truncate(format, x) {
        Truncated::Nan { .. } => Bits::from_u64(to, 0),
        value => wrap(to, &saturate(signed, to, value)),
    }
}

fn saturate(signed: bool, width: u32, value: Truncated) -> BigInt {
    let (least, greatest) = range(signed, width);
    match value {
        Truncated::Finite(value) => value.clamp(least, greatest),
        Truncated::Nan { negative } | Truncated::Infinite { negative } => {
            if negative {
                least
            } else {
                greatest
            }
        }
    }
}

pub fn to_int(format: FloatFormat, signed: bool, to: u32, x: u128) -> Bits {
    let value = truncate(format, x);
    if to > 64 || format == FloatFormat::Quad {
        let width = to.next_power_of_two().max(32);
        let value = saturate(signed || to < width && width <= 64, width, value);
        return wrap(to, &value);
    }
    if !signed && to == 64 {
        return to_u64(format, value);
    }
    let register = match to {
        ..=15 if format == FloatFormat::X87 => 16,
        16 if format == FloatFormat::X87 && signed => 16,
        ..=31 => 32,
        32 if signed => 32,
        _ => 64,
    };
    let (least, greatest) = range(true, register);
    match value {
        Truncated::Finite(value) if least <= value && value <= greatest => wrap(to, &value),
        _ => wrap(to, &least),
    }
}

fn to_u64(format: FloatFormat, value: Truncated) -> Bits {
    let (least, _) = range(true, 64);
    let (_, greatest) = range(false, 64);
    let below = match value {
        Truncated::Finite(value) if least <= value && value <= greatest => return wrap(64, &value),
        Truncated::Finite(value) => value.is_negative(),
        Truncated::Infinite { negative } => negative,
        Truncated::Nan { .. } => false,
    };
    let flipped = format == FloatFormat::X87 && !below;
    Bits::from_u64(64, if flipped { 0 } else { 1 << 63 })
}

/// Which truncated values a conversion to an integer makes their own low bits: those from
/// `-2^negative_power`, or 0 if there is none, to below `2^power`. What it makes of others depends on
/// their sign alone; see [`of_special`].
pub struct IntegerRange {
    pub negative_power: Option<u32>,
    pub power: u32,
}

impl IntegerRange {
    pub fn of(op: FloatCastOp, from: FloatFormat, to: u32) -> IntegerRange {
        let signed =
            |width: u32| IntegerRange { negative_power: Some(width - 1), power: width - 1 };
        let unsigned = |width: u32| IntegerRange { negative_power: None, power: width };
        let is_signed = match op {
            FloatCastOp::ToUIntSat { .. } => return unsigned(to),
            FloatCastOp::ToSIntSat { .. } => return signed(to),
            FloatCastOp::ToSInt { .. } => true,
            _ => false,
        };
        if to > 64 || from == FloatFormat::Quad {
            let register = to.next_power_of_two().max(32);
            let by_signed = is_signed || to < register && register <= 64;
            return if by_signed { signed(register) } else { unsigned(register) };
        }
        match to {
            64 if !is_signed => IntegerRange { negative_power: Some(63), power: 64 },
            ..=15 if from == FloatFormat::X87 => signed(16),
            16 if from == FloatFormat::X87 && is_signed => signed(16),
            ..=31 => signed(32),
            32 if is_signed => signed(32),
            _ => signed(64),
        }
    }
}

/// What a conversion to an integer gives for a NaN, or else an infinity, of a sign.
pub fn of_special(op: FloatCastOp, from: FloatFormat, negative: bool, nan: bool) -> Bits {
    let infinity = Shape::of(from).infinity(negative);
    let bits = if nan { infinity | Shape::of(from).quiet_bit() } else { infinity };
    cast_rounded(op, Rounding::NearestEven, &Bits::from_u128(from.bits(), bits))
}
