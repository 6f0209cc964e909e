//! The chain of layers: every switch gives the same verdicts, and these are right.

#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "tests of the native backend use more of it")]
mod support;

mod address_aware;
mod agnostic;
mod conditions;
mod deep;
mod implication;
mod joined_objects;
mod joins;
mod layers;
mod objects;
mod pointer_formulas;
mod walks;
