//! Backward execution: which conditions must hold, from a target upwards, so that a path from the program's
//! beginning gets there?
//!
//! After Multi-Pass Targeted Dynamic Symbolic Execution (Yavuz), which calls it MPBSE. A [`State`] is the end of
//! a path, from some point to the target. It is extended against the direction of control, instruction by
//! instruction ([`step`]). What an instruction reads is not known yet: a register, a place in memory, the object
//! that a pointer leads to. Each stands as an unknown in the conditions of the path until the instruction comes that
//! defines it. The forward pass ([`resolve`]) then puts in what has become known: values for registers, stores for
//! reads, concrete objects for abstract ones ([`base`]).
//!
//! What it promises:
//!
//! - Conditions over-approximate: an input that leads along the path satisfies them, whatever the unknowns are. So
//!   a path whose conditions contradict each other does not exist, and if that is so for all paths, no limit was met
//!   and nothing unknown was on the way, the target is unreachable ([`Backward::standing`]).
//! - A path that gets to the beginning and whose conditions have a solution is a guess: whoever claims that the
//!   target is reachable executes the program forward with that input.
//!
//! What instructions mean is written once, in `dunlin_ir`, for both directions.

mod base;
mod call;
mod category;
mod closed;
mod contents;
mod facts;
mod feasible;
mod functions;
mod history;
mod models;
mod numbers;
mod obligation;
mod open_scopes;
mod options;
mod pointers;
mod privacy;
mod relations;
mod resolve;
mod scopes;
mod search;
mod seen;
mod state;
mod step;
mod suspect;
mod suspects;
#[cfg(test)]
mod table_three;
mod values;
mod varargs;
#[cfg(test)]
mod view;
mod way;

pub use call::passes_alike;
pub use category::Category;
pub use functions::{Functions, Meant, Role};
pub use history::Event;
pub use options::{Options, ResolveWhen};
pub use privacy::has_foreign_code;
pub use search::{Backward, Budget, Death, Guess, Lost, Standing, Tally};
pub use state::State;
pub use suspects::{Limits, Suspects};
pub use way::Way;
