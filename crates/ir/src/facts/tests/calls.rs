//! Small programs with calls, and what ends or leaves a function in other ways.

use super::programs::check;
use super::{func, parse};
use crate::ids::BlockId;

#[test]
fn arguments_and_results_of_calls() {
    check(
        r#"define @f0 "main"(%0: i32) -> () {
        b0: %1: i32 = call @f1(i32 3)
            %2: i32 = urem %0, 10
            %3: i32 = call @f1(%2)
            %4: i32 = call @f2(i32 1)
            return
        }
        define @f1 "twice"(%0: i32) -> (i32) {
        b0: %1: i32 = mul %0, 2
            return %1
        }
        declare @f2 "ext"(%0: i32) -> (i32)"#,
        &[("twice %0", "0..9"), ("main %3", "0..18"), ("main %4", "anything")],
    );
}

#[test]
fn recursion() {
    check(
        r#"define @f0 "main"() -> () {
        b0: %0: i32 = call @f1(i32 12)
            return
        }
        define @f1 "down"(%0: i32) -> (i32) {
        b0: %1: i1 = cmp sle i32 %0, 0
            branch %1, b1, b2
        b1: return 1
        b2: %2: i32 = sub %0, 1
            %3: i32 = call @f1(%2)
            return 2
        }"#,
        &[("down %0", "0..12"), ("down b2 %0", "1..12"), ("down %3", "1..2"), ("main %0", "1..2")],
    );
}

#[test]
fn functions_that_may_be_called_by_their_address_get_anything() {
    let called = |pointer: &str| {
        format!(
            r#"define @f0 "main"(%0: ptr) -> () {{
            b0: call @f1(i32 3)
                {pointer}
                return
            }}
            define @f1 "f"(%0: i32) -> () {{
            b0: return
            }}
            declare @f2 "malloc"(%0: i64) -> (ptr)
            declare @f3 "ext"(%0: ptr) -> ()"#
        )
    };
    check(&called(""), &[("f %0", "3")]);
    check(&called("store ptr @f1 to %0 align 8"), &[("f %0", "3")]);
    let through = "store ptr @f1 to %0 align 8 %1: ptr = load %0 align 8 call indirect %1(i64 7)";
    check(&called(through), &[("f %0", "anything")]);
    check(&called("call @f3(@f1)"), &[("f %0", "anything")]);
    // Calls that do not fit, through a constant pointer.
    check(&called("call indirect @f1(i64 7)"), &[("f %0", "anything")]);
    check(&called("call indirect @f1()"), &[("f %0", "anything")]);
    check(&called("store ptr @f1 to %0 align 8 %1: ptr = call @f2(i64 7)"), &[("f %0", "3")]);
}

#[test]
fn setjmp_leaves_nothing_known() {
    check(
        r#"define @f0 "main"(%0: ptr) -> () {
        b0: %1: i32 = call @f1(%0)
            jump b1(i32 0)
        b1(%2: i32): %3: i1 = cmp slt i32 %2, 10
            branch %3, b2, b3
        b2: %4: i32 = add %2, 1
            call @f2(%4)
            jump b1(%4)
        b3: return
        }
        declare @f1 "setjmp"(%0: ptr) -> (i32)
        define @f2 "f"(%0: i32) -> () {
        b0: return
        }"#,
        &[("main %2", "anything"), ("main b2 %2", "anything"), ("f %0", "anything")],
    );
}

#[test]
fn code_behind_a_call_that_never_returns_is_not_reached() {
    let text = r#"define @f0 "main"(%0: i32) -> () {
        b0: call @f1()
            jump b1
        b1: return
        }
        define @f1 "forever"() -> () {
        b0: jump b1
        b1: jump b1
        }"#;
    let facts = check(text, &[]);
    assert!(!facts.is_reached(func(&parse(text), "main"), BlockId(1)));
}

#[test]
fn exceptions_arrive_though_a_call_does_not_return() {
    let text = r#"define @f0 "main"(%0: i32) -> () {
        b0: call @f1()
            invoke b1, unwind b2
        b1: return
        b2: %1: ptr, %2: i32 = landingpad
            resume %1, %2
        }
        define @f1 "throws"() -> () {
        b0: unreachable
        }"#;
    let facts = check(text, &[("main %2", "anything")]);
    let main = func(&parse(text), "main");
    assert!(!facts.is_reached(main, BlockId(1)) && facts.is_reached(main, BlockId(2)));
}

#[test]
fn what_is_not_understood_is_anything() {
    check(
        r#"define @f0 "main"(%0: i128) -> () {
        b0: %1: i32 = uninit
            %2: i32 = trunc i128 %0
            %3: i32 = add undef, 1
            %4: ptr = alloca 8 align 8
            %5: i32 = load %4 align 4
            %6: i1 = cmp eq ptr %4, null
            %7: i64 = ptrtoint ptr %4
            return
        }"#,
        &[
            ("main %0", "anything"),
            ("main %1", "anything"),
            ("main %2", "anything"),
            ("main %3", "anything"),
            ("main %5", "anything"),
            ("main %6", "0"),
        ],
    );
}

/// Assembly with labels: no edge leads to the label.
#[test]
fn what_the_front_end_cannot_express_leaves_nothing_known() {
    let text = r#"define @f0 "main"(%0: i32) -> () {
        b0: %1: i32 = call @f1(i32 3)
            jump b1
        b1: return
        }
        define @f1 "f"(%0: i32) -> (i32) {
        b0: unsupported "assembly that jumps (asm goto)"
            unreachable
        b1: %1: i32 = call @f2(i32 7)
            return %1
        }
        define @f2 "g"(%0: i32) -> (i32) {
        b0: return %0
        }"#;
    let facts = check(text, &[("f %0", "anything"), ("g %0", "7"), ("main %1", "anything")]);
    let module = parse(text);
    assert!(facts.is_reached(func(&module, "f"), BlockId(1)));
    assert!(facts.is_reached(func(&module, "main"), BlockId(1)));
}
