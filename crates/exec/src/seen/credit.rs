//! How often states are compared.
//!
//! Comparing pays where states come again, and costs where they never do: in a program that reads a number and
//! ends, each fork would be written down for nothing. So comparisons have a credit. It grows with what is executed and
//! asked anyway, and each match gives back many times what it cost. Everything is counted, nothing is
//! timed, so that one worker does the same in every run.

use super::table::Seen;
use crate::code::Pc;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What may be spent whatever happens: some hundred comparisons.
const FREE: u64 = 1 << 16;
/// Of what is executed and asked, this part may be spent.
const PART: u64 = 24;
/// A match gives this many times its cost.
const GAIN: u64 = 64;
/// So many comparisons at a place are made in a row without a match; then every second, every third and so on.
const PATIENCE: u64 = 64;

#[derive(Clone, Copy, Default, Debug)]
struct Place {
    arrivals: u64,
    /// Comparisons since the last match.
    in_vain: u64,
}

#[derive(Default, Debug)]
pub struct Credit {
    places: FxHashMap<Pc, Place>,
    spent: u64,
    earned: u64,
}

impl Credit {
    /// Whether the state that arrives at a place is compared, after so much work.
    pub fn allows(&mut self, place: Pc, work: u64) -> bool {
        let place = self.places.entry(place).or_default();
        place.arrivals += 1;
        let is_due = place.arrivals.is_multiple_of(1 + place.in_vain / PATIENCE);
        is_due && self.spent <= FREE + self.earned + work / PART
    }

    pub fn spend(&mut self, place: Pc, cost: u64) {
        self.spent += cost;
        self.places.entry(place).or_default().in_vain += 1;
    }

    pub fn matched(&mut self, place: Pc, cost: u64) {
        self.earned += GAIN * cost;
        self.places.entry(place).or_default().in_vain = 0;
    }
}

/// The states that one exploration has seen, and what comparing with them may cost it.
#[derive(Debug)]
pub struct Remembered {
    pub(crate) seen: Arc<Seen>,
    pub(crate) credit: Credit,
}

impl Remembered {
    /// Its states stop at cuts once their operations have them (see [`crate::coverage::Coverage::cut_at`]).
    pub fn new(seen: Arc<Seen>) -> Remembered {
        Remembered { seen, credit: Credit::default() }
    }

    pub fn seen(&self) -> &Seen {
        &self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(credit: &mut Credit, arrivals: u64, work: u64, cost: u64) -> u64 {
        let mut compared = 0;
        for _ in 0..arrivals {
            if credit.allows(7, work) {
                credit.spend(7, cost);
                compared += 1;
            }
        }
        compared
    }

    #[test]
    fn what_never_matches_is_compared_less_and_less() {
        let mut credit = Credit::default();
        let first = compared(&mut credit, 64, u64::MAX, 1);
        let later = compared(&mut credit, 10_000, u64::MAX, 1);
        assert_eq!(first, 64);
        assert!((500..2000).contains(&later), "{later}");
    }

    #[test]
    fn what_is_dear_waits_for_work() {
        let mut credit = Credit::default();
        assert_eq!(compared(&mut credit, 10, 0, FREE), 2);
        assert_eq!(compared(&mut credit, 10, 24 * FREE, FREE), 1);
    }

    #[test]
    fn a_match_pays_for_many_comparisons() {
        let mut credit = Credit::default();
        for _ in 0..100_000 {
            assert!(credit.allows(7, 0));
            credit.spend(7, 100);
            credit.matched(7, 100);
        }
    }
}
