//! Random terms: rewriting agrees with plain evaluation.

use crate::machine::{MODELS, Machine};
use dunlin_term::{Evaluator, Model, Op, Rewrite, Sort};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Random operations make no quantifiers; `rewrites.rs` evaluates some.
const QUANTIFIERS: &[Rewrite] = &[Rewrite::ForallTrivial, Rewrite::ForallUnused];

#[test]
fn rewritten_terms_mean_what_plain_evaluation_says() {
    let mut fired = BTreeSet::new();
    for seed in 0..3000 {
        let mut machine = Machine::new(seed);
        for _ in 0..150 {
            machine.step();
        }
        fired.extend(machine.fired());
    }
    let missing: Vec<_> = Rewrite::ALL
        .iter()
        .filter(|rule| !fired.contains(rule) && !QUANTIFIERS.contains(rule))
        .collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

/// Replacing all variables by their values gives the value: every operator is rebuilt with other
/// operands, and nearly all fold.
#[test]
fn substituting_values_gives_the_value() {
    let (mut folded, mut unfolded) = (0, 0);
    let mut evaluator = Evaluator::new();
    for seed in 0..200 {
        let mut machine = Machine::new(seed);
        for _ in 0..100 {
            machine.step();
        }
        let all = machine.constants();
        for model in 0..MODELS {
            let terms = &mut machine.terms;
            let variables =
                all.iter().filter(|(t, _)| matches!(terms.op(*t), Op::Symbol | Op::Base));
            let values: FxHashMap<_, _> =
                variables.map(|(t, values)| (*t, values[model])).collect();
            for (term, constants) in &all {
                let free = terms.free_variables(*term);
                if free.iter().all(|&t| matches!(terms.sort(t), Sort::BitVec(_))) {
                    let result = terms.substitute(*term, &values);
                    // Only what reads or compares arrays of constants need not fold.
                    if terms.is_const(result) {
                        assert_eq!(result, constants[model], "{term}");
                    } else {
                        let value = evaluator.eval(terms, &Model::new(), result);
                        assert_eq!(value, terms.as_bits(constants[model]), "{term}");
                        unfolded += 1;
                    }
                    folded += 1;
                }
            }
        }
    }
    assert!(folded > 10_000 && unfolded * 20 < folded, "{folded} {unfolded}");
}

/// Recycling in the middle keeps every term that is still held as it is.
#[test]
fn terms_survive_collections() {
    for seed in 0..20 {
        let mut machine = Machine::new(seed);
        for _ in 0..10 {
            for _ in 0..30 {
                machine.step();
            }
            machine.collect();
        }
    }
}
