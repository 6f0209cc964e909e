//! What a term depends on: symbols, elements of array roots, whole roots, bases.
//!
//! Bytes of a symbolic object are reads of its root at constant indices; adjacent reads that a
//! concatenation puts together (the higher index above, as little-endian memory does) are one run,
//! so that a word is seen as a word. A root that is read at an index which is not constant, stored to
//! or compared is an input as a whole.
//!
//! Footprints are remembered for the terms that were asked for.

use dunlin_term::{Op, Sort, SymbolId, TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Something that a term can depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Input {
    /// A bit-vector.
    Symbol(SymbolId),
    /// Adjacent elements of an array; together at most 64 bits, unless it is one element.
    Run(Run),
    /// All elements of an array.
    Root(SymbolId),
}

/// The elements `start .. start + count` of an array, the last one on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Run {
    pub root: SymbolId,
    pub start: u64,
    pub count: u32,
}

impl Run {
    /// The first index after the run. Runs do not reach around the end of the index space.
    pub fn end(&self) -> u64 {
        self.start + u64::from(self.count)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Sorted, without repetition; runs may overlap.
    pub inputs: Vec<Input>,
    /// The bases in the term, as terms.
    pub bases: Vec<TermId>,
}

/// The footprints of terms that were asked for.
#[derive(Default)]
pub struct Footprints {
    known: FxHashMap<TermId, Rc<Footprint>>,
}

impl Footprints {
    pub fn of(&mut self, terms: &Terms, term: TermId) -> Rc<Footprint> {
        if let Some(known) = self.known.get(&term) {
            return Rc::clone(known);
        }
        let found = Rc::new(find(terms, term));
        self.known.insert(term, Rc::clone(&found));
        found
    }

    /// To be called when terms were recycled.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

/// The width of the elements of an array root.
pub fn element_width(terms: &Terms, root: SymbolId) -> u32 {
    match terms.symbol_info(root).sort {
        Sort::Array { element, .. } => element,
        Sort::BitVec(_) => unreachable!("a root is an array"),
    }
}

/// The root and index of a read of a root at a constant index.
pub fn constant_read(terms: &Terms, term: TermId) -> Option<(SymbolId, u64)> {
    let View::Select(array, index) = terms.view(term) else { return None };
    match (terms.view(array), terms.as_u64(index)) {
        // The last index is left to whole roots, so that the end of a run is never beyond it.
        (View::Symbol(root), Some(index)) if index < u64::MAX => Some((root, index)),
        _ => None,
    }
}

/// The longest run at the top of a concatenation, and what is below it.
pub fn top_run(terms: &Terms, term: TermId) -> Option<(Run, Option<TermId>)> {
    let split = |term: TermId| match terms.view(term) {
        View::Concat(high, low) => (high, Some(low)),
        _ => (term, None),
    };
    let (high, mut rest) = split(term);
    let (root, start) = constant_read(terms, high)?;
    let limit = (64 / element_width(terms, root)).max(1);
    let mut run = Run { root, start, count: 1 };
    while let Some(low) = rest
        && run.count < limit
    {
        let (next, below) = split(low);
        match constant_read(terms, next) {
            Some((other, index)) if other == root && index.checked_add(1) == Some(run.start) => {
                run = Run { root, start: index, count: run.count + 1 };
                rest = below;
            }
            _ => break,
        }
    }
    Some((run, rest))
}

fn find(terms: &Terms, term: TermId) -> Footprint {
    let mut footprint = Footprint::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if terms.op(term).arity() > 0 && !seen.insert(term) {
            continue;
        }
        match terms.view(term) {
            View::Symbol(id) => footprint.inputs.push(match terms.sort(term) {
                Sort::BitVec(_) => Input::Symbol(id),
                Sort::Array { .. } => Input::Root(id),
            }),
            View::Base(_) => footprint.bases.push(term),
            View::Concat(..) | View::Select(..) => match top_run(terms, term) {
                Some((run, rest)) => {
                    footprint.inputs.push(Input::Run(run));
                    stack.extend(rest);
                }
                None => stack.extend(terms.children(term)),
            },
            _ => {
                debug_assert!(terms.op(term) != Op::Dead);
                stack.extend(terms.children(term));
            }
        }
    }
    footprint.inputs.sort_unstable();
    footprint.inputs.dedup();
    footprint.bases.sort_unstable();
    footprint.bases.dedup();
    footprint
}
