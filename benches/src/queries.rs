//! Random terms and queries: the chain, our own backend, Bitwuzla and Z3 must agree.
//!
//! - [`generate`] makes queries of many kinds out of a [`scene`]; `vectors`, `arrays`, `floats`,
//!   `quantifiers` and `identities` are what they consist of. Of many it is known whether they have a
//!   solution: they are true under a model that was chosen before, or break a law.
//! - [`panel`] asks everyone and evaluates every model.
//! - [`keep`] makes a query that went wrong small and writes it to a file.
//!
//! Queries come in batches that share an arena and its inputs, so that whatever is kept between
//! queries is used. A batch is the same in every run with the same seed, whatever runs beside it.

mod arrays;
mod floats;
pub mod generate;
mod identities;
pub mod keep;
pub mod panel;
mod quantifiers;
pub mod report;
pub mod scene;
mod vectors;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};

use crate::solver::random::Random;
use generate::{Kind, Query};
use keep::{Failure, message};
use panel::{Judgement, Panel};
use report::Report;
use scene::Scene;

/// So many queries share an arena.
const BATCH: u64 = 20;
/// Terms are recycled when so many queries of a batch were asked.
const RECYCLED: u64 = 12;

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    pub count: u64,
    pub seed: u64,
    /// Only kinds whose name contains this.
    pub filter: String,
    /// How many batches at a time.
    pub jobs: usize,
    /// The folder where queries that went wrong are kept.
    pub keep: PathBuf,
    /// Print a line now and then, and every failure as it is found.
    pub progress: bool,
}

/// Asks all queries. An error is a wrong option or a full disk, not a disagreement.
pub fn run(options: &Options) -> Result<Report> {
    let kinds: Vec<(Kind, u64)> =
        Kind::ALL.into_iter().filter(|(kind, _)| kind.name().contains(&options.filter)).collect();
    if kinds.is_empty() {
        let names: Vec<&str> = Kind::ALL.iter().map(|(kind, _)| kind.name()).collect();
        bail!("no kind of query is called {:?}; there are {}", options.filter, names.join(", "));
    }
    let started = Instant::now();
    let next = AtomicU64::new(0);
    let report = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| scope.spawn(|| worker(options, &kinds, &next, &report)))
            .collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let mut report = report.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    report.time = started.elapsed();
    // Threads finish in any order; the report does not show it.
    report.failures.sort_by_key(|failure| failure.number);
    Ok(report)
}

fn worker(
    options: &Options,
    kinds: &[(Kind, u64)],
    next: &AtomicU64,
    report: &Mutex<Report>,
) -> Result<()> {
    loop {
        let first = next.fetch_add(1, Ordering::Relaxed) * BATCH;
        if first >= options.count {
            return Ok(());
        }
        let count = BATCH.min(options.count - first);
        let results = run_batch(options, kinds, first, count)?;
        let mut report = report.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = report.asked();
        for result in results {
            if options.progress
                && let Some(failure) = &result.failure
            {
                eprintln!("{failure}");
            }
            report.add(result);
        }
        let asked = report.asked();
        if options.progress && before / 1000 != asked / 1000 {
            eprintln!("{asked} of {} queries", options.count);
        }
    }
}

/// A query with its answers.
pub struct Asked {
    pub kind: Kind,
    pub judgement: Judgement,
    pub failure: Option<Failure>,
    pub time: std::time::Duration,
}

fn run_batch(
    options: &Options,
    kinds: &[(Kind, u64)],
    first: u64,
    count: u64,
) -> Result<Vec<Asked>> {
    let mut random = Random::new(options.seed ^ first.wrapping_mul(0x9e6c_63d0_876a_3f6b));
    let kind = choose(&mut random, kinds);
    let mut scene = Scene::new(random);
    generate::start_batch(&mut scene, kind);
    let mut panel = Panel::new();
    let mut results = Vec::new();
    for number in first..first + count {
        if number == first + RECYCLED {
            scene.start_query(1);
            scene.recycle();
            panel.forget();
        }
        let started = Instant::now();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let query = generate::query(&mut scene, kind);
            let asked = catch_unwind(AssertUnwindSafe(|| panel.judge(&mut scene, &query, number)));
            (query, asked)
        }));
        let (query, judgement) = match asked {
            Ok((query, Ok(judgement))) => (Some(query), judgement),
            Ok((query, Err(panic))) => (Some(query), panicked(&*panic)),
            Err(panic) => (None, panicked(&*panic)),
        };
        let time = started.elapsed();
        let wrong = !judgement.problems.is_empty();
        let failure = if wrong {
            Some(keep::keep(options, &mut scene, query.as_ref(), number, &judgement)?)
        } else {
            None
        };
        results.push(Asked { kind, judgement, failure, time });
        if wrong {
            // Nothing of what went wrong is built upon; the rest of the batch is left out.
            break;
        }
    }
    Ok(results)
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Judgement {
    let mut judgement = Judgement::default();
    judgement.problems.push(format!("panicked: {}", message(panic)));
    judgement
}

fn choose(random: &mut Random, kinds: &[(Kind, u64)]) -> Kind {
    let mut place = random.below(kinds.iter().map(|(_, weight)| weight).sum());
    for &(kind, weight) in kinds {
        if place < weight {
            return kind;
        }
        place -= weight;
    }
    kinds[0].0
}

/// What is wrong with a query when everyone is new, if anything.
fn wrong_alone(scene: &mut Scene, query: &Query, number: u64) -> Option<String> {
    let judged =
        catch_unwind(AssertUnwindSafe(|| Panel::new().judge(scene, query, number).problems));
    match judged {
        Ok(problems) => problems.into_iter().next(),
        Err(panic) => Some(format!("panicked: {}", message(&*panic))),
    }
}
