//! What can be switched.

use crate::backend::Budget;
use crate::value_set::Strategy;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Options {
    pub constant: bool,
    pub model: bool,
    pub implication: bool,
    pub value_sets: Option<Strategy>,
    pub independence: bool,
    /// Share answers between paths whose objects have other addresses.
    pub address_aware: bool,
    pub exact_cache: bool,
    pub counterexamples: bool,
    /// Solutions that differ from the state's model in one input.
    pub neighbours: bool,
    /// What one question may cost.
    pub budget: Budget,
    /// How long one question may take, from when it is asked. Answers then depend on the machine.
    pub timeout: Option<Duration>,
    /// Compare every layer with those below it, and every backend with the others.
    pub check: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            constant: true,
            model: true,
            implication: true,
            value_sets: Some(Strategy::BoxMiddle),
            independence: true,
            address_aware: true,
            exact_cache: true,
            counterexamples: true,
            neighbours: true,
            budget: Budget::conflicts(u64::MAX),
            timeout: None,
            check: false,
        }
    }
}

impl Options {
    /// Nothing between the question and the backends.
    pub fn bare() -> Options {
        Options {
            constant: false,
            model: false,
            implication: false,
            value_sets: None,
            independence: false,
            exact_cache: false,
            counterexamples: false,
            neighbours: false,
            ..Options::default()
        }
    }
}
