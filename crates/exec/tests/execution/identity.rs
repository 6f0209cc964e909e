//! Identity that survives forks: states that went different ways agree on the objects that both have.

use crate::support::of_text;
use dunlin_exec::{ExecOptions, Machine, Outcome, Output, Pause, Program, State, WorkItem};
use dunlin_memory::{Memory, ObjectId, ValueKind};
use std::collections::{BTreeMap, BTreeSet};

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

/// Where a program puts pointers that it wants to be looked at: the first global variable, of so many words.
const SEEN: u64 = 8;

const DECLARATIONS: &str = "module \"m\" target 64 \"x86_64\"
    global @g0 \"seen\" size 64 align 16 = zero
    global @g1 \"n\" size 4 align 4 = zero
    declare @f0 \"malloc\"(%0: i64) -> (ptr)
    declare @f1 \"klee_make_symbolic\"(%0: ptr, %1: i64, %2: ptr)
    define @f2 \"xmalloc\"(%0: i64) -> (ptr) {
    b0: %1: ptr = call @f0(%0)
        return %1
    }
    define @f3 \"local\"(%0: ptr) {
    b0: %1: ptr = alloca 8 align 8
        store ptr %1 to %0 align 8
        return
    }";

/// What is to be looked at when a path has ended, by where the program put it: objects and their addresses.
type Seen = BTreeMap<u64, (ObjectId, u64)>;

fn seen(program: &Program, state: &mut State) -> Seen {
    let objects = &mut state.memory.objects;
    let global = Memory::function(program.module.funcs.len() as u64);
    let mut seen = Seen::new();
    for word in 0..SEEN {
        // It is input itself if the program starts in the middle.
        let Ok(value) = objects.load(global, word * 8, 8) else { continue };
        if let ValueKind::Pointer { object, .. } = value.kind() {
            seen.insert(word, (object, objects.life(object).address));
        }
    }
    // What was made lazily is known by its name.
    let lazy = state.memory.lazy.clone();
    for (number, object) in (SEEN..).zip(lazy.iter().flat_map(|lazy| lazy.objects())) {
        seen.insert(number, (object, objects.life(object).address));
    }
    seen
}

/// Runs a state, and all that fork off, to their ends; each with its item.
fn run(program: &Program, machine: &mut Machine<'_>, first: State) -> Vec<(Seen, WorkItem)> {
    let (mut open, mut ended) = (vec![first], Vec::new());
    while let Some(mut state) = open.pop() {
        loop {
            let step = machine.step(&mut state, u64::MAX);
            open.extend(step.forks);
            match step.pause {
                Pause::GoesOn => {}
                Pause::Ended(Outcome::Finished { .. }) => break,
                other => panic!("{other:?}"),
            }
        }
        let item = WorkItem::of(&state);
        ended.push((seen(program, &mut state), item));
    }
    ended
}

/// All paths of a program whose entry function has this text, the one that saw least first. Whoever follows
/// one of them again sees the same.
fn paths(entry: &str) -> Vec<Seen> {
    let options = ExecOptions::default();
    let text = format!("{DECLARATIONS} {entry}");
    let module = dunlin_ir::parse::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    dunlin_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    let name = module.funcs.last().expect("there is an entry").name.clone();
    let program = match name == "main" {
        true => of_text(&text, &options),
        false => Program::new(module, &name, &options).expect("there is an entry"),
    };
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    let start = machine.initial_state(program.start, &["test".into()]).expect("small");
    let ended = run(&program, &mut machine, start);
    for (seen, item) in &ended {
        let mut output = Nowhere;
        let mut other = Machine::new(&program, &options, &mut output);
        let mut state = other.initial_state(program.start, &["test".into()]).expect("small");
        item.clone().set_out(&mut state);
        let again = run(&program, &mut other, state);
        assert_eq!(again.iter().map(|(seen, _)| seen).collect::<Vec<_>>(), [seen]);
    }
    let mut paths: Vec<Seen> = ended.into_iter().map(|(seen, _)| seen).collect();
    paths.sort_by_key(|seen| seen.len());
    paths
}

/// Two paths that differ in what is at some places, which only the second has, and in nothing else.
fn agree_but_for(entry: &str, others: &[u64]) {
    let paths = paths(entry);
    let [less, more] = &paths[..] else { panic!("{} paths", paths.len()) };
    let only: Vec<u64> = more.keys().filter(|word| !less.contains_key(word)).copied().collect();
    assert_eq!(only, others);
    for (word, object) in less {
        assert_eq!(more[word], *object, "at {word}");
    }
    // What only one has is called as nothing is that the other has.
    let ids: BTreeSet<ObjectId> = more.values().map(|(object, _)| *object).collect();
    let addresses: BTreeSet<u64> = more.values().map(|(_, address)| *address).collect();
    assert_eq!((ids.len(), addresses.len()), (more.len(), more.len()));
}

/// Goes one of two ways by the input.
const ONE_OF_TWO: &str = "b0: call @f1(@g1, i64 4, @g1)
        %0: i32 = load @g1 align 4
        %1: i1 = cmp eq i32 %0, 0
        branch %1, b1, b2";

#[test]
fn a_side_that_allocates_shifts_nothing() {
    agree_but_for(
        &format!(
            "define @f4 \"main\"() -> (i32) {{
            {ONE_OF_TWO}
            b1: %2: ptr = call @f0(i64 100)
                store ptr %2 to @g0 align 8
                %3: ptr = ptradd @g0, 8
                call @f3(%3)
                %4: ptr = call @f0(i64 8)
                jump b2
            b2: %5: ptr = call @f0(i64 24)
                %6: ptr = ptradd @g0, 16
                store ptr %5 to %6 align 8
                %7: ptr = ptradd @g0, 24
                call @f3(%7)
                %8: ptr = alloca 16 align 16
                %9: ptr = ptradd @g0, 32
                store ptr %8 to %9 align 8
                return 0
            }}"
        ),
        &[0, 1],
    );
}

#[test]
fn the_callers_of_a_wrapper_are_told_apart() {
    agree_but_for(
        &format!(
            "define @f4 \"main\"() -> (i32) {{
            {ONE_OF_TWO}
            b1: %2: ptr = call @f2(i64 100)
                store ptr %2 to @g0 align 8
                jump b2
            b2: %3: ptr = call @f2(i64 100)
                %4: ptr = ptradd @g0, 8
                store ptr %3 to %4 align 8
                return 0
            }}"
        ),
        &[0],
    );
}

#[test]
fn loops_agree_on_the_rounds_that_both_make() {
    // Two or three rounds.
    agree_but_for(
        "define @f4 \"main\"() -> (i32) {
        b0: call @f1(@g1, i64 4, @g1)
            %0: i32 = load @g1 align 4
            %1: i32 = and %0, 1
            %2: i32 = add %1, 2
            jump b1(i32 0)
        b1(%3: i32): %4: i1 = cmp ult i32 %3, %2
            branch %4, b2, b3
        b2: %5: i64 = zext i32 %3
            %6: ptr = ptradd @g0, 0, %5 * 8
            %7: ptr = call @f2(i64 8)
            store ptr %7 to %6 align 8
            %8: i32 = add %3, 1
            jump b1(%8)
        b3: %9: ptr = call @f2(i64 8)
            %10: ptr = ptradd @g0, 40
            store ptr %9 to %10 align 8
            %11: ptr = ptradd @g0, 48
            call @f3(%11)
            return 0
        }",
        &[2],
    );
}

#[test]
fn what_is_made_lazily_is_what_it_is_called_wherever_it_is_used_first() {
    let paths = paths(
        "define @f4 \"entry\"(%0: ptr, %1: ptr, %2: i32) -> (i32) {
        b0: %3: i1 = cmp eq i32 %2, 0
            branch %3, b1, b2
        b1: %4: i32 = load %0 align 4
            %5: i32 = load %1 align 4
            return 0
        b2: %6: i32 = load %1 align 4
            %7: i32 = load %0 align 4
            return 0
        }",
    );
    assert_eq!(paths.len(), 2);
    assert_eq!((paths[0].len(), &paths[0]), (2, &paths[1]));
}
