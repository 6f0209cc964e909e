//! Where execution begins.

use super::program::Program;
use dunlin_ir::FuncId;
use serde::{Deserialize, Serialize};

/// Where a path began. A trace means something only together with it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Origin {
    /// Where the program does.
    #[default]
    Program,
    /// In this function, with lazily symbolic input.
    Function(FuncId),
}

impl Program {
    /// The start function of an origin, if execution can begin there.
    pub fn start_at(&self, origin: Origin) -> Option<FuncId> {
        match origin {
            Origin::Program => Some(self.start),
            Origin::Function(func) => self.start_of(func),
        }
    }

    /// The origin that a start function begins with.
    pub fn origin_of(&self, start: FuncId) -> Origin {
        let calls = |&func: &FuncId| self.start_of(func) == Some(start);
        match start == self.start {
            true => Origin::Program,
            false => {
                let origin = self.module.func_ids().find(calls);
                Origin::Function(origin.expect("a start function begins with an origin"))
            }
        }
    }
}
