//! The solver: two streams of queries, each sent through every contender in one run.
//!
//! - [`small`] is stream 1: many small queries along decision trees; [`hard`] is stream 2: few, each
//!   with a limit of time.
//! - [`contender`] is the interface of whoever answers; [`small_contenders`] and [`hard_contenders`] list
//!   them.
//! - [`measure`] runs one of them. Contenders that contradict each other or the evaluator fail the
//!   benchmark, and the query is written to a file.

pub mod chained;
pub mod conditions;
pub mod contender;
pub mod hard;
pub mod measure;
pub mod random;
pub mod small;
pub mod stream;
pub mod witness;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use dunlin_solver::bitwuzla::Bitwuzla;
use dunlin_solver::chain::{self, Home, Portfolio, SolverChoice};
use dunlin_solver::native::Native;
use dunlin_solver::value_set::{Strategy, Tally};
use dunlin_solver::z3::Z3;
use serde::Serialize;

use crate::tools;
use chained::Chained;
use contender::{Bare, Contender, Limits};
use measure::{Figures, Measurement, measure};
use stream::Stream;

/// How the names of those contenders begin that have value sets and little else.
const SETS_ALONE: &str = "sets alone: ";
/// So many conflicts may a query of stream 1 cost, as in the engine.
const SMALL_CONFLICTS: u64 = 100_000;

/// What is measured.
pub struct Options {
    /// How many queries stream 1 has; none leaves it out.
    pub queries: usize,
    /// The limit of a query of stream 2; none leaves it out.
    pub limit: Option<Duration>,
    /// Only contenders whose name contains this.
    pub filter: String,
    /// So many of the slowest queries of every contender are written to files.
    pub slowest: usize,
}

fn native_alone() -> Portfolio {
    SolverChoice::Native.portfolio(Home::Here, None)
}

/// The backends alone, and one after the other.
fn backends() -> Vec<Box<dyn Contender>> {
    let auto = SolverChoice::Auto.portfolio(Home::Here, None);
    vec![
        Box::new(Bare::new(Native::new())),
        Box::new(Bare::new(Bitwuzla::new())),
        Box::new(Bare::new(Z3::new())),
        Box::new(Chained::new("bare auto", &chain::Options::bare(), auto)),
    ]
}

/// Who takes part in stream 1.
fn small_contenders() -> Vec<Box<dyn Contender>> {
    let full = chain::Options::default();
    let plain = chain::Options {
        value_sets: None,
        exact_cache: false,
        counterexamples: false,
        ..full.clone()
    };
    let auto = || SolverChoice::Auto.portfolio(Home::Here, None);
    let mut all: Vec<Box<dyn Contender>> = vec![
        Box::new(Chained::new("chain", &full, auto())),
        Box::new(Chained::new("no caches, no value sets", &plain, auto())),
    ];
    all.extend(backends());
    // The value sets against each other, alone and in the chain.
    for (name, strategy) in [
        ("intervals (PARTI)", Strategy::Intervals),
        ("precise", Strategy::Precise),
        ("box-priority (O1)", Strategy::BoxPriority),
        ("box-middle (O2)", Strategy::BoxMiddle),
    ] {
        let value_sets = Some(strategy);
        let alone = chain::Options { value_sets, model: true, ..chain::Options::bare() };
        let name = format!("{SETS_ALONE}{name}");
        all.push(Box::new(Chained::new(&name, &alone, native_alone())));
    }
    all
}

/// Who takes part in stream 2.
fn hard_contenders() -> Vec<Box<dyn Contender>> {
    let auto = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut all: Vec<Box<dyn Contender>> =
        vec![Box::new(Chained::new("chain", &chain::Options::default(), auto))];
    all.extend(backends());
    all
}

/// The results, as they are written to `solver.json`.
#[derive(Debug, Serialize)]
struct Report {
    stream: &'static str,
    contenders: Vec<Figures>,
    /// By contender, kind of program and who answered.
    answered: BTreeMap<String, BTreeMap<&'static str, BTreeMap<&'static str, u64>>>,
}

/// Prints the measurements and writes them as JSON; true when all contenders agree.
pub fn run(options: &Options) -> Result<bool> {
    let mut reports = Vec::new();
    let mut good = true;
    if options.queries > 0 {
        let limits = Limits { conflicts: SMALL_CONFLICTS, time: None };
        let mut stream = small::stream(options.queries);
        good &=
            run_stream("small", &mut stream, small_contenders(), &limits, options, &mut reports)?;
    }
    if options.limit.is_some() {
        let limits = Limits { conflicts: u64::MAX, time: options.limit };
        good &= run_stream(
            "hard",
            &mut hard::stream(),
            hard_contenders(),
            &limits,
            options,
            &mut reports,
        )?;
    }
    let path = tools::result_folder("bench")?.join("solver.json");
    std::fs::write(path, serde_json::to_string_pretty(&reports)? + "\n")?;
    Ok(good)
}

fn run_stream(
    name: &'static str,
    stream: &mut Stream,
    contenders: Vec<Box<dyn Contender>>,
    limits: &Limits,
    options: &Options,
    reports: &mut Vec<Report>,
) -> Result<bool> {
    println!("stream {name}: {} queries, {} programs", stream.queries(), stream.programs.len());
    println!(
        "{:<24} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7} {:>7} {:>7}",
        "", "per s", "mean µs", "median", "99 %", "slowest", "sat", "unsat", "unknown"
    );
    let mut measurements: Vec<Measurement> = Vec::new();
    let mut tally = Tally::default();
    for mut contender in contenders {
        if !contender.name().contains(&options.filter) {
            continue;
        }
        let measurement = measure(stream, contender.as_mut(), limits);
        print_figures(&measurement.figures());
        for line in contender.details() {
            println!("    {line}");
        }
        if let Some(rules) = contender.rules() {
            tally.add(rules);
        }
        measurements.push(measurement);
    }
    print_kinds(stream, &measurements);
    if limits.time.is_some() {
        print_queries(stream, &measurements);
    } else {
        print_decisions(stream, &measurements, &tally);
    }
    for measurement in &measurements {
        keep_slowest(name, stream, measurement, options.slowest)?;
    }
    let good = check(name, stream, &measurements)?;
    let answered = measurements.iter().map(|measurement| {
        let mut by_kind: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (&(kind, by), &count) in &measurement.answered {
            by_kind.entry(kind).or_default().insert(by, count);
        }
        (measurement.name.clone(), by_kind)
    });
    reports.push(Report {
        stream: name,
        answered: answered.collect(),
        contenders: measurements.iter().map(Measurement::figures).collect(),
    });
    Ok(good)
}

fn print_figures(figures: &Figures) {
    println!(
        "{:<24} {:>9.0} {:>9.1} {:>9.1} {:>9.1} {:>10.1} {:>7} {:>7} {:>7}",
        figures.contender,
        figures.queries_per_second,
        figures.mean_us,
        figures.median_us,
        figures.percentile_99_us,
        figures.slowest_us,
        figures.sat,
        figures.unsat,
        figures.unknown
    );
    for (reason, count) in &figures.reasons {
        println!("    {count} times: {reason}");
    }
}

/// The mean time by kind of program, and who answered.
fn print_kinds(stream: &Stream, measurements: &[Measurement]) {
    for measurement in measurements {
        println!("\n{}: by kind of program, mean µs, who answered", measurement.name);
        for kind in stream.kinds() {
            let mut next = 0;
            let (mut time, mut count) = (Duration::ZERO, 0);
            for program in &stream.programs {
                let times = &measurement.times[next..next + program.queries()];
                next += program.queries();
                if program.kind == kind {
                    time += times.iter().sum();
                    count += times.len();
                }
            }
            let mean = time.as_secs_f64() * 1e6 / count.max(1) as f64;
            let by: Vec<String> = (measurement.answered.iter())
                .filter(|((of, _), _)| *of == kind)
                .map(|((_, by), count)| format!("{by} {count}"))
                .collect();
            println!("  {kind:<22} {mean:>12.1}   {}", by.join(", "));
        }
    }
}

/// What the value sets alone decided, by kind of program, and which of their rules were never used.
fn print_decisions(stream: &Stream, measurements: &[Measurement], tally: &Tally) {
    let alone: Vec<&Measurement> =
        measurements.iter().filter(|m| m.name.starts_with(SETS_ALONE)).collect();
    if alone.is_empty() {
        return;
    }
    println!("\ndecisions by value sets alone, of those that the model does not decide");
    print!("  {:<22}", "");
    alone.iter().for_each(|m| print!(" {:>18}", &m.name[SETS_ALONE.len()..]));
    println!(" {:>10}", "of");
    for kind in stream.kinds() {
        print!("  {kind:<22}");
        let count = |m: &Measurement, by| m.answered.get(&(kind, by)).copied().unwrap_or(0);
        alone.iter().for_each(|m| print!(" {:>18}", count(m, "value sets")));
        println!(" {:>10}", count(alone[0], "value sets") + count(alone[0], "native"));
    }
    let silent: Vec<&str> =
        tally.iter().filter(|(_, count)| *count == 0).map(|(rule, _)| rule.name()).collect();
    println!("rules that were never used: {}", silent.join(", "));
}

/// Every query with every contender's milliseconds.
fn print_queries(stream: &Stream, measurements: &[Measurement]) {
    println!();
    for (i, program) in stream.programs.iter().enumerate() {
        print!("  {:<40}", program.name);
        for measurement in measurements {
            let milliseconds = tools::milliseconds(measurement.times[i]);
            print!(" {milliseconds:>10.1} {:<8}", format!("{:?}", measurement.verdicts[i]));
        }
        println!();
    }
}

/// Whether all agree and all models are right; if not, says where.
fn check(name: &str, stream: &Stream, measurements: &[Measurement]) -> Result<bool> {
    let mut bad = Vec::new();
    for (i, one) in measurements.iter().enumerate() {
        if let Some(&query) = one.wrong_models.first() {
            bad.push((query, format!("{} gave a wrong model", one.name)));
        }
        for other in &measurements[i + 1..] {
            if let Some(query) = one.disagreement(other) {
                bad.push((query, format!("{} and {} disagree", one.name, other.name)));
            }
        }
    }
    for (query, what) in &bad {
        println!("  WRONG: {what}: {}", keep(name, stream, *query)?.display());
    }
    println!();
    Ok(bad.is_empty())
}

/// Writes the slowest queries to files and lists them.
fn keep_slowest(
    name: &str,
    stream: &Stream,
    measurement: &Measurement,
    count: usize,
) -> Result<()> {
    let mut order: Vec<usize> = (0..measurement.times.len()).collect();
    order.sort_by_key(|&query| std::cmp::Reverse(measurement.times[query]));
    for &query in order.iter().take(count) {
        let milliseconds = tools::milliseconds(measurement.times[query]);
        let path = keep(name, stream, query)?;
        println!("  {milliseconds:>10.1} ms {:?}: {}", measurement.verdicts[query], path.display());
    }
    Ok(())
}

/// Writes a query to a file.
fn keep(name: &str, stream: &Stream, query: usize) -> Result<PathBuf> {
    let path = tools::result_folder("bench")?.join(format!("{name}-{query}.smt2"));
    let text = text_of(stream, query);
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// A query as an SMT-LIB script.
fn text_of(stream: &Stream, query: usize) -> String {
    let mut constraints = Vec::new();
    let mut number = 0;
    for program in &stream.programs {
        program.for_each_query(|asked| {
            if number == query {
                constraints = asked.to_vec();
            }
            number += 1;
        });
    }
    dunlin_term::smt::query(&stream.terms, &constraints)
}
