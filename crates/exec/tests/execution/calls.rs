//! Calls that do not fit their callee: what can be given a meaning has it, nothing is taken for
//! something else, and nothing panics.

use crate::support::{End, run_text};
use dunlin_results::ErrorKind;

fn end(body: &str) -> End {
    let text = format!(
        "module \"calls\" target 64 \"x86_64\"
        declare @f0 \"free\"(%0: ptr)
        declare @f1 \"realloc\"(%0: ptr, %1: i64) -> (ptr)
        declare @f2 \"__dunlin_assert_fail\"(%0: ptr, %1: ptr, %2: i32, %3: ptr)
        declare @f3 \"__dunlin_unsupported\"(%0: ptr)
        declare @f4 \"memcpy\"(%0: ptr, %1: ptr, %2: i64) -> (ptr)
        declare @f5 \"printf\"(%0: ptr, ...) -> (i32)
        declare @f6 \"unheard_of\"()
        define @f7 \"wide\"(%0: i128, %1: i8) -> (i128, i8) {{
        b0:
          return %0, %1
        }}
        define @f8 \"long\"() -> (i64) {{ b0: return 0x100000001 }}
        define @f9 \"add\"(%0: i32, %1: i32) -> (i32) {{ b0: %2: i32 = add %0, %1 return %2 }}
        define @f10 \"endless\"() {{ b0: call @f10() return }}
        define @f11 \"main\"() -> (i32) {{ {body} }}"
    );
    run_text(&text).end
}

fn is_unsupported(body: &str) {
    let end = end(body);
    assert!(matches!(end, End::Unsupported(_)), "{end:?} from {body}");
}

#[test]
fn builtins_with_too_few_arguments_are_not_supported() {
    for callee in ["@f0", "@f1", "@f2", "@f3", "@f4", "@f5"] {
        is_unsupported(&format!("b0: call indirect {callee}() return 0"));
    }
}

#[test]
fn a_function_without_a_model_is_not_supported() {
    is_unsupported("b0: call @f6() return 0");
    is_unsupported("b0: call indirect @f6() return 0");
}

#[test]
fn arguments_may_be_too_many_or_too_few_or_of_another_size() {
    for (call, status) in [
        ("@f9(i32 3, i32 4, i64 5)", 7),
        // What nobody has set is zero in the model of a path that never looks at it.
        ("@f9(i32 3)", 3),
        ("@f9(i32 3, i64 0x100000004)", 7),
        ("@f9(i32 3, i64 0, i32 4) passing (int, float, int) -> (int)", 7),
        ("@f9(i8 -3, i32 4) passing (sext, int) -> (int)", 1),
        ("@f9(i8 -3, i32 -100) passing (zext, int) -> (int)", 153),
    ] {
        let body = format!("b0: %0: i32 = call indirect {call} return %0");
        assert_eq!(end(&body), End::Finished(status), "{call}");
    }
    is_unsupported("b0: %0: i32 = call indirect @f9(i32 3, i128 4) return %0");
    is_unsupported(
        "b0: %0: i32 = call indirect @f9(i32 3, i32 4) passing (other, int) -> (int) return %0",
    );
}

#[test]
fn results_may_be_ignored_missing_or_elsewhere() {
    assert_eq!(end("b0: call indirect @f9(i32 3, i32 4) return 1"), End::Finished(1));
    let several = "b0: %0: i32, %1: i32 = call indirect @f9(i32 3, i32 4) return %0";
    assert_eq!(end(several), End::Finished(7));
    let elsewhere = "b0: %0: i32 = call indirect @f9(i32 3, i32 4) passing (int, int) -> (float)
        return %0";
    assert_eq!(end(elsewhere), End::Finished(0));
    is_unsupported("b0: %0: i128 = call indirect @f9(i32 3, i32 4) return 0");
    let three = "%0: i32, %1: i32, %2: i32 = call indirect @f9(i32 3, i32 4)";
    is_unsupported(&format!("b0: {three} return 0"));
}

/// A result is cut to what the caller expects of it, as in a register of the machine, or refused.
#[test]
fn a_result_of_another_size_never_exceeds_its_register() {
    let body = "b0:
        %0: i32 = call indirect @f8()
        %1: i1 = cmp eq i32 %0, 1
        branch %1, b1(i32 1), b1(i32 0)
        b1(%2: i32): return %2";
    let end = end(body);
    assert!(matches!(end, End::Finished(1) | End::Unsupported(_)), "{end:?}");
}

#[test]
fn wide_values_are_passed_and_returned_whole() {
    let body = "b0:
        %0: i128, %1: i8 = call @f7(i128 0x50000000000000000000000000000003, i8 4)
        %2: i128 = lshr %0, 124
        %3: i32 = trunc i128 %2
        %4: i32 = zext i8 %1
        %5: i32 = mul %3, 10
        %6: i32 = add %5, %4
        return %6";
    assert_eq!(end(body), End::Finished(54));
}

#[test]
fn recursion_without_an_end_is_a_stack_overflow() {
    assert_eq!(end("b0: call @f10() return 0"), End::Error(ErrorKind::StackOverflow));
}

#[test]
fn sizes_beyond_all_memory_are_errors_of_the_program() {
    let overflow = End::Error(ErrorKind::StackOverflow);
    assert_eq!(end("b0: %0: ptr = alloca -1 align 16 return 0"), overflow);
    assert_eq!(end("b0: %0: ptr = alloca 0x7fffffffffffffff align 16 return 0"), overflow);
    let copy = "b0: %0: ptr = alloca 8 align 8 %1: ptr = ptradd %0, 4";
    let read = End::Error(ErrorKind::OutOfBoundsRead);
    for len in ["-1", "-4", "5", "0x8000000000000000"] {
        assert_eq!(end(&format!("{copy} memmove %0, %1, {len} return 0")), read);
        let fill = end(&format!("{copy} memset %1, 0, {len} return 0"));
        assert_eq!(fill, End::Error(ErrorKind::OutOfBoundsWrite));
    }
    assert_eq!(
        end(&format!("{copy} memmove %1, %0, 4 memset %0, 0, 8 return 2")),
        End::Finished(2)
    );
    assert_eq!(end("b0: memmove null, null, 0 memset null, 0, 0 return 2"), End::Finished(2));
}

#[test]
fn a_stack_is_restored_only_to_what_was_saved_here() {
    let saved = "b0: %0: ptr = alloca 8 align 8 %1: ptr = stacksave %2: ptr = alloca 8 align 8";
    let restored =
        |load: &str| format!("{saved} stackrestore %1 %3: i8 = load {load} align 1 return 2");
    assert_eq!(end(&restored("%0")), End::Finished(2));
    assert_eq!(end(&restored("%2")), End::Error(ErrorKind::UseAfterFree));
    is_unsupported(&format!("{saved} %3: ptr = ptradd %1, 99 stackrestore %3 return 0"));
    is_unsupported(&format!("{saved} stackrestore %2 return 0"));
    // A token from a time when there were more objects.
    is_unsupported(
        "b0: %0: ptr = stacksave %1: ptr = alloca 8 align 8 %2: ptr = stacksave
        stackrestore %0 stackrestore %2 return 0",
    );
}
