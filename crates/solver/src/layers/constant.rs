//! The answer is in the term.

use crate::chain::{Layer, Question, Step, Tools, Verdict};
use dunlin_term::{TermId, Terms};
use std::rc::Rc;

pub struct Constant;

impl Layer for Constant {
    fn name(&self) -> &'static str {
        "constant"
    }

    fn ask(&mut self, _: &mut Terms, _: &mut Tools, question: &Question<'_>) -> Step {
        match question.condition {
            TermId::TRUE => Step::Answer(Verdict::sat(Rc::clone(question.path.model()))),
            TermId::FALSE => Step::Answer(Verdict::Unsat(None)),
            _ => Step::Pass,
        }
    }
}
