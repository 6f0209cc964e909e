//! Hints: a state splits where an input is made, follows each with constants, and loses nothing by it.

mod programs;
mod property;
mod relations;

use crate::support::of_text;
use dunlin_exec::{
    Decision, DecisionKind, Ended, ExecOptions, Guide, Hint, HintChoice, Hints, Machine, Outcome,
    Output, Pause, Program, State, WorkItem,
};
use dunlin_ir::numbering::Numbering;
use dunlin_ir::{BlockId, Callee, InstKind, Point, PointNumber};
use std::collections::BTreeSet;

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

/// The sites of a program: where it asks for input, in order.
fn sites(program: &Program) -> Vec<PointNumber> {
    let module = &program.module;
    let numbering = Numbering::of(module);
    let asks = |callee: &Callee| match callee {
        Callee::Direct(func) => {
            let name = &module.func(*func).name;
            name.starts_with("__VERIFIER_nondet") || name == "klee_make_symbolic"
        }
        _ => false,
    };
    let mut found = Vec::new();
    for func in module.func_ids() {
        for (block, content) in module.func(func).blocks.iter().enumerate() {
            for (index, &inst) in content.insts.iter().enumerate() {
                if matches!(&module.func(func).inst(inst).kind, InstKind::Call(call) if asks(&call.callee))
                {
                    let point = Point { func, block: BlockId::new(block), index: index as u32 };
                    found.push(numbering.number(point));
                }
            }
        }
    }
    found
}

/// A table with hints for sites, by their number in the program.
fn table(program: &Program, hints: &[(usize, Hint)]) -> Hints {
    let sites = sites(program);
    let mut found = Hints::default();
    for (site, hint) in hints {
        assert!(found.add(sites[*site], hint.clone()));
    }
    found
}

/// Figure 1 of Multi-Pass Targeted Dynamic Symbolic Execution: a loop that runs as often as the input says, and a
/// branch behind it that wants `bound` rounds. 1 if it is taken.
fn figure_1(bound: u32) -> String {
    format!(
        "module \"m\" target 64 \"x86_64\"
        declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
        define @f1 \"main\"() -> (i32) {{
        b0: %0: i32 = call @f0()
            jump b1(i32 0)
        b1(%1: i32):
            %2: i1 = cmp slt i32 %1, %0
            branch %2, b2, b3
        b2: %3: i32 = add %1, 1
            jump b1(%3)
        b3: %4: i1 = cmp eq i32 %1, {bound}
            branch %4, b4, b5
        b4: return 1
        b5: return 0
        }}"
    )
}

/// What the decisions of a path about hints are.
fn guides(decisions: &[Decision]) -> Vec<(u32, Guide)> {
    let hints = decisions.iter().filter(|decision| decision.kind == DecisionKind::Hint);
    let choices = hints.map(|decision| HintChoice::of_number(decision.choice));
    choices.map(|choice| (choice.occurrence, choice.guide)).collect()
}

/// Runs a state to its end without anything beside it.
fn run_alone(machine: &mut Machine<'_>, mut state: State) -> Ended {
    loop {
        let step = machine.step(&mut state, 100_000);
        assert!(step.forks.is_empty() && step.ended.is_empty() && step.postponed.is_empty());
        if let Pause::Ended(outcome) = step.pause {
            return machine.finish(Box::new(state), outcome).0;
        }
        assert_eq!(step.pause, Pause::GoesOn);
    }
}

/// Runs a state and all that split off to their ends.
fn run_all(machine: &mut Machine<'_>, first: State) -> Vec<Ended> {
    let (mut open, mut found) = (vec![Box::new(first)], Vec::new());
    while let Some(mut state) = open.pop() {
        let step = machine.step(&mut state, u64::MAX);
        found.extend(step.ended);
        assert!(step.sides_left.is_empty() && step.postponed.is_empty());
        open.extend(step.forks.into_iter().map(Box::new));
        match step.pause {
            Pause::GoesOn => {
                machine.park(&mut state);
                open.push(state);
            }
            Pause::Ended(outcome) => found.push(machine.finish(state, outcome).0),
            other => panic!("{other:?}"),
        }
    }
    found
}

/// All paths of a program with these hints, as hints are followed and how they end; least first.
fn paths(text: &str, hints: &[(usize, Hint)]) -> Vec<(Vec<(u32, Guide)>, i32)> {
    let options = ExecOptions::default();
    let program = of_text(text, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = table(&program, hints);
    let state = machine.initial_state(program.start, &[]).expect("it starts");
    let mut found: Vec<_> = run_all(&mut machine, state)
        .into_iter()
        .map(|ended| match ended.outcome {
            Outcome::Finished { status } => (guides(&ended.decisions), status),
            other => panic!("{other:?}"),
        })
        .collect();
    found.sort_by_key(|(guides, status)| (format!("{guides:?}"), *status));
    found
}

#[test]
fn a_hinted_loop_asks_nothing_and_forks_nowhere() {
    for bound in [1000, 100_000] {
        let options = ExecOptions::default();
        let program = of_text(&figure_1(bound), &options);
        let mut output = Nowhere;
        let mut machine = Machine::new(&program, &options, &mut output);
        machine.hints = table(&program, &[(0, Hint::number(None, 4, bound.into()))]);
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        let step = machine.step(&mut state, u64::MAX);
        assert_eq!((step.pause, step.forks.len()), (Pause::GoesOn, 1));
        assert_eq!(state.trace.hints(), 0, "who runs on follows none");
        machine.park(&mut state);
        let guided = step.forks.into_iter().next().expect("one follows the hint");
        assert_eq!(guided.trace.hints(), 1);
        let work = machine.chain.work();
        let ended = run_alone(&mut machine, guided);
        assert_eq!(ended.outcome, Outcome::Finished { status: 1 });
        assert_eq!(guides(&ended.decisions), [(0, Guide::Follows(0))]);
        assert_eq!(ended.decisions.len(), 1, "the loop decides nothing");
        assert_eq!((machine.chain.work(), machine.chain.solver_calls()), (work, 0));
        let inputs = ended.inputs.expect("they are known");
        assert_eq!(inputs[0].bytes, bound.to_le_bytes(), "the test has the hint");
        // The other one never goes there.
        let mut others = vec![Box::new(state)];
        let mut statuses = BTreeSet::new();
        for _ in 0..50 {
            let mut state = others.remove(0);
            let step = machine.step(&mut state, u64::MAX);
            others.extend(step.forks.into_iter().map(Box::new));
            match step.pause {
                Pause::Ended(Outcome::Finished { status }) => drop(statuses.insert(status)),
                _ => {
                    machine.park(&mut state);
                    others.push(state);
                }
            }
        }
        assert_eq!(statuses, BTreeSet::from([0]));
    }
}

#[test]
fn without_hints_nothing_is_decided() {
    let options = ExecOptions::default();
    let program = of_text(&figure_1(2), &options);
    let elsewhere = Hint::number(None, 4, 7);
    let mut decisions = Vec::new();
    for site in [None, Some(1)] {
        let mut output = Nowhere;
        let mut machine = Machine::new(&program, &options, &mut output);
        // A point that makes no input.
        site.map(|site| machine.hints.add(PointNumber(site), elsewhere.clone()));
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        let step = machine.step(&mut state, u64::MAX);
        assert_eq!(step.forks.len(), 1);
        decisions.push((state.trace.decisions(), step.instructions));
    }
    assert_eq!(decisions[0], decisions[1]);
    assert_eq!(decisions[0].0[0].kind, DecisionKind::Branch);
}

/// Returns the number of the first of three values that the input is, or 0.
const WHICH: &str = "module \"m\" target 64 \"x86_64\"
    declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
    define @f1 \"main\"() -> (i32) {
    b0: %0: i32 = call @f0()
        switch i32 %0 {10 -> b1, 20 -> b2, 30 -> b3, else -> b4}
    b1: return 1
    b2: return 2
    b3: return 3
    b4: return 0
    }";

#[test]
fn every_candidate_has_a_state_and_one_has_none() {
    let number = |value| (0, Hint::number(None, 4, value));
    assert_eq!(
        paths(WHICH, &[number(20), number(99), number(10)]),
        [
            (vec![(0, Guide::Follows(0))], 2),
            (vec![(0, Guide::Follows(1))], 0),
            (vec![(0, Guide::Follows(2))], 1),
            (vec![(0, Guide::NoneOf(3))], 0),
            (vec![(0, Guide::NoneOf(3))], 3),
        ]
    );
}

#[test]
fn of_hints_that_one_input_satisfies_it_follows_the_first() {
    let byte = |at, value| (0, Hint { occurrence: None, bytes: vec![(at, value)] });
    // The second says more than the first: no input is left for it. The third is about another byte.
    let found = paths(WHICH, &[byte(0, 10), (0, Hint::number(None, 4, 10)), byte(1, 0)]);
    assert_eq!(
        found,
        [
            (vec![(0, Guide::Follows(0))], 0),
            (vec![(0, Guide::Follows(0))], 1),
            (vec![(0, Guide::Follows(2))], 0),
            (vec![(0, Guide::Follows(2))], 2),
            (vec![(0, Guide::Follows(2))], 3),
            (vec![(0, Guide::NoneOf(3))], 0),
        ]
    );
}

/// Adds three inputs of one site, and returns 1 if they are 6 together.
const THREE: &str = "module \"m\" target 64 \"x86_64\"
    declare @f0 \"__VERIFIER_nondet_uchar\"() -> (i8)
    define @f1 \"main\"() -> (i32) {
    b0: jump b1(i32 0, i8 0)
    b1(%0: i32, %1: i8):
        %2: i8 = call @f0()
        %3: i8 = add %1, %2
        %4: i32 = add %0, 1
        %5: i1 = cmp ult i32 %4, 3
        branch %5, b1(%4, %3), b2(%3)
    b2(%6: i8):
        %7: i1 = cmp eq i8 %6, 6
        branch %7, b3, b4
    b3: return 1
    b4: return 0
    }";

#[test]
fn a_hint_may_be_for_one_occurrence() {
    let found = paths(THREE, &[(0, Hint::number(Some(1), 1, 3))]);
    let guides: Vec<_> = found.iter().map(|(guides, _)| guides.clone()).collect();
    let (follows, none) = (vec![(1, Guide::Follows(0))], vec![(1, Guide::NoneOf(1))]);
    assert_eq!(guides, [follows.clone(), follows, none.clone(), none]);
    let found = paths(THREE, &[(0, Hint::number(None, 1, 2))]);
    let all = (0..3).map(|occurrence| (occurrence, Guide::Follows(0))).collect();
    assert!(found.contains(&(all, 1)), "2 + 2 + 2 = 6, without a query");
    // Of eight ways to follow it, four go one way at the branch: three constants are 6, and where two are, the third
    // input would have to be the hint to make it 6.
    assert_eq!(found.len(), 12);
}

/// An array of four numbers: 1 if the second one is 258 and the last one is not.
const ARRAY: &str = "module \"m\" target 64 \"x86_64\"
    global @g0 \"a\" size 16 align 4 = zero
    declare @f0 \"klee_make_symbolic\"(%0: ptr, %1: i64, %2: ptr)
    define @f1 \"main\"() -> (i32) {
    b0: call @f0(@g0, i64 16, @g0)
        %0: ptr = ptradd @g0, 4
        %1: i32 = load %0 align 4
        %2: i1 = cmp eq i32 %1, 258
        branch %2, b1, b3
    b1: %3: ptr = ptradd @g0, 12
        %4: i32 = load %3 align 4
        %5: i1 = cmp eq i32 %4, 258
        branch %5, b3, b2
    b2: return 1
    b3: return 0
    }";

#[test]
fn some_bytes_of_an_array_have_hints() {
    let second = Hint { occurrence: None, bytes: vec![(4, 2), (5, 1), (6, 0), (7, 0)] };
    assert_eq!(
        paths(ARRAY, &[(0, second)]),
        [
            (vec![(0, Guide::Follows(0))], 0),
            (vec![(0, Guide::Follows(0))], 1),
            (vec![(0, Guide::NoneOf(1))], 0),
        ],
        "without the hint, the first branch has one side"
    );
    let beyond = Hint { occurrence: None, bytes: vec![(4, 2), (16, 0)] };
    assert_eq!(paths(ARRAY, &[(0, beyond)]).len(), 3, "the array has no such byte: no split");
}

/// All states that there are after the splits of [`THREE`], as items.
fn items_of_three(program: &Program, hints: &Hints) -> Vec<WorkItem> {
    let options = ExecOptions::default();
    let mut output = Nowhere;
    let mut machine = Machine::new(program, &options, &mut output);
    machine.hints = hints.clone();
    let mut open = vec![machine.initial_state(program.start, &[]).expect("it starts")];
    let mut items = Vec::new();
    while let Some(mut state) = open.pop() {
        let step = machine.step(&mut state, u64::MAX);
        items.extend(step.forks.iter().map(WorkItem::of));
        assert_eq!(step.pause, Pause::GoesOn, "who does not follow the hint comes to the branch");
        if state.trace.decisions().len() < 3 {
            open.push(state);
        } else {
            items.push(WorkItem::of(&state));
        }
    }
    items
}

#[test]
fn states_that_have_split_are_handed_out() {
    let options = ExecOptions::default();
    let program = of_text(THREE, &options);
    let hints = table(&program, &[(0, Hint::number(None, 1, 2))]);
    let items = items_of_three(&program, &hints);
    assert_eq!(items.len(), 4, "one for each occurrence, and one that follows none");
    let mut ends = Vec::new();
    for item in &items {
        let written = postcard::to_stdvec(item).expect("memory takes everything");
        let item: WorkItem = postcard::from_bytes(&written).expect("written above");
        let mut output = Nowhere;
        let mut machine = Machine::new(&program, &options, &mut output);
        machine.hints = hints.clone();
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        item.set_out(&mut state);
        ends.extend(run_all(&mut machine, state));
    }
    assert!(ends.iter().all(|ended| matches!(ended.outcome, Outcome::Finished { .. })), "{ends:?}");
    let distinct: BTreeSet<Vec<Decision>> = ends.into_iter().map(|ended| ended.decisions).collect();
    assert_eq!(distinct.len(), 12, "the paths of one machine");
}

#[test]
fn traces_stay_valid_when_hints_come_later() {
    let options = ExecOptions::default();
    let program = of_text(THREE, &options);
    let site = sites(&program)[0];
    // When it began, only the last input had a hint.
    let mut hints = table(&program, &[(0, Hint::number(Some(2), 1, 2))]);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = hints.clone();
    let state = machine.initial_state(program.start, &[]).expect("it starts");
    let before = run_all(&mut machine, state);
    assert_eq!(before.len(), 4);
    for hint in [Hint::number(None, 1, 0), Hint::number(Some(0), 1, 5), Hint::number(None, 1, 6)] {
        hints.add(site, hint);
    }
    for ended in before {
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
fn who_follows_a_trace_knows_which_inputs_were_made_before_the_hint() {
    let options = ExecOptions::default();
    let program = of_text(THREE, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    while state.knowledge.roots.made().len() < 2 {
        assert_eq!(machine.step(&mut state, 1).pause, Pause::GoesOn);
    }
    machine.park(&mut state);
    // All inputs of the site could have it; two were made already.
    machine.hints = table(&program, &[(0, Hint::number(None, 1, 2))]);
    let ended = run_all(&mut machine, state);
    assert_eq!(ended.len(), 4);
    for ended in ended {
        let [(2, _)] = guides(&ended.decisions)[..] else { panic!("{:?}", ended.decisions) };
        let mut state = machine.initial_state(program.start, &[]).expect("it starts");
        WorkItem::new(&ended.decisions, ended.inputs.as_ref().expect("known")).set_out(&mut state);
        let again = run_alone(&mut machine, state);
        assert_eq!((again.outcome, again.decisions), (ended.outcome, ended.decisions));
    }
}

#[test]
fn a_hint_that_is_gone_is_a_divergence() {
    let options = ExecOptions::default();
    let program = of_text(WHICH, &options);
    let hints = table(&program, &[(0, Hint::number(None, 4, 20))]);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = hints;
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    let guided = machine.step(&mut state, u64::MAX).forks.remove(0);
    machine.park(&mut state);
    let item = WorkItem::of(&guided);
    machine.hints = table(&program, &[(0, Hint::number(Some(1), 4, 20))]);
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    item.set_out(&mut state);
    let ended = run_alone(&mut machine, state);
    assert!(matches!(ended.outcome, Outcome::EngineBug { .. }), "{:?}", ended.outcome);
}

#[test]
fn who_may_not_fork_does_not_split() {
    let text = WHICH.replace(
        "b0: %0: i32 = call @f0()",
        "b0: call @f2(i32 0)
            %0: i32 = call @f0()",
    ) + "declare @f2 \"klee_set_forking\"(%0: i32)";
    let options = ExecOptions::default();
    let program = of_text(&text, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.hints = table(&program, &[(0, Hint::number(None, 4, 20))]);
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    let step = machine.step(&mut state, u64::MAX);
    assert!(step.forks.is_empty());
    assert!(guides(&state.trace.decisions()).is_empty(), "{:?}", state.trace.decisions());
}
