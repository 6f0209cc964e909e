//! Which conditional transfers only ask where a variable argument lies.
//!
//! On x86-64 the expansion of `va_arg` compares how many registers of a `va_list` are used up, to take
//! the argument from the saved registers or from the stack. The engine passes all variable arguments in
//! memory, as it may, so that these transfers go another way there: they are no decisions of the
//! program, and no path is told by them.
//!
//! A `va_list` is known by what is read from it: the pointers to the stack and to the saved registers. A structure of a program may look the same; then one transfer less is
//! compared.

use crate::lower::ffi::{
    BasicBlock, DataLayout, LLVMIntPredicate as Predicate, LLVMOpcode as Op, LLVMTypeKind, Value,
};
use dunlin_ir::{Target, VaList, VaStructure};

/// The variable argument lists that a function reads.
pub struct Lists {
    layout: DataLayout,
    /// None if a `va_list` is no structure here.
    structure: Option<&'static VaStructure>,
    bases: Vec<Value>,
}

impl Lists {
    pub fn of(func: Value, layout: DataLayout, target: &Target) -> Lists {
        let mut read = [Vec::new(), Vec::new()];
        let structure = match target.va_list() {
            Some(VaList::Structure(structure)) => Some(structure),
            Some(VaList::Pointer) | None => None,
        };
        if let Some(VaStructure { memory, saved, .. }) = structure {
            let insts = func.blocks().into_iter().flat_map(BasicBlock::instructions);
            for load in insts.filter(|inst| inst.has_opcode(Op::LLVMLoad)) {
                let is_pointer = load.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind;
                match address(layout, load.operand(0)) {
                    Some((base, place)) if is_pointer && place == *memory => read[0].push(base),
                    Some((base, place)) if is_pointer && place == *saved => read[1].push(base),
                    _ => {}
                }
            }
        }
        let [mut bases, others] = read;
        bases.retain(|base| others.contains(base));
        Lists { layout, structure, bases }
    }

    /// Whether a transfer depends on nothing but the registers that a list has used up.
    pub fn decide(&self, term: Value) -> bool {
        !self.bases.is_empty() && term.has_opcode(Op::LLVMBr) && self.is_test(term.operand(0))
    }

    fn is_test(&self, condition: Value) -> bool {
        // General registers and those for floating point, if an argument takes both.
        if condition.has_opcode(Op::LLVMAnd) {
            return (0..2).all(|index| self.is_comparison(condition.operand(index)));
        }
        self.is_comparison(condition)
    }

    fn is_comparison(&self, condition: Value) -> bool {
        if !condition.has_opcode(Op::LLVMICmp) {
            return false;
        }
        let Some(limit) = condition.operand(1).int_bits().map(|bits| bits.low_u64()) else {
            return false;
        };
        let last = match condition.int_predicate() {
            Predicate::LLVMIntULE | Predicate::LLVMIntUGT => limit,
            Predicate::LLVMIntULT | Predicate::LLVMIntUGE => limit.wrapping_sub(1),
            _ => return false,
        };
        let ends = self.structure.into_iter().flat_map(|list| list.used_up);
        let end = ends.map(|(_, end)| end).max().unwrap_or(0);
        last.is_multiple_of(8) && last < end && self.is_used_up(condition.operand(0))
    }

    /// Whether a value is what a list tells of its registers, maybe with more of them used.
    fn is_used_up(&self, value: Value) -> bool {
        let mut seen = vec![value];
        let mut is_from_list = false;
        let mut next = 0;
        while let Some(&value) = seen.get(next) {
            next += 1;
            let sources = if value.has_opcode(Op::LLVMLoad) && self.is_told_by_list(value) {
                is_from_list = true;
                0
            } else if value.has_opcode(Op::LLVMAdd) && value.operand(1).int_bits().is_some() {
                1
            } else if value.has_opcode(Op::LLVMPHI) {
                value.operand_count()
            } else if value.int_bits().is_some() {
                0
            } else {
                return false;
            };
            for source in (0..sources).map(|index| value.operand(index)) {
                if !seen.contains(&source) {
                    seen.push(source);
                }
            }
        }
        is_from_list
    }

    fn is_told_by_list(&self, load: Value) -> bool {
        let place = address(self.layout, load.operand(0));
        load.ty().kind() == LLVMTypeKind::LLVMIntegerTypeKind
            && place.is_some_and(|(base, offset)| {
                let mut told = self.structure.into_iter().flat_map(|list| list.used_up);
                told.any(|(place, _)| place == offset) && self.bases.contains(&base)
            })
    }
}

/// What an address is computed from, and how far from it.
fn address(layout: DataLayout, mut address: Value) -> Option<(Value, u64)> {
    let mut offset = 0;
    while address.has_opcode(Op::LLVMGetElementPtr) {
        let ty = address.gep_source_type();
        let index = |at: u32| address.operand(at).int_bits().map(|bits| bits.low_u64());
        offset += index(1)?.checked_mul(layout.alloc_size(ty))?;
        match (address.operand_count(), ty.kind()) {
            (2, _) => {}
            (3, LLVMTypeKind::LLVMStructTypeKind) => {
                offset += layout.field_offset(ty, index(2)? as u32);
            }
            (3, _) if index(2)? == 0 => {}
            _ => return None,
        }
        address = address.operand(0);
    }
    Some((address, offset))
}
