//! Measurements of Dunlin and its comparison with native code.
//!
//! Whatever concerns the `dunlin` command treats it as a user does: it runs the binary and reads
//! `summary.json`. That assumes that clang-19, lli-19 and csmith are installed, and says which one is
//! not. [`terms`] and [`solver`] measure a crate directly, [`queries`] compares solvers, [`models`] explores
//! in its own process.

pub mod backward;
pub mod brute;
pub mod bse;
pub mod check;
pub mod compare;
pub mod concrete;
pub mod explore;
pub mod fuzz;
pub mod hostile;
pub mod kills;
pub mod limits;
pub mod matching;
pub mod memory;
pub mod models;
pub mod paths;
pub mod queries;
pub mod reach;
pub mod solver;
pub mod summary;
pub mod targets;
pub mod terms;
pub mod tools;
pub mod trials;
