//! Forward execution.
//!
//! A [`Program`] is a module in its derived form; a [`Machine`] executes a [`State`] of it until the path
//! ends in an [`Outcome`]. Everything is a value: nothing here prints, reads the environment or touches a
//! file.
//!
//! The rooms of this crate, each with a page that says what it is for. Below is what is only looked at,
//! then the machine, then what works with it. A room imports from rooms that stand before it, never in a
//! circle (`tests/rooms.rs`); what it needs of a later one, it calls as a method of the machine.
//!
//! | room | what it has |
//! |---|---|
//! | `options`, `format` | what a user chooses; the text that the printf family makes |
//! | `code` | the derived form of a program, and its compiler |
//! | `coverage` | marks: which parts of a program were executed |
//! | `state` | all that belongs to one path, and how it is packed |
//! | `end` | how a path ends, what is said of that, what was left out |
//! | `seen` | states that were seen before, as they are kept |
//! | `machine` | what the states of a worker share: terms, solvers, coverage |
//! | `decide` | where execution depends on symbolic input |
//! | `memory` | where pointers lead, and what is done there |
//! | `input` | how memory becomes symbolic |
//! | `builtins` | functions that the engine provides |
//! | `step` | one way to run a state, the main loop, calls, arithmetic |
//! | `matching` | whether a state was seen before, or is covered by one that was |
//! | `explore` | which state runs next, and what becomes of it |

mod builtins;
mod code;
pub mod coverage;
mod decide;
mod end;
pub mod explore;
mod format;
mod input;
mod machine;
mod matching;
mod memory;
mod options;
mod seen;
mod state;
mod step;

pub use code::{Builtin, EntryError, Intrinsic, MARK, NondetSize, Origin, Program};
pub use end::{Ended, LeftOutNow, Outcome, ProgramError};
pub use machine::{
    Hint, Hints, Machine, MemoryCounters, Output, Related, Relation, Which, byte_of_related,
    source_place,
};
pub use matching::{Compared, hangs};
pub use options::{ExecOptions, HeldBy, MemoryModel, MemoryOptions, Ubsan, Uninitialised};
pub use seen::{Cuts, Match, MatchAt, MatchCounts, MatchOptions, Remembered, Seen};
pub use state::{
    BadItem, Decision, DecisionKind, Freedom, Guide, HintChoice, PackedInputs, PackedTrace, Seed,
    SortedItems, Source, State, Transfers, Whereabouts, WorkItem, pack, unpack,
};
pub use step::{Pause, Step};
