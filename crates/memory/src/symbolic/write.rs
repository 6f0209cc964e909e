//! Writing terms, and writing at symbolic places.

use super::Context;
use crate::memory::Memory;
use crate::object::ArrayContent;
use crate::value::{ObjectId, Value, ValueKind};
use dunlin_ir::semantics::access;
use dunlin_term::TermId;
use std::ops::Range;

/// An object with at most so many elements is written by a choice for each of them, a larger one
/// becomes an SMT array.
const CHOICES: u64 = 32;

impl Memory {
    /// Writes `size` (at most 8) bytes at a known place.
    pub fn store_symbolic(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: u64,
        size: u32,
        value: Value,
    ) {
        let word = self.word();
        if let Some(placed) = self.placed(id) {
            let pieces = placed.pieces(offset, size.into());
            if let [(storage, at, _)] = pieces[..] {
                return self.store_symbolic(context, storage, at, size, value);
            }
            let whole = self.value_term(context, value, size * 8);
            let places = pieces
                .iter()
                .flat_map(|&(storage, at, len)| (at..at + len).map(move |at| (storage, at)));
            for (number, (storage, at)) in (0..).zip(places) {
                let byte = access::part(context.terms, size * 8, 8, number, &whole);
                let byte = context.value(byte);
                self.store_symbolic(context, storage, at, 1, byte);
            }
            return;
        }
        if self.object(id).expect("the access was checked").array().is_some() {
            let place = context.terms.constant(word * 8, offset);
            self.store_in_array(context, id, place, size, value);
            return;
        }
        let value = match value.kind() {
            ValueKind::Term(_) | ValueKind::Unwritten { .. } => {
                let term = self.value_term(context, value, size * 8);
                context.value(term)
            }
            _ => value,
        };
        self.object_mut(id).expect("found above").store(offset, size, value, word);
    }

    /// Writes `size` (at most 8) bytes at a place that is a term of pointer width.
    pub fn store_at(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        self.store_between_places(context, id, (0, u64::MAX), offset, size, value);
    }

    /// As [`Memory::store_at`], where the place is known to be one from the first up to the second.
    pub fn store_between_places(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        places: (u64, u64),
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        if let Some(offset) = context.terms.as_u64(offset) {
            return self.store_symbolic(context, id, offset, size, value);
        }
        if self.parts_of(id).is_some() {
            return self.store_into_parts(context, id, offset, size, value);
        }
        let (storage, window) = self.window(id);
        let found = self.object(storage).expect("the access was checked");
        let (total, is_array) = (found.size(), found.array().is_some());
        let (narrow, within) = self.narrowed(context, window.clone(), places, offset, size);
        let whole = size.is_power_of_two()
            && (narrow.end - narrow.start).is_multiple_of(u64::from(size))
            && context.is_aligned(within, size.trailing_zeros());
        let choices = (narrow.end - narrow.start) / u64::from(size);
        if !is_array && whole && choices <= CHOICES {
            self.store_by_choices(context, storage, &narrow, within, size, value);
            return;
        }
        if !is_array {
            let wide = whole && total.is_multiple_of(size.into());
            let element = if wide { size } else { 1 };
            let elements = self.elements(context, storage, &(0..total), element);
            let array = self.array_of(context, &elements, element);
            let word = self.word();
            let content = ArrayContent { array, element };
            self.object_mut(storage).expect("found above").set_array(content, word);
        }
        let start = context.terms.constant(self.word() * 8, window.start);
        let place = context.terms.add(offset, start);
        self.store_in_array(context, storage, place, size, value);
    }

    /// Every element becomes a choice between its old value and the new one.
    fn store_by_choices(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        window: &Range<u64>,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        let number = context.element_number(offset, size.trailing_zeros());
        let new = self.value_term(context, value, size * 8);
        let elements = self.elements(context, id, window, size);
        for (index, old) in elements.into_iter().enumerate() {
            let Some(here) = context.is_element(number, index) else { continue };
            let old = self.value_term(context, old, size * 8);
            let chosen = context.terms.ite(here, new, old);
            if chosen != old {
                let chosen = context.value(chosen);
                let at = window.start + index as u64 * u64::from(size);
                self.store_symbolic(context, id, at, size, chosen);
            }
        }
    }

    fn store_in_array(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        let word = self.word();
        let object = self.object(id).expect("the access was checked");
        let ArrayContent { mut array, mut element } = object.array().expect("the caller looked");
        let value = self.value_term(context, value, size * 8);
        if !size.is_multiple_of(element) || !context.is_aligned(offset, element.trailing_zeros()) {
            array = self.split_into_bytes(context, id);
            element = 1;
        }
        let number = context.element_number(offset, element.trailing_zeros());
        let mut cells = context.cells(array);
        access::store(&mut cells, &number, size * 8, &value);
        let content = ArrayContent { array: cells.array, element };
        self.object_mut(id).expect("found above").set_array(content, word);
    }

    /// Makes the elements of an array single bytes; the new array.
    pub(super) fn split_into_bytes(&mut self, context: &mut Context<'_>, id: ObjectId) -> TermId {
        let word = self.word();
        let object = self.object(id).expect("the access was checked");
        let ArrayContent { array, element } = object.array().expect("the caller has looked");
        if element == 1 {
            return array;
        }
        let count = object.size() / u64::from(element);
        let index_width = word * 8 - element.trailing_zeros();
        let mut bytes = Vec::new();
        for index in 0..count {
            if !context.goes_on(index) {
                break;
            }
            let index = context.terms.constant(index_width, index);
            let whole = context.terms.select(array, index);
            for i in 0..element {
                let byte = access::part(context.terms, element * 8, 8, i, &whole);
                bytes.push(context.value(byte));
            }
        }
        let array = self.array_of(context, &bytes, 1);
        let content = ArrayContent { array, element: 1 };
        self.object_mut(id).expect("found above").set_array(content, word);
        array
    }
}
