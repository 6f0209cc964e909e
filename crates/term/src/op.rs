//! The operators that nodes carry, and sorts.
//!
//! Only canonical operators exist: there is no subtraction (a sum with coefficient -1), no
//! `bvugt` (an [`Op::Ult`] the other way round), no zero extension (a concatenation with zero). The
//! builder has methods for all of SMT-LIB's operators and composes them of these.

use serde::{Deserialize, Serialize};

/// The sort of a term. Truth values are bit-vectors of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub enum Sort {
    BitVec(u32),
    /// Widths of index and element.
    Array {
        index: u32,
        element: u32,
    },
}

/// The operator of a node. What the fields of the node mean is said per operator: children first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[repr(u8)]
pub enum Op {
    /// Not a term: a recycled node.
    Dead,
    /// At most 64 bits, in the node.
    Const,
    /// More than 64 bits, in a side arena.
    WideConst,
    /// An array of constants with a default.
    Table,
    /// A bit-vector or array variable.
    Symbol,
    /// The base address of an object.
    Base,
    /// A bound variable, by its de Bruijn index.
    Bound,

    Not,
    And,
    Or,
    Xor,
    /// A constant is the second operand, the rest is a chain with the youngest addend first.
    Add,
    /// A constant is the second operand.
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,

    /// Of two bit-vectors or two arrays.
    Eq,
    Ult,
    Slt,
    /// Of bit-vectors or arrays.
    Ite,
    /// High part, low part; nested to the right.
    Concat,
    /// The bits from a position (field b) upwards.
    Extract,
    SExt,

    Select,
    Store,
    /// An array with one term everywhere.
    ConstArray,

    FloatBinary,
    FloatUnary,
    FloatCompare,
    FloatFma,
    FloatCast,

    /// From, to (exclusive), body with one more bound variable.
    Forall,
}

impl Op {
    /// How many of the fields a, b and c are terms.
    #[inline]
    pub fn arity(self) -> usize {
        match self {
            Op::Dead
            | Op::Const
            | Op::WideConst
            | Op::Table
            | Op::Symbol
            | Op::Base
            | Op::Bound => 0,
            Op::Not | Op::Extract | Op::SExt | Op::ConstArray | Op::FloatUnary | Op::FloatCast => 1,
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
            | Op::Slt
            | Op::Concat
            | Op::Select
            | Op::FloatBinary
            | Op::FloatCompare => 2,
            Op::Ite | Op::Store | Op::FloatFma | Op::Forall => 3,
        }
    }

    /// Whether the order of the two operands does not matter.
    pub fn is_commutative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq)
    }

    /// Whether nested applications may also be regrouped.
    pub fn is_associative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul)
    }

    /// Whether SMT-LIB's operator gives a truth value, where the result has width 1.
    pub fn makes_truth(self) -> bool {
        matches!(
            self,
            Op::Eq
                | Op::Ult
                | Op::Slt
                | Op::Forall
                | Op::FloatCompare
                | Op::Not
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Ite
        )
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(
            self,
            Op::FloatBinary | Op::FloatUnary | Op::FloatCompare | Op::FloatFma | Op::FloatCast
        )
    }
}
