//! Whether a module that others have compiled was optimised.
//!
//! In optimised code an instruction of a line may run though the line is not executed, lines vanish, and a
//! function that was inlined is never entered. What is compiled here has its targets marked before
//! anything is optimised; for bitcode it is too late for that, so it must at least be known.
//!
//! The compiler notes in the debug information that it was told to optimise. That may have been for a later
//! step: code that still has locals in memory which a first pass would have kept in registers is as the
//! source has it.

use crate::lower::ffi::{BasicBlock, LLVMOpcode, ModuleRef, Value};
use inkwell::module::Module;
use inkwell::values::{AnyValue, MetadataValue};

/// Whether LLVM's passes have changed the code, as far as can be seen.
pub(crate) fn is_optimised(module: &Module<'_>) -> bool {
    let units = module.get_global_metadata("llvm.dbg.cu");
    let told = |unit: &MetadataValue<'_>| {
        unit.print_to_string().to_string_lossy().contains("isOptimized: true")
    };
    let mut functions = ModuleRef::new(module).functions().filter(|func| !func.blocks().is_empty());
    units.iter().any(told)
        && functions.all(|func| !func.has_attribute("optnone") && !has_plain_local(func))
}

/// Whether some local is in memory only to be loaded and stored.
fn has_plain_local(func: Value) -> bool {
    let mut instructions = func.blocks().into_iter().flat_map(BasicBlock::instructions);
    instructions.any(|local| {
        let plain = |user: Value| {
            user.has_opcode(LLVMOpcode::LLVMLoad)
                || user.has_opcode(LLVMOpcode::LLVMStore) && user.operand(1) == local
        };
        local.has_opcode(LLVMOpcode::LLVMAlloca)
            && local.users().next().is_some()
            && local.users().all(plain)
    })
}
