//! The order of blocks, their terminators, and jumps to what has no position yet.

use super::{Compiler, fusion, lower};
use crate::code::{Op, Pc, Source, SwitchTable};
use dunlin_ir::jumps::returns_twice;
use dunlin_ir::{BlockId, Call, Callee, CmpOp, Edge, InstId, InstKind, Operand, Terminator, Type};

/// Where a jump goes whose target has no position yet.
#[derive(Clone, Copy)]
pub(super) enum Patch {
    Op(usize),
    SwitchDefault(usize),
    SwitchCase(usize, usize),
    Indirect(usize, usize),
}

impl Compiler<'_> {
    /// Emits `block` and what can follow it in a straight line.
    pub(super) fn emit_from(&mut self, block: BlockId) {
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

    /// Whether an instruction is a call of `setjmp` by its name.
    fn returns_twice(&self, inst: InstId) -> bool {
        match self.kind(inst) {
            InstKind::Call(Call { callee: Callee::Direct(callee), .. }) => {
                let callee = self.module.func(*callee);
                callee.is_declaration() && returns_twice(&callee.name)
            }
            _ => false,
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

    /// Lets `patch` lead along an edge: straight to its block, or to code that moves its arguments.
    fn edge_target(&mut self, patch: Patch, from: BlockId, index: usize, edge: &Edge) {
        if edge.args.is_empty() {
            self.patches.push((patch, edge.block));
        } else {
            self.stubs.push((patch, from, index));
        }
    }

    pub(super) fn emit_stubs(&mut self) {
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

    pub(super) fn apply(&mut self, patch: Patch, target: Pc) {
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
}
