//! Sorts: `Bool`, `(_ BitVec n)`, `(Array (_ BitVec i) (_ BitVec e))`, the six float formats,
//! `RoundingMode`, and names of them.

use super::{MAX_WIDTH, Reader};
use crate::op::Sort;
use crate::smt::lexer::{Fault, Located, Token, fault};
use dunlin_ir::FloatFormat;
use std::fmt;

/// The sort of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SmtSort {
    Bool,
    BitVec(u32),
    /// Widths of index and element.
    Array {
        index: u32,
        element: u32,
    },
    Float(FloatFormat),
    RoundingMode,
}

impl SmtSort {
    /// The sort of the term that holds an expression of this sort.
    pub fn term_sort(self) -> Sort {
        match self {
            SmtSort::Bool => Sort::BitVec(1),
            SmtSort::BitVec(width) => Sort::BitVec(width),
            SmtSort::Array { index, element } => Sort::Array { index, element },
            SmtSort::Float(format) => Sort::BitVec(format.bits()),
            SmtSort::RoundingMode => Sort::BitVec(super::float::MODE_WIDTH),
        }
    }
}

impl fmt::Display for SmtSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SmtSort::Bool => f.write_str("Bool"),
            SmtSort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            SmtSort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
            SmtSort::Float(format) => {
                let (exponent, significand) = format.parts();
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            SmtSort::RoundingMode => f.write_str("RoundingMode"),
        }
    }
}

/// A width, which is neither zero nor too large.
pub(super) fn checked_width(width: u64, at: usize) -> Result<u32, Fault> {
    match u32::try_from(width) {
        Ok(0) => fault(at, "a bit-vector has at least one bit"),
        Ok(width) if width <= MAX_WIDTH => Ok(width),
        _ => fault(at, format!("bit-vectors of more than {MAX_WIDTH} bits are not supported")),
    }
}

/// The format with these numbers of exponent and significand bits.
pub(super) fn checked_format(
    exponent: u32,
    significand: u32,
    at: usize,
) -> Result<FloatFormat, Fault> {
    let format = FloatFormat::ALL.iter().find(|&&f| f.parts() == (exponent, significand));
    match format {
        Some(&format) => Ok(format),
        None => fault(at, format!("no float format (_ FloatingPoint {exponent} {significand})")),
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn sort(&mut self) -> Result<SmtSort, Fault> {
        let first = self.next()?;
        if first.token != Token::Open {
            return self.named_sort(first);
        }
        let head = self.next()?;
        match head.token {
            Token::Symbol("_") => self.indexed_sort(),
            Token::Symbol("Array") => {
                let (index, element) = (self.array_part()?, self.array_part()?);
                self.expect_close()?;
                Ok(SmtSort::Array { index, element })
            }
            other => fault(head.at, format!("unknown sort {}", other.describe())),
        }
    }

    /// The width of the index or element of an array. Not a call of [`Reader::sort`], which would
    /// recurse as deep as the text nests.
    fn array_part(&mut self) -> Result<u32, Fault> {
        let first = self.next()?;
        let sort = if first.token == Token::Open {
            let head = self.next()?;
            if head.token != Token::Symbol("_") {
                return fault(first.at, "arrays are from bit-vectors to bit-vectors");
            }
            self.indexed_sort()?
        } else {
            self.named_sort(first)?
        };
        match sort {
            SmtSort::BitVec(width) => Ok(width),
            _ => fault(first.at, format!("arrays are from bit-vectors to bit-vectors, not {sort}")),
        }
    }

    fn named_sort(&self, Located { token, at }: Located<'a>) -> Result<SmtSort, Fault> {
        let (Token::Symbol(name) | Token::Quoted(name)) = token else {
            return fault(at, format!("expected a sort, found {}", token.describe()));
        };
        if let Some(&sort) = self.scope.sorts.get(name) {
            return Ok(sort);
        }
        Ok(match name {
            "Bool" => SmtSort::Bool,
            "RoundingMode" => SmtSort::RoundingMode,
            "Float16" => SmtSort::Float(FloatFormat::Half),
            "Float32" => SmtSort::Float(FloatFormat::Single),
            "Float64" => SmtSort::Float(FloatFormat::Double),
            "Float128" => SmtSort::Float(FloatFormat::Quad),
            _ => return fault(at, format!("unknown sort '{name}'")),
        })
    }

    /// Behind `(_`.
    fn indexed_sort(&mut self) -> Result<SmtSort, Fault> {
        let head = self.next()?;
        let sort = match head.token {
            Token::Symbol("BitVec") => {
                let (width, at) = self.expect_numeral()?;
                SmtSort::BitVec(checked_width(width.into(), at)?)
            }
            Token::Symbol("FloatingPoint") => {
                let (exponent, significand) = (self.expect_numeral()?.0, self.expect_numeral()?.0);
                SmtSort::Float(checked_format(exponent, significand, head.at)?)
            }
            other => return fault(head.at, format!("unknown sort {}", other.describe())),
        };
        self.expect_close()?;
        Ok(sort)
    }
}
