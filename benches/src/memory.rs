//! The memory models and caches of `dunlin run`, against each other in one run: tables like 3.2 to 3.7 and
//! 4.2 to 4.5 of the thesis on memory models, then what they must show, with what was measured.
//!
//! Every program of `benches/memory` is explored completely in every mode, depth first with one worker,
//! without replays; the shortest of some runs counts. Times are ratios to `--memory fork --cache exact`.
//! Whatever the mode, the verdict, the errors and the lines and branches that are covered must be the same.

mod behaviour;
mod checks;
mod figures;
pub(crate) mod grid;
pub(crate) mod instructions;
mod measure;
mod million;
mod modes;
pub(crate) mod programs;
mod tables;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::check::Check;
use crate::tools;
use instructions::Instructions;
use measure::ProgramResult;
use programs::PROGRAMS;

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this; with one, the checks that need no program are left out.
    pub filter: String,
    /// How often each measurement is repeated; the shortest counts.
    pub runs: usize,
    /// An exploration that takes longer is stopped.
    pub limit: Duration,
}

/// The whole result, as written to `memory.json`.
#[derive(Debug, Serialize)]
struct Report<'r> {
    runs: usize,
    limit_seconds: u64,
    programs: &'r [ProgramResult],
    instructions: &'r [Instructions],
    million_peak_bytes: Option<u64>,
    checks: &'r [Check],
}

/// Measures, prints the tables and the checks and writes the JSON. True when no check was missed.
pub fn run(options: &Options) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let mut programs = Vec::new();
    for program in PROGRAMS.iter().filter(|program| program.name.contains(&options.filter)) {
        eprintln!("{} ...", program.name);
        let source = folder.path().join(program.name).with_extension("c");
        std::fs::write(&source, program.source)?;
        let result = measure::program(options, program, &source)
            .with_context(|| format!("program {}", program.name))?;
        programs.push(result);
    }
    if programs.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    let (mut instructions, mut million) = (Vec::new(), None);
    if options.filter.is_empty() {
        eprintln!("instructions ...");
        instructions = instructions::measure(options, folder.path())?;
        million = Some(million::peak_bytes(&options.dunlin)?);
    }
    for table in tables::all(&programs) {
        println!("{}", table.text());
    }
    let mut checks = checks::all(&programs);
    checks.extend(checks::instructions(&instructions));
    checks.extend(million.map(million::check));
    for check in &checks {
        println!("{}", check.text());
    }
    let report = Report {
        runs: options.runs,
        limit_seconds: options.limit.as_secs(),
        programs: &programs,
        instructions: &instructions,
        million_peak_bytes: million,
        checks: &checks,
    };
    let path = tools::result_folder("bench")?.join("memory.json");
    std::fs::write(&path, serde_json::to_string_pretty(&report)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(checks.iter().all(|check| check.met))
}
