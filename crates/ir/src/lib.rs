//! The program as every other crate of Dunlin sees it.
//!
//! SSA with block parameters, dense ids and explicit sizes: nothing here knows LLVM or RISC-V. A
//! front end builds a [`Module`], [`verify`] checks its invariants, whatever changes it does so in a
//! [`pass()`], and everything else reads it.

pub mod algebra;
pub mod bits;
pub mod callgraph;
pub mod cfg;
pub mod compact;
pub mod distance;
pub mod dominators;
pub mod dot;
pub mod evaluate;
pub mod facts;
pub mod float;
pub mod fold_conditions;
pub mod ids;
pub mod inst;
pub mod jumps;
pub mod listing;
pub mod liveness;
pub mod loops;
pub mod module;
pub mod needs;
pub mod numbering;
mod operands;
pub mod parse;
pub mod pass;
pub mod passing;
pub mod points_to;
pub mod print;
pub mod promote;
pub mod regions;
mod scc;
pub mod semantics;
pub mod small;
mod source;
mod spelling;
pub mod target;
pub mod terminator;
#[cfg(test)]
mod test_support;
pub mod types;
pub mod verify;
pub mod wide;

pub use bits::Bits;
pub use float::Rounding;
pub use ids::*;
pub use inst::*;
pub use module::*;
pub use numbering::{Numbering, PointNumber};
pub use pass::pass;
pub use passing::{Class, Passing};
pub use source::{SourceFile, SourceText};
pub use target::{NanRule, Target, VaList, VaStructure};
pub use types::*;
