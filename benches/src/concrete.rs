//! Speed of concrete execution: the same -O0 bitcode in Dunlin, in lli's interpreter and as
//! native code. Start-up is not counted: Dunlin reports its own execution time, and what an empty
//! program takes is subtracted from the other two.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::summary::Summary;
use crate::tools::{self, CLANG, LLI, milliseconds};

/// The programs, each with a checksum as its output.
pub(crate) const PROGRAMS: [(&str, &str); 8] = [
    ("sieve", include_str!("../concrete/sieve.c")),
    ("matrix", include_str!("../concrete/matrix.c")),
    ("sha256", include_str!("../concrete/sha256.c")),
    ("quicksort", include_str!("../concrete/quicksort.c")),
    ("nbody", include_str!("../concrete/nbody.c")),
    ("list", include_str!("../concrete/list.c")),
    ("bytecode", include_str!("../concrete/bytecode.c")),
    ("hashtable", include_str!("../concrete/hashtable.c")),
];

const EMPTY: &str = "int main(void) { return 0; }\n";
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// Native runs are short, so more of them are needed for a steady minimum.
const NATIVE_RUNS_FACTOR: usize = 4;

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    program: &'static str,
    instructions: u64,
    dunlin_ms: f64,
    million_instructions_per_second: f64,
    lli_ms: f64,
    lli_over_dunlin: f64,
    native_ms: f64,
    dunlin_over_native: f64,
}

/// The whole result, as written to `concrete.json`.
#[derive(Debug, Serialize)]
struct Table {
    rows: Vec<Row>,
    mean_million_instructions_per_second: f64,
    mean_lli_over_dunlin: f64,
    mean_dunlin_over_native: f64,
}

/// What an empty program takes.
struct StartUp {
    lli: Duration,
    native: Duration,
}

/// Measures all programs whose name contains `filter`, prints the table and writes the JSON.
pub fn run(dunlin: &Path, runs: usize, filter: &str) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let start_up = measure_start_up(folder.path(), runs)?;
    let mut rows = Vec::new();
    println!("{}", header());
    for (name, source) in PROGRAMS.iter().filter(|(name, _)| name.contains(filter)) {
        let compiled = Compiled::new(folder.path(), name, source)?;
        let row = measure(dunlin, name, &compiled, runs, &start_up)
            .with_context(|| format!("program {name}"))?;
        println!("{}", line(&row));
        rows.push(row);
    }
    if rows.is_empty() {
        bail!("no program has '{filter}' in its name");
    }
    let table = Table {
        mean_million_instructions_per_second: tools::geometric_mean(
            rows.iter().map(|row| row.million_instructions_per_second),
        ),
        mean_lli_over_dunlin: tools::geometric_mean(rows.iter().map(|row| row.lli_over_dunlin)),
        mean_dunlin_over_native: tools::geometric_mean(
            rows.iter().map(|row| row.dunlin_over_native),
        ),
        rows,
    };
    println!("{}", footer(&table));
    let path = tools::result_folder("bench")?.join("concrete.json");
    std::fs::write(&path, serde_json::to_string_pretty(&table)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(true)
}

/// A program as bitcode and as an executable made from the same bitcode.
struct Compiled {
    bitcode: PathBuf,
    executable: PathBuf,
}

impl Compiled {
    fn new(folder: &Path, name: &str, source: &str) -> Result<Compiled> {
        let file = folder.join(name).with_extension("c");
        let bitcode = folder.join(name).with_extension("bc");
        let executable = folder.join(name);
        std::fs::write(&file, source)?;
        let mut clang = Command::new(CLANG);
        clang.args(["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm"]);
        // lli's interpreter does not know llvm.fmuladd.
        clang.arg("-ffp-contract=off");
        tools::run_checked(clang.arg(&file).arg("-o").arg(&bitcode), TIME_LIMIT)?;
        let mut clang = Command::new(CLANG);
        clang.arg("-O0").arg(&bitcode).arg("-o").arg(&executable).arg("-lm");
        tools::run_checked(&mut clang, TIME_LIMIT)?;
        Ok(Compiled { bitcode, executable })
    }

    fn native(&self, runs: usize) -> Result<(Duration, tools::Outcome)> {
        tools::fastest(runs * NATIVE_RUNS_FACTOR, || {
            tools::run_checked(&mut Command::new(&self.executable), TIME_LIMIT)
        })
    }

    fn lli(&self, runs: usize) -> Result<(Duration, tools::Outcome)> {
        tools::fastest(runs, || {
            let mut lli = Command::new(LLI);
            tools::run_checked(lli.arg("--force-interpreter").arg(&self.bitcode), TIME_LIMIT)
        })
    }

    /// The fastest run in Dunlin by its own clock, and what the program printed.
    fn dunlin(&self, dunlin: &Path, runs: usize) -> Result<(Summary, Vec<u8>)> {
        let folder = tempfile::tempdir()?;
        let printed = folder.path().join("printed");
        let output = folder.path().join("out");
        let mut best: Option<Summary> = None;
        for _ in 0..runs {
            let mut command = Command::new(dunlin);
            command.arg("run").arg(&self.bitcode).arg("--json");
            command.arg("--program-output").arg(&printed).arg("--output").arg(&output);
            tools::run_checked(&mut command, TIME_LIMIT)?;
            let summary = Summary::read(&output)?;
            if let Some(trouble) = summary.trouble() {
                bail!("dunlin did not run it cleanly: {trouble}");
            }
            std::fs::remove_dir_all(&output)?;
            if best.as_ref().is_none_or(|best| summary.time_ms < best.time_ms) {
                best = Some(summary);
            }
        }
        Ok((best.context("no runs asked for")?, std::fs::read(&printed)?))
    }
}

fn measure_start_up(folder: &Path, runs: usize) -> Result<StartUp> {
    let empty = Compiled::new(folder, "empty", EMPTY)?;
    let (lli, _) = empty.lli(runs * NATIVE_RUNS_FACTOR)?;
    let (native, _) = empty.native(runs)?;
    Ok(StartUp { lli, native })
}

fn measure(
    dunlin: &Path,
    program: &'static str,
    compiled: &Compiled,
    runs: usize,
    start_up: &StartUp,
) -> Result<Row> {
    let (native, native_outcome) = compiled.native(runs)?;
    let (lli, lli_outcome) = compiled.lli(runs)?;
    let (summary, printed) = compiled.dunlin(dunlin, runs)?;
    check_output("lli", &lli_outcome.stdout, &native_outcome.stdout)?;
    check_output("dunlin", &printed, &native_outcome.stdout)?;
    let dunlin_ms = summary.time_ms;
    let lli_ms = milliseconds(lli.saturating_sub(start_up.lli));
    let native_ms = milliseconds(native.saturating_sub(start_up.native));
    Ok(Row {
        program,
        instructions: summary.instructions,
        dunlin_ms,
        million_instructions_per_second: summary.instructions as f64 / dunlin_ms / 1000.0,
        lli_ms,
        lli_over_dunlin: lli_ms / dunlin_ms,
        native_ms,
        dunlin_over_native: dunlin_ms / native_ms,
    })
}

fn check_output(who: &str, printed: &[u8], expected: &[u8]) -> Result<()> {
    if printed != expected {
        bail!(
            "{who} printed '{}', but native code '{}'",
            String::from_utf8_lossy(printed).trim_end(),
            String::from_utf8_lossy(expected).trim_end()
        );
    }
    Ok(())
}

fn header() -> String {
    format!(
        "{:<10} {:>12} {:>10} {:>9} {:>10} {:>10} {:>10} {:>13}",
        "program",
        "instructions",
        "dunlin ms",
        "Minstr/s",
        "lli ms",
        "lli/dunlin",
        "native ms",
        "dunlin/native"
    )
}

fn line(row: &Row) -> String {
    format!(
        "{:<10} {:>12} {:>10.1} {:>9.1} {:>10.1} {:>10.1} {:>10.2} {:>13.1}",
        row.program,
        row.instructions,
        row.dunlin_ms,
        row.million_instructions_per_second,
        row.lli_ms,
        row.lli_over_dunlin,
        row.native_ms,
        row.dunlin_over_native
    )
}

fn footer(table: &Table) -> String {
    format!(
        "{:<10} {:>12} {:>10} {:>9.1} {:>10} {:>10.1} {:>10} {:>13.1}",
        "geo. mean",
        "",
        "",
        table.mean_million_instructions_per_second,
        "",
        table.mean_lli_over_dunlin,
        "",
        table.mean_dunlin_over_native
    )
}
