//! Small programs in the text form of the IR: what backward execution says of a target in them.

use dunlin_backward::{Backward, Budget, Functions, Options, Standing, Tally};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_ir::parse::parse;
use dunlin_ir::{Callee, InstKind, Module, Point};
use dunlin_solver::chain::{Chain, Home, Options as ChainOptions, SolverChoice};
use dunlin_term::Terms;

/// The calls of `__dunlin_mark` with this number.
fn marks(module: &Module, number: u64) -> Vec<Point> {
    let mark = module.find_func("__dunlin_mark").expect("a target");
    let mut points = Vec::new();
    for func in module.func_ids() {
        for block in module.func(func).block_ids() {
            for (index, &inst) in module.func(func).block(block).insts.iter().enumerate() {
                let InstKind::Call(call) = &module.func(func).inst(inst).kind else { continue };
                let arg =
                    call.args.first().and_then(|arg| arg.as_bits()).map(|bits| bits.low_u64());
                if call.callee == Callee::Direct(mark) && arg == Some(number) {
                    points.push(Point { func, block, index: index as u32 });
                }
            }
        }
    }
    points
}

struct Said {
    standing: Standing,
    tally: Tally,
    guesses: Vec<(Option<u32>, u64)>,
    lost: Vec<dunlin_backward::Lost>,
}

/// Executes backward from target 0. The program's `main` is the start.
fn ask_with(text: &str, options: Options) -> Said {
    let (globals, functions) = text.split_at(text.find("define").expect("a main"));
    let text = format!("module \"m\"\ntarget 64 \"x86_64\"\n{globals}{FUNCTIONS}{functions}");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let graph = CallGraph::new(&module);
    let start = module.find_func("main").expect("a main");
    let facts = Facts::of(&module, start, true);
    let functions = Functions::new(&module, &graph, &facts, start);
    let mut backward = Backward::new(functions, options, &marks(&module, 0), Some(0));
    let mut terms = Terms::new();
    let portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut chain = Chain::new(&ChainOptions::default(), portfolio);
    backward.run(&mut terms, &mut chain, Budget { steps: 20_000 });
    let number = |bytes: &[(u64, u8)]| {
        bytes.iter().fold(0, |number, &(at, byte)| number | u64::from(byte) << (8 * at))
    };
    let guesses = backward.take_guesses();
    Said {
        standing: backward.standing(),
        tally: backward.tally(),
        guesses: guesses.iter().map(|guess| (guess.occurrence, number(&guess.bytes))).collect(),
        lost: backward.lost().to_vec(),
    }
}

fn ask(text: &str) -> Said {
    ask_with(text, Options::default())
}

const FUNCTIONS: &str = "
declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
declare @f1 \"__dunlin_mark\"(%0: i32)
declare @f2 \"malloc\"(%0: i64) -> (ptr)
declare @f3 \"free\"(%0: ptr)
";

#[track_caller]
fn check(main: &str, expected: Standing) -> Said {
    let said = ask(main);
    assert_eq!(said.standing, expected, "{:?} {:?}", said.tally, said.lost);
    said
}

#[test]
fn conditions_near_the_target_contradict_each_other() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f0()
            %1: i1 = cmp sgt i32 %0, 5
            branch %1, b1, b3
        b1: %2: i1 = cmp slt i32 %0, 3
            branch %2, b2, b3
        b2: call @f1(i32 0)
            jump b3
        b3: return 0
        }",
        Standing::Unreachable,
    );
}

#[test]
fn a_feasible_path_gives_its_input() {
    let said = check(
        "define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f0()
            %1: i32 = mul %0, 3
            %2: i1 = cmp eq i32 %1, 21
            branch %2, b1, b2
        b1: call @f1(i32 0)
            jump b2
        b2: return 0
        }",
        Standing::Unknown,
    );
    assert_eq!(said.tally.arrived, 1);
    assert_eq!(said.guesses, [(Some(0), 7)]);
}

/// Figure 1 of the paper: the loop contradicts the value, which is right all the same.
#[test]
fn a_value_behind_a_loop_is_guessed() {
    let options = Options { edge_limit: Some(1), ..Options::default() };
    let text = "define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f0()
            jump b1(i32 0)
        b1(%1: i32):
            %2: i1 = cmp slt i32 %1, %0
            branch %2, b2, b3
        b2: %3: i32 = add %1, 1
            jump b1(%3)
        b3: %4: i1 = cmp eq i32 %0, 1000
            branch %4, b4, b5
        b4: call @f1(i32 0)
            jump b5
        b5: return 0
        }";
    let said = ask_with(text, options);
    assert_eq!(said.standing, Standing::Unknown);
    assert!(said.guesses.contains(&(None, 1000)), "{:?}", said.guesses);
}

/// A program that never ends: a variable never gets the value that is asked for.
#[test]
fn a_state_that_never_comes() {
    let said = check(
        "define @f4 \"main\"() -> (i32) {
        b0: jump b1(i32 0)
        b1(%0: i32):
            %1: i32 = call @f0()
            %2: i1 = cmp eq i32 %1, 1
            branch %2, b1(i32 1), b2
        b2: %3: i1 = cmp eq i32 %1, 2
            branch %3, b3, b1(%0)
        b3: %4: i1 = cmp eq i32 %0, 3
            branch %4, b4, b1(i32 5)
        b4: call @f1(i32 0)
            jump b1(%0)
        }",
        Standing::Unreachable,
    );
    assert!(said.tally.seen > 0);
}

/// The same with a variable in memory.
#[test]
fn a_state_in_memory_that_never_comes() {
    check(
        "global @g0 \"state\" size 4 align 4 = zero
        define @f4 \"main\"() -> (i32) {
        b0: jump b1
        b1: %0: i32 = call @f0()
            %1: i1 = cmp eq i32 %0, 1
            branch %1, b2, b3
        b2: store i32 1 to @g0 align 4
            jump b1
        b3: %2: i32 = load @g0 align 4
            %3: i1 = cmp eq i32 %2, 3
            branch %3, b4, b1
        b4: call @f1(i32 0)
            jump b1
        }",
        Standing::Unreachable,
    );
}

/// Figure 3 of the paper: two names of one object.
#[test]
fn stores_through_aliases() {
    let text = |last: &str| {
        format!(
            "global @g0 \"p\" size 8 align 8 = zero
        global @g1 \"q\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 8)
            store ptr %0 to @g1 align 8
            %1: ptr = load @g1 align 8
            store ptr %1 to @g0 align 8
            %2: ptr = load @g1 align 8
            store i32 5 to %2 align 4
            %3: ptr = load @g0 align 8
            store i32 {last} to %3 align 4
            %4: ptr = load @g0 align 8
            %5: i32 = load %4 align 4
            %6: ptr = load @g1 align 8
            %7: i32 = load %6 align 4
            %8: i1 = cmp eq i32 %5, 7
            branch %8, b1, b2
        b1: call @f1(i32 0)
            jump b2
        b2: return 0
        }}"
        )
    };
    let said = check(&text("7"), Standing::Unknown);
    assert_eq!(said.tally.arrived, 1);
    check(&text("8"), Standing::Unreachable);
}

#[test]
fn through_calls_and_callers() {
    let text = |value: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: i32 = call @f0()
            %1: i32 = call @f5(%0)
            call @f6(%1, i32 {value})
            return 0
        }}
        define @f5 \"half\"(%0: i32) -> (i32) {{
        b0: %1: i1 = cmp slt i32 %0, 0
            branch %1, b1, b2
        b1: return 100
        b2: %2: i32 = lshr %0, 1
            return %2
        }}
        define @f6 \"check\"(%0: i32, %1: i32) {{
        b0: %2: i1 = cmp eq i32 %0, %1
            branch %2, b1, b2
        b1: call @f1(i32 0)
            jump b2
        b2: return
        }}"
        )
    };
    let said = ask(&text("50"));
    assert_eq!((said.standing, said.tally.arrived), (Standing::Unknown, 1));
    assert!(said.guesses.iter().any(|&(_, value)| value == 100 || value == 101));
    let said = ask(&text("-2"));
    assert_eq!(said.standing, Standing::Unreachable, "{:?}", said.lost);
}

#[test]
fn a_function_without_a_body_proves_nothing() {
    let said = ask("define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f5()
            %1: i1 = cmp sgt i32 %0, 5
            branch %1, b1, b2
        b1: call @f1(i32 0)
            jump b2
        b2: return 0
        }
        declare @f5 \"unknown\"() -> (i32)");
    assert_eq!(said.standing, Standing::Unknown);
}

/// A read at an offset that depends on input, which finds a part of what was stored.
#[test]
fn a_read_beside_a_store_finds_a_part_of_it() {
    let text = |wanted: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = alloca 8 align 8
            memset %0, 0, 8
            %1: i32 = call @f0()
            %2: i64 = zext i32 %1
            %3: i64 = and %2, 3
            store i32 0x04030201 to %0 align 1
            %4: ptr = ptradd %0, 0, %3 * 1
            %5: i32 = load %4 align 1
            %6: i1 = cmp eq i32 %5, {wanted}
            branch %6, b1, b2
        b1: call @f1(i32 0)
            jump b2
        b2: return 0
        }}"
        )
    };
    for found in ["0x04030201", "0x00040302", "0x00000403", "0x00000004"] {
        let said = check(&text(found), Standing::Unknown);
        assert_eq!(said.tally.arrived, 1, "{found}");
    }
    check(&text("0x04030200"), Standing::Unreachable);
}
