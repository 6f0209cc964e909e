//! Sets of values as a few strided intervals (ASE, Definition 4.3).
//!
//! Unlike in the paper, the intervals of a set may have different strides. Promises: the intervals
//! have no value in common, are sorted by start, and there are at most [`MAX_INTERVALS`]. An
//! operation whose result has no such form says so instead of rounding: it returns `None`, or an
//! [`Approximation`] that tells in which direction it is wrong.

use super::compact::{Intervals, compact, pair_points};
use super::interval::{Interval, gcd};
use dunlin_ir::small::{mask, signed};
use std::fmt;

/// More intervals than this cost more than they tell (the `k` of ASE, section IV-C).
pub const MAX_INTERVALS: usize = 16;

/// How many parts are gathered before joining them is given up.
pub(super) const MAX_PARTS: usize = 4 * MAX_INTERVALS;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ValueSet {
    width: u32,
    intervals: Intervals,
}

/// How a computed set relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    Exact,
    /// A superset: absence from it is certain.
    Over,
    /// A subset: membership in it is certain.
    Under,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approximation {
    pub values: ValueSet,
    pub precision: Precision,
}

impl Approximation {
    pub fn exact(values: ValueSet) -> Approximation {
        Approximation { values, precision: Precision::Exact }
    }

    pub fn over(values: ValueSet) -> Approximation {
        Approximation { values, precision: Precision::Over }
    }

    pub fn under(values: ValueSet) -> Approximation {
        Approximation { values, precision: Precision::Under }
    }

    pub fn is_exact(&self) -> bool {
        self.precision == Precision::Exact
    }

    /// The values if they are exact.
    pub fn into_exact(self) -> Option<ValueSet> {
        self.is_exact().then_some(self.values)
    }
}

impl ValueSet {
    pub fn empty(width: u32) -> ValueSet {
        ValueSet { width, intervals: Intervals::new() }
    }

    pub fn full(width: u32) -> ValueSet {
        ValueSet::from_interval(width, Interval::full(width))
    }

    pub fn point(width: u32, value: u64) -> ValueSet {
        ValueSet::from_interval(width, Interval::point(value & mask(width)))
    }

    /// All values from `first` up to `last`, over the end of the circle if `last` is smaller.
    pub fn range(width: u32, first: u64, last: u64) -> ValueSet {
        ValueSet::from_interval(width, Interval::range(width, first, last))
    }

    pub fn from_interval(width: u32, interval: Interval) -> ValueSet {
        ValueSet { width, intervals: Intervals::from_slice(&[interval]) }
    }

    /// The given values, in any order; `None` if they need too many intervals.
    pub fn from_values(width: u32, values: impl IntoIterator<Item = u64>) -> Option<ValueSet> {
        ValueSet::points(width, values).into_exact()
    }

    /// The given values, or as many of them as there is room for.
    pub fn points(width: u32, values: impl IntoIterator<Item = u64>) -> Approximation {
        let mut values: Vec<u64> = values.into_iter().collect();
        if !values.is_sorted() {
            values.sort_unstable();
        }
        values.dedup();
        // Neighbours at once: a set of bytes is mostly a few runs of them.
        let mut intervals = Intervals::new();
        for run in values.chunk_by(|x, y| x + 1 == *y) {
            intervals.push(match run {
                [value] => Interval::point(*value),
                _ => Interval::new(width, run[0], 1, run.len() as u64 - 1),
            });
        }
        compact(width, &mut intervals);
        // Many sets live as long as a state does.
        intervals.shrink_to_fit();
        Collector::of(width, intervals).finish()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.size() == u128::from(mask(self.width)) + 1
    }

    pub fn size(&self) -> u128 {
        self.intervals.iter().map(Interval::size).sum()
    }

    /// The only value of a set with one value.
    pub fn single(&self) -> Option<u64> {
        match self.intervals.as_slice() {
            [interval] if interval.is_point() => Some(interval.start()),
            _ => None,
        }
    }

    pub fn contains(&self, value: u64) -> bool {
        self.intervals.iter().any(|i| i.contains(self.width, value))
    }

    /// All values, interval by interval.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.intervals.iter().flat_map(|i| (0..=i.steps()).map(|n| i.at(self.width, n)))
    }

    /// The intervals, cut where they wrap (formula 1).
    pub(super) fn pieces(&self) -> impl Iterator<Item = Interval> + '_ {
        self.intervals.iter().flat_map(|i| i.pieces(self.width))
    }

    pub fn any(&self) -> Option<u64> {
        self.intervals.first().map(Interval::start)
    }

    pub fn min(&self) -> Option<u64> {
        self.at_least(0)
    }

    pub fn max(&self) -> Option<u64> {
        self.at_most(mask(self.width))
    }

    pub fn signed_min(&self) -> Option<i64> {
        let bias = self.sign_bit();
        self.plus(bias).min().map(|v| signed(self.width, v ^ bias))
    }

    pub fn signed_max(&self) -> Option<i64> {
        let bias = self.sign_bit();
        self.plus(bias).max().map(|v| signed(self.width, v ^ bias))
    }

    /// The largest value up to `bound` (lub of formula 1).
    pub fn at_most(&self, bound: u64) -> Option<u64> {
        self.pieces()
            .filter(|p| p.start() <= bound)
            .map(|p| p.start() + ((bound - p.start()) / p.stride()).min(p.steps()) * p.stride())
            .max()
    }

    /// The smallest value from `bound` on (glb of formula 1).
    pub fn at_least(&self, bound: u64) -> Option<u64> {
        self.pieces()
            .filter(|p| p.start() + p.span() >= bound)
            .map(|p| p.start() + bound.saturating_sub(p.start()).div_ceil(p.stride()) * p.stride())
            .min()
    }

    /// A value near the middle between the smallest and the largest one.
    pub fn middle(&self) -> Option<u64> {
        let (low, high) = (self.min()?, self.max()?);
        self.at_most(low + (high - low) / 2)
    }

    pub(super) fn sign_bit(&self) -> u64 {
        1 << (self.width - 1)
    }

    /// `x + k` for all values; always exact.
    pub(super) fn plus(&self, k: u64) -> ValueSet {
        let intervals = self.intervals.iter().map(|i| {
            let start = i.start().wrapping_add(k) & mask(self.width);
            Interval::new(self.width, start, i.stride(), i.steps())
        });
        ValueSet::sorted(self.width, intervals.collect())
    }

    /// `-x` for all values; always exact.
    pub(super) fn negated(&self) -> ValueSet {
        let intervals = self.intervals.iter().map(|i| {
            let start = i.last(self.width).wrapping_neg() & mask(self.width);
            Interval::new(self.width, start, i.stride(), i.steps())
        });
        ValueSet::sorted(self.width, intervals.collect())
    }

    fn sorted(width: u32, mut intervals: Intervals) -> ValueSet {
        intervals.sort_unstable_by_key(Interval::start);
        ValueSet { width, intervals }
    }

    /// The common values, or a part of them if there are too many intervals.
    pub(super) fn intersect(&self, other: &ValueSet) -> Approximation {
        debug_assert_eq!(self.width, other.width);
        if self.is_full() {
            return Approximation::exact(other.clone());
        }
        if other.is_full() {
            return Approximation::exact(self.clone());
        }
        let mut parts = Collector::new(self.width);
        for mine in self.pieces() {
            for common in other.pieces().filter_map(|theirs| mine.intersect_pieces(&theirs)) {
                parts.push(common);
            }
        }
        parts.finish()
    }

    pub fn intersection(&self, other: &ValueSet) -> Option<ValueSet> {
        self.intersect(other).into_exact()
    }

    /// The values that `other` does not have, or a part of them.
    pub(super) fn subtract(&self, other: &ValueSet) -> Approximation {
        debug_assert_eq!(self.width, other.width);
        let mut left: Vec<Interval> = self.pieces().collect();
        for theirs in other.pieces() {
            let mut parts = Vec::with_capacity(left.len() + 2);
            let mut complete = true;
            for mine in &left {
                mine.subtract_pieces(self.width, &theirs, &mut |part| {
                    complete = parts.len() < MAX_PARTS;
                    if complete {
                        parts.push(part);
                    }
                    complete
                });
            }
            if !complete {
                // Dropped parts only make a subset, but later subtractions would be wasted on it.
                return Approximation::under(ValueSet::empty(self.width));
            }
            left = parts;
        }
        let mut parts = Collector::new(self.width);
        left.into_iter().for_each(|part| parts.push(part));
        parts.finish()
    }

    pub fn difference(&self, other: &ValueSet) -> Option<ValueSet> {
        self.subtract(other).into_exact()
    }

    pub fn complement(&self) -> Option<ValueSet> {
        ValueSet::full(self.width).difference(self)
    }

    pub fn union(&self, other: &ValueSet) -> Option<ValueSet> {
        if other.intervals.len() < self.intervals.len() {
            return other.union(self);
        }
        let mut parts = Collector::new(self.width);
        other.pieces().for_each(|piece| parts.push(piece));
        self.difference(other)?.pieces().for_each(|piece| parts.push(piece));
        parts.finish().into_exact()
    }

    pub fn is_subset(&self, other: &ValueSet) -> bool {
        debug_assert_eq!(self.width, other.width);
        let common: u128 = self
            .pieces()
            .flat_map(|mine| other.pieces().filter_map(move |o| mine.intersect_pieces(&o)))
            .map(|i| i.size())
            .sum();
        common == self.size()
    }

    /// Whether both have the same values, in whatever intervals.
    pub fn same_values(&self, other: &ValueSet) -> bool {
        self.size() == other.size() && self.is_subset(other)
    }

    /// The smallest single interval that is easy to find around all values.
    pub fn hull(&self) -> ValueSet {
        let mut pieces: Vec<Interval> = self.pieces().collect();
        pieces.sort_unstable_by_key(Interval::start);
        let Some(first) = pieces.first().copied() else { return self.clone() };
        if self.intervals.len() == 1 {
            return self.clone();
        }
        // The largest gap that no piece covers, beginning with the one around zero.
        let (mut reached, mut begin) = (first.start() + first.span(), first.start());
        let mut gap = 0;
        for piece in &pieces[1..] {
            if piece.start() > reached && piece.start() - reached > gap {
                gap = piece.start() - reached;
                begin = piece.start();
            }
            reached = reached.max(piece.start() + piece.span());
        }
        if gap == 0 || first.start().wrapping_sub(reached) & mask(self.width) >= gap {
            begin = first.start();
        }
        let distance = |v: u64| v.wrapping_sub(begin) & mask(self.width);
        let last = |p: &Interval| distance(p.start() + p.span());
        let end = pieces.iter().map(last).max().unwrap_or(0);
        let stride = pieces.iter().fold(0, |stride, p| {
            let own = if p.is_point() { 0 } else { p.stride() };
            gcd(gcd(stride, distance(p.start())), own)
        });
        let steps = end.checked_div(stride).unwrap_or(0);
        let interval = Interval::new(self.width, begin, stride.max(1), steps);
        ValueSet::from_interval(self.width, interval)
    }

    /// The same numbers in another width, in which they must fit.
    pub(super) fn with_width(&self, width: u32) -> Approximation {
        debug_assert!(self.max().is_none_or(|max| max <= mask(width)));
        let mut parts = Collector::new(width);
        self.pieces().for_each(|piece| parts.push(piece));
        parts.finish()
    }
}

impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ValueSet {
    /// `{3..9, 20..40/4}:8`: first, last and stride of each interval, then the width.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (n, i) in self.intervals.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{}", i.start())?;
            if !i.is_point() {
                write!(f, "..{}", i.last(self.width))?;
            }
            if i.stride() != 1 {
                write!(f, "/{}", i.stride())?;
            }
        }
        write!(f, "}}:{}", self.width)
    }
}

/// Gathers intervals without common values; what exceeds the bound makes the result a subset.
pub(super) struct Collector {
    width: u32,
    intervals: Intervals,
    full: bool,
}

impl Collector {
    pub fn new(width: u32) -> Collector {
        Collector { width, intervals: Intervals::new(), full: false }
    }

    /// Of intervals that have no value in common.
    pub fn of(width: u32, intervals: Intervals) -> Collector {
        Collector { width, intervals, full: false }
    }

    pub fn push(&mut self, interval: Interval) {
        if self.intervals.len() < MAX_PARTS {
            self.intervals.push(interval);
        } else {
            self.full = true;
        }
    }

    /// Whether more intervals would be dropped.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Notes that something was left out.
    pub fn leave_out(&mut self) {
        self.full = true;
    }

    pub fn finish(mut self) -> Approximation {
        compact(self.width, &mut self.intervals);
        if self.intervals.len() > MAX_INTERVALS {
            pair_points(self.width, &mut self.intervals);
        }
        if self.intervals.len() > MAX_INTERVALS {
            self.full = true;
            // Long intervals keep most values.
            self.intervals.sort_by_key(|i| std::cmp::Reverse(i.steps()));
            self.intervals.truncate(MAX_INTERVALS);
        }
        let values = ValueSet::sorted(self.width, self.intervals);
        let precision = if self.full { Precision::Under } else { Precision::Exact };
        Approximation { values, precision }
    }
}
