//! Dunlin's own C library, compiled to bitcode when Dunlin is built, and linked into programs.
//!
//! Only what the program declares but does not define is linked, and what that needs in turn; the
//! program's own definitions win over the library's. Both follow from giving the library's
//! definitions the linkage `linkonce_odr`: LLVM's linker takes such a definition only for a
//! reference without one. The library is read lazily, so that the rest of it costs nothing.

use crate::error::LlvmError;
use crate::link::link_into;
use crate::reader::Session;
use inkwell::attributes::AttributeLoc;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use inkwell::llvm_sys::core::{
    LLVMCreateMemoryBufferWithMemoryRange, LLVMDisposeMemoryBuffer, LLVMGetDataLayoutStr,
    LLVMGetFirstGlobal, LLVMGetFirstGlobalAlias, LLVMGetLinkage, LLVMGetNamedGlobal,
    LLVMGetNextGlobal, LLVMGetNextGlobalAlias, LLVMGetTarget, LLVMIsDeclaration, LLVMSetDataLayout,
    LLVMSetLinkage, LLVMSetTarget,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use inkwell::module::{Linkage, Module};
use inkwell::values::{AsValueRef, FunctionValue};
use std::collections::HashSet;
use std::ptr;

/// Marks the library's functions through linking, which may rename them.
const MARK: &str = "dunlin-runtime";
/// What a private function of the program was called before linking.
const OWN_NAME: &str = "dunlin-own-name";

/// Links what the program needs of a library that is bitcode for its target; gives the names of the functions that came from the library.
pub(crate) fn link_runtime<'ctx>(
    session: &'ctx Session,
    program: &Module<'ctx>,
    library: &'static [u8],
) -> Result<HashSet<String>, LlvmError> {
    // The build writes empty files when the library has no sources.
    if library.is_empty() {
        return Ok(HashSet::new());
    }
    let internal = |message: String| LlvmError::Internal(format!("runtime library: {message}"));
    let library = read(session, library).map_err(internal)?;
    prepare(session, &library, program);
    request_exit(session, program);
    request_behind_intrinsics(&library, program);
    note_private_names(session, program);
    link_into(session, program, library).map_err(|message| LlvmError::LinkFailed {
        name: "the runtime library".to_owned(),
        message,
    })?;
    restore_private_names(program);
    let linked = program.get_functions().filter(|function| {
        function.count_basic_blocks() > 0
            && function.get_string_attribute(AttributeLoc::Function, MARK).is_some()
    });
    Ok(linked.map(|function| function.get_name().to_string_lossy().into_owned()).collect())
}

/// Notes the names of the functions that LLVM's linker may rename, which are those that are private to the
/// program. The name stands in an attribute of the function: linking may delete any function of the program
/// (an `available_externally` one gives way to the library's), so that no function is held across it.
fn note_private_names<'ctx>(session: &'ctx Session, program: &Module<'ctx>) {
    let defined = program.get_functions().filter(|function| function.count_basic_blocks() > 0);
    for function in defined {
        if matches!(function.get_linkage(), Linkage::Internal | Linkage::Private) {
            let name = function.get_name().to_string_lossy().into_owned();
            let note = session.context().create_string_attribute(OWN_NAME, &name);
            function.add_attribute(AttributeLoc::Function, note);
        }
    }
}

/// LLVM's linker renames a private function of the program when the library brings a visible one of
/// the same name. The program's name is what users and native runs know, so that the library's
/// function gives way; not where the engine knows it by its name, as all that is only declared.
fn restore_private_names(program: &Module<'_>) {
    let functions: Vec<FunctionValue<'_>> = program.get_functions().collect();
    for function in functions {
        let Some(note) = function.get_string_attribute(AttributeLoc::Function, OWN_NAME) else {
            continue;
        };
        let name = note.get_string_value().to_string_lossy().into_owned();
        function.remove_string_attribute(AttributeLoc::Function, OWN_NAME);
        if function.get_name().to_bytes() == name.as_bytes() || name == "exit" {
            continue;
        }
        if let Some(other) = program.get_function(&name) {
            if other.count_basic_blocks() == 0 {
                continue;
            }
            other.as_global_value().set_name(&format!("{name}.runtime"));
        }
        function.as_global_value().set_name(&name);
    }
}

fn read<'ctx>(session: &'ctx Session, library: &'static [u8]) -> Result<Module<'ctx>, String> {
    let mut module: LLVMModuleRef = ptr::null_mut();
    // SAFETY: the bytes live for ever and need no terminating zero as bitcode. LLVM takes the buffer
    // over if it succeeds.
    unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRange(
            library.as_ptr().cast(),
            library.len(),
            c"runtime".as_ptr(),
            0,
        );
        let context = session.context().as_ctx_ref();
        if LLVMGetBitcodeModuleInContext2(context, buffer, &mut module) != 0 {
            LLVMDisposeMemoryBuffer(buffer);
            return Err(session.take_complaints());
        }
        Ok(Module::new(module))
    }
}

/// Returning from `main` means calling `exit`, whether the program mentions it or not.
fn request_exit<'ctx>(session: &'ctx Session, program: &Module<'ctx>) {
    // SAFETY: the module is valid and the name zero-terminated.
    let is_variable =
        unsafe { !LLVMGetNamedGlobal(program.as_mut_ptr(), c"exit".as_ptr()).is_null() };
    if !is_variable && program.get_function("exit").is_none() {
        let context = session.context();
        let signature = context.void_type().fn_type(&[context.i32_type().into()], false);
        program.add_function("exit", signature, None);
    }
}

/// Intrinsics that lowering turns into calls of library functions, and those functions.
const BEHIND_INTRINSICS: [(&str, [&str; 3]); 3] = [
    ("llvm.frexp.", ["frexpf", "frexp", "frexpl"]),
    ("llvm.ldexp.", ["ldexpf", "ldexp", "ldexpl"]),
    ("llvm.powi.", ["__powisf2", "__powidf2", "__powixf2"]),
];

fn request_behind_intrinsics<'ctx>(library: &Module<'ctx>, program: &Module<'ctx>) {
    for (intrinsic, names) in BEHIND_INTRINSICS {
        let used = program
            .get_functions()
            .any(|function| function.get_name().to_bytes().starts_with(intrinsic.as_bytes()));
        for function in names.into_iter().filter_map(|name| library.get_function(name)) {
            let name = function.get_name().to_string_lossy().into_owned();
            if used && program.get_function(&name).is_none() {
                program.add_function(&name, function.get_type(), None);
            }
        }
    }
}

/// Makes every definition of the library optional and recognisable, and the library one for the
/// same target as the program.
fn prepare<'ctx>(session: &'ctx Session, library: &Module<'ctx>, program: &Module<'ctx>) {
    let mark = session.context().create_string_attribute(MARK, "");
    for function in library.get_functions() {
        // SAFETY: LLVM has just given us this function of a living module.
        if unsafe { make_optional(function.as_value_ref()) } {
            function.add_attribute(AttributeLoc::Function, mark);
        }
    }
    // SAFETY: both modules are valid; LLVM copies the strings; neither list changes while it is visited.
    unsafe {
        let (library, program) = (library.as_mut_ptr(), program.as_mut_ptr());
        LLVMSetTarget(library, LLVMGetTarget(program));
        LLVMSetDataLayout(library, LLVMGetDataLayoutStr(program));
        let mut global = LLVMGetFirstGlobal(library);
        while !global.is_null() {
            make_optional(global);
            global = LLVMGetNextGlobal(global);
        }
        let mut alias = LLVMGetFirstGlobalAlias(library);
        while !alias.is_null() {
            make_optional(alias);
            alias = LLVMGetNextGlobalAlias(alias);
        }
    }
}

/// Whether `value` is a definition; one that other modules see becomes optional.
///
/// # Safety
/// `value` is a function, global variable or alias of a living module.
unsafe fn make_optional(value: LLVMValueRef) -> bool {
    // SAFETY: as promised by the caller.
    unsafe {
        if LLVMIsDeclaration(value) != 0 {
            return false;
        }
        let linkage = LLVMGetLinkage(value);
        if matches!(
            linkage,
            LLVMLinkage::LLVMExternalLinkage
                | LLVMLinkage::LLVMWeakAnyLinkage
                | LLVMLinkage::LLVMWeakODRLinkage
                | LLVMLinkage::LLVMCommonLinkage
        ) {
            LLVMSetLinkage(value, LLVMLinkage::LLVMLinkOnceODRLinkage);
        }
        true
    }
}
