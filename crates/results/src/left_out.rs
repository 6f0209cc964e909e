//! Something that was possible and was not explored.

use crate::place::SourcePlace;
use serde::{Deserialize, Serialize};
use std::fmt;

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
    /// Whether a heap object is lost at the end.
    Leaks,
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
            LeftOutKind::Leaks => "leaks",
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
}

/// Something that was left out, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LeftOutAt {
    pub left: LeftOut,
    /// In the program itself.
    pub place: SourcePlace,
}

/// ``malloc(n) at a.c:7 in `main`: only n = 8 was explored``.
impl fmt::Display for LeftOutAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOutAt { left, place } = self;
        match left.explored.as_str() {
            "" => write!(f, "{} at {place}", left.what),
            explored => write!(f, "{} at {place}: {explored}", left.what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Position;

    #[test]
    fn sentences_name_the_place_and_what_was_explored() {
        let position = Some(Position { file: "a.c".into(), line: 7, column: 0 });
        let place = SourcePlace { function: "main".into(), position, runtime: false };
        let left = LeftOut::new(LeftOutKind::Sizes, "malloc(n)", "only n = 8 was explored");
        let sizes = LeftOutAt { left, place: place.clone() };
        let expected = "malloc(n) at a.c:7 in `main`: only n = 8 was explored";
        assert_eq!(sizes.to_string(), expected);
        let left = LeftOut::new(LeftOutKind::Limit, "the path is deeper than --max-depth", "");
        let limit = LeftOutAt { left, place };
        assert_eq!(limit.to_string(), "the path is deeper than --max-depth at a.c:7 in `main`");
    }
}
