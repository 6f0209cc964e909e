//! One way to run a state: what a step says and does, whoever calls it.

use crate::support::{Breaks, WRITES, of_text};
use dunlin_exec::{ExecOptions, Machine, Outcome, Pause, State};
use std::sync::atomic::{AtomicBool, Ordering};

/// Compares a symbolic number with 1, 2 and so on to `limit`, and returns how many of them it is beyond.
fn counting(limit: u32) -> String {
    format!(
        "module \"m\" target 64 \"x86_64\"
        declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
        define @f1 \"main\"() -> (i32) {{
        b0: %0: i32 = call @f0()
            jump b1(i32 0)
        b1(%1: i32):
            %2: i1 = cmp ult i32 %1, {limit}
            branch %2, b2, b4
        b2: %3: i32 = add %1, 1
            %4: i1 = cmp sge i32 %0, %3
            branch %4, b3, b4
        b3: jump b1(%3)
        b4: return %1
        }}"
    )
}

/// The exit statuses of all paths, in order; `each` is told why every step was over.
fn statuses(
    machine: &mut Machine<'_>,
    first: State,
    slice: u64,
    mut each: impl FnMut(&Pause),
) -> Vec<i32> {
    let mut waiting = vec![Box::new(first)];
    let mut found = Vec::new();
    while let Some(mut state) = waiting.pop() {
        let step = machine.step(&mut state, slice);
        each(&step.pause);
        waiting.extend(step.forks.into_iter().map(Box::new));
        match step.pause {
            Pause::GoesOn | Pause::Interrupted => {
                machine.park(&mut state);
                // Others have their turn first.
                waiting.insert(0, state);
            }
            Pause::Ended(outcome) => match machine.finish(state, outcome).0.outcome {
                Outcome::Finished { status } => found.push(status),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?} in a program without marks"),
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn a_bug_is_the_end_of_one_path_and_the_machine_goes_on() {
    let options = ExecOptions::default();
    let program = of_text(WRITES, &options);
    let mut output = Breaks::default();
    let mut machine = Machine::new(&program, &options, &mut output);
    let mut run = || {
        let mut state = Box::new(machine.initial_state(program.start, &[]).expect("it starts"));
        let Pause::Ended(outcome) = machine.step(&mut state, u64::MAX).pause else {
            panic!("the path has no end")
        };
        machine.finish(state, outcome).0.outcome
    };
    let Outcome::EngineBug { what } = run() else { panic!("it breaks") };
    assert!(what.contains("broken on purpose"), "{what}");
    assert_eq!(run(), Outcome::Finished { status: 0 });
}

#[test]
fn states_that_are_parked_between_steps_go_the_same_ways() {
    let options = ExecOptions::default();
    let program = of_text(&counting(9), &options);
    for slice in [1, 7, u64::MAX] {
        let mut output = Breaks::default();
        let mut machine = Machine::new(&program, &options, &mut output);
        let state = machine.initial_state(program.start, &[]).expect("it starts");
        let found = statuses(&mut machine, state, slice, |_| ());
        assert_eq!(found, (0..=9).collect::<Vec<i32>>(), "in slices of {slice}");
    }
}

#[test]
fn an_operation_that_is_given_up_begins_again() {
    let options = ExecOptions::default();
    let program = of_text(&counting(40), &options);
    let stop = AtomicBool::new(true);
    let mut output = Breaks::default();
    let mut machine = Machine::new(&program, &options, &mut output);
    machine.stop = Some(&stop);
    let state = machine.initial_state(program.start, &[]).expect("it starts");
    let mut interrupted = 0;
    let found = statuses(&mut machine, state, u64::MAX, |pause| {
        interrupted += u32::from(*pause == Pause::Interrupted);
        // Whoever wants a stop changes their mind after a while.
        stop.store(interrupted < 2, Ordering::Relaxed);
    });
    assert_eq!(interrupted, 2, "queries are broken off");
    assert_eq!(found, (0..=40).collect::<Vec<i32>>());
}
