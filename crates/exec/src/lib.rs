//! Forward execution.
//!
//! A [`Program`] is a module in its derived form ([`code`], made by [`compile`]); a [`Machine`]
//! executes a [`State`] of it until the path ends in an [`Outcome`]. Everything is a value: nothing
//! here prints, reads the environment or touches a file.

mod access;
mod builtins;
mod bytes;
mod call;
mod code;
mod compile;
mod computed_goto;
pub mod coverage;
pub mod coverage_map;
mod decide;
mod elsewhere;
mod ended;
pub mod explore;
pub mod follow;
mod format;
mod guide;
mod inputs;
mod inst;
mod lazy;
mod leaks;
mod left_out;
mod machine;
mod memory_counters;
mod merged;
mod mismatched;
mod options;
mod outcome;
mod overlap;
mod packed_inputs;
mod postpone;
mod print_log;
mod pure;
mod relocate;
mod report;
mod resolve;
mod run;
mod scopes;
mod seeds;
mod sizes;
mod split;
mod start;
mod state;
mod static_segments;
mod stay;
mod strings;
mod symbolic;
mod trail;
mod undefined;
mod unwritten;
mod values;
mod varargs;
mod whereabouts;

pub use builtins::intrinsics::MARK;
pub use ended::Ended;
pub use guide::Transfers;
pub use inputs::InputBytes;
pub use left_out::{LeftOut, LeftOutAt, LeftOutKind, LeftOutNow};
pub use machine::{Machine, Output};
pub use memory_counters::MemoryCounters;
pub use options::{ExecOptions, MemoryModel, MemoryOptions, Ubsan, Uninitialised};
pub use outcome::{ErrorKind, Outcome, ProgramError};
pub use packed_inputs::PackedInputs;
pub use report::{ErrorReport, ObjectReport, Place};
pub use run::Pause;
pub use start::{EntryError, Program};
pub use state::State;
pub use trail::Decision;
pub use unwritten::is_unwritten;
pub use whereabouts::Whereabouts;
