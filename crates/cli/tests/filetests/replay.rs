//! The tests that a run has written are replayed natively: each must take the same path to the same
//! end, and each error must be confirmed unless its kind is declared as one that a native run cannot
//! show.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use dunlin_bench::tools;

use crate::check::{LIMIT, indent};
use crate::directives::Directives;

/// Of a run with more tests, about as many are replayed, evenly chosen.
const MOST_TESTS: usize = 200;

/// What was replayed.
#[derive(Debug, Default)]
pub struct Replayed {
    pub written: usize,
    pub replayed: usize,
    /// The kinds of errors that were not confirmed, as expected.
    unconfirmed: BTreeSet<String>,
    /// How many tests those were.
    unconfirmed_tests: usize,
}

impl Replayed {
    pub fn add(&mut self, other: Replayed) {
        self.written += other.written;
        self.replayed += other.replayed;
        self.unconfirmed.extend(other.unconfirmed);
        self.unconfirmed_tests += other.unconfirmed_tests;
    }

    /// A declaration without need hides what gets lost later.
    pub fn confirmed_after_all(&self, directives: &Directives) -> Option<String> {
        let is_idle = |kind: &&String| !self.unconfirmed.contains(*kind);
        let kind = directives.unconfirmed.iter().find(is_idle)?;
        Some(format!("replay: {kind} is declared as unconfirmed, but every one is confirmed"))
    }
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replayed {} of {} tests natively", self.replayed, self.written)?;
        if self.unconfirmed_tests > 0 {
            let kinds: Vec<_> = self.unconfirmed.iter().map(String::as_str).collect();
            let tests = self.unconfirmed_tests;
            write!(f, ", {tests} with errors that only Dunlin shows ({})", kinds.join(", "))?;
        }
        Ok(())
    }
}

/// Runs `command`, which is a `dunlin replay` without tests, on the tests of an output folder.
pub fn check(
    mut command: Command,
    output: &Path,
    directives: &Directives,
    replayed: &mut Replayed,
    differences: &mut Vec<String>,
) -> Result<()> {
    let tests = tests_in(output)?;
    let chosen: Vec<_> = tests.iter().step_by(tests.len().div_ceil(MOST_TESTS).max(1)).collect();
    replayed.written += tests.len();
    replayed.replayed += chosen.len();
    if chosen.is_empty() {
        return Ok(());
    }
    let outcome = tools::run(command.args(&chosen), LIMIT)?;
    let said = String::from_utf8_lossy(&outcome.stdout);
    let is_declared = |line: &&str| {
        unconfirmed_kind(line).is_some_and(|kind| directives.unconfirmed.iter().any(|k| k == kind))
    };
    for line in said.lines().filter(is_declared) {
        replayed.unconfirmed.extend(unconfirmed_kind(line).map(str::to_owned));
        replayed.unconfirmed_tests += 1;
    }
    let unexpected: Vec<&str> =
        said.lines().filter(|line| !is_as_recorded(line) && !is_declared(line)).collect();
    let complete = said.lines().count() == chosen.len() && matches!(outcome.code(), Some(0 | 1));
    if !complete {
        let stderr = indent(&outcome.stderr);
        differences.push(format!("dunlin replay: exit code {:?}\n{stderr}", outcome.code()));
    } else if !unexpected.is_empty() {
        const SHOWN: usize = 5;
        let shown = unexpected[..unexpected.len().min(SHOWN)].join("\n");
        let shown = indent(&shown.replace(&format!("{}/", output.display()), ""));
        let count = unexpected.len();
        differences.push(format!("dunlin replay: {count} tests not as recorded\n{shown}"));
    }
    Ok(())
}

fn tests_in(output: &Path) -> Result<Vec<PathBuf>> {
    let mut tests = Vec::new();
    for entry in std::fs::read_dir(output.join("tests"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "ktest") {
            tests.push(path);
        }
    }
    tests.sort();
    Ok(tests)
}

/// What `dunlin replay` prints for a test that went as recorded.
fn is_as_recorded(line: &str) -> bool {
    line.contains(": same path") && unconfirmed_kind(line).is_none()
}

/// The kind of an error that a native run did not show; `addresses` where it went another way because of
/// them.
fn unconfirmed_kind(line: &str) -> Option<&str> {
    if line.contains(": not comparable: the path depends on the addresses of objects") {
        return Some("addresses");
    }
    let (_, rest) = line.split_once(": same path, but ")?;
    Some(rest.split_once(" was not confirmed")?.0)
}
