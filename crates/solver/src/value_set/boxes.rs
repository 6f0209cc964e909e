//! The value sets of all cells of a path: a solution box (ASE, Definition 5.1).
//!
//! A cell is a symbolic input as the program reads it. A cell that is not mentioned can have all
//! values of its width. Promises, for the path condition that the box was cut with:
//! - every choice of one value per cell from their sets is a solution;
//! - a precise cell is independent of all other cells, and its set is all it can be;
//! - cells that are not precise and share a constraint, directly or over others, are in one group,
//!   so a witness that moves one of them is known to move all of them.
//!
//! A clone costs two reference counts; a change costs no more with many cells than with few.

use super::rules::{Rule, Tally};
use super::set::ValueSet;
use crate::table::Table;
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
    /// An upper bound for the steps from other cells of its group to this one.
    rank: u8,
    /// One step towards the cell that stands for the group; that one has itself.
    towards: CellId,
    /// The next cell of the group, in a ring. Two rings become one if two of their cells swap these.
    next: CellId,
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
    cells: Table<CellId, Cell>,
    /// For each of its cells. A cell has one at most: a decision on it forgets what was there.
    alternatives: Table<CellId, Rc<Alternative>>,
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
        self.cells.get(id)
    }

    pub fn cells(&self) -> impl Iterator<Item = (CellId, &Cell)> {
        self.cells.iter()
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
                    && self.group(a) == self.group(b)
            }
            _ => false,
        }
    }

    /// Whether the box has the given values: the model must stay inside.
    pub fn contains(&self, model: impl Fn(CellId) -> u64) -> bool {
        self.cells.iter().all(|(id, cell)| cell.values.contains(model(id)))
    }

    /// The values of a model that was in the box `before`, with those outside of this one replaced by
    /// values of it. Looks only at cells that may have changed since. (An empty box has every model.)
    pub fn moved_from(&self, before: &Boxes, model: impl Fn(CellId) -> u64) -> Vec<(CellId, u64)> {
        let mut moves = Vec::new();
        self.cells.for_each_apart(&before.cells, &mut |id, cell| {
            if !cell.values.contains(model(id)) {
                moves.extend(cell.values.any().map(|value| (id, value)));
            }
        });
        moves
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
        let mut id = group;
        loop {
            self.forget_alternative(id);
            let Some(cell) = self.cells.get_mut(id) else { return };
            let value = ValueSet::point(cell.values.width(), witness(id));
            cell.values = Rc::new(value);
            cell.abstraction = Abstraction::BitVector;
            id = cell.next;
            if id == group {
                return;
            }
        }
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
        let mut group = None;
        for &(id, width) in members {
            if self.cell(id).is_none() {
                self.replace(id, ValueSet::full(width));
            }
            if self.abstraction(id) == Abstraction::Precise
                && let Some(cell) = self.cells.get_mut(id)
            {
                cell.abstraction = Abstraction::Box;
            }
            let its_own = self.group(id);
            group = Some(group.map_or(its_own, |group| self.merge(group, its_own)));
        }
        self.forget_alternatives(members);
        group
    }

    /// The cell that stands for the group of a cell that is not precise.
    fn group(&self, id: CellId) -> CellId {
        let mut at = id;
        while let Some(cell) = self.cells.get(at)
            && cell.towards != at
        {
            at = cell.towards;
        }
        at
    }

    /// Makes one group of two, and returns what stands for it.
    fn merge(&mut self, a: CellId, b: CellId) -> CellId {
        let (Some(x), Some(y)) = (self.cells.get(a), self.cells.get(b)) else { return a };
        if a == b {
            return a;
        }
        let (after_a, after_b, ranks) = (x.next, y.next, (x.rank, y.rank));
        let (kept, other) = if ranks.0 >= ranks.1 { (a, b) } else { (b, a) };
        for (id, next) in [(a, after_b), (b, after_a)] {
            let cell = self.cells.get_mut(id).expect("looked up above");
            cell.next = next;
            if id == other {
                cell.towards = kept;
            } else if ranks.0 == ranks.1 {
                cell.rank += 1;
            }
        }
        kept
    }

    /// Cuts a cell to a subset of its values.
    pub(super) fn replace(&mut self, id: CellId, values: ValueSet) {
        debug_assert!(!values.is_empty(), "a box is never empty");
        let values = Rc::new(values);
        match self.cells.get_mut(id) {
            Some(cell) => cell.values = values,
            None => {
                let abstraction = Abstraction::Precise;
                let cell = Cell { values, abstraction, rank: 0, towards: id, next: id };
                self.cells.insert(id, cell);
            }
        }
    }

    /// Takes cells and all in their groups out, so that nothing is known of them, and returns the values
    /// that they had.
    pub(crate) fn take_out(&mut self, cells: &[CellId]) -> Vec<(CellId, Rc<ValueSet>)> {
        let mut taken = Vec::new();
        for &first in cells {
            let mut id = first;
            while let Some(cell) = self.cells.get(id) {
                let (values, next) = (Rc::clone(&cell.values), cell.next);
                taken.push((id, values));
                self.forget_alternative(id);
                self.cells.remove(id);
                id = next;
            }
        }
        taken
    }

    /// Puts cells that nothing is known of into one group, with these values.
    pub(crate) fn tie(&mut self, cells: Vec<(CellId, ValueSet)>) {
        let mut members = Members::new();
        for (id, values) in cells {
            debug_assert!(self.cell(id).is_none(), "something is known of the cell");
            members.push((id, values.width()));
            self.replace(id, values);
        }
        self.link(&members);
    }

    /// Keeps a second box for the same cells until the next decision on one of them.
    pub(super) fn keep_alternative(&mut self, cells: impl Iterator<Item = (CellId, ValueSet)>) {
        let cells = cells.map(|(id, values)| (id, Rc::new(values))).collect();
        let alternative = Rc::new(Alternative { cells });
        for (id, _) in &alternative.cells {
            self.forget_alternative(*id);
        }
        for (id, _) in &alternative.cells {
            self.alternatives.insert(*id, Rc::clone(&alternative));
        }
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
        let mut open: SmallVec<[&Rc<Alternative>; MAX_OPEN_CHOICES]> = SmallVec::new();
        for (id, _) in cells {
            if open.len() < MAX_OPEN_CHOICES
                && let Some(alternative) = self.alternatives.get(*id)
                && !open.iter().any(|known| Rc::ptr_eq(known, alternative))
            {
                open.push(alternative);
            }
        }
        for alternative in open {
            for n in 0..choices.len() {
                let mut other = choices[n].clone();
                for (id, values) in &alternative.cells {
                    if let Some(cell) = other.cells.get_mut(*id) {
                        cell.values = Rc::clone(values);
                    }
                }
                choices.push(other);
            }
        }
        choices
    }

    fn forget_alternatives(&mut self, cells: &[SizedCell]) {
        for (id, _) in cells {
            self.forget_alternative(*id);
        }
    }

    /// Forgets the alternative of a cell: for all the cells that it is for.
    fn forget_alternative(&mut self, id: CellId) {
        if let Some(alternative) = self.alternatives.get(id).map(Rc::clone) {
            for (id, _) in &alternative.cells {
                self.alternatives.remove(*id);
            }
        }
    }
}
