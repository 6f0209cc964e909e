//! What an object is called: its id, and the class that the id follows from.
//!
//! Two paths that went different ways must agree on the objects that both have, or nothing that one learnt
//! is of use to the other. So an id does not count the allocations of a path. It is a **class**, which
//! stands for an allocation site and the calls that were active there, and an **ordinal**: the how many-th
//! object of its class it is on its path. Classes are short hashes. Two that fall together share their
//! ordinals, so that ids are unique whatever the hash: then paths agree less often, and nothing else.
//!
//! The active calls are a set and not a sequence, kept as a bit for each ([`Calls`]): a recursion of any
//! depth has few sets, as it has few calls, and a call costs one operation. Beside the set the innermost
//! call counts, so that the callers of a wrapper like `xmalloc` are told apart.
//!
//! An id has the class above [`POSITION_BITS`] bits of a position, which is the ordinal plus the lowest byte
//! of the class. The cache of objects looks at the lowest bits of an id alone, and so the classes begin
//! at different entries of it. The lowest byte of the class grows with the site: the locals of a function,
//! which are allocated one after the other, never get into each other's way.

use crate::value::ObjectId;

/// An allocation site in a calling context.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class(u32);

/// The calls that are active, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls(u64);

pub(crate) const CLASS_BITS: u32 = 20;
const POSITION_BITS: u32 = 61 - CLASS_BITS;
const SPREAD_BITS: u32 = 8;
const SPREAD: u32 = (1 << SPREAD_BITS) - 1;

/// So many objects a class can have. None gets there: it would take days to allocate them.
const MOST_OBJECTS: u64 = (1 << POSITION_BITS) - (1 << SPREAD_BITS);

/// Odd numbers without a pattern: the golden ratio, and one of Steele and Vigna's multipliers.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
const MIXER: u64 = 0xd134_2543_de82_ef95;

impl Calls {
    /// These and the call at place `number` of the program.
    #[inline(always)]
    #[must_use]
    pub fn with(self, number: u32) -> Calls {
        Calls(self.0 | 1 << (u64::from(number).wrapping_mul(GOLDEN) >> 58))
    }
}

impl Class {
    /// What is there before the program starts: functions and global variables, whose ids are their numbers.
    pub const FIRST: Class = Class(0);

    /// Of what is allocated at place `site` of the program, with these calls active, the innermost of them
    /// at place `caller`.
    #[inline]
    pub fn new(site: u32, caller: u32, calls: Calls) -> Class {
        let context = (calls.0 ^ u64::from(caller) << 32).wrapping_mul(GOLDEN);
        let context = context ^ context >> 32;
        let hash = context.wrapping_add(site.into()).wrapping_mul(MIXER) >> 32;
        let high = hash as u32 >> (32 - (CLASS_BITS - SPREAD_BITS)) << SPREAD_BITS;
        let low = site.wrapping_add(context as u32) & SPREAD;
        Class::other_than_first(high | low)
    }

    /// Of what has a name of its own.
    pub fn named(name: &str) -> Class {
        let add =
            |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(GOLDEN).rotate_left(23);
        let hash = name.bytes().fold(MIXER, add).wrapping_mul(MIXER);
        Class::other_than_first((hash >> (64 - CLASS_BITS)) as u32)
    }

    /// Of the storages that hold the content of this object, alone or before that of others.
    pub(crate) fn of_storage(object: ObjectId) -> Class {
        let hash = u64::from(Class::of(object).0 + 1).wrapping_mul(MIXER);
        Class::other_than_first((hash >> (64 - CLASS_BITS)) as u32)
    }

    fn other_than_first(number: u32) -> Class {
        Class(number.max(1))
    }

    #[inline(always)]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn numbered(number: u32) -> Class {
        Class(number)
    }

    /// Which of all regions of addresses is that of the class. The part of its number that grows with the site
    /// comes first, so that what a function allocates one after the other mostly lies so.
    #[inline(always)]
    pub(crate) fn region(self) -> u32 {
        (self.0 & SPREAD) << (CLASS_BITS - SPREAD_BITS) | self.0 >> SPREAD_BITS
    }

    /// The class that has a region.
    pub(crate) fn of_region(region: u32) -> Class {
        let low = region >> (CLASS_BITS - SPREAD_BITS);
        Class((region << SPREAD_BITS | low) & ((1 << CLASS_BITS) - 1))
    }

    /// The class of an object.
    #[inline(always)]
    pub(crate) fn of(object: ObjectId) -> Class {
        Class((object.0 >> POSITION_BITS) as u32 & ((1 << CLASS_BITS) - 1))
    }

    /// The how many-th of its class an object is.
    #[inline(always)]
    pub(crate) fn ordinal(object: ObjectId) -> u64 {
        let spread = Class::of(object).0 & SPREAD;
        (object.0 & ((1 << POSITION_BITS) - 1)).wrapping_sub(spread.into())
    }

    /// The object of this class with an ordinal; `None` if that is beyond all that there can be.
    #[inline(always)]
    pub(crate) fn object(self, ordinal: u64) -> Option<ObjectId> {
        let position = ordinal + u64::from(self.0 & SPREAD);
        let id = u64::from(self.0) << POSITION_BITS | position;
        (ordinal < MOST_OBJECTS).then_some(ObjectId(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_id_is_its_class_and_its_ordinal() {
        let classes = [0, 1, 0xff, 0x100, 0x54321, (1 << CLASS_BITS) - 1].map(Class);
        for class in classes {
            for ordinal in [0, 1, 31, 32, 255, 256, 1 << 33, MOST_OBJECTS - 1] {
                let id = class.object(ordinal).unwrap();
                assert!(id.0 < 1 << 61);
                assert_eq!((Class::of(id), Class::ordinal(id)), (class, ordinal));
            }
            assert_eq!(class.object(MOST_OBJECTS), None);
        }
        assert_eq!(Class::FIRST.object(17), Some(ObjectId(17)));
        for class in classes {
            assert!(class.region() < 1 << CLASS_BITS);
            assert_eq!(Class::of_region(class.region()), class);
        }
    }

    #[test]
    fn sites_and_contexts_are_told_apart() {
        let none = Calls::default();
        let mut known = BTreeSet::new();
        for site in 0..100 {
            for caller in 0..20 {
                known.insert(Class::new(site, caller, none.with(caller)));
                known.insert(Class::new(site, caller, none.with(caller).with(100 + caller)));
            }
        }
        // 4,000 of a million: about eight meet another.
        assert!(known.len() > 3970, "{}", known.len());
        let names: BTreeSet<Class> = (0..1000).map(|n| Class::named(&format!("*p.{n}"))).collect();
        assert!(names.len() > 990, "{}", names.len());
    }

    #[test]
    fn a_recursion_has_few_contexts() {
        let once = Calls::default().with(7).with(12);
        assert_eq!(once, once.with(12).with(7).with(12));
    }

    #[test]
    fn neighbours_have_entries_of_their_own_in_the_cache() {
        let calls = Calls::default().with(3).with(77);
        let low = |site| Class::new(site, 77, calls).object(0).unwrap().0 & 0xff;
        let entries: BTreeSet<u64> = (1000..1256).map(low).collect();
        assert_eq!(entries.len(), 256);
    }
}
