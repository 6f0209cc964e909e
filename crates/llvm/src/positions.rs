//! Positions of conditional branches: where their condition stands.
//!
//! In `a` on one line and `&& b` on the next, clang gives the branch that `a` decides the position of the
//! operator, so that the second line would count as passed though nothing of it was evaluated. A branch
//! belongs to what it decides on. Everything that reads the program sees it this way: the engine, the
//! targets of a native run, coverage.

use crate::instrument::build::set_location;
use crate::lower::ffi::{BasicBlock, LLVMOpcode, ModuleRef};
use inkwell::module::Module;

/// Moves the positions of branches to those of the conditions that are computed for them.
pub(crate) fn correct_branches(module: &Module<'_>) {
    for func in ModuleRef::new(module).functions() {
        for branch in func.blocks().into_iter().filter_map(BasicBlock::terminator) {
            if !branch.has_opcode(LLVMOpcode::LLVMBr) || !branch.is_branch() {
                continue;
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
    }
}
