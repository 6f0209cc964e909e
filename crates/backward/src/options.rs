//! What a user chooses about backward execution.

use std::fmt;
use std::str::FromStr;

/// When the forward pass puts in what has become known (the paper's evaluation scheme).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ResolveWhen {
    /// At the beginning of a block, if an unknown was defined in it or a condition came to it.
    #[default]
    Unification,
    /// After so many instructions.
    Periodic(u64),
}

impl fmt::Display for ResolveWhen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveWhen::Unification => f.write_str("unification"),
            ResolveWhen::Periodic(period) => write!(f, "periodic:{period}"),
        }
    }
}

impl FromStr for ResolveWhen {
    type Err = String;

    fn from_str(text: &str) -> Result<ResolveWhen, String> {
        let period = text.strip_prefix("periodic:").map(|number| number.parse::<u64>());
        match (text, period) {
            ("unification", _) => Ok(ResolveWhen::Unification),
            (_, Some(Ok(period))) if period > 0 => Ok(ResolveWhen::Periodic(period)),
            _ => Err(format!("`{text}` is neither unification nor periodic:N, as in periodic:50")),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How often a path may go along the same edge of a cycle; beyond that it is cut.
    pub edge_limit: Option<u32>,
    /// How many paths there may be; further ones are cut.
    pub fork_limit: Option<u64>,
    /// How many instructions a path may have.
    pub path_limit: Option<u64>,
    pub resolve_when: ResolveWhen,
    /// Allocations may fail.
    pub malloc_may_fail: bool,
    /// Signed overflow, and shifts by too much, are errors.
    pub check_overflow: bool,
    pub check_shift: bool,
    /// Results that depend on what was not written are errors.
    pub check_uninitialised: bool,
    /// To come to an assertion that fails, to `abort` or to `reach_error` is something that goes wrong.
    pub assertions: bool,
    /// Memory that was not written is zero.
    pub unwritten_is_zero: bool,
    /// How many arguments the program gets, its name among them.
    pub arguments: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_read_back() {
        for scheme in [ResolveWhen::Unification, ResolveWhen::Periodic(50)] {
            assert_eq!(scheme.to_string().parse(), Ok(scheme));
        }
        for wrong in ["", "periodic", "periodic:", "periodic:0", "periodic:-1", "sometimes"] {
            assert!(wrong.parse::<ResolveWhen>().is_err(), "{wrong}");
        }
    }
}
