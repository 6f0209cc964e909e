//! The part of `summary.json` that measurements read.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// What a run of `dunlin run` says about itself.
#[derive(Debug, Default, Deserialize)]
pub struct Summary {
    pub verdict: String,
    #[serde(default)]
    pub why: String,
    /// Whether every path was followed to its end.
    #[serde(default)]
    pub complete: bool,
    /// What was possible and was not explored.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    pub exit_status: Option<i64>,
    pub paths: Paths,
    #[serde(default)]
    pub tests: u64,
    #[serde(default)]
    pub forks: u64,
    #[serde(default)]
    pub states_peak: u64,
    pub instructions: u64,
    pub time_ms: f64,
    #[serde(default)]
    pub queries: Queries,
    #[serde(default)]
    pub peak_memory_bytes: u64,
    #[serde(default)]
    pub errors: Vec<ProgramError>,
    /// Where states were compared with those that were seen before, if some matched.
    #[serde(default)]
    pub matched: Vec<MatchedPlace>,
}

/// A place where states were compared.
#[derive(Debug, Default, Deserialize)]
pub struct MatchedPlace {
    /// How many were new there.
    pub explored: u64,
}

/// Something that was not explored.
#[derive(Debug, Default, Deserialize)]
pub struct LeftOut {
    pub kind: String,
    pub what: String,
    #[serde(default)]
    pub count: u64,
}

/// How many paths ended in which way.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Paths {
    pub finished: u64,
    pub errors: u64,
    pub unsupported: u64,
    pub limited: u64,
    pub assumed_away: u64,
    /// Those that came to a state that was seen before.
    pub matched: u64,
}

impl Paths {
    /// How many ended at all.
    pub fn all(&self) -> u64 {
        let Paths { finished, errors, unsupported, limited, assumed_away, matched } = *self;
        finished + errors + unsupported + limited + assumed_away + matched
    }
}

/// How many questions there were and who answered them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Queries {
    pub asked: u64,
    pub answered_by: BTreeMap<String, u64>,
}

impl Queries {
    /// How many a solver had to answer.
    pub fn backends(&self) -> u64 {
        const BACKENDS: [&str; 3] = ["native", "bitwuzla", "z3"];
        BACKENDS.iter().filter_map(|name| self.answered_by.get(*name)).sum()
    }
}

/// An error that a run found in the program.
#[derive(Debug, Deserialize)]
pub struct ProgramError {
    pub kind: String,
    #[serde(default)]
    pub file: Option<String>,
    #[serde(default)]
    pub line: Option<u64>,
    /// The test that leads to it, within the output folder.
    #[serde(default)]
    pub test: Option<String>,
    /// A native run has shown it.
    #[serde(default)]
    pub confirmed: bool,
}

impl Summary {
    /// Reads `summary.json` of the output folder `output`.
    pub fn read(output: &Path) -> Result<Summary> {
        let path = output.join("summary.json");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("dunlin left no {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("cannot read {}", path.display()))
    }

    /// Why this run is not one clean finished path, if it is not.
    pub fn trouble(&self) -> Option<String> {
        if let Some(error) = self.errors.first() {
            let file = error.file.as_deref().unwrap_or("?");
            return Some(format!("{} at {file}:{}", error.kind, error.line.unwrap_or(0)));
        }
        if self.paths.unsupported > 0 {
            return Some(format!("unsupported: {}", self.why));
        }
        (self.paths.finished != 1)
            .then(|| format!("no finished path: verdict {}, {}", self.verdict, self.why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Summary {
        serde_json::from_str(text).expect("valid summary")
    }

    #[test]
    fn a_clean_run_has_no_trouble() {
        let summary = parse(
            r#"{"verdict": "no-errors", "exit_status": 0, "paths": {"finished": 1},
                "instructions": 12, "time_ms": 0.5, "queries": {}}"#,
        );
        assert_eq!(summary.trouble(), None);
    }

    #[test]
    fn backends_are_what_is_left_to_solvers() {
        let summary = parse(
            r#"{"verdict": "no-errors", "paths": {"finished": 3}, "instructions": 12,
                "time_ms": 0.5, "queries": {"asked": 9, "smt_ms": 0.1,
                "answered_by": {"model": 5, "native": 2, "z3": 1, "cache": 1}}}"#,
        );
        assert_eq!((summary.queries.asked, summary.queries.backends()), (9, 3));
    }

    #[test]
    fn errors_and_unsupported_paths_are_trouble() {
        let error = parse(
            r#"{"verdict": "errors", "paths": {"errors": 1}, "instructions": 1, "time_ms": 1.0,
                "errors": [{"kind": "double-free", "file": "a.c", "line": 7}]}"#,
        );
        assert_eq!(error.trouble().as_deref(), Some("double-free at a.c:7"));
        let unsupported = parse(
            r#"{"verdict": "incomplete", "why": "inline assembly", "paths": {"unsupported": 1},
                "instructions": 1, "time_ms": 1.0}"#,
        );
        assert_eq!(unsupported.trouble().as_deref(), Some("unsupported: inline assembly"));
    }
}
