//! The memory of one state: which objects there are, and how they are found.
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

use crate::address::{AddressSpace, function_address};
use crate::cache::{CacheEntry, Entries, ObjectCache};
use crate::class::Class;
use crate::moves::Place;
use crate::object::Object;
use crate::placement::Placed;
use crate::slots::Slots;
use crate::tombstone::Tombstone;
use crate::value::ObjectId;
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

pub struct Memory {
    pub(crate) slots: Slots,
    pub(crate) cache: Entries,
    /// How many objects were made: the time, by which it is known who is older.
    pub(crate) clock: u64,
    pub(crate) addresses: AddressSpace,
    /// Live and dead objects whose address was used as a number, by address, with their sizes.
    pub(crate) exposed: Rc<BTreeMap<u64, (ObjectId, u64)>>,
    /// The objects whose content lies in a segment, by segment.
    pub(crate) segments: Rc<BTreeMap<ObjectId, Vec<ObjectId>>>,
    /// In which circumstances objects were allocated, of those of which that was said. Beside the objects,
    /// since few explorations need it.
    contexts: Rc<FxHashMap<ObjectId, u32>>,
    /// Objects whose address has become known and that nobody has asked about yet.
    pub(crate) newly_exposed: Vec<ObjectId>,
    pub(crate) functions: u64,
    /// Pointer size in bytes, the unit of tags.
    pub(crate) word: u32,
    /// Fresh objects are undefined instead of zero.
    pub(crate) track_undefined: bool,
    pub(crate) live: u64,
    /// Bytes of live objects, for the limit.
    pub(crate) bytes: u64,
    /// An address that is needed as a number is a term over the base of its object: see
    /// [`Memory::free_addresses`].
    pub(crate) free_addresses: bool,
    /// Where objects lie or will lie that were moved for a condition of the path: see [`crate::moves`].
    pub(crate) places: Option<Rc<BTreeMap<u64, Place>>>,
}

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

    /// The live object `id`, for reading.
    #[inline(always)]
    pub fn object(&mut self, id: ObjectId) -> Result<&Object, AccessError> {
        let index = self.cache.index(id.0);
        if self.cache.0[index].id == id.0 {
            return Ok(self.cache.0[index].object());
        }
        self.fetched(id)
    }

    /// As [`Memory::object`], for one that is not at home in the cache. It is a function of its own so that nothing has to be
    /// looked at twice where it is.
    #[cold]
    #[inline(never)]
    fn fetched(&mut self, id: ObjectId) -> Result<&Object, AccessError> {
        self.fetch(id)?;
        Ok(self.cache.0[self.cache.index(id.0)].object())
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
        let entry = &self.cache.0[index];
        if entry.id == id.0 && entry.out {
            return Ok(self.cache.0[index].object_mut());
        }
        self.fetched_mut(id)
    }

    /// As [`Memory::object_mut`], for one that is not at home in the cache or still in the map.
    #[cold]
    #[inline(never)]
    fn fetched_mut(&mut self, id: ObjectId) -> Result<&mut Object, AccessError> {
        let index = self.cache.index(id.0);
        if self.cache.0[index].id != id.0 {
            self.fetch(id)?;
        }
        let entry = &mut self.cache.0[index];
        if !entry.out {
            Self::take_out(&mut self.slots, entry);
        }
        Ok(entry.object_mut())
    }

    /// Makes a cached object this memory's own: out of the map, and copied if another shares it.
    fn take_out(slots: &mut Slots, entry: &mut CacheEntry) {
        drop(slots.replace(ObjectId(entry.id), Slot::Out));
        Rc::make_mut(entry.object.as_mut().expect("an entry with an id has an object"));
        entry.out = true;
    }

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

    pub(crate) fn insert(&mut self, entry: CacheEntry) {
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
}

#[inline(always)]
pub(crate) fn in_bounds(size: u64, offset: u64, len: u64) -> bool {
    len <= size && offset <= size - len
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::CACHE_SIZE;
    use crate::life::MAX_TOTAL;
    use crate::object::{ObjectKind, Site};
    use crate::value::Value;

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
