//! The backend over Z3, for what the native one does not know: floating point, quantifiers and
//! large arrays.
//!
//! - `context` builds expressions ([`crate::translate`] walks the terms), `solver` has the stack of
//!   assertions and the limits, `model` reads models.
//! - Constraints are pushed one by one. The next query pops to the beginning that it shares with the
//!   last one and pushes the rest. On a new path the solver is renewed: an old one keeps lemmas
//!   and heuristics of other paths, which costs more than it saves.
//! - Queries with floats go to a second engine, which bit-blasts each from scratch; those with
//!   quantifiers, too, stay with the first.
//! - Translated terms are kept across queries up to a number of them; then the context is renewed.
//! - A model is evaluated before it is returned. If a quantifier ranges too far to be evaluated, its
//!   model cannot be checked and the answer is unknown, never satisfiable.
//! - Budgets: Z3 stops at the number of conflicts, or at an amount of its own measure of work that is
//!   in proportion to it; both are the same in every run. A deadline is a timeout.
//!
//! What Z3 reports as an error makes the answer unknown, and the context is renewed.

mod context;
mod model;
mod solver;

use crate::backend::{Answer, Backend, Budget, Reason, Statistics, verify};
use crate::translate::{Stack, Translator};
use context::Context;
use dunlin_term::{Evaluator, Model, Op, Sort, TermId, Terms, View};
use model::ModelReader;
use rustc_hash::FxHashSet;
use solver::{Engine, Solver, Verdict};

/// The context is renewed when so many terms were translated, between queries.
const MAX_KEPT_TERMS: usize = 500_000;

/// Z3 counts about 500 for a conflict; with what it propagates, a conflict is some hundred steps of effort.
const WORK_PER_EFFORT: u64 = 5;

/// The backend over Z3.
#[derive(Default)]
pub struct Z3 {
    /// Made at the first query, so that an unused backend costs nothing.
    session: Option<Session>,
    evaluator: Evaluator,
    statistics: Statistics,
}

// SAFETY: a session is reached only through its owner; Z3 allows a context to be used by different
// threads one after the other.
unsafe impl Send for Session {}

impl Z3 {
    pub fn new() -> Z3 {
        Z3::default()
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
        if self.session.as_ref().is_some_and(|session| session.translator.len() > MAX_KEPT_TERMS) {
            self.renew();
        }
        let session = match &mut self.session {
            Some(session) => session,
            none => none.insert(Session::new()?),
        };
        session.move_to(terms, constraints, &mut self.statistics)?;
        let verdict = session.solver.check(&session.context, budget);
        self.statistics.conflicts += session.new_conflicts();
        self.statistics.effort += session.new_work() / WORK_PER_EFFORT;
        match verdict? {
            Verdict::Unsat => Ok(None),
            Verdict::Sat => {
                let (model, exact) = session.model(terms, constraints)?;
                match verify(&mut self.evaluator, terms, constraints, &model) {
                    Err(Reason::WrongModel) if !exact => {
                        Err(Reason::Unsupported("a model with this kind of array"))
                    }
                    // See `FEW_INDEX_BITS` of `context`: with more elements it must be told apart here.
                    Err(Reason::WrongModel) if compares_arrays(terms, constraints) => {
                        Err(Reason::Unsupported("this equality of arrays"))
                    }
                    checked => checked.map(|()| Some(model)),
                }
            }
        }
    }

    fn renew(&mut self) {
        if self.session.take().is_some() {
            self.statistics.renewals += 1;
        }
    }
}

/// Whether arrays are compared in the constraints.
fn compares_arrays(terms: &Terms, constraints: &[TermId]) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = constraints.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let View::Binary(Op::Eq, x, _) = terms.view(term)
            && matches!(terms.sort(x), Sort::Array { .. })
        {
            return true;
        }
        stack.extend(terms.children(term));
    }
    false
}

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn check(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer {
        let answer = match self.solve(terms, constraints, budget) {
            Ok(Some(model)) => Answer::Sat(model),
            Ok(None) => Answer::Unsat,
            Err(reason) => {
                if reason == Reason::Failure {
                    self.renew();
                }
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

/// A context with what was translated into it, and a solver.
struct Session {
    solver: Solver,
    engine: Engine,
    translator: Translator<Context>,
    stack: Stack,
    /// Of the current solver, at the end of the last query.
    conflicts: u64,
    /// Of the context, at the end of the last query.
    work: u64,
    /// Last, since everything else belongs to it.
    context: Context,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.solver.release(&self.context);
    }
}

impl Session {
    fn new() -> Result<Session, Reason> {
        let context = Context::new()?;
        Ok(Session {
            solver: Solver::new(&context, Engine::Lazy)?,
            engine: Engine::Lazy,
            translator: Translator::new(),
            stack: Stack::default(),
            conflicts: 0,
            work: 0,
            context,
        })
    }

    /// Makes the constraints those of the solver.
    fn move_to(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        statistics: &mut Statistics,
    ) -> Result<(), Reason> {
        let engine = self.engine_for(terms, constraints)?;
        if engine != self.engine || self.stack.is_elsewhere(constraints) {
            let new = Solver::new(&self.context, engine)?;
            self.solver.release(&self.context);
            self.solver = new;
            self.engine = engine;
            self.stack = Stack::default();
            self.conflicts = 0;
            statistics.renewals += 1;
        }
        let Session { solver, translator, stack, context, .. } = self;
        stack.move_to(solver, translator, context, terms, constraints)
    }

    /// Floats have an engine of their own, which knows no quantifiers.
    fn engine_for(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<Engine, Reason> {
        let mut floats = false;
        for &constraint in constraints {
            if terms.has_quantifier(constraint) {
                return Ok(Engine::Lazy);
            }
            // The leaves are known only after the translation, which finds the conditions.
            self.translator.truth(&mut self.context, terms, constraint)?;
            floats |= self.translator.leaves(terms, constraint).floats;
        }
        Ok(if floats { Engine::Floats } else { Engine::Lazy })
    }

    /// The conflicts since the last call.
    fn new_conflicts(&mut self) -> u64 {
        let now = self.solver.conflicts(&self.context);
        let before = if self.engine == Engine::Floats { 0 } else { self.conflicts };
        let new = now.saturating_sub(before);
        self.conflicts = now;
        new
    }

    /// The work since the last call.
    fn new_work(&mut self) -> u64 {
        let now = self.solver.work(&self.context);
        let new = now.saturating_sub(self.work);
        self.work = now;
        new
    }

    /// The values of all leaves in the model of the solver, and whether they are read exactly.
    fn model(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<(Model, bool), Reason> {
        let atoms = self.translator.atoms(terms, constraints);
        let mut exprs = Vec::with_capacity(atoms.len());
        for &atom in &atoms {
            exprs.push(self.translator.vector(&mut self.context, terms, atom)?);
        }
        let raw = self.solver.model(&self.context)?;
        let reader = ModelReader::new(&self.context, raw);
        let mut model = Model::new();
        let mut exact = true;
        for (atom, expr) in atoms.into_iter().zip(exprs) {
            match (terms.view(atom), terms.sort(atom)) {
                (View::Symbol(id), Sort::BitVec(width)) => {
                    model.set(id, &reader.bits(expr, width)?);
                }
                (View::Symbol(id), Sort::Array { index, element }) => {
                    let (value, as_read) = reader.array(expr, index, element)?;
                    exact &= as_read;
                    model.set_array(id, value);
                }
                (View::Base(id), Sort::BitVec(width)) => {
                    model.set_address(id, reader.bits(expr, width)?.low_u64());
                }
                (other, _) => unreachable!("{other:?} is not a leaf"),
            }
        }
        Ok((model, exact))
    }
}
