//! What is printed is read back as it was; what is not the text of a module is refused politely.

use crate::generator::{Choices, random_module};
use dunlin_ir::parse::parse;
use dunlin_ir::print::{print_function, print_inst, print_terminator};
use dunlin_ir::verify::verify;
use dunlin_ir::*;
use proptest::prelude::*;
use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

fn streams(length: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), length / 8..length)
}

fn module_from(stream: &[u32]) -> Module {
    random_module(&mut Choices::new(stream))
}

/// Fixed streams of decisions, for tests that need no shrinking.
fn fixed_streams(count: u64) -> impl Iterator<Item = Vec<u32>> {
    (0..count).map(|seed| {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        (0..3000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 32) as u32
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_modules_verify_and_round_trip(stream in streams(3000)) {
        let module = module_from(&stream);
        if let Err(errors) = verify(&module) {
            return Err(TestCaseError::fail(format!("{}\n{module}", errors[0])));
        }
        let text = module.to_string();
        let back = parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&back.to_string(), &text);
        prop_assert!(back == module, "same text, different module:\n{}", text);
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC*") {
        prop_assert!(parse(&text).is_err());
    }

    #[test]
    fn mutated_text_is_parsed_or_refused(
        stream in streams(600),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..7usize, any::<u32>()), 1..6),
    ) {
        let mut text: Vec<char> = module_from(&stream).to_string().chars().collect();
        for (place, edit, value) in edits {
            if text.is_empty() {
                break;
            }
            let at = place.index(text.len());
            let interesting: Vec<char> = "%@!bi0919-:,.(){}[]\"\\#x= \n".chars().collect();
            let c = interesting[value as usize % interesting.len()];
            match edit {
                0 => text[at] = c,
                1 => text.insert(at, c),
                2 => { text.remove(at); }
                3 => text.truncate(at + 1),
                4 => text.extend(value.to_string().chars()),
                5 => { text.splice(at..at, value.to_string().chars()); }
                _ => {
                    let end = (at + value as usize % 40).min(text.len());
                    let piece: Vec<char> = text[at..end].to_vec();
                    text.splice(at..at, piece);
                }
            }
        }
        let text: String = text.into_iter().collect();
        match parse(&text) {
            // A module that may be broken in any way: verified and printed without a panic, and
            // what was parsed once is parsed again.
            Ok(module) => {
                let verdict = verify(&module);
                let again = parse(&module.to_string());
                prop_assert!(verdict.is_err() || again.as_ref() == Ok(&module));
            }
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
    }
}

#[test]
fn the_generator_makes_every_variant() {
    let mut kinds: HashSet<Discriminant<InstKind>> = HashSet::new();
    let mut operands: HashSet<Discriminant<Operand>> = HashSet::new();
    let mut terminators: HashSet<Discriminant<Terminator>> = HashSet::new();
    let mut spellings: HashSet<String> = HashSet::new();
    for stream in fixed_streams(400) {
        let module = module_from(&stream);
        assert_eq!(verify(&module), Ok(()));
        let text = module.to_string();
        assert_eq!(parse(&text).as_ref(), Ok(&module), "{text}");
        spellings.extend(text.split_whitespace().map(String::from));
        for func in &module.funcs {
            for inst in &func.insts {
                kinds.insert(discriminant(&inst.kind));
                inst.kind.for_each_operand(|operand| {
                    operands.insert(discriminant(operand));
                });
            }
            terminators.extend(func.blocks.iter().map(|block| discriminant(&block.term)));
        }
    }
    assert_eq!(kinds.len(), 33);
    assert_eq!(operands.len(), 8);
    assert_eq!(terminators.len(), 9);
    let names = BinOp::ALL
        .iter()
        .map(|op| op.name())
        .chain(UnOp::ALL.iter().map(|op| op.name()))
        .chain(CmpOp::ALL.iter().map(|op| op.name()))
        .chain(OverflowOp::ALL.iter().map(|op| op.name()))
        .chain(CastOp::ALL.iter().map(|op| op.name()))
        .chain(FloatBinOp::ALL.iter().map(|op| op.name()))
        .chain(FloatUnOp::ALL.iter().map(|op| op.name()))
        .chain(FloatCmpOp::ALL.iter().map(|op| op.name()))
        .chain(["fconvert", "ftoui", "ftosi", "ftoui_sat", "ftosi_sat", "uitof", "sitof"])
        .chain(["fma", "fmuladd", "fshl", "fshr", "indirect", "copy", "blockaddr(@f0,", "nsw"])
        .chain(["scalar", "pointer", "array", "struct", "opaque", "data", "zeros", "relocs"]);
    for name in names {
        assert!(spellings.contains(name), "never generated: {name}");
    }
}

const EXAMPLE: &str = r#"module "hello.c"
target 64 "x86_64-pc-linux-gnu"

file !s0 "hello.c" in "/home/ann"
file !s1 "lib.c" runtime

layout !t0 = scalar 32 size 4 align 4
layout !t1 = struct "pair" {0: !t0, 4: !t0} size 8 align 4
layout !t2 = array 3 of !t1 size 24 align 4

global @g0 ".str" size 4 align 1 constant = data "%d\n\0"
global @g1 "pairs" size 24 align 8 layout !t2 = zero at !s0:1:13
global @g2 "self" size 8 align 8 = data "\0\0\0\0\0\0\0\0" relocs [0: @g1 + 8]

constructors [@f2]

declare @f0 "printf"(%0: ptr, ...) -> (i32)

define @f1 "main"(%0: i32, %1: ptr) -> (i32) at !s0:3:0 {
  var !v0 "argc" param 0 at !s0:3:14
  var !v1 "sum"
b0:
  marker !v1 = i32 0 at !s0:4:7  # !v1 "sum"
  %2: i1 = cmp slt i32 %0, -1 at !s0:5:9
  branch %2, b1(i32 7), b2 at !s0:5:7
b1(%3: i32):  # from b0, b1
  %4: i32 = add nsw %3, 1
  %5: i64 = sext i32 %4
  %6: ptr = ptradd @g1, 4, %5 * 8 via !t2[], !t1.1  # @g1 "pairs"
  %7: i32 = load %6 align 4
  %8: i64 = fadd f64 0x3ff8000000000000, %5  # 0x3ff8000000000000 = 1.5
  %9: i32 = call @f0(@g0) varargs 8 [0: i32 %7]  # @f0 "printf", @g0 ".str"
  switch i32 %9 {0 -> b1(%4), -5 -> b1(%9), else -> b2}
b2:  # from b0, b1
  return 0
}

define @f2 "start"() runtime {
b0:
  return
}
"#;

#[test]
fn the_text_form_is_pleasant_and_stable() {
    let module = parse(EXAMPLE).unwrap();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(module.to_string(), EXAMPLE);
    assert_eq!(EXAMPLE.parse::<Module>().as_ref(), Ok(&module));

    let main = FuncId(1);
    let text = print_function(&module, main);
    assert!(EXAMPLE.contains(&text) && text.starts_with("define @f1"));
    assert_eq!(print_inst(&module, main, InstId(2)), "%4: i32 = add nsw %3, 1");
    let branch = "branch %2, b1(i32 7), b2 at !s0:5:7";
    assert_eq!(print_terminator(&module, main, BlockId(0)), branch);
}

#[test]
fn instruction_ids_are_written_if_they_are_not_in_block_order() {
    let mut module = parse(EXAMPLE).unwrap();
    let func = &mut module.funcs[1];
    func.insts.swap(0, 1);
    func.blocks[0].insts.swap(0, 1);
    let text = module.to_string();
    assert!(text.contains("\n  i1: marker") && text.contains("\n  i0: %2: i1 = cmp"), "{text}");
    assert_eq!(parse(&text).as_ref(), Ok(&module));
}

#[test]
fn registers_that_nothing_defines_keep_their_type() {
    let mut module = parse(EXAMPLE).unwrap();
    module.funcs[1].new_reg(Type::Ptr);
    let text = module.to_string();
    assert!(text.contains("\n  reg %10: ptr"), "{text}");
    assert_eq!(parse(&text).as_ref(), Ok(&module));
}

#[test]
fn long_data_is_broken_into_lines_and_runs_of_zeros() {
    let mut module = parse(EXAMPLE).unwrap();
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.resize(3_000_000, 0);
    bytes.push(1);
    module.globals[1].size = bytes.len() as u64;
    module.globals[1].init = Init::Data { bytes, relocs: vec![] };
    let text = module.to_string();
    assert!(text.len() < 5000 && text.lines().all(|line| line.len() < 400), "{text}");
    assert_eq!(parse(&text).as_ref(), Ok(&module));
}

#[test]
fn broken_modules_print_without_a_panic() {
    let mut module = parse(EXAMPLE).unwrap();
    let func = &mut module.funcs[1];
    func.regs.truncate(1);
    func.vars.clear();
    func.insts.pop();
    func.blocks[0].term = Terminator::Jump(Edge::to(BlockId(77)));
    module.funcs.pop();
    module.globals.clear();
    let text = module.to_string();
    assert!(text.contains("jump b77") && text.contains("%2: ?"), "{text}");
    assert!(verify(&module).is_err());
}

#[test]
fn errors_say_where_and_what() {
    let function = |body: &str| {
        format!("module \"m\" target 64 \"t\"\ndefine @f0 \"f\"() {{\nb0:\n{body}\n}}")
    };
    let cases = [
        ("", "1:1: expected `module`, found the end of the text"),
        ("module \"m\ntarget", "1:8: this string has no end on its line"),
        ("module \"\\q\"", "1:9: unknown escape in a string"),
        ("module \"\\xzz\"", "1:9: `\\x` takes two hexadecimal digits"),
        ("module \"\\xff\"", "1:8: this string is not UTF-8"),
        ("module \"m\" target 7 \"t\"", "1:19: pointers have 32 or 64 bits"),
        ("module \"é\" ;", "1:12: unexpected character ';'"),
        (
            "module \"m\" target 64 \"t\" file !s1 \"x\"",
            "1:31: expected `!s0`, the next id of its kind, found `!s1`",
        ),
        (
            "module \"m\" target 64 \"t\" global @g0 \"x\" size 9 align 1 = data zeros 9999999",
            "1:69: `zeros` stands for at most 1048576 bytes",
        ),
        (
            "module \"m\" target 64 \"t\" define @f0 \"f\"() {}",
            "1:37: a function without blocks is `declare`d",
        ),
        (&function("%0: i0 = freeze 1"), "4:5: `i0`: widths are from 1 to 8388608"),
        (&function("%0: i8 = add 1, 256"), "4:17: `256` is not a constant of 8 bits"),
        (&function("%0: i8 = add 1, -129"), "4:17: `-129` is not a constant of 8 bits"),
        (&function("%0: i8 = flub 1"), "4:10: no instruction `flub` that defines a register"),
        (&function("call @f0(5)"), "4:10: a constant carries its type here, as in `i32 5`"),
        (
            &function("%1: i8 = uninit trap"),
            "2:12: nothing defines %0, though there are higher registers",
        ),
        (
            &function("%0: i8 = uninit %0: i9 = uninit trap"),
            "4:17: %0 is i8 elsewhere, but i9 here",
        ),
        (
            &function("i1: assume true trap"),
            "2:12: instruction ids must be on all instructions or on none, and number them from i0 \
             without gaps",
        ),
    ];
    for (text, want) in cases {
        assert_eq!(parse(text).unwrap_err().to_string(), want, "for {text:?}");
    }
}
