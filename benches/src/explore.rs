//! Speed of exploration: what a complete symbolic execution of a program costs, against a native
//! calibration program, against the engine without its techniques and against KLEE's figures.
//!
//! Dunlin's time is what it says about exploring, loading is not counted. One worker and depth first
//! search, as KLEE does; tests are written, replays are not made. The large programs are explored
//! with more workers, too. Results go to a file system in memory where there is one: a disk that has
//! just lost 100,000 small files takes longer for the next ones than the exploration itself.

pub(crate) mod programs;
pub(crate) mod states;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::summary::Summary;
use crate::tools::{self, CLANG, milliseconds};
use programs::{CALIBRATION, PROGRAMS, Program};

/// The engine without the techniques that keep the solver idle.
const PLAIN: [&str; 10] = [
    "--value-sets",
    "off",
    "--cache",
    "off",
    "--counterexamples",
    "off",
    "--neighbours",
    "off",
    "--solver",
    "z3",
];
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const CALIBRATION_RUNS: usize = 5;

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this.
    pub filter: String,
    /// How many workers the large programs are explored with once more.
    pub workers: u32,
    /// How long one exploration may take.
    pub limit: Duration,
}

/// How long something took, or that it was stopped.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Took {
    ms: f64,
    finished: bool,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    program: &'static str,
    paths: u64,
    /// How many there must be, if that is known.
    expected_paths: Option<u64>,
    errors: u64,
    /// Paths that ended for no reason of the program's.
    cut_off: u64,
    instructions: u64,
    queries: u64,
    backend_queries: u64,
    dunlin: Took,
    over_calibration: f64,
    plain: Took,
    plain_over_dunlin: f64,
    workers: Option<Took>,
    workers_speed_up: Option<f64>,
}

impl Row {
    /// The paths are as they must be.
    fn good(&self) -> bool {
        self.dunlin.finished
            && self.cut_off == 0
            && self.expected_paths.is_none_or(|expected| expected == self.paths)
    }
}

/// The whole result, as written to `explore.json`.
#[derive(Debug, Serialize)]
struct Table {
    calibration_ms: f64,
    workers: u32,
    rows: Vec<Row>,
    /// A program that the plain engine did not finish counts with the time of stopping it.
    mean_plain_over_dunlin: f64,
    mean_workers_speed_up: f64,
    states: Option<states::States>,
}

/// Explores all programs whose name contains the filter, prints the table and writes the JSON. True
/// when every exploration was complete with as many paths as there must be.
pub fn run(options: &Options) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let calibration = calibrate(folder.path())?;
    println!("calibration: {calibration:.0} ms\n\n{}", table::header(options.workers));
    let mut rows = Vec::new();
    for program in PROGRAMS.iter().filter(|program| program.name.contains(&options.filter)) {
        let source = folder.path().join(program.name).with_extension("c");
        std::fs::write(&source, program.source)?;
        let row = measure(options, program, &source, calibration)
            .with_context(|| format!("program {}", program.name))?;
        println!("{}", table::line(&row));
        rows.push(row);
    }
    if rows.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    let mut table = summarise(rows, calibration, options.workers);
    println!("{}", table::footer(&table));
    if options.filter.is_empty() {
        let states = states::measure(&options.dunlin, options.limit, folder.path())?;
        println!("\n{}", states.text());
        table.states = Some(states);
    }
    let path = tools::result_folder("bench")?.join("explore.json");
    std::fs::write(&path, serde_json::to_string_pretty(&table)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(table.rows.iter().all(Row::good))
}

/// Milliseconds of the calibration program.
fn calibrate(folder: &Path) -> Result<f64> {
    let source = folder.join("calibrate.c");
    let executable = folder.join("calibrate");
    std::fs::write(&source, CALIBRATION)?;
    let mut clang = Command::new(CLANG);
    tools::run_checked(clang.arg("-O2").arg(&source).arg("-o").arg(&executable), COMPILE_LIMIT)?;
    let (time, _) = tools::fastest(CALIBRATION_RUNS, || {
        tools::run_checked(&mut Command::new(&executable), COMPILE_LIMIT)
    })?;
    Ok(milliseconds(time))
}

fn measure(options: &Options, program: &Program, source: &Path, calibration: f64) -> Result<Row> {
    let (dunlin, summary) = explore(options, source, 1, &[])?;
    let (plain, _) = explore(options, source, 1, &PLAIN).context("the plain engine")?;
    let workers = match program.large {
        true => Some(explore(options, source, options.workers, &[])?.0),
        false => None,
    };
    let summary = summary.unwrap_or_default();
    let paths = &summary.paths;
    Ok(Row {
        program: program.name,
        paths: paths.finished + paths.errors,
        expected_paths: program.paths,
        errors: paths.errors,
        cut_off: paths.unsupported + paths.limited,
        instructions: summary.instructions,
        queries: summary.queries.asked,
        backend_queries: summary.queries.backends(),
        dunlin,
        over_calibration: dunlin.ms / calibration,
        plain,
        plain_over_dunlin: plain.ms / dunlin.ms,
        workers,
        workers_speed_up: workers.map(|workers| dunlin.ms / workers.ms),
    })
}

/// One exploration. Without a summary if it was stopped at the limit.
fn explore(
    options: &Options,
    source: &Path,
    workers: u32,
    more: &[&str],
) -> Result<(Took, Option<Summary>)> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(&options.dunlin);
    command.arg("run").arg(source).args(["--json", "--search", "dfs", "--no-replay"]);
    command.arg("--workers").arg(workers.to_string()).arg("--output").arg(&output).args(more);
    let outcome = tools::run(&mut command, options.limit)?;
    match outcome.code() {
        None => Ok((Took { ms: milliseconds(options.limit), finished: false }, None)),
        // Complete, with or without errors, or incomplete.
        Some(0 | 1 | 3) => {
            let summary = Summary::read(&output)?;
            let took = Took { ms: summary.time_ms, finished: summary.verdict != "incomplete" };
            Ok((took, Some(summary)))
        }
        Some(code) => bail!("dunlin ended with {code}: {}", outcome.stderr.trim_end()),
    }
}

fn summarise(rows: Vec<Row>, calibration_ms: f64, workers: u32) -> Table {
    Table {
        calibration_ms,
        workers,
        mean_plain_over_dunlin: tools::geometric_mean(rows.iter().map(|row| row.plain_over_dunlin)),
        mean_workers_speed_up: tools::geometric_mean(
            rows.iter().filter_map(|row| row.workers_speed_up),
        ),
        states: None,
        rows,
    }
}
