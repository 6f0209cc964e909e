//! `coverage.lcov`: which lines, branches and functions of the program were executed, in the format
//! that lcov and genhtml read.
//!
//! A file has up to two sections. `TN:finished` counts what paths executed that finished or ended in
//! an error. `TN:partial` counts what only stands in tests of paths that a limit stopped, after these
//! tests were replayed. lcov adds both up; `genhtml --show-details` tells them apart.

use crate::summary::CoverageTotals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageData {
    pub files: Vec<FileCoverage>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileCoverage {
    pub path: String,
    /// Every line with code, executed or not.
    pub lines: BTreeMap<u32, LineHits>,
    pub branches: Vec<BranchHit>,
    pub functions: Vec<FunctionHit>,
}

/// How often something was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LineHits {
    /// By paths that finished or ended in an error.
    pub hits: u64,
    /// By partial tests.
    pub partial: u64,
}

/// One side of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BranchHit {
    pub line: u32,
    /// The branch on its line.
    pub block: u32,
    /// The side.
    pub branch: u32,
    /// `None` if the branch was not executed at all.
    pub taken: Option<u64>,
    /// The same for partial tests.
    pub partial: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FunctionHit {
    pub name: String,
    pub line: u32,
    pub hits: u64,
    pub partial: u64,
}

/// Which counts a section shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Finished,
    Partial,
}

impl CoverageData {
    /// What finished and erroneous paths covered; partial tests do not count.
    pub fn totals(&self) -> CoverageTotals {
        let lines = self.files.iter().flat_map(|file| file.lines.values());
        let branches = self.files.iter().flat_map(|file| &file.branches);
        let count = |of: &mut dyn Iterator<Item = bool>| {
            of.fold((0, 0), |(covered, all), hit| (covered + u64::from(hit), all + 1))
        };
        CoverageTotals {
            lines: count(&mut lines.map(|line| line.hits > 0)),
            branches: count(
                &mut branches.map(|branch| branch.taken.is_some_and(|taken| taken > 0)),
            ),
        }
    }

    pub fn to_lcov(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            file.write_section(&mut text, Section::Finished);
        }
        for file in self.files.iter().filter(|file| file.has_partial()) {
            file.write_section(&mut text, Section::Partial);
        }
        text
    }
}

impl FileCoverage {
    fn has_partial(&self) -> bool {
        self.lines.values().any(|line| line.partial > 0)
            || self.branches.iter().any(|branch| branch.partial.is_some())
            || self.functions.iter().any(|function| function.partial > 0)
    }

    fn write_section(&self, text: &mut String, section: Section) {
        let finished = section == Section::Finished;
        let mut line = |content: String| {
            let _ = writeln!(text, "{content}");
        };
        line(format!("TN:{}", if finished { "finished" } else { "partial" }));
        line(format!("SF:{}", one_line(&self.path)));

        let functions = self
            .functions
            .iter()
            .map(|function| (function, if finished { function.hits } else { function.partial }));
        for (function, _) in functions.clone() {
            line(format!("FN:{},{}", function.line, one_line(&function.name)));
        }
        for (function, hits) in functions.clone() {
            line(format!("FNDA:{hits},{}", one_line(&function.name)));
        }
        line(format!("FNF:{}", self.functions.len()));
        line(format!("FNH:{}", functions.filter(|(_, hits)| *hits > 0).count()));

        let taken = |branch: &BranchHit| if finished { branch.taken } else { branch.partial };
        for branch in &self.branches {
            let count = taken(branch).map_or_else(|| "-".to_owned(), |count| count.to_string());
            line(format!("BRDA:{},{},{},{count}", branch.line, branch.block, branch.branch));
        }
        let hit = self.branches.iter().filter(|branch| taken(branch).unwrap_or(0) > 0).count();
        line(format!("BRF:{}", self.branches.len()));
        line(format!("BRH:{hit}"));

        let hits = |hits: &LineHits| if finished { hits.hits } else { hits.partial };
        for (number, counts) in &self.lines {
            line(format!("DA:{number},{}", hits(counts)));
        }
        let hit = self.lines.values().filter(|counts| hits(counts) > 0).count();
        line(format!("LF:{}", self.lines.len()));
        line(format!("LH:{hit}"));
        line("end_of_record".to_owned());
    }
}

/// The format has no way to write a line break.
fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> CoverageData {
        let line = |hits, partial| LineHits { hits, partial };
        let side = |branch, taken, partial| BranchHit { line: 2, block: 0, branch, taken, partial };
        let main = FileCoverage {
            path: "a.c".into(),
            lines: BTreeMap::from([(1, line(3, 1)), (2, line(3, 1)), (4, line(0, 1))]),
            branches: vec![side(0, Some(3), Some(0)), side(1, Some(0), Some(1))],
            functions: vec![FunctionHit { name: "main".into(), line: 1, hits: 3, partial: 1 }],
        };
        let unused = FileCoverage {
            path: "b\n.c".into(),
            lines: BTreeMap::from([(7, line(0, 0))]),
            branches: vec![BranchHit { line: 7, ..BranchHit::default() }],
            functions: vec![FunctionHit { name: "f".into(), line: 7, ..FunctionHit::default() }],
        };
        CoverageData { files: vec![main, unused] }
    }

    #[test]
    fn sections_for_finished_and_partial() {
        let expected = "\
TN:finished\nSF:a.c\nFN:1,main\nFNDA:3,main\nFNF:1\nFNH:1
BRDA:2,0,0,3\nBRDA:2,0,1,0\nBRF:2\nBRH:1
DA:1,3\nDA:2,3\nDA:4,0\nLF:3\nLH:2\nend_of_record
TN:finished\nSF:b?.c\nFN:7,f\nFNDA:0,f\nFNF:1\nFNH:0
BRDA:7,0,0,-\nBRF:1\nBRH:0
DA:7,0\nLF:1\nLH:0\nend_of_record
TN:partial\nSF:a.c\nFN:1,main\nFNDA:1,main\nFNF:1\nFNH:1
BRDA:2,0,0,0\nBRDA:2,0,1,1\nBRF:2\nBRH:1
DA:1,1\nDA:2,1\nDA:4,1\nLF:3\nLH:3\nend_of_record
";
        assert_eq!(example().to_lcov(), expected);
    }

    #[test]
    fn totals_leave_partial_tests_out() {
        let totals = example().totals();
        assert_eq!(totals, CoverageTotals { lines: (2, 4), branches: (1, 3) });
    }

    #[test]
    fn nothing_gives_an_empty_file() {
        assert_eq!(CoverageData::default().to_lcov(), "");
    }
}
