//! Every mode against its definition: the half format is so small that the neighbours of an exact
//! result can be searched in the list of all its values.

use super::super::{default_nan, exact, is_nan};
use super::*;
use proptest::prelude::*;

const HALF: FloatFormat = FloatFormat::Half;
/// Values are counted in units of 2^-25, half of the least distance of two values.
const UNIT: u32 = 25;
/// What would follow the greatest finite value, 65504.
const BEYOND: i128 = 65536 << UNIT;

/// A finite value in units.
fn value(bits: u128) -> Option<i128> {
    let (negative, magnitude) = exact::decode(HALF, bits);
    let exact::Magnitude::Finite { significand, exponent } = magnitude else { return None };
    let units = (significand as i128) << (exponent + UNIT as i32);
    Some(if negative { -units } else { units })
}

/// The values that are at least zero, in ascending order, with infinity as [`BEYOND`].
fn magnitudes() -> Vec<(i128, u128)> {
    (0..0x7c00u128).map(|bits| (value(bits).unwrap(), bits)).chain([(BEYOND, 0x7c00)]).collect()
}

/// Rounds the magnitude of an exact result that is not zero by the definition of the mode.
/// `compare(c)` compares the exact magnitude with `c` units.
fn by_definition(rounding: Rounding, negative: bool, compare: impl Fn(i128) -> Ordering) -> u128 {
    let all = magnitudes();
    let sign = if negative { 0x8000 } else { 0 };
    let above = all.partition_point(|&(units, _)| compare(units).is_ge());
    let Some(&(upper, upper_bits)) = all.get(above) else {
        // At least BEYOND.
        let outward = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::TowardPositive => !negative,
            Rounding::TowardNegative => negative,
            Rounding::TowardZero => false,
        };
        return sign | if outward { 0x7c00 } else { 0x7bff };
    };
    let (lower, lower_bits) = all[above - 1];
    if compare(lower).is_eq() {
        return sign | lower_bits;
    }
    let up = match rounding {
        Rounding::TowardZero => false,
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
        _ => match compare((lower + upper) / 2) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => rounding == Rounding::NearestAway || lower_bits & 1 == 1,
        },
    };
    sign | if up { upper_bits } else { lower_bits }
}

/// An exact sum: with a zero, the sign is that of both addends if they agree, else that of the mode.
fn rounded_sum(rounding: Rounding, x: (bool, i128), y: (bool, i128), scale: u32) -> u128 {
    let sum = x.1 + y.1;
    if sum == 0 {
        let negative = if x.0 == y.0 { x.0 } else { rounding == Rounding::TowardNegative };
        return if negative { 0x8000 } else { 0 };
    }
    by_definition(rounding, sum < 0, |c| sum.abs().cmp(&(c << scale)))
}

/// Finite patterns: any, near one, near the ends of the range.
fn finite() -> impl Strategy<Value = u128> {
    let magnitude = prop_oneof![0u128..0x7c00, 0x3a00u128..0x4200, 0u128..40, 0x7b00u128..0x7c00];
    (magnitude, any::<bool>()).prop_map(|(bits, negative)| bits | u128::from(negative) << 15)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn halves_round_by_definition(x in finite(), y in finite(), z in finite()) {
        let sign = |bits: u128| bits & 0x8000 != 0;
        let [a, b, c] = [x, y, z].map(|bits| value(bits).unwrap());
        let negative = sign(x) != sign(y);
        for rounding in Rounding::ALL {
            let calc = |op| binary_rounded(op, HALF, rounding, x, y);
            let sum = rounded_sum(rounding, (sign(x), a), (sign(y), b), 0);
            prop_assert_eq!(calc(FloatBinOp::Add), sum, "{:?} + {:x} {:x}", rounding, x, y);
            let difference = rounded_sum(rounding, (sign(x), a), (!sign(y), -b), 0);
            prop_assert_eq!(calc(FloatBinOp::Sub), difference, "{:?} - {:x} {:x}", rounding, x, y);
            let zero = if negative { 0x8000 } else { 0 };
            let product = if a * b == 0 {
                zero
            } else {
                by_definition(rounding, negative, |c| (a * b).abs().cmp(&(c << UNIT)))
            };
            prop_assert_eq!(calc(FloatBinOp::Mul), product, "{:?} * {:x} {:x}", rounding, x, y);
            let quotient = match (a, b) {
                (0, 0) => default_nan(HALF),
                (_, 0) => zero | 0x7c00,
                (0, _) => zero,
                _ => by_definition(rounding, negative, |c| (a.abs() << UNIT).cmp(&(c * b.abs()))),
            };
            prop_assert_eq!(calc(FloatBinOp::Div), quotient, "{:?} / {:x} {:x}", rounding, x, y);
            let fused = rounded_sum(rounding, (negative, a * b), (sign(z), c << UNIT), UNIT);
            let found = fused_mul_add_rounded(HALF, rounding, x, y, z);
            prop_assert_eq!(found, fused, "{:?} {:x} * {:x} + {:x}", rounding, x, y, z);
            let root = match a {
                0 => x,
                _ if a < 0 => default_nan(HALF),
                _ => by_definition(rounding, false, |c| (a << UNIT).cmp(&(c * c))),
            };
            let found = unary_rounded(FloatUnOp::Sqrt, HALF, rounding, x);
            prop_assert_eq!(found, root, "{:?} sqrt {:x}", rounding, x);
        }
    }

    #[test]
    fn conversions_round_by_definition(bits: u64, exponent in -30i32..20, integer: i32, shift in 0u32..31) {
        let double = f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52) * 2f64.powi(exponent);
        let units = (double.abs() * 2f64.powi(UNIT as i32 + 40)) as i128;
        let integer = integer >> shift;
        for rounding in Rounding::ALL {
            let negative = double < 0.0;
            let expected = by_definition(rounding, negative, |c| units.cmp(&(c << 40)));
            let op = FloatCastOp::Convert { from: FloatFormat::Double, to: HALF };
            let found = cast_rounded(op, rounding, &Bits::from_u64(64, double.to_bits()));
            prop_assert_eq!(found.low_u128(), expected, "{:?} {}", rounding, double);
            for (signed, integer) in [(true, i128::from(integer)), (false, i128::from(integer as u32))] {
                let op = if signed {
                    FloatCastOp::FromSInt { from: 32, to: HALF }
                } else {
                    FloatCastOp::FromUInt { from: 32, to: HALF }
                };
                let expected = match integer {
                    0 => 0,
                    _ => by_definition(rounding, integer < 0, |c| (integer.abs() << UNIT).cmp(&c)),
                };
                let found = cast_rounded(op, rounding, &Bits::from_u64(32, integer as u64));
                prop_assert_eq!(found.low_u128(), expected, "{:?} {}", rounding, integer);
            }
        }
    }

    /// Double precision has more than twice the bits of single plus two, so that its results of
    /// rounding to odd, made of two directed ones, can be rounded again.
    #[test]
    fn singles_round_as_doubles_do(x: u32, y: u32) {
        let single = FloatFormat::Single;
        let widen = |x: u32| u128::from(f64::from(f32::from_bits(x)).to_bits());
        prop_assume!(!f32::from_bits(x).is_nan() && !f32::from_bits(y).is_nan());
        for op in [FloatBinOp::Add, FloatBinOp::Sub, FloatBinOp::Mul, FloatBinOp::Div] {
            let wide = |rounding| {
                binary_rounded(op, FloatFormat::Double, rounding, widen(x), widen(y))
            };
            let (zeroward, down, up) = (
                wide(Rounding::TowardZero),
                wide(Rounding::TowardNegative),
                wide(Rounding::TowardPositive),
            );
            for rounding in Rounding::ALL {
                let exact = down == up;
                // An exact zero has the sign of the mode.
                let odd = if exact || zeroward << 1 == 0 { wide(rounding) } else { zeroward | 1 };
                let convert = FloatCastOp::Convert { from: FloatFormat::Double, to: single };
                let expected = cast_rounded(convert, rounding, &Bits::from_u128(64, odd));
                let found = binary_rounded(op, single, rounding, x.into(), y.into());
                prop_assert_eq!(found, expected.low_u128(), "{:?} {:?} {:x} {:x}", op, rounding, x, y);
            }
        }
    }

    /// A mode that an operator does not have makes no difference.
    #[test]
    fn modes_that_do_not_count(x: u128, y: u128, from in 1u32..140) {
        for format in FloatFormat::ALL {
            let all = u128::MAX >> (128 - format.bits());
            let (x, y) = (x & all, y & all);
            for rounding in Rounding::ALL {
                for &op in FloatBinOp::ALL {
                    let effective = rounding.of_binary(op);
                    let found = binary_rounded(op, format, rounding, x, y);
                    prop_assert_eq!(found, binary_rounded(op, format, effective, x, y));
                }
                for &op in FloatUnOp::ALL {
                    let effective = rounding.of_unary(op);
                    let found = unary_rounded(op, format, rounding, x);
                    prop_assert_eq!(found, unary_rounded(op, format, effective, x));
                }
                let integer = Bits::from_u128(from, y);
                let bits = Bits::from_u128(format.bits(), x);
                for (op, operand) in [
                    (FloatCastOp::FromUInt { from, to: format }, &integer),
                    (FloatCastOp::FromSInt { from, to: format }, &integer),
                    (FloatCastOp::ToSInt { from: format, to: from }, &bits),
                    (FloatCastOp::ToUIntSat { from: format, to: from }, &bits),
                ] {
                    let effective = cast_rounded(op, rounding.of_cast(op), operand);
                    prop_assert_eq!(cast_rounded(op, rounding, operand), effective, "{:?}", op);
                }
                for to in FloatFormat::ALL {
                    let op = FloatCastOp::Convert { from: format, to };
                    let effective = cast_rounded(op, rounding.of_cast(op), &bits);
                    prop_assert_eq!(cast_rounded(op, rounding, &bits), effective, "{:?}", op);
                }
            }
        }
    }
}

/// What each mode gives, in the order of [`Rounding::ALL`].
fn in_all_modes(op: FloatBinOp, format: FloatFormat, x: u128, y: u128) -> [u128; 5] {
    Rounding::ALL.map(|rounding| binary_rounded(op, format, rounding, x, y))
}

#[test]
fn known_values() {
    let (single, double) = (FloatFormat::Single, FloatFormat::Double);
    let f = |x: f32| u128::from(x.to_bits());
    let third = [0x3eaaaaab, 0x3eaaaaab, 0x3eaaaaab, 0x3eaaaaaa, 0x3eaaaaaa];
    assert_eq!(in_all_modes(FloatBinOp::Div, single, f(1.0), f(3.0)), third);
    let minus = [0xbeaaaaab, 0xbeaaaaab, 0xbeaaaaaa, 0xbeaaaaab, 0xbeaaaaaa];
    assert_eq!(in_all_modes(FloatBinOp::Div, single, f(-1.0), f(3.0)), minus);
    let third = 0x3fd5_5555_5555_5555u128;
    let (one, three) = (1f64.to_bits().into(), 3f64.to_bits().into());
    let expected = [third, third, third + 1, third, third];
    assert_eq!(in_all_modes(FloatBinOp::Div, double, one, three), expected);
    // Half of the last place: a tie.
    let (one, half_ulp) = (f(1.0), f(f32::EPSILON / 2.0));
    let ties = [one, one + 1, one + 1, one, one];
    assert_eq!(in_all_modes(FloatBinOp::Add, single, one, half_ulp), ties);
    // Overflow: an infinity or the greatest finite value.
    let (max, infinity, sign) = (f(f32::MAX), f(f32::INFINITY), 1 << 31);
    let above = [infinity, infinity, infinity, max, max];
    assert_eq!(in_all_modes(FloatBinOp::Add, single, max, max), above);
    let below = [infinity, infinity, max, infinity, max].map(|bits| bits | sign);
    assert_eq!(in_all_modes(FloatBinOp::Mul, single, max | sign, max), below);
    // Underflow: zero or the least value.
    let under = [0, 0, 1, 0, 0];
    assert_eq!(in_all_modes(FloatBinOp::Mul, single, 1, 1), under);
    let under = [sign, sign, sign, sign | 1, sign];
    assert_eq!(in_all_modes(FloatBinOp::Mul, single, 1, 1 | sign), under);
    // x - x is -0 toward negative only.
    for format in FloatFormat::ALL {
        let minus_zero = 1 << (format.bits() - 1);
        let zeros = [0, 0, 0, minus_zero, 0];
        assert_eq!(in_all_modes(FloatBinOp::Sub, format, 3, 3), zeros, "{format:?}");
    }
}

#[test]
fn overflow_of_conversions_in_every_format() {
    for to in FloatFormat::ALL {
        if to == FloatFormat::Quad {
            continue;
        }
        let greatest = Bits::from_u128(128, 0x7ffe_ffff_ffff_ffff_ffff_ffff_ffff_ffff);
        let op = FloatCastOp::Convert { from: FloatFormat::Quad, to };
        let [even, away, up, down, zero] =
            Rounding::ALL.map(|rounding| cast_rounded(op, rounding, &greatest).low_u128());
        assert_eq!((away, up), (even, even), "{to:?}");
        assert_eq!(down, zero, "{to:?}");
        // The greatest finite value: its successor in magnitude is infinity.
        assert!(!is_nan(to, down) && down < even, "{to:?}");
        let back = FloatCastOp::Convert { from: to, to: FloatFormat::Quad };
        let ulp = cast_rounded(back, Rounding::NearestEven, &Bits::from_u128(to.bits(), down));
        let (_, magnitude) = exact::decode(FloatFormat::Quad, ulp.low_u128());
        let exact::Magnitude::Finite { significand, .. } = magnitude else { panic!("{to:?}") };
        assert_eq!(significand.count_ones(), Shape::of(to).fraction_bits + 1, "{to:?}");
    }
}

#[test]
fn names_are_distinct() {
    let names = Rounding::ALL.map(Rounding::name);
    let short = Rounding::ALL.map(Rounding::short_name);
    for i in 0..5 {
        assert!(!names[..i].contains(&names[i]) && !short[..i].contains(&short[i]));
        assert_eq!(Rounding::default().of_unary(Rounding::ALL[i].to_integral()), Rounding::ALL[i]);
    }
}
