//! Instructions. Terminators are in [`crate::terminator`].
//!
//! What the pure ones compute from their operands is defined once, in [`crate::semantics`]; here is
//! only their shape. Operands of integer instructions have the instruction's width; conditions have
//! width 1.

use crate::bits::Bits;
use crate::ids::{BlockId, FuncId, GlobalId, LayoutId, Reg, VarId};
use crate::passing::Passing;
pub use crate::terminator::{Edge, Terminator};
use crate::types::{FloatFormat, Type};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What an [`InstKind::Unsupported`] is called that stands for what catches, passes on or cleans up after an
/// exception and is no [`InstKind::LandingPad`]. Analyses of control flow know by it that a module has
/// code which is entered from any function that throws.
pub const EXCEPTION_HANDLING: &str = "exception handling";

/// What an instruction reads: a register or a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operand {
    Reg(Reg),
    /// An integer of at most 64 bits; bits above `width` are zero.
    Int {
        width: u32,
        value: u64,
    },
    /// An integer of more than 64 bits.
    Wide(Box<Bits>),
    Null,
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Func(FuncId),
    /// The address of a block, for [`Terminator::IndirectJump`].
    BlockAddr(FuncId, BlockId),
    /// Any value of the type; two uses need not agree (LLVM's undef and poison).
    Undef(Type),
}

impl Operand {
    pub const TRUE: Operand = Operand::Int { width: 1, value: 1 };
    pub const FALSE: Operand = Operand::Int { width: 1, value: 0 };

    /// The integer `value` truncated to `width`.
    pub fn int(width: u32, value: u64) -> Operand {
        Operand::constant(Bits::from_u64(width, value))
    }

    pub fn constant(bits: Bits) -> Operand {
        if bits.width() <= 64 {
            Operand::Int { width: bits.width(), value: bits.low_u64() }
        } else {
            Operand::Wide(Box::new(bits))
        }
    }

    pub fn reg(&self) -> Option<Reg> {
        if let Operand::Reg(reg) = self { Some(*reg) } else { None }
    }

    /// The value, if this is an integer constant.
    pub fn as_bits(&self) -> Option<Bits> {
        match self {
            Operand::Int { width, value } => Some(Bits::from_u64(*width, *value)),
            Operand::Wide(bits) => Some((**bits).clone()),
            _ => None,
        }
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Operand::Reg(reg)
    }
}

/// Integer operations on two operands of one width, with a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    UMin,
    UMax,
    SMin,
    SMax,
    /// Saturating arithmetic: the nearest representable value instead of wrapping.
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    UShlSat,
    SShlSat,
}

/// Predicates on two integer operands of one width (or two pointers), with a result of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CmpOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// Predicates that tell whether an integer operation overflows; result of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum OverflowOp {
    UAdd,
    SAdd,
    USub,
    SSub,
    UMul,
    SMul,
}

/// Integer operations on one operand, with a result of the same width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnOp {
    /// Absolute value; the least integer stays itself.
    Abs,
    PopCount,
    /// Leading zeros; the width for zero.
    Clz,
    /// Trailing zeros; the width for zero.
    Ctz,
    /// Reverses the bytes; the width is a multiple of 16.
    ByteSwap,
    BitReverse,
}

/// Conversions between register types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastOp {
    Zext,
    Sext,
    Trunc,
    /// To an integer of exactly the pointer width; other widths are followed by a zext or trunc.
    PtrToInt,
    /// To the address as a plain number of pointer width, which no longer says what object it came
    /// from: for code that reaches other objects by distances between addresses.
    PtrToAddr,
    /// From an integer of exactly the pointer width.
    IntToPtr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// IEEE minNum: a NaN operand yields the other one.
    MinNum,
    MaxNum,
    /// IEEE 754-2019 minimum: a NaN operand yields NaN, -0 is below +0.
    Minimum,
    Maximum,
    CopySign,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    /// Towards zero.
    Trunc,
    /// To nearest, ties to even (rint, nearbyint and roundeven under the default rounding mode).
    RoundEven,
    /// To nearest, ties away from zero.
    Round,
}

/// LLVM's sixteen predicates but for the two constant ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatCmpOp {
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    /// Neither operand is a NaN.
    Ord,
    /// Some operand is a NaN.
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
}

/// Conversions from or to floating point. Widths of integers are those of the operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatCastOp {
    /// Float to float.
    Convert {
        from: FloatFormat,
        to: FloatFormat,
    },
    /// Truncates towards zero. Out of range, the result is what x86-64 computes for the widths that
    /// it has (see `semantics`), since C leaves it undefined.
    ToUInt {
        from: FloatFormat,
        to: u32,
    },
    ToSInt {
        from: FloatFormat,
        to: u32,
    },
    /// As above but saturating, NaN to zero (llvm.fpto?i.sat).
    ToUIntSat {
        from: FloatFormat,
        to: u32,
    },
    ToSIntSat {
        from: FloatFormat,
        to: u32,
    },
    FromUInt {
        from: u32,
        to: FloatFormat,
    },
    FromSInt {
        from: u32,
        to: FloatFormat,
    },
}

/// One step of the typed path that an address computation follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PathStep {
    /// Field number of a struct layout.
    Field { layout: LayoutId, index: u32 },
    /// An element of a sequence of `element`s.
    Index { element: LayoutId },
}

/// One scaled index of an address computation: `index * scale` bytes. The index has pointer width.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScaledIndex {
    pub index: Operand,
    pub scale: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// One piece of the variable arguments of a call, at its place in the argument area. The front end
/// lays the area out as the target's ABI does for arguments that are passed in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VarArg {
    pub offset: u64,
    pub value: VarArgValue,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum VarArgValue {
    Scalar {
        ty: Type,
        value: Operand,
    },
    /// An aggregate passed by value: `size` bytes copied from an address.
    Copy {
        from: Operand,
        size: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// One register per scalar that the callee returns.
    pub dsts: SmallVec<[Reg; 1]>,
    pub callee: Callee,
    pub args: Vec<Operand>,
    /// Empty unless the call passes variable arguments.
    pub varargs: Vec<VarArg>,
    /// The size of the area that `varargs` lie in.
    pub varargs_size: u64,
    /// Of a call through a pointer, if it passes more than plain integers.
    pub passing: Option<Box<Passing>>,
}

impl Call {
    /// A call that passes no variable arguments.
    pub fn fixed(callee: Callee, args: Vec<Operand>, dsts: SmallVec<[Reg; 1]>) -> Call {
        Call { dsts, callee, args, varargs: Vec::new(), varargs_size: 0, passing: None }
    }
}

/// The errors that an [`InstKind::Check`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CheckKind {
    /// Also a quotient that does not fit.
    DivisionByZero,
    /// Also a float that does not fit into an integer type.
    SignedOverflow,
    OverWideShift,
}

/// A non-terminator instruction. `dst` fields define a register, everything else is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InstKind {
    // ---- pure: results depend on the operands alone -------------------------------------------
    Binary {
        op: BinOp,
        dst: Reg,
        width: u32,
        a: Operand,
        b: Operand,
        nsw: bool,
        nuw: bool,
    },
    Unary {
        op: UnOp,
        dst: Reg,
        width: u32,
        a: Operand,
    },
    /// `ty` is the type of the operands.
    Compare {
        op: CmpOp,
        dst: Reg,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    Overflow {
        op: OverflowOp,
        dst: Reg,
        width: u32,
        a: Operand,
        b: Operand,
    },
    /// `from` and `to` are the types before and after.
    Cast {
        op: CastOp,
        dst: Reg,
        from: Type,
        to: Type,
        a: Operand,
    },
    Select {
        dst: Reg,
        ty: Type,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// The high (`left`) or low half of `a:b` shifted left or right by `shift` modulo the width.
    FunnelShift {
        left: bool,
        dst: Reg,
        width: u32,
        a: Operand,
        b: Operand,
        shift: Operand,
    },
    FloatBinary {
        op: FloatBinOp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatUnary {
        op: FloatUnOp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
    },
    FloatCompare {
        op: FloatCmpOp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `a * b + c`, rounded once if `fused`, else after each step (llvm.fmuladd compiled natively).
    FloatMulAdd {
        format: FloatFormat,
        fused: bool,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    FloatCast {
        op: FloatCastOp,
        dst: Reg,
        a: Operand,
    },
    /// `base + disp + Σ index·scale`, wrapping at the pointer width; `path` says the same in types.
    PtrAdd {
        dst: Reg,
        base: Operand,
        disp: i64,
        indices: SmallVec<[ScaledIndex; 1]>,
        path: Vec<PathStep>,
    },
    /// Fixes an undefined value to one value.
    Freeze {
        dst: Reg,
        ty: Type,
        a: Operand,
    },

    // ---- memory --------------------------------------------------------------------------------
    /// A new stack object of `size` bytes (pointer width), which lives until the function returns or
    /// a [`InstKind::StackRestore`] to before it.
    Alloca {
        dst: Reg,
        size: Operand,
        align: u32,
        var: Option<VarId>,
        layout: Option<LayoutId>,
        /// Its number in the function of the front end's form, by which a native run knows it.
        site: Option<u32>,
    },
    Load {
        dst: Reg,
        ty: Type,
        addr: Operand,
        align: u32,
        volatile: bool,
    },
    Store {
        ty: Type,
        value: Operand,
        addr: Operand,
        align: u32,
        volatile: bool,
    },
    /// `len` has pointer width. The regions may overlap only if `overlap` (memmove).
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: bool,
    },
    /// `value` has width 8, `len` pointer width.
    MemSet {
        dst: Operand,
        value: Operand,
        len: Operand,
    },
    StackSave {
        dst: Reg,
    },
    StackRestore {
        token: Operand,
    },
    /// The scope of a stack object begins (its content becomes undefined) or ends.
    Lifetime {
        addr: Operand,
        start: bool,
        /// Of a start: its number, in one row with those of the allocations.
        site: Option<u32>,
    },
    /// How many bytes of the object lie at and after `addr`; `width` is the result's. If that is not
    /// known, 0 if `min`, else all ones.
    ObjectSize {
        dst: Reg,
        width: u32,
        addr: Operand,
        min: bool,
    },
    VaStart {
        list: Operand,
    },
    VaCopy {
        dst: Operand,
        src: Operand,
    },
    VaEnd {
        list: Operand,
    },

    // ---- control and markers -------------------------------------------------------------------
    Call(Call),
    /// The program promises that `cond` holds.
    Assume {
        cond: Operand,
    },
    /// The program is in error unless `cond` holds: what C forbids and the instructions around do not
    /// show, since the compiler has folded them or since they have a meaning for every operand.
    Check {
        kind: CheckKind,
        /// What is wrong if it does not hold.
        what: String,
        cond: Operand,
    },
    /// A promoted local is uninitialised at this point: one marked value per execution of this
    /// instruction, not LLVM's "anything at each use".
    Uninit {
        dst: Reg,
        ty: Type,
        var: Option<VarId>,
        /// Which allocation or start of a scope it stands for, and for which of its bytes on.
        site: Option<u32>,
        offset: u64,
    },
    /// A promoted local `var` takes the value here: where a store was before promotion. Computes
    /// nothing; keeps the line a possible target and the variable findable.
    Marker {
        var: VarId,
        ty: Type,
        value: Operand,
    },
    /// Where the unwind edges of [`Terminator::Invoke`] arrive, with the exception and what says which
    /// handler it is for. What it catches is not told: exceptions are not executed, and a path that gets
    /// here ends.
    LandingPad {
        exception: Reg,
        /// Of width 32.
        selector: Reg,
    },
    /// What the front end cannot express ([`EXCEPTION_HANDLING`] and others). Ends a path that executes it; `dsts` are never computed.
    /// The addresses that it gets are known to something unknown from here on.
    Unsupported {
        what: String,
        dsts: Vec<(Reg, Type)>,
        addrs: Vec<Operand>,
    },
}
