//! The bit-blasting backend against the evaluator: answers are compared with enumeration, models are
//! evaluated.

#[path = "../backends/mod.rs"]
mod backends;
mod lemmas;
#[path = "../support/mod.rs"]
mod support;
mod tables;
mod unsupported;

use dunlin_solver::native::Native;

/// A new instance of the backend under test.
pub fn backend() -> Native {
    Native::new()
}

/// Its name.
pub const NAME: &str = "native";

/// By how much the number of random cases is multiplied: new instances cost little.
pub const EFFORT: usize = 5;
