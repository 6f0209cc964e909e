use super::*;
use dunlin_term::Terms;
use proptest::prelude::*;

fn decision(choice: u64) -> Decision {
    Decision { choice, at: PointNumber(0), kind: DecisionKind::Value, implied: false }
}

/// Nothing was merged.
fn never(_: TermId) -> bool {
    unreachable!("there is no join")
}

fn choices(decisions: &[Decision]) -> Vec<u64> {
    decisions.iter().map(|decision| decision.choice).collect()
}

#[test]
fn both_sides_of_a_fork_share_what_came_before() {
    let mut first = Trace::default();
    first.push(decision(1), TermId::TRUE);
    first.add_marks(&[7]);
    let mut second = first.fork();
    first.push(decision(2), TermId::TRUE);
    second.push(decision(3), TermId::TRUE);
    second.push(decision(4), TermId::TRUE);
    assert_eq!(choices(&first.decisions()), [1, 2]);
    assert_eq!(choices(&second.decisions()), [1, 3, 4]);
    assert_eq!((first.length(), second.length()), (2, 3));
    let mut marks = Vec::new();
    second.take_marks(never, |mark| marks.push(mark));
    first.take_marks(never, |mark| marks.push(mark));
    assert_eq!(marks, vec![7], "handed over once");
}

#[test]
fn plain_output_is_handed_over_in_its_order() {
    let plain = |text: &str| Piece::Bytes { fd: 1, bytes: text.as_bytes().to_vec() };
    let taken = |trace: &mut Trace| {
        let mut all = Vec::new();
        trace.take_plain_output(|_, bytes| all.extend_from_slice(bytes));
        String::from_utf8(all).unwrap()
    };
    let mut trace = Trace::default();
    trace.print(plain("a"));
    trace.print(plain("b"));
    assert_eq!(taken(&mut trace), "ab");
    assert_eq!(taken(&mut trace), "", "once");
    // What stands behind a piece whose bytes are not known yet waits for it.
    trace.print(plain("c"));
    trace.print(Piece::Mixed { fd: 1, bytes: Vec::new() });
    trace.print(plain("d"));
    assert_eq!(taken(&mut trace), "c");
    assert_eq!(trace.output(never).len(), 2);
    // So does what stands behind output that another path shares.
    drop(trace.fork());
    trace.print(plain("e"));
    assert_eq!(taken(&mut trace), "");
    assert_eq!(trace.output(never).len(), 3);
}

#[test]
fn a_long_chain_is_freed_without_recursion() {
    let mut trace = Trace::default();
    for choice in 0..1_000_000 {
        trace.push(decision(choice), TermId::TRUE);
        drop(trace.fork());
    }
    assert_eq!(trace.decisions().len(), 1_000_000);
    drop(trace);
}

#[test]
fn a_long_chain_of_joins_is_walked_and_freed_without_recursion() {
    let mut trace = Trace::default();
    let mut terms = Terms::new();
    let guards = [2, 3].map(|number| terms.constant(32, number));
    for choice in 0..200_000 {
        let mut other = trace.fork();
        trace.push(decision(choice), TermId::TRUE);
        other.push(decision(choice + 1), TermId::TRUE);
        let states = vec![(guards[0], trace), (guards[1], other)];
        trace = Trace::join(states, PointNumber(9));
    }
    assert_eq!((trace.length(), trace.depth()), (200_000, 200_000));
    assert_eq!(trace.decisions().len(), 200_000);
    assert_eq!(trace.linearise(|guard| guard == guards[1]).len(), 200_000);
    let mut count = 0;
    trace.for_each_term(|_| count += 1);
    assert_eq!(count, 800_000, "a condition and a guard on each of two ways");
    drop(trace);
}

/// A state of the test: its trace, and the traces that its inputs have had, which nobody merged.
struct Pretended {
    trace: Trace,
    /// By input: its decisions, in order.
    paths: Vec<(u32, Vec<u64>)>,
    /// How many entries its recorded trace should have.
    length: usize,
}

/// A guard that holds for these inputs: a number whose bits say which, the test's own meaning of terms.
fn guard(terms: &mut Terms, state: &Pretended) -> TermId {
    let bits = state.paths.iter().fold(0, |bits, (input, _)| bits | 1 << input);
    terms.constant(32, bits)
}

#[derive(Clone, Debug)]
enum Step {
    /// The state with this number decides, by itself.
    Decide(usize, u64),
    /// It splits its inputs at this place.
    Fork(usize, usize),
    /// Two states become one.
    Join(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (any::<usize>(), 0..9u64).prop_map(|(state, choice)| Step::Decide(state, choice)),
        (any::<usize>(), any::<usize>()).prop_map(|(state, at)| Step::Fork(state, at)),
        (any::<usize>(), any::<usize>()).prop_map(|(x, y)| Step::Join(x, y)),
    ]
}

proptest! {
    /// Whatever was forked and merged: along every input a trace is what that input has decided, in order; each
    /// condition stands with its decision, marks and output are those of the way, and what is recorded begins
    /// with what is common.
    #[test]
    fn along_an_input_a_merged_trace_is_that_of_its_path(
        steps in proptest::collection::vec(step(), 0..60)
    ) {
        const INPUTS: u32 = 16;
        let mut terms = Terms::new();
        let paths = (0..INPUTS).map(|input| (input, Vec::new())).collect();
        let mut states = vec![Pretended { trace: Trace::default(), paths, length: 0 }];
        for step in steps {
            match step {
                Step::Decide(number, choice) => {
                    let count = states.len();
                    let state = &mut states[number % count];
                    state.trace.push(decision(choice), terms.constant(32, choice));
                    state.trace.add_marks(&[choice as u32]);
                    state.trace.print(Piece::Bytes { fd: 1, bytes: vec![choice as u8] });
                    state.paths.iter_mut().for_each(|(_, path)| path.push(choice));
                    state.length += 1;
                }
                Step::Fork(number, at) => {
                    let count = states.len();
                    let state = &mut states[number % count];
                    if state.paths.len() < 2 {
                        continue;
                    }
                    let at = 1 + at % (state.paths.len() - 1);
                    let paths = state.paths.split_off(at);
                    let (trace, length) = (state.trace.fork(), state.length);
                    states.push(Pretended { trace, paths, length });
                }
                Step::Join(x, y) => {
                    if states.len() < 2 || x % states.len() == y % states.len() {
                        continue;
                    }
                    let count = states.len();
                    let (x, y) = ((x % count).max(y % count), (x % count).min(y % count));
                    let (x, y) = (states.swap_remove(x), states.swap_remove(y));
                    let before = (x.trace.decisions(), y.trace.decisions());
                    let depth = x.trace.depth().max(y.trace.depth());
                    let guards = (guard(&mut terms, &x), guard(&mut terms, &y));
                    let paths = x.paths.into_iter().chain(y.paths).collect();
                    let both = vec![(guards.0, x.trace), (guards.1, y.trace)];
                    let trace = Trace::join(both, PointNumber(5));
                    trace.verify();
                    let recorded = trace.decisions();
                    let (merge, common) = recorded.split_last().expect("a merge is recorded");
                    prop_assert_eq!((merge.kind, merge.choice, merge.at.0), (DecisionKind::Merge, 2, 5));
                    prop_assert!(before.0.starts_with(common) && before.1.starts_with(common));
                    prop_assert_eq!(trace.depth(), depth);
                    states.push(Pretended { trace, paths, length: recorded.len() });
                }
            }
        }
        for state in &states {
            prop_assert_eq!(state.trace.decisions().len(), state.length);
            prop_assert_eq!(state.trace.length(), state.length as u64);
            for (input, path) in &state.paths {
                let number = |term: TermId| terms.as_u64(term).expect("a constant");
                let holds = |guard: TermId| number(guard) >> input & 1 != 0;
                prop_assert_eq!(&choices(&state.trace.linearise(holds)), path);
                let conditions = state.trace.conditions(holds);
                let conditions: Vec<u64> = conditions.into_iter().map(number).collect();
                prop_assert_eq!(&conditions, path);
                let marks = state.trace.marks(holds);
                prop_assert!(marks.iter().all(|&mark| path.contains(&mark.into())));
                prop_assert_eq!(state.trace.output(holds).len(), path.len());
                prop_assert!(state.trace.depth() >= path.len() as u64);
            }
        }
    }
}
