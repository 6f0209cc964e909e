//! What a worker has learned about the objects that pointers mean.

use crate::code::Pc;
use rustc_hash::{FxHashMap, FxHashSet};

/// In which circumstances the objects were allocated that pointers meant, by place in the program.
#[derive(Default)]
pub struct Contexts(pub FxHashMap<Pc, FxHashSet<u32>>);
