//! States that were seen before: what it saves not to explore them again, on programs that run for ever.
//!
//! Ten families of `benches/matching` at two sizes each, once true and once with a bug, with `--match off`, `exact`
//! and `covered`, with one worker. A run of a version with a bug ends at the first error. Below the table stands what must
//! hold.

mod checks;
mod measure;
mod programs;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use self::measure::Row;
use crate::check::Check;
use crate::tools;

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this.
    pub filter: String,
    /// How long one run may take.
    pub limit: Duration,
}

/// The whole result, as written to `matching.json`.
#[derive(Debug, Serialize)]
struct Table {
    limit_s: u64,
    rows: Vec<Row>,
    checks: Vec<Check>,
}

/// Measures, prints the table and the checks and writes the JSON. True when no check failed.
pub fn run(options: &Options) -> Result<bool> {
    let mut cases = programs::all();
    cases.retain(|case| case.name().contains(&options.filter));
    if cases.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    println!("one worker, at most {} s a run", options.limit.as_secs());
    let mut rows: Vec<Row> = Vec::new();
    for case in &cases {
        let folder = tools::folder_in_memory()?;
        let row = measure::measure(&options.dunlin, case, options.limit, folder.path())
            .with_context(|| case.name())?;
        if rows.last().is_none_or(|last| last.family != row.family) {
            print!("\n{}", table::header());
        }
        print!("{}", table::lines(&row));
        rows.push(row);
    }
    let checks = checks::all(&rows);
    println!();
    for check in &checks {
        println!("{}", check.text());
    }
    let good = checks.iter().all(|check| check.met);
    let table = Table { limit_s: options.limit.as_secs(), rows, checks };
    let path = tools::result_folder("bench")?.join("matching.json");
    std::fs::write(&path, serde_json::to_string_pretty(&table)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(good)
}
