//! Pointers as numbers: what stays an object and an offset, and what comes back from an address.

use crate::support::{End, run_text};
use dunlin_results::ErrorKind;

/// The end of a `main` with this body. `WORD` stands for the integer type of pointer size.
fn end(pointer_bits: u32, body: &str) -> End {
    let body = body.replace("WORD", &format!("i{pointer_bits}"));
    let text = format!(
        "module \"pointers\" target {pointer_bits} \"x86\"
        global @g0 \"g\" size 16 align 16 = zero
        declare @f0 \"malloc\"(%0: i{pointer_bits}) -> (ptr)
        declare @f1 \"free\"(%0: ptr)
        define @f2 \"other\"() -> (i32) {{ b0: return 33 }}
        define @f3 \"main\"() -> (i32) {{ {body} }}"
    );
    run_text(&text).end
}

fn check(expected: i32, body: &str) {
    for bits in [32, 64] {
        assert_eq!(end(bits, body), End::Finished(expected), "{bits} bits: {body}");
    }
}

fn check_error(expected: ErrorKind, body: &str) {
    for bits in [32, 64] {
        assert_eq!(end(bits, body), End::Error(expected), "{bits} bits: {body}");
    }
}

/// Two objects, %0 and %1, of 64 bytes with a number in each fourth byte of the first one.
const OBJECTS: &str = "b0:
    %0: ptr = alloca 64 align 16
    %1: ptr = alloca 64 align 16
    %2: ptr = ptradd %0, 20
    store i32 77 to %2 align 4
    %3: WORD = ptrtoint ptr %2 ";

#[test]
fn tags_in_low_bits_come_off_again() {
    for (set, clear) in [("or", "and %4, -4"), ("xor", "xor %4, 3"), ("add", "sub %4, 3")] {
        check(
            77,
            &format!(
                "{OBJECTS} %4: WORD = {set} %3, 3
                %5: WORD = {clear}
                %6: ptr = inttoptr WORD %5
                %7: i32 = load %6 align 4
                return %7"
            ),
        );
    }
    // The tag itself, for a pointer at offset 20 of an object aligned to 16.
    check(
        7,
        &format!(
            "{OBJECTS} %4: WORD = or %3, 3
            %5: WORD = and %4, 7
            store WORD %5 to %0 align 4
            %6: i32 = load %0 align 4
            return %6"
        ),
    );
}

/// In a 32-bit program, an integer of 64 bits may hold a pointer; its upper half is zero.
#[test]
fn a_zero_extended_pointer_is_a_number_of_32_bits() {
    let body = |compute: &str| {
        format!(
            "{OBJECTS} %4: ptr = ptradd %0, -4
            %5: i32 = ptrtoint ptr %4
            %6: i64 = zext i32 %5
            %7: i32 = ptrtoint ptr %0
            %8: i64 = zext i32 %7
            {compute}
            branch %10, b1(i32 1), b1(i32 0)
            b1(%11: i32): return %11"
        )
    };
    for compute in [
        "%9: i64 = sub %6, %8 %10: i1 = cmp eq i64 %9, -4",
        "%9: i64 = lshr %6, 32 %10: i1 = cmp eq i64 %9, 0",
        "%9: i64 = add %6, 4 %10: i1 = cmp eq i64 %9, %8",
        "%9: i64 = add %6, 0 %10: i1 = cmp ult i64 %6, %8",
        "%9: i64 = add %6, 0 %10: i1 = cmp slt i64 %6, %8",
        "store i64 %6 to %0 align 8 %9: i64 = load %0 align 8 %10: i1 = cmp ult i64 %9, %8",
    ] {
        assert_eq!(end(32, &body(compute)), End::Finished(1), "{compute}");
    }
}

#[test]
fn alignment_rounds_within_the_object() {
    // Down to 16 from 20, up to 32 from 20.
    check(
        48,
        &format!(
            "{OBJECTS} %4: WORD = and %3, -16
            %5: WORD = add %3, 15
            %6: WORD = and %5, -16
            %7: WORD = ptrtoint ptr %0
            %8: WORD = sub %4, %7
            %9: WORD = sub %6, %7
            %10: WORD = add %8, %9
            %11: ptr = inttoptr WORD %6
            store WORD %10 to %11 align 4
            %12: i32 = load %11 align 4
            return %12"
        ),
    );
}

#[test]
fn numbers_beyond_recognition_still_point() {
    // Negated twice; exclusive or of two pointers; through the high half.
    check(
        77,
        &format!(
            "{OBJECTS} %4: WORD = sub 0, %3
            %5: WORD = sub 0, %4
            %6: ptr = inttoptr WORD %5
            %7: i32 = load %6 align 4
            return %7"
        ),
    );
    check(
        77,
        &format!(
            "{OBJECTS} %4: WORD = ptrtoint ptr %1
            %5: WORD = xor %3, %4
            %6: WORD = xor %5, %4
            %7: ptr = inttoptr WORD %6
            %8: i32 = load %7 align 4
            return %8"
        ),
    );
    check(
        77,
        &format!(
            "{OBJECTS} %4: WORD = lshr %3, 1
            %5: WORD = shl %4, 1
            %6: ptr = inttoptr WORD %5
            %7: i32 = load %6 align 4
            return %7"
        ),
    );
}

#[test]
fn an_access_beyond_the_own_object_is_an_error_wherever_it_lands() {
    // From the first object to the second by their exact distance.
    check_error(
        ErrorKind::OutOfBoundsRead,
        &format!(
            "{OBJECTS} %4: WORD = ptrtoint ptr %1
            %5: WORD = ptrtoint ptr %0
            %6: WORD = sub %4, %5
            %7: ptr = ptradd %0, 0, %6 * 1
            %8: i32 = load %7 align 4
            return %8"
        ),
    );
    check_error(
        ErrorKind::OutOfBoundsWrite,
        &format!("{OBJECTS} %4: ptr = ptradd %0, 61 store i32 0 to %4 align 1 return 0"),
    );
    check_error(
        ErrorKind::OutOfBoundsRead,
        &format!("{OBJECTS} %4: ptr = ptradd %0, -1 %5: i32 = load %4 align 1 return %5"),
    );
}

#[test]
fn differences_and_order_are_those_of_addresses() {
    let order = |a: &str, b: &str, op: &str| {
        format!(
            "{OBJECTS} %4: ptr = ptradd %0, -8
            %5: ptr = ptradd %0, 64
            %6: i1 = cmp {op} ptr {a}, {b}
            branch %6, b1(i32 1), b1(i32 0)
            b1(%7: i32): return %7"
        )
    };
    for (a, b, op, expected) in [
        ("%0", "%2", "ult", 1),
        ("%4", "%0", "ult", 1),
        ("%5", "%0", "ugt", 1),
        ("%4", "%5", "sge", 0),
        ("%4", "%4", "ule", 1),
        ("%0", "%1", "eq", 0),
        ("%0", "%1", "ne", 1),
        ("%0", "null", "eq", 0),
        ("null", "%5", "ne", 1),
        ("null", "null", "eq", 1),
        ("@g0", "%0", "eq", 0),
        ("@f2", "@f1", "eq", 0),
        ("@f2", "@f2", "eq", 1),
        ("@f2", "null", "ne", 1),
    ] {
        check(expected, &order(a, b, op));
    }
    // The order of two objects agrees with that of their addresses as numbers.
    check(
        1,
        &format!(
            "{OBJECTS} %4: WORD = ptrtoint ptr %0
            %5: WORD = ptrtoint ptr %1
            %6: i1 = cmp ult ptr %0, %1
            %7: WORD = sub %5, %4
            %8: i1 = cmp sgt WORD %7, 0
            %9: i1 = xor %6, %8
            branch %9, b1(i32 0), b1(i32 1)
            b1(%10: i32): return %10"
        ),
    );
}

/// A pointer copied byte by byte, with each byte looked at on the way.
#[test]
fn a_pointer_survives_a_copy_of_its_bytes() {
    check(
        77,
        "b0:
          %0: ptr = alloca 64 align 16
          %1: ptr = ptradd %0, 40
          store i32 77 to %1 align 4
          %2: ptr = alloca 32 align 16
          store ptr %1 to %2 align 8
          jump b1(WORD 0)
        b1(%3: WORD):
          %4: ptr = ptradd %2, 0, %3 * 1
          %5: i8 = load %4 align 1
          %6: i8 = add %5, 1
          %7: i8 = sub %6, 1
          %8: ptr = ptradd %2, 17, %3 * 1
          store i8 %7 to %8 align 1
          %9: WORD = add %3, 1
          %10: i1 = cmp eq WORD %9, 8
          branch %10, b2, b1(%9)
        b2:
          %11: ptr = ptradd %2, 17
          %12: ptr = load %11 align 1
          %13: i32 = load %12 align 4
          return %13",
    );
}

#[test]
fn a_dangling_pointer_is_found_however_it_was_copied() {
    let freed = |access: &str| {
        format!(
            "b0:
              %0: ptr = call @f0(WORD 32)
              %1: ptr = alloca 16 align 16
              store ptr %0 to %1 align 8
              %2: WORD = ptrtoint ptr %0
              %3: WORD = mul %2, 1
              call @f1(%0)
              {access}"
        )
    };
    for access in [
        "%4: ptr = load %1 align 8 %5: i32 = load %4 align 4 return %5",
        "%4: WORD = and %2, -16 %5: ptr = inttoptr WORD %4 %6: i32 = load %5 align 4 return %6",
        // Its address became known before it died.
        "%4: ptr = inttoptr WORD %3 %5: i32 = load %4 align 4 return %5",
        "%4: ptr = inttoptr WORD %2 %5: ptr = ptradd %4, 31 store i8 1 to %5 align 1 return 0",
    ] {
        check_error(ErrorKind::UseAfterFree, &freed(access));
    }
    check_error(ErrorKind::DoubleFree, &freed("call @f1(%0) return 0"));
    check_error(
        ErrorKind::InvalidFree,
        "b0: %0: ptr = call @f0(WORD 32) %1: ptr = ptradd %0, 8 call @f1(%1) return 0",
    );
    check_error(ErrorKind::InvalidFree, "b0: call @f1(@g0) return 0");
    check_error(ErrorKind::InvalidFree, "b0: call @f1(@f2) return 0");
}

#[test]
fn function_pointers_survive_arithmetic() {
    check(
        33,
        "b0:
          %0: WORD = ptrtoint ptr @f2
          %1: WORD = add %0, 5
          %2: WORD = sub %1, 5
          %3: WORD = mul %2, 1
          %4: ptr = inttoptr WORD %3
          %5: i32 = call indirect %4()
          return %5",
    );
    check_error(
        ErrorKind::OutOfBoundsRead,
        "b0: %0: ptr = ptradd @f2, 4 %1: i32 = call indirect %0() return %1",
    );
    check_error(ErrorKind::NullDereference, "b0: %0: i32 = call indirect null() return %0");
    check_error(ErrorKind::OutOfBoundsRead, "b0: %0: i32 = load @f2 align 4 return %0");
}
