//! Random programs and targets: what `dunlin reach` says must agree with a complete exploration.
//!
//! A generated program is explored to its end, which tells for every line with code whether any path
//! executes it. Some of these lines are given to `dunlin reach` with several strategies: reachable must
//! be a line that was executed, confirmed by a native run where there is one, unreachable one that was
//! not. "unknown" is wrong, too, since all paths can be followed to their end; only a search that
//! starts from the target alone may not know. Half of the programs have many functions
//! ([`program`]), the others much arithmetic and memory ([`crate::paths`]).

mod program;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths;
use crate::reach::answer::{self, TargetAnswer};
use crate::solver::random::Random;
use crate::summary::Summary;
use crate::tools;
use crate::trials::{Failure, Options};

/// What Dunlin is given for one exploration or one target.
const EXPLORE_LIMIT: &str = "10s";
const DUNLIN_LIMIT: Duration = Duration::from_secs(120);
/// How many lines of a program are targets, of those that were executed and of the others.
const TARGETS: usize = 2;
/// How many strategies besides `auto` look for each target.
const OTHERS: usize = 2;
const STRATEGIES: [&str; 12] = [
    "sdse",
    "sdse-intra",
    "dfs",
    "random-path",
    "klee",
    "generational",
    "ccbse:random-path",
    "ccbse:sdse",
    "ccbse:sdse-intra",
    "mix:klee",
    "mix:random-path",
    "mix:generational",
];

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    /// Programs that were not explored to the end, and not asked about.
    pub incomplete: Vec<u64>,
    pub reachable: usize,
    pub unreachable: usize,
    pub unknown: usize,
    pub failures: Vec<Failure>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(
            f,
            "{} programs ({} incomplete: {:?}), verdicts: {} reachable, {} unreachable, {} unknown; {} failures",
            self.programs,
            self.incomplete.len(),
            self.incomplete,
            self.reachable,
            self.unreachable,
            self.unknown,
            self.failures.len()
        )
    }
}

impl Report {
    fn add(&mut self, other: Report) {
        self.programs += other.programs;
        self.incomplete.extend(other.incomplete);
        self.reachable += other.reachable;
        self.unreachable += other.unreachable;
        self.unknown += other.unknown;
        self.failures.extend(other.failures);
    }
}

/// Runs every seed. An error is a missing tool or a full disk, not a failure of Dunlin.
pub fn run(options: &Options) -> Result<Report> {
    let reports = tools::in_parallel(options.jobs, options.seeds.len(), |index| {
        let seed = options.seeds[index];
        check(options, seed).with_context(|| format!("seed {seed}"))
    })?;
    let mut all = Report::default();
    reports.into_iter().for_each(|report| all.add(report));
    Ok(all)
}

/// One program with all its targets.
fn check(options: &Options, seed: u64) -> Result<Report> {
    let text = match seed % 2 {
        0 => paths::program::generate(seed).text,
        _ => program::generate(seed),
    };
    let kept = options.keep.join(format!("{seed}.c"));
    std::fs::write(&kept, text)
        .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    let mut report = Report { programs: 1, ..Report::default() };
    match explore(&options.dunlin, &kept)? {
        None => report.incomplete.push(seed),
        Some(lines) => {
            let mut random = Random::new(!seed);
            for (line, executed) in pick_targets(&lines, &mut random) {
                ask(options, seed, &kept, line, executed, &mut random, &mut report)?;
            }
        }
    }
    if report.failures.is_empty() {
        std::fs::remove_file(&kept)?;
    }
    Ok(report)
}

/// Which lines have code, and whether a path executes them; none if not all paths were followed.
fn explore(dunlin: &Path, source: &Path) -> Result<Option<BTreeMap<u64, bool>>> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(dunlin);
    command.arg("run").arg(source).args(["--json", "--no-replay", "--program-output", "discard"]);
    command.args(["--max-time", EXPLORE_LIMIT]).arg("--output").arg(&output);
    let outcome = tools::run(&mut command, DUNLIN_LIMIT)?;
    match outcome.code() {
        Some(0 | 1) => {}
        Some(3) | None => return Ok(None),
        Some(code) => bail!("dunlin run ended with {code}: {}", outcome.stderr.trim_end()),
    }
    let summary = Summary::read(&output)?;
    if !summary.complete || summary.paths.unsupported + summary.paths.limited > 0 {
        return Ok(None);
    }
    let coverage = std::fs::read_to_string(output.join("coverage.lcov"))?;
    let name = source.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Ok(Some(executed_lines(&coverage, name)))
}

/// The lines of the file in the section of finished and erroneous paths.
fn executed_lines(coverage: &str, file: &str) -> BTreeMap<u64, bool> {
    let mut lines = BTreeMap::new();
    let (mut finished, mut here) = (false, false);
    for line in coverage.lines() {
        let Some((field, value)) = line.split_once(':') else {
            continue;
        };
        match field {
            "TN" => finished = value == "finished",
            "SF" => here = Path::new(value).file_name().is_some_and(|name| name == file),
            "DA" if finished && here => {
                let numbers = value.split_once(',');
                let parsed = numbers.map(|(line, hits)| (line.parse(), hits.parse::<u64>()));
                if let Some((Ok(line), Ok(hits))) = parsed {
                    lines.insert(line, hits > 0);
                }
            }
            _ => {}
        }
    }
    lines
}

/// Some lines that are executed and some that are not.
fn pick_targets(lines: &BTreeMap<u64, bool>, random: &mut Random) -> Vec<(u64, bool)> {
    let mut picked = Vec::new();
    for executed in [true, false] {
        let mut left: Vec<u64> =
            lines.iter().filter(|(_, hit)| **hit == executed).map(|(line, _)| *line).collect();
        for _ in 0..TARGETS.min(left.len()) {
            let index = random.below(left.len() as u64) as usize;
            picked.push((left.swap_remove(index), executed));
        }
    }
    picked
}

fn ask(
    options: &Options,
    seed: u64,
    source: &Path,
    line: u64,
    executed: bool,
    random: &mut Random,
    report: &mut Report,
) -> Result<()> {
    let name = source.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut strategies = vec!["auto"];
    strategies.extend((0..OTHERS).map(|_| random.pick(&STRATEGIES)));
    for strategy in strategies {
        // Native runs take much longer than the search.
        let replay = strategy == "auto";
        let mut arguments: Vec<String> = ["--target", &format!("{name}:{line}")]
            .into_iter()
            .chain(["--strategy", strategy, "--max-time", EXPLORE_LIMIT])
            .chain(["--seed", &random.below(100).to_string()])
            .map(str::to_string)
            .collect();
        if !replay {
            arguments.push("--no-replay".to_string());
        }
        let answer = answer::ask(&options.dunlin, source, &arguments, DUNLIN_LIMIT);
        let what = match &answer {
            Ok(Some(answer)) => {
                let target = &answer.targets[0];
                match target.verdict.as_str() {
                    "reachable" => report.reachable += 1,
                    "unreachable" => report.unreachable += 1,
                    _ => report.unknown += 1,
                }
                judge(target, line, executed, strategy, replay)
            }
            Ok(None) => Some(format!("no answer within {} s", DUNLIN_LIMIT.as_secs())),
            Err(error) => Some(format!("{error:#}")),
        };
        if let Some(what) = what {
            let what = format!("line {line}, {strategy}: {what}");
            let reproduce = format!("dunlin reach {} {}", source.display(), arguments.join(" "));
            let failure = Failure { seed, what, reproduce };
            if options.progress {
                eprintln!("{failure}");
            }
            report.failures.push(failure);
        }
    }
    Ok(())
}

/// What is wrong with a verdict about a line of which it is known whether it is executed.
fn judge(
    target: &TargetAnswer,
    line: u64,
    executed: bool,
    strategy: &str,
    replay: bool,
) -> Option<String> {
    if target.line.is_some_and(|own| own != line) {
        return Some(format!("took line {:?} for it", target.line));
    }
    match target.verdict.as_str() {
        "reachable" if !executed => Some("reachable, but no path executes it".to_string()),
        "reachable" if replay && target.confirmed != Some(true) => {
            Some(format!("reachable, but not confirmed: {:?}", target.notes))
        }
        "unreachable" if executed => {
            Some(format!("unreachable ({}), but a path executes it", target.why))
        }
        "reachable" | "unreachable" => None,
        // Without the paths from main, a backward search cannot exclude anything.
        "unknown" if strategy.starts_with("ccbse:") => None,
        "unknown" => Some(format!("unknown: {}", target.why)),
        other => Some(format!("'{other}' is no verdict")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::answer::Answer;

    fn verdict(verdict: &str, confirmed: &str) -> TargetAnswer {
        let text = format!(
            r#"{{"verdict": "{verdict}", "time_ms": 1.0, "targets": [{{"target": "a.c:7",
            "verdict": "{verdict}", "why": "because", "line": 7, "confirmed": {confirmed}}}]}}"#
        );
        Answer::parse(&text).unwrap().targets.remove(0)
    }

    #[test]
    fn verdicts_must_agree_with_what_is_executed() {
        let reachable = verdict("reachable", "true");
        assert_eq!(judge(&reachable, 7, true, "auto", true), None);
        assert!(judge(&reachable, 7, false, "auto", true).is_some());
        assert!(judge(&reachable, 8, true, "auto", true).is_some());
        let unreachable = verdict("unreachable", "null");
        assert_eq!(judge(&unreachable, 7, false, "klee", false), None);
        assert!(judge(&unreachable, 7, true, "klee", false).is_some());
    }

    #[test]
    fn what_was_run_natively_must_be_confirmed() {
        for confirmed in ["false", "null"] {
            let reachable = verdict("reachable", confirmed);
            assert!(judge(&reachable, 7, true, "auto", true).is_some());
            assert_eq!(judge(&reachable, 7, true, "sdse", false), None);
        }
    }

    #[test]
    fn only_a_backward_search_may_not_know() {
        let unknown = verdict("unknown", "null");
        assert!(judge(&unknown, 7, true, "mix:klee", false).is_some());
        assert_eq!(judge(&unknown, 7, true, "ccbse:sdse", false), None);
        assert!(judge(&verdict("perhaps", "null"), 7, true, "ccbse:sdse", false).is_some());
    }

    #[test]
    fn executed_lines_are_those_of_finished_paths_in_the_file() {
        let coverage = "TN:finished\nSF:/b/other.c\nDA:1,5\nend_of_record\n\
            TN:finished\nSF:/a/p.c\nFN:1,main\nDA:3,2\nDA:4,0\nend_of_record\n\
            TN:partial\nSF:/a/p.c\nDA:4,1\nend_of_record\n";
        let lines = executed_lines(coverage, "p.c");
        assert_eq!(lines.into_iter().collect::<Vec<_>>(), [(3, true), (4, false)]);
    }

    #[test]
    fn targets_are_of_both_kinds_and_differ() {
        let lines: BTreeMap<u64, bool> = (1..=9).map(|line| (line, line != 4)).collect();
        let picked = pick_targets(&lines, &mut Random::new(3));
        assert_eq!(picked.len(), TARGETS + 1);
        assert!(picked[0].0 != picked[1].0 && picked[0].1 && picked[1].1);
        assert_eq!(picked[2], (4, false));
    }
}
