//! The safety properties of the verification competition, and which errors violate them.

use dunlin_results::{ErrorKind, ErrorReport, QUOTIENT_DOES_NOT_FIT};
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
            DivisionByZero, DoubleFree, InvalidFree, MemoryLeak, NullDereference, OutOfBoundsRead,
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
            Check::NoOverflow => matches!(kind, SignedOverflow | DivisionByZero),
        }
    }

    /// Whether this error violates the property, beyond doubt. `shown` are the words in which the native run says
    /// what it has seen.
    pub fn is_violated_by(self, error: &ErrorReport, shown: &str) -> bool {
        self.concerns(error.kind)
            && match self {
                Check::ValidDeref => is_access(error),
                Check::NoOverflow => is_overflow(error, shown),
                _ => true,
            }
    }
}

/// Whether memory is accessed where there is none for the program: a call through a pointer is no access, and a
/// constant is there.
fn is_access(error: &ErrorReport) -> bool {
    !error.message.starts_with("call of ") && !error.message.ends_with("which is constant")
}

/// Whether the result of an operation does not fit into its type. A shift of a negative number and a number that is
/// not converted are undefined for other reasons, and how a library computes is not the program's business.
fn is_overflow(error: &ErrorReport, shown: &str) -> bool {
    let in_library = error.stack.innermost.first().is_some_and(|place| place.runtime);
    if in_library || error.message.contains("absolute value") {
        return false;
    }
    match error.kind {
        ErrorKind::DivisionByZero => error.message == QUOTIENT_DOES_NOT_FIT,
        // Of a probe, and of UndefinedBehaviorSanitizer.
        _ => [
            "overflows ",
            "signed integer overflow",
            "negation of ",
            "places cannot be represented",
        ]
        .iter()
        .any(|words| shown.contains(words)),
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
            let shown = "signed integer overflow: 1 + 1";
            let violated = all
                .into_iter()
                .filter(|check| check.is_violated_by(&error(kind, "", false), shown));
            violated.map(Check::name).collect::<Vec<_>>()
        };
        assert_eq!(of(ErrorKind::UseAfterFree), ["valid-deref"]);
        assert_eq!(of(ErrorKind::DoubleFree), ["valid-free"]);
        assert_eq!(of(ErrorKind::MemoryLeak), ["valid-memtrack", "valid-memcleanup"]);
        assert_eq!(of(ErrorKind::SignedOverflow), ["no-overflow"]);
        assert!(of(ErrorKind::DivisionByZero).is_empty() && of(ErrorKind::Abort).is_empty());
    }

    #[test]
    fn an_overflow_is_one_of_the_program_whose_result_does_not_fit() {
        let violates = |message: &str, runtime: bool, shown: &str| {
            Check::NoOverflow
                .is_violated_by(&error(ErrorKind::SignedOverflow, message, runtime), shown)
        };
        let probe = "probe: overflows 32 bits with 2 and 3";
        assert!(violates("2 * 2 does not fit", false, probe));
        assert!(!violates("2 * 2 does not fit", true, probe));
        assert!(!violates("the absolute value of the least integer does not fit", false, probe));
        let sanitizer = |message: &str| format!("UndefinedBehaviorSanitizer: {message} at a.c:1");
        let shift = |message| violates("a left shift", false, &sanitizer(message));
        assert!(shift("left shift of 1 by 31 places cannot be represented in type 'int'"));
        assert!(!shift("left shift of negative value -1"));
        let float = "1e+20 is outside the range of representable values of type 'int'";
        assert!(!violates("a float", false, &sanitizer(float)));
        let division = |message| error(ErrorKind::DivisionByZero, message, false);
        assert!(Check::NoOverflow.is_violated_by(&division(QUOTIENT_DOES_NOT_FIT), ""));
        assert!(!Check::NoOverflow.is_violated_by(&division("division by zero"), ""));
    }

    #[test]
    fn calls_and_constants_are_no_accesses() {
        let violates =
            |kind, message| Check::ValidDeref.is_violated_by(&error(kind, message, false), "");
        assert!(violates(ErrorKind::NullDereference, "read of 4 bytes at a null pointer"));
        assert!(!violates(ErrorKind::NullDereference, "call of a null function pointer"));
        let constant = "write of 1 byte to a string literal, which is constant";
        assert!(!violates(ErrorKind::OutOfBoundsWrite, constant));
    }
}
