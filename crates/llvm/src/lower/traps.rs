//! Traps: the end of a program in the middle of its code.
//!
//! A trap of clang's sanitizer (`-fsanitize-trap`) carries the number of the check that has failed. It
//! becomes a call of the handler that the minimal runtime would have, which says what is wrong, before
//! the trap itself.

use super::ffi::{LLVMOpcode as Op, Value};
use super::function::FunctionLowering;
use dunlin_ir::{Call, Callee, InstKind, Terminator};
use smallvec::SmallVec;

/// The handlers by the numbers that clang 19 gives their checks.
const HANDLERS: [&str; 25] = [
    "add_overflow",
    "builtin_unreachable",
    "cfi_check_fail",
    "divrem_overflow",
    "dynamic_type_cache_miss",
    "float_cast_overflow",
    "function_type_mismatch",
    "implicit_conversion",
    "invalid_builtin",
    "invalid_objc_cast",
    "load_invalid_value",
    "missing_return",
    "mul_overflow",
    "negate_overflow",
    "nullability_arg",
    "nullability_return",
    "nonnull_arg",
    "nonnull_return",
    "out_of_bounds",
    "pointer_overflow",
    "shift_out_of_bounds",
    "sub_overflow",
    "type_mismatch",
    "alignment_assumption",
    "vla_bound_not_positive",
];

pub fn is_trap(inst: Value) -> bool {
    inst.has_opcode(Op::LLVMCall)
        && inst.called_value().intrinsic_name().is_some_and(|name| {
            matches!(name.as_str(), "llvm.trap" | "llvm.debugtrap" | "llvm.ubsantrap")
        })
}

impl FunctionLowering<'_, '_> {
    /// Ends the current block with a trap.
    pub fn trap(&mut self, inst: Value) {
        let number = inst.args().first().and_then(|number| number.int_bits());
        let handler = number.and_then(|number| HANDLERS.get(number.low_u64() as usize));
        if let Some(handler) = handler
            && let Ok(id) = self.module.library_func(
                &format!("__ubsan_handle_{handler}_minimal_abort"),
                &[],
                &[],
            )
        {
            self.push(InstKind::Call(Call::fixed(Callee::Direct(id), Vec::new(), SmallVec::new())));
        }
        self.terminate(Terminator::Trap);
    }
}
