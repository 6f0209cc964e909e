//! How much it takes to reach a line, for every strategy of `dunlin reach`.
//!
//! Each program has one target, which can be reached. Every strategy looks for it with several seeds
//! until the cost limit (50 times the solver calls, the solver's effort and the instructions); a run without an answer by
//! then is lost. The tables are like Table 1 of Directed Symbolic Execution; below them stands what
//! they must show, with what was measured. Native runs are left out: they are not part of a search.

pub mod answer;
mod checks;
pub mod libraries;
mod programs;
mod statistics;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::check::Check;
use crate::tools;
use answer::Answer;
use programs::{PROGRAMS, Program, STRATEGIES, UNDIRECTED};
use statistics::Statistics;

/// What one run may use: a search that is lost in a loop that makes inputs has more and more to remember.
const MEMORY_LIMIT: &str = "4G";

pub struct Options {
    pub dunlin: PathBuf,
    /// Only programs whose name contains this.
    pub program: String,
    /// Only this strategy; empty: all.
    pub strategy: String,
    /// How many seeds, from 1.
    pub seeds: u64,
    pub max_cost: u64,
    /// How many runs at a time.
    pub jobs: usize,
    /// A run that takes longer is stopped, and lost.
    pub limit: Duration,
}

/// One run of a strategy.
#[derive(Debug, Serialize)]
struct Run {
    seed: u64,
    verdict: String,
    cost: u64,
    instructions: u64,
    solver_calls: u64,
    states: u64,
    time_ms: f64,
}

impl Run {
    /// What an answer says; a run that was stopped has none.
    fn of(seed: u64, answer: Option<&Answer>, options: &Options) -> Run {
        let Some((answer, target)) =
            answer.and_then(|answer| Some((answer, answer.targets.first()?)))
        else {
            return Run {
                seed,
                verdict: "stopped".to_string(),
                cost: options.max_cost,
                instructions: 0,
                solver_calls: 0,
                states: 0,
                time_ms: tools::milliseconds(options.limit),
            };
        };
        Run {
            seed,
            verdict: target.verdict.clone(),
            cost: target.cost,
            instructions: target.instructions,
            solver_calls: target.solver_calls,
            states: target.states,
            time_ms: answer.time_ms,
        }
    }

    fn found(&self) -> bool {
        self.verdict == "reachable"
    }
}

/// All runs of a strategy on one program.
#[derive(Debug, Serialize)]
struct StrategyResult {
    strategy: String,
    found: usize,
    /// Runs that said that the target is unreachable.
    wrong: usize,
    cost: Statistics,
    instructions: Statistics,
    solver_calls: Statistics,
    states: Statistics,
    time_ms: Statistics,
    runs: Vec<Run>,
}

impl StrategyResult {
    fn of(strategy: &str, runs: Vec<Run>) -> StrategyResult {
        let figure = |of: &dyn Fn(&Run) -> f64| {
            let values: Vec<Option<f64>> =
                runs.iter().map(|run| run.found().then(|| of(run))).collect();
            Statistics::of(&values)
        };
        StrategyResult {
            strategy: strategy.to_string(),
            found: runs.iter().filter(|run| run.found()).count(),
            wrong: runs.iter().filter(|run| run.verdict == "unreachable").count(),
            cost: figure(&|run| run.cost as f64),
            instructions: figure(&|run| run.instructions as f64),
            solver_calls: figure(&|run| run.solver_calls as f64),
            states: figure(&|run| run.states as f64),
            time_ms: figure(&|run| run.time_ms),
            runs,
        }
    }

    /// The median of the instructions of all runs, lost ones too.
    fn median_spent(&self) -> f64 {
        let spent: Vec<Option<f64>> =
            self.runs.iter().map(|run| Some(run.instructions as f64)).collect();
        Statistics::of(&spent).median.unwrap_or(0.0)
    }
}

/// All strategies on one program.
#[derive(Debug, Serialize)]
struct ProgramResult {
    program: String,
    line: usize,
    strategies: Vec<StrategyResult>,
}

impl ProgramResult {
    fn strategy(&self, name: &str) -> Option<&StrategyResult> {
        self.strategies.iter().find(|strategy| strategy.strategy == name)
    }
}

/// The whole result, as written to `reach.json`.
#[derive(Debug, Serialize)]
struct Table {
    seeds: u64,
    max_cost: u64,
    programs: Vec<ProgramResult>,
    checks: Vec<Check>,
}

/// Measures, prints the tables and the checks and writes the JSON. True when no check failed.
pub fn run(options: &Options) -> Result<bool> {
    let strategies: Vec<&str> = STRATEGIES
        .into_iter()
        .filter(|name| options.strategy.is_empty() || options.strategy == *name)
        .collect();
    if strategies.is_empty() {
        bail!("no strategy '{}': there are {}", options.strategy, STRATEGIES.join(", "));
    }
    let folder = tempfile::tempdir()?;
    let mut programs = Vec::new();
    for program in PROGRAMS.iter().filter(|program| program.name.contains(&options.program)) {
        let result = measure(options, program, &strategies, folder.path())
            .with_context(|| format!("program {}", program.name))?;
        println!("{}", table::program(&result));
        programs.push(result);
    }
    if programs.is_empty() {
        bail!("no program has '{}' in its name", options.program);
    }
    let checks = checks::all(&programs, options.max_cost);
    for check in &checks {
        println!("{}", check.text());
    }
    let good = checks.iter().all(|check| check.met);
    let table = Table { seeds: options.seeds, max_cost: options.max_cost, programs, checks };
    let path = tools::result_folder("bench")?.join("reach.json");
    std::fs::write(&path, serde_json::to_string_pretty(&table)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(good)
}

fn measure(
    options: &Options,
    program: &Program,
    strategies: &[&str],
    folder: &Path,
) -> Result<ProgramResult> {
    let source = folder.join(program.name).with_extension("c");
    std::fs::write(&source, program.source)?;
    let line = program.target_line()?;
    let runs: Vec<(&str, u64)> = strategies
        .iter()
        .flat_map(|&strategy| (1..=options.seeds).map(move |seed| (strategy, seed)))
        .collect();
    let runs = tools::in_parallel(options.jobs, runs.len(), |index| {
        let (strategy, seed) = runs[index];
        let arguments = arguments(options, program, line, strategy, seed);
        let answer = answer::ask(&options.dunlin, &source, &arguments, options.limit)
            .with_context(|| format!("strategy {strategy}, seed {seed}"))?;
        Ok(Run::of(seed, answer.as_ref(), options))
    })?;
    let mut runs = runs.into_iter();
    let strategies = strategies
        .iter()
        .map(|&strategy| {
            StrategyResult::of(strategy, runs.by_ref().take(options.seeds as usize).collect())
        })
        .collect();
    Ok(ProgramResult { program: program.name.to_string(), line, strategies })
}

fn arguments(
    options: &Options,
    program: &Program,
    line: usize,
    strategy: &str,
    seed: u64,
) -> Vec<String> {
    let mut arguments = vec!["--no-replay".to_string()];
    let mut add = |option: &str, value: String| arguments.extend([option.to_string(), value]);
    add("--target", format!("{}.c:{line}", program.name));
    add("--strategy", strategy.to_string());
    add("--seed", seed.to_string());
    add("--max-cost", options.max_cost.to_string());
    add("--max-memory", MEMORY_LIMIT.to_string());
    if UNDIRECTED.contains(&strategy) {
        // A search that does not know the target cannot drop states that cannot reach it.
        add("--drop", "off".to_string());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            dunlin: PathBuf::new(),
            program: String::new(),
            strategy: String::new(),
            seeds: 3,
            max_cost: 1000,
            jobs: 1,
            limit: Duration::from_secs(2),
        }
    }

    #[test]
    fn an_answer_is_a_run_and_a_stopped_run_is_lost() {
        let answer = Answer::parse(answer::tests::REACHED).unwrap();
        let run = Run::of(4, Some(&answer), &options());
        assert!(run.found());
        assert_eq!((run.seed, run.cost, run.instructions, run.solver_calls), (4, 320, 120, 4));
        let stopped = Run::of(4, None, &options());
        assert!(!stopped.found());
        assert_eq!((stopped.cost, stopped.time_ms), (1000, 2000.0));
    }

    #[test]
    fn lost_runs_count_as_infinite_but_their_instructions_are_known() {
        let run = |verdict: &str, instructions| Run {
            seed: 1,
            verdict: verdict.to_string(),
            cost: 9,
            instructions,
            solver_calls: 0,
            states: 0,
            time_ms: 1.0,
        };
        let result = StrategyResult::of(
            "klee",
            vec![run("reachable", 10), run("unknown", 90), run("unreachable", 80)],
        );
        assert_eq!((result.found, result.wrong), (1, 1));
        assert_eq!(result.instructions.median, None);
        assert_eq!(result.median_spent(), 80.0);
    }

    #[test]
    fn a_strategy_that_does_not_exist_is_an_error() {
        let error = run(&Options { strategy: "guess".to_string(), ..options() }).unwrap_err();
        assert!(error.to_string().contains("ccbse:sdse-intra"));
    }
}
