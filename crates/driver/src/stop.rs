//! Ending one piece of work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the work that it was given to, from any thread. What was found until then is written as if a limit had
/// been met. A question that a solver is busy with is waited for, as long as the process itself is not asked to
/// end (see [`dunlin_stop`]).
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn new() -> Stop {
        Stop::default()
    }

    pub fn ask(&self) {
        // Nothing else is ordered by it.
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Why the work must end, if it must: for this or for the whole process.
    pub(crate) fn why(&self) -> Option<dunlin_stop::Why> {
        dunlin_stop::asked().or_else(|| self.is_asked().then_some(dunlin_stop::Why::Interrupted))
    }
}
