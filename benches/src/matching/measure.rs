//! One program in all variants.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::Serialize;

use super::programs::{Case, Version};
use crate::summary::Summary;
use crate::tools::{self, Outcome, milliseconds};

pub const OFF: &str = "off";
pub const COVERED: &str = "covered";
/// What `--match` is told.
pub const VARIANTS: [&str; 3] = [OFF, "exact", COVERED];

/// What writing results may take behind the limit.
const SPARE: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All that the program can do was explored, and nothing of it is an error.
    Proved,
    /// There is an error.
    Found,
    /// Neither.
    Open,
}

/// One variant on one program.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub variant: String,
    pub verdict: Verdict,
    /// Errors that the program does not have, by kind.
    pub wrong: Vec<String>,
    /// Why there is no verdict.
    pub why: String,
    pub paths: u64,
    /// States that were compared and explored, at all places where some matched.
    pub explored: u64,
    pub matched: u64,
    /// 0 if the run was stopped before it noted any.
    pub instructions: u64,
    /// Of the whole command.
    pub time_ms: f64,
    pub peak_memory_bytes: u64,
}

/// All variants on one program.
#[derive(Debug, Serialize)]
pub struct Row {
    pub family: &'static str,
    pub program: String,
    pub size: u32,
    /// Whether it is the larger one of its family.
    pub larger: bool,
    pub version: Version,
    pub runs: Vec<Run>,
}

impl Row {
    pub fn run(&self, variant: &str) -> Option<&Run> {
        self.runs.iter().find(|run| run.variant == variant)
    }
}

impl Run {
    /// Whether it says what is not true.
    pub fn is_wrong(&self, version: Version) -> bool {
        !self.wrong.is_empty()
            || match version {
                Version::True => self.verdict == Verdict::Found,
                Version::False => self.verdict == Verdict::Proved,
            }
    }

    /// One that left no summary behind, with what it noted on its way.
    fn late(variant: &str, outcome: &Outcome, output: &Path) -> Run {
        let stats = std::fs::read_to_string(output.join("stats.csv")).unwrap_or_default();
        let noted = |column| last_in(&stats, column).unwrap_or_default();
        let why = outcome.stderr.lines().last().unwrap_or("no results").to_string();
        Run {
            variant: variant.to_string(),
            verdict: Verdict::Open,
            wrong: Vec::new(),
            why,
            paths: noted("paths"),
            explored: 0,
            matched: 0,
            instructions: noted("instructions"),
            time_ms: milliseconds(outcome.time),
            peak_memory_bytes: noted("memory_bytes"),
        }
    }

    fn of(case: &Case, variant: &str, summary: Summary, time: Duration) -> Run {
        let wrong = summary.errors.iter().map(|error| error.kind.clone());
        let wrong = wrong
            .filter(|kind| case.version == Version::True || !case.family.errors.contains(&&**kind));
        let verdict = match (summary.errors.is_empty(), summary.complete) {
            (false, _) => Verdict::Found,
            (true, true) if summary.verdict == "no-errors" => Verdict::Proved,
            (true, _) => Verdict::Open,
        };
        Run {
            variant: variant.to_string(),
            verdict,
            wrong: wrong.collect(),
            why: summary.why,
            paths: summary.paths.all(),
            explored: summary.matched.iter().map(|place| place.explored).sum(),
            matched: summary.paths.matched,
            instructions: summary.instructions,
            time_ms: milliseconds(time),
            peak_memory_bytes: summary.peak_memory_bytes,
        }
    }
}

/// The last number in a column of `stats.csv`.
fn last_in(stats: &str, column: &str) -> Option<u64> {
    let mut lines = stats.lines();
    let at = lines.next()?.split(',').position(|name| name == column)?;
    lines.next_back()?.split(',').nth(at)?.parse().ok()
}

/// Runs every variant on one program.
pub fn measure(dunlin: &Path, case: &Case, limit: Duration, folder: &Path) -> Result<Row> {
    let source = folder.join(case.file());
    std::fs::write(&source, case.family.source)?;
    let mut runs = Vec::new();
    for variant in VARIANTS {
        let mut command = Command::new(dunlin);
        let output = folder.join(variant);
        command.arg("run").arg(&source).arg("--output").arg(&output);
        command.args(["--match", variant, "--workers", "1", "--exit-on-error"]);
        command.args(["--no-tests", "--no-replay", "--program-output", "discard"]);
        command.arg("--max-time").arg(limit.as_secs().to_string());
        for define in case.defines() {
            command.arg("-D").arg(define);
        }
        let outcome = tools::run(&mut command, limit + SPARE)?;
        runs.push(match outcome.code() {
            // Complete, with or without errors, or incomplete.
            Some(0 | 1) => Run::of(case, variant, Summary::read(&output)?, outcome.time),
            // With many paths it may be late with writing its results, which ends it without a summary.
            Some(3) => match Summary::read(&output) {
                Ok(summary) => Run::of(case, variant, summary, outcome.time),
                Err(_) => Run::late(variant, &outcome, &output),
            },
            Some(code) => bail!("dunlin ended with {code}: {}", outcome.stderr.trim_end()),
            None => bail!("dunlin did not stop at its limit with --match {variant}"),
        });
    }
    Ok(Row {
        family: case.family.name,
        program: case.name(),
        size: case.size,
        larger: case.is_larger(),
        version: case.version,
        runs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::programs::FAMILIES;

    fn run(version: Version, text: &str) -> Run {
        let case = Case { family: &FAMILIES[0], size: 3, version };
        let summary = serde_json::from_str(text).expect("valid summary");
        Run::of(&case, COVERED, summary, Duration::from_secs(1))
    }

    #[test]
    fn a_proof_is_complete_and_without_errors() {
        let text = r#"{"verdict": "no-errors", "complete": true, "instructions": 9, "time_ms": 1.0,
            "paths": {"finished": 1, "matched": 3}, "matched": [{"explored": 5}, {"explored": 2}]}"#;
        let proved = run(Version::True, text);
        assert_eq!((proved.verdict, proved.is_wrong(Version::True)), (Verdict::Proved, false));
        assert_eq!((proved.paths, proved.explored, proved.matched), (4, 7, 3));
        assert!(run(Version::False, text).is_wrong(Version::False));
        let open = text.replace("no-errors", "incomplete").replace("true", "false");
        let open = run(Version::False, &open);
        assert_eq!((open.verdict, open.is_wrong(Version::False)), (Verdict::Open, false));
    }

    #[test]
    fn without_a_summary_the_last_figures_count() {
        let stats = "time_s,paths,instructions\n0.1,0,20\n1.2,3,400\n";
        assert_eq!((last_in(stats, "paths"), last_in(stats, "instructions")), (Some(3), Some(400)));
        assert_eq!((last_in(stats, "states"), last_in("paths\n", "paths")), (None, None));
    }

    #[test]
    fn an_error_is_right_where_the_bug_is_and_of_its_kind() {
        let text = r#"{"verdict": "errors", "instructions": 9, "time_ms": 1.0,
            "paths": {"errors": 1}, "errors": [{"kind": "assertion-failure"}]}"#;
        assert!(!run(Version::False, text).is_wrong(Version::False));
        assert!(run(Version::True, text).is_wrong(Version::True));
        let other = text.replace("assertion-failure", "out-of-bounds");
        assert!(run(Version::False, &other).is_wrong(Version::False));
    }
}
