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
use crate::backend::Reason;
use crate::layers::independence::{overlay, touched};
use dunlin_term::{Model, TermId, Terms, View};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What such a question may cost. There are many easy ones, and nothing is lost that is not said.
const MAX_CONFLICTS: u64 = 5_000;

/// More bases than this are not asked about.
const MAX_BASES: usize = 24;

/// A question whose answer depends on addresses.
pub struct Elsewhere {
    constraints: Vec<TermId>,
    /// The bases that occur in it.
    pub bases: Vec<TermId>,
}

impl Elsewhere {
    /// Whether there are too many bases to ask.
    pub fn is_too_large(&self) -> bool {
        self.bases.len() > MAX_BASES
    }
}

impl Chain {
    /// What must be asked about a condition with free bases; `None` if the answer is the same wherever
    /// objects lie. `share_place` says of bases whether some of them, of objects that did not live at
    /// the same time, may be equal.
    pub fn elsewhere(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: TermId,
        share_place: impl FnOnce(&[TermId]) -> bool,
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
        if pinned.is_empty() && !share_place(&bases) {
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
        Some(Elsewhere { constraints, bases })
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
        if elsewhere.is_too_large() {
            return Verdict::Unknown(Reason::Size);
        }
        let constraints: Vec<TermId> =
            rules.iter().chain(&elsewhere.constraints).copied().collect();
        let budget = self.budget();
        let budget = Budget { conflicts: budget.conflicts.min(MAX_CONFLICTS), ..budget };
        let question =
            Question { path, constraints: &constraints, condition, budget, private: true };
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
            let View::Base(id) = terms.view(base) else { unreachable!("footprints list bases") };
            let address = witness.model.address(id);
            model.set_address(id, address);
            addresses.push((terms.base_info(id).object, address));
        }
        let inputs = Footprint { inputs, bases: Vec::new() };
        let moved = Some(Rc::new(Moved { addresses, inputs }));
        Witness { moved, ..Witness::new(Rc::new(model)) }
    }
}
