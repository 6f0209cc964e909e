//! The main thread while workers explore: limits, signs of life, statistics.

use super::coverage::coverage;
use super::memory::{half_of_machine, resident_bytes};
use super::results::Results;
use super::saving::Saving;
use crate::args::RunArgs;
use crate::interrupt;
use crate::progress::{Progress, Snapshot};
use dunlin_exec::Program;
use dunlin_exec::explore::{Shared, StopReason};
use dunlin_report::{CoverageTotals, OutputFolder, StatsRow, StatsWriter};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Between two looks.
const TICK: Duration = Duration::from_millis(20);
/// From this part of the memory limit on, states become work items.
const NEAR: f64 = 0.8;
/// Between two calls to workers to do so: they need time to follow the first.
const PARKING: Duration = Duration::from_millis(150);
/// When so many calls in a row, each at the limit, have not helped, the run stops.
const VAIN_CALLS: u32 = 8;

/// Between two counts of covered lines.
const COUNT_EVERY: Duration = Duration::from_secs(1);

pub struct Watch<'w, 'a> {
    pub args: &'w RunArgs,
    pub shared: &'w Shared,
    pub results: &'w Results<'a>,
    pub progress: &'w Progress,
    pub folder: &'w OutputFolder,
    pub saving: &'w Saving<'w, 'a>,
    pub started: Instant,
    pub program: &'w Program,
    /// Statistics of an earlier run are there.
    pub goes_on: bool,
}

/// Coverage, and when it was counted.
#[derive(Default)]
struct Covered {
    counted: Option<Instant>,
    totals: CoverageTotals,
}

/// How parking goes.
struct Parking {
    called: Instant,
    vain: u32,
}

impl Watch<'_, '_> {
    /// Returns when all work is done or a limit has stopped it.
    pub fn until_over(&self) {
        interrupt::listen();
        let stats = self.folder.stats();
        let appended = self.goes_on.then(|| StatsWriter::append(&stats).ok()).flatten();
        let mut stats = appended.or_else(|| StatsWriter::create(&stats).ok());
        let mut parking = Parking { called: self.started, vain: 0 };
        let mut memory = 0;
        let memory_limit = self.args.max_memory.or_else(half_of_machine);
        let mut covered = Covered::default();
        let mut looked = Instant::now();
        while !self.shared.wait(TICK) {
            let elapsed = self.started.elapsed();
            if interrupt::requested() {
                self.shared.stop(StopReason::Interrupted);
            }
            if self.args.max_time.is_some_and(|max| elapsed >= max) {
                self.shared.stop(StopReason::Time);
            }
            self.saving.tick();
            if let Some(limit) = memory_limit {
                self.limit_memory(limit, resident_bytes(), &mut parking);
            }
            if looked.elapsed() >= Duration::from_millis(100) {
                looked = Instant::now();
                memory = resident_bytes();
                if covered.counted.is_none_or(|counted| counted.elapsed() >= COUNT_EVERY) {
                    covered = self.covered();
                }
                let snapshot = self.snapshot(memory, &covered);
                self.progress.update(&snapshot);
                if let Some(stats) = &mut stats {
                    // A row that cannot be written is no reason to stop.
                    let forks = self.shared.tally.forks.load(Ordering::Relaxed);
                    let row = || row(&snapshot, forks, &covered);
                    let _ = stats.tick(self.saving.time(), row);
                }
            }
        }
        if let Some(stats) = &mut stats {
            let covered = self.covered();
            let forks = self.shared.tally.forks.load(Ordering::Relaxed);
            let last = row(&self.snapshot(memory, &covered), forks, &covered);
            let _ = stats.write(self.saving.time(), &last);
        }
    }

    /// Near the limit workers are called to turn states into items, again and again; only when that
    /// does not help, the run stops.
    fn limit_memory(&self, limit: u64, used: u64, parking: &mut Parking) {
        if (used as f64) < limit as f64 * NEAR {
            parking.vain = 0;
            return;
        }
        if used >= limit.saturating_add(limit / 4) {
            self.shared.stop(StopReason::Memory);
        }
        if parking.called.elapsed() < PARKING {
            return;
        }
        parking.vain = if used >= limit { parking.vain + 1 } else { 0 };
        if parking.vain > VAIN_CALLS {
            self.shared.stop(StopReason::Memory);
        }
        // What states have left behind is given back, so that the next look sees it.
        // SAFETY: only hands memory that is free already back to the system.
        unsafe { libc::malloc_trim(0) };
        self.shared.call_for_parking();
        parking.called = Instant::now();
    }

    /// Lines and branches of the paths that have ended.
    fn covered(&self) -> Covered {
        let marks = self.results.inner().covered.clone();
        let totals = coverage(self.program, &marks, &[]).totals();
        Covered { counted: Some(Instant::now()), totals }
    }

    fn snapshot(&self, memory_bytes: u64, covered: &Covered) -> Snapshot {
        let tally = &self.shared.tally;
        let inner = self.results.inner();
        Snapshot {
            paths: tally.paths.load(Ordering::Relaxed),
            errors: inner.errors.len() as u64,
            states: tally.states.load(Ordering::Relaxed),
            instructions: tally.instructions.load(Ordering::Relaxed),
            queries: self.saving.queries(),
            lines: covered.totals.lines,
            memory_bytes,
            call_depth: None,
        }
    }
}

fn row(snapshot: &Snapshot, forks: u64, covered: &Covered) -> StatsRow {
    StatsRow {
        paths: snapshot.paths,
        errors: snapshot.errors,
        states: snapshot.states,
        instructions: snapshot.instructions,
        queries: snapshot.queries,
        memory_bytes: snapshot.memory_bytes,
        forks,
        lines_covered: covered.totals.lines.0,
        branches_covered: covered.totals.branches.0,
    }
}
