//! A `run: dunlin prove` line: what is said of each place.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use dunlin_bench::tools;
use serde::Deserialize;

use crate::check::{FileTest, LIMIT, add_arguments, indent};
use crate::directives::{ExpectedPlace, RunLine};
use crate::replay::Replayed;

#[derive(Deserialize)]
struct Summary {
    #[serde(default)]
    places: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    kind: String,
    standing: String,
    by: String,
    #[serde(default)]
    line: u64,
}

/// Every expected place has the standing that is expected, on all of its line; all others are proved.
pub fn check(
    test: &FileTest,
    root: &Path,
    line: &RunLine,
    differences: &mut Vec<String>,
    replayed: &mut Replayed,
) -> Result<()> {
    let directives = &test.directives;
    let folder = tempfile::tempdir()?;
    let mut command = test.command(root, line);
    command.arg("--json").arg("--output").arg(folder.path().join("out"));
    add_arguments(&mut command, line);
    let outcome = tools::run(&mut command, LIMIT)?;
    test.check_exit(&outcome, differences);
    if directives.expected_exit() == 2 || outcome.status.is_none() {
        return Ok(());
    }
    let said = indent(&outcome.stderr);
    let summary: Summary = match serde_json::from_slice(&outcome.stdout) {
        Ok(summary) => summary,
        Err(error) => {
            differences.push(format!("the summary: {error}\n{said}"));
            return Ok(());
        }
    };
    let mut standings: BTreeMap<(&str, u64), Vec<&Place>> = BTreeMap::new();
    for place in &summary.places {
        standings.entry((&place.kind, place.line)).or_default().push(place);
        if place.standing == "refuted" {
            // Nothing is refuted that a native run has not shown.
            replayed.written += 1;
            replayed.replayed += 1;
        }
    }
    for ExpectedPlace { kind, standing, line } in &directives.places {
        match standings.remove(&(kind.as_str(), *line)) {
            None => differences.push(format!("line {line} has no place of kind {kind}\n{said}")),
            Some(places) => {
                let worst = worst(&places);
                if worst.standing != *standing {
                    differences.push(format!(
                        "{kind} at {line}: expected {standing}, got {}: {}",
                        worst.standing, worst.by
                    ));
                }
            }
        }
    }
    for ((kind, line), places) in standings {
        let worst = worst(&places);
        if worst.standing != "proved" {
            differences.push(format!("{kind} at {line}: {}: {}", worst.standing, worst.by));
        }
    }
    for reason in &directives.reasons {
        if !summary.places.iter().any(|place| place.by.contains(reason)) {
            differences.push(format!("by nothing is a place settled that says: {reason}\n{said}"));
        }
    }
    Ok(())
}

fn worst<'p>(places: &[&'p Place]) -> &'p Place {
    let rank = |place: &&&Place| match place.standing.as_str() {
        "proved" => 0,
        "open" => 1,
        _ => 2,
    };
    places.iter().max_by_key(rank).expect("a line with places has one")
}
