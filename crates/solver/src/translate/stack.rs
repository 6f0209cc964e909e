//! The constraints that an incremental solver has, one level of its stack for each.
//!
//! The next query keeps the beginning that it shares with the last one; the rest is popped, and its
//! own rest is pushed. The condition of a part is asserted once, at the first level that needs it.
//!
//! After an error of the solver, it and its stack no longer agree: both must be given up.

use super::{Target, Translator};
use crate::backend::Reason;
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashSet;

/// A solver with levels of assertions, whose expressions belong to `T`.
///
/// Errors are [`Reason::Failure`], so that they differ from those of a translation.
pub trait Assertions<T: Target> {
    /// Opens a level.
    fn push(&mut self, target: &T) -> Result<(), Reason>;

    /// Removes so many levels with their assertions.
    fn pop(&mut self, target: &T, levels: usize) -> Result<(), Reason>;

    /// Asserts a truth value at the newest level.
    fn assert(&mut self, target: &T, truth: &T::Expr) -> Result<(), Reason>;
}

struct Level {
    constraint: TermId,
    /// The parts whose conditions were asserted with it.
    conditions: Vec<TermId>,
}

/// What is on the stack of a solver.
#[derive(Default)]
pub struct Stack {
    levels: Vec<Level>,
    /// The parts whose conditions are asserted at some level.
    conditions: FxHashSet<TermId>,
}

impl Stack {
    /// Whether the constraints begin differently from what is on the stack: another path.
    pub fn is_elsewhere(&self, constraints: &[TermId]) -> bool {
        !self.levels.is_empty() && self.shared(constraints) == 0
    }

    /// How many constraints at the beginning are on the stack.
    fn shared(&self, constraints: &[TermId]) -> usize {
        self.levels
            .iter()
            .zip(constraints)
            .take_while(|(level, constraint)| level.constraint == **constraint)
            .count()
    }

    /// Makes the constraints those of the solver.
    ///
    /// If a constraint cannot be translated, those before it are on the stack.
    pub fn move_to<T: Target>(
        &mut self,
        solver: &mut impl Assertions<T>,
        translator: &mut Translator<T>,
        target: &mut T,
        terms: &Terms,
        constraints: &[TermId],
    ) -> Result<(), Reason> {
        let shared = self.shared(constraints);
        solver.pop(target, self.levels.len() - shared)?;
        for level in self.levels.drain(shared..) {
            for part in level.conditions {
                self.conditions.remove(&part);
            }
        }
        for &constraint in &constraints[shared..] {
            let truth = translator.truth(target, terms, constraint)?;
            let leaves = translator.leaves(terms, constraint);
            solver.push(target)?;
            let mut conditions = Vec::new();
            for &part in &leaves.conditions {
                if let Some(condition) = translator.condition(part)
                    && self.conditions.insert(part)
                {
                    solver.assert(target, condition)?;
                    conditions.push(part);
                }
            }
            self.levels.push(Level { constraint, conditions });
            solver.assert(target, &truth)?;
        }
        Ok(())
    }
}
