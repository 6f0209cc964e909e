//! Figure 3 of the paper, one statement at a time, beside its Table III.
//!
//! The forward pass comes after every statement, so that what the table's last column collects is put in at once. How
//! the rows differ from the table's:
//!
//! - A statement is several instructions, the latest first. So the condition comes before the pointers that its reads go
//!   through, and not after them (steps 2 to 4 of the table).
//! - A use of a pointer is a load of its own, with an abstract object of its own. It is unified with the one that is known
//!   as soon as no store stands between the two loads. The paper looks it up in Φ and makes no second object.
//! - A unified abstract object is gone: its other name was put in everywhere. Pairs are not kept, and there is no closure
//!   to compute. What was unified stands in the history of the path.
//! - `q = malloc(...)` makes an object, which is in the text of the paper, but not in the column of its table.

use crate::functions::Functions;
use crate::options::Options;
use crate::state::State;
use crate::step::{Executor, Flow};
use crate::view::{events, view};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_ir::parse::parse;
use dunlin_ir::{BlockId, Point};
use dunlin_solver::chain::{Chain, Home, Options as ChainOptions, SolverChoice};
use dunlin_term::Terms;

const FIGURE_3: &str = "module \"figure3\"
target 64 \"x86_64\"
global @g0 \"p\" size 8 align 8 = zero
global @g1 \"q\" size 8 align 8 = zero
declare @f0 \"__dunlin_mark\"(%0: i32)
declare @f1 \"malloc\"(%0: i64) -> (ptr)
define @f2 \"main\"() -> (i32) {
b0: %0: ptr = call @f1(i64 8)
    store ptr %0 to @g1 align 8
    %1: ptr = load @g1 align 8
    store ptr %1 to @g0 align 8
    %2: ptr = load @g1 align 8
    store i32 5 to %2 align 4
    %3: ptr = load @g0 align 8
    store i32 7 to %3 align 4
    %4: ptr = load @g0 align 8
    %5: i32 = load %4 align 4
    %6: ptr = load @g1 align 8
    %7: i32 = load %6 align 4
    %8: i1 = cmp eq i32 %5, %7
    branch %8, b1, b2
b1: call @f0(i32 0)
    jump b2
b2: return 0
}
";

/// A statement, the number of its instructions, and what is to be seen after it.
struct Row {
    statement: &'static str,
    instructions: u32,
    happens: &'static [&'static str],
    state: &'static [&'static str],
}

/// In names: `a1` of the table is p3, `a2` is p4, `h1` is o0; u1 and u2 are the reads R(a2, F1) and R(a1, F1). What a
/// place holds (Φ) is `q -> p3`; a place that is not listed holds nothing that anybody asks for (⊥).
const ROWS: &[Row] = &[
    // Step 4. c1: R(a1, F1) = R(a2, F1). Here its operands are unknown numbers still.
    Row {
        statement: "if (p->f1 == q->f1)",
        instructions: 1,
        happens: &["c: u0"],
        state: &["conditions: u2 == u1"],
    },
    // Step 2. A: a1. Φ: (q, 0) to (a1, 0).
    Row {
        statement: "q->f1",
        instructions: 2,
        happens: &["c: p3 != 0"],
        state: &["abstract: p3", "holds: p3 -> u2, q -> p3", "conditions: u2 == u1, p3 != 0"],
    },
    // Step 3. A: a1, a2. Φ: (q, 0) to (a1, 0), (p, 0) to (a2, 0).
    Row {
        statement: "p->f1",
        instructions: 2,
        happens: &["c: p4 != 0"],
        state: &[
            "abstract: p3, p4",
            "holds: p3 -> u2, q -> p3, p4 -> u1, p -> p4",
            "conditions: u2 == u1, p3 != 0, p4 != 0",
        ],
    },
    // Step 5. w1: ((a2, F1), 7). R(a2, F1) is 7 at once: nothing stands between.
    Row {
        statement: "p->f1 = 7",
        instructions: 2,
        happens: &["w: p5 := 7", "c: p5 != 0", "u: p5 = p4"],
        state: &[
            "abstract: p3, p4",
            "holds: p3 -> u2, q -> p3, p -> p4",
            "stores: p4 := 7",
            "conditions: p3 != 0, p4 != 0, u2 == 7",
        ],
    },
    // Step 6. w2: ((a1, F1), 5). R(a1, F1) waits at w1: a1 and a2 may be one.
    Row {
        statement: "q->f1 = 5",
        instructions: 2,
        happens: &["w: p6 := 5", "c: p6 != 0", "u: p6 = p3"],
        state: &[
            "abstract: p3, p4",
            "holds: p3 -> u2, q -> p3, p -> p4",
            "stores: p4 := 7, p3 := 5",
            "conditions: p3 != 0, p4 != 0, u2 == 7",
        ],
    },
    // Step 7. u1: ((a1, 0), (a2, 0)). Φ: (q, 0) to (a1, 0), (p, 0) to ⊥. They are one, so that R(a1, F1) is 7, too.
    Row {
        statement: "p = q",
        instructions: 2,
        happens: &["w: p := p7", "u: p4 = p7", "u: p7 = p3"],
        state: &["abstract: p3", "holds: q -> p3", "conditions: p3 != 0"],
    },
    // Step 8. u2: ((h1, 0), (a1, 0)). Φ: (q, 0) to ⊥, (p, 0) to ⊥. An object does not lie at null.
    Row {
        statement: "q = malloc(8)",
        instructions: 2,
        happens: &["w: q := p8", "u: p8 = o0", "u: p3 = o0"],
        state: &["made: o0"],
    },
];

#[test]
fn every_step_of_table_three() {
    let module = parse(FIGURE_3).expect("the program is well-formed");
    let graph = CallGraph::new(&module);
    let start = module.find_func("main").expect("there is a main");
    let facts = Facts::of(&module, start, true);
    let functions = Functions::new(&module, &graph, &facts, start);
    let mut terms = Terms::new();
    let portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut chain = Chain::new(&ChainOptions::default(), portfolio);
    let options = Options::default();
    let mut executor = Executor {
        functions: &functions,
        terms: &mut terms,
        chain: &mut chain,
        options: &options,
        target: Some(0),
        work: &mut 0,
    };
    let target = State::at(Point { func: start, block: BlockId::new(1), index: 0 });
    assert!(view(&target, executor.terms, &module).is_empty(), "step 1: nothing is known");
    let mut cut = 0;
    let [mut state]: [State; 1] =
        executor.predecessors(&target, &mut cut).try_into().ok().expect("one way to the target");
    let mut known = 0;
    for row in ROWS {
        for _ in 0..row.instructions {
            assert!(matches!(executor.step_back(&mut state), Flow::On), "{}", row.statement);
        }
        assert!(executor.resolve(&mut state).is_ok(), "{}", row.statement);
        let happened = events(&state, executor.terms, &module, known);
        known += happened.len();
        assert_eq!(happened, row.happens, "{}", row.statement);
        assert_eq!(view(&state, executor.terms, &module), row.state, "{}", row.statement);
    }
    assert_eq!(state.point().index, 0, "all statements were executed");
}
