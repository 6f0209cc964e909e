//! Access to memory that needs terms: symbolic bytes, symbolic places, pointers as terms.
//!
//! Everything here assumes that the access is in bounds of its object: the engine has asked for that
//! before. Values that turn out to be constants or pointers come back as such, so that what follows
//! is concrete again.

mod parts;
mod place;
mod range;
mod read;
mod write;

pub use range::Length;

use crate::address::LEAST_ALIGN;
use crate::memory::{AccessError, Memory};
use crate::object::Cell;
use crate::value::{ObjectId, Value, ValueKind};
use crate::written::Origin;
use dunlin_ir::semantics::access;
use dunlin_term::{ArrayCells, Base, BaseId, Op, TermId, Terms, View};

/// Functions are aligned to two to this power.
const FUNCTION_ALIGN: u8 = 4;

/// Whoever knows what memory holds that the program did not write.
pub trait Roots {
    /// The array whose elements are bytes `place` and above of an origin, from element 0 on; `place` is
    /// a multiple of [`Context::CHUNK`]. Element `within`, below that number, is read.
    fn root(&mut self, terms: &mut Terms, origin: Origin, place: u64, within: u64) -> TermId;
}

/// What accesses need besides the memory itself.
pub struct Context<'a> {
    pub terms: &'a mut Terms,
    pub roots: &'a mut dyn Roots,
    /// The hidden addresses of the bases that occur in new terms, for the model of the path.
    pub addresses: &'a mut Vec<(BaseId, u64)>,
    /// Set when an access was broken off because all work must end: what it has left behind means nothing,
    /// and the operation must be given up.
    pub gave_up: bool,
}

impl Context<'_> {
    /// Asked at step `number` of something that has one for every byte of an object: whether to go on.
    #[inline]
    pub(crate) fn goes_on(&mut self, number: u64) -> bool {
        const EVERY: u64 = 1 << 14;
        if number.is_multiple_of(EVERY) && dunlin_stop::is_asked() {
            self.gave_up = true;
        }
        !self.gave_up
    }

    /// Bytes that were not written are read from arrays of this size: a test need not carry all of a
    /// large object of which one byte is read.
    pub const CHUNK: u64 = 1 << 16;

    /// A byte that was not written, as a term of 8 bits.
    fn unwritten_byte(&mut self, origin: Origin, place: u64, index_width: u32) -> TermId {
        let within = place % Self::CHUNK;
        let root = self.roots.root(self.terms, origin, place - within, within);
        let index = self.terms.constant(index_width, within);
        self.terms.select(root, index)
    }

    /// A term in exactly `width` bits: extended with zeros, or cut.
    pub fn resize(&mut self, term: TermId, width: u32) -> TermId {
        let from = self.terms.width(term);
        match from.cmp(&width) {
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Less => self.terms.zext(width, term),
            std::cmp::Ordering::Greater => self.terms.extract(width - 1, 0, term),
        }
    }

    /// An SMT array as memory that accesses see.
    fn cells(&mut self, array: TermId) -> ArrayCells<'_> {
        ArrayCells { terms: self.terms, array }
    }

    /// The value that bytes, given as terms from the lowest on, form together.
    pub(crate) fn joined(&mut self, bytes: Vec<TermId>) -> Value {
        let whole = access::join(self.terms, bytes.into_iter().map(|byte| (8, byte)));
        self.value(whole)
    }

    /// The simplest value that a term of at most 64 bits is.
    pub fn value(&mut self, term: TermId) -> Value {
        if let Some(bits) = self.terms.as_u64(term) {
            return Value::int(bits);
        }
        if self.terms.has_base(term)
            && let Some(value) = self.pointer(term)
        {
            return value;
        }
        Value::term(term)
    }

    /// The pointer that a term is: a base, plainly, and an offset.
    fn pointer(&mut self, term: TermId) -> Option<Value> {
        let object = |terms: &Terms, id: BaseId| ObjectId(terms.base_info(id).object);
        match self.terms.view(term) {
            View::Base(id) => Some(Value::pointer(object(self.terms, id), 0)),
            View::Binary(Op::Add, ..) => {
                let (id, offset) = self.split_base(term)?;
                let object = object(self.terms, id);
                Some(match self.terms.as_u64(offset) {
                    Some(offset) => Value::pointer(object, offset),
                    None => Value::symbolic_pointer(object, offset),
                })
            }
            _ => None,
        }
    }

    /// A sum with exactly one base, which is an addend of it, without that base.
    fn split_base(&mut self, sum: TermId) -> Option<(BaseId, TermId)> {
        let mut base = None;
        let mut rest = Vec::new();
        let mut open = vec![sum];
        while let Some(term) = open.pop() {
            match self.terms.view(term) {
                View::Binary(Op::Add, x, y) => open.extend([x, y]),
                View::Base(id) if base.is_none() => base = Some(id),
                _ if self.terms.has_base(term) => return None,
                _ => rest.push(term),
            }
        }
        let width = self.terms.width(sum);
        let mut offset = self.terms.constant(width, 0);
        for term in rest.into_iter().rev() {
            offset = self.terms.add(offset, term);
        }
        Some((base?, offset))
    }
}

impl Memory {
    /// The address of an object as a term, atomic but for the model.
    pub fn base_term(&mut self, context: &mut Context<'_>, id: ObjectId) -> TermId {
        let width = self.word() * 8;
        let (size, address, align) = match self.describe(id) {
            Ok((size, info)) => (size, info.address, info.align),
            Err(AccessError::Function { .. }) => {
                (1, self.address(id).expect("a function"), FUNCTION_ALIGN)
            }
            // Which object a dangling pointer meant is still of interest.
            Err(AccessError::Dead { tombstone: Some(t), .. }) => {
                (t.size.into(), t.address(), t.align)
            }
            Err(_) if self.free_addresses => (0, self.dangling_address(id), 0),
            // That was long ago: it is only a number.
            Err(_) => {
                let address = self.expose(id);
                return context.terms.constant(width, address);
            }
        };
        let size = context.terms.constant(width, size);
        let align = if self.free_addresses { 1 << align } else { LEAST_ALIGN };
        let base = Base { object: id.0, width, size: Some(size), align, non_null: true };
        let term = context.terms.base(&base);
        let View::Base(base) = context.terms.view(term) else { unreachable!("just made as one") };
        context.addresses.push((base, address));
        term
    }

    /// A value as a term of `width` bits. Undefined bits are zero.
    pub fn value_term(&mut self, context: &mut Context<'_>, value: Value, width: u32) -> TermId {
        let word = self.word() * 8;
        match value.kind() {
            ValueKind::Int(bits) | ValueKind::Undefined { bits, .. } => {
                context.terms.constant(width, bits)
            }
            ValueKind::Term(term) => context.resize(term, width),
            ValueKind::Unwritten { origin, place, width: own } => {
                let bytes = u64::from(own.div_ceil(8));
                let mut byte = |i| context.unwritten_byte(origin, place + i, word);
                let bytes: Vec<(u32, TermId)> = (0..bytes).map(|i| (8, byte(i))).collect();
                let stored = bytes.len() as u32 * 8;
                let whole = access::join(context.terms, bytes);
                let whole = access::unpadded(context.terms, stored, own, &whole);
                context.resize(whole, width)
            }
            ValueKind::Pointer { object, offset } => {
                let base = self.base_term(context, object);
                let offset = context.terms.constant(word, offset);
                let address = context.terms.add(base, offset);
                context.resize(address, width)
            }
            ValueKind::SymbolicPointer { object, offset } => {
                let base = self.base_term(context, object);
                let address = context.terms.add(base, offset);
                context.resize(address, width)
            }
        }
    }

    /// One byte as a term of 8 bits.
    pub(crate) fn cell_term(&mut self, context: &mut Context<'_>, cell: Cell) -> TermId {
        let word = self.word() * 8;
        let (value, width, index) = match cell {
            Cell::Byte { value, .. } => return context.terms.constant(8, value.into()),
            Cell::Unwritten { origin, place } => {
                return context.unwritten_byte(origin, place, word);
            }
            Cell::Term { term, size, index } => (Value::term(term), u32::from(size) * 8, index),
            Cell::Pointer { object, offset, index } => {
                (Value::pointer(object, offset), word, index)
            }
            Cell::SymbolicPointer { object, offset, index } => {
                (Value::symbolic_pointer(object, offset), word, index)
            }
        };
        let whole = self.value_term(context, value, width);
        // A pointer that was extended with zeros has bytes beyond the pointer size.
        if u32::from(index) * 8 >= width {
            return context.terms.constant(8, 0);
        }
        access::part(context.terms, width, 8, index.into(), &whole)
    }

    /// The byte at a place of an object, as a term of 8 bits.
    pub fn byte_term(&mut self, context: &mut Context<'_>, id: ObjectId, offset: u64) -> TermId {
        let word = self.word();
        if let Some(placed) = self.placed(id) {
            let (storage, at, _) = placed.pieces(offset, 1)[0];
            return self.byte_term(context, storage, at);
        }
        let object = self.object(id).expect("the access was checked");
        if object.array().is_some() {
            let place = context.terms.constant(word * 8, offset);
            return self.array_bytes(context, id, place, 1);
        }
        let cell = object.cell(offset, word);
        self.cell_term(context, cell)
    }
}
