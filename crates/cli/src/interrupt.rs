//! Ctrl-C: the first ends the analysis with what is known, the second ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn on_interrupt(_: libc::c_int) {
    if INTERRUPTED.swap(true, Ordering::Relaxed) {
        // SAFETY: ends the process without running anything else; allowed in a signal handler.
        unsafe { libc::_exit(130) };
    }
}

pub fn listen() {
    // SAFETY: the handler only touches an atomic and `_exit`.
    unsafe {
        let handler = on_interrupt as extern "C" fn(libc::c_int);
        libc::signal(libc::SIGINT, handler as libc::sighandler_t);
        libc::signal(libc::SIGTERM, handler as libc::sighandler_t);
        // A file that reaches the limit of its size is a write that fails, with a message.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Set when a stop is wanted.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
