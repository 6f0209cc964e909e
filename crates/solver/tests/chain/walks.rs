//! Random walks through decision trees, with every layer compared with those below it.

use crate::conditions::Inputs;
use crate::support::{PLENTY, Random, enumerate, satisfies};
use dunlin_solver::chain::{Chain, Member, Options, Path, Portfolio, Verdict};
use dunlin_solver::native::Native;
use dunlin_solver::value_set::Strategy;
use dunlin_term::{TermId, Terms};

pub fn native_chain(options: &Options) -> Chain {
    let native = Member::new(Box::new(Native::new()), u64::MAX);
    Chain::new(options, Portfolio::new(vec![native], None))
}

pub fn all_options() -> Vec<(String, Options)> {
    let on = Options { budget: PLENTY, ..Options::default() };
    let mut all = vec![("bare".to_string(), Options { budget: PLENTY, ..Options::bare() })];
    for strategy in
        [Strategy::Intervals, Strategy::Precise, Strategy::BoxPriority, Strategy::BoxMiddle]
    {
        let value_sets = Some(strategy);
        all.push((format!("{strategy:?}"), Options { value_sets, ..on.clone() }));
        let alone = Options { value_sets, budget: PLENTY, ..Options::bare() };
        all.push((format!("{strategy:?} alone"), alone));
    }
    all.push(("no value sets".into(), Options { value_sets: None, ..on.clone() }));
    all.push(("no independence".into(), Options { independence: false, ..on.clone() }));
    all.push(("address-aware".into(), Options { address_aware: true, ..on.clone() }));
    all.push((
        "no caches".into(),
        Options { exact_cache: false, counterexamples: false, ..on.clone() },
    ));
    all
}

/// Follows random sides; returns the verdicts of all sides that were asked about.
fn walk(
    chain: &mut Chain,
    terms: &mut Terms,
    path: &mut Path,
    conditions: &[TermId],
    random: &mut Random,
    right: &mut dyn FnMut(&Terms, &[TermId], bool),
) {
    for &condition in conditions {
        let branch = chain.branch(terms, path, condition);
        let opposite = terms.not(condition);
        let mut sides = Vec::new();
        for (side, verdict) in [(condition, branch.when_true), (opposite, branch.when_false)] {
            let mut constraints = path.constraints().to_vec();
            constraints.push(side);
            right(terms, &constraints, verdict.is_sat());
            match verdict {
                Verdict::Sat(witness) => {
                    assert!(satisfies(terms, &witness.model, &constraints), "a wrong model");
                    sides.push((side, witness));
                }
                Verdict::Unsat(_) => {}
                Verdict::Unknown(reason) => panic!("no answer: {reason}"),
            }
        }
        let (side, witness) = sides.swap_remove(random.below(sides.len()));
        chain.assume(terms, path, side, witness);
        assert!(satisfies(terms, path.model(), path.constraints()));
    }
}

pub fn report(chain: &Chain) {
    if let Some(found) = chain.disagreements().first() {
        panic!("{} contradicts {}:\n{}", found.between[0], found.between[1], found.question);
    }
}

#[test]
fn every_switch_agrees_with_enumeration() {
    let mut outcomes = [0, 0];
    for (name, options) in all_options() {
        let mut random = Random::new(11);
        let options = Options { check: true, ..options };
        for round in 0..25 {
            let mut terms = Terms::new();
            let inputs = Inputs::new(&mut terms, &mut random, 2, 2, 3);
            let conditions: Vec<TermId> =
                (0..6).map(|_| inputs.condition(&mut terms, &mut random)).collect();
            let mut chain = native_chain(&options);
            let mut right = |terms: &Terms, constraints: &[TermId], sat: bool| {
                assert_eq!(sat, enumerate(terms, constraints), "{name}, round {round}");
                outcomes[usize::from(sat)] += 1;
            };
            // Two walks along the same tree, so that caches have something to say.
            for _ in 0..2 {
                let mut path = Path::new();
                walk(&mut chain, &mut terms, &mut path, &conditions, &mut random, &mut right);
            }
            report(&chain);
        }
    }
    assert!(outcomes.iter().all(|&count| count > 500), "both answers occur often: {outcomes:?}");
}

#[test]
fn layers_agree_on_bytes_and_words() {
    let mut answered = rustc_hash::FxHashMap::<&str, u64>::default();
    for (_, options) in all_options() {
        let mut random = Random::new(12);
        let options = Options { check: true, ..options };
        for _ in 0..12 {
            let mut terms = Terms::new();
            let inputs = Inputs::new(&mut terms, &mut random, 3, 8, 16);
            let mut chain = native_chain(&options);
            for round in 0..4 {
                let conditions: Vec<TermId> =
                    (0..8).map(|_| inputs.condition(&mut terms, &mut random)).collect();
                let mut nothing = |_: &Terms, _: &[TermId], _: bool| {};
                // The same tree twice, on the same way: the caches know it then.
                for _ in 0..2 {
                    let (path, way) = (&mut Path::new(), &mut Random::new(round));
                    walk(&mut chain, &mut terms, path, &conditions, way, &mut nothing);
                }
            }
            report(&chain);
            for (name, counters) in chain.counters() {
                *answered.entry(name).or_default() += counters.answered();
            }
        }
    }
    for name in [
        "constant",
        "model",
        "implication",
        "value sets",
        "exact cache",
        "counterexamples",
        "neighbours",
    ] {
        assert!(answered.get(name).is_some_and(|&count| count > 0), "{name} answers: {answered:?}");
    }
}
