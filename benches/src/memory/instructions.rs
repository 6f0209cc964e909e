//! How many instructions of the machine something costs, under Callgrind: the memory models and the
//! address-aware cache where they do not apply, in programs without symbolic pointers; and addresses that
//! decide nothing, in a program that hashes them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::Options;
use crate::tools::{self, CLANG};

const VALGRIND: &str = "valgrind";

/// A program with and without something.
struct Comparison {
    program: &'static str,
    source: &'static str,
    without: &'static [&'static str],
    with: &'static [&'static str],
    /// What is measured, and the part that it may add.
    what: &'static str,
    most: f64,
}

impl Comparison {
    /// Of the memory models, where no pointer depends on input.
    const fn of_models(program: &'static str, source: &'static str) -> Comparison {
        Comparison {
            program,
            source,
            without: &["--memory", "fork", "--cache", "exact"],
            with: &["--memory", "auto", "--cache", "address-aware"],
            what: "where nothing applies",
            most: 0.02,
        }
    }
}

const COMPARISONS: [Comparison; 3] = [
    Comparison::of_models("maze", include_str!("../../explore/maze.c")),
    Comparison::of_models("bubble_sort", include_str!("../../explore/bubble_sort.c")),
    Comparison {
        program: "pointer_table",
        source: include_str!("../../memory/pointer_table.c"),
        without: &["--addresses", "fixed"],
        with: &["--addresses", "free"],
        what: "with free addresses",
        most: 0.1,
    },
];

/// Under Valgrind Dunlin cannot start itself again without this.
const PRELOADED: &str = include_str!("../../memory/own_executable.c");
const LIMIT: Duration = Duration::from_secs(300);

/// Executed instructions of one program.
#[derive(Debug, Serialize)]
pub struct Instructions {
    pub program: &'static str,
    pub what: &'static str,
    /// The part that may be added.
    pub most: f64,
    pub without: u64,
    pub with: u64,
}

impl Instructions {
    /// The part that is added.
    pub fn more(&self) -> f64 {
        self.with as f64 / self.without.max(1) as f64 - 1.0
    }
}

pub fn measure(options: &Options, folder: &Path) -> Result<Vec<Instructions>> {
    let callgrind = Callgrind::new(folder)?;
    let measure = |comparison: &Comparison| {
        let Comparison { program, source, without, with, what, most } = *comparison;
        let file = folder.join(program).with_extension("c");
        std::fs::write(&file, source)?;
        let count = |more: &[&str]| {
            let counted = callgrind.count(&options.dunlin, &file, more);
            counted.with_context(|| format!("instructions of {program}"))
        };
        Ok(Instructions { program, what, most, without: count(without)?, with: count(with)? })
    };
    COMPARISONS.iter().map(measure).collect()
}

/// Counts the instructions of the thread that explores: loading and what comes after belong to another one.
pub struct Callgrind {
    preloaded: PathBuf,
    folder: PathBuf,
}

impl Callgrind {
    /// What it needs is put into a folder.
    pub fn new(folder: &Path) -> Result<Callgrind> {
        let (source, library) = (folder.join("own_executable.c"), folder.join("own_executable.so"));
        std::fs::write(&source, PRELOADED)?;
        let mut clang = Command::new(CLANG);
        clang.args(["-shared", "-fPIC"]).arg(&source).arg("-o").arg(&library);
        tools::run_checked(&mut clang, LIMIT)?;
        Ok(Callgrind { preloaded: library, folder: folder.to_path_buf() })
    }

    /// Of a run of a program, depth first with one worker.
    pub fn count(&self, dunlin: &Path, program: &Path, more: &[&str]) -> Result<u64> {
        let output = tempfile::tempdir_in(&self.folder)?;
        let profile = output.path().join("callgrind.out");
        let mut command = Command::new(VALGRIND);
        command.env("LD_PRELOAD", &self.preloaded).env("OWN_EXECUTABLE", dunlin);
        command.args(["--tool=callgrind", "--separate-threads=yes"]);
        command.arg(format!("--callgrind-out-file={}", profile.display()));
        command.arg(dunlin).arg("run").arg(program).args(["--workers", "1", "--search", "dfs"]);
        command.args(["--no-replay", "--no-tests", "--program-output", "discard", "--output"]);
        command.arg(output.path().join("out")).args(more);
        let outcome = tools::run(&mut command, LIMIT)?;
        // Complete, with or without errors, or stopped at the limit of instructions.
        if !matches!(outcome.code(), Some(0 | 1 | 3)) {
            bail!("{VALGRIND} ended with {:?}: {}", outcome.code(), outcome.stderr.trim_end());
        }
        of_worker(&profile)
    }
}

/// What the busiest thread beside the first has executed. Every thread has its own profile, `PROFILE-02` for the second.
fn of_worker(profile: &Path) -> Result<u64> {
    let of_thread = |number: u32| {
        let path = format!("{}-{number:02}", profile.display());
        let profile = std::fs::read_to_string(path).ok()?;
        Some(collected(&profile))
    };
    let threads = (2..).map_while(of_thread).collect::<Result<Vec<u64>>>()?;
    threads.into_iter().max().context("Callgrind left no profile of a worker")
}

/// The sum over all instructions of a profile.
fn collected(profile: &str) -> Result<u64> {
    let line = profile.lines().rev().find_map(|line| line.strip_prefix("totals: "));
    let total = line.context("the profile of Callgrind has no line 'totals:'")?;
    total.trim().parse().with_context(|| format!("'{total}' is no number of instructions"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_read_from_a_profile() {
        let profile = "# callgrind format\nevents: Ir\nsummary: 12\nfn=(1) f\n3 12\n\ntotals: 12\n";
        assert_eq!(collected(profile).unwrap(), 12);
        assert!(collected("events: Ir\n").unwrap_err().to_string().contains("totals:"));
    }

    #[test]
    fn the_worker_is_the_busiest_thread_but_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let profile = folder.path().join("out");
        assert!(of_worker(&profile).is_err());
        for (number, count) in [(1, 900), (2, 5), (3, 70), (4, 6)] {
            let path = folder.path().join(format!("out-{number:02}"));
            std::fs::write(path, format!("totals: {count}\n")).unwrap();
        }
        assert_eq!(of_worker(&profile).unwrap(), 70);
    }

    #[test]
    fn the_part_that_is_added() {
        let instructions =
            Instructions { program: "p", what: "", most: 0.0, without: 1000, with: 1015 };
        assert!((instructions.more() - 0.015).abs() < 1e-9);
    }
}
