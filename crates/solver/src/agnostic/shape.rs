//! The shape of every term in which bases occur, and what it needs not to depend on addresses.
//!
//! Computed from the children upwards and remembered. What a term needs is the union of what its
//! children need, so that most terms share theirs.

use super::guard::{Known, is_known};
use super::leaf::{Leaf, MAX_LEAVES, are_apart, bases_of, known_size, union};
use super::{Agnostic, Demand};
use crate::chain::Facts;
use dunlin_term::{BaseId, Op, Sort, TermId, Terms, View};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// So many pairs of leaves are compared.
const MAX_PAIRS: usize = 1 << 14;

/// So many stores of numbers are looked at for the greatest of them.
const MAX_STORES: usize = 1 << 12;

/// A pointer, without the numbers that were added to it, minus a base: an offset where the pointer is
/// in that object, and then with any number added.
pub(super) type Difference = (TermId, BaseId);

/// A difference is an offset only where its pointer is not in this other object that it can be in, or
/// not a plain number.
pub(super) type Need = (Difference, Option<BaseId>);

/// What a value is, as a function of inputs, of pinned addresses and of addresses.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Of inputs and pinned addresses alone. Truth values are numbers, too.
    Number,
    /// One of these. The term is the value without the numbers that were added to it: where that
    /// is in some object, so is this.
    Pointer(Rc<[Leaf]>, TermId),
    /// One of these, minus a base.
    Difference(Rc<[Leaf]>, Difference),
    /// A number, as a leaf without a base, minus a base.
    Negated(Leaf, BaseId),
    /// An array of such elements.
    Pointers(Rc<[Leaf]>),
}

#[derive(Clone)]
pub(super) struct Info {
    pub shape: Shape,
    /// Bases that are pinned whatever else is known.
    pub pins: Rc<[BaseId]>,
    /// Comparisons that need bounds. Sorted, as all of these.
    pub demands: Rc<[TermId]>,
    /// What must be known of pointers for differences to be offsets.
    pub open: Rc<[Need]>,
}

impl Info {
    fn number() -> Info {
        let (pins, demands, open) = (Rc::default(), Rc::default(), Rc::default());
        Info { shape: Shape::Number, pins, demands, open }
    }

    /// Adds what another term needs.
    fn absorb(&mut self, other: &Info) {
        self.pins = joined(&self.pins, &other.pins);
        self.demands = joined(&self.demands, &other.demands);
        self.open = joined(&self.open, &other.open);
    }

    fn add_pins(&mut self, bases: &[BaseId]) {
        self.pins = joined(&self.pins, bases);
    }
}

fn joined<T: Copy + Ord>(x: &Rc<[T]>, y: &[T]) -> Rc<[T]> {
    if y.iter().all(|item| x.binary_search(item).is_ok()) {
        return Rc::clone(x);
    }
    let mut all: Vec<T> = x.iter().chain(y).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

fn without(open: &Rc<[Need]>, known: &[Known]) -> Rc<[Need]> {
    if known.is_empty() || open.is_empty() {
        return Rc::clone(open);
    }
    open.iter().copied().filter(|need| !is_known(need, known)).collect()
}

impl Agnostic {
    /// Of a term with bases in it.
    pub(super) fn info(&mut self, terms: &Terms, term: TermId) -> &Info {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.infos.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let unknown =
                |child: &TermId| terms.has_base(*child) && !self.infos.contains_key(child);
            stack.extend(terms.children(top).filter(unknown));
            if stack.len() == before {
                let info = self.of_node(terms, top);
                self.infos.insert(top, info);
                stack.pop();
            }
        }
        &self.infos[&term]
    }

    /// All children with bases are known.
    fn of_node(&mut self, terms: &Terms, term: TermId) -> Info {
        match terms.view(term) {
            View::Base(id) if known_size(terms, id).is_some() => {
                let leaf = Leaf::at(Some(id), 0);
                Info { shape: Shape::Pointer([leaf].into(), term), ..Info::number() }
            }
            View::Base(id) => Info { pins: [id].into(), ..Info::number() },
            View::Ite(condition, x, y) => self.of_choice(terms, term, condition, x, y),
            View::Binary(op @ (Op::And | Op::Or), x, y) if terms.width(term) == 1 => {
                self.of_connective(terms, x, y, op == Op::And)
            }
            View::Binary(Op::Add, x, y) => self.of_sum(terms, x, y),
            View::Binary(Op::Mul, x, y) => self.of_product(terms, term, x, y),
            View::Binary(Op::Eq, x, y) if !terms.is_array(x) => self.of_equality(terms, term, x, y),
            View::Binary(Op::Ult, x, y) => self.of_order(terms, term, x, y),
            View::Select(array, index) => {
                let mut info = self.needs(terms, &[array]);
                self.take_number(terms, &mut info, index);
                if let Shape::Pointers(leaves) = self.shape(terms, array) {
                    info.shape = Shape::Pointer(leaves, term);
                }
                info
            }
            View::Store(array, index, value) => {
                let mut info = self.needs(terms, &[array]);
                self.take_number(terms, &mut info, index);
                let value = self.leaves(terms, &mut info, value);
                let all = union(&self.elements(terms, array), &value);
                Agnostic::set_leaves(&mut info, all, Shape::Pointers);
                info
            }
            View::ConstArray(value) => {
                let mut info = Info::number();
                let value = self.leaves(terms, &mut info, value);
                Agnostic::set_leaves(&mut info, value, Shape::Pointers);
                info
            }
            View::Forall { .. } => {
                // Bound variables are no inputs: nothing below is looked at closely.
                let mut info = Info::number();
                info.add_pins(&all_bases(terms, term));
                info
            }
            _ => {
                let mut info = Info::number();
                for child in terms.children(term) {
                    self.take_number(terms, &mut info, child);
                }
                info
            }
        }
    }

    pub(super) fn shape(&self, terms: &Terms, term: TermId) -> Shape {
        if terms.has_base(term) { self.infos[&term].shape.clone() } else { Shape::Number }
    }

    /// What terms need together. The shape is left open.
    fn needs(&self, terms: &Terms, of: &[TermId]) -> Info {
        let mut info = Info::number();
        for &term in of.iter().filter(|term| terms.has_base(**term)) {
            info.absorb(&self.infos[&term]);
        }
        info
    }

    /// Adds what a child needs that is used as a number, whatever it is.
    fn take_number(&mut self, terms: &Terms, info: &mut Info, child: TermId) {
        if !terms.has_base(child) {
            return;
        }
        info.absorb(&self.infos[&child]);
        match self.shape(terms, child) {
            Shape::Number => {}
            Shape::Pointer(leaves, _) | Shape::Pointers(leaves) => {
                info.add_pins(&bases_of(&leaves));
            }
            Shape::Negated(_, base) => info.add_pins(&[base]),
            Shape::Difference(leaves, difference) => {
                let bases = joined(&bases_of(&leaves).into(), &[difference.1]);
                self.differences.entry(difference).or_insert(bases);
                let mut needs: Vec<Need> = leaves
                    .iter()
                    .filter(|leaf| leaf.base != Some(difference.1))
                    .map(|leaf| (difference, leaf.base))
                    .collect();
                needs.dedup();
                info.open = joined(&info.open, &needs);
            }
        }
    }

    /// A value as leaves, with what that needs.
    fn leaves(&mut self, terms: &Terms, info: &mut Info, value: TermId) -> Rc<[Leaf]> {
        if let Shape::Pointer(leaves, _) = self.shape(terms, value) {
            info.absorb(&self.infos[&value]);
            return leaves;
        }
        self.take_number(terms, info, value);
        [number_leaf(terms, value)].into()
    }

    /// The elements of an array.
    fn elements(&self, terms: &Terms, array: TermId) -> Rc<[Leaf]> {
        match self.shape(terms, array) {
            Shape::Pointers(leaves) => leaves,
            _ => [greatest_element(terms, array)].into(),
        }
    }

    /// An array or a value of one of these leaves.
    fn set_leaves(info: &mut Info, leaves: Rc<[Leaf]>, shape: impl FnOnce(Rc<[Leaf]>) -> Shape) {
        let is_pointer = leaves.iter().any(|leaf| leaf.base.is_some());
        if is_pointer && leaves.len() > MAX_LEAVES {
            info.add_pins(&bases_of(&leaves));
        } else if is_pointer {
            info.shape = shape(leaves);
        }
    }

    fn of_choice(
        &mut self,
        terms: &Terms,
        term: TermId,
        condition: TermId,
        x: TermId,
        y: TermId,
    ) -> Info {
        let mut info = Info::number();
        self.take_number(terms, &mut info, condition);
        if terms.is_array(x) {
            info.absorb(&self.needs(terms, &[x, y]));
            let all = union(&self.elements(terms, x), &self.elements(terms, y));
            Agnostic::set_leaves(&mut info, all, Shape::Pointers);
            return info;
        }
        let (mut yes, mut no) = (Info::number(), Info::number());
        let (left, right) = (self.leaves(terms, &mut yes, x), self.leaves(terms, &mut no, y));
        yes.open = without(&yes.open, &self.known(terms, condition, true));
        no.open = without(&no.open, &self.known(terms, condition, false));
        info.absorb(&yes);
        info.absorb(&no);
        let all = union(&left, &right);
        Agnostic::set_leaves(&mut info, all, |leaves| Shape::Pointer(leaves, term));
        info
    }

    fn of_connective(&mut self, terms: &Terms, x: TermId, y: TermId, is_and: bool) -> Info {
        let (left, right) = (self.needs(terms, &[x]), self.needs(terms, &[y]));
        // One side may rest on the other, if that rests on nothing.
        let left_open = match right.open.is_empty() {
            true => without(&left.open, &self.known(terms, y, is_and)),
            false => Rc::clone(&left.open),
        };
        let right_open = match left.open.is_empty() {
            true => without(&right.open, &self.known(terms, x, is_and)),
            false => Rc::clone(&right.open),
        };
        Info {
            shape: Shape::Number,
            pins: joined(&left.pins, &right.pins),
            demands: joined(&left.demands, &right.demands),
            open: joined(&left_open, &right_open),
        }
    }

    fn of_sum(&mut self, terms: &Terms, x: TermId, y: TermId) -> Info {
        let (x, y) = self.number_last(terms, x, y);
        let shape = match (self.shape(terms, x), self.shape(terms, y)) {
            (Shape::Pointer(leaves, from), Shape::Number) => {
                Shape::Pointer(plus(terms, &leaves, y), from)
            }
            (Shape::Difference(leaves, difference), Shape::Number) => {
                Shape::Difference(plus(terms, &leaves, y), difference)
            }
            (Shape::Negated(number, base), Shape::Number) => {
                Shape::Negated(number.plus(terms, y), base)
            }
            (Shape::Pointer(leaves, from), Shape::Negated(number, base))
            | (Shape::Negated(number, base), Shape::Pointer(leaves, from)) => {
                difference(&leaves, &number, (from, base))
            }
            _ => {
                let mut info = Info::number();
                self.take_number(terms, &mut info, x);
                self.take_number(terms, &mut info, y);
                return info;
            }
        };
        Info { shape, ..self.needs(terms, &[x, y]) }
    }

    /// Two operands, a plain number as the second one.
    fn number_last(&self, terms: &Terms, x: TermId, y: TermId) -> (TermId, TermId) {
        if matches!(self.shape(terms, x), Shape::Number) { (y, x) } else { (x, y) }
    }

    fn of_product(&mut self, terms: &Terms, term: TermId, x: TermId, y: TermId) -> Info {
        let minus_one = dunlin_ir::small::mask(terms.width(term).min(64));
        if let (View::Base(base), Some(factor)) = (terms.view(x), terms.as_u64(y))
            && matches!(self.shape(terms, x), Shape::Pointer(..))
            && factor == minus_one
        {
            return Info { shape: Shape::Negated(Leaf::at(None, 0), base), ..Info::number() };
        }
        let mut info = Info::number();
        self.take_number(terms, &mut info, x);
        self.take_number(terms, &mut info, y);
        info
    }

    fn of_equality(&mut self, terms: &Terms, term: TermId, x: TermId, y: TermId) -> Info {
        let (x, y) = self.number_last(terms, x, y);
        let mut info = Info::number();
        match (self.shape(terms, x), self.shape(terms, y)) {
            (Shape::Pointer(left, _), Shape::Pointer(right, _)) => {
                self.compare(terms, &mut info, term, &left, &right);
            }
            (Shape::Pointer(left, _), Shape::Number) => {
                self.compare(terms, &mut info, term, &left, &[number_leaf(terms, y)]);
            }
            (Shape::Difference(left, (_, base)), Shape::Number) => {
                let right = Leaf::at(Some(base), 0).plus(terms, y);
                self.compare(terms, &mut info, term, &left, &[right]);
            }
            _ => {
                self.take_number(terms, &mut info, x);
                self.take_number(terms, &mut info, y);
                return info;
            }
        }
        info.absorb(&self.needs(terms, &[x, y]));
        info
    }

    /// `x < y` without sign.
    fn of_order(&mut self, terms: &Terms, term: TermId, x: TermId, y: TermId) -> Info {
        let mut info = Info::number();
        // What is not below `x` is at most `x`.
        let (value, limit, past_end) = match self.shape(terms, x) {
            Shape::Number => (y, x, 0),
            _ => (x, y, -1),
        };
        let (base, leaves) = match (self.shape(terms, value), self.shape(terms, limit)) {
            (Shape::Pointer(leaves, _), Shape::Number) => (None, leaves),
            (Shape::Difference(leaves, (_, base)), Shape::Number) => (Some(base), leaves),
            (Shape::Pointer(left, _), Shape::Pointer(right, _)) => {
                self.order_within(terms, &mut info, term, &left, &right);
                info.absorb(&self.needs(terms, &[x, y]));
                return info;
            }
            _ => {
                self.take_number(terms, &mut info, x);
                self.take_number(terms, &mut info, y);
                return info;
            }
        };
        let range = Leaf { up_to: Some(limit), high: past_end, ..Leaf::at(base, 0) };
        self.compare(terms, &mut info, term, &leaves, &[range]);
        info.absorb(&self.needs(terms, &[x, y]));
        info
    }

    /// Leaves that must be apart, if not of the same object.
    fn compare(
        &mut self,
        terms: &Terms,
        info: &mut Info,
        term: TermId,
        left: &[Leaf],
        right: &[Leaf],
    ) {
        let bases = joined(&bases_of(left).into(), &bases_of(right));
        if left.len() * right.len() > MAX_PAIRS {
            info.add_pins(&bases);
            return;
        }
        let nothing = Facts::default();
        let mut apart = Vec::new();
        for x in left {
            for y in right.iter().filter(|y| !are_apart(terms, &nothing, x, y)) {
                apart.push((x.clone(), y.clone()));
            }
        }
        self.demand(terms, info, term, Demand { apart, inside: Vec::new(), bases });
    }

    /// An order of pointers into one object.
    fn order_within(
        &mut self,
        terms: &Terms,
        info: &mut Info,
        term: TermId,
        left: &[Leaf],
        right: &[Leaf],
    ) {
        let bases = joined(&bases_of(left).into(), &bases_of(right));
        let inside: Vec<Leaf> = left.iter().chain(right).cloned().collect();
        if bases.len() > 1 || inside.iter().any(|leaf| leaf.base.is_none()) {
            info.add_pins(&bases);
            return;
        }
        self.demand(terms, info, term, Demand { apart: Vec::new(), inside, bases });
    }

    /// What is true without any facts is no demand.
    fn demand(&mut self, terms: &Terms, info: &mut Info, term: TermId, demand: Demand) {
        if demand.is_met(terms, &Facts::default()) {
            return;
        }
        self.demands.insert(term, demand);
        info.demands = joined(&info.demands, &[term]);
    }
}

fn number_leaf(terms: &Terms, number: TermId) -> Leaf {
    Leaf::at(None, 0).plus(terms, number)
}

fn plus(terms: &Terms, leaves: &[Leaf], number: TermId) -> Rc<[Leaf]> {
    let sums: Vec<Leaf> = leaves.iter().map(|leaf| leaf.plus(terms, number)).collect();
    union(&Rc::default(), &sums.into())
}

/// Leaves and a number, minus a base: a number if all leaves are of that object.
fn difference(leaves: &[Leaf], number: &Leaf, difference: Difference) -> Shape {
    if leaves.iter().all(|leaf| leaf.base == Some(difference.1)) {
        return Shape::Number;
    }
    let sums: Vec<Leaf> = leaves.iter().map(|leaf| leaf.plus_number(number)).collect();
    Shape::Difference(union(&Rc::default(), &sums.into()), difference)
}

/// A number that no element of an array of numbers exceeds.
fn greatest_element(terms: &Terms, array: TermId) -> Leaf {
    let Sort::Array { element: width, .. } = terms.sort(array) else {
        unreachable!("only arrays have elements")
    };
    let any = Leaf::number_to(if width < 64 { (1 << width) - 1 } else { u64::MAX });
    if width > 64 {
        return any;
    }
    let of = |value: TermId| terms.known_bits(value).greatest(width);
    let mut greatest = 0;
    let mut rest = array;
    for _ in 0..MAX_STORES {
        match terms.view(rest) {
            View::Store(below, _, value) => {
                greatest = greatest.max(of(value));
                rest = below;
            }
            View::ConstArray(value) => return Leaf::number_to(greatest.max(of(value))),
            View::Table(table) => {
                let listed = (0..table.len()).map(|index| table.element(index).low_u64());
                let most = listed.max().unwrap_or(0).max(table.default_element().low_u64());
                return Leaf::number_to(greatest.max(most));
            }
            _ => break,
        }
    }
    any
}

/// The bases in a term, sorted.
fn all_bases(terms: &Terms, term: TermId) -> Vec<BaseId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut open = vec![term];
    while let Some(next) = open.pop() {
        if !terms.has_base(next) || !seen.insert(next) {
            continue;
        }
        match terms.view(next) {
            View::Base(id) => found.push(id),
            _ => open.extend(terms.children(next)),
        }
    }
    found.sort_unstable();
    found
}
