//! Where a function gets local memory whose content is unknown: allocations on the stack, and starts of
//! scopes. They are numbered in the order of the function's text, so that an instrumented program
//! has the same numbers and its native run can be given what the engine chose for such memory.

use super::ffi::{BasicBlock, LLVMOpcode as Op, Value};

/// The places with their numbers. Blocks that control cannot reach count as well.
pub fn local_sites(func: Value) -> Vec<(Value, u32)> {
    let insts = func.blocks().into_iter().flat_map(BasicBlock::instructions);
    insts.filter(|&inst| is_site(inst)).zip(0..).collect()
}

/// Whether a local's scope begins here.
pub fn is_scope_start(inst: Value) -> bool {
    let name = || inst.called_value().intrinsic_name();
    inst.has_opcode(Op::LLVMCall)
        && name().is_some_and(|name| name.starts_with("llvm.lifetime.start"))
}

fn is_site(inst: Value) -> bool {
    inst.has_opcode(Op::LLVMAlloca) || is_scope_start(inst)
}
