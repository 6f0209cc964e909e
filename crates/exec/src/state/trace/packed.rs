//! Traces in few bytes, mostly one or two a decision: states become work items when memory is short.
//!
//! The packed form of the start of a trace is the start of its packed form, so that sorted items share
//! most of what they have in common with their neighbours. That holds for merged states as well: what a
//! trace records of a merge is one entry.

use super::decision::{Decision, DecisionKind};
use crate::state::varint::{put, take};
use dunlin_ir::PointNumber;

/// What stands behind the place of a decision: a side of a branch, a condition that holds, or the kind and the
/// number.
const FAILS: u64 = 0;
const TAKEN: u64 = 1;
const HOLDS: u64 = 2;
const OTHER: u64 = 3;
/// The bits below the distance to the last place: the form, and whether it was implied.
const FORM_BITS: u32 = 2;
const IMPLIED: u64 = 1 << FORM_BITS;
const HEAD_BITS: u32 = FORM_BITS + 1;
const KIND_BITS: u32 = 4;

/// Per decision: how far its place is from the last one's, whether it was implied, and what was chosen.
pub fn pack(decisions: &[Decision]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * decisions.len());
    let mut last = 0;
    for decision in decisions {
        let at = i64::from(decision.at.0);
        let distance = at - last;
        last = at;
        let form = match (decision.kind, decision.choice) {
            (DecisionKind::Branch, 0) => FAILS,
            (DecisionKind::Branch, 1) => TAKEN,
            (DecisionKind::Condition, 1) => HOLDS,
            _ => OTHER,
        };
        let implied = if decision.implied { IMPLIED } else { 0 };
        let zigzag = (distance << 1 ^ distance >> 63) as u64;
        put(&mut bytes, zigzag << HEAD_BITS | implied | form);
        if form == OTHER {
            // One number for both, unless that leaves no room: then the kind alone, and the number behind it.
            let both = decision.choice << KIND_BITS | decision.kind as u64;
            let together = decision.choice != 0 && both >> KIND_BITS == decision.choice;
            put(&mut bytes, if together { both } else { decision.kind as u64 });
            if !together {
                put(&mut bytes, decision.choice);
            }
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
        let (kind, choice) = match head & (IMPLIED - 1) {
            FAILS => (DecisionKind::Branch, 0),
            TAKEN => (DecisionKind::Branch, 1),
            HOLDS => (DecisionKind::Condition, 1),
            _ => {
                let both = take(&mut bytes)?;
                let kind = DecisionKind::of_number(both & ((1 << KIND_BITS) - 1))?;
                match both >> KIND_BITS {
                    0 => (kind, take(&mut bytes)?),
                    choice => (kind, choice),
                }
            }
        };
        let at = PointNumber(u32::try_from(last).ok()?);
        decisions.push(Decision { choice, at, kind, implied: head & IMPLIED != 0 });
    }
    Some(decisions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decisions() -> impl Strategy<Value = Vec<Decision>> {
        let choice = prop_oneof![0..4u64, any::<u64>()];
        let at = prop_oneof![0..300u32, any::<u32>()].prop_map(PointNumber);
        let kind = (0..13u64).prop_map(|number| DecisionKind::of_number(number).expect("thirteen"));
        let one = (choice, at, kind, any::<bool>());
        let one =
            one.prop_map(|(choice, at, kind, implied)| Decision { choice, at, kind, implied });
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
        let near = |n: u32| Decision {
            choice: u64::from(n % 2),
            at: PointNumber(1000 + n % 7),
            kind: DecisionKind::Branch,
            implied: false,
        };
        let decisions: Vec<Decision> = (0..1000).map(near).collect();
        assert!(pack(&decisions).len() < 1010, "{}", pack(&decisions).len());
    }
}
