//! What loads and stores read and write.
//!
//! Memory is a row of cells of one width, and an access touches as many of them as it takes to hold its
//! value, from its place upwards: the lowest bits of the value lie in the first cell (every target is
//! little-endian). Bits of the last cell beyond the value are padding: a store makes them zero, a load
//! does not look at them.
//!
//! Cells are bytes. Whoever knows more of a memory may have wider ones, such as an array whose elements
//! are as wide as the accesses to it; the meaning is the same as long as no access begins within a cell.
//! What a cell is and how it is found is up to [`Cells`], which forward and backward execution implement
//! in their own ways; values that are taken apart or put together for another reason (registers of more
//! than 64 bits, bytes at known places) use [`part`] and [`join`] alone.

use super::address::displaced;
use crate::algebra::Algebra;

/// Memory, or what an access sees of it, with the algebra that its cells and places are values of.
pub trait Cells {
    type Algebra: Algebra;

    fn algebra(&mut self) -> &mut Self::Algebra;

    fn cell_bits(&self) -> u32;

    /// The width of places, which are numbers of cells and wrap around.
    fn place_bits(&self) -> u32;

    fn read(&mut self, place: &Value<Self>) -> Value<Self>;
}

/// Memory that can be written.
pub trait CellsMut: Cells {
    fn write(&mut self, place: &Value<Self>, content: &Value<Self>);
}

type Value<M> = <<M as Cells>::Algebra as Algebra>::Value;

/// The value of `width` bits at a place.
pub fn load<M: Cells>(memory: &mut M, place: &Value<M>, width: u32) -> Value<M> {
    let cell = memory.cell_bits();
    let mut whole = memory.read(place);
    let mut known = cell;
    while known < width {
        let next = nth_place(memory, place, known / cell);
        let next = memory.read(&next);
        whole = memory.algebra().concat(cell, &next, known, &whole);
        known += cell;
    }
    unpadded(memory.algebra(), known, width, &whole)
}

/// Writes a value of `width` bits to a place.
pub fn store<M: CellsMut>(memory: &mut M, place: &Value<M>, width: u32, value: &Value<M>) {
    let cell = memory.cell_bits();
    let whole = width.next_multiple_of(cell);
    let value = padded(memory.algebra(), width, whole, value);
    for number in 0..whole / cell {
        let at = nth_place(memory, place, number);
        let content = part(memory.algebra(), whole, cell, number, &value);
        memory.write(&at, &content);
    }
}

fn nth_place<M: Cells>(memory: &mut M, first: &Value<M>, number: u32) -> Value<M> {
    match number {
        0 => first.clone(),
        _ => {
            let width = memory.place_bits();
            displaced(memory.algebra(), width, first, number.into())
        }
    }
}

/// What parts, each with its width, form together; the first is the lowest. There is at least one.
#[inline(always)]
pub fn join<A: Algebra>(a: &mut A, parts: impl IntoIterator<Item = (u32, A::Value)>) -> A::Value {
    let mut parts = parts.into_iter();
    let (mut known, mut whole) = parts.next().expect("a value has at least one part");
    for (width, next) in parts {
        whole = a.concat(width, &next, known, &whole);
        known += width;
    }
    whole
}

/// Part `number` of a value of `width` bits that is cut into parts of `step` bits, the lowest first. The
/// last one may be narrower.
#[inline(always)]
pub fn part<A: Algebra>(
    a: &mut A,
    width: u32,
    step: u32,
    number: u32,
    whole: &A::Value,
) -> A::Value {
    let low = number * step;
    a.extract(width, (low + step).min(width) - 1, low, whole)
}

/// The value of `width` bits in `whole`, which has padding above it.
#[inline(always)]
pub fn unpadded<A: Algebra>(a: &mut A, from: u32, width: u32, whole: &A::Value) -> A::Value {
    match from == width {
        true => whole.clone(),
        false => a.extract(from, width - 1, 0, whole),
    }
}

/// A value of `width` bits with as much padding above as `to` bits have room for.
#[inline(always)]
pub fn padded<A: Algebra>(a: &mut A, width: u32, to: u32, value: &A::Value) -> A::Value {
    match width == to {
        true => value.clone(),
        false => a.zext(width, to, value),
    }
}
