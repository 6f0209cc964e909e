//! From marks to the source: which lines, branches and functions of the program were executed.
//!
//! Marks say which way conditional transfers went, which calls returned and where paths ended; everything
//! between follows from the control-flow graph. Where paths have ended in the middle of a straight line, what
//! comes after counts only if the mark at the line's end says that another one has passed: a
//! branch, a call, a return, or a jump to where other lines lead, too.

use super::marks::{Event, mark, marks, stop_mark};
use crate::code::{Code, FuncCode, Op, Pc, Program, SwitchTable};
use dunlin_ir::cfg::Cfg;
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

impl Program {
    /// How many marks of coverage there are.
    pub fn marks(&self) -> usize {
        marks(self.code.ops.len())
    }
}

/// What a set of marks means, for every function of the program itself.
pub fn executed(program: &Program, marks: &[bool]) -> Vec<ExecutedFunction> {
    let module = &program.module;
    let own = module.func_ids().filter(|&id| {
        let func = module.func(id);
        !func.is_declaration() && !func.runtime
    });
    own.map(|id| Walk::new(&program.code, module.func(id), id, marks).run()).collect()
}

struct Walk<'a> {
    code: &'a Code,
    func: &'a Function,
    id: FuncId,
    marks: &'a [bool],
    cfg: Cfg,
    blocks: Vec<BlockOps>,
}

/// The operations of a block that tell something.
#[derive(Clone, Default)]
struct BlockOps {
    /// By instruction index.
    calls: Vec<(u32, Pc)>,
    /// Instruction indices at which paths have ended.
    stops: Vec<u32>,
    /// The branch, switch or computed goto at the end.
    transfer: Option<Pc>,
    /// The marked jump or return at the end.
    marked_end: Option<Pc>,
}

impl<'a> Walk<'a> {
    fn new(code: &'a Code, func: &'a Function, id: FuncId, marks: &'a [bool]) -> Self {
        let blocks = vec![BlockOps::default(); func.blocks.len()];
        let mut walk = Walk { code, func, id, marks, cfg: Cfg::new(func), blocks };
        let FuncCode { entry, end, .. } = code.funcs[id.index()];
        for pc in entry..end {
            let point = code.points[pc as usize];
            let stopped = walk.stopped(pc);
            let block = &mut walk.blocks[point.block.index()];
            if stopped {
                block.stops.push(point.index);
            }
            match &code.ops[pc as usize] {
                Op::Call { .. } => block.calls.push((point.index, pc)),
                op if op.has_mark() => block.marked_end = Some(pc),
                Op::Switch { .. } | Op::SwitchWide { .. } | Op::IndirectJump { .. } => {
                    block.transfer = Some(pc);
                }
                op if op.branch_target().is_some() => block.transfer = Some(pc),
                _ => {}
            }
        }
        walk
    }

    fn marked(&self, pc: Pc, event: Event) -> bool {
        self.marks.get(mark(pc, event) as usize).copied().unwrap_or(false)
    }

    /// Whether a path ended there, or in what was called there.
    fn stopped(&self, pc: Pc) -> bool {
        let mark = stop_mark(self.code.ops.len(), pc);
        self.marks.get(mark as usize).copied().unwrap_or(false)
    }

    fn run(&self) -> ExecutedFunction {
        let entered = self.marked(self.code.funcs[self.id.index()].entry, Event::Arrived);
        // How many instructions of each block were executed; the terminator is one more.
        let mut done: Vec<u32> = vec![0; self.blocks.len()];
        let mut seen = vec![false; self.blocks.len()];
        let mut open = Vec::new();
        if entered && !seen.is_empty() {
            seen[0] = true;
            open.push(BlockId::new(0));
        }
        while let Some(block) = open.pop() {
            let body = self.func.block(block);
            if let Some(last) = self.last_of_all_paths(block) {
                done[block.index()] = last + 1;
                continue;
            }
            done[block.index()] = body.insts.len() as u32 + 1;
            for (way, edge) in body.term.edges().iter().enumerate() {
                let taken = self.taken(block, way).unwrap_or(true);
                if taken && !std::mem::replace(&mut seen[edge.block.index()], true) {
                    open.push(edge.block);
                }
            }
        }
        self.describe(entered, &done)
    }

    /// The last instruction that was executed of a block that some path has entered; `None` if one has
    /// left it at its end.
    fn last_of_all_paths(&self, block: BlockId) -> Option<u32> {
        let BlockOps { calls, stops, .. } = &self.blocks[block.index()];
        if let Some(&(call, pc)) = calls.iter().find(|(_, pc)| !self.marked(*pc, Event::Passed)) {
            // Without any stop, states are still on their way, and may be in the call.
            let before = stops.iter().copied().filter(|&stop| stop < call).max();
            let came = self.stopped(pc) || before.is_none();
            return if came { Some(call) } else { before };
        }
        let last_call = calls.last().map(|&(index, _)| index);
        let last = stops.iter().copied().max().filter(|&stop| Some(stop) > last_call)?;
        (!self.passes_end(block)).then_some(last)
    }

    /// Whether some path has passed the end of a block in which others have ended behind the last call.
    fn passes_end(&self, block: BlockId) -> bool {
        let mut block = block;
        for _ in &self.blocks {
            if let Some(pc) = self.blocks[block.index()].marked_end {
                return self.marked(pc, Event::Passed);
            }
            match &self.func.block(block).term {
                Terminator::Resume { .. } | Terminator::Unreachable | Terminator::Trap => {
                    return false;
                }
                Terminator::Jump(edge) | Terminator::Invoke { normal: edge, .. }
                    if self.cfg.predecessors(edge.block).len() == 1 =>
                {
                    block = edge.block;
                }
                // Without a mark: the compiler saw nothing before it that ends a path.
                Terminator::Jump(_) | Terminator::Invoke { .. } | Terminator::Return { .. } => {
                    return true;
                }
                term => {
                    let mut ways = 0..term.edges().len();
                    return ways.any(|way| self.taken(block, way) == Some(true));
                }
            }
            // The straight line goes on there, and nowhere else comes to it.
            let next = &self.blocks[block.index()];
            if let Some(&(_, pc)) = next.calls.first() {
                return !next.stops.is_empty() || self.marked(pc, Event::Passed);
            }
            if !next.stops.is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether a block's transfer went a way; `None` if nothing was recorded about it.
    fn taken(&self, block: BlockId, way: usize) -> Option<bool> {
        if matches!(self.func.block(block).term, Terminator::Invoke { .. }) {
            // Exceptions are not executed.
            return Some(way == 0);
        }
        let pc = self.blocks[block.index()].transfer?;
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

    fn describe(&self, entered: bool, done: &[u32]) -> ExecutedFunction {
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
                    let taken = self.taken(block, way);
                    let taken = at_end.then_some(taken.unwrap_or(false));
                    branches.push(ExecutedBranch { pos, block: block.0, way: way as u32, taken });
                }
            }
        }
        ExecutedFunction { func: self.id, entered, lines, branches }
    }
}

/// Where a case of a switch leads; `None` is the default.
pub fn switch_target(code: &Code, pc: Pc, case: Option<&Bits>) -> Option<Pc> {
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
