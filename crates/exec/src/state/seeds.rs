//! Seeds: inputs whose paths are followed first.
//!
//! The first state carries all seeds. Where it forks, each side keeps those whose values lead along
//! it, so that every seed stays with exactly one state, and states that have one are run before all
//! others. Nothing else changes: the solver's questions, the traces and what a complete exploration
//! finds are the same as without seeds. The test of a seed's path is the seed itself, with what it
//! does not say filled in.
//!
//! Assumed of a seed: nothing. Inputs are matched by their place, or, where the name there is another
//! one, by name; bytes that are missing are zero, those that are too many are cut off. A seed that
//! violates an assumption of the program is left, and that is said. A state that becomes a work item keeps the
//! numbers of its seeds, so that they also come first when a run is resumed.

use crate::state::roots::{Root, of_seed};
use dunlin_results::InputBytes;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::sync::Arc;

/// One seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seed {
    /// For messages.
    pub name: String,
    pub inputs: Vec<InputBytes>,
}

impl Seed {
    /// The bytes for what was made as number `number`.
    pub fn bytes(&self, made: &[Root], number: usize) -> Vec<u8> {
        of_seed(&self.inputs, made, number)
    }
}

/// The seeds that lead along a state's path, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Seeds {
    pub all: Arc<[Seed]>,
    /// By number, in order.
    pub alive: Vec<u32>,
}

impl Seeds {
    /// Those of these numbers that there are.
    pub fn new(all: Arc<[Seed]>, numbers: &[u32]) -> Option<Rc<Seeds>> {
        let known = numbers.iter().copied().filter(|&number| (number as usize) < all.len());
        let alive: Vec<u32> = known.collect();
        (!alive.is_empty()).then(|| Rc::new(Seeds { all, alive }))
    }

    /// The number of the first of them.
    pub fn first(&self) -> u32 {
        self.alive[0]
    }
}
