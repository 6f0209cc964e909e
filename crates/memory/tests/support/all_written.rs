//! For memory in which no byte is read that was not written.

use dunlin_memory::{Origin, Roots};
use dunlin_term::{TermId, Terms};

/// All memory is written here.
pub struct AllWritten;

impl Roots for AllWritten {
    fn root(&mut self, _: &mut Terms, origin: Origin, _: u64, _: u64) -> TermId {
        panic!("{origin:?} was not written")
    }
}
