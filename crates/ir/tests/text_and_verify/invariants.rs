//! Each invariant of the verifier, broken in the ways that it forbids, and nothing else broken.

use dunlin_ir::parse::parse;
use dunlin_ir::verify::{Invariant, verify};
use dunlin_ir::*;
use std::collections::BTreeSet;

const BASE: &str = r#"module "m"
target 64 "t"
file !s0 "m.c"
layout !t0 = scalar 32 size 4 align 4
layout !t1 = struct "s" {0: !t0, 4: !t0} size 8 align 4
layout !t2 = array 3 of !t1 size 24 align 4
global @g0 "data" size 24 align 8 layout !t2 = data zeros 24 relocs [0: @g1, 8: @f1 + 1, 16: blockaddr(@f1, b1)]
global @g1 "zero" size 8 align 8 = zero at !s0:1:1
constructors [@f0]
destructors [@f0]

declare @f0 "start"()

define @f1 "f"(%0: i32, %1: ptr, ...) -> (i32, ptr) at !s0:1:1 {
  var !v0 "x" at !s0:2:3
b0:
  %2: i32 = add nsw %0, 1 at !s0:2:1
  %3: i1 = cmp slt i32 %2, 7
  branch %3, b1(%2, %1), b2
b1(%4: i32, %5: ptr):
  %6: i64 = zext i32 %4
  %7: i32 = byteswap %4
  %8: ptr = ptradd %5, 4, %6 * 8 via !t2[], !t1.1
  %9: i32, %10: ptr = call @f1(%7, %8) varargs 16 [0: i32 %4, 8: copy 8 from %8]
  va_start %8
  store i32 %9 to %8 align 4
  marker !v0 = i32 %9
  switch i32 %9 {0 -> b2, 1 -> b1(%9, %10), else -> b2} at !s0:4:4
b2:
  %11: i128 = uninit var !v0
  %12: i128 = add %11, 0x123456789abcdef0123
  %13: ptr = alloca 8 align 8 var !v0 layout !t1
  indirectjump blockaddr(@f1, b3) [b3, b2]
b3:
  return %0, %1
b4:
  return %9, null
}

define @f2 "g"() {
b0:
  %0: i64 = ptrtoint ptr @g0
  %1: ptr = inttoptr i64 %0
  %2: i16 = trunc i64 %0
  %3: i64 = fadd f64 %0, 0x0
  %4: i32 = ftosi f64 to i32 %3
  call indirect %1(i32 5)
  return
}

define @f3 "thrower"(%0: i8) {
b0:
  %1: i32, %2: ptr = call @f1(i32 1, null)
  invoke b1(%1), unwind b2(%0)
b1(%3: i32):
  return
b2(%4: i8):
  %5: ptr, %6: i32 = landingpad at !s0:9:1
  resume %5, %6
}
"#;

type Break = fn(&mut Module);

/// The first instruction of `func`, an add.
fn add(module: &mut Module) -> (&mut BinOp, &mut Operand, &mut Operand) {
    match &mut module.funcs[1].insts[0].kind {
        InstKind::Binary { op, a, b, .. } => (op, a, b),
        other => panic!("{other:?}"),
    }
}

fn call(module: &mut Module) -> &mut Call {
    module.funcs[1]
        .insts
        .iter_mut()
        .find_map(|inst| if let InstKind::Call(call) = &mut inst.kind { Some(call) } else { None })
        .expect("the base module has a call")
}

fn cases(module: &mut Module) -> &mut Vec<(Bits, Edge)> {
    match &mut module.funcs[1].blocks[1].term {
        Terminator::Switch { cases, .. } => cases,
        other => panic!("{other:?}"),
    }
}

fn relocs(module: &mut Module) -> &mut Vec<Reloc> {
    match &mut module.globals[0].init {
        Init::Data { relocs, .. } => relocs,
        other => panic!("{other:?}"),
    }
}

fn push(module: &mut Module, func: usize, block: usize, kind: InstKind) {
    let func = &mut module.funcs[func];
    let id = func.new_inst(kind, None);
    func.blocks[block].insts.push(id);
}

/// Puts a text in the place of another, for what the text form can say.
fn edit(module: &mut Module, from: &str, to: &str) {
    let text = module.to_string();
    assert!(text.contains(from), "no {from:?} in\n{text}");
    *module = parse(&text.replacen(from, to, 1)).expect("the edited text parses");
}

const BREAKS: &[(Invariant, Break)] = &[
    (Invariant::IdsExist, |m| m.constructors.push(FuncId(9))),
    (Invariant::IdsExist, |m| m.globals[0].layout = Some(LayoutId(9))),
    (Invariant::IdsExist, |m| edit(m, "8: @f1 + 1", "8: @g7")),
    (Invariant::IdsExist, |m| edit(m, "8: @f1 + 1", "8: blockaddr(@f1, b9)")),
    (Invariant::IdsExist, |m| edit(m, "8: @f1 + 1", "8: blockaddr(@f0, b0)")),
    (Invariant::IdsExist, |m| edit(m, "array 3 of !t1", "array 3 of !t7")),
    (Invariant::IdsExist, |m| edit(m, "4: !t0}", "4: !t9}")),
    (Invariant::IdsExist, |m| edit(m, "store i32 %9", "store i32 %99")),
    (Invariant::IdsExist, |m| edit(m, "marker !v0", "marker !v1")),
    (Invariant::IdsExist, |m| edit(m, "uninit var !v0", "uninit var !v1")),
    (Invariant::IdsExist, |m| edit(m, "layout !t1  #", "layout !t9  #")),
    (Invariant::IdsExist, |m| edit(m, "via !t2[]", "via !t9[]")),
    (Invariant::IdsExist, |m| edit(m, "call @f1", "call @f7")),
    (Invariant::IdsExist, |m| edit(m, "[b3, b2]", "[b3, b7]")),
    (Invariant::IdsExist, |m| edit(m, "at !s0:2:1", "at !s1:2:1")),
    (Invariant::IdsExist, |m| edit(m, "at !s0:4:4", "at !s1:4:4")),
    (Invariant::IdsExist, |m| m.funcs[1].blocks[2].insts.push(InstId(99))),
    (Invariant::IdsExist, |m| m.funcs[1].params.push(Reg(99))),
    (Invariant::PointerWidth, |m| {
        *m = parse("module \"m\" target 64 \"t\"").expect("a module");
        m.target.pointer_bits = 16;
    }),
    (Invariant::Widths, |m| edit(m, "scalar 32", "scalar 0")),
    (Invariant::Widths, |m| {
        m.funcs[0].regs.push(Type::Int(0));
        m.funcs[0].params.push(Reg(0));
        m.constructors.clear();
        m.destructors.clear();
    }),
    (Invariant::Widths, |m| {
        let (value, width) = (Operand::Undef(Type::Int(0)), 0);
        push(m, 1, 2, InstKind::Marker { var: VarId(0), ty: Type::Int(width), value });
    }),
    (Invariant::Alignments, |m| m.globals[1].align = 0),
    (Invariant::Alignments, |m| m.layouts[0].align = 3),
    (Invariant::Alignments, |m| edit(m, "to %8 align 4", "to %8 align 5")),
    (Invariant::Alignments, |m| edit(m, "alloca 8 align 8", "alloca 8 align 0")),
    (Invariant::Layouts, |m| edit(m, "array 3 of !t1", "array 4 of !t1")),
    (Invariant::Layouts, |m| edit(m, "{0: !t0, 4: !t0}", "{0: !t0, 5: !t0}")),
    (Invariant::Layouts, |m| edit(m, "4: !t0}", "18446744073709551615: !t0}")),
    (Invariant::Layouts, |m| {
        m.layouts[0] =
            Layout { kind: LayoutKind::Array { element: LayoutId(2), count: 0 }, size: 4, align: 4 }
    }),
    (Invariant::GlobalData, |m| m.globals[0].size = 32),
    (Invariant::GlobalData, |m| relocs(m)[2].offset = 17),
    (Invariant::GlobalData, |m| relocs(m)[2].offset = u64::MAX),
    (Invariant::GlobalData, |m| relocs(m)[1].offset = 7),
    (Invariant::GlobalData, |m| relocs(m).swap(0, 1)),
    (Invariant::Names, |m| m.funcs[2].name = "f".into()),
    (Invariant::Names, |m| m.globals[1].name = "data".into()),
    (Invariant::StartupFunctions, |m| m.constructors.push(FuncId(1))),
    (Invariant::StartupFunctions, |m| m.funcs[0].variadic = true),
    (Invariant::StartupFunctions, |m| m.funcs[0].returns.push(Type::Ptr)),
    (Invariant::Positions, |m| edit(m, "at !s0:2:1", "at !s0:0:1")),
    (Invariant::Positions, |m| edit(m, "at !s0:2:3", "at !s0:0:3")),
    (Invariant::Positions, |m| edit(m, "at !s0:4:4", "at !s0:0:4")),
    (Invariant::Positions, |m| edit(m, "= zero at !s0:1", "= zero at !s0:0")),
    (Invariant::BlockAddresses, |m| edit(m, "16: blockaddr(@f1, b1)", "16: blockaddr(@f1, b0)")),
    (Invariant::BlockAddresses, |m| edit(m, "jump blockaddr(@f1, b3)", "jump blockaddr(@f1, b0)")),
    (Invariant::Entry, |m| edit(m, "[b3, b2]", "[b3, b0]")),
    (Invariant::Entry, |m| {
        let reg = m.funcs[2].new_reg(Type::Ptr);
        m.funcs[2].blocks[0].params.push(reg);
    }),
    (Invariant::InstInOneBlock, |m| {
        m.funcs[1].new_inst(InstKind::Assume { cond: Operand::TRUE }, None);
    }),
    (Invariant::InstInOneBlock, |m| {
        let inst = m.funcs[1].new_inst(InstKind::Assume { cond: Operand::TRUE }, None);
        m.funcs[1].blocks[2].insts.extend([inst, inst]);
    }),
    (Invariant::DefinedOnce, |m| {
        m.funcs[1].new_reg(Type::Ptr);
    }),
    (Invariant::DefinedOnce, |m| {
        edit(m, "%7: i32 = byteswap", "%0: i32 = byteswap %4 %7: i32 = byteswap")
    }),
    (Invariant::DefinedOnce, |m| {
        edit(m, "%7: i32 = byteswap", "%4: i32 = byteswap %4 %7: i32 = byteswap")
    }),
    // A register of another branch, of the same block but later, of itself, and of a block that
    // cannot be reached.
    (Invariant::Dominance, |m| edit(m, "return %0, %1", "return %4, %5")),
    (Invariant::Dominance, |m| edit(m, "byteswap %4", "byteswap %9")),
    (Invariant::Dominance, |m| edit(m, "= add %11, 0x123456789abcdef0123", "= add %12, 5")),
    (Invariant::Dominance, |m| edit(m, "b1(%2, %1), b2", "b1(%2, %10), b2")),
    (Invariant::Dominance, |m| {
        edit(m, "return %9, null", "%14: i32 = uninit return %14, null");
        edit(m, "return %0, %1", "return %14, %1");
    }),
    (Invariant::Constants, |m| *add(m).2 = Operand::Int { width: 32, value: 1 << 32 }),
    (Invariant::Constants, |m| {
        let wide = Operand::Wide(Box::new(Bits::from_u64(32, 1)));
        *add(m).2 = wide;
    }),
    (Invariant::Constants, |m| {
        let value = Operand::Int { width: 65, value: 1 };
        push(m, 1, 2, InstKind::Marker { var: VarId(0), ty: Type::Int(65), value });
    }),
    (Invariant::OperandTypes, |m| *add(m).1 = Operand::Reg(Reg(1))),
    (Invariant::OperandTypes, |m| *add(m).2 = Operand::int(33, 1)),
    (Invariant::OperandTypes, |m| edit(m, "branch %3", "branch %2")),
    (Invariant::OperandTypes, |m| edit(m, "%6 * 8", "%4 * 8")),
    (Invariant::OperandTypes, |m| edit(m, "store i32 %9 to %8", "store i32 %9 to %9")),
    (Invariant::OperandTypes, |m| edit(m, "switch i32 %9", "switch i32 %10")),
    (Invariant::OperandTypes, |m| edit(m, "indirectjump blockaddr(@f1, b3)", "indirectjump %0")),
    (Invariant::OperandTypes, |m| edit(m, "call indirect %1", "call indirect %0")),
    (Invariant::OperandTypes, |m| edit(m, "0: i32 %4", "0: i32 %5")),
    (Invariant::OperandTypes, |m| edit(m, "copy 8 from %8", "copy 8 from %4")),
    (Invariant::OperandTypes, |m| edit(m, "%0, 0x0", "%2, 0x0")),
    (Invariant::ResultTypes, |m| edit(m, "%4: i32 = ftosi", "%4: i33 = ftosi")),
    (Invariant::ResultTypes, |m| m.funcs[1].regs[13] = Type::Int(64)),
    (Invariant::ResultTypes, |m| edit(m, "%3: i1 = cmp", "%3: i1 = uninit %14: i8 = cmp")),
    (Invariant::ResultTypes, |m| {
        edit(m, "marker !v0", "%14: i8 = unsupported \"asm\" marker !v0");
        m.funcs[1].regs[14] = Type::Ptr;
    }),
    (Invariant::Casts, |m| edit(m, "%2: i16 = trunc", "%2: i64 = trunc")),
    (Invariant::Casts, |m| edit(m, "%2: i16 = trunc", "%2: i16 = zext")),
    (Invariant::Casts, |m| edit(m, "%2: i16 = trunc", "%2: i16 = sext")),
    (Invariant::Casts, |m| edit(m, "%2: i16 = trunc i64 %0", "%2: i16 = ptrtoint ptr null")),
    (Invariant::Casts, |m| edit(m, "%1: ptr = inttoptr i64 %0", "%1: ptr = inttoptr i32 0")),
    (Invariant::Casts, |m| edit(m, "%1: ptr = inttoptr i64 %0", "%1: ptr = zext i64 %0")),
    (Invariant::ByteSwap, |m| edit(m, "marker !v0", "%14: i24 = byteswap 5 marker !v0")),
    (Invariant::OverflowFlags, |m| *add(m).0 = BinOp::UDiv),
    (Invariant::Paths, |m| edit(m, "!t1.1", "!t1.2")),
    (Invariant::Paths, |m| edit(m, "!t1.1", "!t0.0")),
    (Invariant::Calls, |m| call(m).args.push(Operand::Null)),
    (Invariant::Calls, |m| call(m).args[0] = Operand::Null),
    (Invariant::Calls, |m| edit(m, "marker !v0", "%14: i32 = call @f0() marker !v0")),
    (Invariant::Calls, |m| {
        edit(m, "marker !v0", "%14: i8, %15: ptr = call @f1(i32 1, null) marker !v0");
    }),
    (Invariant::VarArgs, |m| call(m).varargs_size = 15),
    (Invariant::VarArgs, |m| call(m).varargs[0].offset = 13),
    (Invariant::VarArgs, |m| call(m).varargs[1].offset = u64::MAX),
    (Invariant::VarArgs, |m| edit(m, "marker !v0", "call @f0() varargs 8 [] marker !v0")),
    (Invariant::VarArgs, |m| push(m, 2, 0, InstKind::VaStart { list: Operand::Null })),
    (Invariant::Edges, |m| edit(m, "1 -> b1(%9, %10)", "1 -> b1(%9)")),
    (Invariant::Edges, |m| edit(m, "1 -> b1(%9, %10)", "1 -> b1(%9, %9)")),
    (Invariant::Edges, |m| edit(m, "else -> b2", "else -> b2(null)")),
    (Invariant::Switches, |m| cases(m)[0].0 = Bits::from_u64(32, 1)),
    (Invariant::Switches, |m| cases(m)[0].0 = Bits::from_u64(31, 0)),
    (Invariant::Returns, |m| edit(m, "return %0, %1", "return %0")),
    (Invariant::Returns, |m| edit(m, "return %0, %1", "return %1, %1")),
    (Invariant::BranchNumbers, |m| edit(m, "return %0, %1", "return %0, %1 number 0")),
    (Invariant::Passing, |m| {
        edit(m, "call indirect %1(i32 5)", "call indirect %1(i32 5) passing (int) -> ()")
    }),
    (Invariant::Passing, |m| {
        edit(m, "call indirect %1(i32 5)", "call indirect %1(i32 5) passing (float, int) -> ()")
    }),
    (Invariant::Passing, |m| edit(m, "\"g\"()", "\"g\"() passing () -> (float)")),
    (Invariant::Passing, |m| {
        edit(
            m,
            "8: copy 8 from %8]",
            "8: copy 8 from %8] passing (int, int, float, other) -> (int, int)",
        )
    }),
    (Invariant::Dominance, |m| edit(m, "resume %5, %6", "resume %2, %6")),
    (Invariant::Dominance, |m| edit(m, "resume %5, %6", "resume %5, %1")),
    (Invariant::Dominance, |m| {
        let text = m.to_string().replace("unwind b2(%0)", "unwind b2(%0, %2)");
        *m = parse(&text.replace("b2(%4: i8)", "b2(%4: i8, %7: ptr)")).expect("it parses");
    }),
    (Invariant::OperandTypes, |m| edit(m, "resume %5, %6", "resume %6, %6")),
    (Invariant::OperandTypes, |m| edit(m, "resume %5, %6", "resume %5, %5")),
    (Invariant::ResultTypes, |m| {
        edit(m, "%6: i32 = landingpad", "%6: i64 = landingpad");
        edit(m, "resume %5, %6", "resume %5, 1");
    }),
    (Invariant::Edges, |m| edit(m, "unwind b2(%0)", "unwind b2")),
    (Invariant::Invokes, |m| edit(m, "invoke b1(%1)", "assume 1 invoke b1(%1)")),
    (Invariant::Invokes, |m| edit(m, "unwind b2(%0)", "unwind b2(%0) at !s0:3:3")),
    (Invariant::LandingPads, |m| edit(m, "%5: ptr, %6", "%7: i8 = freeze %4 %5: ptr, %6")),
    (Invariant::LandingPads, |m| edit(m, "from b0\n  return", "\n  jump b2(i8 1)")),
    (Invariant::LandingPads, |m| edit(m, "unwind b2(%0)", "unwind b1(i32 3)")),
];

#[test]
fn the_base_module_is_valid() {
    assert_eq!(verify(&parse(BASE).unwrap()), Ok(()));
}

#[test]
fn each_broken_invariant_is_named() {
    for (i, (invariant, break_it)) in BREAKS.iter().enumerate() {
        let mut module = parse(BASE).unwrap();
        break_it(&mut module);
        let errors = verify(&module).expect_err(&format!("case {i}, {invariant:?} passed"));
        for error in &errors {
            assert_eq!(error.invariant, *invariant, "case {i}: {error}\n{module}");
        }
    }
}

#[test]
fn every_invariant_has_a_case() {
    let numbers: BTreeSet<u8> = BREAKS.iter().map(|&(invariant, _)| invariant as u8).collect();
    assert_eq!(numbers, (1..=Invariant::LandingPads as u8).collect());
}

#[test]
fn errors_name_function_block_and_instruction() {
    let mut module = parse(BASE).unwrap();
    edit(&mut module, "byteswap %4", "byteswap %9");
    let errors = verify(&module).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(
        errors[0].to_string(),
        "V14: @f1 \"f\", b1, i3 `%7: i32 = byteswap %9`: %9 is used where it may have no value yet"
    );
    let place = (errors[0].func, errors[0].block, errors[0].inst);
    assert_eq!(place, (Some(FuncId(1)), Some(BlockId(1)), Some(InstId(3))));

    let mut module = parse(BASE).unwrap();
    edit(&mut module, "return %0, %1", "return %0");
    let errors = verify(&module).unwrap_err();
    let message = "V26: @f1 \"f\", b3, `return %0`: 1 values, but the function returns 2";
    assert_eq!(errors[0].to_string(), message);

    let mut module = parse(BASE).unwrap();
    *add(&mut module).2 = Operand::int(33, 1);
    let errors = verify(&module).unwrap_err();
    assert_eq!(errors[0].message, "the operand `i33 1` is i33, but has to be i32");
}

#[test]
fn loops_and_joins_keep_their_definitions() {
    let text = r#"module "m" target 32 "t"
        define @f0 "f"(%0: i1) {
        b0: %1: i8 = uninit jump b1
        b1: %2: i8 = add %1, 1 branch %0, b2, b3
        b2: %3: i8 = add %2, 1 branch %0, b4, b1
        b3: %4: i8 = add %2, %1 jump b4
        b4: %5: i8 = add %2, 1 branch %0, b1, b5
        b5: %6: i8 = add %5, %2 return
        }"#;
    assert_eq!(verify(&parse(text).unwrap()), Ok(()));
    for broken in [("add %5, %2", "add %3, %2"), ("add %5, %2", "add %4, %2")] {
        let errors = verify(&parse(&text.replace(broken.0, broken.1)).unwrap()).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].invariant, Invariant::Dominance);
        assert_eq!(errors[0].block, Some(BlockId(5)));
    }
}
