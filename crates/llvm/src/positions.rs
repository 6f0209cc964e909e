//! Positions of branches and jumps: where what they belong to stands.
//!
//! In `a` on one line and `&& b` on the next, clang gives the branch that `a` decides the position of the
//! operator, so that the second line would count as passed though nothing of it was evaluated. A branch
//! belongs to what it decides on.
//!
//! Where control falls through to a label or a `case`, clang gives the jump the position of whatever it has
//! translated last: the condition of an `if` whose block was entered by a label in it, or the `break` of
//! the case before. That line would count as passed. Such a jump belongs to no line.
//!
//! Everything that reads the program sees it this way: the engine, the targets of a native run, coverage.

use crate::instrument::build::{clear_location, set_location};
use crate::lower::ffi::{BasicBlock, LLVMOpcode, ModuleRef, Value};
use inkwell::module::Module;
use std::collections::HashSet;

/// Corrects the positions of all branches and jumps.
pub(crate) fn correct_positions(module: &Module<'_>) {
    for func in ModuleRef::new(module).functions() {
        let blocks = func.blocks();
        forget_positions_of_falls(&blocks);
        for branch in blocks.into_iter().filter_map(BasicBlock::terminator) {
            correct_branch(branch);
        }
    }
}

/// Moves the position of a conditional branch to that of the condition that is computed for it.
fn correct_branch(branch: Value) {
    if !branch.has_opcode(LLVMOpcode::LLVMBr) || !branch.is_branch() {
        return;
    }
    let condition = branch.operand(0);
    let computed = condition.is_instruction()
        && !condition.has_opcode(LLVMOpcode::LLVMPHI)
        && condition.parent_block() == branch.parent_block();
    if computed
        && let Some(now) = branch.debug_location()
        && let Some(right) = condition.debug_location()
        && now.location().0 != right.location().0
    {
        set_location(branch, right);
    }
}

/// Takes the position from jumps that only fall through to the next block and have it from something before
/// them: alone in their block, or in a line before that of the last thing in it. A statement that jumps
/// (`break` as all that a case has) may do the same; it has a place of its own, behind what comes before it.
fn forget_positions_of_falls(blocks: &[BasicBlock]) {
    let switches = blocks.iter().filter_map(|block| block.terminator());
    let switches = switches.filter(|end| end.has_opcode(LLVMOpcode::LLVMSwitch));
    let cases: HashSet<BasicBlock> = switches.flat_map(Value::successors).collect();
    let mut lines = HashSet::new();
    let mut places = HashSet::new();
    for (number, &block) in blocks.iter().enumerate() {
        let code = block.instructions().filter(|inst| !tells_debugger(*inst));
        let own: Vec<(u32, u32)> = code
            .filter_map(Value::debug_location)
            .map(|position| (position.location().0, position.location().1))
            .collect();
        if let Some(jump) = block.terminator().filter(|end| is_jump(*end))
            && blocks.get(number + 1) == jump.successors().first()
            && let Some(position) = jump.debug_location()
        {
            let (line, column, _) = position.location();
            let is_case = cases.contains(&block);
            let is_stray = match last_line_before(block, jump) {
                Some(last) => line < last,
                None => places.contains(&(line, column)) || !is_case && lines.contains(&line),
            };
            if is_stray {
                clear_location(jump);
            }
        }
        // Also those that were taken away: the next block may have the same one.
        lines.extend(own.iter().map(|(line, _)| *line));
        places.extend(own);
    }
}

fn is_jump(inst: Value) -> bool {
    inst.has_opcode(LLVMOpcode::LLVMBr) && !inst.is_branch()
}

/// The line of what comes last in a block before its jump; none if the jump is alone.
fn last_line_before(block: BasicBlock, jump: Value) -> Option<u32> {
    let code = block.instructions().filter(|&inst| inst != jump && !tells_debugger(inst));
    code.last().map(|last| last.debug_location().map_or(0, |position| position.location().0))
}

/// Whether an instruction is only for debuggers.
fn tells_debugger(inst: Value) -> bool {
    let name = || inst.called_value().intrinsic_name();
    inst.has_opcode(LLVMOpcode::LLVMCall)
        && name().is_some_and(|name| name.starts_with("llvm.dbg."))
}
