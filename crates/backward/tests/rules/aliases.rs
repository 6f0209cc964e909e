//! Stores through pointers that may lead to the object that is read: what must not be passed.

use crate::harness::{finds, finds_in};

const POINTER: &str = "global @p size 8 align 8 = zero";

/// A local variable whose allocation was not met yet may be what an unknown pointer leads to.
#[test]
fn a_local_that_was_not_met() {
    let main = "%x: ptr = alloca 8 align 4
        %part: ptr = ptradd %x, OFFSET
        store ptr %part to @p align 8
        store i32 1 to %part align 4
        jump second
        second: %q: ptr = load @p align 8
        store i32 2 to %q align 4
        %r: i32 = load %part align 4";
    finds_in(POINTER, &main.replace("OFFSET", "0"), &[2], &[1]);
    // It is enough that the address of a part is known elsewhere.
    finds_in(POINTER, &main.replace("OFFSET", "4"), &[2], &[1]);
}

/// So may be what a parameter leads to, before its call comes.
#[test]
fn a_local_that_is_passed_on() {
    let others = "define @put(%q: ptr) {
        only: store i32 2 to %q align 4
            return
        }";
    let main = "%x: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        jump second
        second: call @put(%x)
        %r: i32 = load %x align 4";
    finds_in(others, main, &[2], &[1]);
}

/// A pointer that was found in the same pass is not older than the object that it leads to.
#[test]
fn a_pointer_that_was_just_found() {
    let main = "%x: ptr = call @malloc(i64 4)
        store ptr %x to @p align 8
        store i32 0x01010101 to %x align 4
        %q: ptr = load @p align 8
        store i32 0x02020202 to %q align 4
        store i8 9 to %x align 1
        %r: i32 = load %x align 4";
    finds_in(POINTER, main, &[0x0202_0209], &[0x0101_0109]);
}

/// A pointer that is an input may lead to an object that it was compared with, also by way of a number.
#[test]
fn a_pointer_that_was_compared() {
    let directly = "call @make_symbolic(@p, i64 8, null)
        jump second
        second: %x: ptr = call @malloc(i64 4)
        store i32 0 to %x align 4
        %q: ptr = load @p align 8
        %same: i1 = cmp eq ptr %q, %x
        branch %same, equal, other
        other: return 0
        equal: store i32 5 to %q align 4
        %r: i32 = load %x align 4";
    finds_in(POINTER, directly, &[5], &[]);
    let by_number = "call @make_symbolic(@p, i64 8, null)
        jump second
        second: %x: ptr = call @malloc(i64 4)
        store i32 0 to %x align 4
        %n: i64 = call @input64()
        %m: i64 = ptrtoint ptr %x
        %same: i1 = cmp eq i64 %n, %m
        branch %same, equal, other
        other: return 0
        equal: %q: ptr = load @p align 8
        %k: i64 = ptrtoint ptr %q
        %too: i1 = cmp eq i64 %n, %k
        branch %too, both, other
        both: store i32 5 to %q align 4
        %r: i32 = load %x align 4";
    finds_in(POINTER, by_number, &[5], &[]);
}

/// Initial contents, arguments of blocks and choices show an address to others.
#[test]
fn addresses_that_are_shown() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero
        global @p size 8 align 8 = data zeros 8 relocs [0: @x]";
    let initial = "store i32 1 to @x align 4
        %q: ptr = load @p align 8
        store i32 2 to %q align 4
        %r: i32 = load @x align 4";
    finds_in(others, initial, &[2], &[1]);
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero";
    let jump = "store i32 1 to @x align 4
        jump second(@x)
        second(%q: ptr): store i32 2 to %q align 4
        %r: i32 = load @x align 4";
    finds_in(others, jump, &[2], &[1]);
    let branch = "store i32 1 to @x align 4
        %a: i32 = call @input()
        %c: i1 = cmp eq i32 %a, 0
        branch %c, second(@x), second(@y)
        second(%q: ptr): store i32 2 to %q align 4
        %r: i32 = load @x align 4";
    finds_in(others, branch, &[1, 2], &[3]);
}

/// An offset that is not known yet may be the distance to another variable.
#[test]
fn a_distance_in_memory() {
    let others = "global @from size 4 align 4 = zero
        global @to size 4 align 4 = zero";
    let main = |factor: &str| {
        format!(
            "%h: ptr = call @malloc(i64 8)
            %f: i64 = ptrtoint ptr @from
            %t: i64 = ptrtoint ptr @to
            %d: i64 = sub %t, %f
            %e: i64 = mul %d, {factor}
            store i64 %e to %h align 8
            jump second
            second: %g: i64 = load %h align 8
            %k: i64 = mul %g, 3
            %s: i64 = add %f, %USED
            %p: ptr = inttoptr i64 %s
            store i32 5 to %p align 4
            %r: i32 = load @to align 4"
        )
    };
    finds_in(others, &main("1").replace("%USED", "%g"), &[5], &[]);
    // A multiple by an odd number can be every number.
    finds_in(others, &main("0xaaaaaaaaaaaaaaab").replace("%USED", "%k"), &[5], &[]);
}

/// An offset that has the address of another variable in it leads anywhere.
#[test]
fn an_offset_with_an_address_in_it() {
    let others = "global @from size 4 align 4 = zero
        global @to size 4 align 4 = zero";
    let main = "%f: i64 = ptrtoint ptr @from
        %t: i64 = ptrtoint ptr @to
        %u: i64 = mul %t, 2
        %k: i64 = call @input64()
        %s: i64 = add %f, %u
        %d: i64 = sub %s, %k
        %p: ptr = inttoptr i64 %d
        store i32 5 to %p align 4
        %r: i32 = load @to align 4";
    finds_in(others, main, &[5, 0], &[]);
}

/// What a function of another type does behind a pointer: it may free, and each call has its own result.
#[test]
fn effects_of_a_function_of_another_type() {
    let others = "global @keep size 8 align 8 = zero
        define @fits(%p: ptr) -> (i32) {
        only: return 0
        }
        define @other(%p: ptr) {
        only: call @free(%p)
            return
        }";
    let frees = "%c: i32 = call @input()
        %d: i1 = cmp eq i32 %c, 0
        %f: ptr = select %d, @other, @fits
        %a: ptr = call @malloc(i64 4)
        %n: i32 = call indirect %f(%a)
        %b: ptr = call @malloc(i64 4)
        %same: i1 = cmp eq ptr %a, %b
        %r: i32 = zext i1 %same";
    finds_in(others, frees, &[0, 1], &[]);
    // The function that fits is not meant where another one is.
    let tells = "%c: i32 = call @input()
        %d: i1 = cmp eq i32 %c, 0
        %f: ptr = select %d, @other, @fits
        %a: ptr = call @malloc(i64 4)
        store i32 1 to %a align 4
        %n: i32 = call indirect %f(%a)
        %v: i32 = load %a align 4
        %w: i32 = zext i1 %d
        %s: i32 = shl %w, 4
        %r: i32 = or %v, %s";
    finds_in(others, tells, &[0x01, 0x11, 0x12], &[0x02]);
}

/// Each round of a loop has its own value of what is anything.
#[test]
fn anything_is_something_else_in_each_round() {
    for call in [
        "%w: i64 = call @write(i32 1, null, i64 0)",
        "%s: ptr = stacksave\n%w: i64 = ptrtoint ptr %s",
        "%w: i64 = call @input64()",
    ] {
        let main = format!(
            "jump head(i32 0, i64 0)
            head(%i: i32, %old: i64): {call}
            %n: i32 = add %i, 1
            %done: i1 = cmp eq i32 %n, 2
            branch %done, end, next
            next: jump head(%n, %w)
            end: %d: i64 = sub %w, %old
            %r: i32 = trunc i64 %d"
        );
        finds(&main, &[0, 1], &[]);
    }
}
