//! Instructions that disappear into others must be there when somebody else needs them.

use crate::support::{End, run_text};

fn status(body: &str) -> End {
    let text = format!(
        "module \"fusion\" target 64 \"x86_64\" define @f0 \"main\"() -> (i32) {{ {body} }}"
    );
    run_text(&text).end
}

#[test]
fn an_extension_that_unreachable_code_uses_as_an_index() {
    let body = "
        b0:
          %0: ptr = alloca 64 align 8
          %1: i32 = load %0 align 4
          %2: i32 = add %1, 5
          %3: i64 = sext i32 %2
          %4: i64 = add %3, 1
          %5: i32 = trunc i64 %4
          return %5
        b1:
          %6: ptr = ptradd %0, 0, %3 * 4
          store i32 0 to %6 align 4
          return 0";
    assert_eq!(status(body), End::Finished(6));
}

#[test]
fn a_comparison_that_is_branched_on_and_stored() {
    let body = "
        b0:
          %0: ptr = alloca 8 align 8
          store i32 0 to %0 align 4
          %1: i32 = load %0 align 4
          %2: i1 = cmp eq i32 %1, 0
          branch %2, b1(%2), b1(0x0)
        b1(%3: i1):
          %4: i32 = zext i1 %3
          return %4";
    assert_eq!(status(&body.replace("b1(0x0)", "b1(i1 0)")), End::Finished(1));
}

#[test]
fn an_address_that_is_used_and_passed_on() {
    let body = "
        b0:
          %0: ptr = alloca 32 align 8
          %1: ptr = ptradd %0, 8
          store i32 9 to %1 align 4
          jump b1(%1)
        b1(%2: ptr):
          %3: i32 = load %2 align 4
          %4: ptr = ptradd %0, 8
          store ptr %1 to %0 align 8
          %5: ptr = load %0 align 8
          %6: i32 = load %5 align 4
          %7: i32 = add %3, %6
          return %7";
    assert_eq!(status(body), End::Finished(18));
}

#[test]
fn an_index_is_what_it_was_when_the_address_was_computed() {
    // The load comes in a later block than the index, whose source the loop changes.
    let body = "
        b0:
          %0: ptr = alloca 64 align 8
          store i32 5 to %0 align 4
          %1: ptr = ptradd %0, 4
          store i32 6 to %1 align 4
          jump b1(i32 0, i32 0)
        b1(%2: i32, %3: i32):
          %4: i64 = sext i32 %2
          %5: ptr = ptradd %0, 0, %4 * 4
          %6: i32 = add %2, 1
          %7: i1 = cmp eq i32 %6, 2
          branch %7, b3, b2
        b2:
          %8: i32 = load %5 align 4
          jump b1(%6, %8)
        b3:
          %9: i32 = mul %3, 10
          %10: i32 = add %9, %2
          return %10";
    assert_eq!(status(body), End::Finished(51));
}
