//! What the workers of one exploration share: waiting items, who is idle, whether to stop or to hold
//! still for a checkpoint, and what they have done so far.
//!
//! Every item is in exactly one place: it waits here, or one worker has it or states of it. Workers
//! look at `attention` between two slices of a path, when all that they have found is with the sink:
//! what they hand in then, together with what the sink has, is the whole exploration.

use super::Findings;
use crate::state::WorkItem;
use dunlin_results::StopReason;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Central {
    /// Those that have not been lost.
    workers: usize,
    queue: Vec<WorkItem>,
    idle: usize,
    /// All work is done.
    done: bool,
    stop: Option<StopReason>,
    /// Workers that hold still, and what they had.
    held: usize,
    snapshot: Vec<WorkItem>,
    release: u64,
    /// Workers that have stopped, and what they had left.
    gone: usize,
    left: Vec<WorkItem>,
    /// Those that have stopped may leave.
    parting: bool,
}

impl Central {
    fn over(&self) -> bool {
        self.done || self.stop.is_some()
    }

    /// The next one is at the end of the queue: those that follow a seed, in the order of the seeds, then the
    /// newest.
    fn add(&mut self, items: Vec<WorkItem>) {
        let seeded = self.has_seeded() || items.iter().any(|item| !item.seeds().is_empty());
        self.queue.extend(items);
        if seeded {
            let first = |item: &WorkItem| item.seeds().first().copied().unwrap_or(u32::MAX);
            self.queue.sort_by_key(|item| Reverse(first(item)));
        }
    }

    /// Whether the next item follows a seed.
    fn has_seeded(&self) -> bool {
        self.queue.last().is_some_and(|item| !item.seeds().is_empty())
    }
}

/// Live figures, for whoever looks.
#[derive(Default)]
pub struct Tally {
    pub instructions: AtomicU64,
    pub paths: AtomicU64,
    pub forks: AtomicU64,
    pub states: AtomicU64,
    pub states_peak: AtomicU64,
}

pub struct Shared {
    central: Mutex<Central>,
    changed: Condvar,
    /// Somebody waits for work.
    pub hungry: AtomicBool,
    /// An item that follows a seed waits.
    seeded: AtomicBool,
    /// Workers are to stop.
    pub stopping: AtomicBool,
    /// Workers should look at the central state.
    attention: AtomicBool,
    holding: AtomicBool,
    /// How often workers were asked to turn states into items, since memory is short.
    parking: AtomicU64,
    pub tally: Tally,
    /// What each worker did, when it told last.
    findings: Mutex<Vec<Findings>>,
}

/// What a worker is told.
pub enum Next {
    Item(WorkItem),
    Done,
}

/// What is left of an exploration that stopped.
pub struct Rest<'r> {
    /// Nobody has states of these.
    pub waiting: &'r [WorkItem],
    /// Workers have states of these.
    pub begun: &'r [WorkItem],
    /// This is not all: a worker was lost.
    pub incomplete: bool,
}

/// A worker among others. If it is dropped by a panic, the others do not wait for it.
pub struct Presence<'a> {
    shared: &'a Shared,
    number: usize,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.shared.lose_worker();
        }
    }
}

impl Presence<'_> {
    /// Tells what the worker has done so far.
    pub fn report(&self, findings: Findings) {
        let mut all = self.shared.findings.lock().unwrap_or_else(PoisonError::into_inner);
        all[self.number] = findings;
    }
}

impl Shared {
    pub fn new(workers: usize, items: Vec<WorkItem>) -> Shared {
        let mut central = Central { workers, ..Central::default() };
        central.add(items);
        let seeded = AtomicBool::new(central.has_seeded());
        Shared {
            central: Mutex::new(central),
            changed: Condvar::new(),
            hungry: AtomicBool::new(false),
            seeded,
            stopping: AtomicBool::new(false),
            attention: AtomicBool::new(false),
            holding: AtomicBool::new(false),
            parking: AtomicU64::new(0),
            tally: Tally::default(),
            findings: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Central> {
        // A worker that panics does so outside; what is behind the lock stays consistent.
        self.central.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_change<'g>(&self, central: MutexGuard<'g, Central>) -> MutexGuard<'g, Central> {
        self.changed.wait(central).unwrap_or_else(PoisonError::into_inner)
    }

    // ---- for workers -----------------------------------------------------------------------------

    /// Every worker comes in once, before anything else.
    pub fn enter(&self) -> Presence<'_> {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        findings.push(Findings::default());
        Presence { shared: self, number: findings.len() - 1 }
    }

    /// Waits for an item; the worker has no states.
    pub fn next(&self) -> Next {
        let mut central = self.lock();
        central.idle += 1;
        loop {
            if central.over() {
                self.changed.notify_all();
                return Next::Done;
            }
            if let Some(item) = central.queue.pop() {
                central.idle -= 1;
                self.seeded.store(central.has_seeded(), Ordering::Relaxed);
                self.hungry.store(central.idle > 0 && central.queue.is_empty(), Ordering::Relaxed);
                return Next::Item(item);
            }
            if central.idle == central.workers {
                central.done = true;
                self.changed.notify_all();
                return Next::Done;
            }
            self.hungry.store(true, Ordering::Relaxed);
            self.changed.notify_all();
            central = self.wait_for_change(central);
        }
    }

    /// Whether an item waits that follows a seed.
    pub fn has_seeded(&self) -> bool {
        self.seeded.load(Ordering::Relaxed)
    }

    /// An item that follows a seed, for a worker that has other states.
    pub fn next_seeded(&self) -> Option<WorkItem> {
        let mut central = self.lock();
        let item = central.has_seeded().then(|| central.queue.pop()).flatten();
        self.seeded.store(central.has_seeded(), Ordering::Relaxed);
        item
    }

    pub fn give(&self, items: Vec<WorkItem>) {
        let mut central = self.lock();
        central.add(items);
        self.seeded.store(central.has_seeded(), Ordering::Relaxed);
        self.hungry.store(false, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether to call [`Shared::stopped`] or [`Shared::hold`].
    pub fn wants_attention(&self) -> bool {
        self.attention.load(Ordering::Relaxed)
    }

    pub fn stopped(&self) -> Option<StopReason> {
        self.lock().stop
    }

    pub fn wants_hold(&self) -> bool {
        self.holding.load(Ordering::Relaxed)
    }

    /// Holds still until released; `items` are what the worker has.
    pub fn hold(&self, items: Vec<WorkItem>) {
        let mut central = self.lock();
        if !self.holding.load(Ordering::Relaxed) {
            return;
        }
        let round = central.release;
        central.snapshot.extend(items);
        central.held += 1;
        self.changed.notify_all();
        while central.release == round {
            central = self.wait_for_change(central);
        }
    }

    /// Hands in what a worker has left when it stops, and waits until all others have done so and
    /// [`Shared::part`] has seen it.
    pub fn leave(&self, items: Vec<WorkItem>) {
        let mut central = self.lock();
        central.left.extend(items);
        central.gone += 1;
        self.changed.notify_all();
        while !central.parting {
            central = self.wait_for_change(central);
        }
    }

    fn lose_worker(&self) {
        let mut central = self.lock();
        central.workers -= 1;
        central.stop = Some(StopReason::EngineBug);
        self.attention.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Changes whenever workers should turn states into items, since memory is short.
    pub fn parking_calls(&self) -> u64 {
        self.parking.load(Ordering::Relaxed)
    }

    // ---- for whoever watches ---------------------------------------------------------------------

    pub fn stop(&self, reason: StopReason) {
        let mut central = self.lock();
        if !central.over() {
            central.stop = Some(reason);
            self.stopping.store(true, Ordering::Relaxed);
            self.attention.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Asks workers to turn states into items.
    pub fn call_for_parking(&self) {
        self.parking.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until all work is done, somebody stops it, or time has passed; whether it is over.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut central = self.lock();
        // Workers that come for work wake everyone: that alone is no reason to return.
        while !central.over() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.changed.wait_timeout(central, left);
            central = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Runs `f` with everything that is left to do while all workers hold still. Does nothing if the
    /// exploration is over, or if some worker is too busy to hold still for `patience`. `f` must not
    /// stop anything or hand out work.
    pub fn with_snapshot<T>(
        &self,
        patience: Duration,
        f: impl FnOnce(Vec<WorkItem>) -> T,
    ) -> Option<T> {
        let until = Instant::now() + patience;
        let mut central = self.lock();
        self.holding.store(true, Ordering::Relaxed);
        self.attention.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        let ready = |central: &Central| central.held + central.idle == central.workers;
        while !ready(&central) && !central.over() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(central, left);
            central = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let ready = ready(&central) && !central.over();
        let mut items = std::mem::take(&mut central.snapshot);
        let result = ready.then(|| {
            items.extend(central.queue.iter().cloned());
            f(items)
        });
        self.holding.store(false, Ordering::Relaxed);
        self.attention.store(central.stop.is_some(), Ordering::Relaxed);
        central.held = 0;
        central.release += 1;
        self.changed.notify_all();
        result
    }

    /// Waits until all workers have stopped, runs `f` with what they have left, and lets them go. An
    /// exploration of which nothing is left is done, whatever stopped it.
    pub fn part<T>(&self, f: impl FnOnce(Rest<'_>) -> T) -> T {
        let mut central = self.lock();
        while central.gone < central.workers {
            central = self.wait_for_change(central);
        }
        let lost = central.stop == Some(StopReason::EngineBug);
        let nothing_left = central.queue.is_empty() && central.left.is_empty();
        if nothing_left && !lost && central.stop != Some(StopReason::Disk) {
            central.done = true;
        }
        let (waiting, begun) =
            (std::mem::take(&mut central.queue), std::mem::take(&mut central.left));
        drop(central);
        let result = f(Rest { waiting: &waiting, begun: &begun, incomplete: lost });
        self.lock().parting = true;
        self.changed.notify_all();
        result
    }

    /// Why the workers stopped, if they did not finish.
    pub fn stop_reason(&self) -> Option<StopReason> {
        let central = self.lock();
        if central.done { None } else { central.stop }
    }

    /// What each worker has done, when it last had a reason to tell.
    pub fn findings(&self) -> Vec<Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests;
