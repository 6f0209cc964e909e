//! Folding by example, and random functions run before and after it.

use super::*;
use crate::ids::FuncId;
use crate::inst::{Callee, CmpOp};
use crate::module::Variable;
use crate::test_support::{
    FuncBuilder, Observed, call, check_well_formed, interpret, line as at, module_of,
};
use proptest::prelude::*;

const I32: Type = Type::Int(32);

/// Function 0, which all call, is only declared.
fn folded_with(func: Function, options: &FoldOptions) -> (Function, FoldStatistics) {
    let sink = FuncBuilder::new("sink", &[I32], &[]).finish();
    let mut module = module_of(vec![sink, func]);
    let statistics = fold_conditions(&mut module, options);
    let func = module.funcs.pop().expect("the second function");
    check_well_formed(&func);
    (func, statistics)
}

fn folded(func: Function) -> Function {
    folded_with(func, &FoldOptions::default()).0
}

fn branches(func: &Function) -> usize {
    func.blocks.iter().filter(|block| matches!(block.term, Terminator::Branch { .. })).count()
}

fn compare(f: &mut FuncBuilder, block: BlockId, op: CmpOp, a: Reg, b: u64) -> Operand {
    let dst = f.reg(Type::BOOL);
    let kind = InstKind::Compare { op, dst, ty: I32, a: a.into(), b: Operand::int(32, b) };
    f.inst(block, kind);
    dst.into()
}

/// A function of four numbers whose blocks 0 to `count - 1` each compare one of them with 10; then
/// come two blocks that return 1 and 0.
struct Conditions {
    f: FuncBuilder,
    conds: Vec<Operand>,
    yes: BlockId,
    no: BlockId,
}

fn conditions(count: usize) -> Conditions {
    let mut f = FuncBuilder::new("f", &[I32; 4], &[I32]);
    let blocks: Vec<BlockId> = (0..count).map(|_| f.block()).collect();
    let (yes, no) = (f.block(), f.block());
    f.ret(yes, &[Operand::int(32, 1)]);
    f.ret(no, &[Operand::int(32, 0)]);
    let mut conds = vec![];
    for (index, &block) in blocks.iter().enumerate() {
        let param = f.param(index);
        conds.push(compare(&mut f, block, CmpOp::Slt, param, 10));
    }
    Conditions { f, conds, yes, no }
}

impl Conditions {
    fn branch(&mut self, block: u32, then: BlockId, other: BlockId) {
        let cond = self.conds[block as usize].clone();
        self.f.branch(BlockId(block), cond, then, other);
    }
}

/// Whether both functions return the same for every choice of which comparisons hold.
fn assert_same(before: &Function, after: &Function) {
    for choice in 0..16u64 {
        let args = [0, 1, 2, 3].map(|index| if choice >> index & 1 == 1 { 5 } else { 50 });
        let expected = interpret(before, &args, 20).returned;
        assert_eq!(interpret(after, &args, 20).returned, expected, "{args:?}");
    }
}

#[test]
fn all_polarities_of_two_conditions() {
    for shape in 0..4 {
        let mut c = conditions(2);
        let (yes, no) = (c.yes, c.no);
        let inner = BlockId(1);
        match shape & 1 {
            0 => c.branch(0, inner, no),
            _ => c.branch(0, no, inner),
        }
        match shape >> 1 {
            0 => c.branch(1, yes, no),
            _ => c.branch(1, no, yes),
        }
        let before = c.f.finish();
        let (after, statistics) = folded_with(before.clone(), &FoldOptions::default());
        assert_eq!(branches(&after), 1, "shape {shape}");
        assert_eq!(statistics, FoldStatistics { branches: 1, values: 0, speculated: 1 });
        assert_same(&before, &after);
    }
}

#[test]
fn nested_conditions_become_one_branch() {
    // (a || b) && (c || d)
    let mut c = conditions(4);
    let (yes, no) = (c.yes, c.no);
    c.branch(0, BlockId(2), BlockId(1));
    c.branch(1, BlockId(2), no);
    c.branch(2, yes, BlockId(3));
    c.branch(3, yes, no);
    let before = c.f.finish();
    let after = folded(before.clone());
    assert_eq!(branches(&after), 1);
    assert_same(&before, &after);
    assert!(after.blocks[1..4].iter().all(|block| block.insts.is_empty()));
}

/// `return a && b && c` as clang writes it: a truth value that three edges pass.
fn value_of_three() -> Function {
    let mut c = conditions(3);
    let (merge, dead) = (c.yes, c.no);
    let value = c.f.reg(Type::BOOL);
    c.f.func.blocks[merge.index()].params.push(value);
    let wide = c.f.reg(I32);
    let cast = crate::inst::CastOp::Zext;
    let kind = InstKind::Cast { op: cast, dst: wide, from: Type::BOOL, to: I32, a: value.into() };
    c.f.inst(merge, kind);
    c.f.ret(merge, &[wide.into()]);
    let edge = |arg: Operand| Edge { block: merge, args: vec![arg] };
    for block in 0..2 {
        let (cond, then) = (c.conds[block].clone(), Edge::to(BlockId::new(block + 1)));
        let other = edge(Operand::FALSE);
        c.f.term(BlockId::new(block), Terminator::Branch { cond, then, other });
    }
    c.f.term(BlockId(2), Terminator::Jump(edge(c.conds[2].clone())));
    c.f.term(dead, Terminator::Unreachable);
    c.f.finish()
}

#[test]
fn a_truth_value_needs_no_branch() {
    let before = value_of_three();
    let (after, statistics) = folded_with(before.clone(), &FoldOptions::default());
    assert_eq!(branches(&after), 0);
    assert_eq!((statistics.branches, statistics.values), (0, 2));
    assert_same(&before, &after);
    let ands = after
        .insts
        .iter()
        .filter(|inst| matches!(inst.kind, InstKind::Binary { op: BinOp::And, width: 1, .. }));
    assert_eq!(ands.count(), 2);
}

#[test]
fn ways_that_bring_different_values_stay_apart() {
    let mut c = conditions(2);
    let (yes, no) = (c.yes, c.no);
    let param = c.f.reg(I32);
    c.f.func.blocks[no.index()].params.push(param);
    c.f.ret(no, &[param.into()]);
    for (block, then, value) in [(0, BlockId(1), 20), (1, yes, 30)] {
        let other = Edge { block: no, args: vec![Operand::int(32, value)] };
        let cond = c.conds[block].clone();
        let term = Terminator::Branch { cond, then: Edge::to(then), other };
        c.f.term(BlockId::new(block), term);
    }
    let before = c.f.finish();
    let after = folded(before.clone());
    assert_eq!(branches(&after), 2);
    assert_same(&before, &after);
    assert_eq!(interpret(&after, &[50, 5, 0, 0], 9).returned, Some(vec![20]));
    assert_eq!(interpret(&after, &[5, 50, 0, 0], 9).returned, Some(vec![30]));
}

#[test]
fn a_loop_condition_is_folded_in_place() {
    // for (i = 0; i < 10 && i < n; i++) show(i);
    let mut f = FuncBuilder::new("f", &[I32], &[I32]);
    let [entry, head, second, body, end] = [0; 5].map(|_| f.block());
    let i = f.reg(I32);
    f.func.blocks[head.index()].params.push(i);
    f.term(entry, Terminator::Jump(Edge { block: head, args: vec![Operand::int(32, 0)] }));
    let first = compare(&mut f, head, CmpOp::Slt, i, 10);
    f.branch(head, first, second, end);
    let less = f.reg(Type::BOOL);
    let (a, b) = (i.into(), f.param(0).into());
    f.inst(second, InstKind::Compare { op: CmpOp::Slt, dst: less, ty: I32, a, b });
    f.branch(second, less.into(), body, end);
    f.inst(body, call(Callee::Direct(FuncId(0)), &[i.into()], &[]));
    let next = f.binary(body, BinOp::Add, 32, i, Operand::int(32, 1));
    f.term(body, Terminator::Jump(Edge { block: head, args: vec![next.into()] }));
    f.ret(end, &[i.into()]);
    let before = f.finish();
    let after = folded(before.clone());
    assert_eq!(branches(&after), 1);
    for n in [0, 4, 12] {
        let (old, new) = (interpret(&before, &[n], 90), interpret(&after, &[n], 90));
        assert_eq!((old.calls, old.returned), (new.calls, new.returned));
    }
}

/// Whether a second condition is folded into the first if this happens before it.
fn is_folded(options: &FoldOptions, what: impl Fn(&mut FuncBuilder, BlockId)) -> bool {
    let mut c = conditions(2);
    let (yes, no) = (c.yes, c.no);
    c.branch(0, BlockId(1), no);
    c.branch(1, yes, no);
    what(&mut c.f, BlockId(1));
    let before = c.f.finish();
    let (after, _) = folded_with(before.clone(), options);
    assert!(branches(&after) == 1 || after == before, "what is not folded is not touched");
    branches(&after) == 1
}

fn add(f: &mut FuncBuilder, block: BlockId, op: BinOp, nsw: bool, b: Operand) {
    let (dst, a) = (f.reg(I32), f.param(0).into());
    f.inst(block, InstKind::Binary { op, dst, width: 32, a, b, nsw, nuw: false });
}

#[test]
fn what_keeps_a_condition() {
    let options = FoldOptions::default();
    assert!(is_folded(&options, |f, b| add(f, b, BinOp::Add, true, Operand::int(32, 1))));
    assert!(is_folded(&options, |f, b| {
        let at = f.alloca(BlockId(0), 8);
        let inside = f.ptr_add(b, at, 4);
        f.load(b, I32, inside);
    }));
    type What = fn(&mut FuncBuilder, BlockId);
    let reasons: [(&str, What); 12] = [
        ("a division", |f, b| add(f, b, BinOp::UDiv, false, Operand::int(32, 3))),
        ("a product", |f, b| {
            let factor = f.param(1).into();
            add(f, b, BinOp::Mul, false, factor);
        }),
        ("a load from somewhere", |f, b| {
            let at = f.alloca(BlockId(0), 8);
            let somewhere = f.load(BlockId(0), Type::Ptr, at);
            f.load(b, I32, somewhere);
        }),
        ("a load behind the end", |f, b| {
            let at = f.alloca(BlockId(0), 8);
            let late = f.ptr_add(b, at, 5);
            f.load(b, I32, late);
        }),
        ("a load before the start", |f, b| {
            let at = f.alloca(BlockId(0), 8);
            let early = f.ptr_add(b, at, -1);
            f.load(b, Type::Int(8), early);
        }),
        ("a load of a local whose scope is over", |f, b| {
            let at = f.alloca(BlockId(0), 8);
            let inside = f.ptr_add(b, at, 4);
            f.inst(BlockId(0), InstKind::Lifetime { addr: at.into(), start: true, site: None });
            f.inst(BlockId(0), InstKind::Lifetime { addr: at.into(), start: false, site: None });
            f.load(b, I32, inside);
        }),
        ("a load after the stack is restored", |f, b| {
            let token = f.reg(Type::Ptr);
            f.inst(BlockId(0), InstKind::StackSave { dst: token });
            let at = f.alloca(BlockId(0), 4);
            f.inst(BlockId(0), InstKind::StackRestore { token: token.into() });
            f.load(b, I32, at);
        }),
        ("a call", |f, b| {
            f.inst(b, call(Callee::Direct(FuncId(0)), &[Operand::int(32, 1)], &[]));
        }),
        ("an assignment", |f, b| {
            f.func.vars.push(Variable { name: "x".into(), ..Variable::default() });
            let (var, value) = (crate::ids::VarId(0), Operand::int(32, 1));
            f.inst(b, InstKind::Marker { var, ty: I32, value });
        }),
        ("too much", |f, b| {
            for _ in 0..8 {
                add(f, b, BinOp::Add, false, Operand::int(32, 1));
            }
        }),
        ("another way to it", |f, b| {
            let entry = f.func.blocks.len() as u32;
            f.block();
            f.jump(BlockId(entry), b);
        }),
        ("a constant condition", |f, b| f.branch(b, Operand::TRUE, BlockId(2), BlockId(3))),
    ];
    for (reason, what) in reasons {
        assert!(!is_folded(&options, what), "{reason}");
    }
}

#[test]
fn what_is_reported_is_not_computed_early() {
    let overflow = FoldOptions { check_overflow: true, ..Default::default() };
    assert!(!is_folded(&overflow, |f, b| add(f, b, BinOp::Add, true, Operand::int(32, 1))));
    assert!(is_folded(&overflow, |f, b| add(f, b, BinOp::Add, false, Operand::int(32, 1))));
    let shift = FoldOptions { check_shift: true, ..Default::default() };
    assert!(is_folded(&shift, |f, b| add(f, b, BinOp::Shl, false, Operand::int(32, 31))));
    assert!(!is_folded(&shift, |f, b| add(f, b, BinOp::Shl, false, Operand::int(32, 32))));
    let uninitialised = FoldOptions { check_uninitialised: true, ..Default::default() };
    assert!(!is_folded(&uninitialised, |_, _| {}));
}

#[test]
fn an_undefined_second_condition_is_chosen_and_not_computed_with() {
    let options = FoldOptions { check_uninitialised: true, ..Default::default() };
    let mut c = conditions(1);
    let (yes, no) = (c.yes, c.no);
    let known = compare(&mut c.f, BlockId(0), CmpOp::Slt, Reg(1), 10);
    let inner = c.f.block();
    c.branch(0, inner, no);
    c.f.branch(inner, known, yes, no);
    let before = c.f.finish();
    let (after, _) = folded_with(before.clone(), &options);
    assert_eq!(branches(&after), 1);
    assert!(after.insts.iter().any(|inst| matches!(inst.kind, InstKind::Select { .. })));
    assert_same(&before, &after);
}

#[test]
fn lines_stay_and_may_forbid() {
    let mut c = conditions(2);
    let (yes, no) = (c.yes, c.no);
    c.branch(0, BlockId(1), no);
    c.branch(1, yes, no);
    let mut func = c.f.finish();
    func.blocks[0].term_pos = at(1);
    func.blocks[1].term_pos = at(2);
    func.insts[1].pos = at(3);
    let strict = FoldOptions { across_lines: false, ..Default::default() };
    assert_eq!(folded_with(func.clone(), &strict).0, func);
    let after = folded(func.clone());
    assert_eq!(branches(&after), 1);
    let lines: Vec<_> = after.insts.iter().map(|inst| inst.pos).collect();
    assert_eq!(lines, [None, at(3), at(2)]);
    assert_eq!(after.blocks[0].term_pos, at(1));
    func.blocks[1].term_pos = at(1);
    func.insts[1].pos = at(1);
    assert_eq!(branches(&folded_with(func, &strict).0), 1, "one line");
}

/// Reads choices from a list, zeros after its end.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.0.next().map_or(0, |&choice| choice as usize % limit)
    }
}

/// Blocks that compute little and branch a lot, mostly to the next one or to the next of few shared
/// targets, most of which take a number and a truth value. Some blocks call something.
fn random_function(count: usize, choices: &[u32]) -> Function {
    let mut c = Choices(choices.iter());
    let mut f = FuncBuilder::new("random", &[I32, I32], &[I32]);
    let blocks: Vec<BlockId> = (0..count).map(|_| f.block()).collect();
    let takes: Vec<bool> =
        (0..count).map(|index| index > 0 && c.below(10) < [9, 1, 1, 1][index % 4]).collect();
    for (&block, _) in blocks.iter().zip(&takes).filter(|(_, takes)| **takes) {
        let params = [f.reg(I32), f.reg(Type::BOOL)];
        f.func.blocks[block.index()].params.extend(params);
    }
    for (index, &block) in blocks.iter().enumerate() {
        let mut numbers = vec![f.param(0), f.param(1)];
        let mut truths = vec![Operand::FALSE, Operand::TRUE];
        if let [number, truth] = f.func.block(block).params[..] {
            numbers.push(number);
            truths.push(truth.into());
        }
        for _ in 0..c.below(4) {
            let a = numbers[c.below(numbers.len())];
            match c.below(4) {
                0 => {
                    let op = [BinOp::Add, BinOp::Xor, BinOp::Sub][c.below(3)];
                    numbers.push(f.binary(block, op, 32, a, Operand::int(32, 3)));
                }
                1 => {
                    let op = [BinOp::And, BinOp::Or, BinOp::Xor][c.below(3)];
                    let [x, y] = [0; 2].map(|_| truths[c.below(truths.len())].clone());
                    truths.push(f.binary(block, op, 1, x, y).into());
                }
                _ => {
                    let op = [CmpOp::Ult, CmpOp::Slt, CmpOp::Ne, CmpOp::Sge][c.below(4)];
                    let limit = c.below(9) as u64;
                    truths.push(compare(&mut f, block, op, a, limit));
                }
            }
        }
        if c.below(8) == 7 {
            let shown = [numbers[c.below(numbers.len())].into()];
            f.inst(block, call(Callee::Direct(FuncId(0)), &shown, &[]));
        }
        let edge = |c: &mut Choices<'_>| {
            let (next, shared) = (index + 1, (index / 4 + 1) * 4);
            // Edges never lead to the entry.
            let target = match c.below(20) {
                0..9 => next.min(count - 1),
                9..18 => shared.min(count - 1),
                _ => 1 + c.below(count - 1),
            };
            let args = match takes[target] {
                true => vec![
                    numbers[c.below(numbers.len())].into(),
                    truths[c.below(truths.len())].clone(),
                ],
                false => vec![],
            };
            Edge { block: blocks[target], args }
        };
        let term = if index + 1 == count || c.below(12) == 11 {
            Terminator::Return { values: vec![numbers[numbers.len() - 1].into()] }
        } else if c.below(3) == 1 {
            Terminator::Jump(edge(&mut c))
        } else {
            let (then, other) = (edge(&mut c), edge(&mut c));
            let limit = c.below(9) as u64;
            let cond = match c.below(4) {
                0 => truths[truths.len() - 1].clone(),
                _ => compare(&mut f, block, CmpOp::Ult, numbers[numbers.len() - 1], limit),
            };
            Terminator::Branch { cond, then, other }
        };
        f.term(block, term);
    }
    f.finish()
}

/// Folding skips blocks: a run that was cut off may get further.
fn goes_alike(before: &Observed, after: &Observed) -> bool {
    match before.returned {
        Some(_) => before.returned == after.returned && before.calls == after.calls,
        None => after.calls.starts_with(&before.calls),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn folding_changes_nothing_that_can_be_observed(
        blocks in 2usize..12,
        choices in prop::collection::vec(any::<u32>(), 100..300),
        strict in prop::bool::weighted(0.2),
        numbers in prop::collection::vec((0u32..12, 0u32..12), 4),
    ) {
        let before = random_function(blocks, &choices);
        check_well_formed(&before);
        let options = FoldOptions { check_uninitialised: strict, ..Default::default() };
        let (after, statistics) = folded_with(before.clone(), &options);
        let gone = branches(&before) - branches(&after);
        prop_assert_eq!(gone, statistics.branches + statistics.values);
        for (a, b) in numbers {
            let args = [u64::from(a), u64::from(b)];
            let (old, new) = (interpret(&before, &args, 60), interpret(&after, &args, 60));
            prop_assert!(goes_alike(&old, &new), "{old:?}\n{new:?}");
        }
        // Nothing to fold: nothing to number anew.
        prop_assert!(statistics != FoldStatistics::default() || after == before);
    }
}
