//! The table that finds a node again by its hash.
//!
//! Linear probing over slots of a 32-bit hash and a 32-bit index: one cache miss for a lookup, where
//! a table with separate control bytes has two. The place of a hash is its share of the table, not a
//! remainder, so that the table need not double and that growing moves slots in order.
//!
//! Slots are removed only all at once, by [`Index::retain`].

/// 0 is an empty slot: no node has index 0.
const EMPTY: u64 = 0;

pub(crate) struct Index {
    slots: Vec<u64>,
    len: usize,
}

/// Where a search ended.
pub(crate) enum Found {
    Index(u32),
    /// The slot for [`Index::insert_at`].
    Vacant(usize),
}

impl Index {
    pub fn new() -> Index {
        Index { slots: vec![EMPTY; 16], len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    #[inline]
    fn home(hash: u32, slots: usize) -> usize {
        ((u64::from(hash) * slots as u64) >> 32) as usize
    }

    /// The index with this hash for which `same` holds.
    #[inline]
    pub fn find(&mut self, hash: u32, same: impl Fn(u32) -> bool) -> Found {
        let mut place = Self::home(hash, self.slots.len());
        loop {
            let slot = self.slots[place];
            if slot == EMPTY {
                return Found::Vacant(place);
            }
            if (slot >> 32) as u32 == hash && same(slot as u32) {
                return Found::Index(slot as u32);
            }
            place += 1;
            if place == self.slots.len() {
                place = 0;
            }
        }
    }

    /// Fills the slot that [`Index::find`] ended at.
    #[inline]
    pub fn insert_at(&mut self, place: usize, hash: u32, index: u32) {
        debug_assert!(self.slots[place] == EMPTY && index != 0);
        self.slots[place] = u64::from(hash) << 32 | u64::from(index);
        self.len += 1;
        // At most three quarters full.
        if self.len * 4 > self.slots.len() * 3 {
            self.resize(self.slots.len() + self.slots.len() / 4 * 3);
        }
    }

    /// Keeps the indices for which `alive` holds, in a table of the size that they need.
    pub fn retain(&mut self, alive: impl Fn(u32) -> bool) {
        for slot in &mut self.slots {
            if *slot != EMPTY && !alive(*slot as u32) {
                *slot = EMPTY;
                self.len -= 1;
            }
        }
        // Also without a smaller size: slots that were passed over must be reached without gaps.
        let wanted = (self.len * 2).max(16);
        self.resize(wanted.min(self.slots.len()));
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old.into_iter().filter(|&slot| slot != EMPTY) {
            let mut place = Self::home((slot >> 32) as u32, size);
            while self.slots[place] != EMPTY {
                place += 1;
                if place == size {
                    place = 0;
                }
            }
            self.slots[place] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(index: &mut Index, hash: u32, number: u32) {
        match index.find(hash, |found| found == number) {
            Found::Vacant(place) => index.insert_at(place, hash, number),
            Found::Index(found) => panic!("{found} is already there"),
        }
    }

    fn has(index: &mut Index, hash: u32, number: u32) -> bool {
        matches!(index.find(hash, |found| found == number), Found::Index(_))
    }

    /// Many equal hashes, some at the very end of the table.
    fn hash_of(number: u32) -> u32 {
        match number % 4 {
            0 => u32::MAX,
            1 => number / 16,
            _ => number.wrapping_mul(0x9e37_79b9),
        }
    }

    #[test]
    fn what_is_inserted_is_found_also_after_others_are_removed() {
        let mut index = Index::new();
        for number in 1..2000 {
            insert(&mut index, hash_of(number), number);
        }
        assert_eq!(index.len(), 1999);
        let before = index.memory_bytes();
        index.retain(|number| number % 10 == 3);
        assert_eq!(index.len(), 200);
        assert!(index.memory_bytes() < before / 4);
        for number in 1..2000 {
            assert_eq!(has(&mut index, hash_of(number), number), number % 10 == 3, "{number}");
        }
    }
}
