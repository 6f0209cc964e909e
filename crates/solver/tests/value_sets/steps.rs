//! Images, preimages and comparisons.

use crate::sampler::{Sampler, mask};
use dunlin_solver::value_set::{
    Approximation, Comparison, Outcome, Precision, Step, Tally, ValueSet, add_sets, image, preimage,
};
use std::collections::BTreeSet;

type Values = BTreeSet<u64>;

fn values(set: &ValueSet) -> Values {
    set.iter().collect()
}

/// Exact means equal, over means superset, under means subset.
fn check(found: &Approximation, truth: &Values, what: &dyn Fn() -> String) {
    let found_values = values(&found.values);
    let right = match found.precision {
        Precision::Exact => found_values == *truth,
        Precision::Over => found_values.is_superset(truth),
        Precision::Under => found_values.is_subset(truth),
    };
    assert!(right, "{}: {found:?}, but {truth:?}", what());
}

/// Random steps forward and backward at small widths; how many were exact.
pub fn run_small(sampler: &mut Sampler, rounds: u32, tally: &mut Tally) -> (u32, u32) {
    let (mut exact_images, mut exact_preimages) = (0, 0);
    for round in 0..rounds {
        let width = 4 + round % 5;
        let (step, domain) = (sampler.step(width), sampler.set(width));
        let out = step.result_width(width);
        let target = sampler.set(out);
        let forward = image(step, &domain, tally);
        let truth: Values = domain.iter().map(|v| step.apply(width, v)).collect();
        assert_ne!(forward.precision, Precision::Under);
        check(&forward, &truth, &|| format!("{step:?} of {domain}"));
        exact_images += u32::from(forward.is_exact());
        let backward = preimage(step, &domain, &target, tally);
        let truth: Values =
            domain.iter().filter(|v| target.contains(step.apply(width, *v))).collect();
        assert_ne!(backward.precision, Precision::Over);
        check(&backward, &truth, &|| format!("{step:?} of {domain} in {target}"));
        exact_preimages += u32::from(backward.is_exact());
        if width < 6 {
            let (x, y) = (&domain, sampler.set(width));
            let sum = add_sets(x, &y, tally);
            let truth: Values =
                x.iter().flat_map(|a| y.iter().map(move |b| (a + b) & mask(width))).collect();
            check(&sum, &truth, &|| format!("{x} + {y}"));
        }
    }
    (exact_images, exact_preimages)
}

/// Random steps at width 64 against some members.
pub fn run_wide(sampler: &mut Sampler, rounds: u32, tally: &mut Tally) {
    for round in 0..rounds {
        let width = if round % 2 == 0 { 64 } else { 64 - round % 40 };
        let (step, domain) = (sampler.step(width), sampler.set(width));
        let out = step.result_width(width);
        let forward = image(step, &domain, tally);
        let probes: Vec<u64> = domain
            .intervals()
            .iter()
            .flat_map(|i| {
                let some = [0, i.steps(), i.steps() / 2, i.steps() / 3, sampler.value(64)];
                some.map(|n| i.at(width, n.min(i.steps())))
            })
            .collect();
        let target = match sampler.flip() {
            true => sampler.set(out),
            false => ValueSet::range(out, 0, step.apply(width, probes[0])),
        };
        let backward = preimage(step, &domain, &target, tally);
        assert!(backward.values.is_subset(&domain));
        for v in probes {
            let result = step.apply(width, v);
            assert!(forward.values.contains(result), "{step:?} of {v} in {domain}");
            if backward.is_exact() {
                let inside = target.contains(result);
                let why = || format!("{step:?} of {v} in {domain} to {target}: {backward:?}");
                assert_eq!(backward.values.contains(v), inside, "{}", why());
            }
        }
        for i in backward.values.intervals() {
            for v in [0, i.steps(), i.steps() / 2].map(|n| i.at(width, n)) {
                let result = step.apply(width, v);
                assert!(target.contains(result), "{step:?} of {v} in {domain} to {target}");
            }
        }
        if forward.is_exact() {
            // An exact image is what leads back to all operands and nothing less does.
            let back = preimage(step, &domain, &forward.values, tally);
            assert!(!back.is_exact() || back.values.same_values(&domain));
        }
    }
}

#[test]
fn steps_equal_enumeration() {
    let rounds = 30_000;
    let (images, preimages) = run_small(&mut Sampler::new(4), rounds, &mut Tally::default());
    assert!(images > rounds * 8 / 10, "only {images} exact images");
    assert!(preimages > rounds * 9 / 10, "only {preimages} exact preimages");
}

#[test]
fn every_kind_of_step_with_every_constant_at_width_4() {
    let mut tally = Tally::default();
    let domains = [
        ValueSet::full(4),
        ValueSet::range(4, 13, 6),
        ValueSet::from_values(4, [1, 4, 7]).unwrap(),
    ];
    let with_constant = [
        Step::Add,
        Step::SubtractFrom,
        Step::Multiply,
        Step::UnsignedDivide,
        Step::UnsignedRemainder,
        Step::SignedDivide,
        Step::SignedRemainder,
        Step::And,
        Step::Or,
        Step::Xor,
        Step::ShiftLeft,
        Step::LogicalShiftRight,
        Step::ArithmeticShiftRight,
    ];
    for domain in &domains {
        for k in 0..16 {
            for step in with_constant.map(|step| step(k)) {
                for first in 0..16 {
                    for last in 0..16 {
                        let target = ValueSet::range(4, first, last);
                        let found = preimage(step, domain, &target, &mut tally);
                        let truth =
                            domain.iter().filter(|v| target.contains(step.apply(4, *v))).collect();
                        check(&found, &truth, &|| format!("{step:?} {domain} {target}"));
                        assert!(found.is_exact(), "width 4 never has too many intervals");
                    }
                }
                let truth = domain.iter().map(|v| step.apply(4, v)).collect();
                check(&image(step, domain, &mut tally), &truth, &|| format!("{step:?} {domain}"));
            }
        }
    }
}

#[test]
fn steps_at_width_64() {
    run_wide(&mut Sampler::new(5), 25_000, &mut Tally::default());
}

/// Comparisons of random sets: Table I exactly, boxes inside, constants exactly.
pub fn run_comparisons(sampler: &mut Sampler, rounds: u32, tally: &mut Tally) {
    for round in 0..rounds {
        let width = 4 + round % 3;
        let op = Comparison::ALL[round as usize % 6];
        let (x, y) = (sampler.set(width), sampler.set(width));
        let (x, y) = match sampler.below(6) {
            0 => (ValueSet::point(width, x.any().unwrap()), y),
            1 => (x, ValueSet::point(width, y.any().unwrap())),
            _ => (x, y),
        };
        let holds = |a: u64, b: u64| op.holds(width, a, b);
        let pairs: Vec<(u64, u64)> = x
            .iter()
            .flat_map(|a| y.iter().map(move |b| (a, b)))
            .filter(|(a, b)| holds(*a, *b))
            .collect();
        let what = || format!("{op:?} {x} {y}");
        match op.outcome(&x, &y, tally) {
            Outcome::Never => assert!(pairs.is_empty(), "{}", what()),
            Outcome::Always => assert_eq!(pairs.len() as u128, x.size() * y.size(), "{}", what()),
            Outcome::Product(a, b) => {
                assert_eq!(pairs.len() as u128, a.size() * b.size(), "{}", what());
                assert!(pairs.iter().all(|(v, w)| a.contains(*v) && b.contains(*w)));
            }
            Outcome::Overlap => {
                let boxes = op.priority_boxes(&x, &y, tally);
                let middle = op.middle_box(&x, &y, tally);
                assert!(pairs.is_empty() || (!boxes.is_empty() && middle.is_some()), "{}", what());
                for (a, b) in boxes.iter().chain(&middle) {
                    assert!(!a.is_empty() && !b.is_empty() && a.is_subset(&x) && b.is_subset(&y));
                    assert!(a.iter().all(|v| b.iter().all(|w| holds(v, w))), "{}", what());
                }
            }
        }
        let k = sampler.value(width);
        let left = op.left_of(width, k, tally);
        let right = op.right_of(width, k, tally);
        for v in 0..=mask(width) {
            assert_eq!(left.contains(v), holds(v, k), "{v} {op:?} {k}");
            assert_eq!(right.contains(v), holds(k, v), "{k} {op:?} {v}");
        }
        let (negated, swap) = op.negated();
        let (v, w) = (sampler.value(width), sampler.value(width));
        let other = if swap { negated.holds(width, w, v) } else { negated.holds(width, v, w) };
        assert_ne!(holds(v, w), other);
    }
}

#[test]
fn comparisons_equal_enumeration() {
    run_comparisons(&mut Sampler::new(6), 20_000, &mut Tally::default());
}
