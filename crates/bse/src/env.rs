//! Which numbers something may be at a place, whatever way led there.

use crate::graph::{Command, Graph, Var};
use dunlin_term::{TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Numbers in ascending order of their terms, one at least.
pub type Values = Rc<[TermId]>;

/// What may be more numbers may be anything.
const MOST_VALUES: usize = 32;
/// So many combinations of numbers are tried for a term.
const MOST_COMBINATIONS: usize = 64;

/// Variables, and cells of memories at known places, that can hold few numbers.
#[derive(Clone, Default)]
pub struct Env {
    vars: FxHashMap<Var, Values>,
    cells: FxHashMap<(Var, TermId), Values>,
}

impl Env {
    /// The only number that a variable can hold.
    pub fn get(&self, var: Var) -> Option<TermId> {
        match self.vars.get(&var).map(|values| &values[..]) {
            Some(&[value]) => Some(value),
            _ => None,
        }
    }

    /// The numbers that a term may be; none if they are too many or unknown.
    pub fn values(&self, terms: &mut Terms, graph: &Graph, term: TermId) -> Option<Values> {
        if terms.is_const(term) {
            return Some([term].into());
        }
        if let Some(var) = graph.var_of(term) {
            return self.of_var(terms, var, term);
        }
        if let View::Ite(condition, yes, no) = terms.view(term) {
            match self.values(terms, graph, condition).as_deref() {
                Some(&[TermId::TRUE]) => return self.values(terms, graph, yes),
                Some(&[TermId::FALSE]) => return self.values(terms, graph, no),
                _ => {}
            }
            let yes = self.values(terms, graph, yes)?;
            return union(&yes, &self.values(terms, graph, no)?);
        }
        self.combined(terms, graph, term)
    }

    fn of_var(&self, terms: &Terms, var: Var, symbol: TermId) -> Option<Values> {
        let known = self.vars.get(&var).cloned();
        known.or_else(|| is_truth(terms, symbol).then(|| [TermId::TRUE, TermId::FALSE].into()))
    }

    /// What a term becomes for all that its variables may be.
    fn combined(&self, terms: &mut Terms, graph: &Graph, term: TermId) -> Option<Values> {
        let mut combinations = vec![FxHashMap::default()];
        for &free in terms.free_variables(term).iter() {
            let values = self.of_var(terms, graph.var_of(free)?, free)?;
            if combinations.len() * values.len() > MOST_COMBINATIONS {
                return None;
            }
            let with = |value: &TermId| {
                let value = *value;
                combinations.iter().map(move |known: &FxHashMap<TermId, TermId>| {
                    let mut known = known.clone();
                    known.insert(free, value);
                    known
                })
            };
            combinations = values.iter().flat_map(with).collect();
        }
        let mut found = Vec::with_capacity(combinations.len());
        for combination in &combinations {
            let value = terms.substitute(term, combination);
            if !terms.is_const(value) {
                return None;
            }
            found.push(value);
        }
        found.sort_unstable();
        found.dedup();
        (found.len() <= MOST_VALUES).then(|| found.into())
    }

    pub fn assign(&mut self, terms: &mut Terms, graph: &Graph, var: Var, value: TermId) {
        let values = self.values(terms, graph, value);
        self.put(terms, var, values);
    }

    /// A variable holds one of these numbers.
    pub fn put(&mut self, terms: &Terms, var: Var, values: Option<Values>) {
        // That a truth value is true or false need not be kept.
        let is_news = |values: &Values| values.len() == 1 || terms.width(values[0]) > 1;
        match values.filter(is_news) {
            Some(values) => drop(self.vars.insert(var, values)),
            None => drop(self.vars.remove(&var)),
        }
    }

    /// What is known behind a command.
    pub fn execute(&mut self, terms: &mut Terms, graph: &Graph, command: &Command) {
        match *command {
            Command::Assign(var, value) => self.assign(terms, graph, var, value),
            Command::Load { dst, array, index } => {
                let values = self.cells.get(&(array, index)).cloned();
                self.put(terms, dst, values);
            }
            Command::Store { array, index, value } if terms.is_const(index) => {
                match self.values(terms, graph, value) {
                    Some(values) => drop(self.cells.insert((array, index), values)),
                    None => drop(self.cells.remove(&(array, index))),
                }
            }
            // Any place may be meant.
            Command::Store { array, .. } | Command::Reset { array, .. } => {
                self.cells.retain(|(known, _), _| *known != array);
            }
            Command::Assume(_) | Command::Lose(..) | Command::Blur(_) | Command::Input(_) => {}
        }
    }

    /// What is known on this way and on another one.
    pub fn meet(&mut self, other: &Env) {
        meet(&mut self.vars, &other.vars);
        meet(&mut self.cells, &other.cells);
    }

    /// These variables are not used any more.
    pub fn leave(&mut self, vars: &FxHashSet<Var>) {
        self.vars.retain(|var, _| !vars.contains(var));
    }
}

fn is_truth(terms: &Terms, symbol: TermId) -> bool {
    matches!(terms.sort(symbol), dunlin_term::Sort::BitVec(1))
}

fn meet<K: std::hash::Hash + Eq>(known: &mut FxHashMap<K, Values>, other: &FxHashMap<K, Values>) {
    known.retain(|key, values| {
        let both = other.get(key).and_then(|others| match Rc::ptr_eq(values, others) {
            true => Some(values.clone()),
            false => union(values, others),
        });
        match both {
            Some(both) => *values = both,
            None => return false,
        }
        true
    });
}

/// Both together, if they are few.
fn union(some: &[TermId], others: &[TermId]) -> Option<Values> {
    let mut all = [some, others].concat();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MOST_VALUES).then(|| all.into())
}
