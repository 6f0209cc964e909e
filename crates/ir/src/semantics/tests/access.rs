//! Loads and stores in rows of cells, against the bytes of the host's integers.

use super::Composed;
use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::semantics::access::{Cells, CellsMut, join, load, part, store};
use crate::small::Small;
use crate::wide::Wide;
use proptest::prelude::*;

/// Some cells of concrete content; places have 8 bits.
struct Row<A: Algebra> {
    algebra: A,
    cell_bits: u32,
    number: fn(&A::Value) -> u128,
    cells: Vec<A::Value>,
}

impl<A: Algebra> Row<A> {
    fn new(mut algebra: A, cell_bits: u32, number: fn(&A::Value) -> u128) -> Self {
        let ones = algebra.ones(cell_bits);
        Row { algebra, cell_bits, number, cells: vec![ones; 24] }
    }

    fn content(&self) -> Vec<u128> {
        self.cells.iter().map(self.number).collect()
    }
}

impl<A: Algebra> Cells for Row<A> {
    type Algebra = A;

    fn algebra(&mut self) -> &mut A {
        &mut self.algebra
    }

    fn cell_bits(&self) -> u32 {
        self.cell_bits
    }

    fn place_bits(&self) -> u32 {
        8
    }

    fn read(&mut self, place: &A::Value) -> A::Value {
        self.cells[(self.number)(place) as usize].clone()
    }
}

impl<A: Algebra> CellsMut for Row<A> {
    fn write(&mut self, place: &A::Value, content: &A::Value) {
        self.cells[(self.number)(place) as usize] = content.clone();
    }
}

/// Stores and loads a value of `width` bits at a place of a row in which all bits are ones.
fn check<A: Algebra>(mut row: Row<A>, place: u64, width: u32, value: u128) {
    let bits = Bits::from_u128(width, value);
    let value = bits.low_u128();
    let at = row.algebra.constant(8, place);
    let stored = row.algebra.constant_bits(&bits);
    store(&mut row, &at, width, &stored);
    // The bytes of the value with zeros behind, the first cell's first.
    let cell = row.cell_bits;
    let mask = u128::MAX >> (128 - cell);
    let touched = u64::from(width.div_ceil(cell));
    let mut expected = vec![mask; row.cells.len()];
    for number in 0..touched {
        expected[(place + number) as usize] = value >> (number as u32 * cell) & mask;
    }
    assert_eq!(row.content(), expected, "{width} bits in cells of {cell}");
    let loaded = load(&mut row, &at, width);
    assert_eq!((row.number)(&loaded), value, "{width} bits in cells of {cell}");
    // What is padding does not matter to a load.
    if !width.is_multiple_of(cell) {
        let last = (place + touched - 1) as usize;
        let padding = row.algebra.constant_bits(&Bits::from_u128(cell, mask << (width % cell)));
        row.cells[last] = row.algebra.or(cell, &row.cells[last], &padding);
        let loaded = load(&mut row, &at, width);
        assert_eq!((row.number)(&loaded), value, "{width} bits and padding");
    }
}

fn check_all(place: u64, width: u32, value: u128) {
    for cell in [8, 16, 32, 64] {
        check(Row::new(Wide, cell, Bits::low_u128), place, width, value);
        check(Row::new(Composed, cell, Bits::low_u128), place, width, value);
        if width <= 64 {
            check(Row::new(Small, cell, |&bits| bits.into()), place, width, value);
        }
    }
}

#[test]
fn what_was_stored_is_loaded_at_every_width() {
    for width in 1..=128 {
        for value in [0, 1, u128::MAX, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210] {
            check_all(3, width, value);
        }
    }
}

proptest! {
    #[test]
    fn bytes_are_those_of_the_host(value: u128, width in 1..=128u32, place in 0..8u64) {
        check_all(place, width, value);
        let mut row = Row::new(Wide, 8, Bits::low_u128);
        let (at, bits) = (Bits::from_u64(8, place), Bits::from_u128(width, value));
        store(&mut row, &at, width, &bits);
        let bytes = &row.content()[place as usize..][..width.div_ceil(8) as usize];
        let host = bits.low_u128().to_le_bytes();
        prop_assert!(bytes.iter().zip(host).all(|(&byte, host)| byte == u128::from(host)));
    }

    /// An access in wide cells is the access of the same bytes.
    #[test]
    fn wide_cells_hold_the_bytes_of_narrow_ones(
        content in prop::array::uniform16(any::<u8>()),
        number in 0..4usize,
    ) {
        let mut bytes = Row::new(Wide, 8, Bits::low_u128);
        let mut words = Row::new(Wide, 32, Bits::low_u128);
        bytes.cells = content.iter().map(|&byte| Bits::from_u64(8, byte.into())).collect();
        words.cells = content
            .chunks(4)
            .map(|chunk| Bits::from_u64(32, u32::from_le_bytes(chunk.try_into().unwrap()).into()))
            .collect();
        let by_bytes = load(&mut bytes, &Bits::from_u64(8, number as u64 * 4), 32);
        let by_words = load(&mut words, &Bits::from_u64(8, number as u64), 32);
        prop_assert_eq!(by_bytes, by_words);
    }

    #[test]
    fn parts_join_to_the_whole(value: u128, width in 1..=128u32, step in 1..=128u32) {
        let whole = Bits::from_u128(width, value);
        let parts: Vec<(u32, Bits)> = (0..width.div_ceil(step))
            .map(|number| part(&mut Wide, width, step, number, &whole))
            .map(|part| (part.width(), part))
            .collect();
        prop_assert!(parts[..parts.len() - 1].iter().all(|(width, _)| *width == step));
        prop_assert_eq!(join(&mut Wide, parts), whole);
    }
}

#[test]
fn places_wrap_around() {
    let mut row = Row::new(Wide, 8, Bits::low_u128);
    row.cells.resize(256, Bits::from_u64(8, 0));
    let last = Bits::from_u64(8, 255);
    store(&mut row, &last, 16, &Bits::from_u64(16, 0x1234));
    assert_eq!((row.content()[255], row.content()[0]), (0x34, 0x12));
    assert_eq!(load(&mut row, &last, 16).low_u64(), 0x1234);
}
