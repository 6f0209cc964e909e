//! One program with everybody who is asked about it.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::programs::{Case, Family, Way};
use crate::reach::answer::{self, Answer};
use crate::tools;

/// A run that has used so much of its time was stopped at the limit.
const NEARLY: f64 = 0.9;
/// What loading and the end may take besides the search.
const SPARE: Duration = Duration::from_secs(30);

/// One way on one program.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub way: String,
    pub verdict: String,
    pub why: String,
    /// There was no answer within the limit.
    pub late: bool,
    /// Processor time of Dunlin and what it starts, without start-up.
    pub cpu_ms: f64,
    pub peak_memory_bytes: u64,
}

impl Run {
    /// Whether it says what is not true.
    pub fn is_wrong(&self, reachable: bool) -> bool {
        self.verdict == if reachable { "unreachable" } else { "reachable" }
    }

    pub fn is_right(&self, reachable: bool) -> bool {
        self.verdict == if reachable { "reachable" } else { "unreachable" }
    }
}

/// All ways on one program.
#[derive(Debug, Serialize)]
pub struct Row {
    pub family: Family,
    pub program: String,
    pub numbers: Vec<u32>,
    pub reachable: bool,
    /// Processor time until the program is loaded and main is entered.
    pub start_up_ms: f64,
    pub runs: Vec<Run>,
}

impl Row {
    pub fn run(&self, way: &str) -> Option<&Run> {
        self.runs.iter().find(|run| run.way == way)
    }
}

pub struct Limits {
    pub time: Duration,
    /// How often each run is repeated; the least time counts.
    pub runs: usize,
}

/// Asks everybody about one program.
pub fn measure(dunlin: &Path, case: &Case, limits: &Limits, folder: &Path) -> Result<Row> {
    let source = folder.join(case.file);
    std::fs::write(&source, &case.text)?;
    let start = Way {
        name: "start-up".to_string(),
        options: ["--strategy", "klee"].map(str::to_string).into(),
    };
    let start_up = repeated(dunlin, &source, &start, &arguments(case, "main"), limits)?.cpu_ms;
    let target = format!("{}:{}", case.file, case.line());
    let arguments = arguments(case, &target);
    let mut runs = Vec::new();
    for way in &case.ways {
        let mut run = repeated(dunlin, &source, way, &arguments, limits)?;
        run.cpu_ms = (run.cpu_ms - start_up).max(0.0);
        runs.push(run);
    }
    Ok(Row {
        family: case.family,
        program: case.name(),
        numbers: case.numbers.clone(),
        reachable: case.reachable,
        start_up_ms: start_up,
        runs,
    })
}

fn arguments(case: &Case, target: &str) -> Vec<String> {
    let mut arguments = vec!["--target".to_string(), target.to_string(), "--no-replay".to_string()];
    for define in &case.defines {
        arguments.extend(["-D".to_string(), define.clone()]);
    }
    arguments
}

/// The cheapest of some runs. One that was late is not repeated.
fn repeated(
    dunlin: &Path,
    source: &Path,
    way: &Way,
    arguments: &[String],
    limits: &Limits,
) -> Result<Run> {
    let mut best = once(dunlin, source, way, arguments, limits.time)?;
    for _ in 1..limits.runs {
        if best.late {
            break;
        }
        let next = once(dunlin, source, way, arguments, limits.time)?;
        if next.cpu_ms < best.cpu_ms {
            best = next;
        }
    }
    Ok(best)
}

fn once(
    dunlin: &Path,
    source: &Path,
    way: &Way,
    arguments: &[String],
    limit: Duration,
) -> Result<Run> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--max-time".to_string(), format!("{}s", limit.as_secs())]);
    arguments.extend(way.options.iter().cloned());
    let before = tools::children_time();
    let answer = answer::ask(dunlin, source, &arguments, limit + SPARE)?;
    let cpu_ms = tools::milliseconds(tools::children_time().saturating_sub(before));
    Ok(run_of(way, answer, cpu_ms, limit))
}

fn run_of(way: &Way, answer: Option<Answer>, cpu_ms: f64, limit: Duration) -> Run {
    let (way, lost) = (way.name.clone(), "unknown".to_string());
    let Some(answer) = answer else {
        let why = "stopped".to_string();
        return Run { way, verdict: lost, why, late: true, cpu_ms, peak_memory_bytes: 0 };
    };
    let peak_memory_bytes = answer.peak_memory_bytes;
    let (verdict, why) = match answer.targets.into_iter().next() {
        Some(target) => (target.verdict, target.why),
        None => (lost, answer.why),
    };
    let late = verdict == "unknown" && answer.time_ms >= tools::milliseconds(limit) * NEARLY;
    Run { way, verdict, why, late, cpu_ms, peak_memory_bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dunlin_says_is_compared_with_the_truth() {
        let way = Way { name: "w".to_string(), options: Vec::new() };
        let limit = Duration::from_secs(2);
        let answer = Answer::parse(answer::tests::REACHED).unwrap();
        let run = run_of(&way, Some(answer), 3.0, limit);
        assert!(run.is_right(true) && run.is_wrong(false) && !run.is_wrong(true) && !run.late);
        let run = run_of(&way, None, 3.0, limit);
        assert!(run.late && !run.is_right(true) && !run.is_wrong(true) && !run.is_wrong(false));
        let unknown = |time_ms: f64| {
            let text = format!(
                r#"{{"verdict": "unknown", "why": "", "time_ms": {time_ms},
                    "targets": [{{"target": "f", "verdict": "unknown"}}]}}"#
            );
            run_of(&way, Some(Answer::parse(&text).unwrap()), 3.0, limit)
        };
        assert!(unknown(1950.0).late && !unknown(700.0).late);
    }
}
