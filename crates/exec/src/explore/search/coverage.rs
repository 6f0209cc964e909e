//! Closest to uncovered: states are chosen at random, weighed by the inverse square of their distance
//! to the nearest place that nothing has reached yet (KLEE's `md2u`; Directed SE 2.1).
//!
//! Distances count operations along the control-flow graph; a call leads into its callee and also past
//! it. A state can also reach what its callers can. They are computed anew when something new was
//! reached, but not at every pick: a small program reaches new places all the time.

use super::{Searcher, StateKey, View};
use crate::code::{CallTarget, Code, Op, Pc, SwitchTable};
use crate::coverage::{Event, mark};
use crate::explore::random::Random;
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Picks between two computations of distances.
const RENEW_EVERY: u64 = 256;
/// Of what cannot reach anything new.
const FAR: u32 = 1 << 20;
/// What it costs to return to a caller first.
const RETURN: u32 = 8;

pub struct ClosestToUncovered {
    random: Random,
    weights: Weights,
    /// Where each state stands: the operations of its calls, innermost first.
    stacks: FxHashMap<StateKey, Vec<Pc>>,
    distances: Vec<u32>,
    reversed: Option<Vec<Vec<Pc>>>,
    reached_count: usize,
    picks: u64,
}

impl ClosestToUncovered {
    pub fn new(random: Random) -> ClosestToUncovered {
        ClosestToUncovered {
            random,
            weights: Weights::default(),
            stacks: FxHashMap::default(),
            distances: Vec::new(),
            reversed: None,
            reached_count: usize::MAX,
            picks: 0,
        }
    }

    fn weight(&self, stack: &[Pc]) -> u64 {
        let mut least = FAR;
        for (depth, &pc) in stack.iter().enumerate() {
            let here = self.distances.get(pc as usize).copied().unwrap_or(0);
            least = least.min(here.saturating_add(depth as u32 * RETURN));
        }
        let distance = u64::from(least.min(FAR)) + 1;
        ((1 << 44) / (distance * distance)).max(1)
    }

    fn place(&mut self, key: StateKey, state: &State) {
        const CALLERS: usize = 16;
        let callers =
            state.position.frames.iter().rev().map(|frame| frame.called_at()).take(CALLERS);
        let stack: Vec<Pc> = std::iter::once(state.position.pc).chain(callers).collect();
        let weight = self.weight(&stack);
        self.weights.set(key, weight);
        self.stacks.insert(key, stack);
    }

    fn renew(&mut self, view: &View<'_>) {
        self.reached_count = view.reached_count;
        let reversed = self.reversed.get_or_insert_with(|| predecessors(view.code));
        self.distances = distances(view, reversed);
        let keys: Vec<StateKey> = self.weights.keys.clone();
        for key in keys {
            let weight = self.weight(&self.stacks[&key]);
            self.weights.set(key, weight);
        }
    }
}

impl Searcher for ClosestToUncovered {
    fn add(&mut self, _: Option<StateKey>, states: &[(StateKey, &State)]) {
        for &(key, state) in states {
            self.place(key, state);
        }
    }

    fn remove(&mut self, key: StateKey) {
        self.stacks.remove(&key);
        self.weights.remove(key);
    }

    fn moved(&mut self, key: StateKey, state: &State) {
        self.place(key, state);
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        if let Some((key, state)) = current {
            self.place(key, state);
        }
        let changed = self.reached_count != view.reached_count;
        if self.distances.is_empty() || (changed && self.picks.is_multiple_of(RENEW_EVERY)) {
            self.renew(view);
        }
        self.picks += 1;
        let at = self.random.below(self.weights.total());
        self.weights.find(at)
    }
}

/// Where an operation leads, over calls.
fn successors(code: &Code, pc: Pc, mut f: impl FnMut(Pc)) {
    match code.ops[pc as usize] {
        Op::Jump { to, .. } | Op::MarkedJump { to, .. } => f(to),
        Op::Switch { table, .. } | Op::SwitchWide { table, .. } => {
            match &code.switches[table as usize] {
                SwitchTable::Dense { targets, default, .. } => {
                    targets.iter().copied().chain([*default]).for_each(f);
                }
                SwitchTable::Sparse { cases, default } => {
                    cases.iter().map(|case| case.1).chain([*default]).for_each(f);
                }
                SwitchTable::Wide { cases, default } => {
                    cases.iter().map(|case| case.1).chain([*default]).for_each(f);
                }
            }
        }
        Op::IndirectJump { table, .. } => {
            code.indirect[table as usize].iter().for_each(|&(_, to)| f(to));
        }
        Op::Return { .. }
        | Op::Return1 { .. }
        | Op::MarkedReturn { .. }
        | Op::MarkedReturn1 { .. }
        | Op::Resume
        | Op::Unreachable
        | Op::Trap => {}
        Op::Call { site } => {
            if let CallTarget::Func(func) = code.calls[site as usize].target {
                f(code.funcs[func.index()].entry);
            }
            f(pc + 1);
        }
        op => {
            if let Some(to) = op.branch_target() {
                f(to);
            }
            f(pc + 1);
        }
    }
}

fn predecessors(code: &Code) -> Vec<Vec<Pc>> {
    let mut reversed = vec![Vec::new(); code.ops.len() + 1];
    for pc in 0..code.ops.len() as Pc {
        successors(code, pc, |next| {
            if let Some(list) = reversed.get_mut(next as usize) {
                list.push(pc);
            }
        });
    }
    reversed
}

/// How far each operation is from one with something unreached.
fn distances(view: &View<'_>, reversed: &[Vec<Pc>]) -> Vec<u32> {
    let code = view.code;
    let mut distances = vec![FAR; code.ops.len()];
    let mut open = VecDeque::new();
    let reached = |pc: Pc, event: Event| view.reached[mark(pc, event) as usize];
    let mut start = |pc: Pc, distances: &mut Vec<u32>| {
        if distances[pc as usize] == FAR {
            distances[pc as usize] = 0;
            open.push_back(pc);
        }
    };
    for (pc, op) in code.ops.iter().enumerate() {
        let pc = pc as Pc;
        let new = match op {
            Op::Call { .. } => !reached(pc, Event::Passed),
            Op::Switch { .. } | Op::SwitchWide { .. } | Op::IndirectJump { .. } => {
                let mut new = false;
                successors(code, pc, |to| new |= !reached(to, Event::Arrived));
                new
            }
            op => {
                op.branch_target().is_some()
                    && !(reached(pc, Event::BranchHeld) && reached(pc, Event::BranchFailed))
            }
        };
        if new {
            start(pc, &mut distances);
        }
    }
    while let Some(pc) = open.pop_front() {
        let next = distances[pc as usize] + 1;
        for &before in &reversed[pc as usize] {
            if distances[before as usize] == FAR {
                distances[before as usize] = next;
                open.push_back(before);
            }
        }
    }
    distances
}

/// Sums of weights in a Fenwick tree, so that choosing by weight takes logarithmic time.
#[derive(Default)]
struct Weights {
    keys: Vec<StateKey>,
    places: FxHashMap<StateKey, usize>,
    values: Vec<u64>,
    /// `sums[i]` is the sum of the values from `i - lowbit(i + 1) + 1` to `i`.
    sums: Vec<u64>,
}

impl Weights {
    fn total(&self) -> u64 {
        self.prefix(self.values.len())
    }

    /// The sum of the first `count` values.
    fn prefix(&self, mut count: usize) -> u64 {
        let mut sum = 0;
        while count > 0 {
            sum += self.sums[count - 1];
            count &= count - 1;
        }
        sum
    }

    fn change(&mut self, place: usize, value: u64) {
        let difference = value.wrapping_sub(self.values[place]);
        self.values[place] = value;
        let mut at = place;
        while at < self.sums.len() {
            self.sums[at] = self.sums[at].wrapping_add(difference);
            at |= at + 1;
        }
    }

    fn set(&mut self, key: StateKey, weight: u64) {
        if let Some(&place) = self.places.get(&key) {
            self.change(place, weight);
            return;
        }
        let place = self.values.len();
        self.places.insert(key, place);
        self.keys.push(key);
        self.values.push(0);
        // The new sum covers what lies below it in the tree.
        let first = place & (place + 1);
        self.sums.push(self.prefix(place) - self.prefix(first));
        self.change(place, weight);
    }

    fn remove(&mut self, key: StateKey) {
        let Some(place) = self.places.remove(&key) else { return };
        let last = self.values.len() - 1;
        let moved = self.values[last];
        self.change(last, 0);
        self.values.pop();
        self.sums.pop();
        self.keys.swap_remove(place);
        if place < last {
            self.change(place, moved);
            self.places.insert(self.keys[place], place);
        }
    }

    /// The key at which the running sum exceeds `at`.
    fn find(&self, mut at: u64) -> StateKey {
        let mut place = 0;
        let mut step = self.values.len().next_power_of_two();
        while step > 0 {
            if place + step <= self.values.len() && self.sums[place + step - 1] <= at {
                at -= self.sums[place + step - 1];
                place += step;
            }
            step /= 2;
        }
        self.keys[place.min(self.keys.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_choose_in_proportion() {
        let mut weights = Weights::default();
        let mut random = Random::new(1);
        let mut model: Vec<(StateKey, u64)> = Vec::new();
        for round in 0..500u64 {
            if round % 3 == 2 && !model.is_empty() {
                let (key, _) = model.swap_remove(random.below(model.len() as u64) as usize);
                weights.remove(key);
            } else {
                let (key, weight) = (StateKey(round), random.below(100) + 1);
                model.push((key, weight));
                weights.set(key, weight);
            }
            let total: u64 = model.iter().map(|(_, weight)| weight).sum();
            assert_eq!(weights.total(), total);
            let mut counts: FxHashMap<StateKey, u64> = FxHashMap::default();
            for at in 0..total {
                *counts.entry(weights.find(at)).or_default() += 1;
            }
            for (key, weight) in &model {
                assert_eq!(counts[key], *weight, "round {round}");
            }
        }
    }
}
