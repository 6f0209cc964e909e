//! Memory whose content a program does not know gets its bytes from the test: the replay library fills it
//! when it is made. Whether it is made at all is said by the test as well, where allocations may fail.
//!
//! Local memory is known by its function and its number there ([`local_sites`]), as in the lowered
//! module. Blocks of the heap are counted by the replay library, whose functions take the place of the C
//! library's; a program's own allocator stays as it is.
//!
//! [`local_sites`]: crate::lower::local_sites

use super::build::{self, Builder, Hook};
use crate::lower::ffi::{LLVMOpcode as Op, ModuleRef, Value};
use crate::lower::local_sites::is_scope_start;

/// The functions that are replaced, without the prefix of their replacements.
const ALLOCATORS: [&str; 4] = ["malloc", "calloc", "realloc", "aligned_alloc"];

pub fn fill_locals(builder: &Builder, function: &str, sites: &[(Value, u32)]) {
    // What has a scope is filled when that begins: before, AddressSanitizer takes the memory for dead.
    let scoped: Vec<Value> = sites.iter().filter_map(|&(inst, _)| scoped_local(inst)).collect();
    let mut name = None;
    for &(inst, number) in sites.iter().filter(|(inst, _)| !scoped.contains(inst)) {
        builder.after(inst);
        let filled = if inst.has_opcode(Op::LLVMAlloca) {
            Some((inst, object_size(builder, inst)))
        } else {
            scoped_local(inst).map(|local| (local, object_size(builder, local)))
        };
        let Some((start, size)) = filled else { continue };
        let name = *name.get_or_insert_with(|| builder.text(function));
        builder.call(Hook::Local, &[start, size, name, builder.int(32, number.into())]);
    }
}

fn object_size(builder: &Builder, alloca: Value) -> Value {
    let each = builder.layout().alloc_size(alloca.allocated_type());
    let count = alloca.operand(0);
    match count.int_bits() {
        Some(count) => builder.int(64, each.wrapping_mul(count.low_u64())),
        None => builder.product(builder.widen(count, 64, false), builder.int(64, each)),
    }
}

/// The local whose scope begins with a call.
fn scoped_local(inst: Value) -> Option<Value> {
    if !is_scope_start(inst) {
        return None;
    }
    let place = *inst.args().get(1)?;
    place.has_opcode(Op::LLVMAlloca).then_some(place)
}

pub fn replace_allocators(llvm: ModuleRef) {
    for name in ALLOCATORS {
        if let Some(declared) = llvm.named_function(name)
            && declared.is_declaration()
        {
            build::rename(declared, &format!("__dunlin_replay_{name}"));
        }
    }
}
