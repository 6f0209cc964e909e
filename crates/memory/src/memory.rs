//! The memory of one state: which objects live, and access to them.
//!
//! [`Memory`] is persistent: a clone shares everything and costs little. On top of the shared map
//! lies a small direct-mapped cache of objects in use. An object that is written is moved out of the
//! map into its cache entry, so that its reference count shows whether another state shares it, and
//! goes back when the entry is needed or the state forks. Only the state that runs has a large cache,
//! which the worker hands from one to the next ([`Memory::activate`]); that of a parked one has a
//! single entry.
//!
//! Invariants: a slot is `Out` exactly if its object is in the cache and nowhere else; a cache entry
//! whose slot is `Live` holds that same object; a slot is `Placed` if the object's content lies in
//! another object (see [`crate::placement`]), and then it is in no cache; ids 1 to `functions` are
//! functions and have no slot.

use crate::address::{AddressSpace, LEAST_ALIGN, function_address, function_at};
use crate::cache::{CacheEntry, Entries, ObjectCache};
use crate::class::Class;
use crate::moves::Place;
use crate::object::{Cell, Object, ObjectInfo, ObjectKind, Site, join};
use crate::placement::Placed;
use crate::slots::Slots;
use crate::tombstone::Tombstone;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the map knows of an id.
#[derive(Clone)]
pub(crate) enum Slot {
    Empty,
    /// With when it was made: here is room for it, and in an object there is none.
    Live(Rc<Object>, u64),
    /// In the cache.
    Out,
    /// Alive, but its content lies elsewhere; with when it was made.
    Placed(Rc<Placed>, u64),
    Dead(Tombstone),
}

/// Why an access did not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessError {
    /// Not within the object, which has this size.
    OutOfBounds {
        object: ObjectId,
        size: u64,
    },
    /// The object is gone; what remains of it, unless that was long ago.
    Dead {
        object: ObjectId,
        tombstone: Option<Tombstone>,
    },
    ReadOnly {
        object: ObjectId,
    },
    /// The address of a function is no data.
    Function {
        index: u64,
    },
    /// Nothing is wrong, but the access needs terms: see [`crate::symbolic`].
    NeedsTerms,
    /// Nothing is wrong, but the content lies elsewhere: see [`crate::placement`].
    Placed {
        object: ObjectId,
    },
}

/// How many later allocations a tombstone survives at least; the sweep comes to it within half as many. Bounds
/// the memory of programs that allocate and free for ever.
const TOMBSTONE_LIFE: u64 = 3 << 18;

pub struct Memory {
    pub(crate) slots: Slots,
    pub(crate) cache: Entries,
    /// How many objects were made: the time, by which it is known who is older.
    clock: u64,
    pub(crate) addresses: AddressSpace,
    /// Live and dead objects whose address was used as a number, by address, with their sizes.
    pub(crate) exposed: Rc<BTreeMap<u64, (ObjectId, u64)>>,
    /// The objects whose content lies in a segment, by segment.
    pub(crate) segments: Rc<BTreeMap<ObjectId, Vec<ObjectId>>>,
    /// In which circumstances objects were allocated, of those of which that was said. Beside the objects,
    /// since few explorations need it.
    contexts: Rc<FxHashMap<ObjectId, u32>>,
    /// Objects whose address has become known and that nobody has asked about yet.
    newly_exposed: Vec<ObjectId>,
    functions: u64,
    /// Pointer size in bytes, the unit of tags.
    word: u32,
    /// Fresh objects are undefined instead of zero.
    track_undefined: bool,
    live: u64,
    /// Bytes of live objects, for the limit.
    bytes: u64,
    /// An address that is needed as a number is a term over the base of its object: see
    /// [`Memory::free_addresses`].
    pub(crate) free_addresses: bool,
    /// Where objects lie or will lie that were moved for a condition of the path: see [`crate::moves`].
    pub(crate) places: Option<Rc<BTreeMap<u64, Place>>>,
}

/// No object may be larger than this, nor all together than the other: what a program asks for
/// beyond is refused as if memory were exhausted.
const MAX_OBJECT: u64 = 4 << 30;
const MAX_TOTAL: u64 = 16 << 30;

impl Memory {
    pub fn new(pointer_bits: u32, functions: u64, track_undefined: bool) -> Memory {
        let mut slots = Slots::default();
        // Their ids are not those of objects; 0 is none at all.
        slots.members_mut(Class::FIRST).made = functions + 1;
        Memory {
            slots,
            cache: Entries::small(),
            clock: 1,
            addresses: AddressSpace::new(pointer_bits, functions),
            exposed: Rc::default(),
            segments: Rc::default(),
            contexts: Rc::default(),
            newly_exposed: Vec::new(),
            functions,
            word: pointer_bits / 8,
            track_undefined,
            live: 0,
            bytes: 0,
            free_addresses: false,
            places: None,
        }
    }

    /// The object id that stands for function number `index`.
    pub fn function(index: u64) -> ObjectId {
        ObjectId(index + 1)
    }

    /// The function number that an object id stands for.
    pub fn as_function(&self, id: ObjectId) -> Option<u64> {
        (1..=self.functions).contains(&id.0).then(|| id.0 - 1)
    }

    pub fn word(&self) -> u32 {
        self.word
    }

    pub fn pointer_mask(&self) -> u64 {
        u64::MAX >> (64 - self.word * 8)
    }

    /// Notes in which circumstances an object was allocated, in the numbering of whoever executes.
    pub fn set_context(&mut self, id: ObjectId, context: u32) {
        Rc::make_mut(&mut self.contexts).insert(id, context);
    }

    /// In which circumstances an object was allocated; 0 if nobody said.
    pub fn context(&self, id: ObjectId) -> u32 {
        self.contexts.get(&id).copied().unwrap_or(0)
    }

    /// How many objects live.
    pub fn live(&self) -> u64 {
        self.live
    }

    // ---- life and death ------------------------------------------------------------------------

    /// A new object of `size` bytes, or `None` if the address space has no room for it.
    pub fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        allocated: Site,
        class: Class,
    ) -> Option<ObjectId> {
        if size > MAX_OBJECT || self.bytes + size > MAX_TOTAL {
            return None;
        }
        let members = self.slots.members_mut(class);
        let id = class.object(members.made)?;
        // Also if it will lie elsewhere, so that others lie where they would without that.
        let in_region = self.addresses.take_in_region(class, &mut members.used, size, align);
        let address = match (self.place_of(id.0), in_region) {
            (Some(address), _) | (None, Some(address)) => address,
            (None, None) => self.take_address(size, align)?,
        };
        // Where addresses are Dunlin's own choice, all are aligned as they are chosen.
        let promised = if self.free_addresses { align.max(1) } else { align.max(LEAST_ALIGN) };
        let info = ObjectInfo {
            kind,
            allocated,
            address,
            align: promised.trailing_zeros() as u8,
            read_only: false,
            exposed: false,
        };
        let mut object = Object::new(size, info);
        if self.track_undefined && kind != ObjectKind::Global && size > 0 {
            object.make_undefined(self.word);
        }
        self.put_new(class, id, object);
        self.live += 1;
        self.bytes += size;
        Some(id)
    }

    /// The time of an allocation, which passes.
    fn tick(&mut self) -> u64 {
        let now = self.clock;
        self.clock += 1;
        if now.is_multiple_of(32) && now >= TOMBSTONE_LIFE {
            self.slots.sweep(now - TOMBSTONE_LIFE);
        }
        now
    }

    /// Puts an object into the map whose id is the next of its class.
    fn put_new(&mut self, class: Class, id: ObjectId, object: Object) {
        let members = self.slots.members_mut(class);
        debug_assert_eq!(Class::ordinal(id), members.made);
        members.slots.replace(members.made, Slot::Out);
        members.made += 1;
        let born = self.tick();
        let object = Some(Rc::new(object));
        self.insert(CacheEntry { id: id.0, born, object, out: true });
    }

    /// A new object that is none of the program: where content of `first` lies, perhaps before that of others.
    pub(crate) fn new_storage(&mut self, first: ObjectId, size: u64) -> ObjectId {
        let id = self.next_storage(first);
        let info = ObjectInfo {
            kind: ObjectKind::Storage,
            allocated: Site(0),
            address: 0,
            align: 0,
            read_only: false,
            exposed: false,
        };
        self.put_new(Class::of(id), id, Object::new(size, info));
        id
    }

    /// As [`Memory::new_storage`], with the content of a storage of another state.
    pub(crate) fn share_storage(&mut self, first: ObjectId, content: Rc<Object>) -> ObjectId {
        let id = self.next_storage(first);
        self.slots.members_mut(Class::of(id)).made += 1;
        let born = self.tick();
        self.slots.replace(id, Slot::Live(content, born));
        id
    }

    fn next_storage(&mut self, first: ObjectId) -> ObjectId {
        let class = Class::of_storage(first);
        let made = self.slots.members_mut(class).made;
        class.object(made).expect("nobody lives to see so many")
    }

    /// Takes an object out of the map and the cache, and leaves `slot` in its place.
    pub(crate) fn take(&mut self, id: ObjectId, slot: Slot) {
        self.cache.forget(id.0);
        self.slots.replace(id, slot);
    }

    /// How many objects were made, which is the time: what is made later is younger.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Whether there is or was such an object or function.
    pub fn was_made(&self, id: ObjectId) -> bool {
        self.slots.was_made(id)
    }

    /// A new object at an address that the program knows; `None` if something lies there.
    pub fn allocate_fixed(
        &mut self,
        address: u64,
        size: u64,
        kind: ObjectKind,
        allocated: Site,
        class: Class,
    ) -> Option<ObjectId> {
        let end = address.checked_add(size)?;
        let before = self.exposed.range(..end).next_back();
        let free = before.is_none_or(|(&start, &(_, length))| start + length <= address);
        let sensible = size > 0 && size <= MAX_OBJECT && address > 0;
        let slots = &self.slots;
        let used = |class| slots.members(class).map_or(0, |members| members.used);
        if !sensible || !free || !self.addresses.reserve(address, end, used) {
            return None;
        }
        let id = class.object(self.slots.members_mut(class).made)?;
        let info = ObjectInfo {
            kind,
            allocated,
            address,
            align: address.trailing_zeros() as u8,
            read_only: false,
            exposed: true,
        };
        self.put_new(class, id, Object::new(size, info));
        Rc::make_mut(&mut self.exposed).insert(address, (id, size));
        self.newly_exposed.push(id);
        self.live += 1;
        self.bytes += size;
        Some(id)
    }

    fn take_address(&mut self, size: u64, align: u64) -> Option<u64> {
        if let Some(address) = self.addresses.take(size, align) {
            return Some(address);
        }
        self.check_in();
        let mut occupied: Vec<_> =
            self.exposed.iter().map(|(&address, &(_, size))| (address, size)).collect();
        self.slots.for_each(|_, slot| match slot {
            Slot::Live(object, _) if object.info.kind != ObjectKind::Storage => {
                occupied.push((object.info.address, object.size()));
            }
            Slot::Placed(placed, _) => occupied.push((placed.info.address, placed.size)),
            _ => {}
        });
        self.addresses.reclaim(occupied, self.word * 8, self.functions);
        self.addresses.take(size, align)
    }

    /// Ends the life of an object; its size. The caller has checked that it may be freed.
    pub fn free(&mut self, id: ObjectId, freed: Site) -> Result<u64, AccessError> {
        self.free_before(id, freed, self.clock)
    }

    /// As [`Memory::free`]; where it lay, objects that were born at this time or later may lie.
    pub fn free_before(
        &mut self,
        id: ObjectId,
        freed: Site,
        later: u64,
    ) -> Result<u64, AccessError> {
        let (size, info) = self.describe(id)?;
        let (born, _) = self.age(id);
        let mut tombstone = Tombstone {
            kind: info.kind,
            align: info.align,
            allocated: info.allocated,
            freed,
            size: u32::try_from(size).unwrap_or(u32::MAX),
            lived: u32::try_from(later - born).unwrap_or(u32::MAX),
            ..Tombstone::default()
        };
        tombstone.set_address(info.address);
        tombstone.set_born(born);
        // What is in the cache lies in itself.
        if self.cache.find(id.0).is_none() {
            self.give_up_place(id);
        }
        self.take(id, Slot::Dead(tombstone));
        self.live -= 1;
        self.bytes -= size;
        Ok(size)
    }

    // ---- finding objects -----------------------------------------------------------------------

    /// The live object `id`, for reading.
    #[inline(always)]
    pub fn object(&mut self, id: ObjectId) -> Result<&Object, AccessError> {
        let index = self.cache.index(id.0);
        if self.cache.0[index].id != id.0 {
            self.fetch(id)?;
        }
        Ok(self.cache.0[index].object.as_ref().expect("an entry with an id has an object"))
    }

    /// A live object that was used not long ago.
    #[inline]
    pub(crate) fn cached(&self, id: ObjectId) -> Option<&Object> {
        self.cache.find(id.0)?.object.as_deref()
    }

    /// The live object `id`, for writing, whether or not the program may write to it.
    #[inline(always)]
    pub fn object_mut(&mut self, id: ObjectId) -> Result<&mut Object, AccessError> {
        let index = self.cache.index(id.0);
        if self.cache.0[index].id != id.0 {
            self.fetch(id)?;
        }
        let entry = &mut self.cache.0[index];
        if !entry.out {
            Self::take_out(&mut self.slots, entry);
        }
        let object = entry.object.as_mut().expect("an entry with an id has an object");
        Ok(Rc::get_mut(object).expect("what is out of the map is shared by nobody"))
    }

    /// Makes a cached object this memory's own: out of the map, and copied if another shares it.
    #[cold]
    fn take_out(slots: &mut Slots, entry: &mut CacheEntry) {
        drop(slots.replace(ObjectId(entry.id), Slot::Out));
        Rc::make_mut(entry.object.as_mut().expect("an entry with an id has an object"));
        entry.out = true;
    }

    #[cold]
    #[inline(never)]
    fn fetch(&mut self, id: ObjectId) -> Result<(), AccessError> {
        if self.cache.bring_home(id.0) {
            return Ok(());
        }
        let (object, born) = match self.slots.get(id) {
            Slot::Live(object, born) => (object.clone(), *born),
            Slot::Dead(tombstone) => {
                return Err(AccessError::Dead { object: id, tombstone: Some(*tombstone) });
            }
            Slot::Placed(..) => return Err(AccessError::Placed { object: id }),
            Slot::Empty | Slot::Out => {
                return Err(match self.as_function(id) {
                    Some(index) => AccessError::Function { index },
                    None => AccessError::Dead { object: id, tombstone: None },
                });
            }
        };
        self.insert(CacheEntry { id: id.0, born, object: Some(object), out: false });
        Ok(())
    }

    fn insert(&mut self, entry: CacheEntry) {
        if let CacheEntry { id, born, object: Some(object), out: true } = self.cache.insert(entry) {
            self.slots.replace(ObjectId(id), Slot::Live(object, born));
        }
    }

    /// Puts every cached object back into the map; the cache goes on to know it.
    pub(crate) fn check_in(&mut self) {
        for entry in &mut self.cache.0 {
            if entry.out {
                let object = entry.object.clone().expect("what is out has an object");
                self.slots.replace(ObjectId(entry.id), Slot::Live(object, entry.born));
                entry.out = false;
            }
        }
    }

    /// Whether it has the large cache.
    pub fn has_cache(&self) -> bool {
        self.cache.is_large()
    }

    /// Takes over the large cache, before the state runs.
    pub fn activate(&mut self, cache: ObjectCache) {
        self.check_in();
        self.cache = cache.entries;
        self.slots.exchange_hot(cache.classes);
    }

    /// Gives the large cache back, empty, when the state is parked.
    pub fn park(&mut self) -> ObjectCache {
        self.check_in();
        let mut entries = std::mem::replace(&mut self.cache, Entries::small());
        entries.0.fill_with(|| CacheEntry::EMPTY);
        ObjectCache { entries, classes: self.slots.give_hot_away() }
    }

    /// A copy that shares all objects with this one until either writes to them.
    pub fn fork(&mut self) -> Memory {
        self.check_in();
        Memory {
            slots: self.slots.fork(),
            cache: Entries::small(),
            clock: self.clock,
            addresses: self.addresses.clone(),
            exposed: self.exposed.clone(),
            segments: self.segments.clone(),
            contexts: self.contexts.clone(),
            newly_exposed: self.newly_exposed.clone(),
            functions: self.functions,
            word: self.word,
            track_undefined: self.track_undefined,
            live: self.live,
            bytes: self.bytes,
            free_addresses: self.free_addresses,
            places: self.places.clone(),
        }
    }

    /// Where an object lies, hidden from the program.
    pub fn address(&mut self, id: ObjectId) -> Result<u64, AccessError> {
        match self.as_function(id) {
            Some(index) => Ok(self.place_of(id.0).unwrap_or(function_address(index))),
            None => Ok(self.describe(id)?.1.address),
        }
    }

    /// The objects whose addresses the program has seen, dead ones too.
    pub fn exposed_objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.exposed.values().map(|&(object, _)| object)
    }

    /// Calls `f` with every live object as it is shared with other states.
    pub fn for_each_live_object(&mut self, mut f: impl FnMut(&Rc<Object>)) {
        self.check_in();
        self.slots.for_each(|_, slot| {
            if let Slot::Live(object, _) = slot {
                f(object);
            }
        });
    }

    // ---- access --------------------------------------------------------------------------------

    /// Reads `size` (at most 8) bytes as one value.
    #[inline(always)]
    pub fn load(&mut self, id: ObjectId, offset: u64, size: u32) -> Result<Value, AccessError> {
        let word = self.word;
        let object = match self.object(id) {
            Ok(object) => object,
            Err(error) => return self.load_placed(error, offset, size),
        };
        if !in_bounds(object.written_below(), offset, u64::from(size)) {
            return self.load_behind_gap(id, offset, size);
        }
        match object.load_written(offset, size, word) {
            Some(value) => Ok(value),
            None => self.load_bytewise(id, offset, size),
        }
    }

    /// A load of what is not below all that is not written, or not in bounds.
    #[inline(never)]
    fn load_behind_gap(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Result<Value, AccessError> {
        let word = self.word;
        let object = self.object(id)?;
        if !in_bounds(object.size(), offset, u64::from(size)) {
            return Err(AccessError::OutOfBounds { object: id, size: object.size() });
        }
        if !object.is_written(offset, size.into()) {
            return Err(AccessError::NeedsTerms);
        }
        match object.load_written(offset, size, word) {
            Some(value) => Ok(value),
            None => self.load_bytewise(id, offset, size),
        }
    }

    /// Writes `size` (at most 8) bytes.
    #[inline(always)]
    pub fn store(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
        value: Value,
    ) -> Result<(), AccessError> {
        let word = self.word;
        let object = match self.object_mut(id) {
            Ok(object) => object,
            Err(error) => return self.store_placed(error, offset, size, value),
        };
        if !in_bounds(object.written_below(), offset, u64::from(size)) {
            return store_behind_gap(object, id, offset, size, value, word);
        }
        if object.info.read_only {
            return Err(AccessError::ReadOnly { object: id });
        }
        if (object.is_tagged() || !value.meta.is_int()) && object.store_needs_terms(value) {
            return Err(AccessError::NeedsTerms);
        }
        object.store_written(offset, size, value, word);
        Ok(())
    }

    /// The slow way, for bytes of different kinds. A pointer that is read in parts gives up its
    /// address.
    #[cold]
    #[inline(never)]
    fn load_bytewise(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Result<Value, AccessError> {
        let word = self.word;
        let object = self.object(id)?;
        if object.array().is_some() {
            return Err(AccessError::NeedsTerms);
        }
        let mut cells = [Cell::plain(0); 8];
        let cells = &mut cells[..size as usize];
        for (i, cell) in cells.iter_mut().enumerate() {
            *cell = object.cell(offset + i as u64, word);
        }
        self.join_cells(cells)
    }

    /// The value that bytes form, which may be of different kinds.
    pub(crate) fn join_cells(&mut self, cells: &mut [Cell]) -> Result<Value, AccessError> {
        let word = self.word;
        if let Some(value) = join(cells, word as usize) {
            return Ok(value);
        }
        let needs_terms = |cell: &Cell| {
            use Cell::{SymbolicPointer, Term, Unwritten};
            matches!(cell, Term { .. } | SymbolicPointer { .. } | Unwritten { .. })
        };
        if cells.iter().any(needs_terms) {
            return Err(AccessError::NeedsTerms);
        }
        if self.free_addresses {
            return Err(AccessError::NeedsTerms);
        }
        for cell in cells.iter_mut() {
            if let Cell::Pointer { object, offset, index } = *cell {
                // A pointer that was zero-extended has bytes beyond the pointer size: zeros.
                let address = self.expose(object).wrapping_add(offset) & self.pointer_mask();
                *cell = Cell::plain((address >> (8 * index)) as u8);
            }
        }
        Ok(join(cells, word as usize).expect("no pointer is left"))
    }

    /// Checks that `len` bytes at `offset` can be read.
    pub fn check_readable(
        &mut self,
        id: ObjectId,
        offset: u64,
        len: u64,
    ) -> Result<(), AccessError> {
        let (size, _) = self.describe(id)?;
        match in_bounds(size, offset, len) {
            true => Ok(()),
            false => Err(AccessError::OutOfBounds { object: id, size }),
        }
    }

    /// Checks that `len` bytes at `offset` can be written.
    pub fn check_writable(
        &mut self,
        id: ObjectId,
        offset: u64,
        len: u64,
    ) -> Result<(), AccessError> {
        self.check_readable(id, offset, len)?;
        match self.describe(id)?.1.read_only {
            true => Err(AccessError::ReadOnly { object: id }),
            false => Ok(()),
        }
    }

    // ---- addresses as numbers ------------------------------------------------------------------

    /// The hidden address of an object or function, from now on known to the program.
    pub fn expose(&mut self, id: ObjectId) -> u64 {
        if let Some(index) = self.as_function(id) {
            return self.place_of(id.0).unwrap_or(function_address(index));
        }
        let Ok((size, info)) = self.describe(id) else {
            // A dangling pointer is only a number; any that is no live object's address will do.
            return self.dangling_address(id);
        };
        if !info.exposed {
            self.change_info(id, |info| info.exposed = true);
            Rc::make_mut(&mut self.exposed).insert(info.address, (id, size));
            self.newly_exposed.push(id);
        }
        info.address
    }

    /// The objects whose address has become known since this was asked last.
    pub fn take_newly_exposed(&mut self) -> Vec<ObjectId> {
        std::mem::take(&mut self.newly_exposed)
    }

    pub(crate) fn dangling_address(&self, id: ObjectId) -> u64 {
        if let Slot::Dead(tombstone) = self.slots.get(id) {
            return tombstone.address();
        }
        let exposed = self.exposed.iter().find(|(_, (object, _))| *object == id);
        exposed.map_or(0x1000 + id.0 % 0x700 * 16, |(&address, _)| address)
    }

    /// The pointer that a number is, if it lies in (or just behind) an object whose address the
    /// program has seen, or is that of a function.
    pub fn resolve_address(&mut self, address: u64) -> Option<(ObjectId, u64)> {
        if let Some(function) = self.moved_function_at(address) {
            return Some((function, 0));
        }
        if let Some(index) = function_at(address, self.functions)
            && self.place_of(index + 1).is_none()
        {
            return Some((Self::function(index), 0));
        }
        let (&start, &(id, size)) = self.exposed.range(..=address).next_back()?;
        (address - start <= size).then_some((id, address - start))
    }
}

/// A store to what is not below all that is not written, or not in bounds.
#[inline(never)]
fn store_behind_gap(
    object: &mut Object,
    id: ObjectId,
    offset: u64,
    size: u32,
    value: Value,
    word: u32,
) -> Result<(), AccessError> {
    if value.meta.is_int() && object.write_on(offset, u64::from(size)) {
        object.store_written(offset, size, value, word);
        return Ok(());
    }
    if !in_bounds(object.size(), offset, u64::from(size)) {
        return Err(AccessError::OutOfBounds { object: id, size: object.size() });
    }
    if object.info.read_only {
        return Err(AccessError::ReadOnly { object: id });
    }
    if !value.meta.is_int() && object.store_needs_terms(value) {
        return Err(AccessError::NeedsTerms);
    }
    object.store(offset, size, value, word);
    Ok(())
}

#[inline(always)]
pub(crate) fn in_bounds(size: u64, offset: u64, len: u64) -> bool {
    len <= size && offset <= size - len
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::CACHE_SIZE;

    #[test]
    fn live_bytes_are_counted_and_limited() {
        let mut memory = Memory::new(64, 0, false);
        let mut objects = Vec::new();
        for size in [0, 1, 100, 5000] {
            objects.push(
                memory.allocate(size, 1, ObjectKind::Heap, Site(0), Class::named("block")).unwrap(),
            );
        }
        assert_eq!((memory.live, memory.bytes), (4, 5101));
        let child = memory.fork();
        memory.free(objects[2], Site(0)).unwrap();
        assert!(memory.free(objects[2], Site(0)).is_err());
        assert_eq!((memory.live, memory.bytes), (3, 5001));
        assert_eq!((child.live, child.bytes), (4, 5101));
        // As if the program held nearly everything that it may.
        memory.bytes = MAX_TOTAL - 10;
        assert_eq!(memory.allocate(11, 1, ObjectKind::Heap, Site(0), Class::named("block")), None);
        assert!(memory.allocate(10, 1, ObjectKind::Heap, Site(0), Class::named("block")).is_some());
    }

    #[test]
    fn a_slot_is_out_exactly_while_its_object_is_in_the_cache_alone() {
        let mut memory = Memory::new(64, 0, false);
        memory.activate(ObjectCache::large());
        let count = 3 * CACHE_SIZE as u64;
        let ids: Vec<ObjectId> = (0..count)
            .map(|_| {
                memory.allocate(8, 8, ObjectKind::Heap, Site(0), Class::named("block")).unwrap()
            })
            .collect();
        let check = |memory: &Memory| {
            for &id in &ids {
                let entry = memory.cache.find(id.0);
                match (memory.slots.get(id), entry) {
                    (Slot::Out, entry) => {
                        assert!(entry.is_some_and(|entry| entry.object.is_some()))
                    }
                    (Slot::Live(object, _), Some(entry)) => {
                        assert!(Rc::ptr_eq(object, entry.object.as_ref().unwrap()));
                    }
                    (Slot::Live(..), None) => {}
                    (Slot::Empty | Slot::Dead(_) | Slot::Placed(..), _) => {
                        panic!("object {id} is lost")
                    }
                }
            }
        };
        for (i, &id) in ids.iter().enumerate() {
            match i % 3 {
                0 => assert!(memory.object(id).is_ok()),
                1 => memory.store(id, 0, 8, Value::int(i as u64)).unwrap(),
                _ => drop(memory.fork()),
            }
            if i % 50 == 0 {
                check(&memory);
            }
        }
        check(&memory);
        for (i, &id) in ids.iter().enumerate() {
            let expected = if i % 3 == 1 { i as u64 } else { 0 };
            assert_eq!(memory.load(id, 0, 8), Ok(Value::int(expected)));
        }
    }
}
