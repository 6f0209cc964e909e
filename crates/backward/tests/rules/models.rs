//! Library functions: what each leaves in memory and in its result, and what must hold for it to come back.

use crate::harness::{ask, finds, finds_in, finds_with, program};
use dunlin_backward::{Death, Lost, Options};

/// Whether a pointer is null.
fn is_null(pointer: &str) -> String {
    format!("{pointer}\n%null: i1 = cmp eq ptr %p, null\n%r: i32 = zext i1 %null")
}

#[test]
fn malloc_fails_only_if_it_may() {
    let fails = Options { malloc_may_fail: true, ..Options::default() };
    let small = is_null("%p: ptr = call @malloc(i64 4)");
    finds(&small, &[0], &[1]);
    finds_with("", &small, &[0, 1], &[], &fails);
    // What is too much for the machine is refused.
    let large = is_null("%p: ptr = call @malloc(i64 0x7fffffffffffffff)");
    finds(&large, &[0, 1], &[]);
    let of_input = is_null("%n: i64 = call @input64()\n%p: ptr = call @malloc(%n)");
    finds(&of_input, &[0, 1], &[]);
    let aligned = is_null("%p: ptr = call @aligned_alloc(i64 16, i64 16)");
    finds(&aligned, &[0, 1], &[]);
}

#[test]
fn aligned_alloc_makes_an_object() {
    let main = "%a: ptr = call @aligned_alloc(i64 16, i64 4)
        store i32 1 to %a align 4
        %b: ptr = call @aligned_alloc(i64 16, i64 4)
        store i32 2 to %b align 4
        %r: i32 = load %a align 4";
    finds(main, &[1], &[2]);
    // The second argument is its size.
    let past = "%a: ptr = call @aligned_alloc(i64 16, i64 4)
        %b: ptr = ptradd %a, 4
        %r: i32 = load %b align 4";
    finds(past, &[], &[0, 1]);
}

#[test]
fn calloc_makes_zeros() {
    let main = "%a: ptr = call @calloc(i64 2, i64 4)
        store i32 1 to %a align 4
        %b: ptr = ptradd %a, 4
        %r: i32 = load %b align 4";
    finds(main, &[0], &[1]);
    let past = "%a: ptr = call @calloc(i64 2, i64 4)
        %b: ptr = ptradd %a, 8
        %r: i32 = load %b align 4";
    finds(past, &[], &[0, 1]);
    // A product that does not fit is refused.
    let wraps = is_null("%p: ptr = call @calloc(i64 0x8000000000000001, i64 2)");
    finds(&wraps, &[0, 1], &[]);
    let large = is_null("%p: ptr = call @calloc(i64 0x7fffffffffffffff, i64 1)");
    finds(&large, &[0, 1], &[]);
    let small = is_null("%p: ptr = call @calloc(i64 2, i64 4)");
    finds(&small, &[0], &[1]);
    let of_input = is_null("%n: i64 = call @input64()\n%p: ptr = call @calloc(%n, i64 2)");
    finds(&of_input, &[0, 1], &[]);
}

#[test]
fn realloc_keeps_what_was_there() {
    let main = "%a: ptr = call @malloc(i64 4)
        store i32 1 to %a align 4
        %b: ptr = call @realloc(%a, i64 8)
        %c: ptr = ptradd %b, OFFSET
        %r: i32 = load %c align 4";
    finds(&main.replace("OFFSET", "0"), &[1], &[2]);
    finds(&main.replace("OFFSET", "4"), &[0, 1, 2], &[]);
    finds(&main.replace("OFFSET", "8"), &[], &[0, 1]);
    let zeros = main.replace("@malloc(i64 4)", "@calloc(i64 1, i64 4)");
    finds(&zeros.replace("OFFSET", "4"), &[0, 1, 2], &[]);
    // It may be refused for size zero, and lie at the same place.
    let none = is_null("%a: ptr = call @malloc(i64 4)\n%p: ptr = call @realloc(%a, i64 0)");
    finds(&none, &[0, 1], &[]);
    let some = is_null("%a: ptr = call @malloc(i64 4)\n%p: ptr = call @realloc(%a, i64 8)");
    finds(&some, &[0], &[1]);
    let large = is_null("%p: ptr = call @realloc(null, i64 0x7fffffffffffffff)");
    finds(&large, &[0, 1], &[]);
    let same = "%a: ptr = call @malloc(i64 4)
        %b: ptr = call @realloc(%a, i64 8)
        %same: i1 = cmp eq ptr %a, %b
        %r: i32 = zext i1 %same";
    finds(same, &[0, 1], &[]);
    let made = "%b: ptr = call @realloc(null, i64 4)
        store i32 3 to %b align 4
        %r: i32 = load %b align 4";
    finds(made, &[3], &[0]);
}

#[test]
fn memory_functions() {
    let main = "%x: ptr = alloca 4 align 4
        %y: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        store i32 2 to %y align 4
        %d: ptr = call @COPY(%x, %y, i64 4)
        store i32 3 to %y align 4
        %r: i32 = load %d align 4";
    for copy in ["memcpy", "memmove"] {
        finds(&main.replace("COPY", copy), &[2], &[1, 3]);
    }
    let fill = "%x: ptr = alloca 4 align 4
        %d: ptr = call @memset(%x, i32 0x0107, i64 2)
        %v: i16 = load %d align 2
        %r: i32 = zext i16 %v";
    finds(fill, &[0x0707], &[0x0107, 0]);
    let past = "%x: ptr = alloca 4 align 4
        %d: ptr = call @memset(%x, i32 0, i64 5)
        %r: i32 = call @input()";
    finds(past, &[], &[0, 1]);
}

#[test]
fn numbers_that_are_inputs() {
    finds("%r: i32 = call @input()", &[0, -1, 77], &[]);
    finds("%r: i32 = call @klee_int(null)", &[0, -1, 77], &[]);
    let small = "%b: i8 = call @input_bool()
        %r: i32 = zext i8 %b";
    finds(small, &[0, 1], &[2, 255]);
    finds("%r: i32 = call @range(i32 -2, i32 5, null)", &[-2, 4], &[-3, 5]);
    let wide = "%w: i64 = call @input64()
        %h: i64 = lshr %w, 32
        %r: i32 = trunc i64 %h";
    finds(wide, &[1], &[]);
    let said = ask(&program("", "%r: i32 = call @input()", 77)).arrives();
    assert_eq!(said.guesses, [(Some(0), 77)]);
}

/// Each call is an input of its own.
#[test]
fn two_inputs_are_two() {
    let main = "%a: i32 = call @input()
        %b: i32 = call @input()
        %r: i32 = sub %a, %b";
    finds(main, &[0, 1], &[]);
    let said = ask(&program("", main, 1)).arrives();
    assert_eq!(said.guesses.len(), 2, "{:?}", said.guesses);
}

#[test]
fn an_assumption_is_a_condition() {
    let main = "%r: i32 = call @input()
        %c: i1 = cmp sgt i32 %r, 5
        %d: i32 = zext i1 %c
        call @suppose(%d)";
    finds(main, &[6], &[5]);
}

/// Calls of which only the result is not known.
#[test]
fn results_that_are_anything() {
    for call in [
        "%r: i32 = call @is_symbolic(i64 0)",
        "%r: i32 = call @warning(null)",
        "%w: i64 = call @write(i32 1, null, i64 0)\n%r: i32 = trunc i64 %w",
        "%w: i64 = call @sin(i64 0)\n%r: i32 = trunc i64 %w",
        "%w: i64 = call @choose(i64 2)\n%r: i32 = trunc i64 %w",
    ] {
        finds(call, &[0, 1, 5], &[]);
    }
    // Memory stays as it was.
    let main = "%x: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        %w: i64 = call @write(i32 1, %x, i64 4)
        %n: i32 = call @is_symbolic(i64 0)
        %r: i32 = load %x align 4";
    finds(main, &[1], &[2]);
}

/// Output writes nothing to memory, unless its format may have %n.
#[test]
fn output() {
    let others = "global @plain size 3 align 1 constant = data \"hi\\0\"
        global @number size 3 align 1 constant = data \"%d\\0\"
        global @long size 5 align 1 constant = data \"%lln\\0\"
        global @count size 3 align 1 constant = data \"%n\\0\"
        global @behind size 5 align 1 constant = data \"x\\0%n\\0\"
        global @changed size 3 align 1 = data \"%d\\0\"";
    let main = |format: &str, list: &str| {
        format!(
            "%x: ptr = alloca 4 align 4
            store i32 1 to %x align 4
            %n: i32 = call @printf({format}) {list}
            %r: i32 = load %x align 4"
        )
    };
    let pointer = "varargs 8 [0: ptr %x]";
    let number = "varargs 8 [0: i32 5]";
    for (format, list) in
        [("@plain", ""), ("@number", number), ("@number", pointer), ("@behind", pointer)]
    {
        finds_in(others, &main(format, list), &[1], &[2]);
    }
    for format in ["@count", "@long", "@changed"] {
        finds_in(others, &main(format, pointer), &[1, 2], &[]);
    }
    // A format that is not known may ask for what was passed before.
    finds_in(others, &main("@changed", number), &[1, 2], &[]);
    let length = "%r: i32 = call @printf(@plain)";
    finds_in(others, length, &[0, 2, 5], &[]);
    let listed = "%x: ptr = alloca 4 align 4
        store i32 1 to %x align 4
        %n: i32 = call @vprintf(FORMAT, %x)
        %r: i32 = load %x align 4";
    finds_in(others, &listed.replace("FORMAT", "@number"), &[1], &[2]);
    finds_in(others, &listed.replace("FORMAT", "@changed"), &[1, 2], &[]);
}

/// A path that goes through what does not come back does not exist.
#[test]
fn calls_that_do_not_come_back() {
    for call in [
        "call @exit(i32 0)",
        "call @abort()",
        "call @silent_exit(i32 0)",
        "call @longjmp(null, i32 1)",
    ] {
        let main = format!("%r: i32 = call @input()\n{call}");
        let said = ask(&program("", &main, 1)).proved();
        assert_eq!(said.deaths, [Death::NoReturn], "{call}");
    }
}

#[test]
fn calls_that_are_not_supported() {
    let unsupported = |lost: &Lost| matches!(lost, Lost::Unsupported(_));
    for call in ["call @unsupported(null)", "call @fixed_object(null, i64 4)"] {
        let main = format!("%v: i32 = call @input()\n{call}\n%r: i32 = and %v, 1");
        ask(&program("", &main, 1)).loses(unsupported);
    }
    // A function that the engine knows, called with too few arguments, or with others.
    let main = "%v: ptr = call @malloc()
        %r: i32 = call @input()";
    let declared = "declare @malloc() -> (ptr)";
    ask(&program(declared, main, 1)).loses(unsupported);
    let main = "%v: ptr = call @malloc(i32 4)
        store i32 1 to %v align 4
        %r: i32 = load %v align 4";
    let declared = "declare @malloc(%n: i32) -> (ptr)";
    ask(&program(declared, main, 2)).loses(unsupported);
}

/// Whoever passes the target on the way to it has reached it before.
#[test]
fn the_target_before_the_target() {
    let main = "%r: i32 = call @input()
        call @mark(i32 0)";
    let said = ask(&program("", main, 1)).arrives();
    assert!(said.deaths.contains(&Death::PassesTarget), "{:?}", said.deaths);
    let other = "%r: i32 = call @input()
        call @mark(i32 1)";
    let text = program("", other, 1);
    let said = ask(&text).arrives();
    assert!(!said.deaths.contains(&Death::PassesTarget), "{:?}", said.deaths);
}
