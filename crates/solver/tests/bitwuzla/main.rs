//! The backend over Bitwuzla against the evaluator, enumeration and the native backend.

#[path = "../backends/mod.rs"]
mod backends;
mod both_solvers;
#[path = "../foreign/mod.rs"]
mod foreign;
#[path = "../support/mod.rs"]
mod support;

use dunlin_solver::bitwuzla::Bitwuzla;

/// A new instance of the backend under test.
pub fn backend() -> Bitwuzla {
    Bitwuzla::new()
}

/// Its name.
pub const NAME: &str = "bitwuzla";

/// By how much the number of random cases is multiplied.
pub const EFFORT: usize = 1;
