//! Whether matches are right, by trying (debug builds).
//!
//! Whatever a state can do that is covered, the one that covers it can do as well. So copies of both are explored for a
//! while: each control transfer that the new one takes, and each error that it comes to, must be among those of the old
//! one. Of an exploration, the first entries are kept as states and the first matches are looked at.

use crate::code::Pc;
use crate::end::Outcome;
use crate::machine::Machine;
use crate::seen::{Entry, Seen};
use crate::state::State;
use crate::step::Pause;
use dunlin_results::ErrorKind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How far paths of the new state are followed, in IR instructions.
const FAR: u64 = 300;
/// Those of the old one go further: a state stops at the end of a straight line, a bit behind its limit.
const FARTHER: u64 = 2 * FAR;
/// With more paths, nothing is said.
const MOST_PATHS: usize = 24;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Deed {
    /// By its mark.
    Transfer(u32),
    Error(ErrorKind, Pc),
}

impl Machine<'_> {
    /// Keeps a copy of a state that was noted.
    pub(super) fn keep_noted(&mut self, state: &mut State, seen: &Arc<Seen>, entry: u64) {
        if self.tried.wants_more() && !self.coverage.is_traced() {
            let copy = self.copy(state);
            self.tried.keep(seen, entry, copy);
        }
    }

    /// Tries whether an entry really covers a state, if it is one of those that were kept.
    pub(super) fn verify_match(&mut self, state: &mut State, seen: &Arc<Seen>, entry: &Entry) {
        // An entry that was weakened covers what its state alone did not.
        if entry.weakened || self.coverage.is_traced() {
            return;
        }
        let mut tried = std::mem::take(&mut self.tried);
        if let Some(old) = tried.look(seen, entry.number) {
            let before = self.executed;
            let (new, old) = (self.copy(state), self.copy(old));
            let can = self.deeds(new, FAR);
            let could = if can.is_some() { self.deeds(old, FARTHER) } else { None };
            self.executed = before;
            if let (Some(can), Some(could)) = (can, could) {
                let more: Vec<&Deed> = can.difference(&could).collect();
                assert!(more.is_empty(), "a state that was matched can do more: {more:?}");
            }
        }
        self.tried = tried;
    }

    /// What a state can do for so many instructions, if that is not too much to follow.
    fn deeds(&mut self, mut state: State, far: u64) -> Option<BTreeSet<Deed>> {
        let end = state.position.instructions + far;
        self.park(&mut state);
        self.coverage.start_trace();
        let mut waiting = vec![state];
        let mut deeds = BTreeSet::new();
        let mut paths = 1;
        let mut is_whole = true;
        while let Some(mut state) = waiting.pop() {
            while state.position.instructions < end && is_whole {
                let left = end - state.position.instructions;
                let step = self.step(&mut state, left);
                paths += step.forks.len();
                let beside = step.ended.iter().map(|ended| (&ended.outcome, ended.pc));
                deeds.extend(beside.filter_map(|(outcome, pc)| error(outcome, pc)));
                is_whole &= paths <= MOST_PATHS && step.postponed.is_empty();
                waiting.extend(step.forks);
                match step.pause {
                    Pause::GoesOn | Pause::Marked(_) | Pause::Cut => {}
                    Pause::Interrupted | Pause::Postponed => is_whole = false,
                    Pause::Ended(outcome) => {
                        deeds.extend(error(&outcome, state.position.pc));
                        is_whole &= outcome.is_whole();
                        break;
                    }
                }
            }
            self.park(&mut state);
        }
        let elsewhere = self.coverage.take_elsewhere();
        let transfers = self.coverage.take_trace().into_iter().map(|(_, mark)| mark);
        deeds.extend(transfers.chain(elsewhere).map(Deed::Transfer));
        is_whole.then_some(deeds)
    }
}

fn error(outcome: &Outcome, pc: Pc) -> Option<Deed> {
    match outcome {
        Outcome::Error(error) => Some(Deed::Error(error.kind, pc)),
        _ => None,
    }
}
