//! One instruction to operations.

use super::{Compiler, fusion};
use crate::code::{
    Builtin, CallSite, CallTarget, DivOp, Op, Passed, Pc, Slot, Source, VarPiece, VarSize, slots_of,
};
use crate::options::Uninitialised;
use dunlin_ir::semantics::address;
use dunlin_ir::small::Small;
use dunlin_ir::{
    BinOp, Call, Callee, CastOp, CmpOp, FloatBinOp, FloatFormat, FuncId, InstId, InstKind, Operand,
    Passing, Type, VarArg, VarArgValue, semantics,
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
        if !matches!(format, FloatFormat::Single | FloatFormat::Double) {
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

    // ---- addresses -----------------------------------------------------------------------------

    fn emit_ptr_add(&mut self, inst: InstId) -> bool {
        let InstKind::PtrAdd { dst, base, disp, indices, .. } = self.kind(inst) else {
            unreachable!("called for PtrAdd only")
        };
        let dst = self.reg_slots[dst.index()];
        let mut disp = *disp;
        let mut from = self.slot(base, Type::Ptr);
        let index_type = Type::Int(self.module.target.pointer_bits);
        for scaled in indices {
            if let Operand::Int { width, value } = scaled.index {
                let index = semantics::cast(&mut Small, CastOp::Sext, width, 64, &value);
                let start = disp as u64;
                disp = address::indexed(&mut Small, 64, &start, &index, scaled.scale) as i64;
                continue;
            }
            if let Ok(scale) = u16::try_from(scaled.scale) {
                let (index, extend) = self.index_slot(&scaled.index);
                self.emit(match extend {
                    true => Op::PtrIndex32 { scale, dst, base: from, index },
                    false => Op::PtrIndex { scale, dst, base: from, index },
                });
            } else {
                let index = self.slot(&scaled.index, index_type);
                let scale = self.slot(
                    &Operand::int(index_type.bits(&self.module.target), scaled.scale),
                    index_type,
                );
                let product = self.new_slots(1);
                let w = self.module.target.pointer_bits as u8;
                self.emit(Op::Mul { w, dst: product, a: index, b: scale });
                self.emit(Op::PtrIndex { scale: 1, dst, base: from, index: product });
            }
            from = dst;
        }
        if let Ok(disp) = i32::try_from(disp) {
            if disp != 0 || from != dst {
                self.emit(Op::PtrDisp { dst, base: from, disp });
            }
        } else {
            let offset = self.slot(&Operand::int(64, disp as u64), index_type);
            self.emit(Op::PtrIndex { scale: 1, dst, base: from, index: offset });
        }
        true
    }

    /// The slot of an index, and whether it still has to be extended from 32 bits.
    fn index_slot(&mut self, index: &Operand) -> (Slot, bool) {
        let width = self.module.target.pointer_bits;
        if let Some(inst) = self.fusion.definition(index)
            && let InstKind::Cast { a, from, .. } = self.kind(inst)
        {
            return (self.slot(a, *from), true);
        }
        (self.slot(index, Type::Int(width)), false)
    }

    /// The address of an access with the computation of it folded in.
    fn address(&mut self, addr: &Operand) -> Address {
        if let Some(inst) = self.fusion.definition(addr)
            && let InstKind::PtrAdd { base, disp, indices, .. } = self.kind(inst)
        {
            let base = self.slot(base, Type::Ptr);
            let Some(scaled) = indices.first() else {
                return Address::Plain { base, disp: *disp as i32 };
            };
            let scale = scaled.scale as u16;
            let (index, extend) = self.index_slot(&scaled.index);
            return Address::Indexed { base, index, scale, extend };
        }
        Address::Plain { base: self.slot(addr, Type::Ptr), disp: 0 }
    }

    /// Accesses of more than 8 bytes go slot by slot; the address is then computed once.
    fn plain_address(&mut self, address: Address) -> Address {
        let Address::Indexed { base, index, scale, extend } = address else { return address };
        let dst = self.new_slots(1);
        self.emit(match extend {
            true => Op::PtrIndex32 { scale, dst, base, index },
            false => Op::PtrIndex { scale, dst, base, index },
        });
        Address::Plain { base: dst, disp: 0 }
    }

    fn emit_load(&mut self, dst: Slot, ty: Type, addr: &Operand) -> bool {
        let size = ty.store_size(&self.module.target);
        let mut address = self.address(addr);
        if size > 8 {
            address = self.plain_address(address);
        }
        match address {
            Address::Plain { base, disp } => {
                for (i, (start, size)) in chunks(size).enumerate() {
                    let disp = disp + start as i32;
                    self.emit(Op::Load { size, dst: dst + i as u32, base, disp });
                }
            }
            Address::Indexed { base, index, scale, extend } => {
                let size = size as u8;
                self.emit(match extend {
                    true => Op::LoadIndex32 { size, scale, dst, base, index },
                    false => Op::LoadIndex { size, scale, dst, base, index },
                });
            }
        }
        // Bits of the last byte that are not the value's are no part of the register.
        if let Type::Int(width) = ty
            && width % 8 != 0
        {
            let last = dst + slots_of(ty) - 1;
            self.emit(Op::Trunc { w: ((width - 1) % 64 + 1) as u8, dst: last, a: last });
        }
        true
    }

    fn emit_store(&mut self, ty: Type, value: &Operand, addr: &Operand) -> bool {
        let size = ty.store_size(&self.module.target);
        let value = self.slot(value, ty);
        let mut address = self.address(addr);
        if size > 8 {
            address = self.plain_address(address);
        }
        match address {
            Address::Plain { base, disp } => {
                for (i, (start, size)) in chunks(size).enumerate() {
                    let disp = disp + start as i32;
                    self.emit(Op::Store { size, value: value + i as u32, base, disp });
                }
            }
            Address::Indexed { base, index, scale, extend } => {
                let size = size as u8;
                self.emit(match extend {
                    true => Op::StoreIndex32 { size, scale, value, base, index },
                    false => Op::StoreIndex { size, scale, value, base, index },
                });
            }
        }
        true
    }

    // ---- calls ---------------------------------------------------------------------------------

    fn emit_call(&mut self, call: &Call) {
        let target = match &call.callee {
            Callee::Direct(id) => {
                let func = self.module.func(*id);
                match (func.is_declaration(), Builtin::named(&func.name)) {
                    (false, _) if self.stops_at(*id) => CallTarget::Builtin(Builtin::ReachError),
                    (false, _) => CallTarget::Func(*id),
                    (true, Some(builtin)) => CallTarget::Builtin(builtin),
                    (true, None) => CallTarget::Unknown(*id),
                }
            }
            Callee::Indirect(Operand::Func(id)) if self.stops_at(*id) => {
                CallTarget::Builtin(Builtin::ReachError)
            }
            Callee::Indirect(callee) => CallTarget::Indirect(self.sources(callee, Type::Ptr)[0]),
        };
        let arg_types: Vec<Type> =
            call.args.iter().map(|arg| self.func.operand_type(arg)).collect();
        let args: Vec<Source> =
            call.args.iter().zip(&arg_types).flat_map(|(arg, &ty)| self.sources(arg, ty)).collect();
        let dsts = call
            .dsts
            .iter()
            .flat_map(|&reg| {
                let first = self.reg_slots[reg.index()];
                first..first + slots_of(self.func.reg_type(reg))
            })
            .collect();
        let dst_types: Vec<Type> = call.dsts.iter().map(|&reg| self.func.reg_type(reg)).collect();
        let (module, passing) = (self.module, &call.passing);
        let signature = self.signatures.of(module, &arg_types, &dst_types, passing);
        let passed = match target {
            CallTarget::Indirect(_) => self.passed(call, &arg_types),
            _ => Vec::new(),
        };
        let classes = (0..).map(|index| Passing::result(passing, index));
        let expected = dst_types.iter().map(|ty| ty.bits(&module.target)).zip(classes).collect();
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            target,
            args,
            arg_types,
            dsts,
            result_used: call.dsts.iter().any(|&reg| self.fusion.is_used(reg)),
            dst_types,
            varargs: call.varargs.iter().flat_map(|arg| self.var_pieces(arg)).collect(),
            varargs_size: call.varargs_size,
            signature,
            passed,
            expected,
        });
        self.emit(Op::Call { site });
    }

    /// Whether a call of the program's own function is an error: harnesses define `reach_error` to do
    /// nothing, and reaching it is the point.
    fn stops_at(&self, id: FuncId) -> bool {
        let func = self.module.func(id);
        self.options.stop_at_error_function
            && !func.is_declaration()
            && Builtin::named(&func.name) == Some(Builtin::ReachError)
    }

    /// The scalars that a call through a pointer passes.
    fn passed(&self, call: &Call, arg_types: &[Type]) -> Vec<Passed> {
        let fixed = call.args.iter().zip(arg_types.iter().copied());
        let variable = call.varargs.iter().map(|arg| match &arg.value {
            VarArgValue::Scalar { ty, value } => (value, *ty),
            VarArgValue::Copy { from, .. } => (from, Type::Ptr),
        });
        let passed = fixed.chain(variable).enumerate().map(|(index, (operand, ty))| {
            let sources = self.sources(operand, ty);
            Passed {
                bits: ty.bits(&self.module.target),
                class: Passing::arg(&call.passing, index),
                source: if let [source] = sources[..] { Some(source) } else { None },
            }
        });
        passed.collect()
    }

    fn var_pieces(&self, arg: &VarArg) -> Vec<VarPiece> {
        match &arg.value {
            VarArgValue::Scalar { ty, value } => {
                let sources = self.sources(value, *ty);
                chunks(ty.store_size(&self.module.target))
                    .zip(sources)
                    .map(|((start, size), source)| VarPiece {
                        offset: arg.offset + start,
                        source,
                        size: VarSize::Scalar(u32::from(size)),
                    })
                    .collect()
            }
            VarArgValue::Copy { from, size } => {
                let source = self.sources(from, Type::Ptr)[0];
                vec![VarPiece { offset: arg.offset, source, size: VarSize::Copy(*size) }]
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Address {
    Plain { base: Slot, disp: i32 },
    Indexed { base: Slot, index: Slot, scale: u16, extend: bool },
}

/// The parts of an access of `size` bytes that fit into one slot each: start and size.
pub fn chunks(size: u64) -> impl Iterator<Item = (u64, u8)> {
    (0..size).step_by(8).map(move |start| (start, (size - start).min(8) as u8))
}
