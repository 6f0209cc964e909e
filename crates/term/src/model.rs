//! Models: values for symbols and addresses for bases.
//!
//! Total: what was not set is zero. A model that is used with terms that contain bases must give
//! them addresses that agree with what [`crate::Base`] promises of them.

use crate::ids::{BaseId, SymbolId};
use dunlin_ir::Bits;
use dunlin_ir::small::mask;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The value of an array: a default and the indices where it differs. Canonical, so that equality
/// is structural up to arrays that list every index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    index_width: u32,
    element_width: u32,
    default: Bits,
    /// If index and element have at most 64 bits.
    small: FxHashMap<u64, u64>,
    wide: FxHashMap<Bits, Bits>,
}

impl ArrayValue {
    pub fn new(index_width: u32, default: Bits) -> ArrayValue {
        ArrayValue {
            index_width,
            element_width: default.width(),
            default,
            small: FxHashMap::default(),
            wide: FxHashMap::default(),
        }
    }

    /// Bytes from index 0 upwards, zero elsewhere.
    pub fn of_bytes(index_width: u32, bytes: &[u8]) -> ArrayValue {
        let mut array = ArrayValue::new(index_width, Bits::from_u64(8, 0));
        for (index, &byte) in bytes.iter().enumerate() {
            array.set(&Bits::from_u64(index_width, index as u64), &Bits::from_u64(8, byte.into()));
        }
        array
    }

    fn is_small(&self) -> bool {
        self.index_width <= 64 && self.element_width <= 64
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

    pub fn set(&mut self, index: &Bits, element: &Bits) {
        debug_assert_eq!((index.width(), element.width()), (self.index_width, self.element_width));
        match (self.is_small(), *element == self.default) {
            (true, false) => {
                self.small.insert(index.low_u64(), element.low_u64());
            }
            (true, true) => {
                self.small.remove(&index.low_u64());
            }
            (false, false) => {
                self.wide.insert(index.clone(), element.clone());
            }
            (false, true) => {
                self.wide.remove(index);
            }
        }
    }

    pub fn get(&self, index: &Bits) -> Bits {
        if self.is_small() {
            Bits::from_u64(self.element_width, self.small_get(index.low_u64()))
        } else {
            self.wide.get(index).unwrap_or(&self.default).clone()
        }
    }

    /// As [`ArrayValue::get`], for arrays of at most 64 bits.
    #[inline]
    pub(crate) fn small_get(&self, index: u64) -> u64 {
        self.small.get(&index).copied().unwrap_or_else(|| self.default.low_u64())
    }

    /// The listed elements, by index.
    pub fn entries(&self) -> Vec<(Bits, Bits)> {
        let small = self.small.iter().map(|(&index, &element)| {
            (Bits::from_u64(self.index_width, index), Bits::from_u64(self.element_width, element))
        });
        let wide = self.wide.iter().map(|(index, element)| (index.clone(), element.clone()));
        let mut entries: Vec<_> = small.chain(wide).collect();
        entries.sort_by(|x, y| unsigned_order(&x.0, &y.0));
        entries
    }

    /// Whether both arrays have the same element at every index.
    pub fn same_as(&self, other: &ArrayValue) -> bool {
        let listed = self.entries().into_iter().chain(other.entries()).map(|(index, _)| index);
        let mut listed: Vec<Bits> = listed.collect();
        listed.sort_by(unsigned_order);
        listed.dedup();
        let everywhere = self.index_width < 32 && listed.len() == 1 << self.index_width;
        listed.iter().all(|index| self.get(index) == other.get(index))
            && (everywhere || self.default == other.default)
    }
}

fn unsigned_order(x: &Bits, y: &Bits) -> Ordering {
    x.words().iter().rev().cmp(y.words().iter().rev())
}

/// Values for all symbols and addresses for all bases.
#[derive(Clone, Default, Debug)]
pub struct Model {
    /// Values of at most 64 bits, by symbol.
    small: Vec<u64>,
    wide: FxHashMap<SymbolId, Bits>,
    arrays: FxHashMap<SymbolId, ArrayValue>,
    addresses: Vec<u64>,
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets a bit-vector symbol.
    pub fn set(&mut self, symbol: SymbolId, value: &Bits) {
        if value.width() > 64 {
            self.wide.insert(symbol, value.clone());
        } else {
            put(&mut self.small, symbol.index(), value.low_u64());
        }
    }

    pub fn set_array(&mut self, symbol: SymbolId, value: ArrayValue) {
        self.arrays.insert(symbol, value);
    }

    pub fn set_address(&mut self, base: BaseId, address: u64) {
        put(&mut self.addresses, base.index(), address);
    }

    /// The value of a bit-vector symbol of `width` bits.
    pub fn get(&self, symbol: SymbolId, width: u32) -> Bits {
        if width > 64 {
            self.wide.get(&symbol).cloned().unwrap_or_else(|| Bits::from_u64(width, 0))
        } else {
            Bits::from_u64(width, self.small_get(symbol, width))
        }
    }

    /// The value of a bit-vector symbol of at most 64 bits.
    pub fn get_u64(&self, symbol: SymbolId, width: u32) -> u64 {
        self.small_get(symbol, width)
    }

    #[inline]
    pub(crate) fn small_get(&self, symbol: SymbolId, width: u32) -> u64 {
        self.small.get(symbol.index()).copied().unwrap_or(0) & mask(width)
    }

    /// The value of an array symbol, unless it is zero everywhere because it was never set.
    pub fn array(&self, symbol: SymbolId) -> Option<&ArrayValue> {
        self.arrays.get(&symbol)
    }

    /// Makes an array symbol zero everywhere.
    pub fn remove_array(&mut self, symbol: SymbolId) {
        self.arrays.remove(&symbol);
    }

    /// One element of an array symbol, of `width` bits.
    pub fn element(&self, symbol: SymbolId, index: &Bits, width: u32) -> Bits {
        self.array(symbol).map_or_else(|| Bits::from_u64(width, 0), |array| array.get(index))
    }

    /// One element of an array symbol whose indices and elements have at most 64 bits.
    pub fn element_u64(&self, symbol: SymbolId, index: u64) -> u64 {
        self.array(symbol).map_or(0, |array| array.small_get(index))
    }

    pub fn set_element(&mut self, symbol: SymbolId, index: &Bits, element: &Bits) {
        let zeros = || ArrayValue::new(index.width(), Bits::from_u64(element.width(), 0));
        self.arrays.entry(symbol).or_insert_with(zeros).set(index, element);
    }

    pub fn address(&self, base: BaseId) -> u64 {
        self.addresses.get(base.index()).copied().unwrap_or(0)
    }
}

fn put(values: &mut Vec<u64>, index: usize, value: u64) {
    if values.len() <= index {
        values.resize(index + 1, 0);
    }
    values[index] = value;
}
