//! How objects begin and end, and where they are put.
//!
//! An id and, as far as there is room, an address follow from the class of an allocation and from what was
//! allocated in it before on the path ([`crate::class`], [`crate::address`]). What remains of an object that is gone is
//! a tombstone, for a while.

use crate::address::LEAST_ALIGN;
use crate::cache::CacheEntry;
use crate::class::Class;
use crate::memory::{AccessError, Memory, Slot};
use crate::object::{Object, ObjectInfo, ObjectKind, Site};
use crate::tombstone::Tombstone;
use crate::value::ObjectId;
use std::rc::Rc;

/// How many later allocations a tombstone survives at least; the sweep comes to it within half as many. Bounds
/// the memory of programs that allocate and free for ever.
const TOMBSTONE_LIFE: u64 = 3 << 18;

/// No object may be larger than this, nor all together than the other: what a program asks for
/// beyond is refused as if memory were exhausted.
const MAX_OBJECT: u64 = 4 << 30;
pub(crate) const MAX_TOTAL: u64 = 16 << 30;

impl Memory {
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
}
