//! Partial paths: recording control transfers, and following them (Directed SE, 2.3: `p + p'`).
//!
//! A partial path is the list of control transfers from a function's start to a mark: branches,
//! switches, calls and returns, concrete or not. A state that stands at the start of that function is
//! sent along it: a branch on symbolic input takes the recorded side or the state ends, a concrete one
//! must go that way by itself. What is no control transfer (which object a pointer leads to, which
//! value a number has) is decided anew, since the state knows more than the one that found the path.

use crate::machine::Machine;
use crate::state::{State, Transfers, WorkItem};
use crate::step::Pause;
use dunlin_ir::FuncId;
use dunlin_memory::ObjectCache;

/// Instructions after which it is seen that a state has left the path.
const SLICE: u64 = 256;
/// So many states may come into being on the way: pointers that lead to many objects.
const MAX_STATES: usize = 64;

impl Machine<'_> {
    /// A copy of the running state, which is between two operations.
    pub fn copy(&mut self, state: &mut State) -> State {
        debug_assert!(state.deciding.is_empty());
        self.fork(state)
    }

    /// Sends a copy of a state along a path that ends at a watched mark; the copy there, if it comes so
    /// far, and how many instructions that took. The machine's forks and ended paths belong to the
    /// caller and must be taken before.
    pub fn follow_path(
        &mut self,
        state: &mut State,
        path: &Transfers,
        mark: u32,
    ) -> (Option<State>, u64) {
        debug_assert!(self.forks.is_empty() && self.ended.is_empty());
        let copy = self.copy(state);
        let mut waiting = vec![State { followed: 0, ..copy }];
        let mut made = 1;
        let mut instructions = 0;
        let mut cache = ObjectCache::large();
        let mut arrived = None;
        while let (Some(mut state), None) = (waiting.pop(), &arrived) {
            state.memory.activate(cache);
            self.coverage.start_following(path, state.followed);
            let arrives = loop {
                let pause = self.run(&mut state, SLICE);
                let marked = self.marked.take();
                self.ended.clear();
                // The state itself goes on: nothing is lost with its copies.
                self.left_out.clear();
                // The path is one of many to try: what takes long on it is not waited for.
                self.postponed.clear();
                for fork in self.forks.drain(..) {
                    if made < MAX_STATES {
                        made += 1;
                        waiting.push(fork);
                    }
                }
                let Some((path, passed)) = self.coverage.followed() else { break false };
                match pause {
                    Pause::Marked if marked == Some(mark) && passed == path.len() => break true,
                    Pause::End(_) => break false,
                    Pause::Marked | Pause::Budget | Pause::Forked => {}
                }
            };
            cache = state.memory.park();
            instructions += state.instructions;
            arrived = arrives.then_some(state);
        }
        self.coverage.take_trace();
        (arrived, instructions)
    }

    /// Runs a work item again from a start function to a watched mark; the control transfers behind
    /// the mark `first`, where the path begins.
    pub fn transfers_of(
        &mut self,
        (start, arguments): (FuncId, &[String]),
        item: WorkItem,
        (first, last): (u32, u32),
    ) -> Option<(Transfers, u64)> {
        debug_assert!(self.forks.is_empty() && self.ended.is_empty());
        let mut state = self.initial_state(start, arguments).ok()?;
        item.set_out(&mut state);
        state.memory.activate(ObjectCache::large());
        let before = self.watched.clone();
        let marks = first.max(last) as usize + 1;
        if self.watched.len() < marks {
            self.watched.resize(marks, false);
        }
        self.watched[first as usize] = true;
        self.coverage.start_trace();
        let mut begins = None;
        let reached = loop {
            let pause = self.run(&mut state, SLICE);
            let marked = self.marked.take();
            // What was recorded has no alternatives.
            self.forks.clear();
            self.ended.clear();
            self.left_out.clear();
            match pause {
                Pause::Marked => {
                    // The last call by the start function: constructors come before.
                    if marked == Some(first) && is_called_by(&state, start) {
                        begins = Some(self.coverage.trace_len());
                    }
                    let script = state.script.as_deref();
                    let done = script.is_none_or(|script| script.next == script.decisions.len());
                    if marked == Some(last) && begins.is_some() && done {
                        break true;
                    }
                }
                Pause::End(_) => break false,
                Pause::Budget | Pause::Forked => {}
            }
        };
        self.watched = before;
        state.memory.park();
        let trace = self.coverage.take_trace();
        let begins = begins.filter(|_| reached)?;
        let transfers = trace[begins..].iter().map(|&(_, mark)| mark).collect();
        Some((transfers, state.instructions))
    }
}

/// Whether a state stands in a function that the start function has called.
fn is_called_by(state: &State, start: FuncId) -> bool {
    state.frames.len() == 2 && state.frames[0].func == start
}
