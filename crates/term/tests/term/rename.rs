//! Sets of constraints that are the same up to a bijection of bases (thesis, Algorithm 2).

use dunlin_term::{Base, BaseId, Sort, TermId, Terms, View};

fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).expect("a name has one sort")
}

fn base(terms: &mut Terms, object: u64, size: u64) -> TermId {
    let size = Some(terms.constant(64, size));
    terms.base(&Base { object, width: 64, size, align: 16, non_null: true })
}

fn id(terms: &Terms, base: TermId) -> BaseId {
    match terms.view(base) {
        View::Base(id) => id,
        other => panic!("{other:?} is no base"),
    }
}

/// A table with two pointers, read at `i`.
fn read(terms: &mut Terms, [first, second]: [TermId; 2]) -> TermId {
    let i = symbol(terms, "i", 64);
    let (zero, one) = (terms.constant(64, 0), terms.constant(64, 1));
    let table = terms.const_array(64, zero);
    let table = terms.store(table, zero, first);
    let table = terms.store(table, one, second);
    terms.select(table, i)
}

#[test]
fn bases_are_renamed_both_ways() {
    let mut terms = Terms::new();
    let [a, b, c, d] = [1, 2, 3, 4].map(|object| base(&mut terms, object, 8));
    let (x, y) = (read(&mut terms, [a, b]), read(&mut terms, [c, d]));
    let (known, asked) = (terms.eq(x, b), terms.eq(y, d));
    let found = terms.same_but_for_bases(&[known], &[asked]).expect("they are the same");
    let mut expected = [(a, c), (b, d)].map(|(x, y)| (id(&terms, x), id(&terms, y))).to_vec();
    expected.sort();
    let mut found = found;
    found.sort();
    assert_eq!(found, expected);
    // The other element is compared: the same hash, another question.
    let other = terms.eq(y, c);
    assert_eq!(terms.same_but_for_bases(&[known], &[other]), None);
}

#[test]
fn two_objects_are_never_one() {
    let mut terms = Terms::new();
    let [a, b, c] = [1, 2, 3].map(|object| base(&mut terms, object, 8));
    let x = symbol(&mut terms, "x", 64);
    let constraint = |terms: &mut Terms, p: TermId, q: TermId| {
        let one = terms.constant(64, 1);
        let first = terms.ite(TermId::FALSE, q, p);
        let left = terms.ult(first, x);
        let sum = terms.add(q, one);
        let right = terms.ult(x, sum);
        [left, right]
    };
    let (different, same) = (constraint(&mut terms, a, b), constraint(&mut terms, c, c));
    assert_eq!(terms.same_but_for_bases(&different, &same), None);
    assert_eq!(terms.same_but_for_bases(&same, &different), None);
    let swapped = constraint(&mut terms, b, a);
    assert!(terms.same_but_for_bases(&different, &swapped).is_some());
}

#[test]
fn objects_have_the_same_size_and_alignment() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 64);
    let (a, other_size) = (base(&mut terms, 1, 8), base(&mut terms, 2, 9));
    let size = Some(terms.constant(64, 8));
    let other_align = terms.base(&Base { object: 3, width: 64, size, align: 32, non_null: true });
    let maybe_null = terms.base(&Base { object: 4, width: 64, size, align: 16, non_null: false });
    let unknown = Base { object: 5, width: 64, size: None, align: 16, non_null: true };
    let unknown = terms.base(&unknown);
    let known = terms.ult(a, x);
    for other in [other_size, other_align, maybe_null, unknown] {
        let asked = terms.ult(other, x);
        assert_eq!(terms.same_but_for_bases(&[known], &[asked]), None);
    }
    let alike = base(&mut terms, 6, 8);
    let asked = terms.ult(alike, x);
    assert!(terms.same_but_for_bases(&[known], &[asked]).is_some());
}

#[test]
fn the_order_of_constraints_and_operands_does_not_matter() {
    let mut terms = Terms::new();
    // The bases of the second set are older and younger than the symbols, so that the order of
    // operands differs.
    let c = base(&mut terms, 3, 8);
    let (x, y) = (symbol(&mut terms, "x", 64), symbol(&mut terms, "y", 64));
    let [a, b, d] = [1, 2, 4].map(|object| base(&mut terms, object, 8));
    let constraints = |terms: &mut Terms, p: TermId, q: TermId| {
        let sum = terms.add(p, x);
        let sum = terms.add(sum, y);
        let first = terms.ult(sum, x);
        let product = terms.mul(q, x);
        let second = terms.eq(product, y);
        let third = terms.eq(q, p);
        let fourth = terms.ult(x, y);
        [first, second, third, fourth]
    };
    let known = constraints(&mut terms, a, b);
    let mut asked = constraints(&mut terms, c, d);
    asked.reverse();
    asked.rotate_left(1);
    let found = terms.same_but_for_bases(&known, &asked).expect("they are the same");
    assert_eq!(found.len(), 2);
    // A constraint without bases must be there as it is.
    asked[0] = TermId::TRUE;
    assert_eq!(terms.same_but_for_bases(&known, &asked), None);
}

/// Constraints with equal hashes, which only a search puts in the right order.
#[test]
fn a_wrong_partner_is_taken_back() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 64);
    let objects: Vec<TermId> = (0..6).map(|object| base(&mut terms, object, 8)).collect();
    // A ring of three: the renaming must turn it round as one.
    let ring = |terms: &mut Terms, of: [TermId; 3], marked: usize| {
        let mut set = Vec::new();
        for i in 0..3 {
            let sum = terms.add(of[i], x);
            let product = terms.mul(sum, x);
            set.push(terms.ult(product, of[(i + 1) % 3]));
        }
        set.push(terms.slt(of[marked], x));
        set
    };
    let [a, b, c, d, e, f] = objects[..] else { panic!("six objects") };
    let known = ring(&mut terms, [a, b, c], 0);
    for marked in 0..3 {
        let asked = ring(&mut terms, [d, e, f], marked);
        let found = terms.same_but_for_bases(&known, &asked).expect("a turned ring");
        let of_a = found.iter().find(|pair| pair.0 == id(&terms, a)).expect("a is renamed").1;
        assert_eq!(of_a, id(&terms, [d, e, f][marked]));
    }
    // The other way round is no ring of this kind.
    let mut reversed = ring(&mut terms, [d, e, f], 0);
    let sum = terms.add(e, x);
    let product = terms.mul(sum, x);
    reversed[0] = terms.ult(product, d);
    assert_eq!(terms.same_but_for_bases(&known, &reversed), None);
}

#[test]
fn parameters_and_arrays_count() {
    let mut terms = Terms::new();
    let (a, b) = (base(&mut terms, 1, 8), base(&mut terms, 2, 8));
    let slices = |terms: &mut Terms, base: TermId, low: u32| {
        let slice = terms.extract(low + 7, low, base);
        let value = symbol(terms, "byte", 8);
        terms.ult(slice, value)
    };
    let (known, same, other) =
        (slices(&mut terms, a, 8), slices(&mut terms, b, 8), slices(&mut terms, b, 16));
    assert!(terms.same_but_for_bases(&[known], &[same]).is_some());
    assert_eq!(terms.same_but_for_bases(&[known], &[other]), None);
    let roots = ["r", "s"].map(|name| {
        terms.symbol(name, Sort::Array { index: 64, element: 8 }).expect("a name has one sort")
    });
    let seven = terms.constant(8, 7);
    let [known, asked] = [(roots[0], a), (roots[1], b)].map(|(root, base)| {
        let read = terms.select(root, base);
        terms.eq(read, seven)
    });
    assert_eq!(terms.same_but_for_bases(&[known], &[asked]), None);
}

#[test]
fn long_chains_of_stores_need_no_stack() {
    let mut terms = Terms::new();
    let (a, b) = (base(&mut terms, 1, 8), base(&mut terms, 2, 8));
    let (zero, i) = (terms.constant(64, 0), symbol(&mut terms, "i", 64));
    let [known, asked] = [a, b].map(|base| {
        let mut table = terms.const_array(64, zero);
        for index in 0..5000 {
            let index = terms.constant(64, index);
            table = terms.store(table, index, base);
        }
        let read = terms.select(table, i);
        terms.eq(read, base)
    });
    assert!(terms.same_but_for_bases(&[known], &[asked]).is_some());
}
