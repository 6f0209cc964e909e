//! Writing terms, and writing at symbolic places.

use super::Context;
use crate::memory::Memory;
use crate::object::ArrayContent;
use crate::value::{ObjectId, Value, ValueKind};
use dunlin_term::TermId;

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
        if self.object(id).expect("the access was checked").array().is_some() {
            let place = context.terms.constant(word * 8, offset);
            self.store_in_array(context, id, place, size, value);
            return;
        }
        let value = match value.kind() {
            ValueKind::Term(term) => {
                let term = context.resize(term, size * 8);
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
        if let Some(offset) = context.terms.as_u64(offset) {
            return self.store_symbolic(context, id, offset, size, value);
        }
        let object = self.object(id).expect("the access was checked");
        if object.array().is_some() {
            return self.store_in_array(context, id, offset, size, value);
        }
        let total = object.size();
        let shift = size.trailing_zeros();
        let whole = size.is_power_of_two()
            && total.is_multiple_of(u64::from(size))
            && context.is_aligned(offset, shift);
        let element = if whole { size } else { 1 };
        let count = total / u64::from(element);
        if whole && count <= CHOICES {
            self.store_by_choices(context, id, offset, size, value);
            return;
        }
        let elements = self.elements(context, id, element);
        let array = self.array_of(context, &elements, element);
        let word = self.word();
        self.object_mut(id).expect("found above").set_array(ArrayContent { array, element }, word);
        self.store_in_array(context, id, offset, size, value);
    }

    /// Every element becomes a choice between its old value and the new one.
    fn store_by_choices(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
        value: Value,
    ) {
        let number = context.element_number(offset, size.trailing_zeros());
        let new = self.value_term(context, value, size * 8);
        let elements = self.elements(context, id, size);
        for (index, old) in elements.into_iter().enumerate() {
            let here = context.terms.constant(context.terms.width(number), index as u64);
            let here = context.terms.eq(number, here);
            let old = self.value_term(context, old, size * 8);
            let chosen = context.terms.ite(here, new, old);
            if chosen != old {
                let chosen = context.value(chosen);
                self.store_symbolic(context, id, index as u64 * u64::from(size), size, chosen);
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
        let width = context.terms.width(number);
        for i in 0..size / element {
            let step = context.terms.constant(width, i.into());
            let place = context.terms.add(number, step);
            let low = i * element * 8;
            let part = context.terms.extract(low + element * 8 - 1, low, value);
            array = context.terms.store(array, place, part);
        }
        self.object_mut(id).expect("found above").set_array(ArrayContent { array, element }, word);
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
            let index = context.terms.constant(index_width, index);
            let whole = context.terms.select(array, index);
            for i in 0..element {
                let byte = context.terms.extract(i * 8 + 7, i * 8, whole);
                bytes.push(context.value(byte));
            }
        }
        let array = self.array_of(context, &bytes, 1);
        let content = ArrayContent { array, element: 1 };
        self.object_mut(id).expect("found above").set_array(content, word);
        array
    }
}
