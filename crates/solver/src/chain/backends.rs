//! Which backends the chain ends in, and what each of them may spend.

use super::portfolio::{Member, Portfolio};
use crate::bitwuzla::Bitwuzla;
use crate::log::QueryLog;
use crate::native::Native;
use crate::z3::Z3;

/// Which backends the chain ends in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SolverChoice {
    /// Our own, then Bitwuzla, then Z3.
    #[default]
    Auto,
    Native,
    Bitwuzla,
    Z3,
}

/// What ours may spend before Bitwuzla, which preprocesses, takes over.
const NATIVE_CONFLICTS: u64 = 20_000;
/// What Bitwuzla may spend before Z3 is asked, by its own count.
const BITWUZLA_CONFLICTS: u64 = 2_000_000;

impl SolverChoice {
    pub fn portfolio(self, log: Option<QueryLog>) -> Portfolio {
        let members = match self {
            SolverChoice::Auto => vec![
                Member::new(Box::new(Native::new()), NATIVE_CONFLICTS),
                Member::new(Box::new(Bitwuzla::new()), BITWUZLA_CONFLICTS),
                Member::new(Box::new(Z3::new()), u64::MAX),
            ],
            SolverChoice::Native => vec![Member::new(Box::new(Native::new()), u64::MAX)],
            SolverChoice::Bitwuzla => {
                vec![Member::new(Box::new(Bitwuzla::new()), u64::MAX)]
            }
            SolverChoice::Z3 => vec![Member::new(Box::new(Z3::new()), u64::MAX)],
        };
        Portfolio::new(members, log)
    }
}
