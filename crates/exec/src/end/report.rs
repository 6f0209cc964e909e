//! A program error in terms of the source: where, how it was called, and what object it concerns.

use crate::end::outcome::ErrorKind;
use dunlin_ir::Pos;
use serde::{Deserialize, Serialize};

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    pub function: String,
    pub pos: Option<Pos>,
    /// In Dunlin's runtime library rather than in the program.
    pub runtime: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorReport {
    pub kind: ErrorKind,
    pub message: String,
    /// Innermost call first.
    pub stack: Vec<Place>,
    pub object: Option<ObjectReport>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectReport {
    pub what: String,
    pub size: u64,
    pub allocated: Option<Place>,
    pub freed: Option<Place>,
}

impl ErrorReport {
    /// The innermost place in the program itself.
    pub fn place(&self) -> Option<&Place> {
        let in_program = self.stack.iter().find(|place| !place.runtime);
        in_program.or_else(|| self.stack.first())
    }
}
