//! How memory becomes symbolic: by the program's word, because nobody has written it, or because execution
//! started in the middle of the program.
//!
//! Knows of memory and decisions. What a path has made symbolic is kept in its state ([`crate::state`]).

mod lazy;
mod make;
mod unwritten;

pub use make::NewRoot;
