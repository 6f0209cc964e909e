//! Which parts of a program were executed: the marks that the main loop sets, and what they say of the
//! source.
//!
//! Knows of the derived form. It does not know states: marks come and go as numbers.

mod map;
mod marks;

pub use map::{ExecutedBranch, ExecutedFunction, executed, switch_target};
pub use marks::{Coverage, Event, mark, of_mark, stop_mark};
