//! One instruction to operations.

use super::{Compiler, fusion};
use crate::code::{DivOp, Op, Pc, Slot, Source, slots_of};
use crate::options::Uninitialised;
use dunlin_ir::{
    BinOp, CastOp, CmpOp, FloatBinOp, FloatFormat, InstId, InstKind, NanRule, Operand, Type,
};

/// Builds the variant of [`Op`] for a binary or comparison operation, with a slot or a constant on
/// the right.
macro_rules! select_op {
    ($op:expr, $w:expr, $dst:expr, $a:expr, $b:expr, $constant:expr;
     $($kind:path => $plain:ident / $immediate:ident),* $(,)?) => {
        match ($op, $constant) {
            $(
                ($kind, None) => Some(Op::$plain { w: $w, dst: $dst, a: $a, b: $b }),
                ($kind, Some(b)) => Some(Op::$immediate { w: $w, dst: $dst, a: $a, b }),
            )*
            #[allow(unreachable_patterns)]
            _ => None,
        }
    };
}

fn binary(op: BinOp, w: u8, dst: Slot, a: Slot, b: Slot, constant: Option<i32>) -> Option<Op> {
    select_op!(op, w, dst, a, b, constant;
        BinOp::Add => Add/AddI, BinOp::Sub => Sub/SubI, BinOp::Mul => Mul/MulI,
        BinOp::And => And/AndI, BinOp::Or => Or/OrI, BinOp::Xor => Xor/XorI,
        BinOp::Shl => Shl/ShlI, BinOp::LShr => LShr/LShrI, BinOp::AShr => AShr/AShrI)
}

/// Whether an operation has a form of its own with a constant on the right.
pub fn has_fast_form(op: BinOp) -> bool {
    binary(op, 32, 0, 0, 0, None).is_some()
}

fn compare(op: CmpOp, w: u8, dst: Slot, a: Slot, b: Slot, constant: Option<i32>) -> Option<Op> {
    select_op!(op, w, dst, a, b, constant;
        CmpOp::Eq => Eq/EqI, CmpOp::Ne => Ne/NeI, CmpOp::Ult => Ult/UltI, CmpOp::Ule => Ule/UleI,
        CmpOp::Ugt => Ugt/UgtI, CmpOp::Uge => Uge/UgeI, CmpOp::Slt => Slt/SltI,
        CmpOp::Sle => Sle/SleI, CmpOp::Sgt => Sgt/SgtI, CmpOp::Sge => Sge/SgeI)
}

/// A comparison fused with the branch on it.
pub fn compare_branch(op: CmpOp, w: u8, count: u16, a: Slot, b: Slot, constant: Option<i32>) -> Op {
    macro_rules! branch {
        ($($kind:ident => $plain:ident / $immediate:ident),* $(,)?) => {
            match (op, constant) {
                $(
                    (CmpOp::$kind, None) => Op::$plain { w, count, a, b, to: 0 },
                    (CmpOp::$kind, Some(b)) => Op::$immediate { w, count, a, b, to: 0 },
                )*
            }
        };
    }
    branch!(Eq => BrEq/BrEqI, Ne => BrNe/BrNeI, Ult => BrUlt/BrUltI, Ule => BrUle/BrUleI,
        Ugt => BrUgt/BrUgtI, Uge => BrUge/BrUgeI, Slt => BrSlt/BrSltI, Sle => BrSle/BrSleI,
        Sgt => BrSgt/BrSgtI, Sge => BrSge/BrSgeI)
}

/// Sets where a jump or branch leads.
pub fn set_target(op: &mut Op, target: Pc) {
    macro_rules! set {
        ($($variant:ident),*) => {
            match op {
                $(Op::$variant { to, .. })|* => *to = target,
                other => unreachable!("{other:?} is no jump"),
            }
        };
    }
    set!(
        Jump, MarkedJump, Branch, BrEq, BrEqI, BrNe, BrNeI, BrUlt, BrUltI, BrUle, BrUleI, BrUgt,
        BrUgtI, BrUge, BrUgeI, BrSlt, BrSltI, BrSle, BrSleI, BrSgt, BrSgtI, BrSge, BrSgeI
    )
}

fn div_op(op: BinOp) -> Option<DivOp> {
    Some(match op {
        BinOp::UDiv => DivOp::UDiv,
        BinOp::SDiv => DivOp::SDiv,
        BinOp::URem => DivOp::URem,
        BinOp::SRem => DivOp::SRem,
        _ => return None,
    })
}

impl Compiler<'_> {
    pub(super) fn emit_inst(&mut self, inst: InstId) {
        let kind = self.kind(inst);
        if self.same_bits(kind).is_some() {
            return;
        }
        let mut deferred = false;
        kind.for_each_def(|dst| deferred |= self.fusion.is_deferred(dst));
        if deferred {
            return;
        }
        let done = match kind {
            InstKind::Binary { op, dst, width, a, b, nsw, .. } => {
                self.emit_binary(*op, self.reg_slots[dst.index()], *width, a, b, *nsw)
            }
            InstKind::Compare { op, dst, ty, a, b } => {
                self.emit_compare(*op, self.reg_slots[dst.index()], *ty, a, b)
            }
            InstKind::Cast { op, dst, from, to, a } => {
                self.emit_cast(*op, self.reg_slots[dst.index()], *from, *to, a)
            }
            InstKind::Select { dst, ty, cond, a, b } => {
                let (dst, cond) = (self.reg_slots[dst.index()], self.slot(cond, Type::BOOL));
                self.emit_select(dst, *ty, cond, a, b)
            }
            InstKind::FloatBinary { op, format, dst, a, b } => {
                self.emit_float(*op, *format, self.reg_slots[dst.index()], a, b)
            }
            InstKind::PtrAdd { .. } => self.emit_ptr_add(inst),
            InstKind::Load { dst, ty, addr, .. } => {
                self.emit_load(self.reg_slots[dst.index()], *ty, addr)
            }
            InstKind::Store { ty, value, addr, .. } => self.emit_store(*ty, value, addr),
            InstKind::Uninit { dst, ty, .. }
                if self.options.uninitialised == Uninitialised::Zero =>
            {
                let first = self.reg_slots[dst.index()];
                for slot in first..first + slots_of(*ty) {
                    self.emit(Op::Int { dst: slot, value: 0 });
                }
                true
            }
            InstKind::Marker { .. } | InstKind::VaEnd { .. } => true,
            InstKind::Call(call) => {
                self.emit_call(call);
                true
            }
            _ => false,
        };
        if !done {
            self.emit(Op::Inst { inst });
        }
    }

    fn emit_binary(
        &mut self,
        op: BinOp,
        dst: Slot,
        width: u32,
        a: &Operand,
        b: &Operand,
        nsw: bool,
    ) -> bool {
        let checked = nsw
            && self.options.check_overflow
            && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul)
            || self.options.check_shift && matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        if width > 64 || checked {
            return false;
        }
        let (w, ty) = (width as u8, Type::Int(width));
        if let Some(op) = div_op(op) {
            let (a, b) = (self.slot(a, ty), self.slot(b, ty));
            self.emit(Op::Divide { op, w, dst, a, b });
            return true;
        }
        if !has_fast_form(op) {
            return false;
        }
        let commutes = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
        let swap = commutes && fusion::immediate(a, width).is_some() && b.reg().is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let left = self.slot(a, ty);
        let constant = fusion::immediate(b, width);
        let right = if constant.is_none() { self.slot(b, ty) } else { 0 };
        self.emit(binary(op, w, dst, left, right, constant).expect("has a fast form"));
        true
    }

    fn emit_compare(&mut self, op: CmpOp, dst: Slot, ty: Type, a: &Operand, b: &Operand) -> bool {
        let width = ty.bits(&self.module.target);
        if width > 64 {
            return false;
        }
        let left = self.slot(a, ty);
        let constant = fusion::immediate(b, width);
        let right = if constant.is_none() { self.slot(b, ty) } else { 0 };
        let op = compare(op, width as u8, dst, left, right, constant);
        self.emit(op.expect("every comparison has a form"));
        true
    }

    fn emit_cast(&mut self, op: CastOp, dst: Slot, from: Type, to: Type, a: &Operand) -> bool {
        let target = &self.module.target;
        let (from_bits, to_bits) = (from.bits(target), to.bits(target));
        match op {
            CastOp::PtrToInt | CastOp::IntToPtr => {
                let sources = self.sources(a, from);
                self.emit_source(dst, sources[0]);
                true
            }
            CastOp::PtrToAddr => false,
            _ if self.options.check_uninitialised() => false,
            CastOp::Zext => {
                let sources = self.sources(a, from);
                for i in 0..slots_of(to) {
                    match sources.get(i as usize) {
                        Some(&source) => self.emit_source(dst + i, source),
                        None => self.emit(Op::Int { dst: dst + i, value: 0 }),
                    }
                }
                true
            }
            CastOp::Trunc => {
                let a = self.slot(a, from);
                let last = slots_of(to) - 1;
                for i in 0..last {
                    self.emit(Op::Move { dst: dst + i, src: a + i });
                }
                let w = (to_bits - last * 64) as u8;
                self.emit(Op::Trunc { w, dst: dst + last, a: a + last });
                true
            }
            CastOp::Sext if to_bits <= 64 => {
                let a = self.slot(a, from);
                self.emit(Op::Sext { from: from_bits as u8, to: to_bits as u8, dst, a });
                true
            }
            CastOp::Sext => false,
        }
    }

    fn emit_source(&mut self, dst: Slot, source: Source) {
        match source {
            Source::Slot(src) => self.emit(Op::Move { dst, src }),
            Source::Value(value) => self.emit_constant(dst, value),
        }
    }

    fn emit_select(&mut self, dst: Slot, ty: Type, cond: Slot, a: &Operand, b: &Operand) -> bool {
        if self.options.check_uninitialised() {
            return false;
        }
        let otherwise = self.sources(b, ty);
        for (i, source) in otherwise.into_iter().enumerate() {
            self.emit_source(dst + i as u32, source);
        }
        let a = self.slot(a, ty);
        for i in 0..slots_of(ty) {
            self.emit(Op::MoveIf { cond, dst: dst + i, src: a + i });
        }
        true
    }

    fn emit_float(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        dst: Slot,
        a: &Operand,
        b: &Operand,
    ) -> bool {
        // The main loop computes by x86's rule; other targets take the way of all instructions.
        let quick = self.module.target.nan_rule() == NanRule::X86;
        if !quick || !matches!(format, FloatFormat::Single | FloatFormat::Double) {
            return false;
        }
        let ty = Type::Int(format.bits());
        let w = format.bits() as u8;
        let (a, b) = (self.slot(a, ty), self.slot(b, ty));
        self.emit(match op {
            FloatBinOp::Add => Op::FAdd { w, dst, a, b },
            FloatBinOp::Sub => Op::FSub { w, dst, a, b },
            FloatBinOp::Mul => Op::FMul { w, dst, a, b },
            FloatBinOp::Div => Op::FDiv { w, dst, a, b },
            _ => return false,
        });
        true
    }
}
