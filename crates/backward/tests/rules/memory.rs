//! What a read finds: of each kind of store, whole, in part, beside it, at places and of lengths that are not known; and
//! what memory holds in the beginning.

use crate::harness::{ask, finds, finds_in, finds_with, program};
use dunlin_backward::{Lost, Options};

/// A number between 0 and 3, as an offset.
const OFFSET: &str = "%any: i32 = call @input()
    %low: i32 = and %any, 3
    %offset: i64 = zext i32 %low";

#[test]
fn a_value_is_found_whole() {
    let main = "%x: ptr = alloca 8 align 4
        store i32 1 to %x align 4
        store i32 2 to %x align 4
        %y: ptr = ptradd %x, 4
        store i32 3 to %y align 4
        %r: i32 = load %x align 4";
    finds(main, &[2], &[1, 3]);
}

#[test]
fn a_value_is_found_in_part() {
    let main = "%x: ptr = alloca 8 align 4
        store i64 0x0807060504030201 to %x align 8
        %y: ptr = ptradd %x, 3
        %r: i32 = load %y align 1";
    finds(main, &[0x0706_0504], &[0x0403_0201, 0]);
}

/// A read is put together from what several stores wrote, and from what nobody wrote.
#[test]
fn a_read_of_several_stores() {
    let main = "%x: ptr = alloca 4 align 4
        store i32 0x0d0c0b0a to %x align 4
        store i8 1 to %x align 1
        %y: ptr = ptradd %x, 2
        store i16 0x0302 to %y align 1
        %r: i32 = load %x align 4";
    finds(main, &[0x0302_0b01], &[0x0d0c_0b0a, 0x0302_0101, 0x0302_0a01]);
    let unwritten = main.replace("store i32 0x0d0c0b0a to %x align 4", "");
    finds(&unwritten, &[0x0302_0001, 0x0302_ff01], &[0, 0x0302_0002]);
}

/// A store that ends before the read, or begins behind it, is none of its business.
#[test]
fn a_store_beside_the_read() {
    let main = "%x: ptr = alloca 16 align 4
        %y: ptr = ptradd %x, 4
        %z: ptr = ptradd %x, 8
        store i32 5 to %y align 4
        store i32 6 to %x align 4
        store i32 7 to %z align 4
        %r: i32 = load %y align 4";
    finds(main, &[5], &[6, 7]);
}

/// Values of odd widths: what a register does not have is zero in memory.
#[test]
fn bits_that_are_no_bytes() {
    let main = "%x: ptr = alloca 4 align 4
        %a: i32 = call @input()
        %b: i12 = trunc i32 %a
        store i32 -1 to %x align 4
        store i12 %b to %x align 2
        %c: i12 = load %x align 2
        %same: i1 = cmp eq i12 %b, %c
        %r: i32 = zext i1 %same";
    finds(main, &[1], &[0]);
    let wide = "%x: ptr = alloca 4 align 4
        %a: i32 = call @input()
        %b: i12 = trunc i32 %a
        store i32 0 to %x align 4
        store i12 %b to %x align 2
        %r: i32 = load %x align 4";
    finds(wide, &[0x0fff, 0], &[0x1000, -1]);
}

/// An element at an index that depends on input: all of it or nothing.
#[test]
fn an_element_at_an_unknown_index() {
    let main = format!(
        "%x: ptr = alloca 16 align 4
        memset %x, 0, 16
        {OFFSET}
        %e: ptr = ptradd %x, 0, %offset * 4
        store i32 5 to %e align 4
        %f: ptr = ptradd %x, 8
        %v: i32 = load %f align 4
        %s: i32 = shl %low, 4
        %r: i32 = or %v, %s"
    );
    finds(&main, &[0x00, 0x25, 0x30], &[0x05, 0x20, 0x35]);
}

/// A part of an element.
#[test]
fn a_part_of_an_element_at_an_unknown_index() {
    let main = format!(
        "%x: ptr = alloca 16 align 4
        memset %x, 0, 16
        {OFFSET}
        %e: ptr = ptradd %x, 0, %offset * 4
        store i32 0x00060005 to %e align 4
        %f: ptr = ptradd %x, 8
        %v: i16 = load %f align 2
        %r: i32 = zext i16 %v"
    );
    finds(&main, &[0, 5], &[6, 0x0006_0005]);
}

/// The same with elements that may overlap: byte by byte.
#[test]
fn bytes_at_an_unknown_offset() {
    let main = format!(
        "%x: ptr = alloca 16 align 4
        memset %x, 0, 16
        {OFFSET}
        %e: ptr = ptradd %x, 0, %offset * 1
        store i32 0x04030201 to %e align 1
        %f: ptr = ptradd %x, 2
        %r: i32 = load %f align 1"
    );
    let possible = [0x0000_0403, 0x0004_0302, 0x0403_0201, 0x0302_0100];
    finds(&main, &possible, &[0, 0x0201_0000, 0x0403_0200]);
}

#[test]
fn a_filled_place() {
    let main = "%x: ptr = alloca 8 align 4
        store i32 1 to %x align 4
        %y: ptr = ptradd %x, 2
        memset %y, 7, 4
        %r: i32 = load %x align 4";
    finds(main, &[0x0707_0001], &[1, 0x0707_0707]);
}

/// A length that depends on input: what lies behind it stays.
#[test]
fn a_place_filled_for_an_unknown_length() {
    let main = format!(
        "%x: ptr = alloca 8 align 4
        store i32 0x01010101 to %x align 4
        {OFFSET}
        memset %x, 2, %offset
        %r: i32 = load %x align 4"
    );
    let possible = [0x0101_0101, 0x0101_0102, 0x0102_0202];
    finds(&main, &possible, &[0x0202_0202, 0x0201_0101, 0]);
}

#[test]
fn a_copied_place() {
    let main = "%x: ptr = alloca 4 align 4
        %y: ptr = alloca 4 align 4
        store i32 5 to %y align 4
        memcpy %x, %y, 4
        store i32 6 to %y align 4
        %r: i32 = load %x align 4";
    finds(main, &[5], &[6]);
}

/// A copy takes what was there before any of it was written.
#[test]
fn a_copy_onto_itself() {
    let main = "%x: ptr = alloca 8 align 4
        store i32 0x04030201 to %x align 4
        %y: ptr = ptradd %x, 1
        memmove %y, %x, 4
        %r: i32 = load %y align 1";
    finds(main, &[0x0403_0201], &[0x0101_0101, 0x0302_0101]);
}

#[test]
fn a_copy_of_unknown_length() {
    let main = format!(
        "%x: ptr = alloca 4 align 4
        %y: ptr = alloca 4 align 4
        store i32 0x01010101 to %x align 4
        store i32 0x02020202 to %y align 4
        {OFFSET}
        memcpy %x, %y, %offset
        %r: i32 = load %x align 4"
    );
    finds(&main, &[0x0101_0101, 0x0102_0202], &[0x0202_0202, 0x0201_0101]);
}

/// An input is the same bytes wherever it is read, and only where it was put.
#[test]
fn input_in_memory() {
    let main = "%x: ptr = alloca 8 align 4
        store i64 0 to %x align 8
        call @make_symbolic(%x, i64 4, null)
        %a: i32 = load %x align 4
        %b: i8 = load %x align 1
        %c: i8 = trunc i32 %a
        %same: i1 = cmp eq i8 %b, %c
        %d: i32 = zext i1 %same
        %y: ptr = ptradd %x, 4
        %e: i32 = load %y align 4
        %r: i32 = add %d, %e";
    finds(main, &[1], &[0, 2]);
    let free = "%x: ptr = alloca 8 align 4
        store i64 0 to %x align 8
        call @nondet_memory(%x, i64 2)
        %r: i32 = load %x align 4";
    finds(free, &[0, 0xffff], &[0x10000, -1]);
}

/// What nobody knows, up to the end of the object, but not beyond, and not before.
#[test]
fn unknown_contents() {
    let others = "global @format size 3 align 1 constant = data \"%d\\0\"";
    let main = "%x: ptr = alloca 8 align 4
        %other: ptr = alloca 8 align 4
        store i32 1 to %x align 4
        store i32 2 to %other align 4
        %y: ptr = ptradd %x, 4
        %n: i32 = call @sprintf(%WHERE, @format) varargs 8 [0: i32 5]
        %a: i32 = load %x align 4
        %b: i32 = load %other align 4
        %r: i32 = add %a, %b";
    // Behind the place and at it, and not in another object.
    finds_in(others, &main.replace("%WHERE", "%x"), &[3, 4, 0], &[]);
    finds_in(others, &main.replace("%WHERE", "%other"), &[3, 4, 0], &[]);
    let apart = main.replace("%WHERE", "%x").replace("add %a, %b", "or %b, %b");
    finds_in(others, &apart, &[2], &[3, 0]);
}

/// A scope that begins: what was there before is gone.
#[test]
fn the_beginning_of_a_scope() {
    let main = "%x: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        lifetime_start %x
        %r: i32 = load %x align 4";
    finds(main, &[0, 1, 2], &[]);
    let other = "%x: ptr = alloca 4 align 4
        %y: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        lifetime_start %y
        %r: i32 = load %x align 4";
    finds(other, &[1], &[2]);
}

/// A store to a place of which nobody can tell yet whether it is the read's: the read waits, and passes it when it is
/// known to be elsewhere.
#[test]
fn a_read_waits_for_a_store() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero
        global @p size 8 align 8 = zero";
    let main = "store ptr @WHERE to @p align 8
        store i32 1 to @x align 4
        %q: ptr = load @p align 8
        store i32 2 to %q align 4
        %r: i32 = load @x align 4";
    finds_in(others, &main.replace("@WHERE", "@x"), &[2], &[1]);
    finds_in(others, &main.replace("@WHERE", "@y"), &[1], &[2]);
    // If it is still not known where the program begins, the read is anything.
    let never = "%i: i64 = call @input64()
        %q: ptr = inttoptr i64 %i
        store i32 1 to @x align 4
        store ptr @x to @p align 8
        store i32 2 to %q align 4
        %r: i32 = load @x align 4";
    finds_in(others, never, &[1, 2, 0], &[]);
}

/// Two abstract objects may be one, as long as nothing is known of either.
#[test]
fn abstract_objects_may_be_one() {
    let callee = "define @both(%p: ptr, %q: ptr) -> (i32) {
        only: store i32 1 to %p align 4
            store i32 2 to %q align 4
            %v: i32 = load %p align 4
            return %v
        }";
    let one = "%x: ptr = alloca 4 align 4
        %r: i32 = call @both(%x, %x)";
    finds_in(callee, one, &[2], &[1]);
    let two = "%x: ptr = alloca 4 align 4
        %y: ptr = alloca 4 align 4
        %r: i32 = call @both(%x, %y)";
    finds_in(callee, two, &[1], &[2]);
}

/// An abstract object is older than a local one that was met: a store through a parameter leaves the callee's own memory.
#[test]
fn an_abstract_object_is_older_than_a_local_one() {
    let callee = "define @own(%p: ptr, %h: ptr) -> (i32) {
        only: %v: ptr = call @malloc(i64 4)
            store ptr %v to %h align 8
            store i32 1 to %v align 4
            store i32 2 to %p align 4
            %got: i32 = load %v align 4
            return %got
        }";
    let main = "%x: ptr = alloca 4 align 4
        %h: ptr = alloca 8 align 8
        %r: i32 = call @own(%x, %h)";
    finds_in(callee, main, &[1], &[2]);
    // A pointer that is read again from where the new one was stored is no older.
    let again = callee.replace(
        "store i32 2 to %p align 4",
        "%w: ptr = load %h align 8
        store i32 2 to %w align 4",
    );
    finds_in(&again, main, &[2], &[1]);
}

/// No unknown pointer leads to a variable whose address goes nowhere; to others it may.
#[test]
fn private_variables() {
    let others = "global @own size 4 align 4 = zero
        global @shown size 4 align 4 = zero
        global @p size 8 align 8 = zero
        define @callee(%q: ptr, %n: i32) -> (i32) {
        only: store i32 1 to @own align 4
            store i32 2 to %q align 4
            %v: i32 = load @own align 4
            return %v
        }";
    let recursive = "%s: ptr = alloca 4 align 4
        %i: i64 = call @input64()
        %q: ptr = inttoptr i64 %i
        %r: i32 = call @callee(%q, i32 0)";
    // The pointer is never known: only that the address of @own is nowhere tells it apart.
    finds_in(others, recursive, &[1], &[]);
    let shown = format!("store ptr @shown to @p align 8\n{recursive}");
    let of_shown = others.replace("store i32 1 to @own", "store i32 1 to @shown");
    let of_shown = of_shown.replace("load @own", "load @shown");
    finds_in(&of_shown, &shown, &[1, 2], &[]);
}

/// Initial contents, also at an index that depends on input.
#[test]
fn initial_contents() {
    let others = "global @zero size 4 align 4 = zero
        global @data size 8 align 4 = data \"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\"
        global @table size 16 align 8 constant = data zeros 16 relocs [8: @data + 4]";
    finds_in(others, "%r: i32 = load @zero align 4", &[0], &[1]);
    let second = "%p: ptr = ptradd @data, 4
        %r: i32 = load %p align 4";
    finds_in(others, second, &[0x0807_0605], &[0x0403_0201]);
    let indexed = format!(
        "{OFFSET}
        %p: ptr = ptradd @data, 0, %offset * 1
        %b: i8 = load %p align 1
        %r: i32 = zext i8 %b"
    );
    finds_in(others, &indexed, &[1, 2, 3, 4], &[0, 5]);
    let address = "%p: ptr = ptradd @table, 8
        %q: ptr = load %p align 8
        %r: i32 = load %q align 4";
    finds_in(others, address, &[0x0807_0605], &[0x0403_0201]);
    // The address that a variable holds leads on, too.
    let others = &others.replace("constant", "");
    finds_in(others, address, &[0x0807_0605], &[0x0403_0201]);
    // Bytes of an address are anything.
    let part = "%p: ptr = ptradd @table, 9
        %b: i8 = load %p align 1
        %r: i32 = zext i8 %b";
    finds_in(others, part, &[0, 1, 255], &[256]);
    // So is an address at an index that is not known.
    let chosen = format!(
        "{OFFSET}
        %p: ptr = ptradd @table, 0, %offset * 4
        %b: i32 = load %p align 4
        %r: i32 = and %b, 1"
    );
    finds_in(others, &chosen, &[0, 1], &[2]);
}

/// What a constant holds is known wherever the path is; what a variable holds, where the program begins.
#[test]
fn constants_keep_what_they_hold() {
    let others = "global @limit size 4 align 4 CONST = data \"\\x05\\0\\0\\0\"
        define @unknown_pointer(%p: ptr) -> (i32) {
        only: store i32 9 to %p align 4
            %v: i32 = load @limit align 4
            return %v
        }";
    let main = "%x: ptr = alloca 4 align 4
        %r: i32 = call @unknown_pointer(%x)";
    finds_in(&others.replace("CONST", "constant"), main, &[5], &[9, 0]);
    finds_in(&others.replace("CONST", ""), main, &[5], &[9, 0]);
}

/// The engine fills in the environment; a variable that is defined elsewhere holds anything.
#[test]
fn contents_that_nobody_knows() {
    let environ = "global @environ size 8 align 8 = zero";
    let main = "%p: i64 = load @environ align 8
        %r: i32 = trunc i64 %p";
    finds_in(environ, main, &[0, 1], &[]);
    let elsewhere = "global @elsewhere size 4 align 4 = external";
    let main = "%v: i32 = load @elsewhere align 4
        %r: i32 = and %v, 1";
    for value in [0, 1] {
        ask(&program(elsewhere, main, value)).loses(|lost| matches!(lost, Lost::NoDefinition(_)));
    }
}

#[test]
fn unwritten_memory() {
    let local = "%x: ptr = alloca 4 align 4
        %r: i32 = load %x align 4";
    let heap = "%x: ptr = call @malloc(i64 4)
        %r: i32 = load %x align 4";
    let sized = "%n: i64 = add 2, 2
        %x: ptr = alloca %n align 4
        %r: i32 = load %x align 4";
    let zero = Options { unwritten_is_zero: true, ..Options::default() };
    for main in [local, heap, sized] {
        finds(main, &[0, 1], &[]);
        finds_with("", main, &[0], &[1], &zero);
    }
}

/// Both schemes of the forward pass find the same.
#[test]
fn periodic_forward_passes() {
    use dunlin_backward::ResolveWhen;
    let main = "%x: ptr = alloca 8 align 8
        %v: ptr = call @malloc(i64 4)
        store i32 1 to %v align 4
        store ptr %v to %x align 8
        %w: ptr = load %x align 8
        store i32 2 to %w align 4
        %r: i32 = load %v align 4";
    for period in [1, 2, 3, 50] {
        let resolve_when = ResolveWhen::Periodic(period);
        finds_with("", main, &[2], &[1], &Options { resolve_when, ..Options::default() });
    }
}
