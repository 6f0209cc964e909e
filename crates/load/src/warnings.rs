//! What clang says about constants that it computes.
//!
//! The initialiser of a global variable is computed by clang, sanitizer or not, and no code is left that
//! could be checked. clang's warning is then the proof that the program is in error: what it warns of
//! outside of functions, or in the line of a static variable of one, happens before the program starts.
//! Of a local array or struct of constants no code is left either: it happens where the declaration is executed.
//! Warnings about other code are no proof, since the code may never be executed; there, checks tell.
//! clang does not warn of a float that does not fit, nor of the least integer divided by -1.

use crate::options::SourceChecks;
use dunlin_ir::CheckKind;
use dunlin_llvm::ConstantWarning;

/// The warnings that are of interest, by the option that clang names with them.
fn kind_of(option: &str, checks: SourceChecks) -> Option<CheckKind> {
    match option {
        "-Winteger-overflow"
        | "-Wshift-overflow"
        | "-Wshift-sign-overflow"
        | "-Wshift-negative-value"
            if checks.overflow =>
        {
            Some(CheckKind::SignedOverflow)
        }
        "-Wshift-count-overflow" | "-Wshift-count-negative" if checks.shift => {
            Some(CheckKind::OverWideShift)
        }
        _ => None,
    }
}

/// The warnings in what clang has written, lines such as
/// `a.c:2:20: warning: overflow in expression; ... [-Winteger-overflow]`.
pub(crate) fn constant_warnings(text: &str, checks: SourceChecks) -> Vec<ConstantWarning> {
    let parsed = text.lines().filter_map(|line| {
        let (place, message) = line.split_once(": warning: ")?;
        let option = message.rsplit_once('[')?.1.strip_suffix(']')?;
        let kind = kind_of(option, checks)?;
        let mut parts = place.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some(ConstantWarning { file: parts.next()?.to_owned(), line, column, kind })
    });
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_read() {
        let text = "a.c:2:20: warning: overflow in expression; result is 0 with type 'int' \
                    [-Winteger-overflow]\n    2 | int g = 65536 * 65536;\n\
                    b/c.h:6:23: warning: shift count >= width of type [-Wshift-count-overflow]\n\
                    a.c:9:1: warning: unused variable 'x' [-Wunused-variable]\n2 warnings generated.\n";
        let found = |overflow, shift| {
            let found = constant_warnings(text, SourceChecks { overflow, shift });
            found.into_iter().map(|w| (w.file, w.line, w.column, w.kind)).collect::<Vec<_>>()
        };
        let sum = ("a.c".to_owned(), 2, 20, CheckKind::SignedOverflow);
        let shift = ("b/c.h".to_owned(), 6, 23, CheckKind::OverWideShift);
        assert_eq!(found(true, true), [sum.clone(), shift]);
        assert_eq!(found(true, false), [sum]);
        assert_eq!(found(false, false), []);
    }
}
