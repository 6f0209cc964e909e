//! Constraints over several cells: boxes inside the solutions (ASE, section V).
//!
//! Every function here returns cuts such that all combinations of the remaining values fulfil the
//! constraint. The paper has boxes for a comparison of two operands; sums, concatenations and
//! operations with one operand fixed extend that to most expressions.

use super::boxes::{CellId, SizedCell};
use super::compare::{Comparison, Sides};
use super::decide::Strategy;
use super::expression::{BinaryOp, Cells, Expression, FUEL, View, look};
use super::forward::add_sets;
use super::interval::Interval;
use super::inverse::preimage;
use super::precise::Analysis;
use super::rules::Rule;
use super::set::ValueSet;
use dunlin_ir::small::mask;

/// New values of some cells; none of the sets is empty.
pub type Cuts = Vec<(CellId, ValueSet)>;

/// With more cells, giving all but one a value takes longer than it is worth: every cell is tried as the
/// one that stays, and each time the whole expression is solved for it.
const MOST_FIXED: usize = 64;

impl Analysis<'_> {
    /// Boxes in which `x op y` holds, the preferred one first.
    pub fn comparison_boxes<E: Expression>(
        &mut self,
        op: Comparison,
        x: E,
        y: E,
        strategy: Strategy,
    ) -> Option<Vec<Cuts>> {
        let (x_cells, y_cells) = (self.free_cells(x)?, self.free_cells(y)?);
        let width = x.width();
        if y_cells.is_empty() {
            let k = self.constant(y)?;
            let target = op.left_of(width, k, self.tally);
            return Some(vec![self.box_for(x, &target)?]);
        }
        if x_cells.is_empty() {
            let k = self.constant(x)?;
            let target = op.right_of(width, k, self.tally);
            return Some(vec![self.box_for(y, &target)?]);
        }
        if !disjoint(&x_cells, &y_cells) {
            return None;
        }
        let (left, right) = (self.forward(x)?, self.forward(y)?);
        let targets: Vec<Sides> = match strategy {
            Strategy::BoxPriority => op.priority_boxes(&left, &right, self.tally),
            _ => op.middle_box(&left, &right, self.tally).into_iter().collect(),
        };
        let mut boxes = Vec::new();
        for (x_target, y_target) in targets {
            let Some(mut cuts) = self.box_for(x, &x_target) else { continue };
            let Some(more) = self.box_for(y, &y_target) else { continue };
            cuts.extend(more);
            boxes.push(cuts);
        }
        Some(boxes)
    }

    /// A box in which `e` has values in `target`.
    pub fn box_for<E: Expression>(&mut self, e: E, target: &ValueSet) -> Option<Cuts> {
        let cells = self.free_cells(e)?;
        match cells.as_slice() {
            [] => return target.contains(self.constant(e)?).then(Cuts::new),
            [cell] => {
                let found = self.solve(e, *cell, target)?.values;
                return (!found.is_empty()).then(|| vec![(cell.0, found)]);
            }
            _ => {}
        }
        if let Some((step, x)) = self.step_of(e) {
            let domain = self.forward(x)?;
            let wanted = preimage(step, &domain, target, self.tally).values;
            return if wanted.is_empty() { None } else { self.box_for(x, &wanted) };
        }
        let mut fuel = FUEL;
        let View::Binary(op, x, y) = look(e, &mut fuel)? else { return None };
        let (x_cells, y_cells) = (self.free_cells(x)?, self.free_cells(y)?);
        if !disjoint(&x_cells, &y_cells) {
            return None;
        }
        let divided = match op {
            BinaryOp::Add => self.sum_box(x, y, target, false),
            BinaryOp::Subtract => self.sum_box(x, y, target, true),
            BinaryOp::Concat => self.concat_box(x, y, target),
            _ => None,
        };
        divided.or_else(|| self.fix_operand(op, x, y, target))
    }

    /// `x + y` or `x - y` in a range of the target: both move around a point that fulfils it, and
    /// each gets half of the room that the point leaves to the ends of the range.
    fn sum_box<E: Expression>(
        &mut self,
        x: E,
        y: E,
        target: &ValueSet,
        subtract: bool,
    ) -> Option<Cuts> {
        let width = x.width();
        let left = self.forward(x)?;
        let plain = self.forward(y)?;
        let right = if subtract { plain.negated() } else { plain };
        for range in widest_ranges(target) {
            let Some((x0, y0)) = self.point_of_sum(&left, &right, &range) else { continue };
            let below = x0.wrapping_add(y0).wrapping_sub(range.start()) & mask(width);
            let above = range.steps() - below;
            let around = |centre: u64, down: u64, up: u64| {
                let first = centre.wrapping_sub(down) & mask(width);
                let length = Interval::new(width, first, 1, down + up);
                ValueSet::from_interval(width, length)
            };
            let x_target = left.intersect(&around(x0, below / 2, above / 2)).values;
            let y_range = around(y0, below - below / 2, above - above / 2);
            let y_target = right.intersect(&y_range).values;
            let y_target = if subtract { y_target.negated() } else { y_target };
            let Some(mut cuts) = self.box_for(x, &x_target) else { continue };
            let Some(more) = self.box_for(y, &y_target) else { continue };
            self.tally.fire(Rule::BoxSum);
            cuts.extend(more);
            return Some(cuts);
        }
        None
    }

    /// A value of each operand with the sum in the range.
    fn point_of_sum(&mut self, x: &ValueSet, y: &ValueSet, range: &Interval) -> Option<(u64, u64)> {
        let wanted = ValueSet::from_interval(x.width(), *range);
        let possible = x.intersect(&add_sets(&wanted, &y.negated(), self.tally).values).values;
        [possible.middle(), possible.min(), possible.max()].into_iter().flatten().find_map(|x0| {
            let rest = wanted.plus(x0.wrapping_neg() & mask(x.width()));
            y.intersect(&rest).values.middle().map(|y0| (x0, y0))
        })
    }

    /// High parts whose whole block of low parts lies in the target.
    fn concat_box<E: Expression>(&mut self, high: E, low: E, target: &ValueSet) -> Option<Cuts> {
        let shift = low.width();
        for range in widest_ranges(target) {
            if range.wraps(target.width()) {
                continue;
            }
            let first = range.start().div_ceil(1 << shift);
            let end = (u128::from(range.start()) + range.size()) >> shift;
            if u128::from(first) >= end {
                continue;
            }
            let blocks = ValueSet::range(high.width(), first, (end - 1) as u64);
            if let Some(cuts) = self.box_for(high, &blocks) {
                self.tally.fire(Rule::BoxConcat);
                return Some(cuts);
            }
        }
        None
    }

    /// One operand gets a value, the other what that leaves.
    fn fix_operand<E: Expression>(
        &mut self,
        op: BinaryOp,
        x: E,
        y: E,
        target: &ValueSet,
    ) -> Option<Cuts> {
        for pick in Pick::ALL {
            for fix_right in [true, false] {
                let (fixed, open) = if fix_right { (y, x) } else { (x, y) };
                let mut cuts = Cuts::new();
                for cell in self.free_cells(fixed)? {
                    let value = pick.of(&self.values(cell))?;
                    cuts.push((cell.0, ValueSet::point(cell.1, value)));
                }
                let value_of = |id: CellId| {
                    let cut = cuts.iter().find(|(cell, _)| *cell == id);
                    cut.map(|(_, values)| values)
                        .or_else(|| Some(self.boxes.cell(id)?.values()))?
                        .single()
                };
                let k = super::expression::evaluate(fixed, &value_of)?;
                let step = match fix_right {
                    true => Some(op.with_right(fixed.width(), k)),
                    false => op.with_left(fixed.width(), k),
                };
                let Some(step) = step else { continue };
                let domain = self.forward(open)?;
                let wanted = preimage(step, &domain, target, self.tally).values;
                if let Some(more) = self.box_for(open, &wanted) {
                    self.tally.fire(Rule::BoxFixOperand);
                    cuts.extend(more);
                    return Some(cuts);
                }
            }
        }
        None
    }

    /// All free cells but one get a value, for expressions that nothing else fits.
    pub fn fix_others<E: Expression>(
        &mut self,
        e: E,
        cells: &[SizedCell],
        target: &ValueSet,
    ) -> Option<Cuts> {
        if cells.len() > MOST_FIXED {
            return None;
        }
        for pick in Pick::ALL {
            for open in cells {
                let mut cuts = Cuts::new();
                for other in cells.iter().filter(|cell| *cell != open) {
                    let value = pick.of(&self.boxes.values(other.0, other.1))?;
                    self.fix(other.0, value);
                    cuts.push((other.0, ValueSet::point(other.1, value)));
                }
                let found = self.solve(e, *open, target);
                self.unfix_all();
                if let Some(found) = found.filter(|found| !found.values.is_empty()) {
                    self.tally.fire(Rule::BoxFixOthers);
                    cuts.push((open.0, found.values));
                    return Some(cuts);
                }
            }
        }
        None
    }
}

/// Which value of a set stands for it.
#[derive(Clone, Copy)]
enum Pick {
    Middle,
    Min,
    Max,
}

impl Pick {
    const ALL: [Pick; 3] = [Pick::Middle, Pick::Min, Pick::Max];

    fn of(self, values: &ValueSet) -> Option<u64> {
        match self {
            Pick::Middle => values.middle(),
            Pick::Min => values.min(),
            Pick::Max => values.max(),
        }
    }
}

fn disjoint(x: &Cells, y: &Cells) -> bool {
    x.iter().all(|cell| !y.contains(cell))
}

/// The longest ranges of a set; a strided interval counts as its first value.
fn widest_ranges(set: &ValueSet) -> Vec<Interval> {
    let range = |i: &Interval| if i.stride() == 1 { *i } else { Interval::point(i.start()) };
    let mut ranges: Vec<Interval> = set.intervals().iter().map(range).collect();
    ranges.sort_by_key(|i| std::cmp::Reverse(i.steps()));
    ranges.truncate(4);
    ranges
}
