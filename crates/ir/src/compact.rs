//! Renumbers the instructions and registers of a function after a pass has removed some.
//!
//! Assumes that each instruction is in at most one block and each register has at most one
//! definition. Promises dense arenas: every instruction is in a block, instructions and registers
//! are numbered in the order of the blocks. Blocks and variables keep their ids.

use crate::ids::{InstId, Reg};
use crate::inst::Operand;
use crate::module::{Function, Inst};
use crate::types::Type;

pub fn compact(func: &mut Function) {
    compact_insts(func);
    compact_regs(func);
}

fn compact_insts(func: &mut Function) {
    let mut old: Vec<Option<Inst>> =
        std::mem::take(&mut func.insts).into_iter().map(Some).collect();
    for block in &mut func.blocks {
        for id in &mut block.insts {
            let inst = old[id.index()].take().expect("an instruction is in one block only");
            *id = InstId::new(func.insts.len());
            func.insts.push(inst);
        }
    }
}

/// New numbers for registers, given out in the order of asking.
struct Renumbering {
    new: Vec<Option<Reg>>,
    old_types: Vec<Type>,
    types: Vec<Type>,
}

impl Renumbering {
    fn rename(&mut self, reg: &mut Reg) {
        let new = &mut self.new[reg.index()];
        if new.is_none() {
            self.types.push(self.old_types[reg.index()]);
            *new = Some(Reg::new(self.types.len() - 1));
        }
        *reg = new.expect("just set");
    }

    fn rename_operand(&mut self, operand: &mut Operand) {
        if let Operand::Reg(reg) = operand {
            self.rename(reg);
        }
    }
}

fn compact_regs(func: &mut Function) {
    let old_types = std::mem::take(&mut func.regs);
    let mut numbers =
        Renumbering { new: vec![None; old_types.len()], old_types, types: Vec::new() };
    // Definitions first. A register that is used without one gets a number behind them, so that
    // the verifier can say what is wrong with it.
    for reg in &mut func.params {
        numbers.rename(reg);
    }
    for block in &mut func.blocks {
        for reg in &mut block.params {
            numbers.rename(reg);
        }
        for id in &block.insts {
            func.insts[id.index()].kind.for_each_def_mut(|reg| numbers.rename(reg));
        }
    }
    for block in &mut func.blocks {
        for id in &block.insts {
            func.insts[id.index()].kind.for_each_operand_mut(|op| numbers.rename_operand(op));
        }
        block.term.for_each_operand_mut(|op| numbers.rename_operand(op));
    }
    func.regs = numbers.types;
}
