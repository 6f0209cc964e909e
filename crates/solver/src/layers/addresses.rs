//! The addresses of objects, hidden from everything above, are fixed for everything below.
//!
//! A state's model has an address for every base (DESIGN: relocatable addressing). A question in which
//! bases occur gets an equation for each of them, so that caches and backends see the question after
//! substitution, without a second copy of every term.

use crate::chain::{Layer, Question, Step, Tools};
use dunlin_ir::Bits;
use dunlin_term::{TermId, Terms, View};

pub struct Addresses;

impl Layer for Addresses {
    fn name(&self) -> &'static str {
        "addresses"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        if !question.conjunction().any(|term| terms.has_base(term)) {
            return Step::Pass;
        }
        let mut bases: Vec<TermId> = Vec::new();
        for constraint in question.conjunction() {
            bases.extend_from_slice(&tools.footprints.of(terms, constraint).bases);
        }
        bases.sort_unstable();
        bases.dedup();
        let mut constraints = Vec::with_capacity(bases.len() + question.constraints.len());
        for base in bases {
            let View::Base(id) = terms.view(base) else { unreachable!("footprints list bases") };
            let address = Bits::from_u64(terms.width(base), question.path.model().address(id));
            let address = terms.constant_bits(&address);
            constraints.push(terms.eq(base, address));
        }
        constraints.extend_from_slice(question.constraints);
        Step::With(constraints)
    }
}
