//! A set of terms that is emptied by counting up, for walks over terms.

use dunlin_term::TermId;

/// A set of terms that is cheap to empty.
#[derive(Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Empties the set; terms come from an arena of this capacity.
    pub fn clear(&mut self, capacity: usize) {
        if self.stamps.len() < capacity {
            self.stamps.resize(capacity, 0);
        }
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// True if it was not there before.
    pub fn insert(&mut self, term: TermId) -> bool {
        let stamp = &mut self.stamps[term.index()];
        let new = *stamp != self.now;
        *stamp = self.now;
        new
    }
}
