//! Directed execution: can this line be reached, and with which input?

pub mod place;
