//! Weakest preconditions: all paths of an acyclic region at once.
//!
//! After Handling Heap Data Structures in Backward Symbolic Execution (Husák, Kofroň, Zavoral), which calls it backward
//! symbolic execution. A region of the program, from an entry to a target, becomes an acyclic [`graph`] of commands: loops
//! are unwound and calls are put in place ([`unroll`]) or left to their [`summaries`], memory is a few arrays. From the target backward, each node gets the
//! condition under which a path leads on to the target; that of the entry is one query for all paths. There are two ways to
//! keep conditions: [`disjuncts`] and [`conjunctions`].
//!
//! What it promises:
//!
//! - A path of the program from the entry to the target is a path of the graph, or comes to a place where the graph says
//!   that it has lost it ([`loss`]). So if no path of the graph leads to the target or to such a place, the target is
//!   unreachable.
//! - A path of the graph need not be one of the program: whoever claims that the target is reachable executes the program
//!   forward with the input.

mod classes;
pub mod conjunctions;
mod definitions;
pub mod disjuncts;
mod env;
mod fields;
mod goal;
pub mod graph;
mod layout;
pub mod loss;
mod lower;
mod objects;
mod options;
mod order;
pub mod question;
mod search;
pub mod simplify;
mod summaries;
mod sweep;
mod unroll;
pub mod walk;

pub use classes::Classes;
pub use goal::{Asked, Goal};
pub use loss::Loss;
pub use lower::can_be_asked;
pub use options::{Check, Form, Heap, Options};
pub use question::{Question, Reply, Solver};
pub use search::{Answer, Search, Tally, ask};
pub use sweep::{Limits, Sweep};
pub use unroll::{Source, TooLarge, unroll};
