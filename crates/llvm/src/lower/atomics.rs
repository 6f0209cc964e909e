//! Atomic instructions with their single-threaded meaning: load, compute, store.

use super::ffi::{LLVMAtomicRMWBinOp as Rmw, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::require_format;
use super::{Unsupported, build};
use dunlin_ir::{BinOp, Bits, CmpOp, FloatBinOp, Operand, Type};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    pub fn atomic_rmw(&mut self, inst: Value) -> Lowered<Scalars> {
        let addr = self.operand(inst.operand(0))?;
        let argument = inst.operand(1);
        let ty = argument.ty();
        let (align, volatile) = (inst.alignment(), inst.is_volatile());
        let value = self.operands(argument)?;
        let old = self.load_value(ty, addr.clone(), align, volatile)?;
        let op = inst.atomic_op();
        let mut new = Scalars::new();
        for (old, value) in old.iter().cloned().zip(value) {
            new.push(self.atomic_result(op, argument, old, value)?);
        }
        self.store_scalars(ty, new, addr, align, volatile)?;
        Ok(old)
    }

    fn atomic_result(
        &mut self,
        op: Rmw,
        argument: Value,
        old: Operand,
        value: Operand,
    ) -> Lowered<Operand> {
        let ty = argument.ty();
        let float = match op {
            Rmw::LLVMAtomicRMWBinOpXchg => return Ok(value),
            Rmw::LLVMAtomicRMWBinOpFAdd => Some(FloatBinOp::Add),
            Rmw::LLVMAtomicRMWBinOpFSub => Some(FloatBinOp::Sub),
            Rmw::LLVMAtomicRMWBinOpFMax => Some(FloatBinOp::MaxNum),
            Rmw::LLVMAtomicRMWBinOpFMin => Some(FloatBinOp::MinNum),
            _ => None,
        };
        if let Some(op) = float {
            return Ok(self.float_op(op, require_format(ty)?, old, value));
        }
        let width = self.int_width(ty)?;
        let op = match op {
            Rmw::LLVMAtomicRMWBinOpAdd => BinOp::Add,
            Rmw::LLVMAtomicRMWBinOpSub => BinOp::Sub,
            Rmw::LLVMAtomicRMWBinOpAnd => BinOp::And,
            Rmw::LLVMAtomicRMWBinOpOr => BinOp::Or,
            Rmw::LLVMAtomicRMWBinOpXor => BinOp::Xor,
            Rmw::LLVMAtomicRMWBinOpMax => BinOp::SMax,
            Rmw::LLVMAtomicRMWBinOpMin => BinOp::SMin,
            Rmw::LLVMAtomicRMWBinOpUMax => BinOp::UMax,
            Rmw::LLVMAtomicRMWBinOpUMin => BinOp::UMin,
            Rmw::LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinOp::And, width, old, value);
                return Ok(self.not(width, both));
            }
            Rmw::LLVMAtomicRMWBinOpUIncWrap => {
                // old >= value ? 0 : old + 1
                let one = Operand::int(width, 1);
                let next = self.binary(BinOp::Add, width, old.clone(), one);
                let wraps = self.compare(CmpOp::Uge, Type::Int(width), old, value);
                return Ok(self.select(Type::Int(width), wraps, Operand::int(width, 0), next));
            }
            Rmw::LLVMAtomicRMWBinOpUDecWrap => {
                // old == 0 || old > value ? value : old - 1
                let one = Operand::int(width, 1);
                let ty = Type::Int(width);
                let next = self.binary(BinOp::Sub, width, old.clone(), one);
                let zero = self.compare(CmpOp::Eq, ty, old.clone(), build::zero(ty));
                let above = self.compare(CmpOp::Ugt, ty, old, value.clone());
                let wraps = self.binary(BinOp::Or, 1, zero, above);
                return Ok(self.select(ty, wraps, value, next));
            }
            _ => return Err(Unsupported("an atomic operation of unknown kind".into())),
        };
        Ok(self.binary(op, width, old, value))
    }

    /// `{old, old == expected}`; the memory gets `new` or keeps the old value.
    pub fn compare_exchange(&mut self, inst: Value) -> Lowered<Scalars> {
        let addr = self.operand(inst.operand(0))?;
        let expected = self.operand(inst.operand(1))?;
        let new = self.operand(inst.operand(2))?;
        let llvm_type = inst.operand(1).ty();
        let ty = self.module.types.scalar(llvm_type)?;
        let (align, volatile) = (inst.alignment(), inst.is_volatile());
        let mut old = self.load_value(llvm_type, addr.clone(), align, volatile)?;
        let Some(found) = old.pop() else { return Err(Unsupported("an empty atomic".into())) };
        let equal = self.compare(CmpOp::Eq, ty, found.clone(), expected);
        let stored = self.select(ty, equal.clone(), new, found.clone());
        self.store_scalars(llvm_type, smallvec![stored], addr, align, volatile)?;
        Ok(smallvec![found, equal])
    }

    pub fn not(&mut self, width: u32, a: Operand) -> Operand {
        let ones = Operand::constant(all_ones(width));
        self.binary(BinOp::Xor, width, a, ones)
    }
}

pub fn all_ones(width: u32) -> Bits {
    Bits::new(width, &vec![u64::MAX; width.div_ceil(64) as usize])
}
