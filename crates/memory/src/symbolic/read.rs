//! Reading symbolic bytes, and reading at symbolic places.

use super::Context;
use crate::memory::Memory;
use crate::object::{ArrayContent, Cell};
use crate::value::{ObjectId, Value};
use dunlin_ir::Bits;
use dunlin_ir::semantics::access::{self, Cells};
use dunlin_ir::small::Small;
use dunlin_term::{Op, Sort, Table, TermId, Terms, View};
use std::ops::Range;

/// An object with at most so many elements that are not constants is read by a chain of choices, a
/// larger one as an SMT array. Choices keep pointers recognisable and need no theory of arrays.
const CHOICES: usize = 64;

impl Memory {
    /// Reads `size` (at most 8) bytes at a known place.
    pub fn load_symbolic(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Value {
        let word = self.word();
        if let Some(placed) = self.placed(id) {
            let pieces = placed.pieces(offset, size.into());
            if let [(storage, at, _)] = pieces[..] {
                return self.load_symbolic(context, storage, at, size);
            }
            let bytes: Vec<TermId> =
                (0..u64::from(size)).map(|i| self.byte_term(context, id, offset + i)).collect();
            return context.joined(bytes);
        }
        let object = self.object(id).expect("the access was checked");
        if object.array().is_some() {
            let place = context.terms.constant(word * 8, offset);
            let term = self.array_bytes(context, id, place, size);
            return context.value(term);
        }
        if let Some(value) = object.load(offset, size, word) {
            return value;
        }
        let cells: Vec<Cell> =
            (0..u64::from(size)).map(|i| object.cell(offset + i, word)).collect();
        let bytes: Vec<TermId> =
            cells.into_iter().map(|cell| self.cell_term(context, cell)).collect();
        context.joined(bytes)
    }

    /// Reads `size` (at most 8) bytes at a place that is a term of pointer width.
    pub fn load_at(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
    ) -> Value {
        self.load_between_places(context, id, (0, u64::MAX), offset, size)
    }

    /// As [`Memory::load_at`], where the place is known to be one from the first up to the second.
    pub fn load_between_places(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        places: (u64, u64),
        offset: TermId,
        size: u32,
    ) -> Value {
        if let Some(offset) = context.terms.as_u64(offset) {
            return self.load_symbolic(context, id, offset, size);
        }
        if self.parts_of(id).is_some() {
            return self.load_from_parts(context, id, offset, size);
        }
        let (storage, window) = self.window(id);
        if self.object(storage).expect("the access was checked").array().is_some() {
            let start = context.terms.constant(self.word() * 8, window.start);
            let place = context.terms.add(offset, start);
            let term = self.array_bytes(context, storage, place, size);
            return context.value(term);
        }
        let (window, offset) = self.narrowed(context, window, places, offset, size);
        let shift = size.trailing_zeros();
        let whole = size.is_power_of_two()
            && (window.end - window.start).is_multiple_of(u64::from(size))
            && context.is_aligned(offset, shift);
        if whole && (size == 1 || !self.is_large_symbolic(storage, &window, size)) {
            let term = self.element_at(context, storage, &window, offset, size);
            return context.value(term);
        }
        let mut bytes = WindowBytes { memory: self, context, storage, window };
        let whole = access::load(&mut bytes, &offset, size * 8);
        context.value(whole)
    }

    /// The part of a window that an access at one of some places can touch, and the offset in it.
    pub(super) fn narrowed(
        &mut self,
        context: &mut Context<'_>,
        window: Range<u64>,
        (first, last): (u64, u64),
        offset: TermId,
        size: u32,
    ) -> (Range<u64>, TermId) {
        let length = window.end - window.start;
        // In whole words, so that accesses stay aligned.
        let start = first.min(length) / 8 * 8;
        let end = last.saturating_add(size.into()).min(length).next_multiple_of(8).min(length);
        if end <= start || (start, end) == (0, length) {
            return (window, offset);
        }
        let by = context.terms.constant(self.word() * 8, start);
        let offset = context.terms.sub(offset, by);
        (window.start + start..window.start + end, offset)
    }

    /// Which bytes of which storage an object that is not in parts consists of.
    pub(super) fn window(&mut self, id: ObjectId) -> (ObjectId, Range<u64>) {
        let (size, _) = self.describe(id).expect("the access was checked");
        match self.segment_of(id) {
            Some((segment, start)) => (segment, start..start + size),
            None => (id, 0..size),
        }
    }

    /// Whether so many elements are symbolic that the object is better read byte by byte, from the
    /// root of its bytes.
    fn is_large_symbolic(&mut self, id: ObjectId, window: &Range<u64>, size: u32) -> bool {
        let word = self.word();
        let object = self.object(id).expect("the access was checked");
        let elements = (window.end - window.start) / u64::from(size);
        let plain = object.plain_bytes(window.start, window.end - window.start).is_some();
        if plain || elements <= CHOICES as u64 {
            return false;
        }
        let symbolic = window.clone().filter(|&at| is_symbolic(object.cell(at, word)));
        symbolic.count() > CHOICES * size as usize
    }

    /// The element of `size` bytes at a place of a window that is a multiple of that.
    fn element_at(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        window: &Range<u64>,
        offset: TermId,
        size: u32,
    ) -> TermId {
        let number = context.element_number(offset, size.trailing_zeros());
        let elements = self.elements(context, id, window, size);
        let symbolic = elements.iter().filter(|value| value.as_int().is_none()).count();
        if symbolic > CHOICES && !elements.iter().any(|value| is_pointer(context, *value)) {
            let array = self.array_of(context, &elements, size);
            return context.terms.select(array, number);
        }
        let mut chosen = constants(context, &elements, number, size);
        for (index, &value) in elements.iter().enumerate().rev() {
            if value.as_int().is_none()
                && let Some(here) = context.is_element(number, index)
            {
                let value = self.value_term(context, value, size * 8);
                chosen = context.terms.ite(here, value, chosen);
            }
        }
        chosen
    }

    /// All elements of `size` bytes in a window of an object that is no array.
    pub(super) fn elements(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        window: &Range<u64>,
        size: u32,
    ) -> Vec<Value> {
        let object = self.object(id).expect("the access was checked");
        if let Some(bytes) = object.plain_bytes(window.start, window.end - window.start) {
            let element = |chunk: &[u8]| {
                access::join(&mut Small, chunk.iter().map(|&byte| (8, u64::from(byte))))
            };
            return bytes.chunks(size as usize).map(|c| Value::int(element(c))).collect();
        }
        let element = |(number, at)| match context.goes_on(number) {
            true => self.load_symbolic(context, id, at, size),
            // There must be as many as were asked for.
            false => Value::int(0),
        };
        (0..).zip(window.clone().step_by(size as usize)).map(element).collect()
    }

    /// An SMT array of elements, indexed by their number.
    pub(super) fn array_of(
        &mut self,
        context: &mut Context<'_>,
        elements: &[Value],
        size: u32,
    ) -> TermId {
        let index_width = self.word() * 8 - size.trailing_zeros();
        let beneath = match root_of(context, elements, index_width, size) {
            Some(root) => root,
            None => table(context, elements, index_width, size),
        };
        let mut array = beneath;
        for (index, &value) in (0..).zip(elements) {
            if !context.goes_on(index) {
                break;
            }
            let index = context.terms.constant(index_width, index);
            let value = self.value_term(context, value, size * 8);
            // What is there already needs no store. Every index is stored once at most: what other stores
            // there are does not matter, and looking through them all would take long.
            if context.terms.select(beneath, index) != value {
                array = context.terms.store(array, index, value);
            }
        }
        array
    }

    /// Bytes of an object that is an array.
    pub(super) fn array_bytes(
        &mut self,
        context: &mut Context<'_>,
        id: ObjectId,
        offset: TermId,
        size: u32,
    ) -> TermId {
        let object = self.object(id).expect("the access was checked");
        let ArrayContent { array, element } = object.array().expect("the caller has looked");
        let shift = element.trailing_zeros();
        if size.is_multiple_of(element) && context.is_aligned(offset, shift) {
            let number = context.element_number(offset, shift);
            return access::load(&mut context.cells(array), &number, size * 8);
        }
        let array = self.split_into_bytes(context, id);
        access::load(&mut context.cells(array), &offset, size * 8)
    }
}

/// The bytes of a window at places that are terms.
struct WindowBytes<'a, 'c> {
    memory: &'a mut Memory,
    context: &'a mut Context<'c>,
    storage: ObjectId,
    window: Range<u64>,
}

impl Cells for WindowBytes<'_, '_> {
    type Algebra = Terms;

    fn algebra(&mut self) -> &mut Terms {
        self.context.terms
    }

    fn cell_bits(&self) -> u32 {
        8
    }

    fn place_bits(&self) -> u32 {
        self.memory.word() * 8
    }

    fn read(&mut self, place: &TermId) -> TermId {
        self.memory.element_at(self.context, self.storage, &self.window, *place, 1)
    }
}

fn is_symbolic(cell: Cell) -> bool {
    matches!(cell, Cell::Term { .. } | Cell::Unwritten { .. })
}

fn is_pointer(context: &Context<'_>, value: Value) -> bool {
    use crate::value::ValueKind::{Pointer, SymbolicPointer, Term};
    match value.kind() {
        Pointer { .. } | SymbolicPointer { .. } => true,
        Term(term) => context.terms.has_base(term),
        _ => false,
    }
}

/// The constants among elements, at a number; anything where an element is no constant.
fn constants(context: &mut Context<'_>, elements: &[Value], number: TermId, size: u32) -> TermId {
    let mut known = elements.iter().filter_map(|value| value.as_int());
    let first = known.next().unwrap_or(0);
    if known.all(|bits| bits == first) {
        return context.terms.constant(size * 8, first);
    }
    let index_width = context.terms.width(number);
    let table = table(context, elements, index_width, size);
    context.terms.select(table, number)
}

/// The table of the constants among elements, zero elsewhere.
fn table(context: &mut Context<'_>, elements: &[Value], index_width: u32, size: u32) -> TermId {
    let width = size * 8;
    let bits = elements.iter().map(|value| Bits::from_u64(width, value.as_int().unwrap_or(0)));
    let table = Table::new(index_width, Bits::from_u64(width, 0), bits);
    context.terms.table(table)
}

/// The symbolic root that bytes are read from, if the first symbolic one is a read of its own place.
fn root_of(
    context: &Context<'_>,
    elements: &[Value],
    index_width: u32,
    size: u32,
) -> Option<TermId> {
    use crate::value::ValueKind::Term;
    let symbolic = |(index, value): (usize, &Value)| match value.kind() {
        Term(term) => Some((index, term)),
        _ => None,
    };
    let (index, term) = elements.iter().enumerate().find_map(symbolic)?;
    let View::Select(root, place) = context.terms.view(term) else { return None };
    let fits = context.terms.sort(root) == Sort::Array { index: index_width, element: size * 8 };
    let own = context.terms.as_u64(place) == Some(index as u64);
    (fits && own && context.terms.op(root) == Op::Symbol).then_some(root)
}
