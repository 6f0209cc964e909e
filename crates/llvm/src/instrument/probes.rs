//! Checks of the operands of instructions on chosen lines, before they execute.
//!
//! AddressSanitizer sees where an access lands, not where its pointer comes from: an access far
//! outside of its object may land inside of another one and pass. A probe tells the replay library
//! the pointer that an address was computed from, which then compares the address with the bounds
//! of that pointer's object. Since the computation may have happened long before, all address
//! computations of a program with probes tell their base and their result: the library remembers
//! which object a pointer belongs to that points outside of it. Sizes of local and global variables
//! are known here, those of heap objects to the sanitizer's runtime. Divisions, shifts and signed
//! arithmetic tell their operands.

use super::SourceLine;
use super::build::{Builder, Hook};
use crate::lower::ffi::{BasicBlock, LLVMOpcode as Op, LLVMTypeKind, LLVMValueKind, Value};

/// The operations of [`Hook::Overflow`].
const ADD: u64 = 0;
const SUB: u64 = 1;
const MUL: u64 = 2;

/// The widest operands that a probe can tell.
const WIDEST: u32 = 64;

pub fn insert(builder: &Builder, func: Value, lines: &[SourceLine]) {
    if lines.is_empty() {
        return;
    }
    // All of them before the first insertion, which must not be probed itself.
    let insts: Vec<Value> = func.blocks().into_iter().flat_map(BasicBlock::instructions).collect();
    for inst in insts {
        if inst.opcode() == Op::LLVMGetElementPtr && may_leave_object(inst) {
            let base = origin(inst);
            builder.after(inst);
            let size = builder.int(64, object_size(builder, base).unwrap_or(0));
            builder.call(Hook::Derive, &[base, inst, size]);
        }
        if is_on(inst, lines) {
            probe(builder, inst);
        }
    }
}

/// Whether an address computation does more than to choose a field of a struct.
fn may_leave_object(inst: Value) -> bool {
    let constant = |index| inst.operand(index).int_bits().is_some();
    let is_struct = inst.gep_source_type().kind() == LLVMTypeKind::LLVMStructTypeKind;
    let is_field = is_struct
        && (1..inst.operand_count()).all(constant)
        && inst.operand(1).int_bits().is_some_and(|first| first.low_u64() == 0);
    !is_field && !inst.ty().is_vector()
}

fn is_on(inst: Value, lines: &[SourceLine]) -> bool {
    let Some(location) = inst.debug_location() else { return false };
    let (line, _, file) = location.location();
    lines.iter().any(|wanted| {
        wanted.line == line && file.is_some_and(|file| file.file_name().0 == wanted.file)
    })
}

fn probe(builder: &Builder, inst: Value) {
    match inst.opcode() {
        Op::LLVMLoad => access(builder, inst, inst.operand(0), inst, false),
        Op::LLVMStore => access(builder, inst, inst.operand(1), inst.operand(0), true),
        Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => {
            access(builder, inst, inst.operand(0), inst.operand(1), true);
        }
        Op::LLVMCall => copy(builder, inst),
        op @ (Op::LLVMUDiv | Op::LLVMURem | Op::LLVMSDiv | Op::LLVMSRem) => {
            let signed = matches!(op, Op::LLVMSDiv | Op::LLVMSRem);
            if let Some((a, b, width)) = operands(builder, inst, signed) {
                let signed = builder.int(32, signed.into());
                builder.call(Hook::Divide, &[a, b, width, signed]);
            }
        }
        Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr => {
            if let Some((_, amount, width)) = operands(builder, inst, false) {
                builder.call(Hook::Shift, &[amount, width]);
            }
        }
        op @ (Op::LLVMAdd | Op::LLVMSub | Op::LLVMMul) if inst.no_wrap().0 => {
            if let Some((a, b, width)) = operands(builder, inst, true) {
                let operation = match op {
                    Op::LLVMAdd => ADD,
                    Op::LLVMSub => SUB,
                    _ => MUL,
                };
                builder.call(Hook::Overflow, &[builder.int(32, operation), a, b, width]);
            }
        }
        _ => {}
    }
}

/// Both operands of an integer operation as 64 bits, and their width.
fn operands(builder: &Builder, inst: Value, signed: bool) -> Option<(Value, Value, Value)> {
    let ty = inst.ty();
    if ty.is_vector() || ty.int_width() > WIDEST {
        return None;
    }
    builder.before(inst);
    let [a, b] = [0, 1].map(|index| builder.widen(inst.operand(index), WIDEST, signed));
    Some((a, b, builder.int(32, ty.int_width().into())))
}

/// An access to as many bytes as `value` has.
fn access(builder: &Builder, inst: Value, address: Value, value: Value, writes: bool) {
    builder.before(inst);
    let bytes = builder.layout().bits(value.ty()).div_ceil(8);
    // A variable by its name cannot be missed, and its address need not be known for that: the
    // sanitizer makes frames costly from which addresses escape.
    if object_size(builder, address).is_some_and(|size| size >= bytes) {
        return;
    }
    tell_access(builder, address, builder.int(64, bytes), writes);
}

/// memcpy, memmove and memset, as intrinsics and as functions of the C library.
fn copy(builder: &Builder, inst: Value) {
    let callee = inst.called_value();
    if callee.kind() != LLVMValueKind::LLVMFunctionValueKind {
        return;
    }
    let name = callee.intrinsic_name().unwrap_or_else(|| callee.name());
    let name = name.strip_prefix("llvm.").unwrap_or(&name);
    let name = name.split('.').next().unwrap_or_default();
    let reads = match name {
        "memcpy" | "memmove" => true,
        "memset" => false,
        _ => return,
    };
    let args = inst.args();
    let [to, from, length, ..] = args[..] else { return };
    builder.before(inst);
    let length = builder.length(length);
    tell_access(builder, to, length, true);
    if reads {
        tell_access(builder, from, length, false);
    }
}

fn tell_access(builder: &Builder, address: Value, bytes: Value, writes: bool) {
    let base = origin(address);
    let size = builder.int(64, object_size(builder, base).unwrap_or(0));
    let writes = builder.int(32, writes.into());
    builder.call(Hook::Access, &[base, address, bytes, size, writes]);
}

/// The pointer that an address was computed from.
fn origin(mut address: Value) -> Value {
    // A vector of addresses is not followed.
    while address.has_opcode(Op::LLVMGetElementPtr) || address.has_opcode(Op::LLVMBitCast) {
        address = address.operand(0);
    }
    address
}

/// The size of the variable that `base` is the address of.
fn object_size(builder: &Builder, base: Value) -> Option<u64> {
    if base.has_opcode(Op::LLVMAlloca) {
        let count = base.operand(0).int_bits()?.low_u64();
        return builder.layout().alloc_size(base.allocated_type()).checked_mul(count);
    }
    if base.kind() == LLVMValueKind::LLVMGlobalVariableValueKind && !base.is_declaration() {
        return Some(builder.layout().alloc_size(base.value_type()));
    }
    None
}
