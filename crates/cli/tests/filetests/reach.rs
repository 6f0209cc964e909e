//! A `run: dunlin reach` line: the verdict of every target, the reasons, and that a native run has
//! confirmed what is reachable.

use std::path::Path;

use anyhow::{Context as _, Error, Result};
use dunlin_bench::tools;
use serde::Deserialize;

use crate::check::{FileTest, LIMIT, add_arguments, indent};
use crate::directives::RunLine;
use crate::places::with_lines;
use crate::replay::Replayed;

#[derive(Deserialize)]
struct Summary {
    verdict: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    target: String,
    verdict: String,
    why: String,
    #[serde(default)]
    confirmed: bool,
    #[serde(default)]
    notes: Vec<String>,
}

pub fn check(
    test: &FileTest,
    root: &Path,
    line: &RunLine,
    differences: &mut Vec<String>,
    replayed: &mut Replayed,
) -> Result<()> {
    let directives = &test.directives;
    let file = test.path.file_name().unwrap_or_default().to_string_lossy();
    let placed =
        |words: &[String]| with_lines(words, &file, &test.text, test.comment).map_err(Error::msg);
    let line = RunLine { options: placed(&line.options)?, ..line.clone() };
    let folder = tempfile::tempdir()?;
    let output = folder.path().join("out");
    let mut command = test.command(root, &line);
    command.arg("--json").arg("--output").arg(&output);
    if directives.replay_off.is_some() {
        command.arg("--no-replay");
    }
    add_arguments(&mut command, &line);
    let outcome = tools::run(&mut command, LIMIT)?;
    test.check_exit(&outcome, differences);
    if directives.expected_exit() == 2 || outcome.status.is_none() {
        return Ok(());
    }
    let summary: Summary = match serde_json::from_slice(&outcome.stdout) {
        Ok(summary) => summary,
        Err(error) => {
            differences.push(format!("the summary: {error}\n{}", indent(&outcome.stderr)));
            return Ok(());
        }
    };
    let said = indent(&outcome.stderr);
    if let Some(expected) = directives.verdict.as_ref().filter(|v| **v != summary.verdict) {
        let got = &summary.verdict;
        differences.push(format!("verdict: expected {expected}, got {got}\n{said}"));
    }
    for (target, expected) in &directives.target_verdicts {
        let target = placed(std::slice::from_ref(target))?.remove(0);
        let known = summary.targets.iter().find(|known| known.target == target);
        let got = &known.with_context(|| format!("'verdict: {target}' is of no target"))?.verdict;
        if got != expected {
            differences.push(format!("{target}: expected {expected}, got {got}\n{said}"));
        }
    }
    for reason in &directives.reasons {
        if !summary.targets.iter().any(|target| target.why.contains(reason)) {
            differences.push(format!("not in a reason: {reason}\nin\n{said}"));
        }
    }
    for target in summary.targets.iter().filter(|target| target.verdict == "reachable") {
        replayed.written += 1;
        if target.confirmed {
            replayed.replayed += 1;
        } else if directives.replay_off.is_none() {
            let notes = indent(&target.notes.join("\n"));
            differences.push(format!("{} is not confirmed\n{notes}", target.target));
        }
    }
    Ok(())
}
