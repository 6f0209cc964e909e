//! Which questions do not depend on where objects lie (thesis, 4.3.3 and 4.4).
//!
//! The base of an object is an atom; a state has a hidden address for each. A set of constraints is
//! *agnostic* if, for any inputs, it has the same truth under all addresses that are a proper layout
//! ([`layout`]): objects above the null page, none around the end of the address space, and at least one
//! byte between any two, so that one past the end of an object is in no other (red zones). Then its
//! solutions are the same in every state, and those of a set that is equal to it up to a bijection
//! of bases of equal size, too: addresses for one are addresses for the other.
//!
//! **Why the rules hold.** A value is *pointer-shaped* if it is one of some leaves, each a base with an
//! offset or a plain number; which leaf, and the offset, are functions of the inputs alone. Leaves
//! come from bases, sums of one pointer and a number, choices, and reads of arrays in which only such
//! values are. The value of a leaf is `address + offset`, with the null page as one more object, at 0,
//! whose offsets are the plain numbers.
//! - *Equality.* Two leaves of one object are equal if their offsets are: no address is needed. Two of
//!   different objects `a` and `b` are equal if `address(b) - address(a)` is the difference `d` of the
//!   offsets. In a proper layout that is more than `size(a)` or less than `-size(b)`, so if always
//!   `-size(b) <= d <= size(a)`, they never are (modulo 2^width neither, since nothing lies around the
//!   end). In-bounds offsets are such, and so is what rewriting makes of them when it moves a constant
//!   from one side to the other. Numbers are below the page size (`d >= -4095`) or rule it out:
//!   an input that could hold an address is compared with none.
//! - *Guards* (Lemma 4.4.12). `p - base < n` says that `p` equals `base + v` for some `v < n`: the
//!   argument is the same, for all these `v`. It needs no bound for leaves of that very object.
//!   `p < n` is such a guard of the null page.
//! - *Order within one object.* All leaves on both sides are of one object and in its bounds: then
//!   nothing wraps around, and offsets decide.
//! - *Differences* (Lemma 4.4.14). `p - base` is an offset where `p` is in the object of `base`, and
//!   that is so wherever a guard of it holds, or where guards of all other objects that `p` can be in
//!   do not (and it is not null): under a conjunction with these, or on that side of a choice.
//!   Elsewhere it depends on addresses. Guards may need other guards; they are accepted in an order in
//!   which none is needed before it is known. A guard that turns out to depend on addresses pins all
//!   that the difference depends on.
//! - *Connectives* (Lemma 4.4.8), and all operators on what is agnostic already.
//!
//! Bounds of offsets come from known bits and from those constraints of the question that have no
//! bases: where they are false, the question is false under all addresses.
//!
//! **Everything else pins.** Order between objects, arithmetic on addresses, a slice of one, a
//! comparison with an input or a number, an object of unknown size: the bases whose addresses the value
//! depends on are *pinned*. With their addresses fixed it is a function of the inputs again, so
//! that the argument goes on above it. What pins no base is agnostic; what pins some is so in all
//! the others, which may be moved.

mod guard;
mod layout;
mod leaf;
mod range;
mod shape;

pub use layout::is_proper_layout;

use crate::chain::Facts;
use dunlin_term::{BaseId, Op, TermId, Terms, View};
use guard::{Known, is_known};
use leaf::Leaf;
use rustc_hash::FxHashMap;
use shape::{Difference, Info, Need};
use std::rc::Rc;

/// Numbers below this are never addresses of objects.
const NULL_PAGE: u64 = 4096;

/// Truths that must hold for a comparison not to depend on addresses; if they do not, the bases are
/// pinned.
struct Demand {
    /// Leaves of different objects that must never be equal.
    apart: Vec<(Leaf, Leaf)>,
    /// Leaves that must be in the bounds of their object.
    inside: Vec<Leaf>,
    bases: Rc<[BaseId]>,
}

/// What is known of terms. Only of those in which bases occur.
#[derive(Default)]
pub struct Agnostic {
    infos: FxHashMap<TermId, Info>,
    /// By the comparison.
    demands: FxHashMap<TermId, Demand>,
    /// The bases that a difference of addresses depends on.
    differences: FxHashMap<Difference, Rc<[BaseId]>>,
}

impl Agnostic {
    /// To be called when terms were recycled.
    pub fn forget(&mut self) {
        *self = Agnostic::default();
    }

    /// The bases that a condition pins, if it is asked together with `context`: sorted, without
    /// repetition.
    pub fn pinned_by(
        &mut self,
        terms: &Terms,
        condition: TermId,
        context: impl FnOnce() -> Vec<TermId>,
    ) -> Vec<BaseId> {
        if !terms.has_base(condition) {
            return Vec::new();
        }
        let asked = conjuncts(terms, &[condition]);
        let needs_context = asked.iter().any(|&part| {
            terms.has_base(part) && {
                let info = self.info(terms, part);
                !info.demands.is_empty() || !info.open.is_empty()
            }
        });
        let context = if needs_context { conjuncts(terms, &context()) } else { Vec::new() };
        self.pinned(terms, &asked, &context)
    }

    /// The bases that constraints pin if all of them hold.
    pub fn pinned_together(&mut self, terms: &Terms, constraints: &[TermId]) -> Vec<BaseId> {
        let parts = conjuncts(terms, constraints);
        self.pinned(terms, &parts, &[])
    }

    fn pinned(&mut self, terms: &Terms, asked: &[TermId], context: &[TermId]) -> Vec<BaseId> {
        let has_base = |part: &&TermId| terms.has_base(**part);
        let mut pinned = Vec::new();
        let mut demands = Vec::new();
        let mut open = Vec::new();
        for &part in asked.iter().filter(has_base) {
            let info = self.info(terms, part);
            pinned.extend_from_slice(&info.pins);
            demands.extend_from_slice(&info.demands);
            open.extend_from_slice(&info.open);
        }
        demands.sort_unstable();
        demands.dedup();
        if !demands.is_empty() {
            let mut facts = Facts::default();
            for &part in asked.iter().chain(context).filter(|part| !terms.has_base(**part)) {
                facts.add(terms, part);
            }
            for comparison in demands {
                let demand = &self.demands[&comparison];
                if !demand.is_met(terms, &facts) {
                    pinned.extend_from_slice(&demand.bases);
                }
            }
        }
        if !open.is_empty() {
            let parts: Vec<TermId> = asked.iter().chain(context).copied().collect();
            let accepted = self.accepted(terms, &parts);
            for need in open.iter().filter(|need| !is_known(need, &accepted)) {
                pinned.extend_from_slice(&self.differences[&need.0]);
            }
        }
        pinned.sort_unstable();
        pinned.dedup();
        pinned
    }

    /// What constraints say about where pointers are: of those that need to know nothing about
    /// that themselves, or only what is accepted already.
    fn accepted(&mut self, terms: &Terms, parts: &[TermId]) -> Vec<Known> {
        let mut waiting: Vec<(Vec<Known>, Rc<[Need]>)> = Vec::new();
        for &part in parts.iter().filter(|part| terms.has_base(**part)) {
            let open = Rc::clone(&self.info(terms, part).open);
            let known = self.known(terms, part, true);
            if !known.is_empty() {
                waiting.push((known, open));
            }
        }
        let mut accepted = Vec::new();
        loop {
            let before = waiting.len();
            waiting.retain(|(known, open)| {
                let ready = open.iter().all(|need| is_known(need, &accepted));
                if ready {
                    accepted.extend_from_slice(known);
                }
                !ready
            });
            if waiting.len() == before {
                return accepted;
            }
        }
    }
}

/// Constraints taken apart along conjunctions.
fn conjuncts(terms: &Terms, constraints: &[TermId]) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut open = constraints.to_vec();
    while let Some(term) = open.pop() {
        match terms.view(term) {
            View::Binary(Op::And, x, y) if terms.width(term) == 1 => open.extend([x, y]),
            _ => parts.push(term),
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}
