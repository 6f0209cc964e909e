//! Random programs with random hints, some of which come in the middle, and with states that are handed out as items:
//! what is reached and what goes wrong is the same as without, and every input belongs to exactly one path.

use super::programs::{Random, program};
use super::{Nowhere, sites};
use crate::support::of_text;
use dunlin_exec::{
    ExecOptions, Hint, Hints, Machine, Outcome, Pause, Program, Related, Relation, State, Which,
    WorkItem, byte_of_related,
};
use dunlin_ir::PointNumber;
use dunlin_results::{ErrorKind, InputBytes};
use dunlin_term::{ArrayValue, Model, Terms};
use std::collections::BTreeSet;
use std::rc::Rc;

/// More states than that are left: the program is not looked at.
const MOST_STATES: usize = 400;
/// Inputs of each program that are run.
const SAMPLES: usize = 12;

/// How a path ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    Finished(i32),
    Error(ErrorKind, u32),
}

fn way(outcome: &Outcome, pc: u32) -> Way {
    match outcome {
        Outcome::Finished { status } => Way::Finished(*status),
        Outcome::Error(error) => Way::Error(error.kind, pc),
        other => panic!("{other:?}"),
    }
}

/// What an exploration has seen.
struct Explored {
    ways: BTreeSet<Way>,
    reached: Vec<bool>,
    /// The states of finished paths, with their statuses.
    finished: Vec<(State, i32)>,
    /// How many states followed hints.
    guided: usize,
}

/// Explores all paths, unless there are too many. `disturb` may change hints before each step, and says whether
/// the state is handed out first.
fn explore(
    program: &Program,
    machine: &mut Machine<'_>,
    mut disturb: impl FnMut(&mut Hints) -> bool,
) -> Option<Explored> {
    let first = machine.initial_state(program.start, &[]).expect("it starts");
    let mut open = vec![Box::new(first)];
    let mut found =
        Explored { ways: BTreeSet::new(), reached: Vec::new(), finished: Vec::new(), guided: 0 };
    let mut states = 1;
    while let Some(mut state) = open.pop() {
        if disturb(&mut machine.hints) {
            let item = WorkItem::of(&state);
            let written = postcard::to_stdvec(&item).expect("memory takes everything");
            let item: WorkItem = postcard::from_bytes(&written).expect("written above");
            *state = machine.initial_state(program.start, &[]).expect("it starts");
            item.set_out(&mut state);
        }
        let step = machine.step(&mut state, 7);
        assert!(step.sides_left.is_empty() && step.postponed.is_empty());
        found.ways.extend(step.ended.iter().map(|ended| way(&ended.outcome, ended.pc)));
        states += step.forks.len();
        if states > MOST_STATES {
            return None;
        }
        found.guided += step.forks.iter().filter(|state| state.trace.hints() > 0).count();
        open.extend(step.forks.into_iter().map(Box::new));
        match step.pause {
            Pause::GoesOn => {
                machine.park(&mut state);
                open.push(state);
            }
            Pause::Ended(outcome) => {
                machine.park(&mut state);
                found.ways.insert(way(&outcome, state.position.pc));
                if let Outcome::Finished { status } = outcome {
                    found.finished.push((*state, status));
                }
            }
            other => panic!("{other:?}"),
        }
    }
    found.reached = machine.coverage.reached().to_vec();
    Some(found)
}

/// What the program does with an input.
fn run(program: &Program, machine: &mut Machine<'_>, inputs: &[InputBytes]) -> Way {
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    state.knowledge.fixed_inputs = Some(Rc::new(inputs.to_vec()));
    let step = machine.step(&mut state, u64::MAX);
    assert!(step.forks.is_empty() && step.ended.is_empty(), "nothing is symbolic");
    machine.park(&mut state);
    match step.pause {
        Pause::Ended(outcome) => way(&outcome, state.position.pc),
        other => panic!("{other:?}"),
    }
}

/// Whether a state is that of an input.
fn is_of(machine: &mut Machine<'_>, state: &State, inputs: &[InputBytes]) -> bool {
    let mut model = Model::clone(state.knowledge.path.model());
    for (root, input) in state.knowledge.roots.made().iter().zip(inputs) {
        let bytes = &input.bytes[..root.size as usize];
        model.set_array(root.symbol, ArrayValue::of_bytes(64, bytes));
    }
    let constraints = state.knowledge.path.constraints();
    let holds = |&condition| machine.evaluator.holds(&machine.terms, &model, condition);
    constraints.iter().map(holds).all(|holds| holds.expect("no quantifiers"))
}

fn hint(random: &mut Random) -> Hint {
    let occurrence = [None, None, Some(0), Some(1)][random.below(4) as usize];
    let size = [1, 1, 1, 2, 4][random.below(5) as usize];
    let from = if random.below(4) == 0 { random.below(3) } else { 0 };
    let bytes = (0..size).map(|at| {
        // Numbers are small: high bytes are mostly zero.
        let small = at == 0 || random.below(8) == 0;
        (from + at, if small { random.below(5) as u8 } else { 0 })
    });
    Hint { occurrence, bytes: bytes.collect() }
}

/// Something about the sum of bytes of one to three inputs; mostly there are such inputs.
fn relation(sites: &[PointNumber], random: &mut Random) -> Relation<PointNumber> {
    let mut terms = Terms::new();
    let which =
        [Which::Back(0), Which::Back(0), Which::Back(1), Which::Number(0), Which::Number(1)];
    let mut inputs = Vec::new();
    let mut sum = terms.constant(8, random.below(3));
    for number in 0..1 + random.below(3) as usize {
        let site = sites[random.below(sites.len() as u64) as usize];
        inputs.push(Related { site, which: which[random.below(5) as usize] });
        let offset = if random.below(6) == 0 { random.below(5) } else { 0 };
        let byte = byte_of_related(&mut terms, number, offset);
        sum = terms.add(sum, byte);
    }
    let number = terms.constant(8, 1 + random.below(8));
    let condition = match random.below(4) {
        0 => terms.eq(sum, number),
        1 => terms.ne(sum, number),
        2 => terms.ult(sum, number),
        _ => terms.slt(number, sum),
    };
    Relation::new(&mut terms, inputs, condition).expect("a short condition about bytes")
}

/// Whether it was looked at, and how many states followed hints.
fn check(seed: u64) -> Option<usize> {
    let text = program(seed);
    let options = ExecOptions::default();
    let program = of_text(&text, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    let plain = explore(&program, &mut machine, |_| false)?;
    let mut random = Random::new(!seed);
    let sites = sites(&program);
    let add = |hints: &mut Hints, random: &mut Random| {
        if random.below(2) == 0 {
            hints.relate(relation(&sites, random));
            return;
        }
        let site = sites[random.below(sites.len() as u64) as usize];
        hints.add(site, hint(random));
    };
    let mut output = Nowhere;
    let mut hinted = Machine::new(&program, &options, &mut output);
    for _ in 0..1 + random.below(4) {
        add(&mut hinted.hints, &mut random);
    }
    let mut steps = Random::new(seed ^ 77);
    let found = explore(&program, &mut hinted, |hints| {
        if steps.below(40) == 0 && hints.count() < 8 {
            add(hints, &mut steps);
        }
        steps.below(6) == 0
    })?;
    assert_eq!(found.ways, plain.ways, "seed {seed}\n{text}\n{:?}", hinted.hints);
    assert_eq!(found.reached, plain.reached, "seed {seed}\n{text}\n{:?}", hinted.hints);
    for (state, status) in &found.finished {
        let inputs = state.knowledge.input_bytes(state.knowledge.path.model());
        assert!(is_of(&mut hinted, state, &inputs), "seed {seed}: the model of a path is one");
        let expected = run(&program, &mut machine, &inputs);
        assert_eq!(Way::Finished(*status), expected, "seed {seed}: its test goes its way");
    }
    for _ in 0..SAMPLES {
        let inputs: Vec<InputBytes> = (0..40)
            .map(|_| {
                let bytes = (0..4).map(|at| if at == 0 { random.below(6) as u8 } else { 0 });
                InputBytes { name: "input".into(), bytes: bytes.collect() }
            })
            .collect();
        let expected = run(&program, &mut machine, &inputs);
        let mut of_input = Vec::new();
        for (state, status) in &found.finished {
            if is_of(&mut hinted, state, &inputs) {
                of_input.push(Way::Finished(*status));
            }
        }
        let finished = matches!(expected, Way::Finished(_)).then_some(expected);
        assert_eq!(of_input, Vec::from_iter(finished), "seed {seed}\n{text}\n{:?}", hinted.hints);
    }
    Some(found.guided)
}

#[test]
fn hints_change_neither_what_is_reached_nor_for_which_inputs() {
    let (mut checked, mut guided) = (0, 0);
    for seed in 0..200 {
        if let Some(states) = check(seed) {
            checked += 1;
            guided += states;
        }
    }
    assert!(checked > 120 && guided > 2 * checked, "{checked} programs, {guided} guided states");
}
