//! Work items: an unfinished path that can be handed to anyone (DESIGN, core idea 14).
//!
//! An item is the trace so far, and inputs and addresses that lead along it. Whoever takes it starts the program from
//! its beginning and follows the trace without asking the solver.

use super::trace::{pack, unpack};
use crate::state::{Decision, PackedInputs, Script, State, Whereabouts};
use dunlin_results::InputBytes;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkItem {
    trace: Box<[u8]>,
    inputs: PackedInputs,
    pub whereabouts: Whereabouts,
}

impl WorkItem {
    pub fn new(decisions: &[Decision], inputs: &[InputBytes]) -> WorkItem {
        let inputs = PackedInputs::new(inputs);
        WorkItem { trace: pack(decisions).into(), inputs, ..WorkItem::default() }
    }

    /// From what [`WorkItem::packed_trace`] and [`WorkItem::packed_inputs`] gave; none if they did not.
    pub fn from_packed(
        trace: Vec<u8>,
        inputs: PackedInputs,
        whereabouts: Whereabouts,
    ) -> Option<WorkItem> {
        unpack(&trace)?;
        Some(WorkItem { trace: trace.into(), inputs, whereabouts })
    }

    pub fn packed_trace(&self) -> &[u8] {
        &self.trace
    }

    pub fn packed_inputs(&self) -> &PackedInputs {
        &self.inputs
    }

    pub fn inputs(&self) -> Vec<InputBytes> {
        self.inputs.unpack()
    }

    pub fn decisions(&self) -> Vec<Decision> {
        unpack(&self.trace).expect("checked when it was made")
    }

    /// The item that leads to where a state stands, or to where it is on its way to.
    pub fn of(state: &State) -> WorkItem {
        let given = state.in_flight.as_ref().map_or(&[][..], |op| op.given());
        let item = match &state.trace.ahead {
            Some(script) => WorkItem::new(&script.decisions, &script.inputs),
            // Inputs that the running operation makes and will make again.
            None if !given.is_empty() => WorkItem::new(&state.trace.decisions(), given),
            None => WorkItem {
                trace: pack(&state.trace.decisions()).into(),
                inputs: state.knowledge.packed_inputs(state.knowledge.path.model()),
                ..WorkItem::default()
            },
        };
        WorkItem { whereabouts: Whereabouts::of(state), ..item }
    }

    /// Sends a state that stands at the program's beginning along the item.
    pub fn set_out(self, state: &mut State) {
        let decisions = self.decisions();
        self.whereabouts.apply(state);
        if decisions.is_empty() {
            return;
        }
        state.trace.echo = false;
        state.trace.ahead = Some(Box::new(Script {
            decisions,
            next: 0,
            inputs: self.inputs.unpack(),
            model: Rc::default(),
        }));
    }
}
