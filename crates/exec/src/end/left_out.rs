//! What an exploration leaves out.
//!
//! Whatever does not follow a path, a side, a value, a size or a place that is possible says so here,
//! and the exploration is then not complete: `run` ends with exit code 3 and names it, `reach` proves
//! nothing from it. There are two ways, and no third: a path that is not followed to its end ends in an
//! [`Outcome`] that leaves something out ([`Outcome::left_out`]), and a path that goes on with less than
//! what was possible calls `Machine::leave_out`.
//!
//! What an option chooses for the whole run (a memory that is zero, an address that is fixed) is an
//! assumption. Nothing is left out under it; the verdict's sentence names it.
//!
//! A record is made once, where the decision is made. Work items and checkpoints carry decisions, and a
//! decision that is followed again does not come here: what was left out is with whoever collects it
//! ([`crate::explore::Sink::left_out`]) before a checkpoint is written.

use crate::end::{Outcome, Place};
use dunlin_ir::Point;
use serde::{Deserialize, Serialize};

/// What kind of thing was left out. The names are part of `summary.json`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum LeftOutKind {
    /// Sides of a condition: the program has switched forking off.
    Forking,
    /// Sizes of an allocation.
    Sizes,
    /// Values of a number that had to be concrete.
    Values,
    /// Places where an object may lie.
    Addresses,
    /// What may be behind a pointer of lazily symbolic input.
    LazyInput,
    /// A side about which the solver did not answer.
    Solver,
    /// The rest of a path that needs something which Dunlin does not have.
    Unsupported,
    /// The rest of a path that met a limit.
    Limit,
}

impl LeftOutKind {
    pub fn name(self) -> &'static str {
        match self {
            LeftOutKind::Forking => "forking",
            LeftOutKind::Sizes => "sizes",
            LeftOutKind::Values => "values",
            LeftOutKind::Addresses => "addresses",
            LeftOutKind::LazyInput => "lazy-input",
            LeftOutKind::Solver => "solver",
            LeftOutKind::Unsupported => "unsupported",
            LeftOutKind::Limit => "limit",
        }
    }

    /// Whether a whole path ended there; else it went on with less.
    pub fn ends_path(self) -> bool {
        matches!(self, LeftOutKind::Unsupported | LeftOutKind::Limit)
    }
}

/// Something that was left out, in words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LeftOut {
    pub kind: LeftOutKind,
    /// What was met: `malloc(n)`, `a condition`.
    pub what: String,
    /// What was explored instead of all: `only n = 8 was explored`. Empty if a path ended there.
    pub explored: String,
}

impl LeftOut {
    pub fn new(kind: LeftOutKind, what: impl Into<String>, explored: impl Into<String>) -> LeftOut {
        LeftOut { kind, what: what.into(), explored: explored.into() }
    }

    /// `malloc(n) at a.c:7: only n = 8 was explored`.
    pub fn sentence(&self, place: &str) -> String {
        match self.explored.as_str() {
            "" => format!("{} at {place}", self.what),
            explored => format!("{} at {place}: {explored}", self.what),
        }
    }
}

/// Something that was left out, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LeftOutAt {
    pub left: LeftOut,
    /// In the program itself.
    pub place: Place,
}

/// As [`LeftOutAt`], fresh from the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOutNow {
    pub at: LeftOutAt,
    /// Where execution stood, the innermost call first: what can be reached from there was not
    /// explored wholly. Only if somebody watches for marks.
    pub stack: Vec<Point>,
}

impl Outcome {
    /// What a path that ends so leaves out.
    pub fn left_out(&self) -> Option<LeftOut> {
        match self {
            Outcome::Unsupported { what } => {
                Some(LeftOut::new(LeftOutKind::Unsupported, what.clone(), ""))
            }
            Outcome::Limit { what } => Some(LeftOut::new(LeftOutKind::Limit, what.clone(), "")),
            Outcome::Finished { .. }
            | Outcome::Error(_)
            | Outcome::Interrupted
            | Outcome::Postponed
            | Outcome::NoPath
            | Outcome::AssumedAway
            | Outcome::Silent
            | Outcome::EngineBug { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_name_the_place_and_what_was_explored() {
        let sizes = LeftOut::new(LeftOutKind::Sizes, "malloc(n)", "only n = 8 was explored");
        assert_eq!(sizes.sentence("a.c:7"), "malloc(n) at a.c:7: only n = 8 was explored");
        let limit = Outcome::Limit { what: "the path is deeper than --max-depth".into() };
        let limit = limit.left_out().expect("a limit leaves the rest of its path out");
        assert!(limit.kind.ends_path());
        assert_eq!(limit.sentence("a.c:7"), "the path is deeper than --max-depth at a.c:7");
    }

    #[test]
    fn ends_that_say_all_leave_nothing_out() {
        for outcome in [Outcome::Finished { status: 0 }, Outcome::AssumedAway, Outcome::Silent] {
            assert_eq!(outcome.left_out(), None);
        }
        let unsupported = Outcome::Unsupported { what: "inline assembly".into() };
        let kind = unsupported.left_out().map(|left| left.kind);
        assert_eq!(kind, Some(LeftOutKind::Unsupported));
    }
}
