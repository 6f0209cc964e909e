//! How a path ends, and what outlives it: outcomes, what was left out.
//!
//! Data that others fill in and carry away. Knows of the derived form and of what a state holds; it does not
//! know the machine, which ends paths ([`crate::step`]).

mod ended;
mod left_out;
mod outcome;

pub use ended::Ended;
pub use left_out::LeftOutNow;
pub use outcome::{End, ObjectNote, Outcome, ProgramError, interrupted, site, unsupported};
