//! The cache of objects in use by a state that runs.
//!
//! An object has a home, the entry that the lowest bits of its id say, at which it is looked for. Whoever is
//! driven out of it by another one moves to the opposite entry, and comes home when it is needed again: two
//! objects with one home, used in turn, cost little.

use crate::object::Object;
use crate::slots::HotClasses;
use std::rc::Rc;

/// Large enough for the working set of a data structure with a few hundred nodes.
pub(crate) const CACHE_SIZE: usize = 256;

/// What the state that runs has beside its memory, handed from one to the next.
pub struct ObjectCache {
    pub(crate) entries: Entries,
    pub(crate) classes: HotClasses,
}

impl Default for ObjectCache {
    fn default() -> ObjectCache {
        ObjectCache::large()
    }
}

impl ObjectCache {
    /// For the state that runs.
    pub fn large() -> ObjectCache {
        let entries = std::iter::repeat_with(|| CacheEntry::EMPTY).take(CACHE_SIZE).collect();
        ObjectCache { entries: Entries(entries), classes: HotClasses::large() }
    }
}

/// A power of two of entries.
pub(crate) struct Entries(pub Box<[CacheEntry]>);

pub(crate) struct CacheEntry {
    pub id: u64,
    /// When the object was made.
    pub born: u64,
    pub object: Option<Rc<Object>>,
    /// The object is here and not in the map.
    pub out: bool,
}

impl CacheEntry {
    pub const EMPTY: CacheEntry = CacheEntry { id: 0, born: 0, object: None, out: false };

    /// The object of an entry that has one.
    #[inline(always)]
    pub fn object(&self) -> &Object {
        self.object.as_ref().expect("an entry with an id has an object")
    }

    /// The same, to be changed. It must be out.
    #[inline(always)]
    pub fn object_mut(&mut self) -> &mut Object {
        let object = self.object.as_mut().expect("an entry with an id has an object");
        Rc::get_mut(object).expect("what is out of the map is shared by nobody")
    }
}

impl Entries {
    pub fn small() -> Entries {
        Entries(Box::new([CacheEntry::EMPTY]))
    }

    pub fn is_large(&self) -> bool {
        self.0.len() == CACHE_SIZE
    }

    /// The home of an object.
    #[inline(always)]
    pub fn index(&self, id: u64) -> usize {
        id as usize & (self.0.len() - 1)
    }

    /// The other entry in which an object can be.
    #[inline(always)]
    fn opposite(&self, index: usize) -> usize {
        index ^ self.0.len() >> 1
    }

    /// The entry of an object, if it has one.
    #[inline]
    pub fn find(&self, id: u64) -> Option<&CacheEntry> {
        let home = &self.0[self.index(id)];
        if home.id == id {
            return Some(home);
        }
        let opposite = &self.0[self.opposite(self.index(id))];
        (opposite.id == id).then_some(opposite)
    }

    /// Whether an object that is not at home is in the cache; then it is at home now.
    #[inline]
    pub fn bring_home(&mut self, id: u64) -> bool {
        let home = self.index(id);
        let opposite = self.opposite(home);
        let found = self.0[opposite].id == id;
        if found {
            self.0.swap(home, opposite);
        }
        found
    }

    /// Puts an object that is not in the cache at home; what no longer has an entry.
    #[inline]
    pub fn insert(&mut self, entry: CacheEntry) -> CacheEntry {
        let home = self.index(entry.id);
        let opposite = self.opposite(home);
        let evicted = std::mem::replace(&mut self.0[home], entry);
        match evicted.id == 0 || opposite == home {
            true => evicted,
            false => std::mem::replace(&mut self.0[opposite], evicted),
        }
    }

    /// Drops the entry of an object, if it has one.
    #[inline]
    pub fn forget(&mut self, id: u64) {
        let home = self.index(id);
        let index = if self.0[home].id == id { home } else { self.opposite(home) };
        if self.0[index].id == id {
            self.0[index] = CacheEntry::EMPTY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: u64) -> CacheEntry {
        CacheEntry { id, ..CacheEntry::EMPTY }
    }

    #[test]
    fn two_objects_with_one_home_stay() {
        let mut entries = ObjectCache::large().entries;
        assert_eq!(entries.insert(entry(5)).id, 0);
        assert_eq!(entries.insert(entry(5 + 256)).id, 0);
        assert_eq!(entries.0[entries.index(5)].id, 261);
        assert!(entries.find(5).is_some() && entries.bring_home(5));
        assert_eq!(entries.0[entries.index(5)].id, 5);
        assert!(entries.find(261).is_some());
        // A third drives out the one that was used longest ago.
        assert_eq!(entries.insert(entry(5 + 512)).id, 261);
        entries.forget(5);
        assert!(entries.find(5).is_none() && !entries.bring_home(5));
    }

    #[test]
    fn a_parked_state_has_one_entry() {
        let mut entries = Entries::small();
        assert_eq!(entries.insert(entry(5)).id, 0);
        assert_eq!(entries.insert(entry(6)).id, 5);
        assert!(entries.find(6).is_some() && entries.find(5).is_none());
    }
}
