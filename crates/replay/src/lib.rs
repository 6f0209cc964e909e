//! Runs tests natively, to confirm what an execution in the engine claims.
//!
//! [`Replayer::build`] compiles the very module that was lowered, instrumented and with
//! AddressSanitizer, together with the replay library (`runtime/replay`); [`Replayer::run`] runs it
//! on a `.ktest` file in a [sandbox](dunlin_sandbox). What comes back says which conditional transfers were
//! taken, by the numbers of the lowered module, how the run ended, which probes were violated and
//! which targets were passed. Comparing that with what the engine has recorded is the caller's.
//!
//! Nothing is run without a sandbox, since analysed programs are not trusted.

mod account;
mod build;
mod end;
mod replayer;
mod sanitizer;
mod symbols;

pub use account::{Probe, ProbeKind};
pub use build::BuildError;
pub use end::{NativeEnd, NativeRun, Step};
pub use replayer::{ReplayError, ReplayOptions, Replayer, UnwrittenMemory};
pub use sanitizer::{Access, Frame, SanitizerReport, Tool, UndefinedBehaviour};
