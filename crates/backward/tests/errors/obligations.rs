//! What must be wrong at the end of a path: objects and what ends them.

use crate::{ask_with, check};
use dunlin_backward::Options;

/// `realloc` ends the life of the object that it takes.
#[test]
fn reallocated_before() {
    let text = |used: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            %1: ptr = call @f5(%0, i64 8)
            store i32 1 to {used} align 4
            call @f1(i32 0)
            return 0
        }}
        declare @f5 \"realloc\"(%0: ptr, %1: i64) -> (ptr)"
        )
    };
    check(&text("%0"), &["main.b0.1", "main.b0.2"], &["main.b0.2"]);
    check(&text("%1"), &["main.b0.1", "main.b0.2"], &[]);
}

/// A function of another type that a pointer leads to may free anything.
#[test]
fn freed_by_a_function_of_another_type() {
    let text = |chosen: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            %1: i32 = call @f0()
            %2: i1 = cmp eq i32 %1, 0
            %3: ptr = select %2, @f5, {chosen}
            %4: i32 = call indirect %3(%0)
            store i32 1 to %0 align 4
            call @f1(i32 0)
            return 0
        }}
        define @f5 \"fits\"(%0: ptr) -> (i32) {{
        b0: return 0
        }}
        define @f6 \"fits_too\"(%0: ptr) -> (i32) {{
        b0: return 1
        }}
        define @f7 \"other\"(%0: ptr) {{
        b0: call @f3(%0)
            return
        }}"
        )
    };
    let is_open = |text: &str| {
        let (_, open) = ask_with(text, &Options::default());
        open.contains(&"main.b0.5".to_string())
    };
    assert!(is_open(&text("@f7")));
    assert!(!is_open(&text("@f6")));
}

/// Two things can be wrong with one access: that one of them is ruled out says nothing about the other.
#[test]
fn outside_or_dead_in_a_loop() {
    let text = |between: &str| {
        format!(
            "global @g0 \"p\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            store ptr %0 to @g0 align 8
            jump b1
        b1: %1: ptr = load @g0 align 8
            store i32 1 to %1 align 4
            call @f1(i32 0)
            %2: i32 = call @f0()
            %3: i1 = cmp eq i32 %2, 0
            branch %3, b2, b1
        b2: {between}
            jump b1
        }}"
        )
    };
    check(&text(""), &["main.b0.1", "main.b1.0", "main.b1.1"], &[]);
    let freed = "%4: ptr = load @g0 align 8\ncall @f3(%4)";
    let (_, open) = ask_with(&text(freed), &Options::default());
    assert!(open.contains(&"main.b1.1".to_string()), "{open:?}");
}

/// A free on one of two ways, of a pointer that is not known yet.
#[test]
fn freed_on_one_of_two_ways() {
    let text = |left: &str, right: &str| {
        format!(
            "global @g0 \"p\" size 8 align 8 = zero
        global @g1 \"q\" size 8 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = call @f2(i64 4)
            store ptr %0 to @g0 align 8
            store ptr %0 to @g1 align 8
            jump b1
        b1: %1: i32 = call @f0()
            %2: i1 = cmp eq i32 %1, 0
            branch %2, b2, b3
        b2: {left}
            jump b4
        b3: {right}
            jump b4
        b4: %3: ptr = load @g0 align 8
            store i32 1 to %3 align 4
            call @f1(i32 0)
            %4: i32 = call @f0()
            %5: i1 = cmp eq i32 %4, 0
            branch %5, b5, b1
        b5: return 0
        }}"
        )
    };
    let freed = "%6: ptr = load @g1 align 8\ncall @f3(%6)";
    for text in [text(freed, ""), text("", freed)] {
        let (_, open) = ask_with(&text, &Options::default());
        assert!(open.contains(&"main.b4.1".to_string()), "{open:?}");
    }
}

/// Variables that are defined elsewhere, constants, and numbers.
#[test]
fn what_may_not_be_accessed() {
    let text = |access: &str| {
        format!(
            "global @g0 \"elsewhere\" size 4 align 4 = external
        global @g1 \"fixed\" size 4 align 4 constant = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = inttoptr i64 4096
            {access}
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    for (access, is_fine) in [
        ("%1: i32 = load @g1 align 4", true),
        ("store i32 1 to @g1 align 4", false),
        ("%1: i32 = load @g0 align 4", false),
        ("store i32 1 to %0 align 4", false),
        ("call @f3(%0)", false),
        ("memcpy @g1, null, 0", true),
    ] {
        let open: &[&str] = if is_fine { &[] } else { &["main.b0.1"] };
        check(&text(access), &["main.b0.1"], open);
    }
}

/// A variable is dead before its scope begins.
#[test]
fn before_the_scope() {
    let text = |first: &str, second: &str| {
        format!(
            "define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = alloca 4 align 4
            {first}
            jump b1
        b1: store i32 1 to %0 align 4
            call @f1(i32 0)
            {second}
            return 0
        }}"
        )
    };
    check(&text("lifetime_start %0", ""), &["main.b1.0"], &[]);
    check(&text("", "lifetime_start %0"), &["main.b1.0"], &["main.b1.0"]);
}

/// Nothing overlaps with nothing.
#[test]
fn empty_copies_do_not_overlap() {
    let text = |length: &str| {
        format!(
            "global @g0 \"text\" size 16 align 8 = zero
        define @f4 \"main\"() -> (i32) {{
        b0: %0: ptr = ptradd @g0, 4
            memcpy %0, @g0, {length}
            call @f1(i32 0)
            return 0
        }}"
        )
    };
    check(&text("0"), &["main.b0.1"], &[]);
    check(&text("4"), &["main.b0.1"], &[]);
    check(&text("5"), &["main.b0.1"], &["main.b0.1"]);
}
