//! Every strategy on the programs with a target.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::programs::Targeted;
use crate::reach::answer::{self, Answer};
use crate::tools;

/// What loading and the last native run may take besides the search.
const SPARE: Duration = Duration::from_secs(30);

/// One strategy on one program.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub strategy: String,
    pub verdict: String,
    /// A native run has passed the target.
    pub confirmed: bool,
    /// How many paths were begun until the answer.
    pub paths: u64,
    pub instructions: u64,
    pub solver_calls: u64,
    pub time_ms: f64,
    /// Of a backward search: its own part of the time, and how many values guided the forward one.
    pub backward_ms: Option<f64>,
    pub values: Option<u64>,
    /// Why there is no answer.
    pub why: String,
}

impl Run {
    pub fn reached(&self) -> bool {
        self.verdict == "reachable"
    }

    pub fn proved(&self) -> bool {
        self.verdict == "unreachable"
    }

    fn of(strategy: &str, answer: Answer) -> Option<Run> {
        let target = answer.targets.into_iter().next()?;
        Some(Run {
            strategy: strategy.to_string(),
            verdict: target.verdict,
            confirmed: target.confirmed == Some(true),
            paths: target.states,
            instructions: target.instructions,
            solver_calls: target.solver_calls,
            time_ms: target.time_ms,
            backward_ms: target.backward.as_ref().map(|backward| backward.time_ms),
            values: target.backward.as_ref().map(|backward| backward.values),
            why: target.why,
        })
    }

    fn lost(strategy: &str, why: String, limit: Duration) -> Run {
        Run {
            strategy: strategy.to_string(),
            verdict: "lost".to_string(),
            confirmed: false,
            paths: 0,
            instructions: 0,
            solver_calls: 0,
            time_ms: tools::milliseconds(limit),
            backward_ms: None,
            values: None,
            why,
        }
    }
}

/// All strategies on one program.
#[derive(Debug, Serialize)]
pub struct Row {
    pub program: String,
    pub reachable: bool,
    pub runs: Vec<Run>,
}

impl Row {
    pub fn run(&self, strategy: &str) -> Option<&Run> {
        self.runs.iter().find(|run| run.strategy == strategy)
    }
}

/// Runs every strategy on one program.
pub fn measure(
    dunlin: &Path,
    program: &Targeted,
    strategies: &[String],
    limit: Duration,
    folder: &Path,
) -> Result<Row> {
    let source = folder.join(program.source.file());
    std::fs::write(&source, program.source.text)?;
    let target = program.source.target()?;
    let mut runs = Vec::new();
    for strategy in strategies {
        let seconds = limit.as_secs().to_string();
        let arguments = ["-D", program.define, "--target", &target]
            .into_iter()
            .chain(["--strategy", strategy, "--max-time", &seconds])
            .map(str::to_string)
            .collect::<Vec<String>>();
        // A command that fails is a search that is lost; the others go on.
        let run = match answer::ask(dunlin, &source, &arguments, limit + SPARE) {
            Ok(Some(answer)) => Run::of(strategy, answer),
            Ok(None) => Some(Run::lost(strategy, "stopped".to_string(), limit)),
            Err(error) => Some(Run::lost(strategy, format!("{error:#}"), limit)),
        };
        runs.extend(run);
    }
    Ok(Row { program: program.name(), reachable: program.reachable, runs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_backward_search_says_of_itself_is_read_where_it_is_there() {
        let plain = Answer::parse(answer::tests::REACHED).unwrap();
        let run = Run::of("klee", plain).unwrap();
        assert!(run.reached() && run.confirmed && !run.proved());
        assert_eq!((run.paths, run.values, run.backward_ms), (3, None, None));
        let text = r#"{"verdict": "unreachable", "why": "", "time_ms": 2.0, "targets": [{
            "target": "a.c:7", "verdict": "unreachable", "time_ms": 1.5,
            "backward": {"time_ms": 0.5, "values": 4, "steps": 90}}]}"#;
        let run = Run::of("tse", Answer::parse(text).unwrap()).unwrap();
        assert!(run.proved());
        assert_eq!((run.time_ms, run.backward_ms, run.values), (1.5, Some(0.5), Some(4)));
    }
}
