//! What is known of one value: bounds of both signednesses.
//!
//! Numbers of a width fall into two halves, those with the sign bit clear and those with it set, and within a
//! half the signed order is the unsigned one. A [`Range`] has an interval in each half. These are exactly
//! the sets that an unsigned and a signed interval together describe, in a form that has nothing to
//! normalise: the four ends are the bounds of both signednesses.

use crate::small::{mask, signed};
use std::fmt;

/// The numbers from `first` to `last`, both included, as unsigned ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Span {
    pub first: u64,
    pub last: u64,
}

impl Span {
    /// The ends are such that joining needs no case for it.
    const EMPTY: Span = Span { first: u64::MAX, last: 0 };

    fn is_empty(self) -> bool {
        self.first > self.last
    }

    fn join(self, other: Span) -> Span {
        Span { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    fn meet(self, other: Span) -> Span {
        let both = Span { first: self.first.max(other.first), last: self.last.min(other.last) };
        if both.is_empty() { Span::EMPTY } else { both }
    }

    fn contains(self, value: u64) -> bool {
        self.first <= value && value <= self.last
    }
}

/// A set of values of one width that a value is known to be in.
///
/// Values of more than 64 bits are not followed: their ranges are empty or full, and no number is
/// outside of a full one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    width: u32,
    /// The part with the sign bit clear.
    low: Span,
    /// The part with the sign bit set.
    high: Span,
}

impl Range {
    /// No value: what never happens.
    pub fn empty(width: u32) -> Range {
        Range { width, low: Span::EMPTY, high: Span::EMPTY }
    }

    /// Every value: nothing is known.
    pub fn full(width: u32) -> Range {
        match width {
            1..=64 => Range::unsigned(width, 0, mask(width)),
            _ => Range { width, low: Span { first: 0, last: u64::MAX }, high: Span::EMPTY },
        }
    }

    /// `value` truncated to the width, of at most 64 bits.
    pub fn constant(width: u32, value: u64) -> Range {
        let value = value & mask(width);
        Range::unsigned(width, value, value)
    }

    /// From `first` to `last` as unsigned numbers of the width, of at most 64 bits; none if the ends are the wrong way round.
    pub fn unsigned(width: u32, first: u64, last: u64) -> Range {
        let sign = 1 << (width - 1);
        let span = Span { first, last };
        Range {
            width,
            low: span.meet(Span { first: 0, last: sign - 1 }),
            high: span.meet(Span { first: sign, last: mask(width) }),
        }
    }

    /// From `first` to `last` as signed numbers of the width, of at most 64 bits; none if the ends are the wrong way round.
    pub fn signed(width: u32, first: i64, last: i64) -> Range {
        if first > last {
            Range::empty(width)
        } else {
            Range::wrapped(width, first.into(), last.into())
        }
    }

    /// What the integers from `first` to `last` are modulo 2^width; `first <= last`.
    pub(super) fn wrapped(width: u32, first: i128, last: i128) -> Range {
        debug_assert!(first <= last && width <= 64);
        if last - first >= i128::from(mask(width)) {
            return Range::full(width);
        }
        let (first, last) = (first as u64 & mask(width), last as u64 & mask(width));
        if first <= last {
            return Range::unsigned(width, first, last);
        }
        Range::unsigned(width, first, mask(width)).join(Range::unsigned(width, 0, last))
    }

    pub(super) fn of_span(width: u32, span: Span) -> Range {
        Range::unsigned(width, span.first, span.last)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn is_empty(&self) -> bool {
        self.low.is_empty() && self.high.is_empty()
    }

    pub fn is_full(&self) -> bool {
        *self == Range::full(self.width)
    }

    /// Whether the value may be this one, which has no bits above the width. Of more than 64 bits, it is
    /// the low ones of a value.
    pub fn contains(&self, value: u64) -> bool {
        self.low.contains(value) || self.high.contains(value)
    }

    /// The value, if it can only be one.
    pub fn as_constant(&self) -> Option<u64> {
        let (first, last) = self.unsigned_bounds()?;
        (first == last).then_some(first)
    }

    /// The least and the greatest value as unsigned numbers; none if it is empty or not followed.
    pub fn unsigned_bounds(&self) -> Option<(u64, u64)> {
        let all = self.low.join(self.high);
        (!all.is_empty() && self.width <= 64).then_some((all.first, all.last))
    }

    /// The least and the greatest value as signed numbers; none if it is empty or not followed.
    pub fn signed_bounds(&self) -> Option<(i64, i64)> {
        let (first, last) = match (self.low.is_empty(), self.high.is_empty()) {
            (true, true) => return None,
            (false, true) => (self.low.first, self.low.last),
            (true, false) => (self.high.first, self.high.last),
            (false, false) => (self.high.first, self.low.last),
        };
        (self.width <= 64).then(|| (signed(self.width, first), signed(self.width, last)))
    }

    /// How many values there are, at most `u64::MAX`.
    pub fn count(&self) -> u64 {
        let of = |span: Span| match span.is_empty() {
            true => 0,
            false => (span.last - span.first).saturating_add(1),
        };
        of(self.low).saturating_add(of(self.high))
    }

    /// The intervals of the two halves that are not empty.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + Clone + use<> {
        [self.low, self.high].into_iter().filter(|span| !span.is_empty())
    }

    /// Its values as at most two intervals of unsigned numbers, the ends included.
    pub fn intervals(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        self.spans().map(|span| (span.first, span.last))
    }

    /// The least range with the values of both.
    #[must_use]
    pub fn join(self, other: Range) -> Range {
        debug_assert_eq!(self.width, other.width);
        Range { width: self.width, low: self.low.join(other.low), high: self.high.join(other.high) }
    }

    /// The values that are in both.
    #[must_use]
    pub fn meet(self, other: Range) -> Range {
        debug_assert_eq!(self.width, other.width);
        Range { width: self.width, low: self.low.meet(other.low), high: self.high.meet(other.high) }
    }

    /// Whether all values of the other one are in this one.
    pub fn includes(&self, other: &Range) -> bool {
        self.join(*other) == *self
    }

    /// The range without one value, where that leaves a range.
    #[must_use]
    pub fn without(mut self, value: u64) -> Range {
        for span in [&mut self.low, &mut self.high] {
            // An empty one contains nothing, whatever its ends are.
            if !span.contains(value) {
                continue;
            }
            if span.first == span.last {
                *span = Span::EMPTY;
            } else if span.first == value {
                span.first += 1;
            } else if span.last == value {
                span.last -= 1;
            }
        }
        self
    }

    /// A range that includes this one and has ends among those of `before`, the thresholds, which are in
    /// ascending order, and the ends of the halves: so that a row of such steps is short.
    #[must_use]
    pub(super) fn widened(self, before: Range, thresholds: &[u64]) -> Range {
        if self.width > 64 {
            return self;
        }
        let all = Range::full(self.width);
        let widen = |now: Span, before: Span, half: Span| {
            // What is new is taken as it is, once.
            if now.is_empty() || before.is_empty() || now == before {
                return now;
            }
            let mut wide = now;
            if now.first < before.first {
                let below = thresholds.partition_point(|&threshold| threshold <= now.first);
                let found = below.checked_sub(1).map(|at| thresholds[at]);
                wide.first = found.filter(|&at| at >= half.first).unwrap_or(half.first);
            }
            if now.last > before.last {
                let above = thresholds.partition_point(|&threshold| threshold < now.last);
                let found = thresholds.get(above).copied();
                wide.last = found.filter(|&at| at <= half.last).unwrap_or(half.last);
            }
            wide
        };
        Range {
            width: self.width,
            low: widen(self.low, before.low, all.low),
            high: widen(self.high, before.high, all.high),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        if self.is_full() {
            return f.write_str("anything");
        }
        let show =
            |span: Span| match (signed(self.width, span.first), signed(self.width, span.last)) {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first}..{last}"),
            };
        let parts = [self.high, self.low].into_iter().filter(|span| !span.is_empty());
        // As signed numbers, the halves meet at zero.
        if self.high.last == mask(self.width) && self.low.first == 0 {
            let (first, last) = self.signed_bounds().expect("neither is empty");
            return write!(f, "{first}..{last}");
        }
        f.write_str(&parts.map(show).collect::<Vec<_>>().join(" or "))
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {self}", self.width)
    }
}
