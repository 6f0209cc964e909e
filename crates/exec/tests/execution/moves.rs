//! Block arguments: all at once in the IR, whatever they exchange.

use crate::reference::interpret;
use crate::support::{End, program, run, run_text};
use dunlin_exec::ExecOptions;

/// `main` with this body; it may call `@f0`, which writes `(fd, start, length)`.
fn main_with(body: &str) -> String {
    format!(
        "module \"moves\" target 64 \"x86_64\"
        declare @f0 \"__dunlin_write\"(%0: i32, %1: ptr, %2: i64) -> (i64)
        define @f1 \"main\"() -> (i32) {{ {body} }}"
    )
}

fn status(body: &str) -> i32 {
    match run_text(&main_with(body)).end {
        End::Finished(status) => status,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_parameters_swap() {
    // Five swaps of (1, 2) give (2, 1).
    let body = "
        b0: jump b1(i32 1, i32 2, i32 0)
        b1(%0: i32, %1: i32, %2: i32):
          %3: i32 = add %2, 1
          %4: i1 = cmp ult i32 %3, 6
          branch %4, b1(%1, %0, %3), b2
        b2:
          %5: i32 = mul %0, 10
          %6: i32 = add %5, %1
          return %6";
    assert_eq!(status(body), 21);
}

#[test]
fn a_swap_through_registers_that_share_a_slot() {
    // A zext and a ptrtoint live where their operands do.
    let body = "
        b0: jump b1(i8 3, i32 4, i32 0)
        b1(%0: i8, %1: i32, %2: i32):
          %3: i32 = zext i8 %0
          %4: i8 = trunc i32 %1
          %5: i32 = add %2, 1
          %6: i1 = cmp ult i32 %5, 4
          branch %6, b1(%4, %3, %5), b2
        b2:
          %7: i32 = mul %3, 10
          %8: i32 = add %7, %1
          return %8";
    assert_eq!(status(body), 43);
}

#[test]
fn a_value_that_outlives_the_parameter_it_was_made_from() {
    // %3 is %1 of the iteration before, passed on while %1 changes.
    let body = "
        b0: jump b1(i8 1, i32 0)
        b1(%0: i8, %1: i32):
          %2: i32 = zext i8 %0
          %3: i8 = add %0, 1
          %4: i1 = cmp eq i8 %3, 9
          branch %4, b2, b1(%3, %2)
        b2:
          %5: i32 = mul %1, 10
          %6: i32 = add %5, %2
          return %6";
    assert_eq!(status(body), 78);
}

/// Permutations of many parameters of several widths, written by a formula, against the reference.
#[test]
fn many_parameters_rotate_and_cross() {
    for (count, step) in [(2, 1), (3, 1), (5, 2), (8, 3), (40, 7), (100, 33)] {
        for width in [1, 32, 64, 65, 130] {
            let param = |i: usize| format!("%{}: i{width}", i + 1);
            let params: Vec<String> = (0..count).map(param).collect();
            // Two cycles and some copies of one value.
            let source = |i: usize| match i % 9 {
                8 => 1,
                _ => (i * step + 1) % count + 1,
            };
            let args: Vec<String> = (0..count).map(|i| format!("%{}", source(i))).collect();
            let start: Vec<String> = (0..count).map(|i| format!("i{width} {}", i % 2)).collect();
            let buffer = count + 1;
            let mut store = format!("%{buffer}: ptr = alloca 4096 align 16\n");
            let mut next = buffer + 1;
            for i in 0..count {
                store += &format!("%{next}: i192 = zext i{width} %{}\n", i + 1);
                next += 1;
                store += &format!("%{next}: ptr = ptradd %{buffer}, {}\n", i * 24);
                store += &format!("store i192 %{} to %{next} align 1\n", next - 1);
                next += 1;
            }
            let (less, done, written) = (next, next + 1, next + 2);
            let body = format!(
                "b0: jump b1(i8 5, {start})
                b1(%0: i8, {params}):
                  %{less}: i8 = sub %0, 1
                  %{done}: i1 = cmp eq i8 %{less}, 0
                  branch %{done}, b2, b1(%{less}, {args})
                b2:
                  {store}
                  %{written}: i64 = call @f0(i32 1, %{buffer}, i64 {size})
                  return 7",
                start = start.join(", "),
                params = params.join(", "),
                args = args.join(", "),
                size = count * 24,
            );
            let module = match dunlin_ir::parse::parse(&main_with(&body)) {
                Ok(module) => module,
                Err(error) => panic!("{error} in {body}"),
            };
            let options = ExecOptions::default();
            let program = program(module, &options);
            let expected = interpret(&program, 100_000).expect("short");
            assert_eq!(expected.end, End::Finished(7));
            assert_eq!(run(&program, &options, u64::MAX), expected, "{count} of {width} bits");
        }
    }
}

#[test]
fn constants_are_arguments_of_every_kind_of_edge() {
    let body = "
        b0: jump b1(i32 0, i32 0)
        b1(%0: i32, %1: i32):
          switch i32 %0 { 0 -> b1(i32 7, i32 1), 7 -> b1(i32 100000, %0), else -> b2(%1, i32 2) }
        b2(%2: i32, %3: i32):
          %4: i32 = mul %2, 10
          %5: i32 = add %4, %3
          return %5";
    assert_eq!(status(body), 72);
}

#[test]
fn a_wide_switch_compares_all_words() {
    let body = |value: &str| {
        format!(
            "b0: jump b1(i130 {value})
            b1(%0: i130):
              switch i130 %0 {{
                0x1 -> b2(i32 1), 0x10000000000000001 -> b2(i32 2),
                0x200000000000000000000000000000001 -> b2(i32 3), else -> b2(i32 4) }}
            b2(%1: i32): return %1"
        )
    };
    assert_eq!(status(&body("0x1")), 1);
    assert_eq!(status(&body("0x10000000000000001")), 2);
    assert_eq!(status(&body("0x200000000000000000000000000000001")), 3);
    assert_eq!(status(&body("0x300000000000000000000000000000001")), 4);
}

#[test]
fn long_straight_lines_are_counted_to_the_last_instruction() {
    let mut body = String::from("b0: %0: i32 = add 1, 0\n");
    for i in 1..150_000 {
        body += &format!("%{i}: i32 = xor %{}, 1\n", i - 1);
    }
    body += "return %149999";
    let module = dunlin_ir::parse::parse(&main_with(&body)).expect("a module");
    let options = ExecOptions::default();
    let program = program(module, &options);
    let expected = interpret(&program, 1_000_000).expect("short");
    assert_eq!(run(&program, &options, u64::MAX), expected);
    assert!(expected.instructions > 150_000);
}

#[test]
fn long_chains_of_blocks_are_counted_to_the_last_jump() {
    let mut body = String::new();
    for i in 0..70_000 {
        body += &format!("b{i}: jump b{}\n", i + 1);
    }
    body += "b70000: return 3";
    let run = run_text(&main_with(&body));
    assert_eq!(run.end, End::Finished(3));
    assert!((70_000..70_010).contains(&run.instructions));
}
