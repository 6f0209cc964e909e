//! States that were seen before, as they are kept: where states are compared, what of a state lives there, and the
//! table of all that was seen.
//!
//! Only looked at: knows of the derived form and of terms without an arena, not of states and not of the machine.
//! What is in the table is shared by all workers. How a state becomes such an entry, and what it means that one covers
//! another, is in [`crate::matching`].

mod credit;
mod cuts;
mod entry;
mod options;
mod table;

pub use credit::Remembered;
pub use cuts::{Cuts, MatchAt};
pub use entry::{Entry, Hole, Outline, Settled, hash};
pub use options::{Match, MatchOptions};
pub use table::{MatchCounts, Seen};
