//! Whether a state that was seen covers another.
//!
//! Both have the same shape. For each solution of the new state's condition there must be one of the old state's that
//! gives the same values. We do not search for it but name one: what the old state has as an input byte, becomes what
//! the new state has there, and all other inputs of the old state are those of the same names. With that the question has no
//! quantifier: under what the new state knows, all values are equal and all conditions of the old one hold. If another
//! solution would have done, the state is explored, which is no mistake.

use super::outline::Outlined;
use crate::machine::Machine;
use crate::seen::{Entry, Hole};
use crate::state::State;
use dunlin_term::{TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conflicts that one question may cost.
const PATIENCE: u64 = 300;
/// So many conditions are looked at; whoever has more is not compared.
const MOST_CONDITIONS: usize = 4096;

/// An entry in the arena of a machine.
struct Known {
    /// By hole of its outline.
    terms: Vec<TermId>,
    named: Vec<TermId>,
    conditions: Vec<TermId>,
}

/// Where the inputs of some terms are read.
#[derive(Default)]
struct Reads {
    /// Reads of an array at a constant index.
    bytes: FxHashMap<(TermId, u64), TermId>,
    /// Arrays and numbers that occur in another way.
    whole: FxHashSet<TermId>,
}

impl Reads {
    fn of(terms: &Terms, roots: impl Iterator<Item = TermId>) -> Reads {
        let mut reads = Reads::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.collect();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.view(term) {
                View::Select(array, index)
                    if matches!(terms.view(array), View::Symbol(_))
                        && terms.as_u64(index).is_some() =>
                {
                    let index = terms.as_u64(index).expect("a constant");
                    reads.bytes.insert((array, index), term);
                }
                View::Symbol(_) => drop(reads.whole.insert(term)),
                _ => stack.extend(terms.children(term)),
            }
        }
        reads
    }
}

impl Machine<'_> {
    /// Whether an entry of the same shape, with the same plain bytes outside of its holes, covers a state.
    pub(super) fn covers(&mut self, state: &State, entry: &Entry, new: &Outlined) -> bool {
        let Some((values, obligations)) = self.obligations(entry, new) else { return false };
        debug_assert_eq!(values, entry.outline.holes.len());
        let known: FxHashMap<TermId, u32> =
            state.knowledge.path.constraints().iter().copied().zip(0..).collect();
        let mut relied: Vec<u32> = Vec::new();
        let mut open: Vec<TermId> = Vec::new();
        for term in obligations.into_iter().filter(|&term| term != TermId::TRUE) {
            match known.get(&term) {
                Some(&number) => relied.push(number),
                None => open.push(term),
            }
        }
        // One solution of the new state is at hand.
        let model = state.knowledge.path.model().clone();
        let (terms, evaluator) = (&self.terms, &mut self.evaluator);
        if !open.iter().all(|&term| evaluator.holds(terms, &model, term) == Some(true)) {
            return false;
        }
        let mut path = state.knowledge.path.clone();
        let before = self.chain.set_patience(Some(PATIENCE));
        let hold = open.into_iter().all(|term| {
            let violated = self.terms.not(term);
            self.chain.may_hold(&mut self.terms, &mut path, violated).is_unsat()
        });
        self.chain.take_ran_out();
        self.chain.set_patience(before);
        if hold {
            self.chain.rely_on_constraints(&relied);
        }
        hold
    }

    /// Whether all that a new state can be covers an entry: without a question, by its conditions as they stand.
    pub(super) fn is_covered_by(&mut self, entry: &Entry, new: &Outlined) -> bool {
        if entry.outline.exact || entry.outline.holes != new.outline.holes {
            return false;
        }
        let Some(old) = self.known(entry) else { return false };
        if old.named != new.named {
            return false;
        }
        let known: FxHashSet<TermId> = old.conditions.iter().copied().collect();
        let pairs: Vec<(TermId, TermId)> =
            new.terms.iter().copied().zip(old.terms.iter().copied()).collect();
        let of_new = Known {
            terms: new.terms.clone(),
            named: new.named.clone(),
            conditions: new.conditions.clone(),
        };
        let Some(obligations) = self.assigned(&of_new, &pairs) else { return false };
        obligations.into_iter().all(|term| term == TermId::TRUE || known.contains(&term))
    }

    fn known(&mut self, entry: &Entry) -> Option<Known> {
        let all = entry.form.terms(&mut self.terms)?;
        let holes = entry.outline.holes.len();
        let plain = all.len() - entry.plain;
        let conditions = plain - entry.conditions;
        Some(Known {
            terms: all[..holes].to_vec(),
            named: all[holes..conditions].to_vec(),
            conditions: all[conditions..plain].to_vec(),
        })
    }

    /// What must hold in the new state if the entry is to cover it, and how many of that are values.
    fn obligations(&mut self, entry: &Entry, new: &Outlined) -> Option<(usize, Vec<TermId>)> {
        if entry.outline.exact || entry.conditions > MOST_CONDITIONS {
            return None;
        }
        let old = self.known(entry)?;
        if old.named != new.named {
            return None;
        }
        let mut pairs = Vec::new();
        for (&hole, &term) in entry.outline.holes.iter().zip(&old.terms) {
            let value = self.value_at(new, hole)?;
            if self.terms.sort(value) != self.terms.sort(term) {
                return None;
            }
            pairs.push((term, value));
        }
        let obligations = self.assigned(&old, &pairs)?;
        Some((pairs.len(), obligations))
    }

    /// What a state has in a stretch of its plain bytes.
    fn value_at(&mut self, new: &Outlined, hole: Hole) -> Option<TermId> {
        let holes = &new.outline.holes;
        let first = holes.partition_point(|own| own.at < hole.at);
        if holes.get(first) == Some(&hole) {
            return Some(new.terms[first]);
        }
        let mut value: Option<TermId> = None;
        let (mut at, end) = (hole.range().start, hole.range().end);
        let mut own = first;
        while at < end {
            let part = match holes.get(own) {
                Some(hole) if hole.range().start == at && hole.size > 0 => {
                    at = hole.range().end;
                    own += 1;
                    new.terms[own - 1]
                }
                _ => {
                    at += 1;
                    self.terms.constant(8, new.outline.plain[at - 1].into())
                }
            };
            value = Some(match value {
                Some(low) => self.terms.concat(part, low),
                None => part,
            });
        }
        value
    }

    /// Names a solution of the old state: each of its input bytes that is a byte of a value becomes what the new
    /// state has there. What must hold then: first that the values are equal, then the conditions.
    fn assigned(&mut self, old: &Known, pairs: &[(TermId, TermId)]) -> Option<Vec<TermId>> {
        let all = old.terms.iter().chain(&old.conditions).copied();
        let reads = Reads::of(&self.terms, all);
        let mut replaced: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &(term, value) in pairs {
            if self.terms.is_array(term) || term == value {
                continue;
            }
            for byte in 0..self.terms.width(term) / 8 {
                let own = self.terms.extract(byte * 8 + 7, byte * 8, term);
                let View::Select(array, index) = self.terms.view(own) else { continue };
                let Some(index) = self.terms.as_u64(index) else { continue };
                if reads.bytes.get(&(array, index)) != Some(&own) || replaced.contains_key(&own) {
                    continue;
                }
                if reads.whole.contains(&array) {
                    // Its other bytes cannot be told apart.
                    return None;
                }
                let given = self.terms.extract(byte * 8 + 7, byte * 8, value);
                replaced.insert(own, given);
            }
        }
        let mut obligations = Vec::with_capacity(pairs.len() + old.conditions.len());
        for &(term, value) in pairs {
            let term = self.terms.substitute(term, &replaced);
            let equal = self.terms.eq(term, value);
            if equal == TermId::FALSE {
                return None;
            }
            obligations.push(equal);
        }
        for &condition in &old.conditions {
            let condition = self.terms.substitute(condition, &replaced);
            if condition == TermId::FALSE {
                return None;
            }
            obligations.push(condition);
        }
        Some(obligations)
    }
}
