//! Joins the modules of a program into one, for one target.

use crate::error::{LlvmError, Stage};
use crate::reader::{Progress, Session};
use inkwell::llvm_sys::core::{
    LLVMGetDataLayoutStr, LLVMGetTarget, LLVMSetDataLayout, LLVMSetTarget,
};
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::target::{
    LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize,
};
use inkwell::module::Module;
use std::ffi::{CStr, c_char};
use std::mem;

/// Where Dunlin's own machine is described, for modules that do not say what they are for.
const DEFAULT_TRIPLE: &CStr = c"x86_64-pc-linux-gnu";
const DEFAULT_LAYOUT: &CStr =
    c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// A module under the name that messages use for it.
pub(crate) struct Named<'ctx> {
    pub name: String,
    pub module: Module<'ctx>,
}

/// What must be the same in all modules of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    architecture: String,
    pub pointer_bytes: u32,
    little_endian: bool,
}

impl Machine {
    pub(crate) fn of(module: &Module<'_>) -> Machine {
        let triple = triple(module);
        let architecture = triple.split('-').next().unwrap_or_default();
        // i386 to i686 differ in nothing that a program's meaning depends on.
        let is_x86 = matches!(architecture.as_bytes(), [b'i', b'3'..=b'7', b'8', b'6']);
        let architecture = if is_x86 { "i386" } else { architecture }.to_owned();
        // SAFETY: the module is valid, and the layout that it owns lives as long.
        unsafe {
            let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
            let order = LLVMByteOrder(layout);
            Machine {
                architecture,
                pointer_bytes: LLVMPointerSize(layout),
                little_endian: matches!(order, LLVMByteOrdering::LLVMLittleEndian),
            }
        }
    }

    fn is_supported(&self) -> bool {
        self.little_endian && matches!(self.pointer_bytes, 4 | 8)
    }

    fn describe(&self) -> String {
        let order = if self.little_endian { "little-endian" } else { "big-endian" };
        format!("{} ({}-bit, {order})", self.architecture, self.pointer_bytes * 8)
    }
}

/// Links everything into the first module. `modules` must not be empty.
pub(crate) fn link_program<'ctx>(
    session: &'ctx Session,
    modules: Vec<Named<'ctx>>,
    progress: Progress<'_>,
) -> Result<Module<'ctx>, LlvmError> {
    adopt_target(&modules);
    check_targets(&modules)?;
    let mut modules = modules.into_iter();
    let Named { module: program, .. } = modules.next().expect("a program has modules");
    for Named { name, module } in modules {
        progress(Stage::Link(name.clone()), None);
        link_into(session, &program, module)
            .map_err(|message| LlvmError::LinkFailed { name, message })?;
    }
    Ok(program)
}

/// Moves all of `source` into `program`; the error is LLVM's own message.
pub(crate) fn link_into<'ctx>(
    session: &'ctx Session,
    program: &Module<'ctx>,
    source: Module<'ctx>,
) -> Result<(), String> {
    let raw = source.as_mut_ptr();
    // LLVM's linker destroys the source, also when it fails.
    mem::forget(source);
    // SAFETY: both modules are valid, different and in the same context.
    let failed = unsafe { LLVMLinkModules2(program.as_mut_ptr(), raw) };
    let complaints = session.take_complaints();
    if failed == 0 { Ok(()) } else { Err(complaints) }
}

/// Modules written by hand often do not say what they are for: they get the target of the others.
fn adopt_target(modules: &[Named<'_>]) {
    let model = modules.iter().map(|named| &named.module).find(|module| has_target(module));
    for Named { module, .. } in modules {
        if has_target(module) {
            continue;
        }
        let raw = module.as_mut_ptr();
        // SAFETY: all strings are zero-terminated and copied by LLVM; the modules are valid.
        unsafe {
            match model.map(Module::as_mut_ptr) {
                Some(model) => {
                    LLVMSetTarget(raw, LLVMGetTarget(model));
                    LLVMSetDataLayout(raw, LLVMGetDataLayoutStr(model));
                }
                None => {
                    LLVMSetTarget(raw, DEFAULT_TRIPLE.as_ptr());
                    LLVMSetDataLayout(raw, DEFAULT_LAYOUT.as_ptr());
                }
            }
        }
    }
}

fn check_targets(modules: &[Named<'_>]) -> Result<(), LlvmError> {
    let mut first: Option<(&str, Machine)> = None;
    for Named { name, module } in modules {
        let machine = Machine::of(module);
        if !machine.is_supported() {
            let target = machine.describe();
            return Err(LlvmError::UnsupportedTarget { name: name.clone(), target });
        }
        match &first {
            None => first = Some((name, machine)),
            Some((first_name, expected)) if *expected != machine => {
                return Err(LlvmError::TargetMismatch {
                    first: (*first_name).to_owned(),
                    first_target: expected.describe(),
                    second: name.clone(),
                    second_target: machine.describe(),
                });
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn has_target(module: &Module<'_>) -> bool {
    // SAFETY: the module is valid and owns the string.
    let layout = unsafe { borrowed_text(LLVMGetDataLayoutStr(module.as_mut_ptr())) };
    !layout.is_empty()
}

fn triple(module: &Module<'_>) -> String {
    // SAFETY: the module is valid and owns the string.
    unsafe { borrowed_text(LLVMGetTarget(module.as_mut_ptr())) }
}

/// # Safety
/// `text` is null or a zero-terminated string.
unsafe fn borrowed_text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, so zero-terminated.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
