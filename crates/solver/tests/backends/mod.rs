//! What every backend must get right. The crate root says which one is tested: a new instance is
//! `backend()`, its name `NAME`, `EFFORT` multiplies the number of random cases, and `DEPTH` is that of the
//! deepest term.

mod agreement;
mod arrays;
mod incremental;
mod limits;
mod operators;
