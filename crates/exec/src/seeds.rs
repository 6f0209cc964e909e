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
//! violates an assumption of the program is left, and that is said. Seeds stay with the worker that
//! started with them, and are forgotten when a run is resumed.

use crate::inputs::{Input, InputBytes};
use crate::machine::Machine;
use crate::state::State;
use dunlin_term::{ArrayValue, Model, TermId};
use std::rc::Rc;
use std::sync::Arc;

/// One seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// For messages.
    pub name: String,
    pub inputs: Vec<InputBytes>,
}

impl Seed {
    /// The bytes of input number `number`.
    fn bytes(&self, inputs: &[Input], number: usize) -> Vec<u8> {
        let input = &inputs[number];
        let same_name = |given: &&InputBytes| *given.name == *input.name;
        let by_name = || {
            let before = inputs[..number].iter().filter(|other| other.name == input.name).count();
            self.inputs.iter().filter(same_name).nth(before)
        };
        let given = self.inputs.get(number).filter(same_name).or_else(by_name);
        let mut bytes = given.map_or_else(Vec::new, |given| given.bytes.clone());
        bytes.resize(input.size as usize, 0);
        bytes
    }
}

/// The seeds that lead along a state's path, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Seeds {
    all: Arc<[Seed]>,
    /// By number, in order.
    alive: Vec<u32>,
}

impl Seeds {
    pub fn new(all: Arc<[Seed]>) -> Option<Rc<Seeds>> {
        let alive: Vec<u32> = (0..all.len() as u32).collect();
        (!alive.is_empty()).then(|| Rc::new(Seeds { all, alive }))
    }

    /// The number of the first of them.
    pub fn first(&self) -> u32 {
        self.alive[0]
    }
}

impl Machine<'_> {
    /// The state's model with the values of a seed.
    fn seed_model(&self, state: &State, seed: &Seed) -> Model {
        let mut model = Model::clone(state.path.model());
        let index = self.module.target.pointer_bits;
        for (number, input) in state.inputs.iter().enumerate() {
            let bytes = seed.bytes(&state.inputs, number);
            model.set_array(input.symbol, ArrayValue::of_bytes(index, &bytes));
        }
        model
    }

    /// The values of the first seed of a state, if it has one.
    pub fn first_seed_model(&self, state: &State) -> Option<Rc<Model>> {
        let seeds = state.seeds.as_ref()?;
        Some(Rc::new(self.seed_model(state, &seeds.all[seeds.first() as usize])))
    }

    /// The values of the first seed of a state that violates a condition.
    pub fn violating_seed(&mut self, state: &State, condition: TermId) -> Option<Rc<Model>> {
        let seeds = state.seeds.clone()?;
        seeds.alive.iter().find_map(|&number| {
            let model = self.seed_model(state, &seeds.all[number as usize]);
            let violates = self.evaluator.holds(&self.terms, &model, condition) == Some(false);
            violates.then(|| Rc::new(model))
        })
    }

    /// Keeps the seeds of a state that satisfy a condition, which is now part of its path; the names
    /// of the others.
    pub fn keep_seeds(&mut self, state: &mut State, condition: TermId) -> Vec<String> {
        let Some(seeds) = state.seeds.clone() else { return Vec::new() };
        let mut left = Vec::new();
        let mut alive = Vec::new();
        for &number in &seeds.alive {
            let seed = &seeds.all[number as usize];
            let model = self.seed_model(state, seed);
            match self.evaluator.holds(&self.terms, &model, condition) {
                Some(true) => alive.push(number),
                _ => left.push(seed.name.clone()),
            }
        }
        if !left.is_empty() {
            let all = seeds.all.clone();
            state.seeds = (!alive.is_empty()).then(|| Rc::new(Seeds { all, alive }));
        }
        left
    }

    /// As [`Machine::keep_seeds`] for an assumption of the program.
    pub fn keep_seeds_assuming(&mut self, state: &mut State, condition: TermId) {
        for name in self.keep_seeds(state, condition) {
            self.note_once(format!("seed {name} violates an assumption of the program"));
        }
    }
}
