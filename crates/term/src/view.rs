//! Looking at terms: children and a typed view.

use crate::arena::Terms;
use crate::ids::{BaseId, SymbolId, TermId};
use crate::node::Node;
use crate::op::Op;
use crate::table::Table;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};

/// The children of a term, in order.
#[derive(Clone, Copy)]
pub struct Children {
    fields: [u32; 3],
    next: u8,
    end: u8,
}

impl Children {
    #[inline]
    pub(crate) fn of(node: &Node) -> Children {
        Children { fields: node.fields(), next: 0, end: node.op.arity() as u8 }
    }
}

impl Iterator for Children {
    type Item = TermId;

    #[inline]
    fn next(&mut self) -> Option<TermId> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(TermId::new(self.fields[usize::from(self.next) - 1]))
    }
}

/// A term as an enum. Operators that do not occur (see [`Op`]) have no variant.
#[derive(Clone, PartialEq, Debug)]
pub enum View<'a> {
    /// At most 64 bits.
    Const(u64),
    WideConst(&'a Bits),
    Table(&'a Table),
    Symbol(SymbolId),
    Base(BaseId),
    Bound(u32),
    Not(TermId),
    /// Any operator with two bit-vectors as operands and no parameters.
    Binary(Op, TermId, TermId),
    Ite(TermId, TermId, TermId),
    Concat(TermId, TermId),
    /// The operand and the lowest bit; the width is that of the term.
    Extract(TermId, u32),
    SExt(TermId),
    Select(TermId, TermId),
    Store(TermId, TermId, TermId),
    ConstArray(TermId),
    /// The mode is that in which the operator rounds, here and below: of one that is exact
    /// [`Rounding::NearestEven`].
    FloatBinary(FloatBinOp, FloatFormat, Rounding, TermId, TermId),
    /// The operators that round to integers have the mode that their name says.
    FloatUnary(FloatUnOp, FloatFormat, Rounding, TermId),
    FloatCompare(FloatCmpOp, FloatFormat, TermId, TermId),
    FloatFma(FloatFormat, Rounding, TermId, TermId, TermId),
    /// Conversions to integers have [`Rounding::TowardZero`].
    FloatCast(FloatCastOp, Rounding, TermId),
    Forall {
        from: TermId,
        to: TermId,
        body: TermId,
    },
}

impl Terms {
    pub fn view(&self, term: TermId) -> View<'_> {
        let node = self.node(term);
        let (a, b, c) = (|| TermId::new(node.a), || TermId::new(node.b), || TermId::new(node.c));
        match node.op {
            Op::Dead => panic!("{term} was recycled"),
            Op::Const => View::Const(node.value()),
            Op::WideConst => View::WideConst(self.wide.get(node.a)),
            Op::Table => View::Table(self.tables.get(node.a)),
            Op::Symbol => View::Symbol(SymbolId(node.a)),
            Op::Base => View::Base(BaseId(node.a)),
            Op::Bound => View::Bound(node.a),
            Op::Not => View::Not(a()),
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::URem
            | Op::SDiv
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Eq
            | Op::Ult
            | Op::Slt => View::Binary(node.op, a(), b()),
            Op::Ite => View::Ite(a(), b(), c()),
            Op::Concat => View::Concat(a(), b()),
            Op::Extract => View::Extract(a(), node.b),
            Op::SExt => View::SExt(a()),
            Op::Select => View::Select(a(), b()),
            Op::Store => View::Store(a(), b(), c()),
            Op::ConstArray => View::ConstArray(a()),
            Op::FloatBinary => {
                let op = node.float_binary_op();
                View::FloatBinary(op, node.float_format(), node.float_rounding(), a(), b())
            }
            Op::FloatUnary => {
                let op = node.float_unary_op();
                let rounding = node.float_rounding().of_unary(op);
                View::FloatUnary(op, node.float_format(), rounding, a())
            }
            Op::FloatCompare => {
                View::FloatCompare(node.float_compare_op(), node.float_format(), a(), b())
            }
            Op::FloatFma => {
                View::FloatFma(node.float_format(), node.float_rounding(), a(), b(), c())
            }
            Op::FloatCast => {
                let op = node.float_cast_op(self.width(a()));
                View::FloatCast(op, node.float_rounding().of_cast(op), a())
            }
            Op::Forall => View::Forall { from: a(), to: b(), body: c() },
        }
    }

    /// The value, if the term is a constant.
    pub fn as_bits(&self, term: TermId) -> Option<Bits> {
        let node = self.node(term);
        match node.op {
            Op::Const => Some(Bits::from_u64(node.width, node.value())),
            Op::WideConst => Some(self.wide.get(node.a).clone()),
            _ => None,
        }
    }

    /// The value, if the term is a constant of at most 64 bits.
    #[inline]
    pub fn as_u64(&self, term: TermId) -> Option<u64> {
        let node = self.node(term);
        (node.op == Op::Const).then(|| node.value())
    }

    #[inline]
    pub fn is_const(&self, term: TermId) -> bool {
        matches!(self.op(term), Op::Const | Op::WideConst)
    }

    /// The narrower term, if the term is a zero extension.
    pub fn as_zext(&self, term: TermId) -> Option<TermId> {
        let node = self.node(term);
        let zero = node.op == Op::Concat && {
            let high = self.raw_node(node.a);
            matches!(high.op, Op::Const) && high.value() == 0
                || high.op == Op::WideConst && self.wide.get(high.a).is_zero()
        };
        zero.then(|| TermId::new(node.b))
    }

    /// The term without a constant addend, and that addend; for widths of at most 64.
    #[inline]
    pub fn split_offset(&self, term: TermId) -> (TermId, u64) {
        let node = self.node(term);
        if node.op == Op::Add {
            let second = self.raw_node(node.b);
            if second.op == Op::Const {
                return (TermId::new(node.a), second.value());
            }
        }
        (term, 0)
    }
}
