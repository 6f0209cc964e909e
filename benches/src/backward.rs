//! Backward execution from a target, against forward strategies and against the truth.
//!
//! [`run`] makes tables like IV and V of Multi-Pass Targeted Dynamic Symbolic Execution with programs of the
//! same shapes (`benches/backward`): for each strategy the verdict, the paths and the time to the target;
//! which targets that nothing reaches are proved so; which memory errors are found backward from the end of
//! main. Below stands what they must show. [`random`] compares what strategies say about targets of random
//! programs with what all inputs do.

mod checks;
mod errors;
mod names;
pub mod program;
mod programs;
pub mod random;
mod statements;
mod table;
mod targets;
pub mod truth;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::Serialize;

use crate::check::Check;
use crate::tools;

/// The strategies of the tables unless told; the first is what the others are compared with.
pub const STRATEGIES: [&str; 4] = [random::BACKWARD, "klee", "sdse", "auto"];

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this.
    pub filter: String,
    pub strategies: Vec<String>,
    /// How many programs at a time; more than one makes times worse.
    pub jobs: usize,
    /// How long one search may take.
    pub limit: Duration,
}

/// The whole result, as written to `backward.json`.
#[derive(Debug, Serialize)]
struct Tables {
    limit_s: u64,
    targets: Vec<targets::Row>,
    errors: Vec<errors::Row>,
    checks: Vec<Check>,
}

/// Measures, prints the tables and the checks and writes the JSON. True when no check failed.
pub fn run(options: &Options) -> Result<bool> {
    let wanted = |name: &str| name.contains(&options.filter);
    let targeted: Vec<_> =
        programs::targeted().into_iter().filter(|program| wanted(&program.name())).collect();
    let erroneous: Vec<_> =
        programs::erroneous().into_iter().filter(|program| wanted(&program.name())).collect();
    if targeted.is_empty() && erroneous.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    let Options { dunlin, strategies, jobs, limit, .. } = options;
    if !targeted.is_empty() {
        print!("{}", table::targets_header());
    }
    let targets = tools::in_parallel(*jobs, targeted.len(), |index| {
        let folder = tools::folder_in_memory()?;
        let row = targets::measure(dunlin, &targeted[index], strategies, *limit, folder.path())?;
        print!("{}", table::targets(&row));
        Ok(row)
    })?;
    let backward = errors::can_go_backward(dunlin)?;
    if !erroneous.is_empty() {
        print!("\n{}", table::errors_header());
    }
    let errors = tools::in_parallel(*jobs, erroneous.len(), |index| {
        let folder = tools::folder_in_memory()?;
        let row = errors::measure(dunlin, &erroneous[index], backward, *limit, folder.path())?;
        print!("{}", table::errors(&row));
        Ok(row)
    })?;
    println!();
    let checks = checks::all(&targets, &errors);
    for check in &checks {
        println!("{}", check.text());
    }
    let good = checks.iter().all(|check| check.met);
    let tables = Tables { limit_s: limit.as_secs(), targets, errors, checks };
    let path = tools::result_folder("bench")?.join("backward.json");
    std::fs::write(&path, serde_json::to_string_pretty(&tables)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(good)
}
