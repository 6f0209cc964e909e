//! Models: values for symbols and addresses for bases.
//!
//! Total: what was not set is zero. A model that is used with terms that contain bases must give
//! them addresses that agree with what [`crate::Base`] promises of them.

use crate::ids::{BaseId, SymbolId};
use dunlin_ir::Bits;
use dunlin_ir::small::mask;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::rc::Rc;

/// Bytes below this index are kept in a row, where most inputs of programs have all of theirs.
const DENSE: u64 = 1 << 16;

/// The value of an array: a default and the indices where it differs. Canonical, so that equality
/// is structural up to arrays that list every index.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct ArrayValue {
    index_width: u32,
    element_width: u32,
    default: Bits,
    /// If elements are bytes: those from index 0 on, without defaults at the end.
    dense: Vec<u8>,
    /// If index and element have at most 64 bits: what is not in `dense`.
    small: FxHashMap<u64, u64>,
    wide: FxHashMap<Bits, Bits>,
}

impl ArrayValue {
    pub fn new(index_width: u32, default: Bits) -> ArrayValue {
        ArrayValue {
            index_width,
            element_width: default.width(),
            default,
            dense: Vec::new(),
            small: FxHashMap::default(),
            wide: FxHashMap::default(),
        }
    }

    /// Bytes from index 0 upwards, zero elsewhere.
    pub fn of_bytes(index_width: u32, bytes: &[u8]) -> ArrayValue {
        let mut array = ArrayValue::new(index_width, Bits::from_u64(8, 0));
        for (index, &byte) in bytes.iter().enumerate().rev() {
            array.set_small(index as u64, byte.into());
        }
        array
    }

    /// All its bytes, without zeros at the end, if they lie in a row and all others are zero.
    pub fn row_of_bytes(&self) -> Option<&[u8]> {
        let is_row = self.element_width == 8 && self.default.is_zero() && self.small.is_empty();
        is_row.then_some(&self.dense)
    }

    fn is_dense(&self, index: u64) -> bool {
        self.element_width == 8 && index < DENSE
    }

    /// For arrays of at most 64 bits.
    fn set_small(&mut self, index: u64, element: u64) {
        let default = self.default.low_u64();
        if !self.is_dense(index) {
            match element == default {
                true => self.small.remove(&index),
                false => self.small.insert(index, element),
            };
            return;
        }
        let place = index as usize;
        if place >= self.dense.len() {
            if element == default {
                return;
            }
            self.dense.reserve_exact(place + 1 - self.dense.len());
            self.dense.resize(place + 1, default as u8);
        }
        self.dense[place] = element as u8;
        while self.dense.last().is_some_and(|&last| u64::from(last) == default) {
            self.dense.pop();
        }
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
            (true, _) => self.set_small(index.low_u64(), element.low_u64()),
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
        if self.is_dense(index) {
            let place = self.dense.get(index as usize);
            return place.map_or_else(|| self.default.low_u64(), |&byte| byte.into());
        }
        self.small.get(&index).copied().unwrap_or_else(|| self.default.low_u64())
    }

    /// The listed elements, by index.
    pub fn entries(&self) -> Vec<(Bits, Bits)> {
        let default = self.default.low_u64();
        let dense = self.dense.iter().enumerate();
        let dense = dense.map(|(index, &byte)| (index as u64, u64::from(byte)));
        let dense = dense.filter(|(_, byte)| *byte != default);
        let small = self.small.iter().map(|(&index, &element)| (index, element));
        let small = dense.chain(small).map(|(index, element)| {
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
    /// By symbol. Models of sibling states share most of their arrays.
    arrays: Vec<Option<Rc<ArrayValue>>>,
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
        *self.array_place(symbol) = Some(Rc::new(value));
    }

    fn array_place(&mut self, symbol: SymbolId) -> &mut Option<Rc<ArrayValue>> {
        if self.arrays.len() <= symbol.index() {
            self.arrays.resize(symbol.index() + 1, None);
        }
        &mut self.arrays[symbol.index()]
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
        self.arrays.get(symbol.index())?.as_deref()
    }

    /// Makes an array symbol zero everywhere.
    pub fn remove_array(&mut self, symbol: SymbolId) {
        if let Some(place) = self.arrays.get_mut(symbol.index()) {
            *place = None;
        }
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
        let zeros = || Rc::new(ArrayValue::new(index.width(), Bits::from_u64(element.width(), 0)));
        let array = self.array_place(symbol).get_or_insert_with(zeros);
        Rc::make_mut(array).set(index, element);
    }

    pub fn address(&self, base: BaseId) -> u64 {
        self.addresses.get(base.index()).copied().unwrap_or(0)
    }

    /// The bases that have an address other than zero, with it.
    pub fn addresses(&self) -> impl Iterator<Item = (BaseId, u64)> + '_ {
        let all = self.addresses.iter().enumerate();
        all.filter(|(_, address)| **address != 0)
            .map(|(index, &address)| (BaseId(index as u32), address))
    }
}

fn put(values: &mut Vec<u64>, index: usize, value: u64) {
    if values.len() <= index {
        values.resize(index + 1, 0);
    }
    values[index] = value;
}
