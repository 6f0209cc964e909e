//! The value sets of the path's cells show it (ASE; the procedures are in [`crate::value_set`]).
//!
//! What they cannot see through, such as a table at a symbolic index, is swept: if only one cell of a
//! condition has more than one value, and few, the condition is evaluated for all of them.

use crate::chain::{
    Footprint, Input, Layer, Path, Question, Sight, Source, Step, Tools, Verdict, Witness,
};
use crate::value_set::{
    self, Abstraction, Boxes, CellId, Means, Precision, Rule, Satisfiable, Strategy, Tally,
    ValueSet,
};
use dunlin_term::{Model, TermId, Terms, sweep};
use std::rc::Rc;

/// A cell with more values than this is not swept.
const MAX_SWEPT: u128 = 1024;

pub struct ValueSets {
    pub strategy: Strategy,
    pub tally: Tally,
    /// Answers by what gave them, in the order of [`MEANS`].
    answers: [u64; MEANS.len()],
}

pub const MEANS: [Means; 6] = [
    Means::Constant,
    Means::Intervals,
    Means::Precise,
    Means::Sweep,
    Means::Priority,
    Means::Middle,
];

impl ValueSets {
    pub fn new(strategy: Strategy) -> ValueSets {
        ValueSets { strategy, tally: Tally::default(), answers: [0; MEANS.len()] }
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
        if let Some(boxes) = witness.boxes {
            path.boxes = boxes;
            path.model = witness.model;
        } else if Rc::ptr_eq(&witness.model, &path.model) {
            let found = self.decide(terms, tools, path, condition, &footprint);
            path.boxes = match found {
                Some(value_set::Verdict::Satisfiable(found)) => found.boxes,
                _ => self.collapsed(tools, path, &footprint, &witness.model),
            };
            path.model = moved(tools, &path.boxes, &path.model);
        } else {
            path.boxes = self.collapsed(tools, path, &footprint, &witness.model);
            path.model = witness.model;
        }
        debug_assert!(path.boxes.contains(|cell| tools.cells.value(cell, &path.model)));
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
        condition: TermId,
        footprint: &Footprint,
    ) -> Option<value_set::Verdict> {
        let sight = Sight { terms, cells: &tools.cells, claims: &path.claims };
        let seen = sight.on(condition);
        match value_set::decide(&path.boxes, seen, true, self.strategy, &mut self.tally) {
            value_set::Verdict::Unknown if self.strategy != Strategy::Intervals => {
                self.sweep(terms, tools, path, condition, footprint)
            }
            value_set::Verdict::Unknown => None,
            verdict => Some(verdict),
        }
    }

    fn sweep(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        path: &Path,
        condition: TermId,
        footprint: &Footprint,
    ) -> Option<value_set::Verdict> {
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
        let several =
            |(id, width): &&(CellId, u32)| path.boxes.values(*id, *width).single().is_none();
        let mut free = cells.iter().filter(several);
        let (cell, width) = *free.next()?;
        let candidates = path.boxes.values(cell, width);
        if free.next().is_some() || candidates.size() > MAX_SWEPT {
            return None;
        }
        let candidates: Vec<u64> = candidates.iter().collect();
        let varying = tools.cells.varying(terms, cell, &candidates);
        let (evaluator, model) = (&mut tools.evaluator, &path.model);
        let truths = sweep(terms, evaluator, model, condition, candidates.len(), varying)?;
        let holds = candidates.into_iter().zip(truths).filter(|(_, truth)| *truth == 1);
        let found = ValueSet::points(width, holds.map(|(value, _)| value));
        let exact = found.precision == Precision::Exact;
        let precise =
            cells.iter().all(|(id, _)| path.boxes.abstraction(*id) == Abstraction::Precise);
        if self.strategy == Strategy::Precise && !(precise && exact) {
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
        let boxes = value_set::restrict(&path.boxes, &cells, cell, found.values, exact);
        Some(value_set::Verdict::Satisfiable(Satisfiable { boxes, means: Means::Sweep, cut: true }))
    }

    fn count(&mut self, means: Means) {
        let at = MEANS.iter().position(|known| *known == means).expect("all means are listed");
        self.answers[at] += 1;
    }
}

/// The model, with what is not in the box replaced.
fn moved(tools: &Tools, boxes: &Boxes, model: &Rc<Model>) -> Rc<Model> {
    let moves = boxes.moved_into(|cell| tools.cells.value(cell, model));
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
        match self.decide(terms, tools, path, question.condition, &footprint) {
            Some(value_set::Verdict::Satisfiable(found)) => {
                self.count(found.means);
                let model = moved(tools, &found.boxes, path.model());
                Step::Answer(Verdict::Sat(Witness { model, boxes: Some(found.boxes) }))
            }
            Some(value_set::Verdict::Unsatisfiable(means)) => {
                self.count(means);
                Step::Answer(Verdict::Unsat(None))
            }
            _ => Step::Pass,
        }
    }
}
