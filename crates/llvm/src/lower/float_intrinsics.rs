//! LLVM's intrinsic functions on floating point: what the IR has instructions for, and calls of the
//! C library's mathematical functions for the rest.

use super::Unsupported;
use super::build::power_of_two;
use super::ffi::{LLVMOpcode as Op, LLVMRealPredicate as Pred, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::require_format;
use dunlin_ir::{
    BinOp, Bits, CmpOp, FloatBinOp, FloatCastOp, FloatFormat, FloatUnOp, InstKind, Operand, Type,
};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    /// `short` is the intrinsic's name after `llvm.`.
    pub fn float_intrinsic(&mut self, call: Value, short: &str) -> Lowered<Scalars> {
        if let Some(constrained) = short.strip_prefix("experimental.constrained.") {
            return self.constrained(call, constrained);
        }
        if let Some(op) = float_unary_op(short) {
            let format = require_format(call.ty())?;
            return self.lanes1(call.operand(0), |this, a| this.float_unary(op, format, a));
        }
        if let Some(op) = float_binary_op(short) {
            let format = require_format(call.ty())?;
            return self.lanes2(call.operand(0), call.operand(1), |this, a, b| {
                this.float_op(op, format, a, b)
            });
        }
        match short {
            "fma" | "fmuladd" => {
                let format = require_format(call.ty())?;
                let fused = short == "fma";
                let ty = Type::Int(format.bits());
                self.lanes3(call.operand(0), call.operand(1), call.operand(2), |this, a, b, c| {
                    this.define(ty, |dst| InstKind::FloatMulAdd { format, fused, dst, a, b, c })
                })
            }
            "canonicalize" => self.operands(call.operand(0)),
            "is.fpclass" => self.is_class(call),
            "fptoui.sat" | "fptosi.sat" => {
                let from = require_format(call.operand(0).ty())?;
                let to = self.int_width(call.ty())?;
                let op = match short {
                    "fptoui.sat" => FloatCastOp::ToUIntSat { from, to },
                    _ => FloatCastOp::ToSIntSat { from, to },
                };
                self.lanes1(call.operand(0), |this, a| this.float_cast(op, to, a))
            }
            "lrint" | "llrint" => self.round_to_int(call, FloatUnOp::RoundEven),
            "lround" | "llround" => self.round_to_int(call, FloatUnOp::Round),
            // To nearest, the only rounding mode.
            "flt.rounds" | "get.rounding" => Ok(smallvec![Operand::int(32, 1)]),
            "convert.to.fp16" | "convert.from.fp16" => self.convert_half(call, short),
            "frexp" => self.split_exponent(call),
            _ => self.math_function(call, short),
        }
    }

    fn round_to_int(&mut self, call: Value, rounding: FloatUnOp) -> Lowered<Scalars> {
        let from = require_format(call.operand(0).ty())?;
        let to = self.int_width(call.ty())?;
        self.lanes1(call.operand(0), |this, a| {
            let rounded = this.float_unary(rounding, from, a);
            this.float_cast(FloatCastOp::ToSInt { from, to }, to, rounded)
        })
    }

    fn convert_half(&mut self, call: Value, short: &str) -> Lowered<Scalars> {
        let (from, to) = match short {
            "convert.to.fp16" => (require_format(call.operand(0).ty())?, FloatFormat::Half),
            _ => (FloatFormat::Half, require_format(call.ty())?),
        };
        self.lanes1(call.operand(0), |this, a| {
            this.float_cast(FloatCastOp::Convert { from, to }, to.bits(), a)
        })
    }

    /// Tells classes apart by bits: without the sign, encodings are ordered as the values are.
    fn is_class(&mut self, call: Value) -> Lowered<Scalars> {
        let format = require_format(call.operand(0).ty())?;
        let classes = call.operand(1).int_bits().map_or(0, |bits| bits.low_u64());
        self.lanes1(call.operand(0), |this, a| this.is_in_classes(format, classes, a))
    }

    fn is_in_classes(&mut self, format: FloatFormat, classes: u64, a: Operand) -> Operand {
        const ANY_NAN: u64 = 0b11;
        let width = format.bits();
        let ty = Type::Int(width);
        let landmarks = Landmarks::of(format);
        let magnitude = Operand::constant(landmarks.magnitude_mask);
        let magnitude = self.binary(BinOp::And, width, a.clone(), magnitude);
        let zero = Operand::constant(Bits::from_u64(width, 0));
        let negative = self.compare(CmpOp::Slt, ty, a.clone(), zero.clone());
        let positive = self.not(1, negative.clone());
        let infinity = Operand::constant(landmarks.infinity);
        let normal = Operand::constant(landmarks.least_normal);
        let quiet = Operand::constant(landmarks.least_quiet);
        let below = |this: &mut Self, limit: &Operand| {
            this.compare(CmpOp::Ult, ty, magnitude.clone(), limit.clone())
        };
        let below_infinity = below(self, &infinity);
        let below_normal = below(self, &normal);
        let below_quiet = below(self, &quiet);
        let is_zero = self.compare(CmpOp::Eq, ty, magnitude.clone(), zero.clone());
        let is_infinite = self.compare(CmpOp::Eq, ty, magnitude.clone(), infinity.clone());
        let is_nan = self.compare(CmpOp::Ugt, ty, magnitude, infinity);
        let not_quiet = below_quiet.clone();
        let is_quiet = self.not(1, below_quiet);
        let is_signalling = self.binary(BinOp::And, 1, is_nan, not_quiet);
        let not_zero = self.not(1, is_zero.clone());
        let is_subnormal = self.binary(BinOp::And, 1, below_normal.clone(), not_zero);
        let not_below_normal = self.not(1, below_normal);
        let mut is_normal = self.binary(BinOp::And, 1, not_below_normal.clone(), below_infinity);
        let mut result = Operand::FALSE;
        if let Some(leading_one) = landmarks.leading_one {
            // What the x87 unit rejects is no number, nor a quiet or signalling NaN in particular.
            let leading_one = Operand::constant(leading_one);
            let leading_one = self.binary(BinOp::And, width, a, leading_one);
            let has_one = self.compare(CmpOp::Ne, ty, leading_one, zero.clone());
            is_normal = self.binary(BinOp::And, 1, is_normal, has_one.clone());
            if classes & ANY_NAN == ANY_NAN {
                let lacks_one = self.not(1, has_one);
                result = self.binary(BinOp::And, 1, not_below_normal, lacks_one);
            }
        }
        // The order of LLVM's class bits.
        let tests = [
            (is_signalling, None),
            (is_quiet, None),
            (is_infinite.clone(), Some(&negative)),
            (is_normal.clone(), Some(&negative)),
            (is_subnormal.clone(), Some(&negative)),
            (is_zero.clone(), Some(&negative)),
            (is_zero, Some(&positive)),
            (is_subnormal, Some(&positive)),
            (is_normal, Some(&positive)),
            (is_infinite, Some(&positive)),
        ];
        for (class, (test, sign)) in tests.into_iter().enumerate() {
            if classes >> class & 1 == 1 {
                let holds = match sign {
                    None => test,
                    Some(sign) => self.binary(BinOp::And, 1, test, sign.clone()),
                };
                result = self.binary(BinOp::Or, 1, result, holds);
            }
        }
        result
    }

    /// llvm.frexp as the C function, whose second result goes through memory.
    fn split_exponent(&mut self, call: Value) -> Lowered<Scalars> {
        let ty = call.operand(0).ty();
        let format = require_format(ty)?;
        let suffix = library_suffix(format)?;
        let float = Type::Int(format.bits());
        let place = self.entry_alloca(4, 4);
        let mut fractions = Scalars::new();
        let mut exponents = Scalars::new();
        for a in self.operands(call.operand(0))? {
            let args = vec![a, place.clone()];
            let name = format!("frexp{suffix}");
            fractions.push(self.library_call(&name, &[float, Type::Ptr], float, args)?);
            exponents.push(self.load(Type::Int(32), place.clone(), 4, false));
        }
        fractions.extend(exponents);
        Ok(fractions)
    }

    fn math_function(&mut self, call: Value, short: &str) -> Lowered<Scalars> {
        let unknown = || Unsupported(format!("intrinsic llvm.{short}"));
        let (arity, int_second) = match short {
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp"
            | "exp2" | "exp10" | "log" | "log2" | "log10" => (1, false),
            "pow" => (2, false),
            "powi" | "ldexp" => (2, true),
            _ => return Err(unknown()),
        };
        let format = require_format(call.ty())?;
        let float = Type::Int(format.bits());
        let name = match short {
            "powi" => match format {
                FloatFormat::Single => "__powisf2".to_string(),
                FloatFormat::Double => "__powidf2".to_string(),
                FloatFormat::X87 => "__powixf2".to_string(),
                _ => return Err(unknown()),
            },
            _ => format!("{short}{}", library_suffix(format)?),
        };
        let mut out = Scalars::new();
        let first = self.operands(call.operand(0))?;
        if arity == 1 {
            for a in first {
                out.push(self.library_call(&name, &[float], float, vec![a])?);
            }
            return Ok(out);
        }
        let second = if int_second { Type::Int(32) } else { float };
        let width = self.int_width(call.operand(1).ty())?;
        let exponents = self.operands(call.operand(1))?;
        for (lane, a) in first.into_iter().enumerate() {
            // powi takes one exponent for all lanes.
            let b = exponents.get(lane).unwrap_or(&exponents[0]).clone();
            let b = if int_second { self.resize(b, width, 32, true) } else { b };
            out.push(self.library_call(&name, &[float, second], float, vec![a, b])?);
        }
        Ok(out)
    }

    /// Operations that name their rounding mode and exception behaviour, under the default ones.
    fn constrained(&mut self, call: Value, short: &str) -> Lowered<Scalars> {
        let binary = match short {
            "fadd" => Some(FloatBinOp::Add),
            "fsub" => Some(FloatBinOp::Sub),
            "fmul" => Some(FloatBinOp::Mul),
            "fdiv" => Some(FloatBinOp::Div),
            "frem" => Some(FloatBinOp::Rem),
            _ => None,
        };
        if let Some(op) = binary {
            let format = require_format(call.ty())?;
            return self.lanes2(call.operand(0), call.operand(1), |this, a, b| {
                this.float_op(op, format, a, b)
            });
        }
        let conversion = match short {
            "fptoui" => Some(Op::LLVMFPToUI),
            "fptosi" => Some(Op::LLVMFPToSI),
            "uitofp" => Some(Op::LLVMUIToFP),
            "sitofp" => Some(Op::LLVMSIToFP),
            "fptrunc" => Some(Op::LLVMFPTrunc),
            "fpext" => Some(Op::LLVMFPExt),
            _ => None,
        };
        if let Some(opcode) = conversion {
            let a = call.operand(0);
            return self.convert_float(opcode, a, a.ty(), call.ty());
        }
        match short {
            "fcmp" | "fcmps" => {
                let predicate = call.operand(2).metadata_string();
                let predicate = predicate
                    .and_then(|name| predicate_of(&name))
                    .ok_or_else(|| Unsupported("a comparison without a predicate".into()))?;
                let format = require_format(call.operand(0).ty())?;
                self.lanes2(call.operand(0), call.operand(1), |this, a, b| {
                    this.float_predicate(predicate, format, a, b)
                })
            }
            _ => self.float_intrinsic(call, short),
        }
    }
}

/// Encodings without a sign that separate the classes of a format.
struct Landmarks {
    magnitude_mask: Bits,
    infinity: Bits,
    least_normal: Bits,
    least_quiet: Bits,
    /// The leading one of the fraction, where it is stored.
    leading_one: Option<Bits>,
}

impl Landmarks {
    fn of(format: FloatFormat) -> Self {
        let width = format.bits();
        // Bits of the fraction below the exponent; the x87 format stores the leading one.
        let (fraction, explicit_one) = match format {
            FloatFormat::Half => (10, false),
            FloatFormat::BFloat => (7, false),
            FloatFormat::Single => (23, false),
            FloatFormat::Double => (52, false),
            FloatFormat::X87 => (64, true),
            FloatFormat::Quad => (112, false),
        };
        let from_bits = |ones: &mut dyn Iterator<Item = u32>| {
            let mut words = [0u64; 2];
            for bit in ones {
                words[(bit / 64) as usize] |= 1 << (bit % 64);
            }
            Bits::new(width, &words)
        };
        let exponent = fraction..width - 1;
        let leading = explicit_one.then_some(fraction - 1);
        let quiet_bit = fraction - 1 - u32::from(explicit_one);
        Landmarks {
            magnitude_mask: from_bits(&mut (0..width - 1)),
            infinity: from_bits(&mut exponent.clone().chain(leading)),
            least_normal: power_of_two(width, fraction),
            least_quiet: from_bits(&mut exponent.chain(leading).chain([quiet_bit])),
            leading_one: leading.map(|bit| power_of_two(width, bit)),
        }
    }
}

fn float_unary_op(name: &str) -> Option<FloatUnOp> {
    Some(match name {
        "fabs" => FloatUnOp::Abs,
        "sqrt" => FloatUnOp::Sqrt,
        "floor" => FloatUnOp::Floor,
        "ceil" => FloatUnOp::Ceil,
        "trunc" => FloatUnOp::Trunc,
        "rint" | "nearbyint" | "roundeven" => FloatUnOp::RoundEven,
        "round" => FloatUnOp::Round,
        _ => return None,
    })
}

fn float_binary_op(name: &str) -> Option<FloatBinOp> {
    Some(match name {
        "copysign" => FloatBinOp::CopySign,
        "minnum" => FloatBinOp::MinNum,
        "maxnum" => FloatBinOp::MaxNum,
        "minimum" => FloatBinOp::Minimum,
        "maximum" => FloatBinOp::Maximum,
        _ => return None,
    })
}

fn predicate_of(name: &str) -> Option<Pred> {
    Some(match name {
        "oeq" => Pred::LLVMRealOEQ,
        "ogt" => Pred::LLVMRealOGT,
        "oge" => Pred::LLVMRealOGE,
        "olt" => Pred::LLVMRealOLT,
        "ole" => Pred::LLVMRealOLE,
        "one" => Pred::LLVMRealONE,
        "ord" => Pred::LLVMRealORD,
        "uno" => Pred::LLVMRealUNO,
        "ueq" => Pred::LLVMRealUEQ,
        "ugt" => Pred::LLVMRealUGT,
        "uge" => Pred::LLVMRealUGE,
        "ult" => Pred::LLVMRealULT,
        "ule" => Pred::LLVMRealULE,
        "une" => Pred::LLVMRealUNE,
        _ => return None,
    })
}

/// The letter that C's mathematical functions for a format end in.
fn library_suffix(format: FloatFormat) -> Lowered<&'static str> {
    match format {
        FloatFormat::Single => Ok("f"),
        FloatFormat::Double => Ok(""),
        FloatFormat::X87 => Ok("l"),
        other => Err(Unsupported(format!("mathematical functions of format {}", other.name()))),
    }
}
