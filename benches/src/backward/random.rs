//! Random programs with aliases: what a strategy says about each target must be true.
//!
//! The truth comes from native runs for all inputs ([`super::truth`]). A target called unreachable that some
//! input reaches, or called reachable that none does, is *wrong*. What is unknown is counted. The limits of
//! the backward search and the bounds of weakest preconditions, whose variants have names of their own ([`Variant`]), change from
//! seed to seed unless told.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::{program, truth};
use crate::bse::variants::Variant;
use crate::reach::answer::{self, Answer};
use crate::solver::random::Random;
use crate::tools;
use crate::trials::{self, Failure};

const REACH_LIMIT: &str = "20s";
/// Backward execution alone says of nothing that it can be reached: it would go on.
const BACKWARD_LIMIT: &str = "1s";

fn limit(strategy: &str) -> &'static str {
    if strategy == "backward" { BACKWARD_LIMIT } else { REACH_LIMIT }
}
const DUNLIN_LIMIT: Duration = Duration::from_secs(60);
/// The strategy that goes backward, whose limits are options.
pub const BACKWARD: &str = "tse";
/// One program in so many is asked about every target alone.
const ALONE_EVERY: u64 = 4;

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    pub trials: trials::Options,
    pub strategies: Vec<String>,
    /// The limits of the backward search, as options; without it they change from seed to seed.
    pub limits: Option<Vec<String>>,
}

/// What one strategy said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub reachable: usize,
    pub unreachable: usize,
    pub unknown: usize,
    pub wrong: usize,
}

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub targets: usize,
    /// Targets that some input reaches.
    pub reached: usize,
    /// By strategy, in the order of the options.
    pub said: Vec<(String, Said)>,
    /// What was wrong, and commands that gave no answer.
    pub failures: Vec<Failure>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(
            f,
            "{} programs, {} targets, {} of them reached by some input",
            self.programs, self.targets, self.reached
        )?;
        for (strategy, said) in &self.said {
            write!(
                f,
                "\n{strategy:<12} {} reachable, {} proved unreachable, {} unknown, {} wrong",
                said.reachable, said.unreachable, said.unknown, said.wrong
            )?;
        }
        Ok(())
    }
}

/// Runs every seed. An error is a missing tool or a full disk, not a failure of Dunlin.
pub fn run(options: &Options) -> Result<Report> {
    if options.strategies.is_empty() {
        bail!("no strategy to try");
    }
    let trials::Options { jobs, seeds, progress, .. } = &options.trials;
    let reports = tools::in_parallel(*jobs, seeds.len(), |index| {
        let report = check(options, seeds[index])?;
        if *progress {
            report.failures.iter().for_each(|failure| eprintln!("{failure}"));
        }
        Ok(report)
    })?;
    let said = options.strategies.iter().map(|name| (name.clone(), Said::default())).collect();
    let mut all = Report { said, ..Report::default() };
    for report in reports {
        all.programs += report.programs;
        all.targets += report.targets;
        all.reached += report.reached;
        all.failures.extend(report.failures);
        for ((_, sum), (_, one)) in all.said.iter_mut().zip(report.said) {
            sum.reachable += one.reachable;
            sum.unreachable += one.unreachable;
            sum.unknown += one.unknown;
            sum.wrong += one.wrong;
        }
    }
    Ok(all)
}

/// One program with all its targets and strategies.
fn check(options: &Options, seed: u64) -> Result<Report> {
    let folder = tools::folder_in_memory()?;
    let program = program::generate(seed);
    let source = folder.path().join(format!("{seed}.c"));
    std::fs::write(&source, program.plain())?;
    let reached = truth::ask(&program, folder.path())
        .with_context(|| format!("the oracle of seed {seed}"))?;
    let targets: Vec<(u32, bool)> = (program.targets.iter().enumerate())
        .map(|(number, &line)| (line, reached.contains(&number)))
        .collect();
    let mut report =
        Report { programs: 1, targets: targets.len(), reached: reached.len(), ..Report::default() };
    let mut random = Random::new(!seed);
    for strategy in &options.strategies {
        let mut said = Said::default();
        let limits = match &options.limits {
            Some(limits) if strategy == BACKWARD => limits.clone(),
            _ => limits(strategy, &mut random),
        };
        let groups: Vec<&[(u32, bool)]> = match seed % ALONE_EVERY {
            0 => targets.chunks(1).collect(),
            _ => vec![&targets],
        };
        for group in groups {
            let arguments = arguments(seed, strategy, &limits, group);
            let answer = answer::ask(&options.trials.dunlin, &source, &arguments, DUNLIN_LIMIT);
            let problems = match answer {
                Ok(Some(answer)) => judge(&answer, seed, group, &mut said),
                Ok(None) => vec![format!("no answer within {} s", DUNLIN_LIMIT.as_secs())],
                Err(error) => vec![format!("{error:#}")],
            };
            for what in problems {
                let kept = keep(&options.trials.keep, &source)?;
                let what = format!("{strategy}: {what}");
                let reproduce = format!("dunlin reach {kept} {}", arguments.join(" "));
                report.failures.push(Failure { seed, what, reproduce });
            }
        }
        report.said.push((strategy.clone(), said));
    }
    Ok(report)
}

/// The limits of a backward search, and the bounds of weakest preconditions; others have none.
fn limits(strategy: &str, random: &mut Random) -> Vec<String> {
    let mut limits = Vec::new();
    if Variant::named(strategy).is_some() && random.percent(75) {
        limits.extend(["--unwind".into(), random.pick(&["0", "1", "2", "5"]).into()]);
    }
    if strategy != BACKWARD {
        return limits;
    }
    let mut add = |option: &str, value: &str| limits.extend([option.into(), value.into()]);
    if random.percent(75) {
        add("--edge-limit", random.pick(&["1", "2", "3", "8"]));
    }
    if random.percent(75) {
        add("--fork-limit", random.pick(&["1", "4", "32", "1000"]));
    }
    if random.percent(50) {
        add("--resolve-when", random.pick(&["unification", "periodic:1", "periodic:7"]));
    }
    limits
}

fn arguments(seed: u64, strategy: &str, limits: &[String], targets: &[(u32, bool)]) -> Vec<String> {
    let mut arguments: Vec<String> =
        ["--no-replay", "--max-time", limit(strategy)].map(str::to_string).into();
    match Variant::named(strategy) {
        Some(variant) => arguments.extend(variant.options()),
        None => arguments.extend(["--strategy", strategy].map(str::to_string)),
    }
    arguments.extend(limits.iter().cloned());
    for (line, _) in targets {
        arguments.extend(["--target".to_string(), format!("{seed}.c:{line}")]);
    }
    arguments
}

/// Counts what was said about the targets; what of it is wrong.
fn judge(answer: &Answer, seed: u64, targets: &[(u32, bool)], said: &mut Said) -> Vec<String> {
    let mut problems = Vec::new();
    for &(line, reached) in targets {
        let name = format!("{seed}.c:{line}");
        let Some(target) = answer.targets.iter().find(|target| target.target == name) else {
            problems.push(format!("no answer about line {line}"));
            continue;
        };
        let wrong = match target.verdict.as_str() {
            "reachable" => {
                said.reachable += 1;
                (!reached).then_some("no input reaches it")
            }
            "unreachable" => {
                said.unreachable += 1;
                reached.then_some("some input reaches it")
            }
            "unknown" => {
                said.unknown += 1;
                None
            }
            _ => Some("that is no verdict"),
        };
        if let Some(wrong) = wrong {
            said.wrong += 1;
            let (verdict, why) = (&target.verdict, &target.why);
            problems.push(format!("WRONG: line {line} is {verdict} ({why}), but {wrong}"));
        }
    }
    problems
}

/// Copies a failing program to where it stays.
fn keep(folder: &Path, source: &Path) -> Result<String> {
    let kept = folder.join(source.file_name().context("a source has a name")?);
    std::fs::copy(source, &kept)
        .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    Ok(kept.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(verdicts: &[(u32, &str)]) -> Answer {
        let targets: Vec<String> = verdicts
            .iter()
            .map(|(line, verdict)| {
                format!(r#"{{"target": "3.c:{line}", "verdict": "{verdict}", "why": "so"}}"#)
            })
            .collect();
        let targets = targets.join(", ");
        let text = format!(r#"{{"verdict": "x", "time_ms": 1.0, "targets": [{targets}]}}"#);
        Answer::parse(&text).unwrap()
    }

    #[test]
    fn a_verdict_that_is_not_true_is_wrong_and_what_is_unknown_is_not() {
        let answer = answer(&[(5, "reachable"), (6, "unreachable"), (7, "unknown")]);
        let mut said = Said::default();
        assert!(judge(&answer, 3, &[(5, true), (6, false), (7, true)], &mut said).is_empty());
        assert_eq!(said, Said { reachable: 1, unreachable: 1, unknown: 1, wrong: 0 });
        let problems = judge(&answer, 3, &[(5, false), (6, true), (7, true)], &mut said);
        assert_eq!((problems.len(), said.wrong), (2, 2));
        assert!(problems[1].contains("line 6 is unreachable (so), but some input reaches it"));
    }

    #[test]
    fn a_target_without_an_answer_is_a_failure() {
        let problems = judge(&answer(&[(5, "reachable")]), 3, &[(9, true)], &mut Said::default());
        assert_eq!(problems, ["no answer about line 9"]);
    }

    #[test]
    fn limits_are_those_of_the_backward_search_and_change() {
        let mut random = Random::new(1);
        assert!(limits("sdse", &mut random).is_empty());
        let bounds: Vec<Vec<String>> =
            (0..40).map(|_| limits("disjuncts-set", &mut random)).collect();
        assert!(
            bounds.contains(&Vec::new())
                && bounds.iter().any(|bound| bound[..] == ["--unwind", "0"])
        );
        let mut many: Vec<Vec<String>> = (0..40).map(|_| limits(BACKWARD, &mut random)).collect();
        many.sort();
        many.dedup();
        assert!(many.len() > 10, "{many:?}");
    }
}
