//! The thread that looks at the clock, the memory and the signals.

use crate::memory::{looked, own_resident_bytes};
use crate::{LATE, Why, ask, children, signals};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Between two looks: a program that fills memory as fast as it can takes some megabytes meanwhile.
const TICK: Duration = Duration::from_millis(5);

/// The part of the limit from which on memory is tight.
pub const NEAR: f64 = 0.75;

/// The part of the limit at which the end is asked for. The end itself takes memory: the answers that were being
/// worked on, what tests and summary are made of, and what is taken until everybody has noticed.
const ENOUGH: f64 = 0.95;

/// The exit code of a process that a second signal ends, as shells count: 128 and SIGINT.
const INTERRUPTED: i32 = 130;

/// The exit code of a run that is not complete.
const INCOMPLETE: i32 = 3;

/// What the process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Since when time counts.
    pub started: Instant,
    pub time: Option<Duration>,
    /// Of this process and its children together.
    pub memory_bytes: Option<u64>,
}

static KEPT: OnceLock<Limits> = OnceLock::new();

/// What is left of the time, if it is limited.
pub fn time_left() -> Option<Duration> {
    let limits = KEPT.get()?;
    limits.time.map(|time| time.saturating_sub(limits.started.elapsed()))
}

/// Starts the guard, once per process. Signals are obeyed from now on.
pub fn keep(limits: Limits) {
    if KEPT.set(limits).is_err() {
        return;
    }
    crate::listen();
    let guard = Guard { limits, asked: None, signalled: None };
    let started = std::thread::Builder::new().name("guard".to_owned()).spawn(move || guard.look());
    // Without a thread there are no limits, but the machine is beyond help in any case.
    drop(started);
}

struct Guard {
    limits: Limits,
    /// When the end was asked for, and why.
    asked: Option<(Instant, Why)>,
    /// When the first signal was seen, which may be after something else has asked.
    signalled: Option<Instant>,
}

impl Guard {
    fn look(mut self) {
        loop {
            std::thread::sleep(TICK);
            if signals::count() > 1 {
                end_process(INTERRUPTED);
            }
            if let Some(time) = self.limits.time
                && self.limits.started.elapsed() >= time
            {
                ask(Why::Time);
            }
            if let Some(limit) = self.limits.memory_bytes {
                look_at_memory(limit);
            }
            if self.asked.is_none() {
                self.asked = crate::asked().map(|why| (Instant::now(), why));
            }
            if signals::count() > 0 {
                self.signalled.get_or_insert_with(Instant::now);
            }
            if let Some((since, why)) = self.asked {
                self.hurry(since, why);
            }
            if let Some(since) = self.signalled {
                self.hurry(since, Why::Interrupted);
            }
        }
    }

    fn hurry(&self, since: Instant, why: Why) {
        let (late, last) = self.patience(why);
        let passed = since.elapsed();
        if passed >= late {
            LATE.store(true, Ordering::Relaxed);
        }
        if passed >= last {
            // Written at once: nothing else of this process may be in a state to do it.
            let text = "dunlin: what was left to do did not end in time; what is written stays\n";
            // SAFETY: a valid buffer and its length.
            unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
            end_process(INCOMPLETE);
        }
    }

    /// How long after the end was asked for it is late, and when the process ends.
    fn patience(&self, why: Why) -> (Duration, Duration) {
        let (ms, tenth) = (Duration::from_millis, self.limits.time.unwrap_or_default() / 10);
        match why {
            Why::Interrupted => (ms(400), ms(950)),
            Why::Time => (ms(900) + tenth / 2, ms(1900) + tenth),
            Why::Memory => (ms(5_000), ms(30_000)),
        }
    }
}

/// What children hold beyond the limit is ended first: whoever asked them knows less, but nothing is lost.
fn look_at_memory(limit: u64) {
    let (own, theirs) = (own_resident_bytes(), children::children_bytes());
    let part = |part: f64| (limit as f64 * part) as u64;
    let enough = part(ENOUGH);
    looked(own, theirs, enough, enough - part(NEAR));
    if own + theirs > enough && !(theirs > limit / 8 && children::end_largest_expendable()) {
        ask(Why::Memory);
    }
}

/// Ends the process and its children. Its temporary files are removed by who waits for that.
fn end_process(code: i32) -> ! {
    children::end_all();
    // SAFETY: ends the process without running anything else.
    unsafe { libc::_exit(code) }
}
