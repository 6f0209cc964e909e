//! `--against PATH`: every run of the file tests with this Dunlin and with another one, which must find the same.
//!
//! For changes of the engine's shape that nobody may notice: the same paths by their traces, the same errors,
//! verdicts, tests and coverage, and as many instructions within one in a hundred. One worker, so that nothing
//! depends on chance, and no native runs. What objects and ways are called may differ ([`crate::traces`]). A run with an option
//! that the other Dunlin does not know is skipped and counted.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Error, Result};
use dunlin_bench::tools;
use serde_json::Value;

use crate::check::{FileTest, LIMIT, add_arguments};
use crate::directives::{Command as Verb, RunLine};
use crate::places::with_lines;
use crate::traces;

/// What may differ between two runs of the same program.
const FREE: [&str; 6] =
    ["load_ms", "time_ms", "smt_ms", "peak_memory_bytes", "instructions", "dunlin"];

/// What is said of an option, or of the value of one, that is not known.
const UNKNOWN_OPTION: [&str; 2] = ["unexpected argument", "invalid value"];

/// So much more or less may be executed.
const TOLERANCE: f64 = 0.01;

/// How many runs were compared, and what was executed in all of them.
#[derive(Default, Debug)]
pub struct Compared {
    pub runs: u64,
    /// The other Dunlin does not know an option of theirs.
    pub skipped: u64,
    pub before: u64,
    pub after: u64,
}

impl Compared {
    pub fn add(&mut self, other: &Compared) {
        self.runs += other.runs;
        self.skipped += other.skipped;
        self.before += other.before;
        self.after += other.after;
    }
}

impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Compared { runs, skipped, before, after } = self;
        write!(
            f,
            "{runs} runs compared, {before} instructions before and {after} after; {skipped} skipped, \
             with options that are not known there"
        )
    }
}

/// The differences between this Dunlin and another one on the runs of a test.
pub fn compare(
    test: &FileTest,
    root: &Path,
    other: &Path,
    compared: &mut Compared,
) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    for line in test.directives.runs.iter().filter(|line| line.command != Verb::Show) {
        let file = test.path.file_name().unwrap_or_default().to_string_lossy();
        let options = with_lines(&line.options, &file, &test.text, test.comment);
        let line = RunLine { options: options.map_err(Error::msg)?, ..line.clone() };
        let ours = Left::by(test.command(root, &line), &line)?;
        let mut command = Command::new(other);
        let same = test.command(root, &line);
        command.current_dir(root).args(same.get_args());
        let theirs = Left::by(command, &line)?;
        if theirs.unknown_option && !ours.unknown_option {
            compared.skipped += 1;
            continue;
        }
        compared.add(&Compared {
            runs: 1,
            skipped: 0,
            before: theirs.instructions(),
            after: ours.instructions(),
        });
        let found = theirs.difference(&ours);
        differences.extend(found.map(|what| format!("{}: {what}", line.text())));
    }
    Ok(differences)
}

/// What a run left.
struct Left {
    code: Option<i64>,
    unknown_option: bool,
    summary: Value,
    /// The traces of all paths.
    paths: String,
    coverage: String,
    /// Names and contents, sorted.
    tests: Vec<(PathBuf, Vec<u8>)>,
}

impl Left {
    fn by(mut command: Command, line: &RunLine) -> Result<Left> {
        let folder = tempfile::tempdir()?;
        let output = folder.path().join("out");
        command.arg("--no-replay").arg("--output").arg(&output);
        if line.command == Verb::Run {
            command.args(["--workers", "1", "--program-output", "discard"]);
        }
        add_arguments(&mut command, line);
        let outcome = tools::run(&mut command, LIMIT)?;
        let read = |name: &str| std::fs::read_to_string(output.join(name)).unwrap_or_default();
        let mut summary = serde_json::from_str(&read("summary.json")).unwrap_or(Value::Null);
        let instructions = summary["instructions"].clone();
        forget(&mut summary);
        summary["executed"] = instructions;
        let mut tests = Vec::new();
        for entry in std::fs::read_dir(output.join("tests")).into_iter().flatten() {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().into();
            tests.push((name, std::fs::read(&path)?));
        }
        tests.retain(|(name, _): &(PathBuf, _)| !name.ends_with("metadata.xml"));
        tests.sort();
        Ok(Left {
            code: outcome.code(),
            unknown_option: UNKNOWN_OPTION.iter().any(|text| outcome.stderr.contains(text)),
            summary,
            paths: read("paths.txt"),
            coverage: read("coverage.lcov"),
            tests,
        })
    }

    fn instructions(&self) -> u64 {
        self.summary["executed"].as_u64().unwrap_or(0)
    }

    /// The first thing in which `after` differs.
    fn difference(&self, after: &Left) -> Option<String> {
        if self.code != after.code {
            return Some(format!("exit code {:?} before, {:?} after", self.code, after.code));
        }
        if let Some((one, two)) = traces::difference(&self.paths, &after.paths) {
            return Some(format!("paths.txt differs, first in {one:?} before, {two:?} after"));
        }
        if self.coverage != after.coverage {
            let mut lines = self.coverage.lines().zip(after.coverage.lines());
            let first = lines.find(|(one, two)| one != two);
            return Some(format!("coverage.lcov differs, first in {first:?}"));
        }
        if self.tests != after.tests {
            return Some("the tests differ".to_owned());
        }
        let (before, now) = (self.instructions(), after.instructions());
        if before.abs_diff(now) as f64 > before as f64 * TOLERANCE {
            return Some(format!("{before} instructions before, {now} after"));
        }
        let (Value::Object(one), Value::Object(two)) = (&self.summary, &after.summary) else {
            return None;
        };
        let keys = one.keys().chain(two.keys());
        let mut differing = keys.filter(|key| *key != "executed" && one.get(*key) != two.get(*key));
        differing
            .next()
            .map(|key| format!("`{key}` is {:?} before, {:?} after", one.get(key), two.get(key)))
    }
}

/// Takes out what may differ, wherever it is.
fn forget(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !FREE.contains(&name.as_str()));
            fields.values_mut().for_each(forget);
        }
        Value::Array(elements) => elements.iter_mut().for_each(forget),
        _ => {}
    }
}
