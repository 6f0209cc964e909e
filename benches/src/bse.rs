//! Weakest preconditions: what all paths at once cost, in each of the paper's variants.
//!
//! [`run`] makes Table 3 of Handling Heap Data Structures in Backward Symbolic Execution with the programs of `benches/bse`:
//! degree counting, the reversal of a list, a tree whose nodes know their parents; then branches in a sequence
//! against forward strategies, and a large region. Below stands what they must show. [`random`] compares the variants with each
//! other, and with what all inputs do, on random programs.

mod checks;
mod measure;
mod programs;
pub mod random;
mod region;
mod table;
pub mod variants;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use dunlin_load::LoadOptions;
use serde::Serialize;

use self::measure::{Limits, Row};
use self::programs::{Case, Family};
use crate::check::Check;
use crate::tools;

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this.
    pub filter: String,
    /// How long one search may take.
    pub limit: Duration,
    /// How often each run is repeated; the least time counts.
    pub runs: usize,
}

/// The whole result, as written to `bse.json`.
#[derive(Debug, Serialize)]
struct Tables {
    limit_s: u64,
    rows: Vec<Row>,
    checks: Vec<Check>,
}

/// Measures, prints the tables and the checks and writes the JSON. True when no check failed.
pub fn run(options: &Options) -> Result<bool> {
    let mut cases = programs::all();
    cases.retain(|case| case.name().contains(&options.filter));
    if cases.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    let limits = Limits { time: options.limit, runs: options.runs };
    println!("processor time in ms without start-up; at most {} s a run", limits.time.as_secs());
    let mut rows: Vec<Row> = Vec::new();
    let mut checks = Vec::new();
    for case in &cases {
        let folder = tools::folder_in_memory()?;
        let row = measure::measure(&options.dunlin, case, &limits, folder.path())
            .with_context(|| case.name())?;
        if rows.last().is_none_or(|last| last.family != row.family) {
            print!("{}", table::header(&row));
        }
        print!("{}", table::line(&row, limits.time));
        if case.family == Family::Region {
            checks.push(is_large(&options.dunlin, case, folder.path())?);
        }
        rows.push(row);
    }
    checks.extend(checks::all(&rows));
    println!();
    for check in &checks {
        println!("{}", check.text());
    }
    let good = checks.iter().all(|check| check.met);
    let tables = Tables { limit_s: limits.time.as_secs(), rows, checks };
    let path = tools::result_folder("bench")?.join("bse.json");
    std::fs::write(&path, serde_json::to_string_pretty(&tables)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(good)
}

/// Whether the large region is as large as it is to be.
fn is_large(dunlin: &Path, case: &Case, folder: &Path) -> Result<Check> {
    let load = LoadOptions::new([folder.join(case.file)]);
    let loaded = dunlin_load::load_with(&load, dunlin).map_err(|error| anyhow!("{error}"))?;
    let main = loaded.module.find_func("main").context("the program has a main")?;
    let instructions = loaded.module.func(main).insts.len();
    let operations = region::heap_operations(&case.text);
    Ok(Check {
        what: format!(
            "{}: {} instructions and {} operations on the heap at least",
            case.name(),
            programs::INSTRUCTIONS,
            programs::HEAP_OPERATIONS
        ),
        measured: format!("{instructions} and {operations}"),
        met: instructions >= programs::INSTRUCTIONS && operations >= programs::HEAP_OPERATIONS,
    })
}
