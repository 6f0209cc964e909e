//! Directed execution: can this place be reached, and with which input?
//!
//! A [`marks::MarkedProgram`] pauses states at targets and at the entries of functions that lead
//! there; a [`Hunt`] looks for one target with a [`Strategy`] on one thread, so that the same seed
//! gives the same run. After Directed Symbolic Execution (Ma, Khoo, Foster, Hicks, SAS 2011).

mod aimed;
mod backward;
mod ccbse;
mod condensed;
mod condition;
mod deep;
mod engine;
mod explain;
mod forward;
mod guided;
mod hunt;
mod in_turn;
pub mod marks;
mod parked;
mod paths;
pub mod place;
mod places;
mod pool;
mod postponed;
mod ranking;
mod returning;
mod saved;
mod sdse;
mod strategy;
mod turns;

pub use backward::Told;
pub use condensed::{BseOptions, Loss};
pub use dunlin_backward::{
    Category, Death, Lost, Options as BackwardOptions, ResolveWhen, Tally as BackwardTally,
};
pub use dunlin_bse::{Check as BseCheck, Form as BseForm};

pub use condition::{Condition, ConditionError};
pub use explain::{Obstacles, Standstill};
pub use hunt::{Answer, Ends, Hunt, HuntOptions, Look, Passed, Proof, Tally, Verdict, Watcher};
pub use in_turn::MemberTally;
pub use places::{Errors, Places, RuledOut, Scope, Shown, Standing};
pub use saved::{Left, NotOfThisHunt, SavedHunt};
pub use strategy::{Search, Strategy};
pub use turns::Had;
