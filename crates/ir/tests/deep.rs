//! Nothing recurses along a program: not along its blocks, and not along its calls. Generated programs have
//! functions of a million blocks, and call graphs are as deep as they like.

use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::cfg::Cfg;
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::dominators::{Dominators, PostDominators};
use dunlin_ir::facts::Facts;
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_ir::loops::Loops;
use dunlin_ir::parse::parse;
use dunlin_ir::points_to::PointsTo;
use dunlin_ir::promote::promote_locals;
use dunlin_ir::verify::verify;
use dunlin_ir::{BlockId, FuncId, Point};
use std::fmt::Write;

const DEPTH: usize = 1_000_000;

/// Everything that is done with a program before it is executed.
fn prepare(text: &str, target: FuncId) {
    let mut module = parse(text).expect("it is written as it is read");
    assert_eq!(verify(&module), Ok(()));
    promote_locals(&mut module);
    fold_conditions(&mut module, &FoldOptions::default());
    assert_eq!(verify(&module), Ok(()));
    for func in module.funcs.iter().filter(|func| func.blocks.len() > 1) {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        PostDominators::new(&cfg);
        assert_eq!(Loops::new(&cfg, &dominators).iter().len(), 0);
    }
    let graph = CallGraph::new(&module);
    let at = Point { func: target, block: BlockId(0), index: 0 };
    let distances = Distances::new(&module, &graph, &[at], Indirect::Typed);
    let start = Point { func: FuncId(0), block: BlockId(0), index: 0 };
    assert!(distances.of_stack([start]).is_some());
    PointsTo::of(&module);
    assert!(Facts::of(&module, FuncId(0), true).is_reached(target, BlockId(0)));
    assert!(module.to_string().len() > DEPTH);
}

#[test]
fn a_function_of_a_million_blocks() {
    let mut text = "module \"m\" target 64 \"t\" define @f0 \"main\"(%0: i32) -> (i32) { b0:
        %1: ptr = alloca 4 align 4 store i32 %0 to %1 align 4 jump b1\n"
        .to_owned();
    for block in 1..DEPTH {
        match block % 4 {
            0 => {
                let (reg, next) = (block / 4 + 1, block + 1);
                let load = format!("%{reg}: i32 = load %1 align 4");
                writeln!(text, "b{block}: {load} store i32 %{reg} to %1 align 4 jump b{next}")
            }
            _ => writeln!(text, "b{block}: jump b{}", block + 1),
        }
        .expect("strings take everything");
    }
    writeln!(text, "b{DEPTH}: return %0 }}").expect("strings take everything");
    prepare(&text, FuncId(0));
}

#[test]
fn a_million_calls_deep() {
    let mut text = "module \"m\" target 64 \"t\"\n".to_owned();
    for func in 0..DEPTH {
        let next = func + 1;
        writeln!(text, "define @f{func} \"f{func}\"(%0: ptr) {{ b0: call @f{next}(%0) return }}")
            .expect("strings take everything");
    }
    writeln!(text, "define @f{DEPTH} \"last\"(%0: ptr) {{ b0: store i32 0 to %0 align 4 return }}")
        .expect("strings take everything");
    prepare(&text, FuncId(DEPTH as u32));
}
