//! What is asked of a region, and who answers.

use crate::graph::Role;
use dunlin_solver::backend::{Answer, Budget};
use dunlin_solver::chain::Portfolio;
use dunlin_term::{Model, TermId, Terms};
use std::time::Instant;

/// Which paths are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Paths to a target on which nothing was lost.
    Target,
    /// The same, and paths to where something is lost. If there are none, the target is unreachable in the program.
    TargetOrLoss,
}

impl Question {
    /// Whether a path that has got to such a node is one of those.
    pub fn ends_at(self, role: Role) -> bool {
        match role {
            Role::Target => true,
            Role::Lost(_) => self == Question::TargetOrLoss,
            Role::Plain | Role::LoopHead => false,
        }
    }
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Reply {
    /// There is such a path, with these values of inputs.
    Possible(Box<Model>),
    Impossible,
    /// No solver knows.
    Unknown,
}

/// The solvers, with what a query may cost.
pub struct Solver<'s> {
    pub portfolio: &'s mut Portfolio,
    pub budget: Budget,
    pub queries: u64,
}

impl<'s> Solver<'s> {
    pub fn new(portfolio: &'s mut Portfolio, budget: Budget) -> Solver<'s> {
        Solver { portfolio, budget, queries: 0 }
    }

    /// Whether there is no time left, as whoever does much between two queries asks.
    pub fn is_late(&self) -> bool {
        let late = self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || dunlin_stop::is_asked()
    }

    /// Whether all conditions can hold. Those that were asked about before come first, so that solvers need not begin anew.
    pub fn ask(&mut self, terms: &Terms, conditions: &[TermId]) -> Reply {
        self.ask_within(terms, conditions, u64::MAX)
    }

    /// The same with so many conflicts at most.
    pub fn ask_within(&mut self, terms: &Terms, conditions: &[TermId], most: u64) -> Reply {
        if conditions.contains(&TermId::FALSE) {
            return Reply::Impossible;
        }
        self.queries += 1;
        match self.portfolio.check(terms, conditions, self.budget, most) {
            Answer::Sat(model) => Reply::Possible(Box::new(model)),
            Answer::Unsat => Reply::Impossible,
            Answer::Unknown(_) => Reply::Unknown,
        }
    }
}
