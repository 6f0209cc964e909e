//! In which functions the scopes of local variables count.
//!
//! clang marks where the scope of a local begins and ends (`llvm.lifetime.start` and `.end`); it does so in
//! unoptimised code because whoever compiles asks for it. There the marks are exactly where the source has
//! them. An optimiser may move loads across them and merge objects, so that a report about them could be
//! false: they count only in what Dunlin itself compiled without optimisation. Nor do they count where
//! control may come back into a block that was left: in a function that calls `setjmp`. In all other code a
//! local lives until its function returns.
//!
//! Such functions carry an attribute through linking. Lowering ends lives only in them; a native run gets
//! rid of all other marks, so that AddressSanitizer sees the same scopes.

use crate::instrument::build::erase;
use crate::lower::ffi::{BasicBlock, LLVMOpcode, LLVMValueKind, ModuleRef, Value};
use crate::lower::strip_casts;
use dunlin_ir::jumps::returns_twice;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;
use inkwell::values::AsValueRef;

/// On functions whose scopes count.
const MARK: &str = "dunlin-scopes";

/// Marks all functions of a module that was compiled here and will not be optimised.
pub(crate) fn mark_scopes(module: &Module<'_>) {
    let mark = module.get_context().create_string_attribute(MARK, "");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        if !calls_setjmp(Value(function.as_value_ref())) {
            function.add_attribute(AttributeLoc::Function, mark);
        }
    }
}

fn calls_setjmp(func: Value) -> bool {
    let mut instructions = func.blocks().into_iter().flat_map(BasicBlock::instructions);
    instructions.any(|inst| {
        inst.has_opcode(LLVMOpcode::LLVMCall) && {
            let callee = strip_casts(inst.called_value());
            callee.kind() == LLVMValueKind::LLVMFunctionValueKind
                && callee.is_declaration()
                && returns_twice(&callee.name())
        }
    })
}

/// Whether the scopes of the function's locals count.
pub(crate) fn has_scopes(func: Value) -> bool {
    func.has_string_attribute(MARK)
}

/// Takes the marks out of functions in which scopes do not count.
pub(crate) fn remove_other_marks(llvm: ModuleRef) {
    for func in llvm.functions().filter(|&func| !has_scopes(func)) {
        let instructions: Vec<Value> =
            func.blocks().into_iter().flat_map(BasicBlock::instructions).collect();
        for call in instructions.into_iter().filter(|inst| inst.has_opcode(LLVMOpcode::LLVMCall)) {
            let name = call.called_value().intrinsic_name();
            if matches!(name.as_deref(), Some("llvm.lifetime.start" | "llvm.lifetime.end")) {
                erase(call);
            }
        }
    }
}
