//! Tests of terms through the public interface.

mod arena;
mod machine;
mod random;
mod rewrites;
mod semantics;
mod smt;
