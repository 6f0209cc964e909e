//! Addresses that somebody else than the memory itself has chosen.
//!
//! A condition of a path may need objects to lie elsewhere than where they were put: in another order,
//! or where a freed one lay. Whoever decides that has checked that the addresses are aligned as
//! promised and that objects that live at the same time do not overlap; here the objects are moved. The
//! places are kept by id, also those of objects that are not there yet, so that a path that is followed
//! again from its beginning has them from the start.

use crate::memory::{AccessError, Memory, Slot};
use crate::object::{ObjectInfo, ObjectKind};
use crate::value::ObjectId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is known of a place where an object lies or lay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Life {
    pub object: ObjectId,
    pub size: u64,
    pub address: u64,
    /// `None` for a function.
    pub kind: Option<ObjectKind>,
    /// When it was made, as [`Memory::clock`] tells the time.
    pub born: u64,
    /// What was made at this time or later may lie there; `None` while it lives.
    pub died: Option<u64>,
}

/// Where an object was put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub object: ObjectId,
    pub address: u64,
    pub size: u64,
}

impl Life {
    /// Whether two objects may have lain at the same place: one was gone before the other came, and both
    /// come from the same part of memory.
    pub fn may_share_place(&self, other: &Life) -> bool {
        let gone = |x: &Life, y: &Life| x.died.is_some_and(|died| died <= y.born);
        self.kind == other.kind && (gone(self, other) || gone(other, self))
    }

    /// Whether the linker has put it where it is: a variable that is no local one, or a function.
    pub fn is_linked(&self) -> bool {
        matches!(self.kind, None | Some(ObjectKind::Global))
    }
}

impl Memory {
    /// Addresses become terms where they are needed as numbers, since no claim may depend on those that
    /// were chosen here. Before anything is allocated.
    pub fn free_addresses(&mut self) {
        self.free_addresses = true;
    }

    /// Whether addresses become terms.
    pub fn has_free_addresses(&self) -> bool {
        self.free_addresses
    }

    /// Whether an object was seen as a number, so that it has to stay where it is.
    pub fn is_exposed(&mut self, id: ObjectId) -> bool {
        let address = self.life(id).address;
        self.exposed.get(&address).is_some_and(|&(object, _)| object == id)
    }

    /// Whether the address of an object is known to the program as a number; `None` if it does not live.
    #[inline]
    pub fn is_number(&self, id: ObjectId) -> Option<bool> {
        if let Some(object) = self.cached(id) {
            return Some(object.info.exposed);
        }
        match self.slots.get(id) {
            Slot::Live(object, _) => Some(object.info.exposed),
            Slot::Placed(placed, _) => Some(placed.info.exposed),
            _ => None,
        }
    }

    /// The place that was chosen for an object.
    #[inline]
    pub(crate) fn place_of(&self, id: u64) -> Option<u64> {
        Some(self.places.as_ref()?.get(&id)?.address)
    }

    /// Whether places were chosen for any object.
    pub fn has_places(&self) -> bool {
        self.places.is_some()
    }

    /// The places that were chosen, by object.
    pub fn places(&self) -> Vec<Place> {
        self.places.iter().flat_map(|places| places.values().copied()).collect()
    }

    pub(crate) fn moved_function_at(&self, address: u64) -> Option<ObjectId> {
        let places = self.places.as_ref()?;
        let is_it = |place: &&Place| place.address == address;
        let found = places.values().find(is_it).map(|place| place.object);
        found.filter(|&id| self.as_function(id).is_some())
    }

    /// Where and when an object or function lies or lay.
    pub fn life(&mut self, id: ObjectId) -> Life {
        let dead = |(kind, size): (ObjectKind, u64), address, born, died| Life {
            object: id,
            size,
            address,
            kind: Some(kind),
            born,
            died: Some(died),
        };
        match self.describe(id) {
            Ok((size, ObjectInfo { kind, address, .. })) => {
                let (born, _) = self.age(id);
                Life { object: id, size, address, kind: Some(kind), born, died: None }
            }
            Err(AccessError::Dead { tombstone: Some(t), .. }) => {
                dead((t.kind, t.size.into()), t.address(), t.born(), t.died())
            }
            // Nobody knows any more what it was and how long it lived.
            Err(AccessError::Dead { tombstone: None, .. }) => {
                dead((ObjectKind::Heap, 0), self.dangling_address(id), 0, 1)
            }
            Err(_) => {
                let address = self.address(id).expect("a function has an address");
                Life { object: id, size: 1, address, kind: None, born: 0, died: None }
            }
        }
    }

    /// What puts objects into the order in which they were made. Functions come before all others.
    pub fn age(&self, id: ObjectId) -> (u64, ObjectId) {
        let in_map = || match self.slots.get(id) {
            Slot::Live(_, born) | Slot::Placed(_, born) => *born,
            Slot::Dead(tombstone) => tombstone.born(),
            Slot::Out | Slot::Empty => 0,
        };
        let born = self.cache.find(id.0).map_or_else(in_map, |entry| entry.born);
        (born, id)
    }

    /// Puts objects, also dead ones and those that are not there yet, and functions, at addresses. Other
    /// live objects that lie there move away: those that did.
    pub fn put(&mut self, at: &[Place]) -> Vec<ObjectId> {
        let mut places: BTreeMap<u64, Place> = self.places.as_deref().cloned().unwrap_or_default();
        for &place in at {
            places.insert(place.object.0, place);
            self.addresses.keep_out(place.address, place.size);
            self.put_one(place.object, place.address);
        }
        self.places = Some(Rc::new(places));
        let mut moved = Vec::new();
        for object in self.live_objects() {
            if self.place_of(object.0).is_some() {
                continue;
            }
            let life = self.life(object);
            let hit = |place: &Place| {
                place.address < life.address + life.size.max(1)
                    && life.address < place.address + place.size.max(1)
            };
            if at.iter().any(hit)
                && let Ok((size, info)) = self.describe(object)
                && let Some(address) = self.addresses.take(size, 1 << info.align)
            {
                self.put_one(object, address);
                moved.push(object);
            }
        }
        moved
    }

    /// Moves an object, if there is or was one.
    fn put_one(&mut self, object: ObjectId, address: u64) {
        if let Slot::Dead(tombstone) = self.slots.get(object) {
            let mut tombstone = *tombstone;
            tombstone.set_address(address);
            self.slots.replace(object, Slot::Dead(tombstone));
            return;
        }
        let Ok((size, info)) = self.describe(object) else { return };
        if info.exposed {
            let exposed = Rc::make_mut(&mut self.exposed);
            exposed.remove(&info.address);
            exposed.insert(address, (object, size));
        }
        self.change_info(object, |info| info.address = address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;
    use crate::object::Site;

    fn block(memory: &mut Memory, size: u64) -> ObjectId {
        memory.allocate(size, 16, ObjectKind::Heap, Site(0), Class::named("block")).unwrap()
    }

    #[test]
    fn places_are_shared_only_by_objects_that_did_not_live_together() {
        let mut memory = Memory::new(64, 2, false);
        let (a, b) = (block(&mut memory, 4), block(&mut memory, 4));
        memory.free(a, Site(0)).unwrap();
        let c = block(&mut memory, 100);
        let local =
            memory.allocate(4, 4, ObjectKind::Stack, Site(0), Class::named("block")).unwrap();
        let [a, b, c, local, f] = [a, b, c, local, Memory::function(1)].map(|id| memory.life(id));
        assert!(a.may_share_place(&c) && c.may_share_place(&a));
        assert!(!a.may_share_place(&b) && !b.may_share_place(&c));
        assert!(!a.may_share_place(&local) && !a.may_share_place(&f));
    }

    #[test]
    fn who_lies_where_another_one_is_put_moves_away() {
        let mut memory = Memory::new(64, 2, false);
        let (a, b) = (block(&mut memory, 4), block(&mut memory, 4));
        let there = memory.life(b).address;
        let moved = memory.put(&[Place { object: a, address: there, size: 4 }]);
        assert_eq!(moved, [b]);
        assert_eq!(memory.life(a).address, there);
        let (b, c) = (memory.life(b).address, block(&mut memory, 4));
        let c = memory.life(c).address;
        assert!([b, c].iter().all(|&other| other.abs_diff(there) > 4), "{b:x} {c:x} {there:x}");
    }

    #[test]
    fn an_object_that_comes_later_gets_the_place_that_was_chosen() {
        let mut memory = Memory::new(64, 2, false);
        let next = Class::named("block").object(0).unwrap();
        let function = Memory::function(1);
        memory.put(&[
            Place { object: next, address: 0x5000_0000, size: 8 },
            Place { object: function, address: 0x6000_0000, size: 1 },
        ]);
        assert_eq!(block(&mut memory, 8), next);
        assert_eq!(memory.life(next).address, 0x5000_0000);
        assert_eq!(memory.resolve_address(0x6000_0000), Some((function, 0)));
        memory.free(next, Site(0)).unwrap();
        memory.put(&[Place { object: next, address: 0x7000_0000, size: 8 }]);
        assert_eq!(memory.life(next).address, 0x7000_0000);
    }
}
