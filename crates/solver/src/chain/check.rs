//! Comparing: every layer against those below it, every solution against the constraints.

use super::{Chain, Level, Path, Question, Verdict};
use crate::value_set::Abstraction;
use dunlin_term::{Model, TermId, Terms, smt};

/// Two parts of the chain contradict each other: a bug of the engine.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Who contradicts whom.
    pub between: [&'static str; 2],
    /// The question, as SMT-LIB.
    pub question: String,
}

/// So many points of a box are tried.
const SAMPLES: u64 = 4;

impl Chain {
    /// Compares the answer of a layer with that of the layers below it, and evaluates its solution.
    pub(super) fn compare(
        &mut self,
        terms: &mut Terms,
        level: Level,
        question: &Question<'_>,
        verdict: &Verdict,
    ) {
        let name = self.layer(level).0.name();
        let conjunction: Vec<TermId> = question.conjunction().collect();
        if let Verdict::Sat(witness) = verdict {
            let mut evaluation = self.tools.evaluator.start(terms, &witness.model);
            if conjunction.iter().any(|&term| evaluation.holds(term) == Some(false)) {
                self.disagree(terms, [name, "the evaluation of its model"], &conjunction);
            }
        }
        self.comparing += 1;
        self.tools.comparing = true;
        let below = self.ask(terms, level + 1, question);
        self.comparing -= 1;
        self.tools.comparing = self.comparing > 0;
        if below.contradicts(verdict) {
            self.disagree(terms, [name, "the layers below"], &conjunction);
        }
    }

    /// The promises of a path: the model satisfies the constraints and is in the box and in the outer
    /// sets; other points of the box satisfy the constraints, too.
    pub(super) fn check_path(&mut self, terms: &mut Terms, path: &Path) {
        let tools = &mut self.tools;
        let in_box = path.boxes.contains(|cell| tools.cells.value(cell, &path.model));
        if !in_box {
            self.disagree(terms, ["the model", "the box"], path.constraints());
            return;
        }
        if !path.outer.contains(|cell| tools.cells.value(cell, &path.model)) {
            self.disagree(terms, ["the model", "the outer sets"], path.constraints());
            return;
        }
        for sample in 0..=SAMPLES {
            let mut model = (*path.model).clone();
            for (id, cell) in path.boxes.cells().filter(|_| sample > 0) {
                // Spread over the set, different for each cell.
                let skip = (sample * 7 + u64::from(id.0) * 3) % 64;
                let skip = skip as usize % cell.values().size().min(64) as usize;
                if let Some(value) = cell.values().iter().nth(skip) {
                    tools.cells.set_value(id, &mut model, value);
                }
            }
            let mut evaluation = tools.evaluator.start(terms, &model);
            let fails = |&term: &TermId| evaluation.holds(term) == Some(false);
            if path.constraints().iter().any(fails) {
                let parts = [if sample == 0 { "the model" } else { "the box" }, "the constraints"];
                self.disagree(terms, parts, path.constraints());
                return;
            }
        }
    }

    /// Whether the value sets around the solutions of a path have the values of a model: a path promises it
    /// for all of its solutions.
    pub fn surrounds(&self, path: &Path, model: &Model) -> bool {
        let value = |cell| self.tools.cells.value(cell, model);
        let mut precise =
            path.boxes.cells().filter(|(_, cell)| cell.abstraction() == Abstraction::Precise);
        path.outer.contains(value) && precise.all(|(id, cell)| cell.values().contains(value(id)))
    }

    /// The path's model with the values that another one has for the cells of the box, if the box has them:
    /// a path promises that it is a solution.
    pub fn point_of_box(&self, path: &Path, values: &Model) -> Option<Model> {
        let cells = &self.tools.cells;
        if !path.boxes.contains(|cell| cells.value(cell, values)) {
            return None;
        }
        let mut point = (*path.model).clone();
        for (id, _) in path.boxes.cells() {
            cells.set_value(id, &mut point, cells.value(id, values));
        }
        Some(point)
    }

    pub(super) fn disagree(
        &mut self,
        terms: &Terms,
        between: [&'static str; 2],
        constraints: &[TermId],
    ) {
        let question = smt::query(terms, constraints);
        self.disagreements.push(Disagreement { between, question });
    }
}
