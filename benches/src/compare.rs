//! Two builds of Dunlin in one run: what the programs of the benchmarks cost with one and with the other.
//!
//! The programs of `concrete`, `explore` and `memory`, as bitcode, with the options that a user has who chooses
//! none, depth first with one worker. The builds take turns, so that what disturbs the machine for a while disturbs
//! both, and the least processor time of some rounds counts. What an empty program takes is subtracted. A program that takes
//! few milliseconds says little about time; `--instructions` counts what the machine executes (Callgrind), up to a
//! number of instructions of the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::check::Check;
use crate::explore::states::{self, States};
use crate::memory::grid::Grid;
use crate::memory::instructions::Callgrind;
use crate::summary::Summary;
use crate::tools::{self, CLANG, geometric_mean};
use crate::{concrete, explore, memory};

/// So much slower a family of programs may be.
const SLOWER: f64 = 0.03;
/// So much more memory a state that waits may take.
const LARGER: f64 = 0.05;
const LIMIT: Duration = Duration::from_secs(120);
const HEADERS: &str = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../runtime/include");
/// Instructions of the program that Callgrind sees.
const COUNTED: [&str; 2] = ["--max-instructions", "3000000"];
const EMPTY: &str = "int main(void) { return 0; }\n";

pub struct Options {
    pub dunlin: PathBuf,
    /// The build that it is compared with.
    pub against: PathBuf,
    /// Only programs that have this in `FAMILY/NAME`; with one, waiting states are not measured.
    pub filter: String,
    /// How often each measurement is repeated.
    pub runs: usize,
    /// Count executed instructions, too.
    pub instructions: bool,
}

struct Program {
    family: &'static str,
    name: &'static str,
    source: &'static str,
}

impl Program {
    fn all() -> Vec<Program> {
        let of = |family| move |(name, source)| Program { family, name, source };
        let concrete = concrete::PROGRAMS.map(of("concrete"));
        let explored = explore::programs::PROGRAMS.map(|one| (one.name, one.source));
        let pointers = memory::programs::PROGRAMS.map(|one| (one.name, one.source));
        let rest = explored.map(of("explore")).into_iter().chain(pointers.map(of("memory")));
        concrete.into_iter().chain(rest).collect()
    }
}

/// What one program costs with one build.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Cost {
    /// Processor time, without that of an empty program.
    time_ms: f64,
    peak_memory_bytes: u64,
    /// Executed by the thread that explores.
    instructions: Option<u64>,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    family: &'static str,
    program: &'static str,
    before: Cost,
    after: Cost,
}

impl Row {
    fn time(&self) -> f64 {
        self.after.time_ms / self.before.time_ms
    }

    fn memory(&self) -> f64 {
        self.after.peak_memory_bytes as f64 / self.before.peak_memory_bytes as f64
    }

    fn instructions(&self) -> Option<f64> {
        Some(self.after.instructions? as f64 / self.before.instructions? as f64)
    }
}

/// The whole result, as written to `compare.json`.
#[derive(Debug, Serialize)]
struct Report {
    runs: usize,
    rows: Vec<Row>,
    /// Before and after.
    states: Option<[States; 2]>,
    checks: Vec<Check>,
}

/// Measures, prints the table and the checks and writes the JSON. True when no check was missed.
pub fn run(options: &Options) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let callgrind = options.instructions.then(|| Callgrind::new(folder.path())).transpose()?;
    let start_up = start_up(options, folder.path())?;
    let mut rows = Vec::new();
    for program in Program::all() {
        let name = format!("{}/{}", program.family, program.name);
        if name.contains(&options.filter) {
            eprintln!("{name} ...");
            let row = measure(options, &program, folder.path(), start_up, callgrind.as_ref());
            rows.push(row.with_context(|| format!("program {name}"))?);
        }
    }
    if rows.is_empty() {
        bail!("no program has '{}' in its name", options.filter);
    }
    let states = options.filter.is_empty().then(|| waiting(options, folder.path())).transpose()?;
    println!("{}", table(&rows).text());
    let mut checks = families(&rows);
    if let Some([before, after]) = &states {
        println!("before: {}\n\nafter: {}\n", before.text(), after.text());
        checks.extend(sizes(before, after));
    }
    for check in &checks {
        println!("{}", check.text());
    }
    let report = Report { runs: options.runs, rows, states, checks };
    let path = tools::result_folder("bench")?.join("compare.json");
    std::fs::write(&path, serde_json::to_string_pretty(&report)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(report.checks.iter().all(|check| check.met))
}

/// What an empty program takes, before and after.
fn start_up(options: &Options, folder: &Path) -> Result<[Duration; 2]> {
    let bitcode = compile(folder, EMPTY)?;
    Ok(best(options, &bitcode)?.map(|(time, _)| time))
}

fn compile(folder: &Path, program: &str) -> Result<PathBuf> {
    let (source, bitcode) = (folder.join("program.c"), folder.join("program.bc"));
    std::fs::write(&source, program)?;
    let mut clang = Command::new(CLANG);
    clang.args(["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm"]).arg(HEADERS);
    tools::run_checked(clang.arg(&source).arg("-o").arg(&bitcode), LIMIT)?;
    Ok(bitcode)
}

/// The least processor time and peak memory of some runs, before and after.
fn best(options: &Options, bitcode: &Path) -> Result<[(Duration, u64); 2]> {
    let mut best = [(Duration::MAX, u64::MAX); 2];
    for _ in 0..options.runs {
        for (dunlin, best) in [&options.against, &options.dunlin].into_iter().zip(&mut best) {
            let (time, memory) = once(dunlin, bitcode)?;
            *best = (best.0.min(time), best.1.min(memory));
        }
    }
    Ok(best)
}

fn measure(
    options: &Options,
    program: &Program,
    folder: &Path,
    start_up: [Duration; 2],
    callgrind: Option<&Callgrind>,
) -> Result<Row> {
    let bitcode = compile(folder, program.source)?;
    let best = best(options, &bitcode)?;
    let cost = |build: usize, dunlin: &Path| {
        let counted = callgrind.map(|one| one.count(dunlin, &bitcode, &COUNTED));
        anyhow::Ok(Cost {
            time_ms: tools::milliseconds(best[build].0.saturating_sub(start_up[build])),
            peak_memory_bytes: best[build].1,
            instructions: counted.transpose()?,
        })
    };
    let (before, after) = (cost(0, &options.against)?, cost(1, &options.dunlin)?);
    Ok(Row { family: program.family, program: program.name, before, after })
}

/// The processor time and the peak memory of one run.
fn once(dunlin: &Path, bitcode: &Path) -> Result<(Duration, u64)> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(dunlin);
    command.arg("run").arg(bitcode).args(["--search", "dfs", "--workers", "1", "--no-replay"]);
    command.args(["--program-output", "discard", "--output"]).arg(&output);
    let before = tools::children_time();
    let outcome = tools::run(&mut command, LIMIT)?;
    // Complete, with or without errors, or incomplete.
    if !matches!(outcome.code(), Some(0 | 1 | 3)) {
        bail!("dunlin ended with {:?}: {}", outcome.code(), outcome.stderr.trim_end());
    }
    let time = tools::children_time().saturating_sub(before);
    Ok((time, Summary::read(&output)?.peak_memory_bytes))
}

/// What a waiting state takes, before and after.
fn waiting(options: &Options, folder: &Path) -> Result<[States; 2]> {
    eprintln!("waiting states ...");
    let of = |dunlin: &PathBuf| states::measure(dunlin, LIMIT, folder);
    Ok([of(&options.against)?, of(&options.dunlin)?])
}

fn percent(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |ratio| format!("{:+.1} %", 100.0 * (ratio - 1.0)))
}

fn table(rows: &[Row]) -> Grid {
    let header = ["program", "before ms", "after ms", "time", "memory", "instructions"];
    let mut grid = Grid::new("processor time without that of an empty program", header);
    for row in rows {
        grid.rows.push(vec![
            format!("{}/{}", row.family, row.program),
            format!("{:.1}", row.before.time_ms),
            format!("{:.1}", row.after.time_ms),
            percent(Some(row.time())),
            percent(Some(row.memory())),
            percent(row.instructions()),
        ]);
    }
    grid
}

/// Whether a family has become slower: by instructions where they were counted, since time is noisy. Of times the
/// sums are compared: what a short program takes is mostly noise.
fn families(rows: &[Row]) -> Vec<Check> {
    let families = rows.chunk_by(|one, two| one.family == two.family);
    let check = |rows: &[Row]| {
        let sum = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
        let time = sum(|row| row.after.time_ms) / sum(|row| row.before.time_ms);
        let counted: Option<Vec<f64>> = rows.iter().map(Row::instructions).collect();
        let counted = counted.map(geometric_mean);
        let more = counted.map(|_| format!(", instructions {}", percent(counted)));
        Check {
            what: format!("{}: at most {:.0} % slower", rows[0].family, 100.0 * SLOWER),
            measured: format!("time {}{}", percent(Some(time)), more.unwrap_or_default()),
            met: counted.unwrap_or(time) <= 1.0 + SLOWER,
        }
    };
    families.map(check).collect()
}

/// Whether waiting states have become larger.
fn sizes(before: &States, after: &States) -> [Check; 2] {
    let check = |what: &str, before: f64, after: f64| Check {
        what: format!("{what}: at most {:.0} % larger", 100.0 * LARGER),
        measured: format!("{before:.0} bytes before, {after:.0} after"),
        met: after <= before * (1.0 + LARGER),
    };
    [
        check("a waiting state with 1,000 objects", before.fork_bytes, after.fork_bytes),
        check("a waiting state of the parser", before.parser_bytes, after.parser_bytes),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(family: &'static str, after_ms: f64, instructions: Option<[u64; 2]>) -> Row {
        let cost = |time_ms, build: usize| Cost {
            time_ms,
            peak_memory_bytes: 1 << 20,
            instructions: instructions.map(|counts| counts[build]),
        };
        Row { family, program: "p", before: cost(100.0, 0), after: cost(after_ms, 1) }
    }

    #[test]
    fn a_family_is_as_slow_as_its_programs_together() {
        let rows = [row("a", 110.0, None), row("a", 90.0, None), row("b", 104.0, None)];
        let checks = families(&rows);
        assert_eq!(checks.iter().map(|check| check.met).collect::<Vec<_>>(), [true, false]);
        assert_eq!(checks[1].measured, "time +4.0 %");
        assert!(table(&rows).text().contains("a/p"));
    }

    #[test]
    fn instructions_decide_where_they_were_counted() {
        let checks = families(&[row("a", 120.0, Some([1000, 1020]))]);
        assert!(checks[0].met, "{}", checks[0].text());
        let checks = families(&[row("a", 90.0, Some([1000, 1040]))]);
        assert!(!checks[0].met, "{}", checks[0].text());
    }

    #[test]
    fn the_programs_of_three_benchmarks_are_compared() {
        let all = Program::all();
        assert!(all.iter().all(|program| program.source.contains("main")));
        assert_eq!(all.chunk_by(|one, two| one.family == two.family).count(), 3);
    }
}
