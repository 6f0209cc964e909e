//! Reads modules into LLVM and checks them.
//!
//! LLVM's reader and verifier expect well-formed files: on a damaged one they may abort the
//! process. This code therefore runs in the loader child, and tells before each step what it is
//! about to touch. Whatever LLVM reports in an orderly way comes back as a [`LlvmError`].

use crate::bitstream::{Version, producer_version};
use crate::error::{LlvmError, Stage};
use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMCreateMemoryBufferWithMemoryRangeCopy,
    LLVMDisposeMemoryBuffer, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext;
use inkwell::llvm_sys::prelude::{LLVMDiagnosticInfoRef, LLVMModuleRef};
use inkwell::module::Module;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

/// A module as LLVM writes it.
#[derive(Clone, Debug)]
pub struct ModuleBytes {
    /// For messages: the file, and the member or number inside of it.
    pub name: String,
    pub bytes: Vec<u8>,
    pub form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Bitcode,
    Assembly,
}

/// Told what is done next, and which LLVM wrote the file that it concerns.
pub type Progress<'a> = &'a mut dyn FnMut(Stage, Option<Version>);

/// An LLVM context that collects LLVM's complaints; without a handler of its own, LLVM would print
/// them and exit.
pub struct Session {
    // Dropped before `complaints`, which its handler points to.
    context: Context,
    complaints: Box<RefCell<Vec<String>>>,
}

impl Session {
    #[expect(clippy::new_without_default, reason = "a session is no plain value")]
    pub fn new() -> Self {
        let context = Context::create();
        let complaints = Box::new(RefCell::new(Vec::new()));
        let target: *const RefCell<Vec<String>> = &*complaints;
        // SAFETY: the context is valid; the box keeps its address and outlives the context.
        unsafe {
            let target = target.cast_mut().cast();
            LLVMContextSetDiagnosticHandler(
                (&context).as_ctx_ref(),
                Some(collect_complaint),
                target,
            );
        }
        Session { context, complaints }
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// What LLVM has complained about since the last call, as one text.
    pub(crate) fn take_complaints(&self) -> String {
        let complaints = self.complaints.take();
        if complaints.is_empty() { "no reason given".to_owned() } else { complaints.join("; ") }
    }

    /// A module that is well-formed as far as LLVM's verifier can tell.
    pub(crate) fn read(
        &self,
        input: &ModuleBytes,
        progress: Progress<'_>,
    ) -> Result<Module<'_>, LlvmError> {
        let producer = match input.form {
            Form::Bitcode => producer_version(&input.bytes),
            Form::Assembly => compiler_version(&input.bytes),
        };
        let newer = producer.filter(|version| version.is_newer_than_supported());
        let name = &input.name;
        let explain = |error: LlvmError| match newer {
            Some(producer) => LlvmError::NewerLlvm { name: name.clone(), producer },
            None => error,
        };
        progress(Stage::Read(name.clone()), producer);
        let module = self
            .parse(input)
            .map_err(|message| explain(LlvmError::Malformed { name: name.clone(), message }))?;
        progress(Stage::Verify(name.clone()), producer);
        verify(&module)
            .map_err(|message| explain(LlvmError::Invalid { name: name.clone(), message }))?;
        Ok(module)
    }

    fn parse(&self, input: &ModuleBytes) -> Result<Module<'_>, String> {
        let name = CString::new(input.name.replace('\0', "?")).unwrap_or_default();
        let mut module: LLVMModuleRef = ptr::null_mut();
        let mut message: *mut c_char = ptr::null_mut();
        // SAFETY: the buffer is a copy with a terminating zero, which both readers expect. The
        // reader of bitcode borrows it, the other one takes it over. `message` is set only on
        // failure and then owned by us; `module` is set only on success.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                input.bytes.as_ptr().cast(),
                input.bytes.len(),
                name.as_ptr(),
            );
            let context = self.context().as_ctx_ref();
            match input.form {
                Form::Bitcode => {
                    let failed = LLVMParseBitcodeInContext2(context, buffer, &mut module);
                    LLVMDisposeMemoryBuffer(buffer);
                    failed
                }
                Form::Assembly => LLVMParseIRInContext(context, buffer, &mut module, &mut message),
            }
        };
        if failed != 0 || module.is_null() {
            let said = take_message(message);
            let complaints = self.take_complaints();
            return Err(match input.form {
                // A person may have written it, and the message has line and column.
                Form::Assembly => said.unwrap_or(complaints),
                Form::Bitcode => {
                    // LLVM appends both versions, which tell nothing as long as they fit.
                    let reason = complaints.split(" (Producer:").next().unwrap_or_default();
                    format!("{reason}. The file is probably damaged.")
                }
            });
        }
        // Warnings, for instance about debug information that was dropped as too old.
        self.complaints.take();
        // SAFETY: LLVM has just made this module in our context, and nobody else owns it.
        Ok(unsafe { Module::new(module) })
    }
}

extern "C" fn collect_complaint(info: LLVMDiagnosticInfoRef, target: *mut c_void) {
    // SAFETY: LLVM passes a valid info, and as target what `Session::new` has registered.
    unsafe {
        let important = matches!(
            LLVMGetDiagInfoSeverity(info),
            LLVMDiagnosticSeverity::LLVMDSError | LLVMDiagnosticSeverity::LLVMDSWarning
        );
        let text = take_message(LLVMGetDiagInfoDescription(info));
        let complaints = &*target.cast::<RefCell<Vec<String>>>();
        if let (true, Some(text)) = (important, text) {
            complaints.borrow_mut().push(text);
        }
    }
}

fn verify(module: &Module<'_>) -> Result<(), String> {
    let mut message: *mut c_char = ptr::null_mut();
    let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
    // SAFETY: the module is valid, and `message` is ours to free in both cases.
    let broken = unsafe { LLVMVerifyModule(module.as_mut_ptr(), action, &mut message) };
    let said = take_message(message);
    if broken == 0 { Ok(()) } else { Err(said.unwrap_or_else(|| "no reason given".to_owned())) }
}

/// Takes over a message that LLVM has allocated; its first lines are enough for a person.
pub(crate) fn take_message(message: *mut c_char) -> Option<String> {
    const LINES: usize = 4;
    if message.is_null() {
        return None;
    }
    // SAFETY: LLVM's messages are zero-terminated and freed by LLVMDisposeMessage.
    let text = unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    };
    let lines: Vec<&str> = text.trim().lines().take(LINES).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The version of the clang that wrote LLVM assembly, from its `!llvm.ident`.
fn compiler_version(assembly: &[u8]) -> Option<Version> {
    const MARK: &str = "clang version ";
    let text = String::from_utf8_lossy(assembly);
    let start = text.rfind(MARK)? + MARK.len();
    Version::parse(&text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_names_its_compiler() {
        let text = b"!0 = !{!\"Debian clang version 22.1.3 (1)\"}\n";
        assert_eq!(compiler_version(text), Some(Version { major: 22, minor: 1, patch: 3 }));
        assert_eq!(compiler_version(b"define void @f() {"), None);
    }
}
