//! The state's own model shows that the condition is possible.

use crate::chain::{Layer, Question, Step, Tools, Verdict};
use dunlin_term::Terms;
use std::rc::Rc;

pub struct StateModel;

impl Layer for StateModel {
    fn name(&self) -> &'static str {
        "model"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        let model = question.path.model();
        match tools.evaluator.holds(terms, model, question.condition) {
            Some(true) => Step::Answer(Verdict::sat(Rc::clone(model))),
            _ => Step::Pass,
        }
    }
}
