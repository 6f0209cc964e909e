//! Tests of terms through the public interface.

mod arena;
mod deep;
mod floats;
mod machine;
mod meaning;
mod parse;
mod parse_errors;
mod random;
mod rename;
mod rewrites;
mod semantics;
mod smt;
mod transfer;
