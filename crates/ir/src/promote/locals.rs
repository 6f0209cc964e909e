//! Which stack objects can become registers, and which registers.
//!
//! A local is promotable if its address is known everywhere it goes: it is only read from and
//! written to, directly or at constant offsets. Its accesses must then cut it into cells, each with
//! one type, that do not overlap; each cell becomes one register. One access that does not fit
//! (another type at the same place, outside of the object, volatile) keeps the whole local in
//! memory, where the memory model gives it its meaning.

use crate::ids::{LayoutId, Reg, VarId};
use crate::inst::{InstKind, Operand};
use crate::module::Function;
use crate::target::Target;
use crate::types::Type;
use std::ops::Range;

/// A local with more cells stays in memory: registers that are live around a loop are passed on
/// each of its edges, which costs more than it gains for what is really an array.
const MAX_CELLS: usize = 64;

const NONE: u32 = u32::MAX;

/// A promotable stack object.
pub(super) struct Local {
    pub var: Option<VarId>,
    pub layout: Option<LayoutId>,
    /// Its part of [`Locals::cells`]; empty if it is never accessed.
    pub cells: Range<usize>,
}

/// A part of a local that becomes a register.
pub(super) struct Cell {
    pub local: usize,
    pub offset: u64,
    pub ty: Type,
}

pub(super) struct Locals {
    pub locals: Vec<Local>,
    /// Grouped by local, by ascending offset.
    pub cells: Vec<Cell>,
    /// By register: the local that it is an address of, or `NONE`.
    local_of: Vec<u32>,
    /// By register: the cell that it is the address of, or `NONE`.
    cell_of: Vec<u32>,
}

impl Locals {
    pub fn find(func: &Function, target: &Target) -> Self {
        let mut candidates = Candidates::new(func, target);
        candidates.judge_uses(func);
        candidates.into_locals(func, target)
    }

    /// The local that `address` points into.
    pub fn local(&self, address: &Operand) -> Option<usize> {
        address.reg().and_then(|reg| self.local_of_reg(reg))
    }

    pub fn local_of_reg(&self, reg: Reg) -> Option<usize> {
        let local = self.local_of[reg.index()];
        (local != NONE).then_some(local as usize)
    }

    /// The cell that `address` is the address of.
    pub fn cell(&self, address: &Operand) -> Option<usize> {
        let cell = self.cell_of[address.reg()?.index()];
        (cell != NONE).then_some(cell as usize)
    }
}

/// A stack object that no use has ruled out so far.
struct Candidate {
    size: u64,
    var: Option<VarId>,
    layout: Option<LayoutId>,
    escapes: bool,
}

/// What is known of a register as an address.
#[derive(Clone, Copy)]
enum Address {
    Unknown,
    /// This many bytes into a candidate.
    At {
        candidate: u32,
        offset: u64,
    },
    /// This many bytes after another register; resolved before uses are judged.
    After {
        base: Reg,
        offset: u64,
    },
}

struct Candidates {
    list: Vec<Candidate>,
    addresses: Vec<Address>,
    accesses: Vec<(u32, u64, Type)>,
    pointer_mask: u64,
}

impl Candidates {
    fn new(func: &Function, target: &Target) -> Self {
        let mut found = Candidates {
            list: Vec::new(),
            addresses: vec![Address::Unknown; func.regs.len()],
            accesses: Vec::new(),
            pointer_mask: u64::MAX >> (64 - target.pointer_bits),
        };
        let mut derived = Vec::new();
        for &id in func.blocks.iter().flat_map(|block| &block.insts) {
            match &func.inst(id).kind {
                InstKind::Alloca { dst, size: Operand::Int { value, .. }, var, layout, .. } => {
                    found.addresses[dst.index()] =
                        Address::At { candidate: found.list.len() as u32, offset: 0 };
                    found.list.push(Candidate {
                        size: *value,
                        var: *var,
                        layout: *layout,
                        escapes: false,
                    });
                }
                kind @ InstKind::PtrAdd { dst, base: Operand::Reg(base), .. } => {
                    if let Some(offset) = constant_offset(kind) {
                        found.addresses[dst.index()] = Address::After { base: *base, offset };
                        derived.push(*dst);
                    }
                }
                _ => {}
            }
        }
        if !found.list.is_empty() {
            for reg in derived {
                found.resolve(reg);
            }
        }
        found
    }

    /// Replaces `After` by what it comes to, for `reg` and all registers that it is derived from.
    fn resolve(&mut self, reg: Reg) {
        let mut chain = Vec::new();
        let mut at = reg;
        while let Address::After { base, offset } = self.addresses[at.index()] {
            chain.push((at, offset));
            // Dead code can define an address in terms of itself; such a circle is unknown.
            self.addresses[at.index()] = Address::Unknown;
            at = base;
        }
        let mut address = self.addresses[at.index()];
        for &(reg, plus) in chain.iter().rev() {
            if let Address::At { offset, .. } = &mut address {
                *offset = offset.wrapping_add(plus) & self.pointer_mask;
            }
            self.addresses[reg.index()] = address;
        }
    }

    fn judge_uses(&mut self, func: &Function) {
        if self.list.is_empty() {
            return;
        }
        for block in &func.blocks {
            for &id in &block.insts {
                self.judge_inst(&func.inst(id).kind);
            }
            block.term.for_each_operand(|operand| self.escape(operand));
        }
    }

    fn judge_inst(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Load { ty, addr, volatile: false, .. } => self.access(addr, *ty),
            InstKind::Store { ty, value, addr, volatile: false, .. } => {
                self.escape(value);
                self.access(addr, *ty);
            }
            InstKind::Lifetime { addr, .. } => match self.address(addr) {
                Address::At { offset: 0, .. } => {}
                _ => self.escape(addr),
            },
            InstKind::PtrAdd { dst, .. }
                if matches!(self.addresses[dst.index()], Address::At { .. }) => {}
            _ => kind.for_each_operand(|operand| self.escape(operand)),
        }
    }

    fn address(&self, operand: &Operand) -> Address {
        operand.reg().map_or(Address::Unknown, |reg| self.addresses[reg.index()])
    }

    fn access(&mut self, addr: &Operand, ty: Type) {
        if let Address::At { candidate, offset } = self.address(addr) {
            self.accesses.push((candidate, offset, ty));
        }
    }

    fn escape(&mut self, operand: &Operand) {
        if let Address::At { candidate, .. } = self.address(operand) {
            self.list[candidate as usize].escapes = true;
        }
    }

    fn into_locals(mut self, func: &Function, target: &Target) -> Locals {
        self.accesses.sort_by_key(|&(candidate, offset, _)| (candidate, offset));
        self.accesses.dedup();
        let mut result = Locals {
            locals: Vec::new(),
            cells: Vec::new(),
            local_of: vec![NONE; func.regs.len()],
            cell_of: vec![NONE; func.regs.len()],
        };
        let mut accesses = self.accesses.as_slice();
        let mut promoted = vec![NONE; self.list.len()];
        for (index, candidate) in self.list.iter().enumerate() {
            let count = accesses.iter().take_while(|access| access.0 as usize == index).count();
            let (own, rest) = accesses.split_at(count);
            accesses = rest;
            if candidate.escapes || !is_partition(own, candidate.size, target) {
                continue;
            }
            let local = result.locals.len();
            promoted[index] = local as u32;
            let start = result.cells.len();
            result.cells.extend(own.iter().map(|&(_, offset, ty)| Cell { local, offset, ty }));
            result.locals.push(Local {
                var: candidate.var,
                layout: candidate.layout,
                cells: start..result.cells.len(),
            });
        }
        for (reg, address) in self.addresses.iter().enumerate() {
            let &Address::At { candidate, offset } = address else { continue };
            let local = promoted[candidate as usize];
            if local == NONE {
                continue;
            }
            result.local_of[reg] = local;
            let range = result.locals[local as usize].cells.clone();
            let cells = &result.cells[range.clone()];
            if let Ok(found) = cells.binary_search_by_key(&offset, |cell| cell.offset) {
                result.cell_of[reg] = (range.start + found) as u32;
            }
        }
        result
    }
}

/// `accesses` are sorted by offset and have no exact duplicates: two at one offset differ in type.
fn is_partition(accesses: &[(u32, u64, Type)], size: u64, target: &Target) -> bool {
    let mut end = 0;
    accesses.len() <= MAX_CELLS
        && accesses.iter().all(|&(_, offset, ty)| {
            let fits = offset >= end;
            end = offset.saturating_add(ty.store_size(target));
            fits && end <= size
        })
}

/// How far an address computation with constant operands goes, modulo the pointer width (which
/// the caller reduces to: every product and sum is right in the low bits).
fn constant_offset(kind: &InstKind) -> Option<u64> {
    let InstKind::PtrAdd { disp, indices, .. } = kind else { return None };
    let mut offset = *disp as u64;
    for scaled in indices {
        let Operand::Int { value, .. } = scaled.index else { return None };
        offset = offset.wrapping_add(value.wrapping_mul(scaled.scale));
    }
    Some(offset)
}
