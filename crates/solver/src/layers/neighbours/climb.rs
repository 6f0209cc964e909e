//! A solution some steps away: each step moves one byte, so that the two sides of a comparison come
//! as near to each other as this byte can bring them.
//!
//! A sum of many bytes that is to be 7,777 takes a solver minutes, and 31 steps. All constraints of the
//! path hold after each step. Given up at the first bytes that bring little.

use super::{Overlap, overlap, small_elements};
use crate::chain::{Footprint, Question, Source, Tools};
use crate::value_set::CellId;
use dunlin_ir::small::{mask, signed};
use dunlin_term::{Model, Op, TermId, Terms, View, sweep};

/// Of a query about fewer bytes a solver is quick.
const MIN_BYTES: usize = 32;
/// So many bytes are moved.
const MAX_STEPS: usize = 96;
/// So many bytes in a row may bring nothing.
const MAX_IDLE: usize = 3;
/// A step must take away this part of the distance, or there would be too many.
const LEAST_PART: u64 = 96;
/// So many constraints are tried for all values of a byte.
const MAX_TRIED: usize = 128;

/// What is to become zero: how far two sides are from a comparison being true.
struct Goal {
    op: Op,
    truth: bool,
    sides: (TermId, TermId),
    width: u32,
}

impl Goal {
    fn of(terms: &Terms, condition: TermId) -> Option<Goal> {
        let (mut term, mut truth) = (condition, true);
        while let View::Not(inner) = terms.view(term) {
            (term, truth) = (inner, !truth);
        }
        match terms.view(term) {
            View::Binary(op @ (Op::Eq | Op::Ult | Op::Slt), x, y)
                if !terms.is_array(x) && terms.width(x) <= 64 =>
            {
                // That two sides differ takes one byte.
                let width = terms.width(x);
                (truth || op != Op::Eq).then_some(Goal { op, truth, sides: (x, y), width })
            }
            _ => None,
        }
    }

    fn distance(&self, x: u64, y: u64) -> u64 {
        // Flipping the sign bit makes one order of the other.
        let flipped = |value: u64| signed(self.width, value) as u64 ^ 1 << 63;
        let (x, y) = if self.op == Op::Slt { (flipped(x), flipped(y)) } else { (x, y) };
        match (self.op, self.truth) {
            (Op::Eq, _) => x.abs_diff(y),
            (_, true) if x < y => 0,
            (_, true) => (x - y).saturating_add(1),
            (_, false) => y.saturating_sub(x),
        }
    }
}

pub(super) fn towards(
    terms: &mut Terms,
    tools: &mut Tools,
    question: &Question<'_>,
    footprint: &Footprint,
) -> Option<Model> {
    let goal = Goal::of(terms, question.condition)?;
    let elements: Vec<Source> = small_elements(terms, footprint).take(MAX_STEPS).collect();
    if elements.len() < MIN_BYTES {
        return None;
    }
    let mut model = Model::clone(question.path.model());
    let (mut left, mut idle) = (u64::MAX, 0);
    for element in elements {
        let unit = tools.cells.intern(terms, element);
        let Some(unit) = unit.filter(|&unit| tools.cells.info(unit).width <= 8) else { continue };
        let best = best_value(terms, tools, question, &goal, &model, unit)?;
        if best.1 >= left || left - best.1 < left / LEAST_PART {
            idle += 1;
            if idle == MAX_IDLE {
                return None;
            }
            continue;
        }
        (left, idle) = (best.1, 0);
        tools.cells.set_value(unit, &mut model, best.0);
        if left == 0 {
            return Some(model);
        }
    }
    None
}

/// The value of a byte, all else as in the model, that keeps all constraints and comes nearest; and how
/// near that is.
fn best_value(
    terms: &mut Terms,
    tools: &mut Tools,
    question: &Question<'_>,
    goal: &Goal,
    model: &Model,
    unit: CellId,
) -> Option<(u64, u64)> {
    let info = *tools.cells.info(unit);
    let values: Vec<u64> = (0..=mask(info.width)).collect();
    let trying = |terms: &mut Terms, tools: &mut Tools, term| {
        let varying = tools.cells.varying(terms, unit, &values);
        sweep(terms, &mut tools.evaluator, model, term, values.len(), varying)
    };
    let mut allowed = vec![true; values.len()];
    let mut tried = 0;
    for &constraint in question.constraints {
        let inputs = tools.footprints.of(terms, constraint);
        match inputs.inputs.iter().filter_map(|input| overlap(*input, info.source)).max() {
            None => continue,
            Some(Overlap::Seen) => {}
            Some(Overlap::Hidden) => return None,
        }
        tried += 1;
        if tried > MAX_TRIED {
            return None;
        }
        let truths = trying(terms, tools, constraint)?;
        allowed.iter_mut().zip(truths).for_each(|(allowed, truth)| *allowed &= truth == 1);
    }
    let (x, y) = (trying(terms, tools, goal.sides.0)?, trying(terms, tools, goal.sides.1)?);
    let distances = x.into_iter().zip(y).map(|(x, y)| goal.distance(x, y));
    let allowed = values.iter().copied().zip(distances).zip(allowed);
    let near = allowed.filter(|(_, allowed)| *allowed).map(|(value, _)| value);
    near.min_by_key(|(_, distance)| *distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_zero_exactly_if_the_comparison_holds() {
        let terms = Terms::new();
        let side = terms.truth(true);
        for op in [Op::Eq, Op::Ult, Op::Slt] {
            for truth in [true, false] {
                if op == Op::Eq && !truth {
                    continue;
                }
                let goal = Goal { op, truth, sides: (side, side), width: 4 };
                for x in 0..16 {
                    for y in 0..16 {
                        let holds = match op {
                            Op::Eq => x == y,
                            Op::Ult => x < y,
                            _ => signed(4, x) < signed(4, y),
                        };
                        assert_eq!(goal.distance(x, y) == 0, holds == truth, "{op:?} {x} {y}");
                    }
                }
            }
        }
    }
}
