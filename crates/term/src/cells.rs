//! An SMT array as memory: what loads and stores mean, written once in `dunlin_ir`, reads and changes it.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::op::Sort;
use dunlin_ir::semantics::access::{Cells, CellsMut};

/// The elements of an array are the cells, their indices the places.
pub struct ArrayCells<'a> {
    pub terms: &'a mut Terms,
    pub array: TermId,
}

impl ArrayCells<'_> {
    /// The widths of indices and elements.
    fn widths(&self) -> (u32, u32) {
        match self.terms.sort(self.array) {
            Sort::Array { index, element } => (index, element),
            sort => unreachable!("an array has no sort {sort:?}"),
        }
    }
}

impl Cells for ArrayCells<'_> {
    type Algebra = Terms;

    fn algebra(&mut self) -> &mut Terms {
        self.terms
    }

    fn cell_bits(&self) -> u32 {
        self.widths().1
    }

    fn place_bits(&self) -> u32 {
        self.widths().0
    }

    fn read(&mut self, place: &TermId) -> TermId {
        self.terms.select(self.array, *place)
    }
}

impl CellsMut for ArrayCells<'_> {
    fn write(&mut self, place: &TermId, content: &TermId) {
        self.array = self.terms.store(self.array, *place, *content);
    }
}
