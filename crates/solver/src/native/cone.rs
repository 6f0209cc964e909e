//! What a constraint depends on: the leaves whose values make up a model.

use super::blast::Blaster;
use crate::marks::Marks;
use dunlin_term::{Op, TermId, Terms, View};
use std::sync::Arc;

/// The leaves of a constraint.
#[derive(Default)]
pub(crate) struct Cone {
    /// Bit-vector symbols and bases.
    pub symbols: Vec<TermId>,
    /// Reads of array symbols at constant indices, which no other read of the constraint can meet.
    pub cells: Vec<usize>,
    /// Arrays of which any read may matter.
    pub arrays: Vec<TermId>,
}

/// Walks terms to their leaves.
#[derive(Default)]
pub(crate) struct ConeFinder {
    marks: Marks,
    stack: Vec<TermId>,
}

impl ConeFinder {
    /// The cone of a constraint that was blasted.
    pub fn cone(&mut self, terms: &Terms, blaster: &Blaster, constraint: TermId) -> Cone {
        let mut cone = Cone::default();
        self.marks.clear(terms.capacity());
        self.stack.push(constraint);
        while let Some(term) = self.stack.pop() {
            if !self.marks.insert(term) {
                continue;
            }
            match terms.view(term) {
                View::Symbol(_) | View::Base(_) if !terms.is_array(term) => {
                    cone.symbols.push(term);
                }
                View::Select(array, index)
                    if terms.is_const(index) && terms.op(array) == Op::Symbol =>
                {
                    let index = blaster.known_bits(terms, index);
                    match index.and_then(|index| blaster.reads.find(array, index)) {
                        Some(cell) => cone.cells.push(cell),
                        // Behind a read that has no circuit yet.
                        None => self.stack.push(array),
                    }
                }
                _ => {
                    if terms.is_array(term) {
                        cone.arrays.push(term);
                    }
                    self.stack.extend(terms.children(term));
                }
            }
        }
        cone
    }

    /// The cones of all constraints of a query in one.
    pub fn union(&mut self, terms: &Terms, cones: &[Arc<Cone>]) -> Cone {
        let mut union = Cone::default();
        self.marks.clear(terms.capacity());
        for cone in cones {
            for (from, to) in
                [(&cone.symbols, &mut union.symbols), (&cone.arrays, &mut union.arrays)]
            {
                to.extend(from.iter().filter(|&&term| self.marks.insert(term)));
            }
            union.cells.extend(&cone.cells);
        }
        union.cells.sort_unstable();
        union.cells.dedup();
        union
    }
}
