//! Arrays of constants: the initial contents of objects, and values of arrays in models.

use dunlin_ir::Bits;
use serde::{Deserialize, Serialize};

/// Elements from index 0 upwards and a default for all other indices. Canonical: the last element
/// differs from the default.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub struct Table {
    index_width: u32,
    element_width: u32,
    default: Bits,
    /// Each element in as many words as its width needs.
    words: Vec<u64>,
}

impl Table {
    /// Elements beyond the range of the index are dropped.
    pub fn new(index_width: u32, default: Bits, elements: impl IntoIterator<Item = Bits>) -> Table {
        let element_width = default.width();
        let limit = if index_width < usize::BITS { 1 << index_width } else { usize::MAX };
        let mut words = Vec::new();
        for element in elements.into_iter().take(limit) {
            assert_eq!(element.width(), element_width, "all elements have one width");
            words.extend_from_slice(element.words());
        }
        let mut table = Table { index_width, element_width, default, words };
        while !table.is_empty() && table.element(table.len() - 1) == table.default {
            let shorter = table.words.len() - table.stride();
            table.words.truncate(shorter);
        }
        table.words.shrink_to_fit();
        table
    }

    /// Of bytes, zero elsewhere.
    pub fn of_bytes(index_width: u32, bytes: &[u8]) -> Table {
        let elements = bytes.iter().map(|&byte| Bits::from_u64(8, byte.into()));
        Table::new(index_width, Bits::from_u64(8, 0), elements)
    }

    fn stride(&self) -> usize {
        self.element_width.div_ceil(64) as usize
    }

    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    pub fn element_width(&self) -> u32 {
        self.element_width
    }

    pub fn default_element(&self) -> &Bits {
        &self.default
    }

    /// How many elements are listed.
    pub fn len(&self) -> usize {
        self.words.len() / self.stride()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn element(&self, index: usize) -> Bits {
        if index >= self.len() {
            return self.default.clone();
        }
        let stride = self.stride();
        Bits::new(self.element_width, &self.words[index * stride..(index + 1) * stride])
    }

    /// The element at an index of any width.
    pub fn at(&self, index: &Bits) -> Bits {
        let small = index.words()[1..].iter().all(|&word| word == 0);
        let index = if small { usize::try_from(index.low_u64()).ok() } else { None };
        self.element(index.unwrap_or(usize::MAX))
    }

    /// As [`Table::at`], for elements of at most 64 bits.
    #[inline]
    pub(crate) fn small_at(&self, index: u64) -> u64 {
        debug_assert!(self.element_width <= 64);
        let word = usize::try_from(index).ok().and_then(|index| self.words.get(index));
        word.copied().unwrap_or_else(|| self.default.low_u64())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}
