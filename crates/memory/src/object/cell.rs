//! One byte of memory, whatever it is, and the values that bytes in a row form.

use crate::value::{ObjectId, Value, ValueKind};
use crate::words::byte_of;
use crate::written::Origin;
use dunlin_ir::semantics::access;
use dunlin_ir::small::Small;
use dunlin_term::TermId;

/// One byte, whatever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Bits in `undefined` are not initialised, and zero in `value`.
    Byte { value: u8, undefined: u8 },
    /// Byte `index` of a pointer.
    Pointer { object: ObjectId, offset: u64, index: u8 },
    /// Byte `index` of a term that has `size` bytes.
    Term { term: TermId, size: u8, index: u8 },
    /// Byte `index` of a pointer whose offset is a term.
    SymbolicPointer { object: ObjectId, offset: TermId, index: u8 },
    /// Not written: what byte `place` of an origin is.
    Unwritten { origin: Origin, place: u64 },
}

impl Cell {
    pub fn plain(value: u8) -> Cell {
        Cell::Byte { value, undefined: 0 }
    }

    /// Calls `f` with what the byte refers to.
    pub fn for_each_reference(&self, mut f: impl FnMut(Reference)) {
        match *self {
            Cell::Byte { .. } | Cell::Unwritten { .. } => {}
            Cell::Pointer { object, .. } => f(Reference::Object(object)),
            Cell::Term { term, .. } => f(Reference::Term(term)),
            Cell::SymbolicPointer { object, offset, .. } => {
                f(Reference::Object(object));
                f(Reference::Term(offset));
            }
        }
    }

    /// Byte `index` of a value that lies in memory as `size` bytes; a term must have that width.
    pub fn of(value: Value, size: u32, index: u32) -> Cell {
        let byte = |bits: u64| byte_of(bits, index);
        match value.kind() {
            ValueKind::Int(bits) => Cell::plain(byte(bits)),
            ValueKind::Pointer { object, offset } => {
                Cell::Pointer { object, offset, index: index as u8 }
            }
            ValueKind::Undefined { bits, mask } => {
                Cell::Byte { value: byte(bits), undefined: byte(mask.to_bits(size * 8)) }
            }
            ValueKind::Term(term) => Cell::Term { term, size: size as u8, index: index as u8 },
            ValueKind::SymbolicPointer { object, offset } => {
                Cell::SymbolicPointer { object, offset, index: index as u8 }
            }
            ValueKind::Unwritten { origin, place, .. } => {
                Cell::Unwritten { origin, place: place + u64::from(index) }
            }
        }
    }
}

/// What a value or a byte refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    Object(ObjectId),
    Term(TermId),
}

impl Value {
    /// Calls `f` with what the value refers to.
    pub fn for_each_reference(self, mut f: impl FnMut(Reference)) {
        match self.kind() {
            ValueKind::Int(_) | ValueKind::Undefined { .. } | ValueKind::Unwritten { .. } => {}
            ValueKind::Pointer { object, .. } => f(Reference::Object(object)),
            ValueKind::Term(term) => f(Reference::Term(term)),
            ValueKind::SymbolicPointer { object, offset } => {
                f(Reference::Object(object));
                f(Reference::Term(offset));
            }
        }
    }
}

/// The plain bits and the undefined bits of bytes that hold no pointer.
fn gather(cells: &[Cell]) -> Option<(u64, u64)> {
    let byte = |cell: &Cell| match *cell {
        Cell::Byte { value, undefined } => Some((u64::from(value), u64::from(undefined))),
        _ => None,
    };
    if !cells.iter().all(|cell| byte(cell).is_some()) {
        return None;
    }
    let bytes = cells.iter().filter_map(byte);
    let bits = access::join(&mut Small, bytes.clone().map(|(value, _)| (8, value)));
    let undefined = access::join(&mut Small, bytes.map(|(_, undefined)| (8, undefined)));
    Some((bits, undefined))
}

/// Whether bytes are those of one value from its byte 0 upwards; `first` is byte 0.
fn in_order(cells: &[Cell], first: Cell) -> bool {
    cells.iter().enumerate().all(|(i, &cell)| {
        cell == match first {
            Cell::Byte { .. } | Cell::Unwritten { .. } => first,
            Cell::Pointer { object, offset, .. } => {
                Cell::Pointer { object, offset, index: i as u8 }
            }
            Cell::Term { term, size, .. } => Cell::Term { term, size, index: i as u8 },
            Cell::SymbolicPointer { object, offset, .. } => {
                Cell::SymbolicPointer { object, offset, index: i as u8 }
            }
        }
    })
}

/// The register value that consecutive bytes form, if they do: all plain or undefined, or exactly
/// the bytes of one pointer or term in order.
pub fn join(cells: &[Cell], word: usize) -> Option<Value> {
    if let Cell::Pointer { object, offset, index: 0 } = cells[0] {
        let whole = cells.len() == word && in_order(cells, cells[0]);
        return whole.then(|| Value::pointer(object, offset));
    }
    let first = cells[0];
    if let Cell::Term { term, size, index: 0 } = first {
        let whole = cells.len() == size as usize && in_order(cells, first);
        return whole.then(|| Value::term(term));
    }
    if let Cell::SymbolicPointer { object, offset, index: 0 } = first {
        let whole = cells.len() == word && in_order(cells, first);
        return whole.then(|| Value::symbolic_pointer(object, offset));
    }
    let (bits, undefined) = gather(cells)?;
    Some(Value::undefined(cells.len() as u32 * 8, bits, undefined))
}
