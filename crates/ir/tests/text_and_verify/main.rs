//! The text form and the verifier, on random modules and on hand-written ones.

mod bodies;
mod generator;
mod invariants;
mod round_trip;
