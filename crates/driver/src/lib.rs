//! What the commands of Dunlin do, as a library.
//!
//! A program is loaded ([`Loaded`]) and then explored ([`run`]), searched for a way to some places ([`reach`]),
//! asked about the findings of another tool ([`triage`]) or a property of the verification competition ([`verify`]), or its tests are run natively ([`replay`]). Options
//! come in and results go out as plain data; what happens on the way is told to a [`Watcher`], and a [`Stop`]
//! ends the work early. Nothing here prints, knows an exit code or parses a command line.
//!
//! LLVM, the solvers and analysed programs run in child processes, which are the same executable again:
//! whoever uses this library calls [`serve_children`] before anything else.
//!
//! Limits of time and memory belong to the process, not to a call: [`dunlin_stop::keep`] sets them.

mod assumptions;
mod checkpoint;
mod children;
mod failure;
mod inputs;
mod loaded;
mod memory_limit;
mod options;
mod reach;
mod replay;
mod run;
mod stop;
mod triage;
mod verify;
mod watcher;
pub mod words;

pub use children::serve_children;
pub use dunlin_load::LoadOptions;
pub use failure::{Failure, FailureKind};
pub use loaded::Loaded;
pub use options::{
    Confirm, HuntSettings, Only, ReachOptions, ReplayOptions, RunOptions, Scope, SolverOptions,
    TestFormat, TestOptions, TriageOptions,
};
pub use reach::{ReachResult, check_targets, reach};
pub use replay::{ReplayResult, ReplayedTest, check_tests, replay};
pub use run::{NativeRun, ReportedError, RunResult, run};
pub use stop::Stop;
pub use triage::{TriageResult, read_report, triage};
pub use verify::{Property, PropertyError, Truth, VerifyOptions, VerifyResult, Wanted, verify};
pub use watcher::{Event, HuntProgress, Progress, Quiet, RunProgress, Watcher};

/// Workers follow the recursion of terms and drop long chains: more than the default.
const WORKER_STACK: usize = 256 << 20;
