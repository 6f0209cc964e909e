//! Small programs with two bytes of input against brute force.
//!
//! Every input of a program is executed by an [`oracle`]: the program's own checked form, which says which
//! lines it reaches and ends before an error. Dunlin explores the plain form in several [`ways`] and must say
//! the same: each error by kind and line, each line as covered or not, each line as reachable or
//! unreachable. A claim that is not true is *wrong*; something true that was not found is *lost*.
//!
//! The oracle itself is compared with native runs under clang's sanitizers, on some inputs of some programs
//! ([`native`]).

mod native;
pub mod oracle;
pub mod program;
mod proved;
pub mod rounds;
pub mod scenes;
pub mod ways;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::summary::Summary;
use crate::tools;
use crate::trials;
use oracle::{Setting, Truth};
use program::{Program, generate};
use scenes::Feature;
use ways::{ALL_ROUNDS, FIRST, FIRST_IN_ROUNDS, IN_ROUNDS, OTHERS, REACH, Way};

const DUNLIN_LIMIT: Duration = Duration::from_secs(180);
const EXPLORE_LIMIT: &str = "90s";
/// Of a program that never ends.
const ENDLESS_LIMIT: &str = "4s";
/// Of one in so many programs the oracle is compared with sanitizers.
const NATIVE_EVERY: u64 = 8;

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    pub trials: trials::Options,
    /// How many of the ways that change from program to program.
    pub ways: usize,
    pub family: Family,
}

/// Which programs are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Family {
    /// Scenes that symbolic execution gets wrong easily; only those whose name contains this.
    Scenes(String),
    /// Programs that come to the same state on many paths (see [`rounds`]).
    Rounds,
}

/// Something that Dunlin says and that is not so, or does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub seed: u64,
    /// A claim that is not true; else something is lost.
    pub wrong: bool,
    pub what: String,
    pub reproduce: String,
}

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub runs: usize,
    /// Errors and lines that Dunlin had to find, and lines that it had to prove unreachable.
    pub errors: usize,
    pub lines: usize,
    pub proofs: usize,
    /// Native runs that the oracle was compared with.
    pub native: usize,
    pub failures: Vec<Failure>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.wrong { "wrong" } else { "lost" };
        write!(f, "seed {}: {kind}: {}\n    {}", self.seed, self.what, self.reproduce)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        let wrong = self.failures.iter().filter(|failure| failure.wrong).count();
        write!(
            f,
            "{} programs, {} runs of Dunlin, {} errors, {} lines, {} proofs, {} native runs; {wrong} wrong, {} lost",
            self.programs,
            self.runs,
            self.errors,
            self.lines,
            self.proofs,
            self.native,
            self.failures.len() - wrong,
        )
    }
}

/// Runs every seed. An error is a missing tool or a full disk, not a failure of Dunlin.
pub fn run(options: &Options) -> Result<Report> {
    let only = match &options.family {
        Family::Scenes(only) => only.as_str(),
        Family::Rounds => "",
    };
    let features: Vec<Feature> = scenes::chosen(only);
    anyhow::ensure!(!features.is_empty(), "no scene has '{only}' in its name");
    let trials::Options { jobs, seeds, progress, .. } = &options.trials;
    let reports = tools::in_parallel(*jobs, seeds.len(), |index| {
        let report = Trial { options, features: &features }.seed(seeds[index])?;
        if *progress {
            report.failures.iter().for_each(|failure| eprintln!("{failure}"));
        }
        Ok(report)
    })?;
    let mut all = Report::default();
    for report in reports {
        all.programs += report.programs;
        all.runs += report.runs;
        all.errors += report.errors;
        all.lines += report.lines;
        all.proofs += report.proofs;
        all.native += report.native;
        all.failures.extend(report.failures);
    }
    Ok(all)
}

/// What one command says about a program: things that are wrong (true) or lost (false).
type Claims = Vec<(bool, String)>;

/// A command that is tried on a program.
#[derive(Clone, Copy)]
enum Kind {
    Run(Way),
    Reach(Way),
    Prove,
}

struct Trial<'a> {
    options: &'a Options,
    features: &'a [Feature],
}

impl Trial<'_> {
    fn program(&self, seed: u64, kept: impl Fn(usize) -> bool) -> Program {
        match self.options.family {
            Family::Scenes(_) => generate(seed, self.features, kept),
            Family::Rounds => rounds::generate(seed, kept),
        }
    }

    fn commands(&self, program: &Program) -> Vec<Kind> {
        let seed = program.seed as usize;
        let (first, others): (&[Way], &[Way]) = match self.options.family {
            Family::Scenes(_) => (&FIRST, &OTHERS),
            Family::Rounds => (&FIRST_IN_ROUNDS, &IN_ROUNDS),
        };
        let turn = seed * self.options.ways;
        let others = (0..self.options.ways).map(|by| others[(turn + by) % others.len()]);
        let ends = |way: &Way| !program.endless || way.options != ALL_ROUNDS.options;
        let runs = first.iter().copied().chain(others).filter(ends).map(Kind::Run);
        let reach = Kind::Reach(REACH[seed % REACH.len()]);
        // They take long where there is no end.
        let is_due = !program.endless || seed.is_multiple_of(2);
        runs.chain([reach, Kind::Prove].into_iter().filter(|_| is_due)).collect()
    }

    fn seed(&self, seed: u64) -> Result<Report> {
        let folder = tools::folder_in_memory()?;
        let program = self.program(seed, |_| true);
        let source = folder.path().join(format!("{seed}.c"));
        std::fs::write(&source, &program.plain)?;
        let truths = oracle::ask(&program, folder.path())
            .with_context(|| format!("seed {seed}\n{}", program.plain))?;
        let plain = &truths[&Setting { checks: false, any: true }];
        let all = &truths[&Setting { checks: true, any: true }];
        let mut report = Report {
            programs: 1,
            errors: all.errors.len(),
            lines: plain.lines.len(),
            proofs: program.lines.iter().filter(|line| !plain.lines.contains(line)).count(),
            ..Report::default()
        };
        let has_two_inputs = self.options.family != Family::Rounds;
        if seed.is_multiple_of(NATIVE_EVERY) && program.open.is_none() && has_two_inputs {
            let (runs, differences) = native::compare(&source, all, folder.path())?;
            report.native = runs;
            for what in differences {
                let reproduce = self.keep(&program)?.display().to_string();
                report.failures.push(Failure { seed, wrong: true, what, reproduce });
            }
        }
        for command in self.commands(&program) {
            report.runs += 1;
            let claims = self.try_command(command, &program, &source, &truths, folder.path())?;
            if claims.is_empty() {
                continue;
            }
            let small = self.shrink(seed, command, &program)?;
            let kept = self.keep(&small)?;
            for (wrong, what) in claims {
                let reproduce = self.command(command, &small, &kept).join(" ");
                report.failures.push(Failure { seed, wrong, what, reproduce });
            }
        }
        Ok(report)
    }

    fn keep(&self, program: &Program) -> Result<PathBuf> {
        let kept = self.options.trials.keep.join(format!("{}.c", program.seed));
        std::fs::write(&kept, &program.plain)
            .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
        Ok(kept)
    }

    /// Leaves scenes out as long as the command still says something wrong or loses something.
    fn shrink(&self, seed: u64, command: Kind, whole: &Program) -> Result<Program> {
        let mut smallest = whole.clone();
        let mut kept: Vec<usize> = (0..whole.scenes).collect();
        for number in 0..whole.scenes {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&n| n != number).collect();
            let program = self.program(seed, |n| fewer.contains(&n));
            let folder = tools::folder_in_memory()?;
            let source = folder.path().join(format!("{seed}.c"));
            std::fs::write(&source, &program.plain)?;
            let truths = oracle::ask(&program, folder.path())?;
            let claims = self.try_command(command, &program, &source, &truths, folder.path())?;
            if !claims.is_empty() {
                smallest = program;
                kept = fewer;
            }
        }
        Ok(smallest)
    }

    fn command(&self, command: Kind, program: &Program, source: &Path) -> Vec<String> {
        let mut words: Vec<String> = match command {
            Kind::Run(_) => vec!["dunlin".into(), "run".into(), "--no-replay".into()],
            Kind::Reach(_) => vec!["dunlin".into(), "reach".into(), "--no-replay".into()],
            Kind::Prove => vec!["dunlin".into(), "prove".into(), "--no-replay".into()],
        };
        match command {
            Kind::Run(way) => words.extend(way.options.iter().map(|&word| word.into())),
            Kind::Reach(way) => {
                words.extend(way.options.iter().map(|&word| word.into()));
                for line in program.lines.iter().chain(&program.removable) {
                    words.extend(["--target".into(), format!("{}.c:{line}", program.seed)]);
                }
            }
            Kind::Prove => words.extend(["--only".into(), proved::ONLY.into()]),
        }
        words.push(source.display().to_string());
        words
    }

    fn try_command(
        &self,
        command: Kind,
        program: &Program,
        source: &Path,
        truths: &oracle::Truths,
        folder: &Path,
    ) -> Result<Claims> {
        let output = folder.join("out");
        if output.exists() {
            std::fs::remove_dir_all(&output)?;
        }
        let words = self.command(command, program, source);
        let mut dunlin = Command::new(&self.options.trials.dunlin);
        let limit = if program.endless { ENDLESS_LIMIT } else { EXPLORE_LIMIT };
        dunlin.args(&words[1..]).args(["--max-time", limit, "--output"]).arg(&output);
        let outcome = tools::run(dunlin.current_dir(folder), DUNLIN_LIMIT)?;
        if !output.join("summary.json").exists() {
            let said = outcome.stderr.lines().last().unwrap_or_default().to_string();
            return Ok(vec![(false, format!("no result: {said}"))]);
        }
        let claims = match command {
            Kind::Run(way) => {
                let truth = &truths[&way.setting(program.open)];
                let all = &truths[&Way { checks: true, ..way }.setting(program.open)];
                // Where something is undefined, optimised code may be any other program.
                let defined = |(kind, _): &(String, u32)| kind == "assertion-failure";
                if way.optimised && !all.errors.keys().all(defined) {
                    return Ok(Claims::new());
                }
                judge_run(&Summary::read(&output)?, &output, program, truth, way)
            }
            Kind::Reach(way) => {
                let truth = &truths[&way.setting(program.open)];
                judge_reach(&output, program, truth)
            }
            Kind::Prove => {
                let truth = &truths[&Setting { checks: true, any: true }];
                proved::judge(&output, truth, program.endless)
            }
        };
        // What is lost of a program that never ends, nobody has promised to find.
        Ok(claims?.into_iter().filter(|(wrong, _)| *wrong || !program.endless).collect())
    }
}

fn judge_run(
    summary: &Summary,
    output: &Path,
    program: &Program,
    truth: &Truth,
    way: Way,
) -> Result<Claims> {
    let mut claims = Claims::new();
    let error =
        |error: &crate::summary::ProgramError| (error.kind.clone(), error.line.unwrap_or(0) as u32);
    let found: BTreeSet<(String, u32)> = summary.errors.iter().map(error).collect();
    let unknown = |error: &&(String, u32)| !program.endless && !truth.errors.contains_key(error);
    for (kind, line) in found.iter().filter(unknown) {
        claims.push((true, format!("{kind} at {line}, which no input leads to")));
    }
    if way.optimised {
        return Ok(claims);
    }
    for ((kind, line), input) in truth.errors.iter().filter(|(error, _)| !found.contains(error)) {
        // Said to be complete, it is a wrong claim.
        let claim = format!("no {kind} at {line}, which input {input:?} leads to");
        claims.push((summary.complete, claim));
    }
    if !summary.complete {
        claims.push((false, format!("incomplete: {}", summary.why)));
    }
    let covered = covered_lines(output)?;
    for line in program.lines.iter().chain(&program.removable) {
        match (covered.get(line), truth.lines.contains(line)) {
            (Some(true), false) if !program.endless => {
                claims.push((true, format!("line {line} is covered, but no input leads there")));
            }
            (Some(false) | None, true) => {
                claims.push((summary.complete, format!("line {line} is not covered")));
            }
            _ => {}
        }
    }
    Ok(claims)
}

/// Whether each line that has code was executed.
fn covered_lines(output: &Path) -> Result<BTreeMap<u32, bool>> {
    let text = std::fs::read_to_string(output.join("coverage.lcov"))?;
    let mut lines = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("DA:")) {
        let (number, count) = line.split_once(',').context("DA:LINE,COUNT")?;
        lines.insert(number.parse()?, count != "0");
    }
    Ok(lines)
}

/// The part of `summary.json` that says what `reach` found.
#[derive(Deserialize)]
struct Reached {
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    target: String,
    verdict: String,
    why: String,
}

fn judge_reach(output: &Path, program: &Program, truth: &Truth) -> Result<Claims> {
    let text = std::fs::read_to_string(output.join("summary.json"))?;
    let reached: Reached = serde_json::from_str(&text)?;
    let mut claims = Claims::new();
    for line in program.lines.iter().chain(&program.removable) {
        let name = format!("{}.c:{line}", program.seed);
        let Some(target) = reached.targets.iter().find(|target| target.target == name) else {
            claims.push((false, format!("no answer about line {line}")));
            continue;
        };
        let said = format!("line {line} is {} ({})", target.verdict, target.why);
        match (target.verdict.as_str(), truth.lines.contains(line)) {
            ("reachable", true) | ("unreachable", false) => {}
            ("reachable", false) if program.endless => {}
            ("reachable", false) => {
                claims.push((true, format!("{said}, but no input leads there")))
            }
            ("unreachable", true) => claims.push((true, format!("{said}, but it is reached"))),
            _ => claims.push((false, said)),
        }
    }
    Ok(claims)
}
