//! Floating-point operators in SMT-LIB, with the NaN bits and out-of-range rules of
//! `dunlin_ir::float`.
//!
//! For each format in use there is a function `$F.fp` from bits to the float, which also knows the
//! encodings of the x87 format that count as NaNs or have a second spelling. The bits of a computed
//! float are a constant `$vN` of which only the float that it encodes is asserted; NaNs are left out
//! of that, since their bits follow from the operands.

use super::Printer;
use crate::arena::Terms;
use crate::ids::TermId;
use crate::view::View;
use dunlin_ir::float::{self, default_nan};
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};
use std::fmt::Write;

/// Exponent bits and significand bits, the hidden one included.
pub(super) fn parameters(format: FloatFormat) -> (u32, u32) {
    match format {
        FloatFormat::Half => (5, 11),
        FloatFormat::BFloat => (8, 8),
        FloatFormat::Single => (8, 24),
        FloatFormat::Double => (11, 53),
        FloatFormat::X87 => (15, 64),
        FloatFormat::Quad => (15, 113),
    }
}

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
    let (exponent, significand) = parameters(format);
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

impl Printer<'_> {
    /// An operand, which is defined unless it is an atom or a constant.
    fn operand(&self, term: TermId) -> String {
        if self.defined.contains(&term) {
            return super::name_of(self.terms, term);
        }
        let mut leaf = Printer::new(self.terms);
        leaf.expression(term, super::Form::Vector, 0);
        leaf.out
    }

    /// Declares the constant for the bits of a computed float, if the operator needs one.
    pub(super) fn prepare_float(&mut self, term: TermId) {
        let view = self.terms.view(term);
        let Some((format, computed)) = self.computed(&view) else { return };
        let (exponent, significand) = parameters(format);
        let width = exponent + significand;
        let index = term.raw();
        let _ = writeln!(
            self.out,
            "(define-fun $r{index} () (_ FloatingPoint {exponent} {significand}) {computed})\n\
             (declare-fun $v{index} () (_ BitVec {width}))\n\
             (assert (or (fp.isNaN $r{index}) \
             (= ((_ to_fp {exponent} {significand}) $v{index}) $r{index})))"
        );
    }

    /// The float that an operator computes, if it is one that must be rounded.
    fn computed(&self, view: &View<'_>) -> Option<(FloatFormat, String)> {
        let of =
            |format: FloatFormat, x: TermId| format!("(${}.fp {})", format.name(), self.operand(x));
        Some(match *view {
            View::FloatBinary(op, format, rounding, x, y) => {
                let (x, y) = (of(format, x), of(format, y));
                let mode = rounding.short_name();
                let text = match op {
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
                    _ => return None,
                };
                (format, text)
            }
            View::FloatUnary(op, format, rounding, x) => {
                let name = match op {
                    FloatUnOp::Neg | FloatUnOp::Abs => return None,
                    FloatUnOp::Sqrt => "fp.sqrt",
                    FloatUnOp::Floor
                    | FloatUnOp::Ceil
                    | FloatUnOp::Trunc
                    | FloatUnOp::RoundEven
                    | FloatUnOp::Round => "fp.roundToIntegral",
                };
                (format, format!("({name} {} {})", rounding.short_name(), of(format, x)))
            }
            View::FloatFma(format, rounding, x, y, z) => {
                let [x, y, z] = [x, y, z].map(|operand| of(format, operand));
                (format, format!("(fp.fma {} {x} {y} {z})", rounding.short_name()))
            }
            View::FloatCast(op, rounding, x) => {
                let mode = rounding.short_name();
                let to_fp = |name: &str, to: FloatFormat, x: String| {
                    let (exponent, significand) = parameters(to);
                    (to, format!("((_ {name} {exponent} {significand}) {mode} {x})"))
                };
                match op {
                    FloatCastOp::Convert { from, to } => to_fp("to_fp", to, of(from, x)),
                    FloatCastOp::FromUInt { to, .. } => {
                        to_fp("to_fp_unsigned", to, self.operand(x))
                    }
                    FloatCastOp::FromSInt { to, .. } => to_fp("to_fp", to, self.operand(x)),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

/// The bits that a float operator gives, as an expression over `$vN` and the operands.
pub(super) fn result(printer: &Printer<'_>, term: TermId, view: &View<'_>) -> String {
    let index = term.raw();
    let computed = |format: FloatFormat| {
        let default = constant(format.bits(), default_nan(format));
        format!("(ite (fp.isNaN $r{index}) {default} (${}.bits $v{index}))", format.name())
    };
    // The first NaN operand, made quiet, else what was computed.
    let propagating = |format: FloatFormat, operands: &[TermId], otherwise: String| {
        operands.iter().rev().fold(otherwise, |rest, &operand| {
            let (name, x) = (format.name(), printer.operand(operand));
            format!("(ite (fp.isNaN (${name}.fp {x})) (${name}.quiet {x}) {rest})")
        })
    };
    match *view {
        View::FloatBinary(op, format, _, x, y) => {
            let name = format.name();
            let (left, right) = (printer.operand(x), printer.operand(y));
            let (fp_left, fp_right) =
                (format!("(${name}.fp {left})"), format!("(${name}.fp {right})"));
            let width = format.bits();
            match op {
                FloatBinOp::CopySign => {
                    let top = width - 1;
                    let rest = width - 2;
                    format!(
                        "(concat ((_ extract {top} {top}) {right}) ((_ extract {rest} 0) {left}))"
                    )
                }
                FloatBinOp::MinNum | FloatBinOp::MaxNum => {
                    let order = if op == FloatBinOp::MinNum { "fp.lt" } else { "fp.gt" };
                    format!(
                        "(ite (or (fp.isNaN {fp_left}) ({order} {fp_right} {fp_left})) {right} {left})"
                    )
                }
                FloatBinOp::Minimum | FloatBinOp::Maximum => {
                    let (order, sign) = if op == FloatBinOp::Minimum {
                        ("fp.lt", "fp.isNegative")
                    } else {
                        ("fp.gt", "fp.isPositive")
                    };
                    let chosen = format!(
                        "(ite (or ({order} {fp_right} {fp_left}) (and (fp.isZero {fp_left}) \
                         (fp.isZero {fp_right}) ({sign} {fp_right}) (not ({sign} {fp_left})))) \
                         {right} {left})"
                    );
                    propagating(format, &[x, y], chosen)
                }
                _ => propagating(format, &[x, y], computed(format)),
            }
        }
        View::FloatUnary(op, format, _, x) => {
            let width = format.bits();
            let sign = 1u128 << (width - 1);
            match op {
                FloatUnOp::Neg => {
                    format!("(bvxor {} {})", printer.operand(x), constant(width, sign))
                }
                FloatUnOp::Abs => {
                    format!("(bvand {} {})", printer.operand(x), constant(width, sign - 1))
                }
                _ => propagating(format, &[x], computed(format)),
            }
        }
        View::FloatFma(format, _, x, y, z) => propagating(format, &[x, y, z], computed(format)),
        View::FloatCompare(op, format, x, y) => {
            let of = |x: TermId| format!("(${}.fp {})", format.name(), printer.operand(x));
            comparison(op, &of(x), &of(y))
        }
        View::FloatCast(op, _, x) => cast(printer, op, x, computed),
        _ => unreachable!("not a float operator"),
    }
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

fn cast(
    printer: &Printer<'_>,
    op: FloatCastOp,
    x: TermId,
    computed: impl Fn(FloatFormat) -> String,
) -> String {
    let operand = printer.operand(x);
    match op {
        FloatCastOp::FromUInt { to, .. } | FloatCastOp::FromSInt { to, .. } => computed(to),
        FloatCastOp::Convert { from, to } => {
            let nan = converted_nan(from, to, &operand);
            format!("(ite (fp.isNaN (${}.fp {operand})) {nan} {})", from.name(), computed(to))
        }
        FloatCastOp::ToUInt { from, to }
        | FloatCastOp::ToSInt { from, to }
        | FloatCastOp::ToUIntSat { from, to }
        | FloatCastOp::ToSIntSat { from, to } => to_integer(op, from, to, &operand),
    }
}

/// The sign and the top bits of the fraction, of which the first is the quiet bit.
fn converted_nan(from: FloatFormat, to: FloatFormat, x: &str) -> String {
    let (from_fraction, to_fraction) = (parameters(from).1 - 1, parameters(to).1 - 1);
    let sign = from.bits() - 1;
    let kept = from_fraction.min(to_fraction);
    let low = from_fraction - kept;
    let mut exponent = "1".repeat(parameters(to).0 as usize);
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

/// Truncation towards zero. What lies out of range depends only on its sign, so that infinities
/// show what it gives.
fn to_integer(op: FloatCastOp, from: FloatFormat, to: u32, x: &str) -> String {
    // In range: least <= value < 2^greater, with least = -2^less, or 0 if there is no `less`.
    let (less, greater) = match op {
        FloatCastOp::ToUIntSat { .. } => (None, to),
        FloatCastOp::ToSIntSat { .. } => (Some(to - 1), to - 1),
        _ => {
            let signed = matches!(op, FloatCastOp::ToSInt { .. });
            if to > 64 || from == FloatFormat::Quad {
                let register = to.next_power_of_two().max(32);
                if signed || to < register && register <= 64 {
                    (Some(register - 1), register - 1)
                } else {
                    (None, register)
                }
            } else if !signed && to == 64 {
                (Some(63), 64)
            } else {
                let register = match to {
                    ..=15 if from == FloatFormat::X87 => 16,
                    16 if from == FloatFormat::X87 && signed => 16,
                    ..=31 => 32,
                    32 if signed => 32,
                    _ => 64,
                };
                (Some(register - 1), register - 1)
            }
        }
    };
    let (exponent, significand) = parameters(from);
    let format_of = format!("(_ to_fp_unsigned {exponent} {significand})");
    let power = |power: u32| format!("({format_of} RNE #b1{})", "0".repeat(power as usize));
    let at_least = match less {
        Some(less) => format!("(fp.geq t (fp.neg {}))", power(less)),
        None => "(fp.geq t (fp.abs t))".to_string(),
    };
    let edge = |negative: bool, nan: bool| {
        let mut bits = float::cast(
            FloatCastOp::Convert { from: FloatFormat::Double, to: from },
            &Bits::from_u64(64, if nan { f64::NAN } else { f64::INFINITY }.to_bits() & !(1 << 63)),
        )
        .low_u128();
        if negative {
            bits |= 1 << (from.bits() - 1);
        }
        let value = float::cast(op, &Bits::from_u128(from.bits(), bits));
        let mut text = String::new();
        super::write_constant(&mut text, &value);
        text
    };
    let width = greater.max(less.unwrap_or(0)) + 1;
    let width = width.max(to);
    let sign = from.bits() - 1;
    format!(
        "(let ((f (${name}.fp {x})) (negative (= ((_ extract {sign} {sign}) {x}) #b1))) \
         (let ((t (fp.roundToIntegral RTZ f))) \
         (ite (fp.isNaN f) (ite negative {nan_negative} {nan_positive}) \
         (ite (and (not (fp.isInfinite f)) {at_least} (fp.lt t {limit})) \
         ((_ extract {top} 0) ((_ fp.to_sbv {width}) RTZ f)) \
         (ite negative {low} {high})))))",
        name = from.name(),
        nan_negative = edge(true, true),
        nan_positive = edge(false, true),
        limit = power(greater),
        top = to - 1,
        low = edge(true, false),
        high = edge(false, false),
    )
}
