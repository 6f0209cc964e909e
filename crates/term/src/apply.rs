//! What an operator computes from constants: for folding and for evaluation.
//!
//! Both are `dunlin_ir`'s algebras of concrete values, so that terms mean what instructions mean.

use crate::node::Node;
use crate::op::Op;
use dunlin_ir::Bits;
use dunlin_ir::algebra::Algebra;
use dunlin_ir::float;
use dunlin_ir::small::Small;
use dunlin_ir::wide::Wide;

/// An algebra of concrete values, which also rounds in other modes than instructions do.
trait Concrete: Algebra {
    /// The float operator of `node` in the mode of `node`.
    fn rounded(&mut self, node: &Node, widths: [u32; 2], x: [&Self::Value; 3]) -> Self::Value;
}

impl Concrete for Small {
    #[cold]
    fn rounded(&mut self, node: &Node, widths: [u32; 2], x: [&u64; 3]) -> u64 {
        rounded(node, widths, x.map(|&value| Bits::from_u64(64, value))).low_u64()
    }
}

impl Concrete for Wide {
    fn rounded(&mut self, node: &Node, widths: [u32; 2], x: [&Bits; 3]) -> Bits {
        rounded(node, widths, x.map(Bits::clone))
    }
}

/// Operands may be wider than the operator wants.
fn rounded(node: &Node, widths: [u32; 2], x: [Bits; 3]) -> Bits {
    let rounding = node.float_rounding();
    if node.op == Op::FloatCast {
        let [x, ..] = x;
        let operand = if x.width() == widths[0] { x } else { Bits::new(widths[0], x.words()) };
        return float::cast_rounded(node.float_cast_op(widths[0]), rounding, &operand);
    }
    let format = node.float_format();
    let [x, y, z] = x.map(|bits| bits.low_u128());
    let result = match node.op {
        Op::FloatBinary => float::binary_rounded(node.float_binary_op(), format, rounding, x, y),
        Op::FloatUnary => float::unary_rounded(node.float_unary_op(), format, rounding, x),
        _ => float::fused_mul_add_rounded(format, rounding, x, y, z),
    };
    Bits::from_u128(node.width, result)
}

/// Applies the operator of `node` over an algebra. `widths` are those of the children.
#[inline(always)]
fn apply<A: Concrete>(a: &mut A, node: &Node, widths: [u32; 2], x: [&A::Value; 3]) -> A::Value {
    let width = node.width;
    let [x, y, z] = x;
    match node.op {
        Op::Not => a.not(width, x),
        Op::And => a.and(width, x, y),
        Op::Or => a.or(width, x, y),
        Op::Xor => a.xor(width, x, y),
        Op::Add => a.add(width, x, y),
        Op::Mul => a.mul(width, x, y),
        Op::UDiv => a.udiv(width, x, y),
        Op::URem => a.urem(width, x, y),
        Op::SDiv => a.sdiv(width, x, y),
        Op::SRem => a.srem(width, x, y),
        Op::Shl => a.shl(width, x, y),
        Op::LShr => a.lshr(width, x, y),
        Op::AShr => a.ashr(width, x, y),
        Op::Eq => a.eq(widths[0], x, y),
        Op::Ult => a.ult(widths[0], x, y),
        Op::Slt => a.slt(widths[0], x, y),
        Op::Ite => a.ite(width, x, y, z),
        Op::Concat => a.concat(widths[0], x, widths[1], y),
        Op::Extract => a.extract(widths[0], node.b + width - 1, node.b, x),
        Op::SExt => a.sext(widths[0], width, x),
        Op::FloatBinary | Op::FloatUnary | Op::FloatFma | Op::FloatCast
            if node.is_float_directed() =>
        {
            a.rounded(node, widths, [x, y, z])
        }
        Op::FloatBinary => a.float_binary(node.float_binary_op(), node.float_format(), x, y),
        Op::FloatUnary => a.float_unary(node.float_unary_op(), node.float_format(), x),
        Op::FloatCompare => a.float_compare(node.float_compare_op(), node.float_format(), x, y),
        Op::FloatFma => a.float_fused_mul_add(node.float_format(), x, y, z),
        Op::FloatCast => a.float_cast(node.float_cast_op(widths[0]), x),
        Op::Dead
        | Op::Const
        | Op::WideConst
        | Op::Table
        | Op::Symbol
        | Op::Base
        | Op::Bound
        | Op::Select
        | Op::Store
        | Op::ConstArray
        | Op::Forall => unreachable!("{:?} is not a function of bit-vectors", node.op),
    }
}

/// Operands and result have at most 64 bits.
#[inline]
pub(crate) fn apply_small(node: &Node, widths: [u32; 2], x: [u64; 3]) -> u64 {
    apply(&mut Small, node, widths, [&x[0], &x[1], &x[2]])
}

/// Operands beyond the arity are ignored.
pub(crate) fn apply_wide(node: &Node, widths: [u32; 2], x: [&Bits; 3]) -> Bits {
    apply(&mut Wide, node, widths, x)
}
