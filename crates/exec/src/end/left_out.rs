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

use crate::end::Outcome;
use dunlin_ir::Point;
use dunlin_results::{LeftOut, LeftOutAt, LeftOutKind};

/// As [`LeftOutAt`], fresh from the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOutNow {
    pub at: LeftOutAt,
    /// Where execution stood, the innermost call first: what can be reached from there was not
    /// explored wholly. Only if somebody watches for marks.
    pub stack: Vec<Point>,
}

impl Outcome {
    /// Whether a path that ends so has done all that it could do.
    pub fn is_whole(&self) -> bool {
        match self {
            Outcome::Finished { .. }
            | Outcome::Error(_)
            | Outcome::NoPath
            | Outcome::AssumedAway
            | Outcome::Silent
            | Outcome::Matched => true,
            Outcome::Unsupported { .. }
            | Outcome::Limit { .. }
            | Outcome::Interrupted
            | Outcome::Postponed
            | Outcome::EngineBug { .. } => false,
        }
    }

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
            | Outcome::Matched
            | Outcome::EngineBug { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_leaves_the_rest_of_its_path_out() {
        let limit = Outcome::Limit { what: "the path is deeper than --max-depth".into() };
        let left = limit.left_out().expect("it leaves something out");
        assert!(left.kind.ends_path());
        assert_eq!(left.what, "the path is deeper than --max-depth");
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
