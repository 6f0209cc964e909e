//! Calls through pointers: what they may mean, by where addresses of functions go.

use crate::harness::{ask, finds_in};
use dunlin_backward::Lost;

const FUNCTIONS: &str = "global @table size 16 align 8 = data zeros 16 relocs [0: @one, 8: @two]
    global @apart size 8 align 8 = data zeros 8 relocs [0: @three]
    global @x size 8 align 8 = zero
    define @one() -> (i32) {
    only: return 1
    }
    define @two() -> (i32) {
    only: return 2
    }
    define @three() -> (i32) {
    only: return 3
    }
    define @other(%n: i64) {
    only: store i64 5 to @x align 8
        return
    }";

/// A table at an index that is not known: one of its functions, and no other one of their type.
#[test]
fn a_table_of_functions() {
    let main = "%a: i32 = call @input()
        %b: i32 = and %a, 1
        %i: i64 = zext i32 %b
        %p: ptr = ptradd @table, 0, %i * 8
        %f: ptr = load %p align 8
        %r: i32 = call indirect %f()";
    finds_in(FUNCTIONS, main, &[1, 2], &[3]);
}

/// Through memory that was written at a place that is not known.
const STORED: &str = "%a: i32 = call @input()
    %b: i32 = and %a, 1
    %i: i64 = zext i32 %b
    %p: ptr = ptradd @places, 0, %i * 8
    store ptr @two to %p align 8
    store ptr @one to @places align 8
    %c: i32 = call @input()
    %d: i32 = and %c, 1
    %j: i64 = zext i32 %d
    %q: ptr = ptradd @places, 0, %j * 8
    %f: ptr = load %q align 8
    %r: i32 = call indirect %f()";

fn with_places() -> String {
    format!("global @places size 16 align 8 = data zeros 16 relocs [8: @one]\n{FUNCTIONS}")
}

#[test]
fn pointers_in_memory() {
    finds_in(&with_places(), STORED, &[1, 2], &[3]);
}

/// Where numbers may become pointers, a call may mean every function.
#[test]
fn numbers_that_become_pointers() {
    let converted = format!("%n: i64 = call @input64()\n%unused: ptr = inttoptr i64 %n\n{STORED}");
    finds_in(&with_places(), &converted, &[1, 2, 3], &[]);
    let input = format!("%unused: ptr = call @input_pointer()\n{STORED}");
    finds_in(&with_places(), &input, &[1, 2, 3], &[]);
    let stored = format!("%n: i64 = call @input64()\nstore i64 %n to @places align 8\n{STORED}");
    finds_in(&with_places(), &stored, &[1, 2, 3], &[]);
    let symbolic = format!("call @make_symbolic(@places, i64 16, null)\n{STORED}");
    finds_in(&with_places(), &symbolic, &[1, 2, 3], &[]);
    let copied = format!(
        "%s: ptr = alloca 16 align 8
        call @nondet_memory(%s, i64 16)
        memcpy @places, %s, 16
        {STORED}"
    );
    finds_in(&with_places(), &copied, &[1, 2, 3], &[]);
    // An input that no pointer is read from is none.
    let apart =
        format!("%s: ptr = alloca 4 align 4\ncall @make_symbolic(%s, i64 4, null)\n{STORED}");
    finds_in(&with_places(), &apart, &[1, 2], &[3]);
}

/// A function whose address was compared or computed with may be meant wherever the analysis does not follow.
#[test]
fn an_address_that_was_compared() {
    let main = |use_of_address: &str| {
        format!(
            "%n: i64 = call @input64()
            %m: i64 = ptrtoint ptr @three
            {use_of_address}
            {STORED}"
        )
    };
    finds_in(&with_places(), &main("%k: i1 = cmp eq i64 %n, %m"), &[1, 2, 3], &[]);
    finds_in(&with_places(), &main("%k: i64 = add %n, %m"), &[1, 2, 3], &[]);
    finds_in(&with_places(), &main("%k: ptr = ptradd @x, 0, %m * 1"), &[1, 2, 3], &[]);
    let switch = "switch i64 %m {3 -> three, else -> more}\nthree: return 0\nmore:";
    finds_in(&with_places(), &main(switch), &[1, 2, 3], &[]);
    finds_in(&with_places(), &main("%k: i1 = cmp eq i64 0, %m"), &[1, 2], &[3]);
}

/// A function of another type is called only if its address goes there.
#[test]
fn functions_of_another_type() {
    let main = |chosen: &str| {
        format!(
            "%keep: ptr = freeze @other
            store i64 7 to @x align 8
            %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            %f: ptr = select %c, @one, {chosen}
            %n: i32 = call indirect %f()
            %v: i64 = load @x align 8
            %r: i32 = trunc i64 %v"
        )
    };
    finds_in(FUNCTIONS, &main("@two"), &[7], &[5]);
    finds_in(FUNCTIONS, &main("@other"), &[7, 5], &[]);
}

/// The target is in a function whose address is taken: only calls that its address goes to are its callers.
fn target_in_check(called: &str, more: &str) -> String {
    format!(
        "global @keep size 8 align 8 = data zeros 8 relocs [0: @check]
        global @table size 16 align 8 = data zeros 16 relocs [0: @fine, 8: @{called}]
        define @main() -> (i32) {{
        only: %a: i32 = call @input()
            %b: i32 = and %a, 1
            %i: i64 = zext i32 %b
            %p: ptr = ptradd @table, 0, %i * 8
            %f: ptr = load %p align 8
            call indirect %f()
            return 0
        }}
        define @fine() {{
        only: return
        }}
        define @also_fine() {{
        only: return
        }}
        define @check() {{
        only: call @mark(i32 0)
            return
        }}
        {more}"
    )
}

#[test]
fn callers_by_address() {
    ask(&target_in_check("check", "")).arrives();
    ask(&target_in_check("also_fine", "")).proved();
}

/// Whoever comes from a function to a call through a pointer knows what that pointer was.
#[test]
fn callers_meant_the_function() {
    let text = |wanted: u32| {
        format!(
            "global @x size 4 align 4 = zero
            define @main() -> (i32) {{
            only: %a: i32 = call @input()
                %b: i32 = and %a, 1
                store i32 %b to @x align 4
                %odd: i1 = cmp eq i32 %b, 1
                %f: ptr = select %odd, @check, @fine
                call indirect %f()
                return 0
            }}
            define @fine() {{
            only: return
            }}
            define @check() {{
            first: %v: i32 = load @x align 4
                %c: i1 = cmp eq i32 %v, {wanted}
                branch %c, hit, last
            hit: call @mark(i32 0)
                jump last
            last: return
            }}"
        )
    };
    ask(&text(1)).arrives();
    ask(&text(0)).proved();
}

/// Who is only called from where execution never gets calls nobody.
#[test]
fn functions_that_are_never_reached_by_address() {
    let through = "define @through() {
        only: %f: ptr = load @keep align 8
            call indirect %f()
            return
        }";
    ask(&target_in_check("also_fine", through)).proved();
    ask(&target_in_check("through", through)).arrives();
}

/// A function of another type is reached, too, and what it calls.
#[test]
fn functions_that_a_misfit_reaches() {
    let text = |passed: &str| {
        format!(
            "define @main() -> (i32) {{
            only: %a: i32 = call @input()
                %c: i1 = cmp eq i32 %a, 0
                %f: ptr = select %c, @fine, {passed}
                call indirect %f()
                return 0
            }}
            define @fine() {{
            only: return
            }}
            define @also_fine() {{
            only: return
            }}
            define @other(%n: i64) {{
            only: call @check()
                return
            }}
            define @check() {{
            only: call @mark(i32 0)
                return
            }}"
        )
    };
    ask(&text("@other")).arrives();
    ask(&text("@also_fine")).proved();
}

/// Nothing is ruled out where code is not here.
#[test]
fn foreign_code_may_do_anything() {
    let unknown = "declare @unknown(%p: ptr)
        define @never() {
        only: call @unknown(@keep)
            return
        }";
    let said = ask(&target_in_check("also_fine", unknown));
    let said = said.loses(|lost| matches!(lost, Lost::CalledFromOutside(_)));
    assert!(said.tally.arrived > 0, "{:?}", said.tally);
}
