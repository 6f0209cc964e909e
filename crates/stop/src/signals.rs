//! Ctrl-C and SIGTERM: the first ends the work with what is known, the second ends the process at once.

use crate::{Why, ask};
use std::sync::atomic::{AtomicU32, Ordering};

static SIGNALS: AtomicU32 = AtomicU32::new(0);

extern "C" fn on_signal(_: libc::c_int) {
    SIGNALS.fetch_add(1, Ordering::Relaxed);
    ask(Why::Interrupted);
}

/// How often the process was asked to end.
pub(crate) fn count() -> u32 {
    SIGNALS.load(Ordering::Relaxed)
}

/// From here on signals ask for an end. Without a guard ([`crate::keep`]) a second one has no effect.
pub fn listen() {
    // SAFETY: the handler only touches atomics.
    unsafe {
        let handler = on_signal as extern "C" fn(libc::c_int);
        libc::signal(libc::SIGINT, handler as libc::sighandler_t);
        libc::signal(libc::SIGTERM, handler as libc::sighandler_t);
        // A file that reaches the limit of its size is a write that fails, with a message.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
