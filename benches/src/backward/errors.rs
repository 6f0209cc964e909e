//! Memory errors of lists and trees: found forward from the start, and backward from the end of main.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::programs::Erroneous;
use crate::summary::Summary;
use crate::tools;

/// The option that starts at a line.
const BACKWARD_FROM: &str = "--backward-from";

const SPARE: Duration = Duration::from_secs(30);

/// How one direction fares on one program.
#[derive(Debug, Serialize)]
pub struct Run {
    /// The error that is there was found, in its line.
    pub found: bool,
    /// Errors that are not there.
    pub wrong: Vec<String>,
    /// Nothing was left out, so that there are no other errors.
    pub complete: bool,
    pub paths: u64,
    pub time_ms: f64,
    /// Why there is no result.
    pub failed: Option<String>,
}

/// One program in both directions.
#[derive(Debug, Serialize)]
pub struct Row {
    pub program: String,
    pub right: bool,
    pub forward: Run,
    /// None where nothing goes backward.
    pub backward: Option<Run>,
}

/// Whether this build looks for errors backward from a line.
pub fn can_go_backward(dunlin: &Path) -> Result<bool> {
    let help = Command::new(dunlin).args(["run", "--help"]).output()?;
    Ok(String::from_utf8_lossy(&help.stdout).contains(BACKWARD_FROM))
}

/// Runs one program forward and, if asked, backward.
pub fn measure(
    dunlin: &Path,
    program: &Erroneous,
    backward: bool,
    limit: Duration,
    folder: &Path,
) -> Result<Row> {
    let source = folder.join(program.source.file());
    std::fs::write(&source, program.source.text)?;
    let target = program.source.target()?;
    let run = |options: &[&str]| -> Run {
        explore(dunlin, program, &source, options, limit).unwrap_or_else(|error| Run {
            found: false,
            wrong: Vec::new(),
            complete: false,
            paths: 0,
            time_ms: tools::milliseconds(limit),
            failed: Some(format!("{error:#}")),
        })
    };
    Ok(Row {
        program: program.name(),
        right: program.error().is_none(),
        forward: run(&[]),
        backward: backward.then(|| run(&[BACKWARD_FROM, &target])),
    })
}

fn explore(
    dunlin: &Path,
    program: &Erroneous,
    source: &Path,
    options: &[&str],
    limit: Duration,
) -> Result<Run> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(dunlin);
    command.arg("run").arg(source).args(["--json", "--no-replay", "--leaks", "--exit-on-error"]);
    command.args(["--program-output", "discard", "-D", program.bug.define()]).args(options);
    command.args(["--max-time", &limit.as_secs().to_string(), "--output"]).arg(&output);
    let outcome = tools::run(&mut command, limit + SPARE)?;
    match outcome.code() {
        Some(0 | 1 | 3) => {}
        Some(code) => bail!("dunlin run ended with {code}: {}", outcome.stderr.trim_end()),
        None => bail!("stopped"),
    }
    let summary = Summary::read(&output).context("dunlin run")?;
    Ok(judge(&summary, program.error()))
}

fn judge(summary: &Summary, expected: Option<(&str, u64)>) -> Run {
    let is_expected = |kind: &str, line: Option<u64>| {
        expected.is_some_and(|(known, at)| known == kind && line == Some(at))
    };
    let (found, wrong): (Vec<_>, Vec<_>) =
        summary.errors.iter().partition(|error| is_expected(&error.kind, error.line));
    let paths = &summary.paths;
    Run {
        found: !found.is_empty(),
        wrong: wrong
            .iter()
            .map(|error| format!("{} at {}", error.kind, error.line.unwrap_or(0)))
            .collect(),
        complete: summary.complete,
        paths: paths.finished + paths.errors + paths.unsupported + paths.limited,
        time_ms: summary.time_ms,
        failed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_expected_error_in_its_line_is_found() {
        let summary: Summary = serde_json::from_str(
            r#"{"verdict": "errors", "paths": {"errors": 2, "finished": 3}, "instructions": 1,
                "time_ms": 4.0, "errors": [{"kind": "double-free", "file": "a.c", "line": 7},
                {"kind": "double-free", "file": "a.c", "line": 9}]}"#,
        )
        .unwrap();
        let run = judge(&summary, Some(("double-free", 7)));
        assert!(run.found && run.wrong == ["double-free at 9"] && run.paths == 5);
        let run = judge(&summary, None);
        assert!(!run.found && run.wrong.len() == 2);
    }
}
