//! What the workers of one exploration share: waiting items, who is idle, whether to stop or to hold
//! still for a checkpoint, and what they have done so far.

use super::item::WorkItem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Why an exploration stops before it is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    Interrupted,
    Time,
    Memory,
    Paths,
    Instructions,
    /// After the first error, as asked for.
    FirstError,
    /// Results could not be written.
    Disk,
}

impl StopReason {
    /// As in the summary: the option that says so, where there is one.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Interrupted => "interrupt",
            StopReason::Time => "max-time",
            StopReason::Memory => "max-memory",
            StopReason::Paths => "max-paths",
            StopReason::Instructions => "max-instructions",
            StopReason::FirstError => "exit-on-error",
            StopReason::Disk => "disk",
        }
    }
}

#[derive(Default)]
struct Central {
    queue: Vec<WorkItem>,
    idle: usize,
    /// All work is done, or all workers have handed in what they had.
    done: bool,
    stop: Option<StopReason>,
    /// Workers that hold still, and what they had.
    held: usize,
    snapshot: Vec<WorkItem>,
    release: u64,
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
    workers: usize,
    central: Mutex<Central>,
    changed: Condvar,
    /// Somebody waits for work.
    pub hungry: AtomicBool,
    /// Workers should look at the central state.
    attention: AtomicBool,
    holding: AtomicBool,
    /// States should become items, since memory is short.
    pub short_of_memory: AtomicBool,
    pub tally: Tally,
}

/// What a worker is told.
pub enum Next {
    Item(WorkItem),
    Done,
}

impl Shared {
    pub fn new(workers: usize, items: Vec<WorkItem>) -> Shared {
        Shared {
            workers,
            central: Mutex::new(Central { queue: items, ..Central::default() }),
            changed: Condvar::new(),
            hungry: AtomicBool::new(false),
            attention: AtomicBool::new(false),
            holding: AtomicBool::new(false),
            short_of_memory: AtomicBool::new(false),
            tally: Tally::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Central> {
        // A worker that panics loses its own path only; what is behind the lock stays consistent.
        self.central.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // ---- for workers -----------------------------------------------------------------------------

    /// Waits for an item; the worker has no states.
    pub fn next(&self) -> Next {
        let mut central = self.lock();
        central.idle += 1;
        loop {
            if central.stop.is_some() || central.done {
                self.changed.notify_all();
                return Next::Done;
            }
            if let Some(item) = central.queue.pop() {
                central.idle -= 1;
                self.hungry.store(central.idle > 0 && central.queue.is_empty(), Ordering::Relaxed);
                return Next::Item(item);
            }
            if central.idle == self.workers {
                central.done = true;
                self.changed.notify_all();
                return Next::Done;
            }
            self.hungry.store(true, Ordering::Relaxed);
            self.changed.notify_all();
            central = self.changed.wait(central).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn give(&self, items: Vec<WorkItem>) {
        let mut central = self.lock();
        central.queue.extend(items);
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
            central = self.changed.wait(central).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands in what a worker has left when it stops.
    pub fn leave(&self, items: Vec<WorkItem>) {
        let mut central = self.lock();
        central.queue.extend(items);
        self.changed.notify_all();
    }

    // ---- for whoever watches ---------------------------------------------------------------------

    pub fn stop(&self, reason: StopReason) {
        let mut central = self.lock();
        if !central.done && central.stop.is_none() {
            central.stop = Some(reason);
            self.attention.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Waits until all work is done, somebody stops it, or time has passed; whether it is over.
    pub fn wait(&self, time: Duration) -> bool {
        let central = self.lock();
        if central.done || central.stop.is_some() {
            return true;
        }
        let (central, _) =
            self.changed.wait_timeout(central, time).unwrap_or_else(PoisonError::into_inner);
        central.done || central.stop.is_some()
    }

    /// Runs `f` with everything that is left to do while all workers hold still. Does nothing if the
    /// exploration is over.
    pub fn with_snapshot<T>(&self, f: impl FnOnce(Vec<WorkItem>) -> T) -> Option<T> {
        let mut central = self.lock();
        self.holding.store(true, Ordering::Relaxed);
        self.attention.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        while central.held + central.idle < self.workers && !central.done && central.stop.is_none()
        {
            central = self.changed.wait(central).unwrap_or_else(PoisonError::into_inner);
        }
        let over = central.done || central.stop.is_some();
        let mut items = std::mem::take(&mut central.snapshot);
        items.extend(central.queue.iter().cloned());
        let result = if over { None } else { Some(f(items)) };
        self.holding.store(false, Ordering::Relaxed);
        self.attention.store(central.stop.is_some(), Ordering::Relaxed);
        central.held = 0;
        central.release += 1;
        self.changed.notify_all();
        result
    }

    /// What is left when all workers have gone.
    pub fn left_over(&self) -> Vec<WorkItem> {
        std::mem::take(&mut self.lock().queue)
    }

    /// Why the workers stopped, if they did not finish.
    pub fn stop_reason(&self) -> Option<StopReason> {
        let central = self.lock();
        if central.done { None } else { central.stop }
    }
}
