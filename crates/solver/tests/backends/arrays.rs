//! Arrays: stores, choices, tables, symbols and their equality.

use crate::support::generate::{conditions, random_reads};
use crate::support::{Random, array, decide, enumerate, satisfies, symbol};
use crate::{EFFORT, backend};
use dunlin_ir::Bits;
use dunlin_solver::backend::{Answer, Backend, Budget};
use dunlin_term::{Table, Terms};

#[test]
fn short_chains_of_stores_agree_with_enumeration() {
    let mut random = Random::new(4);
    let mut outcomes = [0, 0];
    for _ in 0..150 * EFFORT {
        let stores = random.below(8);
        outcomes[usize::from(decide_chain(&mut random, stores))] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 15 * EFFORT), "both answers occur: {outcomes:?}");
}

#[test]
fn long_chains_of_stores_agree_with_enumeration() {
    let mut random = Random::new(5);
    let mut outcomes = [0, 0];
    for _ in 0..15 * EFFORT {
        let stores = 70 + random.below(20);
        outcomes[usize::from(decide_chain(&mut random, stores))] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 0), "both answers occur: {outcomes:?}");
}

/// The answer about random reads of a chain, which is that of enumeration.
fn decide_chain(random: &mut Random, stores: usize) -> bool {
    let mut terms = Terms::new();
    let pool = random_reads(&mut terms, random, stores);
    let query = conditions(&mut terms, random, &pool);
    let answer = decide(&mut backend(), &terms, &query);
    assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
    answer
}

#[test]
fn tables_agree_with_enumeration() {
    let mut random = Random::new(6);
    for size in [1, 5, 64, 200, 256, 300, 700, 1024] {
        let mut terms = Terms::new();
        let index = symbol(&mut terms, "i", 10);
        let elements: Vec<Bits> = (0..size).map(|_| Bits::from_u64(8, random.next())).collect();
        let table = Table::new(10, Bits::from_u64(8, 77), elements.iter().cloned());
        let table = terms.table(table);
        let read = terms.select(table, index);
        let mut backend = backend();
        // Beyond the listed elements first: what is learned there must not hold elsewhere.
        let seventy_seven = terms.constant(8, 77);
        let other = terms.ne(read, seventy_seven);
        if size < 1024 {
            let end = terms.constant(10, size);
            let outside = terms.ule(end, index);
            assert!(!decide(&mut backend, &terms, &[other, outside]), "{size}");
            assert!(!decide(&mut backend, &terms, &[outside, other]), "{size}");
        }
        assert!(decide(&mut backend, &terms, &[other]), "{size}");
        let mut outcomes = [0, 0];
        for value in 0..12 * EFFORT {
            let value = terms.constant(8, value as u64);
            let here = terms.eq(read, value);
            let bound = terms.constant(10, size / 2);
            let below = terms.ult(index, bound);
            let answer = decide(&mut backend, &terms, &[here, below]);
            assert_eq!(answer, enumerate(&terms, &[here, below]), "{size} {value}");
            outcomes[usize::from(answer)] += 1;
        }
        let default = terms.eq(read, seventy_seven);
        assert_eq!(decide(&mut backend, &terms, &[default]), enumerate(&terms, &[default]));
        assert!(size > 256 || outcomes[0] > 0, "not every byte is in a small table");
        // A store over the table: the table is an array then, which is slow if it is large.
        if size > 64 {
            continue;
        }
        let zero = terms.constant(10, 0);
        let five = terms.constant(8, 5);
        let stored = terms.store(table, index, five);
        let first = terms.select(stored, zero);
        let kept = terms.eq(first, five);
        let moved = terms.ne(index, zero);
        let answer = decide(&mut backend, &terms, &[kept, moved]);
        assert_eq!(answer, enumerate(&terms, &[kept, moved]), "{size}");
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
    let mut backend = backend();
    assert!(decide(&mut backend, &terms, &[differ]));
    assert!(!decide(&mut backend, &terms, &[differ, same]));
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
    assert!(decide(&mut backend, &terms, &query));
    let two = terms.constant(64, 2);
    query.push(terms.ne(i, two));
    assert!(!decide(&mut backend, &terms, &query));
}

/// With few indices, arrays on different constants are equal if stores reach all of them.
#[test]
fn arrays_on_different_constants_are_compared() {
    let mut terms = Terms::new();
    let mut elements = [0; 16];
    elements[4..8].fill(1);
    let low = Table::new(4, Bits::from_u64(1, 0), elements.map(|bit| Bits::from_u64(1, bit)));
    elements[8..].fill(1);
    let high = Table::new(4, Bits::from_u64(1, 1), elements.map(|bit| Bits::from_u64(1, bit)));
    let (low, high) = (terms.table(low), terms.table(high));
    let one = terms.constant(1, 1);
    let i = symbol(&mut terms, "i", 4);
    let mut stored = terms.store(low, i, one);
    let mut backend = backend();
    let same = terms.eq(stored, high);
    assert!(!decide(&mut backend, &terms, &[same]));
    for index in 9..16 {
        let index = terms.constant(4, index);
        stored = terms.store(stored, index, one);
    }
    let same = terms.eq(stored, high);
    assert!(decide(&mut backend, &terms, &[same]));
    let eight = terms.constant(4, 8);
    let elsewhere = terms.ne(i, eight);
    assert!(!decide(&mut backend, &terms, &[same, elsewhere]));
}

#[test]
fn models_of_arrays_have_wide_elements_and_many_entries() {
    let mut terms = Terms::new();
    let wide = array(&mut terms, "wide", 80, 100);
    let mut query = Vec::new();
    for i in 0..20 {
        let index = terms.constant_bits(&Bits::new(80, &[7 * i, i]));
        let element = terms.constant_bits(&Bits::new(100, &[i, 1000 - i]));
        let read = terms.select(wide, index);
        query.push(terms.eq(read, element));
    }
    let Answer::Sat(model) = backend().check(&terms, &query, Budget::conflicts(1000)) else {
        panic!("any elements are possible");
    };
    assert!(satisfies(&terms, &model, &query));
    let id = terms.find_symbol("wide").expect("declared above");
    let value = model.array(id).expect("it was read");
    assert_eq!(value.get(&Bits::new(80, &[21, 3])), Bits::new(100, &[3, 997]));
}

/// Elements of width 1 are bit-vectors, not truth values.
#[test]
fn arrays_of_bits_are_read_and_written() {
    let mut terms = Terms::new();
    let bits = array(&mut terms, "bits", 1, 1);
    let i = symbol(&mut terms, "i", 1);
    let read = terms.select(bits, i);
    let flipped = terms.not(read);
    let stored = terms.store(bits, i, flipped);
    let again = terms.select(stored, read);
    let query = [terms.eq(again, i), terms.ne(stored, bits)];
    assert_eq!(decide(&mut backend(), &terms, &query), enumerate(&terms, &query));
    let constant = terms.const_array(1, read);
    let query = [terms.eq(constant, bits), terms.ne(read, i)];
    assert_eq!(decide(&mut backend(), &terms, &query), enumerate(&terms, &query));
    let never = [terms.eq(stored, bits)];
    assert!(!decide(&mut backend(), &terms, &never));
}
