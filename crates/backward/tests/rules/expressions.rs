//! Rules E1 to E4 of the paper's Figure 4, and the rows of its Table II: what an expression means, and which place an
//! address is.

use crate::harness::{finds, finds_in, finds_with};
use dunlin_backward::Options;

/// E1: a pointer that something asks for already is the same pointer.
#[test]
fn e1_a_pointer_has_one_object() {
    let callee = "define @callee(%p: ptr) -> (i32) {
        only: store i32 7 to %p align 4
            %got: i32 = load %p align 4
            return %got
        }";
    let main = "%x: ptr = alloca 4 align 4
        %r: i32 = call @callee(%x)";
    finds_in(callee, main, &[7], &[8]);
}

/// E2: a pointer that nobody has asked for gets an abstract object; which one it is comes out later.
#[test]
fn e2_an_unknown_pointer_gets_an_object() {
    let others = "global @p size 8 align 8 = zero
        global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero";
    let main = "store ptr @x to @p align 8
        store i32 3 to @y align 4
        store i32 4 to @x align 4
        %q: ptr = load @p align 8
        %r: i32 = load %q align 4";
    finds_in(others, main, &[4], &[3, 0]);
}

/// E3: one operand.
#[test]
fn e3_unary_operations() {
    finds(
        "%a: i32 = call @input()
        %b: i32 = and %a, 5
        %r: i32 = popcount %b",
        &[0, 1, 2],
        &[3],
    );
    finds(
        "%a: i32 = call @input()
        %b: i16 = trunc i32 %a
        %r: i32 = zext i16 %b",
        &[65535],
        &[65536, -1],
    );
    finds(
        "%a: i32 = call @input()
        %b: i8 = trunc i32 %a
        %r: i32 = sext i8 %b",
        &[-1, 127],
        &[128],
    );
    finds(
        "%a: i32 = call @input()
        %b: i32 = freeze %a
        %r: i32 = or %b, 1",
        &[1],
        &[2],
    );
}

/// E4: two operands and more.
#[test]
fn e4_operations_with_several_operands() {
    finds(
        "%a: i32 = call @input()
        %b: i32 = and %a, 6
        %r: i32 = mul %b, 3",
        &[0, 6, 12, 18],
        &[1, 3, 21],
    );
    finds(
        "%a: i32 = call @input()
        %b: i32 = call @input()
        %c: i1 = cmp ult i32 %a, %b
        %d: i32 = select %c, %a, %b
        %e: i1 = cmp ult i32 %a, %d
        %r: i32 = zext i1 %e",
        &[0],
        &[1],
    );
    finds(
        "%a: i32 = call @input()
        %b: i32 = or %a, 1
        %r: i32 = fshl %b, 0, 4",
        &[16, 48],
        &[0, 17],
    );
    finds(
        "%a: i32 = call @input()
        %b: i32 = and %a, 1
        %c: i1 = overflow uadd i32 %b, 2147483647
        %r: i32 = zext i1 %c",
        &[0],
        &[1],
    );
    finds(
        "%a: i32 = call @input()
        %b: i32 = fadd f32 %a, %a
        %c: i1 = fcmp olt f32 %b, %a
        %d: i1 = fcmp ogt f32 %a, 0x0
        %e: i1 = and %c, %d
        %r: i32 = zext i1 %e",
        &[0],
        &[1],
    );
}

/// A choice between pointers is one between paths.
#[test]
fn a_choice_between_pointers() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero";
    let main = "store i32 1 to @x align 4
        store i32 2 to @y align 4
        %a: i32 = call @input()
        %c: i1 = cmp eq i32 %a, 0
        %p: ptr = select %c, @x, @y
        %v: i32 = load %p align 4
        %w: i32 = select %c, 10, 20
        %r: i32 = add %v, %w";
    finds_in(others, main, &[11, 22], &[12, 21, 10]);
}

/// What an instruction must not do wrong for the path to go on holds behind it.
#[test]
fn no_divisor_is_zero() {
    let main = "%r: i32 = call @input()
        %unused: i32 = sdiv 1, %r";
    finds(main, &[1, -1], &[0]);
    let main = "%r: i32 = call @input()
        %unused: i32 = urem 1, %r";
    finds(main, &[1], &[0]);
    // The least number divided by -1 does not fit.
    let main = "%r: i32 = call @input()
        %unused: i32 = sdiv -2147483648, %r";
    finds(main, &[1], &[0, -1]);
}

#[test]
fn overflow_and_shifts_are_errors_only_if_they_are_checked() {
    let add = "%r: i32 = call @input()
        %unused: i32 = add nsw %r, 1";
    let shift = "%r: i32 = call @input()
        %unused: i32 = shl 1, %r";
    let check = "%r: i32 = call @input()
        %ok: i1 = cmp ne i32 %r, 5
        check KIND \"it is 5\" %ok";
    let most = i64::from(i32::MAX);
    let plain = Options::default();
    let overflow = Options { check_overflow: true, ..Options::default() };
    let shifts = Options { check_shift: true, ..Options::default() };
    finds_with("", add, &[most, 1], &[], &plain);
    finds_with("", add, &[most, 1], &[], &shifts);
    finds_with("", add, &[1], &[most], &overflow);
    let wraps = add.replace("nsw", "");
    finds_with("", &wraps, &[most, 1], &[], &overflow);
    finds_with("", shift, &[32, 1], &[], &plain);
    finds_with("", shift, &[32, 1], &[], &overflow);
    finds_with("", shift, &[1], &[32, -1], &shifts);
    let kind = |name: &str| check.replace("KIND", name);
    finds_with("", &kind("division_by_zero"), &[4], &[5], &plain);
    finds_with("", &kind("signed_overflow"), &[4, 5], &[], &shifts);
    finds_with("", &kind("signed_overflow"), &[4], &[5], &overflow);
    finds_with("", &kind("over_wide_shift"), &[4, 5], &[], &overflow);
    finds_with("", &kind("over_wide_shift"), &[4], &[5], &shifts);
}

#[test]
fn an_assumption_holds() {
    let main = "%r: i32 = call @input()
        %c: i1 = cmp sgt i32 %r, 5
        assume %c";
    finds(main, &[6], &[5]);
}

/// Nothing is known of an undefined value; two uses of one need not agree.
#[test]
fn undefined_values_are_anything() {
    finds("%r: i32 = add undef, 1", &[0, 1, 5], &[]);
    finds("%r: i32 = sub undef, undef", &[0, 1], &[]);
}

#[test]
fn uninitialised_registers() {
    let main = "%r: i32 = uninit";
    finds(main, &[0, 1], &[]);
    let zero = Options { unwritten_is_zero: true, ..Options::default() };
    finds_with("", main, &[0], &[1], &zero);
}

/// Questions about the machine have any answer.
#[test]
fn sizes_of_objects_and_the_stack_are_anything() {
    finds(
        "%p: ptr = alloca 8 align 8
        %s: i64 = objectsize max %p
        %r: i32 = trunc i64 %s",
        &[8, 0],
        &[],
    );
    finds(
        "%s: ptr = stacksave
        %n: i64 = ptrtoint ptr %s
        %r: i32 = trunc i64 %n
        stackrestore %s",
        &[8, 0],
        &[],
    );
}

/// Table II, constants and null: no object. An access through one cannot succeed.
#[test]
fn table_two_constants_are_no_place() {
    finds("%r: i32 = load null align 4", &[], &[0, 1]);
    let main = "%p: ptr = inttoptr i64 4096
        %r: i32 = load %p align 4";
    finds(main, &[], &[0, 1]);
}

/// Table II, a variable, an array, the address of a pointer: each is its own object at offset 0.
#[test]
fn table_two_variables_are_objects() {
    let others = "global @v size 4 align 4 = zero
        global @p size 8 align 8 = zero
        global @a size 8 align 4 = zero";
    let main = "store i32 1 to @v align 4
        store i32 2 to @a align 4
        store ptr @v to @p align 8
        %r: i32 = load @v align 4";
    finds_in(others, main, &[1], &[0, 2]);
    let address = "store i32 9 to @p align 4
        %x: i64 = load @p align 8
        %r: i32 = trunc i64 %x";
    finds_in(others, address, &[9], &[0]);
}

/// Table II, `*p` and `**p`: what the pointer points to.
#[test]
fn table_two_dereferences() {
    let others = "global @x size 4 align 4 = zero
        global @p size 8 align 8 = zero
        global @pp size 8 align 8 = zero";
    let once = "store ptr @x to @p align 8
        store i32 6 to @x align 4
        %q: ptr = load @p align 8
        %r: i32 = load %q align 4";
    finds_in(others, once, &[6], &[0]);
    let twice = "store ptr @x to @p align 8
        store ptr @p to @pp align 8
        store i32 6 to @x align 4
        %q: ptr = load @pp align 8
        %s: ptr = load %q align 8
        %r: i32 = load %s align 4";
    finds_in(others, twice, &[6], &[0]);
}

/// Table II, `a[e]` and `p[e]`: the size of an element times the index.
#[test]
fn table_two_elements() {
    let others = "global @a size 16 align 4 = zero
        global @p size 8 align 8 = zero";
    let array = "%i: i32 = call @input()
        %j: i32 = and %i, 3
        %k: i64 = zext i32 %j
        %e: ptr = ptradd @a, 0, %k * 4
        store i32 5 to %e align 4
        %f: ptr = ptradd @a, 8
        %v: i32 = load %f align 4
        %s: i32 = shl %j, 4
        %r: i32 = or %v, %s";
    finds_in(others, array, &[0x00, 0x10, 0x25, 0x30], &[0x05, 0x15, 0x20, 0x35]);
    let through = array.replace("ptradd @a, 0", "ptradd %q, 0");
    let through = format!("store ptr @a to @p align 8\n%q: ptr = load @p align 8\n{through}");
    finds_in(others, &through, &[0x00, 0x25], &[0x05, 0x20]);
}

/// Table II, `p->f`: the offset of the field beside what the pointer points to.
#[test]
fn table_two_fields() {
    let others = "global @s size 8 align 4 = zero
        global @p size 8 align 8 = zero";
    let main = "store ptr @s to @p align 8
        %q: ptr = load @p align 8
        %f: ptr = ptradd %q, 4
        store i32 5 to %f align 4
        store i32 6 to @s align 4
        %g: ptr = ptradd @s, 4
        %r: i32 = load %g align 4";
    finds_in(others, main, &[5], &[6, 0]);
}
