//! Operators of FloatingPoint, over bits.
//!
//! A rounding mode must be a constant once macros and `let`s are expanded. What
//! SMT-LIB leaves open (a conversion to an integer that does not fit, the sign of the smaller of two
//! zeros) is what the operators of `dunlin_ir` give.

use super::apply::{Application, Made, expect_sort, vector};
use super::sort::{checked_format, checked_width};
use super::term::Operand;
use super::{Reader, SmtSort, Typed};
use crate::ids::TermId;
use crate::smt::lexer::{Fault, fault};
use dunlin_ir::float::default_nan;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};

/// The width of the number that stands for a rounding mode.
pub(super) const MODE_WIDTH: u32 = 3;

/// The bit of a significand that IEEE leaves out and the x87 format writes.
fn integer_bit(format: FloatFormat) -> u128 {
    if format == FloatFormat::X87 { 1 << 63 } else { 0 }
}

/// Where the exponent begins.
fn exponent_low(format: FloatFormat) -> u32 {
    let (exponent, _) = format.parts();
    format.bits() - 1 - exponent
}

fn infinity(format: FloatFormat) -> u128 {
    let (exponent, _) = format.parts();
    ((1 << exponent) - 1) << exponent_low(format) | integer_bit(format)
}

/// The least positive normal number.
fn least_normal(format: FloatFormat) -> u128 {
    1 << exponent_low(format) | integer_bit(format)
}

fn float(operand: Operand) -> Result<(TermId, FloatFormat), Fault> {
    match operand.value.sort {
        SmtSort::Float(format) => Ok((operand.value.term, format)),
        other => fault(operand.at, format!("expected a float, found {other}")),
    }
}

fn two_floats(x: Operand, y: Operand) -> Result<(TermId, TermId, FloatFormat), Fault> {
    let (x, format) = float(x)?;
    Ok((x, expect_sort(y, SmtSort::Float(format))?, format))
}

fn comparison(name: &str) -> Option<FloatCmpOp> {
    Some(match name {
        "fp.eq" => FloatCmpOp::Oeq,
        "fp.lt" => FloatCmpOp::Olt,
        "fp.leq" => FloatCmpOp::Ole,
        "fp.gt" => FloatCmpOp::Ogt,
        "fp.geq" => FloatCmpOp::Oge,
        _ => return None,
    })
}

impl Reader<'_, '_> {
    pub(super) fn rounding_mode(&mut self, name: &str) -> Option<Typed> {
        let is_named = |mode: &Rounding| name == mode.name() || name == mode.short_name();
        let mode = Rounding::ALL.iter().position(is_named)?;
        let term = self.terms.constant(MODE_WIDTH, mode as u64);
        Some(Typed { term, sort: SmtSort::RoundingMode, quantifiers: 0 })
    }

    pub(super) fn float_constant(&mut self, name: &str, format: FloatFormat) -> Typed {
        let sign = 1u128 << (format.bits() - 1);
        let bits = match name {
            "+oo" => infinity(format),
            "-oo" => infinity(format) | sign,
            "+zero" => 0,
            "-zero" => sign,
            _ => default_nan(format),
        };
        Typed { term: self.bits(format, bits), sort: SmtSort::Float(format), quantifiers: 0 }
    }

    fn bits(&mut self, format: FloatFormat, bits: u128) -> TermId {
        self.terms.constant_bits(&Bits::from_u128(format.bits(), bits))
    }

    /// All NaNs are one value, and the zeros are two.
    pub(super) fn same_float(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (x_nan, y_nan) = (self.is_nan(format, x), self.is_nan(format, y));
        let nans = self.terms.and(x_nan, y_nan);
        let equal = self.terms.eq(x, y);
        self.terms.or(nans, equal)
    }

    pub(super) fn is_nan(&mut self, format: FloatFormat, x: TermId) -> TermId {
        self.terms.float_compare(FloatCmpOp::Uno, format, x, x)
    }

    /// The float with this IEEE encoding, which the x87 format extends by an integer bit.
    pub(super) fn decoded(&mut self, format: FloatFormat, x: TermId) -> TermId {
        if format != FloatFormat::X87 {
            return x;
        }
        let exponent = self.terms.extract(77, 63, x);
        let zero = self.terms.constant(15, 0);
        let denormal = self.terms.eq(exponent, zero);
        let integer = self.terms.not(denormal);
        let (high, low) = (self.terms.extract(78, 63, x), self.terms.extract(62, 0, x));
        let significand = self.terms.concat(integer, low);
        self.terms.concat(high, significand)
    }

    /// The IEEE encoding of a float, of a NaN the bits that it has.
    pub(super) fn encoded(&mut self, format: FloatFormat, x: TermId) -> TermId {
        if format != FloatFormat::X87 {
            return x;
        }
        let (high, low) = (self.terms.extract(79, 64, x), self.terms.extract(62, 0, x));
        self.terms.concat(high, low)
    }

    fn mode(&self, operand: Operand) -> Result<Rounding, Fault> {
        let term = expect_sort(operand, SmtSort::RoundingMode)?;
        match self.terms.as_u64(term) {
            Some(mode) => Ok(Rounding::ALL[mode as usize]),
            None => fault(operand.at, "a rounding mode must be a constant"),
        }
    }

    pub(super) fn float_operator(
        &mut self,
        application: &Application<'_>,
    ) -> Result<Option<Made>, Fault> {
        let name = application.name;
        if let Some(op) = comparison(name) {
            application.one_sort()?;
            let mut all = TermId::TRUE;
            for pair in application.operands.windows(2) {
                let (x, y, format) = two_floats(pair[0], pair[1])?;
                let holds = self.terms.float_compare(op, format, x, y);
                all = self.terms.and(all, holds);
            }
            return Ok(Some((all, SmtSort::Bool)));
        }
        if let Some(test) = name.strip_prefix("fp.is") {
            return self.classify(application, test);
        }
        let (term, format) = match name {
            "fp" => self.composed(application)?,
            "fp.abs" | "fp.neg" => {
                let [x] = application.exactly()?;
                let (x, format) = float(x)?;
                let op = if name == "fp.abs" { FloatUnOp::Abs } else { FloatUnOp::Neg };
                (self.terms.float_unary(op, format, x), format)
            }
            "fp.add" | "fp.sub" | "fp.mul" | "fp.div" => {
                let [mode, x, y] = application.exactly()?;
                let mode = self.mode(mode)?;
                let (x, y, format) = two_floats(x, y)?;
                let op = match name {
                    "fp.add" => FloatBinOp::Add,
                    "fp.sub" => FloatBinOp::Sub,
                    "fp.mul" => FloatBinOp::Mul,
                    _ => FloatBinOp::Div,
                };
                (self.terms.float_binary_rounded(op, format, mode, x, y), format)
            }
            "fp.fma" => {
                let [mode, x, y, z] = application.exactly()?;
                let mode = self.mode(mode)?;
                let (x, y, format) = two_floats(x, y)?;
                let z = expect_sort(z, SmtSort::Float(format))?;
                (self.terms.float_fma_rounded(format, mode, x, y, z), format)
            }
            "fp.sqrt" => {
                let [mode, x] = application.exactly()?;
                let mode = self.mode(mode)?;
                let (x, format) = float(x)?;
                (self.terms.float_unary_rounded(FloatUnOp::Sqrt, format, mode, x), format)
            }
            "fp.roundToIntegral" => {
                let [mode, x] = application.exactly()?;
                let op = self.mode(mode)?.to_integral();
                let (x, format) = float(x)?;
                (self.terms.float_unary(op, format, x), format)
            }
            "fp.rem" => {
                let [x, y] = application.exactly()?;
                let (x, y, format) = two_floats(x, y)?;
                (self.remainder(format, x, y), format)
            }
            "fp.min" | "fp.max" => {
                let [x, y] = application.exactly()?;
                let (x, y, format) = two_floats(x, y)?;
                let op = if name == "fp.min" { FloatBinOp::MinNum } else { FloatBinOp::MaxNum };
                (self.terms.float_binary(op, format, x, y), format)
            }
            "to_fp" | "to_fp_unsigned" => self.convert(application)?,
            "fp.to_ieee_bv" => {
                let [x] = application.exactly()?;
                let (x, format) = float(x)?;
                let (exponent, significand) = format.parts();
                let sort = SmtSort::BitVec(exponent + significand);
                return Ok(Some((self.encoded(format, x), sort)));
            }
            "fp.to_ubv" | "fp.to_sbv" => return self.truncate(application).map(Some),
            _ => return Ok(None),
        };
        Ok(Some((term, SmtSort::Float(format))))
    }

    /// `fp.isNaN` and the like; `test` is what follows `fp.is`.
    fn classify(
        &mut self,
        application: &Application<'_>,
        test: &str,
    ) -> Result<Option<Made>, Fault> {
        if !matches!(
            test,
            "NaN" | "Infinite" | "Zero" | "Normal" | "Subnormal" | "Negative" | "Positive"
        ) {
            return Ok(None);
        }
        let [x] = application.exactly()?;
        let (x, format) = float(x)?;
        let nan = self.is_nan(format, x);
        let magnitude = self.terms.float_unary(FloatUnOp::Abs, format, x);
        let zero = self.bits(format, 0);
        let least_normal = self.bits(format, least_normal(format));
        let infinity = self.bits(format, infinity(format));
        let is = FloatCmpOp::Oeq;
        let (less, at_most) = (FloatCmpOp::Olt, FloatCmpOp::Ole);
        let terms = &mut *self.terms;
        let result = match test {
            "NaN" => nan,
            "Infinite" => terms.float_compare(is, format, magnitude, infinity),
            "Zero" => terms.float_compare(is, format, magnitude, zero),
            "Normal" => {
                let above = terms.float_compare(at_most, format, least_normal, magnitude);
                let below = terms.float_compare(less, format, magnitude, infinity);
                terms.and(above, below)
            }
            "Subnormal" => {
                let above = terms.float_compare(less, format, zero, magnitude);
                let below = terms.float_compare(less, format, magnitude, least_normal);
                terms.and(above, below)
            }
            _ => {
                let top = format.bits() - 1;
                let sign = terms.extract(top, top, x);
                let wanted = if test == "Negative" { sign } else { terms.not(sign) };
                let number = terms.not(nan);
                terms.and(number, wanted)
            }
        };
        Ok(Some((result, SmtSort::Bool)))
    }

    /// `(fp sign exponent fraction)`.
    fn composed(&mut self, application: &Application<'_>) -> Result<(TermId, FloatFormat), Fault> {
        let [sign, exponent, fraction] = application.exactly()?;
        let sign = expect_sort(sign, SmtSort::BitVec(1))?;
        let ((exponent, exponent_width), (fraction, width)) =
            (vector(exponent)?, vector(fraction)?);
        let format = checked_format(exponent_width, width + 1, application.at)?;
        let low = self.terms.concat(exponent, fraction);
        let all = self.terms.concat(sign, low);
        Ok((self.decoded(format, all), format))
    }

    /// The remainder of IEEE, which rounds the quotient to the nearest integer, ties to even, by
    /// that of C, which truncates it. With the remainder m of |x| by 2|y|, the quotient by |y| is odd
    /// if m >= |y|. Doubling is exact or gives an infinity, which compares as the exact value would.
    fn remainder(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let terms = &mut *self.terms;
        let abs_x = terms.float_unary(FloatUnOp::Abs, format, x);
        let abs_y = terms.float_unary(FloatUnOp::Abs, format, y);
        let double_y = terms.float_binary(FloatBinOp::Add, format, abs_y, abs_y);
        let m = terms.float_binary(FloatBinOp::Rem, format, abs_x, double_y);
        let odd = terms.float_compare(FloatCmpOp::Oge, format, m, abs_y);
        let m_less = terms.float_binary(FloatBinOp::Sub, format, m, abs_y);
        let rest = terms.ite(odd, m_less, m);
        let double = terms.float_binary(FloatBinOp::Add, format, rest, rest);
        let above = terms.float_compare(FloatCmpOp::Ogt, format, double, abs_y);
        let tie = terms.float_compare(FloatCmpOp::Oeq, format, double, abs_y);
        let odd_tie = terms.and(odd, tie);
        let up = terms.or(above, odd_tie);
        let rest_less = terms.float_binary(FloatBinOp::Sub, format, rest, abs_y);
        let magnitude = terms.ite(up, rest_less, rest);
        let top = format.bits() - 1;
        let negative = terms.extract(top, top, x);
        let negated = terms.float_unary(FloatUnOp::Neg, format, magnitude);
        terms.ite(negative, negated, magnitude)
    }

    fn convert(&mut self, application: &Application<'_>) -> Result<(TermId, FloatFormat), Fault> {
        let at = application.at;
        let [exponent, significand] = application.indices_exactly()?;
        let to = checked_format(exponent, significand, at)?;
        let unsigned = application.name == "to_fp_unsigned";
        if let ([encoding], false) = (application.operands, unsigned) {
            let x = expect_sort(*encoding, SmtSort::BitVec(exponent + significand))?;
            return Ok((self.decoded(to, x), to));
        }
        let [mode, x] = application.operands_exactly()?;
        let op = match x.value.sort {
            SmtSort::BitVec(from) if unsigned => FloatCastOp::FromUInt { from, to },
            SmtSort::BitVec(from) => FloatCastOp::FromSInt { from, to },
            SmtSort::Float(from) if !unsigned => FloatCastOp::Convert { from, to },
            other => return fault(x.at, format!("a value of {other} cannot become a float")),
        };
        let mode = self.mode(mode)?;
        Ok((self.terms.float_cast_rounded(op, mode, x.value.term), to))
    }

    /// What does not fit becomes the nearest integer that does, a NaN becomes 0.
    fn truncate(&mut self, application: &Application<'_>) -> Result<Made, Fault> {
        let [width] = application.indices_exactly()?;
        let to = checked_width(width.into(), application.at)?;
        let [mode, x] = application.operands_exactly()?;
        let round = self.mode(mode)?.to_integral();
        let (x, from) = float(x)?;
        let rounded = match round {
            FloatUnOp::Trunc => x,
            _ => self.terms.float_unary(round, from, x),
        };
        let op = match application.name {
            "fp.to_ubv" => FloatCastOp::ToUIntSat { from, to },
            _ => FloatCastOp::ToSIntSat { from, to },
        };
        Ok((self.terms.float_cast(op, rounded), SmtSort::BitVec(to)))
    }
}
