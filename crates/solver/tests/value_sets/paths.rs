//! Random paths of decisions over three cells, with all solutions of the path condition at hand.

use crate::expressions::{Arena, Term};
use crate::sampler::{Sampler, mask};
use dunlin_solver::value_set::{
    Abstraction, BinaryOp, Boxes, CellId, Comparison, Expression, Means, Strategy, Tally, UnaryOp,
    Verdict, View, assume, decide, evaluate,
};

const WIDTHS: [u32; 3] = [4, 4, 5];
const CELLS: [(CellId, u32); 3] = [(CellId(0), 4), (CellId(1), 4), (CellId(2), 5)];

type Assignment = [u64; 3];

fn all_assignments() -> Vec<Assignment> {
    let mut all = Vec::new();
    for a in 0..=mask(WIDTHS[0]) {
        for b in 0..=mask(WIDTHS[1]) {
            all.extend((0..=mask(WIDTHS[2])).map(|c| [a, b, c]));
        }
    }
    all
}

const OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::UnsignedDivide,
    BinaryOp::UnsignedRemainder,
    BinaryOp::SignedDivide,
    BinaryOp::SignedRemainder,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::ShiftLeft,
    BinaryOp::LogicalShiftRight,
    BinaryOp::ArithmeticShiftRight,
];

/// An expression of 5 bits.
fn number<'a>(arena: &'a Arena, sampler: &mut Sampler, depth: u32) -> Term<'a> {
    if depth == 0 || sampler.below(5) == 0 {
        return match sampler.below(5) {
            0 => arena.constant(5, sampler.value(5)),
            1 | 2 => arena.cell(2, 5),
            n => {
                let cell = arena.cell(n as u32 - 3, 4);
                match sampler.below(3) {
                    0 => cell.unary(UnaryOp::SignExtend, 5),
                    1 => arena.constant(1, sampler.below(2)).binary(BinaryOp::Concat, cell),
                    _ => cell.unary(UnaryOp::ZeroExtend, 5),
                }
            }
        };
    }
    match sampler.below(12) {
        0 => number(arena, sampler, depth - 1).not(),
        1 => number(arena, sampler, depth - 1).unary(UnaryOp::Negate, 0),
        2 => {
            let (low, high) = (arena.cell(0, 4), arena.cell(1, 4));
            let lo = sampler.below(4) as u32;
            high.binary(BinaryOp::Concat, low).unary(UnaryOp::Extract { hi: lo + 4, lo }, 0)
        }
        3 => {
            let condition = constraint(arena, sampler, depth - 1);
            let x = number(arena, sampler, depth - 1);
            condition.choose(x, number(arena, sampler, depth - 1))
        }
        n => {
            let op = OPS[sampler.below(OPS.len() as u64) as usize];
            let x = number(arena, sampler, depth - 1);
            let y = match n {
                4..10 => arena.constant(5, sampler.value(5)),
                _ => number(arena, sampler, depth - 1),
            };
            if n == 4 { y.binary(op, x) } else { x.binary(op, y) }
        }
    }
}

fn constraint<'a>(arena: &'a Arena, sampler: &mut Sampler, depth: u32) -> Term<'a> {
    match sampler.below(14) {
        0 => constraint(arena, sampler, depth).not(),
        n @ 1..=3 if depth > 0 => {
            let x = constraint(arena, sampler, depth - 1);
            let y = constraint(arena, sampler, depth - 1);
            match n {
                1 => x.binary(BinaryOp::And, y),
                2 => x.binary(BinaryOp::Or, y),
                _ => constraint(arena, sampler, 0).choose(x, y),
            }
        }
        4 => constraint(arena, sampler, depth).compare(Comparison::Equal, arena.constant(1, 0)),
        n => {
            let op = Comparison::ALL[sampler.below(6) as usize];
            if n == 5 {
                let wide = arena.cell(1, 4).binary(BinaryOp::Concat, arena.cell(0, 4));
                return wide.compare(op, arena.constant(8, sampler.value(8)));
            }
            let x = number(arena, sampler, depth);
            let y = if n < 10 {
                arena.constant(5, sampler.value(5))
            } else {
                number(arena, sampler, depth)
            };
            x.compare(op, y)
        }
    }
}

/// The cells have 13 bits together.
fn index(values: &Assignment) -> usize {
    (values[0] | values[1] << 4 | values[2] << 8) as usize
}

fn mentions(term: Term, cell: usize) -> bool {
    match term.view() {
        View::Cell(id) => id.0 as usize == cell,
        View::Constant(_) | View::Opaque => false,
        View::Unary(_, x) => mentions(x, cell),
        View::Binary(_, x, y) | View::Compare(_, x, y) => mentions(x, cell) || mentions(y, cell),
        View::Choice(condition, x, y) => {
            mentions(condition, cell) || mentions(x, cell) || mentions(y, cell)
        }
    }
}

/// The assignments that fulfil a constraint; it is evaluated once for the cells that it mentions.
fn solutions_among(all: &[Assignment], term: Term, truth: bool) -> Vec<Assignment> {
    let mentioned = [0, 1, 2].map(|cell| mentions(term, cell));
    let mut known = vec![None; 1 << 13];
    let mut holds = |values: &Assignment| {
        let key = [0, 1, 2].map(|n| if mentioned[n] { values[n] } else { 0 });
        *known[index(&key)].get_or_insert_with(|| {
            let value = evaluate(term, &|id: CellId| Some(key[id.0 as usize]));
            (value.expect("no opaque part") == 1) == truth
        })
    };
    all.iter().filter(|values| holds(values)).copied().collect()
}

/// The promises of a box for the solutions of its path condition.
fn verify(boxes: &Boxes, solutions: &[Assignment], what: &dyn Fn() -> String) {
    let sets = CELLS.map(|(id, width)| boxes.values(id, width));
    let in_box = |s: &Assignment| s.iter().zip(&sets).all(|(v, set)| set.contains(*v));
    let size: u128 = sets.iter().map(|set| set.size()).product();
    assert!(size > 0);
    let inside = solutions.iter().filter(|s| in_box(s)).count();
    assert_eq!(inside as u128, size, "{}: the box {sets:?} is not inside", what());
    for (n, (id, _)) in CELLS.iter().enumerate() {
        if boxes.abstraction(*id) != Abstraction::Precise {
            continue;
        }
        // All other values of the solutions combine with all values of a precise cell.
        assert!(solutions.iter().all(|s| sets[n].contains(s[n])), "{}: cell {n}", what());
        let mut seen = vec![false; 1 << 13];
        for solution in solutions {
            let mut rest = *solution;
            rest[n] = 0;
            seen[index(&rest)] = true;
        }
        let rest = seen.iter().filter(|seen| **seen).count();
        let expected = rest as u128 * sets[n].size();
        assert_eq!(solutions.len() as u128, expected, "{}: cell {n} depends", what());
    }
}

#[derive(Default, Debug)]
pub struct Answers {
    pub decided: u32,
    pub unknown: u32,
    pub wide_boxes: u32,
}

pub fn run(sampler: &mut Sampler, paths: u32, strategy: Strategy, tally: &mut Tally) -> Answers {
    let all = all_assignments();
    let mut answers = Answers::default();
    for _ in 0..paths {
        let arena = Arena::default();
        let mut boxes = Boxes::new();
        let mut solutions = all.clone();
        for _ in 0..4 {
            let depth = sampler.below(3) as u32;
            let condition = constraint(&arena, sampler, depth);
            let truth = sampler.flip();
            let next = solutions_among(&solutions, condition, truth);
            let before = boxes.clone();
            let what = || format!("{strategy:?}: {condition:?} = {truth} in {before:?}");
            match decide(&boxes, condition, truth, strategy, tally) {
                Verdict::Unsatisfiable(_) => {
                    assert!(next.is_empty(), "{} says unsatisfiable", what());
                    answers.decided += 1;
                    continue;
                }
                Verdict::Satisfiable(found) => {
                    assert!(!next.is_empty(), "{} says satisfiable", what());
                    verify(&found.boxes, &next, &what);
                    answers.decided += 1;
                    let boxed = matches!(found.means, Means::Priority | Means::Middle);
                    let size: u128 =
                        CELLS.iter().map(|(id, w)| found.boxes.values(*id, *w).size()).product();
                    answers.wide_boxes += u32::from(boxed && size > 16);
                    if !found.cut {
                        let same = |(id, w): &(CellId, u32)| {
                            boxes.values(*id, *w).same_values(&found.boxes.values(*id, *w))
                        };
                        assert!(boxes.has_alternatives() || CELLS.iter().all(same));
                    }
                    boxes = found.boxes;
                }
                Verdict::Unknown => {
                    answers.unknown += 1;
                    if next.is_empty() {
                        continue;
                    }
                    let model = next[sampler.below(next.len() as u64) as usize];
                    let value = |id: CellId| model[id.0 as usize];
                    boxes = assume(&boxes, condition, truth, &CELLS, value, strategy, tally);
                    verify(&boxes, &next, &what);
                    assert!(boxes.contains(value));
                }
            }
            solutions = next;
        }
    }
    answers
}

#[test]
fn boxes_stay_inside_the_solutions() {
    let shares = [
        (Strategy::Intervals, 15),
        (Strategy::Precise, 30),
        (Strategy::BoxPriority, 60),
        (Strategy::BoxMiddle, 60),
    ];
    for (seed, (strategy, least)) in shares.into_iter().enumerate() {
        let mut sampler = Sampler::new(10 + seed as u8);
        let answers = run(&mut sampler, 400, strategy, &mut Tally::default());
        let share = 100 * answers.decided / (answers.decided + answers.unknown);
        assert!(share >= least, "{strategy:?}: {share} % decided, {answers:?}");
        let makes_boxes = matches!(strategy, Strategy::BoxPriority | Strategy::BoxMiddle);
        assert_eq!(answers.wide_boxes > 100, makes_boxes, "{strategy:?}: {answers:?}");
    }
}

#[test]
fn what_cannot_be_seen_is_unknown() {
    let arena = Arena::default();
    let mut tally = Tally::default();
    let five = arena.constant(8, 5);
    let hidden = arena.opaque(8).compare(Comparison::UnsignedLess, five);
    let verdict = decide(&Boxes::new(), hidden, true, Strategy::BoxMiddle, &mut tally);
    assert!(matches!(verdict, Verdict::Unknown));
    let wide = arena.cell(0, 128);
    let wide = wide.compare(Comparison::Equal, wide);
    let verdict = decide(&Boxes::new(), wide, true, Strategy::BoxMiddle, &mut tally);
    assert!(matches!(verdict, Verdict::Unknown));
    // A term that shares its parts has exponentially many paths; the walk gives up.
    let mut term = arena.cell(0, 8);
    for _ in 0..60 {
        term = term.binary(BinaryOp::Add, term);
    }
    let verdict = decide(
        &Boxes::new(),
        term.compare(Comparison::Equal, five),
        true,
        Strategy::BoxMiddle,
        &mut tally,
    );
    assert!(matches!(verdict, Verdict::Unknown));
    assert_eq!(term.width(), 8);
}
