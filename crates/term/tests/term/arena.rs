//! The arena: sizes, deep terms, substitution, free variables, blind hashes, recycling.

use dunlin_ir::Bits;
use dunlin_term::smt::show;
use dunlin_term::{Base, Blind, Evaluator, Model, Sort, SymbolId, Table, TermId, Terms};
use rustc_hash::FxHashMap;

fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).unwrap()
}

#[test]
fn a_name_has_one_sort() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 8);
    assert_eq!(symbol(&mut terms, "x", 8), x);
    let clash = terms.symbol("x", Sort::BitVec(9)).unwrap_err();
    assert!(clash.to_string().contains("symbol x"));
}

#[test]
fn a_hundred_thousand_levels_are_no_trouble() {
    const DEPTH: u64 = 100_000;
    let mut terms = Terms::new();
    let root = terms.symbol("a", Sort::Array { index: 32, element: 32 }).unwrap();
    let x = symbol(&mut terms, "x", 32);
    let (mut array, mut sum, mut choice, mut quotient) = (root, x, x, x);
    for i in 0..DEPTH {
        let at = terms.constant(32, i * 2 + 1);
        let element = terms.add(x, at);
        array = terms.store(array, at, element);
        let read = terms.select(root, at);
        sum = terms.add(sum, read);
        quotient = terms.udiv(quotient, at);
        let condition = terms.eq(read, x);
        choice = terms.ite(condition, at, choice);
    }
    // A store at an unknown index below which nothing can be looked up at once.
    let last = terms.select(array, x);
    let parts = [last, sum, choice, quotient];
    let all = parts.into_iter().reduce(|left, right| terms.xor(left, right)).unwrap();
    let mut model = Model::new();
    model.set(SymbolId(1), &Bits::from_u64(32, 5));
    let mut evaluator = Evaluator::new();
    let value = evaluator.eval(&terms, &model, all).unwrap();
    // a is zero, so: the stored 5 + 5; the sum is x; no read equals x; 5 / 1 / 3 / 5 / ... is 0.
    assert_eq!(value.low_u64(), 10 ^ 5 ^ 5);
    assert_eq!(&*terms.free_variables(all), &[root, x]);
    let y = symbol(&mut terms, "y", 32);
    let replaced = terms.substitute(all, &FxHashMap::from_iter([(x, y)]));
    assert_eq!(&*terms.free_variables(replaced), &[root, y]);
    model.set(SymbolId(2), &Bits::from_u64(32, 5));
    assert_eq!(evaluator.eval(&terms, &model, replaced), Some(value));
    assert_eq!(terms.blind_hash(all, Blind::ToBases), terms.blind_hash(all, Blind::ToBases),);
    assert_ne!(terms.blind_hash(all, Blind::ToBases), terms.blind_hash(replaced, Blind::ToBases));
    let before = terms.len();
    assert_eq!(terms.collect([all, replaced]).live, terms.len());
    assert!(terms.len() <= before);
    assert!(terms.collect([]).recycled > 500_000);
}

/// In each shape: a chain of operators, of choices that nest in their condition, in one branch and in the
/// other, of stores and choices of arrays. A test's stack of 2 MiB would hold no frame of 20 bytes for each
/// level.
#[test]
fn deep_terms_need_no_stack() {
    type Grow = fn(&mut Terms, TermId, [TermId; 4], u64) -> TermId;
    const DEPTH: u64 = 100_000;
    let shapes: [(&str, u64, Grow); 6] = [
        ("quotient", 1_000_000, |terms, deep, [x, ..], _| terms.udiv(deep, x)),
        ("yes", DEPTH, |terms, deep, [x, _, p, _], i| {
            let number = terms.constant(32, i);
            let here = terms.eq(x, number);
            let either = terms.xor(here, p);
            terms.ite(either, deep, number)
        }),
        ("no", DEPTH, |terms, deep, [x, _, p, _], i| {
            let number = terms.constant(32, i);
            let here = terms.eq(x, number);
            let either = terms.xor(here, p);
            terms.ite(either, number, deep)
        }),
        ("condition", DEPTH, |terms, deep, [x, y, ..], i| {
            let (one, two) = (terms.constant(32, i), terms.constant(32, i + 7));
            let here = terms.ult(deep, x);
            let (one, two) = (terms.xor(one, y), terms.xor(two, y));
            terms.ite(here, one, two)
        }),
        ("array", DEPTH, |terms, deep, [x, y, p, a], i| {
            let number = terms.constant(32, i);
            let at = terms.xor(y, number);
            let stored = terms.store(a, at, deep);
            let other = terms.ite(p, stored, a);
            terms.select(other, x)
        }),
        ("bits", DEPTH, |terms, deep, [x, ..], i| {
            let shifted = terms.ashr(deep, x);
            let number = terms.constant(32, i | 1);
            let mixed = terms.or(shifted, number);
            terms.not(mixed)
        }),
    ];
    for (name, depth, grow) in shapes {
        let mut terms = Terms::new();
        let (x, y) = (symbol(&mut terms, "x", 32), symbol(&mut terms, "y", 32));
        let p = symbol(&mut terms, "p", 1);
        let a = terms.symbol("a", Sort::Array { index: 32, element: 32 }).unwrap();
        let mut deep = x;
        for i in 0..depth {
            deep = grow(&mut terms, deep, [x, y, p, a], i);
        }
        assert!(terms.len() as u64 >= depth, "{name} is not deep");
        let mut model = Model::new();
        model.set(SymbolId(0), &Bits::from_u64(32, 3));
        let mut evaluator = Evaluator::new();
        let value = evaluator.eval(&terms, &model, deep).unwrap();
        assert!(terms.free_variables(deep).contains(&x), "{name}");
        let z = symbol(&mut terms, "z", 32);
        let replaced = terms.substitute(deep, &FxHashMap::from_iter([(x, z)]));
        assert!(terms.free_variables(replaced).contains(&z), "{name}");
        model.set(SymbolId(4), &Bits::from_u64(32, 3));
        assert_eq!(evaluator.eval(&terms, &model, replaced), Some(value), "{name}");
        assert_ne!(
            terms.blind_hash(deep, Blind::ToBases),
            terms.blind_hash(replaced, Blind::ToBases),
            "{name}"
        );
        let _ = (terms.known_bits(deep), terms.known_zero_ends(deep));
        assert!(show(&terms, deep).len() as u64 > depth, "{name}");
        assert!(terms.collect([deep]).live as u64 >= depth, "{name}");
        assert!(terms.collect([]).recycled as u64 >= depth, "{name}");
    }
}

#[test]
fn substitution_simplifies() {
    let mut terms = Terms::new();
    let (x, y) = (symbol(&mut terms, "x", 32), symbol(&mut terms, "y", 32));
    let product = terms.mul(x, y);
    let sum = terms.add(product, y);
    let three = terms.constant(32, 3);
    let four = terms.constant(32, 4);
    let expected = terms.mul(y, four);
    let replaced = terms.substitute(sum, &FxHashMap::from_iter([(x, three)]));
    assert_eq!(replaced, expected);
    // Arrays are replaced, too.
    let array = terms.symbol("a", Sort::Array { index: 32, element: 8 }).unwrap();
    let element = terms.select(array, x);
    let table = terms.table(Table::of_bytes(32, b"dunlin"));
    let map = FxHashMap::from_iter([(array, table), (x, three)]);
    let letter = terms.substitute(element, &map);
    assert_eq!(terms.as_u64(letter), Some(u64::from(b'l')));
}

fn base(object: u64) -> Base {
    Base { object, width: 64, size: None, align: 8, non_null: true }
}

#[test]
fn zeros_of_all_elements_are_those_of_a_read() {
    let mut terms = Terms::new();
    let (p, q) = (terms.base(&base(1)), terms.base(&base(2)));
    let (i, j) = (symbol(&mut terms, "i", 64), symbol(&mut terms, "j", 64));
    let zero = terms.constant(64, 0);
    let empty = terms.const_array(64, zero);
    let one = terms.store(empty, i, p);
    let two = terms.store(one, j, q);
    let read = terms.select(two, zero);
    assert_eq!(terms.known_zero_ends(read), (0, 3));
    let offset = terms.sub(read, p);
    assert_eq!(terms.known_zero_ends(offset), (0, 3));
    assert_eq!(terms.known_zero_ends(two), (0, 0), "an array is no bit-vector");
    let nothing = terms.table(Table::new(64, Bits::from_u64(64, 0), []));
    let stored = terms.store(nothing, i, p);
    let read = terms.select(stored, j);
    assert_eq!(terms.known_zero_ends(read), (0, 3));
    // A byte in a word, in either of two arrays.
    let byte = symbol(&mut terms, "byte", 8);
    let byte = terms.zext(64, byte);
    let bytes = terms.store(empty, j, byte);
    let c = symbol(&mut terms, "c", 1);
    let either = terms.ite(c, bytes, empty);
    let read = terms.select(either, i);
    assert_eq!(terms.known_zero_ends(read), (56, 0));
    let mixed = terms.ite(c, bytes, two);
    let read = terms.select(mixed, i);
    assert_eq!(terms.known_zero_ends(read), (0, 0));
    let root = terms.symbol("root", Sort::Array { index: 64, element: 64 }).unwrap();
    let stored = terms.store(root, i, p);
    let read = terms.select(stored, j);
    assert_eq!(terms.known_zero_ends(read), (0, 0), "an input can be anything");
}

#[test]
fn hashes_are_blind_to_what_they_must_not_see() {
    let mut terms = Terms::new();
    let (p, q) = (terms.base(&base(1)), terms.base(&base(2)));
    let x = symbol(&mut terms, "x", 64);
    let of = |terms: &mut Terms, base: TermId, offset: u64| {
        let offset = terms.constant(64, offset);
        let sum = terms.add(base, x);
        let sum = terms.add(sum, offset);
        let limit = terms.constant(64, 100);
        terms.ult(sum, limit)
    };
    let first = of(&mut terms, p, 4);
    let other_base = of(&mut terms, q, 4);
    let other_offset = of(&mut terms, p, 5);
    assert!(terms.has_base(first) && !terms.has_base(x));
    let bases = [first, other_base, other_offset].map(|t| terms.blind_hash(t, Blind::ToBases));
    assert_eq!(bases[0], bases[1]);
    assert_ne!(bases[0], bases[2]);
    let constants =
        [first, other_base, other_offset].map(|t| terms.blind_hash(t, Blind::ToConstants));
    assert_ne!(constants[0], constants[1]);
    assert_eq!(constants[0], constants[2]);
}

#[test]
fn blind_hashes_do_not_show_the_order_of_creation() {
    let mut terms = Terms::new();
    let array = terms.symbol("a", Sort::Array { index: 32, element: 32 }).unwrap();
    let (zero, one) = (terms.constant(32, 0), terms.constant(32, 1));
    let first = terms.select(array, zero);
    let x = symbol(&mut terms, "x", 32);
    let second = terms.select(array, one);
    let y = symbol(&mut terms, "y", 32);
    let sums = [first, second].map(|element| {
        let sum = terms.add(element, x);
        let sum = terms.add(sum, y);
        terms.blind_hash(sum, Blind::ToConstants)
    });
    assert_eq!(sums[0], sums[1]);
}

#[test]
fn dead_terms_are_recycled_and_live_ones_stay() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 32);
    let wide = terms.constant_bits(&Bits::new(128, &[1, 2]));
    let kept = {
        let five = terms.constant(32, 5);
        terms.udiv(x, five)
    };
    let mut peak = 0;
    let mut capacity = 0;
    for round in 0..50u64 {
        for i in 0..10_000 {
            let constant = terms.constant(32, round << 20 | i);
            terms.urem(x, constant);
            if i % 100 == 0 {
                terms.constant_bits(&Bits::new(128, &[i, round + 10]));
                terms.table(Table::of_bytes(32, &(round << 16 | i).to_le_bytes()));
            }
        }
        let collection = terms.collect([kept, wide]);
        assert!(collection.recycled >= 20_000, "{collection:?}");
        // true, false, x, 5, x / 5, the wide constant
        assert_eq!(collection.live, 6);
        assert_eq!(terms.len(), 6);
        peak = peak.max(terms.memory_bytes());
        capacity = capacity.max(terms.capacity());
    }
    assert!(capacity < 100, "{capacity}");
    assert!(peak < 64 << 10, "{peak} bytes for six terms");
    // The table finds what stayed, at its old place.
    let five = terms.constant(32, 5);
    assert_eq!(terms.udiv(x, five), kept);
    assert_eq!(terms.as_bits(wide), Some(Bits::new(128, &[1, 2])));
    assert_eq!(terms.constant_bits(&Bits::new(128, &[1, 2])), wide);
}

#[test]
fn recycled_ids_are_used_again() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 32);
    let dead: Vec<TermId> = (2..100)
        .map(|i| {
            let constant = terms.constant(32, i);
            terms.urem(x, constant)
        })
        .collect();
    let last = *dead.last().unwrap();
    let capacity = terms.capacity();
    terms.collect([last]);
    for i in 1000..1040 {
        let constant = terms.constant(32, i);
        let fresh = terms.urem(x, constant);
        assert!(fresh != last && fresh.index() < capacity);
    }
    assert_eq!(terms.capacity(), capacity);
}

#[test]
fn a_node_takes_at_most_48_bytes() {
    let mut terms = Terms::new();
    let symbols: Vec<TermId> = (0..100).map(|i| symbol(&mut terms, &format!("x{i}"), 32)).collect();
    let mut next = 7u64;
    for target in [10_000, 57_000, 58_000, 115_000, 230_000, 400_000] {
        while terms.len() < target {
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let x = symbols[(next >> 33) as usize % 100];
            let constant = terms.constant(32, next >> 40);
            let shifted = terms.lshr(x, symbols[(next >> 50) as usize % 100]);
            let masked = terms.and(shifted, constant);
            terms.udiv(masked, x);
        }
        let per_node = terms.memory_bytes() as f64 / terms.len() as f64;
        assert!(per_node <= 48.0, "{per_node} bytes with {target} terms");
    }
}
