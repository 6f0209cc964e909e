//! Partial paths: recording control transfers, and following them (Directed SE, 2.3: `p + p'`).
//!
//! A partial path is the list of control transfers from a function's start to a mark: branches,
//! switches, calls and returns, concrete or not. A state that stands at the start of that function is
//! sent along it: a branch on symbolic input takes the recorded side or the state ends, a concrete one
//! must go that way by itself. What is no control transfer (which object a pointer leads to, which
//! value a number has) is decided anew, since the state knows more than the one that found the path.

use crate::end::{Ended, Outcome};
use crate::machine::Machine;
use crate::state::{State, Transfers, WorkItem};
use crate::step::Pause;
use dunlin_ir::FuncId;

/// Instructions after which it is seen that a state has left the path.
const SLICE: u64 = 256;
/// So many states may come into being on the way: pointers that lead to many objects.
const MAX_STATES: usize = 64;

impl Machine<'_> {
    /// A copy of the running state, which is between two operations.
    pub fn copy(&mut self, state: &mut State) -> State {
        debug_assert!(!state.has_decided());
        let mut copy = self.fork(state);
        copy.rounds.stand_apart();
        copy
    }

    /// Sends a copy of a state along a path that ends at a watched mark.
    pub fn follow_path(&mut self, state: &mut State, path: &Transfers, mark: u32) -> Followed {
        let mut copy = self.copy(state);
        copy.trace.followed = 0;
        let mut waiting = vec![copy];
        let mut made = 1;
        let mut followed = Followed { arrived: None, instructions: 0, bug: None };
        while let (Some(mut state), None) = (waiting.pop(), &followed.arrived) {
            self.coverage.start_following(path, state.trace.followed);
            let arrives = loop {
                // The state itself goes on: nothing is lost with its copies. And the path is one of many to
                // try: what takes long on it is not waited for.
                let step = self.step(&mut state, SLICE);
                followed.instructions += step.instructions;
                let room = MAX_STATES - made;
                made += step.forks.len().min(room);
                waiting.extend(step.forks.into_iter().take(room));
                if let Pause::Ended(outcome @ Outcome::EngineBug { .. }) = step.pause {
                    let (ended, _) = self.finish(Box::new(state), outcome);
                    followed.bug = Some(ended);
                    self.coverage.take_trace();
                    return followed;
                }
                let Some((path, passed)) = self.coverage.followed() else { break false };
                match step.pause {
                    Pause::Marked(at) if at == mark && passed == path.len() => break true,
                    Pause::GoesOn | Pause::Marked(_) | Pause::Cut => {}
                    Pause::Interrupted | Pause::Postponed | Pause::Ended(_) => break false,
                }
            };
            self.park(&mut state);
            followed.arrived = arrives.then_some(state);
        }
        self.coverage.take_trace();
        followed
    }

    /// Runs a work item again from a start function to a watched mark: the control transfers behind
    /// the mark `first`, where the path begins, and how many instructions that took. An error is a bug of the
    /// engine on the way.
    pub fn transfers_of(
        &mut self,
        (start, arguments): (FuncId, &[String]),
        item: WorkItem,
        (first, last): (u32, u32),
    ) -> Result<Option<(Transfers, u64)>, Box<Ended>> {
        let Ok(mut state) = self.initial_state(start, arguments) else { return Ok(None) };
        item.set_out(&mut state);
        let before = self.watched.clone();
        let marks = first.max(last) as usize + 1;
        if self.watched.len() < marks {
            self.watched.resize(marks, false);
        }
        self.watched[first as usize] = true;
        self.coverage.start_trace();
        let mut begins = None;
        let end = loop {
            // What was recorded has no alternatives: nothing splits off that matters.
            match self.step(&mut state, SLICE).pause {
                Pause::Marked(mark) => {
                    // The last call by the start function: constructors come before.
                    if mark == first && is_called_by(&state, start) {
                        begins = Some(self.coverage.trace_len());
                    }
                    let done = state.trace.ahead.as_ref().is_none_or(|script| script.is_done());
                    if mark == last && begins.is_some() && done {
                        break None;
                    }
                }
                Pause::GoesOn | Pause::Cut => {}
                Pause::Interrupted | Pause::Postponed => break Some(Outcome::Interrupted),
                Pause::Ended(outcome) => break Some(outcome),
            }
        };
        self.watched = before;
        let trace = self.coverage.take_trace();
        match (end, begins) {
            (Some(bug @ Outcome::EngineBug { .. }), _) => {
                Err(Box::new(self.finish(Box::new(state), bug).0))
            }
            (None, Some(begins)) => {
                self.park(&mut state);
                let transfers = trace[begins..].iter().map(|&(_, mark)| mark).collect();
                Ok(Some((transfers, state.position.instructions)))
            }
            _ => {
                self.park(&mut state);
                Ok(None)
            }
        }
    }
}

/// What came of sending a copy of a state along a path.
pub struct Followed {
    /// The copy at the path's end, if it came so far.
    pub arrived: Option<State>,
    pub instructions: u64,
    /// A bug of the engine on the way.
    pub bug: Option<Ended>,
}

/// Whether a state stands in a function that the start function has called.
fn is_called_by(state: &State, start: FuncId) -> bool {
    state.position.frames.len() == 2 && state.position.frames[0].func == start
}
