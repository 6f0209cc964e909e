//! The backend of our own: terms become circuits, circuits become clauses, CaDiCaL does the rest.
//!
//! - `blast` turns a term into literals of the circuit graph `aig`, once; `circuits` has the
//!   operators, `arrays` the reads, `tables` those of constants.
//! - `cnf` hands to the SAT solver what a query needs of the graph. Constraints are assumptions,
//!   so nothing must be undone between queries; the solver is renewed when most of what it knows
//!   belongs to other queries.
//! - `lemmas` adds axioms of arrays that an assignment violates, until there is none.
//! - A model is evaluated before it is returned.
//!
//! Floating point and quantifiers are not supported, nor is equality of large arrays.

mod aig;
mod arrays;
mod blast;
mod circuits;
mod cnf;
mod cone;
mod lemmas;
mod tables;

use crate::backend::{Answer, Backend, Budget, Reason, Statistics};
use aig::{Gate, Lit};
use blast::Blaster;
use cnf::Cnf;
use cone::{Cone, ConeFinder};
use dunlin_ir::Bits;
use dunlin_term::{ArrayValue, Evaluator, Model, Sort, TermId, Terms, View};
use lemmas::{Inspection, Relevance};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit as SatLit;
use std::sync::Arc;

/// The solver is renewed when what it knows of other queries exceeds this many variables and
/// [`STALE_FACTOR`] times those of the current query.
const STALE_VARIABLES: usize = 400;
const STALE_FACTOR: usize = 2;
/// The circuits are forgotten when they have this many nodes, between queries.
const MAX_KEPT_NODES: usize = 3_000_000;

/// The bit-blasting backend.
pub struct Native {
    blaster: Blaster,
    cnf: Cnf,
    /// By constraint: how many variables were new when it was encoded in the current solver.
    encoded: FxHashMap<TermId, usize>,
    /// Bases whose conditions the current solver has.
    bases: FxHashSet<TermId>,
    cones: FxHashMap<TermId, Arc<Cone>>,
    finder: ConeFinder,
    evaluator: Evaluator,
    /// Of the last question without a solution.
    core: Vec<TermId>,
    statistics: Statistics,
}

impl Default for Native {
    fn default() -> Self {
        Native::new()
    }
}

impl Native {
    pub fn new() -> Native {
        Native {
            blaster: Blaster::new(),
            cnf: Cnf::new(),
            encoded: FxHashMap::default(),
            bases: FxHashSet::default(),
            cones: FxHashMap::default(),
            finder: ConeFinder::default(),
            evaluator: Evaluator::new(),
            core: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    fn solve(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        budget: Budget,
    ) -> Result<Option<Model>, Reason> {
        let mut open = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            debug_assert_eq!(terms.width(constraint), 1);
            self.blaster.blast(terms, constraint)?;
            let lit = self.blaster.bits(terms, constraint)[0];
            match lit.as_constant() {
                Some(false) => {
                    self.core = vec![constraint];
                    return Ok(None);
                }
                Some(true) => {}
                None => open.push((constraint, lit)),
            }
        }
        self.renew_if_stale(&open);
        let mut cones: Vec<Arc<Cone>> = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            if dunlin_stop::is_asked() {
                return Err(Reason::Stopped);
            }
            cones.push(self.cone(terms, constraint));
        }
        let cone = self.finder.union(terms, &cones);
        self.add_base_conditions(&cone)?;
        let mut assumptions = Vec::new();
        let mut owners = Vec::new();
        for (constraint, lit) in open {
            self.assume(constraint, lit, &mut assumptions)?;
            owners.resize(assumptions.len(), constraint);
        }
        let answer = self.refine(terms, constraints, &cone, &assumptions, budget)?;
        if answer.is_none() {
            let needed: FxHashSet<SatLit> = self.cnf.core().into_iter().map(|lit| !lit).collect();
            let by = assumptions.iter().zip(owners).filter(|(lit, _)| needed.contains(lit));
            self.core = by.map(|(_, constraint)| constraint).collect();
            self.core.dedup();
        }
        Ok(answer)
    }

    /// Solves and adds lemmas until there is an answer. A round counts as a conflict.
    fn refine(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        cone: &Cone,
        assumptions: &[SatLit],
        mut budget: Budget,
    ) -> Result<Option<Model>, Reason> {
        loop {
            let (before, propagated) = (self.cnf.conflicts(), self.cnf.propagations());
            let answer = self.cnf.solve(assumptions, budget);
            let used = self.cnf.conflicts() - before;
            self.statistics.conflicts += used;
            self.statistics.effort += used + self.cnf.propagations() - propagated;
            if !answer? {
                return Ok(None);
            }
            budget.conflicts = budget.conflicts.checked_sub(used + 1).ok_or(Reason::Conflicts)?;
            let mut lemmas = Vec::new();
            for relevance in [Relevance::Encoded, Relevance::All] {
                let (blaster, cnf) = (&mut self.blaster, &mut self.cnf);
                let mut inspection = Inspection { terms, blaster, cnf, relevance };
                lemmas = inspection.lemmas(cone)?;
                if !lemmas.is_empty() {
                    break;
                }
                let model = extract_model(&mut inspection, cone);
                let mut evaluation = self.evaluator.start(terms, &model);
                if constraints.iter().all(|&term| evaluation.holds(term) == Some(true)) {
                    return Ok(Some(model));
                }
            }
            if lemmas.is_empty() {
                debug_assert!(false, "the model does not satisfy the query");
                return Err(Reason::WrongModel);
            }
            self.statistics.lemmas += lemmas.len() as u64;
            for lemma in &lemmas {
                self.cnf.add_axiom(&self.blaster.aig, lemma)?;
            }
        }
    }

    fn cone(&mut self, terms: &Terms, constraint: TermId) -> Arc<Cone> {
        if let Some(cone) = self.cones.get(&constraint) {
            return cone.clone();
        }
        let cone = Arc::new(self.finder.cone(terms, &self.blaster, constraint));
        self.cones.insert(constraint, cone.clone());
        cone
    }

    fn add_base_conditions(&mut self, cone: &Cone) -> Result<(), Reason> {
        for &symbol in &cone.symbols {
            if let Some(condition) = self.blaster.base_condition(symbol)
                && !self.bases.contains(&symbol)
            {
                self.cnf.add_axiom(&self.blaster.aig, &[condition])?;
                self.bases.insert(symbol);
            }
        }
        Ok(())
    }

    /// Assumes a constraint; a conjunction by its parts, which need no variable for the whole.
    fn assume(
        &mut self,
        constraint: TermId,
        lit: Lit,
        assumptions: &mut Vec<SatLit>,
    ) -> Result<(), Reason> {
        let before = self.cnf.len();
        let mut parts = vec![lit];
        while let Some(part) = parts.pop() {
            match self.blaster.aig.gate(part.node()) {
                Gate::And(x, y) if !part.is_inverted() && !self.cnf.is_encoded(part) => {
                    parts.extend([y, x]);
                }
                _ => assumptions.push(self.cnf.encode(&self.blaster.aig, part)?),
            }
        }
        let new = self.cnf.len() - before;
        self.encoded.entry(constraint).or_insert(new);
        Ok(())
    }

    fn renew_if_stale(&mut self, open: &[(TermId, Lit)]) {
        let known = |(constraint, _): &(TermId, Lit)| self.encoded.get(constraint).copied();
        let current: usize = open.iter().filter_map(known).sum();
        let stale = self.cnf.len() - current.min(self.cnf.len());
        if stale > STALE_VARIABLES + STALE_FACTOR * current {
            self.renew();
        }
    }

    fn renew(&mut self) {
        self.cnf = Cnf::new();
        self.encoded.clear();
        self.bases.clear();
        self.statistics.renewals += 1;
    }
}

impl Backend for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn check(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer {
        if self.blaster.aig.len() > MAX_KEPT_NODES {
            self.forget();
        }
        let answer = match self.solve(terms, constraints, budget) {
            Ok(Some(model)) => Answer::Sat(model),
            Ok(None) => Answer::Unsat,
            Err(reason) => Answer::Unknown(reason),
        };
        self.statistics.count(&answer);
        answer
    }

    fn core(&mut self) -> Option<Vec<TermId>> {
        Some(std::mem::take(&mut self.core))
    }

    fn forget(&mut self) {
        self.renew();
        self.blaster = Blaster::new();
        self.cones.clear();
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// The values of all leaves under the current assignment.
fn extract_model(inspection: &mut Inspection<'_>, cone: &Cone) -> Model {
    let terms = inspection.terms;
    let mut model = Model::new();
    for &symbol in &cone.symbols {
        // A symbol that only a read without a circuit uses may have no literals: it stays zero.
        let Some(bits) = inspection.blaster.known_bits(terms, symbol) else { continue };
        let bits = bits.to_vec();
        let value = inspection.value(&bits);
        match terms.view(symbol) {
            View::Symbol(id) => model.set(id, &value),
            View::Base(id) => model.set_address(id, value.low_u64()),
            other => unreachable!("{other:?} is not a leaf"),
        }
    }
    let mut reads = cone.cells.clone();
    reads.retain(|&read| inspection.is_relevant(read));
    for &array in &cone.arrays {
        if matches!(terms.view(array), View::Symbol(_)) {
            reads.extend(inspection.relevant_reads(array));
        }
    }
    reads.sort_unstable();
    reads.dedup();
    let mut arrays: FxHashMap<TermId, ArrayValue> = FxHashMap::default();
    for read in reads {
        let read = inspection.blaster.reads.get(read);
        let (array, index, value) = (read.array, read.index.clone(), read.value.clone());
        let (index, value) = (inspection.value(&index), inspection.value(&value));
        let Sort::Array { index: width, element } = terms.sort(array) else {
            unreachable!("only arrays are read")
        };
        let zeros = || ArrayValue::new(width, Bits::from_u64(element, 0));
        arrays.entry(array).or_insert_with(zeros).set(&index, &value);
    }
    for (array, value) in arrays {
        if let View::Symbol(id) = terms.view(array) {
            model.set_array(id, value);
        }
    }
    model
}
