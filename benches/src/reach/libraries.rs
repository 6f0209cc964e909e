//! How much it takes to reach random lines of real libraries: the portfolio against every single strategy.
//!
//! The libraries are source packages of Debian; none of their code is kept here. Each has a harness of ours
//! with some bytes of input (`benches/reach/libraries/`). Lines are drawn from those that plain explorations
//! of the harness have executed. Every strategy looks for each line until the cost limit; its cost for a line is
//! the median over the seeds, infinite if more than half of them were lost. A line that nobody finds says nothing
//! and is only counted.
//!
//! `auto` is compared with the best single strategy of the library, the one with the least geometric mean of its
//! costs, and with the least cost of any single strategy on each line. The former is what a user could do better who
//! knew the best strategy for his program, the latter what nobody can know.

mod figures;
mod lines;
mod sources;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::answer;
use super::statistics::Statistics;
use crate::tools;
use figures::Figures;
use lines::Line;
use sources::{LIBRARIES, Library};

/// Every strategy is given as a user would: states that cannot reach the line are dropped.
const SINGLE: [&str; 9] = [
    "aimed",
    "sdse",
    "klee",
    "coverage",
    "random-path",
    "generational",
    "dfs",
    "ccbse:sdse",
    "mix:klee",
];
const PORTFOLIO: &str = "auto";
const MEMORY_LIMIT: &str = "2G";

pub struct Options {
    pub dunlin: PathBuf,
    /// A folder with the unpacked sources; otherwise they are fetched.
    pub sources: Option<PathBuf>,
    /// Only libraries whose name contains this.
    pub library: String,
    /// How many lines of each.
    pub lines: usize,
    /// What the lines are drawn with.
    pub draw: u64,
    /// How many seeds, from 1.
    pub seeds: u64,
    pub max_cost: u64,
    /// How long each of the explorations that find the lines may take.
    pub explore: Duration,
    pub jobs: usize,
    /// A run that takes longer is stopped, and lost.
    pub limit: Duration,
}

/// One strategy on one line.
#[derive(Debug, Clone, Serialize)]
pub struct StrategyCost {
    pub strategy: String,
    /// Of each seed; none for a lost run.
    pub costs: Vec<Option<u64>>,
    pub median: Option<f64>,
}

/// All strategies on one line.
#[derive(Debug, Clone, Serialize)]
pub struct LineResult {
    pub line: Line,
    pub strategies: Vec<StrategyCost>,
    /// A run said that it is unreachable, which it is not.
    pub wrong: usize,
}

impl LineResult {
    pub fn cost_of(&self, strategy: &str) -> Option<f64> {
        self.strategies.iter().find(|cost| cost.strategy == strategy)?.median
    }

    /// The least cost of a single strategy.
    pub fn best(&self) -> Option<(&str, f64)> {
        let single = self.strategies.iter().filter(|cost| cost.strategy != PORTFOLIO);
        let found = single.filter_map(|cost| Some((cost.strategy.as_str(), cost.median?)));
        found.min_by(|(_, left), (_, right)| left.total_cmp(right))
    }
}

#[derive(Debug, Serialize)]
pub struct LibraryResult {
    pub library: String,
    /// So many lines were executed by the explorations.
    pub executed: usize,
    pub lines: Vec<LineResult>,
    /// The best single strategy.
    pub best: String,
    pub figures: Vec<Figures>,
}

/// Measures, prints what it measured and writes the JSON. True when no check was missed.
pub fn run(options: &Options) -> Result<bool> {
    let wanted: Vec<&Library> =
        LIBRARIES.iter().filter(|library| library.name.contains(&options.library)).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = LIBRARIES.iter().map(|library| library.name).collect();
        bail!("no library has '{}' in its name: there are {}", options.library, names.join(", "));
    }
    let work = tools::result_folder("bench")?.join("libraries");
    let mut results = Vec::new();
    for library in wanted {
        let result = measure(options, library, &work)
            .with_context(|| format!("library {}", library.name))?;
        println!("{}", figures::table(&result));
        results.push(result);
    }
    let mut good = true;
    for check in results.iter().flat_map(figures::checks) {
        println!("{}", check.text());
        good &= check.met;
    }
    let path = tools::result_folder("bench")?.join("reach-libraries.json");
    std::fs::write(&path, serde_json::to_string_pretty(&results)? + "\n")?;
    println!("\nwritten to {}", path.display());
    Ok(good)
}

fn measure(options: &Options, library: &Library, work: &Path) -> Result<LibraryResult> {
    let folder = library.folder(options.sources.as_deref(), work)?;
    let program = library.compile(&folder, &work.join(library.name))?;
    let executed = lines::executed(&options.dunlin, &program, &folder, options.explore)?;
    let drawn = lines::draw(&executed, options.lines, options.draw);
    let strategies: Vec<&str> = SINGLE.into_iter().chain([PORTFOLIO]).collect();
    let runs: Vec<(&Line, &str, u64)> = drawn
        .iter()
        .flat_map(|line| strategies.iter().map(move |&strategy| (line, strategy)))
        .flat_map(|(line, strategy)| (1..=options.seeds).map(move |seed| (line, strategy, seed)))
        .collect();
    let answers = tools::in_parallel(options.jobs, runs.len(), |index| {
        let (line, strategy, seed) = runs[index];
        ask(options, &program, line, strategy, seed)
            .with_context(|| format!("{line}, strategy {strategy}, seed {seed}"))
    })?;
    let mut answers = answers.into_iter();
    let lines: Vec<LineResult> = drawn
        .iter()
        .map(|line| {
            let mut wrong = 0;
            let strategies = strategies.iter().map(|&strategy| {
                let runs: Vec<Found> = answers.by_ref().take(options.seeds as usize).collect();
                wrong += runs.iter().filter(|run| run.wrong).count();
                StrategyCost::of(strategy, runs.into_iter().map(|run| run.cost).collect())
            });
            let strategies = strategies.collect();
            LineResult { line: line.clone(), strategies, wrong }
        })
        .collect();
    let (best, figures) = figures::of(&strategies, &lines, options.max_cost);
    let library = library.name.to_string();
    Ok(LibraryResult { library, executed: executed.len(), lines, best, figures })
}

impl StrategyCost {
    fn of(strategy: &str, costs: Vec<Option<u64>>) -> StrategyCost {
        let numbers: Vec<Option<f64>> =
            costs.iter().map(|cost| cost.map(|cost| cost as f64)).collect();
        let median = Statistics::of(&numbers).median;
        StrategyCost { strategy: strategy.to_string(), costs, median }
    }
}

struct Found {
    cost: Option<u64>,
    wrong: bool,
}

fn ask(
    options: &Options,
    program: &[PathBuf],
    line: &Line,
    strategy: &str,
    seed: u64,
) -> Result<Found> {
    let mut arguments: Vec<String> =
        program[1..].iter().map(|path| path.display().to_string()).collect();
    let mut add = |option: &str, value: String| arguments.extend([option.to_string(), value]);
    add("--target", line.to_string());
    add("--strategy", strategy.to_string());
    add("--seed", seed.to_string());
    add("--max-cost", options.max_cost.to_string());
    add("--max-memory", MEMORY_LIMIT.to_string());
    arguments.push("--no-replay".to_string());
    let answer = answer::ask(&options.dunlin, &program[0], &arguments, options.limit)?;
    let target = answer.as_ref().and_then(|answer| answer.targets.first());
    Ok(Found {
        cost: target.filter(|target| target.verdict == "reachable").map(|target| target.cost),
        wrong: target.is_some_and(|target| target.verdict == "unreachable"),
    })
}
