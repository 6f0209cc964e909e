//! What a decision about hints says ([`DecisionKind::Hint`](super::DecisionKind::Hint)), as one number.
//!
//! Hints may be added while states wait as traces. So a decision does not say only what was chosen, but also among
//! how many hints, and for which input of its site: whoever follows the trace later decides the same, and knows
//! the inputs apart that were made before there was a hint.

/// Which hint a path follows for an input, or whether it follows a relation between inputs of which this is the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HintChoice {
    /// How many inputs the site had made before.
    pub occurrence: u32,
    pub guide: Guide,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guide {
    /// None of the first so many of the site.
    NoneOf(u32),
    /// The one of this number.
    Follows(u32),
    /// The relation of this number does not hold.
    Fails(u32),
    /// It holds.
    Holds(u32),
}

const OCCURRENCE_SHIFT: u32 = 32;
/// Below the number of the hint: what is said of it.
const SAID_BITS: u32 = 2;

impl HintChoice {
    pub fn number(self) -> u64 {
        let (number, said) = match self.guide {
            Guide::NoneOf(count) => (count, 0),
            Guide::Follows(hint) => (hint, 1),
            Guide::Fails(relation) => (relation, 2),
            Guide::Holds(relation) => (relation, 3),
        };
        u64::from(self.occurrence) << OCCURRENCE_SHIFT | u64::from(number << SAID_BITS | said)
    }

    pub fn of_number(number: u64) -> HintChoice {
        let guide = number as u32;
        let number_of_hint = guide >> SAID_BITS;
        let guide = match guide & ((1 << SAID_BITS) - 1) {
            0 => Guide::NoneOf(number_of_hint),
            1 => Guide::Follows(number_of_hint),
            2 => Guide::Fails(number_of_hint),
            _ => Guide::Holds(number_of_hint),
        };
        HintChoice { occurrence: (number >> OCCURRENCE_SHIFT) as u32, guide }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_choice() {
        let values = [Guide::NoneOf(0), Guide::NoneOf(9), Guide::Follows(0), Guide::Follows(70)];
        let relations = [Guide::Fails(0), Guide::Fails(8), Guide::Holds(0), Guide::Holds(3)];
        for guide in values.into_iter().chain(relations) {
            for occurrence in [0, 1, u32::MAX] {
                let choice = HintChoice { occurrence, guide };
                assert_eq!(HintChoice::of_number(choice.number()), choice);
            }
        }
        for number in [0, 1, 2, 1 << 32, u64::MAX] {
            assert_eq!(HintChoice::of_number(number).number(), number);
        }
    }
}
