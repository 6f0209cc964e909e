//! Where an access may lead, one place after the other.
//!
//! An address that can be few numbers needs no array that a solver would have to look into: what is read is the cell of one
//! number or of the other, and what is written changes the cell that is meant and leaves the others as they are.

use super::memory::Used;
use crate::fields::{Field, Piece};
use crate::graph::{Command, Var};
use crate::objects::Size;
use crate::unroll::{Builder, Cursor};
use dunlin_ir::points_to::PERIOD;
use dunlin_term::{Sort, TermId};

/// Accesses that may lead to more places go to the array as a whole.
const MOST_PLACES: usize = 32;

impl Builder<'_, '_> {
    /// A condition on a value that can be few numbers, from what it is for each of them.
    pub fn for_each_value(
        &mut self,
        cursor: &Cursor,
        value: TermId,
        mut condition: impl FnMut(&mut Self, TermId) -> TermId,
    ) -> Option<TermId> {
        let values = cursor.env.values(self.terms, &self.graph, value)?;
        if let &[value] = &values[..] {
            return Some(condition(self, value));
        }
        let cases: Vec<(TermId, TermId)> =
            values.iter().map(|&value| (value, condition(self, value))).collect();
        let count = |what| cases.iter().filter(|(_, holds)| *holds == what).count();
        let mostly = count(TermId::TRUE) >= count(TermId::FALSE);
        let mut all = self.terms.truth(mostly);
        for (number, holds) in cases {
            let here = self.is_value(value, number, &values);
            all = if mostly {
                let holds = self.terms.implies(here, holds);
                self.terms.and(all, holds)
            } else {
                let holds = self.terms.and(here, holds);
                self.terms.or(all, holds)
            };
        }
        Some(all)
    }

    /// That a value is a number, if it is one of some numbers: the bits in which they differ tell.
    fn is_value(&mut self, value: TermId, number: TermId, values: &[TermId]) -> TermId {
        let numbers: Option<Vec<u64>> =
            values.iter().map(|&value| self.terms.as_u64(value)).collect();
        let Some(numbers) = numbers else { return self.terms.eq(value, number) };
        let mut differ = numbers.iter().fold(0, |all, number| all | number ^ numbers[0]);
        let mut is = TermId::TRUE;
        while differ != 0 {
            let low = differ.trailing_zeros();
            let high = low + (differ >> low).trailing_ones() - 1;
            let [here, there] = [value, number].map(|value| self.terms.extract(high, low, value));
            let same = self.terms.eq(here, there);
            is = self.terms.and(is, same);
            differ = differ.checked_shr(high + 1).map_or(0, |rest| rest << (high + 1));
        }
        is
    }

    /// The addresses that an access of so many bytes can have; none if they are many. There are only such as the access is inside of an
    /// object at: whoever asks has refused the others.
    fn places(&mut self, cursor: &Cursor, used: &Used, bytes: u64) -> Option<Vec<TermId>> {
        let address = used.address;
        if self.terms.is_const(address) {
            return Some(vec![address]);
        }
        let places: Vec<TermId> = match cursor.env.values(self.terms, &self.graph, address) {
            Some(values) => values
                .iter()
                .copied()
                .filter(|&value| self.is_inside_of(used, value, bytes))
                .collect(),
            None => self.all_places(used, bytes)?,
        };
        (!places.is_empty() && places.len() <= MOST_PLACES).then_some(places)
    }

    fn is_inside_of(&self, used: &Used, address: TermId, bytes: u64) -> bool {
        let address = self.terms.as_u64(address).expect("an address has at most 64 bits");
        let place = self.layout.place(address);
        let object = self.objects.object(place).filter(|_| place.group == used.group);
        let offset = address.wrapping_sub(self.layout.base(place));
        used.is_at(address)
            && object.is_some_and(|object| match object.size {
                Size::Known(size) => {
                    let size = self.terms.as_u64(size).expect("a size has at most 64 bits");
                    offset.checked_add(bytes).is_some_and(|end| end <= size)
                }
                Size::Held(_) => true,
            })
    }

    /// All addresses in the group, if its objects are few and small.
    fn all_places(&mut self, used: &Used, bytes: u64) -> Option<Vec<TermId>> {
        let objects = &self.objects.memory(used.group)?.objects;
        let mut places = Vec::new();
        for object in objects {
            let Size::Known(size) = object.size else { return None };
            let size = self.terms.as_u64(size)?;
            if size > MOST_PLACES as u64 * PERIOD {
                return None;
            }
            let base = self.layout.base(object.place);
            let last = (size + 1).saturating_sub(bytes);
            places.extend((0..last).map(|offset| base + offset).filter(|&place| used.is_at(place)));
            if places.len() > MOST_PLACES {
                return None;
            }
        }
        Some(
            places
                .into_iter()
                .map(|place| self.terms.constant(self.layout.pointer, place))
                .collect(),
        )
    }

    /// What the cells of an access of so many bytes hold.
    pub fn read_cells(
        &mut self,
        cursor: &mut Cursor,
        used: &Used,
        bytes: u64,
    ) -> Vec<(Piece, TermId)> {
        let places = self.places(cursor, used, bytes).unwrap_or_else(|| vec![used.address]);
        let mut read = Vec::new();
        for &piece in used.pieces.iter().flatten() {
            let (array, field) = self.array(used.group, piece.field);
            let mut elements = Vec::with_capacity(places.len());
            for &place in &places {
                elements.push(self.read_cell(cursor, (array, field), place, piece.offset));
            }
            let mut element = elements[places.len() - 1];
            for (&place, &other) in places.iter().zip(&elements).rev().skip(1) {
                let here = self.is_value(used.address, place, &places);
                element = self.terms.ite(here, other, element);
            }
            if places.len() > 1 {
                let dst = self.graph.var(self.terms, Sort::BitVec(field.element()));
                self.push(cursor, Command::Assign(dst, element));
                element = self.known(cursor, dst);
            }
            read.push((piece, element));
        }
        read
    }

    fn read_cell(
        &mut self,
        cursor: &mut Cursor,
        (array, field): (Var, Field),
        address: TermId,
        offset: u64,
    ) -> TermId {
        if let Some(value) = self.constant_cell(address, offset, field) {
            return value;
        }
        let index = self.index(field.cell, address, offset);
        let dst = self.graph.var(self.terms, Sort::BitVec(field.element()));
        self.push(cursor, Command::Load { dst, array, index });
        self.known(cursor, dst)
    }

    /// Puts elements into the cells of an access of so many bytes.
    pub fn write_cells(
        &mut self,
        cursor: &mut Cursor,
        used: &Used,
        bytes: u64,
        elements: &[TermId],
    ) {
        if elements.is_empty() {
            return;
        }
        let places = self.places(cursor, used, bytes).unwrap_or_else(|| vec![used.address]);
        for &place in &places {
            for (piece, &element) in used.pieces.iter().flatten().zip(elements) {
                let (array, field) = self.array(used.group, piece.field);
                let index = self.index(field.cell, place, piece.offset);
                let value = match places.len() {
                    1 => element,
                    _ => {
                        let dst = self.graph.var(self.terms, Sort::BitVec(field.element()));
                        self.push(cursor, Command::Load { dst, array, index });
                        let before = self.known(cursor, dst);
                        let here = self.is_value(used.address, place, &places);
                        self.terms.ite(here, element, before)
                    }
                };
                self.push(cursor, Command::Store { array, index, value });
            }
        }
    }
}
