//! From IR to the derived form of [`crate::code`].
//!
//! Functions are compiled block by block in reverse post-order; a block is placed right behind a
//! predecessor where possible, so that control falls through. SSA makes some copies unnecessary: a
//! register that is the same bits as another one (zext, ptrtoint, freeze) shares its slot, because a
//! use of it can only be reached from its definition without passing the definition of its source
//! again.

mod fusion;
mod lower;
mod moves;
mod signatures;

pub use lower::chunks;

use crate::code::{
    Builtin, Code, FuncCode, Op, OpPoint, Pc, Signature, Slot, Source, SwitchTable,
    constant_values, slots_of,
};
use crate::options::ExecOptions;
use dunlin_ir::cfg::Cfg;
use dunlin_ir::jumps::returns_twice;
use dunlin_ir::{
    BlockId, Call, Callee, CastOp, CmpOp, Edge, FuncId, Function, InstId, InstKind, Module,
    Operand, Terminator, Type,
};
use fusion::Fusion;
use rustc_hash::FxHashMap;
use signatures::Signatures;

/// Compiles every function of a verified module.
pub fn compile(module: &Module, options: &ExecOptions) -> Code {
    let mut code = Code {
        ops: Vec::new(),
        points: Vec::new(),
        funcs: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        returns: Vec::new(),
        indirect: Vec::new(),
    };
    let mut signatures = Signatures::default();
    for id in module.func_ids() {
        let func = module.func(id);
        let signature = signatures.of_function(module, func);
        let compiled = if func.is_declaration() {
            // One operation, so that every function has a position of its own.
            code.ops.push(Op::Unreachable);
            code.points.push(OpPoint { block: BlockId(0), index: 0, uncounted: 0 });
            FuncCode {
                entry: code.ops.len() as Pc - 1,
                end: code.ops.len() as Pc,
                slots: 0,
                params: Vec::new(),
                signature,
                reg_slots: Vec::new(),
                block_pcs: Vec::new(),
                builtin: Builtin::named(&func.name),
            }
        } else {
            Compiler::new(module, id, options, &mut code, &mut signatures).compile(signature)
        };
        code.funcs.push(compiled);
    }
    code
}

/// Where a jump goes whose target has no position yet.
#[derive(Clone, Copy)]
enum Patch {
    Op(usize),
    SwitchDefault(usize),
    SwitchCase(usize, usize),
    Indirect(usize, usize),
}

/// Constants that a function with loops keeps in slots, at most this many.
const MAX_CONSTANT_SLOTS: usize = 64;

struct Compiler<'a> {
    module: &'a Module,
    func: &'a Function,
    options: &'a ExecOptions,
    code: &'a mut Code,
    signatures: &'a mut Signatures,
    cfg: Cfg,
    fusion: Fusion,
    reg_slots: Vec<Slot>,
    next_slot: u32,
    /// Slots that hold a constant from the entry on; only in functions with loops.
    constants: FxHashMap<(u64, dunlin_memory::Meta), Slot>,
    /// Scratch slots for constant operands of one operation, used in turn.
    scratch: [Slot; 4],
    next_scratch: usize,
    block_pcs: Vec<Pc>,
    /// Jumps to blocks that are not placed yet.
    patches: Vec<(Patch, BlockId)>,
    /// Edges with moves that still need code: what to patch, and which edge of which block.
    stubs: Vec<(Patch, BlockId, usize)>,
    /// The IR place of the operation being emitted.
    at: (BlockId, u32),
    /// Instructions on this straight line since the last count.
    uncounted: u32,
    /// A path may end on this straight line, since its begin or the last call.
    may_end: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        module: &'a Module,
        id: FuncId,
        options: &'a ExecOptions,
        code: &'a mut Code,
        signatures: &'a mut Signatures,
    ) -> Self {
        let func = module.func(id);
        let cfg = Cfg::new(func);
        let fusion = Fusion::find(func, &cfg, &module.target);
        Compiler {
            module,
            func,
            options,
            code,
            signatures,
            cfg,
            fusion,
            reg_slots: vec![Slot::MAX; func.regs.len()],
            next_slot: 0,
            constants: FxHashMap::default(),
            scratch: [0; 4],
            next_scratch: 0,
            block_pcs: vec![Pc::MAX; func.blocks.len()],
            patches: Vec::new(),
            stubs: Vec::new(),
            at: (BlockId(0), 0),
            uncounted: 0,
            may_end: false,
        }
    }

    fn compile(mut self, signature: Signature) -> FuncCode {
        let entry = self.code.ops.len() as Pc;
        self.assign_slots();
        self.scratch = std::array::from_fn(|_| self.new_slots(1));
        if self.fusion.has_loop {
            self.place_constants();
        }
        let order = self.cfg.reverse_postorder().to_vec();
        for block in order {
            if self.block_pcs[block.index()] == Pc::MAX {
                self.emit_from(block);
            }
            self.emit_stubs();
        }
        for (patch, block) in std::mem::take(&mut self.patches) {
            let to = self.block_pcs[block.index()];
            self.apply(patch, to);
        }
        let params = self
            .func
            .params
            .iter()
            .flat_map(|&reg| {
                let slot = self.reg_slots[reg.index()];
                slot..slot + slots_of(self.func.reg_type(reg))
            })
            .collect();
        FuncCode {
            entry,
            end: self.code.ops.len() as Pc,
            slots: self.next_slot,
            params,
            signature,
            reg_slots: self.reg_slots,
            block_pcs: self.block_pcs,
            builtin: None,
        }
    }

    // ---- slots ---------------------------------------------------------------------------------

    fn new_slots(&mut self, count: u32) -> Slot {
        let slot = self.next_slot;
        self.next_slot += count;
        slot
    }

    fn assign_slots(&mut self) {
        for &param in &self.func.params {
            self.assign(param);
        }
        for block in self.cfg.reverse_postorder().to_vec() {
            for &param in &self.func.block(block).params {
                self.assign(param);
            }
            for &inst in &self.func.block(block).insts {
                let kind = &self.func.inst(inst).kind;
                match self.same_bits(kind) {
                    Some((dst, source)) => {
                        self.reg_slots[dst.index()] = self.reg_slots[source.index()];
                    }
                    None => kind.for_each_def(|dst| self.assign(dst)),
                }
            }
        }
    }

    fn assign(&mut self, reg: dunlin_ir::Reg) {
        self.reg_slots[reg.index()] = self.new_slots(slots_of(self.func.reg_type(reg)));
    }

    /// The two registers of an instruction whose result has the very bits of its operand.
    fn same_bits(&self, kind: &InstKind) -> Option<(dunlin_ir::Reg, dunlin_ir::Reg)> {
        match kind {
            // Which bits are undefined is kept relative to the width, so then a zext is work.
            InstKind::Cast { op: CastOp::Zext, dst, to, a: Operand::Reg(source), .. }
                if slots_of(*to) == 1 && !self.options.check_uninitialised() =>
            {
                Some((*dst, *source))
            }
            InstKind::Cast {
                op: CastOp::PtrToInt | CastOp::IntToPtr,
                dst,
                a: Operand::Reg(source),
                ..
            } => Some((*dst, *source)),
            InstKind::Freeze { dst, a: Operand::Reg(source), .. }
                if !self.options.check_uninitialised() =>
            {
                Some((*dst, *source))
            }
            _ => None,
        }
    }

    /// Puts the constants that operations read from slots into slots at the entry, so that loops do
    /// not load them again and again.
    fn place_constants(&mut self) {
        let mut wanted: FxHashMap<(u64, dunlin_memory::Meta), u32> = FxHashMap::default();
        let mut order = Vec::new();
        for block in self.cfg.reverse_postorder() {
            for &inst in &self.func.block(*block).insts {
                let kind = &self.func.inst(inst).kind;
                if matches!(
                    kind,
                    InstKind::Call(_) | InstKind::Marker { .. } | InstKind::Alloca { .. }
                ) {
                    continue;
                }
                let mut index = 0;
                kind.for_each_operand(|operand| {
                    let immediate = index == 1 && self.has_immediate_form(kind, operand);
                    index += 1;
                    if !immediate
                        && !matches!(
                            operand,
                            Operand::Reg(_) | Operand::Wide(_) | Operand::Undef(_)
                        )
                        && let Some(values) = constant_values(self.module, operand, Type::BOOL)
                    {
                        let key = (values[0].bits, values[0].meta);
                        let uses = wanted.entry(key).or_insert_with(|| {
                            order.push(key);
                            0
                        });
                        *uses += 1;
                    }
                });
            }
        }
        order.sort_by_key(|key| std::cmp::Reverse(wanted[key]));
        order.truncate(MAX_CONSTANT_SLOTS);
        for (bits, meta) in order {
            let slot = self.new_slots(1);
            self.emit_constant(slot, dunlin_memory::Value { bits, meta });
            self.constants.insert((bits, meta), slot);
        }
    }

    fn has_immediate_form(&self, kind: &InstKind, operand: &Operand) -> bool {
        match kind {
            InstKind::Binary { op, width, .. } => {
                lower::has_fast_form(*op) && fusion::immediate(operand, *width).is_some()
            }
            InstKind::Compare { ty: Type::Int(width), .. } => {
                fusion::immediate(operand, *width).is_some()
            }
            InstKind::Compare { ty: Type::Ptr, .. } => matches!(operand, Operand::Null),
            _ => false,
        }
    }

    fn emit_constant(&mut self, dst: Slot, value: dunlin_memory::Value) {
        if value.meta.is_pointer() && value.bits == 0 {
            self.emit(Op::Address { dst, object: value.meta.object().0 });
        } else if value.meta.is_pointer() {
            self.emit(Op::Address { dst, object: value.meta.object().0 });
            self.emit(Op::PtrDisp { dst, base: dst, disp: value.bits as i32 });
        } else {
            self.emit(Op::Int { dst, value: value.bits });
        }
    }

    /// The slots of an operand, lowest first, putting constants into scratch slots.
    fn slot(&mut self, operand: &Operand, ty: Type) -> Slot {
        if let Operand::Reg(reg) = operand {
            return self.reg_slots[reg.index()];
        }
        let values = constant_values(self.module, operand, ty).expect("not a register");
        if let [value] = values[..] {
            if let Some(&slot) = self.constants.get(&(value.bits, value.meta)) {
                return slot;
            }
            let slot = self.scratch[self.next_scratch];
            self.next_scratch = (self.next_scratch + 1) % self.scratch.len();
            self.emit_constant(slot, value);
            return slot;
        }
        let slot = self.new_slots(values.len() as u32);
        for (i, value) in values.into_iter().enumerate() {
            self.emit_constant(slot + i as u32, value);
        }
        slot
    }

    /// The slots or constants of an operand, lowest first.
    fn sources(&self, operand: &Operand, ty: Type) -> Vec<Source> {
        match operand {
            Operand::Reg(reg) => {
                let first = self.reg_slots[reg.index()];
                (first..first + slots_of(self.func.reg_type(*reg))).map(Source::Slot).collect()
            }
            _ => constant_values(self.module, operand, ty)
                .expect("not a register")
                .into_iter()
                .map(Source::Value)
                .collect(),
        }
    }

    // ---- operations ----------------------------------------------------------------------------

    fn emit(&mut self, op: Op) {
        self.may_end = match op.leaves_line() {
            true => false,
            false => self.may_end || self.options.check_uninitialised() || op.may_end_path(),
        };
        self.code.ops.push(op);
        let (block, index) = self.at;
        self.code.points.push(OpPoint { block, index, uncounted: self.uncounted });
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// The instructions since the last count, this one included; the count starts anew.
    fn take_count(&mut self) -> u16 {
        let count = self.uncounted + 1;
        self.uncounted = 0;
        u16::try_from(count).expect("flushed before it grows that large")
    }

    fn flush_count_if_long(&mut self) {
        if self.uncounted > 60_000 {
            self.flush_count();
        }
    }

    fn flush_count(&mut self) {
        let count = std::mem::take(&mut self.uncounted);
        if count > 0 {
            self.emit(Op::Count { count });
        }
    }

    /// Whether an instruction is a call of `setjmp` by its name.
    fn returns_twice(&self, inst: InstId) -> bool {
        match &self.kind(inst) {
            InstKind::Call(Call { callee: Callee::Direct(callee), .. }) => {
                let callee = self.module.func(*callee);
                callee.is_declaration() && returns_twice(&callee.name)
            }
            _ => false,
        }
    }

    // ---- blocks --------------------------------------------------------------------------------

    /// Emits `block` and what can follow it in a straight line.
    fn emit_from(&mut self, block: BlockId) {
        let mut next = Some(block);
        while let Some(block) = next {
            self.block_pcs[block.index()] = self.here();
            for (index, &inst) in self.func.block(block).insts.iter().enumerate() {
                self.at = (block, index as u32);
                // Between a `setjmp` and what follows it, nothing is left to be counted: control may come
                // there from anywhere, and again and again.
                let returns_twice = self.returns_twice(inst);
                if returns_twice {
                    self.flush_count();
                }
                self.emit_inst(inst);
                if !matches!(self.func.inst(inst).kind, InstKind::Marker { .. }) {
                    self.uncounted += 1;
                    self.flush_count_if_long();
                }
                if returns_twice {
                    self.flush_count();
                }
            }
            self.at = (block, self.func.block(block).insts.len() as u32);
            next = self.emit_terminator(block);
        }
    }

    /// Emits a terminator; returns the block that must be placed next, if any.
    fn emit_terminator(&mut self, block: BlockId) -> Option<BlockId> {
        match &self.func.block(block).term {
            // Nothing throws here: a path on which an exception would be thrown ends before.
            Terminator::Jump(edge) | Terminator::Invoke { normal: edge, .. } => {
                self.emit_moves(edge);
                let fresh = self.block_pcs[edge.block.index()] == Pc::MAX;
                if fresh && self.cfg.predecessors(edge.block).len() == 1 {
                    self.uncounted += 1;
                    self.flush_count_if_long();
                    return Some(edge.block);
                }
                let count = self.take_count();
                self.emit(Op::Jump { count, to: 0 }.with_mark(self.may_end));
                self.patch_to(edge.block);
                fresh.then_some(edge.block)
            }
            Terminator::Branch { cond, then, other } => {
                self.emit_branch(cond);
                let branch = self.code.ops.len() - 1;
                self.edge_target(Patch::Op(branch), block, 1, other);
                self.fall_into(then)
            }
            Terminator::Switch { width, value, cases, default } => {
                self.emit_switch(block, *width, value, cases, default);
                None
            }
            Terminator::IndirectJump { addr, targets } => {
                let addr = self.slot(addr, Type::Ptr);
                let count = self.take_count();
                let table = self.code.indirect.len();
                self.emit(Op::IndirectJump { count, addr, table: table as u32 });
                let entries = targets.iter().map(|edge| (edge.block, 0)).collect();
                self.code.indirect.push(entries);
                for (i, edge) in targets.iter().enumerate() {
                    self.edge_target(Patch::Indirect(table, i), block, i, edge);
                }
                None
            }
            Terminator::Return { values } => {
                let types = self.func.returns.clone();
                let sources: Vec<Source> = values
                    .iter()
                    .zip(types)
                    .flat_map(|(value, ty)| self.sources(value, ty))
                    .collect();
                let count = self.take_count();
                // What main returns is looked at there, if it may be undefined.
                let looked_at =
                    self.options.check_uninitialised() && self.func.name.as_str() == "main";
                if let [Source::Slot(value)] = sources[..]
                    && !looked_at
                {
                    self.emit(Op::Return1 { count, value }.with_mark(self.may_end));
                } else {
                    let list = self.code.returns.len() as u32;
                    self.emit(Op::Return { count, list }.with_mark(self.may_end));
                    self.code.returns.push(sources);
                }
                None
            }
            Terminator::Resume { .. } => {
                self.emit(Op::Resume);
                self.uncounted = 0;
                None
            }
            Terminator::Unreachable => {
                self.emit(Op::Unreachable);
                self.uncounted = 0;
                None
            }
            Terminator::Trap => {
                self.emit(Op::Trap);
                self.uncounted = 0;
                None
            }
        }
    }

    /// Makes control reach the target of an edge from here, where no instruction is uncounted.
    fn fall_into(&mut self, edge: &Edge) -> Option<BlockId> {
        self.emit_moves(edge);
        if self.block_pcs[edge.block.index()] == Pc::MAX {
            return Some(edge.block);
        }
        self.emit(Op::Jump { count: 0, to: 0 });
        self.patch_to(edge.block);
        None
    }

    fn emit_branch(&mut self, cond: &Operand) {
        let fused = cond.reg().and_then(|reg| self.fusion.compare_of(reg));
        if let Some(inst) = fused
            && let InstKind::Compare { op, ty, a, b, .. } = &self.func.inst(inst).kind
        {
            self.emit_compare_branch(*op, *ty, a, b);
            return;
        }
        let cond = self.slot(cond, Type::BOOL);
        let count = self.take_count();
        self.emit(Op::Branch { count, cond, to: 0 });
    }

    fn emit_compare_branch(&mut self, op: CmpOp, ty: Type, a: &Operand, b: &Operand) {
        let w = ty.bits(&self.module.target) as u8;
        let left = self.slot(a, ty);
        let constant = fusion::immediate(b, u32::from(w));
        let right = if constant.is_none() { self.slot(b, ty) } else { 0 };
        let count = self.take_count();
        self.emit(lower::compare_branch(op, w, count, left, right, constant));
    }

    fn emit_switch(
        &mut self,
        block: BlockId,
        width: u32,
        value: &Operand,
        cases: &[(dunlin_ir::Bits, Edge)],
        default: &Edge,
    ) {
        let value = self.slot(value, Type::Int(width));
        let count = self.take_count();
        let index = self.code.switches.len();
        let table = index as u32;
        if width > 64 {
            self.emit(Op::SwitchWide { count, value, table });
            let cases = cases.iter().map(|(bits, _)| (bits.words().to_vec(), 0)).collect();
            self.code.switches.push(SwitchTable::Wide { cases, default: 0 });
        } else {
            self.emit(Op::Switch { count, value, table });
            let values = cases.iter().map(|(bits, _)| bits.low_u64());
            let first = values.clone().min().unwrap_or(0);
            let span = values.clone().max().unwrap_or(0) - first;
            self.code.switches.push(if span < 8 + 4 * cases.len() as u64 {
                // `Pc::MAX` marks holes, which lead to the default.
                let targets = vec![Pc::MAX; span as usize + 1];
                SwitchTable::Dense { first, targets, default: 0 }
            } else {
                let mut cases: Vec<_> = values.map(|value| (value, 0)).collect();
                cases.sort_unstable();
                SwitchTable::Sparse { cases, default: 0 }
            });
        }
        for (i, (bits, edge)) in cases.iter().enumerate() {
            let entry = match &self.code.switches[index] {
                SwitchTable::Dense { first, .. } => (bits.low_u64() - first) as usize,
                SwitchTable::Sparse { cases, .. } => {
                    cases.partition_point(|case| case.0 < bits.low_u64())
                }
                SwitchTable::Wide { .. } => i,
            };
            self.edge_target(Patch::SwitchCase(index, entry), block, i, edge);
        }
        self.edge_target(Patch::SwitchDefault(index), block, cases.len(), default);
    }

    // ---- jumps ---------------------------------------------------------------------------------

    /// Lets `patch` lead along an edge: straight to its block, or to code that moves its arguments.
    fn edge_target(&mut self, patch: Patch, from: BlockId, index: usize, edge: &Edge) {
        if edge.args.is_empty() {
            self.patches.push((patch, edge.block));
        } else {
            self.stubs.push((patch, from, index));
        }
    }

    fn emit_stubs(&mut self) {
        while let Some((patch, from, index)) = self.stubs.pop() {
            let block = self.func.block(from);
            self.at = (from, block.insts.len() as u32);
            self.uncounted = 0;
            let here = self.here();
            self.apply(patch, here);
            let edges = block.term.edges();
            if let Some(next) = self.fall_into(edges[index]) {
                self.emit_from(next);
            }
        }
    }

    fn patch_to(&mut self, block: BlockId) {
        self.patches.push((Patch::Op(self.code.ops.len() - 1), block));
    }

    fn apply(&mut self, patch: Patch, target: Pc) {
        match patch {
            Patch::Op(index) => lower::set_target(&mut self.code.ops[index], target),
            Patch::SwitchDefault(table) => match &mut self.code.switches[table] {
                SwitchTable::Dense { targets, default, .. } => {
                    *default = target;
                    targets.iter_mut().filter(|to| **to == Pc::MAX).for_each(|to| *to = target);
                }
                SwitchTable::Sparse { default, .. } | SwitchTable::Wide { default, .. } => {
                    *default = target;
                }
            },
            Patch::SwitchCase(table, entry) => match &mut self.code.switches[table] {
                SwitchTable::Dense { targets, .. } => targets[entry] = target,
                SwitchTable::Sparse { cases, .. } => cases[entry].1 = target,
                SwitchTable::Wide { cases, .. } => cases[entry].1 = target,
            },
            Patch::Indirect(table, entry) => self.code.indirect[table][entry].1 = target,
        }
    }

    fn kind(&self, inst: InstId) -> &'a InstKind {
        &self.func.inst(inst).kind
    }
}
