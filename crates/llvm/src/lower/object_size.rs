//! `llvm.objectsize`: how many bytes follow an address in its object.
//!
//! A compiler answers the query from what it sees; only if the query is marked as dynamic it may
//! compute the answer. A run knows every object, but must not know more than native code where
//! programs can tell the difference: a query that is not dynamic is answered only if the address
//! leads back to its object through constants.

use super::atomics::all_ones;
use super::ffi::{LLVMOpcode as Op, LLVMValueKind as Kind, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::globals::strip_casts;
use dunlin_ir::{InstKind, Operand, Type};
use smallvec::smallvec;

/// Functions that give a new object, and the number of arguments that its size follows from.
const ALLOCATORS: [(&str, u32); 8] = [
    ("malloc", 1),
    ("calloc", 2),
    ("realloc", 2),
    ("reallocarray", 3),
    ("aligned_alloc", 2),
    ("memalign", 2),
    ("valloc", 1),
    ("pvalloc", 1),
];

impl FunctionLowering<'_, '_> {
    pub fn object_size(&mut self, call: Value) -> Lowered<Scalars> {
        const DYNAMIC: u32 = 3;
        let place = call.operand(0);
        let min = self.operand(call.operand(1))? == Operand::TRUE;
        let dynamic = self.operand(call.operand(DYNAMIC))? == Operand::TRUE;
        let width = self.int_width(call.ty())?;
        if !dynamic && !is_seen_by_compiler(place) {
            let unknown =
                if min { Operand::int(width, 0) } else { Operand::constant(all_ones(width)) };
            return Ok(smallvec![unknown]);
        }
        let addr = self.operand(place)?;
        let kind = |dst| InstKind::ObjectSize { dst, width, addr, min };
        Ok(smallvec![self.define(Type::Int(width), kind)])
    }
}

/// Whether the address is a constant distance from an object of known size.
fn is_seen_by_compiler(place: Value) -> bool {
    let mut place = strip_casts(place);
    loop {
        let is_expression =
            place.is_instruction() || place.kind() == Kind::LLVMConstantExprValueKind;
        if !is_expression {
            // A variable of another file, or one that another file may replace, has any size.
            return place.kind() == Kind::LLVMGlobalVariableValueKind
                && place.initializer().is_some()
                && !place.is_replaceable();
        }
        match place.opcode() {
            Op::LLVMBitCast | Op::LLVMAddrSpaceCast => place = strip_casts(place.operand(0)),
            Op::LLVMGetElementPtr => {
                if !(1..place.operand_count()).all(|index| is_number(place.operand(index))) {
                    return false;
                }
                place = strip_casts(place.operand(0));
            }
            Op::LLVMAlloca => return is_number(place.operand(0)),
            Op::LLVMCall => return is_known_allocation(place),
            _ => return false,
        }
    }
}

fn is_known_allocation(call: Value) -> bool {
    let name = call.called_value().name();
    let allocator = ALLOCATORS.iter().find(|(allocator, _)| *allocator == name);
    let args = call.args();
    // The first argument of these is the object that the new one replaces.
    let first = usize::from(name.starts_with("realloc"));
    allocator.is_some_and(|&(_, count)| {
        args.len() == count as usize && args[first..].iter().all(|&arg| is_number(arg))
    })
}

fn is_number(value: Value) -> bool {
    value.int_bits().is_some()
}
