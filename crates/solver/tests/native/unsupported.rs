//! What is not supported says so.

use crate::support::{PLENTY, array, symbol};
use dunlin_ir::{FloatBinOp, FloatFormat};
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_solver::native::Native;
use dunlin_term::Terms;

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
fn equality_of_large_arrays_is_not_supported() {
    let mut terms = Terms::new();
    let (x, y) = (array(&mut terms, "x", 32, 8), array(&mut terms, "y", 32, 8));
    let same = terms.eq(x, y);
    let answer = Native::new().check(&terms, &[same], PLENTY);
    assert!(matches!(answer, Answer::Unknown(Reason::Unsupported(_))), "{answer:?}");
}
