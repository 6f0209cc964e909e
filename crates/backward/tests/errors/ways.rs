//! Which places are on the way to a line.

use crate::{ask_with, check};
use dunlin_backward::Options;

/// A place in a callee of a callee, before the line.
#[test]
fn callers_of_callers() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: call @f5(null)
            call @f1(i32 0)
            return 0
        }
        define @f5 \"outer\"(%0: ptr) {
        b0: call @f6(%0)
            return
        }
        define @f6 \"inner\"(%0: ptr) {
        b0: store i32 1 to %0 align 4
            return
        }",
        &["inner.b0.0"],
        &["inner.b0.0"],
    );
}

/// Code that nobody knows may call a function before it comes back to the line.
#[test]
fn callbacks_of_unknown_code() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: call @f6(@f5)
            call @f1(i32 0)
            return 0
        }
        define @f5 \"called_back\"(%0: ptr) {
        b0: store i32 1 to %0 align 4
            return
        }
        declare @f6 \"unknown\"(%0: ptr)",
        &["called_back.b0.0"],
        &["called_back.b0.0"],
    );
}

/// So may a call through a pointer of another type.
#[test]
fn calls_of_another_type() {
    let text = "global @g0 \"f\" size 8 align 8 = data zeros 8 relocs [0: @f5]
        define @f4 \"main\"() -> (i32) {
        b0: %0: ptr = load @g0 align 8
            %1: i64 = call indirect %0(null, i64 3)
            call @f1(i32 0)
            return 0
        }
        define @f5 \"called\"(%0: ptr) {
        b0: store i32 1 to %0 align 4
            return
        }";
    let (all, open) = ask_with(text, &Options::default());
    assert!(all.contains(&"called.b0.0".to_string()), "{all:?}");
    assert!(open.contains(&"called.b0.0".to_string()), "{open:?}");
}

/// A caller that still has the line before it is not one that has none, whichever is looked at first.
#[test]
fn callers_with_and_without_the_line() {
    let text = |left: &str, right: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
            b0: call @f5(null)
                return 0
            }}
            define @f5 \"outer\"(%0: ptr) {{
            b0: %1: i32 = call @f0()
                %2: i1 = cmp eq i32 %1, 0
                branch %2, b1, b2
            b1: call @f6(%0)
                {left}
                return
            b2: call @f6(%0)
                {right}
                return
            }}
            define @f6 \"inner\"(%0: ptr) {{
            b0: store i32 1 to %0 align 4
                return
            }}"
        )
    };
    for text in [text("call @f1(i32 0)", ""), text("", "call @f1(i32 0)")] {
        check(&text, &["inner.b0.0"], &["inner.b0.0"]);
    }
    // Where nobody comes to the line, nothing is on the way.
    check(&(text("", "") + "define @f7 \"never\"() {\nb0: call @f1(i32 0)\nreturn\n}"), &[], &[]);
}
