//! Floating-point operations on bit patterns, for every [`FloatFormat`].
//!
//! Rounding is to nearest, ties to even, as instructions do; [`rounding`] has the other modes. There
//! are no exception flags. Results are what clang 19
//! gives on x86-64, including what IEEE 754 leaves open:
//!
//! **The NaN rule** is [`crate::NanRule::X86`], that of SSE; those of other machines are made of it in
//! [`crate::semantics`]. If an operand is a NaN, the result is the first NaN operand, in
//! operand order, made quiet, with its sign and payload kept. An invalid operation on operands that
//! are not NaN (0/0, inf-inf, sqrt(-1), ...) gives the default NaN: sign bit set, quiet bit set,
//! payload 0. A conversion between formats keeps sign and the top bits of the payload, made quiet.
//! Three operations are no computations and return operands as they are: neg, abs and copysign
//! change the sign bit alone; minNum and maxNum choose one operand (if the first is a NaN the
//! second, else the second only if it is strictly less or greater, so the first of two zeros).
//! Encodings of the x87 format that its hardware rejects (an integer bit that is clear although
//! the exponent is not zero) count as NaNs whose quiet form is the default NaN.
//!
//! **Float to integer, out of range.** See [`convert`].
//!
//! f32 and f64 are computed by the host ([`host`]), the others by `rustc_apfloat`, square roots,
//! remainders and conversions by integer arithmetic ([`exact`]).

pub mod convert;
pub mod exact;
pub mod host;
pub mod rounding;

use crate::bits::Bits;
use crate::inst::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp};
use crate::types::FloatFormat;
use rustc_apfloat::{Float, ieee};
use std::cmp::Ordering;

pub use rounding::{Rounding, binary_rounded, cast_rounded, fused_mul_add_rounded, unary_rounded};

/// Where the parts of a format lie. From the top: sign, exponent, for the x87 format the integer
/// bit, fraction.
#[derive(Clone, Copy)]
struct Shape {
    exponent_bits: u32,
    fraction_bits: u32,
    explicit_integer_bit: bool,
}

impl Shape {
    fn of(format: FloatFormat) -> Shape {
        let (exponent_bits, significand_bits) = format.parts();
        let explicit_integer_bit = format == FloatFormat::X87;
        Shape { exponent_bits, fraction_bits: significand_bits - 1, explicit_integer_bit }
    }

    fn sign_bit(self) -> u128 {
        1 << (self.exponent_position() + self.exponent_bits)
    }

    fn exponent_position(self) -> u32 {
        self.fraction_bits + u32::from(self.explicit_integer_bit)
    }

    /// The exponent field of infinities and NaNs.
    fn greatest_exponent(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.fraction_bits - 1)
    }

    fn exponent_field(self, x: u128) -> u128 {
        (x >> self.exponent_position()) & self.greatest_exponent()
    }

    fn fraction(self, x: u128) -> u128 {
        x & ((1 << self.fraction_bits) - 1)
    }

    /// Whether the bit above the fraction is set, where it is stored or else follows from the
    /// exponent.
    fn integer_bit(self, x: u128) -> bool {
        if self.explicit_integer_bit {
            x >> self.fraction_bits & 1 == 1
        } else {
            self.exponent_field(x) != 0
        }
    }

    fn infinity(self, negative: bool) -> u128 {
        let integer = u128::from(self.explicit_integer_bit) << self.fraction_bits;
        let sign = if negative { self.sign_bit() } else { 0 };
        sign | self.greatest_exponent() << self.exponent_position() | integer
    }
}

pub fn is_nan(format: FloatFormat, x: u128) -> bool {
    let shape = Shape::of(format);
    let exponent = shape.exponent_field(x);
    if exponent != 0 && !shape.integer_bit(x) {
        return true;
    }
    exponent == shape.greatest_exponent() && shape.fraction(x) != 0
}

/// The quiet NaN that is positive and has no payload.
pub fn canonical_nan(format: FloatFormat) -> u128 {
    let shape = Shape::of(format);
    shape.infinity(false) | shape.quiet_bit()
}

/// What an invalid operation gives.
pub fn default_nan(format: FloatFormat) -> u128 {
    let shape = Shape::of(format);
    shape.infinity(true) | shape.quiet_bit()
}

/// The NaN `x` made quiet.
fn quiet(format: FloatFormat, x: u128) -> u128 {
    let shape = Shape::of(format);
    if shape.integer_bit(x) { x | shape.quiet_bit() } else { default_nan(format) }
}

/// The result of an operation with a NaN among its operands.
fn propagated_nan(format: FloatFormat, operands: &[u128]) -> Option<u128> {
    operands.iter().find(|&&x| is_nan(format, x)).map(|&x| quiet(format, x))
}

/// Evaluates an expression with a type name bound to the `rustc_apfloat` type of a format.
macro_rules! with_float {
    ($format:expr, $name:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $name = ieee::Half;
                $body
            }
            FloatFormat::BFloat => {
                type $name = ieee::BFloat;
                $body
            }
            FloatFormat::Single => {
                type $name = ieee::Single;
                $body
            }
            FloatFormat::Double => {
                type $name = ieee::Double;
                $body
            }
            FloatFormat::X87 => {
                type $name = ieee::X87DoubleExtended;
                $body
            }
            FloatFormat::Quad => {
                type $name = ieee::Quad;
                $body
            }
        }
    };
}

/// `x` and `y` with bits above the format zero, as the result.
pub fn binary(op: FloatBinOp, format: FloatFormat, x: u128, y: u128) -> u128 {
    match format {
        FloatFormat::Single => host::binary32(op, x as u32, y as u32).into(),
        FloatFormat::Double => host::binary64(op, x as u64, y as u64).into(),
        _ => soft_binary(op, format, Rounding::NearestEven, x, y),
    }
}

fn soft_binary(op: FloatBinOp, format: FloatFormat, rounding: Rounding, x: u128, y: u128) -> u128 {
    match op {
        FloatBinOp::CopySign => {
            let sign = Shape::of(format).sign_bit();
            return (x & !sign) | (y & sign);
        }
        FloatBinOp::MinNum | FloatBinOp::MaxNum => {
            let wanted = if op == FloatBinOp::MinNum { Ordering::Less } else { Ordering::Greater };
            let take_second = is_nan(format, x) || order(format, y, x) == Some(wanted);
            return if take_second { y } else { x };
        }
        _ => {}
    }
    if let Some(nan) = propagated_nan(format, &[x, y]) {
        return nan;
    }
    match op {
        FloatBinOp::Rem => exact::remainder(format, x, y),
        FloatBinOp::Minimum | FloatBinOp::Maximum => {
            let wanted = if op == FloatBinOp::Minimum { Ordering::Less } else { Ordering::Greater };
            if total_order(format, y, x) == wanted { y } else { x }
        }
        _ => with_float!(format, F => {
            let (x, y) = (F::from_bits(x), F::from_bits(y));
            let round = rounding.in_soft();
            let result = match op {
                FloatBinOp::Add => x.add_r(y, round),
                FloatBinOp::Sub => x.sub_r(y, round),
                FloatBinOp::Mul => x.mul_r(y, round),
                _ => x.div_r(y, round),
            };
            from_soft(format, result.value)
        }),
    }
}

/// The bits of what `rustc_apfloat` computed from operands that are not NaN.
fn from_soft<F: Float>(format: FloatFormat, value: F) -> u128 {
    if value.is_nan() { default_nan(format) } else { value.to_bits() }
}

pub fn unary(op: FloatUnOp, format: FloatFormat, x: u128) -> u128 {
    match format {
        FloatFormat::Single => host::unary32(op, x as u32).into(),
        FloatFormat::Double => host::unary64(op, x as u64).into(),
        _ => soft_unary(op, format, x),
    }
}

fn soft_unary(op: FloatUnOp, format: FloatFormat, x: u128) -> u128 {
    let sign = Shape::of(format).sign_bit();
    match op {
        FloatUnOp::Neg => return x ^ sign,
        FloatUnOp::Abs => return x & !sign,
        _ if is_nan(format, x) => return quiet(format, x),
        FloatUnOp::Sqrt => return exact::square_root(format, Rounding::NearestEven, x),
        FloatUnOp::Floor
        | FloatUnOp::Ceil
        | FloatUnOp::Trunc
        | FloatUnOp::RoundEven
        | FloatUnOp::Round => {}
    }
    let round = Rounding::default().of_unary(op).in_soft();
    with_float!(format, F => from_soft(format, F::from_bits(x).round_to_integral(round).value))
}

pub fn compare(op: FloatCmpOp, format: FloatFormat, x: u128, y: u128) -> bool {
    holds(op, order(format, x, y))
}

/// `None` if an operand is a NaN. Zeros are equal.
fn order(format: FloatFormat, x: u128, y: u128) -> Option<Ordering> {
    if is_nan(format, x) || is_nan(format, y) {
        return None;
    }
    with_float!(format, F => F::from_bits(x).partial_cmp(&F::from_bits(y)))
}

/// The order of two values that are not NaN with -0 below +0.
fn total_order(format: FloatFormat, x: u128, y: u128) -> Ordering {
    let sign = Shape::of(format).sign_bit();
    match order(format, x, y) {
        Some(Ordering::Equal) | None => (y & sign).cmp(&(x & sign)),
        Some(order) => order,
    }
}

/// Whether a predicate holds of operands in this order, `None` being unordered.
fn holds(op: FloatCmpOp, order: Option<Ordering>) -> bool {
    let Some(order) = order else {
        return matches!(
            op,
            FloatCmpOp::Uno
                | FloatCmpOp::Ueq
                | FloatCmpOp::Ugt
                | FloatCmpOp::Uge
                | FloatCmpOp::Ult
                | FloatCmpOp::Ule
                | FloatCmpOp::Une
        );
    };
    match op {
        FloatCmpOp::Oeq | FloatCmpOp::Ueq => order.is_eq(),
        FloatCmpOp::Ogt | FloatCmpOp::Ugt => order.is_gt(),
        FloatCmpOp::Oge | FloatCmpOp::Uge => order.is_ge(),
        FloatCmpOp::Olt | FloatCmpOp::Ult => order.is_lt(),
        FloatCmpOp::Ole | FloatCmpOp::Ule => order.is_le(),
        FloatCmpOp::One | FloatCmpOp::Une => order.is_ne(),
        FloatCmpOp::Ord => true,
        FloatCmpOp::Uno => false,
    }
}

/// `x * y + z`, rounded once.
pub fn fused_mul_add(format: FloatFormat, x: u128, y: u128, z: u128) -> u128 {
    match format {
        FloatFormat::Single => host::fused_mul_add32(x as u32, y as u32, z as u32).into(),
        FloatFormat::Double => host::fused_mul_add64(x as u64, y as u64, z as u64).into(),
        _ => soft_fused_mul_add(format, Rounding::NearestEven, x, y, z),
    }
}

fn soft_fused_mul_add(format: FloatFormat, rounding: Rounding, x: u128, y: u128, z: u128) -> u128 {
    if let Some(nan) = propagated_nan(format, &[x, y, z]) {
        return nan;
    }
    with_float!(format, F => {
        let (x, y, z) = (F::from_bits(x), F::from_bits(y), F::from_bits(z));
        from_soft(format, x.mul_add_r(y, z, rounding.in_soft()).value)
    })
}

/// The widths of operand and result of a conversion.
pub fn cast_widths(op: FloatCastOp) -> (u32, u32) {
    match op {
        FloatCastOp::Convert { from, to } => (from.bits(), to.bits()),
        FloatCastOp::ToUInt { from, to }
        | FloatCastOp::ToSInt { from, to }
        | FloatCastOp::ToUIntSat { from, to }
        | FloatCastOp::ToSIntSat { from, to } => (from.bits(), to),
        FloatCastOp::FromUInt { from, to } | FloatCastOp::FromSInt { from, to } => {
            (from, to.bits())
        }
    }
}

/// A conversion of any widths.
pub fn cast(op: FloatCastOp, x: &Bits) -> Bits {
    cast_rounded(op, Rounding::NearestEven, x)
}

#[cfg(test)]
mod tests;
