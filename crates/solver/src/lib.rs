//! Answers to "is this branch possible?" that need no SMT solver.
//!
//! The crate holds the value sets of the paper ASE (a value set decision procedure for symbolic
//! execution): arithmetic of strided intervals, and the procedures that decide constraints with it.
//! They work over the small view [`value_set::Expression`], so that they know no term language.

pub mod value_set;
