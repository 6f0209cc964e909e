//! Floating point: all operators in all formats at edge cases, and queries with unknown floats.

use crate::backend;
use crate::support::{Random, decide, symbol};
use dunlin_ir::{
    Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, NanRule, Rounding, semantics,
};
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_term::{Evaluator, Model, TermId, Terms, View};
use std::time::{Duration, Instant};

/// Zeros, the least and greatest, infinities, NaNs, small numbers, anything.
fn interesting(random: &mut Random, format: FloatFormat) -> u128 {
    let (exponent_bits, significand_bits) = format.parts();
    let fraction_bits = significand_bits - 1;
    let explicit = format == FloatFormat::X87;
    let position = fraction_bits + u32::from(explicit);
    let greatest = (1_u128 << exponent_bits) - 1;
    let bias = greatest >> 1;
    let anything = u128::from(random.next()) << 64 | u128::from(random.next());
    let fraction = match random.below(5) {
        0 => 0,
        1 => 1,
        2 => 1 << (fraction_bits - 1),
        3 => (1 << fraction_bits) - 1,
        _ => anything & ((1 << fraction_bits) - 1),
    };
    let exponent = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => greatest,
        3 => greatest - 1,
        4 => bias + random.below(64) as u128 % (bias + 1),
        _ => bias + random.below(8) as u128 - 4,
    };
    // Sometimes an integer bit that x87 hardware rejects.
    let integer = explicit && ((exponent != 0) != random.chance(8));
    let sign = u128::from(random.next() & 1) << (position + exponent_bits);
    sign | exponent << position | u128::from(integer) << fraction_bits | fraction
}

/// The result is what the evaluator says and nothing else; whether there was an answer.
fn agrees(terms: &mut Terms, result: TermId, inputs: &[(TermId, Bits)], what: &str) -> bool {
    let mut model = Model::new();
    let mut query = Vec::new();
    for (term, value) in inputs {
        let View::Symbol(id) = terms.view(*term) else { panic!("{term} is a symbol") };
        model.set(id, value);
        let value = terms.constant_bits(value);
        query.push(terms.eq(*term, value));
    }
    let expected = Evaluator::new().eval(terms, &model, result).expect("no quantifier");
    let value = terms.constant_bits(&expected);
    query.push(terms.ne(result, value));
    match backend().check(terms, &query, Budget::conflicts(1_000_000)) {
        Answer::Unsat => true,
        Answer::Unknown(Reason::Unsupported(_)) => false,
        other => panic!("{what} of {inputs:?} should be {expected:?}: {other:?}"),
    }
}

/// A result as it is and by another rule for NaNs, which makes no difference to some operators.
fn distinct(result: TermId, settled: TermId) -> Vec<TermId> {
    if settled == result { vec![result] } else { vec![result, settled] }
}

#[test]
fn binary_operators_agree_with_the_evaluator() {
    let mut random = Random::new(31);
    for format in FloatFormat::ALL {
        for &op in FloatBinOp::ALL {
            let rounds = if op == FloatBinOp::Rem { 3 } else { 8 };
            for _ in 0..rounds {
                let mut terms = Terms::new();
                let width = format.bits();
                let (x, y) = (symbol(&mut terms, "x", width), symbol(&mut terms, "y", width));
                let rounding = random.pick(&Rounding::ALL);
                let result = terms.float_binary_rounded(op, format, rounding, x, y);
                let settled =
                    semantics::float_binary(&mut terms, NanRule::RiscV, op, format, &x, &y);
                let inputs =
                    [x, y].map(|x| (x, Bits::from_u128(width, interesting(&mut random, format))));
                for result in distinct(result, settled) {
                    let what = format!("{op:?} {}", format.name());
                    let answered = agrees(&mut terms, result, &inputs, &what);
                    assert!(answered || op == FloatBinOp::Rem);
                }
            }
        }
    }
}

#[test]
fn unary_and_fused_operators_agree_with_the_evaluator() {
    let mut random = Random::new(32);
    for format in FloatFormat::ALL {
        let width = format.bits();
        for &op in FloatUnOp::ALL {
            for _ in 0..8 {
                let mut terms = Terms::new();
                let x = symbol(&mut terms, "x", width);
                let rounding = random.pick(&Rounding::ALL);
                let result = terms.float_unary_rounded(op, format, rounding, x);
                let settled = semantics::float_unary(&mut terms, NanRule::RiscV, op, format, &x);
                let inputs = [(x, Bits::from_u128(width, interesting(&mut random, format)))];
                let what = format!("{op:?} {}", format.name());
                for result in distinct(result, settled) {
                    assert!(agrees(&mut terms, result, &inputs, &what));
                }
            }
        }
        for _ in 0..8 {
            let mut terms = Terms::new();
            let [x, y, z] = ["x", "y", "z"].map(|name| symbol(&mut terms, name, width));
            let rounding = random.pick(&Rounding::ALL);
            let result = terms.float_fma_rounded(format, rounding, x, y, z);
            let rule = NanRule::RiscV;
            let settled = semantics::float_mul_add(&mut terms, rule, format, true, &x, &y, &z);
            let inputs =
                [x, y, z].map(|x| (x, Bits::from_u128(width, interesting(&mut random, format))));
            for result in distinct(result, settled) {
                assert!(agrees(&mut terms, result, &inputs, &format!("fma {}", format.name())));
            }
        }
    }
}

#[test]
fn comparisons_agree_with_the_evaluator() {
    let mut random = Random::new(33);
    for format in FloatFormat::ALL {
        let width = format.bits();
        for &op in FloatCmpOp::ALL {
            for round in 0..6 {
                let mut terms = Terms::new();
                let (x, y) = (symbol(&mut terms, "x", width), symbol(&mut terms, "y", width));
                let result = terms.float_compare(op, format, x, y);
                let first = interesting(&mut random, format);
                let second = if round == 0 { first } else { interesting(&mut random, format) };
                let inputs = [(x, first), (y, second)].map(|(x, v)| (x, Bits::from_u128(width, v)));
                let what = format!("{op:?} {}", format.name());
                assert!(agrees(&mut terms, result, &inputs, &what));
            }
        }
    }
}

#[test]
fn conversions_agree_with_the_evaluator() {
    let mut random = Random::new(34);
    for from in FloatFormat::ALL {
        let mut casts: Vec<FloatCastOp> =
            FloatFormat::ALL.iter().map(|&to| FloatCastOp::Convert { from, to }).collect();
        for to in [1, 8, 16, 17, 32, 33, 64, 100, 128] {
            casts.push(FloatCastOp::ToUInt { from, to });
            casts.push(FloatCastOp::ToSInt { from, to });
            casts.push(FloatCastOp::ToUIntSat { from, to });
            casts.push(FloatCastOp::ToSIntSat { from, to });
        }
        for op in casts {
            for _ in 0..3 {
                let mut terms = Terms::new();
                let x = symbol(&mut terms, "x", from.bits());
                let rounding = random.pick(&Rounding::ALL);
                let result = terms.float_cast_rounded(op, rounding, x);
                let settled = semantics::float_cast(&mut terms, NanRule::RiscV, op, &x);
                let inputs = [(x, Bits::from_u128(from.bits(), interesting(&mut random, from)))];
                for result in distinct(result, settled) {
                    assert!(agrees(&mut terms, result, &inputs, &format!("{op:?}")));
                }
            }
        }
        for width in [1, 8, 32, 64, 100] {
            let ops = [
                FloatCastOp::FromUInt { from: width, to: from },
                FloatCastOp::FromSInt { from: width, to: from },
            ];
            for op in ops {
                let mut terms = Terms::new();
                let x = symbol(&mut terms, "x", width);
                let rounding = random.pick(&Rounding::ALL);
                let result = terms.float_cast_rounded(op, rounding, x);
                let words = [random.next(), random.next() >> random.below(64)];
                let value = Bits::new(width, &words[..width.div_ceil(64) as usize]);
                assert!(agrees(&mut terms, result, &[(x, value)], &format!("{op:?}")));
            }
        }
    }
}

#[test]
fn unknown_floats_are_found() {
    let mut terms = Terms::new();
    let single = FloatFormat::Single;
    let x = symbol(&mut terms, "x", 32);
    let mut backend = backend();
    let float = |terms: &mut Terms, value: f32| terms.constant(32, value.to_bits().into());
    // sqrt(x) = 1.5
    let root = terms.float_unary(FloatUnOp::Sqrt, single, x);
    let wanted = float(&mut terms, 1.5);
    let found = terms.eq(root, wanted);
    let Answer::Sat(model) = backend.check(&terms, &[found], Budget::conflicts(100_000)) else {
        panic!("2.25 has this root");
    };
    let id = terms.find_symbol("x").expect("declared above");
    assert_eq!(model.get(id, 32).low_u64() as u32, 2.25_f32.to_bits());
    // x + 1 = x: a large number, an infinity, or a NaN.
    let one = float(&mut terms, 1.0);
    let sum = terms.float_binary(FloatBinOp::Add, single, x, one);
    let same = terms.eq(sum, x);
    let small = float(&mut terms, 1000.0);
    let below = terms.float_compare(FloatCmpOp::Olt, single, x, small);
    let minus = float(&mut terms, -1000.0);
    let above = terms.float_compare(FloatCmpOp::Ogt, single, x, minus);
    assert!(decide(&mut backend, &terms, &[same]));
    assert!(!decide(&mut backend, &terms, &[same, below, above]));
    // A NaN compares unequal to itself.
    let unequal = terms.float_compare(FloatCmpOp::Une, single, x, x);
    assert!(decide(&mut backend, &terms, &[unequal, same]));
    assert!(!decide(&mut backend, &terms, &[unequal, below]));
}

/// Also in a format whose exponent is as long as its significand.
#[test]
fn unknown_floats_are_rounded_to_integers() {
    for format in [FloatFormat::Half, FloatFormat::BFloat] {
        let mut terms = Terms::new();
        let x = symbol(&mut terms, "x", 16);
        let (one, two) = match format {
            FloatFormat::Half => (0x3c00, 0x4000),
            _ => (0x3f80, 0x4000),
        };
        let (one, two) = (terms.constant(16, one), terms.constant(16, two));
        let up = terms.float_unary(FloatUnOp::Ceil, format, x);
        let down = terms.float_unary(FloatUnOp::Floor, format, x);
        let between = [terms.eq(up, two), terms.eq(down, one)];
        let one_and_half =
            terms.constant(16, if format == FloatFormat::Half { 0x3e00 } else { 0x3fc0 });
        let above = terms.float_compare(FloatCmpOp::Ogt, format, x, one_and_half);
        let near = terms.float_unary(FloatUnOp::Round, format, x);
        let other = terms.ne(near, two);
        let mut backend = backend();
        assert!(decide(&mut backend, &terms, &between));
        assert!(decide(&mut backend, &terms, &[between[0], between[1], above]));
        assert!(!decide(&mut backend, &terms, &[between[0], between[1], above, other]));
    }
}

/// Of one bit, an integer is 0 or -1.
#[test]
fn unknown_floats_become_integers_of_one_bit() {
    let mut terms = Terms::new();
    let half = FloatFormat::Half;
    let x = symbol(&mut terms, "x", 16);
    let bit = terms.float_cast(FloatCastOp::ToSIntSat { from: half, to: 1 }, x);
    let zero = terms.constant(16, 0);
    let positive = terms.float_compare(FloatCmpOp::Ogt, half, x, zero);
    let cleared = terms.not(bit);
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[bit]));
    assert!(decide(&mut backend, &terms, &[cleared]));
    assert!(!decide(&mut backend, &terms, &[bit, positive]));
}

/// The bits of NaNs are part of the result: the first operand that is one, made quiet.
#[test]
fn payloads_of_nans_are_kept() {
    let mut terms = Terms::new();
    let half = FloatFormat::Half;
    let (x, y) = (symbol(&mut terms, "x", 16), symbol(&mut terms, "y", 16));
    let sum = terms.float_binary(FloatBinOp::Add, half, x, y);
    let wanted = terms.constant(16, 0x7e2a);
    let found = terms.eq(sum, wanted);
    let signalling = terms.constant(16, 0x7c2a);
    let left = terms.eq(x, signalling);
    let right = terms.eq(y, signalling);
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[found, left]));
    assert!(decide(&mut backend, &terms, &[found, right]));
    let not_left = terms.float_compare(FloatCmpOp::Ord, half, x, x);
    let not_right = terms.float_compare(FloatCmpOp::Ord, half, y, y);
    assert!(!decide(&mut backend, &terms, &[found, not_left, not_right]));
    // inf - inf is the default NaN, which has no payload.
    let default = terms.constant(16, 0xfe00);
    let invalid = terms.eq(sum, default);
    assert!(decide(&mut backend, &terms, &[invalid, not_left, not_right]));
}

/// By RISC-V's rule no payload comes out of a computation, and each NaN is the same.
#[test]
fn computed_nans_are_canonical_on_risc_v() {
    let mut terms = Terms::new();
    let half = FloatFormat::Half;
    let (x, y) = (symbol(&mut terms, "x", 16), symbol(&mut terms, "y", 16));
    let sum = semantics::float_binary(&mut terms, NanRule::RiscV, FloatBinOp::Add, half, &x, &y);
    let is_nan = terms.float_compare(FloatCmpOp::Uno, half, sum, sum);
    let canonical = terms.constant(16, 0x7e00);
    let same = terms.eq(sum, canonical);
    let other = terms.ne(sum, canonical);
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[is_nan, same]));
    assert!(!decide(&mut backend, &terms, &[is_nan, other]));
}

/// Hard in its arithmetic, not in its search.
#[test]
fn budgets_stop_hard_floats() {
    let mut terms = Terms::new();
    let quad = FloatFormat::Quad;
    let [x, y, z] = ["x", "y", "z"].map(|name| symbol(&mut terms, name, 128));
    let product = terms.float_binary(FloatBinOp::Mul, quad, x, y);
    let quotient = terms.float_binary(FloatBinOp::Div, quad, product, z);
    let again = terms.float_binary(FloatBinOp::Mul, quad, quotient, z);
    let differs = terms.ne(again, product);
    let same = terms.eq(quotient, x);
    let start = Instant::now();
    let budget = Budget { conflicts: 200, deadline: Some(start + Duration::from_secs(5)) };
    let answer = backend().check(&terms, &[differs, same], budget);
    assert!(!answer.is_unsat(), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(60));
}
