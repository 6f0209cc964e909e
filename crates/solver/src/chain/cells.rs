//! Cells: the inputs that value sets attach to.
//!
//! A cell is a bit-vector symbol or a run of elements of a root, of at most 64 bits together. On a
//! path every element belongs to one cell at most: that of the widest read in the first constraint
//! that has it. Later reads of another width are seen through that cell, as an extraction of it or a
//! concatenation of several. (The plan was to give such cells up to bit-vectors; this keeps them.)

use super::footprint::{Footprint, Input, Run, element_width};
use crate::table::Table;
use crate::value_set::CellId;
use dunlin_ir::Bits;
use dunlin_ir::small::mask;
use dunlin_term::{Model, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where a cell's value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Symbol(SymbolId),
    Run(Run),
}

#[derive(Clone, Copy, Debug)]
pub struct CellInfo {
    pub source: Source,
    pub width: u32,
    /// The widths of index and element, for a run.
    index_width: u32,
    element_width: u32,
}

/// All cells of all paths.
#[derive(Default)]
pub struct CellTable {
    infos: Vec<CellInfo>,
    ids: FxHashMap<Source, CellId>,
}

impl CellTable {
    pub fn info(&self, id: CellId) -> &CellInfo {
        &self.infos[id.0 as usize]
    }

    pub fn find(&self, source: Source) -> Option<CellId> {
        self.ids.get(&source).copied()
    }

    /// The cell of a source; `None` if it is wider than 64 bits.
    pub fn intern(&mut self, terms: &Terms, source: Source) -> Option<CellId> {
        if let Some(known) = self.find(source) {
            return Some(known);
        }
        let info = match source {
            Source::Symbol(id) => match terms.symbol_info(id).sort {
                Sort::BitVec(width) => CellInfo { source, width, index_width: 0, element_width: 0 },
                Sort::Array { .. } => unreachable!("an array is no cell"),
            },
            Source::Run(run) => {
                let Sort::Array { index, element } = terms.symbol_info(run.root).sort else {
                    unreachable!("a root is an array")
                };
                let width = element.saturating_mul(run.count);
                CellInfo { source, width, index_width: index, element_width: element }
            }
        };
        if info.width > 64 {
            return None;
        }
        let id = CellId(self.infos.len() as u32);
        self.infos.push(info);
        self.ids.insert(source, id);
        Some(id)
    }

    pub fn value(&self, id: CellId, model: &Model) -> u64 {
        let info = self.info(id);
        match info.source {
            Source::Symbol(symbol) => model.get_u64(symbol, info.width),
            Source::Run(run) => (run.start..run.end()).rev().fold(0, |value, index| {
                let element = model.element_u64(run.root, index);
                shifted_left(value, info.element_width) | element & mask(info.element_width)
            }),
        }
    }

    pub fn set_value(&self, id: CellId, model: &mut Model, value: u64) {
        let info = self.info(id);
        match info.source {
            Source::Symbol(symbol) => model.set(symbol, &Bits::from_u64(info.width, value)),
            Source::Run(run) => {
                let mut rest = value;
                for index in run.start..run.end() {
                    let index = Bits::from_u64(info.index_width, index);
                    let element = Bits::from_u64(info.element_width, rest);
                    model.set_element(run.root, &index, &element);
                    rest = rest.checked_shr(info.element_width).unwrap_or(0);
                }
            }
        }
    }

    /// The reads that make up a cell, with their values for each of the given values of the cell.
    pub fn varying(
        &self,
        terms: &mut Terms,
        cell: CellId,
        values: &[u64],
    ) -> Vec<(TermId, Rc<[u64]>)> {
        let info = self.info(cell);
        match info.source {
            Source::Symbol(symbol) => vec![(terms.symbol_info(symbol).term, values.into())],
            Source::Run(run) => {
                let root = terms.symbol_info(run.root).term;
                (0..run.count)
                    .map(|i| {
                        let index = terms.constant(info.index_width, run.start + u64::from(i));
                        let read = terms.select(root, index);
                        let lowest = i * info.element_width;
                        let part = |value: &u64| value >> lowest & mask(info.element_width);
                        (read, values.iter().map(part).collect())
                    })
                    .collect()
            }
        }
    }
}

fn shifted_left(value: u64, by: u32) -> u64 {
    value.checked_shl(by).unwrap_or(0)
}

/// Which cell an element belongs to, on one path.
#[derive(Clone, Default, Debug)]
pub struct Claims {
    /// By root and start, with the number of elements; runs do not overlap.
    runs: Table<(SymbolId, u64), (u32, CellId)>,
}

impl Claims {
    /// The cell of an element.
    pub fn covering(&self, root: SymbolId, index: u64) -> Option<(Run, CellId)> {
        let ((of, start), &(count, cell)) = self.runs.last_up_to((root, index))?;
        let run = Run { root: of, start, count };
        (run.root == root && index < run.end()).then_some((run, cell))
    }

    /// Gives every element of a footprint a cell, the widest reads first.
    pub fn claim(&mut self, terms: &Terms, table: &mut CellTable, footprint: &Footprint) {
        let mut widest = u32::MAX;
        loop {
            let mut next = 0;
            for input in &footprint.inputs {
                match *input {
                    Input::Symbol(symbol) if widest == u32::MAX => {
                        table.intern(terms, Source::Symbol(symbol));
                    }
                    Input::Run(run) if run.count == widest => self.claim_run(terms, table, run),
                    Input::Run(run) if run.count < widest => next = next.max(run.count),
                    _ => {}
                }
            }
            if next == 0 {
                return;
            }
            widest = next;
        }
    }

    /// Claims what is free of a run: one cell for each gap between other cells.
    fn claim_run(&mut self, terms: &Terms, table: &mut CellTable, wanted: Run) {
        if element_width(terms, wanted.root) > 64 {
            return;
        }
        let mut from = wanted.start;
        while from < wanted.end() {
            if let Some((run, _)) = self.covering(wanted.root, from) {
                from = run.end();
                continue;
            }
            let next = self.runs.iter_from((wanted.root, from)).next();
            let next = next.filter(|((root, _), _)| *root == wanted.root);
            let end = next.map_or(wanted.end(), |((_, start), _)| start.min(wanted.end()));
            let gap = Run { root: wanted.root, start: from, count: (end - from) as u32 };
            let cell = table.intern(terms, Source::Run(gap)).expect("a run has at most 64 bits");
            self.runs.insert((wanted.root, from), (gap.count, cell));
            from = end;
        }
    }

    /// The cells of a footprint. A root that is needed as a whole has all cells that were claimed of it.
    pub fn cells(&self, table: &CellTable, footprint: &Footprint) -> Vec<CellId> {
        let mut cells = Vec::new();
        for input in &footprint.inputs {
            match *input {
                Input::Symbol(symbol) => cells.extend(table.find(Source::Symbol(symbol))),
                Input::Run(run) => {
                    let mut index = run.start;
                    while index < run.end() {
                        let Some((claimed, cell)) = self.covering(run.root, index) else { break };
                        cells.push(cell);
                        index = claimed.end();
                    }
                }
                Input::Root(root) => {
                    let of_root = self
                        .runs
                        .iter_from((root, 0))
                        .map_while(|((of, _), (_, cell))| (of == root).then_some(*cell));
                    cells.extend(of_root);
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
