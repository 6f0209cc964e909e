//! Places on the way to a line, in small programs in the text form of the IR: which of them never go wrong.

mod obligations;
mod suspicions;
mod ways;

use dunlin_backward::{Functions, Limits, Options, Suspects, Way};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_ir::parse::parse;
use dunlin_ir::{Callee, FuncId, InstKind, Module, Point};
use dunlin_solver::chain::{Chain, Home, Options as ChainOptions, SolverChoice};
use dunlin_term::Terms;
use std::rc::Rc;
use std::sync::Arc;

const FUNCTIONS: &str = "
declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
declare @f1 \"__dunlin_mark\"(%0: i32)
declare @f2 \"malloc\"(%0: i64) -> (ptr)
declare @f3 \"free\"(%0: ptr)
";

/// The calls of `__dunlin_mark`, which are the line.
fn line(module: &Module) -> Vec<Point> {
    let mark = module.find_func("__dunlin_mark").expect("a line");
    let mut points = Vec::new();
    for func in module.func_ids() {
        for block in module.func(func).block_ids() {
            for (index, &inst) in module.func(func).block(block).insts.iter().enumerate() {
                if let InstKind::Call(call) = &module.func(func).inst(inst).kind
                    && call.callee == Callee::Direct(mark)
                {
                    points.push(Point { func, block, index: index as u32 });
                }
            }
        }
    }
    points
}

/// All places on the way to the line and those that stay open, as `function.block.index`.
fn ask_with(text: &str, options: &Options) -> (Vec<String>, Vec<String>) {
    ask_within(text, options, Limits { longest_turn: 1 << 16, cost: 1 << 20 })
}

fn ask_within(text: &str, options: &Options, limits: Limits) -> (Vec<String>, Vec<String>) {
    let (globals, functions) = text.split_at(text.find("define").expect("a main"));
    let text = format!("module \"m\"\ntarget 64 \"x86_64\"\n{globals}{FUNCTIONS}{functions}");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let graph = CallGraph::new(&module);
    let start = module.find_func("main").expect("a main");
    let facts = Facts::of(&module, start, true);
    let functions = Rc::new(Functions::new(&module, &graph, &facts, start));
    let is_unknown = |func: &FuncId| module.func(*func).name == "unknown";
    let unknown: Vec<FuncId> = module.func_ids().filter(is_unknown).collect();
    let way = Arc::new(Way::new(&functions, &unknown, &line(&module)));
    let mut terms = Terms::new();
    let portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut chain = Chain::new(&ChainOptions::default(), portfolio);
    let mut suspects =
        Suspects::on(&way, &functions, (options, &|_, _| true), (&mut terms, &mut chain));
    suspects.run(&mut terms, &mut chain, limits);
    let name = |at: Point| format!("{}.{}.{}", module.func(at.func).name, at.block, at.index);
    (suspects.all().map(name).collect(), suspects.open().map(name).collect())
}

/// Which places are on the way, and which of them stay open.
#[track_caller]
fn check(text: &str, all: &[&str], open: &[&str]) {
    let (found, left) = ask_with(text, &Options::default());
    assert_eq!((found, left), (strings(all), strings(open)));
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

#[test]
fn an_index_is_inside_or_not() {
    check(
        "global @g0 \"table\" size 16 align 4 = zero
        define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f0()
            %1: i1 = cmp ult i32 %0, 4
            branch %1, b1, b2
        b1: %2: i64 = zext i32 %0
            %3: ptr = ptradd @g0, 0, %2 * 4
            store i32 1 to %3 align 4
            %4: ptr = ptradd @g0, 4, %2 * 4
            store i32 1 to %4 align 4
            jump b2
        b2: call @f1(i32 0)
            return 0
        }",
        &["main.b1.2", "main.b1.4"],
        &["main.b1.4"],
    );
}

#[test]
fn null_is_found_through_memory() {
    let text = |stored: &str| {
        format!(
            "global @g0 \"p\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            store ptr {stored} to @g0 align 8
            %1: ptr = load @g0 align 8
            store i32 5 to %1 align 4
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    let all = ["main.b0.1", "main.b0.2", "main.b0.3"];
    check(&text("%0"), &all, &[]);
    check(&text("null"), &all, &["main.b0.3"]);
}

/// A free on the way ends the object's life, by whatever name; that of another object does not.
#[test]
fn freed_before() {
    let text = |freed: &str, used: &str| {
        format!(
            "global @g0 \"p\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            %1: ptr = call @f2(i64 4)
            store ptr %0 to @g0 align 8
            %2: ptr = load @g0 align 8
            call @f3({freed})
            store i32 5 to {used} align 4
            call @f3({used})
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    let all = ["main.b0.2", "main.b0.3", "main.b0.4", "main.b0.5", "main.b0.6"];
    let wrong = ["main.b0.5", "main.b0.6"];
    check(&text("%2", "%0"), &all, &wrong);
    check(&text("%0", "%2"), &all, &wrong);
    check(&text("%1", "%0"), &all, &[]);
    check(&text("%2", "%1"), &all, &[]);
}

/// What can be freed: null, and the beginning of an object on the heap.
#[test]
fn what_can_be_freed() {
    let text = |freed: &str| {
        format!(
            "global @g0 \"g\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = alloca 8 align 8
            %1: ptr = call @f2(i64 8)
            %2: ptr = ptradd %1, 4
            call @f3({freed})
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    for (freed, is_fine) in
        [("null", true), ("%1", true), ("%2", false), ("%0", false), ("@g0", false)]
    {
        let open: &[&str] = if is_fine { &[] } else { &["main.b0.3"] };
        check(&text(freed), &["main.b0.3"], open);
    }
}

/// The variable of a function that has returned is dead; that of a caller lives.
#[test]
fn variables_of_other_activations() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: %0: ptr = alloca 4 align 4
            call @f5(%0)
            %1: ptr = call @f6()
            store i32 1 to %1 align 4
            call @f1(i32 0)
            return 0
        }
        define @f5 \"writes\"(%0: ptr) {
        b0: store i32 1 to %0 align 4
            return
        }
        define @f6 \"returns_its_own\"() -> (ptr) {
        b0: %0: ptr = alloca 4 align 4
            return %0
        }",
        &["main.b0.3", "writes.b0.0"],
        &["main.b0.3"],
    );
}

/// What comes behind the line is not on the way, also in a function that is called on both sides of it: there the
/// argument behind the line does not count.
#[test]
fn only_the_ways_to_the_line_count() {
    let text = |before: &str, behind: &str| {
        format!(
            "global @g0 \"table\" size 8 align 4 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: call @f5(i64 {before})
            call @f1(i32 0)
            call @f5(i64 {behind})
            store i32 1 to null align 4
            return 0
        }}
        define @f5 \"put\"(%0: i64) {{
        b0: %1: ptr = ptradd @g0, 0, %0 * 4
            store i32 1 to %1 align 4
            return
        }}"
        )
    };
    check(&text("1", "2"), &["put.b0.1"], &[]);
    check(&text("2", "1"), &["put.b0.1"], &["put.b0.1"]);
}

/// In a loop without end, a place is ruled out that no round can get wrong.
#[test]
fn a_loop_without_end() {
    let text = |most: &str| {
        format!(
            "global @g0 \"table\" size 32 align 4 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: jump b1
        b1: %0: i32 = call @f0()
            %1: i1 = cmp ult i32 %0, {most}
            branch %1, b2, b1
        b2: %2: i64 = zext i32 %0
            %3: ptr = ptradd @g0, 0, %2 * 4
            %4: i32 = load %3 align 4
            call @f1(i32 0)
            jump b1
        }}"
        )
    };
    check(&text("8"), &["main.b2.2"], &[]);
    check(&text("9"), &["main.b2.2"], &["main.b2.2"]);
}

#[test]
fn divisions_and_what_is_checked() {
    let text = "define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f0()
            %1: i32 = or %0, 1
            %2: i32 = sdiv 100, %1
            %3: i32 = udiv 100, %0
            %4: i32 = add nsw %0, 1
            call @f1(i32 0)
            return %3
        }";
    check(text, &["main.b0.2", "main.b0.3"], &["main.b0.3"]);
    let options = Options { check_overflow: true, ..Options::default() };
    let (all, open) = ask_with(text, &options);
    assert_eq!(all, ["main.b0.2", "main.b0.3", "main.b0.4"]);
    assert_eq!(open, ["main.b0.3", "main.b0.4"]);
}

/// What cannot be decided backward stays open: a recursion, which may need more stack than there is, and everything
/// where the use of what was not written is an error.
#[test]
fn what_is_not_decided_stays_open() {
    let text = "define @f4 \"main\"() -> (i32) {
        b0: %0: i32 = call @f5(i32 3)
            call @f1(i32 0)
            return %0
        }
        define @f5 \"depth\"(%0: i32) -> (i32) {
        b0: %1: i1 = cmp eq i32 %0, 0
            branch %1, b1, b2
        b1: return 0
        b2: %2: i32 = sub %0, 1
            %3: i32 = call @f5(%2)
            return %3
        }";
    check(text, &["main.b0.0", "depth.b2.1"], &["main.b0.0", "depth.b2.1"]);
    let options = Options { check_uninitialised: true, ..Options::default() };
    let (all, open) = ask_with(text, &options);
    assert!(all.contains(&"depth.b0.0".to_string()) && all == open, "{all:?} {open:?}");
}

/// A function that nobody knows may free anything, and nothing is proved behind it.
#[test]
fn behind_a_function_without_a_body() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: %0: ptr = call @f2(i64 4)
            store i32 1 to %0 align 4
            call @f5(%0)
            store i32 2 to %0 align 4
            call @f1(i32 0)
            return 0
        }
        declare @f5 \"unknown\"(%0: ptr)",
        &["main.b0.1", "main.b0.3"],
        &["main.b0.3"],
    );
}

/// The scope of a variable: a pointer into it is dead outside, and in the next round leads to another object.
#[test]
fn scopes_of_variables() {
    let text = |scope: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = alloca 4 align 4
            %1: ptr = alloca 8 align 8
            {scope}
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    let alive = "lifetime_start %0
            store ptr %0 to %1 align 8
            %2: ptr = load %1 align 8
            store i32 1 to %2 align 4
            lifetime_end %0";
    let dead = "lifetime_start %0
            store ptr %0 to %1 align 8
            lifetime_end %0
            %2: ptr = load %1 align 8
            store i32 1 to %2 align 4";
    let again = "lifetime_start %0
            store ptr %0 to %1 align 8
            lifetime_end %0
            lifetime_start %0
            %2: ptr = load %1 align 8
            store i32 1 to %2 align 4
            lifetime_end %0";
    check(&text(alive), &["main.b0.3", "main.b0.4", "main.b0.5"], &[]);
    check(&text(dead), &["main.b0.3", "main.b0.5", "main.b0.6"], &["main.b0.6"]);
    check(&text(again), &["main.b0.3", "main.b0.6", "main.b0.7"], &["main.b0.7"]);
}

#[test]
fn copies_that_overlap() {
    let text = |from: &str, to: &str| {
        format!(
            "global @g0 \"text\" size 16 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = ptradd @g0, {from}
            %1: ptr = ptradd @g0, {to}
            memcpy %1, %0, 8
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    check(&text("0", "8"), &["main.b0.2"], &[]);
    check(&text("0", "0"), &["main.b0.2"], &[]);
    check(&text("0", "7"), &["main.b0.2"], &["main.b0.2"]);
    check(&text("7", "0"), &["main.b0.2"], &["main.b0.2"]);
    check(&text("9", "0"), &["main.b0.2"], &["main.b0.2"]);
}
