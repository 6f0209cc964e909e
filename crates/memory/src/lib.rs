//! Objects, pointers and the address space of one execution state.
//!
//! A pointer is an object and an offset; every access is checked against the bounds and the life of
//! its own object. Content is bytes plus tags for what is not a plain byte (see [`object`]); the map
//! of objects is persistent, so that states fork cheaply (see [`memory`]).

mod access;
mod address;
mod cache;
mod class;
mod classes;
mod copy;
mod exposed;
mod life;
mod memory;
mod moves;
mod object;
mod outline;
mod placement;
mod slots;
mod symbolic;
mod tombstone;
mod tree;
mod value;
mod words;
mod written;

pub use address::LEAST_ALIGN;
pub use cache::ObjectCache;
pub use class::{Calls, Class};
pub use memory::{AccessError, Memory};
pub use moves::{Life, Place};
pub use object::{ArrayContent, Cell, Object, ObjectInfo, ObjectKind, Reference, Site};
pub use outline::Stretch;
pub use placement::SegmentPool;
pub use symbolic::{Context, Length, Roots};
pub use tombstone::Tombstone;
pub use value::{Meta, ObjectId, UndefinedMask, Value, ValueKind};
pub use written::Origin;
