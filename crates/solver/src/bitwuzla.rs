//! The backend over Bitwuzla, for hard bit-vector queries and for floating point.
//!
//! - `manager` builds terms ([`crate::translate`] walks ours), `solver` has the stack of assertions,
//!   the limits and the values of a model.
//! - Constraints are pushed one by one. The next query pops to the beginning that it shares with the
//!   last one and pushes the rest. On a new path everything is renewed: what Bitwuzla keeps of other
//!   paths costs more than translating again saves.
//! - A model is evaluated before it is returned. If a quantifier ranges too far to be evaluated, its
//!   model cannot be checked and the answer is unknown, never satisfiable.
//! - Budgets: Bitwuzla does not count conflicts for us, but asks now and then whether to stop, at
//!   the same points in every run. Each question counts as a conflict; in a long search it stands for
//!   three to eight, in a short one mostly for simplifications. A deadline is looked at with each
//!   question.
//!
//! What Bitwuzla reports as an error makes the answer unknown. After any unknown answer everything
//! is renewed: nothing is built on a state that was left in the middle.

mod manager;
mod solver;

use crate::backend::{Answer, Backend, Budget, Reason, Statistics, verify};
use crate::translate::{Stack, Translator};
use dunlin_term::{Evaluator, Model, Sort, TermId, Terms, View};
use manager::{Manager, listen_to_errors};
use solver::Solver;

/// Everything is renewed when so many terms were translated, between queries.
const MAX_KEPT_TERMS: usize = 100_000;

/// What it stands for when Bitwuzla asks whether to stop: some conflicts with their propagations.
const EFFORT: u64 = 100;

/// The backend over Bitwuzla.
pub struct Bitwuzla {
    /// Made at the first query, so that an unused backend costs nothing.
    session: Option<Session>,
    evaluator: Evaluator,
    statistics: Statistics,
}

// SAFETY: a session is reached only through its owner; Bitwuzla's objects belong to no thread, and
// what it keeps per thread is set anew by every query.
unsafe impl Send for Session {}

impl Default for Bitwuzla {
    fn default() -> Self {
        Bitwuzla::new()
    }
}

impl Bitwuzla {
    pub fn new() -> Bitwuzla {
        Bitwuzla { session: None, evaluator: Evaluator::new(), statistics: Statistics::default() }
    }

    fn solve(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        budget: Budget,
    ) -> Result<Option<Model>, Reason> {
        if constraints.contains(&TermId::FALSE) {
            return Ok(None);
        }
        listen_to_errors();
        if self.session.as_ref().is_some_and(|session| session.is_stale(constraints)) {
            self.renew();
        }
        let session = match &mut self.session {
            Some(session) => session,
            none => none.insert(Session::new()?),
        };
        session.move_to(terms, constraints)?;
        let (verdict, used) = session.solver.check(budget);
        self.statistics.conflicts += used;
        self.statistics.effort += used * EFFORT;
        if !verdict? {
            return Ok(None);
        }
        let model = session.model(terms, constraints)?;
        verify(&mut self.evaluator, terms, constraints, &model)?;
        Ok(Some(model))
    }

    fn renew(&mut self) {
        if self.session.take().is_some() {
            self.statistics.renewals += 1;
        }
    }
}

impl Backend for Bitwuzla {
    fn name(&self) -> &'static str {
        "bitwuzla"
    }

    fn check(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer {
        let answer = match self.solve(terms, constraints, budget) {
            Ok(Some(model)) => Answer::Sat(model),
            Ok(None) => Answer::Unsat,
            Err(reason) => {
                self.renew();
                Answer::Unknown(reason)
            }
        };
        self.statistics.count(&answer);
        answer
    }

    fn forget(&mut self) {
        self.renew();
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// A term manager with what was translated into it, and a solver.
struct Session {
    solver: Solver,
    translator: Translator<Manager>,
    stack: Stack,
    /// Last, since everything else belongs to it.
    manager: Manager,
}

impl Session {
    fn new() -> Result<Session, Reason> {
        let manager = Manager::new()?;
        Ok(Session {
            solver: Solver::new(&manager)?,
            translator: Translator::new(),
            stack: Stack::default(),
            manager,
        })
    }

    fn is_stale(&self, constraints: &[TermId]) -> bool {
        self.translator.len() > MAX_KEPT_TERMS || self.stack.is_elsewhere(constraints)
    }

    /// Makes the constraints those of the solver.
    fn move_to(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<(), Reason> {
        let Session { solver, translator, stack, manager } = self;
        stack.move_to(solver, translator, manager, terms, constraints)
    }

    /// The values of all leaves in the model of the solver.
    fn model(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<Model, Reason> {
        let atoms = self.translator.atoms(terms, constraints);
        let mut model = Model::new();
        for atom in atoms {
            let expr = self.translator.vector(&mut self.manager, terms, atom)?;
            match (terms.view(atom), terms.sort(atom)) {
                (View::Symbol(id), Sort::BitVec(width)) => {
                    model.set(id, &self.solver.bits(expr, width)?);
                }
                (View::Symbol(id), Sort::Array { index, element }) => {
                    model.set_array(id, self.solver.array(expr, index, element)?);
                }
                (View::Base(id), Sort::BitVec(width)) => {
                    model.set_address(id, self.solver.bits(expr, width)?.low_u64());
                }
                (other, _) => unreachable!("{other:?} is not a leaf"),
            }
        }
        Ok(model)
    }
}
