use super::exact::{Magnitude, decode, round};
use super::*;
use crate::algebra::Algebra;
use crate::semantics;
use crate::small::Small;
use crate::target::NanRule;
use crate::wide::Wide;
use num_bigint::BigUint;
use proptest::prelude::*;

const BINARY: &[FloatBinOp] = FloatBinOp::ALL;
const UNARY: &[FloatUnOp] = FloatUnOp::ALL;
const COMPARE: &[FloatCmpOp] = FloatCmpOp::ALL;
const WIDTHS: [u32; 14] = [1, 7, 8, 12, 16, 24, 31, 32, 33, 48, 64, 100, 128, 200];

const EVEN: Rounding = Rounding::NearestEven;

fn nearest(format: FloatFormat, negative: bool, significand: u128, exponent: i32) -> u128 {
    round(format, EVEN, negative, significand, exponent)
}

fn any_format() -> impl Strategy<Value = FloatFormat> {
    prop::sample::select(FloatFormat::ALL.to_vec())
}

fn host_format() -> impl Strategy<Value = FloatFormat> {
    prop::sample::select(vec![FloatFormat::Single, FloatFormat::Double])
}

/// Any bit pattern, special values, and values whose exponents are near that of one.
fn pattern(format: FloatFormat) -> impl Strategy<Value = u128> {
    let shape = Shape::of(format);
    let all = u128::MAX >> (128 - format.bits());
    let infinity = shape.infinity(false);
    let one = nearest(format, false, 1, 0);
    let specials = vec![
        0,
        1,
        one,
        one + 1,
        one - 1,
        nearest(format, false, 1, -1),
        nearest(format, false, 3, -1),
        nearest(format, false, 5, -1),
        infinity,
        infinity | 1,
        infinity | shape.quiet_bit() | 5,
        infinity - 1,
        1 << shape.fraction_bits,
        (1 << shape.fraction_bits) - 1,
    ];
    let sign = shape.sign_bit();
    let near = (any::<u128>(), -70i32..70).prop_map(move |(significand, exponent)| {
        nearest(format, significand & 1 == 1, significand >> (significand % 120) as u32, exponent)
    });
    prop_oneof![
        2 => any::<u128>().prop_map(move |x| x & all),
        1 => (prop::sample::select(specials), any::<bool>())
            .prop_map(move |(x, negative)| if negative { x | sign } else { x }),
        3 => near,
    ]
}

fn operands(
    formats: impl Strategy<Value = FloatFormat>,
) -> impl Strategy<Value = (FloatFormat, [u128; 3])> {
    formats
        .prop_flat_map(|format| (Just(format), [pattern(format), pattern(format), pattern(format)]))
}

fn small_and_wide_agree(rule: NanRule, format: FloatFormat, [x, y, z]: [u128; 3]) {
    let [bx, by, bz] = [x, y, z].map(|v| Bits::from_u128(format.bits(), v));
    let [x, y, z] = [x, y, z].map(|v| v as u64);
    for &op in BINARY {
        let wide = semantics::float_binary(&mut Wide, rule, op, format, &bx, &by);
        let small = semantics::float_binary(&mut Small, rule, op, format, &x, &y);
        assert_eq!(small, wide.low_u64(), "{op:?} {format:?} {bx:?} {by:?}");
    }
    for &op in COMPARE {
        let wide = semantics::float_compare(&mut Wide, op, format, &bx, &by);
        let small = semantics::float_compare(&mut Small, op, format, &x, &y);
        assert_eq!(small, wide.low_u64(), "{op:?} {format:?} {bx:?} {by:?}");
    }
    for &op in UNARY {
        let wide = semantics::float_unary(&mut Wide, rule, op, format, &bx);
        let small = semantics::float_unary(&mut Small, rule, op, format, &x);
        assert_eq!(small, wide.low_u64(), "{op:?} {format:?} {bx:?}");
    }
    for fused in [false, true] {
        let wide = semantics::float_mul_add(&mut Wide, rule, format, fused, &bx, &by, &bz);
        let small = semantics::float_mul_add(&mut Small, rule, format, fused, &x, &y, &z);
        assert_eq!(small, wide.low_u64(), "fused {fused} {format:?} {bx:?} {by:?} {bz:?}");
    }
}

/// The casts from a float format to all widths, and back.
fn casts(format: FloatFormat) -> Vec<FloatCastOp> {
    let to_format = FloatFormat::ALL.map(|to| FloatCastOp::Convert { from: format, to });
    let integers = WIDTHS.into_iter().flat_map(|to| {
        [
            FloatCastOp::ToUInt { from: format, to },
            FloatCastOp::ToSInt { from: format, to },
            FloatCastOp::ToUIntSat { from: format, to },
            FloatCastOp::ToSIntSat { from: format, to },
        ]
    });
    to_format.into_iter().chain(integers).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn host_arithmetic_is_bit_exact((format, [x, y, z]) in operands(host_format())) {
        for &op in BINARY {
            prop_assert_eq!(binary(op, format, x, y), soft_binary(op, format, EVEN, x, y), "{:?}", op);
        }
        for &op in UNARY {
            prop_assert_eq!(unary(op, format, x), soft_unary(op, format, x), "{:?}", op);
        }
        let fused = soft_fused_mul_add(format, EVEN, x, y, z);
        prop_assert_eq!(fused_mul_add(format, x, y, z), fused);
        for &op in COMPARE {
            let host = match format {
                FloatFormat::Single => host::compare32(op, x as u32, y as u32),
                _ => host::compare64(op, x as u64, y as u64),
            };
            prop_assert_eq!(host, compare(op, format, x, y), "{:?}", op);
        }
    }

    #[test]
    fn small_values_are_like_wide_ones(
        (format, operands) in operands(prop::sample::select(vec![
            FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double,
        ])),
    ) {
        for rule in NanRule::ALL {
            small_and_wide_agree(rule, format, operands);
        }
    }

    #[test]
    fn casts_of_the_host_are_bit_exact((format, [x, ..]) in operands(host_format()), int: u128) {
        for op in casts(format) {
            let (from, to) = cast_widths(op);
            if to <= 64 {
                let wide = Wide.float_cast(op, &Bits::from_u128(from, x));
                prop_assert_eq!(Small.float_cast(op, &(x as u64)), wide.low_u64(), "{:?}", op);
            }
        }
        for width in WIDTHS.into_iter().filter(|&width| width <= 64) {
            let bits = Bits::from_u128(width, int);
            for op in [
                FloatCastOp::FromUInt { from: width, to: format },
                FloatCastOp::FromSInt { from: width, to: format },
            ] {
                let wide = Wide.float_cast(op, &bits);
                prop_assert_eq!(Small.float_cast(op, &bits.low_u64()), wide.low_u64(), "{:?}", op);
            }
        }
    }

    #[test]
    fn decoding_and_rounding_are_inverse((format, [x, ..]) in operands(any_format())) {
        let (negative, magnitude) = decode(format, x);
        if let Magnitude::Finite { significand, exponent } = magnitude {
            let back = nearest(format, negative, significand, exponent);
            // The x87 format has two encodings of some values, which compare equal.
            prop_assert_eq!(order(format, back, x), Some(Ordering::Equal));
            prop_assert!(back == x || format == FloatFormat::X87);
        }
    }

    #[test]
    fn conversions_are_those_of_apfloat((from, [x, ..]) in operands(any_format()), to in any_format()) {
        use rustc_apfloat::FloatConvert;
        let converted = convert::to_format(from, to, EVEN, x);
        if is_nan(from, x) {
            prop_assert!(is_nan(to, converted));
            prop_assert!(Shape::of(to).fraction(converted) & Shape::of(to).quiet_bit() != 0);
        } else {
            let expected = with_float!(from, F => with_float!(to, T => {
                let value: T = F::from_bits(x).convert(&mut false).value;
                value.to_bits()
            }));
            prop_assert_eq!(order(to, converted, expected), Some(Ordering::Equal));
        }
    }

    #[test]
    fn integers_convert_as_in_apfloat(
        (format, [x, ..]) in operands(any_format()),
        int: u128,
        // apfloat itself overflows on signed integers of one bit.
        width in 2u32..=128,
    ) {
        let bits = Bits::from_u128(width, int);
        let value = bits.low_u128();
        let spare = 128 - width;
        let signed = (value << spare) as i128 >> spare;
        let (from_unsigned, from_signed) = with_float!(format, F => {
            (F::from_u128(value).value.to_bits(), F::from_i128(signed).value.to_bits())
        });
        prop_assert_eq!(convert::from_int(false, format, EVEN, &bits), from_unsigned);
        prop_assert_eq!(convert::from_int(true, format, EVEN, &bits), from_signed);
        // The same value in more bits than apfloat knows.
        let wider = Wide.sext(width, 300, &bits);
        prop_assert_eq!(convert::from_int(true, format, EVEN, &wider), from_signed);

        if !is_nan(format, x) {
            let (unsigned, signed) = with_float!(format, F => {
                let x = F::from_bits(x);
                (x.to_u128(width as usize).value, x.to_i128(width as usize).value)
            });
            let to_unsigned = convert::to_int_saturating(format, false, width, x);
            let to_signed = convert::to_int_saturating(format, true, width, x);
            prop_assert_eq!(to_unsigned, Bits::from_u128(width, unsigned));
            prop_assert_eq!(to_signed, Bits::from_u128(width, signed as u128));
        }
    }

    #[test]
    fn square_roots_are_nearest((format, [x, ..]) in operands(any_format())) {
        let root = unary(FloatUnOp::Sqrt, format, x);
        let (negative, magnitude) = decode(format, x);
        let Magnitude::Finite { significand, exponent } = magnitude else { return Ok(()) };
        if negative || significand == 0 {
            return Ok(());
        }
        let (_, Magnitude::Finite { significand: root, exponent: root_exponent }) =
            decode(format, root)
        else {
            panic!("the root of a finite value is finite")
        };
        // (2r - 1)^2 <= 4x <= (2r + 1)^2, at a common exponent: no other value is nearer.
        let common = exponent.min(2 * root_exponent);
        let scale = |value: BigUint, exponent: i32| value << (exponent - common) as u32;
        let four_x = scale(BigUint::from(significand) << 2u32, exponent);
        let square = |value: u128| scale(BigUint::from(value).pow(2), 2 * root_exponent);
        prop_assert!(square(2 * root - 1) <= four_x && four_x <= square(2 * root + 1));
    }

    #[test]
    fn remainders_are_exact((format, [x, y, _]) in operands(any_format())) {
        let rest = binary(FloatBinOp::Rem, format, x, y);
        let parts = [x, y, rest].map(|value| decode(format, value));
        let [
            (negative, Magnitude::Finite { significand: xs, exponent: xe }),
            (_, Magnitude::Finite { significand: ys, exponent: ye }),
            (rest_negative, Magnitude::Finite { significand: rs, exponent: re }),
        ] = parts
        else {
            return Ok(());
        };
        prop_assert_eq!(negative, rest_negative);
        let common = xe.min(ye).min(re);
        let scale = |value: u128, exponent: i32| BigUint::from(value) << (exponent - common) as u32;
        prop_assert_eq!(scale(xs, xe) % scale(ys, ye), scale(rs, re));
    }

    #[test]
    fn the_nan_rule_holds((format, [x, y, z]) in operands(any_format())) {
        let first = [x, y].into_iter().find(|&v| is_nan(format, v));
        for op in [FloatBinOp::Add, FloatBinOp::Sub, FloatBinOp::Mul, FloatBinOp::Div,
            FloatBinOp::Rem, FloatBinOp::Minimum, FloatBinOp::Maximum]
        {
            let result = binary(op, format, x, y);
            match first {
                Some(nan) => prop_assert_eq!(result, quiet(format, nan)),
                None => prop_assert!(!is_nan(format, result) || result == default_nan(format)),
            }
        }
        if let Some(nan) = first.or(is_nan(format, z).then_some(z)) {
            prop_assert_eq!(fused_mul_add(format, x, y, z), quiet(format, nan));
        }
    }
}

#[test]
fn nan_vectors() {
    let double = |op, x: f64, y: f64| {
        binary(op, FloatFormat::Double, x.to_bits().into(), y.to_bits().into()) as u64
    };
    let indefinite = 0xfff8_0000_0000_0000;
    assert_eq!(double(FloatBinOp::Div, 0.0, 0.0), indefinite);
    assert_eq!(double(FloatBinOp::Sub, f64::INFINITY, f64::INFINITY), indefinite);
    assert_eq!(double(FloatBinOp::Rem, 1.0, 0.0), indefinite);
    let root = unary(FloatUnOp::Sqrt, FloatFormat::Double, (-1f64).to_bits().into());
    assert_eq!(root as u64, indefinite);
    let signalling = f64::from_bits(0x7ff0_0000_0000_0007);
    let second = f64::from_bits(0xfff8_0000_0000_0009);
    assert_eq!(double(FloatBinOp::Add, signalling, second), 0x7ff8_0000_0000_0007);
    assert_eq!(double(FloatBinOp::Add, second, signalling), 0xfff8_0000_0000_0009);
    assert_eq!(double(FloatBinOp::MinNum, 1.0, signalling), 1f64.to_bits());
    assert_eq!(double(FloatBinOp::MinNum, signalling, 1.0), 1f64.to_bits());
    assert_eq!(double(FloatBinOp::MinNum, -0.0, 0.0), (-0f64).to_bits());
    assert_eq!(double(FloatBinOp::MinNum, 0.0, -0.0), 0f64.to_bits());
    assert_eq!(double(FloatBinOp::Minimum, 0.0, -0.0), (-0f64).to_bits());
    assert_eq!(double(FloatBinOp::Maximum, -0.0, 0.0), 0f64.to_bits());
    // An unsupported x87 encoding, and what it becomes.
    let unnormal = 0x3fff_0000_0000_0000_0001;
    assert!(is_nan(FloatFormat::X87, unnormal));
    let sum = binary(FloatBinOp::Add, FloatFormat::X87, unnormal, 0);
    assert_eq!(sum, 0xffff_c000_0000_0000_0000);
    let to = |from, to, x| convert::to_format(from, to, EVEN, x);
    let narrowed = to(FloatFormat::Double, FloatFormat::Single, 0xfff0_0000_6000_0001);
    assert_eq!(narrowed, 0xffc0_0003);
    let widened = to(FloatFormat::Single, FloatFormat::X87, 0x7f80_0001);
    assert_eq!(widened, 0x7fff_c000_0100_0000_0000);
}

/// What clang 19 computes on x86-64, observed.
#[test]
fn integers_out_of_range() {
    let int = |format, signed, to, x: f64| {
        let x = convert::to_format(FloatFormat::Double, format, EVEN, x.to_bits().into());
        convert::to_int(format, signed, to, x).low_u128()
    };
    use FloatFormat::{Double, Quad, Single, X87};
    for format in [Single, Double] {
        assert_eq!(int(format, true, 32, 1e10), 0x8000_0000);
        assert_eq!(int(format, true, 32, f64::NAN), 0x8000_0000);
        assert_eq!(int(format, true, 64, 1e30), 1 << 63);
        assert_eq!(int(format, true, 8, 300.0), 44);
        assert_eq!(int(format, true, 8, 1e10), 0);
        assert_eq!(int(format, true, 16, 70000.0), 70000 - 65536);
        assert_eq!(int(format, false, 8, -1.0), 255);
        assert_eq!(int(format, false, 16, 65537.0), 1);
        assert_eq!(int(format, false, 32, -1.0), 0xffff_ffff);
        assert_eq!(int(format, false, 32, 8589934592.0), 0);
        assert_eq!(int(format, false, 64, -1.0), u64::MAX.into());
        assert_eq!(int(format, false, 64, 1e19), u128::from(int64_of(format, 1e19)));
        assert_eq!(int(format, false, 64, 1e20), 1 << 63);
        assert_eq!(int(format, false, 64, -1e20), 1 << 63);
        assert_eq!(int(format, false, 64, f64::NAN), 1 << 63);
        assert_eq!(int(format, true, 128, f64::INFINITY), i128::MAX as u128);
        assert_eq!(int(format, false, 128, -1.0), 0);
    }
    assert_eq!(int(X87, true, 16, 70000.0), 0x8000);
    assert_eq!(int(X87, true, 8, 70000.0), 0);
    assert_eq!(int(X87, false, 8, 300.0), 44);
    assert_eq!(int(X87, false, 16, 70000.0), 70000 - 65536);
    assert_eq!(int(X87, false, 32, -1.0), 0xffff_ffff);
    assert_eq!(int(X87, false, 64, 1e20), 0);
    assert_eq!(int(X87, false, 64, -1e20), 1 << 63);
    assert_eq!(int(X87, false, 64, f64::NAN), 0);
    assert_eq!(int(Quad, true, 32, 1e10), 0x7fff_ffff);
    assert_eq!(int(Quad, true, 16, 1e10), 0xffff);
    assert_eq!(int(Quad, false, 32, -1.0), 0);
    assert_eq!(int(Quad, false, 8, -1.0), 255);
    assert_eq!(int(Quad, false, 64, 1e20), u64::MAX.into());
}

/// 1e19 as it is in the format, exactly an integer.
fn int64_of(format: FloatFormat, x: f64) -> u64 {
    if format == FloatFormat::Single { x as f32 as u64 } else { x as u64 }
}
