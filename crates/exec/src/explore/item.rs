//! Work items: an unfinished path that can be handed to anyone (DESIGN, core idea 14).
//!
//! An item is the trace so far and inputs that lead along it. Whoever takes it starts the program from
//! its beginning and follows the trace without asking the solver.

use crate::inputs::{InputBytes, bytes_under};
use crate::state::{Script, State};
use crate::trail::Decision;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkItem {
    pub decisions: Vec<Decision>,
    pub inputs: Vec<InputBytes>,
}

impl WorkItem {
    /// The item that leads to where a state stands.
    pub fn of(state: &State) -> WorkItem {
        WorkItem {
            decisions: state.trail.decisions(),
            inputs: bytes_under(&state.inputs, state.path.model()),
        }
    }

    /// Sends a state that stands at the program's beginning along the item.
    pub fn set_out(self, state: &mut State) {
        if self.decisions.is_empty() {
            return;
        }
        state.echo = false;
        state.script = Some(Box::new(Script {
            decisions: self.decisions,
            next: 0,
            known: false,
            inputs: self.inputs,
            model: Rc::default(),
        }));
    }
}
