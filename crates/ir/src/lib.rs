//! The program as every other crate of Dunlin sees it.
//!
//! SSA with block parameters, dense ids and explicit sizes: nothing here knows LLVM or RISC-V. A
//! front end builds a [`Module`], [`verify`] checks its invariants, and everything else reads it.

pub mod bits;
pub mod ids;
pub mod inst;
pub mod module;
mod operands;
pub mod types;

pub use bits::Bits;
pub use ids::*;
pub use inst::*;
pub use module::*;
pub use types::*;
