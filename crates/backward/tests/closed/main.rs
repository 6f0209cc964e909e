//! Edges that are closed: no execution that takes one gets to the target afterwards.

mod programs;

use dunlin_backward::{Backward, Budget, Functions, Options, Standing};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::facts::Facts;
use dunlin_ir::parse::parse;
use dunlin_ir::{BlockId, Callee, FuncId, InstKind, Module, Point};
use dunlin_solver::chain::{Chain, Home, Options as ChainOptions, SolverChoice};
use dunlin_term::Terms;
use programs::{Program, Random};
use std::collections::BTreeSet;

const FUNCTIONS: &str = "
declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
declare @f1 \"__dunlin_mark\"(%0: i32)
";

type Edge = (FuncId, EdgeId);

fn edge(func: u32, from: u32, index: u32) -> Edge {
    (FuncId(func), EdgeId { from: BlockId(from), index })
}

/// The calls of the target's mark.
fn targets(module: &Module) -> Vec<Point> {
    let mut points = Vec::new();
    for func in module.func_ids() {
        for block in module.func(func).block_ids() {
            for (index, &inst) in module.func(func).block(block).insts.iter().enumerate() {
                let InstKind::Call(call) = &module.func(func).inst(inst).kind else { continue };
                if call.callee == Callee::Direct(FuncId(1)) {
                    points.push(Point { func, block, index: index as u32 });
                }
            }
        }
    }
    points
}

/// Executes backward for so many steps at a time, and looks at which edges are closed after each.
fn closed_after(
    text: &str,
    options: Options,
    steps: &[u64],
    mut look: impl FnMut(&BTreeSet<Edge>, Standing),
) {
    let (globals, functions) = text.split_at(text.find("define").expect("a main"));
    let text = format!("module \"m\"\ntarget 64 \"x86_64\"\n{globals}{FUNCTIONS}{functions}");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let graph = CallGraph::new(&module);
    let start = module.find_func("main").expect("a main");
    let facts = Facts::of(&module, start, true);
    let functions = Functions::new(&module, &graph, &facts, start);
    let mut backward = Backward::new(functions, options, &targets(&module), Some(0));
    let mut terms = Terms::new();
    let portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut chain = Chain::new(&ChainOptions::default(), portfolio);
    for &steps in steps {
        backward.run(&mut terms, &mut chain, Budget { steps });
        look(&backward.closed_edges(), backward.standing());
    }
}

/// The edges that are closed after so many steps, and where the search stands.
fn closed(text: &str, steps: u64) -> (BTreeSet<Edge>, Standing) {
    closed_within(text, Options::default(), steps)
}

fn closed_within(text: &str, options: Options, steps: u64) -> (BTreeSet<Edge>, Standing) {
    let mut found = None;
    let look = |edges: &BTreeSet<Edge>, standing| found = Some((edges.clone(), standing));
    closed_after(text, options, &[steps], look);
    found.expect("it was looked at")
}

/// The right side of the first branch leads to the target only with another flag. The left one goes round a loop whose
/// sum is asked for: backward, that does not end.
const TWO_SIDES: &str = "define @f2 \"main\"() -> (i32) {
    b0: %0: i32 = call @f0()
        %1: i1 = cmp sgt i32 %0, 5
        branch %1, b1(i32 7, i32 0), b3
    b1(%2: i32, %3: i32):
        %4: i32 = xor %2, %3
        %5: i32 = mul %4, 31
        %6: i32 = add %3, 1
        %7: i1 = cmp ult i32 %6, 100000
        branch %7, b1(%5, %6), b2
    b2: %8: i1 = cmp eq i32 %5, 12345
        %9: i32 = zext i1 %8
        jump b5(%9)
    b3: %10: i32 = call @f0()
        %11: i1 = cmp eq i32 %10, 0
        branch %11, b4, b3
    b4: jump b5(i32 2)
    b5(%12: i32):
        %13: i1 = cmp eq i32 %12, 1
        branch %13, b6, b7
    b6: call @f1(i32 0)
        jump b7
    b7: return 0
    }";

#[test]
fn a_side_that_contradicts_the_target_is_closed_while_the_other_is_looked_at() {
    let (edges, standing) = closed(TWO_SIDES, 60);
    assert_eq!(standing, Standing::Open);
    // To the right, both ways out of the loop there, and behind the target's condition.
    let expected = [edge(2, 0, 1), edge(2, 3, 0), edge(2, 3, 1), edge(2, 5, 1)];
    assert_eq!(edges, BTreeSet::from(expected));
}

#[test]
fn what_waits_keeps_its_way_open() {
    let (edges, _) = closed(TWO_SIDES, 1);
    // Only what lies behind the target.
    assert_eq!(edges, BTreeSet::from([edge(2, 5, 1)]));
}

#[test]
fn who_arrives_keeps_its_edges_open() {
    let reachable = TWO_SIDES.replace("jump b5(i32 2)", "jump b5(i32 1)");
    let (edges, _) = closed(&reachable, 200);
    assert!(!edges.contains(&edge(2, 0, 1)) && !edges.contains(&edge(2, 3, 0)), "{edges:?}");
    assert!(edges.contains(&edge(2, 5, 1)), "{edges:?}");
}

#[test]
fn who_is_lost_keeps_its_edges_open() {
    let lost = TWO_SIDES.replace("b4: jump", "b4: call @f3()\n jump") + "declare @f3 \"nobody\"()";
    let (edges, _) = closed(&lost, 60);
    assert_eq!(edges, BTreeSet::from([edge(2, 5, 1)]), "the path was lost before it died");
}

#[test]
fn who_was_lost_before_it_died_keeps_what_it_had_crossed_open() {
    // At the beginning, the number turns out to be 9, and a function was called that nobody knows.
    let reachable = TWO_SIDES.replace("jump b5(i32 2)", "jump b5(i32 1)");
    let number = "%14: i32 = call @f0()
        %15: i32 = xor %14, %14
        %0: i32 = add %15, 9
        call @f3()";
    let lost = reachable.replacen("%0: i32 = call @f0()", number, 1) + "declare @f3 \"nobody\"()";
    let (edges, _) = closed(&lost, 200);
    assert!(!edges.contains(&edge(2, 0, 1)) && !edges.contains(&edge(2, 3, 0)), "{edges:?}");
    let known = lost.replace("call @f3()", "");
    let (edges, _) = closed(&known, 200);
    assert!(edges.contains(&edge(2, 0, 1)) && edges.contains(&edge(2, 3, 0)), "{edges:?}");
}

#[test]
fn functions_that_paths_pass_over_have_no_closed_edges() {
    // The callee computes something that nobody asks for, along an edge that no path sees.
    let quiet = TWO_SIDES
        .replace("b4: jump b5(i32 2)", "b4: %14: i32 = call @f3(%10)\n jump b5(i32 1)")
        + "define @f3 \"quiet\"(%0: i32) -> (i32) {
        b0: %1: i1 = cmp eq i32 %0, 3
            branch %1, b1, b2
        b1: return 1
        b2: return 2
        }";
    let (edges, _) = closed(&quiet, 200);
    assert!(edges.iter().all(|(func, _)| *func == FuncId(2)), "{edges:?}");
}

/// The target comes behind a function that calls itself; the first edge of that ends the recursion.
fn recursion(rounds: u32) -> String {
    format!(
        "global @g0 \"n\" size 4 align 4 = zero
    define @f2 \"main\"() -> (i32) {{
    b0: call @f3(i32 {rounds})
        %0: i32 = load @g0 align 4
        %1: i1 = cmp eq i32 %0, {rounds}
        branch %1, b1, b2
    b1: call @f1(i32 0)
        jump b2
    b2: return 0
    }}
    define @f3 \"down\"(%0: i32) {{
    b0: %1: i1 = cmp eq i32 %0, 0
        branch %1, b2, b1
    b1: %2: i32 = load @g0 align 4
        %3: i32 = add %2, 1
        store i32 %3 to @g0 align 4
        %4: i32 = sub %0, 1
        call @f3(%4)
        jump b2
    b2: return
    }}"
    )
}

#[test]
fn calls_that_a_limit_cuts_off_leave_what_lies_in_them_open() {
    for (rounds, edge_limit) in [(3, Some(1)), (3, Some(2)), (300, None)] {
        let options = Options { edge_limit, ..Options::default() };
        let (edges, standing) = closed_within(&recursion(rounds), options, u64::MAX);
        assert_eq!(standing, Standing::Unknown, "{rounds} rounds");
        assert_eq!(edges, BTreeSet::from([edge(2, 0, 1)]), "{rounds} rounds");
    }
}

/// A target behind three rounds of a loop, each of which crosses an edge.
const ROUNDS: &str = "define @f2 \"main\"() -> (i32) {
    b0: jump b1(i32 0)
    b1(%0: i32):
        %1: i32 = call @f0()
        %2: i1 = cmp eq i32 %1, 0
        branch %2, b2, b3
    b2: %3: i32 = add %0, 1
        jump b1(%3)
    b3: %4: i1 = cmp eq i32 %0, 3
        branch %4, b4, b5
    b4: call @f1(i32 0)
        jump b5
    b5: return 0
    }";

#[test]
fn what_a_limit_has_cut_keeps_its_edges_open() {
    let none = Options::default();
    let limits = [
        Options { edge_limit: Some(1), ..none.clone() },
        Options { fork_limit: Some(2), ..none.clone() },
        Options { fork_limit: Some(1), ..none.clone() },
        Options { path_limit: Some(6), ..none.clone() },
        Options { path_limit: Some(12), ..none },
    ];
    for options in limits {
        let (edges, standing) = closed_within(ROUNDS, options.clone(), 10_000);
        assert_eq!(standing, Standing::Unknown, "{options:?}");
        assert_eq!(edges, BTreeSet::from([edge(2, 3, 1)]), "{options:?}");
    }
}

/// Edges that lie in functions which a pointer of another type may lead to, and in what these call, are passed over.
#[test]
fn functions_behind_pointers_have_no_closed_edges() {
    let text = "global @g0 \"f\" size 8 align 8 = data zeros 8 relocs [0: @f3]
        global @g1 \"x\" size 4 align 4 = zero
    define @f2 \"main\"() -> (i32) {
    b0: %0: ptr = load @g0 align 8
        %1: i64 = call indirect %0(i64 3)
        %2: i32 = load @g1 align 4
        %3: i1 = cmp eq i32 %2, 1
        branch %3, b1, b2
    b1: call @f1(i32 0)
        jump b2
    b2: return 0
    }
    define @f3 \"other\"(%0: i32) {
    b0: %1: i32 = call @f0()
        %2: i1 = cmp eq i32 %1, 0
        branch %2, b1, b2
    b1: call @f4()
        jump b2
    b2: return
    }
    define @f4 \"sets\"() {
    b0: %0: i32 = call @f0()
        %1: i1 = cmp eq i32 %0, 0
        branch %1, b1, b2
    b1: store i32 1 to @g1 align 4
        jump b2
    b2: return
    }";
    let (edges, _) = closed(text, 1000);
    assert_eq!(edges, BTreeSet::from([edge(2, 0, 1)]));
}

/// An edge in a callee is open while a path waits behind a call of its caller.
#[test]
fn callers_of_callers_may_lead_to_what_waits() {
    let text = TWO_SIDES
        .replace("b0: %0: i32 = call @f0()", "b0: call @f3()\n%0: i32 = call @f0()")
        + "define @f3 \"outer\"() {
    b0: call @f4()
        return
    }
    define @f4 \"inner\"() {
    b0: %0: i32 = call @f0()
        %1: i1 = cmp eq i32 %0, 0
        branch %1, b1, b2
    b1: store i32 1 to @g0 align 4
        jump b2
    b2: return
    }";
    let (edges, standing) = closed(&format!("global @g0 \"x\" size 4 align 4 = zero\n{text}"), 60);
    assert_eq!(standing, Standing::Open);
    assert!(edges.contains(&edge(2, 0, 1)), "{edges:?}");
    assert!(edges.iter().all(|(func, _)| *func == FuncId(2)), "{edges:?}");
}

/// Code that nobody knows may call the function of the target.
#[test]
fn ways_into_unknown_code_are_open() {
    let text = "define @f2 \"main\"() -> (i32) {
    b0: %0: i32 = call @f0()
        %1: i1 = cmp eq i32 %0, 0
        branch %1, b1, b2
    b1: call @f4(@f3)
        jump b2
    b2: return 0
    }
    define @f3 \"target\"() {
    b0: call @f1(i32 0)
        return
    }
    declare @f4 \"nobody\"(%0: ptr)";
    let (edges, _) = closed(text, 1000);
    assert_eq!(edges, BTreeSet::from([edge(2, 0, 1)]));
}

/// Every other program has none.
fn limits(seed: u64) -> Options {
    let mut options = Options::default();
    match seed % 6 {
        1 => options.edge_limit = Some(1 + (seed / 6 % 3) as u32),
        3 => options.fork_limit = Some(2 + seed / 6 % 30),
        5 => options.path_limit = Some(10 + seed / 6 % 60),
        _ => {}
    }
    options
}

/// On random programs with loops, calls and limits: whoever gets to the target has taken no closed edge before.
#[test]
fn no_execution_to_the_target_takes_a_closed_edge() {
    let (mut closed, mut arrived, mut undecided) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let program = Program::new(&mut random);
        let runs: Vec<BTreeSet<Edge>> = (0..300).filter_map(|_| program.run(&mut random)).collect();
        arrived += usize::from(!runs.is_empty());
        let steps = [5, 20, 60, 200, 600];
        closed_after(&program.text(), limits(seed), &steps, |edges, standing| {
            for run in &runs {
                let both: Vec<&Edge> = run.intersection(edges).collect();
                assert!(both.is_empty(), "seed {seed}: {both:?} in\n{}", program.text());
            }
            closed += edges.len();
            undecided += usize::from(standing != Standing::Unreachable);
            assert!(runs.is_empty() || standing != Standing::Unreachable, "seed {seed}");
        });
    }
    assert!(closed > 2000 && arrived > 60 && undecided > 300, "{closed} {arrived} {undecided}");
}
