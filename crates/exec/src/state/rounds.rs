//! When a state is compared with those that were seen before (see [`crate::seen`]), and what it has left there.
//!
//! Comparing costs as much as thousands of operations, and most visits of a place have nothing to compare: what
//! a state does between two decisions is fixed. So a state asks to stand still at the next cut when it has made a
//! decision with an alternative since it was compared last, or when it has run for long without one.
//!
//! A state must never be compared with itself. It is compared when it arrives at a cut, which takes a step, and its
//! entry is made then, so that what it meets later is a place to which it has come back. A state that is handed out
//! as a work item goes once more through all cuts behind its last decision: the entries that it has made there
//! are withdrawn first.

use super::below::Ticket;
use smallvec::SmallVec;

/// So many cuts stop a state that has run for long without a decision, times its pauses so far: enough to see a
/// loop of any length come round, and little beside what it executes meanwhile.
const IN_A_ROW: u32 = 8;

/// So many instructions a state may run without a decision until its first pause; twice as many until the next.
const FIRST_SLICE: u64 = 1 << 12;

/// An entry that the state itself has made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Own {
    pub entry: u64,
    /// The hash of its shape.
    pub shape: u128,
    /// How many roots there were.
    pub roots: usize,
    /// A hash of all that the state had, live or not.
    pub whole: u128,
}

#[derive(Default, Debug)]
pub struct Rounds {
    pub ticket: Ticket,
    /// So many cuts are to stop it.
    wanted: u32,
    /// Decisions with an alternative when it was compared last.
    depth: u64,
    /// Pauses without such a decision since then.
    pauses: u32,
    /// It stands at a cut whose operation it has not executed.
    at_cut: bool,
    /// All decisions when the entries below were made.
    length: u64,
    own: SmallVec<[Own; 1]>,
}

impl Rounds {
    /// Whether the next cut is to stop the state.
    pub fn wants(&self) -> bool {
        self.wanted > 0
    }

    /// How many instructions the state runs until its next pause, if others run so many.
    pub fn slice(&self, most: u64) -> u64 {
        most.min(FIRST_SLICE << self.pauses.min(32))
    }

    /// The state pauses, having made so many decisions with an alternative, but at no cut.
    pub fn pause(&mut self, depth: u64) {
        if depth > self.depth {
            self.wanted = 1;
            return;
        }
        self.pauses = self.pauses.saturating_add(1);
        if self.pauses.is_power_of_two() {
            self.wanted = self.pauses.saturating_mul(IN_A_ROW);
        }
    }

    /// It is compared, having made so many decisions with an alternative.
    pub fn arrive(&mut self, depth: u64) {
        self.wanted = if depth > self.depth { 0 } else { self.wanted.saturating_sub(1) };
        if depth > self.depth {
            self.pauses = 0;
        }
        self.depth = depth;
    }

    /// It stands at a cut.
    pub fn stand(&mut self) {
        self.at_cut = true;
    }

    /// Whether the operation at a cut is to be executed first: a state that goes on would stop there again.
    pub fn leave_cut(&mut self) -> bool {
        std::mem::take(&mut self.at_cut)
    }

    /// It has made an entry, having made so many decisions.
    pub fn add(&mut self, own: Own, length: u64) {
        if self.length != length {
            self.own.clear();
            self.length = length;
        }
        self.own.push(own);
    }

    /// The entries that it has made since its last decision.
    pub fn own(&self, length: u64) -> &[Own] {
        if self.length == length { &self.own } else { &[] }
    }

    /// Of a copy that takes no part in the exploration.
    pub fn stand_apart(&mut self) {
        self.ticket.hand_in();
        *self = Rounds::default();
    }

    /// Of a state that splits off. What the other has left is not its own: it has decided something since.
    pub fn fork(&self) -> Rounds {
        let ticket = self.ticket.clone();
        Rounds { ticket, wanted: 1, depth: self.depth, ..Rounds::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_decides_is_stopped_once_for_each_time() {
        let mut rounds = Rounds::default();
        assert!(!rounds.wants());
        rounds.pause(1);
        assert!(rounds.wants());
        rounds.arrive(1);
        assert!(!rounds.wants());
    }

    #[test]
    fn one_that_decides_nothing_is_stopped_more_and_more_often() {
        let mut rounds = Rounds::default();
        let mut stops = Vec::new();
        for _ in 0..8 {
            rounds.pause(0);
            let mut stopped = 0;
            while rounds.wants() {
                rounds.arrive(0);
                stopped += 1;
            }
            stops.push(stopped);
        }
        assert_eq!(stops, [8, 16, 0, 32, 0, 0, 0, 64]);
    }

    #[test]
    fn one_that_decides_nothing_runs_longer_and_longer() {
        let mut rounds = Rounds::default();
        let mut slices = Vec::new();
        for _ in 0..4 {
            slices.push(rounds.slice(20_000));
            rounds.pause(0);
        }
        assert_eq!(slices, [4096, 8192, 16384, 20_000]);
        rounds.arrive(1);
        assert_eq!(rounds.slice(20_000), 4096);
    }

    #[test]
    fn entries_are_its_own_until_it_decides() {
        let mut rounds = Rounds::default();
        let own = |entry| Own { entry, shape: 0, roots: 0, whole: 0 };
        rounds.add(own(1), 5);
        rounds.add(own(2), 5);
        assert_eq!(rounds.own(5).len(), 2);
        assert_eq!(rounds.own(6), []);
        rounds.add(own(3), 6);
        assert_eq!(rounds.own(6), [own(3)]);
        assert_eq!(rounds.fork().own(6), []);
    }
}
