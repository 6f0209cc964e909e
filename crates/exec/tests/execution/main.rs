//! Execution from IR to outcome: the derived form, its fusions and moves against a naive interpreter
//! of the IR, and the meaning of pointers as numbers.

mod backward;
mod calls;
mod engine_bugs;
mod fusion;
mod generator;
mod hints;
mod identity;
mod items;
mod moves;
mod pointers;
mod random;
mod reference;
mod steps;
mod support;
