//! Differential runs: random programs of csmith must print the same and end the same natively and
//! in Dunlin, at -O0 and -O2, with 64 and 32 bits.
//!
//! A program counts only if native code is a fair judge of it: it ends within the time limit, and
//! its behaviour is defined. It is not if optimised and unoptimised code disagree, nor if a float is
//! converted to an integer that cannot hold it, which csmith does not guard against.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::summary::Summary;
use crate::tools::{self, CLANG, CSMITH, Outcome};
use crate::trials::{Failure, Options};

/// Debian's clang assumes an i686 without SSE for -m32, whose x87 unit keeps more digits than the
/// types of the program have; with SSE2 every operation rounds as the bitcode says.
const VARIANTS: [&[&str]; 4] =
    [&["-O0"], &["-O2"], &["-O0", "-m32", "-msse2"], &["-O2", "-m32", "-msse2"]];
/// Dies of a conversion that is undefined.
const CHECKED: [&str; 3] =
    ["-O0", "-fsanitize=float-cast-overflow", "-fsanitize-trap=float-cast-overflow"];
const HEADERS: &str = "/usr/include/csmith";
const TOOL_LIMIT: Duration = Duration::from_secs(60);
const NATIVE_LIMIT: Duration = Duration::from_secs(5);
const DUNLIN_LIMIT: Duration = Duration::from_secs(60);
/// A program that takes longer than this natively may take too long in an interpreter.
const NATIVE_QUICK: Duration = Duration::from_millis(500);

/// Prepended to every program. The builtins that csmith chooses from are undefined for zero, and
/// one of them is an instruction of newer processors; these definitions take their place.
const PRELUDE: &str = "\
static inline int defined_clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
static inline int defined_clzl(unsigned long x) { return x ? __builtin_clzl(x) : 64; }
static inline int defined_clzll(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }
static inline int defined_ctz(unsigned x) { return x ? __builtin_ctz(x) : 32; }
static inline int defined_ctzl(unsigned long x) { return x ? __builtin_ctzl(x) : 64; }
static inline int defined_ctzll(unsigned long long x) { return x ? __builtin_ctzll(x) : 64; }
static inline unsigned defined_crc(unsigned x, unsigned char y) { return (x ^ y) * 16777619u; }
#define __builtin_clz defined_clz
#define __builtin_clzl defined_clzl
#define __builtin_clzll defined_clzll
#define __builtin_ctz defined_ctz
#define __builtin_ctzl defined_ctzl
#define __builtin_ctzll defined_ctzll
#define __builtin_ia32_crc32qi defined_crc
";

/// The result of all runs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub runs: usize,
    pub failures: Vec<Failure>,
    /// Programs that did not count, by reason.
    pub skipped: BTreeMap<&'static str, Vec<u64>>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        for (reason, seeds) in &self.skipped {
            writeln!(f, "skipped, {reason}: {} (seeds {seeds:?})", seeds.len())?;
        }
        write!(
            f,
            "{} programs, {} runs, {} failures",
            self.programs,
            self.runs,
            self.failures.len()
        )
    }
}

/// Runs every seed in every variant. An error is a missing tool or a full disk, not a mismatch.
pub fn run(options: &Options) -> Result<Report> {
    let report = Mutex::new(Report::default());
    tools::in_parallel(options.jobs, options.seeds.len(), |index| {
        try_seed(options, options.seeds[index], &report)
    })?;
    let mut report = report.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    // Threads finish in any order; the report does not show it.
    report.failures.sort_by_key(|failure| failure.seed);
    report.skipped.values_mut().for_each(|seeds| seeds.sort_unstable());
    Ok(report)
}

fn try_seed(options: &Options, seed: u64, report: &Mutex<Report>) -> Result<()> {
    let verdict = run_seed(options, seed).with_context(|| format!("seed {seed}"))?;
    let mut report = report.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match verdict {
        Verdict::Skipped(reason) => report.skipped.entry(reason).or_default().push(seed),
        Verdict::Ran(failures) => {
            report.programs += 1;
            report.runs += VARIANTS.len();
            if options.progress {
                failures.iter().for_each(|failure| eprintln!("{failure}"));
                if report.programs.is_multiple_of(10) {
                    eprintln!("{} of {} programs", report.programs, options.seeds.len());
                }
            }
            report.failures.extend(failures);
        }
    }
    Ok(())
}

enum Verdict {
    Skipped(&'static str),
    Ran(Vec<Failure>),
}

fn run_seed(options: &Options, seed: u64) -> Result<Verdict> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join(format!("{seed}.c"));
    generate(seed, &source, folder.path())?;
    let mut native = Vec::new();
    for flags in VARIANTS {
        let outcome = run_natively(&source, flags, folder.path())?;
        if outcome.status.is_none() {
            return Ok(Verdict::Skipped("too long natively"));
        }
        native.push(outcome);
    }
    let agree = |a: &Outcome, b: &Outcome| a.stdout == b.stdout && a.code() == b.code();
    if !agree(&native[0], &native[1]) || !agree(&native[2], &native[3]) {
        return Ok(Verdict::Skipped("undefined behaviour: -O0 and -O2 differ natively"));
    }
    if !agree(&native[0], &run_natively(&source, &CHECKED, folder.path())?) {
        return Ok(Verdict::Skipped("undefined behaviour: conversion to an integer out of range"));
    }
    let mut failures = Vec::new();
    for (flags, native) in VARIANTS.iter().zip(&native) {
        let what = match compare(options, &source, flags, native, folder.path())? {
            Comparison::Same => continue,
            Comparison::TooLong => {
                return Ok(Verdict::Skipped("long natively, too long in dunlin"));
            }
            Comparison::Different(what) => what,
        };
        let kept = options.keep.join(format!("{seed}.c"));
        std::fs::copy(&source, &kept)
            .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
        failures.push(Failure {
            seed,
            what: format!("{}: {what}", flags.join(" ")),
            reproduce: format!("dunlin run {} -I {HEADERS} {}", flags.join(" "), kept.display()),
        });
    }
    Ok(Verdict::Ran(failures))
}

/// Writes the program of `seed`. A quarter of the programs have floats, a quarter builtins.
fn generate(seed: u64, source: &Path, folder: &Path) -> Result<()> {
    let mut csmith = Command::new(CSMITH);
    // It leaves a file platform.info where it runs, and reads one that is there.
    csmith.current_dir(folder).args(["--seed", &seed.to_string()]);
    match seed % 4 {
        1 => csmith.arg("--float"),
        2 => csmith.arg("--builtins"),
        _ => &mut csmith,
    };
    let program = tools::run_checked(&mut csmith, TOOL_LIMIT)?.stdout;
    std::fs::write(source, [PRELUDE.as_bytes(), &program].concat())?;
    Ok(())
}

fn run_natively(source: &Path, flags: &[&str], folder: &Path) -> Result<Outcome> {
    let executable = folder.join("native");
    let mut clang = Command::new(CLANG);
    clang.arg("-w").args(flags).args(["-I", HEADERS]).arg(source).arg("-o").arg(&executable);
    tools::run_checked(&mut clang, TOOL_LIMIT)?;
    tools::run(&mut Command::new(&executable), NATIVE_LIMIT)
}

enum Comparison {
    Same,
    Different(String),
    TooLong,
}

/// Runs the program in Dunlin and compares it with the native run.
fn compare(
    options: &Options,
    source: &Path,
    flags: &[&str],
    native: &Outcome,
    folder: &Path,
) -> Result<Comparison> {
    let folder = tempfile::tempdir_in(folder)?;
    let (printed, output) = (folder.path().join("printed"), folder.path().join("out"));
    let mut command = Command::new(&options.dunlin);
    command.arg("run").args(flags).args(["-I", HEADERS]).arg(source).arg("--json");
    command.arg("--program-output").arg(&printed).arg("--output").arg(&output);
    let outcome = tools::run(&mut command, DUNLIN_LIMIT)?;
    let difference = match outcome.code() {
        None if native.time > NATIVE_QUICK => return Ok(Comparison::TooLong),
        None => Some(format!(
            "slow: more than {} s, natively {} ms",
            DUNLIN_LIMIT.as_secs(),
            native.time.as_millis()
        )),
        Some(code) => {
            judge(native, &output, &printed, code).map(|what| format!("{what}{}", tail(&outcome)))
        }
    };
    Ok(difference.map_or(Comparison::Same, Comparison::Different))
}

/// What is wrong with a finished run of Dunlin, if anything.
fn judge(native: &Outcome, output: &Path, printed: &Path, code: i64) -> Option<String> {
    let summary = match Summary::read(output) {
        Ok(summary) => summary,
        Err(error) => return Some(format!("dunlin ended with {code}: {error:#}")),
    };
    if let Some(trouble) = summary.trouble() {
        return Some(trouble);
    }
    let printed = std::fs::read(printed).unwrap_or_default();
    if printed != native.stdout {
        return Some(format!(
            "printed '{}', natively '{}'",
            String::from_utf8_lossy(&printed).trim_end(),
            String::from_utf8_lossy(&native.stdout).trim_end()
        ));
    }
    if summary.exit_status != native.code() {
        return Some(format!(
            "exit status {:?}, natively {:?}",
            summary.exit_status,
            native.code()
        ));
    }
    (code != 0).then(|| format!("dunlin ended with {code}, although all is well"))
}

/// The last line that Dunlin wrote to standard error, for a failure's description.
fn tail(outcome: &Outcome) -> String {
    outcome.stderr.trim_end().lines().last().map_or(String::new(), |line| format!(" ({line})"))
}
