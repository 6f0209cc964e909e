//! How operations are spelled in the text form: one table for the printer and the parser, so that
//! they cannot disagree. Names are unique among the mnemonics that may begin an instruction.

use crate::inst::{
    BinOp, CastOp, CheckKind, CmpOp, FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp, OverflowOp,
    UnOp,
};
use crate::passing::Class;
use crate::types::FloatFormat;

macro_rules! spelling {
    ($($ty:ident { $($variant:ident = $name:literal),* $(,)? })*) => {$(
        impl $ty {
            pub const ALL: &[$ty] = &[$($ty::$variant),*];

            /// The spelling in the text form.
            pub fn name(self) -> &'static str {
                match self { $($ty::$variant => $name),* }
            }

            /// The operation that is spelled `name`.
            pub fn from_name(name: &str) -> Option<$ty> {
                match name { $($name => Some($ty::$variant),)* _ => None }
            }
        }
    )*};
}

spelling! {
    BinOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem",
        SRem = "srem", And = "and", Or = "or", Xor = "xor", Shl = "shl", LShr = "lshr",
        AShr = "ashr", UMin = "umin", UMax = "umax", SMin = "smin", SMax = "smax",
        UAddSat = "uadd_sat", SAddSat = "sadd_sat", USubSat = "usub_sat", SSubSat = "ssub_sat",
        UShlSat = "ushl_sat", SShlSat = "sshl_sat",
    }
    CmpOp {
        Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge", Slt = "slt",
        Sle = "sle", Sgt = "sgt", Sge = "sge",
    }
    OverflowOp {
        UAdd = "uadd", SAdd = "sadd", USub = "usub", SSub = "ssub", UMul = "umul", SMul = "smul",
    }
    UnOp {
        Abs = "abs", PopCount = "popcount", Clz = "clz", Ctz = "ctz", ByteSwap = "byteswap",
        BitReverse = "bitreverse",
    }
    CastOp {
        Zext = "zext", Sext = "sext", Trunc = "trunc", PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr",
        IntToPtr = "inttoptr",
    }
    CheckKind {
        DivisionByZero = "division_by_zero", SignedOverflow = "signed_overflow",
        OverWideShift = "over_wide_shift",
    }
    Class {
        Integer = "int", SignExtended = "sext", ZeroExtended = "zext", Float = "float", Other = "other",
    }
    FloatBinOp {
        Add = "fadd", Sub = "fsub", Mul = "fmul", Div = "fdiv", Rem = "frem", MinNum = "fminnum",
        MaxNum = "fmaxnum", Minimum = "fminimum", Maximum = "fmaximum", CopySign = "fcopysign",
    }
    FloatUnOp {
        Neg = "fneg", Abs = "fabs", Sqrt = "fsqrt", Floor = "ffloor", Ceil = "fceil",
        Trunc = "ftrunc", RoundEven = "froundeven", Round = "fround",
    }
    FloatCmpOp {
        Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Uno = "uno", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une",
    }
}

impl FloatFormat {
    /// The format that is spelled `name`.
    pub fn from_name(name: &str) -> Option<FloatFormat> {
        FloatFormat::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl FloatCastOp {
    /// The mnemonic in the text form; the formats and widths are written after it.
    pub fn name(self) -> &'static str {
        match self {
            FloatCastOp::Convert { .. } => "fconvert",
            FloatCastOp::ToUInt { .. } => "ftoui",
            FloatCastOp::ToSInt { .. } => "ftosi",
            FloatCastOp::ToUIntSat { .. } => "ftoui_sat",
            FloatCastOp::ToSIntSat { .. } => "ftosi_sat",
            FloatCastOp::FromUInt { .. } => "uitof",
            FloatCastOp::FromSInt { .. } => "sitof",
        }
    }
}
