//! Variable arguments: the list that `va_start` sets up, and what a call passes.

use crate::harness::{ask, finds_in, program};
use dunlin_backward::Lost;

/// A function that takes its variable argument at `offset` from memory, as the list says.
fn takes(offset: u32, between: &str) -> String {
    format!(
        "define @takes(%n: i32, ...) -> (i32) {{
        first: %list: ptr = alloca 24 align 8
            va_start %list
            {between}
            %field: ptr = ptradd %list, 8
            %memory: ptr = load %field align 8
            %place: ptr = ptradd %memory, {offset}
            %got: i32 = load %place align 4
            va_end %list
            return %got
        }}"
    )
}

const CALL: &str = "%x: i32 = call @input()
    %odd: i32 = or %x, 1
    %r: i32 = call @takes(i32 2) varargs 16 [0: i32 %odd, 8: i32 4]";

#[test]
fn arguments_are_what_the_call_passes() {
    finds_in(&takes(0, ""), CALL, &[1, 3], &[4, 0]);
    finds_in(&takes(8, ""), CALL, &[4], &[3, 0]);
    // Between two arguments is nothing that was written.
    finds_in(&takes(4, ""), CALL, &[0, 1], &[]);
}

/// Whoever takes more than was passed reads past the end.
#[test]
fn arguments_that_were_not_passed() {
    finds_in(&takes(16, ""), CALL, &[], &[0, 4]);
    finds_in(&takes(0, ""), "%r: i32 = call @takes(i32 0)", &[], &[0, 4]);
}

/// Each call has its own.
#[test]
fn two_calls_pass_two_lists() {
    let main = "%a: i32 = call @takes(i32 1) varargs 8 [0: i32 1]
        %b: i32 = call @takes(i32 1) varargs 8 [0: i32 2]
        %c: i32 = shl %b, 4
        %r: i32 = or %a, %c";
    finds_in(&takes(0, ""), main, &[0x21], &[0x11, 0x22, 0x12]);
}

/// All registers are used up, and none were saved.
#[test]
fn the_list_says_that_registers_are_used_up() {
    let fields = |offset: u32| {
        format!(
            "define @takes(%n: i32, ...) -> (i32) {{
            first: %list: ptr = alloca 24 align 8
                va_start %list
                %field: ptr = ptradd %list, {offset}
                %got: i32 = load %field align 4
                return %got
            }}"
        )
    };
    finds_in(&fields(0), CALL, &[48], &[0, 40]);
    finds_in(&fields(4), CALL, &[176], &[0]);
    finds_in(&fields(16), CALL, &[0], &[1]);
}

#[test]
fn a_copied_list() {
    let copied = "%first: ptr = alloca 24 align 8
        va_start %first
        va_copy %list, %first";
    let callee = takes(8, "").replace("va_start %list", copied);
    finds_in(&callee, CALL, &[4], &[3, 0]);
}

/// An aggregate is copied into the area.
#[test]
fn aggregates_are_copied() {
    let others = format!("global @s size 8 align 4 = zero\n{}", takes(4, ""));
    let main = "%second: ptr = ptradd @s, 4
        store i32 7 to %second align 4
        %r: i32 = call @takes(i32 1) varargs 8 [0: copy 8 from @s]";
    finds_in(&others, main, &[7], &[0]);
}

/// The target is in the function: its arguments are those of one of its calls.
#[test]
fn callers_pass_arguments() {
    let text = |wanted: u32| {
        format!(
            "define @main() -> (i32) {{
            only: call @check(i32 0) varargs 8 [0: i32 1]
                call @check(i32 0) varargs 8 [0: i32 2]
                return 0
            }}
            define @check(%n: i32, ...) {{
            first: %list: ptr = alloca 24 align 8
                va_start %list
                %field: ptr = ptradd %list, 8
                %memory: ptr = load %field align 8
                %got: i32 = load %memory align 4
                %c: i1 = cmp eq i32 %got, {wanted}
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
}

/// A call that does not fit passes anything.
#[test]
fn calls_that_do_not_fit_pass_anything() {
    let through = |call: &str| format!("%f: ptr = freeze @takes\n%r: i32 = {call}");
    let fits = through("call indirect %f(i32 2) varargs 8 [0: i32 4]");
    finds_in(&takes(0, ""), &fits, &[4], &[5]);
    let wider = through("call indirect %f(i64 2) varargs 8 [0: i32 4]");
    finds_in(&takes(0, ""), &wider, &[4, 5], &[]);
    let more = through("call indirect %f(i32 2, i32 4)");
    finds_in(&takes(0, ""), &more, &[4, 5], &[]);
}

/// A float that is passed where the function takes a number is anything.
#[test]
fn floats_are_passed_elsewhere() {
    let others = "define @takes(%n: i32) -> (i32) {
        only: return %n
        }";
    let main = "%f: ptr = freeze @takes
        %r: i32 = call indirect %f(i32 4)";
    finds_in(others, main, &[4], &[5]);
    finds_in(others, &format!("{main} passing (float) -> (int)"), &[4, 5], &[]);
    finds_in(others, &format!("{main} passing (int) -> (float)"), &[4, 5], &[]);
    finds_in(others, &format!("{main} passing (sext) -> (zext)"), &[4], &[5]);
}

/// Of most machines nobody knows what a list is.
#[test]
fn a_list_of_another_machine() {
    let text = program(&takes(0, ""), CALL, 5);
    let other = format!("target 64 \"aarch64\"\n{text}");
    ask(&other).loses(|lost| matches!(lost, Lost::Unsupported(_)));
}

/// Two lists of one activation read the same arguments.
#[test]
fn two_lists_of_one_activation() {
    let others = takes(0, "%other: ptr = alloca 24 align 8\nva_start %other");
    finds_in(&others, CALL, &[1, 3], &[4, 0]);
    let before = "%other: ptr = alloca 24 align 8
        va_start %other
        %of: ptr = ptradd %other, 8
        %om: ptr = load %of align 8
        %first: i32 = load %om align 4
        %c: i1 = cmp eq i32 %first, 3
        branch %c, three, more
        more: return 0
        three:";
    finds_in(&takes(0, before), CALL, &[3], &[1, 5]);
}
