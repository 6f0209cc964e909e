//! The condition is true or false whenever the constraints of the path are, and that can be read off.

use crate::chain::{Layer, Question, Step, Tools, Verdict};
use dunlin_term::Terms;
use std::rc::Rc;

pub struct Implication;

impl Layer for Implication {
    fn name(&self) -> &'static str {
        "implication"
    }

    fn ask(&mut self, terms: &mut Terms, _: &mut Tools, question: &Question<'_>) -> Step {
        match question.path.facts.truth(terms, question.condition) {
            Some(true) => Step::Answer(Verdict::sat(Rc::clone(question.path.model()))),
            Some(false) => Step::Answer(Verdict::Unsat(None)),
            None => Step::Pass,
        }
    }
}
