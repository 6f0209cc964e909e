//! Floating-point operators in SMT-LIB, with the NaN bits and out-of-range rules of
//! `dunlin_ir::float`.
//!
//! For each format in use there is a function `$F.fp` from bits to the float, which also knows the
//! encodings of the x87 format that count as NaNs or have a second spelling. The float that an
//! operator computes is `$rN`. Where its bits are needed, they are a constant `$vN` of which only the
//! float that it encodes is asserted; NaNs are left out of that, since their bits follow from the
//! operands. Below a quantifier, where there are no constants, `fp.to_ieee_bv` gives the bits: not
//! an operator of SMT-LIB, but one that Z3 and our reader have.

use super::{Form, Printer, natural_form};
use crate::arena::Terms;
use crate::ids::TermId;
use crate::view::View;
use dunlin_ir::float::convert::{IntegerRange, of_special};
use dunlin_ir::float::default_nan;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The formats that a float operator reads or makes.
pub(super) fn formats(terms: &Terms, term: TermId) -> Vec<FloatFormat> {
    match terms.view(term) {
        View::FloatBinary(_, format, ..)
        | View::FloatUnary(_, format, ..)
        | View::FloatCompare(_, format, ..)
        | View::FloatFma(format, ..) => vec![format],
        View::FloatCast(op, ..) => match op {
            FloatCastOp::Convert { from, to } => vec![from, to],
            FloatCastOp::ToUInt { from: format, .. }
            | FloatCastOp::ToSInt { from: format, .. }
            | FloatCastOp::ToUIntSat { from: format, .. }
            | FloatCastOp::ToSIntSat { from: format, .. }
            | FloatCastOp::FromUInt { to: format, .. }
            | FloatCastOp::FromSInt { to: format, .. } => vec![format],
        },
        _ => Vec::new(),
    }
}

fn constant(width: u32, value: u128) -> String {
    let mut text = String::new();
    super::write_constant(&mut text, &Bits::from_u128(width, value));
    text
}

/// `$F.fp`, `$F.quiet` (of a NaN) and `$F.bits` (of the IEEE encoding without an integer bit).
pub(super) fn declare_format(out: &mut String, format: FloatFormat) {
    let (exponent, significand) = format.parts();
    let (name, width) = (format.name(), format.bits());
    let to_fp = format!("(_ to_fp {exponent} {significand})");
    let head = format!("((x (_ BitVec {width})))");
    let float = format!("(_ FloatingPoint {exponent} {significand})");
    let quiet_bit = constant(width, 1 << (significand - 2));
    if format == FloatFormat::X87 {
        let default = constant(width, default_nan(format));
        let _ = writeln!(
            out,
            "(define-fun $x87.fp {head} {float} (let ((e ((_ extract 78 64) x)) (i ((_ extract 63 63) x))) \
             (ite (and (not (= e #b000000000000000)) (= i #b0)) (_ NaN 15 64) \
             ({to_fp} (concat ((_ extract 79 79) x) (concat \
             (ite (and (= e #b000000000000000) (= i #b1)) #b000000000000001 e) \
             ((_ extract 62 0) x)))))))\n\
             (define-fun $x87.quiet {head} (_ BitVec {width}) \
             (ite (and (= ((_ extract 63 63) x) #b0) (not (= ((_ extract 78 64) x) #b000000000000000))) \
             {default} (bvor x {quiet_bit})))\n\
             (define-fun $x87.bits ((x (_ BitVec 79))) (_ BitVec 80) (concat ((_ extract 78 63) x) \
             (concat (ite (= ((_ extract 77 63) x) #b000000000000000) #b0 #b1) ((_ extract 62 0) x))))"
        );
    } else {
        let _ = writeln!(
            out,
            "(define-fun ${name}.fp {head} {float} ({to_fp} x))\n\
             (define-fun ${name}.quiet {head} (_ BitVec {width}) (bvor x {quiet_bit}))\n\
             (define-fun ${name}.bits {head} (_ BitVec {width}) x)"
        );
    }
}

/// The format of the float that an operator makes; `None` if it makes none.
fn result_format(view: &View<'_>) -> Option<FloatFormat> {
    match *view {
        View::FloatBinary(_, format, ..)
        | View::FloatUnary(_, format, ..)
        | View::FloatFma(format, ..) => Some(format),
        View::FloatCast(
            FloatCastOp::Convert { to, .. }
            | FloatCastOp::FromUInt { to, .. }
            | FloatCastOp::FromSInt { to, .. },
            ..,
        ) => Some(to),
        _ => None,
    }
}

/// The format in which an operator reads its operands as floats; `None` if it needs their bits.
/// `bits` is whether those of its result are needed, of which NaNs get theirs from the operands.
fn operand_format(view: &View<'_>, bits: bool) -> Option<FloatFormat> {
    match *view {
        View::FloatCompare(_, format, ..) => Some(format),
        View::FloatCast(op, ..) => match op {
            FloatCastOp::Convert { from, .. } if !bits => Some(from),
            FloatCastOp::ToUInt { from, .. }
            | FloatCastOp::ToSInt { from, .. }
            | FloatCastOp::ToUIntSat { from, .. }
            | FloatCastOp::ToSIntSat { from, .. }
                if edge(op, from, true, true) == edge(op, from, false, true) =>
            {
                Some(from)
            }
            _ => None,
        },
        View::FloatBinary(FloatBinOp::CopySign, ..) => None,
        View::FloatBinary(_, format, ..)
        | View::FloatUnary(_, format, ..)
        | View::FloatFma(format, ..)
            if !bits =>
        {
            Some(format)
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// Goes through the terms from users to used.
    pub(super) fn find_float_bits(&mut self) {
        let mut needed = FxHashSet::default();
        for &term in self.order.iter().rev() {
            let view = self.terms.view(term);
            let wanted = operand_format(&view, needed.contains(&term));
            for child in self.terms.children(term) {
                let made = result_format(&self.terms.view(child));
                if made.is_some() && made != wanted {
                    needed.insert(child);
                }
            }
        }
        self.float_bits = needed;
    }

    /// Whether a term is printed as a bit-vector, array or truth value, perhaps beside the float.
    pub(super) fn is_bits(&self, term: TermId) -> bool {
        self.float_bits.contains(&term) || result_format(&self.terms.view(term)).is_none()
    }

    /// Whether a term is also, or only, printed as a float: what is rounded always is, operations on
    /// bits only if nobody needs those.
    pub(super) fn is_float_value(&self, term: TermId) -> bool {
        match self.terms.view(term) {
            View::FloatUnary(FloatUnOp::Neg | FloatUnOp::Abs, ..)
            | View::FloatBinary(
                FloatBinOp::MinNum
                | FloatBinOp::MaxNum
                | FloatBinOp::Minimum
                | FloatBinOp::Maximum
                | FloatBinOp::CopySign,
                ..,
            ) => !self.float_bits.contains(&term),
            view => result_format(&view).is_some(),
        }
    }

    fn number(&self, term: TermId, depth: u32) -> String {
        let index = term.raw();
        if self.terms.loose_bound(term) > 0 {
            format!("{index}_{depth}")
        } else {
            index.to_string()
        }
    }

    pub(super) fn float_name(&self, term: TermId, depth: u32) -> String {
        format!("$r{}", self.number(term, depth))
    }

    /// The bits of an operand, which has a name unless it is an atom or a constant.
    fn operand(&self, term: TermId, depth: u32) -> String {
        let name = if self.defined.contains(&term) {
            format!("${term}")
        } else if self.bound.contains(&(term, depth)) {
            format!("$l{term}_{depth}")
        } else {
            let mut leaf = Printer::new(self.terms);
            leaf.expression(term, Form::Vector, depth);
            return leaf.out;
        };
        match natural_form(&self.terms.node(term)) {
            Form::Vector => name,
            Form::Truth => format!("(ite {name} #b1 #b0)"),
        }
    }

    /// An operand as a float.
    fn float_operand(&self, format: FloatFormat, term: TermId, depth: u32) -> String {
        if result_format(&self.terms.view(term)) == Some(format) && self.is_float_value(term) {
            self.float_name(term, depth)
        } else {
            format!("(${}.fp {})", format.name(), self.operand(term, depth))
        }
    }

    /// Defines the float that a closed term gives, and declares the constant for its bits, if there
    /// is to be the one or the other.
    pub(super) fn define_float_value(&mut self, term: TermId) {
        if !self.is_float_value(term) {
            return;
        }
        let Some(format) = result_format(&self.terms.view(term)) else { return };
        let (exponent, significand) = format.parts();
        let (name, value) = (self.float_name(term, 0), self.float_value(term, 0));
        let _ = writeln!(
            self.out,
            "(define-fun {name} () (_ FloatingPoint {exponent} {significand}) {value})"
        );
        if self.is_bits(term) {
            let (width, index) = (exponent + significand, term.raw());
            let _ = writeln!(
                self.out,
                "(declare-fun $v{index} () (_ BitVec {width}))\n\
                 (assert (or (fp.isNaN {name}) \
                 (= ((_ to_fp {exponent} {significand}) $v{index}) {name})))"
            );
        }
    }

    /// The float that an operator gives. NaNs are all the same.
    pub(super) fn float_value(&self, term: TermId, depth: u32) -> String {
        let of = |format: FloatFormat, x: TermId| self.float_operand(format, x, depth);
        match self.terms.view(term) {
            View::FloatBinary(op, format, rounding, left, right) => {
                if op == FloatBinOp::CopySign {
                    let view = self.terms.view(term);
                    let bits = self.float_result(term, &view, depth);
                    return format!("(${}.fp {bits})", format.name());
                }
                let (x, y) = (of(format, left), of(format, right));
                let mode = rounding.short_name();
                match op {
                    FloatBinOp::Add => format!("(fp.add {mode} {x} {y})"),
                    FloatBinOp::Sub => format!("(fp.sub {mode} {x} {y})"),
                    FloatBinOp::Mul => format!("(fp.mul {mode} {x} {y})"),
                    FloatBinOp::Div => format!("(fp.div {mode} {x} {y})"),
                    // The remainder of C truncates the quotient, that of IEEE rounds it.
                    FloatBinOp::Rem => format!(
                        "(let ((x {x}) (y (fp.abs {y}))) (let ((r (fp.rem (fp.abs x) y))) \
                         (let ((m (ite (fp.isNegative r) (ite (fp.isZero r) (fp.abs r) \
                         (fp.add RNE r y)) r))) (ite (fp.isNegative x) (fp.neg m) m))))"
                    ),
                    _ => {
                        let chosen = choice(op, &x, &y, &x, &y);
                        match op {
                            FloatBinOp::MinNum | FloatBinOp::MaxNum => chosen,
                            _ => format!(
                                "(ite (fp.isNaN {x}) {x} (ite (fp.isNaN {y}) {y} {chosen}))"
                            ),
                        }
                    }
                }
            }
            View::FloatUnary(op, format, rounding, x) => {
                let (x, mode) = (of(format, x), rounding.short_name());
                match op {
                    FloatUnOp::Neg => format!("(fp.neg {x})"),
                    FloatUnOp::Abs => format!("(fp.abs {x})"),
                    FloatUnOp::Sqrt => format!("(fp.sqrt {mode} {x})"),
                    FloatUnOp::Floor
                    | FloatUnOp::Ceil
                    | FloatUnOp::Trunc
                    | FloatUnOp::RoundEven
                    | FloatUnOp::Round => format!("(fp.roundToIntegral {mode} {x})"),
                }
            }
            View::FloatFma(format, rounding, x, y, z) => {
                let [x, y, z] = [x, y, z].map(|operand| of(format, operand));
                format!("(fp.fma {} {x} {y} {z})", rounding.short_name())
            }
            View::FloatCast(op, rounding, x) => {
                let (name, to, x) = match op {
                    FloatCastOp::Convert { from, to } => ("to_fp", to, of(from, x)),
                    FloatCastOp::FromUInt { to, .. } => {
                        ("to_fp_unsigned", to, self.operand(x, depth))
                    }
                    FloatCastOp::FromSInt { to, .. } => ("to_fp", to, self.operand(x, depth)),
                    _ => unreachable!("a conversion to an integer gives no float"),
                };
                let (exponent, significand) = to.parts();
                let mode = rounding.short_name();
                format!("((_ {name} {exponent} {significand}) {mode} {x})")
            }
            _ => unreachable!("not an operator that gives a float"),
        }
    }

    /// The bits or the truth value that a float operator gives, as an expression over `$rN`, `$vN`
    /// and the operands.
    pub(super) fn float_result(&self, term: TermId, view: &View<'_>, depth: u32) -> String {
        let name = self.float_name(term, depth);
        let computed = |format: FloatFormat| {
            let default = constant(format.bits(), default_nan(format));
            let encoding = if self.terms.loose_bound(term) > 0 {
                format!("(fp.to_ieee_bv {name})")
            } else {
                format!("$v{}", term.raw())
            };
            format!("(ite (fp.isNaN {name}) {default} (${}.bits {encoding}))", format.name())
        };
        // The first NaN operand, made quiet, else what was computed.
        let propagating = |format: FloatFormat, operands: &[TermId], otherwise: String| {
            operands.iter().rev().fold(otherwise, |rest, &operand| {
                let (float, x) =
                    (self.float_operand(format, operand, depth), self.operand(operand, depth));
                format!("(ite (fp.isNaN {float}) (${}.quiet {x}) {rest})", format.name())
            })
        };
        match *view {
            View::FloatBinary(op, format, _, x, y) => {
                let (left, right) = (self.operand(x, depth), self.operand(y, depth));
                match op {
                    FloatBinOp::CopySign => {
                        let (top, rest) = (format.bits() - 1, format.bits() - 2);
                        format!(
                            "(concat ((_ extract {top} {top}) {right}) \
                             ((_ extract {rest} 0) {left}))"
                        )
                    }
                    FloatBinOp::Add
                    | FloatBinOp::Sub
                    | FloatBinOp::Mul
                    | FloatBinOp::Div
                    | FloatBinOp::Rem => propagating(format, &[x, y], computed(format)),
                    FloatBinOp::MinNum
                    | FloatBinOp::MaxNum
                    | FloatBinOp::Minimum
                    | FloatBinOp::Maximum => {
                        let [fp_x, fp_y] = [x, y].map(|x| self.float_operand(format, x, depth));
                        let chosen = choice(op, &fp_x, &fp_y, &left, &right);
                        match op {
                            FloatBinOp::MinNum | FloatBinOp::MaxNum => chosen,
                            _ => propagating(format, &[x, y], chosen),
                        }
                    }
                }
            }
            View::FloatUnary(op, format, _, x) => {
                let width = format.bits();
                let sign = 1u128 << (width - 1);
                match op {
                    FloatUnOp::Neg => {
                        format!("(bvxor {} {})", self.operand(x, depth), constant(width, sign))
                    }
                    FloatUnOp::Abs => {
                        format!("(bvand {} {})", self.operand(x, depth), constant(width, sign - 1))
                    }
                    _ => propagating(format, &[x], computed(format)),
                }
            }
            View::FloatFma(format, _, x, y, z) => propagating(format, &[x, y, z], computed(format)),
            View::FloatCompare(op, format, x, y) => {
                let [x, y] = [x, y].map(|x| self.float_operand(format, x, depth));
                comparison(op, &x, &y)
            }
            View::FloatCast(op, _, x) => match op {
                FloatCastOp::FromUInt { to, .. } | FloatCastOp::FromSInt { to, .. } => computed(to),
                FloatCastOp::Convert { from, to } => {
                    let float = self.float_operand(from, x, depth);
                    let nan = converted_nan(from, to, &self.operand(x, depth));
                    format!("(ite (fp.isNaN {float}) {nan} {})", computed(to))
                }
                FloatCastOp::ToUInt { from, to }
                | FloatCastOp::ToSInt { from, to }
                | FloatCastOp::ToUIntSat { from, to }
                | FloatCastOp::ToSIntSat { from, to } => {
                    let float = self.float_operand(from, x, depth);
                    let bits = operand_format(view, true).is_none().then(|| self.operand(x, depth));
                    to_integer(op, from, to, &float, bits.as_deref())
                }
            },
            _ => unreachable!("not a float operator"),
        }
    }
}

/// Which of two values, not counting NaNs but the first of `MinNum` and `MaxNum`: `x` and `y` are
/// their floats, `left` and `right` what is returned.
fn choice(op: FloatBinOp, x: &str, y: &str, left: &str, right: &str) -> String {
    let (order, sign) = match op {
        FloatBinOp::MinNum | FloatBinOp::Minimum => ("fp.lt", "fp.isNegative"),
        _ => ("fp.gt", "fp.isPositive"),
    };
    if matches!(op, FloatBinOp::MinNum | FloatBinOp::MaxNum) {
        return format!("(ite (or (fp.isNaN {x}) ({order} {y} {x})) {right} {left})");
    }
    format!(
        "(ite (or ({order} {y} {x}) (and (fp.isZero {x}) (fp.isZero {y}) ({sign} {y}) \
         (not ({sign} {x})))) {right} {left})"
    )
}

fn comparison(op: FloatCmpOp, x: &str, y: &str) -> String {
    let unordered = format!("(or (fp.isNaN {x}) (fp.isNaN {y}))");
    match op {
        FloatCmpOp::Oeq => format!("(fp.eq {x} {y})"),
        FloatCmpOp::Ogt => format!("(fp.gt {x} {y})"),
        FloatCmpOp::Oge => format!("(fp.geq {x} {y})"),
        FloatCmpOp::Olt => format!("(fp.lt {x} {y})"),
        FloatCmpOp::Ole => format!("(fp.leq {x} {y})"),
        FloatCmpOp::One => format!("(and (not {unordered}) (not (fp.eq {x} {y})))"),
        FloatCmpOp::Ord => format!("(not {unordered})"),
        FloatCmpOp::Uno => unordered,
        FloatCmpOp::Ueq => format!("(or {unordered} (fp.eq {x} {y}))"),
        FloatCmpOp::Ugt => format!("(not (fp.leq {x} {y}))"),
        FloatCmpOp::Uge => format!("(not (fp.lt {x} {y}))"),
        FloatCmpOp::Ult => format!("(not (fp.geq {x} {y}))"),
        FloatCmpOp::Ule => format!("(not (fp.gt {x} {y}))"),
        FloatCmpOp::Une => format!("(not (fp.eq {x} {y}))"),
    }
}

/// The sign and the top bits of the fraction, of which the first is the quiet bit.
fn converted_nan(from: FloatFormat, to: FloatFormat, x: &str) -> String {
    let (from_fraction, to_fraction) = (from.parts().1 - 1, to.parts().1 - 1);
    let sign = from.bits() - 1;
    let kept = from_fraction.min(to_fraction);
    let low = from_fraction - kept;
    let mut exponent = "1".repeat(to.parts().0 as usize);
    if to == FloatFormat::X87 {
        exponent.push('1');
    }
    let mut fraction = format!("((_ extract {} {low}) n)", from_fraction - 1);
    if to_fraction > kept {
        let zeros = "0".repeat((to_fraction - kept) as usize);
        fraction = format!("(concat {fraction} #b{zeros})");
    }
    format!(
        "(let ((n (${}.quiet {x}))) (concat ((_ extract {sign} {sign}) n) (concat #b{exponent} {fraction})))",
        from.name()
    )
}

/// What a conversion to an integer makes of an infinity or a NaN, as a literal.
fn edge(op: FloatCastOp, from: FloatFormat, negative: bool, nan: bool) -> String {
    let mut text = String::new();
    super::write_constant(&mut text, &of_special(op, from, negative, nan));
    text
}

/// Truncation towards zero of the float `x`. What lies out of range depends only on its sign, so
/// that infinities show what it gives. `bits` are there if the sign of a NaN makes a difference.
fn to_integer(op: FloatCastOp, from: FloatFormat, to: u32, x: &str, bits: Option<&str>) -> String {
    let IntegerRange { negative_power: less, power: greater } = IntegerRange::of(op, from, to);
    let (exponent, significand) = from.parts();
    let format_of = format!("(_ to_fp_unsigned {exponent} {significand})");
    let power = |power: u32| format!("({format_of} RNE #b1{})", "0".repeat(power as usize));
    let at_least = match less {
        Some(less) => format!("(fp.geq t (fp.neg {}))", power(less)),
        None => "(fp.geq t (fp.abs t))".to_string(),
    };
    let width = greater.max(less.unwrap_or(0)) + 1;
    let width = width.max(to);
    let of_nan = match bits {
        None => edge(op, from, false, true),
        Some(bits) => {
            let sign = from.bits() - 1;
            let (negative, positive) = (edge(op, from, true, true), edge(op, from, false, true));
            format!("(ite (= ((_ extract {sign} {sign}) {bits}) #b1) {negative} {positive})")
        }
    };
    format!(
        "(let ((f {x})) (let ((t (fp.roundToIntegral RTZ f))) (ite (fp.isNaN f) {of_nan} \
         (ite (and (not (fp.isInfinite f)) {at_least} (fp.lt t {limit})) \
         ((_ extract {top} 0) ((_ fp.to_sbv {width}) RTZ f)) \
         (ite (fp.isNegative f) {low} {high})))))",
        limit = power(greater),
        top = to - 1,
        low = edge(op, from, true, false),
        high = edge(op, from, false, false),
    )
}
