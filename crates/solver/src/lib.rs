//! Answers to "is this branch possible?".
//!
//! - [`chain`]: what a path carries and who answers about it: the [`layers`], one after the other,
//!   down to the backends.
//! - [`agnostic`]: which questions do not depend on where objects lie, so that their answers can be
//!   shared by paths with other addresses.
//! - [`value_set`]: the value sets of the paper ASE (a value set decision procedure for symbolic
//!   execution), which decide most questions without a solver: arithmetic of strided intervals, and
//!   the procedures on them. They work over the small view [`value_set::Expression`], so that they
//!   know no term language.
//! - [`backend`]: the one trait behind which SMT solvers stand; [`native`] is ours, circuits over a
//!   SAT solver; [`translate`] brings terms to foreign ones, [`bitwuzla`] and [`z3`] are those. [`apart`] has one of
//!   these in a process of its own.

pub mod agnostic;
pub mod apart;
pub mod backend;
pub mod bitwuzla;
pub mod chain;
pub mod layers;
mod log;
mod marks;
pub mod native;
mod table;
mod tight;
pub mod translate;
pub mod value_set;
pub mod z3;

pub use log::QueryLog;
