//! Memory models and caches must not change what is found: the same errors and the same ways through
//! the program, whichever is chosen.
//!
//! [`program`] makes random programs whose pointers depend on input, [`ways`] lists what must not
//! matter, [`subject`] explores a program in one of these ways, and [`compare`] compares them. All in
//! this process: a program is loaded once and explored often.

mod addresses;
pub mod compare;
pub mod native;
mod program;
mod statements;
pub mod subject;
pub mod ways;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use dunlin_exec::{ExecOptions, Uninitialised};
use dunlin_load::LoadOptions;

use crate::tools;
use crate::trials::{self, Failure};
use compare::{Compared, Counts, Difference, compare};
pub use program::{Program, generate};
use subject::{Explored, Limits, Setting, Subject};
use ways::Way;

/// Far more than these programs need.
const LIMITS: Limits =
    Limits { paths: 600, instructions: 3_000_000, time: Duration::from_secs(60) };

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    /// Of Dunlin, the loader is used.
    pub trials: trials::Options,
    /// The ways that are compared with the baseline, and how many of them for one program.
    pub ways: Vec<Way>,
    pub ways_of_one: usize,
}

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    /// Those with an error.
    pub erroneous: usize,
    pub counts: Counts,
    /// Programs that could not be compared.
    pub incomparable: Vec<(u64, String)>,
    pub failures: Vec<Failure>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        for (seed, why) in &self.incomparable {
            writeln!(f, "seed {seed} cannot be compared: {why}")?;
        }
        let Counts { ways, paths, errors, resolutions, .. } = self.counts;
        let Counts { merged, segments, split, relocations, shared, fewer, more, .. } = self.counts;
        write!(
            f,
            "{} programs ({} with errors), {paths} paths, {errors} errors, {resolutions} resolutions; \
             in {ways} other explorations {merged} merged accesses, {segments} segments, {split} split \
             objects, {relocations} relocations, {shared} answers about other addresses, {fewer} fewer and {more} more paths; {} failures",
            self.programs,
            self.erroneous,
            self.failures.len()
        )
    }
}

/// What comes of one program.
struct Tried {
    seed: u64,
    compared: Compared,
    reproduce: String,
}

/// Compares the programs of all seeds. An error is a missing tool or a full disk.
pub fn run(options: &Options) -> Result<Report> {
    let trials::Options { jobs, seeds, progress, .. } = &options.trials;
    let tried = tools::in_parallel(*jobs, seeds.len(), |index| {
        let tried = try_seed(options, seeds[index])?;
        if let (true, Compared::Tried { differences, .. }) = (*progress, &tried.compared) {
            for difference in differences {
                eprintln!("seed {} {difference}\n    {}", tried.seed, tried.reproduce);
            }
        }
        Ok(tried)
    })?;
    let mut report = Report::default();
    for Tried { seed, compared, reproduce } in tried {
        report.programs += 1;
        match compared {
            Compared::Tried { counts, differences } => {
                report.erroneous += usize::from(counts.errors > 0);
                report.counts.add(&counts);
                for difference in differences {
                    let (what, reproduce) = (difference.to_string(), reproduce.clone());
                    report.failures.push(Failure { seed, what, reproduce });
                }
            }
            Compared::Incomparable(why) => report.incomparable.push((seed, why)),
        }
    }
    Ok(report)
}

/// The ways of one program: a number of them that moves on from one number to the next.
pub fn some_of(ways: &[Way], number: u64, count: usize) -> Vec<&Way> {
    let count = count.min(ways.len());
    let first = (number as usize).wrapping_mul(count);
    (0..count).map(|by| &ways[first.wrapping_add(by) % ways.len()]).collect()
}

fn try_seed(options: &Options, seed: u64) -> Result<Tried> {
    let program = generate(seed);
    let kept = options.trials.keep.join(format!("{seed}.c"));
    std::fs::write(&kept, &program.text)
        .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    let mut subject = Subject::load(&setting(&program, &kept), &options.trials.dunlin)
        .with_context(|| format!("seed {seed}, kept in {}", kept.display()))?;
    let some = some_of(&options.ways, seed, options.ways_of_one);
    let mut compared = compare(&mut subject, LIMITS, |_| some);
    if let Compared::Tried { counts, differences } = &mut compared {
        if program.safe && counts.errors > 0 {
            let what = "finds an error in a program without any".to_string();
            differences.push(Difference { way: ways::BASELINE, what });
        }
        if differences.is_empty() {
            std::fs::remove_file(&kept)?;
        }
    }
    let fold = if program.fold { "on" } else { "off" };
    let flags = program.clang_args.join(" ");
    let reproduce =
        format!("dunlin run --all-errors --fold-conditions {fold} {flags} {}", kept.display());
    Ok(Tried { seed, compared, reproduce })
}

/// How a random program is loaded.
fn setting(program: &Program, source: &Path) -> Setting {
    let mut load = LoadOptions::new([source]);
    load.clang_args = program.clang_args.clone();
    // A model that merges makes storage, which changes the numbers that a placement names objects by.
    let exec = ExecOptions { uninitialised: Uninitialised::Zero, ..ExecOptions::default() };
    Setting { load, exec, fold: program.fold, arguments: Vec::new() }
}

/// Explores the program of a seed with free addresses, in the plain model. It is kept in a folder if
/// something is wrong.
pub fn explore_free(dunlin: &Path, seed: u64, keep: &Path) -> Result<Explored> {
    let program = generate(seed);
    let kept = keep.join(format!("free-{seed}.c"));
    std::fs::write(&kept, &program.text)
        .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    let mut setting = setting(&program, &kept);
    setting.exec.free_addresses = true;
    setting.exec.reuse_addresses = true;
    let explored = Subject::load(&setting, dunlin)?.explore(&Way::new(ways::BASELINE), LIMITS);
    if !matches!(explored, Explored::Wrong(_)) {
        std::fs::remove_file(&kept)?;
    }
    Ok(explored)
}
