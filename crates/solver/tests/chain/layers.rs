//! What single layers promise.

use crate::support::{PLENTY, array, symbol};
use crate::walks::native_chain;
use dunlin_ir::Bits;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Chain, Options, Path, Verdict};
use dunlin_solver::value_set::Rule;
use dunlin_term::{Base, BaseId, Model, TermId, Terms, View};
use std::time::Duration;

fn answered(chain: &Chain, name: &str) -> u64 {
    let counters = chain.counters();
    counters.iter().find(|(layer, _)| *layer == name).map_or(0, |(_, c)| c.answered())
}

fn only(change: impl FnOnce(&mut Options)) -> Chain {
    let mut options = Options { budget: PLENTY, check: true, ..Options::bare() };
    change(&mut options);
    native_chain(&options)
}

/// Adds a condition that is possible.
fn assume(chain: &mut Chain, terms: &mut Terms, path: &mut Path, condition: TermId) {
    match chain.may_hold(terms, path, condition) {
        Verdict::Sat(witness) => chain.assume(terms, path, condition, witness),
        other => panic!("{other:?}"),
    }
}

fn backend_answers(chain: &Chain) -> u64 {
    chain.portfolio().members().iter().map(|member| member.answers()).sum()
}

#[test]
fn bounds_and_equalities_are_implied() {
    let mut terms = Terms::new();
    let mut chain = only(|options| options.implication = true);
    let (x, y) = (symbol(&mut terms, "x", 32), symbol(&mut terms, "y", 32));
    let (ten, twenty) = (terms.constant(32, 10), terms.constant(32, 20));
    let mut path = Path::new();
    let below_ten = terms.ult(x, ten);
    assume(&mut chain, &mut terms, &mut path, below_ten);
    let ordered = terms.slt(x, y);
    assume(&mut chain, &mut terms, &mut path, ordered);
    let before = answered(&chain, "implication");
    let reversed = terms.slt(y, x);
    let equal = terms.eq(x, y);
    let below_twenty = terms.ult(x, twenty);
    let above = terms.ult(twenty, x);
    let negative = {
        let zero = terms.constant(32, 0);
        terms.slt(x, zero)
    };
    for (condition, sat) in
        [(reversed, false), (equal, false), (below_twenty, true), (above, false), (negative, false)]
    {
        let verdict = chain.may_hold(&mut terms, &mut path, condition);
        assert_eq!(verdict.is_sat(), sat);
    }
    assert_eq!(answered(&chain, "implication") - before, 5);
    assert!(chain.disagreements().is_empty());
}

#[test]
fn independence_leaves_other_inputs_alone() {
    let mut terms = Terms::new();
    let mut chain = only(|options| options.independence = true);
    let root = array(&mut terms, "input", 64, 8);
    let byte = |terms: &mut Terms, i: u64| {
        let index = terms.constant(64, i);
        terms.select(root, index)
    };
    let (a, b) = (byte(&mut terms, 0), byte(&mut terms, 1));
    let (seven, nine) = (terms.constant(8, 7), terms.constant(8, 9));
    let mut path = Path::new();
    let a_is_seven = terms.eq(a, seven);
    assume(&mut chain, &mut terms, &mut path, a_is_seven);
    let b_is_nine = terms.eq(b, nine);
    assume(&mut chain, &mut terms, &mut path, b_is_nine);
    let model = path.model();
    assert_eq!(
        [
            model.element_u64(symbol_of(&terms, root), 0),
            model.element_u64(symbol_of(&terms, root), 1)
        ],
        [7, 9]
    );
    // A read at any index needs all of the root.
    let index = symbol(&mut terms, "index", 64);
    let anywhere = terms.select(root, index);
    let sum = terms.add(a, anywhere);
    let sixteen = terms.constant(8, 16);
    let condition = terms.eq(sum, sixteen);
    assume(&mut chain, &mut terms, &mut path, condition);
    let is_two = {
        let two = terms.constant(8, 2);
        terms.eq(anywhere, two)
    };
    assert!(chain.may_hold(&mut terms, &mut path, is_two).is_unsat());
    assert!(chain.disagreements().is_empty());
}

fn symbol_of(terms: &Terms, term: TermId) -> dunlin_term::SymbolId {
    match terms.view(term) {
        View::Symbol(id) => id,
        other => panic!("{other:?} is no symbol"),
    }
}

#[test]
fn a_word_and_its_bytes_share_a_cell() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options::default());
    let root = array(&mut terms, "input", 64, 8);
    let bytes: Vec<TermId> = (0..4)
        .map(|i| {
            let index = terms.constant(64, i);
            terms.select(root, index)
        })
        .collect();
    let word = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
    let mut path = Path::new();
    let limit = terms.constant(32, 0x1_0000);
    let small = terms.ult(word, limit);
    assume(&mut chain, &mut terms, &mut path, small);
    assert_eq!(path.boxes().cells().count(), 1, "a word is one cell");
    let zero = terms.constant(8, 0);
    let top_is_zero = terms.eq(bytes[3], zero);
    let top_is_not = terms.not(top_is_zero);
    assert!(chain.may_hold(&mut terms, &mut path, top_is_zero).is_sat());
    assert!(chain.may_hold(&mut terms, &mut path, top_is_not).is_unsat());
    assert_eq!(backend_answers(&chain), 0, "value sets answer all of it");
}

#[test]
fn a_table_at_a_byte_is_swept() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options::default());
    let root = array(&mut terms, "input", 64, 8);
    let first = terms.constant(64, 0);
    let byte = terms.select(root, first);
    let classes = dunlin_term::Table::new(
        8,
        Bits::from_u64(8, 0),
        (0..256).map(|c| Bits::from_u64(8, u64::from((48..58).contains(&c)))),
    );
    let table = terms.table(classes);
    let class = terms.select(table, byte);
    let one = terms.constant(8, 1);
    let is_digit = terms.eq(class, one);
    let mut path = Path::new();
    assume(&mut chain, &mut terms, &mut path, is_digit);
    let nine = terms.constant(8, 57);
    let beyond = terms.ult(nine, byte);
    assert!(chain.may_hold(&mut terms, &mut path, beyond).is_unsat());
    assert_eq!(backend_answers(&chain), 0);
    let sets = chain.value_sets().expect("they are on");
    assert!(sets.tally.count(Rule::Sweep) > 0);
}

#[test]
fn addresses_are_those_of_the_state() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options { check: true, ..Options::default() });
    let mut object = |object| {
        let size = None;
        terms.base(&Base { object, width: 64, size, align: 16, non_null: true })
    };
    let (p, q) = (object(1), object(2));
    let mut model = Model::new();
    model.set_address(BaseId(0), 0x1000);
    model.set_address(BaseId(1), 0x2000);
    let mut path = Path::with_model(model);
    let (ordered, reversed) = (terms.ult(p, q), terms.ult(q, p));
    assert!(chain.may_hold(&mut terms, &mut path, ordered).is_sat());
    assert!(chain.may_hold(&mut terms, &mut path, reversed).is_unsat());
    let index = symbol(&mut terms, "index", 64);
    let inside = terms.add(p, index);
    let meets = terms.eq(inside, q);
    match chain.may_hold(&mut terms, &mut path, meets) {
        Verdict::Sat(witness) => {
            assert_eq!(witness.model.get_u64(symbol_of(&terms, index), 64), 0x1000);
            assert_eq!(witness.model.address(BaseId(1)), 0x2000);
        }
        other => panic!("{other:?}"),
    }
    assert!(chain.disagreements().is_empty());
}

/// A question that ran out of patience is told from one beyond the budget, and has its answer later.
#[test]
fn patience_is_less_than_the_budget() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options::default());
    let (x, y) = (symbol(&mut terms, "x", 10), symbol(&mut terms, "y", 10));
    let (x, y) = (terms.zext(20, x), terms.zext(20, y));
    let product = terms.mul(x, y);
    let prime = terms.constant(20, 524_287);
    let condition = terms.eq(product, prime);
    assert_eq!(chain.set_patience(Some(3)), None);
    let before = chain.effort();
    assert!(matches!(chain.check(&mut terms, &[condition]), Verdict::Unknown(_)));
    assert!(chain.take_ran_out() && !chain.take_ran_out());
    assert!((1..=10).contains(&chain.take_hardest()));
    assert!(chain.effort() > before);
    assert_eq!(chain.set_patience(None), Some(3));
    assert!(chain.check(&mut terms, &[condition]).is_unsat());
    assert!(!chain.take_ran_out());
    chain.set_budget(Budget::conflicts(2));
    assert_eq!((chain.set_patience(Some(3)), chain.set_patience(None)), (None, None));
}

#[test]
fn a_conjunction_is_checked_in_groups() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options::default());
    let names = ["a", "b", "c", "d"];
    let inputs: Vec<TermId> = names.iter().map(|name| symbol(&mut terms, name, 16)).collect();
    let (product, other) = (terms.mul(inputs[0], inputs[1]), terms.mul(inputs[2], inputs[3]));
    let (k, one) = (terms.constant(16, 3 * 5 * 7 * 11), terms.constant(16, 1));
    let mut constraints = vec![terms.eq(product, k), terms.eq(other, k)];
    for &input in &inputs {
        constraints.push(terms.ult(one, input));
    }
    match chain.check(&mut terms, &constraints) {
        Verdict::Sat(witness) => {
            assert!(crate::support::satisfies(&terms, &witness.model, &constraints));
        }
        other => panic!("{other:?}"),
    }
    let two = terms.constant(16, 2);
    let even = terms.urem(inputs[2], two);
    let zero = terms.constant(16, 0);
    constraints.push(terms.eq(even, zero));
    // An odd product has no even factor.
    assert!(chain.check(&mut terms, &constraints).is_unsat());
}

/// Outside of a path no model satisfies the other constraints yet, so none is next to it.
#[test]
fn a_conjunction_is_of_no_path() {
    for independence in [true, false] {
        let mut terms = Terms::new();
        let options = Options { neighbours: true, independence, budget: PLENTY, ..Options::bare() };
        let mut chain = native_chain(&options);
        let inputs: Vec<TermId> =
            ["a", "b", "c"].iter().map(|name| symbol(&mut terms, name, 8)).collect();
        let five = terms.constant(8, 5);
        let constraints = [
            terms.ult(five, inputs[0]),
            terms.ult(inputs[0], inputs[1]),
            terms.ult(inputs[1], inputs[2]),
        ];
        match chain.check(&mut terms, &constraints) {
            Verdict::Sat(witness) => {
                assert!(crate::support::satisfies(&terms, &witness.model, &constraints));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn inputs_of_more_than_64_bits_are_asked_about() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options { check: true, ..Options::default() });
    let mut path = Path::new();
    let x = symbol(&mut terms, "x", 100);
    let square = terms.mul(x, x);
    let low = terms.extract(3, 0, square);
    let nine = terms.constant(4, 9);
    let found = terms.eq(low, nine);
    assume(&mut chain, &mut terms, &mut path, found);
    // An odd number has an odd square.
    let bit = terms.extract(0, 0, x);
    let even = terms.not(bit);
    assert!(chain.may_hold(&mut terms, &mut path, even).is_unsat());
    assert!(chain.disagreements().is_empty());
}

/// The time of a question counts from when it is asked, not from when the chain was made.
#[test]
fn every_question_has_its_own_time() {
    for (timeout, decided) in [(Duration::from_secs(1), true), (Duration::ZERO, false)] {
        let mut terms = Terms::new();
        let mut chain = only(|options| (options.check, options.timeout) = (false, Some(timeout)));
        std::thread::sleep(timeout + Duration::from_millis(10));
        let mut path = Path::new();
        let (x, y) = (symbol(&mut terms, "x", 8), symbol(&mut terms, "y", 8));
        let (product, nine) = (terms.mul(x, y), terms.constant(8, 9));
        let condition = terms.eq(product, nine);
        let verdict = chain.may_hold(&mut terms, &mut path, condition);
        assert_eq!(matches!(verdict, Verdict::Sat(_)), decided, "{verdict:?}");
        let whole = chain.check(&mut terms, &[condition]);
        assert_eq!(matches!(whole, Verdict::Sat(_)), decided, "{whole:?}");
    }
}
