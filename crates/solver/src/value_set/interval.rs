//! A strided value interval with wrap-around (ASE, Definition 4.1).
//!
//! The values are `start + i * stride` modulo `2^width` for `0 <= i <= steps`. The paper stores both
//! bounds; a count of steps says the same and makes the number of values direct. The width is not
//! stored: all intervals of a set share it.
//!
//! Promises (normal form): `stride * steps` is less than `2^width`, so an interval never meets
//! itself and its values are distinct; a single value has stride 1; two values are stored in
//! ascending order; an interval that closes the circle starts below its stride. With that, equal
//! sets of values are equal structures.

use dunlin_ir::small::mask;
use smallvec::SmallVec;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    start: u64,
    stride: u64,
    steps: u64,
}

/// The parts of an interval that do not wrap.
pub type Pieces = SmallVec<[Interval; 2]>;

impl Interval {
    pub fn new(width: u32, start: u64, stride: u64, steps: u64) -> Interval {
        let top = mask(width);
        debug_assert!(start <= top);
        if steps == 0 {
            return Interval::point(start);
        }
        debug_assert!(stride > 0 && u128::from(stride) * u128::from(steps) <= u128::from(top));
        let circle = u128::from(top) + 1;
        if u128::from(stride) * (u128::from(steps) + 1) == circle {
            return Interval { start: start % stride, stride, steps };
        }
        let interval = Interval { start, stride, steps };
        let last = interval.last(width);
        if steps == 1 && last < start {
            return Interval { start: last, stride: start - last, steps };
        }
        interval
    }

    pub fn point(value: u64) -> Interval {
        Interval { start: value, stride: 1, steps: 0 }
    }

    /// All values from `first` up to `last`, over the end of the circle if `last` is smaller.
    pub fn range(width: u32, first: u64, last: u64) -> Interval {
        Interval::new(width, first, 1, last.wrapping_sub(first) & mask(width))
    }

    pub fn full(width: u32) -> Interval {
        Interval { start: 0, stride: 1, steps: mask(width) }
    }

    /// All values that are `residue` modulo `2^bits`.
    pub fn class(width: u32, residue: u64, bits: u32) -> Interval {
        if bits >= width {
            return Interval::point(residue & mask(width));
        }
        Interval {
            start: residue & ((1 << bits) - 1),
            stride: 1 << bits,
            steps: mask(width) >> bits,
        }
    }

    pub fn start(&self) -> u64 {
        self.start
    }

    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// The number of values less one.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of values (Definition 4.2).
    pub fn size(&self) -> u128 {
        u128::from(self.steps) + 1
    }

    pub fn is_point(&self) -> bool {
        self.steps == 0
    }

    /// The distance from the first to the last value.
    pub fn span(&self) -> u64 {
        self.stride * self.steps
    }

    pub fn last(&self, width: u32) -> u64 {
        self.start.wrapping_add(self.span()) & mask(width)
    }

    pub fn wraps(&self, width: u32) -> bool {
        self.span() > mask(width) - self.start
    }

    /// Whether the next value after the last one is the first one.
    pub fn closes_circle(&self, width: u32) -> bool {
        u128::from(self.stride) * self.size() == u128::from(mask(width)) + 1
    }

    pub fn contains(&self, width: u32, value: u64) -> bool {
        let distance = value.wrapping_sub(self.start) & mask(width);
        distance.is_multiple_of(self.stride) && distance / self.stride <= self.steps
    }

    /// The value with number `index`.
    pub fn at(&self, width: u32, index: u64) -> u64 {
        debug_assert!(index <= self.steps);
        self.start.wrapping_add(self.stride * index) & mask(width)
    }

    /// Each `every`-th value from number `first` on, `steps` times after it.
    pub fn select(&self, width: u32, first: u64, every: u64, steps: u64) -> Interval {
        let stride = if steps == 0 { 1 } else { self.stride * every };
        Interval::new(width, self.at(width, first), stride, steps)
    }

    /// At most two intervals with the same values that do not wrap (ASE, formula 1).
    pub fn pieces(&self, width: u32) -> Pieces {
        let mut pieces = Pieces::new();
        if !self.wraps(width) {
            pieces.push(*self);
            return pieces;
        }
        let before = (mask(width) - self.start) / self.stride;
        pieces.push(self.select(width, 0, 1, before));
        pieces.push(self.select(width, before + 1, 1, self.steps - before - 1));
        pieces
    }

    /// The common values of two intervals that do not wrap, by the Chinese remainder theorem.
    pub fn intersect_pieces(&self, other: &Interval) -> Option<Interval> {
        let (self_last, other_last) = (self.start + self.span(), other.start + other.span());
        let low = self.start.max(other.start);
        let high = self_last.min(other_last);
        if low > high {
            return None;
        }
        if self.stride == 1 && other.stride == 1 {
            return Some(Interval { start: low, stride: 1, steps: high - low });
        }
        let (divisor, inverse) = gcd_and_inverse(self.stride, other.stride);
        let difference = i128::from(other.start) - i128::from(self.start);
        if difference % i128::from(divisor) != 0 {
            return None;
        }
        // x = self.start + self.stride * t, and t is determined modulo other.stride / divisor.
        let modulus = other.stride / divisor;
        let quotient = (difference / i128::from(divisor)).rem_euclid(i128::from(modulus)) as u128;
        let t = quotient * u128::from(inverse) % u128::from(modulus);
        let stride = u128::from(self.stride) * u128::from(modulus);
        let mut first = u128::from(self.start) + u128::from(self.stride) * t;
        if first < u128::from(low) {
            first += (u128::from(low) - first).div_ceil(stride) * stride;
        }
        if first > u128::from(high) {
            return None;
        }
        let start = first as u64;
        let steps = (u128::from(high - start) / stride) as u64;
        Some(Interval { start, stride: if steps == 0 { 1 } else { stride as u64 }, steps })
    }

    /// The values of an interval that does not wrap without those of another one, as parts.
    ///
    /// What is cut out of the middle leaves either one part per phase or one per gap; the smaller
    /// choice is taken and still may be long, so parts are handed to `push` until it returns false.
    pub fn subtract_pieces(
        &self,
        width: u32,
        other: &Interval,
        push: &mut impl FnMut(Interval) -> bool,
    ) {
        let Some(common) = self.intersect_pieces(other) else {
            push(*self);
            return;
        };
        let first = (common.start - self.start) / self.stride;
        let every = if common.is_point() { 1 } else { common.stride / self.stride };
        let last = first + every * common.steps;
        if first > 0 && !push(self.select(width, 0, 1, first - 1)) {
            return;
        }
        if last < self.steps && !push(self.select(width, last + 1, 1, self.steps - last - 1)) {
            return;
        }
        if every == 1 || common.is_point() {
            return;
        }
        if every - 1 <= common.steps {
            for phase in 1..every {
                if !push(self.select(width, first + phase, every, common.steps - 1)) {
                    return;
                }
            }
        } else {
            for gap in 0..common.steps {
                if !push(self.select(width, first + gap * every + 1, 1, every - 2)) {
                    return;
                }
            }
        }
    }
}

pub fn gcd(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

/// The greatest common divisor `g` of `x` and `y`, and the inverse of `x / g` modulo `y / g`.
fn gcd_and_inverse(x: u64, y: u64) -> (u64, u64) {
    let (mut r, mut next_r) = (i128::from(x), i128::from(y));
    let (mut s, mut next_s) = (1i128, 0i128);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (s, next_s) = (next_s, s - quotient * next_s);
    }
    let modulus = i128::from(y) / r;
    (r as u64, s.rem_euclid(modulus) as u64)
}
