//! What the instrumentation adds to a module: calls of the replay library, and the few instructions
//! that compute their arguments. The only `unsafe` part of the instrumentation.
//!
//! Assumes that all values belong to the module that the builder was made for.

use crate::lower::ffi::{BasicBlock, DataLayout, Metadata, ModuleRef, Ty, Value};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionSetDebugLoc;
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMLinkage, LLVMTypeKind, LLVMValueKind,
};
use std::ffi::{CStr, CString};
use std::ptr;

/// Calls into LLVM's C API.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: every handle comes from the builder's living module, and is of the kind that the
        // called function asks for, by the callers' promises.
        unsafe { $call }
    };
}

const UNNAMED: &CStr = c"";

/// A function of the replay library, with the types of its parameters: widths of integers, or
/// `None` for a pointer.
#[derive(Clone, Copy)]
pub enum Hook {
    /// number, outcome
    Branch,
    ReachError,
    Unreachable,
    /// number of the sanitizer's check
    Trap,
    /// number
    Target,
    /// place, bytes, position
    Argument,
    /// base, result, bytes of the base's object if they are known
    Derive,
    /// base, address, bytes, bytes of the base's object if they are known, whether it writes
    Access,
    /// dividend, divisor, width, whether signed
    Divide,
    /// amount, width
    Shift,
    /// operation, operands, width
    Overflow,
    /// start, bytes, function, site
    Local,
}

impl Hook {
    fn signature(self) -> (&'static CStr, &'static [Option<u32>]) {
        const POINTER: Option<u32> = None;
        const WORD: Option<u32> = Some(32);
        const LONG: Option<u32> = Some(64);
        match self {
            Hook::Branch => (c"__dunlin_replay_branch", &[WORD, WORD]),
            Hook::ReachError => (c"__dunlin_replay_reach_error", &[]),
            Hook::Unreachable => (c"__dunlin_replay_unreachable", &[]),
            Hook::Trap => (c"__dunlin_replay_trap", &[WORD]),
            Hook::Target => (c"__dunlin_replay_target", &[WORD]),
            Hook::Argument => (c"__dunlin_replay_argument", &[POINTER, LONG, WORD]),
            Hook::Derive => (c"__dunlin_replay_derive", &[POINTER, POINTER, LONG]),
            Hook::Access => (c"__dunlin_replay_access", &[POINTER, POINTER, LONG, LONG, WORD]),
            Hook::Divide => (c"__dunlin_replay_divide", &[LONG, LONG, WORD, WORD]),
            Hook::Shift => (c"__dunlin_replay_shift", &[LONG, WORD]),
            Hook::Overflow => (c"__dunlin_replay_overflow", &[WORD, LONG, LONG, WORD]),
            Hook::Local => (c"__dunlin_replay_local", &[POINTER, LONG, POINTER, WORD]),
        }
    }
}

pub struct Builder {
    module: ModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
}

impl Drop for Builder {
    fn drop(&mut self) {
        llvm!(LLVMDisposeBuilder(self.builder));
    }
}

impl Builder {
    pub fn new(module: ModuleRef) -> Self {
        let context = llvm!(LLVMGetModuleContext(module.0));
        let builder = llvm!(LLVMCreateBuilderInContext(context));
        Builder { module, context, builder }
    }

    pub fn layout(&self) -> DataLayout {
        self.module.data_layout()
    }

    /// What is built next goes before an instruction, and has its source position.
    pub fn before(&self, inst: Value) {
        llvm!(LLVMPositionBuilderBefore(self.builder, inst.0));
    }

    /// What is built next goes after an instruction that is neither a phi nor a terminator.
    pub fn after(&self, inst: Value) {
        let next = Value(llvm!(LLVMGetNextInstruction(inst.0)));
        self.before(next);
    }

    pub fn at_end(&self, block: BasicBlock) {
        llvm!(LLVMPositionBuilderAtEnd(self.builder, block.0));
    }

    pub fn int(&self, width: u32, value: u64) -> Value {
        Value(llvm!(LLVMConstInt(self.int_type(width).0, value, 0)))
    }

    pub fn int_type(&self, width: u32) -> Ty {
        Ty(llvm!(LLVMIntTypeInContext(self.context, width)))
    }

    pub fn block_address(&self, func: Value, block: BasicBlock) -> Value {
        Value(llvm!(LLVMBlockAddress(func.0, block.0)))
    }

    /// An integer with `width` bits that is at least as wide as the value.
    pub fn widen(&self, value: Value, width: u32, signed: bool) -> Value {
        let ty = self.int_type(width).0;
        if value.ty().int_width() == width {
            return value;
        }
        let name = UNNAMED.as_ptr();
        Value(match signed {
            true => llvm!(LLVMBuildSExt(self.builder, value.0, ty, name)),
            false => llvm!(LLVMBuildZExt(self.builder, value.0, ty, name)),
        })
    }

    /// A product of 64 bits.
    pub fn product(&self, a: Value, b: Value) -> Value {
        Value(llvm!(LLVMBuildMul(self.builder, a.0, b.0, UNNAMED.as_ptr())))
    }

    /// A constant text.
    pub fn text(&self, text: &str) -> Value {
        let text = CString::new(text).unwrap_or_default();
        let name = UNNAMED.as_ptr();
        Value(llvm!(LLVMBuildGlobalStringPtr(self.builder, text.as_ptr(), name)))
    }

    /// The length of a copy as 64 bits.
    pub fn length(&self, value: Value) -> Value {
        self.widen(value, 64, false)
    }

    /// The number that belongs to the first of `cases` that `value` equals, or `otherwise`.
    pub fn position_among(
        &self,
        value: Value,
        cases: impl Iterator<Item = (Value, u32)>,
        otherwise: u32,
    ) -> Value {
        let mut position = self.int(32, otherwise.into());
        for (case, number) in cases {
            let number = self.int(32, number.into());
            let name = UNNAMED.as_ptr();
            let equal = LLVMIntPredicate::LLVMIntEQ;
            position = Value(llvm!({
                let hit = LLVMBuildICmp(self.builder, equal, value.0, case.0, name);
                LLVMBuildSelect(self.builder, hit, number.0, position.0, name)
            }));
        }
        position
    }

    pub fn call(&self, hook: Hook, args: &[Value]) {
        let (name, params) = hook.signature();
        let pointer = llvm!(LLVMPointerTypeInContext(self.context, 0));
        let mut params: Vec<LLVMTypeRef> = params
            .iter()
            .map(|width| width.map_or(pointer, |width| self.int_type(width).0))
            .collect();
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.0).collect();
        llvm!({
            let nothing = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(nothing, params.as_mut_ptr(), params.len() as u32, 0);
            let mut callee = LLVMGetNamedFunction(self.module.0, name.as_ptr());
            if callee.is_null() {
                callee = LLVMAddFunction(self.module.0, name.as_ptr(), ty);
            }
            let count = args.len() as u32;
            let args = args.as_mut_ptr();
            let call = LLVMBuildCall2(self.builder, ty, callee, args, count, UNNAMED.as_ptr());
            // An optimiser would make one call, with a choice of numbers, of two in branches.
            let kind = LLVMGetEnumAttributeKindForName(c"nomerge".as_ptr(), 7);
            let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
            LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
        });
    }

    /// Calls a function of the program.
    pub fn call_program(&self, callee: Value, args: &[Value]) {
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.0).collect();
        let (ty, count) = (callee.value_type().0, args.len() as u32);
        llvm!(LLVMBuildCall2(
            self.builder,
            ty,
            callee.0,
            args.as_mut_ptr(),
            count,
            UNNAMED.as_ptr()
        ));
    }

    pub fn alloca(&self, ty: Ty) -> Value {
        Value(llvm!(LLVMBuildAlloca(self.builder, ty.0, UNNAMED.as_ptr())))
    }

    pub fn load(&self, ty: Ty, place: Value) -> Value {
        Value(llvm!(LLVMBuildLoad2(self.builder, ty.0, place.0, UNNAMED.as_ptr())))
    }

    pub fn return_zero(&self) {
        let zero = self.int(32, 0);
        llvm!(LLVMBuildRet(self.builder, zero.0));
    }

    /// A new `int main(void)` with one empty block, and that block.
    pub fn add_main(&self) -> BasicBlock {
        let int = self.int_type(32).0;
        BasicBlock(llvm!({
            let ty = LLVMFunctionType(int, ptr::null_mut(), 0, 0);
            let main = LLVMAddFunction(self.module.0, c"main".as_ptr(), ty);
            LLVMAppendBasicBlockInContext(self.context, main, UNNAMED.as_ptr())
        }))
    }
}

/// Takes an instruction without uses out of its block.
pub fn erase(inst: Value) {
    llvm!(LLVMInstructionEraseFromParent(inst.0));
}

/// Gives an instruction the position of another one in its function.
pub fn set_location(inst: Value, location: Metadata) {
    llvm!(LLVMInstructionSetDebugLoc(inst.0, location.0));
}

/// Takes the position from an instruction.
pub fn clear_location(inst: Value) {
    llvm!(LLVMInstructionSetDebugLoc(inst.0, std::ptr::null_mut()));
}

/// Gives a definition another name; LLVM makes it unique.
pub fn rename(value: Value, name: &str) {
    let name = CString::new(name).unwrap_or_default();
    llvm!(LLVMSetValueName2(value.0, name.as_ptr(), name.as_bytes().len()));
}

/// Makes a function, global variable or alias private to its module.
pub fn make_internal(value: Value) {
    llvm!(LLVMSetLinkage(value.0, LLVMLinkage::LLVMInternalLinkage));
    // An alias is never in a group of its own.
    if value.kind() != LLVMValueKind::LLVMGlobalAliasValueKind {
        llvm!(inkwell::llvm_sys::comdat::LLVMSetComdat(value.0, ptr::null_mut()));
    }
}

/// Whether a replayed argument of this type can be read from a test.
pub fn is_plain(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        LLVMTypeKind::LLVMIntegerTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
    )
}
