//! One look at one block: its parameters, names, instructions and edges.

use super::body::Body;
use super::evaluate::not_among;
use super::names::Name;
use super::range::Range;
use super::solve::Solver;
use super::summary::{Direction, widened};
use crate::cfg::EdgeId;
use crate::ids::{BlockId, FuncId, Reg};
use crate::inst::{InstKind, Operand, Terminator};
use smallvec::SmallVec;

impl<'m> Solver<'m> {
    pub(super) fn visit(&mut self, id: FuncId, body: &mut Body<'m>, block: BlockId) {
        let preds: SmallVec<[EdgeId; 4]> = body.cfg.predecessors(block).iter().copied().collect();
        let is_reached = match block {
            _ if block == BlockId(0) || body.is_opaque => self.summaries[id.index()].is_called,
            _ => preds.iter().any(|&edge| body.is_taken(edge)),
        };
        if !is_reached {
            // On the way up, something changed that the block will read when it is reached.
            if self.direction == Direction::Down {
                forget_block(body, block);
            }
            return;
        }
        body.reached[block.index()] = true;
        if block == BlockId(0) {
            for (index, &param) in body.func.params.iter().enumerate() {
                let value = self.summaries[id.index()].params[index].value;
                self.set(id, body, param.into(), value, false);
            }
        }
        self.enter(id, body, block, &preds);
        for index in 0..body.names.of_block(block).len() {
            let name = body.names.of_block(block)[index];
            let value = body.scene().restricted(name);
            self.set(id, body, name, value, false);
        }
        let insts = &body.func.block(block).insts;
        let mut done = 0;
        for &inst in insts {
            let kind = &body.func.inst(inst).kind;
            if !self.execute(id, body, block, inst, kind) {
                break;
            }
            done += 1;
        }
        if self.direction == Direction::Down {
            for &inst in &insts[done..] {
                body.func.inst(inst).kind.for_each_def(|reg| forget(body, reg.into()));
            }
        }
        self.leave(id, body, block, done);
    }

    /// Parameters get what the edges pass that are taken.
    fn enter(&mut self, id: FuncId, body: &mut Body<'m>, block: BlockId, preds: &[EdgeId]) {
        let params = &body.func.block(block).params;
        let mut passed: SmallVec<[Range; 4]> =
            params.iter().map(|&param| Range::empty(body.width(param))).collect();
        for &edge in preds {
            if !body.is_taken(edge) {
                continue;
            }
            for index in 0..body.names.of_edge(edge).len() {
                let name = body.names.of_edge(edge)[index];
                let value = body.scene().restricted(name);
                self.set(id, body, name, value, false);
            }
            let scene = body.scene();
            for (passed, arg) in passed.iter_mut().zip(&body.edge(edge).args) {
                *passed = passed.join(scene.argument(edge, arg));
            }
        }
        for (&param, value) in params.iter().zip(passed) {
            self.set(id, body, param.into(), value, body.is_head[block.index()]);
        }
    }

    fn set(&mut self, id: FuncId, body: &mut Body<'m>, name: Name, value: Range, widens: bool) {
        let value = if body.is_opaque { Range::full(value.width()) } else { value };
        let before = body.values[name.index()];
        if self.direction == Direction::Down {
            body.values[name.index()] = before.meet(value);
            return;
        }
        let mut grown = before.join(value);
        if grown == before {
            return;
        }
        if widens {
            let growth = body.growth.entry(body.names.reg(name)).or_default();
            *growth += 1;
            let thresholds = self.summaries[id.index()].thresholds(grown.width());
            grown = widened(self.direction, *growth, before, grown, thresholds);
        }
        body.values[name.index()] = grown;
        body.push_readers(name);
    }

    /// Whether control comes behind the instruction.
    fn execute(
        &mut self,
        id: FuncId,
        body: &mut Body<'m>,
        block: BlockId,
        inst: crate::ids::InstId,
        kind: &'m InstKind,
    ) -> bool {
        let cell = self.places.accesses[id.index()].get(&inst).copied();
        match kind {
            InstKind::Load { dst, .. } => {
                let mut value = match cell {
                    Some(cell) => self.contents[cell.index()].values.range(),
                    None => Range::full(body.width(*dst)),
                };
                if let Some(held) = body.reloads.get(&inst) {
                    value = value.meet(body.scene().operand(block, held));
                }
                self.set(id, body, (*dst).into(), value, false);
            }
            InstKind::Store { value, .. } => {
                if let Some(cell) = cell {
                    let value = body.scene().operand(block, value);
                    self.store(cell, value);
                }
            }
            InstKind::Call(call) => {
                let Some(results) = self.call(id, body, block, call) else { return false };
                for (&dst, result) in call.dsts.iter().zip(results) {
                    self.set(id, body, dst.into(), result, false);
                }
            }
            InstKind::LandingPad { .. } | InstKind::Unsupported { .. } => {
                let mut defined: SmallVec<[Reg; 2]> = SmallVec::new();
                kind.for_each_def(|reg| defined.push(reg));
                for reg in defined {
                    let full = Range::full(body.width(reg));
                    self.set(id, body, reg.into(), full, false);
                }
            }
            InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::VaEnd { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Marker { .. } => {}
            kind => {
                let value = body.scene().pure(block, kind);
                let mut defined = None;
                kind.for_each_def(|reg| defined = Some(reg));
                self.set(id, body, defined.expect("it has a result").into(), value, false);
            }
        }
        true
    }

    /// Which edges are taken after `done` instructions.
    fn leave(&mut self, id: FuncId, body: &mut Body<'m>, block: BlockId, done: usize) {
        let func = body.func.block(block);
        let is_finished = done == func.insts.len();
        // A call that does not return may still throw.
        let throws = done + 1 >= func.insts.len();
        let taken: SmallVec<[bool; 2]> = match &func.term {
            Terminator::Invoke { .. } => SmallVec::from_slice(&[is_finished, throws]),
            _ if !is_finished => SmallVec::from_elem(false, body.taken[block.index()].len()),
            Terminator::Jump(_) => SmallVec::from_elem(true, 1),
            Terminator::Branch { cond, .. } => {
                let cond = body.scene().operand(block, cond);
                SmallVec::from_slice(&[cond.contains(1), cond.contains(0)])
            }
            Terminator::Switch { width, value, cases, .. } => {
                let value = body.scene().operand(block, value);
                let mut numbers: Vec<u64> = cases.iter().map(|(case, _)| case.low_u64()).collect();
                let mut taken: SmallVec<[bool; 2]> =
                    numbers.iter().map(|&number| *width > 64 || value.contains(number)).collect();
                numbers.sort_unstable();
                taken.push(*width > 64 || !not_among(value, &numbers).is_empty());
                taken
            }
            Terminator::IndirectJump { targets, .. } => SmallVec::from_elem(true, targets.len()),
            Terminator::Return { values } => {
                self.give_back(id, body, block, values);
                SmallVec::new()
            }
            Terminator::Resume { .. } | Terminator::Unreachable | Terminator::Trap => {
                SmallVec::new()
            }
        };
        for (index, now) in taken.into_iter().enumerate() {
            let before = &mut body.taken[block.index()][index];
            if self.direction == Direction::Down {
                *before &= now;
            } else if now && !*before {
                *before = true;
                let target = body.edge(EdgeId { from: block, index: index as u32 }).block;
                body.push(target);
            }
        }
    }

    fn give_back(&mut self, id: FuncId, body: &Body<'m>, block: BlockId, values: &[Operand]) {
        let scene = body.scene();
        let values = values.iter().map(|value| scene.operand(block, value));
        let summary = &mut self.summaries[id.index()];
        if summary.give_back(self.direction, values) {
            self.again.extend(summary.callers.iter().copied());
        }
    }
}

/// The block is not reached after all.
fn forget_block(body: &mut Body<'_>, block: BlockId) {
    let func = body.func;
    body.reached[block.index()] = false;
    body.taken[block.index()].fill(false);
    if block == BlockId(0) {
        func.params.iter().for_each(|&param| forget(body, param.into()));
    }
    func.block(block).params.iter().for_each(|&param| forget(body, param.into()));
    for index in 0..body.names.of_block(block).len() {
        forget(body, body.names.of_block(block)[index]);
    }
    for &inst in &func.block(block).insts {
        func.inst(inst).kind.for_each_def(|reg| forget(body, reg.into()));
    }
}

fn forget(body: &mut Body<'_>, name: Name) {
    let value = &mut body.values[name.index()];
    *value = Range::empty(value.width());
}
