//! Whether a condition can be true if objects lie elsewhere.
//!
//! Every other question is about the addresses that the path's model has. Where the answer depends on
//! them ([`crate::agnostic`]), "no" is an answer about one placement only. Then the same is asked with
//! bases that are free but for rules that the caller gives, since only he knows which objects live at
//! the same time. A solution has other addresses, and perhaps other values of all inputs that some
//! constraint connects with an address.

use super::footprint::{Footprint, Input};
use super::layer::{Moved, Question, Verdict, Witness};
use super::path::Path;
use super::{Budget, Chain, Level};
use crate::layers::independence::{overlay, touched};
use dunlin_ir::Bits;
use dunlin_term::{BaseId, Model, TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What such a question may cost. There are many easy ones, and nothing is lost that is not said.
const MAX_CONFLICTS: u64 = 5_000;

/// More bases than this are not asked about.
const MAX_BASES: usize = 24;

/// Nor is anything where more than this stay.
const MAX_STAYING: usize = 64;

/// A question whose answer depends on addresses.
pub struct Elsewhere {
    constraints: Vec<TermId>,
    /// The bases that occur in it and may be anywhere.
    pub bases: Vec<TermId>,
    /// Those that occur in it and stay where they are.
    staying: Vec<TermId>,
}

impl Elsewhere {
    /// Whether there are too many bases to ask, beside so many that stay on the path.
    pub fn is_too_large(&self, staying: usize) -> bool {
        self.bases.len() > MAX_BASES || staying > MAX_STAYING
    }
}

/// What the caller knows of objects, by their numbers.
pub trait Whereabouts {
    /// Whether an object stays where it is.
    fn stays(&self, object: u64) -> bool;

    /// Whether some of these, that did not live at the same time, may lie at the same place.
    fn may_share_place(&mut self, objects: &[u64]) -> bool;
}

impl Chain {
    /// What must be asked about a condition with free bases; `None` if the answer is the same wherever
    /// objects lie.
    pub fn elsewhere(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: TermId,
        whereabouts: &mut impl Whereabouts,
    ) -> Option<Elsewhere> {
        if !terms.has_base(condition) && path.by_address().is_empty() {
            return None;
        }
        let footprint = self.tools.footprints.of(terms, condition);
        let mut constraints = touched(path, &footprint);
        constraints.push(condition);
        let bases = self.bases_of(terms, &constraints);
        if bases.is_empty() {
            return None;
        }
        let pinned = self.tools.agnostic.pinned_together(terms, &constraints);
        let mut pinned = pinned.into_iter().map(|id| terms.base_info(id).object);
        let objects: Vec<u64> = bases.iter().map(|&base| object_of(terms, base)).collect();
        if pinned.all(|object| whereabouts.stays(object)) && !whereabouts.may_share_place(&objects)
        {
            return None;
        }
        // Objects must not overlap, so that all whose place matters belong together.
        let mut known: FxHashSet<TermId> = constraints.iter().copied().collect();
        constraints.pop();
        for &constraint in path.by_address() {
            let footprint = self.tools.footprints.of(terms, constraint);
            let more = touched(path, &footprint).into_iter().chain([constraint]);
            constraints.extend(more.filter(|&constraint| known.insert(constraint)));
        }
        constraints.push(condition);
        let bases = self.bases_of(terms, &constraints);
        constraints.pop();
        let stays = |base: &TermId| whereabouts.stays(object_of(terms, *base));
        let (staying, bases) = bases.into_iter().partition(stays);
        Some(Elsewhere { constraints, bases, staying })
    }

    fn bases_of(&mut self, terms: &Terms, constraints: &[TermId]) -> Vec<TermId> {
        let mut bases = Vec::new();
        for &constraint in constraints.iter().filter(|term| terms.has_base(**term)) {
            bases.extend_from_slice(&self.tools.footprints.of(terms, constraint).bases);
        }
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    /// Whether a condition can be true on the path with other addresses, as far as the rules allow.
    pub fn may_hold_elsewhere(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: TermId,
        elsewhere: &Elsewhere,
        rules: &[TermId],
    ) -> Verdict {
        let known = address_terms(terms, path.model(), &elsewhere.staying);
        let constraints = rules.iter().chain(&elsewhere.constraints);
        let constraints: Vec<TermId> =
            constraints.map(|&constraint| terms.substitute(constraint, &known)).collect();
        let asked = terms.substitute(condition, &known);
        let budget = self.budget();
        let budget = Budget { conflicts: budget.conflicts.min(MAX_CONFLICTS), ..budget };
        let question =
            Question { path, constraints: &constraints, condition: asked, budget, private: true };
        self.tools.remembered = false;
        let verdict = self.ask(terms, self.below_addresses(), &question);
        let Verdict::Sat(witness) = verdict else { return verdict };
        Verdict::Sat(self.moved(terms, path, condition, elsewhere, &witness))
    }

    /// The first level at which bases are no atoms any more.
    fn below_addresses(&self) -> Level {
        let place = self.lower.iter().position(|link| link.layer.name() == "addresses");
        self.first_lower() + place.expect("every chain has this layer") + 1
    }

    /// The path's model with what a solution has changed.
    fn moved(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: TermId,
        elsewhere: &Elsewhere,
        witness: &Witness,
    ) -> Witness {
        let mut inputs: Vec<Input> = Vec::new();
        for &constraint in elsewhere.constraints.iter().chain([&condition]) {
            inputs.extend_from_slice(&self.tools.footprints.of(terms, constraint).inputs);
        }
        inputs.sort_unstable();
        inputs.dedup();
        let mut model = Model::clone(path.model());
        for &input in &inputs {
            overlay(terms, &mut model, &witness.model, input);
        }
        let mut addresses = Vec::with_capacity(elsewhere.bases.len());
        for &base in &elsewhere.bases {
            let id = base_id(terms, base);
            let address = witness.model.address(id);
            model.set_address(id, address);
            addresses.push((terms.base_info(id).object, address));
        }
        let inputs = Footprint { inputs, bases: Vec::new() };
        let moved = Some(Rc::new(Moved { addresses, inputs }));
        Witness { moved, ..Witness::new(Rc::new(model)) }
    }
}

/// The addresses of bases, as replacements.
fn address_terms(terms: &mut Terms, model: &Model, bases: &[TermId]) -> FxHashMap<TermId, TermId> {
    let mut found = FxHashMap::default();
    for &base in bases {
        let id = base_id(terms, base);
        let address = Bits::from_u64(terms.width(base), model.address(id));
        found.insert(base, terms.constant_bits(&address));
    }
    found
}

fn base_id(terms: &Terms, base: TermId) -> BaseId {
    let View::Base(id) = terms.view(base) else { unreachable!("footprints list bases") };
    id
}

/// The number of the object that a base is of.
fn object_of(terms: &Terms, base: TermId) -> u64 {
    terms.base_info(base_id(terms, base)).object
}
