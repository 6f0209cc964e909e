//! One choice of a path: what it was about, where it was made, and how it came out.

use dunlin_ir::PointNumber;

/// What a decision is about, and so what its number means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum DecisionKind {
    /// Which side of a branch: 1 if its condition holds, else 0.
    Branch,
    /// Whether something holds that is no branch of the program, but what an operation needs or asks: 1 or 0.
    Condition,
    /// Which way out of a switch: the number of the first case that leads there, or of all cases for the
    /// default.
    Case,
    /// Where a computed goto leads: the number of the block.
    Label,
    /// Which object a pointer means: its id; 0 for null.
    Object,
    /// Which function is called through a pointer: its id among the objects.
    Function,
    /// What is possible of up to 64 things that were asked about together: a set of bits. Nothing was decided, but
    /// whoever follows the path must know it.
    Possible,
    /// The value of a number that had to be concrete.
    Value,
    /// How large an allocation is.
    Size,
    /// Which of several ways to go on, by a number that only the operation knows: the number of digits, the part of
    /// an object.
    Way,
    /// What the outside answers: 1 or 0. Whether an allocation succeeds.
    Environment,
    /// States were merged: how many. Who follows the path explores again what lies between the last decision
    /// and here.
    Merge,
    /// Which hint for an input is followed, if any: see [`HintChoice`](super::HintChoice).
    Hint,
}

impl DecisionKind {
    const ALL: [DecisionKind; 13] = [
        DecisionKind::Branch,
        DecisionKind::Condition,
        DecisionKind::Case,
        DecisionKind::Label,
        DecisionKind::Object,
        DecisionKind::Function,
        DecisionKind::Possible,
        DecisionKind::Value,
        DecisionKind::Size,
        DecisionKind::Way,
        DecisionKind::Environment,
        DecisionKind::Merge,
        DecisionKind::Hint,
    ];

    /// The kind with a number, as `kind as u64` gives it.
    pub fn of_number(number: u64) -> Option<DecisionKind> {
        DecisionKind::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

/// One choice of a path. Recorded for every condition that is not plainly constant, also where only
/// one choice is possible, so that the trace does not depend on what the solver knows.
///
/// Traces are compared by what was chosen: of equal errors the one with the least trace is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decision {
    /// See [`DecisionKind`].
    pub choice: u64,
    /// The place in the program that asked.
    pub at: PointNumber,
    pub kind: DecisionKind,
    /// Nothing else was possible, so that the path condition did not grow.
    pub implied: bool,
}

/// Paths have many.
const _: () = assert!(size_of::<Decision>() == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_numbers() {
        for (number, kind) in DecisionKind::ALL.into_iter().enumerate() {
            assert_eq!(
                (kind as usize, DecisionKind::of_number(number as u64)),
                (number, Some(kind))
            );
        }
        assert_eq!(DecisionKind::of_number(DecisionKind::ALL.len() as u64), None);
    }
}
