//! Addresses as numbers that say what they lead to.
//!
//! The high bits of an address name the object, the low ones the offset in it. Objects begin in the middle of their range, so
//! that an offset can leave them in both directions and come back. Objects are numbered inside of their group: what one pointer of the program may lead to is in one
//! group (see [`dunlin_ir::points_to`]). Group 0 has no objects: null and small numbers lead there. Group 1 are functions.
//!
//! That is not where objects lie in an execution. So a program that looks at addresses as numbers loses what is said of it
//! ([`crate::Loss::Address`]).

use dunlin_term::{TermId, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub pointer: u32,
    pub offset: u32,
    number: u32,
}

/// An object: its group and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub group: u32,
    pub number: u32,
}

/// The group of functions.
pub const FUNCTIONS: u32 = 1;

impl Layout {
    pub fn new(pointer: u32) -> Layout {
        match pointer {
            32 => Layout { pointer, offset: 18, number: 7 },
            _ => Layout { pointer, offset: 40, number: 14 },
        }
    }

    fn group_bits(self) -> u32 {
        self.pointer - self.offset - self.number
    }

    /// Whether there is an address for the object.
    pub fn has(self, place: Place) -> bool {
        place.group < 1 << self.group_bits() && place.number < 1 << self.number
    }

    /// Where in its range an object begins.
    fn middle(self) -> u64 {
        1 << (self.offset - 1)
    }

    /// Objects up to this size have room, and as much behind them.
    pub fn largest(self) -> u64 {
        self.middle() / 4
    }

    /// How many bits the index of a cell has.
    pub fn index_bits(self, cell: u64) -> u32 {
        self.pointer - cell.trailing_zeros()
    }

    /// The address of an object or a function.
    pub fn base(self, place: Place) -> u64 {
        let object = u64::from(place.group) << self.number | u64::from(place.number);
        (object << self.offset) + self.middle()
    }

    pub fn place(self, address: u64) -> Place {
        let object = address >> self.offset;
        let number = object & ((1 << self.number) - 1);
        Place { group: (object >> self.number) as u32, number: number as u32 }
    }

    /// The object that an address leads to, as a number of `pointer - offset` bits.
    pub fn object_of(self, terms: &mut Terms, address: TermId) -> TermId {
        terms.extract(self.pointer - 1, self.offset, address)
    }

    pub fn group_of(self, terms: &mut Terms, address: TermId) -> TermId {
        terms.extract(self.pointer - 1, self.offset + self.number, address)
    }

    pub fn group_term(self, terms: &mut Terms, group: u32) -> TermId {
        terms.constant(self.group_bits(), group.into())
    }

    /// The offset in the object, as wide as a pointer; before its beginning it is a very large number.
    pub fn offset_of(self, terms: &mut Terms, address: TermId) -> TermId {
        let place = terms.extract(self.offset - 1, 0, address);
        let place = terms.zext(self.pointer, place);
        let middle = terms.constant(self.pointer, self.middle());
        terms.sub(place, middle)
    }

    /// Whether an address that was computed from another one leads to the same object and is so near to it that small
    /// steps do not lead to the next.
    pub fn stays(self, terms: &mut Terms, from: TermId, to: TermId) -> TermId {
        let [here, there] = [from, to].map(|address| self.object_of(terms, address));
        let same = terms.eq(here, there);
        let high = terms.extract(self.offset - 1, self.offset - 1, to);
        let next = terms.extract(self.offset - 2, self.offset - 2, to);
        let is_near = terms.xor(high, next);
        terms.and(same, is_near)
    }

    /// Whether an address leads to an object.
    pub fn leads_to(self, terms: &mut Terms, address: TermId, place: Place) -> TermId {
        let object = self.object_of(terms, address);
        let number = terms.constant(self.pointer - self.offset, self.base(place) >> self.offset);
        terms.eq(object, number)
    }
}
