//! What the chain has done so far.

use super::{Chain, Disagreement, Layer, Link, Portfolio, Sharing};
use crate::layers::ValueSets;
use std::time::Duration;

/// What a layer did.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counters {
    pub asked: u64,
    pub sat: u64,
    pub unsat: u64,
    /// Without the time of the layers below.
    pub time: Duration,
}

impl Counters {
    pub fn answered(&self) -> u64 {
        self.sat + self.unsat
    }
}

impl Chain {
    /// The layers that are switched on, from the top, with what they did. Backends follow in
    /// [`Chain::portfolio`].
    pub fn counters(&self) -> Vec<(&'static str, Counters)> {
        let of = |link: &Link| (link.layer.name(), link.counters);
        let upper = self.upper.iter().map(of);
        let value_sets = self.value_sets.iter().map(|(layer, counters)| (layer.name(), *counters));
        upper.chain(value_sets).chain(self.lower.iter().map(of)).collect()
    }

    /// Questions that took work: those which constants, the path's model and its facts left open.
    pub fn solver_calls(&self) -> u64 {
        match (&self.value_sets, self.lower.first()) {
            (Some((_, counters)), _) => counters.asked,
            (None, Some(link)) => link.counters.asked,
            (None, None) => 0,
        }
    }

    pub fn value_sets(&self) -> Option<&ValueSets> {
        self.value_sets.as_ref().map(|(layer, _)| layer)
    }

    pub fn portfolio(&self) -> &Portfolio {
        &self.portfolio
    }

    /// Time spent in backends.
    pub fn backend_time(&self) -> Duration {
        self.backend_time
    }

    /// Questions that reached the backends.
    pub fn backend_questions(&self) -> u64 {
        self.backend_questions
    }

    /// Answers to whole questions that the caches remember.
    pub fn cache_entries(&self) -> u64 {
        self.lower.iter().map(|link| link.layer.entries() as u64).sum()
    }

    /// What the address-aware cache saw, if it is on.
    pub fn sharing(&self) -> Option<Sharing> {
        self.lower.iter().find_map(|link| link.layer.sharing())
    }

    /// What [`Options::check`] found: there must never be any.
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.disagreements
    }
}
