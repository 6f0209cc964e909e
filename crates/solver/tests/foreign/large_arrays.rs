//! Equality of arrays with more elements than could be compared one by one.

use crate::backend;
use crate::support::{array, decide, symbol};
use dunlin_term::Terms;

#[test]
fn equality_of_large_arrays_is_decided() {
    let mut terms = Terms::new();
    let (x, y) = (array(&mut terms, "x", 64, 8), array(&mut terms, "y", 64, 8));
    let (i, j) = (symbol(&mut terms, "i", 64), symbol(&mut terms, "j", 64));
    let (at_i, at_j) = (terms.select(x, i), terms.select(y, j));
    let (same, other) = (terms.eq(x, y), terms.ne(x, y));
    let (same_index, differ) = (terms.eq(i, j), terms.ne(at_i, at_j));
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[same]));
    assert!(decide(&mut backend, &terms, &[other]));
    assert!(decide(&mut backend, &terms, &[same, differ]));
    assert!(!decide(&mut backend, &terms, &[same, differ, same_index]));
    // A store of what is there changes nothing.
    let stored = terms.store(x, i, at_i);
    let changed = terms.ne(stored, x);
    assert!(!decide(&mut backend, &terms, &[changed]));
    let byte = symbol(&mut terms, "byte", 8);
    let one = terms.store(x, i, byte);
    let two = terms.store(y, j, byte);
    let equal = terms.eq(one, two);
    assert!(decide(&mut backend, &terms, &[equal, other]));
    assert!(decide(&mut backend, &terms, &[equal, other, differ]));
}
