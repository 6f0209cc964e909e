//! `summary.json`: the result of a run for other programs.

use crate::queries::Queries;
use crate::triage_table::Triaged;
use dunlin_results::Paths;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    NoErrors,
    Errors,
    #[default]
    Incomplete,
    /// Of `reach`.
    Reachable,
    Unreachable,
    Unknown,
    /// Of `triage`: every finding has an answer.
    Classified,
    /// Of `prove`: nothing goes wrong at any place; at some place something does; nothing is known of some.
    Proved,
    Refuted,
    Open,
}

/// How much of the program was reached: `[covered, all]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageTotals {
    pub lines: (u64, u64),
    pub branches: (u64, u64),
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ErrorEntry {
    /// One of the names in `dunlin_results::ErrorKind`.
    pub kind: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    pub function: String,
    /// The test that triggers it, relative to the output folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The test was replayed natively and failed in the same way.
    pub confirmed: bool,
    /// The readable report, relative to the output folder.
    pub report: String,
}

/// Something that was possible and was not explored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LeftOutEntry {
    /// One of the names in `dunlin_results::LeftOutKind`.
    pub kind: String,
    /// In a sentence, with the place.
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    pub function: String,
    /// How often.
    pub count: u64,
}

/// A place where states are compared with those that were seen there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatchedEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    pub function: String,
    /// States that were explored from there on.
    pub explored: u64,
    /// States that were not, since one of those covers them.
    pub matched: u64,
    /// It is the entry of the function, and not the head of a loop.
    pub of_calls: bool,
}

/// The answer for one target of `reach`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TargetEntry {
    /// As the user named it.
    pub target: String,
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line that has code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The test that reaches it, relative to the output folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The test was replayed natively and passed the target.
    pub confirmed: bool,
    pub strategy: String,
    /// 1 for each instruction, 50 for each solver call, and the solver's effort.
    pub cost: u64,
    pub instructions: u64,
    pub solver_calls: u64,
    /// Conflicts and propagations of the solvers, or what comes near them by their own measure.
    pub solver_effort: u64,
    /// How often a query took long and was asked again later.
    pub postponed: u64,
    /// How often a state was put away since memory was short.
    pub parked: u64,
    /// What each member of the strategy has had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<MemberEntry>,
    /// What backward execution did, if it took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward: Option<BackwardEntry>,
    /// States that came into being.
    pub states: u64,
    /// States that could not reach the target any more.
    pub dropped: u64,
    /// The least distance of a state to the target, in instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<u64>,
    pub time_ms: f64,
    pub notes: Vec<String>,
}

/// What backward execution did for a target.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BackwardEntry {
    pub time_ms: f64,
    /// Instructions that were executed backward.
    pub steps: u64,
    /// Paths that do not exist: their conditions contradict each other, or they would have ended in an error.
    pub refuted: u64,
    /// Paths that asked for what another one asks for.
    pub seen: u64,
    /// Paths that got to the beginning of the program.
    pub arrived: u64,
    /// Paths that a limit has cut.
    pub cut: u64,
    /// Values that forward execution was given.
    pub values: u64,
}

/// What `run --backward-from` shows of the places on the way to a line: instructions that could go wrong, each once.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BackwardFromEntry {
    /// As the user named it.
    pub line: String,
    pub places: u64,
    /// They never go wrong: backward execution has ruled it out.
    pub refuted: u64,
    /// They never go wrong: every path there was explored.
    pub explored: u64,
    /// An error was found there.
    pub wrong: u64,
    /// Nobody knows.
    pub open: u64,
    /// States that could not come to an open place on the way any more.
    pub dropped: u64,
    /// Places that went wrong although it was ruled out: a bug of Dunlin.
    pub contradicted: u64,
    /// Values that forward execution was given.
    pub values: u64,
    /// Instructions that were executed backward, and the time that took.
    pub steps: u64,
    pub time_ms: f64,
}

/// What can go wrong at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceKind {
    Assertion,
    Memory,
    Overflow,
    Leak,
}

/// What is known of a place, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceStanding {
    /// It never goes wrong.
    Proved,
    Open,
    /// A native run has shown how it goes wrong.
    Refuted,
}

/// A place of the source where something could go wrong, with the answer of `prove`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceEntry {
    pub kind: PlaceKind,
    pub standing: PlaceStanding,
    /// By what it is proved or refuted; or what stands in the way.
    pub by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    pub function: String,
    /// The function belongs to Dunlin's C library.
    pub library: bool,
    /// Instructions of the program that are one place of the source.
    pub count: u64,
    /// The test with which it goes wrong, relative to the output folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// A member of a strategy, and what it has had of the cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MemberEntry {
    /// As it is called when it is the only one.
    pub strategy: String,
    pub cost: u64,
    /// Of the whole cost, from 0 to 1.
    pub share: f64,
    pub turns: u64,
    /// What it found: new places in the code, smaller distances to the target, partial paths.
    pub news: u64,
}

/// A finding of another tool, with the answer of `triage`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FindingEntry {
    pub tool: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its position in `targets`, if it was looked for; several findings may share one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
    pub answer: Triaged,
}

/// Field names and meanings are part of the command-line contract. Callers start from the default
/// and fill in what they know.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    pub dunlin: String,
    pub command: String,
    pub program: Vec<String>,
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub why: String,
    pub complete: bool,
    /// What was possible and was not explored. A run is complete if there is nothing here and nothing
    /// stopped it.
    pub left_out: Vec<LeftOutEntry>,
    /// The limit that stopped the run.
    pub stopped_by: Option<String>,
    /// The program's, if the run had exactly one path and it finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<i32>,
    pub paths: Paths,
    /// Tests written.
    pub tests: u64,
    pub forks: u64,
    pub instructions: u64,
    /// The most states that were alive at once.
    pub states_peak: u64,
    pub queries: Queries,
    /// What pointers to several objects and large objects took, by name.
    pub memory: BTreeMap<String, u64>,
    /// `load_ms` counts what comes before the exploration, `time_ms` the exploration.
    pub load_ms: f64,
    pub time_ms: f64,
    pub peak_memory_bytes: u64,
    pub coverage: CoverageTotals,
    pub errors: Vec<ErrorEntry>,
    /// Of `run --backward-from`: what was shown of the places on the way to the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward_from: Option<BackwardFromEntry>,
    /// Where states were not explored since they were seen before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<MatchedEntry>,
    /// The answers of `prove`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceEntry>,
    /// The answers of `reach` and `triage`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetEntry>,
    /// Of `triage`: how many findings have which verdict, and all findings in the order of the report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingEntry>,
    /// What paths could not be followed, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<String>,
}

impl Summary {
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a summary has nothing that JSON lacks") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_has_every_field_of_the_contract() {
        let error = ErrorEntry {
            kind: "abort".into(),
            test: Some("tests/000002.ktest".into()),
            ..ErrorEntry::default()
        };
        let summary = Summary {
            exit_status: Some(0),
            errors: vec![error],
            coverage: CoverageTotals { lines: (10, 12), branches: (4, 4) },
            ..Summary::default()
        };
        let json: serde_json::Value = serde_json::from_str(&summary.to_json()).unwrap();
        let fields: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        for field in [
            "dunlin",
            "command",
            "program",
            "verdict",
            "why",
            "complete",
            "left_out",
            "stopped_by",
            "exit_status",
            "paths",
            "tests",
            "forks",
            "instructions",
            "states_peak",
            "queries",
            "memory",
            "load_ms",
            "time_ms",
            "peak_memory_bytes",
            "coverage",
            "errors",
        ] {
            assert!(fields.contains(&field), "{field} is missing");
        }
        assert_eq!(json["verdict"], "incomplete");
        assert_eq!(json["coverage"]["lines"], serde_json::json!([10, 12]));
        assert_eq!(json["errors"][0]["test"], "tests/000002.ktest");
        assert_eq!(json["errors"][0]["confirmed"], false);
        assert_eq!(
            serde_json::from_value::<Summary>(json).unwrap(),
            summary,
            "it can be read again"
        );
    }
}
