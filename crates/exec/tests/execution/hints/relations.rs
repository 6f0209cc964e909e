//! Relations between inputs: a state splits where the last of them is made, if both sides are possible.

use super::{Nowhere, THREE, guides, run_all, run_alone, sites};
use crate::support::of_text;
use dunlin_exec::{
    ExecOptions, Guide, Hint, Hints, Machine, Outcome, Pause, Program, Related, Relation, Which,
    WorkItem, byte_of_related,
};
use dunlin_ir::PointNumber;
use dunlin_term::{TermId, Terms};

/// Two numbers of two sites, `a` and `b`: 1 if `3 * a == b + 7` and `a` is greater than 1000, unsigned.
const TWO: &str = "module \"m\" target 64 \"x86_64\"
    declare @f0 \"__VERIFIER_nondet_uint\"() -> (i32)
    define @f1 \"main\"() -> (i32) {
    b0: %0: i32 = call @f0()
        %1: i32 = call @f0()
        %2: i32 = mul %0, 3
        %3: i32 = add %1, 7
        %4: i1 = cmp eq i32 %2, %3
        branch %4, b1, b3
    b1: %5: i1 = cmp ugt i32 %0, 1000
        branch %5, b2, b3
    b2: return 1
    b3: return 0
    }";

/// The number that the bytes of an input of a relation are.
fn number(terms: &mut Terms, input: usize, bytes: u64) -> TermId {
    let first = byte_of_related(terms, input, 0);
    (1..bytes).fold(first, |number, offset| {
        let byte = byte_of_related(terms, input, offset);
        terms.concat(byte, number)
    })
}

fn relation(
    inputs: &[(PointNumber, Which)],
    condition: impl FnOnce(&mut Terms) -> TermId,
) -> Relation<PointNumber> {
    let mut terms = Terms::new();
    let condition = condition(&mut terms);
    let inputs = inputs.iter().map(|&(site, which)| Related { site, which }).collect();
    Relation::new(&mut terms, inputs, condition).expect("it is about bytes")
}

/// `3 * a == b + 7`, decided at `b`, and `a > 1000`, decided at `a`.
fn relations_of_two(program: &Program) -> Hints {
    let sites = sites(program);
    let last = Which::Back(0);
    let mut hints = Hints::default();
    hints.relate(relation(&[(sites[0], last), (sites[1], last)], |terms| {
        let (a, b) = (number(terms, 0, 4), number(terms, 1, 4));
        let (three, seven) = (terms.constant(32, 3), terms.constant(32, 7));
        let (product, sum) = (terms.mul(a, three), terms.add(b, seven));
        terms.eq(product, sum)
    }));
    hints.relate(relation(&[(sites[0], last)], |terms| {
        let (a, limit) = (number(terms, 0, 4), terms.constant(32, 1000));
        terms.ult(limit, a)
    }));
    hints
}

#[test]
fn who_follows_all_relations_decides_nothing_more() {
    let options = ExecOptions::default();
    let program = of_text(TWO, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = relations_of_two(&program);
    let state = machine.initial_state(program.start, &[]).expect("it starts");
    let mut found: Vec<_> = run_all(&mut machine, state)
        .into_iter()
        .map(|ended| (guides(&ended.decisions), ended.outcome, ended.decisions.len()))
        .collect();
    found.sort_by_key(|(guides, ..)| format!("{guides:?}"));
    let finished = |status| Outcome::Finished { status };
    let (holds, fails) = ((0, Guide::Holds(0)), (0, Guide::Fails(0)));
    // Branches that nothing can be decided at are recorded, too.
    assert_eq!(
        found,
        [
            (vec![fails, fails], finished(0), 3),
            (vec![fails, holds], finished(0), 4),
            (vec![holds, fails], finished(0), 3),
            (vec![holds, holds], finished(1), 4),
        ]
    );
}

#[test]
fn the_state_that_follows_counts_them_and_the_one_that_runs_does_not() {
    let options = ExecOptions::default();
    let program = of_text(TWO, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = relations_of_two(&program);
    // A value for the second input, which has nothing to do with the relation.
    machine.hints.add(sites(&program)[1], Hint::number(None, 4, 5));
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    let mut follows = machine.step(&mut state, u64::MAX).forks.remove(0);
    machine.park(&mut state);
    assert_eq!((state.trace.hints(), follows.trace.hints()), (0, 1));
    let step = machine.step(&mut follows, u64::MAX);
    assert_eq!(step.pause, Pause::GoesOn);
    let mut counts: Vec<u32> = step.forks.iter().map(|fork| fork.trace.hints()).collect();
    counts.push(follows.trace.hints());
    counts.sort_unstable();
    assert_eq!(counts, [0, 2, 2], "neither value nor relation, the value, the relation");
}

#[test]
fn relations_that_decide_nothing_are_not_recorded() {
    let options = ExecOptions::default();
    let program = of_text(TWO, &options);
    let sites = sites(&program);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    let last = Which::Back(0);
    let is_small = |terms: &mut Terms| {
        let (byte, limit) = (byte_of_related(terms, 0, 0), terms.constant(8, 10));
        terms.ult(byte, limit)
    };
    let beyond = |terms: &mut Terms| {
        let (byte, limit) = (byte_of_related(terms, 0, 4), terms.constant(8, 10));
        terms.ult(byte, limit)
    };
    let both = |terms: &mut Terms| {
        let (one, other) = (byte_of_related(terms, 0, 0), byte_of_related(terms, 1, 0));
        terms.ult(one, other)
    };
    machine.hints.relate(relation(&[(sites[0], last)], is_small));
    // It says the same, by another name.
    machine.hints.relate(relation(&[(sites[0], Which::Number(0))], is_small));
    machine.hints.relate(relation(&[(sites[0], last)], beyond));
    machine.hints.relate(relation(&[(sites[0], Which::Number(1))], is_small));
    machine.hints.relate(relation(&[(sites[1], last), (sites[0], last)], both));
    machine.hints.relate(relation(&[(sites[0], Which::Back(1))], is_small));
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    let guided = machine.step(&mut state, u64::MAX).forks.remove(0);
    machine.park(&mut state);
    let ended = run_all(&mut machine, guided);
    for ended in ended {
        assert_eq!(
            guides(&ended.decisions),
            [(0, Guide::Holds(0))],
            "the only one that says something"
        );
    }
}

/// Of three inputs of one site, the second and the third are equal.
fn relation_of_three(site: PointNumber, which: [Which; 2]) -> Relation<PointNumber> {
    relation(&[(site, which[0]), (site, which[1])], |terms| {
        let (one, other) = (byte_of_related(terms, 0, 0), byte_of_related(terms, 1, 0));
        terms.eq(one, other)
    })
}

#[test]
fn inputs_are_counted_from_the_first_or_from_the_last() {
    let options = ExecOptions::default();
    let program = of_text(THREE, &options);
    let site = sites(&program)[0];
    let occurrences = |which: [Which; 2]| {
        let mut output = Nowhere;
        let mut machine = Machine::new(&program, &options, &mut output);
        machine.hints.relate(relation_of_three(site, which));
        let state = machine.initial_state(program.start, &[]).expect("it starts");
        let ended = run_all(&mut machine, state);
        let mut found: Vec<Vec<u32>> = ended
            .iter()
            .map(|ended| {
                guides(&ended.decisions).iter().map(|(occurrence, _)| *occurrence).collect()
            })
            .collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(occurrences([Which::Number(1), Which::Number(2)]), [[2]]);
    assert_eq!(occurrences([Which::Number(0), Which::Number(2)]), [[2]]);
    assert_eq!(occurrences([Which::Back(1), Which::Back(0)]), [[1, 2]], "once there are two");
    assert_eq!(occurrences([Which::Back(2), Which::Back(0)]), [[2]]);
    assert!(occurrences([Which::Back(3), Which::Back(0)]).concat().is_empty(), "there are three");
}

#[test]
fn states_that_have_split_are_handed_out_and_come_back() {
    let options = ExecOptions::default();
    let program = of_text(THREE, &options);
    let site = sites(&program)[0];
    let mut hints = Hints::default();
    hints.relate(relation_of_three(site, [Which::Back(1), Which::Back(0)]));
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = hints.clone();
    let state = machine.initial_state(program.start, &[]).expect("it starts");
    let ended = run_all(&mut machine, state);
    assert!(ended.len() > 4, "{}", ended.len());
    // More have come in the meantime, for these inputs and for others.
    hints.relate(relation_of_three(site, [Which::Number(0), Which::Number(2)]));
    hints.add(site, Hint::number(None, 1, 3));
    for ended in ended {
        let mut output = Nowhere;
        let mut machine = Machine::new(&program, &options, &mut output);
        machine.hints = hints.clone();
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        WorkItem::new(&ended.decisions, ended.inputs.as_ref().expect("known")).set_out(&mut state);
        let again = run_alone(&mut machine, state);
        assert_eq!((again.outcome, again.decisions), (ended.outcome, ended.decisions));
    }
}

#[test]
fn a_relation_that_is_gone_is_a_divergence() {
    let options = ExecOptions::default();
    let program = of_text(TWO, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = relations_of_two(&program);
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    let item = WorkItem::of(&machine.step(&mut state, u64::MAX).forks.remove(0));
    machine.park(&mut state);
    let elsewhere = relation(&[(sites(&program)[0], Which::Number(3))], |terms| {
        let (byte, limit) = (byte_of_related(terms, 0, 0), terms.constant(8, 10));
        terms.ult(byte, limit)
    });
    for hints in [None, Some(elsewhere)] {
        machine.hints = Hints::default();
        hints.map(|relation| machine.hints.relate(relation));
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        item.clone().set_out(&mut state);
        let ended = run_alone(&mut machine, state);
        assert!(matches!(ended.outcome, Outcome::EngineBug { .. }), "{:?}", ended.outcome);
    }
}
