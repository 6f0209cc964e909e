//! Two versions of the SAT solver CaDiCaL in one process: the native backend's and Bitwuzla's. If
//! the linker had mixed their functions, searches with real work would crash or answer wrongly.

use crate::backend;
use crate::support::decide;
use crate::support::generate::factoring;
use dunlin_solver::backend::{Backend, Budget};
use dunlin_solver::native::Native;
use dunlin_term::Terms;

#[test]
fn both_work_in_turns() {
    let mut native = Native::new();
    let mut bitwuzla = backend();
    // Products of two primes and primes, all of them with some thousand conflicts.
    let products = [(1009 * 2003, true), (1_000_003, false), (1021 * 4093, true), (999_983, false)];
    for (product, composite) in products {
        let mut terms = Terms::new();
        let query = factoring(&mut terms, 26, product);
        assert_eq!(decide(&mut native, &terms, &query), composite);
        assert_eq!(decide(&mut bitwuzla, &terms, &query), composite);
        // And with both in the middle of something.
        let stopped = native.check(&terms, &query[..3], Budget::conflicts(1));
        assert!(!stopped.is_unsat());
        assert!(decide(&mut bitwuzla, &terms, &query[..2]));
        assert_eq!(decide(&mut native, &terms, &query), composite);
        native.forget();
        bitwuzla.forget();
    }
    assert!(native.statistics().conflicts > 500, "{:?}", native.statistics());
    assert!(bitwuzla.statistics().conflicts > 100, "{:?}", bitwuzla.statistics());
}

#[test]
fn both_work_at_the_same_time_in_two_threads() {
    let run = |mut backend: Box<dyn Backend>| {
        for product in [1_000_003, 999_983] {
            let mut terms = Terms::new();
            let query = factoring(&mut terms, 26, product);
            assert!(!decide(&mut *backend, &terms, &query));
            backend.forget();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| run(Box::new(Native::new())));
        scope.spawn(|| run(Box::new(backend())));
    });
}

/// An error of the library is an answer, not the end of the process: a session that was made in one
/// thread is used in another, which has its own callback for errors.
#[test]
fn a_backend_may_move_to_another_thread() {
    let mut terms = Terms::new();
    let query = factoring(&mut terms, 20, 1009 * 997);
    let mut bitwuzla = backend();
    assert!(decide(&mut bitwuzla, &terms, &query[..2]));
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| decide(&mut bitwuzla, &terms, &query)).join().expect("no panic")
    });
    assert!(answer);
}
