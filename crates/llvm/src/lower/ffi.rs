//! Handles to LLVM's values, types and metadata: the only part of the lowering that is `unsafe`.
//!
//! Assumes that every handle comes from the module that [`super::lower_module`] borrows, so that it
//! outlives the walk, and that a method is called on the kind of value that its comment names (the
//! C API checks nothing). Promises to change nothing in the module but the form of its debug
//! information.

use dunlin_ir::Bits;
pub use inkwell::llvm_sys::debuginfo::LLVMMetadataKind;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMTargetDataRef;
pub use inkwell::llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind,
    LLVMValueKind,
};
use inkwell::llvm_sys::{LLVMTailCallKind, core, debuginfo, target};
use std::ffi::{CStr, CString, c_char};

/// Calls a function of LLVM's C API.
macro_rules! llvm {
    ($module:ident::$name:ident($($arg:expr),* $(,)?)) => {
        // SAFETY: the handles in the arguments point into a live module (see the module comment)
        // and are of the kind that the function asks for, by the caller's promise.
        unsafe { $module::$name($($arg),*) }
    };
}

/// A string that LLVM owns, of known length.
fn borrowed(ptr: *const c_char, len: usize) -> String {
    if ptr.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out `len` readable bytes at `ptr`, alive as long as the module.
    let bytes = unsafe { std::slice::from_raw_parts(ptr.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A NUL-terminated string that LLVM owns.
fn borrowed_c(ptr: *const c_char) -> String {
    if ptr.is_null() {
        return String::new();
    }
    // SAFETY: not null, and LLVM terminates it.
    unsafe { CStr::from_ptr(ptr) }.to_string_lossy().into_owned()
}

/// A message that the caller of the C API has to free.
fn owned(ptr: *mut c_char) -> String {
    let text = borrowed_c(ptr);
    if !ptr.is_null() {
        llvm!(core::LLVMDisposeMessage(ptr));
    }
    text
}

fn non_null<T>(ptr: *mut T) -> Option<*mut T> {
    (!ptr.is_null()).then_some(ptr)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub(crate) LLVMValueRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty(pub(crate) LLVMTypeRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BasicBlock(pub(crate) LLVMBasicBlockRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metadata(pub(crate) LLVMMetadataRef);

#[derive(Clone, Copy)]
pub struct ModuleRef(pub(crate) LLVMModuleRef);

/// The module's data layout.
#[derive(Clone, Copy)]
pub struct DataLayout(LLVMTargetDataRef);

impl ModuleRef {
    pub fn new(module: &inkwell::module::Module<'_>) -> Self {
        ModuleRef(module.as_mut_ptr())
    }

    pub fn data_layout(self) -> DataLayout {
        DataLayout(llvm!(target::LLVMGetModuleDataLayout(self.0)))
    }

    pub fn triple(self) -> String {
        borrowed_c(llvm!(core::LLVMGetTarget(self.0)))
    }

    pub fn source_file_name(self) -> String {
        let mut len = 0;
        let ptr = llvm!(core::LLVMGetSourceFileName(self.0, &mut len));
        borrowed(ptr, len)
    }

    /// Turns debug records into calls of debug intrinsics, which the C API can read.
    pub fn use_debug_intrinsics(self) {
        llvm!(core::LLVMSetIsNewDbgInfoFormat(self.0, 0));
    }

    pub fn functions(self) -> impl Iterator<Item = Value> {
        let first = non_null(llvm!(core::LLVMGetFirstFunction(self.0)));
        std::iter::successors(first, |&f| non_null(llvm!(core::LLVMGetNextFunction(f)))).map(Value)
    }

    pub fn globals(self) -> impl Iterator<Item = Value> {
        let first = non_null(llvm!(core::LLVMGetFirstGlobal(self.0)));
        std::iter::successors(first, |&g| non_null(llvm!(core::LLVMGetNextGlobal(g)))).map(Value)
    }

    pub fn aliases(self) -> impl Iterator<Item = Value> {
        let first = non_null(llvm!(core::LLVMGetFirstGlobalAlias(self.0)));
        std::iter::successors(first, |&a| non_null(llvm!(core::LLVMGetNextGlobalAlias(a))))
            .map(Value)
    }

    pub fn named_function(self, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        non_null(llvm!(core::LLVMGetNamedFunction(self.0, name.as_ptr()))).map(Value)
    }

    pub fn named_global(self, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        non_null(llvm!(core::LLVMGetNamedGlobal(self.0, name.as_ptr()))).map(Value)
    }
}

impl DataLayout {
    pub fn is_little_endian(self) -> bool {
        llvm!(target::LLVMByteOrder(self.0)) == target::LLVMByteOrdering::LLVMLittleEndian
    }

    pub fn pointer_bits(self, address_space: u32) -> u32 {
        llvm!(target::LLVMPointerSizeForAS(self.0, address_space)) * 8
    }

    /// Of a sized type.
    pub fn bits(self, ty: Ty) -> u64 {
        llvm!(target::LLVMSizeOfTypeInBits(self.0, ty.0))
    }

    /// Of a sized type: the distance of array elements.
    pub fn alloc_size(self, ty: Ty) -> u64 {
        llvm!(target::LLVMABISizeOfType(self.0, ty.0))
    }

    /// Of a sized type.
    pub fn align(self, ty: Ty) -> u32 {
        llvm!(target::LLVMABIAlignmentOfType(self.0, ty.0))
    }

    /// Of a sized struct type.
    pub fn field_offset(self, ty: Ty, field: u32) -> u64 {
        llvm!(target::LLVMOffsetOfElement(self.0, ty.0, field))
    }

    /// Of a global variable without an alignment of its own.
    pub fn preferred_global_align(self, global: Value) -> u32 {
        llvm!(target::LLVMPreferredAlignmentOfGlobal(self.0, global.0))
    }
}

impl Ty {
    pub fn kind(self) -> LLVMTypeKind {
        llvm!(core::LLVMGetTypeKind(self.0))
    }

    pub fn is_sized(self) -> bool {
        llvm!(core::LLVMTypeIsSized(self.0)) != 0
    }

    /// Of an integer type.
    pub fn int_width(self) -> u32 {
        llvm!(core::LLVMGetIntTypeWidth(self.0))
    }

    /// Of a struct type.
    pub fn fields(self) -> Vec<Ty> {
        let count = llvm!(core::LLVMCountStructElementTypes(self.0));
        (0..count).map(|i| Ty(llvm!(core::LLVMStructGetTypeAtIndex(self.0, i)))).collect()
    }

    /// Of a struct type.
    pub fn struct_name(self) -> Option<String> {
        let literal = llvm!(core::LLVMIsLiteralStruct(self.0)) != 0;
        (!literal).then(|| borrowed_c(llvm!(core::LLVMGetStructName(self.0))))
    }

    /// Of an array or vector type.
    pub fn element(self) -> Ty {
        Ty(llvm!(core::LLVMGetElementType(self.0)))
    }

    /// Of an array type.
    pub fn array_len(self) -> u64 {
        llvm!(core::LLVMGetArrayLength2(self.0))
    }

    /// Of a fixed vector type.
    pub fn vector_len(self) -> u32 {
        llvm!(core::LLVMGetVectorSize(self.0))
    }

    /// Of a pointer type.
    pub fn address_space(self) -> u32 {
        llvm!(core::LLVMGetPointerAddressSpace(self.0))
    }

    /// Of a function type.
    pub fn params(self) -> Vec<Ty> {
        let count = llvm!(core::LLVMCountParamTypes(self.0)) as usize;
        let mut params = vec![std::ptr::null_mut(); count];
        llvm!(core::LLVMGetParamTypes(self.0, params.as_mut_ptr()));
        params.into_iter().map(Ty).collect()
    }

    /// Of a function type.
    pub fn return_type(self) -> Ty {
        Ty(llvm!(core::LLVMGetReturnType(self.0)))
    }

    /// Of a function type.
    pub fn is_variadic(self) -> bool {
        llvm!(core::LLVMIsFunctionVarArg(self.0)) != 0
    }

    pub fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    /// The element type of a vector, else the type itself.
    pub fn scalar(self) -> Ty {
        if self.is_vector() { self.element() } else { self }
    }
}

impl BasicBlock {
    pub fn instructions(self) -> impl Iterator<Item = Value> {
        let first = non_null(llvm!(core::LLVMGetFirstInstruction(self.0)));
        std::iter::successors(first, |&i| non_null(llvm!(core::LLVMGetNextInstruction(i))))
            .map(Value)
    }

    pub fn terminator(self) -> Option<Value> {
        non_null(llvm!(core::LLVMGetBasicBlockTerminator(self.0))).map(Value)
    }

    pub fn has_address_taken(self) -> bool {
        let value = llvm!(core::LLVMBasicBlockAsValue(self.0));
        Value(value).users().any(|user| user.kind() == LLVMValueKind::LLVMBlockAddressValueKind)
    }
}

impl Value {
    pub fn kind(self) -> LLVMValueKind {
        llvm!(core::LLVMGetValueKind(self.0))
    }

    pub fn ty(self) -> Ty {
        Ty(llvm!(core::LLVMTypeOf(self.0)))
    }

    pub fn name(self) -> String {
        let mut len = 0;
        let ptr = llvm!(core::LLVMGetValueName2(self.0, &mut len));
        borrowed(ptr, len)
    }

    pub fn print(self) -> String {
        owned(llvm!(core::LLVMPrintValueToString(self.0)))
    }

    pub fn users(self) -> impl Iterator<Item = Value> {
        let first = non_null(llvm!(core::LLVMGetFirstUse(self.0)));
        std::iter::successors(first, |&u| non_null(llvm!(core::LLVMGetNextUse(u))))
            .map(|u| Value(llvm!(core::LLVMGetUser(u))))
    }

    /// Of an instruction, a constant expression or another user, in range.
    pub fn operand(self, index: u32) -> Value {
        Value(llvm!(core::LLVMGetOperand(self.0, index)))
    }

    pub fn operand_count(self) -> u32 {
        u32::try_from(llvm!(core::LLVMGetNumOperands(self.0))).unwrap_or(0)
    }

    pub fn is_instruction(self) -> bool {
        !llvm!(core::LLVMIsAInstruction(self.0)).is_null()
    }

    /// Of an instruction or a constant expression.
    pub fn opcode(self) -> LLVMOpcode {
        if self.is_instruction() {
            llvm!(core::LLVMGetInstructionOpcode(self.0))
        } else {
            llvm!(core::LLVMGetConstOpcode(self.0))
        }
    }

    pub fn has_opcode(self, opcode: LLVMOpcode) -> bool {
        self.is_instruction() && self.opcode() == opcode
    }
}

/// Constants.
impl Value {
    /// The value of an integer constant.
    pub fn int_bits(self) -> Option<Bits> {
        if self.kind() != LLVMValueKind::LLVMConstantIntValueKind {
            return None;
        }
        let width = self.ty().int_width();
        if width <= 64 {
            return Some(Bits::from_u64(width, llvm!(core::LLVMConstIntGetZExtValue(self.0))));
        }
        // The C API cuts wide constants; the printed form is `i128 -5`.
        let text = self.print();
        let value: num_bigint::BigInt = text.rsplit(' ').next()?.parse().ok()?;
        let modulus = num_bigint::BigInt::from(1) << width;
        let (_, digits) = (((value % &modulus) + &modulus) % &modulus).to_u64_digits();
        Some(Bits::new(width, &digits))
    }

    /// The bit pattern of a floating-point constant of `width` bits.
    pub fn float_bits(self, width: u32) -> Option<Bits> {
        let context = llvm!(core::LLVMGetTypeContext(self.ty().0));
        let int = llvm!(core::LLVMIntTypeInContext(context, width));
        Value(llvm!(core::LLVMConstBitCast(self.0, int))).int_bits()
    }

    /// Whether this is a constant of all-zero bits.
    pub fn is_null(self) -> bool {
        llvm!(core::LLVMIsNull(self.0)) != 0
    }

    /// Undef or poison.
    pub fn is_undef(self) -> bool {
        llvm!(core::LLVMIsUndef(self.0)) != 0
    }

    /// Of a constant aggregate or vector, in range.
    pub fn aggregate_element(self, index: u32) -> Option<Value> {
        non_null(llvm!(core::LLVMGetAggregateElement(self.0, index))).map(Value)
    }

    /// The bytes of a constant array of i8 that is stored as plain data.
    pub fn string_data(self) -> Option<Vec<u8>> {
        if self.kind() != LLVMValueKind::LLVMConstantDataArrayValueKind
            || llvm!(core::LLVMIsConstantString(self.0)) == 0
        {
            return None;
        }
        let mut len = 0;
        let ptr = llvm!(core::LLVMGetAsString(self.0, &mut len));
        // SAFETY: LLVM hands out `len` readable bytes at `ptr`, alive as long as the module.
        Some(unsafe { std::slice::from_raw_parts(ptr.cast::<u8>(), len) }.to_vec())
    }

    /// Of a block address.
    pub fn block_address(self) -> (Value, BasicBlock) {
        (
            Value(llvm!(core::LLVMGetBlockAddressFunction(self.0))),
            BasicBlock(llvm!(core::LLVMGetBlockAddressBasicBlock(self.0))),
        )
    }
}

/// Global values.
impl Value {
    pub fn linkage(self) -> LLVMLinkage {
        llvm!(core::LLVMGetLinkage(self.0))
    }

    pub fn is_declaration(self) -> bool {
        llvm!(core::LLVMIsDeclaration(self.0)) != 0
            || self.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage
    }

    /// Whether a linker may take another definition instead.
    pub fn is_replaceable(self) -> bool {
        matches!(
            self.linkage(),
            LLVMLinkage::LLVMWeakAnyLinkage
                | LLVMLinkage::LLVMLinkOnceAnyLinkage
                | LLVMLinkage::LLVMCommonLinkage
        )
    }

    pub fn is_extern_weak(self) -> bool {
        self.linkage() == LLVMLinkage::LLVMExternalWeakLinkage
    }

    pub fn value_type(self) -> Ty {
        Ty(llvm!(core::LLVMGlobalGetValueType(self.0)))
    }

    /// Of a global variable, alloca, load, store or atomic instruction; 0 if a global has none.
    pub fn alignment(self) -> u32 {
        llvm!(core::LLVMGetAlignment(self.0))
    }

    /// Of a global variable.
    pub fn initializer(self) -> Option<Value> {
        non_null(llvm!(core::LLVMGetInitializer(self.0))).map(Value)
    }

    /// Of a global variable.
    pub fn is_constant_global(self) -> bool {
        llvm!(core::LLVMIsGlobalConstant(self.0)) != 0
    }

    /// Of a global variable.
    pub fn is_thread_local(self) -> bool {
        llvm!(core::LLVMIsThreadLocal(self.0)) != 0
    }

    /// Of an alias.
    pub fn aliasee(self) -> Value {
        Value(llvm!(core::LLVMAliasGetAliasee(self.0)))
    }

    /// The debug information attached to a global variable.
    pub fn global_debug_variable(self) -> Option<Metadata> {
        const DBG_KIND: u32 = 0;
        let mut count = 0;
        let entries = llvm!(core::LLVMGlobalCopyAllMetadata(self.0, &mut count));
        let expression = (0..count as u32)
            .find(|&i| llvm!(core::LLVMValueMetadataEntriesGetKind(entries, i)) == DBG_KIND)
            .map(|i| llvm!(core::LLVMValueMetadataEntriesGetMetadata(entries, i)));
        if !entries.is_null() {
            llvm!(core::LLVMDisposeValueMetadataEntries(entries));
        }
        let variable = llvm!(debuginfo::LLVMDIGlobalVariableExpressionGetVariable(expression?));
        non_null(variable).map(Metadata)
    }
}

/// Functions.
impl Value {
    pub fn params(self) -> Vec<Value> {
        let count = llvm!(core::LLVMCountParams(self.0));
        (0..count).map(|i| Value(llvm!(core::LLVMGetParam(self.0, i)))).collect()
    }

    /// Whether a function has an attribute that only its name says something about.
    pub fn has_string_attribute(self, name: &str) -> bool {
        let found = llvm!(core::LLVMGetStringAttributeAtIndex(
            self.0,
            inkwell::llvm_sys::LLVMAttributeFunctionIndex,
            name.as_ptr().cast(),
            name.len() as u32,
        ));
        !found.is_null()
    }

    pub fn blocks(self) -> Vec<BasicBlock> {
        let count = llvm!(core::LLVMCountBasicBlocks(self.0)) as usize;
        let mut blocks = vec![std::ptr::null_mut(); count];
        llvm!(core::LLVMGetBasicBlocks(self.0, blocks.as_mut_ptr()));
        blocks.into_iter().map(BasicBlock).collect()
    }

    /// The name of the intrinsic without the suffixes of its types, if this is one.
    pub fn intrinsic_name(self) -> Option<String> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return None;
        }
        let id = llvm!(core::LLVMGetIntrinsicID(self.0));
        if id == 0 {
            return Some(self.name()).filter(|name| name.starts_with("llvm."));
        }
        let mut len = 0;
        let ptr = llvm!(core::LLVMIntrinsicGetName(id, &mut len));
        Some(borrowed(ptr, len))
    }

    /// Whether a function has an attribute that is no more than a name.
    pub fn has_attribute(self, name: &str) -> bool {
        let (ptr, len) = (name.as_ptr().cast(), name.len() as u32);
        let function = inkwell::llvm_sys::LLVMAttributeFunctionIndex;
        !llvm!(core::LLVMGetStringAttributeAtIndex(self.0, function, ptr, len)).is_null()
    }

    pub fn subprogram(self) -> Option<Metadata> {
        non_null(llvm!(debuginfo::LLVMGetSubprogram(self.0))).map(Metadata)
    }
}

/// Instructions.
impl Value {
    /// Of an instruction that may carry the flags.
    pub fn no_wrap(self) -> (bool, bool) {
        if !self.is_instruction() {
            return (false, false);
        }
        (llvm!(core::LLVMGetNSW(self.0)) != 0, llvm!(core::LLVMGetNUW(self.0)) != 0)
    }

    /// Of an integer comparison.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        llvm!(core::LLVMGetICmpPredicate(self.0))
    }

    /// Of a floating-point comparison.
    pub fn float_predicate(self) -> LLVMRealPredicate {
        llvm!(core::LLVMGetFCmpPredicate(self.0))
    }

    /// Of a load, store or atomic instruction.
    pub fn is_volatile(self) -> bool {
        llvm!(core::LLVMGetVolatile(self.0)) != 0
    }

    /// Of an alloca.
    pub fn allocated_type(self) -> Ty {
        Ty(llvm!(core::LLVMGetAllocatedType(self.0)))
    }

    /// Of an address computation, instruction or constant expression.
    pub fn gep_source_type(self) -> Ty {
        Ty(llvm!(core::LLVMGetGEPSourceElementType(self.0)))
    }

    /// Of extractvalue and insertvalue instructions.
    pub fn indices(self) -> Vec<u32> {
        let count = llvm!(core::LLVMGetNumIndices(self.0)) as usize;
        let ptr = llvm!(core::LLVMGetIndices(self.0));
        if count == 0 || ptr.is_null() {
            return Vec::new();
        }
        // SAFETY: LLVM hands out `count` readable numbers at `ptr`.
        unsafe { std::slice::from_raw_parts(ptr, count) }.to_vec()
    }

    /// Of a shufflevector instruction; `None` is an undefined lane.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        let count = llvm!(core::LLVMGetNumMaskElements(self.0));
        (0..count).map(|i| u32::try_from(llvm!(core::LLVMGetMaskValue(self.0, i))).ok()).collect()
    }

    /// Of an atomicrmw instruction.
    pub fn atomic_op(self) -> LLVMAtomicRMWBinOp {
        llvm!(core::LLVMGetAtomicRMWBinOp(self.0))
    }

    /// Of a phi: pairs of predecessor and value.
    pub fn incoming(self) -> Vec<(BasicBlock, Value)> {
        let count = llvm!(core::LLVMCountIncoming(self.0));
        (0..count)
            .map(|i| {
                let block = llvm!(core::LLVMGetIncomingBlock(self.0, i));
                let value = llvm!(core::LLVMGetIncomingValue(self.0, i));
                (BasicBlock(block), Value(value))
            })
            .collect()
    }

    pub fn parent_block(self) -> BasicBlock {
        BasicBlock(llvm!(core::LLVMGetInstructionParent(self.0)))
    }

    /// Whether clang has added this instruction for one of its sanitizers.
    pub fn is_of_sanitizer(self) -> bool {
        const MARK: &str = "nosanitize";
        let context = llvm!(core::LLVMGetTypeContext(self.ty().0));
        let length = MARK.len() as u32;
        let kind = llvm!(core::LLVMGetMDKindIDInContext(context, MARK.as_ptr().cast(), length));
        !llvm!(core::LLVMGetMetadata(self.0, kind)).is_null()
    }

    pub fn debug_location(self) -> Option<Metadata> {
        non_null(llvm!(debuginfo::LLVMInstructionGetDebugLoc(self.0))).map(Metadata)
    }
}

/// Terminators.
impl Value {
    /// Whether this is a conditional transfer of the program: a conditional branch, a switch or an
    /// indirect branch. The checks that clang adds for its sanitizers are marked and do not count,
    /// so that a program has the same branches with and without them. Neither does a switch that goes
    /// on behind the end of a scope: it knows where it came from.
    pub fn is_branch(self) -> bool {
        let conditional = match self.opcode() {
            LLVMOpcode::LLVMBr => llvm!(core::LLVMIsConditional(self.0)) != 0,
            LLVMOpcode::LLVMSwitch => !self.operand(0).is_way_out_of_scope(),
            LLVMOpcode::LLVMIndirectBr => true,
            _ => false,
        };
        conditional && !self.is_of_sanitizer()
    }

    /// Whether this reads the local in which clang notes how a scope is left.
    fn is_way_out_of_scope(self) -> bool {
        self.has_opcode(LLVMOpcode::LLVMLoad)
            && self.operand(0).has_opcode(LLVMOpcode::LLVMAlloca)
            && self.operand(0).name().starts_with(super::cleanups::SLOT)
    }

    pub fn successors(self) -> Vec<BasicBlock> {
        let count = llvm!(core::LLVMGetNumSuccessors(self.0));
        (0..count).map(|i| BasicBlock(llvm!(core::LLVMGetSuccessor(self.0, i)))).collect()
    }

    /// Of a conditional branch.
    pub fn condition(self) -> Option<Value> {
        if llvm!(core::LLVMIsConditional(self.0)) == 0 {
            return None;
        }
        non_null(llvm!(core::LLVMGetCondition(self.0))).map(Value)
    }

    /// Of an invoke.
    pub fn normal_dest(self) -> BasicBlock {
        BasicBlock(llvm!(core::LLVMGetNormalDest(self.0)))
    }

    /// Of an invoke.
    pub fn unwind_dest(self) -> BasicBlock {
        BasicBlock(llvm!(core::LLVMGetUnwindDest(self.0)))
    }
}

/// Calls and invokes.
impl Value {
    pub fn called_value(self) -> Value {
        Value(llvm!(core::LLVMGetCalledValue(self.0)))
    }

    /// Whether nothing may stand between this call and the return of its function.
    pub fn is_must_tail(self) -> bool {
        // An invoke is never one, and the C API asks only calls.
        self.opcode() == LLVMOpcode::LLVMCall
            && llvm!(core::LLVMGetTailCallKind(self.0))
                == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    pub fn called_type(self) -> Ty {
        Ty(llvm!(core::LLVMGetCalledFunctionType(self.0)))
    }

    pub fn args(self) -> Vec<Value> {
        let count = llvm!(core::LLVMGetNumArgOperands(self.0));
        (0..count).map(|i| self.operand(i)).collect()
    }

    /// The type of argument `index` and its alignment, if it is passed by value in memory. The
    /// alignment is 0 if the call does not say it.
    pub fn byval_type(self, index: u32) -> Option<(Ty, u32)> {
        let attribute = self.argument_attribute(index, "byval")?;
        let ty = Ty(non_null(llvm!(core::LLVMGetTypeAttributeValue(attribute)))?);
        let align = self
            .argument_attribute(index, "align")
            .map_or(0, |attribute| llvm!(core::LLVMGetEnumAttributeValue(attribute)));
        Some((ty, align as u32))
    }

    fn argument_attribute(self, index: u32, name: &str) -> Option<LLVMAttributeRef> {
        self.attribute(index + 1, name)
    }

    /// Whether a call or a function has an attribute for its result (0) or one of its arguments, which
    /// count from 1.
    pub fn passes_with(self, place: u32, name: &str) -> bool {
        self.attribute(place, name).is_some()
    }

    fn attribute(self, place: u32, name: &str) -> Option<LLVMAttributeRef> {
        let kind = llvm!(core::LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()));
        let found = match self.kind() {
            LLVMValueKind::LLVMFunctionValueKind => {
                llvm!(core::LLVMGetEnumAttributeAtIndex(self.0, place, kind))
            }
            _ => llvm!(core::LLVMGetCallSiteEnumAttribute(self.0, place, kind)),
        };
        non_null(found)
    }

    /// Template and constraints, if this is inline assembly.
    pub fn inline_asm(self) -> Option<(String, String)> {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let mut len = 0;
        let template = llvm!(core::LLVMGetInlineAsmAsmString(self.0, &mut len));
        let template = borrowed(template, len);
        let constraints = llvm!(core::LLVMGetInlineAsmConstraintString(self.0, &mut len));
        Some((template, borrowed(constraints, len)))
    }
}

/// Operands of debug intrinsics: metadata that is wrapped as a value.
impl Value {
    /// The value that the metadata refers to, if it is one.
    pub fn wrapped_value(self) -> Option<Value> {
        let wraps = !llvm!(core::LLVMIsAValueAsMetadata(self.0)).is_null();
        wraps.then(|| self.operand(0))
    }

    /// The variable that the metadata describes: its name and the rest of its description.
    pub fn debug_variable(self) -> Option<(String, Metadata)> {
        const NAME_OPERAND: usize = 1;
        if llvm!(core::LLVMIsAMDNode(self.0)).is_null() {
            return None;
        }
        let count = llvm!(core::LLVMGetMDNodeNumOperands(self.0)) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        llvm!(core::LLVMGetMDNodeOperands(self.0, operands.as_mut_ptr()));
        let name = Value(non_null(*operands.get(NAME_OPERAND)?)?).metadata_string()?;
        non_null(llvm!(core::LLVMValueAsMetadata(self.0))).map(|node| (name, Metadata(node)))
    }

    /// The text, if the metadata is a string.
    pub fn metadata_string(self) -> Option<String> {
        let mut len = 0;
        let ptr = llvm!(core::LLVMGetMDString(self.0, &mut len));
        (!ptr.is_null()).then(|| borrowed(ptr, len as usize))
    }
}

impl Metadata {
    /// Of a location: line, column and file.
    pub fn location(self) -> (u32, u32, Option<Metadata>) {
        let scope = non_null(llvm!(debuginfo::LLVMDILocationGetScope(self.0)));
        (
            llvm!(debuginfo::LLVMDILocationGetLine(self.0)),
            llvm!(debuginfo::LLVMDILocationGetColumn(self.0)),
            scope.and_then(|scope| Metadata(scope).scope_file()),
        )
    }

    /// Of a scope (a subprogram is one).
    pub fn scope_file(self) -> Option<Metadata> {
        Metadata::file(llvm!(debuginfo::LLVMDIScopeGetFile(self.0)))
    }

    /// LLVM's verifier lets any node stand where a file belongs.
    fn file(node: LLVMMetadataRef) -> Option<Metadata> {
        non_null(node)
            .filter(|&node| {
                let kind = llvm!(debuginfo::LLVMGetMetadataKind(node));
                matches!(kind, LLVMMetadataKind::LLVMDIFileMetadataKind)
            })
            .map(Metadata)
    }

    /// Of a subprogram.
    pub fn subprogram_line(self) -> u32 {
        llvm!(debuginfo::LLVMDISubprogramGetLine(self.0))
    }

    /// Of a variable, local or global: line and file.
    pub fn variable_position(self) -> (u32, Option<Metadata>) {
        (
            llvm!(debuginfo::LLVMDIVariableGetLine(self.0)),
            Metadata::file(llvm!(debuginfo::LLVMDIVariableGetFile(self.0))),
        )
    }

    /// Of a local variable.
    pub fn variable_scope(self) -> Option<Metadata> {
        non_null(llvm!(debuginfo::LLVMDIVariableGetScope(self.0))).map(Metadata)
    }

    /// Of a location.
    pub fn location_scope(self) -> Option<Metadata> {
        non_null(llvm!(debuginfo::LLVMDILocationGetScope(self.0))).map(Metadata)
    }

    pub fn node_kind(self) -> LLVMMetadataKind {
        llvm!(debuginfo::LLVMGetMetadataKind(self.0))
    }

    /// Of a node of debug information: its DWARF tag.
    pub fn tag(self) -> u16 {
        llvm!(debuginfo::LLVMGetDINodeTag(self.0))
    }

    /// Of a node in this module: one of its operands, if it has that.
    pub fn operand(self, module: ModuleRef, index: usize) -> Option<Metadata> {
        let node = self.as_value(module).0;
        let count = llvm!(core::LLVMGetMDNodeNumOperands(node)) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        llvm!(core::LLVMGetMDNodeOperands(node, operands.as_mut_ptr()));
        let operand = non_null(*operands.get(index)?)?;
        non_null(llvm!(core::LLVMValueAsMetadata(operand))).map(Metadata)
    }

    /// The text form of a node in this module.
    pub fn print(self, module: ModuleRef) -> String {
        self.as_value(module).print()
    }

    fn as_value(self, module: ModuleRef) -> Value {
        let context = llvm!(core::LLVMGetModuleContext(module.0));
        Value(llvm!(core::LLVMMetadataAsValue(context, self.0)))
    }

    /// Of a file: name and directory.
    pub fn file_name(self) -> (String, String) {
        let mut len = 0;
        let name = llvm!(debuginfo::LLVMDIFileGetFilename(self.0, &mut len));
        let name = borrowed(name, len as usize);
        let directory = llvm!(debuginfo::LLVMDIFileGetDirectory(self.0, &mut len));
        (name, borrowed(directory, len as usize))
    }
}
