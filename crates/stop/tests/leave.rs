//! A computation that does not ask is left behind when its time is over. A process of its own: the guard
//! belongs to the process.

use dunlin_stop::{Limits, Why, asked, keep, unless_asked};
use std::time::{Duration, Instant};

#[test]
fn work_that_does_not_ask_is_left_behind() {
    assert_eq!(unless_asked(|| 42), Some(42));
    let panicked = std::panic::catch_unwind(|| unless_asked(|| panic!("inside")));
    assert!(panicked.is_err(), "a bug in it is a bug of who asked for it");

    let started = Instant::now();
    keep(Limits { started, time: Some(Duration::from_millis(100)), memory_bytes: None });
    let slow = unless_asked(|| std::thread::sleep(Duration::from_secs(60)));
    assert_eq!(slow, None);
    assert_eq!(asked(), Some(Why::Time));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}
