//! What is known of the inputs of a path: which there are, what the path demands of them, and what a test
//! should look like.

use super::packed_inputs::PackedInputs;
use super::roots::Roots;
use super::seeds::Seeds;
use dunlin_results::InputBytes;
use dunlin_solver::chain::Path;
use dunlin_term::{Model, TermId};
use std::rc::Rc;

#[derive(Clone)]
pub struct Knowledge {
    /// The path condition, with a model of it and the values that its terms can have.
    pub path: Path,
    /// Where its symbolic data comes from.
    pub roots: Rc<Roots>,
    /// Inputs that are not symbolic but have these bytes.
    pub fixed_inputs: Option<Rc<Vec<InputBytes>>>,
    /// What the program would like to hold in the test, as far as it can.
    pub preferences: Rc<Vec<TermId>>,
    /// The seeds that lead along this path, if there are any.
    pub seeds: Option<Rc<Seeds>>,
    /// By how many the choices between addresses have multiplied the paths.
    pub ways: u32,
}

impl Knowledge {
    pub fn new() -> Knowledge {
        Knowledge {
            path: Path::new(),
            roots: Rc::default(),
            fixed_inputs: None,
            preferences: Rc::default(),
            seeds: None,
            ways: 1,
        }
    }

    /// Whether anything on the path is input.
    pub fn has_inputs(&self) -> bool {
        !self.roots.is_empty()
    }

    /// The values that a model gives to all inputs, as a test has them.
    pub fn input_bytes(&self, model: &Model) -> Vec<InputBytes> {
        self.roots.bytes_under(model)
    }

    /// The same, packed.
    pub fn packed_inputs(&self, model: &Model) -> PackedInputs {
        PackedInputs::under(self.roots.in_tests(), model)
    }

    /// All terms that the path condition and the preferences are made of.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.preferences.iter().chain(self.path.constraints()).copied()
    }

    /// Seeds are there or not, roots are known apart, and paths are not divided.
    pub fn verify(&self) {
        assert!(self.seeds.as_ref().is_none_or(|seeds| !seeds.alive.is_empty()), "a seed is alive");
        assert!(self.ways > 0, "a path is at least one");
        self.roots.verify();
        if self.fixed_inputs.is_some() {
            let only_names = self.roots.made().len() == self.roots.in_tests().count();
            assert!(only_names, "memory that is fixed has no symbol");
        }
    }
}
