//! What every backend must get right. The crate root says which one is tested: a new instance is
//! `backend()`, its name `NAME`, and `EFFORT` multiplies the number of random cases.

mod agreement;
mod arrays;
mod incremental;
mod limits;
mod operators;
