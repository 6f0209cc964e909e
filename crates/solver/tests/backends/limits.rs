//! Budgets stop the solver, and bases keep their promises.

use crate::backend;
use crate::support::generate::factoring;
use crate::support::{decide, symbol};
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_term::{Base, BaseId, Terms, View};
use std::time::{Duration, Instant};

#[test]
fn the_budget_of_conflicts_stops_the_solver() {
    let mut terms = Terms::new();
    // A prime just below 2^48: there is no answer within a few conflicts.
    let query = factoring(&mut terms, 50, 281_474_976_710_597);
    let mut backend = backend();
    let answer = backend.check(&terms, &query, Budget::conflicts(50));
    assert!(matches!(answer, Answer::Unknown(Reason::Conflicts)), "{answer:?}");
    assert!(backend.statistics().conflicts <= 60, "{:?}", backend.statistics());
    // The solver is usable afterwards.
    assert!(decide(&mut backend, &terms, &query[..3]));
}

#[test]
fn the_deadline_stops_the_solver() {
    let mut terms = Terms::new();
    let query = factoring(&mut terms, 62, 2_305_843_009_213_693_951);
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(200));
    let budget = Budget { conflicts: u64::MAX, deadline };
    let mut backend = backend();
    let answer = backend.check(&terms, &query, budget);
    assert!(matches!(answer, Answer::Unknown(Reason::Deadline)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(decide(&mut backend, &terms, &query[..3]));
    let past = Budget { conflicts: u64::MAX, deadline: Some(start) };
    let answer = backend.check(&terms, &query, past);
    assert!(matches!(answer, Answer::Unknown(Reason::Deadline)), "{answer:?}");
}

#[test]
fn a_product_is_factored() {
    for (product, composite) in [(1009 * 2003, true), (1_000_003, false)] {
        let mut terms = Terms::new();
        let query = factoring(&mut terms, 24, product);
        assert_eq!(decide(&mut backend(), &terms, &query), composite);
    }
}

#[test]
fn runs_are_repeatable() {
    let run = || {
        let mut terms = Terms::new();
        let query = factoring(&mut terms, 40, 274_876_858_369);
        let mut backend = backend();
        let answer = backend.check(&terms, &query, Budget::conflicts(300));
        (format!("{answer:?}"), backend.statistics().conflicts)
    };
    assert_eq!(run(), run());
}

#[test]
fn bases_are_aligned_and_not_null() {
    let mut terms = Terms::new();
    let base = Base { object: 1, width: 64, size: None, align: 16, non_null: true };
    let base = terms.base(&base);
    let View::Base(id) = terms.view(base) else { panic!("a base is an atom") };
    assert_eq!(id, BaseId(0));
    let zero = terms.constant(64, 0);
    let null = terms.eq(base, zero);
    let mut backend = backend();
    assert!(!decide(&mut backend, &terms, &[null]));
    let hundred = terms.constant(64, 0x100);
    let small = terms.ult(base, hundred);
    let Answer::Sat(model) = backend.check(&terms, &[small], Budget::conflicts(100)) else {
        panic!("an address below 0x100 is possible");
    };
    let address = model.address(id);
    assert!(address > 0 && address < 0x100 && address % 16 == 0);
    // Fixed by another constraint, as a query with a known address map does.
    let fixed = terms.constant(64, 0x5000);
    let here = terms.eq(base, fixed);
    assert!(decide(&mut backend, &terms, &[here]));
    assert!(!decide(&mut backend, &terms, &[here, small]));
    // The condition of a base that came with an earlier constraint holds after that is gone.
    let small_again = terms.ule(base, fixed);
    assert!(!decide(&mut backend, &terms, &[small_again, null]));
    assert!(!decide(&mut backend, &terms, &[null]));
}

#[test]
fn bases_of_any_width_are_addresses() {
    let cases = [(32, 1, false), (32, 4096, true), (8, 256, false), (8, 256, true), (80, 8, true)];
    for (object, (width, align, non_null)) in cases.into_iter().enumerate() {
        let mut terms = Terms::new();
        let base = Base { object: object as u64, width, size: None, align, non_null };
        let base = terms.base(&base);
        let x = symbol(&mut terms, "x", width);
        let same = terms.eq(base, x);
        // All bits are zero and yet it is not null: there is no such address.
        let possible = !(align >= 256 && width == 8 && non_null);
        assert_eq!(decide(&mut backend(), &terms, &[same]), possible, "{width} {align}");
    }
}
