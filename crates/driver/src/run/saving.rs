//! When checkpoints of an exploration are written, and with what.

use super::checkpoint::{self, Counts, Saved};
use super::conclude::{memory, queries};
use super::results::Results;
use super::seen;
use crate::checkpoint::{Pace, Stamp};
use crate::options::{RunOptions, Scope};
use crate::watcher::Event;
use dunlin_exec::explore::Sink as _;
use dunlin_exec::explore::{Rest, Shared};
use dunlin_exec::{MemoryCounters, Seed, Seen, WorkItem};
use dunlin_report::{OutputFolder, Queries};
use std::cell::{Cell, OnceCell};
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Workers that are busy with one question are waited for so long at least.
const PATIENCE: Duration = Duration::from_millis(100);

pub struct Saving<'s> {
    shared: &'s Shared,
    results: &'s Results<'s>,
    folder: &'s OutputFolder,
    /// What the program and the options are; known when it is first needed.
    stamp: OnceCell<Stamp>,
    make_stamp: &'s dyn Fn() -> Stamp,
    /// What earlier runs of the same exploration have counted.
    before: Counts,
    /// The seeds that its items know by number.
    seeds: &'s [Seed],
    /// The states that were seen, if they are compared.
    seen: Option<&'s Seen>,
    started: Instant,
    pace: Cell<Pace>,
    /// Nobody goes on with what was left to do.
    off: bool,
}

impl<'s> Saving<'s> {
    pub fn new(
        (shared, results, folder): (&'s Shared, &'s Results<'s>, &'s OutputFolder),
        make_stamp: &'s dyn Fn() -> Stamp,
        before: Counts,
        (seeds, seen): (&'s [Seed], Option<&'s Seen>),
        (started, options): (Instant, &RunOptions),
    ) -> Saving<'s> {
        let pace = Cell::new(Pace::new(options.checkpoint_every, started));
        let (stamp, off) = (OnceCell::new(), matches!(options.scope, Scope::Places { .. }));
        Saving {
            shared,
            results,
            folder,
            stamp,
            make_stamp,
            before,
            seeds,
            seen,
            started,
            pace,
            off,
        }
    }

    /// The time that this run and those before it have taken.
    pub fn time(&self) -> Duration {
        self.before.time + self.started.elapsed()
    }

    /// All questions so far, as far as workers have told.
    pub fn queries(&self) -> Queries {
        let mut all = queries(&self.shared.findings());
        all.add(&earlier_queries(&self.before));
        all
    }

    /// What became of pointers and objects so far, as far as workers have told.
    pub fn memory(&self) -> MemoryCounters {
        let mut all = memory(&self.shared.findings());
        all.add(&self.before.memory);
        all
    }

    /// What comparisons of states came to.
    pub fn seen(&self) -> seen::Counts {
        let mut all = self.before.seen.clone();
        if let Some(seen) = self.seen {
            seen::add(&mut all, &seen.counts());
        }
        all
    }

    /// Writes a checkpoint if it is time for one.
    pub fn tick(&self) {
        let begun = Instant::now();
        let mut pace = self.pace.get();
        if self.off || !pace.is_due(begun) {
            return;
        }
        let patience = PATIENCE.max(pace.allowance(begun));
        self.stamp();
        // Workers stand still only while what they share is put together.
        let taken = self.shared.with_snapshot(patience, |items| Ok((self.encoded()?, items)));
        let saved = match taken {
            None => Ok(false),
            Some(Err(error)) => Err(error),
            Some(Ok((payload, items))) => {
                self.write(&payload, items.iter().collect()).map(|()| true)
            }
        };
        let written = self.results.check(saved, "the checkpoint") == Some(true);
        if written {
            self.results.watcher.event(&Event::Checkpoint);
        }
        pace.tried(begun, written);
        self.pace.set(pace);
    }

    /// When all workers have stopped: what is left goes into a last checkpoint, and those paths that
    /// nobody has a state of get their partial tests.
    pub fn conclude(&self, rest: &Rest<'_>) {
        if rest.waiting.is_empty() && rest.begun.is_empty() {
            return;
        }
        if self.off {
            self.results.without_test(rest.waiting.len() as u64);
            return;
        }
        // Where something could not be written, the last whole checkpoint is the one to go on from.
        if self.results.problem().is_none() && !rest.incomplete {
            let items: Vec<_> = rest.waiting.iter().chain(rest.begun).collect();
            let saved = self.encoded().and_then(|payload| self.write(&payload, items));
            self.results.check(saved, "the checkpoint");
        }
        let _ending = dunlin_stop::ending();
        for (number, item) in rest.waiting.iter().enumerate() {
            if dunlin_stop::is_asked() {
                self.results.without_test((rest.waiting.len() - number) as u64);
                break;
            }
            self.results.unfinished(&item.inputs());
        }
    }

    fn stamp(&self) -> &Stamp {
        self.stamp.get_or_init(self.make_stamp)
    }

    fn encoded(&self) -> io::Result<Vec<u8>> {
        let traces_length = self.results.flush_traces()?;
        let tally = &self.shared.tally;
        let queries = self.queries();
        let answered = queries.answered_by.iter().filter(|(_, count)| *count > 0);
        let counts = Counts {
            tests: self.results.tests(),
            traces_length,
            instructions: tally.instructions.load(Ordering::Relaxed),
            paths: tally.paths.load(Ordering::Relaxed),
            forks: tally.forks.load(Ordering::Relaxed),
            states_peak: tally.states_peak.load(Ordering::Relaxed),
            time: self.time(),
            queries_asked: queries.asked,
            queries_answered: answered.map(|(who, count)| (who.to_string(), count)).collect(),
            queries_smt: queries.smt,
            sharing: queries.sharing,
            smt_ms: queries.smt_ms,
            memory: self.memory(),
            seen: self.seen(),
        };
        Ok(checkpoint::encode(&counts, &self.results.inner(), self.seeds))
    }

    fn write(&self, payload: &[u8], items: Vec<&WorkItem>) -> io::Result<()> {
        self.results.sync_traces()?;
        checkpoint::write(&self.folder.checkpoint(), self.stamp(), payload, items)
    }
}

fn earlier_queries(counts: &Counts) -> Queries {
    // What the caches held is gone.
    let mut queries = Queries {
        asked: counts.queries_asked,
        smt: counts.queries_smt,
        sharing: counts.sharing,
        smt_ms: counts.smt_ms,
        ..Queries::default()
    };
    for (who, count) in &counts.queries_answered {
        queries.answered_by.add(who, *count);
    }
    queries
}

/// Lets the figures of an exploration count on.
pub fn restore_tally(shared: &Shared, saved: &Saved) {
    let (tally, counts) = (&shared.tally, &saved.counts);
    tally.instructions.store(counts.instructions, Ordering::Relaxed);
    tally.paths.store(counts.paths, Ordering::Relaxed);
    tally.forks.store(counts.forks, Ordering::Relaxed);
    tally.states_peak.store(counts.states_peak, Ordering::Relaxed);
}
