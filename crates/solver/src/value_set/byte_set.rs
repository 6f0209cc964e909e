//! Sets of byte values as 256 bits: for conditions on one byte, whose truth is computed once for all
//! values and then met with the values of many paths.

use super::compact::{Intervals, compact};
use super::interval::Interval;
use super::set::{Approximation, Collector, ValueSet};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub fn insert(&mut self, value: u8) {
        self.0[usize::from(value) / 64] |= 1 << (value % 64);
    }

    /// The values of a set of at most 8 bits.
    pub fn of(set: &ValueSet) -> ByteSet {
        let mut bytes = ByteSet::default();
        set.iter().for_each(|value| bytes.insert(value as u8));
        bytes
    }

    pub fn meet(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The first value from `start` on whose membership is `member`, or 256.
    fn next(&self, start: u32, member: bool) -> u32 {
        let mut at = start;
        while at < 256 {
            let word = self.0[at as usize / 64];
            let word = (if member { word } else { !word }) >> (at % 64);
            if word != 0 {
                return at + word.trailing_zeros();
            }
            at = (at / 64 + 1) * 64;
        }
        256
    }

    /// As a set of values of `width` (at most 8) bits, or as much of it as there is room for.
    pub fn to_set(self, width: u32) -> Approximation {
        let mut intervals = Intervals::new();
        let mut start = self.next(0, true);
        while start < 256 {
            let end = self.next(start, false);
            intervals.push(match end - start {
                1 => Interval::point(start.into()),
                count => Interval::new(width, start.into(), 1, u64::from(count) - 1),
            });
            start = self.next(end, true);
        }
        compact(width, &mut intervals);
        intervals.shrink_to_fit();
        Collector::of(width, intervals).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value_set::Precision;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_byte_set_is_the_same_set(values in prop::collection::btree_set(any::<u8>(), 0..60)) {
            let mut bytes = ByteSet::default();
            values.iter().for_each(|&value| bytes.insert(value));
            let set = bytes.to_set(8);
            if set.precision == Precision::Exact {
                let listed: Vec<u64> = values.iter().map(|&value| value.into()).collect();
                let mut found: Vec<u64> = set.values.iter().collect();
                found.sort_unstable();
                prop_assert_eq!(found, listed);
                prop_assert_eq!(ByteSet::of(&set.values), bytes);
            } else {
                prop_assert!(set.values.iter().all(|value| values.contains(&(value as u8))));
            }
            prop_assert_eq!(bytes.is_empty(), values.is_empty());
        }
    }
}
