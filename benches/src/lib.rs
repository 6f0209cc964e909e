//! Measurements of the `dunlin` command and its comparison with native code.
//!
//! Everything here treats `dunlin` as a user does: it runs the binary and reads `summary.json`.
//! It assumes that clang-19, lli-19 and csmith are installed, and says which one is not.

pub mod concrete;
pub mod fuzz;
pub mod memory;
pub mod summary;
pub mod tools;
