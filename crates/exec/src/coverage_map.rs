//! From marks to the source: which lines, branches and functions of the program were executed.
//!
//! Marks say which way conditional transfers went and which calls returned; everything between follows
//! from the control-flow graph. Where some path has ended in an error in the middle of a straight line,
//! what comes after counts only if there is a sign that another one has passed.

use crate::code::{CallTarget, Code, Op, Pc, SwitchTable};
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

/// What a set of marks means, for every function of the program itself. `stops` are operations at
/// which paths have ended in errors.
pub fn executed(program: &Program, marks: &[bool], stops: &[Pc]) -> Vec<ExecutedFunction> {
    let returned = returned(program, marks);
    let module = &program.module;
    let own = module.func_ids().filter(|&id| {
        let func = module.func(id);
        !func.is_declaration() && !func.runtime
    });
    let walk = |id| {
        let (code, func, returned) = (&program.code, module.func(id), &returned);
        Walk { code, func, id, marks, stops, returned }.run()
    };
    own.map(walk).collect()
}

/// By function: whether some call of it has returned. Functions that are called by address may have.
fn returned(program: &Program, marks: &[bool]) -> Vec<bool> {
    let mut returned = vec![false; program.module.funcs.len()];
    let mut any_indirect = false;
    for (pc, op) in program.code.ops.iter().enumerate() {
        let Op::Call { site } = op else { continue };
        if !marks.get(mark(pc as Pc, Event::Passed) as usize).copied().unwrap_or(false) {
            continue;
        }
        match program.code.calls[*site as usize].target {
            CallTarget::Func(func) => returned[func.index()] = true,
            CallTarget::Indirect(_) => any_indirect = true,
            _ => {}
        }
    }
    if any_indirect {
        returned.fill(true);
    }
    returned
}

struct Walk<'a> {
    code: &'a Code,
    func: &'a Function,
    id: FuncId,
    marks: &'a [bool],
    stops: &'a [Pc],
    returned: &'a [bool],
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
            if let Some(&(index, pc)) = stop {
                // A path that has ended in an error before the call has not come to it.
                let last = self.last_before_error(block).filter(|&error| {
                    let behind = |(call, _): &&(u32, Pc)| *call > error && *call < index;
                    let passed = calls[block.index()].iter().any(|call| behind(&call));
                    error < index && !passed && !self.may_have_entered(pc)
                });
                done[block.index()] = last.unwrap_or(index) + 1;
                continue;
            }
            if let Some(index) = self.last_before_error(block)
                && !self.passes_end(block, &calls, &transfers)
            {
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

    /// Whether the function that a call names was entered, be it from here or from elsewhere.
    fn may_have_entered(&self, pc: Pc) -> bool {
        let Op::Call { site } = self.code.ops[pc as usize] else { return false };
        match self.code.calls[site as usize].target {
            CallTarget::Func(func) => {
                self.marked(self.code.funcs[func.index()].entry, Event::Arrived)
            }
            _ => false,
        }
    }

    /// The last instruction of a block at which a path has ended in an error.
    fn last_before_error(&self, block: BlockId) -> Option<u32> {
        let code = &self.code.funcs[self.id.index()];
        let here = self.stops.iter().filter(|&&pc| (code.entry..code.end).contains(&pc));
        let points = here.map(|&pc| self.code.points[pc as usize]);
        points.filter(|point| point.block == block).map(|point| point.index).max()
    }

    /// Whether there is a sign that some path has passed the end of a block.
    fn passes_end(
        &self,
        block: BlockId,
        calls: &[Vec<(u32, Pc)>],
        transfers: &[Option<Pc>],
    ) -> bool {
        let mut seen = vec![false; calls.len()];
        let mut block = block;
        loop {
            match &self.func.block(block).term {
                Terminator::Return { .. } => return self.returned[self.id.index()],
                Terminator::Unreachable | Terminator::Trap => return false,
                Terminator::Jump(edge) => block = edge.block,
                term => {
                    let ways = 0..term.edges().len();
                    let went = |way| self.taken(block, transfers[block.index()], way) == Some(true);
                    return ways.into_iter().any(went);
                }
            }
            // What comes next may have been reached from elsewhere: its signs are taken for signs of this
            // way.
            let passed = |(_, pc): &(u32, Pc)| self.marked(*pc, Event::Passed);
            let ended = self.last_before_error(block).is_some();
            if ended || calls[block.index()].iter().any(passed) {
                return true;
            }
            if std::mem::replace(&mut seen[block.index()], true) {
                return false;
            }
        }
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
