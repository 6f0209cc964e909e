//! The same question was answered before, about other objects or on a path where they have other
//! addresses (thesis, chapter 4).
//!
//! Only for questions with bases whose answer does not depend on addresses ([`crate::agnostic`]), over
//! no base that the path has pinned, on a path whose addresses are a proper layout, and not asked
//! privately. The hash that is blind to bases finds candidates, the bijection of Algorithm 2 decides
//! ([`Terms::same_but_for_bases`]).
//!
//! A solution is given out with the addresses of the asking path, and evaluated before: one that
//! fails is counted, and the question goes on as if nothing had been found. Questions without bases are
//! left to the exact cache below.

use super::exact_cache::{Key, key};
use crate::agnostic::is_proper_layout;
use crate::chain::{Layer, Question, Sharing, Step, Tools, Verdict};
use dunlin_term::{Blind, Model, TermId, Terms, View};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The older half of the answers goes when there are more than this.
const MAX_ENTRIES: usize = 200_000;

/// So many questions with one hash are remembered.
const MAX_CANDIDATES: usize = 8;

/// A question and what is known of it.
#[derive(Clone)]
struct Entry {
    constraints: Key,
    /// A solution, or that there is none.
    model: Option<Rc<Model>>,
}

type Generation = FxHashMap<u64, Vec<Entry>>;

#[derive(Default)]
pub struct AddressAware {
    /// Two generations: what is found in the old one moves to the young one.
    young: Generation,
    old: Generation,
    young_entries: usize,
    old_entries: usize,
    /// The question on its way down, with its hash.
    asked: Option<(u64, Key)>,
    sharing: Sharing,
}

impl AddressAware {
    fn insert(&mut self, hash: u64, entry: Entry) {
        if self.young_entries >= MAX_ENTRIES / 2 {
            self.old = std::mem::take(&mut self.young);
            self.old_entries = std::mem::take(&mut self.young_entries);
        }
        let candidates = self.young.entry(hash).or_default();
        if candidates.len() == MAX_CANDIDATES {
            candidates.remove(0);
        } else {
            self.young_entries += 1;
        }
        candidates.push(entry);
    }

    /// What is known of a question that is the same but for bases.
    fn find(&mut self, terms: &mut Terms, hash: u64, asked: &[TermId]) -> Option<Entry> {
        let mut same =
            |entry: &Entry| terms.same_but_for_bases(&entry.constraints, asked).is_some();
        if let Some(found) = self.young.get(&hash).and_then(|list| list.iter().find(|e| same(e))) {
            return Some(found.clone());
        }
        let list = self.old.get_mut(&hash)?;
        let at = list.iter().position(same)?;
        let entry = list.swap_remove(at);
        self.old_entries -= 1;
        self.insert(hash, entry.clone());
        Some(entry)
    }
}

/// The bases of a question whose answer may be shared.
fn shareable(terms: &Terms, tools: &mut Tools, question: &Question<'_>) -> Option<Vec<TermId>> {
    if question.private {
        return None;
    }
    let mut bases: Vec<TermId> = Vec::new();
    for constraint in question.conjunction().filter(|&term| terms.has_base(term)) {
        bases.extend_from_slice(&tools.footprints.of(terms, constraint).bases);
    }
    bases.sort_unstable();
    bases.dedup();
    let path = question.path;
    let is_pinned = |&base: &TermId| match terms.view(base) {
        View::Base(id) => path.is_pinned(terms.base_info(id).object),
        _ => unreachable!("footprints list bases"),
    };
    if bases.iter().any(is_pinned) || !is_proper_layout(terms, path.model(), &bases) {
        return None;
    }
    let constraints: Vec<TermId> = question.conjunction().collect();
    tools.agnostic.pinned_together(terms, &constraints).is_empty().then_some(bases)
}

/// A remembered solution with the addresses of the asking path.
fn renamed(terms: &Terms, question: &Question<'_>, model: &Model, bases: &[TermId]) -> Model {
    let mut model = model.clone();
    for &base in bases {
        if let View::Base(id) = terms.view(base) {
            model.set_address(id, question.path.model().address(id));
        }
    }
    model
}

impl Layer for AddressAware {
    fn name(&self) -> &'static str {
        "address-aware cache"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        self.asked = None;
        tools.remembered = false;
        let counted = u64::from(!tools.comparing);
        self.sharing.asked += counted;
        if !question.conjunction().any(|term| terms.has_base(term)) {
            return Step::Pass;
        }
        self.sharing.with_bases += counted;
        let Some(bases) = shareable(terms, tools, question) else { return Step::Pass };
        self.sharing.shareable += counted;
        let key = key(question);
        let sum = |sum: u64, &term: &TermId| {
            sum.wrapping_add(spread(terms.blind_hash(term, Blind::ToBases)))
        };
        let hash = key.iter().fold(key.len() as u64, sum);
        tools.remembered = true;
        if let Some(entry) = self.find(terms, hash, &key) {
            let Some(model) = entry.model else { return Step::Answer(Verdict::Unsat(None)) };
            let model = renamed(terms, question, &model, &bases);
            let mut evaluation = tools.evaluator.start(terms, &model);
            if question.conjunction().all(|term| evaluation.holds(term) == Some(true)) {
                return Step::Answer(Verdict::sat(Rc::new(model)));
            }
            self.sharing.failed += counted;
        }
        self.asked = Some((hash, key));
        Step::Pass
    }

    fn answered(
        &mut self,
        _: &mut Terms,
        _: &mut Tools,
        _: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        if let Some((hash, constraints)) = self.asked.take() {
            let model = match &verdict {
                Verdict::Sat(witness) => Some(Rc::clone(&witness.model)),
                Verdict::Unsat(_) => None,
                Verdict::Unknown(_) => return verdict,
            };
            self.insert(hash, Entry { constraints, model });
        }
        verdict
    }

    fn forget(&mut self) {
        *self = AddressAware { sharing: self.sharing, ..AddressAware::default() };
    }

    fn entries(&self) -> usize {
        self.young_entries + self.old_entries
    }

    fn sharing(&self) -> Option<Sharing> {
        Some(self.sharing)
    }
}

/// So that the sum over a set does not show sums of parts of hashes.
fn spread(hash: u64) -> u64 {
    (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
