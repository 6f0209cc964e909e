//! The persistent map from object to slot.
//!
//! In two steps: from the class to its members ([`crate::classes`]), and from the ordinal to the slot
//! ([`crate::tree`]). The classes in which the running state allocates are **hot**: their members are taken
//! out of the map and stand in a small direct-mapped cache, so that an allocation looks up nothing. They go
//! back when their entry is needed or the state forks.
//!
//! Tombstones end: a cursor goes round over all leaves, a little with every allocation, and drops those that
//! are old enough. What is dropped and when follows from the path alone.
//!
//! Invariant: the trie has members of every class that ever was asked for to be changed; those of a hot
//! class are empty there.

use crate::class::Class;
use crate::classes::{ClassTrie, Members, NO_CLASS};
use crate::memory::Slot;
use crate::value::ObjectId;

/// More than a loop has allocation sites.
const HOT: usize = 64;

/// So many leaves are visited for 32 allocations, which make one. So the cursor comes round in time: of leaves
/// with neither live objects nor young tombstones there are at most half as many as of others.
const LEAVES_PER_SWEEP: usize = 3;

/// The classes in use by the state that runs. A power of two of entries.
pub struct HotClasses {
    entries: Box<[Members]>,
    /// A bit for each entry that has a class.
    occupied: u64,
}

impl HotClasses {
    /// For the state that runs.
    pub fn large() -> HotClasses {
        HotClasses::with(HOT)
    }

    fn with(count: usize) -> HotClasses {
        let entries = std::iter::repeat_with(|| Members::none(NO_CLASS)).take(count).collect();
        HotClasses { entries, occupied: 0 }
    }

    #[inline(always)]
    fn index(&self, class: u32) -> usize {
        class as usize & (self.entries.len() - 1)
    }
}

pub struct Slots {
    classes: ClassTrie,
    hot: HotClasses,
    /// Where tombstones are looked for next: a class, and an ordinal.
    sweep: (u32, u64),
}

impl Default for Slots {
    fn default() -> Slots {
        Slots { classes: ClassTrie::default(), hot: HotClasses::with(1), sweep: (0, 0) }
    }
}

impl Slots {
    /// The members of a class, to be changed.
    #[inline(always)]
    pub fn members_mut(&mut self, class: Class) -> &mut Members {
        let class = class.number();
        let index = self.hot.index(class);
        if self.hot.entries[index].class != class {
            self.make_hot(class, index);
        }
        &mut self.hot.entries[index]
    }

    #[cold]
    #[inline(never)]
    fn make_hot(&mut self, class: u32, index: usize) {
        let members = self.classes.replace(Members::none(class));
        let members = members.unwrap_or_else(|| Members::none(class));
        let evicted = std::mem::replace(&mut self.hot.entries[index], members);
        self.hot.occupied |= 1 << index;
        if evicted.class != NO_CLASS {
            self.classes.replace(evicted);
        }
    }

    pub fn members(&self, class: Class) -> Option<&Members> {
        let class = class.number();
        let entry = &self.hot.entries[self.hot.index(class)];
        if entry.class == class { Some(entry) } else { self.classes.get(class) }
    }

    #[inline]
    pub fn get(&self, id: ObjectId) -> &Slot {
        const EMPTY: &Slot = &Slot::Empty;
        match self.members(Class::of(id)) {
            Some(members) => members.slots.get(Class::ordinal(id)),
            None => EMPTY,
        }
    }

    /// Puts `slot` at `id` and returns what was there.
    #[inline]
    pub fn replace(&mut self, id: ObjectId, slot: Slot) -> Slot {
        self.members_mut(Class::of(id)).slots.replace(Class::ordinal(id), slot)
    }

    /// Whether there is or was such an object.
    pub fn was_made(&self, id: ObjectId) -> bool {
        let members = self.members(Class::of(id));
        members.is_some_and(|members| Class::ordinal(id) < members.made)
    }

    /// Puts the members of all hot classes back into the map.
    pub fn check_in(&mut self) {
        while self.hot.occupied != 0 {
            let index = self.hot.occupied.trailing_zeros() as usize;
            self.hot.occupied &= self.hot.occupied - 1;
            let members = &mut self.hot.entries[index];
            self.classes.replace(std::mem::replace(members, Members::none(NO_CLASS)));
        }
    }

    /// Takes over other hot classes, none of which is in use; those that it had, in the same way.
    pub fn exchange_hot(&mut self, hot: HotClasses) -> HotClasses {
        debug_assert!(hot.occupied == 0, "nobody uses them");
        self.check_in();
        std::mem::replace(&mut self.hot, hot)
    }

    /// As [`Slots::exchange_hot`], for a state that will not run.
    pub fn give_hot_away(&mut self) -> HotClasses {
        self.exchange_hot(HotClasses::with(1))
    }

    /// A copy that shares all nodes.
    pub fn fork(&mut self) -> Slots {
        self.check_in();
        Slots { classes: self.classes.clone(), hot: HotClasses::with(1), sweep: self.sweep }
    }

    /// Calls `f` with every slot and its id, in the order of ids.
    pub fn for_each(&mut self, mut f: impl FnMut(ObjectId, &Slot)) {
        self.check_in();
        self.classes.for_each(|members| {
            let class = Class::numbered(members.class);
            members.slots.for_each(|ordinal, slot| {
                f(class.object(ordinal).expect("was made"), slot);
            });
        });
    }

    /// Calls `f` with every class in whose region something lies or lay, and how much of it is in use.
    pub fn for_each_region(&mut self, mut f: impl FnMut(u32, u32)) {
        self.check_in();
        self.classes.for_each(|members| {
            if members.used > 0 {
                f(members.class, members.used);
            }
        });
    }

    /// Goes on to look for tombstones of objects that died before a time, and drops them. To be called after
    /// every 32nd allocation.
    pub fn sweep(&mut self, before: u64) {
        for _ in 0..LEAVES_PER_SWEEP {
            let (class, from) = self.sweep;
            let class = Class::numbered(class);
            let leaf = self.members(class).and_then(|members| members.slots.next_leaf(from));
            let Some((first, slots)) = leaf else {
                let next = self.classes.next_class(class.number() + 1);
                self.sweep = (next.unwrap_or(0), 0);
                continue;
            };
            let is_old = |slot: &Slot| match slot {
                Slot::Dead(tombstone) => tombstone.died() < before,
                _ => false,
            };
            let old = (first..).zip(slots).filter(|(_, slot)| is_old(slot));
            let old: Vec<u64> = old.map(|(ordinal, _)| ordinal).collect();
            self.sweep = (class.number(), first + slots.len() as u64);
            if !old.is_empty() {
                self.members_mut(class).slots.forget(&old);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tombstone::Tombstone;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn dead(died: u32) -> Slot {
        Slot::Dead(Tombstone { lived: died, ..Tombstone::default() })
    }

    fn died(slot: &Slot) -> Option<u64> {
        match slot {
            Slot::Dead(tombstone) => Some(tombstone.died()),
            _ => None,
        }
    }

    #[test]
    fn a_sweep_comes_to_every_class() {
        let mut slots = Slots::default();
        slots.exchange_hot(HotClasses::large());
        let mut ids = Vec::new();
        for number in 0..1000 {
            let class = Class::new(number, number % 7, Default::default());
            for _ in 0..number % 40 {
                let members = slots.members_mut(class);
                let id = class.object(members.made).unwrap();
                members.made += 1;
                members.slots.replace(members.made - 1, dead(number));
                ids.push((id, number));
            }
        }
        // 1,000 classes, some with two leaves.
        for _ in 0..1000 {
            slots.sweep(500);
        }
        for (id, number) in ids {
            let left = (number >= 500).then_some(u64::from(number));
            assert_eq!(died(slots.get(id)), left);
            assert!(slots.was_made(id));
        }
    }

    proptest! {
        #[test]
        fn slots_are_a_map_and_copies_are_apart(
            steps in prop::collection::vec(
                // Classes whose hot entries meet.
                (prop_oneof![0u32..4, 60u32..70, 128u32..131], 0u64..50, 0u32..4, any::<bool>()),
                0..150,
            ),
        ) {
            let mut states = vec![(Slots::default(), BTreeMap::new())];
            states[0].0.exchange_hot(HotClasses::large());
            for (class, ordinal, number, copy) in steps {
                if copy && states.len() < 4 {
                    let (slots, model) = states.last_mut().unwrap();
                    let copied = (slots.fork(), model.clone());
                    states.push(copied);
                }
                let index = ordinal as usize % states.len();
                let (slots, model) = &mut states[index];
                let id = Class::numbered(class).object(ordinal).unwrap();
                let slot = if number == 0 { Slot::Empty } else { dead(number) };
                let old = slots.replace(id, slot);
                let expected = match number {
                    0 => model.remove(&id),
                    _ => model.insert(id, u64::from(number)),
                };
                prop_assert_eq!(died(&old), expected);
                prop_assert_eq!(died(slots.get(id)), model.get(&id).copied());
            }
            for (slots, model) in &mut states {
                let mut all = Vec::new();
                slots.for_each(|id, slot| all.extend(died(slot).map(|died| (id, died))));
                prop_assert_eq!(all, model.clone().into_iter().collect::<Vec<_>>());
            }
        }
    }
}
