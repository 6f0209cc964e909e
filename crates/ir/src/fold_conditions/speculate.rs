//! What may be computed although the program would not have got there.
//!
//! An instruction is harmless if executing it cannot be noticed but for its result: it cannot end
//! the path, writes no memory and reads only where that is sure to succeed, fixes no address of an
//! object, and costs about nothing, the solver's time included. What is not listed is not harmless.

use super::FoldOptions;
use super::places::Places;
use crate::ids::BlockId;
use crate::inst::{BinOp, CastOp, CmpOp, FloatCastOp, FloatUnOp, InstKind, Operand, UnOp};
use crate::types::Type;

/// Whether `kind` is harmless where `block` ends.
pub fn is_harmless(
    kind: &InstKind,
    block: BlockId,
    places: &Places<'_>,
    options: &FoldOptions,
) -> bool {
    // Any computation with an undefined value may be reported.
    if options.check_uninitialised {
        return false;
    }
    match kind {
        InstKind::Binary { op, width, a, b, nsw, .. } => {
            !(*nsw && options.check_overflow) && is_cheap(*op, *width, a, b, options)
        }
        InstKind::Unary { op, .. } => matches!(op, UnOp::Abs | UnOp::ByteSwap),
        // The order of two objects depends on their addresses, their identity does not.
        InstKind::Compare { op, ty, .. } => *ty != Type::Ptr || matches!(op, CmpOp::Eq | CmpOp::Ne),
        InstKind::Cast { op, .. } => matches!(op, CastOp::Zext | CastOp::Sext | CastOp::Trunc),
        // A pointer that may refer to several objects costs more than a branch.
        InstKind::Select { ty, .. } => *ty != Type::Ptr,
        InstKind::FloatCompare { .. } => true,
        InstKind::FloatUnary { op, .. } => matches!(op, FloatUnOp::Neg | FloatUnOp::Abs),
        InstKind::FloatCast { op: FloatCastOp::Convert { from, to }, .. } => {
            to.bits() > from.bits()
        }
        InstKind::PtrAdd { .. } => true,
        InstKind::Load { ty, addr, volatile, .. } => {
            !volatile && places.is_readable(addr, *ty, block)
        }
        _ => false,
    }
}

fn is_cheap(op: BinOp, width: u32, a: &Operand, b: &Operand, options: &FoldOptions) -> bool {
    match op {
        BinOp::Add
        | BinOp::Sub
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor
        | BinOp::UMin
        | BinOp::UMax
        | BinOp::SMin
        | BinOp::SMax => true,
        BinOp::Mul => a.as_bits().is_some() || b.as_bits().is_some(),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => match b {
            Operand::Int { value, .. } => !options.check_shift || *value < u64::from(width),
            _ => false,
        },
        // Division can fail; saturating arithmetic is rare and builds large terms.
        BinOp::UDiv
        | BinOp::SDiv
        | BinOp::URem
        | BinOp::SRem
        | BinOp::UAddSat
        | BinOp::SAddSat
        | BinOp::USubSat
        | BinOp::SSubSat
        | BinOp::UShlSat
        | BinOp::SShlSat => false,
    }
}
