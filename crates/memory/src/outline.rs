//! The content of an object as it lies there, stretch by stretch: for whoever compares whole memories.
//!
//! Where the content lies (in the object, in a segment, in parts) makes no difference to what is seen, but for
//! arrays, which are told as what they are.

use crate::memory::{AccessError, Memory};
use crate::object::{ArrayContent, Cell, Object};
use crate::value::{ObjectId, Value};
use crate::written::Origin;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A stretch of content.
pub enum Stretch<'a> {
    /// Plain bytes.
    Bytes(&'a [u8]),
    /// A word that is no plain number.
    Word(Value),
    /// A byte of a word whose bytes differ in kind.
    Byte(Cell),
    /// So many bytes that were not written, from this place of their origin on.
    Unwritten { origin: Origin, place: u64, len: u64 },
    /// So many bytes of an SMT array, from this byte on.
    Array { content: ArrayContent, start: u64, len: u64 },
}

impl Memory {
    /// A hash of what decides where objects will lie that are still to be made.
    pub fn next_places(&mut self) -> u64 {
        let mut hasher = FxHasher::default();
        self.slots.for_each_region(|class, used| (class, used).hash(&mut hasher));
        self.addresses.hash(&mut hasher);
        hasher.finish()
    }

    /// Calls `f` with the content of a live object, from its first byte to its last.
    pub fn for_each_stretch(
        &mut self,
        id: ObjectId,
        mut f: impl FnMut(Stretch<'_>),
    ) -> Result<(), AccessError> {
        let (size, _) = self.describe(id)?;
        let word = self.word();
        let whole = match self.placed(id) {
            Some(placed) => placed.pieces(0, size),
            None => [(id, 0, size)].into_iter().collect(),
        };
        for (storage, at, len) in whole {
            self.object(storage)?.for_each_stretch(at, len, word, &mut f);
        }
        Ok(())
    }
}

impl Object {
    fn for_each_stretch(&self, start: u64, len: u64, word: u32, f: &mut impl FnMut(Stretch<'_>)) {
        if let Some(content) = self.array() {
            return f(Stretch::Array { content, start, len });
        }
        let (mut at, end) = (start, start + len);
        while at < end {
            let (len, unwritten) = self.stretch(at, end);
            match unwritten {
                Some((origin, place)) => f(Stretch::Unwritten { origin, place, len }),
                None => self.for_each_written(at, at + len, word, f),
            }
            at += len;
        }
    }

    /// Of bytes that are written.
    fn for_each_written(&self, mut at: u64, end: u64, word: u32, f: &mut impl FnMut(Stretch<'_>)) {
        let step = u64::from(word);
        while at < end {
            let plain = self.plain_until(at, end, word);
            if plain > at {
                f(Stretch::Bytes(self.raw(at, plain)));
                at = plain;
                continue;
            }
            let whole = at.is_multiple_of(step) && at + step <= end;
            match whole.then(|| self.whole_word(at, word)).flatten() {
                Some(value) => {
                    f(Stretch::Word(value));
                    at += step;
                }
                None => {
                    f(Stretch::Byte(self.cell(at, word)));
                    at += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;
    use crate::object::{ObjectKind, Site};

    fn told(memory: &mut Memory, id: ObjectId) -> Vec<String> {
        let mut told = Vec::new();
        let tell = |stretch: Stretch<'_>| {
            told.push(match stretch {
                Stretch::Bytes(bytes) => format!("bytes {bytes:?}"),
                Stretch::Word(value) => format!("word {value:?}"),
                Stretch::Byte(cell) => format!("byte {cell:?}"),
                Stretch::Unwritten { place, len, .. } => format!("unwritten {place}+{len}"),
                Stretch::Array { start, len, .. } => format!("array {start}+{len}"),
            });
        };
        memory.for_each_stretch(id, tell).expect("it lives");
        told
    }

    fn heap(memory: &mut Memory, size: u64) -> ObjectId {
        let class = Class::named("block");
        memory.allocate(size, 8, ObjectKind::Heap, Site(0), class).expect("there is room")
    }

    #[test]
    fn content_is_told_from_the_first_byte_to_the_last() {
        let mut memory = Memory::new(64, 0, false);
        let (object, other) = (heap(&mut memory, 20), heap(&mut memory, 1));
        memory.store(object, 0, 4, Value::int(7)).expect("in bounds");
        memory.store(object, 8, 8, Value::pointer(other, 1)).expect("in bounds");
        let pointer = format!("word {:?}", Value::pointer(other, 1));
        let expected = ["bytes [7, 0, 0, 0, 0, 0, 0, 0]", &pointer, "bytes [0, 0, 0, 0]"];
        assert_eq!(told(&mut memory, object), expected);
    }

    #[test]
    fn what_was_not_written_has_its_place() {
        let mut memory = Memory::new(64, 0, false);
        let object = heap(&mut memory, 12);
        memory.object_mut(object).expect("it lives").forget(Origin { site: 3, count: 0 });
        memory.store(object, 4, 4, Value::int(1)).expect("in bounds");
        let expected = ["unwritten 0+4", "bytes [1, 0, 0, 0]", "unwritten 8+4"];
        assert_eq!(told(&mut memory, object), expected);
    }

    #[test]
    fn half_a_pointer_is_told_byte_by_byte() {
        let mut memory = Memory::new(64, 0, false);
        let (object, other) = (heap(&mut memory, 16), heap(&mut memory, 1));
        memory.store(object, 0, 8, Value::pointer(other, 0)).expect("in bounds");
        memory.store(object, 0, 4, Value::int(1)).expect("in bounds");
        let told = told(&mut memory, object);
        assert_eq!(told.len(), 9, "{told:?}");
        assert!(told[4].starts_with("byte Pointer"), "{told:?}");
        assert_eq!(told[8], "bytes [0, 0, 0, 0, 0, 0, 0, 0]");
    }
}
