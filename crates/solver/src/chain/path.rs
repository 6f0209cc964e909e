//! What the solver knows of a path: carried by a state, cloned when it forks.
//!
//! Promises, kept by [`super::Chain`]: the model satisfies all constraints; the model is in the box,
//! and every choice of values from the box, with all other inputs as in the model, satisfies them too;
//! the values of every solution are in the outer sets. They stay true if an object that is not pinned
//! gets another address, as long as the addresses are a proper layout ([`crate::agnostic`]).

mod join;
mod split;
mod suffixes;
mod value_sets;

pub use join::{Apart, Guard, Joined, Ways};

use super::cells::{CellTable, Claims, Source};
use super::facts::Facts;
use super::footprint::{Footprint, Input};
use super::partition::{Partition, Place};
use crate::tight;
use crate::value_set::{Abstraction, Boxes, CellId, Tally, ValueSet};
use dunlin_term::{Model, TermId, Terms};
use std::rc::Rc;

#[derive(Clone, Default, Debug)]
pub struct Path {
    constraints: Rc<Vec<TermId>>,
    pub(crate) partition: Partition,
    pub(crate) facts: Facts,
    pub(crate) model: Rc<Model>,
    pub(crate) claims: Claims,
    /// Inside the solutions.
    pub(crate) boxes: Boxes,
    /// Around the solutions.
    pub(crate) outer: Boxes,
    /// The numbers of objects that must stay where they are, sorted.
    pinned: Option<Rc<Vec<u64>>>,
    /// The constraints whose truth depends on addresses.
    by_address: Option<Rc<Vec<TermId>>>,
}

impl Path {
    /// A path without constraints, on which everything is zero.
    pub fn new() -> Path {
        Path::default()
    }

    /// A path without constraints; the model says, above all, which addresses objects have.
    pub fn with_model(model: Model) -> Path {
        Path { model: Rc::new(model), ..Path::default() }
    }

    /// In the order in which they were added.
    pub fn constraints(&self) -> &[TermId] {
        &self.constraints
    }

    pub(crate) fn shared_constraints(&self) -> Rc<Vec<TermId>> {
        Rc::clone(&self.constraints)
    }

    pub fn model(&self) -> &Rc<Model> {
        &self.model
    }

    /// The value sets of the cells.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Values that a cell has in all solutions. A precise set is its own outer set.
    pub(crate) fn outer_values(&self, cell: CellId, width: u32) -> Rc<ValueSet> {
        match self.boxes.abstraction(cell) {
            Abstraction::Precise => self.boxes.values(cell, width),
            _ => self.outer.values(cell, width),
        }
    }

    /// The outer sets of some cells.
    pub(crate) fn outer_boxes(&self, table: &CellTable, cells: &[CellId]) -> Boxes {
        let mut boxes = Boxes::new();
        for &cell in cells {
            let values = self.outer_values(cell, table.info(cell).width);
            if !values.is_full() {
                boxes.set_precise(cell, (*values).clone());
            }
        }
        boxes
    }

    /// Fixes the address of a base that no constraint has yet, or moves that of an object that is not
    /// pinned.
    pub fn set_address(&mut self, base: dunlin_term::BaseId, address: u64) {
        Rc::make_mut(&mut self.model).set_address(base, address);
    }

    /// Says that something depends on the address of an object, by its number: it must not be moved,
    /// and no answer about it is shared with other paths.
    pub fn pin(&mut self, object: u64) {
        let pinned = Rc::make_mut(self.pinned.get_or_insert_default());
        if let Err(at) = pinned.binary_search(&object) {
            pinned.insert(at, object);
        }
    }

    /// Whether the address of an object matters to the constraints, or was pinned by the engine.
    pub fn is_pinned(&self, object: u64) -> bool {
        self.pinned.as_ref().is_some_and(|pinned| pinned.binary_search(&object).is_ok())
    }

    /// The numbers of all pinned objects, sorted.
    pub fn pinned(&self) -> &[u64] {
        self.pinned.as_ref().map_or(&[], |pinned| pinned)
    }

    /// Whether a condition is true or false by what the constraints say at first sight.
    pub fn knows(&self, terms: &mut Terms, condition: TermId) -> Option<bool> {
        self.facts.truth(terms, condition)
    }

    /// The only value that a term of at most 64 bits can have, if the constraints say so at first sight.
    pub fn known_value(&self, terms: &Terms, term: TermId) -> Option<u64> {
        let (least, greatest) = self.facts.bounds_of(terms, term).unsigned;
        (least == greatest).then_some(least)
    }

    /// Whether some constraint holds only because of where objects lie.
    pub fn depends_on_addresses(&self) -> bool {
        self.by_address.is_some()
    }

    /// The constraints whose truth depends on addresses.
    pub(crate) fn by_address(&self) -> &[TermId] {
        self.by_address.as_ref().map_or(&[], |constraints| constraints)
    }

    pub(crate) fn add_by_address(&mut self, constraint: TermId) {
        tight::push(self.by_address.get_or_insert_default(), constraint);
    }

    /// Gives a value to an array symbol that no constraint has yet.
    pub fn set_input(&mut self, symbol: dunlin_term::SymbolId, value: dunlin_term::ArrayValue) {
        Rc::make_mut(&mut self.model).set_array(symbol, value);
    }

    /// Adds a constraint that the model satisfies, without regard to the box.
    pub(crate) fn push(&mut self, terms: &Terms, constraint: TermId, footprint: &Footprint) {
        let number = self.constraints.len() as u32;
        self.partition.add(number, footprint);
        self.facts.add(terms, constraint);
        tight::push(&mut self.constraints, constraint);
    }

    /// Gives the elements of a footprint cells. A cell of a root that some constraint needs as a whole
    /// is known by its witness only.
    pub(crate) fn claim(
        &mut self,
        terms: &Terms,
        table: &mut CellTable,
        footprint: &Footprint,
        tally: &mut Tally,
    ) {
        self.claims.claim(terms, table, footprint);
        let hidden: Vec<(CellId, u32)> = footprint
            .inputs
            .iter()
            .filter_map(|input| match input {
                Input::Run(run) if self.partition.needs_whole(run.root) => Some(*input),
                _ => None,
            })
            .flat_map(|input| {
                let alone = Footprint { inputs: vec![input], bases: Vec::new() };
                self.claims.cells(table, &alone)
            })
            .filter(|&cell| self.boxes.abstraction(cell) == Abstraction::Precise)
            .map(|cell| (cell, table.info(cell).width))
            .collect();
        if !hidden.is_empty() {
            let model = &self.model;
            self.boxes.upgrade(&hidden, |cell| table.value(cell, model), tally);
        }
    }

    /// The cells that a witness for a question about `footprint` may have moved: its own, and those
    /// that share constraints with them and are not precise.
    pub(crate) fn moved_cells(
        &self,
        table: &CellTable,
        footprint: &Footprint,
    ) -> Vec<(CellId, u32)> {
        let touched = self.partition.touched(footprint);
        let mut cells = self.claims.cells(table, footprint);
        for (id, cell) in self.boxes.cells() {
            if cell.abstraction() == Abstraction::Precise {
                continue;
            }
            let place = match table.info(id).source {
                Source::Symbol(symbol) => Place::whole(symbol),
                Source::Run(run) => Place::element(run.root, run.start),
            };
            if self.partition.group_of(place).is_some_and(|group| touched.contains(&group)) {
                cells.push(id);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(|cell| (cell, table.info(cell).width)).collect()
    }
}
