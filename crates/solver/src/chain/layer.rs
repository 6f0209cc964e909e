//! The one trait of the layers, and what travels between them.
//!
//! A layer sees a question on its way down. It answers, passes it on, or cuts it; then it sees the
//! answer on its way up. [`super::Chain`] does the rest: it counts, measures, leaves layers out, and
//! compares what a layer says with what those below it say.

use super::cells::CellTable;
use super::footprint::{Footprint, Footprints};
use super::path::Path;
use crate::agnostic::Agnostic;
use crate::backend::{Budget, Reason};
use crate::value_set::Boxes;
use dunlin_term::{Evaluator, Model, TermId, Terms};
use std::rc::Rc;

/// Can `condition` be true on the path?
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub path: &'a Path,
    /// Those constraints of the path that matter.
    pub constraints: &'a [TermId],
    /// Of width 1.
    pub condition: TermId,
    pub budget: Budget,
    /// The engine asks about the order of addresses on this very path: the answer is never shared with
    /// paths that have others (thesis, 4.3.3: engine-internal queries).
    pub private: bool,
}

impl Question<'_> {
    /// All that must be true together, the condition last.
    pub fn conjunction(&self) -> impl Iterator<Item = TermId> + '_ {
        self.constraints.iter().copied().chain([self.condition])
    }

    /// Whether the constraints are those of the path, so that its model satisfies them. Those of
    /// [`super::Chain::check`] are of no path.
    pub fn is_on_path(&self) -> bool {
        self.constraints.is_empty() || !self.path.constraints().is_empty()
    }
}

/// A solution of a question. Below the layer of independence it is only one of the constraints that
/// were asked about; what the path's other constraints need comes from the path's own model.
#[derive(Clone, Debug)]
pub struct Witness {
    pub model: Rc<Model>,
    /// The value sets with the condition added, if they gave the answer; they have the model.
    pub boxes: Option<Boxes>,
    /// If the model has other addresses than the path's: what it has changed.
    pub moved: Option<Rc<Moved>>,
}

impl Witness {
    /// A solution that nothing else is known of.
    pub fn new(model: Rc<Model>) -> Witness {
        Witness { model, boxes: None, moved: None }
    }
}

/// What a solution with other addresses may have changed.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The new addresses of objects, by their numbers.
    pub addresses: Vec<(u64, u64)>,
    /// The inputs whose values may differ from the path's.
    pub inputs: Footprint,
}

/// Some of the constraints of a question that cannot be true together already.
pub type Core = Rc<[TermId]>;

#[derive(Clone, Debug)]
pub enum Verdict {
    Sat(Witness),
    /// With a core, if who answered knows one.
    Unsat(Option<Core>),
    Unknown(Reason),
}

impl Verdict {
    pub fn sat(model: Rc<Model>) -> Verdict {
        Verdict::Sat(Witness::new(model))
    }

    pub fn is_sat(&self) -> bool {
        matches!(self, Verdict::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Verdict::Unsat(_))
    }

    /// Whether both say something, and something different.
    pub fn contradicts(&self, other: &Verdict) -> bool {
        matches!(
            (self, other),
            (Verdict::Sat(_), Verdict::Unsat(_)) | (Verdict::Unsat(_), Verdict::Sat(_))
        )
    }
}

/// The questions that reached the address-aware cache (thesis, Table 4.2).
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Sharing {
    pub asked: u64,
    /// Of these, with bases.
    pub with_bases: u64,
    /// Of these, such that the answer does not depend on addresses.
    pub shareable: u64,
    /// Remembered solutions that turned out to be none: there must never be any.
    pub failed: u64,
}

/// What a layer makes of a question.
pub enum Step {
    Answer(Verdict),
    /// Ask the next layer the same.
    Pass,
    /// Ask the next layer with these constraints instead of the question's.
    With(Vec<TermId>),
}

/// What layers share.
#[derive(Default)]
pub struct Tools {
    pub evaluator: Evaluator,
    pub footprints: Footprints,
    pub cells: CellTable,
    pub agnostic: Agnostic,
    /// An answer is being compared: nothing is counted.
    pub comparing: bool,
    /// The address-aware cache knows the question on its way down, or will: no other needs to.
    pub remembered: bool,
}

pub trait Layer {
    fn name(&self) -> &'static str;

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step;

    /// Sees the answer to a question that it did not answer, and may adapt it.
    fn answered(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        question: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        let _ = (terms, tools, question);
        verdict
    }

    /// Forgets what is keyed by terms; they were recycled.
    fn forget(&mut self) {}

    /// Answers to whole questions that are remembered.
    fn entries(&self) -> usize {
        0
    }

    /// Which questions a cache that sees through addresses could share.
    fn sharing(&self) -> Option<Sharing> {
        None
    }
}
