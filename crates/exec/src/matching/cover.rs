//! Whether a state that was seen covers another.
//!
//! Both have the same shape. For each solution of the new state's condition there must be one of the old state's that
//! gives the same values. We do not search for it but name one: what the old state has as an input byte, becomes what
//! the new state has there, and all other inputs of the old state are those of the same names. With that the question has no
//! quantifier: under what the new state knows, all values are equal and all conditions of the old one hold. If another
//! solution would have done, the state is explored, which is no mistake.

use super::compare::SettledNow;
use super::outline::Outlined;
use crate::machine::Machine;
use crate::seen::{Entry, Hole, Seen};
use crate::state::State;
use dunlin_term::{TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

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
    /// Those whose values its path gave.
    plain: Vec<TermId>,
}

/// How an entry covers a state.
#[derive(Default)]
pub(super) struct Cover {
    /// By condition of the entry: the constraint of the state's path that is the same, if that is why it holds.
    same: Vec<Option<u32>>,
    /// Terms of the entry whose values its path gave, and which the solution that was named leaves as they are.
    plain: Vec<TermId>,
}

struct Obligations {
    /// First so many that say that values are equal, then one for each condition.
    values: usize,
    all: Vec<TermId>,
    /// See [`Cover`].
    plain: Vec<TermId>,
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
    /// How an entry of the same shape, with the same plain bytes outside of its holes, covers a state, if it does.
    pub(super) fn covers(&mut self, state: &State, entry: &Entry, new: &Outlined) -> Option<Cover> {
        let Obligations { values, all, plain } = self.obligations(entry, new)?;
        debug_assert_eq!(values, entry.outline.holes.len());
        let known: FxHashMap<TermId, u32> =
            state.knowledge.path.constraints().iter().copied().zip(0..).collect();
        let same: Vec<Option<u32>> = all.iter().map(|term| known.get(term).copied()).collect();
        let open =
            all.iter().zip(&same).filter(|(term, same)| **term != TermId::TRUE && same.is_none());
        let open: Vec<TermId> = open.map(|(&term, _)| term).collect();
        // One solution of the new state is at hand.
        let model = state.knowledge.path.model().clone();
        let (terms, evaluator) = (&self.terms, &mut self.evaluator);
        if !open.iter().all(|&term| evaluator.holds(terms, &model, term) == Some(true)) {
            return None;
        }
        let mut path = state.knowledge.path.clone();
        let before = self.chain.set_patience(Some(PATIENCE));
        let hold = open.into_iter().all(|term| {
            let violated = self.terms.not(term);
            self.chain.may_hold(&mut self.terms, &mut path, violated).is_unsat()
        });
        self.chain.take_ran_out();
        self.chain.set_patience(before);
        if !hold {
            return None;
        }
        let relied: Vec<u32> = same[..values].iter().copied().flatten().collect();
        self.chain.rely_on_constraints(&relied);
        Some(Cover { same: same[values..].to_vec(), plain })
    }

    /// As [`Machine::covers`], where state and entry are equal but for the names of symbols.
    pub(super) fn equals(&mut self, entry: &Entry, new: &Outlined) -> Cover {
        let is_same = entry.form.terms(&mut self.terms).is_some_and(|all| all == new.all_terms());
        let same = new.numbers.iter().map(|&number| Some(number)).collect();
        let plain =
            if is_same { new.plain.iter().map(|(_, term)| *term).collect() } else { Vec::new() };
        match is_same {
            true => Cover { same, plain },
            false => {
                self.chain.rely_on_constraints(&new.numbers);
                Cover::default()
            }
        }
    }

    /// A state is covered by an entry: notes what that has used of what the state knows. What both know alike counts until the
    /// entry, if the state has come back to it.
    pub(super) fn note_cover(
        &mut self,
        (state, settled): (&State, &SettledNow),
        (seen, entry): (&Arc<Seen>, &Entry),
        new: &Outlined,
        cover: &Cover,
    ) {
        if !state.rounds.ticket.is_some() {
            return;
        }
        let back = state.rounds.ticket.below(seen, entry.number).filter(|_| !entry.weakened);
        let (mut firm, mut until) = (settled.always.clone(), Vec::new());
        for (at, &number) in cover.same.iter().enumerate() {
            let Some(number) = number else { continue };
            let is_of_both = back
                .as_ref()
                .is_some_and(|back| back.settled().conditions.get(at) == Some(&number));
            if is_of_both { &mut until } else { &mut firm }.push(number);
        }
        for (at, (hole, numbers)) in settled.known.plain.iter().enumerate() {
            let term = new.plain.get(at).map(|(_, term)| term);
            let is_of_both = back.as_ref().is_some_and(|back| {
                let known = &back.settled().plain;
                let at = known.iter().position(|(other, _)| other == hole);
                at.is_some_and(|at| {
                    known[at].1 == *numbers && term.is_some() && cover.plain.get(at) == term
                })
            });
            if is_of_both { &mut until } else { &mut firm }.extend(numbers);
        }
        self.chain.rely_on_constraints(&firm);
        state.rounds.ticket.add(&self.chain.take_needed());
        if let Some(back) = back {
            state.rounds.ticket.add_until(&back, &until);
        }
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
            plain: Vec::new(),
        };
        let Some((obligations, _)) = self.assigned(&of_new, &pairs) else { return false };
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
            plain: all[plain..].to_vec(),
        })
    }

    /// What must hold in the new state if the entry is to cover it.
    fn obligations(&mut self, entry: &Entry, new: &Outlined) -> Option<Obligations> {
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
        let (all, replaced) = self.assigned(&old, &pairs)?;
        let is_left = |term: &TermId| self.terms.substitute(*term, &replaced) == *term;
        let plain = if old.plain.iter().all(is_left) { old.plain } else { Vec::new() };
        Some(Obligations { values: pairs.len(), all, plain })
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
    /// state has there. What must hold then: first that the values are equal, then the conditions. And what becomes what.
    fn assigned(
        &mut self,
        old: &Known,
        pairs: &[(TermId, TermId)],
    ) -> Option<(Vec<TermId>, FxHashMap<TermId, TermId>)> {
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
        Some((obligations, replaced))
    }
}
