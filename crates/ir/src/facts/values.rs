//! What a place in memory is known to hold: a few numbers, or a range.

use super::range::Range;

/// How many numbers are kept apart.
pub const MOST_NUMBERS: usize = 16;

/// All that a variable ever holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    range: Range,
    /// In ascending order; none if they are too many.
    numbers: Option<Vec<u64>>,
    is_written: bool,
}

impl Values {
    /// What a place holds that is not written: its initial value, or anything if that is not a number.
    pub(super) fn initial(initial: Range) -> Values {
        let mut values = Values {
            range: Range::empty(initial.width()),
            numbers: Some(Vec::new()),
            is_written: false,
        };
        values.join(initial);
        values
    }

    /// The same with something written to it.
    pub(super) fn written(mut self) -> Values {
        self.is_written = true;
        self
    }

    pub fn range(&self) -> Range {
        self.range
    }

    /// All values that it can have in ascending order as unsigned numbers, if they are at most
    /// [`MOST_NUMBERS`].
    pub fn numbers(&self) -> Option<&[u64]> {
        self.numbers.as_deref()
    }

    pub fn contains(&self, value: u64) -> bool {
        match &self.numbers {
            Some(numbers) => numbers.binary_search(&value).is_ok(),
            None => self.range.contains(value),
        }
    }

    /// Whether some instruction may write it. What is never written has its initial value.
    pub fn is_written(&self) -> bool {
        self.is_written
    }

    /// Adds what may be stored; whether that is new.
    pub(super) fn join(&mut self, stored: Range) -> bool {
        let before = self.clone();
        self.range = self.range.join(stored);
        if let Some(numbers) = &mut self.numbers {
            if stored.count() > MOST_NUMBERS as u64 {
                self.numbers = None;
            } else {
                let all = stored.spans().flat_map(|span| span.first..=span.last);
                numbers.extend(all);
                numbers.sort_unstable();
                numbers.dedup();
                if numbers.len() > MOST_NUMBERS {
                    self.numbers = None;
                }
            }
        }
        *self != before
    }

    /// Makes the range wider; it includes all that there is.
    pub(super) fn widen(&mut self, range: Range) {
        debug_assert!(range.includes(&self.range));
        if range != self.range {
            self.range = range;
            self.numbers = None;
        }
    }

    /// Leaves only what is in both: each is known to include all that the place holds.
    pub(super) fn meet(&mut self, other: &Values) {
        self.range = self.range.meet(other.range);
        self.numbers = match (self.numbers.take(), &other.numbers) {
            (Some(mut mine), Some(_)) => {
                mine.retain(|&number| other.contains(number));
                Some(mine)
            }
            (Some(mine), None) => Some(mine),
            (None, theirs) => theirs.clone(),
        };
    }
}
