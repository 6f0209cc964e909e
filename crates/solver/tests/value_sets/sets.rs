//! The set algebra.

use crate::sampler::{Sampler, mask};
use dunlin_solver::value_set::{Interval, MAX_INTERVALS, ValueSet};
use std::collections::{BTreeSet, HashMap};

fn members(set: &ValueSet) -> BTreeSet<u64> {
    (0..=mask(set.width())).filter(|v| set.contains(*v)).collect()
}

/// The promises of a set.
fn verify(set: &ValueSet) {
    let listed: Vec<u64> = set.iter().collect();
    let distinct: BTreeSet<u64> = listed.iter().copied().collect();
    assert_eq!(listed.len(), distinct.len(), "a value twice in {set}");
    assert_eq!(distinct, members(set), "{set}");
    assert_eq!(set.size(), listed.len() as u128);
    assert!(set.intervals().len() <= MAX_INTERVALS);
    assert!(set.intervals().is_sorted_by_key(Interval::start));
}

#[test]
fn an_interval_has_one_form() {
    for width in [1, 2, 3, 4, 5] {
        let mut forms: HashMap<Vec<u64>, Interval> = HashMap::new();
        for start in 0..=mask(width) {
            for stride in 1..=mask(width) {
                for steps in 0..=mask(width) / stride {
                    let interval = Interval::new(width, start, stride, steps);
                    let mut values: Vec<u64> =
                        (0..=steps).map(|i| (start + i * stride) & mask(width)).collect();
                    values.sort_unstable();
                    let set = ValueSet::from_interval(width, interval);
                    assert_eq!(values, members(&set).into_iter().collect::<Vec<_>>());
                    assert_eq!(*forms.entry(values).or_insert(interval), interval);
                }
            }
        }
    }
}

#[test]
fn algebra_equals_enumeration() {
    let mut sampler = Sampler::new(1);
    let (mut done, mut refused) = (0, 0);
    for round in 0..8_000 {
        let width = 4 + round % 5;
        let (a, b) = (sampler.set(width), sampler.set(width));
        verify(&a);
        let (in_a, in_b) = (members(&a), members(&b));
        let all: BTreeSet<u64> = (0..=mask(width)).collect();
        let mut check = |result: Option<ValueSet>, expected: BTreeSet<u64>, name: &str| {
            let Some(result) = result else {
                refused += 1;
                return;
            };
            done += 1;
            verify(&result);
            assert_eq!(members(&result), expected, "{name} of {a} and {b}");
        };
        check(a.intersection(&b), &in_a & &in_b, "intersection");
        check(a.union(&b), &in_a | &in_b, "union");
        check(a.difference(&b), &in_a - &in_b, "difference");
        check(a.complement(), &all - &in_a, "complement");
        assert_eq!(a.is_subset(&b), in_a.is_subset(&in_b), "{a} in {b}");
        assert_eq!(a.same_values(&b), in_a == in_b);
        assert!(in_a.is_subset(&members(&a.hull())), "hull of {a}");
        assert!(a.hull().intervals().len() <= 1);
    }
    assert!(refused * 10 < done, "{refused} refused, {done} done");
}

#[test]
fn chosen_elements_are_elements() {
    let mut sampler = Sampler::new(2);
    for round in 0..5_000 {
        let width = 4 + round % 5;
        let set = sampler.set(width);
        let values = members(&set);
        assert_eq!(set.min(), values.first().copied());
        assert_eq!(set.max(), values.last().copied());
        let signed = |v: &u64| ((v << (64 - width)) as i64) >> (64 - width);
        assert_eq!(set.signed_min(), values.iter().map(signed).min());
        assert_eq!(set.signed_max(), values.iter().map(signed).max());
        assert!(values.contains(&set.any().unwrap()));
        let middle = set.middle().unwrap();
        assert!(values.contains(&middle));
        assert!(middle <= set.min().unwrap().midpoint(set.max().unwrap()));
        let bound = sampler.value(width);
        assert_eq!(set.at_most(bound), values.range(..=bound).last().copied());
        assert_eq!(set.at_least(bound), values.range(bound..).next().copied());
        assert_eq!(set.single().is_some(), values.len() == 1);
        assert_eq!(set.is_full(), values.len() as u64 == mask(width) + 1);
        let listed = ValueSet::from_values(width, values.iter().copied());
        assert!(listed.is_none_or(|listed| listed.same_values(&set)));
    }
    assert!(ValueSet::empty(8).min().is_none() && ValueSet::empty(8).middle().is_none());
}

#[test]
fn algebra_at_width_64() {
    let mut sampler = Sampler::new(3);
    for _ in 0..8_000 {
        let (a, b) = (sampler.set(64), sampler.set(64));
        let probes: Vec<u64> = [&a, &b]
            .into_iter()
            .flat_map(|set| set.intervals())
            .flat_map(|i| [0, i.steps(), i.steps() / 2].map(|n| i.at(64, n)))
            .flat_map(|v| [v, v.wrapping_add(1), v.wrapping_sub(1)])
            .chain([sampler.value(64), sampler.value(64)])
            .collect();
        let sets = [a.intersection(&b), a.union(&b), a.difference(&b), a.complement()];
        for v in probes {
            let (x, y) = (a.contains(v), b.contains(v));
            for (set, expected) in sets.iter().zip([x && y, x || y, x && !y, !x]) {
                assert!(set.as_ref().is_none_or(|set| set.contains(v) == expected), "{v} {a} {b}");
            }
            assert!(!x || a.hull().contains(v));
            assert!(!x || y || !a.is_subset(&b));
        }
        if let (Some(union), Some(common)) = (a.union(&b), a.intersection(&b)) {
            assert_eq!(union.size() + common.size(), a.size() + b.size());
        }
    }
}
