//! The precise procedure: one unknown cell along a chain of operations (ASE, section IV).
//!
//! [`Analysis`] walks expressions over the cells of a box. Cells with one value count as constants,
//! so "one cell" means one cell with several values. Forward it gives supersets of an expression's
//! values, backward the values of the cell that lead into a target. It goes beyond chains: logical
//! connectives and if-then-else combine sets, and a cell with few values is simply tried.

use super::boxes::{Boxes, CellId, SizedCell};
use super::compare::Outcome;
use super::expression::{
    BinaryOp, Cells, Expression, FUEL, View, collect_cells, evaluate_within, look,
};
use super::forward::{FEW_VALUES, add_sets, image};
use super::inverse::preimage;
use super::rules::{Rule, Tally};
use super::set::{Approximation, ValueSet};
use super::step::Step;
use dunlin_ir::small::mask;
use smallvec::SmallVec;
use std::rc::Rc;

pub struct Analysis<'a> {
    pub boxes: &'a Boxes,
    pub tally: &'a mut Tally,
    /// Only what PARTI's intervals without strides can do.
    pub only_intervals: bool,
    fixed: SmallVec<[(CellId, u64); 4]>,
    fuel: u32,
}

impl<'a> Analysis<'a> {
    pub fn new(boxes: &'a Boxes, only_intervals: bool, tally: &'a mut Tally) -> Analysis<'a> {
        Analysis { boxes, tally, only_intervals, fixed: SmallVec::new(), fuel: FUEL }
    }

    /// Treats a cell as the given constant.
    pub fn fix(&mut self, id: CellId, value: u64) {
        self.fixed.push((id, value));
    }

    pub fn unfix_all(&mut self) {
        self.fixed.clear();
    }

    pub fn values(&self, (id, width): SizedCell) -> Rc<ValueSet> {
        match self.fixed.iter().find(|(fixed, _)| *fixed == id) {
            Some((_, value)) => Rc::new(ValueSet::point(width, *value)),
            None => self.boxes.values(id, width),
        }
    }

    /// The cells of an expression with more than one value.
    pub fn free_cells<E: Expression>(&mut self, e: E) -> Option<Cells> {
        let mut cells = Cells::new();
        collect_cells(e, &mut cells, &mut self.fuel)?;
        cells.retain(|cell| self.values(*cell).single().is_none());
        Some(cells)
    }

    /// The value of an expression without free cells.
    pub fn constant<E: Expression>(&mut self, e: E) -> Option<u64> {
        let known = |id: CellId| match self.fixed.iter().find(|(fixed, _)| *fixed == id) {
            Some((_, value)) => Some(*value),
            None => self.boxes.cell(id)?.values().single(),
        };
        evaluate_within(e, &known, &mut self.fuel)
    }

    /// The step from the only operand that is not constant, and that operand.
    pub fn step_of<E: Expression>(&mut self, e: E) -> Option<(Step, E)> {
        match look(e, &mut self.fuel)? {
            View::Unary(op, x) => Some((op.step(e.width()), x)),
            View::Binary(op, x, y) => {
                if let Some(k) = self.constant(y) {
                    return Some((op.with_right(y.width(), k), x));
                }
                let k = self.constant(x)?;
                Some((op.with_left(x.width(), k)?, y))
            }
            _ => None,
        }
    }

    /// A superset of the values of an expression.
    pub fn forward<E: Expression>(&mut self, e: E) -> Option<ValueSet> {
        let width = e.width();
        if self.tally.is_spent() {
            return None;
        }
        if let View::Cell(id) = look(e, &mut self.fuel)? {
            return Some((*self.values((id, width))).clone());
        }
        if let Some(value) = self.constant(e) {
            return Some(ValueSet::point(width, value));
        }
        if let Some((step, x)) = self.step_of(e) {
            let operand = self.forward(x)?;
            return Some(image(step, &operand, self.tally).values);
        }
        Some(match look(e, &mut self.fuel)? {
            View::Binary(op, x, y) => {
                let (left, right) = (self.forward(x)?, self.forward(y)?);
                self.forward_binary(op, width, &left, &right)
            }
            View::Compare(op, x, y) => {
                let (left, right) = (self.forward(x)?, self.forward(y)?);
                match op.outcome(&left, &right, self.tally) {
                    Outcome::Never => ValueSet::point(1, 0),
                    Outcome::Always => ValueSet::point(1, 1),
                    _ => ValueSet::full(1),
                }
            }
            View::Choice(_, x, y) => {
                let (left, right) = (self.forward(x)?, self.forward(y)?);
                left.union(&right).unwrap_or_else(|| ValueSet::full(width))
            }
            _ => ValueSet::full(width),
        })
    }

    /// A superset of `x op y`. Only sums are as good as the paper's; the others are bounds.
    fn forward_binary(&mut self, op: BinaryOp, width: u32, x: &ValueSet, y: &ValueSet) -> ValueSet {
        let (Some(x_max), Some(y_max)) = (x.max(), y.max()) else {
            return ValueSet::empty(width);
        };
        let up_to = |bound: u64| ValueSet::range(width, 0, bound);
        let ones = |bound: u64| if bound == 0 { 0 } else { mask(64 - bound.leading_zeros()) };
        match op {
            BinaryOp::Add => add_sets(x, y, self.tally).values,
            BinaryOp::Subtract => add_sets(x, &y.negated(), self.tally).values,
            BinaryOp::And => up_to(x_max.min(y_max)),
            BinaryOp::Or | BinaryOp::Xor => up_to(ones(x_max | y_max)),
            BinaryOp::LogicalShiftRight => up_to(x_max),
            // Division by zero gives all ones, the remainder by zero the dividend.
            BinaryOp::UnsignedDivide if !y.contains(0) => up_to(x_max),
            BinaryOp::UnsignedRemainder if !y.contains(0) => up_to(x_max.min(y_max - 1)),
            BinaryOp::UnsignedRemainder => up_to(x_max),
            BinaryOp::Multiply if x_max.checked_mul(y_max).is_some_and(|p| p <= mask(width)) => {
                let low = x.min().zip(y.min()).map_or(0, |(x, y)| x * y);
                ValueSet::range(width, low, x_max * y_max)
            }
            BinaryOp::Concat => {
                let above = Step::PutBelow { value: 0, width: y.width() };
                let high = image(above, x, self.tally).values;
                let low = image(Step::ZeroExtend(width), y, self.tally).values;
                add_sets(&high, &low, self.tally).values
            }
            _ => ValueSet::full(width),
        }
    }

    /// The values of `cell`, the only free one, for which `e` has a value in `target`: exact, or a
    /// subset if that has too many intervals. `None` if no rule applies.
    pub fn backward<E: Expression>(
        &mut self,
        e: E,
        cell: SizedCell,
        target: &ValueSet,
    ) -> Option<Approximation> {
        if target.is_full() {
            return Some(Approximation::exact((*self.values(cell)).clone()));
        }
        if target.is_empty() {
            return Some(Approximation::exact(ValueSet::empty(cell.1)));
        }
        if self.tally.is_spent() {
            return None;
        }
        if let View::Cell(id) = look(e, &mut self.fuel)?
            && id == cell.0
        {
            return Some(self.values(cell).intersect(target));
        }
        if let Some(value) = self.constant(e) {
            let all = target.contains(value);
            let values = if all { (*self.values(cell)).clone() } else { ValueSet::empty(cell.1) };
            return Some(Approximation::exact(values));
        }
        if let Some((step, x)) = self.step_of(e) {
            if self.only_intervals && !parti_knows(step) {
                return None;
            }
            let domain = self.forward(x)?;
            let wanted = preimage(step, &domain, target, self.tally);
            let found = self.backward(x, cell, &wanted.values)?;
            return Some(if wanted.is_exact() {
                found
            } else {
                Approximation::under(found.values)
            });
        }
        match look(e, &mut self.fuel)? {
            View::Compare(op, x, y) => {
                let truth = target.contains(1);
                let ((op, swap), (x, y)) = (if truth { (op, false) } else { op.negated() }, (x, y));
                let (x, y) = if swap { (y, x) } else { (x, y) };
                if let Some(k) = self.constant(y) {
                    let wanted = op.left_of(x.width(), k, self.tally);
                    return self.backward(x, cell, &wanted);
                }
                let k = self.constant(x)?;
                let wanted = op.right_of(y.width(), k, self.tally);
                self.backward(y, cell, &wanted)
            }
            View::Binary(op @ (BinaryOp::And | BinaryOp::Or), x, y) if e.width() == 1 => {
                self.tally.fire(Rule::PreciseConnective);
                let left = self.backward(x, cell, target)?;
                let right = self.backward(y, cell, target)?;
                let both = (op == BinaryOp::And) == target.contains(1);
                if both { meet(&left, &right) } else { join(left, right) }
            }
            View::Choice(condition, x, y) => {
                self.tally.fire(Rule::PreciseChoice);
                let (yes, no) = (ValueSet::point(1, 1), ValueSet::point(1, 0));
                let first =
                    meet(&self.backward(condition, cell, &yes)?, &self.backward(x, cell, target)?)?;
                let second =
                    meet(&self.backward(condition, cell, &no)?, &self.backward(y, cell, target)?)?;
                join(first, second)
            }
            _ => None,
        }
    }

    /// [`Analysis::backward`], and each value tried if that is not exact and there are few.
    pub fn solve<E: Expression>(
        &mut self,
        e: E,
        cell: SizedCell,
        target: &ValueSet,
    ) -> Option<Approximation> {
        let found = self.backward(e, cell, target);
        if self.only_intervals || found.as_ref().is_some_and(Approximation::is_exact) {
            return found;
        }
        let values = self.values(cell);
        if values.size() > FEW_VALUES || !self.tally.can_afford(values.size() as u32) {
            return found;
        }
        let mut points = Vec::new();
        for value in values.iter() {
            self.fix(cell.0, value);
            let mut fuel = FUEL;
            std::mem::swap(&mut self.fuel, &mut fuel);
            let result = self.constant(e);
            std::mem::swap(&mut self.fuel, &mut fuel);
            self.fixed.pop();
            if target.contains(result?) {
                points.push(value);
            }
        }
        self.tally.fire(Rule::PreciseEnumeration);
        Some(ValueSet::points(cell.1, points))
    }
}

fn meet(a: &Approximation, b: &Approximation) -> Option<Approximation> {
    let common = a.values.intersect(&b.values);
    let exact = a.is_exact() && b.is_exact();
    Some(if exact { common } else { Approximation::under(common.values) })
}

fn join(a: Approximation, b: Approximation) -> Option<Approximation> {
    let exact = a.is_exact() && b.is_exact();
    Some(match a.values.union(&b.values) {
        Some(values) if exact => Approximation::exact(values),
        Some(values) => Approximation::under(values),
        None => Approximation::under(if a.values.is_empty() { b.values } else { a.values }),
    })
}

/// What ASE says that PARTI propagates: sums, casts and shifts by constants.
fn parti_knows(step: Step) -> bool {
    matches!(
        step,
        Step::Add(_)
            | Step::SubtractFrom(_)
            | Step::Negate
            | Step::Not
            | Step::ZeroExtend(_)
            | Step::SignExtend(_)
            | Step::Extract { .. }
            | Step::ShiftLeft(_)
            | Step::LogicalShiftRight(_)
            | Step::ArithmeticShiftRight(_)
    )
}
