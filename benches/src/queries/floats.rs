//! Random floating-point conditions: all operators, all formats, all rounding modes.
//!
//! Circuits of large formats are slow to search, so their inputs are given mostly: then only the
//! translation and the constants of the solvers are compared with the evaluator.

use super::scene::Scene;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};
use dunlin_term::TermId;

/// Zeros, the least and greatest, infinities, NaNs, small numbers, anything.
fn value(scene: &mut Scene, format: FloatFormat) -> Bits {
    let (exponent_bits, significand_bits) = format.parts();
    let fraction_bits = significand_bits - 1;
    let random = &mut scene.random;
    let explicit = format == FloatFormat::X87;
    let greatest = (1_u128 << exponent_bits) - 1;
    let bias = greatest >> 1;
    let anything = u128::from(random.bits()) << 64 | u128::from(random.bits());
    let fraction_mask = (1_u128 << fraction_bits) - 1;
    let fraction = match random.below(5) {
        0 => 0,
        1 => 1,
        2 => 1 << (fraction_bits - 1),
        3 => fraction_mask,
        _ => anything & fraction_mask,
    };
    let exponent = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => greatest,
        3 => greatest - 1,
        4 => bias + u128::from(random.below(14)),
        _ => bias + u128::from(random.below(8)) - 4,
    };
    // Sometimes an integer bit that x87 hardware rejects.
    let integer = explicit && ((exponent != 0) != random.percent(10));
    let position = fraction_bits + u32::from(explicit);
    let sign = u128::from(random.bits() & 1) << (position + exponent_bits);
    let bits = sign | exponent << position | u128::from(integer) << fraction_bits | fraction;
    Bits::from_u128(format.bits(), bits)
}

/// Two inputs of every format.
pub fn inputs(scene: &mut Scene) {
    for format in FloatFormat::ALL {
        for _ in 0..2 {
            let value = value(scene, format);
            scene.symbol_with(&value);
        }
    }
    let value = scene.value(12);
    scene.symbol_with(&value);
}

/// The inputs of a format, as [`inputs`] makes them.
fn inputs_of(scene: &Scene, format: FloatFormat) -> [TermId; 2] {
    let place = FloatFormat::ALL.iter().position(|&other| other == format).unwrap_or(0);
    [scene.inputs()[2 * place], scene.inputs()[2 * place + 1]]
}

/// Some conditions about floats. They start with equations for inputs where a search is too slow.
pub fn conditions(scene: &mut Scene) -> Vec<TermId> {
    let format = match scene.random.below(100) {
        0..40 => FloatFormat::Half,
        40..64 => FloatFormat::BFloat,
        64..82 => FloatFormat::Single,
        82..90 => FloatFormat::Double,
        90..95 => FloatFormat::X87,
        _ => FloatFormat::Quad,
    };
    let [x, y] = inputs_of(scene, format);
    let mut known = vec![x, y];
    // Large formats always have known inputs, others often.
    let mut slow = format.bits() > 32 || scene.random.percent(40);
    let mut conditions = Vec::new();
    for _ in 0..scene.random.between(1, 2) {
        let (term, hard) = operation(scene, format, &known);
        slow |= hard;
        if scene.terms.width(term) == format.bits() {
            known.push(term);
        }
        conditions.push(condition(scene, format, term, &known));
    }
    if slow {
        let given = [x, y].map(|input| {
            let value = scene.value_of(input);
            scene.terms.eq(input, value)
        });
        conditions.splice(0..0, given);
    }
    conditions
}

fn operand(scene: &mut Scene, format: FloatFormat, known: &[TermId]) -> TermId {
    if scene.random.percent(30) {
        let value = value(scene, format);
        return scene.terms.constant_bits(&value);
    }
    scene.random.pick(known)
}

/// A random operation, and whether a search through it is slow.
fn operation(scene: &mut Scene, format: FloatFormat, known: &[TermId]) -> (TermId, bool) {
    let x = operand(scene, format, known);
    let y = operand(scene, format, known);
    let rounding = scene.random.pick(&Rounding::ALL);
    let large = format.bits() > 16;
    match scene.random.below(10) {
        0..4 => {
            let op = scene.random.pick(FloatBinOp::ALL);
            let slow = match op {
                FloatBinOp::Rem | FloatBinOp::Div => true,
                FloatBinOp::Mul => large,
                _ => false,
            };
            (scene.terms.float_binary_rounded(op, format, rounding, x, y), slow)
        }
        4 | 5 => {
            let op = scene.random.pick(FloatUnOp::ALL);
            let slow = op == FloatUnOp::Sqrt && large;
            (scene.terms.float_unary_rounded(op, format, rounding, x), slow)
        }
        6 => {
            let z = operand(scene, format, known);
            (scene.terms.float_fma_rounded(format, rounding, x, y, z), true)
        }
        7 => {
            let to = scene.random.pick(&FloatFormat::ALL);
            let op = FloatCastOp::Convert { from: format, to };
            (scene.terms.float_cast_rounded(op, rounding, x), to.bits() > 32)
        }
        8 => {
            let to = scene.random.pick(&[1, 7, 8, 16, 17, 32, 64, 100]);
            let op = scene.random.pick(&[
                FloatCastOp::ToUInt { from: format, to },
                FloatCastOp::ToSInt { from: format, to },
                FloatCastOp::ToUIntSat { from: format, to },
                FloatCastOp::ToSIntSat { from: format, to },
            ]);
            (scene.terms.float_cast(op, x), large)
        }
        _ => {
            let from = scene.random.pick(&[1, 8, 12, 16, 24]);
            let integer = scene.fit(from);
            let op = scene.random.pick(&[
                FloatCastOp::FromUInt { from, to: format },
                FloatCastOp::FromSInt { from, to: format },
            ]);
            (scene.terms.float_cast_rounded(op, rounding, integer), large)
        }
    }
}

fn condition(scene: &mut Scene, format: FloatFormat, term: TermId, known: &[TermId]) -> TermId {
    if scene.terms.width(term) != format.bits() || scene.random.percent(30) {
        let value = scene.value_of(term);
        return if scene.random.percent(70) {
            scene.terms.eq(term, value)
        } else {
            scene.terms.ult(term, value)
        };
    }
    let other = operand(scene, format, known);
    let op = scene.random.pick(FloatCmpOp::ALL);
    scene.terms.float_compare(op, format, term, other)
}
