//! What each instruction of an instance adds to the constraints.

use super::super::Object;
use super::super::graph::{Node, Use};
use super::super::set::Step;
use super::{Builder, IfEmpty, Instance, Site};
use crate::ids::{BlockId, FuncId, InstId, Reg};
use crate::inst::{BinOp, Call, Callee, CastOp, InstKind, Operand, Terminator, UnOp};
use crate::module::Point;
use crate::types::Type;

impl<'m> Builder<'m> {
    pub(super) fn read_body(&mut self, instance: Instance) {
        let func = self.module.func(instance.func);
        for (number, block) in func.blocks.iter().enumerate() {
            for (index, &inst) in block.insts.iter().enumerate() {
                let block = BlockId::new(number);
                let point = Point { func: instance.func, block, index: index as u32 };
                self.read_inst(instance, point, &func.inst(inst).kind);
            }
            for edge in block.term.edges() {
                for (arg, &param) in edge.args.iter().zip(&func.block(edge.block).params) {
                    self.pass(instance, arg, instance.regs + param.0);
                }
            }
            if let Terminator::Return { values } = &block.term {
                for (value, to) in values.iter().zip(instance.returns..) {
                    self.pass(instance, value, to);
                }
            }
        }
    }

    pub(super) fn pass_by(&mut self, instance: Instance, from: &Operand, to: Node, step: Step) {
        if let Some(from) = self.node(instance, from) {
            self.graph.flow_by(from, to, step);
        }
    }

    /// The one flow into a register: both are the same.
    fn define(&mut self, instance: Instance, dst: Reg, from: &Operand) {
        if let Some(from) = self.node(instance, from) {
            self.graph.unite(from, instance.regs + dst.0);
        }
    }

    /// The operand goes into something that is not followed, out of which only a number can come.
    fn lose(&mut self, instance: Instance, operand: &Operand) {
        self.pass_by(instance, operand, self.numbers, Step::ANYWHERE);
    }

    fn read_inst(&mut self, instance: Instance, point: Point, kind: &'m InstKind) {
        let reg = |reg: &Reg| instance.regs + reg.0;
        match kind {
            InstKind::Binary { op, dst, a, b, width, .. } => {
                self.read_binary(instance, (*op, *width), *dst, a, b);
            }
            InstKind::Unary { op, dst, a, .. } => match op {
                UnOp::ByteSwap | UnOp::BitReverse => {
                    self.pass_by(instance, a, reg(dst), Step::ANYWHERE);
                }
                UnOp::Abs => self.lose(instance, a),
                UnOp::PopCount | UnOp::Clz | UnOp::Ctz => {}
            },
            InstKind::Cast { op: CastOp::IntToPtr, dst, a, .. } => {
                let (to, numbers) = (reg(dst), self.numbers);
                match self.node(instance, a) {
                    Some(from) => {
                        self.graph.flow(from, to);
                        self.if_empty.push(IfEmpty { value: from, from: numbers, to });
                    }
                    None => self.graph.flow(numbers, to),
                }
            }
            InstKind::Cast { dst, a, .. } | InstKind::Freeze { dst, a, .. } => {
                self.define(instance, *dst, a);
            }
            InstKind::Select { dst, a, b, .. } => {
                self.pass(instance, a, reg(dst));
                self.pass(instance, b, reg(dst));
            }
            InstKind::FunnelShift { dst, a, b, .. } => {
                self.pass_by(instance, a, reg(dst), Step::ANYWHERE);
                self.pass_by(instance, b, reg(dst), Step::ANYWHERE);
            }
            InstKind::PtrAdd { dst, base, disp, indices, .. } => {
                let mut step = Step::offset(*disp as u64);
                for scaled in indices {
                    step = step.and_multiples(scaled.scale);
                }
                if step == Step::COPY && indices.is_empty() {
                    return self.define(instance, *dst, base);
                }
                let to = reg(dst);
                self.pass_by(instance, base, to, step);
                for scaled in indices {
                    let Some(from) = self.node(instance, &scaled.index) else { continue };
                    // A displacement stays in the object of its base, unless the base is none.
                    match self.node(instance, base) {
                        Some(value) => self.if_empty.push(IfEmpty { value, from, to }),
                        None => self.graph.flow_by(from, to, Step::ANYWHERE),
                    }
                }
            }
            InstKind::Alloca { dst, .. } => {
                let object = self.object(instance.context, Object::Stack(point));
                self.graph.point_to(reg(dst), object, 0);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                if let Some(addr) = self.access(instance, addr)
                    && *ty != Type::BOOL
                {
                    let size = ty.store_size(&self.module.target);
                    self.graph.add_use(addr, Use::Load { to: reg(dst), offset: 0, size });
                }
            }
            InstKind::Store { ty, value, addr, .. } => {
                if let Some(addr) = self.access(instance, addr) {
                    let size = ty.store_size(&self.module.target);
                    let what = match self.node(instance, value) {
                        Some(from) => Use::Store { from, offset: 0, size },
                        None => Use::Overwrite { size },
                    };
                    self.graph.add_use(addr, what);
                }
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.copy_memory(instance, dst, src, Some(len));
            }
            InstKind::VaCopy { dst, src } => self.copy_memory(instance, dst, src, None),
            InstKind::MemSet { dst, value, len } => {
                // A byte of a pointer, repeated, is a number.
                self.lose(instance, value);
                self.fill_memory(instance, dst, len);
            }
            InstKind::VaStart { list } => {
                if let Some(list) = self.access(instance, list) {
                    // Where the address lies in the list depends on the target.
                    let what = Use::Store { from: instance.areas, offset: 0, size: 24 };
                    self.graph.add_use(list, what);
                }
            }
            InstKind::Call(call) => self.read_call(instance, point, call),
            InstKind::FloatBinary { a, b, .. } => {
                self.lose(instance, a);
                self.lose(instance, b);
            }
            InstKind::FloatMulAdd { a, b, c, .. } => {
                for operand in [a, b, c] {
                    self.lose(instance, operand);
                }
            }
            InstKind::FloatUnary { a, .. } | InstKind::FloatCast { a, .. } => {
                self.lose(instance, a);
            }
            InstKind::Lifetime { addr, .. }
            | InstKind::ObjectSize { addr, .. }
            | InstKind::VaEnd { list: addr } => {
                self.access(instance, addr);
            }
            InstKind::Unsupported { addrs, .. } => {
                addrs.iter().for_each(|addr| self.lose(instance, addr));
            }
            InstKind::LandingPad { .. }
            | InstKind::Compare { .. }
            | InstKind::Overflow { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Uninit { .. }
            | InstKind::Marker { .. } => {}
        }
    }

    fn read_binary(
        &mut self,
        instance: Instance,
        (op, width): (BinOp, u32),
        dst: Reg,
        a: &Operand,
        b: &Operand,
    ) {
        let is_power = |operand: &Operand| {
            operand.as_bits().is_some_and(|bits| {
                let words = bits.words();
                words.iter().map(|word| word.count_ones()).sum::<u32>() == 1
            })
        };
        let whole = width >= self.module.target.pointer_bits;
        let to = instance.regs + dst.0;
        let anywhere = |this: &mut Self, operands: &[&Operand]| {
            for operand in operands {
                this.pass_by(instance, operand, to, Step::ANYWHERE);
            }
        };
        match op {
            BinOp::Add if whole => {
                let by = |other: &Operand| match other.as_bits() {
                    Some(bits) => Step::offset(bits.low_u64()),
                    None => Step::ANYWHERE,
                };
                self.pass_by(instance, a, to, by(b));
                self.pass_by(instance, b, to, by(a));
            }
            BinOp::Sub if whole && !self.is_distance(instance.func, a, b) => {
                let step = match b.as_bits() {
                    Some(bits) => Step::offset(bits.low_u64().wrapping_neg()),
                    None => Step::ANYWHERE,
                };
                self.pass_by(instance, a, to, step);
                self.lose(instance, b);
            }
            BinOp::UMin | BinOp::UMax | BinOp::SMin | BinOp::SMax => {
                self.pass(instance, a, to);
                self.pass(instance, b, to);
            }
            BinOp::And | BinOp::Or | BinOp::Xor => anywhere(self, &[a, b]),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => anywhere(self, &[a]),
            // Shifts and masks as the source may spell them.
            BinOp::UDiv | BinOp::URem if is_power(b) => anywhere(self, &[a]),
            BinOp::Mul if is_power(b) => anywhere(self, &[a]),
            BinOp::Mul if is_power(a) => anywhere(self, &[b]),
            _ => {
                self.lose(instance, a);
                self.lose(instance, b);
            }
        }
    }

    /// Whether `a - b` subtracts a pointer: then it is the distance between two places in one object,
    /// a number. The distance between two variables that are known is what tables of relative
    /// addresses hold; it leads from the one to the other.
    fn is_distance(&mut self, func: FuncId, a: &Operand, b: &Operand) -> bool {
        let (_, from) = self.origin(func, a);
        let (is_pointer, to) = self.origin(func, b);
        let known = |operand: &Operand| matches!(operand, Operand::Global(_) | Operand::Func(_));
        is_pointer && !(known(&from) && known(&to) && from != to)
    }

    /// Where a value comes from by casts and displacements within the function, and whether it was a
    /// pointer on the way.
    fn origin(&mut self, id: FuncId, operand: &Operand) -> (bool, Operand) {
        let func = self.module.func(id);
        let definitions = self.definitions.entry(id).or_insert_with(|| {
            let mut definitions = vec![None; func.regs.len()];
            for (index, inst) in func.insts.iter().enumerate() {
                inst.kind.for_each_def(|reg| definitions[reg.index()] = Some(InstId::new(index)));
            }
            definitions
        });
        let mut operand = operand.clone();
        let mut was_pointer = false;
        // In blocks that nothing leads to, definitions may go round in circles.
        for _ in 0..64 {
            was_pointer |= func.operand_type(&operand) == Type::Ptr;
            let Operand::Reg(reg) = operand else { break };
            let Some(inst) = definitions[reg.index()] else { break };
            operand = match &func.inst(inst).kind {
                InstKind::Cast { a, .. } | InstKind::Freeze { a, .. } => a.clone(),
                InstKind::PtrAdd { base, .. } => base.clone(),
                _ => break,
            };
        }
        (was_pointer, operand)
    }

    fn read_call(&mut self, caller: Instance, point: Point, call: &'m Call) {
        let site = self.sites.len() as u32;
        self.sites.push(Site { caller, call, point });
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => self.link(site, *func),
            Callee::Indirect(callee) => {
                if let Some(callee) = self.node(caller, callee) {
                    self.graph.add_use(callee, Use::Call(site));
                }
            }
        }
    }
}
