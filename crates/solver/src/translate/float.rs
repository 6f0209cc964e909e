//! Floating-point operators over bit patterns, with the NaN bits and out-of-range rules of
//! `dunlin_ir::float`.
//!
//! Operands are decoded to floats of the library, which has one NaN and no explicit integer bit;
//! the bits of NaNs are chosen by the bits of the operands. Of a computed float that is no NaN the
//! encoding is unique: the library gives it, or else it is a symbol that a condition defines.

use super::target::{Built, FloatSort, Name, Operator, Target};
use crate::backend::Reason;
use dunlin_ir::float::convert::{IntegerRange, of_special};
use dunlin_ir::float::default_nan;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, Rounding};
use dunlin_term::{Sort, TermId, View};

/// How operators round that do not say it.
const NEAREST: Rounding = Rounding::NearestEven;

/// The encoding of x87 has an integer bit, below the exponent.
const X87_INTEGER_BIT: u32 = 63;

/// An expression and the condition that defines a symbol in it.
pub(super) type Defined<T> = Result<(<T as Target>::Expr, Option<<T as Target>::Expr>), Reason>;

/// The bits that `view`, of the term `term`, makes of the bits of its operands.
pub(super) fn operation<T: Target>(
    target: &mut T,
    term: TermId,
    view: &View<'_>,
    operands: &[T::Expr],
    loose: bool,
) -> Defined<T> {
    let mut floats = Floats { target, term, loose, condition: None };
    let bits = match *view {
        View::FloatBinary(op, format, rounding, ..) => {
            floats.binary(op, format, rounding, &operands[0], &operands[1])
        }
        View::FloatUnary(op, format, rounding, _) => {
            floats.unary(op, format, rounding, &operands[0])
        }
        View::FloatFma(format, rounding, ..) => floats.fused(format, rounding, operands),
        View::FloatCast(op, rounding, _) => floats.cast(op, rounding, &operands[0]),
        _ => unreachable!("{view:?} makes no float"),
    }?;
    Ok((bits, floats.condition))
}

/// A comparison, as a truth value.
pub(super) fn compare<T: Target>(
    target: &mut T,
    op: FloatCmpOp,
    format: FloatFormat,
    x: &T::Expr,
    y: &T::Expr,
) -> Built<T> {
    let x = decode(target, format, x)?;
    let y = decode(target, format, y)?;
    // An unordered predicate is the negation of the opposite ordered one.
    let (operator, swapped, negated) = match op {
        FloatCmpOp::Oeq => (Operator::FloatEqual, false, false),
        FloatCmpOp::Une => (Operator::FloatEqual, false, true),
        FloatCmpOp::Olt => (Operator::FloatLess, false, false),
        FloatCmpOp::Uge => (Operator::FloatLess, false, true),
        FloatCmpOp::Ogt => (Operator::FloatLess, true, false),
        FloatCmpOp::Ule => (Operator::FloatLess, true, true),
        FloatCmpOp::Ole => (Operator::FloatLessOrEqual, false, false),
        FloatCmpOp::Ugt => (Operator::FloatLessOrEqual, false, true),
        FloatCmpOp::Oge => (Operator::FloatLessOrEqual, true, false),
        FloatCmpOp::Ult => (Operator::FloatLessOrEqual, true, true),
        FloatCmpOp::Ord | FloatCmpOp::Uno | FloatCmpOp::One | FloatCmpOp::Ueq => {
            let x_nan = target.apply(Operator::FloatIsNan, &[&x])?;
            let y_nan = target.apply(Operator::FloatIsNan, &[&y])?;
            let unordered = target.apply(Operator::Or, &[&x_nan, &y_nan])?;
            let either = match op {
                FloatCmpOp::Ord | FloatCmpOp::Uno => unordered,
                _ => {
                    let equal = target.apply(Operator::FloatEqual, &[&x, &y])?;
                    target.apply(Operator::Or, &[&unordered, &equal])?
                }
            };
            return match op {
                FloatCmpOp::Uno | FloatCmpOp::Ueq => Ok(either),
                _ => target.apply(Operator::Not, &[&either]),
            };
        }
    };
    let operands = if swapped { [&y, &x] } else { [&x, &y] };
    let holds = target.apply(operator, &operands)?;
    if negated { target.apply(Operator::Not, &[&holds]) } else { Ok(holds) }
}

fn constant<T: Target>(target: &mut T, width: u32, value: u128) -> Built<T> {
    target.constant(&Bits::from_u128(width, value))
}

fn extract<T: Target>(target: &mut T, high: u32, low: u32, x: &T::Expr) -> Built<T> {
    target.apply(Operator::Extract { high, low }, &[x])
}

/// Whether a single bit is set.
fn bit_is_set<T: Target>(target: &mut T, position: u32, x: &T::Expr) -> Built<T> {
    let bit = extract(target, position, position, x)?;
    let one = constant(target, 1, 1)?;
    target.apply(Operator::Equal, &[&bit, &one])
}

/// Whether the exponent field of x87 bits is zero.
fn x87_exponent_is_zero<T: Target>(target: &mut T, x: &T::Expr) -> Built<T> {
    let exponent = extract(target, 78, 64, x)?;
    let zero = constant(target, 15, 0)?;
    target.apply(Operator::Equal, &[&exponent, &zero])
}

/// Whether x87 hardware rejects the encoding: the integer bit is clear, the exponent is not zero.
fn x87_is_rejected<T: Target>(target: &mut T, x: &T::Expr) -> Built<T> {
    let zero = x87_exponent_is_zero(target, x)?;
    let integer = bit_is_set(target, X87_INTEGER_BIT, x)?;
    let accepted = target.apply(Operator::Or, &[&zero, &integer])?;
    target.apply(Operator::Not, &[&accepted])
}

/// The float that bits of a format encode.
fn decode<T: Target>(target: &mut T, format: FloatFormat, x: &T::Expr) -> Built<T> {
    let sort = FloatSort::of(format);
    if format != FloatFormat::X87 {
        return target.apply(Operator::FloatOfBits(sort), &[x]);
    }
    let rejected = x87_is_rejected(target, x)?;
    // A set integer bit with exponent zero means exponent one: a second spelling.
    let exponent_zero = x87_exponent_is_zero(target, x)?;
    let integer = bit_is_set(target, X87_INTEGER_BIT, x)?;
    let respelled = target.apply(Operator::And, &[&exponent_zero, &integer])?;
    let one = constant(target, 15, 1)?;
    let exponent = extract(target, 78, 64, x)?;
    let exponent = target.apply(Operator::Ite, &[&respelled, &one, &exponent])?;
    let sign = extract(target, 79, 79, x)?;
    let fraction = extract(target, 62, 0, x)?;
    let head = target.apply(Operator::Concat, &[&sign, &exponent])?;
    let bits = target.apply(Operator::Concat, &[&head, &fraction])?;
    let float = target.apply(Operator::FloatOfBits(sort), &[&bits])?;
    let nan = target.nan(sort)?;
    target.apply(Operator::Ite, &[&rejected, &nan, &float])
}

/// The bits of a NaN, made quiet.
fn quiet<T: Target>(target: &mut T, format: FloatFormat, x: &T::Expr) -> Built<T> {
    let quiet_bit = 1 << (FloatSort::of(format).significand - 2);
    let quiet_bit = constant(target, format.bits(), quiet_bit)?;
    let quiet = target.apply(Operator::BitOr, &[x, &quiet_bit])?;
    if format != FloatFormat::X87 {
        return Ok(quiet);
    }
    let rejected = x87_is_rejected(target, x)?;
    let default = constant(target, format.bits(), default_nan(format))?;
    target.apply(Operator::Ite, &[&rejected, &default, &quiet])
}

/// The float 2^power, which must be in the range of the format.
fn power_of_two<T: Target>(target: &mut T, format: FloatFormat, power: u32) -> Built<T> {
    let word = power / 64;
    let mut words = vec![0; word as usize + 1];
    words[word as usize] = 1 << (power % 64);
    let integer = target.constant(&Bits::new(power + 1, &words))?;
    target.apply(Operator::FloatOfUnsigned(FloatSort::of(format), NEAREST), &[&integer])
}

/// The translation of one operator.
struct Floats<'a, T: Target> {
    target: &'a mut T,
    term: TermId,
    /// Whether the term mentions variables of quantifiers around it.
    loose: bool,
    condition: Option<T::Expr>,
}

impl<T: Target> Floats<'_, T> {
    fn apply(&mut self, operator: Operator, operands: &[&T::Expr]) -> Built<T> {
        self.target.apply(operator, operands)
    }

    /// The bits of a computed float; the default NaN if it is one.
    fn encode(&mut self, format: FloatFormat, float: &T::Expr) -> Built<T> {
        let sort = FloatSort::of(format);
        let is_nan = self.apply(Operator::FloatIsNan, &[float])?;
        let mut bits = match self.target.bits_of_float(sort, float) {
            Some(bits) => bits?,
            None if self.loose => {
                return Err(Reason::Unsupported("floating point below a quantifier"));
            }
            None => {
                let sort_of_bits = Sort::BitVec(sort.bits());
                let bits = self.target.symbol(Name::Float(self.term), sort_of_bits)?;
                let decoded = self.apply(Operator::FloatOfBits(sort), &[&bits])?;
                let same = self.apply(Operator::Equal, &[&decoded, float])?;
                self.condition = Some(self.apply(Operator::Or, &[&is_nan, &same])?);
                bits
            }
        };
        if format == FloatFormat::X87 {
            let head = extract(self.target, 78, 63, &bits)?;
            let exponent = extract(self.target, 77, 63, &bits)?;
            let fraction = extract(self.target, 62, 0, &bits)?;
            let zero = constant(self.target, 15, 0)?;
            let denormal = self.apply(Operator::Equal, &[&exponent, &zero])?;
            let (clear, set) = (constant(self.target, 1, 0)?, constant(self.target, 1, 1)?);
            let integer = self.apply(Operator::Ite, &[&denormal, &clear, &set])?;
            let head = self.apply(Operator::Concat, &[&head, &integer])?;
            bits = self.apply(Operator::Concat, &[&head, &fraction])?;
        }
        let default = constant(self.target, format.bits(), default_nan(format))?;
        self.apply(Operator::Ite, &[&is_nan, &default, &bits])
    }

    /// The first operand that is a NaN, made quiet, else `otherwise`.
    fn propagating(
        &mut self,
        format: FloatFormat,
        operands: &[&T::Expr],
        otherwise: T::Expr,
    ) -> Built<T> {
        let mut result = otherwise;
        for operand in operands.iter().rev() {
            let float = decode(self.target, format, operand)?;
            let is_nan = self.apply(Operator::FloatIsNan, &[&float])?;
            let quiet = quiet(self.target, format, operand)?;
            result = self.apply(Operator::Ite, &[&is_nan, &quiet, &result])?;
        }
        Ok(result)
    }

    fn binary(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        rounding: Rounding,
        x: &T::Expr,
        y: &T::Expr,
    ) -> Built<T> {
        if op == FloatBinOp::CopySign {
            let top = format.bits() - 1;
            let sign = extract(self.target, top, top, y)?;
            let rest = extract(self.target, top - 1, 0, x)?;
            return self.apply(Operator::Concat, &[&sign, &rest]);
        }
        let left = decode(self.target, format, x)?;
        let right = decode(self.target, format, y)?;
        let computed = match op {
            FloatBinOp::Add => self.apply(Operator::FloatAdd(rounding), &[&left, &right])?,
            FloatBinOp::Sub => self.apply(Operator::FloatSub(rounding), &[&left, &right])?,
            FloatBinOp::Mul => self.apply(Operator::FloatMul(rounding), &[&left, &right])?,
            FloatBinOp::Div => self.apply(Operator::FloatDiv(rounding), &[&left, &right])?,
            FloatBinOp::Rem => self.remainder(format, &left, &right)?,
            FloatBinOp::MinNum | FloatBinOp::MaxNum => {
                let beyond = self.beyond(op == FloatBinOp::MinNum, &right, &left)?;
                let is_nan = self.apply(Operator::FloatIsNan, &[&left])?;
                let second = self.apply(Operator::Or, &[&is_nan, &beyond])?;
                return self.apply(Operator::Ite, &[&second, y, x]);
            }
            _ => {
                let least = op == FloatBinOp::Minimum;
                let beyond = self.beyond(least, &right, &left)?;
                let zeros = self.zeros_in_wrong_order(least, &left, &right)?;
                let second = self.apply(Operator::Or, &[&beyond, &zeros])?;
                let chosen = self.apply(Operator::Ite, &[&second, y, x])?;
                return self.propagating(format, &[x, y], chosen);
            }
        };
        let bits = self.encode(format, &computed)?;
        self.propagating(format, &[x, y], bits)
    }

    /// Whether `x` is less than `y`, or greater.
    fn beyond(&mut self, less: bool, x: &T::Expr, y: &T::Expr) -> Built<T> {
        self.apply(Operator::FloatLess, &if less { [x, y] } else { [y, x] })
    }

    /// Whether both are zeros and by their signs the second is the minimum (or maximum) alone.
    fn zeros_in_wrong_order(&mut self, least: bool, x: &T::Expr, y: &T::Expr) -> Built<T> {
        let sign = if least { Operator::FloatIsNegative } else { Operator::FloatIsPositive };
        let x_zero = self.apply(Operator::FloatIsZero, &[x])?;
        let y_zero = self.apply(Operator::FloatIsZero, &[y])?;
        let zeros = self.apply(Operator::And, &[&x_zero, &y_zero])?;
        let x_signed = self.apply(sign, &[x])?;
        let x_other = self.apply(Operator::Not, &[&x_signed])?;
        let y_signed = self.apply(sign, &[y])?;
        let signs = self.apply(Operator::And, &[&x_other, &y_signed])?;
        self.apply(Operator::And, &[&zeros, &signs])
    }

    /// The remainder of C, which truncates the quotient where that of IEEE rounds it. Exact.
    fn remainder(&mut self, format: FloatFormat, x: &T::Expr, y: &T::Expr) -> Built<T> {
        let sort = FloatSort::of(format);
        let magnitude = self.apply(Operator::FloatAbs, &[x])?;
        let divisor = self.apply(Operator::FloatAbs, &[y])?;
        let rounded = self.apply(Operator::FloatRem(sort), &[&magnitude, &divisor])?;
        let above = self.apply(Operator::FloatAdd(NEAREST), &[&rounded, &divisor])?;
        let positive = self.apply(Operator::FloatAbs, &[&rounded])?;
        let is_zero = self.apply(Operator::FloatIsZero, &[&rounded])?;
        let is_negative = self.apply(Operator::FloatIsNegative, &[&rounded])?;
        let truncated = self.apply(Operator::Ite, &[&is_negative, &above, &positive])?;
        let truncated = self.apply(Operator::Ite, &[&is_zero, &positive, &truncated])?;
        let negated = self.apply(Operator::FloatNeg, &[&truncated])?;
        let negative = self.apply(Operator::FloatIsNegative, &[x])?;
        self.apply(Operator::Ite, &[&negative, &negated, &truncated])
    }

    fn unary(
        &mut self,
        op: FloatUnOp,
        format: FloatFormat,
        rounding: Rounding,
        x: &T::Expr,
    ) -> Built<T> {
        let sign = 1 << (format.bits() - 1);
        let operator = match op {
            FloatUnOp::Neg => {
                let sign = constant(self.target, format.bits(), sign)?;
                return self.apply(Operator::BitXor, &[x, &sign]);
            }
            FloatUnOp::Abs => {
                let rest = constant(self.target, format.bits(), sign - 1)?;
                return self.apply(Operator::BitAnd, &[x, &rest]);
            }
            FloatUnOp::Sqrt => Operator::FloatSqrt(rounding),
            FloatUnOp::Floor => Operator::FloatRound(Rounding::TowardNegative),
            FloatUnOp::Ceil => Operator::FloatRound(Rounding::TowardPositive),
            FloatUnOp::Trunc => Operator::FloatRound(Rounding::TowardZero),
            FloatUnOp::RoundEven => Operator::FloatRound(Rounding::NearestEven),
            FloatUnOp::Round => Operator::FloatRound(Rounding::NearestAway),
        };
        let float = decode(self.target, format, x)?;
        let computed = self.apply(operator, &[&float])?;
        let bits = self.encode(format, &computed)?;
        self.propagating(format, &[x], bits)
    }

    fn fused(&mut self, format: FloatFormat, rounding: Rounding, operands: &[T::Expr]) -> Built<T> {
        let [x, y, z] = operands else { unreachable!("a fused operation has three operands") };
        let floats = [
            decode(self.target, format, x)?,
            decode(self.target, format, y)?,
            decode(self.target, format, z)?,
        ];
        let computed =
            self.apply(Operator::FloatFma(rounding), &[&floats[0], &floats[1], &floats[2]])?;
        let bits = self.encode(format, &computed)?;
        self.propagating(format, &[x, y, z], bits)
    }

    fn cast(&mut self, op: FloatCastOp, rounding: Rounding, x: &T::Expr) -> Built<T> {
        match op {
            FloatCastOp::FromUInt { to, .. } => {
                let operator = Operator::FloatOfUnsigned(FloatSort::of(to), rounding);
                let computed = self.apply(operator, &[x])?;
                self.encode(to, &computed)
            }
            FloatCastOp::FromSInt { to, .. } => {
                let operator = Operator::FloatOfSigned(FloatSort::of(to), rounding);
                let computed = self.apply(operator, &[x])?;
                self.encode(to, &computed)
            }
            FloatCastOp::Convert { from, to } => self.convert(from, to, rounding, x),
            FloatCastOp::ToUInt { from, to }
            | FloatCastOp::ToSInt { from, to }
            | FloatCastOp::ToUIntSat { from, to }
            | FloatCastOp::ToSIntSat { from, to } => self.truncate(op, from, to, x),
        }
    }

    fn convert(
        &mut self,
        from: FloatFormat,
        to: FloatFormat,
        rounding: Rounding,
        x: &T::Expr,
    ) -> Built<T> {
        let float = decode(self.target, from, x)?;
        let is_nan = self.apply(Operator::FloatIsNan, &[&float])?;
        let nan = self.converted_nan(from, to, x)?;
        // A conversion to the same format keeps even the second spellings of x87.
        let bits = if from == to {
            x.clone()
        } else {
            let operator = Operator::FloatOfFloat(FloatSort::of(to), rounding);
            let computed = self.apply(operator, &[&float])?;
            self.encode(to, &computed)?
        };
        self.apply(Operator::Ite, &[&is_nan, &nan, &bits])
    }

    /// The sign and the top bits of the fraction, of which the first is the quiet bit.
    fn converted_nan(&mut self, from: FloatFormat, to: FloatFormat, x: &T::Expr) -> Built<T> {
        let (source, result) = (FloatSort::of(from), FloatSort::of(to));
        let (source_bits, result_bits) = (source.significand - 1, result.significand - 1);
        let quiet = quiet(self.target, from, x)?;
        let top = from.bits() - 1;
        let sign = extract(self.target, top, top, &quiet)?;
        let ones = result.exponent + u32::from(to == FloatFormat::X87);
        let exponent = constant(self.target, ones, (1 << ones) - 1)?;
        let low = source_bits.saturating_sub(result_bits);
        let mut fraction = extract(self.target, source_bits - 1, low, &quiet)?;
        if result_bits > source_bits {
            let zeros = constant(self.target, result_bits - source_bits, 0)?;
            fraction = self.apply(Operator::Concat, &[&fraction, &zeros])?;
        }
        let head = self.apply(Operator::Concat, &[&sign, &exponent])?;
        self.apply(Operator::Concat, &[&head, &fraction])
    }

    /// Truncation towards zero. What is out of range depends on its sign alone, so that infinities
    /// show what it gives.
    fn truncate(&mut self, op: FloatCastOp, from: FloatFormat, to: u32, x: &T::Expr) -> Built<T> {
        let range = IntegerRange::of(op, from, to);
        let float = decode(self.target, from, x)?;
        let rounded = self.apply(Operator::FloatRound(Rounding::TowardZero), &[&float])?;
        let finite = {
            let infinite = self.apply(Operator::FloatIsInfinite, &[&float])?;
            self.apply(Operator::Not, &[&infinite])?
        };
        let least = match range.negative_power {
            Some(power) if power < largest_power(from) => {
                let limit = power_of_two(self.target, from, power)?;
                Some(self.apply(Operator::FloatNeg, &[&limit])?)
            }
            // Every finite value is in range.
            Some(_) => None,
            None => Some(self.apply(Operator::FloatAbs, &[&rounded])?),
        };
        let mut inside = finite;
        if let Some(least) = least {
            let enough = self.apply(Operator::FloatLessOrEqual, &[&least, &rounded])?;
            inside = self.apply(Operator::And, &[&inside, &enough])?;
        }
        if range.power < largest_power(from) {
            let limit = power_of_two(self.target, from, range.power)?;
            let below = self.apply(Operator::FloatLess, &[&rounded, &limit])?;
            inside = self.apply(Operator::And, &[&inside, &below])?;
        }
        let width = (range.power.max(range.negative_power.unwrap_or(0)) + 1).max(to);
        let operator = Operator::FloatToSigned(width, Rounding::TowardZero);
        let mut integer = self.apply(operator, &[&float])?;
        if width > to {
            integer = extract(self.target, to - 1, 0, &integer)?;
        }
        let is_nan = self.apply(Operator::FloatIsNan, &[&float])?;
        let negative = bit_is_set(self.target, from.bits() - 1, x)?;
        let [nan, outside] = [true, false].map(|nan| {
            let [low, high] = [true, false].map(|negative| of_special(op, from, negative, nan));
            let low = self.target.constant(&low)?;
            let high = self.target.constant(&high)?;
            self.target.apply(Operator::Ite, &[&negative, &low, &high])
        });
        let number = self.apply(Operator::Ite, &[&inside, &integer, &outside?])?;
        self.apply(Operator::Ite, &[&is_nan, &nan?, &number])
    }
}

/// The powers of two from this on are infinite in the format.
fn largest_power(format: FloatFormat) -> u32 {
    1 << (FloatSort::of(format).exponent - 1)
}
