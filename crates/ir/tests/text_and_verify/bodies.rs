//! Random function bodies. A register is used in its own block after its definition, and in every
//! block if the entry defines it, which is always dominated.

use crate::generator::{Choices, block_of};
use dunlin_ir::*;

/// How many kinds of instructions [`Body::kind`] chooses from.
const KINDS: usize = 28;

pub fn write_body(c: &mut Choices, module: &Module, id: FuncId) -> Function {
    let func = module.func(id).clone();
    let in_entry = func.params.clone();
    let count = func.blocks.len();
    let pad = (count > 2 && c.flag()).then(|| BlockId::new(count - 1));
    let mut body = Body { c, module, func, available: in_entry, pad };
    body.block(BlockId(0));
    let from_entry = body.available.clone();
    // Backward half of the time, so that instruction ids are not in block order.
    let mut order: Vec<usize> = (1..count).collect();
    if body.c.flag() {
        order.reverse();
    }
    for i in order {
        body.available = from_entry.clone();
        let params = body.func.blocks[i].params.clone();
        body.available.extend(params);
        body.block(BlockId::new(i));
    }
    body.func
}

struct Body<'a, 'c> {
    c: &'a mut Choices<'c>,
    module: &'a Module,
    func: Function,
    /// Registers that have a value here.
    available: Vec<Reg>,
    /// The block with a landing pad, which only unwind edges lead to.
    pad: Option<BlockId>,
}

impl Body<'_, '_> {
    fn block(&mut self, id: BlockId) {
        if self.pad == Some(id) {
            let exception = self.func.new_reg(Type::Ptr);
            let selector = self.func.new_reg(Type::Int(32));
            self.available.extend([exception, selector]);
            let pos = self.c.pos(self.module.files.len());
            let pad = self.func.new_inst(InstKind::LandingPad { exception, selector }, pos);
            self.func.blocks[id.index()].insts.push(pad);
        }
        for _ in 0..self.c.below(8) {
            let kind = self.kind();
            let pos = self.c.pos(self.module.files.len());
            kind.for_each_def(|reg| self.available.push(reg));
            let inst = self.func.new_inst(kind, pos);
            self.func.blocks[id.index()].insts.push(inst);
        }
        let (term, term_pos) = match self.invoke(id) {
            Some(invoke) => (invoke, None),
            None => (self.terminator(), self.c.pos(self.module.files.len())),
        };
        let conditional = matches!(
            term,
            Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::IndirectJump { .. }
        );
        let branch = if conditional { self.c.maybe(|c| c.word() as u32) } else { None };
        let block = &mut self.func.blocks[id.index()];
        (block.term, block.term_pos) = (term, term_pos);
        block.branch = branch;
    }

    fn operand(&mut self, ty: Type) -> Operand {
        let known: Vec<Reg> =
            self.available.iter().copied().filter(|&reg| self.func.reg_type(reg) == ty).collect();
        if !known.is_empty() && self.c.below(3) > 0 {
            return Operand::Reg(*self.c.pick(&known));
        }
        if self.c.below(8) == 7 {
            return Operand::Undef(ty);
        }
        match ty {
            Type::Int(width) => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.c.word()).collect();
                Operand::constant(Bits::new(width, &words))
            }
            Type::Ptr => {
                let func = FuncId::new(self.c.below(self.module.funcs.len()));
                let globals = self.module.globals.len();
                match (self.c.below(4), block_of(self.c, self.module, func)) {
                    (1, _) if globals > 0 => Operand::Global(GlobalId::new(self.c.below(globals))),
                    (2, _) => Operand::Func(func),
                    (3, Some(block)) => Operand::BlockAddr(func, block),
                    _ => Operand::Null,
                }
            }
        }
    }

    fn pointer(&mut self) -> Operand {
        self.operand(Type::Ptr)
    }

    fn size(&mut self) -> Operand {
        self.operand(Type::Int(self.module.target.pointer_bits))
    }

    fn width(&mut self) -> u32 {
        match self.c.ty() {
            Type::Int(width) => width,
            Type::Ptr => 7,
        }
    }

    fn var(&mut self) -> Option<VarId> {
        let count = self.func.vars.len();
        if count == 0 { None } else { self.c.maybe(|c| VarId::new(c.below(count))) }
    }

    fn layout(&mut self) -> Option<LayoutId> {
        let count = self.module.layouts.len();
        if count == 0 { None } else { self.c.maybe(|c| LayoutId::new(c.below(count))) }
    }

    fn kind(&mut self) -> InstKind {
        match self.c.below(KINDS) {
            kind @ 0..8 => self.integer(kind),
            kind @ 8..13 => self.float(kind),
            kind @ 13..23 => self.memory(kind),
            kind => self.control(kind),
        }
    }

    fn integer(&mut self, kind: usize) -> InstKind {
        let width = self.width();
        let int = Type::Int(width);
        let ty = self.c.ty();
        match kind {
            0 => {
                let op = *self.c.pick(BinOp::ALL);
                let flags = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
                let (nsw, nuw) = (flags && self.c.flag(), flags && self.c.flag());
                let (a, b) = (self.operand(int), self.operand(int));
                InstKind::Binary { op, dst: self.func.new_reg(int), width, a, b, nsw, nuw }
            }
            1 => {
                let op = *self.c.pick(UnOp::ALL);
                let width = if op == UnOp::ByteSwap { 48 } else { width };
                let a = self.operand(Type::Int(width));
                InstKind::Unary { op, dst: self.func.new_reg(Type::Int(width)), width, a }
            }
            2 => {
                let op = *self.c.pick(CmpOp::ALL);
                let (a, b) = (self.operand(ty), self.operand(ty));
                InstKind::Compare { op, dst: self.func.new_reg(Type::BOOL), ty, a, b }
            }
            3 => {
                let op = *self.c.pick(OverflowOp::ALL);
                let (a, b) = (self.operand(int), self.operand(int));
                InstKind::Overflow { op, dst: self.func.new_reg(Type::BOOL), width, a, b }
            }
            4 => {
                let op = *self.c.pick(CastOp::ALL);
                let pointer = Type::Int(self.module.target.pointer_bits);
                let wider = Type::Int(width + 1 + self.c.below(70) as u32);
                let (from, to) = match op {
                    CastOp::Zext | CastOp::Sext => (int, wider),
                    CastOp::Trunc => (wider, int),
                    CastOp::PtrToInt | CastOp::PtrToAddr => (Type::Ptr, pointer),
                    CastOp::IntToPtr => (pointer, Type::Ptr),
                };
                let a = self.operand(from);
                InstKind::Cast { op, dst: self.func.new_reg(to), from, to, a }
            }
            5 => {
                let cond = self.operand(Type::BOOL);
                let (a, b) = (self.operand(ty), self.operand(ty));
                InstKind::Select { dst: self.func.new_reg(ty), ty, cond, a, b }
            }
            6 => {
                let left = self.c.flag();
                let (a, b, shift) = (self.operand(int), self.operand(int), self.operand(int));
                InstKind::FunnelShift { left, dst: self.func.new_reg(int), width, a, b, shift }
            }
            _ => {
                let a = self.operand(ty);
                InstKind::Freeze { dst: self.func.new_reg(ty), ty, a }
            }
        }
    }

    fn float(&mut self, kind: usize) -> InstKind {
        let format = *self.c.pick(&FloatFormat::ALL);
        let ty = Type::Int(format.bits());
        let (a, b, c) = (self.operand(ty), self.operand(ty), self.operand(ty));
        match kind {
            8 => {
                let op = *self.c.pick(FloatBinOp::ALL);
                InstKind::FloatBinary { op, format, dst: self.func.new_reg(ty), a, b }
            }
            9 => {
                let op = *self.c.pick(FloatUnOp::ALL);
                InstKind::FloatUnary { op, format, dst: self.func.new_reg(ty), a }
            }
            10 => {
                let op = *self.c.pick(FloatCmpOp::ALL);
                InstKind::FloatCompare { op, format, dst: self.func.new_reg(Type::BOOL), a, b }
            }
            11 => {
                let fused = self.c.flag();
                InstKind::FloatMulAdd { format, fused, dst: self.func.new_reg(ty), a, b, c }
            }
            _ => {
                let width = self.width();
                let (from, to) = (format, *self.c.pick(&FloatFormat::ALL));
                let op = match self.c.below(7) {
                    0 => FloatCastOp::Convert { from, to },
                    1 => FloatCastOp::ToUInt { from, to: width },
                    2 => FloatCastOp::ToSInt { from, to: width },
                    3 => FloatCastOp::ToUIntSat { from, to: width },
                    4 => FloatCastOp::ToSIntSat { from, to: width },
                    5 => FloatCastOp::FromUInt { from: width, to },
                    _ => FloatCastOp::FromSInt { from: width, to },
                };
                let (a, result) = match op {
                    FloatCastOp::Convert { .. } => (a, to.bits()),
                    FloatCastOp::FromUInt { .. } | FloatCastOp::FromSInt { .. } => {
                        (self.operand(Type::Int(width)), to.bits())
                    }
                    _ => (a, width),
                };
                InstKind::FloatCast { op, dst: self.func.new_reg(Type::Int(result)), a }
            }
        }
    }

    fn memory(&mut self, kind: usize) -> InstKind {
        let ty = self.c.ty();
        let align = self.c.align();
        let flag = self.c.flag();
        match kind {
            13 => self.ptr_add(),
            14 => {
                let (size, var, layout) = (self.size(), self.var(), self.layout());
                let site = flag.then_some(align);
                let dst = self.func.new_reg(Type::Ptr);
                InstKind::Alloca { dst, size, align, var, layout, site }
            }
            15 => {
                let addr = self.pointer();
                InstKind::Load { dst: self.func.new_reg(ty), ty, addr, align, volatile: flag }
            }
            16 => {
                let (value, addr) = (self.operand(ty), self.pointer());
                InstKind::Store { ty, value, addr, align, volatile: flag }
            }
            17 => InstKind::MemCopy {
                dst: self.pointer(),
                src: self.pointer(),
                len: self.size(),
                overlap: flag,
            },
            18 => InstKind::MemSet {
                dst: self.pointer(),
                value: self.operand(Type::Int(8)),
                len: self.size(),
            },
            19 if flag => InstKind::StackSave { dst: self.func.new_reg(Type::Ptr) },
            19 => InstKind::StackRestore { token: self.pointer() },
            20 => {
                let site = flag.then_some(align);
                InstKind::Lifetime { addr: self.pointer(), start: flag, site }
            }
            21 => {
                let (width, addr) = (self.width(), self.pointer());
                let dst = self.func.new_reg(Type::Int(width));
                InstKind::ObjectSize { dst, width, addr, min: flag }
            }
            _ => match self.c.below(3) {
                0 if self.func.variadic => InstKind::VaStart { list: self.pointer() },
                1 => InstKind::VaCopy { dst: self.pointer(), src: self.pointer() },
                _ => InstKind::VaEnd { list: self.pointer() },
            },
        }
    }

    fn ptr_add(&mut self) -> InstKind {
        let base = self.pointer();
        let disp = self.c.word().cast_signed();
        let count = self.c.below(3);
        let indices =
            (0..count).map(|_| ScaledIndex { index: self.size(), scale: self.c.word() }).collect();
        let mut path = Vec::new();
        while let Some(layout) = self.layout() {
            path.push(match &self.module.layout(layout).kind {
                LayoutKind::Struct { fields, .. } if !fields.is_empty() => {
                    PathStep::Field { layout, index: self.c.below(fields.len()) as u32 }
                }
                _ => PathStep::Index { element: layout },
            });
        }
        InstKind::PtrAdd { dst: self.func.new_reg(Type::Ptr), base, disp, indices, path }
    }

    fn control(&mut self, kind: usize) -> InstKind {
        let ty = self.c.ty();
        match kind {
            23 if self.c.below(2) == 0 => InstKind::Assume { cond: self.operand(Type::BOOL) },
            23 => {
                let kind = CheckKind::ALL[self.c.below(CheckKind::ALL.len())];
                let what = self.c.name(0);
                InstKind::Check { kind, what, cond: self.operand(Type::BOOL) }
            }
            24 => {
                let var = self.var();
                let (site, offset) = (self.c.flag().then_some(3), self.c.word());
                InstKind::Uninit { dst: self.func.new_reg(ty), ty, var, site, offset }
            }
            25 if !self.func.vars.is_empty() => {
                let var = VarId::new(self.c.below(self.func.vars.len()));
                InstKind::Marker { var, ty, value: self.operand(ty) }
            }
            26 => {
                let what = self.c.name(0);
                let types = self.c.vec(3, Choices::ty);
                let dsts = types.into_iter().map(|ty| (self.func.new_reg(ty), ty)).collect();
                let addrs = (0..self.c.below(3)).map(|_| self.operand(Type::Ptr)).collect();
                InstKind::Unsupported { what, dsts, addrs }
            }
            _ => self.call(),
        }
    }

    fn call(&mut self) -> InstKind {
        let (callee, params, returns, variadic);
        if self.c.flag() {
            let id = FuncId::new(self.c.below(self.module.funcs.len()));
            let target = self.module.func(id);
            callee = Callee::Direct(id);
            params = target.params.iter().map(|&reg| target.reg_type(reg)).collect();
            returns = target.returns.clone();
            variadic = target.variadic;
        } else {
            callee = Callee::Indirect(self.pointer());
            params = self.c.vec(3, Choices::ty);
            returns = self.c.vec(3, Choices::ty);
            variadic = self.c.flag();
        }
        let args: Vec<Operand> = params.into_iter().map(|ty| self.operand(ty)).collect();
        let mut varargs = Vec::new();
        let mut varargs_size = 0;
        if variadic {
            for _ in 0..self.c.below(3) {
                let offset = varargs_size;
                let value = if self.c.flag() {
                    let ty = self.c.ty();
                    varargs_size += ty.store_size(&self.module.target);
                    VarArgValue::Scalar { ty, value: self.operand(ty) }
                } else {
                    let size = self.c.below(20) as u64;
                    varargs_size += size;
                    VarArgValue::Copy { from: self.pointer(), size }
                };
                varargs.push(VarArg { offset, value });
            }
            varargs_size += self.c.below(9) as u64;
        }
        let passing = match callee {
            Callee::Direct(_) => None,
            Callee::Indirect(_) => self.c.passing(args.len() + varargs.len(), returns.len()),
        };
        let dsts = returns.into_iter().map(|ty| self.func.new_reg(ty)).collect();
        InstKind::Call(Call { dsts, callee, args, varargs, varargs_size, passing })
    }

    fn edge(&mut self) -> Edge {
        let blocks = self.func.blocks.len() - usize::from(self.pad.is_some());
        let block = BlockId::new(1 + self.c.below(blocks - 1));
        self.edge_to(block)
    }

    fn edge_to(&mut self, block: BlockId) -> Edge {
        let params = self.func.block(block).params.clone();
        let args = params.into_iter().map(|reg| self.operand(self.func.reg_type(reg))).collect();
        Edge { block, args }
    }

    /// An invoke, if the block ends in what may throw and there is a landing pad. What the call defines
    /// has a value on the normal edge alone, and none in the blocks that all of the entry's reach.
    fn invoke(&mut self, block: BlockId) -> Option<Terminator> {
        let pad = self.pad?;
        let last = *self.func.block(block).insts.last()?;
        let mut results = Vec::new();
        match &self.func.inst(last).kind {
            InstKind::Call(call) => results.extend_from_slice(&call.dsts),
            InstKind::Unsupported { .. } => {}
            _ => return None,
        }
        let normal = self.edge();
        self.available.retain(|reg| !results.contains(reg));
        Some(Terminator::Invoke { normal, unwind: self.edge_to(pad) })
    }

    fn terminator(&mut self) -> Terminator {
        // Only the entry: there is nowhere to go to.
        let kinds = if self.func.blocks.len() == 1 { 4 } else { 8 };
        match self.c.below(kinds) {
            0 => {
                let returns = self.func.returns.clone();
                Terminator::Return {
                    values: returns.into_iter().map(|ty| self.operand(ty)).collect(),
                }
            }
            1 => Terminator::Unreachable,
            2 => Terminator::Trap,
            3 => Terminator::Resume {
                exception: self.pointer(),
                selector: self.operand(Type::Int(32)),
            },
            4 => Terminator::Jump(self.edge()),
            5 => Terminator::Branch {
                cond: self.operand(Type::BOOL),
                then: self.edge(),
                other: self.edge(),
            },
            6 => {
                let width = self.width();
                let value = self.operand(Type::Int(width));
                let mut cases: Vec<(Bits, Edge)> = Vec::new();
                for _ in 0..self.c.below(5) {
                    let case = Bits::new(width, &[self.c.word(), self.c.word(), self.c.word()]);
                    if cases.iter().all(|(other, _)| *other != case) {
                        let edge = self.edge();
                        cases.push((case, edge));
                    }
                }
                Terminator::Switch { width, value, cases, default: self.edge() }
            }
            _ => {
                let addr = self.pointer();
                let targets = (0..self.c.below(4)).map(|_| self.edge()).collect();
                Terminator::IndirectJump { addr, targets }
            }
        }
    }
}
