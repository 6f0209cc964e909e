//! Distances of small modules by hand, and of random ones against an explicit search.

mod random;

use super::*;
use crate::ids::{BlockId, FuncId};
use crate::inst::{BinOp, Callee, Edge, InstKind, Operand, Terminator};
use crate::test_support::{FuncBuilder, call, module_of};
use crate::types::Type;

const I32: Type = Type::Int(32);

fn at(func: u32, block: u32, index: u32) -> Point {
    Point { func: FuncId(func), block: BlockId(block), index }
}

fn distances(module: &Module, targets: &[Point], indirect: Indirect<'_>) -> Distances {
    Distances::new(module, &CallGraph::new(module), targets, indirect)
}

fn typed(module: &Module, targets: &[Point]) -> Distances {
    distances(module, targets, Indirect::Typed)
}

/// Some instruction that computes and calls nothing.
fn step(func: &mut FuncBuilder, block: BlockId) {
    func.binary(block, BinOp::Add, 32, Operand::int(32, 1), Operand::int(32, 2));
}

fn direct(func: &mut FuncBuilder, block: BlockId, callee: u32) {
    func.inst(block, call(Callee::Direct(FuncId(callee)), &[], &[]));
}

fn through_pointer(func: &mut FuncBuilder, block: BlockId, args: &[Operand]) {
    let pointer = func.reg(Type::Ptr);
    func.inst(block, call(Callee::Indirect(pointer.into()), args, &[]));
}

/// Figure 3: `main` (0) calls `foo` (1) twice; the target is in a branch of `foo`.
///
/// ```text
/// main  b0: foo(); step; foo(); return
/// foo   b0: branch b1, b2    b1: step (target); jump b2    b2: step; step; return
/// ```
fn figure_3() -> Module {
    let mut main = FuncBuilder::new("main", &[], &[]);
    let b = main.block();
    direct(&mut main, b, 1);
    step(&mut main, b);
    direct(&mut main, b, 1);
    main.ret(b, &[]);
    let mut foo = FuncBuilder::new("foo", &[], &[]);
    let [b0, b1, b2] = [foo.block(), foo.block(), foo.block()];
    foo.branch(b0, Operand::TRUE, b1, b2);
    step(&mut foo, b1);
    foo.jump(b1, b2);
    step(&mut foo, b2);
    step(&mut foo, b2);
    foo.ret(b2, &[]);
    module_of(vec![main.finish(), foo.finish()])
}

#[test]
fn calls_match_returns() {
    let target = at(1, 1, 0);
    let found = typed(&figure_3(), &[target]);
    assert_eq!(found.to_target(target), Some(0));
    assert_eq!(found.to_target(at(1, 0, 0)), Some(1));
    assert_eq!(found.to_target(at(0, 0, 0)), Some(2), "into the first call");
    assert_eq!(found.to_target(at(0, 0, 1)), Some(3), "to the second call and into it");
    assert_eq!(found.to_target(at(0, 0, 3)), None, "behind both calls");
    assert_eq!(found.to_target(at(1, 2, 0)), None, "N never leaves the function");
    assert_eq!(found.to_return(at(1, 2, 2)), Some(0));
    assert_eq!(found.to_return(at(1, 0, 0)), Some(3), "past the target");
    assert_eq!(found.to_return(at(0, 0, 0)), Some((1 + 3 + 1) + 1 + (1 + 3 + 1)));

    // Behind the branch inside the first call: out of it, over the step, into the second call.
    let behind = at(1, 2, 0);
    assert_eq!(found.of_stack([behind, at(0, 0, 0)]), Some(2 + 1 + 3));
    // In the second call the same point must not return to behind the first one.
    assert_eq!(found.of_stack([behind, at(0, 0, 2)]), None);
    assert_eq!(found.of_stack([at(1, 0, 0), at(0, 0, 0)]), Some(1));
    assert_eq!(found.of_stack([]), None);
}

/// The target lies behind a call that must be entered and left.
#[test]
fn a_target_behind_a_call() {
    let found = typed(&figure_3(), &[at(0, 0, 3)]);
    assert_eq!(found.to_target(at(0, 0, 0)), Some(11));
    assert_eq!(found.to_target_inside(at(0, 0, 0)), Some(3), "calls are single steps");
    assert_eq!(found.to_target(at(1, 0, 0)), None);
    assert_eq!(found.to_target_inside(at(1, 0, 0)), None, "not in this function");
    assert_eq!(found.of_stack([at(1, 0, 0), at(0, 0, 2)]), Some(3 + 1));
    assert_eq!(found.of_stack([at(1, 0, 0), at(0, 0, 0)]), Some(3 + 1 + 1 + 5));
}

#[test]
fn other_targets() {
    let module = figure_3();
    let mut found = typed(&module, &[at(1, 1, 0)]);
    found.retarget(&[at(0, 0, 3), at(1, 2, 1)]);
    assert_eq!(found.to_target(at(1, 0, 0)), Some(2), "the nearer target");
    assert_eq!(found.to_target(at(0, 0, 3)), Some(0));
    assert_eq!(found.to_target(at(1, 1, 0)), Some(3));
    assert_eq!(found.to_return(at(1, 0, 0)), Some(3), "kept");
    found.retarget(&[]);
    assert_eq!(found.to_target(at(0, 0, 0)), None);
}

#[test]
fn points_that_are_not_there() {
    let module = figure_3();
    let missing = [at(0, 0, 4), at(0, 1, 0), at(2, 0, 0), at(9, u32::MAX, 0), at(0, 0, u32::MAX)];
    let found = typed(&module, &missing);
    for point in missing {
        assert_eq!((found.to_target(point), found.to_return(point)), (None, None), "{point:?}");
    }
    assert_eq!(found.to_target(at(0, 0, 0)), None);
}

/// `f` (0) calls itself before its return unless it branches around:
/// `b0: branch b1, b2   b1: f(); step; jump b2   b2: return`; the target is the step.
#[test]
fn recursion() {
    let mut f = FuncBuilder::new("f", &[], &[]);
    let [b0, b1, b2] = [f.block(), f.block(), f.block()];
    f.branch(b0, Operand::TRUE, b1, b2);
    direct(&mut f, b1, 0);
    step(&mut f, b1);
    f.jump(b1, b2);
    f.ret(b2, &[]);
    let module = module_of(vec![f.finish()]);
    let found = typed(&module, &[at(0, 1, 1)]);
    assert_eq!(found.to_return(at(0, 0, 0)), Some(1));
    assert_eq!(
        found.to_return(at(0, 1, 0)),
        Some(1 + 1 + 1 + 1 + 1),
        "the inner call branches around"
    );
    assert_eq!(found.to_target(at(0, 1, 0)), Some(3), "in, around and out");
    assert_eq!(found.to_target(at(0, 0, 0)), Some(4));
    assert_eq!(found.of_stack([at(0, 2, 0)]), None);
    assert_eq!(found.of_stack([at(0, 2, 0), at(0, 1, 0)]), Some(1));
}

/// Nothing is behind the call of a function that never returns: one that calls itself always, one
/// that ends in a trap, one that loops, one that calls such a one.
#[test]
fn functions_that_never_return() {
    let mut main = FuncBuilder::new("main", &[], &[]);
    let blocks: Vec<BlockId> = (0..5).map(|_| main.block()).collect();
    for (callee, &block) in (1..).zip(&blocks[..4]) {
        direct(&mut main, block, callee);
        main.jump(block, blocks[4]);
    }
    main.ret(blocks[4], &[]);
    let mut itself = FuncBuilder::new("itself", &[], &[]);
    let b = itself.block();
    direct(&mut itself, b, 1);
    itself.ret(b, &[]);
    let mut trap = FuncBuilder::new("trap", &[], &[]);
    let b = trap.block();
    trap.term(b, Terminator::Trap);
    let mut looping = FuncBuilder::new("looping", &[], &[]);
    let [b, again] = [looping.block(), looping.block()];
    looping.jump(b, again);
    step(&mut looping, again);
    looping.jump(again, again);
    let mut caller = FuncBuilder::new("caller", &[], &[]);
    let b = caller.block();
    direct(&mut caller, b, 2);
    caller.ret(b, &[]);
    let module = module_of(vec![
        main.finish(),
        itself.finish(),
        trap.finish(),
        looping.finish(),
        caller.finish(),
    ]);
    let found = typed(&module, &[at(0, 4, 0), at(3, 1, 1)]);
    for block in [0, 1, 3] {
        assert_eq!(found.to_target(at(0, block, 0)), None, "block {block}");
        assert_eq!(found.to_target_inside(at(0, block, 0)), None, "block {block}");
        assert_eq!(found.to_return(at(0, block, 0)), None);
        assert_eq!(found.to_target(at(0, block, 1)), Some(1), "the jump itself");
    }
    assert_eq!(found.to_target(at(0, 2, 0)), Some(3), "a target inside the endless loop");
    assert_eq!(found.of_stack([at(3, 1, 0), at(0, 2, 0)]), Some(1));
    assert_eq!(found.of_stack([at(2, 0, 0), at(4, 0, 0), at(0, 3, 0)]), None);
}

/// `main` (0) calls a pointer with one argument, then returns; `fits` (1) and `other` (2, of another
/// type) have their addresses taken, as has `declared` (3) if it is there; `quiet` (the last) has
/// not. The two bodies are two steps and one step; `main` also holds the addresses.
fn pointers(with_declared: bool) -> Module {
    let mut main = FuncBuilder::new("main", &[], &[]);
    let b = main.block();
    let slot = main.alloca(b, 8);
    through_pointer(&mut main, b, &[Operand::int(32, 1)]);
    main.store(b, Type::Ptr, Operand::Func(FuncId(1)), slot);
    main.store(b, Type::Ptr, Operand::Func(FuncId(2)), slot);
    if with_declared {
        main.store(b, Type::Ptr, Operand::Func(FuncId(3)), slot);
    }
    main.ret(b, &[]);
    let body = |name, params: &[Type], steps| {
        let mut func = FuncBuilder::new(name, params, &[]);
        let b = func.block();
        (0..steps).for_each(|_| step(&mut func, b));
        func.ret(b, &[]);
        func.finish()
    };
    let mut funcs = vec![main.finish(), body("fits", &[I32], 2), body("other", &[I32, I32], 1)];
    if with_declared {
        funcs.push(FuncBuilder::new("declared", &[I32], &[]).finish());
    }
    funcs.push(body("quiet", &[I32], 0));
    module_of(funcs)
}

#[test]
fn calls_through_pointers() {
    let module = pointers(false);
    let call = at(0, 0, 1);
    let (fits, other, quiet) = (at(1, 0, 0), at(2, 0, 0), at(3, 0, 0));
    for (indirect, to_other, over) in [
        (Indirect::Typed, None, 1 + 2 + 1),
        (Indirect::AddressTaken { unknown: &[] }, Some(1), 1 + 1 + 1),
    ] {
        let mut found = distances(&module, &[fits], indirect);
        assert_eq!(found.to_target(call), Some(1), "{indirect:?}");
        assert_eq!(found.to_return(call), Some(over + 2), "by the callee that returns soonest");
        found.retarget(&[other]);
        assert_eq!(found.to_target(call), to_other, "{indirect:?}");
        found.retarget(&[quiet]);
        assert_eq!(found.to_target(call), None, "its address is not taken");
        found.retarget(&[fits, other, at(0, 0, 2)]);
        assert_eq!(found.to_target(call), Some(1));
    }
}

#[test]
fn pointers_to_what_is_outside_or_unknown() {
    let module = pointers(true);
    for indirect in [Indirect::Typed, Indirect::AddressTaken { unknown: &[] }] {
        let found = distances(&module, &[at(1, 0, 1)], indirect);
        assert_eq!(found.to_return(at(0, 0, 1)), Some(1 + 3), "`declared` is one step");
        assert_eq!(found.to_target(at(0, 0, 1)), Some(2));
    }
    let mut main = FuncBuilder::new("main", &[], &[]);
    let b = main.block();
    through_pointer(&mut main, b, &[]);
    direct(&mut main, b, 1);
    main.ret(b, &[]);
    let module = module_of(vec![main.finish(), FuncBuilder::new("declared", &[], &[]).finish()]);
    for indirect in [Indirect::Typed, Indirect::AddressTaken { unknown: &[] }] {
        let found = distances(&module, &[], indirect);
        assert_eq!(found.to_return(at(0, 0, 0)), Some(2), "no candidate, then a declared function");
    }
}

/// Each function calls the next one four times: the ways through double past 2^32.
#[test]
fn distances_beyond_the_range() {
    let count = 20;
    let mut funcs = Vec::new();
    for number in 0..count {
        let mut func = FuncBuilder::new(&format!("f{number}"), &[], &[]);
        let b = func.block();
        if number + 1 < count {
            (0..4).for_each(|_| direct(&mut func, b, number + 1));
        }
        step(&mut func, b);
        func.ret(b, &[]);
        funcs.push(func.finish());
    }
    let module = module_of(funcs);
    let found = typed(&module, &[at(0, 0, 4), at(count - 1, 0, 0)]);
    assert_eq!(found.to_return(at(0, 0, 0)), Some(u32::MAX - 1));
    assert_eq!(found.to_target(at(0, 0, 0)), Some(count - 1), "into the innermost function");
    let mut found = found;
    found.retarget(&[at(0, 0, 4)]);
    assert_eq!(found.to_target(at(0, 0, 0)), Some(u32::MAX - 1), "far, but there is a way");
    assert_eq!(found.to_target(at(count - 3, 0, 0)), None);
    assert_eq!(found.of_stack([at(1, 0, 0), at(0, 0, 3)]), Some(u32::MAX - 1));
}

/// Behind a landing pad anything may follow an exception: whatever may throw has a way to the target,
/// although no edge leads there, and in a module without one it has none.
#[test]
fn what_may_throw_has_a_way() {
    let module = |pad: bool| {
        let mut main = FuncBuilder::new("main", &[], &[]);
        let [b0, b1] = [main.block(), main.block()];
        direct(&mut main, b0, 1);
        main.ret(b0, &[]);
        if pad {
            let (exception, selector) = (main.reg(Type::Ptr), main.reg(Type::Int(32)));
            main.inst(b1, InstKind::LandingPad { exception, selector });
        }
        step(&mut main, b1);
        main.ret(b1, &[]);
        let mut thrower = FuncBuilder::new("thrower", &[], &[]);
        let b = thrower.block();
        direct(&mut thrower, b, 2);
        thrower.term(b, Terminator::Unreachable);
        let declared = FuncBuilder::new("__cxa_throw", &[], &[]).finish();
        module_of(vec![main.finish(), thrower.finish(), declared])
    };
    for pad in [false, true] {
        let module = module(pad);
        let every = Indirect::AddressTaken { unknown: &[FuncId(2)] };
        let sure = distances(&module, &[at(0, 1, u32::from(pad))], every);
        assert_eq!(sure.to_target(at(0, 0, 0)).is_some(), pad);
        assert_eq!(sure.to_target(at(1, 0, 0)).is_some(), pad);
        assert_eq!(sure.to_target(at(0, 0, 1)), None, "behind the call nothing throws");
    }
}

/// An exception leaves in the call: the handler is as far from it as the edge is long, also if the callee
/// never returns.
#[test]
fn an_unwind_edge_is_a_way_from_the_call() {
    let mut main = FuncBuilder::new("main", &[], &[]);
    let [b0, b1, b2] = [main.block(), main.block(), main.block()];
    step(&mut main, b0);
    direct(&mut main, b0, 1);
    main.term(b0, Terminator::Invoke { normal: Edge::to(b1), unwind: Edge::to(b2) });
    main.ret(b1, &[]);
    let (exception, selector) = (main.reg(Type::Ptr), main.reg(I32));
    main.inst(b2, InstKind::LandingPad { exception, selector });
    step(&mut main, b2);
    main.ret(b2, &[]);
    let mut ends = FuncBuilder::new("ends", &[], &[]);
    let b = ends.block();
    ends.term(b, Terminator::Unreachable);
    let module = module_of(vec![main.finish(), ends.finish()]);
    let handler = typed(&module, &[at(0, 2, 1)]);
    assert_eq!(handler.to_target(at(0, 0, 0)), Some(3), "over the call, the edge and the pad");
    assert_eq!(handler.to_target_inside(at(0, 0, 1)), Some(2));
    assert_eq!(handler.to_target(at(0, 0, 2)), None, "the call has returned");
    assert_eq!(handler.to_return(at(0, 0, 0)), Some(4), "through the handler");
    let normal = typed(&module, &[at(0, 1, 0)]);
    assert_eq!(normal.to_target(at(0, 0, 0)), None, "the callee does not return");
    assert_eq!(normal.to_target(at(0, 0, 2)), Some(1));
}

/// Where somebody calls `setjmp`, a call of `longjmp` has a way to every target; so has what passes an
/// exception on.
#[test]
fn what_jumps_or_resumes_has_a_way() {
    for (set, resumes) in [("setjmp", false), ("getenv", false), ("setjmp", true)] {
        let mut main = FuncBuilder::new("main", &[], &[]);
        let [b0, b1] = [main.block(), main.block()];
        direct(&mut main, b0, 1);
        main.term(b0, Terminator::Unreachable);
        main.ret(b1, &[]);
        let mut jumper = FuncBuilder::new("jumper", &[], &[]);
        let b = jumper.block();
        if resumes {
            let selector = Operand::int(32, 1);
            jumper.term(b, Terminator::Resume { exception: Operand::Null, selector });
        } else {
            direct(&mut jumper, b, 2);
            jumper.term(b, Terminator::Unreachable);
        }
        let [jump, set_it] = ["longjmp", set].map(|name| FuncBuilder::new(name, &[], &[]).finish());
        let module = module_of(vec![main.finish(), jumper.finish(), jump, set_it]);
        let sure = distances(&module, &[at(0, 1, 0)], Indirect::AddressTaken { unknown: &[] });
        assert_eq!(sure.to_target(at(0, 0, 0)).is_some(), set == "setjmp", "{set}");
        assert_eq!(sure.of_stack([at(1, 0, 0), at(0, 0, 0)]).is_some(), set == "setjmp");
    }
}
