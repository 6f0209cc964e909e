//! The inputs of a path: what its test gives to the program.

use serde::{Deserialize, Serialize};

/// The bytes of one symbolic object.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct InputBytes {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// How the names of inputs begin that the program did not ask for: what memory holds that it did not write.
pub const UNWRITTEN: &str = "uninitialised: ";

/// Whether an input is what memory holds that the program did not write.
pub fn is_unwritten(name: &str) -> bool {
    name.starts_with(UNWRITTEN)
}
