//! Small programs: what backward execution says of a target in them.

use crate::harness::{Said, ask, ask_chain, ask_with, program};
use dunlin_backward::{Options, Standing};
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::Options as ChainOptions;

#[track_caller]
fn check(main: &str, expected: Standing) -> Said {
    ask(main).is(expected)
}

#[test]
fn conditions_near_the_target_contradict_each_other() {
    check(
        "define @main() -> (i32) {
        b0: %0: i32 = call @input()
            %1: i1 = cmp sgt i32 %0, 5
            branch %1, b1, b3
        b1: %2: i1 = cmp slt i32 %0, 3
            branch %2, b2, b3
        b2: call @mark(i32 0)
            jump b3
        b3: return 0
        }",
        Standing::Unreachable,
    );
}

#[test]
fn a_feasible_path_gives_its_input() {
    let said = check(
        "define @main() -> (i32) {
        b0: %0: i32 = call @input()
            %1: i32 = mul %0, 3
            %2: i1 = cmp eq i32 %1, 21
            branch %2, b1, b2
        b1: call @mark(i32 0)
            jump b2
        b2: return 0
        }",
        Standing::Unknown,
    );
    assert_eq!(said.tally.arrived, 1);
    assert_eq!(said.guesses, [(Some(0), 7)]);
}

/// Figure 1 of the paper: the loop contradicts the value, which is right all the same.
#[test]
fn a_value_behind_a_loop_is_guessed() {
    let options = Options { edge_limit: Some(1), ..Options::default() };
    let text = "define @main() -> (i32) {
        b0: %0: i32 = call @input()
            jump b1(i32 0)
        b1(%1: i32):
            %2: i1 = cmp slt i32 %1, %0
            branch %2, b2, b3
        b2: %3: i32 = add %1, 1
            jump b1(%3)
        b3: %4: i1 = cmp eq i32 %0, 1000
            branch %4, b4, b5
        b4: call @mark(i32 0)
            jump b5
        b5: return 0
        }";
    let said = ask_with(text, options);
    assert_eq!(said.standing, Standing::Unknown);
    assert!(said.guesses.contains(&(None, 1000)), "{:?}", said.guesses);
}

/// A condition that no input decides: other inputs would not have helped, and those of the path are no values to try.
#[test]
fn what_is_plainly_false_tells_nothing_about_inputs() {
    let text = |number: u32| {
        format!(
            "define @main() -> (i32) {{
            first: %i: i32 = add 2, 3
                %x: i32 = call @input()
                %c: i1 = cmp eq i32 %i, {number}
                branch %c, next, last
            next: %d: i1 = cmp eq i32 %x, 7
                branch %d, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return 0
            }}"
        )
    };
    assert_eq!(ask(&text(5)).is(Standing::Unknown).guesses, [(Some(0), 7)]);
    assert!(ask(&text(6)).is(Standing::Unreachable).guesses.is_empty());
}

/// A program that never ends: a variable never gets the value that is asked for.
#[test]
fn a_state_that_never_comes() {
    let said = check(
        "define @main() -> (i32) {
        b0: jump b1(i32 0)
        b1(%0: i32):
            %1: i32 = call @input()
            %2: i1 = cmp eq i32 %1, 1
            branch %2, b1(i32 1), b2
        b2: %3: i1 = cmp eq i32 %1, 2
            branch %3, b3, b1(%0)
        b3: %4: i1 = cmp eq i32 %0, 3
            branch %4, b4, b1(i32 5)
        b4: call @mark(i32 0)
            jump b1(%0)
        }",
        Standing::Unreachable,
    );
    assert!(said.tally.seen > 0);
}

/// The same with a variable in memory.
#[test]
fn a_state_in_memory_that_never_comes() {
    check(
        "global @state size 4 align 4 = zero
        define @main() -> (i32) {
        b0: jump b1
        b1: %0: i32 = call @input()
            %1: i1 = cmp eq i32 %0, 1
            branch %1, b2, b3
        b2: store i32 1 to @state align 4
            jump b1
        b3: %2: i32 = load @state align 4
            %3: i1 = cmp eq i32 %2, 3
            branch %3, b4, b1
        b4: call @mark(i32 0)
            jump b1
        }",
        Standing::Unreachable,
    );
}

/// Figure 3 of the paper: two names of one object.
#[test]
fn stores_through_aliases() {
    let text = |last: &str| {
        format!(
            "global @p size 8 align 8 = zero
        global @q size 8 align 8 = zero
        define @main() -> (i32) {{
        b0: %0: ptr = call @malloc(i64 8)
            store ptr %0 to @q align 8
            %1: ptr = load @q align 8
            store ptr %1 to @p align 8
            %2: ptr = load @q align 8
            store i32 5 to %2 align 4
            %3: ptr = load @p align 8
            store i32 {last} to %3 align 4
            %4: ptr = load @p align 8
            %5: i32 = load %4 align 4
            %6: ptr = load @q align 8
            %7: i32 = load %6 align 4
            %8: i1 = cmp eq i32 %5, 7
            branch %8, b1, b2
        b1: call @mark(i32 0)
            jump b2
        b2: return 0
        }}"
        )
    };
    let said = check(&text("7"), Standing::Unknown);
    assert_eq!(said.tally.arrived, 1);
    check(&text("8"), Standing::Unreachable);
}

#[test]
fn through_calls_and_callers() {
    let text = |value: &str| {
        format!(
            "define @main() -> (i32) {{
        b0: %0: i32 = call @input()
            %1: i32 = call @half(%0)
            call @check(%1, i32 {value})
            return 0
        }}
        define @half(%0: i32) -> (i32) {{
        b0: %1: i1 = cmp slt i32 %0, 0
            branch %1, b1, b2
        b1: return 100
        b2: %2: i32 = lshr %0, 1
            return %2
        }}
        define @check(%0: i32, %1: i32) {{
        b0: %2: i1 = cmp eq i32 %0, %1
            branch %2, b1, b2
        b1: call @mark(i32 0)
            jump b2
        b2: return
        }}"
        )
    };
    let said = ask(&text("50"));
    assert_eq!((said.standing, said.tally.arrived), (Standing::Unknown, 1));
    assert!(said.guesses.iter().any(|&(_, value)| value == 100 || value == 101));
    let said = ask(&text("-2"));
    assert_eq!(said.standing, Standing::Unreachable, "{:?}", said.lost);
}

#[test]
fn a_function_without_a_body_proves_nothing() {
    let said = ask("define @main() -> (i32) {
        b0: %0: i32 = call @unknown()
            %1: i1 = cmp sgt i32 %0, 5
            branch %1, b1, b2
        b1: call @mark(i32 0)
            jump b2
        b2: return 0
        }
        declare @unknown() -> (i32)");
    assert_eq!(said.standing, Standing::Unknown);
}

/// A read at an offset that depends on input, which finds a part of what was stored.
#[test]
fn a_read_beside_a_store_finds_a_part_of_it() {
    let text = |wanted: &str| {
        format!(
            "define @main() -> (i32) {{
        b0: %0: ptr = alloca 8 align 8
            memset %0, 0, 8
            %1: i32 = call @input()
            %2: i64 = zext i32 %1
            %3: i64 = and %2, 3
            store i32 0x04030201 to %0 align 1
            %4: ptr = ptradd %0, 0, %3 * 1
            %5: i32 = load %4 align 1
            %6: i1 = cmp eq i32 %5, {wanted}
            branch %6, b1, b2
        b1: call @mark(i32 0)
            jump b2
        b2: return 0
        }}"
        )
    };
    for found in ["0x04030201", "0x00040302", "0x00000403", "0x00000004"] {
        let said = check(&text(found), Standing::Unknown);
        assert_eq!(said.tally.arrived, 1, "{found}");
    }
    check(&text("0x04030200"), Standing::Unreachable);
}

/// A condition that the solver does not decide refutes nothing: here a number of two large factors.
#[test]
fn undecided_conditions_are_left_out() {
    let main = "%a: i32 = call @input()
        %b: i32 = call @input()
        %x: i64 = zext i32 %a
        %y: i64 = zext i32 %b
        %p: i64 = mul %x, %y
        %c: i1 = cmp eq i64 %p, 0x788f7bd0c47a7eb5
        %r: i32 = zext i1 %c";
    let chain = ChainOptions { budget: Budget::conflicts(1), ..ChainOptions::default() };
    ask_chain(&program("", main, 1), Options::default(), &chain).arrives();
    // The same before the inputs are known: both come from a callee.
    let others = "global @x size 4 align 4 = zero
        define @get() -> (i32) {
        only: %n: i32 = call @input()
            store i32 %n to @x align 4
            return %n
        }";
    let called = main.replace("@input", "@get");
    ask_chain(&program(others, &called, 1), Options::default(), &chain).arrives();
}
