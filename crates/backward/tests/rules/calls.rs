//! Into callees and out of them: arguments, results, callers, recursion, pointers to functions.

use crate::harness::{ask, ask_with, finds_in, program};
use dunlin_backward::{Death, Lost, Options, Standing};

/// Each return of a callee is a way into it.
#[test]
fn results_come_from_every_return() {
    let others = "define @callee(%n: i32) -> (i32) {
        first: %c: i1 = cmp eq i32 %n, 7
            branch %c, yes, no
        yes: return 1
        no: return 2
        }";
    let main = "%n: i32 = call @input()
        %v: i32 = call @callee(%n)
        %c: i1 = cmp eq i32 %n, 7
        %w: i32 = zext i1 %c
        %s: i32 = shl %w, 4
        %r: i32 = or %v, %s";
    finds_in(others, main, &[0x11, 0x02], &[0x12, 0x01]);
}

/// Several results, of which only some are asked for.
#[test]
fn several_results() {
    let others = "define @callee() -> (i32, i32) {
        only: return 1, 2
        }";
    let main = "%a: i32, %r: i32 = call @callee()";
    finds_in(others, main, &[2], &[1]);
}

/// What a callee writes is seen behind the call, what it does not write stays.
#[test]
fn effects_of_a_callee() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero
        define @callee(%p: ptr) {
        only: store i32 1 to %p align 4
            return
        }";
    let main = "store i32 5 to @x align 4
        store i32 6 to @y align 4
        call @callee(@x)
        %a: i32 = load @x align 4
        %b: i32 = load @y align 4
        %s: i32 = shl %b, 4
        %r: i32 = or %a, %s";
    finds_in(others, main, &[0x61], &[0x65, 0x11, 0x51]);
}

/// A call that only computes is passed over, but not if it may end the program, write, or restrict its inputs.
#[test]
fn quiet_callees() {
    let callee = |body: &str| {
        format!(
            "global @x size 4 align 4 = zero
            define @callee(%p: ptr, %n: i32) -> (i32) {{
            first: {body}
                return %n
            }}"
        )
    };
    let main = "store i32 5 to @x align 4
        %n: i32 = call @input()
        %unused: i32 = call @callee(@x, %n)
        %v: i32 = load @x align 4
        %low: i32 = and %n, 1
        %s: i32 = shl %low, 4
        %r: i32 = or %v, %s";
    let plain = callee("%own: ptr = alloca 4 align 4\nstore i32 %n to %own align 4");
    finds_in(&plain, main, &[0x05, 0x15], &[0x06]);
    finds_in(&callee("store i32 6 to %p align 4"), main, &[0x06, 0x16], &[0x05, 0x15]);
    finds_in(&callee("memset %p, 0, 4"), main, &[0x00], &[0x05]);
    finds_in(&callee("memcpy %p, %p, 4"), main, &[0x05], &[0x06]);
    let assumes = "%low: i32 = and %n, 1\n%c: i1 = cmp eq i32 %low, 0\nassume %c";
    finds_in(&callee(assumes), main, &[0x05], &[0x15]);
    let checks = assumes.replace("assume", "check division_by_zero \"odd\"");
    finds_in(&callee(&checks), main, &[0x05], &[0x15]);
    let ends = "%low: i32 = and %n, 1\n%c: i1 = cmp eq i32 %low, 0\nbranch %c, fine, bad
        bad: END
        fine:";
    for end in
        ["trap", "unreachable", "call @abort()\nunreachable", "call @exit(i32 1)\nunreachable"]
    {
        finds_in(&callee(&ends.replace("END", end)), main, &[0x05], &[0x15]);
    }
    let supposes = "%low: i32 = and %n, 1\n%even: i32 = xor %low, 1\ncall @suppose(%even)";
    finds_in(&callee(supposes), main, &[0x05], &[0x15]);
}

/// A callee that never returns ends the path.
#[test]
fn a_callee_without_return() {
    let others = "define @callee() {
        first: jump again
        again: jump again
        }";
    let main = "%r: i32 = call @input()
        call @callee()";
    let said = ask(&program(others, main, 1)).proved();
    assert_eq!(said.deaths, [Death::NoReturn]);
}

/// From the function of the target to all its callers; who is never called calls nobody.
#[test]
fn all_callers() {
    let text = |wanted: u32| {
        format!(
            "define @main() -> (i32) {{
            only: call @first()
                return 0
            }}
            define @first() {{
            only: call @check(i32 1)
                call @check(i32 2)
                return
            }}
            define @never(%n: i32) {{
            only: call @check(%n)
                %more: i32 = add %n, 1
                call @never(%more)
                return
            }}
            define @check(%n: i32) {{
            first: %c: i1 = cmp eq i32 %n, {wanted}
                branch %c, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return
            }}"
        )
    };
    ask(&text(1)).arrives();
    ask(&text(2)).arrives();
    ask(&text(3)).proved();
    ask(&text(4)).proved();
}

/// The path goes back to the call that it came in through, and not to another one.
#[test]
fn a_callee_is_left_to_its_call() {
    let others = "global @x size 4 align 4 = zero
        define @put(%n: i32) {
        only: store i32 %n to @x align 4
            return
        }";
    let main = "call @put(i32 1)
        %a: i32 = load @x align 4
        call @put(i32 2)
        %b: i32 = load @x align 4
        %s: i32 = shl %b, 4
        %r: i32 = or %a, %s";
    finds_in(others, main, &[0x21], &[0x11, 0x22, 0x12]);
}

/// Calls that pass something else than the function takes, or take something else than it returns: anything.
#[test]
fn calls_that_do_not_fit() {
    let others = "define @callee(%a: i32, %b: i32) -> (i32) {
        only: %got: i32 = and %b, 1
            return %got
        }";
    let cast = |call: &str| format!("%f: ptr = freeze @callee\n{call}");
    let fits = cast("%r: i32 = call indirect %f(i32 2, i32 3)");
    finds_in(others, &fits, &[1], &[0, 2]);
    let fewer = cast("%r: i32 = call indirect %f(i32 2)");
    finds_in(others, &fewer, &[0, 1, 2], &[]);
    let wider = cast("%r: i32 = call indirect %f(i32 2, i64 3)");
    finds_in(others, &wider, &[0, 1, 2], &[]);
    let narrow = cast("%n: i8 = call indirect %f(i32 2, i32 3)\n%r: i32 = zext i8 %n");
    finds_in(others, &narrow, &[0, 1, 2], &[256]);
}

/// Recursion: each activation has its own registers, and a limit cuts it.
#[test]
fn recursion() {
    let others = "define @count(%n: i32) -> (i32) {
        first: %c: i1 = cmp eq i32 %n, 0
            branch %c, end, more
        end: return 0
        more: %less: i32 = sub %n, 1
            %sum: i32 = call @count(%less)
            %one: i32 = add %sum, 2
            return %one
        }";
    let main = "%a: i32 = call @input()
        %b: i32 = and %a, 3
        %r: i32 = call @count(%b)";
    finds_in(others, main, &[0, 2, 4, 6], &[]);
    let cut = Options { edge_limit: Some(1), ..Options::default() };
    let said = ask_with(&program(others, main, 1), cut);
    assert!(said.tally.cut > 0, "{:?}", said.tally);
    said.loses(|lost| *lost == Lost::Limit);
}

/// A call through a pointer: a path for each function that may be meant.
#[test]
fn pointers_to_functions() {
    let others = "define @one() -> (i32) {
        only: return 1
        }
        define @two() -> (i32) {
        only: return 2
        }
        define @three() -> (i32) {
        only: return 3
        }";
    let main = "%a: i32 = call @input()
        %c: i1 = cmp eq i32 %a, 0
        %f: ptr = select %c, @one, @two
        %v: i32 = call indirect %f()
        %s: i32 = zext i1 %c
        %t: i32 = shl %s, 4
        %r: i32 = or %v, %t";
    finds_in(others, main, &[0x11, 0x02], &[0x12, 0x01, 0x03]);
}

/// The target is in a function that is called through a pointer: its callers are the calls through pointers.
#[test]
fn callers_through_pointers() {
    let text = |chosen: &str, argument: u32| {
        format!(
            "global @p size 8 align 8 = zero
            define @main() -> (i32) {{
            only: %keep: ptr = freeze @check
                store ptr @{chosen} to @p align 8
                %f: ptr = load @p align 8
                call indirect %f(i32 {argument})
                return 0
            }}
            define @other(%n: i32) {{
            only: return
            }}
            define @check(%n: i32) {{
            first: %c: i1 = cmp eq i32 %n, 5
                branch %c, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return
            }}"
        )
    };
    ask(&text("check", 5)).arrives();
    ask(&text("check", 6)).proved();
    ask(&text("other", 5)).proved();
}

/// A call through a pointer of another type may be meant all the same; its arguments are anything then.
#[test]
fn callers_of_another_type() {
    let text = |chosen: &str, wanted: &str| {
        format!(
            "define @main() -> (i32) {{
            only: %keep: ptr = freeze @check
                %f: ptr = freeze @{chosen}
                call indirect %f(i64 6)
                return 0
            }}
            define @other(%n: i64) {{
            only: return
            }}
            define @check(%n: i32) {{
            first: %c: i1 = cmp {wanted}
                branch %c, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return
            }}"
        )
    };
    ask(&text("check", "eq i32 %n, 5")).arrives();
    ask(&text("check", "ne i32 %n, %n")).proved();
    ask(&text("other", "eq i32 %n, 5")).proved();
}

/// A function of another type behind a pointer does what nobody knows.
#[test]
fn callees_of_another_type() {
    let others = "global @x size 4 align 4 = zero
        define @fits(%n: i32) {
        only: return
        }
        define @other(%n: i64) {
        only: store i32 2 to @x align 4
            return
        }";
    let main = "%keep: ptr = freeze @fits
        %f: ptr = freeze @CHOSEN
        store i32 1 to @x align 4
        call indirect %f(i32 6)
        %r: i32 = load @x align 4";
    finds_in(others, &main.replace("CHOSEN", "fits"), &[1], &[2]);
    finds_in(others, &main.replace("CHOSEN", "other"), &[1, 2], &[]);
}

/// The number of arguments of the program is known.
#[test]
fn arguments_of_the_program() {
    let text = |wanted: u32| {
        format!(
            "define @main(%argc: i32, %argv: ptr) -> (i32) {{
            first: %c: i1 = cmp eq i32 %argc, {wanted}
                branch %c, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return 0
            }}"
        )
    };
    let options = Options { arguments: 3, ..Options::default() };
    ask_with(&text(3), options.clone()).arrives();
    ask_with(&text(2), options).is(Standing::Unreachable);
}

/// Where the arguments lie is not known, and they are somewhere.
#[test]
fn the_vector_of_arguments() {
    let text = "define @main(%argc: i32, %argv: ptr) -> (i32) {
        first: %v: ptr = load %argv align 8
            %c: i1 = cmp eq ptr %v, null
            branch %c, hit, last
        hit: call @mark(i32 0)
            jump last
        last: return 0
        }";
    ask(text).arrives();
}
