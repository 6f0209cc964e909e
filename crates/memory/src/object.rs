//! One object: its bytes, what is not a plain byte among them, and where it came from.
//!
//! Objects of plain bytes, which most are, have no tags. The first pointer (or undefined value)
//! stored into one gives it a [`Meta`] per pointer-sized word: a tagged word reads back exactly as
//! the register value that was stored, since the word's bytes hold the value's bits. Words whose
//! bytes differ in kind (half a pointer, one undefined byte, a symbolic byte) are marked mixed and
//! described byte by byte in a side table. After a write at a symbolic place in a large object, the
//! whole content is one SMT array (DESIGN, core idea 8). Above all this lies what the program has not
//! written yet (see [`crate::written`]).

mod cell;

pub use cell::{Cell, Reference, join};

use crate::value::{Meta, Value, ValueKind};
use crate::words::{read, write};
use crate::written::{Origin, Stretch, Written};
use dunlin_term::TermId;

/// Where something happened, in the numbering of whoever executes. Opaque here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Site(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ObjectKind {
    #[default]
    Global,
    Stack,
    Heap,
    /// No object of the program: where the content of others lies (see [`crate::placement`]).
    Storage,
}

/// What is known of an object besides its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub kind: ObjectKind,
    pub allocated: Site,
    /// The hidden concrete address of its first byte.
    pub address: u64,
    /// The address is a multiple of two to this power, wherever it lies.
    pub align: u8,
    pub read_only: bool,
    /// Its address was used as a number, so that integers in its range point to it.
    pub exposed: bool,
}

#[derive(Clone, Debug)]
pub struct Object {
    bytes: Box<[u8]>,
    tags: Option<Box<Tags>>,
    /// What bytes and tags say holds only for bytes that are written.
    written: Written,
    pub info: ObjectInfo,
}

#[derive(Clone, Debug)]
struct Tags {
    /// A [`Meta`] per word. As plain integers, so that fresh ones are zeroed lazily by the system: one
    /// pointer in a large object then costs a page and not as much as the object.
    words: Box<[u64]>,
    /// The bytes of each mixed word, at the place that its tag says.
    mixed: Vec<[Cell; 8]>,
    /// Places in `mixed` that no word uses.
    free: Vec<usize>,
    /// The whole content, if all words are tagged [`Meta::ARRAY`].
    array: Option<ArrayContent>,
}

/// The content of an object as an SMT array of elements of 1, 2, 4 or 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayContent {
    pub array: TermId,
    /// Bytes of an element. The object's size is a multiple of it.
    pub element: u32,
}

impl Tags {
    fn new(words: Box<[u64]>) -> Box<Tags> {
        Box::new(Tags { words, mixed: Vec::new(), free: Vec::new(), array: None })
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Meta {
        Meta::from_raw(self.words[index])
    }

    /// Tags a word; what described its bytes before is no longer in use.
    fn set(&mut self, index: usize, meta: Meta) {
        if let Some(place) = self.get(index).mixed_place() {
            self.free.push(place);
        }
        self.words[index] = meta.raw();
    }

    fn set_mixed(&mut self, index: usize, cells: [Cell; 8]) {
        if let Some(place) = self.get(index).mixed_place() {
            self.mixed[place] = cells;
            return;
        }
        let place = match self.free.pop() {
            Some(place) => {
                self.mixed[place] = cells;
                place
            }
            None => {
                self.mixed.push(cells);
                self.mixed.len() - 1
            }
        };
        self.words[index] = Meta::mixed(place).raw();
    }
}

impl Object {
    pub fn new(size: u64, info: ObjectInfo) -> Object {
        let bytes = vec![0; size as usize].into_boxed_slice();
        Object { bytes, tags: None, written: Written::all(size), info }
    }

    /// Makes every byte undefined; `word` is the pointer size in bytes.
    pub fn make_undefined(&mut self, word: u32) {
        let all = Value::undefined(word * 8, 0, u64::MAX);
        self.bytes.fill(0);
        let words = vec![all.meta.raw(); self.bytes.len().div_ceil(word as usize)];
        self.tags = Some(Tags::new(words.into()));
    }

    #[inline(always)]
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// `len` bytes at `offset`, in bounds, if all bytes of the object that are written are plain, and
    /// these are written.
    #[inline(always)]
    pub fn plain_bytes(&self, offset: u64, len: u64) -> Option<&[u8]> {
        let range = offset as usize..(offset + len) as usize;
        if self.tags.is_none() && self.is_written(offset, len) {
            Some(&self.bytes[range])
        } else {
            None
        }
    }

    /// `len` bytes at `offset`, in bounds, to be written, if all bytes of the object that are written
    /// are plain.
    #[inline(always)]
    pub fn plain_bytes_mut(&mut self, offset: u64, len: u64) -> Option<&mut [u8]> {
        if self.tags.is_some() {
            return None;
        }
        self.mark_written(offset, len);
        Some(&mut self.bytes[offset as usize..(offset + len) as usize])
    }

    // ---- what is not written -----------------------------------------------------------------------

    /// All bytes below are written.
    #[inline(always)]
    pub(crate) fn written_below(&self) -> u64 {
        self.written.below()
    }

    #[inline(always)]
    pub(crate) fn is_written(&self, offset: u64, len: u64) -> bool {
        offset + len <= self.written.below() || self.written.holds(offset, len)
    }

    #[inline(always)]
    pub(crate) fn mark_written(&mut self, offset: u64, len: u64) {
        if offset + len > self.written.below() {
            self.written.mark(offset, len, self.bytes.len() as u64);
        }
    }

    /// Marks bytes that follow the last one of those that are written from the start on, as a loop that
    /// fills a buffer does; `false`, with nothing changed, if it is not as simple as that.
    #[inline(always)]
    pub(crate) fn write_on(&mut self, offset: u64, len: u64) -> bool {
        !self.info.read_only && self.written.extend(offset, len, self.bytes.len() as u64)
    }

    /// The content is unknown from here on: that of an origin.
    pub fn forget(&mut self, origin: Origin) {
        self.tags = None;
        if !self.bytes.is_empty() {
            self.written = Written::nothing(origin);
        }
    }

    /// The bytes from `offset` on, at most up to `end`, that are all written or all not.
    pub(crate) fn stretch(&self, offset: u64, end: u64) -> Stretch {
        self.written.stretch(offset, end)
    }

    /// Makes bytes what bytes of an origin are that were not written.
    pub(crate) fn set_unwritten(&mut self, offset: u64, len: u64, at: (Origin, u64), word: u32) {
        if self.tags.is_some() {
            self.fill(offset, len, 0, word);
        }
        self.written.unmark(offset, len, at, self.bytes.len() as u64);
    }

    /// The value of `size` (at most 8) bytes at `offset`, in bounds, or `None` if they do not form
    /// one register value (then [`Object::cell`] tells byte by byte).
    pub fn load(&self, offset: u64, size: u32, word: u32) -> Option<Value> {
        match self.is_written(offset, size.into()) {
            true => self.load_written(offset, size, word),
            false => None,
        }
    }

    /// As [`Object::load`] of bytes that are known to be written.
    #[inline(always)]
    pub(crate) fn load_written(&self, offset: u64, size: u32, word: u32) -> Option<Value> {
        let offset = offset as usize;
        match &self.tags {
            None => Some(Value::int(read(&self.bytes, offset, size))),
            // A whole word, such as a pointer, is as common as plain bytes.
            Some(tags) if size == word && offset.is_multiple_of(word as usize) => {
                let meta = tags.get(offset / word as usize);
                let bits = read(&self.bytes, offset, size);
                if meta.is_register() { Some(Value { bits, meta }) } else { None }
            }
            Some(tags) => self.load_tagged(tags, offset, size, word as usize),
        }
    }

    fn load_tagged(&self, tags: &Tags, offset: usize, size: u32, word: usize) -> Option<Value> {
        let bits = read(&self.bytes, offset, size);
        let first = offset / word;
        let last = (offset + size as usize - 1) / word;
        let plain = tags.words[first..=last].iter().all(|&meta| meta == Meta::INT.raw());
        if plain {
            return Some(Value::int(bits));
        }
        // A whole term in part of a word: a symbolic byte or int. Where words have four bytes, the
        // rest of the entry says nothing about the next word.
        let cells = &tags.mixed[tags.get(first).mixed_place()?][..word];
        let within = offset % word;
        join(cells.get(within..within + size as usize)?, word)
    }

    /// Whether some byte is not plain, or was not.
    #[inline(always)]
    pub fn is_tagged(&self) -> bool {
        self.tags.is_some()
    }

    /// Whether a store of this value is beyond [`Object::store`]: it needs terms.
    #[inline]
    pub fn store_needs_terms(&self, value: Value) -> bool {
        matches!(value.kind(), ValueKind::Term(_) | ValueKind::Unwritten { .. })
            || self.array().is_some()
    }

    /// Stores `size` (at most 8) bytes at `offset`, in bounds. Of terms, only if they have that
    /// width, and not into an array.
    pub fn store(&mut self, offset: u64, size: u32, value: Value, word: u32) {
        self.mark_written(offset, size.into());
        self.store_written(offset, size, value, word);
    }

    /// As [`Object::store`] to bytes that are known to be written.
    #[inline(always)]
    pub(crate) fn store_written(&mut self, offset: u64, size: u32, value: Value, word: u32) {
        if self.tags.is_none() && value.meta.is_int() {
            write(&mut self.bytes, offset as usize, size, value.bits);
        } else {
            self.store_tagged(offset as usize, size, value, word as usize);
        }
    }

    fn store_tagged(&mut self, offset: usize, size: u32, value: Value, word: usize) {
        if size as usize == word && offset.is_multiple_of(word) {
            self.set_word(offset / word, value, word);
            return;
        }
        for index in 0..size {
            let cell = Cell::of(value, size, index);
            self.set_content((offset + index as usize) as u64, cell, word as u32);
        }
    }

    /// The tags, made on first use.
    fn tags_mut(&mut self, word: usize) -> &mut Tags {
        let words = self.bytes.len().div_ceil(word);
        self.tags.get_or_insert_with(|| Tags::new(vec![Meta::INT.raw(); words].into()))
    }

    fn set_word(&mut self, index: usize, value: Value, word: usize) {
        self.tags_mut(word).set(index, value.meta);
        write(&mut self.bytes, index * word, word as u32, value.bits);
    }

    /// The byte at `offset`, whatever it is.
    pub fn cell(&self, offset: u64, word: u32) -> Cell {
        match self.written.unwritten(offset) {
            Some((origin, place)) => Cell::Unwritten { origin, place },
            None => self.content(offset, word),
        }
    }

    /// What bytes and tags say of the byte at `offset`.
    fn content(&self, offset: u64, word: u32) -> Cell {
        let (offset, word) = (offset as usize, word as usize);
        let plain = Cell::plain(self.bytes[offset]);
        let Some(tags) = &self.tags else { return plain };
        let (index, within) = (offset / word, offset % word);
        match tags.get(index) {
            Meta::INT => plain,
            meta if let Some(place) = meta.mixed_place() => tags.mixed[place][within],
            meta => {
                debug_assert!(meta.is_register(), "an array has no cells");
                // The last word of an object may be cut short; its tag can only be "undefined".
                let end = (index * word + word).min(self.bytes.len());
                let bits = read(&self.bytes, index * word, (end - index * word) as u32);
                Cell::of(Value { bits, meta }, word as u32, within as u32)
            }
        }
    }

    /// Sets one byte, whatever it is.
    pub fn set_cell(&mut self, offset: u64, cell: Cell, word: u32) {
        if let Cell::Unwritten { origin, place } = cell {
            self.set_unwritten(offset, 1, (origin, place), word);
            return;
        }
        self.mark_written(offset, 1);
        self.set_content(offset, cell, word);
    }

    fn set_content(&mut self, offset: u64, cell: Cell, word: u32) {
        let (index, within) = (offset as usize / word as usize, offset as usize % word as usize);
        if let Cell::Byte { value, undefined: 0 } = cell {
            let plain = self.tags.as_ref().is_none_or(|tags| tags.get(index).is_int());
            if plain {
                self.bytes[offset as usize] = value;
                return;
            }
        }
        let start = index as u64 * u64::from(word);
        let mut cells = [Cell::plain(0); 8];
        for (i, slot) in cells.iter_mut().enumerate().take(word as usize) {
            if start + (i as u64) < self.size() {
                *slot = self.content(start + i as u64, word);
            }
        }
        cells[within] = cell;
        self.set_word_cells(index, cells, word as usize);
    }

    /// Stores a word given by its bytes in the simplest form that holds them.
    fn set_word_cells(&mut self, index: usize, cells: [Cell; 8], word: usize) {
        let start = index * word;
        let len = word.min(self.bytes.len() - start);
        if let Some(value) = join(&cells[..len], word) {
            // A 64-bit value tracks undefined bits by whole bytes only. In memory nothing may be
            // lost, so a byte that is undefined in part keeps the word in byte-by-byte form.
            let exact = cells[..len].iter().all(|cell| match cell {
                Cell::Byte { undefined, .. } => matches!(undefined, 0 | 0xff),
                _ => true,
            });
            if len == word && (exact || word < 8) {
                self.set_word(index, value, word);
                return;
            }
            if value.meta.is_int() && exact {
                self.tags_mut(word).set(index, Meta::INT);
                write(&mut self.bytes, start, len as u32, value.bits);
                return;
            }
        }
        self.tags_mut(word).set_mixed(index, cells);
        for (i, cell) in cells[..len].iter().enumerate() {
            self.bytes[start + i] = match *cell {
                Cell::Byte { value, .. } => value,
                _ => 0,
            };
        }
    }

    /// Sets `len` bytes at `offset`, in bounds, to `byte`.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8, word: u32) {
        if let Some(bytes) = self.plain_bytes_mut(offset, len) {
            bytes.fill(byte);
            return;
        }
        self.mark_written(offset, len);
        let whole = Value::int(u64::from_le_bytes([byte; 8]) & (u64::MAX >> (64 - word * 8)));
        let mut at = offset;
        let end = offset + len;
        while at < end {
            if at.is_multiple_of(u64::from(word)) && at + u64::from(word) <= end {
                self.set_word((at / u64::from(word)) as usize, whole, word as usize);
                at += u64::from(word);
            } else {
                self.set_content(at, Cell::plain(byte), word);
                at += 1;
            }
        }
    }

    /// Drops the tags if nothing needs them any more, so that the fast path applies again. Looks
    /// only after `len` bytes, all there are, were written: the look costs as much as the write.
    pub fn simplify_if_rewritten(&mut self, len: u64) {
        let plain = |tags: &Tags| tags.words.iter().all(|&meta| meta == Meta::INT.raw());
        if len == self.size() && self.tags.as_deref().is_some_and(plain) {
            self.tags = None;
        }
    }

    // ---- looking at all of it --------------------------------------------------------------------

    /// The bytes from `at` to `end`, whatever they are.
    pub(crate) fn raw(&self, at: u64, end: u64) -> &[u8] {
        &self.bytes[at as usize..end as usize]
    }

    /// Up to where the bytes from `at` on are plain, word by word; at most `end`. All are written.
    pub(crate) fn plain_until(&self, at: u64, end: u64, word: u32) -> u64 {
        let Some(tags) = &self.tags else { return end };
        let word = u64::from(word);
        let mut index = at / word;
        while index * word < end && tags.get(index as usize).is_int() {
            index += 1;
        }
        (index * word).clamp(at, end)
    }

    /// The value of the word at `at`, if it is one.
    pub(crate) fn whole_word(&self, at: u64, word: u32) -> Option<Value> {
        let meta = self.tags.as_ref()?.get(at as usize / word as usize);
        let bits = read(&self.bytes, at as usize, word);
        meta.is_register().then_some(Value { bits, meta })
    }

    // ---- SMT arrays ----------------------------------------------------------------------------

    /// The content, if it is one array.
    #[inline]
    pub fn array(&self) -> Option<ArrayContent> {
        self.tags.as_ref().and_then(|tags| tags.array)
    }

    /// Replaces the whole content by an array.
    pub fn set_array(&mut self, content: ArrayContent, word: u32) {
        debug_assert!(self.size().is_multiple_of(u64::from(content.element)));
        self.written = Written::all(self.size());
        if let Some(tags) = &mut self.tags
            && tags.array.is_some()
        {
            tags.array = Some(content);
            return;
        }
        let words = self.bytes.len().div_ceil(word as usize);
        let mut tags = Tags::new(vec![Meta::ARRAY.raw(); words].into());
        tags.array = Some(content);
        self.tags = Some(tags);
    }

    /// Makes every byte a plain zero.
    pub fn clear(&mut self) {
        self.bytes.fill(0);
        self.tags = None;
        self.written = Written::all(self.size());
    }

    // ---- what the content refers to --------------------------------------------------------------

    /// Calls `f` with every object that some byte here points into and every term that some byte is
    /// part of, repeatedly if need be.
    pub fn for_each_reference(&self, word: u32, mut f: impl FnMut(Reference)) {
        let Some(tags) = &self.tags else { return };
        if let Some(content) = tags.array {
            f(Reference::Term(content.array));
        }
        for index in 0..tags.words.len() {
            let meta = tags.get(index);
            if let Some(place) = meta.mixed_place() {
                tags.mixed[place].iter().for_each(|cell| cell.for_each_reference(&mut f));
            } else if meta.is_register() && !meta.is_int() {
                let at = index * word as usize;
                // A word that is cut short by the object's end can only be undefined.
                if at + word as usize <= self.bytes.len() {
                    let bits = read(&self.bytes, at, word);
                    Value { bits, meta }.for_each_reference(&mut f);
                }
            }
        }
    }
}
