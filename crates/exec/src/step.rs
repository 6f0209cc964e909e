//! Executing a state: its start, one way to run it, the main loop, calls, arithmetic, and the end of its path.
//!
//! Knows of everything that one operation may need. It does not know which state runs next, nor what becomes
//! of those that split off ([`crate::explore`]).

mod arithmetic;
mod call;
mod collect;
mod computed_goto;
mod finish;
mod interpret;
mod mismatched;
mod run;
mod scopes;
mod start;
mod stepper;
mod switches;
mod varargs;

pub use stepper::{Pause, Step};
