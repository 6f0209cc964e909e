//! When work must end: limits of time and memory, signals.
//!
//! These belong to the process, so this is the one place in Dunlin with state of the process. A thread of
//! its own, the guard ([`keep`]), looks at the clock and the memory; everybody else asks [`asked`], which
//! costs one load as long as nothing is the matter. Two rules make limits promises:
//!
//! - Our own code asks wherever it may take long; a computation in one piece that is of no use without its
//!   result is left behind on a thread of its own ([`unless_asked`]).
//! - Foreign code that cannot ask (compilers, LLVM, solver libraries, the analysed program) runs in child
//!   processes. Whoever waits for one asks meanwhile, and ends it. [`Child`] makes it known to the guard,
//!   which counts its memory and leaves none behind.
//!
//! An end has three stages. First work stops and what was found is written; confirming errors and writing
//! tests of unfinished paths belong to this as far as there is time ([`ending`]). Then it is *late*: only
//! what is known is written. At last, if even that does not come to its end, the guard ends the process; what
//! is on the disk is whole or can be gone on with.

mod children;
mod command;
mod guard;
mod leave;
mod memory;
mod signals;

pub use children::Child;
pub use command::output;
pub use guard::{Limits, NEAR, keep, time_left};
pub use leave::unless_asked;
pub use memory::{allocating, freeing, half_of_machine, is_tight, peak_bytes, used_bytes};
pub use signals::listen;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Why work must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Why {
    Time = 1,
    Memory = 2,
    /// A signal asked for it.
    Interrupted = 3,
}

/// Zero, or a [`Why`].
static ASKED: AtomicU8 = AtomicU8::new(0);
static LATE: AtomicBool = AtomicBool::new(false);
/// More memory is used than may be, now.
static SHORT: AtomicBool = AtomicBool::new(false);

thread_local! {
    static ENDING: Cell<u32> = const { Cell::new(0) };
}

/// Why the work of this thread must end, if it must.
#[inline]
pub fn asked() -> Option<Why> {
    // The number orders nothing else.
    let why = match ASKED.load(Ordering::Relaxed) {
        0 => return None,
        1 => Why::Time,
        2 => Why::Memory,
        _ => Why::Interrupted,
    };
    if ENDING.get() == 0 || is_late() {
        return Some(why);
    }
    // An end may not take more memory either.
    SHORT.load(Ordering::Relaxed).then_some(Why::Memory)
}

/// Whether the work of this thread must end.
#[inline]
pub fn is_asked() -> bool {
    asked().is_some()
}

/// Whether there is time only to write what is known.
pub fn is_late() -> bool {
    LATE.load(Ordering::Relaxed)
}

/// Asks for the end of all work. The first reason stays.
pub(crate) fn ask(why: Why) {
    let _ = ASKED.compare_exchange(0, why as u8, Ordering::Relaxed, Ordering::Relaxed);
}

/// As long as it lives, its thread does what belongs to an end: it goes on until it is late.
pub struct Ending(());

/// What comes belongs to the end.
pub fn ending() -> Ending {
    ENDING.set(ENDING.get() + 1);
    Ending(())
}

impl Drop for Ending {
    fn drop(&mut self) {
        ENDING.set(ENDING.get() - 1);
    }
}
