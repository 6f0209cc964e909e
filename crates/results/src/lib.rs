//! What Dunlin finds, as plain data.
//!
//! The engine makes these values when a path ends, the driver collects them, and reports are made of them:
//! here or, once they are written, anywhere else. Nothing refers to a program that is loaded.

mod error;
mod input;
mod left_out;
mod place;
mod stop;
mod tally;

pub use error::{CallStack, ErrorKind, ErrorReport, ObjectReport, QUOTIENT_DOES_NOT_FIT};
pub use input::{InputBytes, UNWRITTEN, is_unwritten};
pub use left_out::{LeftOut, LeftOutAt, LeftOutKind};
pub use place::{Position, SourcePlace};
pub use stop::StopReason;
pub use tally::Paths;
