//! Arrays: stores, choices, tables and symbols against naive evaluation.

use crate::support::generate::{conditions, random_reads};
use crate::support::{Random, array, decide, enumerate, symbol};
use dunlin_ir::Bits;
use dunlin_solver::backend::{Answer, Backend, Reason};
use dunlin_solver::native::Native;
use dunlin_term::{Table, Terms};

#[test]
fn short_chains_agree_with_enumeration() {
    let mut random = Random::new(4);
    let mut outcomes = [0, 0];
    for _ in 0..400 {
        let mut terms = Terms::new();
        let stores = random.below(8);
        let pool = random_reads(&mut terms, &mut random, stores);
        let query = conditions(&mut terms, &mut random, &pool);
        let answer = decide(&mut Native::new(), &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        outcomes[usize::from(answer)] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 30), "both answers occur: {outcomes:?}");
}

#[test]
fn long_chains_agree_with_enumeration() {
    let mut random = Random::new(5);
    let mut lemmas = 0;
    for _ in 0..60 {
        let mut terms = Terms::new();
        let stores = 70 + random.below(20);
        let pool = random_reads(&mut terms, &mut random, stores);
        let query = conditions(&mut terms, &mut random, &pool);
        let mut native = Native::new();
        let answer = decide(&mut native, &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        lemmas += native.statistics().lemmas;
    }
    assert!(lemmas > 50, "long chains need lemmas: {lemmas}");
}

#[test]
fn large_tables_agree_with_enumeration() {
    let mut random = Random::new(6);
    for size in [5, 64, 200, 256, 300, 700, 1024] {
        let mut terms = Terms::new();
        let index = symbol(&mut terms, "i", 10);
        let elements: Vec<Bits> = (0..size).map(|_| Bits::from_u64(8, random.next())).collect();
        let table = Table::new(10, Bits::from_u64(8, 77), elements.iter().cloned());
        let table = terms.table(table);
        let read = terms.select(table, index);
        let mut native = Native::new();
        // Beyond the listed elements first: what is learned there must not hold elsewhere.
        let seventy_seven = terms.constant(8, 77);
        let other = terms.ne(read, seventy_seven);
        if size < 1024 {
            let end = terms.constant(10, size);
            let outside = terms.ule(end, index);
            assert!(!decide(&mut native, &terms, &[other, outside]), "{size}");
        }
        assert!(decide(&mut native, &terms, &[other]), "{size}");
        let mut outcomes = [0, 0];
        for value in 0..60 {
            let value = terms.constant(8, value);
            let here = terms.eq(read, value);
            let bound = terms.constant(10, size / 2);
            let below = terms.ult(index, bound);
            let answer = decide(&mut native, &terms, &[here, below]);
            assert_eq!(answer, enumerate(&terms, &[here, below]), "{size} {value}");
            outcomes[usize::from(answer)] += 1;
        }
        let default = terms.eq(read, seventy_seven);
        assert_eq!(decide(&mut native, &terms, &[default]), enumerate(&terms, &[default]));
        assert!(size > 256 || outcomes[0] > 0, "not every byte is in a small table");
    }
}

#[test]
fn reads_of_a_symbol_at_equal_indices_are_equal() {
    let mut terms = Terms::new();
    let bytes = array(&mut terms, "bytes", 64, 8);
    let (i, j) = (symbol(&mut terms, "i", 64), symbol(&mut terms, "j", 64));
    let (at_i, at_j) = (terms.select(bytes, i), terms.select(bytes, j));
    let differ = terms.ne(at_i, at_j);
    let same = terms.eq(i, j);
    let mut native = Native::new();
    assert!(decide(&mut native, &terms, &[differ]));
    assert!(!decide(&mut native, &terms, &[differ, same]));
    // Cells at constant indices: i is one of three, whose bytes are known.
    let mut query = vec![];
    for place in 0..3 {
        let index = terms.constant(64, place);
        let byte = terms.select(bytes, index);
        let known = terms.constant(8, 10 * place);
        query.push(terms.eq(byte, known));
    }
    let three = terms.constant(64, 3);
    query.push(terms.ult(i, three));
    let twenty = terms.constant(8, 20);
    query.push(terms.eq(at_i, twenty));
    assert!(decide(&mut native, &terms, &query));
    let two = terms.constant(64, 2);
    query.push(terms.ne(i, two));
    assert!(!decide(&mut native, &terms, &query));
}

#[test]
fn equality_of_large_arrays_is_not_supported() {
    let mut terms = Terms::new();
    let (x, y) = (array(&mut terms, "x", 32, 8), array(&mut terms, "y", 32, 8));
    let same = terms.eq(x, y);
    let answer = Native::new().check(&terms, &[same], crate::support::PLENTY);
    assert!(matches!(answer, Answer::Unknown(Reason::Unsupported(_))), "{answer:?}");
}
