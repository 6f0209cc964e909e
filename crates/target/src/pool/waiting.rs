//! States that wait: for the answer of a query, or for room in memory.

use super::{Pool, Step};
use crate::hunt::Hunt;
use crate::postponed::Patience;
use dunlin_exec::State;
use dunlin_exec::explore::search::StateKey;
use dunlin_ir::Point;

/// Callers that matter for which states are put away.
pub(super) const RANKED_CALLERS: usize = 64;

impl<'a> Pool<'a> {
    pub(super) fn be_patient(&mut self, key: StateKey, patience: Patience) {
        match patience == Patience::default() {
            true => drop(self.patience.remove(&key)),
            false => drop(self.patience.insert(key, patience)),
        }
    }

    /// A state that had so much patience with a query waits until it is asked again with more.
    pub(super) fn postpone(&mut self, hunt: &mut Hunt<'a>, patience: Patience, state: Box<State>) {
        hunt.tally.postponed += 1;
        self.postponed.add(patience.more(), state);
    }

    /// Runs a state that waits for a query, if it is its time.
    pub(super) fn ask_again(&mut self, hunt: &mut Hunt<'a>) -> Option<Step> {
        if self.postponed.is_empty() {
            return None;
        }
        let before = hunt.cost();
        let spent = self.spent + before - self.woken_at;
        let (patience, state) = self.postponed.take_due(spent, self.can_run())?;
        self.park(hunt);
        let key = self.new_key();
        for searcher in &mut self.searchers {
            searcher.add(None, &[(key, &*state)]);
        }
        self.be_patient(key, patience);
        let step = self.run(hunt, key, state);
        self.postponed.count(hunt.cost() - before);
        Some(step)
    }

    /// Memory is short: puts half of the states that do not run away, the farthest from the target first.
    pub fn park_half(&mut self, hunt: &mut Hunt<'a>) {
        let rank = |state: &State| {
            let stack: Vec<Point> = self.program.stack(state).take(RANKED_CALLERS).collect();
            hunt.ranking.rank(&stack)
        };
        let mut keys: Vec<(u64, StateKey)> =
            self.states.iter().map(|(key, state)| (rank(state), *key)).collect();
        keys.sort_unstable();
        if let Some(remembered) = &self.remembered {
            remembered.seen().make_room();
        }
        for (_, key) in keys.split_off(keys.len() / 2) {
            let state = self.states.remove(&key).expect("listed above");
            self.forget(key);
            self.put_away(hunt, &state);
        }
        for state in self.postponed.drain().collect::<Vec<_>>() {
            self.put_away(hunt, &state);
        }
    }

    /// Drops states that do not run and that can no longer reach the target, since edges were closed.
    pub fn drop_cut_off(&mut self, hunt: &mut Hunt<'a>) {
        let states = self.states.iter().map(|(key, state)| (*key, &**state));
        let cut_off = states.filter(|(_, state)| !self.may_reach(hunt, state));
        let mut keys: Vec<StateKey> = cut_off.map(|(key, _)| key).collect();
        keys.sort_unstable();
        for key in keys {
            self.states.remove(&key);
            self.forget(key);
            self.drop_state(hunt);
        }
    }

    pub(super) fn put_away(&mut self, hunt: &mut Hunt<'a>, state: &State) {
        if let Some(remembered) = &self.remembered {
            remembered.withdraw(state);
        }
        self.parked.add(state);
        hunt.tally.parked += 1;
        hunt.tally.states_now -= 1;
    }

    pub(super) fn park(&mut self, hunt: &mut Hunt<'a>) {
        if let Some((key, mut state)) = self.current.take() {
            hunt.machine.park(&mut state);
            for (number, searcher) in self.searchers.iter_mut().enumerate() {
                if number != self.active {
                    searcher.moved(key, &state);
                }
            }
            self.states.insert(key, state);
        }
    }
}
