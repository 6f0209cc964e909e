//! The bit-blasting backend against the evaluator: answers are compared with enumeration, models are
//! evaluated.

mod arrays;
mod incremental;
mod limits;
mod operators;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod tables;
