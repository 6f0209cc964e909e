//! RISC-V's rule against what its specification says of each operation, and against x86's.

use crate::bits::Bits;
use crate::float::{canonical_nan, cast, is_nan};
use crate::inst::{FloatBinOp, FloatCastOp, FloatUnOp};
use crate::semantics::{float_binary, float_cast, float_mul_add, float_unary};
use crate::small::Small;
use crate::target::NanRule::{self, RiscV, X86};
use crate::types::FloatFormat;
use crate::wide::Wide;
use proptest::prelude::*;

/// Any bits, and as often NaNs, and as often zeros and infinities.
fn pattern(format: FloatFormat) -> impl Strategy<Value = Bits> {
    let bits = move |value: u128| Bits::from_u128(format.bits(), value);
    let sign = 1u128 << (format.bits() - 1);
    let op = FloatCastOp::Convert { from: FloatFormat::Double, to: format };
    let infinity = cast(op, &Bits::from_u64(64, f64::INFINITY.to_bits())).low_u128();
    prop_oneof![
        any::<u128>().prop_map(bits),
        any::<u128>().prop_map(move |x| bits(x | infinity)),
        prop::sample::select(vec![0, sign, infinity, infinity | sign]).prop_map(bits),
    ]
}

fn operands() -> impl Strategy<Value = (FloatFormat, [Bits; 3])> {
    prop::sample::select(FloatFormat::ALL.to_vec())
        .prop_flat_map(|format| (Just(format), [pattern(format), pattern(format), pattern(format)]))
}

/// The result is that of x86, but that a NaN is the canonical one.
fn same_but_for_nans(format: FloatFormat, x86: &Bits, risc_v: &Bits) {
    if is_nan(format, x86.low_u128()) {
        assert_eq!(risc_v.low_u128(), canonical_nan(format));
    } else {
        assert_eq!(risc_v, x86);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn only_nans_differ((format, [x, y, z]) in operands()) {
        let a = &mut Wide;
        for &op in FloatBinOp::ALL {
            if !matches!(op, FloatBinOp::CopySign | FloatBinOp::MinNum | FloatBinOp::MaxNum) {
                let [x86, risc_v] = [X86, RiscV].map(|rule| float_binary(a, rule, op, format, &x, &y));
                same_but_for_nans(format, &x86, &risc_v);
            }
        }
        for &op in FloatUnOp::ALL {
            if !matches!(op, FloatUnOp::Neg | FloatUnOp::Abs) {
                let [x86, risc_v] = [X86, RiscV].map(|rule| float_unary(a, rule, op, format, &x));
                same_but_for_nans(format, &x86, &risc_v);
            }
        }
        for fused in [false, true] {
            let [x86, risc_v] =
                [X86, RiscV].map(|rule| float_mul_add(a, rule, format, fused, &x, &y, &z));
            same_but_for_nans(format, &x86, &risc_v);
        }
        for to in FloatFormat::ALL {
            let op = FloatCastOp::Convert { from: format, to };
            let [x86, risc_v] = [X86, RiscV].map(|rule| float_cast(a, rule, op, &x));
            same_but_for_nans(to, &x86, &risc_v);
        }
        let op = FloatCastOp::ToSInt { from: format, to: 32 };
        prop_assert_eq!(float_cast(a, RiscV, op, &x), float_cast(a, X86, op, &x));
    }

    /// fmin and fmax: of one NaN the other operand, of two the canonical NaN; of numbers as the minimum
    /// and maximum of IEEE 754-2019, which order zeros.
    #[test]
    fn a_number_wins((format, [x, y, _]) in operands()) {
        let pairs = [
            (FloatBinOp::MinNum, FloatBinOp::Minimum),
            (FloatBinOp::MaxNum, FloatBinOp::Maximum),
        ];
        for (op, ordered) in pairs {
            let found = float_binary(&mut Wide, RiscV, op, format, &x, &y);
            let expected = match [&x, &y].map(|x| is_nan(format, x.low_u128())) {
                [true, true] => Bits::from_u128(format.bits(), canonical_nan(format)),
                [true, false] => y.clone(),
                [false, true] => x.clone(),
                [false, false] => float_binary(&mut Wide, X86, ordered, format, &x, &y),
            };
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn vectors() {
    let double = |rule: NanRule, op, x: u64, y: u64| {
        float_binary(&mut Small, rule, op, FloatFormat::Double, &x, &y)
    };
    let (canonical, payload) = (0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0009);
    let (one, minus_zero) = (1f64.to_bits(), (-0f64).to_bits());
    assert_eq!(double(RiscV, FloatBinOp::Div, 0, 0), canonical);
    assert_eq!(double(X86, FloatBinOp::Div, 0, 0), 0xfff8_0000_0000_0000);
    assert_eq!(double(RiscV, FloatBinOp::Add, one, payload), canonical);
    assert_eq!(double(X86, FloatBinOp::Add, one, payload), payload);
    assert_eq!(double(RiscV, FloatBinOp::CopySign, payload, 0), canonical | 9);
    assert_eq!(double(RiscV, FloatBinOp::MinNum, 0, minus_zero), minus_zero);
    assert_eq!(double(RiscV, FloatBinOp::MaxNum, minus_zero, 0), 0);
    assert_eq!(double(RiscV, FloatBinOp::MaxNum, payload, one), one);
    let narrow = FloatCastOp::Convert { from: FloatFormat::Double, to: FloatFormat::Single };
    assert_eq!(float_cast(&mut Small, RiscV, narrow, &payload), 0x7fc0_0000);
    let square_root = |rule| {
        float_unary(&mut Small, rule, FloatUnOp::Sqrt, FloatFormat::Double, &(-1f64).to_bits())
    };
    assert_eq!(square_root(RiscV), canonical);
}
