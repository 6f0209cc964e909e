//! Value sets: which values can a symbolic cell take, as strided intervals on the number circle.
//!
//! The layers, from the bottom:
//! - [`Interval`] and [`ValueSet`]: the values and their set algebra, exact or refused;
//! - [`Step`]: an operation with one unknown operand, its image ([`image`]) and its inverse
//!   ([`preimage`]); each result says whether it is exact, too large or too small;
//! - [`Comparison`]: what a comparison leaves of both sides, and the boxes of two overlapping sides;
//! - [`Expression`]: the view on whatever language the questions are written in;
//! - [`Boxes`]: the value sets of all cells of a path, cheap to clone;
//! - [`decide`] and [`assume`]: the procedures (ASE, Algorithm 2).
//!
//! Widths are 1 to 64; values are zero-extended `u64`s. Every rule has a name in [`Rule`] and is
//! counted in a [`Tally`].

mod boxes;
mod byte_set;
mod compact;
mod compare;
mod decide;
mod expression;
mod forward;
mod interval;
mod inverse;
mod precise;
mod rules;
mod set;
mod several;
mod step;

pub use boxes::{Abstraction, Boxes, Cell, CellId};
pub use byte_set::ByteSet;
pub use compare::{Comparison, Outcome};
pub use decide::{Means, Satisfiable, Strategy, Verdict, assume, decide, restrict};
pub use expression::{BinaryOp, Expression, UnaryOp, View, evaluate};
pub use forward::{add_sets, image};
pub use interval::Interval;
pub use inverse::preimage;
pub use rules::{Rule, Tally};
pub use set::{Approximation, MAX_INTERVALS, Precision, ValueSet};
pub use step::Step;
