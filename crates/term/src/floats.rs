//! How float operators are packed into a node: the operator in byte p, the format in byte q.
//!
//! A conversion keeps the float format of its integer side's partner in q; the second format of a
//! conversion between formats is field b; integer widths are those of operand and result. Above the
//! format, byte q holds the rounding mode of operators that have a choice: [`Rounding::NearestEven`],
//! which is 0, for all others, so that equal terms have equal nodes.

use crate::node::Node;
use crate::op::Op;
use dunlin_ir::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};

const BINARY: &[FloatBinOp] = FloatBinOp::ALL;

const UNARY: &[FloatUnOp] = FloatUnOp::ALL;

const COMPARE: &[FloatCmpOp] = FloatCmpOp::ALL;

fn position<T: PartialEq>(all: &[T], wanted: T) -> u8 {
    all.iter().position(|known| *known == wanted).expect("every operator is listed") as u8
}

fn format_number(format: FloatFormat) -> u8 {
    position(&FloatFormat::ALL, format)
}

/// Where the rounding mode begins in byte q.
const ROUNDING_SHIFT: u32 = 4;

fn format_and_rounding(format: FloatFormat, rounding: Rounding) -> u8 {
    format_number(format) | position(&Rounding::ALL, rounding) << ROUNDING_SHIFT
}

impl Node {
    pub fn float_binary(
        op: FloatBinOp,
        format: FloatFormat,
        rounding: Rounding,
        x: u32,
        y: u32,
    ) -> Node {
        let node = Node::new(Op::FloatBinary, format.bits(), x, y, 0);
        let q = format_and_rounding(format, rounding.of_binary(op));
        Node { p: position(BINARY, op), q, ..node }
    }

    pub fn float_unary(op: FloatUnOp, format: FloatFormat, rounding: Rounding, x: u32) -> Node {
        let node = Node::new(Op::FloatUnary, format.bits(), x, 0, 0);
        let chosen = if op == FloatUnOp::Sqrt { rounding } else { Rounding::NearestEven };
        Node { p: position(UNARY, op), q: format_and_rounding(format, chosen), ..node }
    }

    pub fn float_compare(op: FloatCmpOp, format: FloatFormat, x: u32, y: u32) -> Node {
        let node = Node::new(Op::FloatCompare, 1, x, y, 0);
        Node { p: position(COMPARE, op), q: format_number(format), ..node }
    }

    pub fn float_fma(format: FloatFormat, rounding: Rounding, x: u32, y: u32, z: u32) -> Node {
        let q = format_and_rounding(format, rounding);
        Node { q, ..Node::new(Op::FloatFma, format.bits(), x, y, z) }
    }

    pub fn float_cast(op: FloatCastOp, rounding: Rounding, x: u32) -> Node {
        let (kind, format, second) = match op {
            FloatCastOp::Convert { from, to } => (0, from, format_number(to)),
            FloatCastOp::ToUInt { from, .. } => (1, from, 0),
            FloatCastOp::ToSInt { from, .. } => (2, from, 0),
            FloatCastOp::ToUIntSat { from, .. } => (3, from, 0),
            FloatCastOp::ToSIntSat { from, .. } => (4, from, 0),
            FloatCastOp::FromUInt { to, .. } => (5, to, 0),
            FloatCastOp::FromSInt { to, .. } => (6, to, 0),
        };
        let width = dunlin_ir::float::cast_widths(op).1;
        let node = Node::new(Op::FloatCast, width, x, second.into(), 0);
        // Kinds 1 to 4 truncate.
        let chosen =
            if (1..=4).contains(&kind) { Rounding::NearestEven } else { rounding.of_cast(op) };
        Node { p: kind, q: format_and_rounding(format, chosen), ..node }
    }

    pub fn float_format(&self) -> FloatFormat {
        FloatFormat::ALL[usize::from(self.q & ((1 << ROUNDING_SHIFT) - 1))]
    }

    /// The mode that was chosen, if the operator leaves a choice.
    pub fn float_rounding(&self) -> Rounding {
        Rounding::ALL[usize::from(self.q >> ROUNDING_SHIFT)]
    }

    /// Whether a mode other than [`Rounding::NearestEven`] was chosen.
    pub fn is_float_directed(&self) -> bool {
        self.q >> ROUNDING_SHIFT != 0
    }

    pub fn float_binary_op(&self) -> FloatBinOp {
        BINARY[usize::from(self.p)]
    }

    pub fn float_unary_op(&self) -> FloatUnOp {
        UNARY[usize::from(self.p)]
    }

    pub fn float_compare_op(&self) -> FloatCmpOp {
        COMPARE[usize::from(self.p)]
    }

    pub fn float_cast_op(&self, operand_width: u32) -> FloatCastOp {
        let format = self.float_format();
        match self.p {
            0 => FloatCastOp::Convert { from: format, to: FloatFormat::ALL[self.b as usize] },
            1 => FloatCastOp::ToUInt { from: format, to: self.width },
            2 => FloatCastOp::ToSInt { from: format, to: self.width },
            3 => FloatCastOp::ToUIntSat { from: format, to: self.width },
            4 => FloatCastOp::ToSIntSat { from: format, to: self.width },
            5 => FloatCastOp::FromUInt { from: operand_width, to: format },
            _ => FloatCastOp::FromSInt { from: operand_width, to: format },
        }
    }
}
