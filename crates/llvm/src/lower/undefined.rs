//! Parts of vectors and aggregates that have no value.
//!
//! While a function is lowered, such a part is [`Operand::Undef`]: most are filled in before anybody looks, and
//! a scalar that is taken out becomes any value at once. What is left when the function is done is read
//! by an instruction or passed on to another block, and then it is any value, as memory that was not written:
//! natively, something is in that part of the register. Results of such parts that nobody reads (a vector is
//! computed whole, and only some of it was ever set) are taken out, since each would be an input.
//!
//! Promises that no operand in a function is undefined. Numbers instructions and registers anew.

use dunlin_ir::compact::compact;
use dunlin_ir::{BinOp, Function, InstId, InstKind, Operand, Reg, Terminator, Type};

/// Makes undefined operands of a function into values.
pub fn fill_in(func: &mut Function) {
    if !func.blocks.iter().any(|block| {
        let mut found = false;
        let mut look = |operand: &Operand| found |= matches!(operand, Operand::Undef(_));
        block.insts.iter().for_each(|&id| func.inst(id).kind.for_each_operand(&mut look));
        block.term.for_each_operand(&mut look);
        found
    }) {
        return;
    }
    remove_unread(func);
    for index in 0..func.blocks.len() {
        let before = std::mem::take(&mut func.blocks[index].insts);
        let mut after = Vec::with_capacity(before.len());
        for id in before {
            let pos = func.inst(id).pos;
            let mut kind = func.inst(id).kind.clone();
            let mut made = Vec::new();
            kind.for_each_operand_mut(|operand| replace(&mut func.regs, operand, &mut made));
            if !made.is_empty() {
                func.insts[id.index()].kind = kind;
            }
            after.extend(made.into_iter().map(|made| func.new_inst(made, pos)));
            after.push(id);
        }
        let pos = func.blocks[index].term_pos;
        let mut made = Vec::new();
        let Function { regs, blocks, .. } = &mut *func;
        blocks[index].term.for_each_operand_mut(|operand| replace(regs, operand, &mut made));
        // The call of an invoke stays the last instruction.
        let invokes = matches!(blocks[index].term, Terminator::Invoke { .. });
        let call = if invokes { after.pop() } else { None };
        after.extend(made.into_iter().map(|made| func.new_inst(made, pos)).chain(call));
        func.blocks[index].insts = after;
    }
    compact(func);
}

/// Gives an undefined operand a register, and adds the instruction that sets it.
fn replace(regs: &mut Vec<Type>, operand: &mut Operand, made: &mut Vec<InstKind>) {
    if let Operand::Undef(ty) = *operand {
        let dst = Reg::new(regs.len());
        regs.push(ty);
        made.push(InstKind::Uninit { dst, ty, var: None, site: None, offset: 0 });
        *operand = Operand::Reg(dst);
    }
}

/// Takes out what is computed from undefined operands and read by nobody.
fn remove_unread(func: &mut Function) {
    let mut reads = vec![0u32; func.regs.len()];
    let mut defined_by: Vec<Option<InstId>> = vec![None; func.regs.len()];
    for block in &func.blocks {
        let mut read = |operand: &Operand| {
            if let Operand::Reg(reg) = operand {
                reads[reg.index()] += 1;
            }
        };
        for &id in &block.insts {
            func.inst(id).kind.for_each_operand(&mut read);
            func.inst(id).kind.for_each_def(|reg| defined_by[reg.index()] = Some(id));
        }
        block.term.for_each_operand(&mut read);
    }
    let mut derived = vec![false; func.regs.len()];
    // Blocks are not in the order of execution, but what a vector goes through stays in order inside of one.
    for block in &func.blocks {
        for &id in &block.insts {
            let mut undefined = false;
            func.inst(id).kind.for_each_operand(|operand| {
                undefined |= match operand {
                    Operand::Undef(_) => true,
                    Operand::Reg(reg) => derived[reg.index()],
                    _ => false,
                }
            });
            func.inst(id).kind.for_each_def(|reg| derived[reg.index()] |= undefined);
        }
    }
    let mut removed = vec![false; func.insts.len()];
    let unread = |reg: usize| derived[reg] && reads[reg] == 0;
    let mut open: Vec<usize> = (0..func.regs.len()).filter(|&reg| unread(reg)).collect();
    while let Some(reg) = open.pop() {
        let Some(id) = defined_by[reg] else { continue };
        if removed[id.index()] || !only_computes(&func.inst(id).kind) {
            continue;
        }
        removed[id.index()] = true;
        func.inst(id).kind.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                reads[reg.index()] -= 1;
                if reads[reg.index()] == 0 && derived[reg.index()] {
                    open.push(reg.index());
                }
            }
        });
    }
    for block in &mut func.blocks {
        block.insts.retain(|id| !removed[id.index()]);
    }
}

/// Whether an instruction does nothing but set one register, and can fail at most by option.
fn only_computes(kind: &InstKind) -> bool {
    match kind {
        InstKind::Binary { op: BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem, .. } => false,
        InstKind::Binary { .. }
        | InstKind::Unary { .. }
        | InstKind::Compare { .. }
        | InstKind::Overflow { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::FunnelShift { .. }
        | InstKind::FloatBinary { .. }
        | InstKind::FloatUnary { .. }
        | InstKind::FloatCompare { .. }
        | InstKind::FloatMulAdd { .. }
        | InstKind::FloatCast { .. }
        | InstKind::PtrAdd { .. }
        | InstKind::Freeze { .. } => true,
        _ => false,
    }
}
