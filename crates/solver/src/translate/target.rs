//! What a foreign SMT library must offer.

use crate::backend::Reason;
use dunlin_ir::{Bits, FloatFormat, Rounding};
use dunlin_term::{BaseId, Sort, SymbolId, TermId};
use std::fmt;

/// An expression, or why there is none: the library failed or does not know the operator.
pub type Built<T> = Result<<T as Target>::Expr, Reason>;

/// A sort of floats: `(_ FloatingPoint exponent significand)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatSort {
    pub exponent: u32,
    /// The hidden bit included.
    pub significand: u32,
}

impl FloatSort {
    pub fn of(format: FloatFormat) -> FloatSort {
        let (exponent, significand) = format.parts();
        FloatSort { exponent, significand }
    }

    /// How many bits the encoding has. There is no explicit integer bit, so that the one of the x87
    /// format is a bit shorter than ours.
    pub fn bits(self) -> u32 {
        self.exponent + self.significand
    }
}

/// What a symbol or variable stands for. Different names are different symbols; their `Display` is
/// unique among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Name {
    Symbol(SymbolId),
    /// The open bits of the address of a base.
    Base(BaseId),
    /// The encoding of the float that a term computes.
    Float(TermId),
    /// The variable of a quantifier.
    Bound(u32),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Symbol(id) => write!(f, "{id}"),
            Name::Base(id) => write!(f, "{id}"),
            Name::Float(term) => write!(f, "f{}", term.index()),
            Name::Bound(number) => write!(f, "i{number}"),
        }
    }
}

/// The operators of SMT-LIB that terms are composed of.
///
/// `Truth` operands and results are of the sort of truth values, never bit-vectors of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// Of truth values.
    Not,
    And,
    Or,
    Xor,
    /// Of two operands of any one sort. Floats are equal if they are identical, NaNs included.
    Equal,
    /// A truth value and two operands of one sort.
    Ite,

    BitNot,
    BitAnd,
    BitOr,
    BitXor,
    Add,
    Mul,
    UnsignedDiv,
    UnsignedRem,
    SignedDiv,
    SignedRem,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    UnsignedLess,
    SignedLess,
    /// High part, low part.
    Concat,
    Extract {
        high: u32,
        low: u32,
    },
    /// By so many bits.
    ZeroExtend(u32),
    SignExtend(u32),

    /// Array, index.
    Select,
    /// Array, index, element.
    Store,

    /// The float that a bit-vector of [`FloatSort::bits`] encodes.
    FloatOfBits(FloatSort),
    FloatOfFloat(FloatSort, Rounding),
    FloatOfSigned(FloatSort, Rounding),
    FloatOfUnsigned(FloatSort, Rounding),
    /// To a bit-vector of this width; any value where it does not fit.
    FloatToSigned(u32, Rounding),
    FloatIsNan,
    FloatIsInfinite,
    FloatIsZero,
    FloatIsNegative,
    FloatIsPositive,
    /// IEEE 754: zeros are equal, a NaN is not equal to itself.
    FloatEqual,
    FloatLess,
    FloatLessOrEqual,
    FloatNeg,
    FloatAbs,
    FloatAdd(Rounding),
    FloatSub(Rounding),
    FloatMul(Rounding),
    FloatDiv(Rounding),
    /// `x * y + z`.
    FloatFma(Rounding),
    FloatSqrt(Rounding),
    /// The remainder of IEEE 754, of the quotient rounded to nearest.
    FloatRem(FloatSort),
    FloatRound(Rounding),
}

/// Builders of the expressions of a library.
///
/// Operands are well-sorted; a builder need not check them. An error ends the translation of the
/// constraint; what was built before stays valid.
pub trait Target {
    type Expr: Clone;

    fn truth(&mut self, value: bool) -> Built<Self>;

    /// A bit-vector of any width.
    fn constant(&mut self, value: &Bits) -> Built<Self>;

    /// Asked again for a name only if the translation of what needed it failed.
    fn symbol(&mut self, name: Name, sort: Sort) -> Built<Self>;

    /// A new bit-vector variable, to be bound by one quantifier.
    fn variable(&mut self, name: Name, width: u32) -> Built<Self>;

    /// For all values of `variable`, the truth value `body`.
    fn forall(&mut self, variable: &Self::Expr, body: &Self::Expr) -> Built<Self>;

    /// An array with `element` everywhere, given the widths of index and element.
    fn constant_array(
        &mut self,
        index_width: u32,
        element_width: u32,
        element: &Self::Expr,
    ) -> Built<Self>;

    fn nan(&mut self, sort: FloatSort) -> Built<Self>;

    /// The bit-vector that encodes a float, any of them for a NaN; `None` if the library has no such
    /// operator, which SMT-LIB lacks: then a symbol is used that a condition defines.
    fn bits_of_float(&mut self, sort: FloatSort, float: &Self::Expr) -> Option<Built<Self>>;

    fn apply(&mut self, operator: Operator, operands: &[&Self::Expr]) -> Built<Self>;

    /// Whether two arrays agree at all indices, which are compared one by one: for libraries that do
    /// not get every equality of arrays right.
    fn equal_everywhere(
        &mut self,
        index_width: u32,
        x: &Self::Expr,
        y: &Self::Expr,
    ) -> Built<Self> {
        let mut all = self.truth(true)?;
        for i in 0..1 << index_width {
            let index = self.constant(&Bits::from_u64(index_width, i))?;
            let x = self.apply(Operator::Select, &[x, &index])?;
            let y = self.apply(Operator::Select, &[y, &index])?;
            let equal = self.apply(Operator::Equal, &[&x, &y])?;
            all = self.apply(Operator::And, &[&all, &equal])?;
        }
        Ok(all)
    }
}
