//! The main thread while workers explore: limits, signs of life, statistics.

use super::coverage::coverage;
use super::results::Results;
use super::saving::Saving;
use crate::memory_limit::{MemoryLimit, Room};
use crate::stop::Stop;
use crate::watcher::{Event, Progress, RunProgress, Watcher};
use dunlin_exec::Program;
use dunlin_exec::explore::Shared;
use dunlin_report::{CoverageTotals, OutputFolder, StatsRow, StatsWriter};
use dunlin_results::StopReason;
use dunlin_stop::{half_of_machine, used_bytes};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Between two looks.
const TICK: Duration = Duration::from_millis(5);

/// Between two counts of covered lines.
const COUNT_EVERY: Duration = Duration::from_secs(1);

pub struct Watch<'w> {
    pub max_memory: Option<u64>,
    pub shared: &'w Shared,
    pub results: &'w Results<'w>,
    pub watcher: &'w dyn Watcher,
    pub stop: &'w Stop,
    pub folder: &'w OutputFolder,
    pub saving: &'w Saving<'w>,
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

impl Watch<'_> {
    /// Returns when all work is done or a limit has stopped it.
    pub fn until_over(&self) {
        let stats = self.folder.stats();
        let appended = self.goes_on.then(|| StatsWriter::append(&stats).ok()).flatten();
        let mut stats = appended.or_else(|| StatsWriter::create(&stats).ok());
        let mut memory = 0;
        let memory_limit = self.max_memory.or_else(half_of_machine);
        let mut memory_limit = memory_limit.map(MemoryLimit::new);
        let mut covered = Covered::default();
        let mut looked = Instant::now();
        while !self.shared.wait(TICK) {
            if let Some(why) = self.stop.why() {
                self.shared.stop(why.into());
            }
            self.saving.tick();
            if let Some(limit) = &mut memory_limit {
                self.limit_memory(limit.room(used_bytes()));
            }
            if looked.elapsed() >= Duration::from_millis(100) {
                looked = Instant::now();
                memory = used_bytes();
                if covered.counted.is_none_or(|counted| counted.elapsed() >= COUNT_EVERY) {
                    covered = self.covered();
                }
                let snapshot = self.snapshot(memory, &covered);
                self.watcher.event(&Event::Progress(Progress::Run(&snapshot)));
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

    /// Near the limit workers are called to turn states into items.
    fn limit_memory(&self, room: Room) {
        match room {
            Room::Plenty | Room::Enough => {}
            Room::Short => self.shared.call_for_parking(),
            Room::None => self.shared.stop(StopReason::Memory),
        }
    }

    /// Lines and branches of the paths that have ended.
    fn covered(&self) -> Covered {
        let marks = self.results.inner().covered.clone();
        let totals = coverage(self.program, &marks, &[]).totals();
        Covered { counted: Some(Instant::now()), totals }
    }

    fn snapshot(&self, memory_bytes: u64, covered: &Covered) -> RunProgress {
        let tally = &self.shared.tally;
        let inner = self.results.inner();
        RunProgress {
            paths: tally.paths.load(Ordering::Relaxed),
            errors: inner.errors.len() as u64,
            states: tally.states.load(Ordering::Relaxed),
            instructions: tally.instructions.load(Ordering::Relaxed),
            queries: self.saving.queries(),
            lines: covered.totals.lines,
            memory_bytes,
        }
    }
}

fn row(snapshot: &RunProgress, forks: u64, covered: &Covered) -> StatsRow {
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
