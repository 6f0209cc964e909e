//! Contradictions between objects: which addresses can be equal, what an access says about its object, and where objects
//! lie.

use crate::harness::{ask, finds, finds_in, finds_with, program};
use dunlin_backward::{Death, Options, ResolveWhen};

/// A comparison of two addresses as a number.
fn equal(one: &str, other: &str) -> String {
    format!("%same: i1 = cmp eq ptr {one}, {other}\n%r: i32 = zext i1 %same")
}

/// Two objects that live at the same time do not lie at the same place, whatever they are.
#[test]
fn two_known_objects() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero
        define @one() {
        only: return
        }";
    let made = "%a: ptr = alloca 4 align 4
        %b: ptr = alloca 4 align 4
        %c: ptr = call @malloc(i64 4)
        %d: ptr = call @malloc(i64 4)
        call @one()";
    let all = ["@x", "@y", "%a", "%b", "%c", "%d", "@one"];
    for (number, one) in all.iter().enumerate() {
        for other in &all[..number] {
            // An object that nobody asks for has no place.
            finds_in(others, &format!("{made}\n{}", equal(one, other)), &[0], &[1]);
        }
        finds_in(others, &format!("{made}\n{}", equal(one, one)), &[1], &[0]);
    }
}

/// Which of two objects lies first is not known.
#[test]
fn the_order_of_objects() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero";
    let main = "%first: i1 = cmp ult ptr ONE, OTHER
        %r: i32 = zext i1 %first";
    finds_in(others, &main.replace("ONE", "@x").replace("OTHER", "@y"), &[0, 1], &[]);
    finds_in(others, &main.replace("ONE", "@y").replace("OTHER", "@x"), &[0, 1], &[]);
}

/// The end of one object may be the beginning of another, but no byte of it may.
#[test]
fn overlap_past_an_end() {
    let others = "global @x size 4 align 4 = zero
        global @y size 4 align 4 = zero";
    let at = |offset: u32| format!("%p: ptr = ptradd @x, {offset}\n{}", equal("%p", "@y"));
    for offset in [1, 2, 3] {
        finds_in(others, &at(offset), &[0], &[1]);
    }
    finds_in(others, &at(4), &[0, 1], &[]);
    finds_in(others, &at(8), &[0, 1], &[]);
    // Where no alignment keeps them apart.
    let loose = others.replace("align 4", "align 1");
    for offset in [1, 2, 3] {
        finds_in(&loose, &at(offset), &[0], &[1]);
    }
    finds_in(&loose, &at(4), &[0, 1], &[]);
    finds_in(&loose, &at(5), &[0, 1], &[]);
    // Objects on the heap, of a size that depends on input.
    let heap = |offset: u32| {
        format!(
            "%any: i32 = call @input()
            %low: i32 = and %any, 3
            %size: i64 = zext i32 %low
            %more: i64 = add %size, 4
            %a: ptr = call @malloc(%more)
            %b: ptr = call @malloc(%more)
            %p: ptr = ptradd %a, {offset}
            {}",
            equal("%p", "%b")
        )
    };
    finds(&heap(3), &[0], &[1]);
    finds(&heap(16), &[0, 1], &[]);
    let large = "%a: ptr = call @malloc(i64 24)
        %b: ptr = call @malloc(i64 24)
        %p: ptr = ptradd %a, OFFSET";
    let large =
        |offset: &str| format!("{}\n{}", large.replace("OFFSET", offset), equal("%p", "%b"));
    finds(&large("16"), &[0], &[1]);
    finds(&large("32"), &[0, 1], &[]);
}

#[test]
fn objects_do_not_lie_at_null_or_in_the_first_page() {
    let others = "global @x size 4 align 4 = zero";
    for object in ["@x", "%a", "%c"] {
        let made = "%a: ptr = alloca 4 align 1
            %c: ptr = call @malloc(i64 4)";
        finds_in(others, &format!("{made}\n{}", equal(object, "null")), &[0], &[1]);
        let number = |number: u64| {
            format!(
                "{made}
                %n: i64 = ptrtoint ptr {object}
                %same: i1 = cmp eq i64 %n, {number}
                %r: i32 = zext i1 %same"
            )
        };
        finds_in(others, &number(16), &[0], &[1]);
        finds_in(others, &number(0x10000), &[0, 1], &[]);
        // Its end is behind its beginning.
        finds_in(others, &number(u64::MAX - 2), &[0], &[1]);
    }
}

#[test]
fn objects_are_aligned() {
    let others = "global @x size 4 align 8 = zero
        global @loose size 4 align 1 = zero";
    let low = |object: &str| {
        format!(
            "%a: ptr = alloca 4 align 2
            %c: ptr = call @malloc(i64 4)
            %n: i64 = ptrtoint ptr {object}
            %m: i32 = trunc i64 %n
            %r: i32 = and %m, 31"
        )
    };
    finds_in(others, &low("@x"), &[0, 8, 16], &[1, 4]);
    finds_in(others, &low("@loose"), &[0, 1, 7], &[32]);
    finds_in(others, &low("%a"), &[0, 2], &[1, 3]);
    finds_in(others, &low("%c"), &[0, 16], &[8]);
}

/// What was freed may lie where something new lies; what still lives may not.
#[test]
fn lifetimes_on_the_heap() {
    let main = |between: &str| {
        format!(
            "%a: ptr = call @malloc(i64 4)
            {between}
            %b: ptr = call @malloc(i64 4)
            {}",
            equal("%a", "%b")
        )
    };
    finds(&main(""), &[0], &[1]);
    finds(&main("call @free(%a)"), &[0, 1], &[]);
    let other = "%o: ptr = alloca 4 align 4\ncall @free(%o)";
    finds(&main(other), &[0], &[1]);
    // A pointer of which nobody knows what it frees.
    let through = "%box: ptr = alloca 8 align 8
        store ptr %a to %box align 8
        %c: ptr = load %box align 8
        call @free(%c)";
    finds(&main(through), &[0, 1], &[]);
    // Another object that is freed through a pointer in memory is not this one.
    let another = "%o: ptr = call @malloc(i64 4)
        %box: ptr = alloca 8 align 8
        store ptr %o to %box align 8
        %c: ptr = load %box align 8
        call @free(%c)";
    finds(&main(another), &[0], &[1]);
    // Nor is it known what an input frees.
    finds(&main("%c: ptr = call @input_pointer()\ncall @free(%c)"), &[0, 1], &[]);
    let computed = "%n: i64 = call @input64()
        %m: i64 = add %n, 8
        %c: ptr = inttoptr i64 %m
        call @free(%c)";
    finds(&main(computed), &[0, 1], &[]);
    // The old object may be freed by a new size.
    let moved = "%c: ptr = call @realloc(%a, i64 8)";
    finds(&main(moved), &[0, 1], &[]);
}

/// Scopes that do not overlap may share a place; activations, too.
#[test]
fn lifetimes_of_locals() {
    let scopes = |end: &str| {
        format!(
            "%a: ptr = alloca 4 align 4
            %b: ptr = alloca 4 align 4
            %n: i64 = ptrtoint ptr %a
            {end}
            %m: i64 = ptrtoint ptr %b
            %same: i1 = cmp eq i64 %n, %m
            %r: i32 = zext i1 %same"
        )
    };
    finds(&scopes(""), &[0], &[1]);
    // Who has no scope of its own lives all the time.
    finds(&scopes("lifetime_end %a"), &[0], &[1]);
    finds(&scopes("lifetime_end %a\nlifetime_start %b"), &[0, 1], &[]);
    finds(&scopes("lifetime_start %b\nlifetime_end %a"), &[0], &[1]);
    let callee = "define @place() -> (i64) {
        only: %x: ptr = alloca 4 align 4
            %n: i64 = ptrtoint ptr %x
            return %n
        }";
    let main = "%n: i64 = call @place()
        %m: i64 = call @place()
        %same: i1 = cmp eq i64 %n, %m
        %r: i32 = zext i1 %same";
    finds_in(callee, main, &[0, 1], &[]);
    let dynamic = "%n: i64 = add 4, 4
        %s: ptr = stacksave
        %a: ptr = alloca %n align 4
        stackrestore %s
        %b: ptr = alloca %n align 4";
    finds(&format!("{dynamic}\n{}", equal("%a", "%b")), &[0, 1], &[]);
}

/// A scope that is entered again has another object.
#[test]
fn a_scope_that_is_entered_again() {
    let main = |between: &str| {
        format!(
            "%x: ptr = alloca 4 align 4
            lifetime_start %x
            store i32 1 to %x align 4
            %n: i64 = ptrtoint ptr %x
            {between}
            %m: i64 = ptrtoint ptr %x
            %same: i1 = cmp eq i64 %n, %m
            %r: i32 = zext i1 %same"
        )
    };
    finds(&main(""), &[1], &[0]);
    finds(&main("lifetime_start %x"), &[1], &[0]);
    finds(&main("lifetime_end %x\nlifetime_start %x"), &[0, 1], &[]);
    // The end of a scope does not yet make another object.
    finds(&main("lifetime_end %x"), &[1], &[0]);
    let made_later = "%n: i32 = call @input()
        jump second
        second: %x: ptr = alloca 4 align 4
        %a: i64 = ptrtoint ptr %x
        lifetime_end %x
        lifetime_start %x
        %b: i64 = ptrtoint ptr %x
        %same: i1 = cmp eq i64 %a, %b
        %r: i32 = zext i1 %same";
    finds(made_later, &[0, 1], &[]);
}

/// An access lies in its object: offsets that do not fit end the path.
#[test]
fn accesses_past_an_end() {
    let others = "global @x size 8 align 4 = zero";
    for object in ["@x", "%a", "%c"] {
        let main = |offset: &str, access: &str| {
            format!(
                "%a: ptr = alloca 8 align 4
                %c: ptr = call @malloc(i64 8)
                %p: ptr = ptradd {object}, {offset}
                {access}
                %r: i32 = call @input()"
            )
        };
        let load = "%v: i32 = load %p align 4";
        let store = "store i32 1 to %p align 4";
        for access in [load, store] {
            finds_in(others, &main("0", access), &[1], &[]);
            finds_in(others, &main("4", access), &[1], &[]);
            finds_in(others, &main("5", access), &[], &[1]);
            finds_in(others, &main("-1", access), &[], &[1]);
            finds_in(others, &main("8", access), &[], &[1]);
        }
    }
    let said = ask(&program(others, "%p: ptr = ptradd @x, 8\n%r: i32 = load %p align 4", 1));
    let said = said.proved();
    assert!(matches!(said.deaths[..], [Death::Invalid { .. }]), "{:?}", said.deaths);
}

/// An offset that depends on input is one inside of the object, also where sizes depend on input.
#[test]
fn accesses_at_unknown_offsets() {
    let main = "%x: ptr = alloca 8 align 4
        %r: i32 = call @input()
        %o: i64 = sext i32 %r
        %p: ptr = ptradd %x, 0, %o * 1
        store i32 1 to %p align 1";
    finds(main, &[0, 4], &[5, -1, 8]);
    let sized = "%r: i32 = call @input()
        %n: i64 = zext i32 %r
        %x: ptr = call @malloc(%n)
        %p: ptr = ptradd %x, 4
        store i32 1 to %p align 4";
    finds(sized, &[8, 9], &[7, 3, 0]);
}

/// Copies and fills use their bytes; of length zero they use none.
#[test]
fn accesses_of_unknown_length() {
    let main = |action: &str| {
        format!(
            "%x: ptr = alloca 8 align 4
            %y: ptr = alloca 16 align 4
            %any: i32 = call @input()
            %r: i32 = and %any, 31
            %n: i64 = zext i32 %r
            {action}"
        )
    };
    finds(&main("memset %x, 0, %n"), &[0, 8], &[9]);
    finds(&main("memcpy %x, %y, %n"), &[0, 8], &[9]);
    finds(&main("memcpy %y, %x, %n"), &[0, 8], &[9]);
    finds(&main("memset %y, 0, %n"), &[0, 16], &[17]);
    finds(&main("memset null, 0, %n"), &[0], &[1, 8]);
    finds(&main("%far: ptr = ptradd %x, 100\nmemset %far, 0, %n"), &[0], &[1, 8]);
    finds(&main("call @make_symbolic(%x, %n, null)"), &[0, 8], &[9]);
}

/// Nothing is read through a number or a function, and nothing is written to a constant.
#[test]
fn accesses_to_what_is_no_variable() {
    let others = "global @limit size 4 align 4 constant = zero
        define @one() {
        only: return
        }";
    finds_in(others, "%r: i32 = load @one align 4", &[], &[0]);
    finds_in(others, "%r: i32 = load @limit align 4", &[0], &[1]);
    let write = "%r: i32 = call @input()
        store i32 1 to @limit align 4";
    finds_in(others, write, &[], &[0, 1]);
    let nothing = "%r: i32 = call @input()
        memset @limit, 1, 0";
    finds_in(others, nothing, &[0, 1], &[]);
}

/// A pointer through which something was used is not null, even before it is known which object it leads to.
#[test]
fn a_used_pointer_is_not_null() {
    let callee = "define @callee(%p: ptr) -> (i32) {
        only: %v: i32 = load %p align 4
            %null: i1 = cmp eq ptr %p, null
            %got: i32 = zext i1 %null
            return %got
        }";
    let main = "%p: ptr = call @input_pointer()
        %r: i32 = call @callee(%p)";
    finds_in(callee, main, &[0], &[1]);
    // Far from null, null itself may be meant as a base.
    let far = callee.replace("load %p", "load %q").replace(
        "only:",
        "only: %q: ptr = ptradd %p, 4096
        ",
    );
    finds_in(&far, main, &[0, 1], &[]);
    // An access to no bytes says nothing.
    let empty = callee.replace("%v: i32 = load %p align 4", "memset %p, 0, 0");
    finds_in(&empty, main, &[0, 1], &[]);
}

/// Equal addresses unify nothing: a store through one of two equal pointers may write elsewhere.
#[test]
fn a_comparison_unifies_nothing() {
    let callee = "define @callee(%p: ptr, %q: ptr) -> (i32) {
        first: store i32 1 to %p align 4
            %same: i1 = cmp eq ptr %p, %q
            branch %same, equal, last
        equal: store i32 2 to %q align 4
            %v: i32 = load %p align 4
            return %v
        last: return 0
        }";
    let main = "%x: ptr = alloca 4 align 4
        %r: i32 = call @callee(%x, %x)";
    finds_in(callee, main, &[2], &[1, 0]);
}

/// A number that was compared with an address may become a pointer to its object.
#[test]
fn a_number_that_was_compared_may_lead_there() {
    let main = "%v: ptr = call @malloc(i64 4)
        %i: i64 = call @input64()
        %n: i64 = ptrtoint ptr %v
        %same: i1 = cmp eq i64 %n, %i
        branch %same, equal, other
        other: return 0
        equal: %q: ptr = inttoptr i64 %i
        store i32 1 to %v align 4
        store i32 2 to %q align 4
        %r: i32 = load %v align 4";
    finds(main, &[1, 2], &[]);
}

/// Where scopes begin and end may come to light after a condition about places was settled.
#[test]
fn scopes_that_are_met_later() {
    let main = |begin: &str, end: &str| {
        format!(
            "%a: ptr = alloca 4 align 4
            %b: ptr = alloca 4 align 4
            {begin}
            jump second
            second: %same: i1 = cmp eq ptr %a, %b
            {end}
            %r: i32 = zext i1 %same"
        )
    };
    let apart = "lifetime_start %a\nlifetime_end %a\nlifetime_start %b";
    let both = "lifetime_start %a\nlifetime_start %b";
    let periodic = Options { resolve_when: ResolveWhen::Periodic(1), ..Options::default() };
    for options in [&periodic, &Options::default()] {
        for end in ["lifetime_end %b", ""] {
            finds_with("", &main(apart, end), &[0, 1], &[], options);
            finds_with("", &main(both, end), &[0], &[1], options);
        }
        finds_with("", &main("", ""), &[0], &[1], options);
    }
}
