//! Which bytes of an object the program has written.
//!
//! What was not written is any value, but one: read twice it is the same, and a copy of it is equal
//! to it. So a byte that was not written has a name, its [`Origin`] and a place there, and whoever
//! reads it makes the term of that name. Nothing is made for bytes that nobody reads.
//!
//! Most memory is written from its start on, once. Hence the number of bytes below which all are
//! written, which the main loop compares with instead of the object's size; a set of bits is there
//! only while something behind a gap is written.
//!
//! Invariants: what is known of a gap exists only while `below` is less than the object's size; bits
//! know of every byte; runs say something only about bytes that are not written, or were not.

use std::collections::BTreeMap;

/// An execution of an allocation, or of whatever else makes the content of memory unknown. Both
/// numbers are those of whoever executes; together they are never used again on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Origin {
    /// At most [`Origin::MAX_SITE`].
    pub site: u32,
    pub count: u32,
}

impl Origin {
    /// It has to fit into a register beside the count.
    pub const MAX_SITE: u32 = (1 << 29) - 1;

    pub(crate) fn packed(self) -> u64 {
        u64::from(self.site) << 32 | u64::from(self.count)
    }

    pub(crate) fn unpacked(bits: u64) -> Origin {
        Origin { site: (bits >> 32) as u32, count: bits as u32 }
    }
}

/// Bytes that lie together and are alike: how many, and what the first of them is if they were not
/// written.
pub(crate) type Stretch = (u64, Option<(Origin, u64)>);

#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// All bytes below are written.
    below: u64,
    /// What is known of those that are not; there while there are any. In a box, since most objects are
    /// written as a whole and a program may have millions of them.
    gap: Option<Box<Gap>>,
}

#[derive(Clone, Debug)]
struct Gap {
    bits: Bits,
    /// What bytes are that were never written, each by its own place.
    origin: Origin,
    /// What bytes are that were copied from where they were not written, by the first of them.
    runs: BTreeMap<u64, Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    end: u64,
    origin: Origin,
    /// The place of its first byte there.
    place: u64,
}

/// One bit for each byte of an object, set if it is written.
#[derive(Clone, Debug)]
enum Bits {
    /// Those below the limit are written, and no others.
    None,
    /// Of an object of up to 64 bytes.
    Word(u64),
    Words(Box<[u64]>),
}

impl Written {
    pub fn all(size: u64) -> Written {
        Written { below: size, gap: None }
    }

    /// Of an object that has bytes.
    pub fn nothing(origin: Origin) -> Written {
        let gap = Gap { bits: Bits::None, origin, runs: BTreeMap::new() };
        Written { below: 0, gap: Some(Box::new(gap)) }
    }

    /// All bytes below are written.
    #[inline(always)]
    pub fn below(&self) -> u64 {
        self.below
    }

    /// Whether all of `len` bytes at `offset` are written.
    pub fn holds(&self, offset: u64, len: u64) -> bool {
        let end = offset + len;
        end <= self.below
            || self.gap.as_ref().is_some_and(|gap| gap.next(offset, end, false) == end)
    }

    /// What the byte at `offset` is if it is not written.
    pub fn unwritten(&self, offset: u64) -> Option<(Origin, u64)> {
        if self.holds(offset, 1) {
            return None;
        }
        self.gap.as_ref().map(|gap| gap.byte(offset))
    }

    /// The bytes from `offset` on, at most up to `end`, that are alike.
    pub fn stretch(&self, offset: u64, end: u64) -> Stretch {
        let Some(gap) = &self.gap else { return (end - offset, None) };
        if self.holds(offset, 1) {
            let known = self.below.clamp(offset, end);
            return (gap.next(known, end, false) - offset, None);
        }
        let mut until = gap.next(offset, end, true);
        if let Some((_, run)) = gap.runs.range(..=offset).next_back()
            && offset < run.end
        {
            until = until.min(run.end);
        }
        if let Some((&next, _)) = gap.runs.range(offset + 1..).next() {
            until = until.min(next);
        }
        (until - offset, Some(gap.byte(offset)))
    }

    /// As [`Written::mark`] if all that it takes is to move the limit; else nothing is changed.
    #[inline(always)]
    pub fn extend(&mut self, offset: u64, len: u64, size: u64) -> bool {
        let simple = offset == self.below
            && len < size - offset
            && self.gap.as_ref().is_some_and(|gap| matches!(gap.bits, Bits::None));
        if simple {
            self.below += len;
        }
        simple
    }

    /// `len` bytes at `offset` of an object of `size` bytes have been written.
    pub fn mark(&mut self, offset: u64, len: u64, size: u64) {
        let end = offset + len;
        if end <= self.below || len == 0 {
            return;
        }
        let Some(gap) = &mut self.gap else { return };
        if !gap.has_bits() && offset <= self.below {
            self.below = end;
        } else {
            gap.make_bits(self.below, size);
            gap.set(offset, end, true);
            if offset <= self.below {
                self.below = gap.next(end, size, false);
            }
        }
        if self.below == size {
            self.gap = None;
        }
    }

    /// `len` bytes at `offset` of an object of `size` bytes are no longer written, but what bytes of an
    /// origin from `place` on are.
    pub fn unmark(&mut self, offset: u64, len: u64, (origin, place): (Origin, u64), size: u64) {
        let end = offset + len;
        if len == 0 {
            return;
        }
        let gap = self.gap.get_or_insert_with(|| {
            Box::new(Gap { bits: Bits::None, origin: Origin::default(), runs: BTreeMap::new() })
        });
        if gap.has_bits() || end < self.below {
            gap.make_bits(self.below, size);
            gap.set(offset, end, false);
        }
        self.below = self.below.min(offset);
        gap.cut_runs(offset, end);
        if (origin, place) != (gap.origin, offset) {
            gap.runs.insert(offset, Run { end, origin, place });
        }
    }
}

impl Gap {
    /// What the byte at `offset`, which is not written, is.
    fn byte(&self, offset: u64) -> (Origin, u64) {
        match self.runs.range(..=offset).next_back() {
            Some((&start, run)) if offset < run.end => (run.origin, run.place + (offset - start)),
            _ => (self.origin, offset),
        }
    }

    /// The first byte from `start` on that is written, or is not, as `written` says; or `end`. `start` is
    /// not below the limit.
    fn next(&self, start: u64, end: u64, written: bool) -> u64 {
        match &self.bits {
            Bits::None if written => end,
            Bits::None => start.min(end),
            Bits::Word(word) => next_with(&[*word], start, end, written),
            Bits::Words(words) => next_with(words, start, end, written),
        }
    }

    /// No run says anything about bytes from `offset` up to `end` any more.
    fn cut_runs(&mut self, offset: u64, end: u64) {
        let runs = &mut self.runs;
        if let Some((&start, run)) = runs.range(..offset).next_back()
            && run.end > offset
        {
            let whole = *run;
            runs.insert(start, Run { end: offset, ..whole });
            if whole.end > end {
                let rest = Run { place: whole.place + (end - start), ..whole };
                runs.insert(end, rest);
            }
        }
        while let Some((&start, &run)) = runs.range(offset..end).next() {
            runs.remove(&start);
            if run.end > end {
                runs.insert(end, Run { place: run.place + (end - start), ..run });
            }
        }
    }

    fn has_bits(&self) -> bool {
        !matches!(self.bits, Bits::None)
    }

    /// Bits for every byte, if there are none yet.
    fn make_bits(&mut self, below: u64, size: u64) {
        if self.has_bits() {
            return;
        }
        let mut words = vec![0; size.div_ceil(64) as usize];
        set(&mut words, 0, below, true);
        self.bits = match words[..] {
            [word] => Bits::Word(word),
            _ => Bits::Words(words.into()),
        };
    }

    fn set(&mut self, start: u64, end: u64, written: bool) {
        let words = match &mut self.bits {
            Bits::None => &mut [],
            Bits::Word(word) => std::slice::from_mut(word),
            Bits::Words(words) => &mut words[..],
        };
        set(words, start, end, written);
    }
}

/// The bits of a word from `from` up to `to`, which is at most 64.
fn between(from: u64, to: u64) -> u64 {
    if from >= to { 0 } else { u64::MAX >> (64 - (to - from)) << from }
}

fn set(words: &mut [u64], start: u64, end: u64, value: bool) {
    let mut at = start;
    while at < end {
        let word = &mut words[(at / 64) as usize];
        let next = (at / 64 * 64 + 64).min(end);
        let mask = between(at % 64, next - at / 64 * 64);
        if value {
            *word |= mask
        } else {
            *word &= !mask
        }
        at = next;
    }
}

/// The first bit of this value from `start` on, or `end`.
fn next_with(words: &[u64], start: u64, end: u64, value: bool) -> u64 {
    let mut at = start;
    while at < end {
        let word = words[(at / 64) as usize];
        let found = (if value { word } else { !word }) >> (at % 64);
        if found != 0 {
            return (at + u64::from(found.trailing_zeros())).min(end);
        }
        at = at / 64 * 64 + 64;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Mark(u64, u64),
        Unmark(u64, u64, u32, u64),
    }

    fn step(size: u64) -> impl Strategy<Value = Step> {
        let range = (0..size, 0..=size).prop_map(move |(at, len)| (at, len.min(size - at)));
        prop_oneof![
            range.clone().prop_map(|(at, len)| Step::Mark(at, len)),
            (range, 0..3u32, 0..100u64)
                .prop_map(|((at, len), site, place)| Step::Unmark(at, len, site, place)),
        ]
    }

    /// What every byte is, one by one.
    fn check(written: &Written, plain: &[Option<(Origin, u64)>]) {
        let size = plain.len() as u64;
        for (at, expected) in plain.iter().enumerate() {
            assert_eq!(written.unwritten(at as u64), *expected, "byte {at}");
        }
        let first = plain.iter().position(Option::is_some).unwrap_or(plain.len());
        assert_eq!(written.below(), first as u64);
        let mut at = 0;
        while at < size {
            let (len, what) = written.stretch(at, size);
            assert!(len > 0);
            for i in 0..len {
                let expected = what.map(|(origin, place)| (origin, place + i));
                assert_eq!(plain[(at + i) as usize], expected);
            }
            at += len;
        }
    }

    proptest! {
        #[test]
        fn every_byte_is_known(
            (size, steps) in (1..200u64).prop_flat_map(|size| {
                (Just(size), proptest::collection::vec(step(size), 0..30))
            })
        ) {
            let own = Origin { site: 9, count: 1 };
            let mut written = Written::nothing(own);
            let mut plain: Vec<_> = (0..size).map(|at| Some((own, at))).collect();
            for step in steps {
                match step {
                    Step::Mark(at, len) => {
                        if !written.extend(at, len, size) {
                            written.mark(at, len, size);
                        }
                        plain[at as usize..(at + len) as usize].fill(None);
                    }
                    Step::Unmark(at, len, site, place) => {
                        let origin = Origin { site, count: 7 };
                        written.unmark(at, len, (origin, place), size);
                        for i in 0..len {
                            plain[(at + i) as usize] = Some((origin, place + i));
                        }
                    }
                }
                check(&written, &plain);
            }
        }
    }
}
