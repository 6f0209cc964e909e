//! Operations on ranges against what they do to every number: all ranges of small widths.

use super::super::evaluate::{among, not_among};
use super::super::{Range, arithmetic, predicates};
use super::{all_intervals, all_ranges, hull, members};
use crate::inst::{BinOp, CastOp, CmpOp, OverflowOp, UnOp};
use crate::semantics;
use crate::small::{Small, mask, signed};

const BINARY: [BinOp; 23] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::UMin,
    BinOp::UMax,
    BinOp::SMin,
    BinOp::SMax,
    BinOp::UAddSat,
    BinOp::SAddSat,
    BinOp::USubSat,
    BinOp::SSubSat,
    BinOp::UShlSat,
    BinOp::SShlSat,
];

const COMPARE: [CmpOp; 10] = [
    CmpOp::Eq,
    CmpOp::Ne,
    CmpOp::Ult,
    CmpOp::Ule,
    CmpOp::Ugt,
    CmpOp::Uge,
    CmpOp::Slt,
    CmpOp::Sle,
    CmpOp::Sgt,
    CmpOp::Sge,
];

const OVERFLOW: [OverflowOp; 6] = [
    OverflowOp::UAdd,
    OverflowOp::SAdd,
    OverflowOp::USub,
    OverflowOp::SSub,
    OverflowOp::UMul,
    OverflowOp::SMul,
];

/// Calls `check` with every pair of ranges, of 4 bits with every pair of intervals of any signedness, and the set of what a function gives for their members.
fn for_all_pairs(
    width: u32,
    function: impl Fn(u64, u64) -> u64,
    mut check: impl FnMut(&Range, &Range, u16),
) {
    let ranges = match width {
        4 => all_intervals(width),
        _ => all_ranges(width),
    };
    let sets: Vec<u16> = ranges.iter().map(members).collect();
    let numbers = 1usize << width;
    // What one number and each range give.
    let mut table = vec![0u16; numbers * ranges.len()];
    for x in 0..numbers {
        for (at, set) in sets.iter().enumerate() {
            let members = (0..numbers as u64).filter(|y| set >> y & 1 == 1);
            table[x * ranges.len() + at] =
                members.fold(0, |all, y| all | 1 << function(x as u64, y));
        }
    }
    for (a, set) in ranges.iter().zip(&sets) {
        for (at, b) in ranges.iter().enumerate() {
            let members = (0..numbers).filter(|x| set >> x & 1 == 1);
            let results = members.fold(0, |all, x| all | table[x * ranges.len() + at]);
            check(a, b, results);
        }
    }
}

/// Operations that give the least range there is.
fn is_exact(op: BinOp) -> bool {
    use BinOp::*;
    matches!(op, Add | Sub | UMin | UMax | SMin | SMax | UAddSat | USubSat | SAddSat | SSubSat)
}

fn check_binary(op: BinOp, width: u32) {
    let function = |x, y| semantics::binary(&mut Small, op, width, &x, &y);
    for_all_pairs(width, function, |a, b, results| {
        let found = arithmetic::binary(op, width, a, b);
        let set = members(&found);
        assert_eq!(results & !set, 0, "{op:?} of {a:?} and {b:?} is {found:?}");
        if is_exact(op) {
            assert_eq!(found, hull(width, results), "{op:?} of {a:?} and {b:?}");
        }
    });
}

#[test]
fn binary_operations_of_few_bits() {
    for op in BINARY {
        (1..=3).for_each(|width| check_binary(op, width));
    }
}

#[test]
fn binary_operations_of_4_bits() {
    BINARY.into_iter().for_each(|op| check_binary(op, 4));
}

#[test]
fn unary_operations() {
    for op in [UnOp::Abs, UnOp::PopCount, UnOp::Clz, UnOp::Ctz, UnOp::BitReverse] {
        for width in 1..=4 {
            for range in all_ranges(width) {
                let found = arithmetic::unary(op, width, &range);
                for x in (0..1 << width).filter(|&x| range.contains(x)) {
                    let result = semantics::unary(&mut Small, op, width, &x);
                    assert!(found.contains(result), "{op:?} of {range:?} is {found:?}");
                }
                assert_eq!(found.is_empty(), range.is_empty());
            }
        }
    }
    let swapped = arithmetic::unary(UnOp::ByteSwap, 16, &Range::constant(16, 0x1234));
    assert_eq!(swapped.as_constant(), Some(0x3412));
}

#[test]
fn comparisons() {
    for op in COMPARE {
        for width in 1..=4 {
            let function = |x, y| semantics::compare(&mut Small, op, width, &x, &y);
            for_all_pairs(width, function, |a, b, results| {
                let found = predicates::compare(op, a, b);
                assert_eq!(results & !members(&found), 0, "{op:?} of {a:?} and {b:?}: {found}");
                // Nothing is left open that intervals decide, but for sets of different numbers.
                if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                    assert_eq!(found, hull(1, results), "{op:?} of {a:?} and {b:?}");
                }
            });
        }
    }
}

/// The values of the first operand that remain are those for which some second one does it, and also for the
/// negated and the swapped comparison.
#[test]
fn what_comparisons_say() {
    for op in COMPARE {
        let holds = |op: CmpOp, x: u64, y: u64| semantics::compare(&mut Small, op, 3, &x, &y) == 1;
        for a in all_ranges(3) {
            for b in all_ranges(3) {
                let found = predicates::restricted(op, &a, &b);
                assert!(a.includes(&found));
                let numbers = |range: Range| (0..8u64).filter(move |&x| range.contains(x));
                for x in numbers(a) {
                    if numbers(b).any(|y| holds(op, x, y)) {
                        assert!(found.contains(x), "{op:?} {b:?} makes {a:?} to {found:?}");
                    }
                }
            }
        }
        for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
            assert_ne!(holds(op, x, y), holds(predicates::negated(op), x, y));
            assert_eq!(holds(op, x, y), holds(predicates::swapped(op), y, x));
        }
    }
}

#[test]
fn overflows() {
    for op in OVERFLOW {
        for width in 1..=4 {
            let function = |x, y| semantics::overflow(&mut Small, op, width, &x, &y);
            for_all_pairs(width, function, |a, b, results| {
                let found = predicates::overflow(op, width, a, b);
                assert_eq!(results & !members(&found), 0, "{op:?} of {a:?} and {b:?}: {found}");
            });
        }
    }
}

#[test]
fn casts() {
    for (from, to) in (1..=4).flat_map(|from| (1..=4).map(move |to| (from, to))) {
        let ops: &[CastOp] = match from.cmp(&to) {
            std::cmp::Ordering::Less => &[CastOp::Zext, CastOp::Sext],
            std::cmp::Ordering::Equal => &[CastOp::Zext, CastOp::Sext, CastOp::Trunc],
            std::cmp::Ordering::Greater => &[CastOp::Trunc],
        };
        for &op in ops {
            for range in all_ranges(from) {
                let function = |x: u64| semantics::cast(&mut Small, op, from, to, &x);
                let numbers = (0..1u64 << from).filter(|&x| range.contains(x));
                let results = numbers.clone().fold(0, |all, x| all | 1 << function(x));
                let found = predicates::cast(op, from, to, &range);
                assert_eq!(found, hull(to, results), "{op:?} of {range:?} to {to}");
                if op == CastOp::Trunc {
                    continue;
                }
                for extended in all_ranges(to) {
                    let back = predicates::before_extension(op == CastOp::Sext, &range, &extended);
                    let left = numbers.clone().filter(|&x| extended.contains(function(x)));
                    let left = left.fold(0, |all, x| all | 1 << x);
                    assert_eq!(back, hull(from, left), "{op:?} of {range:?} in {extended:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_of_switches() {
    for range in all_ranges(3) {
        for set in 0u16..1 << 8 {
            let numbers: Vec<u64> = (0..8).filter(|number| set >> number & 1 == 1).collect();
            assert_eq!(among(&range, &numbers), hull(3, members(&range) & set));
            assert_eq!(not_among(range, &numbers), hull(3, members(&range) & !set));
        }
    }
}

#[test]
fn bounds_joins_and_meets() {
    let ranges = all_ranges(4);
    for a in &ranges {
        let numbers: Vec<u64> = (0..16).filter(|&x| a.contains(x)).collect();
        let signed_numbers = || numbers.iter().map(|&x| signed(4, x));
        assert_eq!(a.unsigned_bounds(), numbers.first().copied().zip(numbers.last().copied()));
        assert_eq!(a.signed_bounds(), signed_numbers().min().zip(signed_numbers().max()));
        assert_eq!(a.count(), numbers.len() as u64);
        for b in &ranges {
            let (x, y) = (members(a), members(b));
            assert_eq!(a.join(*b), hull(4, x | y));
            assert_eq!(members(&a.meet(*b)), x & y);
            assert_eq!(a.includes(b), y & !x == 0);
        }
    }
}

#[test]
fn widening_includes_what_it_widens_and_ends() {
    let thresholds = [2, 5, 9, 13];
    for before in all_ranges(4) {
        for grown in all_ranges(4) {
            let grown = before.join(grown);
            let wide = grown.widened(before, &thresholds);
            assert!(wide.includes(&grown));
        }
        let mut value = before;
        let mut steps = 0;
        // One more number at a time, wherever there is one.
        while let Some(next) = (0..16).find(|&x| !value.contains(x)) {
            value = value.join(Range::constant(4, next)).widened(value, &thresholds);
            steps += 1;
            assert!(steps <= 2 * (thresholds.len() + 2));
        }
    }
}

/// The ends of 64 bits, where an implementation overflows first.
#[test]
fn operations_of_64_bits_at_the_ends() {
    let ends = [0, 1, 2, mask(63) - 1, mask(63), 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
    let mut ranges = Vec::new();
    for (at, &first) in ends.iter().enumerate() {
        ranges.extend(ends[at..].iter().map(|&last| Range::unsigned(64, first, last)));
    }
    for op in BINARY {
        for a in &ranges {
            for b in &ranges {
                let found = arithmetic::binary(op, 64, a, b);
                for x in ends.into_iter().filter(|&x| a.contains(x)) {
                    for y in ends.into_iter().filter(|&y| b.contains(y)) {
                        let result = semantics::binary(&mut Small, op, 64, &x, &y);
                        assert!(found.contains(result), "{op:?} of {a:?} and {b:?}: {found:?}");
                    }
                }
            }
        }
    }
    for op in OVERFLOW {
        for a in &ranges {
            for b in &ranges {
                let found = predicates::overflow(op, 64, a, b);
                for x in ends.into_iter().filter(|&x| a.contains(x)) {
                    for y in ends.into_iter().filter(|&y| b.contains(y)) {
                        let result = semantics::overflow(&mut Small, op, 64, &x, &y);
                        assert!(found.contains(result), "{op:?} of {a:?} and {b:?}: {found:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn ranges_are_spelled_as_signed_numbers() {
    let shown = [
        (Range::empty(8), "nothing"),
        (Range::full(8), "anything"),
        (Range::constant(8, 255), "-1"),
        (Range::unsigned(8, 0, 9), "0..9"),
        (Range::signed(8, -3, 5), "-3..5"),
        (Range::unsigned(8, 100, 200), "-128..-56 or 100..127"),
    ];
    for (range, text) in shown {
        assert_eq!(range.to_string(), text);
    }
}
