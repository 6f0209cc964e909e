//! Sparse sets of places: what a node may point to.
//!
//! A place is an object and an offset in it modulo [`PERIOD`] bytes. That keeps the fields of most
//! structs apart, whatever is done with their types, and makes the places of one object the bits of one
//! word: adding to a pointer rotates it.

use smallvec::SmallVec;

/// Offsets count modulo so many bytes.
pub const PERIOD: u64 = 64;

/// How a pointer moves on its way from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Step {
    by: u8,
    /// Then by any multiple of two to this power.
    multiples: u8,
}

/// Multiples of the period: nothing moves.
const STILL: u8 = PERIOD.trailing_zeros() as u8;

impl Step {
    pub const COPY: Step = Step { by: 0, multiples: STILL };
    pub const ANYWHERE: Step = Step { by: 0, multiples: 0 };

    pub fn offset(by: u64) -> Step {
        Step { by: (by % PERIOD) as u8, multiples: STILL }
    }

    /// And then by any multiple of `scale` bytes.
    pub fn and_multiples(self, scale: u64) -> Step {
        let power = scale.trailing_zeros().min(u32::from(STILL)) as u8;
        Step { multiples: self.multiples.min(power), ..self }
    }

    /// A step by multiples alone that goes wherever repeating this and another such one can.
    pub fn repeated_with(self, other: Step) -> Step {
        let by = if other.by == 0 { STILL } else { other.by.trailing_zeros() as u8 };
        Step { by: 0, multiples: self.multiples.min(other.multiples).min(by) }
    }

    fn apply(self, mask: u64) -> u64 {
        let mut mask = mask.rotate_left(u32::from(self.by));
        for power in self.multiples..STILL {
            mask |= mask.rotate_left(1 << power);
        }
        mask
    }
}

/// A set of places: objects in ascending order, each with a bit for every offset.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Set {
    words: SmallVec<[(u32, u64); 1]>,
}

impl Set {
    pub fn single(object: u32, offset: u64) -> Set {
        Set { words: SmallVec::from_buf([(object, 1 << (offset % PERIOD))]) }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The objects, in ascending order, with their offsets.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.words.iter().copied()
    }

    pub fn objects(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().map(|&(object, _)| object)
    }

    /// The places after a step.
    pub fn moved(&self, step: Step) -> Set {
        let words = self.words.iter().map(|&(object, mask)| (object, step.apply(mask)));
        Set { words: words.collect() }
    }

    /// The places of `self` that are not in `other`.
    fn without(&self, other: &Set) -> Set {
        let mut rest = other.words.iter().peekable();
        let mut words = SmallVec::new();
        for &(word, bits) in &self.words {
            while rest.next_if(|(other, _)| *other < word).is_some() {}
            let common = rest.next_if(|(other, _)| *other == word).map_or(0, |(_, bits)| *bits);
            if bits & !common != 0 {
                words.push((word, bits & !common));
            }
        }
        Set { words }
    }

    /// Adds the places of `other`; those that were not there before.
    pub fn absorb(&mut self, other: &Set) -> Set {
        let new = other.without(self);
        if self.words.is_empty() {
            self.words.clone_from(&new.words);
        } else if !new.is_empty() {
            self.unite(&new);
        }
        new
    }

    fn unite(&mut self, other: &Set) {
        let old = std::mem::take(&mut self.words);
        let (mut a, mut b) = (old.iter().peekable(), other.words.iter().peekable());
        let mut words = SmallVec::with_capacity(old.len() + other.words.len());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some((x, _)), Some((y, _))) => *x.min(y),
                (Some((x, _)), None) => *x,
                (None, Some((y, _))) => *y,
                (None, None) => break,
            };
            let x = a.next_if(|(word, _)| *word == next).map_or(0, |(_, bits)| *bits);
            let y = b.next_if(|(word, _)| *word == next).map_or(0, |(_, bits)| *bits);
            words.push((next, x | y));
        }
        self.words = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Places = BTreeSet<(u32, u64)>;

    fn places() -> impl Strategy<Value = Places> {
        prop::collection::btree_set((0u32..9, 0..PERIOD), 0..20)
    }

    fn set_of(places: &Places) -> Set {
        let mut set = Set::default();
        for &(object, offset) in places {
            set.absorb(&Set::single(object, offset));
        }
        set
    }

    fn places_of(set: &Set) -> Places {
        let bits = |mask: u64| (0..PERIOD).filter(move |bit| mask >> bit & 1 != 0);
        set.iter().flat_map(|(object, mask)| bits(mask).map(move |bit| (object, bit))).collect()
    }

    proptest! {
        #[test]
        fn behaves_like_a_set(a in places(), b in places()) {
            let mut set = set_of(&a);
            prop_assert_eq!(places_of(&set), a.clone());
            let new = set.absorb(&set_of(&b));
            prop_assert_eq!(places_of(&new), &b - &a);
            prop_assert_eq!(places_of(&set), &a | &b);
            prop_assert_eq!(set, set_of(&(&a | &b)));
        }

        #[test]
        fn steps_move_places(a in places(), by: u64, scale in 1u64..100, times in 0u64..200) {
            let step = Step::offset(by);
            let moved: Places = a
                .iter()
                .map(|&(object, at)| (object, at.wrapping_add(by) % PERIOD))
                .collect();
            let set = set_of(&a);
            prop_assert_eq!(places_of(&set.moved(step)), moved.clone());
            let far = places_of(&set.moved(step.and_multiples(scale)));
            for &(object, at) in &moved {
                prop_assert!(far.contains(&(object, (at + times * scale) % PERIOD)));
            }
            let closed = set.moved(Step::COPY.repeated_with(step));
            prop_assert_eq!(closed.moved(step), closed);
        }
    }
}
