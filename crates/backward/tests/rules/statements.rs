//! Rules S1 to S8 of the paper's Figure 4: assignments of pointers, allocations, and what becomes free.

use crate::harness::{finds, finds_in};

const POINTERS: &str = "global @p size 8 align 8 = zero
    global @q size 8 align 8 = zero
    global @x size 4 align 4 = zero
    global @y size 4 align 4 = zero";

/// S1: nobody asks what `p` or `q` point to; the assignment changes nothing else.
#[test]
fn s1_an_assignment_that_nobody_asks_about() {
    let main = "store i32 4 to @x align 4
        %v: ptr = load @q align 8
        store ptr %v to @p align 8
        %r: i32 = load @x align 4";
    finds_in(POINTERS, main, &[4], &[0]);
}

/// S2: what `p` pointed to is what `q` points to, of which nothing was known yet.
#[test]
fn s2_the_left_side_is_asked_for() {
    let main = "store ptr @x to @q align 8
        store i32 4 to @x align 4
        store i32 5 to @y align 4
        %v: ptr = load @q align 8
        store ptr %v to @p align 8
        %w: ptr = load @p align 8
        %r: i32 = load %w align 4";
    finds_in(POINTERS, main, &[4], &[5, 0]);
}

/// S3: what `q` points to stays as it is.
#[test]
fn s3_the_right_side_is_asked_for() {
    let main = "store ptr @x to @q align 8
        store i32 4 to @x align 4
        store i32 5 to @y align 4
        %v: ptr = load @q align 8
        store ptr %v to @p align 8
        store ptr @y to @p align 8
        %w: ptr = load @q align 8
        %r: i32 = load %w align 4";
    finds_in(POINTERS, main, &[4], &[5, 0]);
}

/// S4: both are asked for, and are one object then.
#[test]
fn s4_both_sides_are_asked_for() {
    let main = "store ptr @x to @q align 8
        %v: ptr = load @q align 8
        store ptr %v to @p align 8
        %a: ptr = load @p align 8
        store i32 4 to %a align 4
        %b: ptr = load @q align 8
        store i32 5 to %b align 4
        %w: ptr = load @p align 8
        %r: i32 = load %w align 4";
    finds_in(POINTERS, main, &[5], &[4, 0]);
}

/// S5: nobody asks for the object that is made.
#[test]
fn s5_an_allocation_that_nobody_asks_about() {
    let main = "store i32 4 to @x align 4
        %v: ptr = call @malloc(i64 4)
        store i32 5 to %v align 4
        store ptr %v to @p align 8
        %r: i32 = load @x align 4";
    finds_in(POINTERS, main, &[4], &[5, 0]);
}

/// S6: the abstract object is the one that is made, and no other.
#[test]
fn s6_an_allocation_that_is_asked_for() {
    let main = "%v: ptr = call @malloc(i64 4)
        store ptr %v to @p align 8
        %w: ptr = call @malloc(i64 4)
        store ptr %w to @q align 8
        %a: ptr = load @p align 8
        store i32 4 to %a align 4
        %b: ptr = load @q align 8
        store i32 5 to %b align 4
        %c: ptr = load @p align 8
        %r: i32 = load %c align 4";
    finds_in(POINTERS, main, &[4], &[5]);
    // What was not written is anything.
    let unwritten = "%v: ptr = call @malloc(i64 4)
        store ptr %v to @p align 8
        %c: ptr = load @p align 8
        %r: i32 = load %c align 4";
    finds_in(POINTERS, unwritten, &[4, 5, 0], &[]);
}

/// S7: what is freed is asked for by nobody.
#[test]
fn s7_a_free_that_nobody_asks_about() {
    let main = "%v: ptr = call @malloc(i64 4)
        store i32 4 to @x align 4
        call @free(%v)
        %r: i32 = load @x align 4";
    finds_in(POINTERS, main, &[4], &[5]);
}

/// S8: what is freed is used later. Forward that is an error; backward the path stays, and its values are right.
#[test]
fn s8_a_use_of_what_was_freed() {
    let main = "%v: ptr = call @malloc(i64 4)
        store i32 4 to %v align 4
        call @free(%v)
        %r: i32 = load %v align 4";
    finds_in(POINTERS, main, &[4], &[5]);
}

/// Nested conditions: `if`, `else`, and a `switch`, whose last edge is taken by what no case has.
#[test]
fn conditions_of_edges() {
    let main = "%a: i32 = call @input()
        %c: i1 = cmp slt i32 %a, 10
        branch %c, small, large
        small: jump join(%a)
        large: jump join(i32 10)
        join(%b: i32):
        switch i32 %b {3 -> three, 4 -> last, else -> others}
        three: jump end(i32 30)
        others: %d: i32 = add %b, 100
        jump end(%d)
        end(%r: i32):";
    finds_in("", main, &[30, 99, 110, 102], &[103, 104, 111]);
}

/// Arguments of a block are passed all at once: two can be exchanged.
#[test]
fn arguments_that_are_exchanged() {
    let main = "jump head(i32 1, i32 2, i32 0)
        head(%a: i32, %b: i32, %i: i32):
        %done: i1 = cmp eq i32 %i, 1
        branch %done, end, next
        next: %n: i32 = add %i, 1
        jump head(%b, %a, %n)
        end: %s: i32 = shl %a, 4
        %r: i32 = or %s, %b";
    finds(main, &[0x21], &[0x12, 0x11, 0x22]);
}
