//! Which seeds stay with a state, and what they say of its inputs.

use crate::machine::Machine;
use crate::state::{Seed, Seeds, State};
use dunlin_term::{ArrayValue, Model, TermId};
use std::rc::Rc;

impl Machine<'_> {
    /// The state's model with the values of a seed.
    fn seed_model(&self, state: &State, seed: &Seed) -> Model {
        let mut model = Model::clone(state.knowledge.path.model());
        let index = self.module.target.pointer_bits;
        let made = state.knowledge.roots.made();
        for (number, root) in made.iter().enumerate() {
            let bytes = seed.bytes(made, number);
            model.set_array(root.symbol, ArrayValue::of_bytes(index, &bytes));
        }
        model
    }

    /// The values of the first seed of a state, if it has one.
    pub fn first_seed_model(&self, state: &State) -> Option<Rc<Model>> {
        let seeds = state.knowledge.seeds.as_ref()?;
        Some(Rc::new(self.seed_model(state, &seeds.all[seeds.first() as usize])))
    }

    /// The values of the first seed of a state that violates a condition.
    pub fn violating_seed(&mut self, state: &State, condition: TermId) -> Option<Rc<Model>> {
        let seeds = state.knowledge.seeds.clone()?;
        seeds.alive.iter().find_map(|&number| {
            let model = self.seed_model(state, &seeds.all[number as usize]);
            let violates = self.evaluator.holds(&self.terms, &model, condition) == Some(false);
            violates.then(|| Rc::new(model))
        })
    }

    /// Keeps the seeds of a state that satisfy a condition, which is now part of its path; the names
    /// of the others.
    pub fn keep_seeds(&mut self, state: &mut State, condition: TermId) -> Vec<String> {
        let Some(seeds) = state.knowledge.seeds.clone() else { return Vec::new() };
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
            state.knowledge.seeds = (!alive.is_empty()).then(|| Rc::new(Seeds { all, alive }));
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
