//! Answers to other questions that answer this one too.
//!
//! - A part of the question has no solution: neither has the whole.
//! - The question is a part of one that has a solution: that is a solution.
//! - A recent solution of something else happens to be one: it is evaluated to find out.

use super::exact_cache::{Key, key, sorted_set};
use super::set_trie::SetTrie;
use crate::chain::{Layer, Question, Step, Tools, Verdict};
use dunlin_term::{Model, TermId, Terms};
use std::collections::VecDeque;
use std::rc::Rc;

/// So many models are tried.
const RECENT_MODELS: usize = 8;
/// A trie with more sets than this is started anew.
const MAX_SETS: usize = 100_000;

#[derive(Default)]
pub struct Counterexamples {
    unsatisfiable: SetTrie<TermId, ()>,
    satisfiable: SetTrie<TermId, Rc<Model>>,
    /// The last one that was of use first.
    recent: VecDeque<Rc<Model>>,
    /// The key of the question on its way down.
    asked: Option<Key>,
}

impl Counterexamples {
    fn reuse(
        &mut self,
        terms: &Terms,
        tools: &mut Tools,
        question: &Question<'_>,
    ) -> Option<Rc<Model>> {
        let at = self.recent.iter().position(|model| {
            let mut evaluation = tools.evaluator.start(terms, model);
            // The condition is what most models fail.
            evaluation.holds(question.condition) == Some(true)
                && question.constraints.iter().rev().all(|&c| evaluation.holds(c) == Some(true))
        })?;
        let model = self.recent.remove(at)?;
        self.recent.push_front(Rc::clone(&model));
        Some(model)
    }

    fn remember(&mut self, model: &Rc<Model>) {
        self.recent.truncate(RECENT_MODELS - 1);
        self.recent.push_front(Rc::clone(model));
    }
}

impl Layer for Counterexamples {
    fn name(&self) -> &'static str {
        "counterexamples"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        let key = key(question);
        if self.unsatisfiable.subset_of(&key).is_some() {
            return Step::Answer(Verdict::Unsat(None));
        }
        if let Some(model) = self.satisfiable.superset_of(&key) {
            return Step::Answer(Verdict::sat(Rc::clone(model)));
        }
        if let Some(model) = self.reuse(terms, tools, question) {
            return Step::Answer(Verdict::sat(model));
        }
        self.asked = Some(key);
        Step::Pass
    }

    fn answered(
        &mut self,
        _: &mut Terms,
        _: &mut Tools,
        _: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        let Some(key) = self.asked.take() else { return verdict };
        match &verdict {
            Verdict::Sat(witness) => {
                if self.satisfiable.len() >= MAX_SETS {
                    self.satisfiable = SetTrie::default();
                }
                self.satisfiable.insert(&key, Rc::clone(&witness.model));
                self.remember(&witness.model);
            }
            Verdict::Unsat(core) => {
                if self.unsatisfiable.len() >= MAX_SETS {
                    self.unsatisfiable = SetTrie::default();
                }
                // What is known of fewer constraints says something about more questions.
                let core = core.as_ref().map_or(key, |core| sorted_set(core.iter().copied()));
                self.unsatisfiable.insert(&core, ());
            }
            Verdict::Unknown(_) => {}
        }
        verdict
    }

    fn forget(&mut self) {
        *self = Counterexamples::default();
    }
}
