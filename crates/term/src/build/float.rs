//! Floating-point operators. They take and return bit patterns; `dunlin_ir::float` says what they
//! compute, NaN bits included. Operations on the sign alone are bit operations there, too.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use dunlin_ir::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};

impl Terms {
    pub fn float_binary(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        x: TermId,
        y: TermId,
    ) -> TermId {
        debug_assert!(self.width(x) == format.bits() && self.width(y) == format.bits());
        self.float_node(Node::float_binary(op, format, x.raw(), y.raw()))
    }

    pub fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: TermId) -> TermId {
        debug_assert_eq!(self.width(x), format.bits());
        self.float_node(Node::float_unary(op, format, x.raw()))
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
        debug_assert_eq!(self.width(x), format.bits());
        self.float_node(Node::float_fma(format, x.raw(), y.raw(), z.raw()))
    }

    pub fn float_cast(&mut self, op: FloatCastOp, x: TermId) -> TermId {
        debug_assert_eq!(self.width(x), dunlin_ir::float::cast_widths(op).0);
        self.float_node(Node::float_cast(op, x.raw()))
    }

    fn float_node(&mut self, node: Node) -> TermId {
        match self.fold(&node) {
            Some(folded) => folded,
            None => self.intern(node),
        }
    }
}
