//! What the source text of a function is made of: regions, each executed as a whole, and whether the
//! compiler made code for them. This tells a line that the compiler removed from one that has nothing
//! to execute.

use serde::{Deserialize, Serialize};

/// A position in a file: line and column, both from 1.
pub type Spot = (u32, u32);

/// What is known of the sources of a program beside its code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// Of the functions in all C sources.
    pub functions: Vec<FunctionRegions>,
    /// Some input was optimised by others: its code is not at the lines of the source any more.
    pub optimised: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionRegions {
    /// The function's name in the source.
    pub name: String,
    /// Of the file that the function begins in. The first is the whole body.
    pub regions: Vec<Region>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Region {
    pub start: Spot,
    /// Behind its last character.
    pub end: Spot,
    /// Regions of a function with the same number are executed equally often.
    pub count: u32,
    /// The compiler has seen that no path leads there, and made no code.
    pub removed: bool,
}

impl FunctionRegions {
    /// How often a spot is executed: the count of the innermost region that it is in.
    pub fn count(&self, spot: Spot) -> Option<u32> {
        self.around(spot).map(|region| region.count)
    }

    /// Whether the compiler removed the code at a spot.
    pub fn is_removed(&self, spot: Spot) -> bool {
        self.around(spot).is_some_and(|region| region.removed)
    }

    /// The innermost region that a spot is in.
    fn around(&self, spot: Spot) -> Option<&Region> {
        let around = |region: &&Region| region.start <= spot && spot < region.end;
        let inner = |region: &&Region| (std::cmp::Reverse(region.start), region.end);
        self.regions.iter().filter(around).min_by_key(inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_region_decides() {
        let region = |start, end, count, removed| Region { start, end, count, removed };
        let function = FunctionRegions {
            name: "f".into(),
            regions: vec![
                region((1, 12), (20, 2), 0, false),
                region((3, 5), (9, 6), 1, true),
                region((4, 9), (4, 20), 2, true),
                region((6, 1), (8, 6), 3, false),
                region((12, 5), (20, 2), 4, false),
            ],
        };
        let removed: Vec<u32> = (1..=20).filter(|&line| function.is_removed((line, 13))).collect();
        assert_eq!(removed, [3, 4, 5, 8], "6 and 7 are entered by a label; 8 ends before");
        let counts = [(4, 10), (5, 1), (10, 1), (13, 1), (21, 1)].map(|spot| function.count(spot));
        assert_eq!(counts, [Some(2), Some(1), Some(0), Some(4), None]);
    }
}
