//! `summary.json`: the result of a run for other programs.

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    NoErrors,
    Errors,
    Incomplete,
}

/// How many paths ended in which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Paths {
    pub finished: u64,
    pub errors: u64,
    pub assumed_away: u64,
    pub unsupported: u64,
    pub limited: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorEntry {
    /// One of the names in `dunlin_exec::ErrorKind`.
    pub kind: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    pub function: String,
    /// The readable report, relative to the output folder.
    pub report: String,
}

/// Field names and meanings are part of the command-line contract.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub dunlin: &'static str,
    pub command: &'static str,
    pub program: Vec<String>,
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub why: String,
    pub complete: bool,
    /// The limit that stopped the run.
    pub stopped_by: Option<&'static str>,
    /// The program's, if the run had exactly one path and it finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<i32>,
    pub paths: Paths,
    pub instructions: u64,
    pub load_ms: f64,
    pub time_ms: f64,
    pub peak_memory_bytes: u64,
    pub errors: Vec<ErrorEntry>,
    /// What paths could not be followed, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<String>,
}

impl Summary {
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a summary has nothing that JSON lacks") + "\n"
    }
}
