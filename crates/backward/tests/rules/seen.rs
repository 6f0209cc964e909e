//! Paths that are given up since another one has asked for no more at the same place: what makes two of them differ.
//!
//! Most programs here have two ways to the target, of which one is a dead end. Whichever of them is looked at first: the
//! other one must not be taken for it.

use crate::harness::{Said, ask, ask_with};
use dunlin_backward::{Options, ResolveWhen};

/// The program in both orders: the texts of `ways` are those of the blocks `left` and `right`.
fn both_orders(text: &str, ways: [&str; 2]) -> [String; 2] {
    let [one, other] = ways;
    let put = |left: &str, right: &str| text.replace("LEFT", left).replace("RIGHT", right);
    [put(one, other), put(other, one)]
}

#[track_caller]
fn arrives(text: &str, ways: [&str; 2]) {
    both_orders(text, ways).iter().for_each(|text| drop(ask(text).arrives()));
}

/// A loop without end; what it does is `left` or `right`, each of which comes to `test` with a number.
const TWO_WAYS: &str = "global @x size 4 align 4 = zero
    global @q size 8 align 8 = data zeros 8 relocs [0: @x]
    define @main() -> (i32) {
    first: %i: i32 = call @input()
        %even: i32 = mul %i, 2
        %j: i32 = add %even, 1
        SET
        jump head(%j, i32 6)
    head(%s: i32, %t: i32):
        %a: i32 = call @input()
        %c: i1 = cmp eq i32 %a, 0
        branch %c, left, right
    left: LEFT
    right: RIGHT
    test(%v: i32): %d: i1 = cmp eq i32 %v, 6
        branch %d, hit, next
    hit: call @mark(i32 0)
        jump next
    next: jump head(%s, %t)
    }";

/// Who asks for less is no reason to give up who has asked for more before.
#[test]
fn a_path_that_asks_for_less_is_not_given_up() {
    let text = "define @main() -> (i32) {
        first: %i: i32 = call @input()
            jump head(%i, i32 0)
        head(%s: i32, %t: i32):
            %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            branch %c, test, next
        test: %x: i1 = cmp eq i32 %s, 3
            branch %x, more, next
        more: %y: i1 = cmp eq i32 %t, 5
            branch %y, hit, next
        hit: call @mark(i32 0)
            jump next
        next: jump head(%s, i32 5)
        }";
    ask(text).arrives();
}

/// A read that waits for a store may find what that has written.
#[test]
fn a_store_that_a_read_waits_for() {
    let text = TWO_WAYS.replace("SET", "store i32 6 to @x align 4");
    let stores = "%p: ptr = load @q align 8
        store i32 9 to %p align 4
        %v1: i32 = load @x align 4
        jump test(%v1)";
    // The more conditions, the later a path is looked at.
    let plain = "%o: i1 = cmp ne i32 %s, 1001
        branch %o, one, next
        one: %p1: i1 = cmp ne i32 %s, 1003
        branch %p1, two, next
        two: %p2: i1 = cmp ne i32 %s, 1005
        branch %p2, three, next
        three: %q2: ptr = load @q align 8
        %w: i32 = load %q2 align 4
        %v2: i32 = load @x align 4
        jump test(%v2)";
    arrives(&text, [stores, plain]);
}

/// What was found out since the last forward pass belongs to what is asked for.
#[test]
fn what_was_not_put_in_yet() {
    let options = Options { resolve_when: ResolveWhen::Periodic(1000), ..Options::default() };
    // No square is 6, as no analysis of intervals knows.
    let text = TWO_WAYS
        .replace("SET", "%square: i32 = mul %i, %i")
        .replace("head(%j, i32 6)", "head(%square, %i)");
    // The second way has a condition of the same form more, and is looked at later.
    let later = "%b: i32 = call @input()
        %e: i1 = cmp eq i32 %b, 0
        branch %e, one, next
        one: jump test(%t)";
    for text in both_orders(&text, ["jump test(%s)", later]) {
        ask_with(&text, options.clone()).arrives();
    }
    // What was found out is put in at the latest where the program begins.
    for text in both_orders(&text, ["jump test(%s)", "jump test(i32 2)"]) {
        let Said { tally, .. } = ask_with(&text, options.clone());
        assert!(tally.arrived == 0 && tally.contradictions > 0, "{tally:?}");
    }
}

/// Two inputs are not one.
#[test]
fn two_inputs_are_not_one() {
    let text = TWO_WAYS.replace("SET", "").replace("eq i32 %v, 6", "eq i32 %v, %s");
    let twice = "%e: i32 = call @input()
        %f: i32 = add %e, %e
        jump test(%f)";
    let sum = "%g: i32 = call @input()
        %h: i32 = call @input()
        %k: i32 = add %g, %h
        jump test(%k)";
    arrives(&text, [twice, sum]);
}

/// What is known of an input belongs to what is asked for, if that speaks of the input.
#[test]
fn inputs_of_which_something_is_known() {
    let text = TWO_WAYS.replace("SET", "").replace("eq i32 %v, 6", "eq i32 %v, %s");
    let even = "%e: i32 = call @input()
        %f: i32 = and %e, 1
        %g: i1 = cmp eq i32 %f, 0
        branch %g, one, next
        one: jump test(%e)";
    let any = "%h: i32 = call @input()
        jump test(%h)";
    arrives(&text, [even, any]);
}

/// A loop in which an address is compared with that of another object, which was taken before.
const PLACES: &str = "define @main() -> (i32) {
    first: FIRST
        jump head(%n0, %p0)
    head(%n: i64, %p: ptr):
        %a: i32 = call @input()
        %c: i1 = cmp eq i32 %a, 0
        branch %c, left, right
    left: LEFT
    right: RIGHT
    test(%v: i64): %d: i1 = cmp IS i64 %v, %n
        branch %d, hit, next
    hit: call @mark(i32 0)
        jump next
    next: NEXT
        jump head(%n, %p)
    }";

/// Where an object may lie depends on what was freed before it was made.
#[test]
fn places_of_objects_that_a_path_has_made() {
    let text = PLACES
        .replace("FIRST", "%p0: ptr = call @malloc(i64 4)\n%n0: i64 = ptrtoint ptr %p0")
        .replace("IS", "eq")
        .replace("NEXT", "");
    let beside = "%o1: ptr = call @malloc(i64 4)
        %m1: i64 = ptrtoint ptr %o1
        jump test(%m1)";
    let again = "call @free(%p)
        %o2: ptr = call @malloc(i64 4)
        %m2: i64 = ptrtoint ptr %o2
        jump test(%m2)";
    arrives(&text, [beside, again]);
}

/// A variable whose scope begins again is another one than before.
#[test]
fn variables_whose_scope_begins_later() {
    let first = "%x: ptr = alloca 4 align 4
        lifetime_start %x
        %n0: i64 = ptrtoint ptr %x
        lifetime_end %x
        %p0: ptr = inttoptr i64 0";
    let text =
        PLACES.replace("FIRST", first).replace("IS", "ne").replace("NEXT", "lifetime_end %x");
    let same = "%m1: i64 = ptrtoint ptr %x
        jump test(%m1)";
    let again = "lifetime_start %x
        %m2: i64 = ptrtoint ptr %x
        jump test(%m2)";
    arrives(&text, [same, again]);
}

/// Registers of two activations may have the same number.
#[test]
fn registers_of_two_activations() {
    let text = "global @x size 4 align 4 = zero
        define @main() -> (i32) {
        first: %s: i32 = call @input()
            %i: i32 = call @input()
            %square: i32 = mul %i, %i
            %r: i32 = call @callee(%square)
            %b: i32 = call @input()
            %c: i1 = cmp eq i32 %b, 0
            branch %c, left, right
        left: LEFT
        right: RIGHT
        test(%v: i32): %d: i1 = cmp eq i32 %v, 6
            branch %d, hit, last
        hit: call @mark(i32 0)
            jump last
        last: return 0
        }
        define @callee(%s: i32) -> (i32) {
        first: store i32 1 to @x align 4
            jump head
        head: %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            branch %c, head, last
        last: return %s
        }";
    arrives(text, ["jump test(%s)", "jump test(%r)"]);
}

/// That an argument is there belongs to what a path asks for, also if nobody needs its value.
#[test]
fn arguments_that_must_be_there() {
    let text = "define @main() -> (i32) {
        only: %n: i32 = call @takes(i32 1) varargs 8 [0: i32 7]
            return 0
        }
        define @takes(%n: i32, ...) -> (i32) {
        first: %list: ptr = alloca 24 align 8
            va_start %list
            %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            branch %c, left, right
        left: LEFT
        right: RIGHT
        hit: call @mark(i32 0)
            return 0
        }";
    let takes = "%field: ptr = ptradd %list, 8
        %memory: ptr = load %field align 8
        %place: ptr = ptradd %memory, 8
        %got: i32 = load %place align 4
        jump hit";
    let later = "%o: i1 = cmp ne i32 %n, 5
        branch %o, one, last
        last: return 0
        one: %p: i1 = cmp ne i32 %n, 6
        branch %p, hit, last";
    arrives(text, [takes, later]);
}

/// Two rounds that ask for the same are one.
#[test]
fn the_same_again_is_given_up() {
    let text = TWO_WAYS.replace("SET", "");
    let Said { tally, .. } =
        ask(&text.replace("LEFT", "jump test(i32 2)").replace("RIGHT", "jump test(%s)")).proved();
    assert!(tally.seen > 0, "{tally:?}");
}
