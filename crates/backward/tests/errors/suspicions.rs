//! Instructions that can go wrong, of every kind, and those of which nobody can tell.

use crate::{ask_with, ask_within, check};
use dunlin_backward::{Limits, Options};

/// A program with these instructions in front of the line, and whether the last of them stays open.
fn is_open(globals: &str, main: &str, others: &str) -> bool {
    let text = format!(
        "{globals}
        define @f4 \"main\"() -> (i32) {{
        b0: %0: i32 = call @f0()
            {main}
            call @f1(i32 0)
            return 0
        }}
        {others}"
    );
    let (all, open) = ask_with(&text, &Options::default());
    let last = format!("main.b0.{}", main.lines().count());
    assert!(open.iter().all(|place| all.contains(place)), "{all:?} {open:?}");
    open.contains(&last)
}

/// A pointer that leads to no function.
#[test]
fn calls_through_pointers() {
    let globals = "global @g0 \"f\" size 8 align 8 = zero";
    let main = |stored: &str| {
        format!(
            "store ptr {stored} to @g0 align 8
            %1: ptr = load @g0 align 8
            call indirect %1()"
        )
    };
    let fine = "define @f5 \"fine\"() {\nb0: return\n}";
    assert!(!is_open(globals, &main("@f5"), fine));
    assert!(is_open(globals, &main("null"), fine));
    assert!(is_open(globals, &main("@g0"), fine));
    // What a library function does with what the call passes is not looked at.
    assert!(is_open(globals, &main("@f5"), "declare @f5 \"abort\"()"));
    let deep = "define @f5 \"deep\"() {
        b0: %0: i32 = call @f0()
            %1: i1 = cmp eq i32 %0, 0
            branch %1, b1, b2
        b1: call @f5()
            jump b2
        b2: return
        }";
    assert!(is_open(globals, &main("@f5"), deep));
    // By way of a function of another type.
    let again = "define @f5 \"again\"(%0: i32) {
        b0: %1: i1 = cmp eq i32 %0, 0
            branch %1, b1, b2
        b1: %2: i32 = call @f4()
            jump b2
        b2: return
        }";
    assert!(is_open(globals, &main("@f5"), again));
}

/// The stack may be too small for large variables.
#[test]
fn large_variables() {
    assert!(!is_open("", "%1: ptr = alloca 64 align 8", ""));
    assert!(is_open("", "%1: ptr = alloca 100000 align 8", ""));
    let computed = "%1: i64 = zext i32 %0\n%2: ptr = alloca %1 align 8";
    assert!(is_open("", computed, ""));
}

#[test]
fn conditions_that_must_hold() {
    let main = |holds: &str, of: &str| format!("%1: i1 = cmp uge i32 %0, {holds}\n{of} %1");
    for of in ["assume", "check division_by_zero \"n\""] {
        assert!(!is_open("", &main("0", of), ""), "{of}");
        assert!(is_open("", &main("1", of), ""), "{of}");
    }
}

/// Output of numbers is fine, if there is one for each directive.
#[test]
fn output() {
    let printf = "declare @f5 \"printf\"(%0: ptr, ...) -> (i32)";
    let format =
        |text: &str| format!("global @g0 \"t\" size 8 align 1 constant = data \"{text}\\0\"");
    let print = |arguments: &str| format!("%1: i32 = call @f5(@g0) {arguments}");
    let number = "varargs 8 [0: i32 4]";
    let size = |text: &str| format(text).replace("size 8", &format!("size {}", text.len() + 1));
    assert!(!is_open(&size("%d"), &print(number), printf));
    assert!(!is_open(&size("100%%"), &print(""), printf));
    assert!(is_open(&size("%d %d"), &print(number), printf));
    assert!(is_open(&size("%s"), &print("varargs 8 [0: ptr null]"), printf));
    assert!(is_open(&size("%*d"), &print(number), printf));
    let changes = size("%d").replace(" constant", "");
    assert!(is_open(&changes, &print(number), printf));
    let sprintf = "declare @f5 \"sprintf\"(%0: ptr, %1: ptr, ...) -> (i32)";
    assert!(is_open(&size("%d"), "%1: i32 = call @f5(@g0, @g0)", sprintf));
}

/// The name of an input is read as a text.
#[test]
fn names_of_inputs() {
    let declared = "declare @f5 \"klee_int\"(%0: ptr) -> (i32)";
    let named = "global @g0 \"t\" size 2 align 1 constant = data \"n\\0\"";
    assert!(!is_open(named, "%1: i32 = call @f5(@g0)", declared));
    assert!(is_open(named, "%1: i32 = call @f5(null)", declared));
    let endless = "global @g0 \"t\" size 1 align 1 constant = data \"n\"";
    assert!(is_open(endless, "%1: i32 = call @f5(@g0)", declared));
}

#[test]
fn jumps() {
    let main = "%1: ptr = alloca 200 align 16\n%2: i32 = call @f5(%1)";
    assert!(is_open("", main, "declare @f5 \"setjmp\"(%0: ptr) -> (i32)"));
}

/// A computed goto may lead nowhere.
#[test]
fn computed_gotos() {
    check(
        "define @f4 \"main\"() -> (i32) {
        b0: %0: ptr = select 1, blockaddr(@f4, b1), null
            indirectjump %0 [b1]
        b1: call @f1(i32 0)
            return 0
        }",
        &["main.b0.1"],
        &["main.b0.1"],
    );
}

/// What the searches have not decided within their limits stays open.
#[test]
fn limits() {
    let text = "global @g0 \"t\" size 16 align 4 = zero
        define @f4 \"main\"() -> (i32) {
        b0: jump b1(i64 0)
        b1(%0: i64):
            %1: ptr = ptradd @g0, 0, %0 * 4
            store i32 1 to %1 align 4
            call @f1(i32 0)
            %2: i64 = add %0, 1
            %3: i1 = cmp ult i64 %2, 4
            branch %3, b1(%2), b2
        b2: return 0
        }";
    check(text, &["main.b1.1"], &[]);
    let limits = Limits { longest_turn: 1 << 16, cost: 1 };
    let (all, open) = ask_within(text, &Options::default(), limits);
    assert_eq!((all.len(), open.len()), (1, 1), "{all:?} {open:?}");
}
