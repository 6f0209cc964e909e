//! The backend over Z3 against the evaluator, enumeration and the native backend.

#[path = "../backends/mod.rs"]
mod backends;
#[path = "../foreign/mod.rs"]
mod foreign;
#[path = "../support/mod.rs"]
mod support;

use dunlin_solver::z3::Z3;

/// A new instance of the backend under test.
pub fn backend() -> Z3 {
    Z3::new()
}

/// Its name.
pub const NAME: &str = "z3";

/// By how much the number of random cases is multiplied.
pub const EFFORT: usize = 1;
