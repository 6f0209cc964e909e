//! The one trait behind which SMT solvers stand.
//!
//! No layer above looks through it. A backend is asked about a conjunction of terms of width 1, in
//! the order in which a path collected them. What it keeps between questions (a stack of assertions,
//! circuits, learned clauses) is its own affair and never changes an answer: queries that share a
//! long beginning are merely answered faster.

use dunlin_term::{Evaluator, Model, TermId, Terms};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Instant;

/// How much work a query may cost. The count of conflicts makes runs repeatable; a deadline does not
/// and is only for limits of wall-clock time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub conflicts: u64,
    pub deadline: Option<Instant>,
}

impl Budget {
    /// So many conflicts and no deadline.
    pub fn conflicts(conflicts: u64) -> Budget {
        Budget { conflicts, deadline: None }
    }
}

/// What a backend says about a conjunction.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The model satisfies every constraint; this was checked by evaluating them.
    Sat(Model),
    Unsat,
    Unknown(Reason),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// Why a backend has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The budget of conflicts is used up.
    Conflicts,
    /// The deadline has passed.
    Deadline,
    /// The query is too large for this backend.
    Size,
    /// The query uses something that this backend does not know.
    Unsupported(&'static str),
    /// The backend found a model that does not satisfy the query: a bug of the engine.
    WrongModel,
    /// The solver library reported a failure, for example that memory ran out.
    Failure,
    /// All work must end (see [`dunlin_stop`]).
    Stopped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Conflicts => "the budget of conflicts is used up",
            Reason::Deadline => "the deadline has passed",
            Reason::Size => "the query is too large",
            Reason::Unsupported(what) => return write!(f, "{what} is not supported"),
            Reason::WrongModel => "the model does not satisfy the query",
            Reason::Failure => "the solver library failed",
            Reason::Stopped => "work had to end",
        })
    }
}

/// What a backend did so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Statistics {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub conflicts: u64,
    /// Conflicts and propagations of the native backend; of the others what comes near them, by their own
    /// measure. The same in every run.
    pub effort: u64,
    /// How often the solver was thrown away and started again.
    pub renewals: u64,
    /// Axioms that were added because a model violated them.
    pub lemmas: u64,
}

impl Statistics {
    /// Both together.
    pub fn with(&self, other: &Statistics) -> Statistics {
        Statistics {
            queries: self.queries + other.queries,
            sat: self.sat + other.sat,
            unsat: self.unsat + other.unsat,
            unknown: self.unknown + other.unknown,
            conflicts: self.conflicts + other.conflicts,
            effort: self.effort + other.effort,
            renewals: self.renewals + other.renewals,
            lemmas: self.lemmas + other.lemmas,
        }
    }

    /// Counts one answer.
    pub fn count(&mut self, answer: &Answer) {
        self.queries += 1;
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
    }
}

/// A solver of conjunctions of terms.
pub trait Backend {
    fn name(&self) -> &'static str;

    /// Whether all `constraints` (of width 1) can be true together.
    fn check(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer;

    /// After an answer that there is no solution: some of the constraints that have none already.
    fn core(&mut self) -> Option<Vec<TermId>> {
        None
    }

    /// Forgets everything that is keyed by terms. Must be called when terms were recycled (their ids
    /// come back as other terms) and before the backend is used with another arena.
    fn forget(&mut self);

    fn statistics(&self) -> Statistics;
}

/// Evaluates the constraints under a model that a solver library found: an error unless all hold.
pub(crate) fn verify(
    evaluator: &mut Evaluator,
    terms: &Terms,
    constraints: &[TermId],
    model: &Model,
) -> Result<(), Reason> {
    let mut evaluation = evaluator.start(terms, model);
    let mut verified = Ok(());
    for &constraint in constraints {
        match evaluation.holds(constraint) {
            Some(true) => {}
            Some(false) => return Err(Reason::WrongModel),
            None => verified = Err(Reason::Unsupported("a quantifier over a range this large")),
        }
    }
    verified
}
