//! Reading and writing of concrete places.
//!
//! What lies in the cache and is plain is done here at once. What needs terms, lies elsewhere or is wrong comes back as an
//! [`AccessError`] that says so.

use crate::memory::{AccessError, Memory, in_bounds};
use crate::object::{Cell, Object, join};
use crate::value::{ObjectId, Value};

impl Memory {
    /// Reads `size` (at most 8) bytes as one value.
    #[inline(always)]
    pub fn load(&mut self, id: ObjectId, offset: u64, size: u32) -> Result<Value, AccessError> {
        let word = self.word;
        let object = match self.object(id) {
            Ok(object) => object,
            Err(error) => return self.load_placed(error, offset, size),
        };
        if !in_bounds(object.written_below(), offset, u64::from(size)) {
            return self.load_behind_gap(id, offset, size);
        }
        match object.load_written(offset, size, word) {
            Some(value) => Ok(value),
            None => self.load_bytewise(id, offset, size),
        }
    }

    /// A load of what is not below all that is not written, or not in bounds.
    #[inline(never)]
    fn load_behind_gap(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Result<Value, AccessError> {
        let word = self.word;
        let object = self.object(id)?;
        if !in_bounds(object.size(), offset, u64::from(size)) {
            return Err(AccessError::OutOfBounds { object: id, size: object.size() });
        }
        if !object.is_written(offset, size.into()) {
            return Err(AccessError::NeedsTerms);
        }
        match object.load_written(offset, size, word) {
            Some(value) => Ok(value),
            None => self.load_bytewise(id, offset, size),
        }
    }

    /// Writes `size` (at most 8) bytes.
    #[inline(always)]
    pub fn store(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
        value: Value,
    ) -> Result<(), AccessError> {
        let word = self.word;
        let object = match self.object_mut(id) {
            Ok(object) => object,
            Err(error) => return self.store_placed(error, offset, size, value),
        };
        if !in_bounds(object.written_below(), offset, u64::from(size)) {
            return store_behind_gap(object, id, offset, size, value, word);
        }
        if object.info.read_only {
            return Err(AccessError::ReadOnly { object: id });
        }
        if (object.is_tagged() || !value.meta.is_int()) && object.store_needs_terms(value) {
            return Err(AccessError::NeedsTerms);
        }
        object.store_written(offset, size, value, word);
        Ok(())
    }

    /// The slow way, for bytes of different kinds. A pointer that is read in parts gives up its
    /// address.
    #[cold]
    #[inline(never)]
    fn load_bytewise(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Result<Value, AccessError> {
        let word = self.word;
        let object = self.object(id)?;
        if object.array().is_some() {
            return Err(AccessError::NeedsTerms);
        }
        let mut cells = [Cell::plain(0); 8];
        let cells = &mut cells[..size as usize];
        for (i, cell) in cells.iter_mut().enumerate() {
            *cell = object.cell(offset + i as u64, word);
        }
        self.join_cells(cells)
    }

    /// The value that bytes form, which may be of different kinds.
    pub(crate) fn join_cells(&mut self, cells: &mut [Cell]) -> Result<Value, AccessError> {
        let word = self.word;
        if let Some(value) = join(cells, word as usize) {
            return Ok(value);
        }
        let needs_terms = |cell: &Cell| {
            use Cell::{SymbolicPointer, Term, Unwritten};
            matches!(cell, Term { .. } | SymbolicPointer { .. } | Unwritten { .. })
        };
        if cells.iter().any(needs_terms) {
            return Err(AccessError::NeedsTerms);
        }
        if self.free_addresses {
            return Err(AccessError::NeedsTerms);
        }
        for cell in cells.iter_mut() {
            if let Cell::Pointer { object, offset, index } = *cell {
                // A pointer that was zero-extended has bytes beyond the pointer size: zeros.
                let address = self.expose(object).wrapping_add(offset) & self.pointer_mask();
                *cell = Cell::plain((address >> (8 * index)) as u8);
            }
        }
        Ok(join(cells, word as usize).expect("no pointer is left"))
    }

    /// Checks that `len` bytes at `offset` can be read.
    pub fn check_readable(
        &mut self,
        id: ObjectId,
        offset: u64,
        len: u64,
    ) -> Result<(), AccessError> {
        let (size, _) = self.describe(id)?;
        match in_bounds(size, offset, len) {
            true => Ok(()),
            false => Err(AccessError::OutOfBounds { object: id, size }),
        }
    }

    /// Checks that `len` bytes at `offset` can be written.
    pub fn check_writable(
        &mut self,
        id: ObjectId,
        offset: u64,
        len: u64,
    ) -> Result<(), AccessError> {
        self.check_readable(id, offset, len)?;
        match self.describe(id)?.1.read_only {
            true => Err(AccessError::ReadOnly { object: id }),
            false => Ok(()),
        }
    }
}

/// A store to what is not below all that is not written, or not in bounds.
#[inline(never)]
fn store_behind_gap(
    object: &mut Object,
    id: ObjectId,
    offset: u64,
    size: u32,
    value: Value,
    word: u32,
) -> Result<(), AccessError> {
    if value.meta.is_int() && object.write_on(offset, u64::from(size)) {
        object.store_written(offset, size, value, word);
        return Ok(());
    }
    if !in_bounds(object.size(), offset, u64::from(size)) {
        return Err(AccessError::OutOfBounds { object: id, size: object.size() });
    }
    if object.info.read_only {
        return Err(AccessError::ReadOnly { object: id });
    }
    if !value.meta.is_int() && object.store_needs_terms(value) {
        return Err(AccessError::NeedsTerms);
    }
    object.store(offset, size, value, word);
    Ok(())
}
