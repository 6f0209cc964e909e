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
mod stack;
mod table;
mod target;

pub use leaves::Leaves;
pub use stack::{Assertions, Stack};
pub use target::{Built, FloatSort, Name, Operator, Target};

use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{BaseId, Op, Sort, TermId, Terms, View};
use leaves::LeafFinder;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use table::{read_table, small_table, table_array};

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

    /// One operator, whose parts are known.
    fn build(
        &mut self,
        target: &mut T,
        terms: &Terms,
        term: TermId,
        scope: u32,
    ) -> Result<Entry<T::Expr>, Reason> {
        if term == TermId::FALSE || term == TermId::TRUE {
            let value = u64::from(term == TermId::TRUE);
            let truth = target.truth(value == 1)?;
            let vector = target.constant(&Bits::from_u64(1, value))?;
            return Ok(Entry { truth: Some(truth), vector: Some(vector) });
        }
        if is_truth(terms, term) {
            let truth = self.build_truth(target, terms, term, scope)?;
            return Ok(Entry { truth: Some(truth), vector: None });
        }
        let vector = self.build_vector(target, terms, term, scope)?;
        Ok(Entry { truth: None, vector: Some(vector) })
    }

    /// An operator that makes a truth value.
    fn build_truth(&mut self, target: &mut T, terms: &Terms, term: TermId, scope: u32) -> Built<T> {
        match terms.view(term) {
            View::Not(x) => {
                let x = self.as_truth(target, terms, x, scope)?;
                target.apply(Operator::Not, &[&x])
            }
            View::Binary(op @ (Op::And | Op::Or | Op::Xor), x, y) => {
                let x = self.as_truth(target, terms, x, scope)?;
                let y = self.as_truth(target, terms, y, scope)?;
                let operator = match op {
                    Op::And => Operator::And,
                    Op::Or => Operator::Or,
                    _ => Operator::Xor,
                };
                target.apply(operator, &[&x, &y])
            }
            // Of two truth values, one of which is none by nature, too.
            View::Binary(Op::Eq, x, y) if is_truth(terms, x) || is_truth(terms, y) => {
                let x = self.as_truth(target, terms, x, scope)?;
                let y = self.as_truth(target, terms, y, scope)?;
                target.apply(Operator::Equal, &[&x, &y])
            }
            View::Binary(op, x, y) => self.binary(target, terms, scope, op, x, y),
            View::Ite(condition, yes, no) => {
                let condition = self.as_truth(target, terms, condition, scope)?;
                let yes = self.as_truth(target, terms, yes, scope)?;
                let no = self.as_truth(target, terms, no, scope)?;
                target.apply(Operator::Ite, &[&condition, &yes, &no])
            }
            View::Forall { from, to, body } => {
                let inner = self.inner[&(term, scope)];
                let variable = self.scopes[inner as usize - 1].variable.clone();
                let from = self.as_vector(target, terms, from, scope)?;
                let to = self.as_vector(target, terms, to, scope)?;
                let below = target.apply(Operator::UnsignedLess, &[&variable, &from])?;
                let inside = target.apply(Operator::UnsignedLess, &[&variable, &to])?;
                let beyond = target.apply(Operator::Not, &[&inside])?;
                let outside = target.apply(Operator::Or, &[&below, &beyond])?;
                let body = self.as_truth(target, terms, body, inner)?;
                let body = target.apply(Operator::Or, &[&outside, &body])?;
                target.forall(&variable, &body)
            }
            View::FloatCompare(op, format, x, y) => {
                let x = self.as_vector(target, terms, x, scope)?;
                let y = self.as_vector(target, terms, y, scope)?;
                float::compare(target, op, format, &x, &y)
            }
            other => unreachable!("{other:?} makes no truth value"),
        }
    }

    /// An operator that makes a bit-vector or an array.
    fn build_vector(
        &mut self,
        target: &mut T,
        terms: &Terms,
        term: TermId,
        scope: u32,
    ) -> Built<T> {
        let width = || terms.width(term);
        match terms.view(term) {
            View::Const(value) => target.constant(&Bits::from_u64(width(), value)),
            View::WideConst(value) => target.constant(value),
            View::Table(table) => table_array(target, table),
            View::Symbol(id) => target.symbol(Name::Symbol(id), terms.sort(term)),
            View::Base(id) => self.base(target, terms, term, id),
            View::Bound(index) => {
                let mut scope = scope;
                for _ in 0..index {
                    scope = self.scopes[scope as usize - 1].outer;
                }
                Ok(self.scopes[scope as usize - 1].variable.clone())
            }
            View::Not(x) => self.unary(target, terms, scope, Operator::BitNot, x),
            View::Binary(op, x, y) => self.binary(target, terms, scope, op, x, y),
            View::Ite(condition, yes, no) => {
                let condition = self.as_truth(target, terms, condition, scope)?;
                let yes = self.as_vector(target, terms, yes, scope)?;
                let no = self.as_vector(target, terms, no, scope)?;
                target.apply(Operator::Ite, &[&condition, &yes, &no])
            }
            View::Concat(high, low) => match terms.as_zext(term) {
                Some(inner) => {
                    let by = width() - terms.width(inner);
                    self.unary(target, terms, scope, Operator::ZeroExtend(by), inner)
                }
                None => {
                    let high = self.as_vector(target, terms, high, scope)?;
                    let low = self.as_vector(target, terms, low, scope)?;
                    target.apply(Operator::Concat, &[&high, &low])
                }
            },
            View::Extract(x, low) => {
                let operator = Operator::Extract { high: low + width() - 1, low };
                self.unary(target, terms, scope, operator, x)
            }
            View::SExt(x) => {
                let by = width() - terms.width(x);
                self.unary(target, terms, scope, Operator::SignExtend(by), x)
            }
            View::Select(array, index) => {
                let index_width = terms.width(index);
                let index = self.as_vector(target, terms, index, scope)?;
                if let Some(table) = small_table(terms, array) {
                    return read_table(target, table, &index, index_width);
                }
                let array = self.as_vector(target, terms, array, scope)?;
                target.apply(Operator::Select, &[&array, &index])
            }
            View::Store(array, index, element) => {
                let array = self.as_vector(target, terms, array, scope)?;
                let index = self.as_vector(target, terms, index, scope)?;
                let element = self.as_vector(target, terms, element, scope)?;
                target.apply(Operator::Store, &[&array, &index, &element])
            }
            View::ConstArray(element) => {
                let element = self.as_vector(target, terms, element, scope)?;
                let Sort::Array { index, element: width } = terms.sort(term) else {
                    unreachable!("a constant array has an array sort")
                };
                target.constant_array(index, width, &element)
            }
            view @ (View::FloatBinary(..)
            | View::FloatUnary(..)
            | View::FloatFma(..)
            | View::FloatCast(..)) => {
                let mut operands = Vec::with_capacity(3);
                for operand in terms.children(term) {
                    operands.push(self.as_vector(target, terms, operand, scope)?);
                }
                let loose = terms.loose_bound(term) > 0;
                let (bits, condition) = float::operation(target, term, &view, &operands, loose)?;
                if let Some(condition) = condition {
                    self.conditions.insert(term, condition);
                }
                Ok(bits)
            }
            other => unreachable!("{other:?} makes no bit-vector"),
        }
    }

    fn unary(
        &mut self,
        target: &mut T,
        terms: &Terms,
        scope: u32,
        operator: Operator,
        x: TermId,
    ) -> Built<T> {
        let x = self.as_vector(target, terms, x, scope)?;
        target.apply(operator, &[&x])
    }

    fn binary(
        &mut self,
        target: &mut T,
        terms: &Terms,
        scope: u32,
        op: Op,
        x: TermId,
        y: TermId,
    ) -> Built<T> {
        let x = self.as_vector(target, terms, x, scope)?;
        let y = self.as_vector(target, terms, y, scope)?;
        target.apply(binary_operator(op), &[&x, &y])
    }

    /// The bits that alignment leaves open, of at most the 64 that a model keeps of an address.
    fn base(&mut self, target: &mut T, terms: &Terms, term: TermId, id: BaseId) -> Built<T> {
        let base = terms.base_info(id);
        let width = base.width;
        let aligned = base.align.trailing_zeros().min(width);
        let top = width.min(64);
        if aligned >= top {
            if base.non_null {
                let never = target.truth(false)?;
                self.conditions.insert(term, never);
            }
            return target.constant(&Bits::from_u64(width, 0));
        }
        let open = target.symbol(Name::Base(id), Sort::BitVec(top - aligned))?;
        if base.non_null {
            let zero = target.constant(&Bits::from_u64(top - aligned, 0))?;
            let null = target.apply(Operator::Equal, &[&open, &zero])?;
            let condition = target.apply(Operator::Not, &[&null])?;
            self.conditions.insert(term, condition);
        }
        let mut address = open;
        if aligned > 0 {
            let zeros = target.constant(&Bits::from_u64(aligned, 0))?;
            address = target.apply(Operator::Concat, &[&address, &zeros])?;
        }
        if width > top {
            address = target.apply(Operator::ZeroExtend(width - top), &[&address])?;
        }
        Ok(address)
    }
}

/// Whether a term is translated as a truth value first.
fn is_truth(terms: &Terms, term: TermId) -> bool {
    terms.sort(term) == Sort::BitVec(1)
        && matches!(
            terms.op(term),
            Op::Eq
                | Op::Ult
                | Op::Slt
                | Op::Forall
                | Op::FloatCompare
                | Op::Not
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Ite
        )
}

fn binary_operator(op: Op) -> Operator {
    match op {
        Op::And => Operator::BitAnd,
        Op::Or => Operator::BitOr,
        Op::Xor => Operator::BitXor,
        Op::Add => Operator::Add,
        Op::Mul => Operator::Mul,
        Op::UDiv => Operator::UnsignedDiv,
        Op::URem => Operator::UnsignedRem,
        Op::SDiv => Operator::SignedDiv,
        Op::SRem => Operator::SignedRem,
        Op::Shl => Operator::ShiftLeft,
        Op::LShr => Operator::LogicalShiftRight,
        Op::AShr => Operator::ArithmeticShiftRight,
        Op::Eq => Operator::Equal,
        Op::Ult => Operator::UnsignedLess,
        Op::Slt => Operator::SignedLess,
        _ => unreachable!("{op:?} has no two bit-vectors as operands"),
    }
}
