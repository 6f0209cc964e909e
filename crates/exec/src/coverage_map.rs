//! From marks to the source: which lines, branches and functions of the program were executed.
//!
//! Marks say which way conditional transfers went and which calls returned; everything between follows
//! from the control-flow graph. An instruction in the middle of a straight line at which some paths end
//! in an error counts as passed if its block was entered.

use crate::code::{Code, Op, Pc, SwitchTable};
use crate::coverage::{Event, mark};
use crate::start::Program;
use dunlin_ir::{Bits, BlockId, FuncId, Function, InstKind, Pos, Terminator};

/// A line of code, or one way of a branch there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutedBranch {
    pub pos: Pos,
    /// The block that ends with the branch.
    pub block: u32,
    /// Which way.
    pub way: u32,
    /// `None` if the branch itself was not reached.
    pub taken: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutedFunction {
    pub func: FuncId,
    pub entered: bool,
    /// Positions of instructions, with whether they were executed.
    pub lines: Vec<(Pos, bool)>,
    pub branches: Vec<ExecutedBranch>,
}

/// What a set of marks means, for every function of the program itself.
pub fn executed(program: &Program, marks: &[bool]) -> Vec<ExecutedFunction> {
    let module = &program.module;
    let own = module.func_ids().filter(|&id| {
        let func = module.func(id);
        !func.is_declaration() && !func.runtime
    });
    own.map(|id| Walk { code: &program.code, func: module.func(id), id, marks }.run()).collect()
}

struct Walk<'a> {
    code: &'a Code,
    func: &'a Function,
    id: FuncId,
    marks: &'a [bool],
}

impl Walk<'_> {
    fn marked(&self, pc: Pc, event: Event) -> bool {
        self.marks.get(mark(pc, event) as usize).copied().unwrap_or(false)
    }

    fn run(&self) -> ExecutedFunction {
        let code = &self.code.funcs[self.id.index()];
        let blocks = self.func.blocks.len();
        // Operations by block: the calls, by instruction index, and the transfer at the end.
        let mut calls: Vec<Vec<(u32, Pc)>> = vec![Vec::new(); blocks];
        let mut transfers: Vec<Option<Pc>> = vec![None; blocks];
        for pc in code.entry..code.end {
            let point = self.code.points[pc as usize];
            let op = &self.code.ops[pc as usize];
            let transfer = op.branch_target().is_some()
                || matches!(
                    op,
                    Op::Switch { .. } | Op::SwitchWide { .. } | Op::IndirectJump { .. }
                );
            if matches!(op, Op::Call { .. }) {
                calls[point.block.index()].push((point.index, pc));
            } else if transfer {
                transfers[point.block.index()] = Some(pc);
            }
        }
        let entered = self.marked(code.entry, Event::Arrived);
        // How many instructions of each block were executed; the terminator is one more.
        let mut done: Vec<u32> = vec![0; blocks];
        let mut seen = vec![false; blocks];
        let mut open = Vec::new();
        if entered && blocks > 0 {
            seen[0] = true;
            open.push(BlockId::new(0));
        }
        while let Some(block) = open.pop() {
            let body = self.func.block(block);
            let stop = calls[block.index()].iter().find(|(_, pc)| !self.marked(*pc, Event::Passed));
            if let Some((index, _)) = stop {
                done[block.index()] = index + 1;
                continue;
            }
            done[block.index()] = body.insts.len() as u32 + 1;
            for (way, edge) in body.term.edges().iter().enumerate() {
                let taken = self.taken(block, transfers[block.index()], way);
                if taken.unwrap_or(true) && !std::mem::replace(&mut seen[edge.block.index()], true)
                {
                    open.push(edge.block);
                }
            }
        }
        self.describe(entered, &done, &transfers)
    }

    /// Whether a block's transfer went a way; `None` if nothing was recorded about it.
    fn taken(&self, block: BlockId, transfer: Option<Pc>, way: usize) -> Option<bool> {
        let pc = transfer?;
        match &self.func.block(block).term {
            Terminator::Branch { .. } => {
                let event = if way == 0 { Event::BranchHeld } else { Event::BranchFailed };
                Some(self.marked(pc, event))
            }
            Terminator::Switch { cases, .. } => {
                let case = cases.get(way).map(|(value, _)| value);
                let to = switch_target(self.code, pc, case)?;
                Some(self.marked(to, Event::Arrived))
            }
            Terminator::IndirectJump { .. } => {
                let Op::IndirectJump { table, .. } = self.code.ops[pc as usize] else {
                    return None;
                };
                let &(_, to) = self.code.indirect[table as usize].get(way)?;
                Some(self.marked(to, Event::Arrived))
            }
            _ => None,
        }
    }

    fn describe(&self, entered: bool, done: &[u32], transfers: &[Option<Pc>]) -> ExecutedFunction {
        let mut lines = Vec::new();
        let mut branches = Vec::new();
        for block in self.func.block_ids() {
            let body = self.func.block(block);
            let executed = done[block.index()];
            for (index, &inst) in body.insts.iter().enumerate() {
                let inst = self.func.inst(inst);
                // Nothing of it was there to execute.
                let silent =
                    matches!(inst.kind, InstKind::Uninit { .. } | InstKind::Lifetime { .. });
                if let Some(pos) = inst.pos
                    && !silent
                {
                    lines.push((pos, (index as u32) < executed));
                }
            }
            let Some(pos) = body.term_pos else { continue };
            let at_end = executed > body.insts.len() as u32;
            lines.push((pos, at_end));
            let edges = body.term.edges();
            if edges.len() > 1 {
                for way in 0..edges.len() {
                    let taken = self.taken(block, transfers[block.index()], way);
                    let taken = at_end.then_some(taken.unwrap_or(false));
                    branches.push(ExecutedBranch { pos, block: block.0, way: way as u32, taken });
                }
            }
        }
        ExecutedFunction { func: self.id, entered, lines, branches }
    }
}

/// Where a case of a switch leads; `None` is the default.
pub(crate) fn switch_target(code: &Code, pc: Pc, case: Option<&Bits>) -> Option<Pc> {
    let (Op::Switch { table, .. } | Op::SwitchWide { table, .. }) = code.ops[pc as usize] else {
        return None;
    };
    let table = &code.switches[table as usize];
    let Some(case) = case else { return Some(table.default()) };
    match table {
        SwitchTable::Wide { cases, default } => {
            let found = cases.iter().find(|(words, _)| words == case.words());
            Some(found.map_or(*default, |(_, to)| *to))
        }
        _ => Some(table.target(case.low_u64())),
    }
}
