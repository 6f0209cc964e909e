//! Floating-point operators. They take and return bit patterns; `dunlin_ir::float` says what they
//! compute, NaN bits included. Operations on the sign alone are bit operations there, too.
//!
//! Operators round to nearest, ties to even, as instructions do, unless a rounding mode is given. A
//! mode that makes no difference (of an exact operator, of one that rounds to an integer, of a
//! conversion to an integer, which truncates) makes no different term.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use dunlin_ir::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};

impl Terms {
    pub fn float_binary(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        x: TermId,
        y: TermId,
    ) -> TermId {
        self.float_binary_rounded(op, format, Rounding::NearestEven, x, y)
    }

    pub fn float_binary_rounded(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        rounding: Rounding,
        x: TermId,
        y: TermId,
    ) -> TermId {
        debug_assert!(self.width(x) == format.bits() && self.width(y) == format.bits());
        self.float_node(Node::float_binary(op, format, rounding, x.raw(), y.raw()))
    }

    pub fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: TermId) -> TermId {
        self.float_unary_rounded(op, format, Rounding::NearestEven, x)
    }

    /// Only a square root leaves a choice.
    pub fn float_unary_rounded(
        &mut self,
        op: FloatUnOp,
        format: FloatFormat,
        rounding: Rounding,
        x: TermId,
    ) -> TermId {
        debug_assert_eq!(self.width(x), format.bits());
        self.float_node(Node::float_unary(op, format, rounding, x.raw()))
    }

    /// A truth value.
    pub fn float_compare(
        &mut self,
        op: FloatCmpOp,
        format: FloatFormat,
        x: TermId,
        y: TermId,
    ) -> TermId {
        debug_assert!(self.width(x) == format.bits() && self.width(y) == format.bits());
        self.float_node(Node::float_compare(op, format, x.raw(), y.raw()))
    }

    /// `x * y + z`, rounded once.
    pub fn float_fma(&mut self, format: FloatFormat, x: TermId, y: TermId, z: TermId) -> TermId {
        self.float_fma_rounded(format, Rounding::NearestEven, x, y, z)
    }

    pub fn float_fma_rounded(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        x: TermId,
        y: TermId,
        z: TermId,
    ) -> TermId {
        debug_assert_eq!(self.width(x), format.bits());
        self.float_node(Node::float_fma(format, rounding, x.raw(), y.raw(), z.raw()))
    }

    pub fn float_cast(&mut self, op: FloatCastOp, x: TermId) -> TermId {
        self.float_cast_rounded(op, Rounding::NearestEven, x)
    }

    /// Conversions to integers truncate in every mode.
    pub fn float_cast_rounded(&mut self, op: FloatCastOp, rounding: Rounding, x: TermId) -> TermId {
        debug_assert_eq!(self.width(x), dunlin_ir::float::cast_widths(op).0);
        self.float_node(Node::float_cast(op, rounding, x.raw()))
    }

    fn float_node(&mut self, node: Node) -> TermId {
        match self.fold(&node) {
            Some(folded) => folded,
            None => self.intern(node),
        }
    }
}
