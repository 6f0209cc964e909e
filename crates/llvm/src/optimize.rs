//! LLVM's own optimiser, for `--optimize` and where clang is not to optimise by itself.

use crate::error::LlvmError;
use crate::instrument::ERROR_FUNCTIONS;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use inkwell::module::Module;
use std::ffi::{CStr, CString};
use std::ptr;

/// Runs LLVM's `-O2` pipeline on the whole program.
pub(crate) fn optimize(module: &Module<'_>) -> Result<(), LlvmError> {
    allow_optimization(module);
    run_pipeline(module, "default<O2>")
}

/// Runs a pipeline on what may be optimised. Without a target machine nothing is vectorised, which would
/// only be taken apart again.
pub(crate) fn run_pipeline(module: &Module<'_>, pipeline: &str) -> Result<(), LlvmError> {
    keep_error_functions(module);
    let pipeline = CString::new(pipeline).expect("names of pipelines have no zeros");
    // SAFETY: the module is valid, the pipeline is zero-terminated, no target machine is allowed.
    // The error, if any, is consumed by LLVMGetErrorMessage, whose text is copied and then freed.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.as_mut_ptr(), pipeline.as_ptr(), ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let text = LLVMGetErrorMessage(error);
        let message = CString::from(CStr::from_ptr(text)).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        Err(LlvmError::OptimizeFailed { message })
    }
}

/// A call of a program's own error function is an error, also of one that does nothing and whose calls
/// an optimiser would remove.
fn keep_error_functions(module: &Module<'_>) {
    let context = module.get_context();
    let kind = Attribute::get_named_enum_kind_id;
    let own = ERROR_FUNCTIONS.into_iter().filter_map(|name| module.get_function(name));
    for function in own.filter(|function| function.count_basic_blocks() > 0) {
        function.remove_enum_attribute(AttributeLoc::Function, kind("alwaysinline"));
        for name in ["noinline", "optnone"] {
            let attribute = context.create_enum_attribute(kind(name), 0);
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

/// clang -O0 marks every function so that no pass touches it, and as `noinline` because that mark
/// demands it.
fn allow_optimization(module: &Module<'_>) {
    let optnone = Attribute::get_named_enum_kind_id("optnone");
    let noinline = Attribute::get_named_enum_kind_id("noinline");
    for function in module.get_functions() {
        if function.get_enum_attribute(AttributeLoc::Function, optnone).is_some() {
            function.remove_enum_attribute(AttributeLoc::Function, optnone);
            function.remove_enum_attribute(AttributeLoc::Function, noinline);
        }
    }
}
