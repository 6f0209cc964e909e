//! What a run leaves behind.
//!
//! The output folder ([`OutputFolder`]), the machine-readable summary ([`Summary`]) and the readable
//! error reports ([`error_text`]).

mod error;
mod folder;
mod summary;

pub use error::{error_text, source_excerpt};
pub use folder::OutputFolder;
pub use summary::{ErrorEntry, Paths, Summary, Verdict};
