//! Promotion of locals whose address is not taken to registers.
//!
//! It does what LLVM's mem2reg does, but keeps what mem2reg loses:
//! - a local that was not initialised is one marked value ([`InstKind::Uninit`]) from where its
//!   object was created or its scope began, not "anything" anew at each use;
//! - every removed store leaves an [`InstKind::Marker`] at its place, and a removed load leaves one
//!   if nothing else remains of its source line, so that every line with code can still be a
//!   target and the value of a variable can be found.
//!
//! Assumes a well-formed function. Promises a well-formed function that computes the same and
//! branches alike, whose blocks keep their ids (addresses of blocks stay valid) and whose
//! instructions and registers are numbered anew without holes. A function without promotable
//! locals is not touched.
//!
//! The construction is that of Cytron et al., "Efficiently Computing Static Single Assignment Form
//! and the Control Dependence Graph", pruned by liveness. An allocation inside a loop needs no
//! care: SSA makes each use of its address belong to its latest execution. In blocks that are not
//! reachable, values from elsewhere are undefined.

mod locals;
mod naming;
#[cfg(test)]
pub(crate) mod tests;

use crate::cfg::Cfg;
use crate::compact::compact;
use crate::dominators::Dominators;
use crate::ids::{BlockId, FileId, InstId, Reg, VarId};
use crate::inst::{InstKind, Operand};
use crate::jumps::calls_setjmp;
use crate::module::{Function, Module, Pos, Variable};
use crate::pass::pass;
use crate::target::Target;
use crate::types::Layout;
use locals::Locals;
use rustc_hash::FxHashSet;

/// Promotes in every function but those that call `setjmp`: where that returns for the second time, locals
/// have the values of when the jump was made, as they natively have in code that was not optimised, and
/// no edge leads there that could pass them.
pub fn promote_locals(module: &mut Module) {
    pass("promotion of locals", module, |module| {
        let stay: Vec<bool> = module.funcs.iter().map(|func| calls_setjmp(module, func)).collect();
        let Module { target, layouts, funcs, .. } = module;
        for (func, _) in funcs.iter_mut().zip(stay).filter(|(_, stay)| !stay) {
            promote_function(func, target, layouts);
        }
    });
}

/// `layouts` are those of the module; they only serve to name parts of structs and arrays.
pub fn promote_function(func: &mut Function, target: &Target, layouts: &[Layout]) {
    let locals = Locals::find(func, target);
    if locals.locals.is_empty() {
        return;
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let params = place_params(func, &locals, &cfg, &dominators);
    let mut renamer = Renamer::new(func, &locals, layouts, params);
    renamer.rename_reachable(&dominators);
    renamer.rename_dead(&cfg);
    let uninits = renamer.uninits;
    remove_unused(func, &uninits);
    compact(func);
}

/// Which cells need a parameter in which block, by block.
fn place_params(
    func: &mut Function,
    locals: &Locals,
    cfg: &Cfg,
    dominators: &Dominators,
) -> Vec<Vec<(usize, Reg)>> {
    let occurrences = Occurrences::collect(func, locals, cfg);
    let frontiers = dominators.frontiers(cfg);
    let mut params: Vec<Vec<(usize, Reg)>> = vec![Vec::new(); func.blocks.len()];
    // Sets of blocks, one cell at a time: a block is in the set if its entry names the cell.
    const NO_CELL: usize = usize::MAX;
    let mut defined = vec![NO_CELL; func.blocks.len()];
    let mut live_in = vec![NO_CELL; func.blocks.len()];
    let mut placed = vec![NO_CELL; func.blocks.len()];
    let mut work: Vec<BlockId> = Vec::new();
    for cell in 0..locals.cells.len() {
        let uses = &occurrences.exposed_uses[cell];
        if uses.is_empty() {
            continue;
        }
        for &block in &occurrences.defs[cell] {
            defined[block.index()] = cell;
        }
        for &block in uses {
            live_in[block.index()] = cell;
        }
        work.extend_from_slice(uses);
        while let Some(block) = work.pop() {
            for edge in cfg.predecessors(block) {
                let pred = edge.from.index();
                if defined[pred] != cell && live_in[pred] != cell && cfg.is_reachable(edge.from) {
                    live_in[pred] = cell;
                    work.push(edge.from);
                }
            }
        }
        work.extend_from_slice(&occurrences.defs[cell]);
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                if live_in[join.index()] == cell && placed[join.index()] != cell {
                    placed[join.index()] = cell;
                    params[join.index()].push((cell, func.new_reg(locals.cells[cell].ty)));
                    work.push(join);
                }
            }
        }
    }
    params
}

/// For each cell, the reachable blocks that define it and those that read it before they do.
struct Occurrences {
    defs: Vec<Vec<BlockId>>,
    exposed_uses: Vec<Vec<BlockId>>,
}

impl Occurrences {
    fn collect(func: &Function, locals: &Locals, cfg: &Cfg) -> Self {
        let mut found = Occurrences {
            defs: vec![Vec::new(); locals.cells.len()],
            exposed_uses: vec![Vec::new(); locals.cells.len()],
        };
        for &block in cfg.reverse_postorder() {
            for &id in &func.block(block).insts {
                match &func.inst(id).kind {
                    InstKind::Load { addr, .. } => {
                        if let Some(cell) = locals.cell(addr)
                            && found.defs[cell].last() != Some(&block)
                            && found.exposed_uses[cell].last() != Some(&block)
                        {
                            found.exposed_uses[cell].push(block);
                        }
                    }
                    InstKind::Store { addr, .. } => {
                        if let Some(cell) = locals.cell(addr) {
                            found.define(cell, block);
                        }
                    }
                    InstKind::Alloca { dst, .. } => {
                        if let Some(local) = locals.local_of_reg(*dst) {
                            found.define_all(locals, local, block);
                        }
                    }
                    InstKind::Lifetime { addr, start: true, .. } => {
                        if let Some(local) = locals.local(addr) {
                            found.define_all(locals, local, block);
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn define(&mut self, cell: usize, block: BlockId) {
        if self.defs[cell].last() != Some(&block) {
            self.defs[cell].push(block);
        }
    }

    fn define_all(&mut self, locals: &Locals, local: usize, block: BlockId) {
        for cell in locals.locals[local].cells.clone() {
            self.define(cell, block);
        }
    }
}

struct Renamer<'a> {
    func: &'a mut Function,
    locals: &'a Locals,
    layouts: &'a [Layout],
    /// By block: the parameters to add, with their cells.
    params: Vec<Vec<(usize, Reg)>>,
    /// By cell: its value here.
    current: Vec<Option<Operand>>,
    /// What `current` was before, newest last.
    undo: Vec<(usize, Option<Operand>)>,
    /// By register: what stands for it now that its load is gone.
    replaced: Vec<Option<Operand>>,
    /// By cell: the variable that its markers name.
    vars: Vec<Option<VarId>>,
    /// The source lines that have an instruction or terminator after promotion.
    lines: FxHashSet<(FileId, u32)>,
    uninits: Vec<InstId>,
}

impl<'a> Renamer<'a> {
    fn new(
        func: &'a mut Function,
        locals: &'a Locals,
        layouts: &'a [Layout],
        params: Vec<Vec<(usize, Reg)>>,
    ) -> Self {
        Renamer {
            params,
            layouts,
            current: vec![None; locals.cells.len()],
            undo: Vec::new(),
            replaced: vec![None; func.regs.len()],
            vars: vec![None; locals.cells.len()],
            lines: remaining_lines(func, locals),
            uninits: Vec::new(),
            locals,
            func,
        }
    }

    fn rename_reachable(&mut self, dominators: &Dominators) {
        enum Step {
            Enter(BlockId),
            /// Back to this length of `undo`.
            Leave(usize),
        }
        let mut steps = vec![Step::Enter(BlockId(0))];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(block) => {
                    steps.push(Step::Leave(self.undo.len()));
                    for i in 0..self.params[block.index()].len() {
                        let (cell, reg) = self.params[block.index()][i];
                        self.func.blocks[block.index()].params.push(reg);
                        self.set(cell, Operand::Reg(reg));
                    }
                    self.rewrite(block);
                    steps.extend(dominators.children(block).rev().map(Step::Enter));
                }
                Step::Leave(length) => self.roll_back(length),
            }
        }
    }

    /// Dead blocks see nothing of other blocks, and their order says nothing about what is defined
    /// before what: their loads are undefined from the start.
    fn rename_dead(&mut self, cfg: &Cfg) {
        let dead: Vec<BlockId> =
            self.func.block_ids().filter(|&block| !cfg.is_reachable(block)).collect();
        for &block in &dead {
            for &id in &self.func.blocks[block.index()].insts {
                if let InstKind::Load { dst, ty, addr, .. } = &self.func.insts[id.index()].kind
                    && self.locals.cell(addr).is_some()
                {
                    self.replaced[dst.index()] = Some(Operand::Undef(*ty));
                }
            }
        }
        for &block in &dead {
            self.rewrite(block);
            self.roll_back(0);
        }
    }

    fn roll_back(&mut self, length: usize) {
        while self.undo.len() > length {
            let (cell, value) = self.undo.pop().expect("longer than length");
            self.current[cell] = value;
        }
    }

    fn set(&mut self, cell: usize, value: Operand) {
        let before = self.current[cell].replace(value);
        self.undo.push((cell, before));
    }

    fn value(&self, cell: usize) -> Operand {
        self.current[cell].clone().unwrap_or(Operand::Undef(self.locals.cells[cell].ty))
    }

    /// Rewrites the instructions of a block and passes the values that its successors ask for.
    fn rewrite(&mut self, block: BlockId) {
        let before = std::mem::take(&mut self.func.blocks[block.index()].insts);
        let mut after = Vec::with_capacity(before.len());
        for id in before {
            self.rewrite_inst(id, &mut after);
        }
        let Function { blocks, .. } = &mut *self.func;
        let rewritten = &mut blocks[block.index()];
        rewritten.insts = after;
        rewritten.term.for_each_operand_mut(|operand| substitute(&self.replaced, operand));
        for edge in rewritten.term.edges_mut() {
            for &(cell, _) in &self.params[edge.block.index()] {
                let undefined = Operand::Undef(self.locals.cells[cell].ty);
                edge.args.push(self.current[cell].clone().unwrap_or(undefined));
            }
        }
    }

    fn rewrite_inst(&mut self, id: InstId, after: &mut Vec<InstId>) {
        let inst = &mut self.func.insts[id.index()];
        let pos = inst.pos;
        match &mut inst.kind {
            InstKind::Alloca { dst, site, .. } => {
                if let Some(local) = self.locals.local_of_reg(*dst) {
                    let site = *site;
                    return self.begin(local, site, pos, after);
                }
            }
            InstKind::Lifetime { addr, start, site } => {
                if let Some(local) = self.locals.local(addr) {
                    if *start {
                        let site = *site;
                        self.begin(local, site, pos, after);
                    }
                    return;
                }
            }
            InstKind::PtrAdd { dst, .. } if self.locals.local_of_reg(*dst).is_some() => return,
            InstKind::Load { dst, addr, .. } => {
                if let Some(cell) = self.locals.cell(addr) {
                    let dst = *dst;
                    return self.load(cell, dst, pos, after);
                }
            }
            InstKind::Store { value, addr, .. } => {
                if let Some(cell) = self.locals.cell(addr) {
                    substitute(&self.replaced, value);
                    let value = value.clone();
                    return self.store(cell, value, id, after);
                }
            }
            _ => {}
        }
        inst.kind.for_each_operand_mut(|operand| substitute(&self.replaced, operand));
        after.push(id);
    }

    /// The local is uninitialised from here on.
    fn begin(
        &mut self,
        local: usize,
        site: Option<u32>,
        pos: Option<Pos>,
        after: &mut Vec<InstId>,
    ) {
        for cell in self.locals.locals[local].cells.clone() {
            let ty = self.locals.cells[cell].ty;
            let dst = self.func.new_reg(ty);
            let var = self.locals.locals[local].var.map(|_| self.var(cell));
            let offset = self.locals.cells[cell].offset;
            let kind = InstKind::Uninit { dst, ty, var, site, offset };
            let id = self.func.new_inst(kind, pos);
            self.uninits.push(id);
            after.push(id);
            self.set(cell, Operand::Reg(dst));
        }
    }

    fn load(&mut self, cell: usize, dst: Reg, pos: Option<Pos>, after: &mut Vec<InstId>) {
        let value = self.value(cell);
        if let Some(pos) = pos
            && self.lines.insert((pos.file, pos.line))
        {
            let kind = self.marker(cell, value.clone());
            after.push(self.func.new_inst(kind, Some(pos)));
        }
        // In dead code the value is decided already.
        self.replaced[dst.index()].get_or_insert(value);
    }

    fn store(&mut self, cell: usize, value: Operand, id: InstId, after: &mut Vec<InstId>) {
        self.set(cell, value.clone());
        self.func.insts[id.index()].kind = self.marker(cell, value);
        after.push(id);
    }

    fn marker(&mut self, cell: usize, value: Operand) -> InstKind {
        InstKind::Marker { var: self.var(cell), ty: self.locals.cells[cell].ty, value }
    }

    /// The variable of a cell: the local's own if the cell is all of it, else a new one.
    fn var(&mut self, cell: usize) -> VarId {
        if let Some(var) = self.vars[cell] {
            return var;
        }
        let local = &self.locals.locals[self.locals.cells[cell].local];
        let part = naming::part_name(local, &self.locals.cells[cell], self.layouts);
        let var = match (local.var, part) {
            (Some(var), None) => var,
            (whole, part) => {
                let (name, pos, scope) = match whole.map(|var| self.func.var(var)) {
                    Some(var) => (var.name.clone(), var.pos, var.scope),
                    None => ("tmp".to_owned(), None, None),
                };
                let name = name + &part.unwrap_or_default();
                self.func.vars.push(Variable { name, pos, scope, param: None, scalar: None });
                VarId::new(self.func.vars.len() - 1)
            }
        };
        self.vars[cell] = Some(var);
        var
    }
}

fn substitute(replaced: &[Option<Operand>], operand: &mut Operand) {
    // Registers beyond the table were made here and stand for themselves.
    if let Operand::Reg(reg) = operand
        && let Some(Some(value)) = replaced.get(reg.index())
    {
        *operand = value.clone();
    }
}

/// The source lines of everything that promotion keeps or turns into a marker.
fn remaining_lines(func: &Function, locals: &Locals) -> FxHashSet<(FileId, u32)> {
    let mut lines = FxHashSet::default();
    let mut add = |pos: Option<Pos>| {
        if let Some(pos) = pos {
            lines.insert((pos.file, pos.line));
        }
    };
    for block in &func.blocks {
        for &id in &block.insts {
            let inst = func.inst(id);
            let removed = match &inst.kind {
                InstKind::Alloca { dst, .. } | InstKind::PtrAdd { dst, .. } => {
                    locals.local_of_reg(*dst).is_some()
                }
                InstKind::Load { addr, .. } | InstKind::Lifetime { addr, .. } => {
                    locals.local(addr).is_some()
                }
                _ => false,
            };
            if !removed {
                add(inst.pos);
            }
        }
        add(block.term_pos);
    }
    lines
}

/// Takes those of `uninits` out of their blocks that nothing reads.
fn remove_unused(func: &mut Function, uninits: &[InstId]) {
    let mut used = vec![false; func.regs.len()];
    let mut mark = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            used[reg.index()] = true;
        }
    };
    for block in &func.blocks {
        for &id in &block.insts {
            func.inst(id).kind.for_each_operand(&mut mark);
        }
        block.term.for_each_operand(&mut mark);
    }
    let mut unused = vec![false; func.insts.len()];
    for &id in uninits {
        if let InstKind::Uninit { dst, .. } = func.inst(id).kind {
            unused[id.index()] = !used[dst.index()];
        }
    }
    for block in &mut func.blocks {
        block.insts.retain(|id| !unused[id.index()]);
    }
}
