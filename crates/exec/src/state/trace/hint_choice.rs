//! What a decision about hints says ([`DecisionKind::Hint`](super::DecisionKind::Hint)), as one number.
//!
//! Hints may be added while states wait as traces. So a decision does not say only what was chosen, but also among
//! how many hints, and for which input of its site: whoever follows the trace later decides the same, and knows
//! the inputs apart that were made before there was a hint.

/// Which hint a path follows for an input.
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
}

const OCCURRENCE_SHIFT: u32 = 32;

impl HintChoice {
    pub fn number(self) -> u64 {
        let guide = match self.guide {
            Guide::NoneOf(count) => count << 1,
            Guide::Follows(hint) => hint << 1 | 1,
        };
        u64::from(self.occurrence) << OCCURRENCE_SHIFT | u64::from(guide)
    }

    pub fn of_number(number: u64) -> HintChoice {
        let guide = number as u32;
        let guide = match guide & 1 {
            0 => Guide::NoneOf(guide >> 1),
            _ => Guide::Follows(guide >> 1),
        };
        HintChoice { occurrence: (number >> OCCURRENCE_SHIFT) as u32, guide }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_choice() {
        for guide in [Guide::NoneOf(0), Guide::NoneOf(9), Guide::Follows(0), Guide::Follows(70)] {
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
