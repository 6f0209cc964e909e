//! What remains of an object after its end.

use crate::object::{ObjectKind, Site};

/// For reports and for whoever still compares its address. There may be a million of them, so that every
/// byte counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tombstone {
    pub kind: ObjectKind,
    /// As in [`crate::ObjectInfo`].
    pub align: u8,
    pub allocated: Site,
    pub freed: Site,
    /// At most 4 GiB - 1; larger ones are cut to that.
    pub size: u32,
    /// How many allocations there were from its own up to its end, at most 4 Gi - 1.
    pub lived: u32,
    /// See [`Tombstone::address`].
    pub address: Short,
    /// See [`Tombstone::born`].
    pub born: Short,
}

/// A number of 48 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Short([u16; 3]);

impl Short {
    fn new(number: u64) -> Short {
        let number = number.min((1 << 48) - 1);
        Short([number as u16, (number >> 16) as u16, (number >> 32) as u16])
    }

    fn get(self) -> u64 {
        let [low, middle, high] = self.0.map(u64::from);
        low | middle << 16 | high << 32
    }
}

impl Tombstone {
    /// Where it lay, hidden from the program.
    pub fn address(&self) -> u64 {
        self.address.get()
    }

    pub fn set_address(&mut self, address: u64) {
        self.address = Short::new(address);
    }

    /// When it was made.
    pub fn born(&self) -> u64 {
        self.born.get()
    }

    pub fn set_born(&mut self, born: u64) {
        self.born = Short::new(born);
    }

    /// What is allocated at this time or later may lie where it lay.
    pub fn died(&self) -> u64 {
        self.born() + u64::from(self.lived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Slot;

    #[test]
    fn addresses_and_times_are_kept() {
        let mut tombstone = Tombstone { lived: 5, ..Tombstone::default() };
        tombstone.set_address(0x7fff_1234_5678);
        tombstone.set_born(0x1_2345_6789);
        assert_eq!(tombstone.address(), 0x7fff_1234_5678);
        assert_eq!((tombstone.born(), tombstone.died()), (0x1_2345_6789, 0x1_2345_678e));
    }

    #[test]
    fn a_slot_has_32_bytes() {
        assert_eq!(size_of::<Slot>(), 32);
    }
}
