//! Tables at symbolic indices: comparisons of elements, sums, indices with known bits.

use crate::support::{Random, decide, enumerate, symbol};
use dunlin_ir::Bits;
use dunlin_solver::backend::Backend;
use dunlin_solver::native::Native;
use dunlin_term::{Sort, Table, TermId, Terms};

/// A table of up to `most` elements with values below `values`.
fn table(
    terms: &mut Terms,
    random: &mut Random,
    index: u32,
    element: u32,
    most: usize,
    values: usize,
) -> TermId {
    let mut value = || Bits::from_u64(element, random.below(values) as u64);
    let default = value();
    let elements: Vec<Bits> = (0..most).map(|_| value()).collect();
    let count = 1 + random.below(most);
    terms.table(Table::new(index, default, elements.into_iter().take(count)))
}

/// An index that some bits of the inputs choose: shifted, inverted, doubled, extended.
fn index(terms: &mut Terms, random: &mut Random, inputs: &[TermId], width: u32) -> TermId {
    let mut narrow = random.pick(inputs);
    if random.chance(2) {
        let flipped = terms.constant(terms.width(narrow), random.next() & 0xf);
        narrow = terms.xor(narrow, flipped);
    }
    if random.chance(3) {
        let other = random.pick(inputs);
        let low = terms.extract(1, 0, other);
        narrow = terms.concat(low, narrow);
    }
    let have = terms.width(narrow);
    let wide = match (have.cmp(&width), random.below(3)) {
        (std::cmp::Ordering::Less, 0) => terms.sext(width, narrow),
        (std::cmp::Ordering::Less, _) => terms.zext(width, narrow),
        (std::cmp::Ordering::Equal, _) => narrow,
        (std::cmp::Ordering::Greater, _) => terms.extract(width - 1, 0, narrow),
    };
    match random.below(4) {
        0 => {
            let two = terms.constant(width, 2);
            terms.mul(wide, two)
        }
        1 => {
            let offset = terms.constant(width, random.next() & 3);
            terms.add(wide, offset)
        }
        _ => wide,
    }
}

/// A truth value of one or more elements.
fn condition(terms: &mut Terms, random: &mut Random, elements: &[TermId]) -> TermId {
    let mut x = random.pick(elements);
    for _ in 0..random.below(4) {
        let width = terms.width(x);
        let constant = terms.constant(width, random.next() & ((1 << width) - 1));
        x = match random.below(9) {
            0 => terms.add(x, constant),
            1 => terms.and(x, constant),
            2 => terms.or(x, constant),
            3 => terms.xor(x, constant),
            4 => terms.mul(x, constant),
            5 => terms.sext(width + 2, x),
            6 if width > 2 => terms.extract(width - 2, 1, x),
            7 => terms.not(x),
            _ => {
                let other = random.pick(elements);
                if width > 40 { x } else { terms.concat(x, other) }
            }
        };
    }
    let width = terms.width(x);
    let constant = terms.constant(width, random.next() & ((1 << width) - 1));
    let compared = match random.below(6) {
        0 => terms.eq(x, constant),
        1 => terms.ult(x, constant),
        2 => terms.ult(constant, x),
        3 => terms.slt(x, constant),
        4 => terms.slt(constant, x),
        _ => {
            let (x, y) = (random.pick(elements), random.pick(elements));
            let same = terms.width(x) == terms.width(y);
            if same { terms.eq(x, y) } else { terms.truth(true) }
        }
    };
    if random.chance(2) { terms.not(compared) } else { compared }
}

#[test]
fn lookups_agree_with_enumeration() {
    let mut random = Random::new(21);
    let mut outcomes = [0, 0];
    for _ in 0..1_500 {
        let mut terms = Terms::new();
        let inputs = ["x", "y", "z"].map(|name| symbol(&mut terms, name, 4));
        let index_width = 4 + random.below(3) as u32;
        let mut elements = Vec::new();
        for _ in 0..1 + random.below(3) {
            let width = 2 + random.below(7) as u32;
            let table = table(&mut terms, &mut random, index_width, width, 16, 1 << width);
            let at = index(&mut terms, &mut random, &inputs, index_width);
            elements.push(terms.select(table, at));
            // The next element of the same table.
            let one = terms.constant(index_width, 1);
            let next = terms.add(at, one);
            elements.push(terms.select(table, next));
        }
        let mut query = Vec::new();
        for _ in 0..1 + random.below(4) {
            let mut made = condition(&mut terms, &mut random, &elements);
            if random.chance(3) {
                let other = condition(&mut terms, &mut random, &elements);
                made =
                    if random.chance(2) { terms.and(made, other) } else { terms.or(made, other) };
            }
            query.push(made);
        }
        let answer = decide(&mut Native::new(), &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        outcomes[usize::from(answer)] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 200), "both answers occur: {outcomes:?}");
}

/// A table of bytes at an index of 64 bits, of which only the low ones are open.
#[test]
fn a_large_table_is_searched_in_full() {
    let mut random = Random::new(22);
    let mut terms = Terms::new();
    let bytes: Vec<u8> = (0..4096).map(|_| random.below(250) as u8).collect();
    let table = terms.table(Table::of_bytes(64, &bytes));
    let x = symbol(&mut terms, "x", 12);
    let at = terms.zext(64, x);
    let element = terms.select(table, at);
    let mut native = Native::new();
    for value in 0..=255_u8 {
        let constant = terms.constant(8, value.into());
        let same = terms.eq(element, constant);
        assert_eq!(decide(&mut native, &terms, &[same]), bytes.contains(&value));
    }
    // Two elements of which the sum is as large as it gets.
    let y = symbol(&mut terms, "y", 12);
    let other = terms.zext(64, y);
    let other = terms.select(table, other);
    let (wide, other) = (terms.zext(16, element), terms.zext(16, other));
    let sum = terms.add(wide, other);
    for (value, possible) in [(498, true), (499, false)] {
        let constant = terms.constant(16, value);
        let same = terms.eq(sum, constant);
        assert_eq!(decide(&mut native, &terms, &[same]), possible);
    }
    assert_eq!(native.statistics().lemmas, 0);
}

/// Behind the end of a table there is its default, wherever the index points.
#[test]
fn an_open_index_reaches_behind_the_table() {
    let mut terms = Terms::new();
    let table =
        terms.table(Table::new(32, Bits::from_u64(8, 7), [1, 2, 3].map(|i| Bits::from_u64(8, i))));
    let x = symbol(&mut terms, "x", 32);
    let element = terms.select(table, x);
    let mut native = Native::new();
    for (value, possible) in [(0, false), (2, true), (4, false), (7, true)] {
        let constant = terms.constant(8, value);
        let same = terms.eq(element, constant);
        assert_eq!(decide(&mut native, &terms, &[same]), possible, "{value}");
        let large = terms.constant(32, 3);
        let behind = terms.ule(large, x);
        assert_eq!(decide(&mut native, &terms, &[same, behind]), value == 7, "{value}");
    }
}

/// Tables that are too large for a circuit are read with lemmas.
#[test]
fn a_huge_table_takes_lemmas() {
    let mut terms = Terms::new();
    let elements = (0..20_000).map(|i| Bits::from_u64(16, i * 3));
    let table = terms.table(Table::new(32, Bits::from_u64(16, 0), elements));
    assert_eq!(terms.sort(table), Sort::Array { index: 32, element: 16 });
    let x = symbol(&mut terms, "x", 32);
    let element = terms.select(table, x);
    let mut native = Native::new();
    let wanted = terms.constant(16, 30_000);
    let same = terms.eq(element, wanted);
    let ten_thousand = terms.constant(32, 10_000);
    let there = terms.eq(x, ten_thousand);
    assert!(decide(&mut native, &terms, &[same, there]));
    let elsewhere = terms.not(there);
    let near = terms.constant(32, 10_010);
    let near = terms.ult(x, near);
    let above = terms.constant(32, 9_990);
    let above = terms.ult(above, x);
    assert!(!decide(&mut native, &terms, &[same, elsewhere, near, above]));
    assert!(native.statistics().lemmas > 0);
}
