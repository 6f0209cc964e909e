//! Liveness by example, against its definition, and against runs in which all that is dead is spoilt.

use super::*;
use crate::parse::parse;
use crate::promote::promote_function;
use crate::promote::tests::random_function;
use crate::test_support::{Machine, check_well_formed, interpret, interpret_with, target};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

fn function(body: &str) -> Function {
    let text = format!("module \"m\" target 64 \"t\"\n{body}");
    let mut module = parse(&text).expect("the text parses");
    crate::verify::verify(&module).expect("it is well formed");
    module.funcs.pop().expect("a function")
}

fn regs(set: &RegSet) -> Vec<u32> {
    set.iter().map(|reg| reg.0).collect()
}

fn objects(liveness: &Liveness, live: &RegSet) -> Vec<u32> {
    liveness.live_objects(live).map(|object| object.reg.0).collect()
}

#[test]
fn where_control_may_come_back_everything_is_live() {
    let text = r#"module "m" target 64 "t"
declare @f0 "setjmp"(%0: ptr) -> (i32)
define @f1 "f"(%0: ptr, %1: i32) -> (i32) {
b0:
  %2: i32 = add %1, 1
  %3: i32 = call @f0(%0)
  return %3
}
"#;
    let module = parse(text).expect("the text parses");
    let func = &module.funcs[1];
    let liveness = Liveness::new(&module, func);
    assert_eq!(regs(liveness.live_in(BlockId(0))), [0, 1, 2, 3]);
    assert_eq!(regs(&liveness.live_before(func, BlockId(0), 2)), [0, 1, 2, 3]);
    let without = Liveness::of(func, false);
    assert_eq!(regs(&without.live_before(func, BlockId(0), 2)), [3]);
}

#[test]
fn a_loop_keeps_what_its_next_round_reads() {
    let func = function(
        r#"define @f0 "sum"(%0: i64, %1: i32) -> (i64) {
b0:
  jump b1(i64 0, i32 0, %0)
b1(%2: i64, %3: i32, %4: i64):
  %5: i1 = cmp slt i32 %3, %1
  branch %5, b2, b3
b2:
  %6: i64 = sext i32 %3
  %7: i64 = add %2, %6
  %8: i32 = add %3, 1
  jump b1(%7, %8, %4)
b3:
  return %2
}
"#,
    );
    let liveness = Liveness::of(&func, false);
    assert_eq!(regs(liveness.live_in(BlockId(0))), [1], "%0 is only passed for a dead parameter");
    assert_eq!(regs(liveness.live_in(BlockId(1))), [1, 2, 3]);
    assert_eq!(regs(liveness.live_in(BlockId(2))), [1, 2, 3]);
    assert_eq!(regs(liveness.live_in(BlockId(3))), [2]);
    assert_eq!(regs(&liveness.live_before(&func, BlockId(1), 1)), [1, 2, 3, 5]);
    assert_eq!(regs(&liveness.live_before(&func, BlockId(2), 2)), [1, 3, 7]);
    assert_eq!(regs(&liveness.live_before(&func, BlockId(2), 3)), [1, 7, 8]);
}

#[test]
fn an_object_is_live_while_an_address_in_it_is() {
    let func = function(
        r#"define @f0 "f"(%0: i1) -> (i32) {
b0:
  %1: ptr = alloca 8 align 4
  %2: ptr = alloca 8 align 4
  store i32 1 to %1 align 4
  store i32 2 to %2 align 4
  branch %0, b1, b2
b1:
  %3: ptr = ptradd %1, 4
  jump b3(%3)
b2:
  %4: ptr = select %0, %1, %2
  jump b3(%4)
b3(%5: ptr):
  %6: i32 = load %5 align 4
  return %6
}
"#,
    );
    let liveness = Liveness::of(&func, false);
    assert!(liveness.objects().iter().all(|object| !object.escapes));
    let at = |block: u32, index| {
        let live = liveness.live_before(&func, BlockId(block), index);
        objects(&liveness, &live)
    };
    assert_eq!(at(0, 0), [] as [u32; 0]);
    assert_eq!(at(0, 1), [1]);
    assert_eq!(at(0, 4), [1, 2]);
    assert_eq!(at(1, 0), [1], "the other one is not used on this side");
    assert_eq!(at(2, 0), [1, 2]);
    assert_eq!(at(3, 0), [1, 2], "%5 may be an address in either");
    assert_eq!(at(3, 1), [] as [u32; 0]);
    assert_eq!(check_runs(&func, &[0]), 2, "both at the return");
    assert_eq!(check_runs(&func, &[1]), 4, "the second on the first side, too");
}

#[test]
fn an_object_that_escapes_is_live_everywhere() {
    let uses = [
        ("store ptr %1 to %2 align 8", true),
        ("store i64 1 to %1 align 8", false),
        ("call @f0(%1)", true),
        ("%3: i64 = ptrtoint ptr %1", true),
        ("%3: i1 = cmp eq ptr %1, %2", false),
        ("%3: ptr = load %1 align 8", false),
        ("memcpy %1, %2, 8", false),
        ("lifetime_end %1", false),
    ];
    for (used, escapes) in uses {
        let func = function(&format!(
            r#"declare @f0 "g"(%0: ptr) -> ()
define @f1 "f"(%0: ptr) -> () {{
b0:
  %1: ptr = alloca 8 align 8
  %2: ptr = alloca 8 align 8
  {used}
  return
}}
"#
        ));
        let liveness = Liveness::of(&func, false);
        assert_eq!(liveness.objects()[0].escapes, escapes, "{used}");
        assert!(!liveness.objects()[1].escapes, "{used}");
        let live = liveness.live_before(&func, BlockId(0), 3);
        assert_eq!(objects(&liveness, &live), if escapes { vec![1] } else { vec![] }, "{used}");
        let live = liveness.live_before(&func, BlockId(0), 2);
        assert!(objects(&liveness, &live).contains(&1), "{used}");
    }
}

/// Many blocks in a row need neither a stack nor a second look.
#[test]
fn long_functions_are_no_problem() {
    let mut text = String::from("define @f0 \"f\"(%0: i32) -> (i32) {\nb0:\n  jump b1\n");
    let last = 20_000;
    for block in 1..last {
        text += &format!("b{block}:\n  jump b{}\n", block + 1);
    }
    text += &format!("b{last}:\n  return %0\n}}\n");
    let func = function(&text);
    let liveness = Liveness::of(&func, false);
    assert!(func.block_ids().all(|block| liveness.live_in(block).contains(Reg(0))));
}

/// By the definition: whether some way from a point reads a register before it is defined again.
fn is_read(func: &Function, block: BlockId, index: usize, reg: Reg) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![(block, index, reg)];
    while let Some((block, index, reg)) = open.pop() {
        if !seen.insert((block, index, reg)) {
            continue;
        }
        let body = func.block(block);
        let (mut reads, mut defines) = (false, false);
        if let Some(&id) = body.insts.get(index) {
            let kind = &func.inst(id).kind;
            kind.for_each_operand(|operand| reads |= operand.reg() == Some(reg));
            kind.for_each_def(|dst| defines |= dst == reg);
            if !defines {
                open.push((block, index + 1, reg));
            }
        } else {
            let passed: usize = body.term.edges().iter().map(|edge| edge.args.len()).sum();
            let mut operands = Vec::new();
            body.term.for_each_operand(|operand| operands.push(operand.reg()));
            // Arguments of edges come last.
            operands.truncate(operands.len() - passed);
            reads = operands.contains(&Some(reg));
            for edge in body.term.edges() {
                let params = &func.block(edge.block).params;
                for (arg, &param) in edge.args.iter().zip(params) {
                    if arg.reg() == Some(reg) {
                        open.push((edge.block, 0, param));
                    }
                }
                if !params.contains(&reg) {
                    open.push((edge.block, 0, reg));
                }
            }
        }
        if reads {
            return true;
        }
    }
    false
}

fn check_definition(func: &Function) {
    let liveness = Liveness::of(func, false);
    for block in func.block_ids() {
        let points = func.block(block).insts.len() + 1;
        for index in 0..points {
            let live = liveness.live_before(func, block, index as u32);
            for reg in (0..func.regs.len()).map(Reg::new) {
                let expected = is_read(func, block, index, reg);
                assert_eq!(live.contains(reg), expected, "{reg} before {block}:{index}");
            }
        }
        assert_eq!(*liveness.live_in(block), liveness.live_before(func, block, 0));
    }
}

/// Writes garbage into whatever is dead, before every instruction and terminator. Returns how often that was
/// an object.
fn check_runs(func: &Function, args: &[u64]) -> u32 {
    const GARBAGE: u64 = 0x6bad_6bad_6bad_6bad;
    let liveness = Liveness::of(func, false);
    let expected = interpret(func, args, 40);
    let mut spoilt = 0;
    let mut spoil = |machine: &mut Machine<'_>, block, index: usize| {
        let live = liveness.live_before(func, block, index as u32);
        for reg in (0..func.regs.len()).map(Reg::new).filter(|&reg| !live.contains(reg)) {
            machine.set(reg, GARBAGE);
        }
        let dead = |reg: Reg| liveness.live_objects(&live).all(|object| object.reg != reg);
        for (made_by, bytes) in machine.objects.iter_mut().filter(|(made_by, _)| dead(*made_by)) {
            assert!(liveness.objects().iter().any(|object| object.reg == *made_by));
            bytes.fill(GARBAGE as u8);
            spoilt += 1;
        }
    };
    assert_eq!(interpret_with(func, args, 40, &mut spoil), expected);
    spoilt
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn nothing_dead_is_read(
        blocks in 1usize..9,
        choices in prop::collection::vec(any::<u32>(), 0..300),
        a in any::<u32>(),
        b in any::<u64>(),
    ) {
        let in_memory = random_function(blocks, &choices);
        check_definition(&in_memory);
        check_runs(&in_memory, &[u64::from(a), b]);
        // With parameters of blocks.
        let mut in_registers = in_memory;
        promote_function(&mut in_registers, &target(), &[]);
        check_well_formed(&in_registers);
        check_definition(&in_registers);
        check_runs(&in_registers, &[u64::from(a), b]);
    }
}
