//! Promotion by example, and random functions run before and after it.

use super::*;
use crate::ids::{FuncId, LayoutId};
use crate::inst::{BinOp, Callee, CmpOp, ScaledIndex, Terminator};
use crate::test_support::{
    FuncBuilder, call, check_well_formed, interpret, line, module_of, target,
};
use crate::types::{Field, LayoutKind, Type};
use proptest::prelude::*;

const I8: Type = Type::Int(8);
const I32: Type = Type::Int(32);
const I64: Type = Type::Int(64);

fn promoted(func: Function) -> Function {
    promoted_with(func, &[])
}

fn promoted_with(mut func: Function, layouts: &[Layout]) -> Function {
    promote_function(&mut func, &target(), layouts);
    check_well_formed(&func);
    func
}

fn count(func: &Function, which: impl Fn(&InstKind) -> bool) -> usize {
    func.insts.iter().filter(|inst| which(&inst.kind)).count()
}

fn is_memory(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::PtrAdd { .. }
            | InstKind::Lifetime { .. }
    )
}

fn is_uninit(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Uninit { .. })
}

fn markers(func: &Function) -> Vec<(String, Operand)> {
    let marker = |inst: &crate::Inst| match &inst.kind {
        InstKind::Marker { var, value, .. } => Some((func.var(*var).name.clone(), value.clone())),
        _ => None,
    };
    func.insts.iter().filter_map(marker).collect()
}

/// Where `setjmp` returns for the second time, its function's locals have the values that they had when the jump
/// was made: they stay in memory. Those of other functions do not.
#[test]
fn locals_of_a_function_that_calls_setjmp_stay() {
    for (name, stays) in [("_setjmp", true), ("atoi", false)] {
        let mut f = FuncBuilder::new("f", &[], &[]);
        let entry = f.block();
        let local = f.alloca(entry, 4);
        f.store(entry, I32, Operand::int(32, 1), local);
        f.inst(entry, call(Callee::Direct(FuncId(1)), &[], &[]));
        f.load(entry, I32, local);
        f.ret(entry, &[]);
        let callee = FuncBuilder::new(name, &[], &[]).finish();
        let mut module = module_of(vec![f.finish(), callee]);
        promote_locals(&mut module);
        let found = count(&module.funcs[0], is_memory);
        assert_eq!(found, if stays { 3 } else { 0 }, "{name}");
    }
}

/// `for (i = 0, sum = 0; i < n; i++) sum += i; return sum;`
fn summing_loop() -> Function {
    let mut f = FuncBuilder::new("sum", &[I32], &[I32]);
    let [entry, head, body, end] = [f.block(), f.block(), f.block(), f.block()];
    let [n, i, sum] = [0; 3].map(|_| f.alloca(entry, 4));
    f.store(entry, I32, f.param(0), n);
    f.store(entry, I32, Operand::int(32, 0), i);
    f.store(entry, I32, Operand::int(32, 0), sum);
    f.jump(entry, head);
    let (now, limit) = (f.load(head, I32, i), f.load(head, I32, n));
    let less = f.reg(Type::BOOL);
    let (op, a, b) = (CmpOp::Ult, now.into(), limit.into());
    f.inst(head, InstKind::Compare { op, dst: less, ty: I32, a, b });
    f.branch(head, less.into(), body, end);
    let (old, now) = (f.load(body, I32, sum), f.load(body, I32, i));
    let new = f.binary(body, BinOp::Add, 32, old, now);
    f.store(body, I32, new, sum);
    let next = f.binary(body, BinOp::Add, 32, now, Operand::int(32, 1));
    f.store(body, I32, next, i);
    f.jump(body, head);
    let result = f.load(end, I32, sum);
    f.ret(end, &[result.into()]);
    f.finish()
}

#[test]
fn a_loop_passes_its_variables_to_the_header() {
    let before = summing_loop();
    let after = promoted(before.clone());
    assert_eq!(count(&after, is_memory), 0);
    assert_eq!(count(&after, is_uninit), 0);
    let params: Vec<usize> = after.blocks.iter().map(|block| block.params.len()).collect();
    assert_eq!(params, [0, 2, 0, 0], "i and sum; n never changes");
    assert_eq!(markers(&after).len(), 5);
    assert_eq!(interpret(&after, &[10], 100), interpret(&before, &[10], 100));
    assert_eq!(interpret(&after, &[10], 100).returned, Some(vec![45]));
}

#[test]
fn a_store_leaves_a_marker_with_variable_and_position() {
    let mut f = FuncBuilder::new("f", &[I32], &[]);
    let b = f.block();
    f.func.vars.push(Variable {
        name: "x".into(),
        pos: line(1),
        param: Some(0),
        ..Variable::default()
    });
    let x = f.alloca(b, 4);
    let InstKind::Alloca { var, .. } = &mut f.func.insts[0].kind else { panic!("an alloca") };
    *var = Some(VarId(0));
    let tmp = f.alloca(b, 4);
    let store = f.store(b, I32, f.param(0), x);
    f.func.insts[store.index()].pos = line(7);
    f.store(b, I32, Operand::int(32, 3), tmp);
    f.ret(b, &[]);
    let after = promoted(f.finish());
    assert_eq!(after.insts[0].pos, line(7));
    assert_eq!(
        markers(&after),
        [("x".to_owned(), Reg(0).into()), ("tmp".to_owned(), Operand::int(32, 3))]
    );
    assert_eq!(after.regs, [I32]);
}

#[test]
fn a_line_with_nothing_but_a_load_keeps_a_marker() {
    let mut f = FuncBuilder::new("f", &[I32], &[]);
    let b = f.block();
    let x = f.alloca(b, 4);
    let store = f.store(b, I32, f.param(0), x);
    f.func.insts[store.index()].pos = line(1);
    for at in [1, 2, 2] {
        let dst = f.reg(I32);
        let load = InstKind::Load { dst, ty: I32, addr: x.into(), align: 4, volatile: false };
        f.inst_at(b, load, line(at));
    }
    f.ret(b, &[]);
    let after = promoted(f.finish());
    let lines: Vec<_> = after.insts.iter().map(|inst| inst.pos).collect();
    assert_eq!(lines, [line(1), line(2)]);
}

#[test]
fn an_uninitialised_local_is_one_value() {
    let mut f = FuncBuilder::new("f", &[], &[I32]);
    let b = f.block();
    let x = f.alloca(b, 4);
    let (first, second) = (f.load(b, I32, x), f.load(b, I32, x));
    let difference = f.binary(b, BinOp::Sub, 32, first, second);
    f.ret(b, &[difference.into()]);
    let after = promoted(f.finish());
    assert_eq!(count(&after, is_uninit), 1);
    assert_eq!(interpret(&after, &[], 1).returned, Some(vec![0]));
}

#[test]
fn a_scope_that_begins_again_forgets_the_value() {
    let mut f = FuncBuilder::new("f", &[], &[I32, I32]);
    let b = f.block();
    let x = f.alloca(b, 4);
    f.store(b, I32, Operand::int(32, 1), x);
    let first = f.load(b, I32, x);
    f.inst(b, InstKind::Lifetime { addr: x.into(), start: false, site: None });
    f.inst(b, InstKind::Lifetime { addr: x.into(), start: true, site: None });
    let second = f.load(b, I32, x);
    f.ret(b, &[first.into(), second.into()]);
    let after = promoted(f.finish());
    assert_eq!(count(&after, is_uninit), 1, "the one of the allocation is never seen");
    let Terminator::Return { values } = &after.blocks[0].term else { panic!("a return") };
    assert_eq!(values[0], Operand::int(32, 1));
    assert!(values[1].reg().is_some());
}

#[test]
fn fields_become_registers_of_their_own() {
    let mut f = FuncBuilder::new("f", &[I32, I64], &[I64]);
    let b = f.block();
    f.func.vars.push(Variable { name: "pair".into(), ..Variable::default() });
    let pair = f.alloca(b, 16);
    let InstKind::Alloca { var, layout, .. } = &mut f.func.insts[0].kind else { panic!("alloca") };
    (*var, *layout) = (Some(VarId(0)), Some(LayoutId(2)));
    f.store(b, I32, f.param(0), pair);
    let field = f.ptr_add(b, pair, 8);
    f.store(b, I64, f.param(1), field);
    // The same field by an index of constant value, from another address inside.
    let middle = f.ptr_add(b, pair, 24);
    let again = f.reg(Type::Ptr);
    let scaled = ScaledIndex { index: Operand::int(64, -2i64 as u64), scale: 8 };
    let indices = [scaled].into_iter().collect();
    f.inst(b, InstKind::PtrAdd { dst: again, base: middle.into(), disp: 0, indices, path: vec![] });
    let result = f.load(b, I64, again);
    f.ret(b, &[result.into()]);
    let scalar = |bits: u32| Layout {
        kind: LayoutKind::Scalar(bits),
        size: u64::from(bits / 8),
        align: bits / 8,
    };
    let fields =
        vec![Field { offset: 0, layout: LayoutId(0) }, Field { offset: 8, layout: LayoutId(1) }];
    let kind = LayoutKind::Struct { name: None, fields };
    let after =
        promoted_with(f.finish(), &[scalar(32), scalar(64), Layout { kind, size: 16, align: 8 }]);
    assert_eq!(count(&after, is_memory), 0);
    assert_eq!(
        markers(&after),
        [("pair.0".to_owned(), Reg(0).into()), ("pair.1".to_owned(), Reg(1).into())]
    );
    assert_eq!(after.blocks[0].term, Terminator::Return { values: vec![Reg(1).into()] });
}

/// Builds a function with one 8-byte local that `uses` does something with, promotes it, and tells
/// whether the local is gone.
fn is_promotable(uses: impl Fn(&mut FuncBuilder, BlockId, Reg)) -> bool {
    let mut f = FuncBuilder::new("f", &[I64], &[]);
    let b = f.block();
    let x = f.alloca(b, 8);
    f.store(b, I32, Operand::int(32, 1), x);
    uses(&mut f, b, x);
    f.ret(b, &[]);
    let before = f.finish();
    let after = promoted(before.clone());
    let gone = count(&after, |kind| matches!(kind, InstKind::Alloca { .. })) == 0;
    assert!(gone || after == before, "a function without promotable locals is not touched");
    gone
}

#[test]
fn what_keeps_a_local_in_memory() {
    assert!(is_promotable(|_, _, _| {}));
    assert!(is_promotable(|f, b, x| {
        f.load(b, I32, x);
    }));
    assert!(is_promotable(|f, b, x| {
        let rest = f.ptr_add(b, x, 4);
        f.load(b, I32, rest);
    }));
    type Uses = fn(&mut FuncBuilder, BlockId, Reg);
    let reasons: [(&str, Uses); 9] = [
        ("another type", |f, b, x| {
            f.load(b, I8, x);
        }),
        ("another type of the same size", |f, b, x| {
            f.load(b, Type::Int(31), x);
        }),
        ("overlap", |f, b, x| {
            let inside = f.ptr_add(b, x, 2);
            f.load(b, I32, inside);
        }),
        ("behind the end", |f, b, x| {
            let late = f.ptr_add(b, x, 6);
            f.load(b, I32, late);
        }),
        ("before the start", |f, b, x| {
            let early = f.ptr_add(b, x, -4);
            f.load(b, I32, early);
        }),
        ("index that is not constant", |f, b, x| {
            let dst = f.reg(Type::Ptr);
            let index = ScaledIndex { index: f.param(0).into(), scale: 4 };
            let (base, indices) = (x.into(), [index].into_iter().collect());
            f.inst(b, InstKind::PtrAdd { dst, base, disp: 0, indices, path: vec![] });
            f.load(b, I32, dst);
        }),
        ("volatile", |f, b, x| {
            let dst = f.reg(I32);
            let addr = x.into();
            f.inst(b, InstKind::Load { dst, ty: I32, addr, align: 4, volatile: true });
        }),
        ("address passed to a call", |f, b, x| {
            let field = f.ptr_add(b, x, 4);
            f.inst(b, call(Callee::Direct(FuncId(0)), &[field.into()], &[]));
        }),
        ("address stored in itself", |f, b, x| {
            let rest = f.ptr_add(b, x, 8);
            f.store(b, Type::Ptr, x, rest);
        }),
    ];
    for (reason, uses) in reasons {
        assert!(!is_promotable(uses), "{reason}");
    }
}

#[test]
fn a_pointer_variable_is_promoted_though_what_it_points_to_is_not() {
    let mut f = FuncBuilder::new("f", &[], &[I32]);
    let b = f.block();
    let (x, p) = (f.alloca(b, 4), f.alloca(b, 8));
    f.store(b, Type::Ptr, x, p);
    f.store(b, I32, Operand::int(32, 5), x);
    let pointer = f.load(b, Type::Ptr, p);
    let result = f.load(b, I32, pointer);
    f.ret(b, &[result.into()]);
    let after = promoted(f.finish());
    assert_eq!(count(&after, |kind| matches!(kind, InstKind::Alloca { .. })), 1);
    assert_eq!(count(&after, |kind| matches!(kind, InstKind::Load { .. })), 1);
    assert_eq!(interpret(&after, &[], 1).returned, Some(vec![5]));
}

#[test]
fn dead_code_stays_and_is_well_formed() {
    let mut f = FuncBuilder::new("f", &[I32], &[I32]);
    let [entry, a, join, dead, other] = [0; 5].map(|_| f.block());
    let x = f.alloca(entry, 4);
    f.store(entry, I32, f.param(0), x);
    f.branch(entry, Operand::TRUE, a, join);
    f.store(a, I32, Operand::int(32, 2), x);
    f.jump(a, join);
    let result = f.load(join, I32, x);
    f.ret(join, &[result.into()]);
    // Uses of a load before the load, which only dead code can have.
    let late = f.reg(I32);
    let sum = f.binary(dead, BinOp::Add, 32, late, result);
    f.store(dead, I32, sum, x);
    f.inst(dead, InstKind::Load { dst: late, ty: I32, addr: x.into(), align: 4, volatile: false });
    f.jump(dead, join);
    f.jump(other, join);
    let after = promoted(f.finish());
    assert_eq!(after.blocks.len(), 5);
    assert_eq!(after.blocks[2].params.len(), 1);
    let InstKind::Binary { dst, a, .. } = &after.inst(after.blocks[3].insts[0]).kind else {
        panic!("the sum")
    };
    assert_eq!(*a, Operand::Undef(I32));
    assert_eq!(after.blocks[3].term.edges()[0].args, [Operand::Reg(*dst)]);
    assert_eq!(after.blocks[4].term.edges()[0].args, [Operand::Undef(I32)]);
    assert_eq!(interpret(&after, &[9], 9).returned, Some(vec![2]));
}

/// Reads choices from a list, zeros after its end.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.0.next().map_or(0, |&choice| choice as usize % limit)
    }
}

/// A function of `blocks` blocks over a few locals: fields of several types, some punned, some
/// escaping into pointer variables, scopes that begin again, allocations in loops.
pub(crate) fn random_function(blocks: usize, choices: &[u32]) -> Function {
    let mut c = Choices(choices.iter());
    let mut f = FuncBuilder::new("random", &[I32, I64], &[I64]);
    let blocks: Vec<BlockId> = (0..blocks).map(|_| f.block()).collect();
    let objects: Vec<Reg> = (0..5).map(|_| f.alloca(blocks[0], 16)).collect();
    let pointer = f.alloca(blocks[0], 8);
    f.store(blocks[0], Type::Ptr, objects[4], pointer);
    // What each half of an object is used as, mostly.
    let habits: Vec<[Type; 2]> =
        (0..objects.len()).map(|_| [0; 2].map(|_| [I8, I32, I64][c.below(3)])).collect();
    for &block in &blocks {
        let mut objects = objects.clone();
        let mut values: Vec<(Type, Operand)> =
            vec![(I32, f.param(0).into()), (I64, f.param(1).into())];
        for _ in 0..c.below(9) {
            let which = c.below(objects.len());
            let half = c.below(2);
            let mut ty = habits[which.min(habits.len() - 1)][half];
            if c.below(60) == 1 {
                ty = I8;
            }
            let mut address = objects[which];
            if half == 1 {
                address = f.ptr_add(block, address, 8);
            }
            match c.below(12) {
                0..4 => {
                    let known = values.iter().rev().find(|(known, _)| *known == ty);
                    let value = known.map_or(Operand::int(ty.bits(&target()), 77), |v| v.1.clone());
                    f.store(block, ty, value, address);
                }
                4..8 => values.push((ty, f.load(block, ty, address).into())),
                8 => {
                    let last = values.len() - 1;
                    let (ty, a) = values[last].clone();
                    let width = ty.bits(&target());
                    let sum = f.binary(block, BinOp::Add, width, a, Operand::int(width, 3));
                    values.push((ty, sum.into()));
                }
                9 => {
                    f.inst(
                        block,
                        InstKind::Lifetime {
                            addr: objects[which].into(),
                            start: c.below(2) == 0,
                            site: None,
                        },
                    );
                }
                10 => {
                    let loaded = f.load(block, Type::Ptr, pointer);
                    values.push((I64, f.load(block, I64, loaded).into()));
                    if c.below(4) == 0 {
                        f.store(block, Type::Ptr, objects[which], pointer);
                    }
                }
                _ => objects.push(f.alloca(block, 16)),
            }
        }
        let shown: Vec<Operand> = values.iter().map(|(_, value)| value.clone()).collect();
        f.inst(block, call(Callee::Direct(FuncId(0)), &shown, &[]));
        let (last_type, last) = values[values.len() - 1].clone();
        // Edges never lead to the entry.
        let others = blocks.len().max(2) - 1;
        let next = [0; 2].map(|_| BlockId::new(1 + c.below(others)));
        if blocks.len() == 1 || c.below(6) == 5 {
            let wide = values.iter().rev().find(|(ty, _)| *ty == I64).expect("a parameter");
            f.ret(block, std::slice::from_ref(&wide.1));
        } else if c.below(3) == 0 {
            f.jump(block, next[0]);
        } else {
            let less = f.reg(Type::BOOL);
            let width = last_type.bits(&target());
            let limit = Operand::int(width, c.below(200) as u64);
            let op = CmpOp::Ult;
            f.inst(block, InstKind::Compare { op, dst: less, ty: last_type, a: last, b: limit });
            f.branch(block, less.into(), next[0], next[1]);
        }
    }
    f.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn promotion_changes_nothing_that_can_be_observed(
        blocks in 1usize..9,
        choices in prop::collection::vec(any::<u32>(), 0..400),
        a in any::<u32>(),
        b in any::<u64>(),
    ) {
        let before = random_function(blocks, &choices);
        check_well_formed(&before);
        let after = promoted(before.clone());
        let args = [u64::from(a), b];
        prop_assert_eq!(interpret(&after, &args, 60), interpret(&before, &args, 60));
        // What is promoted is promoted completely: a second run finds nothing.
        prop_assert_eq!(&promoted(after.clone()), &after);
    }
}
