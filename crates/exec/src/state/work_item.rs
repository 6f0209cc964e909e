//! Work items: an unfinished path that can be handed to anyone (DESIGN, core idea 14).
//!
//! An item is the trace so far, and inputs and addresses that lead along it. Whoever takes it starts the program from
//! its beginning and follows the trace without asking the solver.
//!
//! Traces are packed, mostly one or two bytes a decision: states become items when memory is short.
//! The packed form of the start of a trace is the start of its packed form, so that sorted items share
//! most of what they have in common with their neighbours.

use super::varint::{put, take};
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

/// How the choice of a decision is written.
const ZERO: u64 = 0;
const ONE: u64 = 1;
const NUMBER: u64 = 2;
/// The bits below the distance to the last place: the choice's form, and whether it was implied.
const FORM_BITS: u32 = 2;
const IMPLIED: u64 = 1 << FORM_BITS;
const HEAD_BITS: u32 = FORM_BITS + 1;

/// Per decision: how far its place is from the last one's, whether it was implied, and the choice.
pub fn pack(decisions: &[Decision]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * decisions.len());
    let mut last = 0;
    for decision in decisions {
        let distance = i64::from(decision.pc) - last;
        last = i64::from(decision.pc);
        let form = decision.choice.min(NUMBER);
        let implied = if decision.implied { IMPLIED } else { 0 };
        let zigzag = (distance << 1 ^ distance >> 63) as u64;
        put(&mut bytes, zigzag << HEAD_BITS | implied | form);
        if form == NUMBER {
            put(&mut bytes, decision.choice);
        }
    }
    bytes
}

/// What was packed, or none if these bytes are nothing that [`pack`] gives.
pub fn unpack(mut bytes: &[u8]) -> Option<Vec<Decision>> {
    let mut decisions = Vec::with_capacity(bytes.len() / 2);
    let mut last = 0i64;
    while !bytes.is_empty() {
        let head = take(&mut bytes)?;
        let zigzag = head >> HEAD_BITS;
        last = last.checked_add((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))?;
        let choice = match head & (IMPLIED - 1) {
            ZERO => 0,
            ONE => 1,
            NUMBER => take(&mut bytes)?,
            _ => return None,
        };
        let pc = u32::try_from(last).ok()?;
        decisions.push(Decision { choice, pc, implied: head & IMPLIED != 0 });
    }
    Some(decisions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decisions() -> impl Strategy<Value = Vec<Decision>> {
        let choice = prop_oneof![0..4u64, any::<u64>()];
        let pc = prop_oneof![0..300u32, any::<u32>()];
        let one = (choice, pc, any::<bool>());
        let one = one.prop_map(|(choice, pc, implied)| Decision { choice, pc, implied });
        proptest::collection::vec(one, 0..40)
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(decisions in decisions()) {
            let packed = pack(&decisions);
            prop_assert_eq!(unpack(&packed), Some(decisions));
        }

        #[test]
        fn the_start_of_a_trace_is_the_start_of_its_packed_form(
            decisions in decisions(), length in 0..40usize
        ) {
            let start = &decisions[..length.min(decisions.len())];
            prop_assert!(pack(&decisions).starts_with(&pack(start)));
        }

        #[test]
        fn any_bytes_are_understood_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Some(decisions) = unpack(&bytes) {
                prop_assert_eq!(unpack(&pack(&decisions)), Some(decisions));
            }
        }
    }

    #[test]
    fn a_branch_costs_about_a_byte() {
        let near = |n: u32| Decision { choice: u64::from(n % 2), pc: 1000 + n % 7, implied: false };
        let decisions: Vec<Decision> = (0..1000).map(near).collect();
        assert!(pack(&decisions).len() < 1010, "{}", pack(&decisions).len());
    }
}
