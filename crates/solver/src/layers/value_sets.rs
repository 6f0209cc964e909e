//! The value sets of the path's cells show it (ASE; the procedures are in [`crate::value_set`]).
//!
//! With boxes, if only one cell of a condition has more than one value, and few, the condition is
//! evaluated for all of them at once, whatever it is made of: tables at a symbolic index included,
//! which the rules do not see through.

use crate::chain::{
    Footprint, Input, Layer, Path, Question, Sight, Source, Step, Tools, Verdict, Witness,
};
use crate::value_set::{
    self, Abstraction, Boxes, ByteSet, CellId, Means, Precision, Rule, Satisfiable, Strategy,
    Tally, ValueSet,
};
use dunlin_term::{Model, TermId, Terms, sweep};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the rules may do for one question: so many uses of them, and intervals handled.
const MAX_WORK: u32 = 60;
/// A cell with more values than this is not swept.
const MAX_SWEPT: u128 = 256;

/// On paths with more constraints than this, a debug build does not look at the whole box for each.
const LONG_PATH: usize = 1024;

pub struct ValueSets {
    pub strategy: Strategy,
    pub tally: Tally,
    /// Answers by what gave them, in the order of [`MEANS`].
    answers: [u64; MEANS.len()],
    /// The values of its only cell, a byte, that make a condition true: the same on every path.
    bytes: FxHashMap<(TermId, CellId), ByteSet>,
}

pub const MEANS: [Means; 7] = [
    Means::Constant,
    Means::Intervals,
    Means::Precise,
    Means::Sweep,
    Means::Outer,
    Means::Priority,
    Means::Middle,
];

impl ValueSets {
    pub fn new(strategy: Strategy) -> ValueSets {
        let (tally, bytes) = (Tally::default(), FxHashMap::default());
        ValueSets { strategy, tally, answers: [0; MEANS.len()], bytes }
    }

    /// How many questions were answered by each means.
    pub fn answers(&self) -> impl Iterator<Item = (Means, u64)> + '_ {
        MEANS.into_iter().zip(self.answers)
    }

    /// Adds a condition, which a witness satisfies, to the box of a path, before it is added to the
    /// path itself. The path gets the witness as its model, moved into the box.
    pub fn assume(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        path: &mut Path,
        condition: TermId,
        witness: Witness,
    ) {
        let footprint = tools.footprints.of(terms, condition);
        let cells = path.claims.cells(&tools.cells, &footprint);
        let around = path.outer_boxes(&tools.cells, &cells);
        if let Some(boxes) = witness.boxes {
            path.boxes = boxes;
            path.model = witness.model;
        } else if Rc::ptr_eq(&witness.model, &path.model) {
            let inside = Sets { boxes: &path.boxes, strategy: self.strategy };
            let boxes = match self.decide(terms, tools, path, inside, condition, &footprint) {
                Some(value_set::Verdict::Satisfiable(found)) => found.boxes,
                _ => self.collapsed(tools, path, &footprint, &witness.model),
            };
            path.model = moved(tools, &path.boxes, &boxes, &path.model);
            path.boxes = boxes;
        } else {
            // Of a solution with other addresses, inputs may have changed that share only these.
            let changed = witness.moved.as_ref().map_or(&*footprint, |moved| &moved.inputs);
            path.boxes = self.collapsed(tools, path, changed, &witness.model);
            // The solution of a path that is followed again is one of its own: what the condition does not
            // depend on need not be in the box.
            path.model = moved(tools, &Boxes::new(), &path.boxes, &witness.model);
        }
        debug_assert!(
            path.constraints().len() > LONG_PATH
                || path.boxes.contains(|cell| tools.cells.value(cell, &path.model))
        );
        let is_precise = |cell: &CellId| path.boxes.abstraction(*cell) == Abstraction::Precise;
        if self.strategy == Strategy::Intervals || cells.iter().all(is_precise) {
            return;
        }
        // Precise sets are their own outer sets; from now on some have to be kept apart.
        let outside = Sets { boxes: &around, strategy: Strategy::Precise };
        let cut = match self.decide(terms, tools, path, outside, condition, &footprint) {
            Some(value_set::Verdict::Satisfiable(found)) => found.boxes,
            _ => around,
        };
        for (cell, kept) in cut.cells() {
            path.outer.set_precise(cell, kept.values().clone());
        }
    }

    /// The box in which the cells of a condition, and all that depend on them, have one value.
    fn collapsed(
        &mut self,
        tools: &Tools,
        path: &Path,
        footprint: &Footprint,
        model: &Model,
    ) -> Boxes {
        let cells = path.moved_cells(&tools.cells, footprint);
        let mut boxes = path.boxes.clone();
        boxes.upgrade(&cells, |cell| tools.cells.value(cell, model), &mut self.tally);
        boxes
    }

    fn decide(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        path: &Path,
        sets: Sets<'_>,
        condition: TermId,
        footprint: &Footprint,
    ) -> Option<value_set::Verdict> {
        let Sets { boxes, strategy } = sets;
        // For a byte, trying all values is both exact and cheaper than the rules.
        let sweeps = matches!(self.strategy, Strategy::BoxPriority | Strategy::BoxMiddle);
        if sweeps {
            let swept = self.sweep(terms, tools, path, sets, condition, footprint);
            if swept.is_some() {
                return swept;
            }
        }
        let sight = Sight { terms, cells: &tools.cells, claims: &path.claims };
        self.tally.allow(MAX_WORK);
        match value_set::decide(boxes, sight.on(condition), true, strategy, &mut self.tally) {
            value_set::Verdict::Unknown => None,
            verdict => Some(verdict),
        }
    }

    fn sweep(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        path: &Path,
        sets: Sets<'_>,
        condition: TermId,
        footprint: &Footprint,
    ) -> Option<value_set::Verdict> {
        let Sets { boxes, strategy } = sets;
        let visible = |input: &Input| match input {
            Input::Symbol(symbol) => tools.cells.find(Source::Symbol(*symbol)).is_some(),
            Input::Run(run) => path.claims.covering(run.root, run.start).is_some(),
            Input::Root(_) => false,
        };
        if !footprint.bases.is_empty() || !footprint.inputs.iter().all(visible) {
            return None;
        }
        let cells: Vec<(CellId, u32)> = path
            .claims
            .cells(&tools.cells, footprint)
            .into_iter()
            .map(|cell| (cell, tools.cells.info(cell).width))
            .collect();
        let several = |(id, width): &&(CellId, u32)| boxes.values(*id, *width).single().is_none();
        let mut free = cells.iter().filter(several);
        let (cell, width) = *free.next()?;
        let candidates = boxes.values(cell, width);
        if free.next().is_some() || candidates.size() > MAX_SWEPT {
            return None;
        }
        let found = if cells.len() == 1 && width <= 8 {
            let true_for = match self.bytes.get(&(condition, cell)) {
                Some(&known) => known,
                None => {
                    let all: Vec<u64> = (0..1 << width).collect();
                    let mut bytes = ByteSet::default();
                    let truths = tried(terms, tools, &path.model, condition, cell, &all)?;
                    for (value, _) in all.into_iter().zip(truths).filter(|(_, truth)| *truth == 1) {
                        bytes.insert(value as u8);
                    }
                    self.bytes.insert((condition, cell), bytes);
                    bytes
                }
            };
            true_for.meet(&ByteSet::of(&candidates)).to_set(width)
        } else {
            let candidates: Vec<u64> = candidates.iter().collect();
            let truths = tried(terms, tools, &path.model, condition, cell, &candidates)?;
            let holds = candidates.into_iter().zip(truths).filter(|(_, truth)| *truth == 1);
            ValueSet::points(width, holds.map(|(value, _)| value))
        };
        let exact = found.precision == Precision::Exact;
        let precise = cells.iter().all(|(id, _)| boxes.abstraction(*id) == Abstraction::Precise);
        if strategy == Strategy::Precise && !(precise && exact) {
            return None;
        }
        if found.values.is_empty() {
            if precise {
                self.tally.fire(Rule::Sweep);
                return Some(value_set::Verdict::Unsatisfiable(Means::Sweep));
            }
            return None;
        }
        self.tally.fire(Rule::Sweep);
        let boxes = value_set::restrict(boxes, &cells, cell, found.values, exact);
        Some(value_set::Verdict::Satisfiable(Satisfiable { boxes, means: Means::Sweep, cut: true }))
    }

    fn count(&mut self, means: Means) {
        let at = MEANS.iter().position(|known| *known == means).expect("all means are listed");
        self.answers[at] += 1;
    }
}

/// The truth of a condition for each of the given values of a cell, all else as in the model.
fn tried(
    terms: &mut Terms,
    tools: &mut Tools,
    model: &Model,
    condition: TermId,
    cell: CellId,
    values: &[u64],
) -> Option<Vec<u64>> {
    let varying = tools.cells.varying(terms, cell, values);
    sweep(terms, &mut tools.evaluator, model, condition, values.len(), varying)
}

/// The model, which is in the box `before`, with what is not in the box now replaced.
fn moved(tools: &Tools, before: &Boxes, boxes: &Boxes, model: &Rc<Model>) -> Rc<Model> {
    let moves = boxes.moved_from(before, |cell| tools.cells.value(cell, model));
    if moves.is_empty() {
        return Rc::clone(model);
    }
    let mut model = Model::clone(model);
    for (cell, value) in moves {
        tools.cells.set_value(cell, &mut model, value);
    }
    Rc::new(model)
}

impl Layer for ValueSets {
    fn name(&self) -> &'static str {
        "value sets"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        let footprint = tools.footprints.of(terms, question.condition);
        let path = question.path;
        let condition = question.condition;
        let inside = Sets { boxes: &path.boxes, strategy: self.strategy };
        match self.decide(terms, tools, path, inside, condition, &footprint) {
            Some(value_set::Verdict::Satisfiable(found)) => {
                self.count(found.means);
                let model = moved(tools, &path.boxes, &found.boxes, path.model());
                return Step::Answer(Verdict::Sat(Witness {
                    boxes: Some(found.boxes),
                    ..Witness::new(model)
                }));
            }
            Some(value_set::Verdict::Unsatisfiable(means)) => {
                self.count(means);
                return Step::Answer(Verdict::Unsat(None));
            }
            _ => {}
        }
        let cells = path.claims.cells(&tools.cells, &footprint);
        let is_precise = |cell: &CellId| path.boxes.abstraction(*cell) == Abstraction::Precise;
        if self.strategy == Strategy::Intervals || cells.iter().all(is_precise) {
            return Step::Pass;
        }
        let around = path.outer_boxes(&tools.cells, &cells);
        let outside = Sets { boxes: &around, strategy: Strategy::Precise };
        match self.decide(terms, tools, path, outside, condition, &footprint) {
            Some(value_set::Verdict::Unsatisfiable(_)) => {
                self.count(Means::Outer);
                Step::Answer(Verdict::Unsat(None))
            }
            _ => Step::Pass,
        }
    }

    fn forget(&mut self) {
        self.bytes.clear();
    }
}

/// Value sets of a path and how to decide with them. Inside the solutions are those of the paper:
/// every choice from them is a solution. Those around the solutions only exclude, but nothing makes
/// them collapse, so that bounds of a cell are not forgotten when a solver had to be asked about it.
#[derive(Clone, Copy)]
struct Sets<'a> {
    boxes: &'a Boxes,
    strategy: Strategy,
}
