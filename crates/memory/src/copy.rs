//! Copying and filling ranges of bytes: what memcpy, memmove and memset do.

use crate::memory::{AccessError, Memory};
use crate::object::Cell;
use crate::placement;
use crate::value::{ObjectId, Value};
use crate::written::Origin;
use smallvec::{SmallVec, smallvec};

/// What [`Memory::copy`] moves at a time when something is not a plain byte.
enum Piece {
    Word(Value),
    Byte(Cell),
    /// So many bytes that were not written.
    Unwritten(u64, (Origin, u64)),
}

impl Memory {
    /// Copies `len` bytes; the ranges may overlap. Nothing is written if either range is not
    /// accessible.
    pub fn copy(
        &mut self,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        len: u64,
    ) -> Result<(), AccessError> {
        self.check_readable(from, from_offset, len)?;
        self.check_writable(to, to_offset, len)?;
        if self.placed(from).is_some() || self.placed(to).is_some() {
            return self.copy_placed((to, to_offset), (from, from_offset), len);
        }
        self.copy_storage((to, to_offset), (from, from_offset), len)
    }

    /// As [`Memory::copy`] between objects that lie in themselves, in bounds.
    pub(crate) fn copy_storage(
        &mut self,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        len: u64,
    ) -> Result<(), AccessError> {
        if self.object(from)?.array().is_some() || self.object(to)?.array().is_some() {
            return Err(AccessError::NeedsTerms);
        }
        if !self.object(to)?.is_tagged()
            && let Some(bytes) = self.object(from)?.plain_bytes(from_offset, len)
        {
            let bytes = bytes.to_vec();
            let target = self.object_mut(to)?.plain_bytes_mut(to_offset, len);
            target.expect("checked above").copy_from_slice(&bytes);
            return Ok(());
        }
        self.copy_tagged((to, to_offset), (from, from_offset), len)
    }

    /// Word by word where both sides are aligned, else byte by byte. Reads everything before it
    /// writes anything, so that overlaps do not matter.
    fn copy_tagged(
        &mut self,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        len: u64,
    ) -> Result<(), AccessError> {
        let word = self.word();
        let step = u64::from(word);
        let source = self.object(from)?;
        let mut pieces = Vec::with_capacity(len as usize / word as usize + 1);
        let mut done = 0;
        while done < len {
            let at = from_offset + done;
            if let (count, Some(first)) = source.stretch(at, from_offset + len) {
                pieces.push(Piece::Unwritten(count, first));
                done += count;
                continue;
            }
            let aligned = at.is_multiple_of(step) && (to_offset + done).is_multiple_of(step);
            if aligned
                && len - done >= step
                && let Some(value) = source.load(at, word, word)
            {
                pieces.push(Piece::Word(value));
                done += step;
            } else {
                pieces.push(Piece::Byte(source.cell(at, word)));
                done += 1;
            }
        }
        let target = self.object_mut(to)?;
        let mut place = to_offset;
        for piece in pieces {
            match piece {
                Piece::Word(value) => {
                    target.store(place, word, value, word);
                    place += step;
                }
                Piece::Byte(cell) => {
                    target.set_cell(place, cell, word);
                    place += 1;
                }
                Piece::Unwritten(count, first) => {
                    target.set_unwritten(place, count, first, word);
                    place += count;
                }
            }
        }
        target.simplify_if_rewritten(len);
        Ok(())
    }

    /// As [`Memory::copy`] where content lies elsewhere: what lies together is copied together.
    fn copy_placed(
        &mut self,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        len: u64,
    ) -> Result<(), AccessError> {
        let targets = self.pieces(to, to_offset, len);
        for &(storage, ..) in &targets {
            if self.object(storage)?.array().is_some() {
                return Err(AccessError::NeedsTerms);
            }
        }
        // Byte by byte: pieces of source and target need not begin together.
        let word = self.word();
        let mut cells = self.cells(from, from_offset, len)?.into_iter();
        for (storage, at, len) in targets {
            let target = self.object_mut(storage)?;
            for (at, cell) in (at..at + len).zip(cells.by_ref()) {
                target.set_cell(at, cell, word);
            }
        }
        Ok(())
    }

    /// Bytes of a live object, in bounds, whatever they are.
    pub fn cells(
        &mut self,
        id: ObjectId,
        offset: u64,
        len: u64,
    ) -> Result<SmallVec<[Cell; 8]>, AccessError> {
        let word = self.word();
        let mut cells = SmallVec::new();
        for (storage, at, len) in self.pieces(id, offset, len) {
            let found = self.object(storage)?;
            if found.array().is_some() {
                return Err(AccessError::NeedsTerms);
            }
            cells.extend((at..at + len).map(|at| found.cell(at, word)));
        }
        Ok(cells)
    }

    /// Where bytes of an object lie.
    fn pieces(&self, id: ObjectId, offset: u64, len: u64) -> SmallVec<[placement::Piece; 2]> {
        match self.placed(id) {
            Some(placed) => placed.pieces(offset, len),
            None => smallvec![(id, offset, len)],
        }
    }
    /// Sets `len` bytes to one byte.
    pub fn fill(
        &mut self,
        (to, offset): (ObjectId, u64),
        byte: Cell,
        len: u64,
    ) -> Result<(), AccessError> {
        self.check_writable(to, offset, len)?;
        let pieces = self.pieces(to, offset, len);
        for &(storage, ..) in &pieces {
            if self.object(storage)?.array().is_some() {
                return Err(AccessError::NeedsTerms);
            }
        }
        for (storage, offset, len) in pieces {
            self.fill_storage((storage, offset), byte, len)?;
        }
        Ok(())
    }

    fn fill_storage(
        &mut self,
        (to, offset): (ObjectId, u64),
        byte: Cell,
        len: u64,
    ) -> Result<(), AccessError> {
        let word = self.word();
        let object = self.object_mut(to)?;
        match byte {
            Cell::Byte { value, undefined: 0 } => {
                object.fill(offset, len, value, word);
                object.simplify_if_rewritten(len);
            }
            other => (0..len).for_each(|i| object.set_cell(offset + i, other, word)),
        }
        Ok(())
    }
}
