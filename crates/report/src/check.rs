//! The safety properties of the verification competition, and which errors violate them.

use dunlin_results::{ErrorKind, ErrorReport};
use serde::{Deserialize, Serialize};

/// A safety property of the verification competition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    UnreachCall,
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    NoOverflow,
}

impl Check {
    /// As in `false(valid-deref)`.
    pub fn name(self) -> &'static str {
        match self {
            Check::UnreachCall => "unreach-call",
            Check::ValidFree => "valid-free",
            Check::ValidDeref => "valid-deref",
            Check::ValidMemtrack => "valid-memtrack",
            Check::ValidMemcleanup => "valid-memcleanup",
            Check::NoOverflow => "no-overflow",
        }
    }

    /// Whether what is left at the end of the program counts.
    pub fn is_about_the_end(self) -> bool {
        matches!(self, Check::ValidMemtrack | Check::ValidMemcleanup)
    }

    /// Whether an error of this kind may violate the property.
    pub fn concerns(self, kind: ErrorKind) -> bool {
        use ErrorKind::{
            DoubleFree, InvalidFree, MemoryLeak, NullDereference, OutOfBoundsRead,
            OutOfBoundsWrite, SignedOverflow, UseAfterFree,
        };
        match self {
            // The search for the function decides it, not the errors of an exploration.
            Check::UnreachCall => false,
            Check::ValidFree => matches!(kind, DoubleFree | InvalidFree),
            Check::ValidDeref => {
                matches!(kind, OutOfBoundsRead | OutOfBoundsWrite | NullDereference | UseAfterFree)
            }
            Check::ValidMemtrack | Check::ValidMemcleanup => kind == MemoryLeak,
            Check::NoOverflow => kind == SignedOverflow,
        }
    }

    /// Whether this error violates the property, beyond doubt.
    pub fn is_violated_by(self, error: &ErrorReport) -> bool {
        let in_library = error.stack.innermost.first().is_some_and(|place| place.runtime);
        // The property asks whether a result fits into its type. A shift of a negative number is undefined, and its
        // result may fit; how a library computes is not the program's business.
        let doubtful = self == Check::NoOverflow && (in_library || error.message.contains("shift"));
        self.concerns(error.kind) && !doubtful
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_results::{CallStack, SourcePlace};

    fn error(kind: ErrorKind, message: &str, runtime: bool) -> ErrorReport {
        let place = SourcePlace { function: "f".into(), position: None, runtime };
        ErrorReport { kind, message: message.into(), stack: CallStack::new([place]), object: None }
    }

    #[test]
    fn errors_violate_their_property_alone() {
        let of = |kind| {
            let all = [
                Check::UnreachCall,
                Check::ValidFree,
                Check::ValidDeref,
                Check::ValidMemtrack,
                Check::ValidMemcleanup,
                Check::NoOverflow,
            ];
            let violated =
                all.into_iter().filter(|check| check.is_violated_by(&error(kind, "", false)));
            violated.map(Check::name).collect::<Vec<_>>()
        };
        assert_eq!(of(ErrorKind::UseAfterFree), ["valid-deref"]);
        assert_eq!(of(ErrorKind::DoubleFree), ["valid-free"]);
        assert_eq!(of(ErrorKind::MemoryLeak), ["valid-memtrack", "valid-memcleanup"]);
        assert_eq!(of(ErrorKind::SignedOverflow), ["no-overflow"]);
        assert!(of(ErrorKind::DivisionByZero).is_empty() && of(ErrorKind::Abort).is_empty());
    }

    #[test]
    fn shifts_and_libraries_are_no_proof_of_an_overflow() {
        let violates = |error: &ErrorReport| Check::NoOverflow.is_violated_by(error);
        assert!(violates(&error(ErrorKind::SignedOverflow, "2 * 2 does not fit", false)));
        assert!(!violates(&error(ErrorKind::SignedOverflow, "a left shift of a negative", false)));
        assert!(!violates(&error(ErrorKind::SignedOverflow, "2 * 2 does not fit", true)));
    }
}
