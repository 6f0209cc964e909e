//! The backend over Bitwuzla against the evaluator, enumeration and the native backend.

#[path = "../foreign/agreement.rs"]
mod agreement;
#[path = "../foreign/arrays.rs"]
mod arrays;
mod both_solvers;
#[path = "../foreign/floats.rs"]
mod floats;
#[path = "../foreign/incremental.rs"]
mod incremental;
#[path = "../foreign/limits.rs"]
mod limits;
#[path = "../foreign/operators.rs"]
mod operators;
#[path = "../foreign/quantifiers.rs"]
mod quantifiers;
#[path = "../support/mod.rs"]
mod support;

use dunlin_solver::bitwuzla::Bitwuzla;

/// A new instance of the backend under test.
pub fn backend() -> Bitwuzla {
    Bitwuzla::new()
}

/// Its name.
pub const NAME: &str = "bitwuzla";
