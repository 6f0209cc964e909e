//! The semantics of instructions, applied to terms, then evaluated: the same as on values.

use crate::machine::{Random, symbol_id};
use dunlin_ir::algebra::Algebra;
use dunlin_ir::semantics::{
    binary, cast, compare, division_error, float_binary, float_cast, float_compare, float_mul_add,
    float_unary, funnel_shift, overflow, select, shift_error, unary,
};
use dunlin_ir::small::Small;
use dunlin_ir::wide::Wide;
use dunlin_ir::{
    BinOp, Bits, CastOp, CmpOp, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp,
    NanRule, OverflowOp, UnOp,
};
use dunlin_term::{Evaluator, Model, Sort, TermId, Terms};
use proptest::prelude::*;

const BINARY: &[BinOp] = BinOp::ALL;
const COMPARE: &[CmpOp] = CmpOp::ALL;
const OVERFLOW: &[OverflowOp] = OverflowOp::ALL;
const UNARY: &[UnOp] = UnOp::ALL;
const FLOAT_BINARY: &[FloatBinOp] = FloatBinOp::ALL;
const FLOAT_UNARY: &[FloatUnOp] = FloatUnOp::ALL;
const FLOAT_COMPARE: &[FloatCmpOp] = FloatCmpOp::ALL;

/// All instructions of a width on three values, in an algebra.
fn everything<A: Algebra>(a: &mut A, width: u32, x: [&A::Value; 3]) -> Vec<A::Value> {
    let [x, y, z] = x;
    let mut results = Vec::new();
    for &op in BINARY {
        results.push(binary(a, op, width, x, y));
        results.extend(division_error(a, op, width, x, y));
        results.extend(shift_error(a, op, width, y));
    }
    for &op in COMPARE {
        let condition = compare(a, op, width, x, y);
        results.push(select(a, width, &condition, y, z));
        results.push(condition);
    }
    for &op in OVERFLOW {
        results.push(overflow(a, op, width, x, y));
    }
    for &op in UNARY {
        if op != UnOp::ByteSwap || width.is_multiple_of(16) {
            results.push(unary(a, op, width, x));
        }
    }
    for left in [false, true] {
        results.push(funnel_shift(a, left, width, x, y, z));
    }
    for (op, to) in [(CastOp::Zext, width + 5), (CastOp::Sext, width + 5), (CastOp::Trunc, 1)] {
        results.push(cast(a, op, width, to, x));
    }
    results
}

fn everything_float<A: Algebra>(
    a: &mut A,
    rule: NanRule,
    format: FloatFormat,
    x: [&A::Value; 3],
) -> Vec<A::Value> {
    let [x, y, z] = x;
    let mut results = Vec::new();
    for &op in FLOAT_BINARY {
        results.push(float_binary(a, rule, op, format, x, y));
    }
    for &op in FLOAT_UNARY {
        results.push(float_unary(a, rule, op, format, x));
    }
    for &op in FLOAT_COMPARE {
        results.push(float_compare(a, op, format, x, y));
    }
    for fused in [false, true] {
        results.push(float_mul_add(a, rule, format, fused, x, y, z));
    }
    for to in FloatFormat::ALL {
        results.push(float_cast(a, rule, FloatCastOp::Convert { from: format, to }, x));
    }
    let from = format;
    for to in [16, 32, 64, 128] {
        let [unsigned, signed] =
            [FloatCastOp::ToUInt { from, to }, FloatCastOp::ToSInt { from, to }];
        let [unsigned_sat, signed_sat] =
            [FloatCastOp::ToUIntSat { from, to }, FloatCastOp::ToSIntSat { from, to }];
        for op in [unsigned, signed, unsigned_sat, signed_sat] {
            results.push(float_cast(a, rule, op, x));
        }
    }
    let (from, to) = (format.bits(), format);
    results.push(float_cast(a, rule, FloatCastOp::FromUInt { from, to }, x));
    results.push(float_cast(a, rule, FloatCastOp::FromSInt { from, to }, x));
    results
}

/// Terms of which the ones that `constants` names are constants, the others symbols.
struct Operands {
    terms: Terms,
    model: Model,
    operands: [TermId; 3],
}

fn operands(width: u32, values: &[Bits; 3], constants: u8) -> Operands {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let operands = std::array::from_fn(|i| {
        if constants >> i & 1 == 1 {
            return terms.constant_bits(&values[i]);
        }
        let symbol = terms.symbol(&format!("x{i}"), Sort::BitVec(width)).unwrap();
        model.set(symbol_id(&terms, symbol), &values[i]);
        symbol
    });
    Operands { terms, model, operands }
}

fn assert_same(expected: &[Bits], results: &[TermId], terms: &Terms, model: &Model) {
    assert_eq!(expected.len(), results.len());
    let mut evaluator = Evaluator::new();
    let mut evaluation = evaluator.start(terms, model);
    for (i, (expected, &result)) in expected.iter().zip(results).enumerate() {
        assert_eq!(evaluation.eval(result).as_ref(), Some(expected), "result {i}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn integers(width in prop_oneof![1u32..=64, Just(8), Just(32), Just(64), 65u32..200],
                seed: u64, constants in 0u8..8) {
        let mut random = Random(seed);
        let values: [Bits; 3] = std::array::from_fn(|_| random.bits(width));
        let Operands { mut terms, model, operands } = operands(width, &values, constants);
        let results = everything(&mut terms, width, operands.each_ref());
        let expected = everything(&mut Wide, width, values.each_ref());
        assert_same(&expected, &results, &terms, &model);
        if width < 32 {
            let small = values.each_ref().map(|value| value.low_u64());
            let small = everything(&mut Small, width, small.each_ref());
            let low: Vec<u64> = expected.iter().map(|value| value.low_u64()).collect();
            prop_assert_eq!(small, low);
        }
    }

    #[test]
    fn floats(format in prop::sample::select(&FloatFormat::ALL[..]), seed: u64,
              constants in 0u8..8) {
        let mut random = Random(seed);
        let width = format.bits();
        let values: [Bits; 3] = std::array::from_fn(|_| {
            let value = Bits::from_u64(64, (random.below(2000) as f64 / 8.0).to_bits());
            match random.below(3) {
                0 => random.bits(width),
                _ => Wide.float_cast(FloatCastOp::Convert { from: FloatFormat::Double, to: format }, &value),
            }
        });
        let Operands { mut terms, model, operands } = operands(width, &values, constants);
        for rule in NanRule::ALL {
            let results = everything_float(&mut terms, rule, format, operands.each_ref());
            let expected = everything_float(&mut Wide, rule, format, values.each_ref());
            assert_same(&expected, &results, &terms, &model);
        }
    }
}

/// The operators of SMT-LIB that the builder composes, against their definitions.
#[test]
fn composed_operators_at_width_four() {
    let mut terms = Terms::new();
    let (x, y) =
        (terms.symbol("x", Sort::BitVec(4)).unwrap(), terms.symbol("y", Sort::BitVec(4)).unwrap());
    let made = [terms.smod(x, y), terms.nand(x, y), terms.nor(x, y), terms.xnor(x, y)];
    let turned = [terms.rotate_left(3, x), terms.rotate_right(1, x), terms.repeat(3, x)];
    let mut evaluator = Evaluator::new();
    let signed = |value: u64| value as i64 - if value > 7 { 16 } else { 0 };
    for a in 0..16u64 {
        for b in 0..16u64 {
            let mut model = Model::new();
            model.set(symbol_id(&terms, x), &Bits::from_u64(4, a));
            model.set(symbol_id(&terms, y), &Bits::from_u64(4, b));
            let mut value = |term| evaluator.eval(&terms, &model, term).unwrap().low_u64();
            let modulo = match signed(b) {
                0 => signed(a),
                divisor => signed(a) - divisor * (signed(a) as f64 / divisor as f64).floor() as i64,
            };
            let expected = [modulo as u64 & 15, !(a & b) & 15, !(a | b) & 15, !(a ^ b) & 15];
            assert_eq!(made.map(&mut value), expected, "{a} {b}");
            let left = (a << 3 | a >> 1) & 15;
            assert_eq!(turned.map(&mut value), [left, left, a * 0x111], "{a}");
        }
    }
}
