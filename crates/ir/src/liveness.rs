//! Which registers and stack objects of a function matter from a point on.
//!
//! A register is live at a point if some way from there reads it before it is defined again. An argument
//! of an edge is read only if the parameter that it is for is live where the edge leads. States that
//! differ in nothing but what is dead do the same from then on (so that merging them, thesis section 2.5,
//! needs no choice for it).
//!
//! A stack object is live if its address may be in a live register. Addresses are followed through address
//! arithmetic, choices and parameters of blocks. An object whose address goes anywhere else (into memory, to
//! a call, into a number) escapes: then it is live in the whole function, since nobody knows when it is used
//! last. That its scope ends is for the execution to know.
//!
//! Assumes a well-formed function, and is a snapshot of it. Every way in the control-flow graph counts,
//! taken or not, and blocks that nothing leads to have answers, too. Where `setjmp` is called, control may come
//! back from any call, along no edge: in such a function everything is live.

mod addresses;
#[cfg(test)]
mod tests;

pub use addresses::StackObject;

use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::inst::{Operand, Terminator};
use crate::jumps::calls_setjmp;
use crate::module::{Function, Module};
use std::fmt;

/// A set of registers of one function.
#[derive(Clone, PartialEq, Eq)]
pub struct RegSet {
    words: Vec<u64>,
}

impl RegSet {
    pub(crate) fn new(registers: usize) -> RegSet {
        RegSet { words: vec![0; registers.div_ceil(64)] }
    }

    pub(crate) fn full(registers: usize) -> RegSet {
        let mut all = RegSet::new(registers);
        (0..registers).for_each(|number| all.insert(Reg::new(number)));
        all
    }

    pub fn contains(&self, reg: Reg) -> bool {
        self.words[reg.index() / 64] >> (reg.index() % 64) & 1 == 1
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| Reg::new(at * 64 + bit))
        })
    }

    pub(crate) fn insert(&mut self, reg: Reg) {
        self.words[reg.index() / 64] |= 1 << (reg.index() % 64);
    }

    fn remove(&mut self, reg: Reg) {
        self.words[reg.index() / 64] &= !(1 << (reg.index() % 64));
    }

    fn insert_operand(&mut self, operand: &Operand) {
        if let Operand::Reg(reg) = operand {
            self.insert(*reg);
        }
    }
}

impl fmt::Debug for RegSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[derive(Debug)]
pub struct Liveness {
    /// By block, where its parameters have their values already.
    live_in: Vec<RegSet>,
    objects: Vec<StackObject>,
    /// Control may come back to where `setjmp` was called: everything is live.
    comes_back: bool,
}

impl Liveness {
    /// Of a function of a module.
    pub fn new(module: &Module, func: &Function) -> Liveness {
        Liveness::of(func, calls_setjmp(module, func))
    }

    fn of(func: &Function, comes_back: bool) -> Liveness {
        let live_in = vec![RegSet::new(func.regs.len()); func.blocks.len()];
        let objects = addresses::stack_objects(func);
        let mut liveness = Liveness { live_in, objects, comes_back };
        liveness.solve(func);
        liveness
    }

    /// Goes backward along edges until nothing changes. Sets only grow.
    fn solve(&mut self, func: &Function) {
        let cfg = Cfg::new(func);
        // Taken from the end: a block mostly after those that it leads to.
        let mut work: Vec<BlockId> =
            func.block_ids().filter(|&block| !cfg.is_reachable(block)).collect();
        work.extend_from_slice(cfg.reverse_postorder());
        let mut waiting = vec![true; func.blocks.len()];
        while let Some(block) = work.pop() {
            waiting[block.index()] = false;
            let live = self.live_before(func, block, 0);
            if live == self.live_in[block.index()] {
                continue;
            }
            self.live_in[block.index()] = live;
            for edge in cfg.predecessors(block) {
                if !std::mem::replace(&mut waiting[edge.from.index()], true) {
                    work.push(edge.from);
                }
            }
        }
    }

    /// The registers that are live at the beginning of a block, where its parameters have their values.
    pub fn live_in(&self, block: BlockId) -> &RegSet {
        &self.live_in[block.index()]
    }

    /// The registers that are live before instruction `index` of a block, or before its terminator if
    /// `index` is the number of its instructions. `func` is the function that this was made of.
    pub fn live_before(&self, func: &Function, block: BlockId, index: u32) -> RegSet {
        if self.comes_back {
            return RegSet::full(func.regs.len());
        }
        let body = func.block(block);
        let mut live = self.live_before_terminator(func, &body.term);
        for &id in body.insts[index as usize..].iter().rev() {
            let kind = &func.inst(id).kind;
            kind.for_each_def(|reg| live.remove(reg));
            kind.for_each_operand(|operand| live.insert_operand(operand));
        }
        live
    }

    fn live_before_terminator(&self, func: &Function, terminator: &Terminator) -> RegSet {
        let mut live = RegSet::new(func.regs.len());
        for edge in terminator.edges() {
            let after = self.live_in(edge.block);
            let params = &func.block(edge.block).params;
            let mut passed = after.clone();
            params.iter().for_each(|&param| passed.remove(param));
            for (word, passed) in live.words.iter_mut().zip(passed.words) {
                *word |= passed;
            }
            let pairs = edge.args.iter().zip(params);
            for (arg, _) in pairs.filter(|(_, param)| after.contains(**param)) {
                live.insert_operand(arg);
            }
        }
        match terminator {
            Terminator::Branch { cond: read, .. }
            | Terminator::Switch { value: read, .. }
            | Terminator::IndirectJump { addr: read, .. } => live.insert_operand(read),
            Terminator::Return { values } => {
                values.iter().for_each(|value| live.insert_operand(value));
            }
            Terminator::Resume { exception, selector } => {
                live.insert_operand(exception);
                live.insert_operand(selector);
            }
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Trap => {}
        }
        live
    }

    /// All stack objects of the function, in the order of the blocks that make them.
    pub fn objects(&self) -> &[StackObject] {
        &self.objects
    }

    /// The stack objects that are live where these registers are: what [`Liveness::live_in`] or
    /// [`Liveness::live_before`] gives.
    pub fn live_objects<'a>(&'a self, live: &'a RegSet) -> impl Iterator<Item = &'a StackObject> {
        self.objects.iter().filter(|object| object.is_live(live))
    }
}
