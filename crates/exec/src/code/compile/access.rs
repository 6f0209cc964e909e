//! Addresses, and loads and stores, which take part of the computation of their address over.

use super::Compiler;
use crate::code::{Op, Slot, slots_of};
use dunlin_ir::semantics::address;
use dunlin_ir::small::Small;
use dunlin_ir::{CastOp, InstId, InstKind, Operand, Type, semantics};

#[derive(Clone, Copy)]
enum Address {
    Plain { base: Slot, disp: i32 },
    Indexed { base: Slot, index: Slot, scale: u16, extend: bool },
}

/// The parts of an access of `size` bytes that fit into one slot each: start and size.
pub fn chunks(size: u64) -> impl Iterator<Item = (u64, u8)> {
    (0..size).step_by(8).map(move |start| (start, (size - start).min(8) as u8))
}

impl Compiler<'_> {
    pub(super) fn emit_ptr_add(&mut self, inst: InstId) -> bool {
        let InstKind::PtrAdd { dst, base, disp, indices, .. } = self.kind(inst) else {
            unreachable!("called for PtrAdd only")
        };
        let dst = self.reg_slots[dst.index()];
        let mut disp = *disp;
        let mut from = self.slot(base, Type::Ptr);
        let index_type = Type::Int(self.module.target.pointer_bits);
        for scaled in indices {
            if let Operand::Int { width, value } = scaled.index {
                let index = semantics::cast(&mut Small, CastOp::Sext, width, 64, &value);
                let start = disp as u64;
                disp = address::indexed(&mut Small, 64, &start, &index, scaled.scale) as i64;
                continue;
            }
            if let Ok(scale) = u16::try_from(scaled.scale) {
                let (index, extend) = self.index_slot(&scaled.index);
                self.emit(match extend {
                    true => Op::PtrIndex32 { scale, dst, base: from, index },
                    false => Op::PtrIndex { scale, dst, base: from, index },
                });
            } else {
                let index = self.slot(&scaled.index, index_type);
                let scale = self.slot(
                    &Operand::int(index_type.bits(&self.module.target), scaled.scale),
                    index_type,
                );
                let product = self.new_slots(1);
                let w = self.module.target.pointer_bits as u8;
                self.emit(Op::Mul { w, dst: product, a: index, b: scale });
                self.emit(Op::PtrIndex { scale: 1, dst, base: from, index: product });
            }
            from = dst;
        }
        if let Ok(disp) = i32::try_from(disp) {
            if disp != 0 || from != dst {
                self.emit(Op::PtrDisp { dst, base: from, disp });
            }
        } else {
            let offset = self.slot(&Operand::int(64, disp as u64), index_type);
            self.emit(Op::PtrIndex { scale: 1, dst, base: from, index: offset });
        }
        true
    }

    /// The slot of an index, and whether it still has to be extended from 32 bits.
    fn index_slot(&mut self, index: &Operand) -> (Slot, bool) {
        let width = self.module.target.pointer_bits;
        if let Some(inst) = self.fusion.definition(index)
            && let InstKind::Cast { a, from, .. } = self.kind(inst)
        {
            return (self.slot(a, *from), true);
        }
        (self.slot(index, Type::Int(width)), false)
    }

    /// The address of an access with the computation of it folded in.
    fn address(&mut self, addr: &Operand) -> Address {
        if let Some(inst) = self.fusion.definition(addr)
            && let InstKind::PtrAdd { base, disp, indices, .. } = self.kind(inst)
        {
            let base = self.slot(base, Type::Ptr);
            let Some(scaled) = indices.first() else {
                return Address::Plain { base, disp: *disp as i32 };
            };
            let scale = scaled.scale as u16;
            let (index, extend) = self.index_slot(&scaled.index);
            return Address::Indexed { base, index, scale, extend };
        }
        Address::Plain { base: self.slot(addr, Type::Ptr), disp: 0 }
    }

    /// Accesses of more than 8 bytes go slot by slot; the address is then computed once.
    fn plain_address(&mut self, address: Address) -> Address {
        let Address::Indexed { base, index, scale, extend } = address else { return address };
        let dst = self.new_slots(1);
        self.emit(match extend {
            true => Op::PtrIndex32 { scale, dst, base, index },
            false => Op::PtrIndex { scale, dst, base, index },
        });
        Address::Plain { base: dst, disp: 0 }
    }

    pub(super) fn emit_load(&mut self, dst: Slot, ty: Type, addr: &Operand) -> bool {
        let size = ty.store_size(&self.module.target);
        let mut address = self.address(addr);
        if size > 8 {
            address = self.plain_address(address);
        }
        match address {
            Address::Plain { base, disp } => {
                for (i, (start, size)) in chunks(size).enumerate() {
                    let disp = disp + start as i32;
                    self.emit(Op::Load { size, dst: dst + i as u32, base, disp });
                }
            }
            Address::Indexed { base, index, scale, extend } => {
                let size = size as u8;
                self.emit(match extend {
                    true => Op::LoadIndex32 { size, scale, dst, base, index },
                    false => Op::LoadIndex { size, scale, dst, base, index },
                });
            }
        }
        // Bits of the last byte that are not the value's are no part of the register.
        if let Type::Int(width) = ty
            && width % 8 != 0
        {
            let last = dst + slots_of(ty) - 1;
            self.emit(Op::Trunc { w: ((width - 1) % 64 + 1) as u8, dst: last, a: last });
        }
        true
    }

    pub(super) fn emit_store(&mut self, ty: Type, value: &Operand, addr: &Operand) -> bool {
        let size = ty.store_size(&self.module.target);
        let value = self.slot(value, ty);
        let mut address = self.address(addr);
        if size > 8 {
            address = self.plain_address(address);
        }
        match address {
            Address::Plain { base, disp } => {
                for (i, (start, size)) in chunks(size).enumerate() {
                    let disp = disp + start as i32;
                    self.emit(Op::Store { size, value: value + i as u32, base, disp });
                }
            }
            Address::Indexed { base, index, scale, extend } => {
                let size = size as u8;
                self.emit(match extend {
                    true => Op::StoreIndex32 { size, scale, value, base, index },
                    false => Op::StoreIndex { size, scale, value, base, index },
                });
            }
        }
        true
    }
}
