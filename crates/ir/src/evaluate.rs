//! A whole pure instruction over an algebra: [`crate::semantics`] chosen by instruction kind.

use crate::algebra::Algebra;
use crate::inst::InstKind;
use crate::semantics::{self, address};
use crate::target::Target;

/// The result of a pure instruction, given its operands' values in the order of
/// [`InstKind::for_each_operand`]. `None` for instructions that read or write more than their
/// operands. A pointer is its address here, and a value has no undefined bits any more.
pub fn evaluate<A: Algebra>(
    algebra: &mut A,
    kind: &InstKind,
    target: &Target,
    values: &[A::Value],
) -> Option<A::Value> {
    let a = algebra;
    Some(match kind {
        InstKind::Binary { op, width, .. } => {
            semantics::binary(a, *op, *width, &values[0], &values[1])
        }
        InstKind::Unary { op, width, .. } => semantics::unary(a, *op, *width, &values[0]),
        InstKind::Compare { op, ty, .. } => {
            semantics::compare(a, *op, ty.bits(target), &values[0], &values[1])
        }
        InstKind::Overflow { op, width, .. } => {
            semantics::overflow(a, *op, *width, &values[0], &values[1])
        }
        InstKind::Cast { op, from, to, .. } => {
            semantics::cast(a, *op, from.bits(target), to.bits(target), &values[0])
        }
        InstKind::Select { ty, .. } => {
            semantics::select(a, ty.bits(target), &values[0], &values[1], &values[2])
        }
        InstKind::FunnelShift { left, width, .. } => {
            semantics::funnel_shift(a, *left, *width, &values[0], &values[1], &values[2])
        }
        InstKind::FloatBinary { op, format, .. } => {
            semantics::float_binary(a, target.nan_rule(), *op, *format, &values[0], &values[1])
        }
        InstKind::FloatUnary { op, format, .. } => {
            semantics::float_unary(a, target.nan_rule(), *op, *format, &values[0])
        }
        InstKind::FloatCompare { op, format, .. } => {
            semantics::float_compare(a, *op, *format, &values[0], &values[1])
        }
        InstKind::FloatMulAdd { format, fused, .. } => {
            let rule = target.nan_rule();
            semantics::float_mul_add(a, rule, *format, *fused, &values[0], &values[1], &values[2])
        }
        InstKind::FloatCast { op, .. } => {
            semantics::float_cast(a, target.nan_rule(), *op, &values[0])
        }
        InstKind::PtrAdd { disp, indices, .. } => {
            let scales = indices.iter().map(|scaled| scaled.scale);
            let indices = values[1..].iter().zip(scales);
            address::address(a, target.pointer_bits, &values[0], indices, *disp)
        }
        InstKind::Freeze { .. } => values[0].clone(),
        _ => return None,
    })
}

/// The widths of the operands of a pure instruction and of its result; `None` as above.
pub fn widths(kind: &InstKind, target: &Target) -> Option<(Vec<u32>, u32)> {
    Some(match kind {
        InstKind::Binary { width, .. } => (vec![*width; 2], *width),
        InstKind::Unary { width, .. } => (vec![*width], *width),
        InstKind::Compare { ty, .. } => (vec![ty.bits(target); 2], 1),
        InstKind::Overflow { width, .. } => (vec![*width; 2], 1),
        InstKind::Cast { from, to, .. } => (vec![from.bits(target)], to.bits(target)),
        InstKind::Select { ty, .. } => {
            let width = ty.bits(target);
            (vec![1, width, width], width)
        }
        InstKind::FunnelShift { width, .. } => (vec![*width; 3], *width),
        InstKind::FloatBinary { format, .. } => (vec![format.bits(); 2], format.bits()),
        InstKind::FloatUnary { format, .. } => (vec![format.bits()], format.bits()),
        InstKind::FloatCompare { format, .. } => (vec![format.bits(); 2], 1),
        InstKind::FloatMulAdd { format, .. } => (vec![format.bits(); 3], format.bits()),
        InstKind::FloatCast { op, .. } => {
            let (from, to) = crate::float::cast_widths(*op);
            (vec![from], to)
        }
        InstKind::PtrAdd { indices, .. } => {
            (vec![target.pointer_bits; 1 + indices.len()], target.pointer_bits)
        }
        InstKind::Freeze { ty, .. } => (vec![ty.bits(target)], ty.bits(target)),
        _ => return None,
    })
}
