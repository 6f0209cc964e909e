//! Budgets stop the solver, what is not supported says so, bases keep their promises.

use crate::support::generate::factoring;
use crate::support::{decide, symbol};
use dunlin_ir::{FloatBinOp, FloatFormat};
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_solver::native::Native;
use dunlin_term::{Base, BaseId, Model, Terms, View};
use std::time::{Duration, Instant};

#[test]
fn the_budget_of_conflicts_stops_the_solver() {
    let mut terms = Terms::new();
    // A prime just below 2^48: there is no answer within a few conflicts.
    let query = factoring(&mut terms, 50, 281_474_976_710_597);
    let mut native = Native::new();
    let answer = native.check(&terms, &query, Budget::conflicts(50));
    assert!(matches!(answer, Answer::Unknown(Reason::Conflicts)), "{answer:?}");
    assert!(native.statistics().conflicts <= 60, "{:?}", native.statistics());
    // The solver is usable afterwards.
    assert!(decide(&mut native, &terms, &query[..3]));
}

#[test]
fn the_deadline_stops_the_solver() {
    let mut terms = Terms::new();
    let query = factoring(&mut terms, 62, 2_305_843_009_213_693_951);
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(200));
    let budget = Budget { conflicts: u64::MAX, deadline };
    let answer = Native::new().check(&terms, &query, budget);
    assert!(matches!(answer, Answer::Unknown(Reason::Deadline)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_product_is_factored() {
    let mut terms = Terms::new();
    let query = factoring(&mut terms, 24, 1009 * 2003);
    assert!(decide(&mut Native::new(), &terms, &query));
    let mut terms = Terms::new();
    let query = factoring(&mut terms, 24, 1_000_003);
    assert!(!decide(&mut Native::new(), &terms, &query));
}

#[test]
fn floats_quantifiers_and_huge_circuits_are_unknown() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 32);
    let sum = terms.float_binary(FloatBinOp::Add, FloatFormat::Single, x, x);
    let float = terms.eq(sum, x);
    let huge = symbol(&mut terms, "huge", 4096);
    let square = terms.mul(huge, huge);
    let huge = terms.eq(square, huge);
    let (from, to) = (terms.constant(32, 0), x);
    let bound = terms.bound(32, 0);
    let body = terms.ult(bound, x);
    let forall = terms.forall(from, to, body);
    for (query, reason) in [
        (float, Reason::Unsupported("floating point")),
        (forall, Reason::Unsupported("a quantifier")),
        (huge, Reason::Size),
    ] {
        let answer = Native::new().check(&terms, &[query], Budget::conflicts(100));
        assert!(matches!(answer, Answer::Unknown(given) if given == reason), "{answer:?}");
    }
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
    let mut native = Native::new();
    assert!(!decide(&mut native, &terms, &[null]));
    let hundred = terms.constant(64, 0x100);
    let small = terms.ult(base, hundred);
    let Answer::Sat(model) = native.check(&terms, &[small], Budget::conflicts(100)) else {
        panic!("an address below 0x100 is possible");
    };
    let address = |model: &Model| model.address(id);
    assert!(address(&model) > 0 && address(&model) < 0x100 && address(&model) % 16 == 0);
    // Fixed by an assumption, as a query with a known address map does.
    let fixed = terms.constant(64, 0x5000);
    let here = terms.eq(base, fixed);
    assert!(decide(&mut native, &terms, &[here]));
    assert!(!decide(&mut native, &terms, &[here, small]));
}
