//! Small functions and what is known of their registers.

use super::{facts, func, parse};
use crate::facts::Facts;
use crate::ids::{BlockId, Reg};

/// What is said of registers: `f %1` everywhere, `f b2 %1` in a block.
pub(super) fn check(text: &str, expected: &[(&str, &str)]) -> Facts {
    let module = parse(text);
    let facts = facts(&module);
    for (what, range) in expected {
        let words: Vec<&str> = what.split(' ').collect();
        let id = func(&module, words[0]);
        let reg = Reg(words[words.len() - 1][1..].parse().expect("a register"));
        let found = match words.len() {
            2 => facts.register(id, reg),
            _ => facts.at(id, BlockId(words[1][1..].parse().expect("a block")), reg),
        };
        assert_eq!(found.to_string(), *range, "{what}");
    }
    facts
}

#[test]
fn a_loop_over_a_constant() {
    check(
        r#"define @f0 "main"() -> (i32) {
        b0: jump b1(i32 0)
        b1(%0: i32): %1: i1 = cmp slt i32 %0, 10
            branch %1, b2, b3
        b2: %2: i32 = add nsw %0, 1
            jump b1(%2)
        b3: return %0
        }"#,
        &[("main %0", "0..10"), ("main b2 %0", "0..9"), ("main %2", "1..10"), ("main b3 %0", "10")],
    );
}

#[test]
fn a_loop_over_an_unknown_number() {
    check(
        r#"define @f0 "main"(%0: i32) -> (i32) {
        b0: jump b1(i32 0)
        b1(%1: i32): %2: i1 = cmp slt i32 %1, %0
            branch %2, b2, b3
        b2: %3: i32 = add nsw %1, 1
            jump b1(%3)
        b3: return %1
        }"#,
        &[
            ("main %1", "0..2147483647"),
            ("main b2 %1", "0..2147483646"),
            ("main b2 %0", "1..2147483647"),
            ("main %0", "anything"),
        ],
    );
}

#[test]
fn a_loop_that_goes_down_and_one_in_steps() {
    check(
        r#"define @f0 "main"() -> () {
        b0: jump b1(i32 100)
        b1(%0: i32): %1: i1 = cmp sgt i32 %0, 0
            branch %1, b2, b3(i64 0)
        b2: %2: i32 = sub %0, 1
            jump b1(%2)
        b3(%3: i64): %4: i1 = cmp ult i64 %3, 64
            branch %4, b4, b5
        b4: %5: i64 = add %3, 4
            jump b3(%5)
        b5: return
        }"#,
        &[
            ("main %0", "0..100"),
            ("main b2 %0", "1..100"),
            ("main b4 %0", "0"),
            ("main b4 %3", "0..63"),
            ("main b5 %3", "64..67"),
        ],
    );
}

#[test]
fn nested_loops() {
    check(
        r#"define @f0 "main"() -> () {
        b0: jump b1(i32 0)
        b1(%0: i32): %1: i1 = cmp slt i32 %0, 8
            branch %1, b2(%0), b5
        b2(%2: i32): %3: i1 = cmp slt i32 %2, 20
            branch %3, b3, b4
        b3: %4: i32 = add %2, 1
            %5: i32 = mul %2, %0
            jump b2(%4)
        b4: %6: i32 = add %0, 1
            jump b1(%6)
        b5: return
        }"#,
        &[
            ("main %0", "0..8"),
            ("main b3 %0", "0..7"),
            ("main b3 %2", "0..19"),
            ("main %5", "0..133"),
            ("main b4 %2", "20"),
        ],
    );
}

#[test]
fn a_sum_that_may_wrap_is_anything() {
    check(
        r#"define @f0 "main"() -> () {
        b0: jump b1(i32 0, i32 0)
        b1(%0: i32, %1: i32): %2: i1 = cmp slt i32 %0, 10
            branch %2, b2, b3
        b2: %3: i32 = add nsw %0, 1
            %4: i32 = add nsw %1, %0
            jump b1(%3, %4)
        b3: return
        }"#,
        &[("main %0", "0..10"), ("main %1", "anything")],
    );
}

#[test]
fn conditions_of_several_parts() {
    check(
        r#"define @f0 "main"(%0: i32, %1: i8) -> () {
        b0: %2: i1 = cmp sge i32 %0, 3
            %3: i1 = cmp sle i32 %0, 7
            %4: i1 = and %2, %3
            %5: i32 = zext i1 %4
            %6: i1 = cmp ne i32 %5, 0
            branch %6, b1, b2
        b1: %7: i32 = add %0, 1
            return
        b2: %8: i64 = sext i8 %1
            %9: i64 = sub %8, 5
            %10: i1 = cmp ult i64 %9, 3
            %11: i1 = xor %10, 1
            branch %11, b3, b4
        b3: return
        b4: return
        }"#,
        &[
            ("main b1 %0", "3..7"),
            ("main %7", "4..8"),
            ("main b2 %0", "anything"),
            ("main b4 %1", "5..7"),
            ("main b3 %1", "anything"),
        ],
    );
}

#[test]
fn a_switch() {
    check(
        r#"define @f0 "main"(%0: i32) -> (i32) {
        b0: %1: i32 = and %0, 7
            switch i32 %1 {0 -> b1, 2 -> b2, 4 -> b2, 7 -> b3, else -> b3}
        b1: return %1
        b2: return %1
        b3: return %1
        }"#,
        &[("main b1 %1", "0"), ("main b2 %1", "2..4"), ("main b3 %1", "1..7"), ("main %1", "0..7")],
    );
}

/// What an edge says counts for its arguments also where the block has other predecessors.
#[test]
fn arguments_of_edges() {
    check(
        r#"define @f0 "main"(%0: i32) -> (i32) {
        b0: %1: i1 = cmp ugt i32 %0, 100
            branch %1, b1(i32 100), b1(%0)
        b1(%2: i32): return %2
        }"#,
        &[("main %2", "0..100")],
    );
}

#[test]
fn blocks_that_are_not_reached() {
    let text = r#"define @f0 "main"(%0: i32) -> (i32) {
        b0: %1: i32 = and %0, 3
            %2: i1 = cmp ugt i32 %1, 4
            branch %2, b1, b2
        b1: %3: i32 = call @f1(%1)
            jump b2
        b2: return %1
        }
        define @f1 "f"(%0: i32) -> (i32) {
        b0: return %0
        }"#;
    let facts = check(text, &[("main b1 %1", "nothing"), ("f %0", "nothing")]);
    let module = parse(text);
    assert!(!facts.is_reached(func(&module, "main"), BlockId(1)));
    assert!(!facts.is_reached(func(&module, "f"), BlockId(0)));
    assert!(facts.is_reached(func(&module, "main"), BlockId(2)));
}
