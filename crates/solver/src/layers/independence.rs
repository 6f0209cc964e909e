//! The question is cut to the constraints that share inputs with the condition.
//!
//! What is cut away stays satisfied by the path's own model: the solution that comes back changes the
//! inputs of the constraints that were asked about, and nothing else.

use crate::chain::{Footprint, Input, Layer, Path, Question, Step, Tools, Verdict, Witness};
use dunlin_ir::Bits;
use dunlin_term::{Model, Sort, SymbolId, TermId, Terms};
use std::rc::Rc;

pub struct Independence {
    /// If not, all constraints go down. The solution is put together all the same.
    pub cut: bool,
}

impl Layer for Independence {
    fn name(&self) -> &'static str {
        "independence"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        if self.cut { Step::With(related(terms, tools, question)) } else { Step::Pass }
    }

    fn answered(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        question: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        let Verdict::Sat(witness) = verdict else { return verdict };
        // What went down was cut already, unless that is switched off.
        let related =
            if self.cut { question.constraints.to_vec() } else { related(terms, tools, question) };
        let asked = related.into_iter().chain([question.condition]);
        Verdict::Sat(combined(terms, tools, question, &witness, asked))
    }
}

/// The constraints of the path that share inputs with the condition, directly or over others.
fn related(terms: &Terms, tools: &mut Tools, question: &Question<'_>) -> Vec<TermId> {
    let footprint = tools.footprints.of(terms, question.condition);
    touched(question.path, &footprint)
}

/// The constraints of a path that share inputs with a footprint, directly or over others.
pub fn touched(path: &Path, footprint: &Footprint) -> Vec<TermId> {
    let touched = path.partition.touched(footprint);
    let numbers = path.partition.constraints(&touched);
    numbers.into_iter().map(|number| path.constraints()[number as usize]).collect()
}

/// The solution of the path, with the inputs of `asked` from the witness.
pub fn combined(
    terms: &Terms,
    tools: &mut Tools,
    question: &Question<'_>,
    witness: &Witness,
    asked: impl Iterator<Item = TermId>,
) -> Witness {
    let mut model = Model::clone(question.path.model());
    for constraint in asked {
        for input in &tools.footprints.of(terms, constraint).inputs {
            overlay(terms, &mut model, &witness.model, *input);
        }
    }
    Witness::new(Rc::new(model))
}

pub(crate) fn overlay(terms: &Terms, model: &mut Model, from: &Model, input: Input) {
    match input {
        Input::Symbol(symbol) => {
            let Sort::BitVec(width) = terms.symbol_info(symbol).sort else {
                unreachable!("a symbol that is no root is a bit-vector")
            };
            model.set(symbol, &from.get(symbol, width));
        }
        Input::Run(run) => {
            let (index_width, element) = array_sort(terms, run.root);
            for index in run.start..run.end() {
                let index = Bits::from_u64(index_width, index);
                model.set_element(run.root, &index, &from.element(run.root, &index, element));
            }
        }
        Input::Root(root) => match from.array(root) {
            Some(array) => model.set_array(root, array.clone()),
            None => model.remove_array(root),
        },
    }
}

fn array_sort(terms: &Terms, root: SymbolId) -> (u32, u32) {
    match terms.symbol_info(root).sort {
        Sort::Array { index, element } => (index, element),
        Sort::BitVec(_) => unreachable!("a root is an array"),
    }
}
