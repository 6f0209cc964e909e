//! Reads of arrays.
//!
//! A read of a small array (few stores and choices, a table of few elements) is a tree of
//! multiplexers. Any other read, and every read of an array symbol, is a vector of fresh inputs,
//! remembered as a [`Read`] together with the array and the index. What ties these inputs to the
//! array is left out at first; [`super::lemmas`] adds what an assignment violates.

use super::aig::Lit;
use super::blast::{Blaster, constant};
use super::circuits::Vector;
use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{Sort, TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arrays of at most so many stores and choices are read by multiplexers.
const SMALL_ARRAY: usize = 64;
/// Tables of which an index can reach at most so many elements are read by multiplexers. Equal
/// subtrees are shared: a table of 4 KiB of noise costs some 5,000 gates. Lemmas instead take fewer,
/// but many rounds: on 6,000 small queries, those of programs that look up in such tables took twelve
/// times as long.
const SMALL_TABLE: usize = 8192;
/// Arrays with indices of at most so many bits are compared element by element.
const SMALL_INDEX: u32 = 6;

/// A value that was read from an array and is not yet defined by a circuit.
pub(crate) struct Read {
    pub array: TermId,
    pub index: Vector,
    pub value: Vector,
}

/// All reads, found again by array and index.
#[derive(Default)]
pub(crate) struct Reads {
    all: Vec<Read>,
    by_place: FxHashMap<(TermId, Vector), usize>,
    by_array: FxHashMap<TermId, Vec<usize>>,
    /// Reads by multiplexers, so that shared parts of an array are walked once per index.
    known: FxHashMap<(TermId, Vector), Vector>,
}

impl Reads {
    pub fn get(&self, read: usize) -> &Read {
        &self.all[read]
    }

    /// The reads of exactly this array.
    pub fn of_array(&self, array: TermId) -> &[usize] {
        self.by_array.get(&array).map_or(&[], Vec::as_slice)
    }

    pub fn find(&self, array: TermId, index: &[Lit]) -> Option<usize> {
        self.by_place.get(&(array, index.to_vec())).copied()
    }
}

fn element_width(terms: &Terms, array: TermId) -> u32 {
    match terms.sort(array) {
        Sort::Array { element, .. } => element,
        Sort::BitVec(_) => unreachable!("only arrays are read"),
    }
}

/// The bit-vectors that a read of `array` by multiplexers looks at; `None` if it is too large.
pub(crate) fn small_parts(terms: &Terms, array: TermId) -> Option<Vec<TermId>> {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![array];
    while let Some(array) = stack.pop() {
        if !seen.insert(array) {
            continue;
        }
        if seen.len() > SMALL_ARRAY {
            return None;
        }
        for child in terms.children(array) {
            if terms.is_array(child) { stack.push(child) } else { parts.push(child) }
        }
    }
    Some(parts)
}

/// The parts of two arrays that can be compared element by element.
pub(crate) fn comparable_parts(terms: &Terms, x: TermId, y: TermId) -> Result<Vec<TermId>, Reason> {
    let few = matches!(terms.sort(x), Sort::Array { index, .. } if index <= SMALL_INDEX);
    let parts = few.then(|| Some([small_parts(terms, x)?, small_parts(terms, y)?].concat()));
    parts.flatten().ok_or(Reason::Unsupported("equality of large arrays"))
}

impl Blaster {
    /// The element at `index`. The parts of a small array must have been blasted.
    pub(super) fn select(&mut self, terms: &Terms, array: TermId, index: &[Lit]) -> Vector {
        if small_parts(terms, array).is_some() {
            self.read_small(terms, array, index)
        } else {
            self.fresh_read(terms, array, index)
        }
    }

    /// Recurses at most [`SMALL_ARRAY`] deep.
    fn read_small(&mut self, terms: &Terms, array: TermId, index: &[Lit]) -> Vector {
        match terms.view(array) {
            View::Store(..) | View::Ite(..) => {
                let key = (array, index.to_vec());
                if let Some(known) = self.reads.known.get(&key) {
                    return known.clone();
                }
                let value = self.read_composed(terms, array, index);
                self.reads.known.insert(key, value.clone());
                value
            }
            View::ConstArray(element) => self.bits(terms, element).to_vec(),
            _ => self.read_root(terms, array, index),
        }
    }

    fn read_composed(&mut self, terms: &Terms, array: TermId, index: &[Lit]) -> Vector {
        let (condition, yes, no) = match terms.view(array) {
            View::Store(inner, at, element) => {
                let at = self.bits(terms, at).to_vec();
                let here = self.aig.equal(index, &at);
                if here == Lit::FALSE {
                    return self.read_small(terms, inner, index);
                }
                let element = self.bits(terms, element).to_vec();
                if here == Lit::TRUE {
                    return element;
                }
                (here, element, self.read_small(terms, inner, index))
            }
            View::Ite(condition, yes, no) => {
                let condition = self.bits(terms, condition)[0];
                let yes = self.read_small(terms, yes, index);
                (condition, yes, self.read_small(terms, no, index))
            }
            other => unreachable!("{other:?} is not composed of arrays"),
        };
        self.aig.mux_vector(condition, &yes, &no)
    }

    /// The element of a table or a symbol.
    pub(super) fn read_root(&mut self, terms: &Terms, root: TermId, index: &[Lit]) -> Vector {
        let View::Table(table) = terms.view(root) else {
            return self.fresh_read(terms, root, index);
        };
        match self.table_read(table, index, SMALL_TABLE) {
            Some(element) => element,
            None => self.fresh_read(terms, root, index),
        }
    }

    fn fresh_read(&mut self, terms: &Terms, array: TermId, index: &[Lit]) -> Vector {
        let key = (array, index.to_vec());
        if let Some(&read) = self.reads.by_place.get(&key) {
            return self.reads.all[read].value.clone();
        }
        let value = self.aig.inputs(element_width(terms, array));
        let number = self.reads.all.len();
        self.reads.all.push(Read { array, index: key.1.clone(), value: value.clone() });
        self.reads.by_place.insert(key, number);
        self.reads.by_array.entry(array).or_default().push(number);
        value
    }

    /// Element by element; see [`comparable_parts`].
    pub(super) fn equal_arrays(&mut self, terms: &Terms, x: TermId, y: TermId) -> Lit {
        let Sort::Array { index: width, .. } = terms.sort(x) else {
            unreachable!("both sides are arrays")
        };
        let mut same = Vec::new();
        for i in 0..1 << width {
            let index = constant(&Bits::from_u64(width, i));
            let (x, y) = (self.read_small(terms, x, &index), self.read_small(terms, y, &index));
            same.push(self.aig.equal(&x, &y));
        }
        self.aig.and_all(&mut same)
    }
}

/// The value of a vector, given the values of its literals.
pub(crate) fn bits_of(vector: &[Lit], mut value: impl FnMut(Lit) -> bool) -> Bits {
    let mut words = vec![0_u64; vector.len().div_ceil(64)];
    for (i, &bit) in vector.iter().enumerate() {
        words[i / 64] |= u64::from(value(bit)) << (i % 64);
    }
    Bits::new(vector.len() as u32, &words)
}
