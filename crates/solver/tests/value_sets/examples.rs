//! The examples of the paper ASE, and questions of the shapes that programs ask.

use crate::expressions::{Arena, Term};
use dunlin_solver::value_set::{
    Abstraction, BinaryOp, Boxes, CellId, Comparison, Interval, Means, Satisfiable, Step, Strategy,
    Tally, UnaryOp, ValueSet, Verdict, decide, image, preimage,
};

const X: CellId = CellId(0);
const Y: CellId = CellId(1);

fn strided(width: u32, first: u64, last: u64, stride: u64) -> ValueSet {
    let steps = last.wrapping_sub(first) / stride;
    ValueSet::from_interval(width, Interval::new(width, first, stride, steps))
}

fn ask(boxes: &Boxes, condition: Term, truth: bool, strategy: Strategy) -> Verdict {
    decide(boxes, condition, truth, strategy, &mut Tally::default())
}

fn satisfiable(verdict: Verdict) -> Satisfiable {
    match verdict {
        Verdict::Satisfiable(found) => found,
        other => panic!("expected a box, got {other:?}"),
    }
}

fn shown(boxes: &Boxes, id: CellId, width: u32) -> String {
    boxes.values(id, width).to_string()
}

#[test]
fn values_over_the_end_of_the_circle_are_one_interval() {
    let set = ValueSet::from_interval(64, Interval::new(64, u64::MAX, 3, 2));
    assert_eq!(set.iter().collect::<Vec<_>>(), [u64::MAX, 2, 5]);
    assert_eq!(set.to_string(), format!("{{{}..5/3}}:64", u64::MAX));
}

#[test]
fn listing_1_doubling() {
    let mut tally = Tally::default();
    let x = ValueSet::range(32, 10, 20);
    let y = image(Step::Multiply(2), &x, &mut tally);
    assert_eq!(y.into_exact(), Some(strided(32, 20, 40, 2)));
    let below = preimage(Step::Multiply(2), &x, &ValueSet::range(32, 0, 29), &mut tally);
    assert_eq!(below.into_exact(), Some(ValueSet::range(32, 10, 14)));
}

#[test]
fn multiplication_that_wraps_is_reversed() {
    let mut tally = Tally::default();
    let x = ValueSet::range(64, 1 << 63, u64::MAX);
    let y = image(Step::Multiply(2), &x, &mut tally);
    assert_eq!(y.into_exact(), Some(strided(64, 0, u64::MAX - 1, 2)));
    let target = ValueSet::range(64, 0, (1 << 32) - 1);
    let found = preimage(Step::Multiply(2), &x, &target, &mut tally);
    let expected = ValueSet::range(64, 1 << 63, (1 << 63) + (1 << 31) - 1);
    assert_eq!(found.into_exact(), Some(expected));
}

#[test]
fn division_is_reversed_with_its_offset() {
    let mut tally = Tally::default();
    let x = strided(64, 11, 27, 4);
    let y = image(Step::UnsignedDivide(2), &x, &mut tally);
    assert_eq!(y.into_exact(), Some(strided(64, 5, 13, 2)));
    let target = ValueSet::range(64, 6, u64::MAX);
    let found = preimage(Step::UnsignedDivide(2), &x, &target, &mut tally);
    assert_eq!(found.into_exact(), Some(strided(64, 15, 27, 4)));
}

/// Listing 2 up to `x <= y`: `10 <= x <= 15` after `3 * x - 1 < 45`, `10 <= y <= 20`.
fn listing_2(arena: &Arena) -> Boxes {
    let mut boxes = Boxes::new();
    boxes.set_precise(X, ValueSet::range(32, 10, 30));
    boxes.set_precise(Y, ValueSet::range(32, 10, 20));
    let tripled = arena.constant(32, 3).binary(BinaryOp::Multiply, arena.cell(0, 32));
    let value = tripled.binary(BinaryOp::Subtract, arena.constant(32, 1));
    let condition = value.compare(Comparison::UnsignedLess, arena.constant(32, 45));
    let no = satisfiable(ask(&boxes, condition, false, Strategy::BoxMiddle));
    assert_eq!((shown(&no.boxes, X, 32).as_str(), no.means), ("{16..30}:32", Means::Precise));
    let yes = satisfiable(ask(&boxes, condition, true, Strategy::BoxMiddle));
    assert_eq!((shown(&yes.boxes, X, 32).as_str(), yes.means), ("{10..15}:32", Means::Precise));
    yes.boxes
}

#[test]
fn listing_2_middle() {
    let arena = Arena::default();
    let boxes = listing_2(&arena);
    let (x, y) = (arena.cell(0, 32), arena.cell(1, 32));
    let ordered = x.compare(Comparison::UnsignedLessEqual, y);
    let greater = satisfiable(ask(&boxes, ordered, false, Strategy::BoxMiddle));
    assert_eq!(shown(&greater.boxes, X, 32), "{13..15}:32");
    assert_eq!(shown(&greater.boxes, Y, 32), "{10..12}:32");
    let ordered = satisfiable(ask(&boxes, ordered, true, Strategy::BoxMiddle));
    assert_eq!(shown(&ordered.boxes, X, 32), "{10..12}:32");
    assert_eq!(shown(&ordered.boxes, Y, 32), "{12..20}:32");
    assert_eq!(ordered.boxes.abstraction(X), Abstraction::Box);
    assert!(ordered.boxes.are_linked(X, Y));
    let large = arena.constant(32, 12).compare(Comparison::UnsignedLess, x);
    let small = satisfiable(ask(&ordered.boxes, large, false, Strategy::BoxMiddle));
    assert_eq!(shown(&small.boxes, X, 32), "{10..12}:32");
    // Outside of the box nothing is known; a solver's witness moves both cells.
    assert!(matches!(ask(&ordered.boxes, large, true, Strategy::BoxMiddle), Verdict::Unknown));
    let mut upgraded = ordered.boxes.clone();
    upgraded.upgrade(&[(X, 32)], |_| 14, &mut Tally::default());
    assert_eq!(shown(&upgraded, X, 32), "{14}:32");
    assert_eq!(shown(&upgraded, Y, 32), "{14}:32");
    assert_eq!(upgraded.abstraction(Y), Abstraction::BitVector);
    // The old box is untouched.
    assert_eq!(shown(&ordered.boxes, X, 32), "{10..12}:32");
}

#[test]
fn figure_1_priority() {
    let arena = Arena::default();
    let mut boxes = Boxes::new();
    boxes.set_precise(X, ValueSet::range(32, 0, 10));
    boxes.set_precise(Y, ValueSet::range(32, 2, 10));
    let (x, y) = (arena.cell(0, 32), arena.cell(1, 32));
    let ordered = x.compare(Comparison::UnsignedLessEqual, y);
    let first = satisfiable(ask(&boxes, ordered, true, Strategy::BoxPriority));
    assert_eq!(shown(&first.boxes, X, 32), "{0..2}:32");
    assert_eq!(shown(&first.boxes, Y, 32), "{2..10}:32");
    assert!(first.boxes.has_alternatives());
    let middle = satisfiable(ask(&boxes, ordered, true, Strategy::BoxMiddle));
    assert_eq!(shown(&middle.boxes, X, 32), "{0..6}:32");
    assert_eq!(shown(&middle.boxes, Y, 32), "{6..10}:32");
    // A question on y is answered by the first box, one on a large x by the second.
    let y_small = y.compare(Comparison::UnsignedLessEqual, arena.constant(32, 5));
    let found = satisfiable(ask(&first.boxes, y_small, true, Strategy::BoxPriority));
    assert_eq!(shown(&found.boxes, Y, 32), "{2..5}:32");
    assert!(!found.boxes.has_alternatives());
    let x_large = arena.constant(32, 7).compare(Comparison::UnsignedLess, x);
    let found = satisfiable(ask(&first.boxes, x_large, true, Strategy::BoxPriority));
    assert_eq!(shown(&found.boxes, X, 32), "{8..10}:32");
    assert_eq!(shown(&found.boxes, Y, 32), "{10}:32");
}

#[test]
fn strides_decide_what_ranges_cannot() {
    let arena = Arena::default();
    let x = arena.cell(0, 32);
    let odd = x
        .binary(BinaryOp::UnsignedRemainder, arena.constant(32, 2))
        .compare(Comparison::Equal, arena.constant(32, 1));
    assert!(matches!(ask(&Boxes::new(), odd, true, Strategy::Intervals), Verdict::Unknown));
    let found = satisfiable(ask(&Boxes::new(), odd, true, Strategy::Precise));
    assert_eq!(shown(&found.boxes, X, 32), format!("{{1..{}/2}}:32", u32::MAX));
    // x = 2 * y for an odd x.
    let even = x
        .binary(BinaryOp::And, arena.constant(32, 7))
        .compare(Comparison::Equal, arena.constant(32, 4));
    assert!(matches!(
        ask(&found.boxes, even, true, Strategy::Precise),
        Verdict::Unsatisfiable(Means::Precise)
    ));
    let small = x.compare(Comparison::SignedLess, arena.constant(32, 10));
    let found = satisfiable(ask(&Boxes::new(), small, true, Strategy::Intervals));
    assert_eq!(found.means, Means::Intervals);
    assert_eq!(shown(&found.boxes, X, 32), format!("{{{}..9}}:32", 1u32 << 31));
}

#[test]
fn a_letter_or_a_digit() {
    let arena = Arena::default();
    let byte = arena.cell(0, 8).unary(UnaryOp::SignExtend, 32);
    let at_least = |low: u64| arena.constant(32, low).compare(Comparison::SignedLessEqual, byte);
    let at_most = |high: u64| byte.compare(Comparison::SignedLessEqual, arena.constant(32, high));
    let between = |low, high| at_least(low).binary(BinaryOp::And, at_most(high));
    let either = between(97, 122).binary(BinaryOp::Or, between(48, 57));
    let found = satisfiable(ask(&Boxes::new(), either, true, Strategy::Precise));
    assert_eq!(shown(&found.boxes, X, 8), "{48..57, 97..122}:8");
    assert_eq!(found.means, Means::Precise);
    let other = satisfiable(ask(&Boxes::new(), either, false, Strategy::Precise));
    assert_eq!(shown(&other.boxes, X, 8), "{58..96, 123..47}:8");
}

#[test]
fn a_sum_of_two_cells_gets_a_wide_box() {
    let arena = Arena::default();
    let (x, y) = (arena.cell(0, 32), arena.cell(1, 32));
    let sum = x.binary(BinaryOp::Add, y);
    let small = sum.compare(Comparison::UnsignedLess, arena.constant(32, 1000));
    let found = satisfiable(ask(&Boxes::new(), small, true, Strategy::BoxMiddle));
    let (x_values, y_values) = (found.boxes.values(X, 32), found.boxes.values(Y, 32));
    assert!(x_values.size() > 400 && y_values.size() > 400, "{x_values} {y_values}");
    for a in [x_values.min(), x_values.any(), x_values.max()].into_iter().flatten() {
        for b in y_values.iter() {
            assert!((a as u32).wrapping_add(b as u32) < 1000);
        }
    }
    assert_eq!(found.boxes.moved_from(&Boxes::new(), |_| 5_000_000).len(), 2);
}

/// `x % 1000 < 500`: more residues than a set has intervals, so some of them become a box.
pub fn many_residues(strategy: Strategy, tally: &mut Tally) -> Verdict {
    let arena = Arena::default();
    let residue = arena.cell(0, 32).binary(BinaryOp::UnsignedRemainder, arena.constant(32, 1000));
    let small = residue.compare(Comparison::UnsignedLess, arena.constant(32, 500));
    decide(&Boxes::new(), small, true, strategy, tally)
}

#[test]
fn too_many_residues_become_a_box() {
    let mut tally = Tally::default();
    assert!(matches!(many_residues(Strategy::Precise, &mut tally), Verdict::Unknown));
    let found = satisfiable(many_residues(Strategy::BoxMiddle, &mut tally));
    assert_eq!(found.boxes.abstraction(X), Abstraction::Box);
    let values = found.boxes.values(X, 32);
    assert!(values.size() > 1_000_000);
    assert!(values.intervals().iter().all(|i| i.stride() == 1000 && i.start() % 1000 < 500));
}
