//! The same question was answered before, in whatever order its constraints came.

use crate::chain::{Layer, Question, Step, Tools, Verdict};
use dunlin_term::{Model, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The older half of the answers goes when there are more than this.
const MAX_ENTRIES: usize = 200_000;

/// Constraints as a set: sorted, without repetition.
pub(super) type Key = Box<[TermId]>;

pub(super) fn key(question: &Question<'_>) -> Key {
    sorted_set(question.conjunction())
}

pub(super) fn sorted_set(constraints: impl Iterator<Item = TermId>) -> Key {
    let mut set: Vec<TermId> = constraints.collect();
    set.sort_unstable();
    set.dedup();
    set.into()
}

/// A model, or that there is none.
#[derive(Clone)]
enum Known {
    Sat(Rc<Model>),
    Unsat,
}

#[derive(Default)]
pub struct ExactCache {
    /// Two generations: what is found in the old one moves to the young one.
    young: FxHashMap<Key, Known>,
    old: FxHashMap<Key, Known>,
    /// The key of the question on its way down.
    asked: Option<Key>,
}

impl ExactCache {
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn insert(&mut self, key: Key, known: Known) {
        if self.young.len() >= MAX_ENTRIES / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, known);
    }
}

impl Layer for ExactCache {
    fn name(&self) -> &'static str {
        "exact cache"
    }

    fn ask(&mut self, _: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        if tools.remembered {
            // The cache above would know, and will.
            self.asked = None;
            return Step::Pass;
        }
        let key = key(question);
        if let Some(known) = self.old.remove(&key) {
            self.insert(key.clone(), known);
        }
        let found = match self.young.get(&key) {
            Some(Known::Sat(model)) => Step::Answer(Verdict::sat(Rc::clone(model))),
            Some(Known::Unsat) => Step::Answer(Verdict::Unsat(None)),
            None => Step::Pass,
        };
        self.asked = Some(key);
        found
    }

    fn answered(
        &mut self,
        _: &mut Terms,
        _: &mut Tools,
        _: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        if let Some(key) = self.asked.take() {
            match &verdict {
                Verdict::Sat(witness) => self.insert(key, Known::Sat(Rc::clone(&witness.model))),
                Verdict::Unsat(_) => self.insert(key, Known::Unsat),
                Verdict::Unknown(_) => {}
            }
        }
        verdict
    }

    fn forget(&mut self) {
        *self = ExactCache::default();
    }

    fn entries(&self) -> usize {
        self.len()
    }
}
