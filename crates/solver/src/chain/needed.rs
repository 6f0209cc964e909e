//! Which constraints of a path the negative answers about it have used.
//!
//! Who explores everything below a state, and is told where no path leads, has relied on some of what the state
//! knew. What nobody has relied on can be forgotten: a state that knows less would have been explored in the same way.
//! That a question has a solution relies on nothing, since whoever knows less has that solution as well.

use super::Chain;
use super::layer::Core;
use super::path::Path;
use dunlin_term::{TermId, Terms};

/// With more than so many constraints, all count.
const MOST: usize = 1024;

/// Constraints of a path, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needed {
    all: bool,
    /// Ascending.
    numbers: Vec<u32>,
}

impl Needed {
    pub fn is_empty(&self) -> bool {
        !self.all && self.numbers.is_empty()
    }

    pub fn contains(&self, number: u32) -> bool {
        self.all || self.numbers.binary_search(&number).is_ok()
    }

    pub fn add(&mut self, numbers: &[u32]) {
        if self.all {
            return;
        }
        for &number in numbers {
            if let Err(at) = self.numbers.binary_search(&number) {
                self.numbers.insert(at, number);
            }
        }
        if self.numbers.len() > MOST {
            self.add_all();
        }
    }

    pub fn add_all(&mut self) {
        *self = Needed { all: true, numbers: Vec::new() };
    }

    /// Adds those of another path that begins with so many constraints of this one.
    pub fn add_below(&mut self, other: &Needed, constraints: u32) {
        if other.all {
            return self.add_all();
        }
        let shared = other.numbers.partition_point(|&number| number < constraints);
        self.add(&other.numbers[..shared]);
    }
}

impl Chain {
    /// From now on, what negative answers use is noted, or not; what was noted is forgotten.
    pub fn note_needed(&mut self, notes: bool) {
        self.needed = notes.then(Needed::default);
    }

    /// What was noted since.
    pub fn take_needed(&mut self) -> Needed {
        self.needed.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Something was read off what the path knows of a term.
    pub fn rely_on_what_is_known(&mut self, terms: &Terms, path: &Path, term: TermId) {
        if self.needed.is_some() {
            let numbers = self.constraints_about(terms, path, &[term]);
            self.needed.get_or_insert_default().add(&numbers);
        }
    }

    /// A constraint of the path itself is what was asked for.
    pub fn rely_on_constraints(&mut self, numbers: &[u32]) {
        if let Some(needed) = &mut self.needed {
            needed.add(numbers);
        }
    }

    /// Something was read off where objects lie: of this, nobody says which constraints took part.
    pub fn rely_on_addresses(&mut self) {
        if let Some(needed) = &mut self.needed {
            needed.add_all();
        }
    }

    pub(super) fn note_unsat(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: TermId,
        core: Option<&Core>,
    ) {
        if terms.has_base(condition) {
            // Where objects lie takes part.
            return self.needed.get_or_insert_default().add_all();
        }
        let mut numbers = self.constraints_about(terms, path, &[condition]);
        // A core may be in other words than those of the path.
        let constraint = |number: &u32| path.constraints()[*number as usize];
        let is_of_path = |term: &TermId| {
            *term == condition || numbers.iter().any(|number| constraint(number) == *term)
        };
        if let Some(core) = core.filter(|core| core.iter().all(is_of_path)) {
            numbers.retain(|number| core.contains(&constraint(number)));
        }
        self.needed.get_or_insert_default().add(&numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(numbers: &[u32]) -> Needed {
        let mut needed = Needed::default();
        needed.add(numbers);
        needed
    }

    #[test]
    fn what_is_needed_below_is_cut_to_what_there_was_above() {
        let mut above = needed(&[1]);
        above.add_below(&needed(&[0, 4, 5, 9]), 5);
        assert_eq!(above, needed(&[0, 1, 4]));
        assert!(above.contains(4) && !above.contains(5));
    }

    #[test]
    fn all_stays_all() {
        let mut all = needed(&[3]);
        all.add_all();
        all.add(&[7]);
        assert!(all.contains(1000) && !all.is_empty());
        let mut above = Needed::default();
        above.add_below(&all, 2);
        assert!(above.contains(0));
    }

    #[test]
    fn very_many_are_all() {
        let many: Vec<u32> = (0..2 * MOST as u32).collect();
        assert!(needed(&many).contains(u32::MAX));
    }
}
