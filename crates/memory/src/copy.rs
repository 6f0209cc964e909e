//! Copying and filling ranges of bytes: what memcpy, memmove and memset do.

use crate::memory::{AccessError, Memory};
use crate::object::Cell;
use crate::value::{ObjectId, Value};

/// What [`Memory::copy`] moves at a time when something is not a plain byte.
enum Piece {
    Word(Value),
    Byte(Cell),
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
        if self.object(from)?.array().is_some() || self.object(to)?.array().is_some() {
            return Err(AccessError::NeedsTerms);
        }
        if to == from {
            let (start, end) = (from_offset as usize, (from_offset + len) as usize);
            if let Some(bytes) = self.object_mut(to)?.plain_bytes_mut() {
                bytes.copy_within(start..end, to_offset as usize);
                return Ok(());
            }
        } else if self.object(to)?.plain_bytes().is_some()
            && let Some(bytes) = self.object(from)?.plain_bytes()
        {
            let bytes = bytes[from_offset as usize..(from_offset + len) as usize].to_vec();
            let target = self.object_mut(to)?.plain_bytes_mut().expect("checked above");
            target[to_offset as usize..(to_offset + len) as usize].copy_from_slice(&bytes);
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
            }
        }
        target.simplify_if_rewritten(len);
        Ok(())
    }

    /// Sets `len` bytes to one byte.
    pub fn fill(
        &mut self,
        (to, offset): (ObjectId, u64),
        byte: Cell,
        len: u64,
    ) -> Result<(), AccessError> {
        self.check_writable(to, offset, len)?;
        let word = self.word();
        let object = self.object_mut(to)?;
        if object.array().is_some() {
            return Err(AccessError::NeedsTerms);
        }
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
