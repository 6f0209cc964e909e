//! Comparisons: what they leave of both sides (ASE, Table I), and boxes for sides that overlap.
//!
//! The paper reduces all comparisons to "less than"; here equality has its own rules, since sets
//! know their common values. Signed comparisons, which the paper leaves out, are unsigned ones after
//! adding the sign bit to both sides.

use super::rules::{Rule, Tally};
use super::set::{Approximation, ValueSet};
use dunlin_ir::small::{mask, signed};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
}

/// What is known about `x op y` for independent `x` and `y`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It holds for no pair.
    Never,
    /// It holds for all pairs.
    Always,
    /// It holds exactly for these pairs.
    Product(ValueSet, ValueSet),
    /// The pairs for which it holds are no product.
    Overlap,
}

/// Values of both sides for all pairs of which a comparison holds.
pub type Sides = (ValueSet, ValueSet);

impl Comparison {
    pub const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::UnsignedLess,
        Comparison::UnsignedLessEqual,
        Comparison::SignedLess,
        Comparison::SignedLessEqual,
    ];

    pub fn holds(self, width: u32, x: u64, y: u64) -> bool {
        match self {
            Comparison::Equal => x == y,
            Comparison::NotEqual => x != y,
            Comparison::UnsignedLess => x < y,
            Comparison::UnsignedLessEqual => x <= y,
            Comparison::SignedLess => signed(width, x) < signed(width, y),
            Comparison::SignedLessEqual => signed(width, x) <= signed(width, y),
        }
    }

    /// The comparison that holds when this one does not, and whether its sides are exchanged.
    pub fn negated(self) -> (Comparison, bool) {
        match self {
            Comparison::Equal => (Comparison::NotEqual, false),
            Comparison::NotEqual => (Comparison::Equal, false),
            Comparison::UnsignedLess => (Comparison::UnsignedLessEqual, true),
            Comparison::UnsignedLessEqual => (Comparison::UnsignedLess, true),
            Comparison::SignedLess => (Comparison::SignedLessEqual, true),
            Comparison::SignedLessEqual => (Comparison::SignedLess, true),
        }
    }

    fn is_signed(self) -> bool {
        matches!(self, Comparison::SignedLess | Comparison::SignedLessEqual)
    }

    fn is_strict(self) -> bool {
        matches!(self, Comparison::UnsignedLess | Comparison::SignedLess)
    }

    /// What to add to both sides so that the order becomes the unsigned one.
    fn bias(self, width: u32) -> u64 {
        if self.is_signed() { 1 << (width - 1) } else { 0 }
    }

    /// The values `x` with `x op k`.
    pub fn left_of(self, width: u32, k: u64, tally: &mut Tally) -> ValueSet {
        tally.fire(Rule::CompareConstant);
        let bias = self.bias(width);
        let bound = k ^ bias;
        match self {
            Comparison::Equal => ValueSet::point(width, k),
            Comparison::NotEqual => all_but(width, k),
            _ if self.is_strict() && bound == 0 => ValueSet::empty(width),
            _ => ValueSet::range(width, 0, bound - u64::from(self.is_strict())).plus(bias),
        }
    }

    /// The values `y` with `k op y`.
    pub fn right_of(self, width: u32, k: u64, tally: &mut Tally) -> ValueSet {
        tally.fire(Rule::CompareConstant);
        let bias = self.bias(width);
        let bound = k ^ bias;
        match self {
            Comparison::Equal => ValueSet::point(width, k),
            Comparison::NotEqual => all_but(width, k),
            _ if self.is_strict() && bound == mask(width) => ValueSet::empty(width),
            _ => {
                ValueSet::range(width, bound + u64::from(self.is_strict()), mask(width)).plus(bias)
            }
        }
    }

    /// Table I. Supersets of the true values are allowed for `Never`, `Always` and single sides.
    pub fn outcome(self, x: &ValueSet, y: &ValueSet, tally: &mut Tally) -> Outcome {
        let width = x.width();
        let bias = self.bias(width);
        let bounds = |set: &ValueSet| {
            let set = set.plus(bias);
            set.min().zip(set.max())
        };
        let (Some((a, b)), Some((c, d))) = (bounds(x), bounds(y)) else { return Outcome::Never };
        let apart = match self {
            Comparison::Equal | Comparison::NotEqual => None,
            _ if self.is_strict() && b < c || !self.is_strict() && b <= c => Some(Outcome::Always),
            _ if self.is_strict() && a >= d || !self.is_strict() && a > d => Some(Outcome::Never),
            _ => None,
        };
        if let Some(outcome) = apart {
            tally.fire(Rule::CompareApart);
            return outcome;
        }
        if let Some(k) = y.single() {
            tally.fire(Rule::CompareSingle);
            return product(x.intersect(&self.left_of(width, k, tally)), x, y, |x| (x, y.clone()));
        }
        if let Some(k) = x.single() {
            tally.fire(Rule::CompareSingle);
            return product(y.intersect(&self.right_of(width, k, tally)), x, y, |y| (x.clone(), y));
        }
        if matches!(self, Comparison::Equal | Comparison::NotEqual)
            && x.intersect(y).into_exact().is_some_and(|common| common.is_empty())
        {
            tally.fire(Rule::CompareDisjoint);
            return if self == Comparison::Equal { Outcome::Never } else { Outcome::Always };
        }
        Outcome::Overlap
    }

    /// Observation 1: two boxes for sides that overlap. The first keeps as much as possible of the
    /// greater side, the second of the smaller one.
    pub fn priority_boxes(self, x: &ValueSet, y: &ValueSet, tally: &mut Tally) -> Vec<Sides> {
        tally.fire(Rule::BoxPriority);
        match self {
            Comparison::Equal => {
                let common = x.intersect(y).values;
                points([common.max(), common.min()], x.width())
            }
            Comparison::NotEqual => {
                let of = |k: Option<u64>, keep: &ValueSet| {
                    let k = k?;
                    let kept = keep.subtract(&ValueSet::point(keep.width(), k)).values;
                    (!kept.is_empty()).then(|| (ValueSet::point(keep.width(), k), kept))
                };
                let second = of(y.middle(), x).map(|(y, x)| (x, y));
                of(x.middle(), y).into_iter().chain(second).collect()
            }
            _ => {
                let Some((low, high, _)) = self.thresholds(x, y) else { return Vec::new() };
                [low, high].into_iter().filter_map(|t| self.divided(x, y, t)).collect()
            }
        }
    }

    /// Observation 2: one box, divided in the middle of what both sides have in common.
    pub fn middle_box(self, x: &ValueSet, y: &ValueSet, tally: &mut Tally) -> Option<Sides> {
        tally.fire(Rule::BoxMiddle);
        match self {
            Comparison::Equal => {
                points([x.intersect(y).values.middle(), None], x.width()).into_iter().next()
            }
            // Different sides lie on different sides of some value.
            Comparison::NotEqual => Comparison::UnsignedLess
                .middle_box(x, y, tally)
                .or_else(|| Comparison::UnsignedLess.middle_box(y, x, tally).map(|(y, x)| (x, y))),
            _ => self.divided(x, y, self.thresholds(x, y)?.2),
        }
    }

    /// The smallest, the largest and the middle value that can divide the sides, biased.
    fn thresholds(self, x: &ValueSet, y: &ValueSet) -> Option<(u64, u64, u64)> {
        let bias = self.bias(x.width());
        let (x, y) = (x.plus(bias), y.plus(bias));
        let (a, b, c, d) = (x.min()?, x.max()?, y.min()?, y.max()?);
        let strict = u64::from(self.is_strict());
        let low = a.max(c.saturating_sub(strict));
        let high = b.min(d.checked_sub(strict)?);
        if low > high {
            return None;
        }
        let (from, to) = (a.max(c), b.min(d));
        let middle = from.min(to) + from.abs_diff(to) / 2;
        Some((low, high, middle.clamp(low, high)))
    }

    /// `x` up to the threshold, `y` from it on, or after it.
    fn divided(self, x: &ValueSet, y: &ValueSet, threshold: u64) -> Option<Sides> {
        let width = x.width();
        let bias = self.bias(width);
        let below = ValueSet::range(width, 0, threshold).plus(bias);
        let first = threshold + u64::from(self.is_strict());
        let above = ValueSet::range(width, first, mask(width)).plus(bias);
        let (x, y) = (x.intersect(&below).values, y.intersect(&above).values);
        (!x.is_empty() && !y.is_empty()).then_some((x, y))
    }
}

fn all_but(width: u32, k: u64) -> ValueSet {
    ValueSet::range(width, k.wrapping_add(1) & mask(width), k.wrapping_sub(1) & mask(width))
}

fn points(values: [Option<u64>; 2], width: u32) -> Vec<Sides> {
    let point = |v| (ValueSet::point(width, v), ValueSet::point(width, v));
    values.into_iter().flatten().map(point).collect()
}

/// The outcome when one side was cut to `cut`.
fn product(
    cut: Approximation,
    x: &ValueSet,
    y: &ValueSet,
    sides: impl FnOnce(ValueSet) -> Sides,
) -> Outcome {
    let Some(cut) = cut.into_exact() else { return Outcome::Overlap };
    if cut.is_empty() {
        return Outcome::Never;
    }
    let (new_x, new_y) = sides(cut);
    if new_x.size() == x.size() && new_y.size() == y.size() {
        return Outcome::Always;
    }
    Outcome::Product(new_x, new_y)
}
