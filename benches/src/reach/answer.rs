//! What `dunlin reach --json` says, as far as measurements read it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::tools;

/// The summary of a run.
#[derive(Debug, Deserialize)]
pub struct Answer {
    pub verdict: String,
    #[serde(default)]
    pub why: String,
    pub time_ms: f64,
    #[serde(default)]
    pub peak_memory_bytes: u64,
    pub targets: Vec<TargetAnswer>,
}

/// What it says about one target.
#[derive(Debug, Deserialize)]
pub struct TargetAnswer {
    pub target: String,
    pub verdict: String,
    #[serde(default)]
    pub why: String,
    #[serde(default)]
    pub line: Option<u64>,
    /// The native run passed the line; none without a run.
    #[serde(default)]
    pub confirmed: Option<bool>,
    #[serde(default)]
    pub cost: u64,
    #[serde(default)]
    pub instructions: u64,
    #[serde(default)]
    pub solver_calls: u64,
    #[serde(default)]
    pub states: u64,
    /// The search alone, without loading and native runs.
    #[serde(default)]
    pub time_ms: f64,
    #[serde(default)]
    pub notes: Vec<String>,
    /// What a backward search says of itself.
    #[serde(default)]
    pub backward: Option<Backward>,
}

/// The backward part of a search.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Backward {
    pub time_ms: f64,
    /// Values of inputs that guided the forward part.
    pub values: u64,
}

impl Answer {
    pub fn parse(text: &str) -> Result<Answer> {
        let answer: Answer =
            serde_json::from_str(text).context("dunlin reach printed no summary")?;
        if answer.targets.is_empty() {
            bail!("the summary has no target: {}, {}", answer.verdict, answer.why);
        }
        Ok(answer)
    }
}

/// Runs `dunlin reach` on one program; none if it was stopped at the limit.
pub fn ask(
    dunlin: &Path,
    source: &Path,
    arguments: &[String],
    limit: Duration,
) -> Result<Option<Answer>> {
    let folder = tools::folder_in_memory()?;
    let mut command = Command::new(dunlin);
    command.arg("reach").arg(source).arg("--json");
    command.arg("--output").arg(folder.path().join("out")).args(arguments);
    let outcome = tools::run(&mut command, limit)?;
    match outcome.code() {
        None => Ok(None),
        // Reachable, unreachable, unknown.
        Some(0 | 1 | 3) => Answer::parse(&String::from_utf8_lossy(&outcome.stdout)).map(Some),
        Some(code) => bail!(
            "dunlin reach {} ended with {code}: {}",
            arguments.join(" "),
            outcome.stderr.trim_end()
        ),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const REACHED: &str = r#"{"verdict": "reachable", "why": "a test reaches it",
        "instructions": 120, "queries": {"asked": 4}, "states_peak": 3, "time_ms": 5.5,
        "targets": [{"target": "a.c:7", "verdict": "reachable", "why": "", "file": "a.c",
            "line": 7, "function": "f", "test": "tests/000001.ktest", "confirmed": true,
            "strategy": "sdse", "cost": 320, "instructions": 120, "solver_calls": 4, "states": 3,
            "dropped": 1, "notes": ["line 6 has no code"]}]}"#;

    #[test]
    fn the_summary_of_a_reached_target_is_read() {
        let answer = Answer::parse(REACHED).unwrap();
        let target = &answer.targets[0];
        assert_eq!((answer.verdict.as_str(), answer.time_ms), ("reachable", 5.5));
        assert_eq!((target.cost, target.instructions, target.solver_calls), (320, 120, 4));
        assert_eq!((target.line, target.confirmed), (Some(7), Some(true)));
        assert_eq!(target.notes.len(), 1);
    }

    #[test]
    fn what_was_not_run_natively_is_neither_confirmed_nor_not() {
        let text = r#"{"verdict": "unknown", "why": "limit", "time_ms": 1.0,
            "targets": [{"target": "f", "verdict": "unknown", "line": null, "confirmed": null}]}"#;
        let answer = Answer::parse(text).unwrap();
        assert_eq!(answer.targets[0].confirmed, None);
    }

    #[test]
    fn output_without_targets_is_an_error() {
        let text = r#"{"verdict": "unknown", "why": "nothing", "time_ms": 1.0, "targets": []}"#;
        assert!(Answer::parse(text).unwrap_err().to_string().contains("nothing"));
        assert!(Answer::parse("bad input").is_err());
    }
}
