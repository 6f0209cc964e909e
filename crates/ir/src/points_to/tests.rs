//! Small modules by hand, random ones against executions of them, and the work that a large one is.
//! What C programs come to is tested where they are lowered.

mod random;
mod run;

use super::*;
use crate::ids::BlockId;
use crate::inst::{BinOp, Callee, CastOp, Edge, InstKind, Operand, Terminator};
use crate::module::{Global, Init, Reloc, RelocTarget};
use crate::test_support::{FuncBuilder, call, module_of};
use crate::types::Type;

const I64: Type = Type::Int(64);

fn global(name: &str, size: u64, relocs: Vec<Reloc>) -> Global {
    Global {
        name: name.into(),
        size,
        align: 16,
        constant: false,
        thread_local: false,
        layout: None,
        init: Init::Data { bytes: vec![0; size as usize], relocs },
        pos: None,
        scalar: None,
    }
}

fn reloc(offset: u64, to: u32) -> Reloc {
    Reloc { offset, target: RelocTarget::Global(GlobalId(to)), addend: 0 }
}

fn declare(name: &str, params: &[Type], returns: &[Type]) -> crate::module::Function {
    FuncBuilder::new(name, params, returns).finish()
}

fn cast(func: &mut FuncBuilder, block: BlockId, op: CastOp, a: Operand) -> Reg {
    let (from, to) = match op {
        CastOp::IntToPtr => (I64, Type::Ptr),
        _ => (Type::Ptr, I64),
    };
    let dst = func.reg(to);
    func.inst(block, InstKind::Cast { op, dst, from, to, a });
    dst
}

fn variables(module: &Module, points_to: &PointsTo, func: u32, reg: Reg) -> Vec<String> {
    let found = points_to.pointees(FuncId(func), reg).into_iter();
    found
        .map(|object| match object {
            Object::Global(global) => module.global(global).name.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

/// What `llvm.load.relative` reads: a table of 32-bit distances, which a constructor fills.
#[test]
fn distances_between_variables_lead_from_one_to_the_other() {
    let mut func = FuncBuilder::new("main", &[], &[]);
    let b0 = func.block();
    let [target, table] = [0, 1].map(|global| Operand::Global(GlobalId(global)));
    let a = cast(&mut func, b0, CastOp::PtrToInt, target);
    let b = cast(&mut func, b0, CastOp::PtrToInt, table.clone());
    let distance = func.binary(b0, BinOp::Sub, 64, a, b);
    let base = cast(&mut func, b0, CastOp::PtrToAddr, table);
    let sum = func.binary(b0, BinOp::Add, 64, base, distance);
    let found = cast(&mut func, b0, CastOp::IntToPtr, sum.into());
    // But the distance between two places in one object is a number.
    let p = func.alloca(b0, 16);
    let end = func.ptr_add(b0, p, 8);
    let end = cast(&mut func, b0, CastOp::PtrToInt, end.into());
    let start = cast(&mut func, b0, CastOp::PtrToInt, p.into());
    let length = func.binary(b0, BinOp::Sub, 64, end, start);
    func.ret(b0, &[]);
    let mut module = module_of(vec![func.finish()]);
    module.globals = vec![global("target", 8, vec![]), global("table", 8, vec![])];
    let points_to = PointsTo::of(&module);
    assert_eq!(variables(&module, &points_to, 0, found), ["target", "table"]);
    assert_eq!(points_to.pointees(FuncId(0), length), []);
}

/// Numbers are the addresses of objects that were declared at numbers, and of pointers that went
/// through arithmetic which is not followed.
#[test]
fn numbers_lead_to_fixed_objects_and_mangled_pointers() {
    let mut func = FuncBuilder::new("main", &[], &[]);
    let b0 = func.block();
    let at = [Operand::int(64, 0x4000), Operand::int(64, 64)];
    func.inst(b0, call(Callee::Direct(FuncId(1)), &at, &[]));
    let fixed = cast(&mut func, b0, CastOp::IntToPtr, Operand::int(64, 0x4000));
    let address = cast(&mut func, b0, CastOp::PtrToInt, Operand::Global(GlobalId(0)));
    let product = func.binary(b0, BinOp::Mul, 64, address, Operand::int(64, 3));
    let back = func.binary(b0, BinOp::UDiv, 64, product, Operand::int(64, 3));
    let mangled = cast(&mut func, b0, CastOp::IntToPtr, back.into());
    let known = cast(&mut func, b0, CastOp::PtrToInt, Operand::Global(GlobalId(1)));
    let known = cast(&mut func, b0, CastOp::IntToPtr, known.into());
    func.ret(b0, &[]);
    let mut module =
        module_of(vec![func.finish(), declare("klee_define_fixed_object", &[I64, I64], &[])]);
    module.globals = vec![global("mangled", 8, vec![]), global("plain", 8, vec![])];
    let points_to = PointsTo::of(&module);
    let at = Point { func: FuncId(0), block: BlockId(0), index: 0 };
    let all = [Object::Global(GlobalId(0)), Object::Fixed(at)];
    assert_eq!(points_to.pointees(FuncId(0), fixed), all);
    assert_eq!(points_to.pointees(FuncId(0), mangled), all);
    assert_eq!(variables(&module, &points_to, 0, known), ["plain"]);
}

/// `argv` and lazily symbolic input are the engine's, whose group they share.
#[test]
fn what_the_engine_makes_is_one_group() {
    let mut main = FuncBuilder::new("main", &[Type::Int(32), Type::Ptr], &[]);
    let b0 = main.block();
    let text = main.load(b0, Type::Ptr, main.param(1));
    main.load(b0, Type::Int(8), text);
    let lazy = main.reg(Type::Ptr);
    main.inst(b0, call(Callee::Direct(FuncId(1)), &[], &[lazy]));
    let behind = main.load(b0, Type::Ptr, lazy);
    main.load(b0, Type::Int(8), behind);
    let local = main.alloca(b0, 8);
    main.store(b0, I64, Operand::int(64, 1), local);
    main.ret(b0, &[]);
    let (argv, point) =
        (main.param(1), |index| Point { func: FuncId(0), block: BlockId(0), index });
    let module =
        module_of(vec![main.finish(), declare("__dunlin_lazy_argument.0", &[], &[Type::Ptr])]);
    let points_to = PointsTo::of(&module);
    assert_eq!(points_to.pointees(FuncId(0), argv), [Object::EngineVectors]);
    assert_eq!(points_to.pointees(FuncId(0), text), [Object::EngineStrings]);
    assert_eq!(points_to.pointees(FuncId(0), behind), [Object::Lazy]);
    let groups = points_to.groups();
    let members = groups.members(groups.of_engine());
    assert_eq!(members, [Object::EngineStrings, Object::EngineVectors, Object::Lazy]);
    assert_eq!(groups.of_site(point(0)), groups.of_engine(), "nothing is allocated there");
    assert_ne!(groups.of_site(point(5)), groups.of_engine());
    assert_eq!(groups.members(groups.of_site(point(5))), [Object::Stack(point(5))]);
    assert_eq!(groups.count(), 2);
}

/// The fields of a struct are apart, and stay so when it is copied; a walk over its bytes sees all.
#[test]
fn fields() {
    let mut func = FuncBuilder::new("main", &[], &[]);
    let b0 = func.block();
    let copy = func.alloca(b0, 24);
    let (dst, src) = (copy.into(), Operand::Global(GlobalId(0)));
    func.inst(b0, InstKind::MemCopy { dst, src, len: Operand::int(64, 24), overlap: false });
    let place = func.ptr_add(b0, copy, 16);
    let second = func.load(b0, Type::Ptr, place);
    let first = func.load(b0, Type::Ptr, copy);
    let across = func.ptr_add(b0, copy, 12);
    let both = func.load(b0, I64, across);
    func.ret(b0, &[]);
    let mut module = module_of(vec![func.finish()]);
    let reloc =
        |offset, global| Reloc { offset, target: RelocTarget::Global(GlobalId(global)), addend: 0 };
    module.globals = vec![
        global("pair", 24, vec![reloc(8, 1), reloc(16, 2)]),
        global("one", 8, vec![]),
        global("two", 8, vec![]),
    ];
    let points_to = PointsTo::of(&module);
    assert!(variables(&module, &points_to, 0, first).is_empty());
    assert_eq!(variables(&module, &points_to, 0, second), ["two"]);
    assert_eq!(variables(&module, &points_to, 0, both), ["one", "two"]);
}

/// A pointer that moves on around a loop comes to every field at its stride.
#[test]
fn loops_over_fields() {
    let mut func = FuncBuilder::new("main", &[], &[]);
    let (b0, b1) = (func.block(), func.block());
    let at = func.reg(Type::Ptr);
    func.func.blocks[b1.index()].params.push(at);
    let start = Operand::Global(GlobalId(0));
    func.term(b0, Terminator::Jump(Edge { block: b1, args: vec![start] }));
    let found = func.load(b1, Type::Ptr, at);
    let next = func.ptr_add(b1, at, 16);
    func.term(b1, Terminator::Jump(Edge { block: b1, args: vec![next.into()] }));
    let mut module = module_of(vec![func.finish()]);
    module.globals = vec![
        global("table", 48, vec![reloc(0, 1), reloc(8, 2), reloc(32, 3)]),
        global("one", 8, vec![]),
        global("between", 8, vec![]),
        global("three", 8, vec![]),
    ];
    let points_to = PointsTo::of(&module);
    assert_eq!(variables(&module, &points_to, 0, found), ["one", "three"]);
    let every_16_bytes = 0x0001_0001_0001_0001;
    let places = points_to.places(FuncId(0), at);
    assert_eq!(places, [(Object::Global(GlobalId(0)), every_16_bytes)]);
}

/// A pointer of which one byte was overwritten leads to other fields of its object.
#[test]
fn bytes_of_pointers() {
    let mut func = FuncBuilder::new("main", &[], &[]);
    let b0 = func.block();
    let slot = func.alloca(b0, 8);
    func.store(b0, Type::Ptr, Operand::Global(GlobalId(0)), slot);
    func.store(b0, Type::Int(8), Operand::int(8, 16), slot);
    let changed = func.load(b0, Type::Ptr, slot);
    let found = func.load(b0, Type::Ptr, changed);
    func.ret(b0, &[]);
    let mut module = module_of(vec![func.finish()]);
    module.globals = vec![global("pair", 24, vec![reloc(16, 1)]), global("two", 8, vec![])];
    let points_to = PointsTo::of(&module);
    assert_eq!(variables(&module, &points_to, 0, changed), ["pair"]);
    assert_eq!(variables(&module, &points_to, 0, found), ["two"]);
}

/// `functions` functions of some 50 instructions that build lists in variables of their own, hand them
/// to each other in a circle and call each other through a table.
fn large(functions: u32) -> Module {
    let mut funcs = Vec::new();
    let malloc = FuncId(functions);
    for number in 0..functions {
        let mut func = FuncBuilder::new(&format!("f{number}"), &[Type::Ptr], &[Type::Ptr]);
        let b0 = func.block();
        let mut last = func.param(0);
        let slot = func.alloca(b0, 8);
        for _ in 0..8 {
            let node = func.reg(Type::Ptr);
            let size = [Operand::int(64, 16)];
            func.inst(b0, call(Callee::Direct(malloc), &size, &[node]));
            func.store(b0, Type::Ptr, last, node);
            let text = func.ptr_add(b0, node, 8);
            func.store(b0, Type::Ptr, Operand::Global(GlobalId(1 + number)), text);
            func.store(b0, Type::Ptr, node, slot);
            last = func.load(b0, Type::Ptr, slot);
        }
        let handed = func.reg(Type::Ptr);
        let next = Callee::Direct(FuncId((number + 1) % functions));
        func.inst(b0, call(next, &[last.into()], &[handed]));
        let table = func.ptr_add(b0, slot, 0);
        func.store(b0, Type::Ptr, Operand::Global(GlobalId(0)), table);
        let chosen = func.load(b0, Type::Ptr, table);
        let callee = func.load(b0, Type::Ptr, chosen);
        func.inst(b0, call(Callee::Indirect(callee.into()), &[handed.into()], &[]));
        func.ret(b0, &[handed.into()]);
        funcs.push(func.finish());
    }
    funcs.push(declare("malloc", &[I64], &[Type::Ptr]));
    let mut module = module_of(funcs);
    let entry = |offset: u32| Reloc {
        offset: u64::from(offset) * 8,
        target: RelocTarget::Func(FuncId(offset)),
        addend: 0,
    };
    module.globals.push(global("table", 64, (0..functions.min(8)).map(entry).collect()));
    for number in 0..functions {
        module.globals.push(global(&format!("text{number}"), 8, vec![]));
    }
    module
}

/// Work grows about as the program does, though every set of nodes holds all nodes: circles of flows
/// are one node.
#[test]
fn work_grows_with_the_program() {
    let steps = [200, 2000].map(|functions| {
        let module = large(functions);
        let insts: usize = module.funcs.iter().map(|func| func.insts.len()).sum();
        let steps = PointsTo::of(&module).steps();
        assert!(steps < 2 * insts as u64, "{steps} steps for {insts} instructions");
        steps
    });
    assert!(steps[1] < 20 * steps[0], "{steps:?}");
}
