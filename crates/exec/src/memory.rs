//! The program's memory where it is not simply one known place: which objects a pointer may mean, where they
//! lie, and what reading and writing there comes to.
//!
//! Knows of decisions, which it asks for. It does not know where symbolic bytes come from
//! ([`crate::input`]), nor which instruction or builtin wants to access them. Memory as such, its objects and
//! their bytes, is the crate `dunlin_memory`.

mod access;
mod bytes;
mod elsewhere;
mod leaks;
mod overlap;
mod relocate;
mod resolve;
mod several;
mod sizes;
mod split;
mod static_segments;
mod undefined;

pub use access::{Access, Wrong, bytes};
pub use overlap::{Extent, may_overlap};
pub use resolve::{Alternative, Found, Leaf, Offset, Opaque, Target, null_error};
pub use several::Range;
