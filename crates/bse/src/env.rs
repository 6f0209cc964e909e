//! What is a number on all ways to a place.

use crate::graph::{Command, Var};
use dunlin_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Variables, and cells of memories at known places, that hold a known number.
#[derive(Clone, Default)]
pub struct Env {
    vars: FxHashMap<Var, TermId>,
    cells: FxHashMap<(Var, TermId), TermId>,
}

impl Env {
    pub fn get(&self, var: Var) -> Option<TermId> {
        self.vars.get(&var).copied()
    }

    pub fn assign(&mut self, terms: &Terms, var: Var, value: TermId) {
        match terms.is_const(value) {
            true => self.vars.insert(var, value),
            false => self.vars.remove(&var),
        };
    }

    /// What is known behind a command.
    pub fn execute(&mut self, terms: &Terms, command: &Command) {
        match *command {
            Command::Assign(var, value) => self.assign(terms, var, value),
            Command::Load { dst, array, index } => match self.cells.get(&(array, index)) {
                Some(&value) => drop(self.vars.insert(dst, value)),
                None => drop(self.vars.remove(&dst)),
            },
            Command::Store { array, index, value } => {
                match (terms.is_const(index), terms.is_const(value)) {
                    (true, true) => drop(self.cells.insert((array, index), value)),
                    (true, false) => drop(self.cells.remove(&(array, index))),
                    // Any place may be meant.
                    (false, _) => self.cells.retain(|(known, _), _| *known != array),
                }
            }
            Command::Reset { array, .. } => self.cells.retain(|(known, _), _| *known != array),
            Command::Assume(_) | Command::Lose(..) | Command::Input(_) => {}
        }
    }

    /// What is known on this way and on another one.
    pub fn meet(&mut self, other: &Env) {
        self.vars.retain(|var, value| other.vars.get(var) == Some(value));
        self.cells.retain(|cell, value| other.cells.get(cell) == Some(value));
    }

    /// These variables are not used any more.
    pub fn leave(&mut self, vars: &FxHashSet<Var>) {
        self.vars.retain(|var, _| !vars.contains(var));
    }
}
