//! The operators of FixedSizeBitVectors. The associative ones take any number of operands.

use super::apply::{Application, Made, expect_sort, vector};
use super::sort::checked_width;
use super::{Reader, SmtSort};
use crate::arena::Terms;
use crate::ids::TermId;
use crate::smt::lexer::{Fault, fault};
use dunlin_ir::Bits;

type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

/// Operators of two or more bit-vectors of one width.
fn associative(name: &str) -> Option<Binary> {
    Some(match name {
        "bvand" => Terms::and,
        "bvor" => Terms::or,
        "bvxor" => Terms::xor,
        "bvadd" => Terms::add,
        "bvmul" => Terms::mul,
        _ => return None,
    })
}

/// Operators of two bit-vectors of one width that give a third.
fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "bvnand" => Terms::nand,
        "bvnor" => Terms::nor,
        "bvxnor" => Terms::xnor,
        "bvsub" => Terms::sub,
        "bvudiv" => Terms::udiv,
        "bvurem" => Terms::urem,
        "bvsdiv" => Terms::sdiv,
        "bvsrem" => Terms::srem,
        "bvsmod" => Terms::smod,
        "bvshl" => Terms::shl,
        "bvlshr" => Terms::lshr,
        "bvashr" => Terms::ashr,
        _ => return None,
    })
}

/// Comparisons, and whether the operands change places.
fn comparison(name: &str) -> Option<(Binary, bool)> {
    Some(match name {
        "bvult" => (Terms::ult, false),
        "bvule" => (Terms::ule, false),
        "bvugt" => (Terms::ult, true),
        "bvuge" => (Terms::ule, true),
        "bvslt" => (Terms::slt, false),
        "bvsle" => (Terms::sle, false),
        "bvsgt" => (Terms::slt, true),
        "bvsge" => (Terms::sle, true),
        _ => return None,
    })
}

impl Reader<'_, '_> {
    pub(super) fn vector_operator(
        &mut self,
        application: &Application<'_>,
    ) -> Result<Option<Made>, Fault> {
        let name = application.name;
        if let Some(operator) = associative(name) {
            let (first, rest) = application.at_least(2)?;
            let (mut result, width) = vector(first)?;
            for &operand in rest {
                let operand = expect_sort(operand, SmtSort::BitVec(width))?;
                result = operator(self.terms, result, operand);
            }
            return Ok(Some((result, SmtSort::BitVec(width))));
        }
        if let Some(operator) = binary(name) {
            let (x, y, width) = two_vectors(application)?;
            return Ok(Some((operator(self.terms, x, y), SmtSort::BitVec(width))));
        }
        if let Some((operator, swapped)) = comparison(name) {
            let (x, y, _) = two_vectors(application)?;
            let (x, y) = if swapped { (y, x) } else { (x, y) };
            return Ok(Some((operator(self.terms, x, y), SmtSort::Bool)));
        }
        let made = match name {
            "bvnot" | "bvneg" => {
                let [x] = application.exactly()?;
                let (x, width) = vector(x)?;
                let term = if name == "bvnot" { self.terms.not(x) } else { self.terms.neg(x) };
                (term, SmtSort::BitVec(width))
            }
            "bvcomp" => {
                let (x, y, _) = two_vectors(application)?;
                (self.terms.eq(x, y), SmtSort::BitVec(1))
            }
            // Not of the standard, but known to most solvers.
            "bvredor" | "bvredand" => {
                let [x] = application.exactly()?;
                let (x, width) = vector(x)?;
                let term = if name == "bvredor" {
                    let zero = self.terms.zero_of(width);
                    self.terms.ne(x, zero)
                } else {
                    let ones = self.terms.ones_of(width);
                    self.terms.eq(x, ones)
                };
                (term, SmtSort::BitVec(1))
            }
            "concat" => {
                let (first, rest) = application.at_least(2)?;
                let (mut result, mut width) = vector(first)?;
                for &operand in rest {
                    let (low, low_width) = vector(operand)?;
                    width = checked_width(u64::from(width) + u64::from(low_width), application.at)?;
                    result = self.terms.concat(result, low);
                }
                (result, SmtSort::BitVec(width))
            }
            "extract" => {
                let [high, low] = application.indices_exactly()?;
                let [x] = application.operands_exactly()?;
                let (x, width) = vector(x)?;
                if high >= width || low > high {
                    let message =
                        format!("there are no bits {high} to {low} of a bit-vector of {width}");
                    return fault(application.at, message);
                }
                (self.terms.extract(high, low, x), SmtSort::BitVec(high - low + 1))
            }
            "bvnego" | "bvuaddo" | "bvsaddo" | "bvusubo" | "bvssubo" | "bvumulo" | "bvsmulo"
            | "bvsdivo" => (self.overflows(application)?, SmtSort::Bool),
            "zero_extend" | "sign_extend" | "rotate_left" | "rotate_right" | "repeat" => {
                self.indexed(application)?
            }
            _ => return Ok(None),
        };
        Ok(Some(made))
    }

    /// Whether the exact result does not fit: it is computed with bits enough and compared with what
    /// is left of it.
    fn overflows(&mut self, application: &Application<'_>) -> Result<TermId, Fault> {
        let name = application.name;
        let (x, y, width) = if name == "bvnego" {
            let [x] = application.exactly()?;
            let (x, width) = vector(x)?;
            (self.terms.zero_of(width), x, width)
        } else {
            two_vectors(application)?
        };
        let wide = checked_width(u64::from(width) * 2, application.at)?;
        let terms = &mut *self.terms;
        let signed = !name.starts_with("bvu");
        let extend = |terms: &mut Terms, x| {
            if signed { terms.sext(wide, x) } else { terms.zext(wide, x) }
        };
        let (wide_x, wide_y) = (extend(terms, x), extend(terms, y));
        let exact = match name {
            "bvuaddo" | "bvsaddo" => terms.add(wide_x, wide_y),
            "bvumulo" | "bvsmulo" => terms.mul(wide_x, wide_y),
            "bvsdivo" => {
                // A division by zero does not overflow.
                let zero = terms.zero_of(width);
                let by_zero = terms.eq(y, zero);
                let quotient = terms.sdiv(wide_x, wide_y);
                let none = terms.zero_of(wide);
                terms.ite(by_zero, none, quotient)
            }
            _ => terms.sub(wide_x, wide_y),
        };
        let kept = terms.extract(width - 1, 0, exact);
        let kept = extend(terms, kept);
        Ok(terms.ne(kept, exact))
    }

    /// Operators with one index and one operand.
    fn indexed(&mut self, application: &Application<'_>) -> Result<Made, Fault> {
        let [index] = application.indices_exactly()?;
        let [x] = application.operands_exactly()?;
        let (x, width) = vector(x)?;
        let at = application.at;
        let terms = &mut *self.terms;
        Ok(match application.name {
            "zero_extend" => {
                let wide = checked_width(u64::from(width) + u64::from(index), at)?;
                (terms.zext(wide, x), SmtSort::BitVec(wide))
            }
            "sign_extend" => {
                let wide = checked_width(u64::from(width) + u64::from(index), at)?;
                (terms.sext(wide, x), SmtSort::BitVec(wide))
            }
            "rotate_left" => (terms.rotate_left(index, x), SmtSort::BitVec(width)),
            "rotate_right" => (terms.rotate_right(index, x), SmtSort::BitVec(width)),
            _ => {
                let wide = checked_width(u64::from(width) * u64::from(index), at)?;
                let term = match terms.as_bits(x) {
                    // In one go: the arena would keep every constant on the way.
                    Some(bits) => terms.constant_bits(&repeated(&bits, wide)),
                    None => terms.repeat(index, x),
                };
                (term, SmtSort::BitVec(wide))
            }
        })
    }
}

/// Copies of `bits` up to `width`.
fn repeated(bits: &Bits, width: u32) -> Bits {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for i in 0..width {
        words[(i / 64) as usize] |= u64::from(bits.bit(i % bits.width())) << (i % 64);
    }
    Bits::new(width, &words)
}

fn two_vectors(application: &Application<'_>) -> Result<(TermId, TermId, u32), Fault> {
    let [x, y] = application.exactly()?;
    let (x, width) = vector(x)?;
    let y = expect_sort(y, SmtSort::BitVec(width))?;
    Ok((x, y, width))
}
