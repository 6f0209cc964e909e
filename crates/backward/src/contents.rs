//! What a read finds: the bytes that a store has put there, or what memory held in the beginning.

use crate::base::{self, Base, Fresh};
use crate::state::{Effect, Kind, Read, State, Store};
use crate::step::Executor;
use dunlin_ir::semantics::access;
use dunlin_ir::{GlobalId, Init, RelocTarget};
use dunlin_term::{ArrayCells, Table, TermId};

/// Tables of larger variables are not made.
const LARGEST_TABLE: usize = 1 << 16;

/// Whether a read finds what a store has written.
pub enum Overlap {
    No,
    /// This is what it finds.
    Yes(TermId),
}

impl Executor<'_, '_> {
    /// What a read finds of a store. `distance` is the place of the read minus that of the store, if both lie in
    /// the same object.
    pub fn found(
        &mut self,
        state: &mut State,
        read: &Read,
        store: &Store,
        distance: TermId,
    ) -> Overlap {
        let length = match store.effect {
            Effect::Value { bytes, .. } => Some(u64::from(bytes)),
            Effect::Fill { length, .. }
            | Effect::Copy { length, .. }
            | Effect::Input { length, .. }
            | Effect::Unknown { length: Some(length) } => self.terms.as_u64(length),
            // Up to the end of the object, however large that is.
            Effect::Unknown { length: None } => return Overlap::Yes(self.free(state, read.bytes)),
        };
        match (self.terms.as_u64(distance), length) {
            (Some(distance), Some(length)) => self.found_at(state, read, store, distance, length),
            _ => Overlap::Yes(self.found_somewhere(state, read, store, distance)),
        }
    }

    /// Where both places are known.
    fn found_at(
        &mut self,
        state: &mut State,
        read: &Read,
        store: &Store,
        distance: u64,
        length: u64,
    ) -> Overlap {
        let mask = dunlin_ir::small::mask(self.pointer_bits());
        let place = |byte: u32| distance.wrapping_add(byte.into()) & mask;
        let inside = |byte: u32| place(byte) < length;
        if !(0..read.bytes).any(inside) {
            return Overlap::No;
        }
        // Runs of bytes that come from the store, and of others.
        let mut parts = Vec::new();
        let mut byte = 0;
        while byte < read.bytes {
            let first = byte;
            let run = |byte: u32| {
                inside(byte) == inside(first)
                    && (!inside(first) || place(byte) == place(first) + u64::from(byte - first))
            };
            while byte < read.bytes && run(byte) {
                byte += 1;
            }
            let bytes = byte - first;
            let part = match inside(first) {
                true => {
                    let place = self.terms.constant(self.pointer_bits(), place(first));
                    self.written(state, store, place, bytes)
                }
                false => self.older(state, read, first, bytes, store.number + 1),
            };
            parts.push((bytes * 8, part));
        }
        Overlap::Yes(access::join(self.terms, parts))
    }

    /// Where a place depends on something: a choice between what was stored and what was there before.
    fn found_somewhere(
        &mut self,
        state: &mut State,
        read: &Read,
        store: &Store,
        distance: TermId,
    ) -> TermId {
        let older = self.older(state, read, 0, read.bytes, store.number + 1);
        let pointer = self.pointer_bits();
        if let Effect::Value { value, bytes } = store.effect
            && bytes == read.bytes
            && bytes.is_power_of_two()
            && self.terms.known_zero_ends(distance).1 >= bytes.trailing_zeros()
        {
            // Elements of an array: all of it or nothing.
            let zero = self.terms.constant(pointer, 0);
            let same = self.terms.eq(distance, zero);
            return self.terms.ite(same, value, older);
        }
        let length = match store.effect {
            Effect::Value { bytes, .. } => self.terms.constant(pointer, bytes.into()),
            Effect::Fill { length, .. }
            | Effect::Copy { length, .. }
            | Effect::Input { length, .. }
            | Effect::Unknown { length: Some(length) } => length,
            Effect::Unknown { length: None } => unreachable!("found at once"),
        };
        let mut parts = Vec::new();
        for byte in 0..read.bytes {
            let offset = self.terms.constant(pointer, byte.into());
            let place = self.terms.add(distance, offset);
            let inside = self.terms.ult(place, length);
            let stored = self.written(state, store, place, 1);
            let before = self.terms.extract(byte * 8 + 7, byte * 8, older);
            parts.push((8, self.terms.ite(inside, stored, before)));
        }
        access::join(self.terms, parts)
    }

    /// Bytes that a store has written, from a place inside of what it wrote.
    fn written(&mut self, state: &mut State, store: &Store, place: TermId, bytes: u32) -> TermId {
        match store.effect {
            Effect::Value { value, bytes: whole } => match self.terms.as_u64(place) {
                Some(first) => {
                    let low = first as u32 * 8;
                    self.terms.extract(low + bytes * 8 - 1, low, value)
                }
                None => {
                    let width = (whole * 8).max(self.terms.width(place));
                    let (value, place) =
                        (self.terms.zext(width, value), self.terms.zext(width, place));
                    let eight = self.terms.constant(width, 8);
                    let amount = self.terms.mul(place, eight);
                    let shifted = self.terms.lshr(value, amount);
                    self.terms.extract(bytes * 8 - 1, 0, shifted)
                }
            },
            Effect::Fill { byte, .. } => access::join(self.terms, (0..bytes).map(|_| (8, byte))),
            Effect::Copy { from, .. } => {
                let address = self.terms.add(from, place);
                self.read_before(state, address, bytes, store.number + 1)
            }
            Effect::Input { array, .. } => {
                let mut cells = ArrayCells { terms: self.terms, array };
                access::load(&mut cells, &place, bytes * 8)
            }
            Effect::Unknown { .. } => self.free(state, bytes),
        }
    }

    /// Bytes of a read that come from before a store.
    fn older(
        &mut self,
        state: &mut State,
        read: &Read,
        first: u32,
        bytes: u32,
        since: u64,
    ) -> TermId {
        let offset = self.terms.constant(self.pointer_bits(), first.into());
        let address = self.terms.add(read.address, offset);
        self.read_before(state, address, bytes, since)
    }

    fn read_before(
        &mut self,
        state: &mut State,
        address: TermId,
        bytes: u32,
        since: u64,
    ) -> TermId {
        let pointer = bytes * 8 == self.pointer_bits();
        let kind = if pointer { Kind::Pointer } else { Kind::Unknown };
        let symbol = state.fresh(self.terms, kind, bytes * 8);
        state.reads.push(Read { symbol, address, bytes, since });
        symbol
    }

    pub fn free(&mut self, state: &mut State, bytes: u32) -> TermId {
        state.fresh(self.terms, Kind::Free, bytes * 8)
    }

    /// What a read finds in a local object that nobody has written to.
    pub fn first_of_local(
        &mut self,
        state: &mut State,
        read: &Read,
        object: usize,
        offset: TermId,
    ) -> TermId {
        let free = self.free(state, read.bytes);
        let object = &state.objects[object];
        if object.fresh == Fresh::Unwritten {
            return free;
        }
        // What `realloc` takes along may end before the read does.
        let size = object.size;
        let inside = self.in_bounds(offset, size, read.bytes);
        let zero = self.terms.constant(read.bytes * 8, 0);
        self.terms.ite(inside, zero, free)
    }

    /// That bytes from an offset on lie in an object.
    fn in_bounds(&mut self, offset: TermId, size: TermId, bytes: u32) -> TermId {
        let length = self.terms.constant(self.pointer_bits(), bytes.into());
        self.lies_in(offset, length, size)
    }

    pub fn lies_in(&mut self, offset: TermId, length: TermId, size: TermId) -> TermId {
        let fits = self.terms.ule(length, size);
        let room = self.terms.sub(size, length);
        let below = self.terms.ule(offset, room);
        self.terms.and(fits, below)
    }

    /// What a variable of the program holds in the beginning.
    pub fn first_of_global(
        &mut self,
        state: &mut State,
        read: &Read,
        global: GlobalId,
        offset: TermId,
    ) -> TermId {
        let module = self.functions.module;
        let variable = module.global(global);
        // The engine sets it before the program begins.
        if variable.name == "environ" {
            return self.free(state, read.bytes);
        }
        let known = self.terms.as_u64(offset);
        match &variable.init {
            Init::External => self.free(state, read.bytes),
            Init::Zero => self.terms.constant(read.bytes * 8, 0),
            Init::Data { bytes, relocs } => {
                let end = known.and_then(|first| first.checked_add(read.bytes.into()));
                if let (Some(first), Some(end)) =
                    (known, end.filter(|&end| end <= bytes.len() as u64))
                {
                    let word = module.target.pointer_bytes();
                    let touched: Vec<_> = relocs
                        .iter()
                        .filter(|reloc| reloc.offset < end && first < reloc.offset + word)
                        .collect();
                    return match touched[..] {
                        [] => {
                            let bytes = &bytes[first as usize..end as usize];
                            let parts: Vec<(u32, TermId)> = bytes
                                .iter()
                                .map(|&byte| (8, self.terms.constant(8, byte.into())))
                                .collect();
                            access::join(self.terms, parts)
                        }
                        [reloc] if reloc.offset == first && end == first + word => {
                            let (base, label) = match reloc.target {
                                RelocTarget::Global(id) => {
                                    (base::of_global(self.terms, module, id), 0)
                                }
                                RelocTarget::Func(id) => {
                                    (base::of_function(self.terms, module, id), 0)
                                }
                                RelocTarget::Block(id, block) => {
                                    let label = dunlin_ir::semantics::address::label(block);
                                    (base::of_function(self.terms, module, id), label)
                                }
                            };
                            let addend = (reloc.addend as u64).wrapping_add(label);
                            let addend = self.terms.constant(self.pointer_bits(), addend);
                            self.terms.add(base, addend)
                        }
                        _ => self.free(state, read.bytes),
                    };
                }
                if !relocs.is_empty() || bytes.len() > LARGEST_TABLE || known.is_some() {
                    return self.free(state, read.bytes);
                }
                let table = self.terms.table(Table::of_bytes(self.pointer_bits(), bytes));
                let mut cells = ArrayCells { terms: self.terms, array: table };
                access::load(&mut cells, &offset, read.bytes * 8)
            }
        }
    }

    /// Whether two places lie in the same object, and then how far apart.
    pub fn distance(&mut self, state: &State, read: TermId, store: TermId) -> Distance {
        let ((one, from), (other, to)) =
            (base::split(self.terms, read), base::split(self.terms, store));
        match (one, other) {
            (Base::Wild, _) | (_, Base::Wild) => Distance::Unclear,
            (one, other) if one == other => match one {
                Base::Number => Distance::Elsewhere,
                _ => Distance::Same(self.terms.sub(from, to)),
            },
            (Base::Local(object), Base::Abstract(_)) | (Base::Abstract(_), Base::Local(object))
                if state.objects[object].private =>
            {
                Distance::Elsewhere
            }
            (Base::Global(global), Base::Abstract(_))
            | (Base::Abstract(_), Base::Global(global))
                if self.functions.is_private(global) =>
            {
                Distance::Elsewhere
            }
            // An abstract object is older than every local one that was met: it is met later, backward. That
            // is, unless its pointer is read from memory that a store may have changed since.
            (Base::Local(object), Base::Abstract(unknown))
            | (Base::Abstract(unknown), Base::Local(object)) => {
                let waits = |read: &Read| read.symbol == unknown && read.since < state.next_store;
                let is_bound = state.bindings.iter().any(|&(bound, _)| bound == unknown);
                let may_be_local =
                    !state.objects[object].met || is_bound || state.reads.iter().any(waits);
                match may_be_local || self.is_compared(state, object) {
                    true => Distance::Unclear,
                    false => Distance::Elsewhere,
                }
            }
            (Base::Abstract(_), Base::Global(_) | Base::Abstract(_)) => Distance::Unclear,
            (Base::Global(_), Base::Abstract(_)) => Distance::Unclear,
            _ => Distance::Elsewhere,
        }
    }

    /// Whether a condition speaks of where a local object lies. Where a number is compared with an address, it may
    /// become a pointer.
    fn is_compared(&mut self, state: &State, object: usize) -> bool {
        let base = state.objects[object].base;
        let mut conditions = state.open.iter().chain(state.settled.iter());
        conditions.any(|want| self.terms.free_variables(want.condition).contains(&base))
    }
}

pub enum Distance {
    Same(TermId),
    Elsewhere,
    Unclear,
}
