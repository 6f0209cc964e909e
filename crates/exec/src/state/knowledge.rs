//! What is known of the inputs of a path: which there are, what the path demands of them, and what a test
//! should look like.

use super::input::{Input, bytes_under};
use super::packed_inputs::PackedInputs;
use super::seeds::Seeds;
use super::unwritten::UnwrittenInputs;
use dunlin_results::InputBytes;
use dunlin_solver::chain::Path;
use dunlin_term::{Model, TermId};
use std::rc::Rc;

#[derive(Clone)]
pub struct Knowledge {
    /// The path condition, with a model of it and the values that its terms can have.
    pub path: Path,
    /// What was made symbolic, in order.
    pub inputs: Rc<Vec<Input>>,
    /// What is input since memory was read that the program did not write.
    pub unwritten: Rc<UnwrittenInputs>,
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
            inputs: Rc::default(),
            unwritten: Rc::default(),
            fixed_inputs: None,
            preferences: Rc::default(),
            seeds: None,
            ways: 1,
        }
    }

    /// Whether anything on the path is input.
    pub fn has_inputs(&self) -> bool {
        !self.inputs.is_empty() || !self.unwritten.inputs().is_empty()
    }

    /// The values that a model gives to all inputs; what memory holds comes last.
    pub fn input_bytes(&self, model: &Model) -> Vec<InputBytes> {
        let mut bytes = bytes_under(&self.inputs, model);
        bytes.extend(bytes_under(self.unwritten.inputs(), model));
        bytes
    }

    /// The same, packed.
    pub fn packed_inputs(&self, model: &Model) -> PackedInputs {
        PackedInputs::under(self.inputs.iter().chain(self.unwritten.inputs()), model)
    }

    /// All terms that the path condition and the preferences are made of.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.preferences.iter().chain(self.path.constraints()).copied()
    }

    /// Seeds are there or not, memory is one input at each place, and paths are not divided.
    pub fn verify(&self) {
        assert!(self.seeds.as_ref().is_none_or(|seeds| !seeds.alive.is_empty()), "a seed is alive");
        assert!(self.ways > 0, "a path is at least one");
        self.unwritten.verify();
        if self.fixed_inputs.is_some() {
            assert!(self.unwritten.inputs().is_empty(), "what is fixed is no symbol");
        }
    }
}
