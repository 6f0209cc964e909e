//! Work that does not ask, left behind when its end is asked for.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Between two looks at whether the end was asked for.
const TICK: Duration = Duration::from_millis(20);

/// Does some work on a thread of its own. Where the end is asked for meanwhile there is no result: the thread
/// goes on until the process ends, which is soon then. Whatever it holds it owns, so that nobody waits for it.
pub fn unless_asked<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (give, take) = channel();
    let working = std::thread::Builder::new().name("preparing".to_owned()).spawn(move || {
        // Nobody listens any more where the end was asked for.
        let _ = give.send(work());
    });
    let working = working.expect("a thread can be started");
    loop {
        match take.recv_timeout(TICK) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if crate::is_asked() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let panicked = working.join().expect_err("it sends what it has made");
                std::panic::resume_unwind(panicked)
            }
        }
    }
}
