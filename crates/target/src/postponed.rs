//! States of a pool that wait for a query that takes long, and how much patience a state has.
//!
//! A query may cost little at first. A state whose query runs out of that waits here, and asks again with four
//! times as much (see `dunlin_exec`'s `postpone`): who asked least so far comes first. As long as other states
//! can run, those that wait get a part of what the pool spends, so that a hard query holds up nobody and is
//! not forgotten either. A state is given up only when the whole budget of the solver chain did not do.

use crate::hunt::Hunt;
use dunlin_exec::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Conflicts that a query may cost at first, and how many times more it may each time it is asked again.
const FIRST_PATIENCE: u64 = 10;
const GROWTH: u64 = 4;
/// As long as others can run, at most this part of a pool's cost goes to those that wait.
const PART: u64 = 4;

/// How often the patience of a state has grown.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Patience(u32);

impl Patience {
    /// The conflicts that a query may cost.
    pub fn conflicts(self) -> u64 {
        GROWTH
            .checked_pow(self.0)
            .and_then(|times| times.checked_mul(FIRST_PATIENCE))
            .unwrap_or(u64::MAX)
    }

    pub fn more(self) -> Patience {
        Patience(self.0.saturating_add(1))
    }

    /// The least that suffices for queries of so many conflicts.
    pub fn for_conflicts(conflicts: u64) -> Patience {
        let mut patience = Patience::default();
        while patience.conflicts() <= conflicts && patience.conflicts() < u64::MAX {
            patience = patience.more();
        }
        patience
    }

    /// What an attempt may have that is made when so much was spent: a small part of it.
    pub fn for_attempt(spent: u64) -> Patience {
        Patience::for_conflicts(spent / 10_000)
    }

    /// The machine asks with this patience from now on.
    pub fn apply(self, hunt: &mut Hunt<'_>) {
        hunt.machine.be_patient(self.conflicts());
    }
}

/// States that wait, by the patience with which they will ask.
#[derive(Default)]
pub struct Postponed {
    waiting: BTreeMap<(Patience, u64), Box<State>>,
    next: u64,
    /// What asking again has cost.
    cost: u64,
}

impl Postponed {
    /// Nobody waits, and asking again has cost so much.
    pub fn with_cost(cost: u64) -> Postponed {
        Postponed { cost, ..Postponed::default() }
    }

    pub fn add(&mut self, patience: Patience, state: Box<State>) {
        self.next += 1;
        self.waiting.insert((patience, self.next), state);
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.waiting.values().map(|state| &**state)
    }

    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut State> {
        self.waiting.values_mut().map(|state| &mut **state)
    }

    /// The next one to ask again: at once if nobody else can run, else when its part of what the pool has
    /// spent allows.
    pub fn take_due(&mut self, spent: u64, others: bool) -> Option<(Patience, Box<State>)> {
        if others && self.cost.saturating_mul(PART) >= spent {
            return None;
        }
        self.waiting.pop_first().map(|((patience, _), state)| (patience, state))
    }

    /// Asking again has cost so much.
    pub fn count(&mut self, cost: u64) {
        self.cost += cost;
    }

    /// The states with the patience that they will ask with, in order.
    pub fn with_patience(&self) -> impl Iterator<Item = (&State, Patience)> {
        self.waiting.iter().map(|((patience, _), state)| (&**state, *patience))
    }

    /// What asking again has cost.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Takes all of them out, in order.
    pub fn drain(&mut self) -> impl Iterator<Item = Box<State>> {
        std::mem::take(&mut self.waiting).into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_grows_until_it_is_without_bounds() {
        let first = Patience::default();
        assert_eq!((first.conflicts(), first.more().conflicts()), (10, 40));
        let mut patience = first;
        for _ in 0..40 {
            assert!(patience.more().conflicts() >= patience.conflicts());
            patience = patience.more();
        }
        assert_eq!(patience.conflicts(), u64::MAX);
    }

    #[test]
    fn patience_is_enough_for_what_was_needed() {
        assert_eq!(Patience::for_conflicts(0), Patience(0));
        assert_eq!(Patience::for_conflicts(9), Patience(0));
        assert_eq!(Patience::for_conflicts(10), Patience(1));
        assert_eq!(Patience::for_conflicts(2_560), Patience(5));
        assert_eq!(Patience::for_conflicts(u64::MAX).conflicts(), u64::MAX);
    }
}
