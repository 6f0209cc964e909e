//! The main thread while workers explore: limits, signs of life, statistics.

use super::memory::resident_bytes;
use super::results::Results;
use crate::args::RunArgs;
use crate::progress::{Progress, Snapshot};
use dunlin_exec::explore::{Shared, StopReason};
use dunlin_report::{OutputFolder, Queries, StatsRow, StatsWriter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Between two looks.
const TICK: Duration = Duration::from_millis(20);
/// From this part of the memory limit on, states become work items.
const NEAR: f64 = 0.9;

/// Set by the first Ctrl-C; the second ends the process at once.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub struct Watch<'w, 'a> {
    pub args: &'w RunArgs,
    pub shared: &'w Shared,
    pub results: &'w Results<'a>,
    pub progress: &'w Progress,
    pub folder: &'w OutputFolder,
    pub started: Instant,
}

extern "C" fn on_interrupt(_: libc::c_int) {
    if INTERRUPTED.swap(true, Ordering::Relaxed) {
        // SAFETY: ends the process without running anything else; allowed in a signal handler.
        unsafe { libc::_exit(130) };
    }
}

impl Watch<'_, '_> {
    /// Returns when all work is done or a limit has stopped it.
    pub fn until_over(&self) {
        // SAFETY: the handler only touches an atomic and `_exit`.
        unsafe {
            let handler = on_interrupt as extern "C" fn(libc::c_int);
            libc::signal(libc::SIGINT, handler as libc::sighandler_t);
            libc::signal(libc::SIGTERM, handler as libc::sighandler_t);
        }
        let mut stats = StatsWriter::create(&self.folder.stats()).ok();
        let mut memory = 0;
        let mut looked = Instant::now();
        while !self.shared.wait(TICK) {
            let elapsed = self.started.elapsed();
            if INTERRUPTED.load(Ordering::Relaxed) {
                self.shared.stop(StopReason::Interrupted);
            }
            if self.args.max_time.is_some_and(|max| elapsed >= max) {
                self.shared.stop(StopReason::Time);
            }
            if looked.elapsed() >= Duration::from_millis(100) {
                looked = Instant::now();
                memory = resident_bytes();
                self.limit_memory(memory);
                let snapshot = self.snapshot(memory);
                self.progress.update(&snapshot);
                if let Some(stats) = &mut stats {
                    // A row that cannot be written is no reason to stop.
                    let _ = stats.tick(elapsed, || row(&snapshot));
                }
            }
        }
        if let Some(stats) = &mut stats {
            let _ = stats.write(self.started.elapsed(), &row(&self.snapshot(memory)));
        }
    }

    fn limit_memory(&self, used: u64) {
        let Some(limit) = self.args.max_memory else { return };
        if used >= limit {
            self.shared.stop(StopReason::Memory);
        } else if used as f64 >= limit as f64 * NEAR {
            self.shared.short_of_memory.store(true, Ordering::Relaxed);
        }
    }

    fn snapshot(&self, memory_bytes: u64) -> Snapshot {
        let tally = &self.shared.tally;
        let inner = self.results.inner();
        Snapshot {
            paths: tally.paths.load(Ordering::Relaxed),
            errors: inner.errors.len() as u64,
            states: tally.states.load(Ordering::Relaxed),
            instructions: tally.instructions.load(Ordering::Relaxed),
            queries: Queries::default(),
            lines: (0, 0),
            memory_bytes,
            call_depth: None,
        }
    }
}

fn row(snapshot: &Snapshot) -> StatsRow {
    StatsRow {
        paths: snapshot.paths,
        errors: snapshot.errors,
        states: snapshot.states,
        instructions: snapshot.instructions,
        queries: snapshot.queries,
        memory_bytes: snapshot.memory_bytes,
        lines_covered: snapshot.lines.0,
        ..StatsRow::default()
    }
}
