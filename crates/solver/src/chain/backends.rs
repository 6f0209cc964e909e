//! Which backends the chain ends in, and what each of them may spend.

use super::portfolio::{Member, Portfolio};
use crate::apart::Apart;
use crate::backend::Backend;
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

/// Where solver libraries run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In this process, where they cannot be stopped at any moment: for tests and benchmarks.
    Here,
    /// In processes of their own (see [`crate::apart`]).
    Apart,
}

impl Home {
    fn bitwuzla(self) -> Box<dyn Backend> {
        match self {
            Home::Here => Box::new(Bitwuzla::new()),
            Home::Apart => Box::new(Apart::new("bitwuzla")),
        }
    }

    fn z3(self) -> Box<dyn Backend> {
        match self {
            Home::Here => Box::new(Z3::new()),
            Home::Apart => Box::new(Apart::new("z3")),
        }
    }
}

impl SolverChoice {
    pub fn portfolio(self, home: Home, log: Option<QueryLog>) -> Portfolio {
        let native = || Box::new(Native::new());
        let members = match self {
            SolverChoice::Auto => vec![
                Member::new(native(), NATIVE_CONFLICTS),
                Member::new(home.bitwuzla(), BITWUZLA_CONFLICTS),
                Member::new(home.z3(), u64::MAX),
            ],
            SolverChoice::Native => vec![Member::new(native(), u64::MAX)],
            SolverChoice::Bitwuzla => vec![Member::new(home.bitwuzla(), u64::MAX)],
            SolverChoice::Z3 => vec![Member::new(home.z3(), u64::MAX)],
        };
        Portfolio::new(members, log)
    }
}
