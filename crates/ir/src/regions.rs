//! What the source text of a function is made of: regions, each executed as a whole, and whether the
//! compiler made code for them. This tells a line that the compiler removed from one that has nothing
//! to execute.

use serde::{Deserialize, Serialize};

/// A position in a file: line and column, both from 1.
pub type Spot = (u32, u32);

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
    pub code: RegionCode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RegionCode {
    /// There is code that executes it.
    Made,
    /// The compiler has seen that no path leads there, and made no code.
    Removed,
    /// It depends on other regions.
    Derived,
    /// There is nothing to execute: the text between a region and the next, which it counts with.
    Gap,
}

impl FunctionRegions {
    /// How often a spot is executed: the count of the innermost region that it is in.
    pub fn count(&self, spot: Spot) -> Option<u32> {
        self.around(spot).first().map(|region| region.count)
    }

    /// The regions that a spot is in, from the inside outwards.
    fn around(&self, spot: Spot) -> Vec<&Region> {
        let around = |region: &&Region| region.start <= spot && spot < region.end;
        let mut regions: Vec<&Region> = self.regions.iter().filter(around).collect();
        regions.sort_by_key(|region| (std::cmp::Reverse(region.start), region.end));
        regions
    }

    /// Whether the compiler removed the code at a spot. A region that is derived from others is removed
    /// with the one around it: code that a label lets in from elsewhere is a region of its own.
    pub fn is_removed(&self, spot: Spot) -> bool {
        let around = self.around(spot);
        let says =
            |region: &&&Region| matches!(region.code, RegionCode::Made | RegionCode::Removed);
        let decided = around.iter().find(says);
        decided.is_some_and(|region| region.code == RegionCode::Removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_region_that_knows_decides() {
        let region = |start, end, count, code| Region { start, end, count, code };
        let function = FunctionRegions {
            name: "f".into(),
            regions: vec![
                region((1, 12), (20, 2), 0, RegionCode::Made),
                region((3, 5), (9, 6), 1, RegionCode::Removed),
                region((4, 9), (4, 20), 2, RegionCode::Derived),
                region((6, 1), (8, 6), 3, RegionCode::Made),
                region((9, 6), (12, 5), 4, RegionCode::Gap),
                region((12, 5), (20, 2), 4, RegionCode::Derived),
            ],
        };
        let removed: Vec<u32> = (1..=20).filter(|&line| function.is_removed((line, 13))).collect();
        assert_eq!(removed, [3, 4, 5, 8], "6 and 7 are entered by a label; 8 ends before");
        let counts = [(4, 10), (5, 1), (10, 1), (13, 1), (21, 1)].map(|spot| function.count(spot));
        assert_eq!(counts, [Some(2), Some(1), Some(4), Some(4), None]);
    }
}
