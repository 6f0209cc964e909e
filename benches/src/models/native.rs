//! Native runs of what a merging model finds: every error is confirmed that a native run can show, and
//! every test takes its path.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use super::program::generate;
use crate::summary::Summary;
use crate::tools;

const LIMIT: Duration = Duration::from_secs(120);
/// What Dunlin is given to explore one program.
const EXPLORE_LIMIT: &str = "60s";

/// What was run natively.
#[derive(Clone, Copy, Debug, Default)]
pub struct Confirmed {
    /// Errors that it showed.
    pub errors: usize,
    pub tests: usize,
}

/// Explores the program of a seed with the options of a way and runs its tests; what is wrong, if
/// something is.
pub fn confirm(dunlin: &Path, seed: u64, way: &str) -> Result<Result<Confirmed, String>> {
    let program = generate(seed);
    let folder = tempfile::tempdir()?;
    let (source, output) = (folder.path().join("program.c"), folder.path().join("out"));
    std::fs::write(&source, &program.text)?;
    let mut run = Command::new(dunlin);
    // What is hashed and ordered here are addresses, and models are compared, not placements.
    run.args(["run", "--addresses", "fixed"])
        .args(way.split(' '))
        .args(&program.clang_args)
        .arg(&source);
    run.args(["--fold-conditions", if program.fold { "on" } else { "off" }]);
    run.args(["--all-errors", "--max-time", EXPLORE_LIMIT, "--json"]);
    run.arg("--output").arg(&output);
    let outcome = tools::run(&mut run, LIMIT)?;
    if !matches!(outcome.code(), Some(0 | 1)) {
        return Ok(Err(format!("ends with {:?}: {}", outcome.code(), outcome.stderr.trim_end())));
    }
    let summary = Summary::read(&output)?;
    if !summary.complete {
        return Ok(Err(format!("is not complete: {}", summary.why)));
    }
    for error in summary.errors.iter().filter(|error| !error.confirmed) {
        let number = error.line.unwrap_or(1) as usize;
        let line = program.text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
        if !is_far(line) {
            return Ok(Err(format!("does not confirm {} at `{}`", error.kind, line.trim())));
        }
    }
    let unconfirmed = if is_far(&program.text) { ": same path, but out-of-bounds" } else { "no" };
    let mut tests: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(output.join("tests"))? {
        tests.push(entry?.path());
    }
    tests.retain(|test| test.extension().is_some_and(|end| end == "ktest"));
    tests.sort();
    let mut replay = Command::new(dunlin);
    replay.arg("replay").args(&program.clang_args).arg(&source).args(&tests);
    let replayed = tools::run(&mut replay, LIMIT)?;
    let said = String::from_utf8_lossy(&replayed.stdout);
    let as_recorded = |line: &&str| {
        let confirmed = !line.contains(" was not confirmed") || line.contains(unconfirmed);
        line.contains(": same path") && confirmed
    };
    if let Some(line) = said.lines().find(|line| !as_recorded(line)) {
        return Ok(Err(format!("has a test that does not go as recorded: {line}")));
    }
    if tests.is_empty() || said.lines().count() != tests.len() {
        let count = tests.len();
        return Ok(Err(format!("has {count} tests, of which not all were run:\n{said}")));
    }
    let errors = summary.errors.iter().filter(|error| error.confirmed).count();
    Ok(Ok(Confirmed { errors, tests: tests.len() }))
}

/// A native access far outside of its object may hit another one, which no check notices.
fn is_far(text: &str) -> bool {
    text.contains("// far") || text.contains("// other object")
}
