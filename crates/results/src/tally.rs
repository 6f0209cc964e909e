//! How many paths ended in which way.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Paths {
    pub finished: u64,
    pub errors: u64,
    pub assumed_away: u64,
    pub unsupported: u64,
    pub limited: u64,
    /// They go on as a state does that was seen before.
    #[serde(default)]
    pub matched: u64,
}

impl Paths {
    /// Those that ended, in whichever way.
    pub fn ended(&self) -> u64 {
        let Paths { finished, errors, assumed_away, unsupported, limited, matched } = *self;
        finished + errors + assumed_away + unsupported + limited + matched
    }

    pub fn add(&mut self, other: &Paths) {
        self.finished += other.finished;
        self.errors += other.errors;
        self.assumed_away += other.assumed_away;
        self.unsupported += other.unsupported;
        self.limited += other.limited;
        self.matched += other.matched;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_paths_are_added_up() {
        let mut paths = Paths {
            finished: 1,
            errors: 2,
            assumed_away: 3,
            unsupported: 4,
            limited: 5,
            matched: 6,
        };
        assert_eq!(paths.ended(), 21);
        let other = paths;
        paths.add(&other);
        assert_eq!((paths.ended(), paths.limited), (42, 10));
    }
}
