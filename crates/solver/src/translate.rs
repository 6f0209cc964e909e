//! From our terms to the expressions of a foreign SMT library: one walk, shared by all of them.
//!
//! A library implements [`Target`], which says how its expressions are built; [`Translator`] walks
//! terms without recursion and remembers every closed term that it has translated, across queries.
//! [`Stack`] keeps the constraints of a solver that is incremental.
//!
//! - Terms of width 1 become truth values where the operator makes one, and are converted where a
//!   bit-vector is needed; SMT libraries treat the two as different sorts.
//! - A base is a symbol for the bits that its alignment and the 64 bits of an address in a model
//!   leave open. That it is not null is a condition to be asserted beside any constraint with it.
//! - Floating-point operators are computed on the library's floats, and their bits, those of NaNs
//!   included, are what `dunlin_ir::float` says ([`float`]).
//! - A quantifier gets a variable of its own each time that it is translated. Terms below it are
//!   remembered only until it is finished.
//!
//! The result is equivalent to the term, given the conditions: nothing is approximated.

mod float;
mod leaves;
mod operators;
mod stack;
mod table;
mod target;

pub use leaves::Leaves;
pub use stack::{Assertions, Stack};
pub use target::{Built, FloatSort, Name, Operator, Target};

use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{TermId, Terms, View};
use leaves::LeafFinder;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use table::small_table;

/// Outside of all quantifiers.
const OUTSIDE: u32 = 0;

/// A translated term, in the forms that were needed so far.
#[derive(Clone)]
struct Entry<E> {
    /// Of the sort of truth values.
    truth: Option<E>,
    /// Of a bit-vector or array sort.
    vector: Option<E>,
}

/// What a quantifier binds.
struct Scope<E> {
    outer: u32,
    variable: E,
}

/// What was translated so far, for one instance of a library.
///
/// Keyed by terms: after a recycling of terms, or for another arena, a new one is needed.
pub struct Translator<T: Target> {
    closed: FxHashMap<TermId, Entry<T::Expr>>,
    /// Terms with loose bound variables, by scope, while a quantifier is being translated.
    loose: FxHashMap<(TermId, u32), Entry<T::Expr>>,
    /// By quantifier and the scope around it: the scope of its body.
    inner: FxHashMap<(TermId, u32), u32>,
    scopes: Vec<Scope<T::Expr>>,
    variables: u32,
    conditions: FxHashMap<TermId, T::Expr>,
    leaves: FxHashMap<TermId, Arc<Leaves>>,
    finder: LeafFinder,
}

impl<T: Target> Default for Translator<T> {
    fn default() -> Self {
        Translator::new()
    }
}

impl<T: Target> Translator<T> {
    pub fn new() -> Self {
        Translator {
            closed: FxHashMap::default(),
            loose: FxHashMap::default(),
            inner: FxHashMap::default(),
            scopes: Vec::new(),
            variables: 0,
            conditions: FxHashMap::default(),
            leaves: FxHashMap::default(),
            finder: LeafFinder::default(),
        }
    }

    /// How many terms are remembered.
    pub fn len(&self) -> usize {
        self.closed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.closed.is_empty()
    }

    /// A closed term of width 1 as a truth value.
    pub fn truth(&mut self, target: &mut T, terms: &Terms, term: TermId) -> Built<T> {
        debug_assert_eq!(terms.width(term), 1);
        self.walk(target, terms, term)?;
        self.as_truth(target, terms, term, OUTSIDE)
    }

    /// A closed term as a bit-vector or an array.
    pub fn vector(&mut self, target: &mut T, terms: &Terms, term: TermId) -> Built<T> {
        self.walk(target, terms, term)?;
        self.as_vector(target, terms, term, OUTSIDE)
    }

    /// The symbols and bases of a term that was translated, and which of its parts have conditions.
    pub fn leaves(&mut self, terms: &Terms, term: TermId) -> Arc<Leaves> {
        if let Some(leaves) = self.leaves.get(&term) {
            return leaves.clone();
        }
        let has_condition = |part| self.conditions.contains_key(&part);
        let leaves = Arc::new(self.finder.find(terms, term, has_condition));
        self.leaves.insert(term, leaves.clone());
        leaves
    }

    /// The symbols and bases of several terms that were translated, each once.
    pub fn atoms(&mut self, terms: &Terms, of: &[TermId]) -> Vec<TermId> {
        let mut atoms: Vec<TermId> = Vec::new();
        for &term in of {
            atoms.extend(&self.leaves(terms, term).atoms);
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// What must be asserted with every constraint that contains `part`; see [`Leaves::conditions`].
    pub fn condition(&self, part: TermId) -> Option<&T::Expr> {
        self.conditions.get(&part)
    }

    /// Translates a closed term, whose parts may be any number of levels below it.
    fn walk(&mut self, target: &mut T, terms: &Terms, root: TermId) -> Result<(), Reason> {
        let result = self.translate_parts(target, terms, root);
        self.loose.clear();
        self.inner.clear();
        self.scopes.clear();
        result
    }

    fn translate_parts(
        &mut self,
        target: &mut T,
        terms: &Terms,
        root: TermId,
    ) -> Result<(), Reason> {
        let mut stack = vec![(root, OUTSIDE)];
        while let Some(&(term, scope)) = stack.last() {
            let before = stack.len();
            if !self.is_known(terms, term, scope) {
                self.push_parts(target, terms, term, scope, &mut stack)?;
                if stack.len() > before {
                    continue;
                }
                let entry = self.build(target, terms, term, scope)?;
                if terms.loose_bound(term) == 0 {
                    self.closed.insert(term, entry);
                } else {
                    self.loose.insert((term, scope), entry);
                }
            }
            stack.pop();
        }
        Ok(())
    }

    /// Pushes what must be translated before `term` can be.
    fn push_parts(
        &mut self,
        target: &mut T,
        terms: &Terms,
        term: TermId,
        scope: u32,
        stack: &mut Vec<(TermId, u32)>,
    ) -> Result<(), Reason> {
        let mut push = |this: &Self, part: TermId, scope: u32| {
            if !this.is_known(terms, part, scope) {
                stack.push((part, scope));
            }
        };
        match terms.view(term) {
            View::Forall { from, to, body } => {
                push(self, from, scope);
                push(self, to, scope);
                let inner = self.scope_of(target, terms, term, from, scope)?;
                push(self, body, inner);
            }
            View::Select(array, index) if small_table(terms, array).is_some() => {
                push(self, index, scope);
            }
            _ => terms.children(term).for_each(|child| push(self, child, scope)),
        }
        Ok(())
    }

    /// The scope of the body of a quantifier; its variable is made at the first visit.
    fn scope_of(
        &mut self,
        target: &mut T,
        terms: &Terms,
        forall: TermId,
        from: TermId,
        outer: u32,
    ) -> Result<u32, Reason> {
        if let Some(&inner) = self.inner.get(&(forall, outer)) {
            return Ok(inner);
        }
        self.variables += 1;
        let variable = target.variable(Name::Bound(self.variables), terms.width(from))?;
        self.scopes.push(Scope { outer, variable });
        let inner = self.scopes.len() as u32;
        self.inner.insert((forall, outer), inner);
        Ok(inner)
    }

    fn entry(&self, terms: &Terms, term: TermId, scope: u32) -> Option<&Entry<T::Expr>> {
        if terms.loose_bound(term) == 0 {
            self.closed.get(&term)
        } else {
            self.loose.get(&(term, scope))
        }
    }

    fn is_known(&self, terms: &Terms, term: TermId, scope: u32) -> bool {
        self.entry(terms, term, scope).is_some()
    }

    /// Completes an entry by the other form of the term.
    fn remember_form(
        &mut self,
        terms: &Terms,
        term: TermId,
        scope: u32,
        update: impl FnOnce(&mut Entry<T::Expr>),
    ) {
        let entry = if terms.loose_bound(term) == 0 {
            self.closed.get_mut(&term)
        } else {
            self.loose.get_mut(&(term, scope))
        };
        entry.map(update);
    }

    fn as_truth(&mut self, target: &mut T, terms: &Terms, term: TermId, scope: u32) -> Built<T> {
        let entry = self.entry(terms, term, scope).expect("parts are translated first");
        if let Some(truth) = &entry.truth {
            return Ok(truth.clone());
        }
        let vector = entry.vector.clone().expect("an entry has a form");
        let one = target.constant(&Bits::from_u64(1, 1))?;
        let truth = target.apply(Operator::Equal, &[&vector, &one])?;
        self.remember_form(terms, term, scope, |entry| entry.truth = Some(truth.clone()));
        Ok(truth)
    }

    fn as_vector(&mut self, target: &mut T, terms: &Terms, term: TermId, scope: u32) -> Built<T> {
        let entry = self.entry(terms, term, scope).expect("parts are translated first");
        if let Some(vector) = &entry.vector {
            return Ok(vector.clone());
        }
        let truth = entry.truth.clone().expect("an entry has a form");
        let one = target.constant(&Bits::from_u64(1, 1))?;
        let zero = target.constant(&Bits::from_u64(1, 0))?;
        let vector = target.apply(Operator::Ite, &[&truth, &one, &zero])?;
        self.remember_form(terms, term, scope, |entry| entry.vector = Some(vector.clone()));
        Ok(vector)
    }
}
