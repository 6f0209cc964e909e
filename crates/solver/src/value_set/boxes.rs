//! The value sets of all cells of a path: a solution box (ASE, Definition 5.1).
//!
//! A cell is a symbolic input as the program reads it. A cell that is not mentioned can have all
//! values of its width. Promises, for the path condition that the box was cut with:
//! - every choice of one value per cell from their sets is a solution;
//! - a precise cell is independent of all other cells, and its set is all it can be;
//! - cells that are not precise and share a constraint, directly or over others, are in one group,
//!   so a witness that moves one of them is known to move all of them.
//!
//! A clone costs two reference counts; a change copies the table but not the sets in it.

use super::rules::{Rule, Tally};
use super::set::ValueSet;
use crate::tight;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

/// How the constraints on a cell were answered so far (ASE, Definition 6.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Abstraction {
    /// The set is exact (`pvi` in the paper).
    Precise,
    /// The set is part of a box inside the solutions (`ubox`).
    Box,
    /// A solver answered; the set is the value of its witness (`bvt`).
    BitVector,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    values: Rc<ValueSet>,
    abstraction: Abstraction,
    /// The representative of the cells that share constraints; only meaningful if not precise.
    group: CellId,
}

impl Cell {
    pub fn values(&self) -> &ValueSet {
        &self.values
    }

    pub fn abstraction(&self) -> Abstraction {
        self.abstraction
    }
}

/// The second of two boxes for the same cells; the first one is in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Alternative {
    cells: SmallVec<[(CellId, Rc<ValueSet>); 2]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boxes {
    /// Sorted by id.
    cells: Rc<Vec<(CellId, Cell)>>,
    alternatives: Rc<Vec<Alternative>>,
}

/// A cell and its width.
pub type SizedCell = (CellId, u32);

pub(super) type Members = SmallVec<[SizedCell; 4]>;

/// More alternatives than this are not tried at one decision.
const MAX_OPEN_CHOICES: usize = 2;

impl Boxes {
    pub fn new() -> Boxes {
        Boxes::default()
    }

    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.position(id).ok().map(|at| &self.cells[at].1)
    }

    pub fn cells(&self) -> impl Iterator<Item = (CellId, &Cell)> {
        self.cells.iter().map(|(id, cell)| (*id, cell))
    }

    pub fn values(&self, id: CellId, width: u32) -> Rc<ValueSet> {
        match self.cell(id) {
            Some(cell) => {
                debug_assert_eq!(cell.values.width(), width, "a cell has one width");
                Rc::clone(&cell.values)
            }
            None => Rc::new(ValueSet::full(width)),
        }
    }

    pub fn abstraction(&self, id: CellId) -> Abstraction {
        self.cell(id).map_or(Abstraction::Precise, Cell::abstraction)
    }

    /// Whether two cells may depend on each other.
    pub fn are_linked(&self, a: CellId, b: CellId) -> bool {
        match (self.cell(a), self.cell(b)) {
            (Some(x), Some(y)) => {
                x.abstraction != Abstraction::Precise
                    && y.abstraction != Abstraction::Precise
                    && x.group == y.group
            }
            _ => false,
        }
    }

    /// Whether the box has the given values: the model must stay inside.
    pub fn contains(&self, model: impl Fn(CellId) -> u64) -> bool {
        self.cells.iter().all(|(id, cell)| cell.values.contains(model(*id)))
    }

    /// The values of the model, with those outside of the box replaced by values of the box.
    pub fn moved_into(&self, model: impl Fn(CellId) -> u64) -> Vec<(CellId, u64)> {
        let outside = self.cells.iter().filter(|(id, cell)| !cell.values.contains(model(*id)));
        outside.filter_map(|(id, cell)| Some((*id, cell.values.any()?))).collect()
    }

    /// States that a cell, precise so far, has exactly these values.
    pub fn set_precise(&mut self, id: CellId, values: ValueSet) {
        debug_assert_eq!(self.abstraction(id), Abstraction::Precise);
        self.replace(id, values);
    }

    /// Gives the cells of a constraint, and all in their groups, the values of a witness of the
    /// whole path condition (Algorithm 2, line 19).
    ///
    /// The paper speaks of the variables of the constraint only; others that share constraints
    /// with them must follow, since the rest of their box need not fit the new values.
    pub fn upgrade(
        &mut self,
        cells: &[SizedCell],
        witness: impl Fn(CellId) -> u64,
        tally: &mut Tally,
    ) {
        tally.fire(Rule::Upgrade);
        let Some(group) = self.link(&self.members(cells)) else { return };
        for (id, cell) in Rc::make_mut(&mut self.cells).iter_mut() {
            if cell.abstraction != Abstraction::Precise && cell.group == group {
                let value = ValueSet::point(cell.values.width(), witness(*id));
                *cell = Cell { values: Rc::new(value), abstraction: Abstraction::BitVector, group };
            }
        }
        // An alternative for a cell that was moved no longer fits the cells around it.
        let in_group = |id| self.cell(id).is_some_and(|cell| cell.group == group);
        let moved: SmallVec<[SizedCell; 4]> = self
            .alternatives
            .iter()
            .flat_map(|a| a.cells.iter())
            .filter(|(id, _)| in_group(*id))
            .map(|(id, values)| (*id, values.width()))
            .collect();
        self.forget_alternatives(&moved);
    }

    /// The cells of a constraint that are not constants of the path: a precise cell with one value
    /// is one.
    pub(super) fn members(&self, cells: &[SizedCell]) -> Members {
        let is_member = |(id, width): &&SizedCell| {
            self.abstraction(*id) != Abstraction::Precise
                || self.values(*id, *width).single().is_none()
        };
        cells.iter().filter(is_member).copied().collect()
    }

    /// Makes cells dependent on each other. Returns their group, if there is any cell in it.
    pub(super) fn link(&mut self, members: &[SizedCell]) -> Option<CellId> {
        let group = members.iter().map(|(id, _)| *id).min()?;
        for (id, width) in members {
            if self.position(*id).is_err() {
                self.replace(*id, ValueSet::full(*width));
            }
        }
        let merged: SmallVec<[CellId; 4]> = members
            .iter()
            .filter_map(|(id, _)| self.cell(*id))
            .filter(|cell| cell.abstraction != Abstraction::Precise)
            .map(|cell| cell.group)
            .collect();
        for (id, cell) in Rc::make_mut(&mut self.cells).iter_mut() {
            let named = members.iter().any(|(member, _)| member == id);
            let in_group = cell.abstraction != Abstraction::Precise && merged.contains(&cell.group);
            if named || in_group {
                cell.group = group;
                cell.abstraction = cell.abstraction.max(Abstraction::Box);
            }
        }
        self.forget_alternatives(members);
        Some(group)
    }

    /// Cuts a cell to a subset of its values.
    pub(super) fn replace(&mut self, id: CellId, values: ValueSet) {
        debug_assert!(!values.is_empty(), "a box is never empty");
        let values = Rc::new(values);
        let position = self.position(id);
        match position {
            Ok(at) => Rc::make_mut(&mut self.cells)[at].1.values = values,
            Err(at) => {
                let cell = Cell { values, abstraction: Abstraction::Precise, group: id };
                tight::insert(&mut self.cells, at, (id, cell));
            }
        }
    }

    /// Keeps a second box for the same cells until the next decision on one of them.
    pub(super) fn keep_alternative(&mut self, cells: impl Iterator<Item = (CellId, ValueSet)>) {
        let cells = cells.map(|(id, values)| (id, Rc::new(values))).collect();
        Rc::make_mut(&mut self.alternatives).push(Alternative { cells });
    }

    pub fn has_alternatives(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// The boxes that a decision on the given cells can choose from, none of them with an
    /// alternative for these cells; the preferred one first.
    pub(super) fn choices(&self, cells: &[SizedCell]) -> SmallVec<[Boxes; 4]> {
        let mut first = self.clone();
        first.forget_alternatives(cells);
        let mut choices: SmallVec<[Boxes; 4]> = smallvec![first];
        let touched = self.alternatives.iter().filter(|a| touches(a, cells));
        for alternative in touched.take(MAX_OPEN_CHOICES) {
            for n in 0..choices.len() {
                let mut other = choices[n].clone();
                for (id, values) in &alternative.cells {
                    if let Ok(at) = other.position(*id) {
                        Rc::make_mut(&mut other.cells)[at].1.values = Rc::clone(values);
                    }
                }
                choices.push(other);
            }
        }
        choices
    }

    fn forget_alternatives(&mut self, cells: &[SizedCell]) {
        if self.alternatives.iter().any(|a| touches(a, cells)) {
            Rc::make_mut(&mut self.alternatives).retain(|a| !touches(a, cells));
        }
    }

    fn position(&self, id: CellId) -> Result<usize, usize> {
        self.cells.binary_search_by_key(&id, |(id, _)| *id)
    }
}

fn touches(alternative: &Alternative, cells: &[SizedCell]) -> bool {
    alternative.cells.iter().any(|(id, _)| cells.iter().any(|(cell, _)| cell == id))
}
