//! Which places in global variables are followed.
//!
//! A variable is followed if its address goes nowhere: every mention of it in a function is the address of a load
//! or store that is not volatile, the source of a copy, or the base of an address computation whose result is used
//! like that; and no other variable's initial data has its address. Then nothing else can reach it: an
//! engine takes a pointer for that of an object only if the object's address is part of it, was
//! seen as a number or was compared, and outside code does not know what the program does not tell it.
//!
//! Within such a variable, a place is followed if all accesses that touch any of its bytes are at its offset and
//! have its width, and no store goes to an offset that is not a constant.

use super::range::Range;
use crate::cfg::Cfg;
use crate::ids::{GlobalId, InstId, Reg};
use crate::inst::{InstKind, Operand};
use crate::module::{Function, Init, Module, RelocTarget};
use crate::small::mask;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Variables that the engine writes without being told their address.
const KNOWN_TO_ENGINE: [&str; 4] = ["environ", "__environ", "_environ", "__errno_location.value"];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct CellId(pub u32);

impl CellId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub global: GlobalId,
    pub offset: u64,
    /// In bits, of an integer.
    pub width: u32,
    pub is_written: bool,
}

#[derive(Default)]
pub(super) struct Places {
    pub cells: Vec<Cell>,
    pub by_offset: FxHashMap<(GlobalId, u64), CellId>,
    /// By function: the loads and stores that access a cell.
    pub accesses: Vec<FxHashMap<InstId, CellId>>,
    /// By global: nothing ever writes to it.
    pub is_read_only: Vec<bool>,
}

/// A load or store at a constant offset.
#[derive(Clone, Copy)]
struct Access {
    offset: u64,
    ty: Type,
    is_store: bool,
    func: usize,
    inst: InstId,
}

#[derive(Clone, Default)]
struct Mentions {
    escapes: bool,
    /// A store at some offset.
    is_stored_anywhere: bool,
    accesses: Vec<Access>,
}

/// An address in a variable; the offset if it is constant.
type Address = (GlobalId, Option<u64>);

struct Collector<'m> {
    module: &'m Module,
    mentions: Vec<Mentions>,
}

impl Places {
    pub fn of(module: &Module) -> Places {
        let mut collector =
            Collector { module, mentions: vec![Mentions::default(); module.globals.len()] };
        for global in &module.globals {
            if let Init::Data { relocs, .. } = &global.init {
                for reloc in relocs {
                    if let RelocTarget::Global(target) = reloc.target {
                        collector.mentions[target.index()].escapes = true;
                    }
                }
            }
        }
        for (number, func) in module.funcs.iter().enumerate() {
            collector.read_function(number, func);
        }
        let mut places = Places {
            accesses: vec![FxHashMap::default(); module.funcs.len()],
            is_read_only: vec![false; module.globals.len()],
            ..Places::default()
        };
        for (index, mentions) in collector.mentions.into_iter().enumerate() {
            places.add_global(module, GlobalId::new(index), mentions);
        }
        places
    }

    fn add_global(&mut self, module: &Module, id: GlobalId, mentions: Mentions) {
        let global = module.global(id);
        if mentions.escapes
            || global.thread_local
            || global.init == Init::External
            || KNOWN_TO_ENGINE.contains(&global.name.as_str())
        {
            return;
        }
        let is_stored = mentions.accesses.iter().any(|access| access.is_store);
        self.is_read_only[id.index()] = !is_stored && !mentions.is_stored_anywhere;
        if mentions.is_stored_anywhere {
            return;
        }
        let mut accesses = mentions.accesses;
        let end = |access: &Access| access.offset + access.ty.store_size(&module.target);
        accesses.sort_by_key(|access| (access.offset, end(access), access.func, access.inst));
        // Groups of accesses that touch each other.
        let mut rest = &accesses[..];
        while let Some(first) = rest.first() {
            let mut reach = end(first);
            let mut count = 1;
            while let Some(next) = rest.get(count).filter(|next| next.offset < reach) {
                reach = reach.max(end(next));
                count += 1;
            }
            let (group, others) = rest.split_at(count);
            rest = others;
            if let Type::Int(width @ ..=64) = first.ty
                && group.iter().all(|access| (access.offset, access.ty) == (first.offset, first.ty))
            {
                self.add_cell(id, first.offset, width, group);
            }
        }
    }

    fn add_cell(&mut self, global: GlobalId, offset: u64, width: u32, accesses: &[Access]) {
        let id = CellId(self.cells.len() as u32);
        let is_written = accesses.iter().any(|access| access.is_store);
        self.cells.push(Cell { global, offset, width, is_written });
        self.by_offset.insert((global, offset), id);
        for access in accesses {
            self.accesses[access.func].insert(access.inst, id);
        }
    }
}

impl Collector<'_> {
    fn read_function(&mut self, number: usize, func: &Function) {
        let mut addresses = FxHashMap::default();
        let cfg = Cfg::new(func);
        // Definitions come before what they dominate. What no edge leads to may still be executed, in a way that
        // the graph does not show: no address is followed there.
        let dead = func.block_ids().filter(|&block| !cfg.is_reachable(block));
        for block in cfg.reverse_postorder().iter().copied().chain(dead) {
            let is_dead = !cfg.is_reachable(block);
            let block = func.block(block);
            for &inst in &block.insts {
                let kind = &func.inst(inst).kind;
                match kind {
                    InstKind::PtrAdd { .. } if is_dead => {
                        kind.for_each_operand(|operand| self.escape(&addresses, operand));
                    }
                    _ => self.read_inst(&mut addresses, (number, inst), kind),
                }
            }
            block.term.for_each_operand(|operand| self.escape(&addresses, operand));
        }
    }

    fn read_inst(
        &mut self,
        addresses: &mut FxHashMap<Reg, Address>,
        at: (usize, InstId),
        kind: &InstKind,
    ) {
        match kind {
            InstKind::PtrAdd { dst, base, disp, indices, .. } => {
                indices.iter().for_each(|scaled| self.escape(addresses, &scaled.index));
                let Some((global, mut offset)) = address(addresses, base) else { return };
                let mut add = |by: Option<u64>| {
                    let sum = offset.zip(by).map(|(offset, by)| offset.wrapping_add(by));
                    offset = sum.map(|sum| sum & mask(self.module.target.pointer_bits));
                };
                add(Some(*disp as u64));
                for scaled in indices {
                    let index = scaled.index.as_bits().map(|bits| bits.low_u64());
                    add(index.map(|index| index.wrapping_mul(scaled.scale)));
                }
                addresses.insert(*dst, (global, offset));
            }
            InstKind::Load { ty, addr, volatile, .. } => {
                self.access(addresses, at, addr, *ty, *volatile, false);
            }
            InstKind::Store { ty, value, addr, volatile, .. } => {
                self.escape(addresses, value);
                self.access(addresses, at, addr, *ty, *volatile, true);
            }
            InstKind::MemCopy { dst, len, .. } => {
                self.escape(addresses, dst);
                self.escape(addresses, len);
            }
            InstKind::Marker { .. } => {}
            kind => kind.for_each_operand(|operand| self.escape(addresses, operand)),
        }
    }

    fn access(
        &mut self,
        addresses: &FxHashMap<Reg, Address>,
        (func, inst): (usize, InstId),
        addr: &Operand,
        ty: Type,
        volatile: bool,
        is_store: bool,
    ) {
        let Some((global, offset)) = address(addresses, addr) else { return };
        let size = self.module.global(global).size;
        let mentions = &mut self.mentions[global.index()];
        let Some(offset) = offset else {
            mentions.escapes |= volatile;
            mentions.is_stored_anywhere |= is_store;
            return;
        };
        let end = offset.checked_add(ty.store_size(&self.module.target));
        if volatile || end.is_none_or(|end| end > size) {
            mentions.escapes = true;
            return;
        }
        mentions.accesses.push(Access { offset, ty, is_store, func, inst });
    }

    fn escape(&mut self, addresses: &FxHashMap<Reg, Address>, operand: &Operand) {
        if let Some((global, _)) = address(addresses, operand) {
            self.mentions[global.index()].escapes = true;
        }
    }
}

fn address(addresses: &FxHashMap<Reg, Address>, operand: &Operand) -> Option<Address> {
    match operand {
        Operand::Global(global) => Some((*global, Some(0))),
        Operand::Reg(reg) => addresses.get(reg).copied(),
        _ => None,
    }
}

/// The initial number of `width` bits at a place of a variable that is defined; anything if it is an address or
/// not inside.
pub(super) fn initial(module: &Module, global: GlobalId, offset: u64, width: u32) -> Range {
    let global = module.global(global);
    let end = offset.checked_add(u64::from(width.div_ceil(8)));
    let Some(end) = end.filter(|&end| end <= global.size && width <= 64) else {
        return Range::full(width);
    };
    match &global.init {
        Init::External => Range::full(width),
        Init::Zero => Range::constant(width, 0),
        Init::Data { bytes, relocs } => {
            let word = module.target.pointer_bytes();
            if relocs.iter().any(|reloc| reloc.offset < end && offset < reloc.offset + word) {
                return Range::full(width);
            }
            let bytes = bytes[offset as usize..end as usize].iter().rev();
            let number = bytes.fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
            Range::constant(width, number)
        }
    }
}
