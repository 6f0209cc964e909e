//! Bounded quantifiers.

use crate::backend;
use crate::support::{array, decide, symbol};
use dunlin_ir::{FloatCmpOp, FloatFormat};
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_term::Terms;

#[test]
fn a_bounded_range_is_decided() {
    let mut terms = Terms::new();
    let bytes = array(&mut terms, "bytes", 32, 8);
    let length = symbol(&mut terms, "length", 32);
    let i = terms.bound(32, 0);
    let zero = terms.constant(32, 0);
    let byte = terms.select(bytes, i);
    let seven = terms.constant(8, 7);
    let equal = terms.eq(byte, seven);
    let all = terms.forall(zero, length, equal);
    let three = terms.constant(32, 3);
    let five = terms.constant(32, 5);
    let at_three = terms.select(bytes, three);
    let other = terms.ne(at_three, seven);
    let long = terms.eq(length, five);
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[long, all]));
    assert!(!decide(&mut backend, &terms, &[long, all, other]));
    let ten = terms.constant(32, 10);
    let short = terms.ult(length, ten);
    assert!(decide(&mut backend, &terms, &[short, all, other]));
    let some = terms.not(all);
    assert!(decide(&mut backend, &terms, &[short, some]));
    assert!(!decide(&mut backend, &terms, &[short, some, all]));
}

/// The inner bound and body mention the outer variable: de Bruijn indices are kept apart.
#[test]
fn nested_quantifiers_are_decided() {
    let mut terms = Terms::new();
    let bytes = array(&mut terms, "bytes", 8, 8);
    // Sorted: for all i < 4, for all j in i..4: bytes[i] <= bytes[j].
    let (zero, four) = (terms.constant(8, 0), terms.constant(8, 4));
    let (inner, outer) = (terms.bound(8, 0), terms.bound(8, 1));
    let (at_inner, at_outer) = (terms.select(bytes, inner), terms.select(bytes, outer));
    let ordered = terms.ule(at_outer, at_inner);
    let from = terms.bound(8, 0);
    let rest = terms.forall(from, four, ordered);
    let sorted = terms.forall(zero, four, rest);
    let (one, two) = (terms.constant(8, 1), terms.constant(8, 2));
    let (at_one, at_two) = (terms.select(bytes, one), terms.select(bytes, two));
    let (up, down) = (terms.ult(at_one, at_two), terms.ult(at_two, at_one));
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[sorted, up]));
    assert!(!decide(&mut backend, &terms, &[sorted, down]));
    // The same quantifier again, on another path.
    let unsorted = terms.not(sorted);
    assert!(decide(&mut backend, &terms, &[unsorted, up]));
}

/// A model that cannot be checked is no model.
#[test]
fn a_range_too_large_to_evaluate_is_not_called_satisfiable() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 64);
    let (zero, end) = (terms.constant(64, 0), terms.constant(64, 1 << 40));
    let i = terms.bound(64, 0);
    let different = terms.ne(i, x);
    let all = terms.forall(zero, end, different);
    let answer = backend().check(&terms, &[all], Budget::conflicts(10_000));
    assert!(matches!(answer, Answer::Unknown(Reason::Unsupported(_))), "{answer:?}");
    let five = terms.constant(64, 5);
    let here = terms.eq(x, five);
    assert!(!decide(&mut backend(), &terms, &[all, here]));
}

/// Either it is decided, or it is said not to be supported.
#[test]
fn comparisons_of_floats_below_a_quantifier_are_decided() {
    let mut terms = Terms::new();
    let values = array(&mut terms, "values", 4, 16);
    let (zero, three) = (terms.constant(4, 0), terms.constant(4, 3));
    let i = terms.bound(4, 0);
    let value = terms.select(values, i);
    let one = terms.constant(16, 0x3c00);
    let below = terms.float_compare(FloatCmpOp::Olt, FloatFormat::Half, value, one);
    let all = terms.forall(zero, three, below);
    let two = terms.constant(4, 2);
    let at_two = terms.select(values, two);
    let nan = terms.float_compare(FloatCmpOp::Uno, FloatFormat::Half, at_two, at_two);
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[all]));
    assert!(!decide(&mut backend, &terms, &[all, nan]));
}
