//! No rule is dead.

use crate::examples::many_residues;
use crate::paths;
use crate::sampler::Sampler;
use crate::steps::{run_comparisons, run_small, run_wide};
use dunlin_solver::value_set::{Rule, Strategy, Tally};
use std::collections::BTreeSet;

#[test]
fn every_rule_fires() {
    let mut tally = Tally::default();
    let mut sampler = Sampler::new(7);
    run_small(&mut sampler, 6_000, &mut tally);
    run_wide(&mut sampler, 6_000, &mut tally);
    run_comparisons(&mut sampler, 2_000, &mut tally);
    many_residues(Strategy::BoxMiddle, &mut tally);
    for strategy in [Strategy::Precise, Strategy::BoxPriority, Strategy::BoxMiddle] {
        let mut own = Tally::default();
        paths::run(&mut sampler, 200, strategy, &mut own);
        tally.add(&own);
    }
    // A sweep needs terms: the tests of the chain see it fire.
    let dead = tally.iter().filter(|(rule, count)| *count == 0 && *rule != Rule::Sweep);
    let silent: Vec<&str> = dead.map(|(rule, _)| rule.name()).collect();
    assert!(silent.is_empty(), "never used: {silent:?}");
}

#[test]
fn rules_have_their_own_names_and_counters() {
    let names: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
    let mut tally = Tally::default();
    tally.fire(Rule::InverseAdd);
    tally.fire(Rule::InverseAdd);
    let used: Vec<(Rule, u64)> = tally.iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(used, [(Rule::InverseAdd, 2)]);
}
