//! The value sets of a joined path.
//!
//! They begin as those of the first path, whose model the joined path has. Its box needs no change to stay
//! inside the solutions: they have only become more. What may be wrong is what it says of all solutions,
//! and only for cells that the first path's own constraints or the disjunction reach, directly or over
//! other constraints and cells: the constraints on all others are the same on all paths. Of these cells
//! - the outer set is the union of those that the paths have, and nothing is known of a cell that some
//!   path does not have, or has cut in another way;
//! - none is precise any more, and all depend on each other, unless it is one cell that all constraints
//!   on it speak of alone, and all paths know its values precisely: then their union is precise;
//! - those that no constraint has any more are free.
//!
//! Claims are those of the first path, too: another path that has cut the same elements into other cells
//! is seen through these.

use super::Path;
use crate::chain::Chain;
use crate::chain::cells::{CellTable, Source};
use crate::chain::footprint::{Footprint, Input};
use crate::chain::layer::Tools;
use crate::value_set::{Abstraction, CellId, ValueSet};
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Chain {
    /// `rest` is what the first of the joined paths has for itself; the joined path has its constraints
    /// already.
    pub(super) fn join_value_sets(
        &mut self,
        terms: &Terms,
        paths: &[&Path],
        joined: &mut Path,
        rest: &[TermId],
        disjunction: TermId,
    ) {
        let Some((value_sets, _)) = &mut self.value_sets else { return };
        let tools = &mut self.tools;
        joined.claims = paths[0].claims.clone();
        joined.boxes = paths[0].boxes.clone();
        joined.outer = paths[0].outer.clone();
        let footprint = tools.footprints.of(terms, disjunction);
        joined.claim(terms, &mut tools.cells, &footprint, &mut value_sets.tally);
        let reached = Reached::find(terms, tools, joined, rest, disjunction);
        let table = &tools.cells;
        let taken = joined.boxes.take_out(&reached.cells);
        let is_constrained = |cell: &CellId| {
            let alone = Footprint { inputs: vec![input_of(table, *cell)], bases: Vec::new() };
            !joined.partition.touched(&alone).is_empty()
        };
        let (constrained, free): (Vec<CellId>, Vec<CellId>) =
            reached.cells.iter().partition(|cell| is_constrained(cell));
        for &cell in &free {
            joined.outer.set_precise(cell, ValueSet::full(table.info(cell).width));
        }
        for &cell in &constrained {
            joined.outer.set_precise(cell, around(paths, table, cell));
        }
        let precise = match constrained[..] {
            [cell] if reached.is_alone(table, cell) => {
                precise(paths, table, cell).map(|set| (cell, set))
            }
            _ => None,
        };
        // Beside those that were reached, some that share a ring with them.
        let mut tied: Vec<(CellId, ValueSet)> = Vec::new();
        for (cell, values) in &taken {
            if free.binary_search(cell).is_err() {
                tied.push((*cell, (**values).clone()));
            }
        }
        let taken: FxHashSet<CellId> = taken.iter().map(|(cell, _)| *cell).collect();
        for &cell in &constrained {
            if !taken.contains(&cell) {
                tied.push((cell, ValueSet::full(table.info(cell).width)));
            }
        }
        if let Some((cell, values)) = precise {
            tied.retain(|(known, _)| *known != cell);
            joined.boxes.set_precise(cell, values);
        }
        joined.boxes.tie(tied);
        debug_assert!(joined.boxes.contains(|cell| table.value(cell, &joined.model)));
    }
}

/// What the first path's own constraints or the disjunction have an effect on.
struct Reached {
    /// Sorted.
    cells: Vec<CellId>,
    /// The inputs of the constraints of the joined path among it.
    constrained: Vec<Input>,
    has_bases: bool,
}

impl Reached {
    /// All that constraints and cells connect with these terms. Their elements must have been claimed.
    fn find(
        terms: &Terms,
        tools: &mut Tools,
        joined: &Path,
        rest: &[TermId],
        disjunction: TermId,
    ) -> Reached {
        let mut inputs: Vec<Input> = Vec::new();
        for &constraint in rest.iter().chain([&disjunction]) {
            inputs.extend_from_slice(&tools.footprints.of(terms, constraint).inputs);
        }
        inputs.sort_unstable();
        inputs.dedup();
        loop {
            let mut constrained: Vec<Input> = Vec::new();
            let mut has_bases = false;
            let start = Footprint { inputs, bases: Vec::new() };
            for number in joined.partition.constraints(&joined.partition.touched(&start)) {
                let constraint = joined.constraints[number as usize];
                let footprint = tools.footprints.of(terms, constraint);
                constrained.extend_from_slice(&footprint.inputs);
                has_bases |= !footprint.bases.is_empty();
            }
            let mut all = start.inputs.clone();
            all.extend_from_slice(&constrained);
            let all = Footprint { inputs: all, bases: Vec::new() };
            let cells = joined.claims.cells(&tools.cells, &all);
            let mut all = all.inputs;
            all.extend(cells.iter().map(|&cell| input_of(&tools.cells, cell)));
            all.sort_unstable();
            all.dedup();
            if all == start.inputs {
                return Reached { cells, constrained, has_bases };
            }
            inputs = all;
        }
    }

    /// Whether the constraints speak of nothing but a cell.
    fn is_alone(&self, table: &CellTable, cell: CellId) -> bool {
        let is_inside = |input: &Input| match (*input, table.info(cell).source) {
            (Input::Symbol(symbol), Source::Symbol(own)) => symbol == own,
            (Input::Run(run), Source::Run(own)) => {
                run.root == own.root && own.start <= run.start && run.end() <= own.end()
            }
            _ => false,
        };
        !self.has_bases && self.constrained.iter().all(is_inside)
    }
}

fn input_of(table: &CellTable, cell: CellId) -> Input {
    match table.info(cell).source {
        Source::Symbol(symbol) => Input::Symbol(symbol),
        Source::Run(run) => Input::Run(run),
    }
}

/// Whether a path has this very cell. A bit-vector is a cell on every path.
fn has_cell(path: &Path, table: &CellTable, cell: CellId) -> bool {
    match table.info(cell).source {
        Source::Symbol(_) => true,
        Source::Run(run) => path.claims.covering(run.root, run.start) == Some((run, cell)),
    }
}

/// Values that a cell has in all solutions of all paths.
fn around(paths: &[&Path], table: &CellTable, cell: CellId) -> ValueSet {
    let width = table.info(cell).width;
    if !paths.iter().all(|path| has_cell(path, table, cell)) {
        return ValueSet::full(width);
    }
    let sets: Vec<Rc<ValueSet>> = paths.iter().map(|path| path.outer_values(cell, width)).collect();
    let exact = union(width, sets.iter().map(|set| (**set).clone()));
    let hulls = || union(width, sets.iter().map(|set| set.hull()));
    exact.or_else(hulls).unwrap_or_else(|| ValueSet::full(width))
}

/// All values of a cell that depends on no other on any path, if there is such a set.
fn precise(paths: &[&Path], table: &CellTable, cell: CellId) -> Option<ValueSet> {
    let width = table.info(cell).width;
    let is_precise = |path: &&Path| {
        has_cell(path, table, cell) && path.boxes.abstraction(cell) == Abstraction::Precise
    };
    let sets = paths.iter().map(|path| (*path.boxes.values(cell, width)).clone());
    if paths.iter().all(is_precise) { union(width, sets) } else { None }
}

fn union(width: u32, mut sets: impl Iterator<Item = ValueSet>) -> Option<ValueSet> {
    sets.try_fold(ValueSet::empty(width), |all, set| all.union(&set))
}
