//! Arithmetic, comparisons, select, freeze and aggregate access. Vectors are handled lane by lane.

use super::Unsupported;
use super::constants::is_composed;
use super::ffi::{
    LLVMIntPredicate, LLVMOpcode as Op, LLVMRealPredicate as Pred, LLVMTypeKind, Ty, Value,
};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::require_format;
use dunlin_ir::{
    BinOp, CmpOp, FloatBinOp, FloatCmpOp, FloatFormat, FloatUnOp, InstKind, Operand, Type,
};

impl FunctionLowering<'_, '_> {
    pub fn int_binary(&mut self, value: Value) -> Lowered<Scalars> {
        let (op, may_wrap) = match value.opcode() {
            Op::LLVMAdd => (BinOp::Add, true),
            Op::LLVMSub => (BinOp::Sub, true),
            Op::LLVMMul => (BinOp::Mul, true),
            Op::LLVMShl => (BinOp::Shl, true),
            Op::LLVMUDiv => (BinOp::UDiv, false),
            Op::LLVMSDiv => (BinOp::SDiv, false),
            Op::LLVMURem => (BinOp::URem, false),
            Op::LLVMSRem => (BinOp::SRem, false),
            Op::LLVMLShr => (BinOp::LShr, false),
            Op::LLVMAShr => (BinOp::AShr, false),
            Op::LLVMAnd => (BinOp::And, false),
            Op::LLVMOr => (BinOp::Or, false),
            _ => (BinOp::Xor, false),
        };
        let (nsw, nuw) = if may_wrap { value.no_wrap() } else { (false, false) };
        let width = self.int_width(value.ty())?;
        self.lanes2(value.operand(0), value.operand(1), |this, a, b| {
            this.define(Type::Int(width), |dst| InstKind::Binary { op, dst, width, a, b, nsw, nuw })
        })
    }

    pub fn float_binary(&mut self, value: Value) -> Lowered<Scalars> {
        let op = match value.opcode() {
            Op::LLVMFAdd => FloatBinOp::Add,
            Op::LLVMFSub => FloatBinOp::Sub,
            Op::LLVMFMul => FloatBinOp::Mul,
            Op::LLVMFDiv => FloatBinOp::Div,
            _ => FloatBinOp::Rem,
        };
        let format = require_format(value.ty())?;
        self.lanes2(value.operand(0), value.operand(1), |this, a, b| {
            this.float_op(op, format, a, b)
        })
    }

    pub fn float_op(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let ty = Type::Int(format.bits());
        self.define(ty, |dst| InstKind::FloatBinary { op, format, dst, a, b })
    }

    pub fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, a: Operand) -> Operand {
        let ty = Type::Int(format.bits());
        self.define(ty, |dst| InstKind::FloatUnary { op, format, dst, a })
    }

    pub fn float_negate(&mut self, inst: Value) -> Lowered<Scalars> {
        let format = require_format(inst.ty())?;
        self.lanes1(inst.operand(0), |this, a| this.float_unary(FloatUnOp::Neg, format, a))
    }

    pub fn int_compare(&mut self, inst: Value) -> Lowered<Scalars> {
        let op = match inst.int_predicate() {
            LLVMIntPredicate::LLVMIntEQ => CmpOp::Eq,
            LLVMIntPredicate::LLVMIntNE => CmpOp::Ne,
            LLVMIntPredicate::LLVMIntUGT => CmpOp::Ugt,
            LLVMIntPredicate::LLVMIntUGE => CmpOp::Uge,
            LLVMIntPredicate::LLVMIntULT => CmpOp::Ult,
            LLVMIntPredicate::LLVMIntULE => CmpOp::Ule,
            LLVMIntPredicate::LLVMIntSGT => CmpOp::Sgt,
            LLVMIntPredicate::LLVMIntSGE => CmpOp::Sge,
            LLVMIntPredicate::LLVMIntSLT => CmpOp::Slt,
            LLVMIntPredicate::LLVMIntSLE => CmpOp::Sle,
        };
        let ty = self.module.types.scalar(inst.operand(0).ty().scalar())?;
        self.lanes2(inst.operand(0), inst.operand(1), |this, a, b| this.compare(op, ty, a, b))
    }

    pub fn float_compare(&mut self, inst: Value) -> Lowered<Scalars> {
        let predicate = inst.float_predicate();
        let format = require_format(inst.operand(0).ty())?;
        self.lanes2(inst.operand(0), inst.operand(1), |this, a, b| {
            this.float_predicate(predicate, format, a, b)
        })
    }

    pub fn float_predicate(
        &mut self,
        predicate: Pred,
        format: FloatFormat,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let op = match predicate {
            Pred::LLVMRealPredicateFalse => return Operand::FALSE,
            Pred::LLVMRealPredicateTrue => return Operand::TRUE,
            Pred::LLVMRealOEQ => FloatCmpOp::Oeq,
            Pred::LLVMRealOGT => FloatCmpOp::Ogt,
            Pred::LLVMRealOGE => FloatCmpOp::Oge,
            Pred::LLVMRealOLT => FloatCmpOp::Olt,
            Pred::LLVMRealOLE => FloatCmpOp::Ole,
            Pred::LLVMRealONE => FloatCmpOp::One,
            Pred::LLVMRealORD => FloatCmpOp::Ord,
            Pred::LLVMRealUNO => FloatCmpOp::Uno,
            Pred::LLVMRealUEQ => FloatCmpOp::Ueq,
            Pred::LLVMRealUGT => FloatCmpOp::Ugt,
            Pred::LLVMRealUGE => FloatCmpOp::Uge,
            Pred::LLVMRealULT => FloatCmpOp::Ult,
            Pred::LLVMRealULE => FloatCmpOp::Ule,
            Pred::LLVMRealUNE => FloatCmpOp::Une,
        };
        self.define(Type::BOOL, |dst| InstKind::FloatCompare { op, format, dst, a, b })
    }

    /// One condition may choose between whole vectors or aggregates, or one each between lanes.
    pub fn select_inst(&mut self, inst: Value) -> Lowered<Scalars> {
        let conds = self.operands(inst.operand(0))?;
        let a = self.operands(inst.operand(1))?;
        let b = self.operands(inst.operand(2))?;
        let types = self.types(inst)?;
        let per_lane = inst.operand(0).ty().is_vector();
        let mut out = Scalars::new();
        for (lane, ((&ty, a), b)) in types.iter().zip(a).zip(b).enumerate() {
            let cond = conds[if per_lane { lane } else { 0 }].clone();
            out.push(self.select(ty, cond, a, b));
        }
        Ok(out)
    }

    pub fn freeze(&mut self, inst: Value) -> Lowered<Scalars> {
        let types = self.types(inst)?;
        let scalars = self.operands(inst.operand(0))?;
        Ok(types
            .iter()
            .zip(scalars)
            .map(|(&ty, a)| self.define(ty, |dst| InstKind::Freeze { dst, ty, a }))
            .collect())
    }

    pub fn extract_value(&mut self, inst: Value) -> Lowered<Scalars> {
        let aggregate = inst.operand(0);
        let first = self.scalar_index(aggregate.ty(), &inst.indices())?;
        let count = self.types(inst)?.len();
        let part = self.operands(aggregate)?.into_iter().skip(first).take(count);
        match is_composed(inst.ty()) {
            true => Ok(part.collect()),
            false => Ok(part.map(|scalar| self.value_of(scalar)).collect()),
        }
    }

    pub fn insert_value(&mut self, inst: Value) -> Lowered<Scalars> {
        let first = self.scalar_index(inst.ty(), &inst.indices())?;
        let mut scalars = self.operands(inst.operand(0))?;
        for (place, scalar) in scalars[first..].iter_mut().zip(self.operands(inst.operand(1))?) {
            *place = scalar;
        }
        Ok(scalars)
    }

    /// Where in the list of an aggregate's scalars the part at `indices` begins.
    fn scalar_index(&mut self, mut ty: Ty, indices: &[u32]) -> Lowered<usize> {
        let mut position = 0;
        for &index in indices {
            if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let fields = ty.fields();
                for &field in &fields[..index as usize] {
                    position += self.module.types.scalars(field)?.len();
                }
                ty = fields[index as usize];
            } else {
                ty = ty.element();
                position += index as usize * self.module.types.scalars(ty)?.len();
            }
        }
        Ok(position)
    }

    /// The width of an integer type or of the elements of a vector of them.
    pub fn int_width(&mut self, ty: Ty) -> Lowered<u32> {
        match self.module.types.scalar(ty.scalar())? {
            Type::Int(width) => Ok(width),
            Type::Ptr => Err(Unsupported("arithmetic on pointers".into())),
        }
    }

    pub fn lanes1(
        &mut self,
        a: Value,
        mut f: impl FnMut(&mut Self, Operand) -> Operand,
    ) -> Lowered<Scalars> {
        Ok(self.operands(a)?.into_iter().map(|a| f(self, a)).collect())
    }

    pub fn lanes2(
        &mut self,
        a: Value,
        b: Value,
        mut f: impl FnMut(&mut Self, Operand, Operand) -> Operand,
    ) -> Lowered<Scalars> {
        let a = self.operands(a)?;
        let b = self.operands(b)?;
        Ok(a.into_iter().zip(b).map(|(a, b)| f(self, a, b)).collect())
    }

    pub fn lanes3(
        &mut self,
        a: Value,
        b: Value,
        c: Value,
        mut f: impl FnMut(&mut Self, Operand, Operand, Operand) -> Operand,
    ) -> Lowered<Scalars> {
        let a = self.operands(a)?;
        let b = self.operands(b)?;
        let c = self.operands(c)?;
        Ok(a.into_iter().zip(b).zip(c).map(|((a, b), c)| f(self, a, b, c)).collect())
    }
}
