//! An exploration that looks for something, and not everywhere.

use super::search::Searcher;
use crate::end::Outcome;
use crate::machine::Hints;
use dunlin_ir::Point;

/// What an exploration is after. Workers share it.
pub trait Aim: Sync {
    /// Which state runs next; for one worker.
    fn searcher(&self, seed: u64) -> Box<dyn Searcher + '_>;

    /// What inputs may be assumed to be.
    fn hints(&self) -> &Hints;

    /// Whether a state with these active calls, innermost first, can still come to what is looked for. Others are dropped.
    fn may_matter(&self, stack: &[Point]) -> bool;

    /// Whether the end of a path is one to report, with the calls that were active.
    fn is_wanted(&self, outcome: &Outcome, stack: &[Point]) -> bool;
}
