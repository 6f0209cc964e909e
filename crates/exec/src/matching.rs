//! Exploration that ends when nothing is new: a state that comes to a cut is compared with those that were seen
//! there, and is not explored if one of them covers it.
//!
//! A state covers another if whatever that can do, it can do as well. They have the same shape, and every solution
//! of the other's condition, with the values that it gives to registers and memory, is one of its own. So an error that the
//! other would come to is found below the one that covers it, if that is explored to its end; a chain of such references cannot
//! go round in a circle, since the way to the error gets shorter with every step between two cuts. That is why nothing is
//! claimed unless the whole exploration is complete.
//!
//! [`outline`] makes the normal form of a state, [`cover`] decides whether one covers another, [`compare`] is what
//! explorations call. [`crate::seen::Credit`] sees to it that comparing costs little where nothing is ever seen twice.
//!
//! Works with the machine, as the rooms before it do; nothing but [`crate::explore`] and other crates that run states
//! know it.

mod compare;
mod cover;
mod outline;
mod verify;

pub use compare::{Compared, hangs};
