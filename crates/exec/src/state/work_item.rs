//! Work items: an unfinished path that can be handed to anyone (DESIGN, core idea 14).
//!
//! An item is where the path began, the trace so far, inputs and addresses that lead along it, and the seeds that it
//! follows. Whoever takes it starts execution at its origin and follows the trace without asking the solver.
//! An item can be written and read (serde); what is read is an item that could have been written, or refused.
//! Sorted items share most of what their traces have in common with their neighbours (`item_list.rs`).

use crate::code::Origin;
use crate::state::{Decision, PackedInputs, PackedTrace, Script, State, Whereabouts};
use dunlin_results::InputBytes;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct WorkItem {
    trace: PackedTrace,
    origin: Origin,
    inputs: PackedInputs,
    pub whereabouts: Whereabouts,
    /// Of the decision behind the trace, only these choices are left to take; all without a list.
    open: Option<Box<[u64]>>,
    /// Which seeds of the run lead along it, by number.
    seeds: Box<[u32]>,
}

/// An item as it was read.
#[derive(Deserialize)]
struct Unchecked {
    trace: Vec<u8>,
    origin: Origin,
    inputs: PackedInputs,
    whereabouts: Whereabouts,
    open: Option<Box<[u64]>>,
    seeds: Box<[u32]>,
}

/// Why something that was read is no work item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadItem {
    Trace,
    Inputs,
    Whereabouts,
    /// A decision of which no choice is left.
    Open,
}

impl fmt::Display for BadItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadItem::Trace => "the trace of a work item is damaged",
            BadItem::Inputs => "the inputs of a work item are damaged",
            BadItem::Whereabouts => "the addresses of a work item are damaged",
            BadItem::Open => "a work item has no choice left",
        })
    }
}

impl std::error::Error for BadItem {}

impl TryFrom<Unchecked> for WorkItem {
    type Error = BadItem;

    fn try_from(read: Unchecked) -> Result<WorkItem, BadItem> {
        let Unchecked { trace, origin, inputs, whereabouts, open, seeds } = read;
        let trace = PackedTrace::from_bytes(trace).ok_or(BadItem::Trace)?;
        if !inputs.is_sound() {
            return Err(BadItem::Inputs);
        }
        if !whereabouts.is_sound() {
            return Err(BadItem::Whereabouts);
        }
        if open.as_ref().is_some_and(|choices| choices.is_empty()) {
            return Err(BadItem::Open);
        }
        Ok(WorkItem { trace, origin, inputs, whereabouts, open, seeds })
    }
}

/// An item after another one, with whose trace its own begins.
#[derive(Serialize)]
pub(super) struct AfterItem<'i> {
    shared: usize,
    rest: Rest<'i>,
}

/// The parts of an item, with the rest of its trace.
#[derive(Serialize)]
struct Rest<'i> {
    trace: &'i [u8],
    origin: Origin,
    inputs: &'i PackedInputs,
    whereabouts: &'i Whereabouts,
    open: &'i Option<Box<[u64]>>,
    seeds: &'i [u32],
}

/// The same, as it was read.
#[derive(Deserialize)]
pub(super) struct NextItem {
    shared: usize,
    rest: Unchecked,
}

impl NextItem {
    /// The item, after one with the trace `last`.
    pub(super) fn after(mut self, last: &[u8]) -> Result<WorkItem, BadItem> {
        let mut trace = last.get(..self.shared).ok_or(BadItem::Trace)?.to_vec();
        trace.append(&mut self.rest.trace);
        self.rest.trace = trace;
        self.rest.try_into()
    }
}

/// How many bytes two traces have in common.
pub(super) fn shared_start(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl WorkItem {
    pub fn new(decisions: &[Decision], inputs: &[InputBytes]) -> WorkItem {
        let inputs = PackedInputs::new(inputs);
        WorkItem { trace: PackedTrace::new(decisions), inputs, ..WorkItem::default() }
    }

    /// The whole program, with all seeds of a run that has so many.
    pub fn whole(seeds: usize) -> WorkItem {
        WorkItem { seeds: (0..seeds as u32).collect(), ..WorkItem::default() }
    }

    pub fn origin(&self) -> Origin {
        self.origin
    }

    pub fn trace(&self) -> &PackedTrace {
        &self.trace
    }

    /// The numbers of its seeds, in order.
    pub fn seeds(&self) -> &[u32] {
        &self.seeds
    }

    pub fn inputs(&self) -> Vec<InputBytes> {
        self.inputs.unpack()
    }

    pub fn decisions(&self) -> Vec<Decision> {
        self.trace.decisions()
    }

    /// The item without what an item before it has said already: so many bytes of its trace.
    pub(super) fn after(&self, shared: usize) -> AfterItem<'_> {
        let WorkItem { trace, origin, inputs, whereabouts, open, seeds } = self;
        let trace = &trace.bytes()[shared..];
        let rest = Rest { trace, origin: *origin, inputs, whereabouts, open, seeds };
        AfterItem { shared, rest }
    }

    /// The item that leads to where a state stands, or to where it is on its way to.
    pub fn of(state: &State) -> WorkItem {
        let given = state.in_flight.as_ref().map_or(&[][..], |op| op.given());
        let item = match &state.trace.ahead {
            Some(script) => WorkItem::new(&script.decisions, &script.inputs),
            // Inputs that the running operation makes and will make again.
            None if !given.is_empty() => WorkItem::new(&state.trace.decisions(), given),
            None => WorkItem {
                trace: PackedTrace::new(&state.trace.decisions()),
                inputs: state.knowledge.packed_inputs(state.knowledge.path.model()),
                ..WorkItem::default()
            },
        };
        let seeds = state.knowledge.seeds.as_ref().map_or(&[][..], |seeds| &seeds.alive);
        WorkItem {
            origin: state.origin,
            whereabouts: Whereabouts::of(state),
            open: state.trace.open.as_deref().map(Into::into),
            seeds: seeds.into(),
            ..item
        }
    }

    /// Sends a state that stands at the beginning of the item's origin along it. Its seeds are left to whoever
    /// knows them by their numbers.
    pub fn set_out(self, state: &mut State) {
        debug_assert_eq!(state.origin, self.origin, "a trace leads on from where it began");
        let decisions = self.decisions();
        self.whereabouts.apply(state);
        state.trace.open = self.open.as_deref().map(Into::into);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DecisionKind;
    use dunlin_ir::{FuncId, PointNumber};
    use proptest::prelude::*;

    fn decisions() -> impl Strategy<Value = Vec<Decision>> {
        let one = (any::<u64>(), 0..300u32, any::<bool>());
        let one = one.prop_map(|(choice, at, implied)| Decision {
            choice,
            at: PointNumber(at),
            kind: DecisionKind::Value,
            implied,
        });
        proptest::collection::vec(one, 0..40)
    }

    fn items() -> impl Strategy<Value = WorkItem> {
        let bytes = proptest::collection::vec(any::<u8>(), 0..9);
        let seeds = proptest::collection::vec(any::<u32>(), 0..4);
        let origin = proptest::option::of(any::<u32>());
        (decisions(), bytes, seeds, origin, any::<bool>()).prop_map(
            |(decisions, bytes, seeds, origin, open)| WorkItem {
                origin: origin.map_or(Origin::Program, |func| Origin::Function(FuncId(func))),
                open: open.then(|| Box::from([1])),
                seeds: seeds.into(),
                ..WorkItem::new(&decisions, &[InputBytes { name: "x".into(), bytes }])
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(item in items()) {
            let written = postcard::to_stdvec(&item).expect("plain data");
            prop_assert_eq!(postcard::from_bytes::<WorkItem>(&written), Ok(item));
        }

        #[test]
        fn any_bytes_are_an_item_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(item) = postcard::from_bytes::<WorkItem>(&bytes) {
                let again = postcard::to_stdvec(&item).expect("plain data");
                prop_assert_eq!(item.decisions(), postcard::from_bytes::<WorkItem>(&again).unwrap().decisions());
            }
        }

        #[test]
        fn a_changed_item_is_an_item_or_refused(item in items(), at in any::<usize>(), change in 1..=255u8) {
            let mut written = postcard::to_stdvec(&item).expect("plain data");
            let at = at % written.len();
            written[at] ^= change;
            if let Ok(item) = postcard::from_bytes::<WorkItem>(&written) {
                prop_assert!(item.decisions().len() <= written.len());
                prop_assert!(item.inputs.is_sound());
            }
        }
    }

    #[test]
    fn what_is_no_item_is_refused() {
        let refused = |read: Unchecked| WorkItem::try_from(read).map(|_| ());
        let none = || Unchecked {
            trace: Vec::new(),
            origin: Origin::Program,
            inputs: PackedInputs::default(),
            whereabouts: Whereabouts::default(),
            open: None,
            seeds: Box::default(),
        };
        assert_eq!(refused(none()), Ok(()));
        assert_eq!(refused(Unchecked { trace: vec![0x80], ..none() }), Err(BadItem::Trace));
        assert_eq!(refused(Unchecked { open: Some(Box::default()), ..none() }), Err(BadItem::Open));
        let whereabouts = Whereabouts { ways: 0, ..Whereabouts::default() };
        assert_eq!(refused(Unchecked { whereabouts, ..none() }), Err(BadItem::Whereabouts));
    }
}
