//! Loops without end: facts at their heads, and paths that ask for what was asked for before.

use crate::harness::{ask, finds};
use dunlin_backward::Death;

/// A loop without end that computes `%n` in each round; the target is behind a condition on `%s`, its value before.
fn endless(others: &str, first: &str, round: &str, condition: &str) -> String {
    format!(
        "{others}
        define @main() -> (i32) {{
        first: jump head(i32 {first})
        head(%s: i32):
            %a: i32 = call @input()
            {round}
            %found: i1 = cmp {condition}
            branch %found, hit, next
        hit: call @mark(i32 0)
            jump next
        next: jump head(%n)
        }}"
    )
}

/// What is asked for at the head was asked for in the round before.
#[test]
fn a_path_that_was_seen() {
    let step = "%t: i1 = cmp eq i32 %a, 0
        %n: i32 = select %t, 2, %s";
    ask(&endless("", "0", step, "eq i32 %s, 3")).proved();
    ask(&endless("", "0", step, "eq i32 %s, 2")).arrives();
}

/// The interval of a counter bounds it.
#[test]
fn facts_about_registers() {
    let step = "%t: i1 = cmp ult i32 %s, 10
        %u: i32 = add %s, 1
        %n: i32 = select %t, %u, 0";
    ask(&endless("", "0", step, "eq i32 %s, 50")).proved();
}

/// The values that are ever stored to a variable.
#[test]
fn facts_about_variables() {
    let others = "global @state size 4 align 4 = zero";
    let step = |value: &str| {
        format!(
            "%old: i32 = load @state align 4
            %t: i32 = and %a, 1
            %u: i32 = {value}
            store i32 %u to @state align 4
            %n: i32 = add %s, 0"
        )
    };
    ask(&endless(others, "0", &step("mul %t, 3"), "eq i32 %old, 2")).proved();
    let said = ask(&endless(others, "0", &step("mul %t, 3"), "eq i32 %old, 3"));
    assert!(said.tally.arrived > 0, "{:?}", said.tally);
}

/// A loop head that execution never gets to.
#[test]
fn a_loop_that_is_never_reached() {
    let text = "define @main() -> (i32) {
        first: branch 0, head, last
        head: %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 1
            branch %c, hit, head
        hit: call @mark(i32 0)
            jump head
        last: return 0
        }";
    let said = ask(text).proved();
    assert!(said.deaths.contains(&Death::NoCaller), "{:?}", said.deaths);
}

/// What differs between rounds in the conditions about an input is not what was seen.
#[test]
fn a_later_round_that_asks_for_something_else() {
    let step = "%n: i32 = add %s, 1";
    let said = ask(&endless("", "0", step, "eq i32 %s, 3"));
    assert!(said.tally.arrived > 0, "{:?} {:?}", said.tally, said.lost);
}

/// Memory that a round reads is what the round before wrote, not what an earlier path asked for.
#[test]
fn a_state_in_memory_that_comes_late() {
    let others = "global @state size 4 align 4 = zero";
    let step = "%old: i32 = load @state align 4
        %new: i32 = add %old, 1
        %n: i32 = add %s, 0
        store i32 %new to @state align 4";
    let said = ask(&endless(others, "0", step, "eq i32 %old, 3"));
    assert!(said.tally.arrived > 0, "{:?} {:?}", said.tally, said.lost);
}

/// A pointer of the round before leads to another object than that of this one.
#[test]
fn objects_of_several_rounds() {
    let others = "global @last size 8 align 8 = zero";
    let step = |wanted: &str| {
        format!(
            "%p: ptr = load @last align 8
            %q: ptr = call @malloc(i64 4)
            store ptr %q to @last align 8
            %same: i1 = cmp eq ptr %p, %q
            %n: i32 = add %s, {wanted}"
        )
    };
    // Nothing was freed, so that the two are never the same.
    let said = ask(&endless(others, "0", &step("1"), "eq i1 %same, 1"));
    assert_eq!(said.tally.arrived, 0, "{:?} {:?}", said.tally, said.deaths);
    let said = ask(&endless(others, "0", &step("1"), "eq i1 %same, 0"));
    assert!(said.tally.arrived > 0, "{:?} {:?}", said.tally, said.lost);
}

/// A local variable whose address goes nowhere is not what an unknown pointer leads to. Otherwise each round would wait for
/// the pointer of the round before.
#[test]
fn a_private_variable_in_a_loop() {
    let text = |shown: &str| {
        format!(
            "global @q size 8 align 8 = data zeros 8 relocs [0: @x]
            global @x size 4 align 4 = zero
            define @main() -> (i32) {{
            first: %flag: ptr = alloca 4 align 4
                store i32 0 to %flag align 4
                {shown}
                jump head
            head: %p: ptr = load @q align 8
                store i32 7 to %p align 4
                %f: i32 = load %flag align 4
                %c: i1 = cmp eq i32 %f, 7
                branch %c, hit, head
            hit: call @mark(i32 0)
                jump head
            }}"
        )
    };
    ask(&text("")).proved();
    ask(&text("store ptr %flag to @q align 8")).arrives();
}

/// An unknown pointer does not lead to an object that was made later.
#[test]
fn an_object_of_this_round() {
    let text = |order: [&str; 2]| {
        format!(
            "global @q size 8 align 8 = data zeros 8 relocs [0: @x]
            global @x size 4 align 4 = zero
            define @main() -> (i32) {{
            first: jump head
            head: %o: ptr = call @malloc(i64 4)
                store i32 0 to %o align 4
                {}
                {}
                store i32 7 to %p align 4
                %f: i32 = load %o align 4
                %c: i1 = cmp eq i32 %f, 7
                branch %c, hit, head
            hit: call @mark(i32 0)
                jump head
            }}",
            order[0], order[1]
        )
    };
    let [load, store] = ["%p: ptr = load @q align 8", "store ptr %o to @q align 8"];
    ask(&text([load, ""])).proved();
    ask(&text([store, load])).arrives();
}

/// An index from memory stays in its array.
#[test]
fn an_index_from_memory_in_a_loop() {
    // A power of two is a shift, another even number is none.
    let text = "global @i size 8 align 8 = zero
        global @a size 480 align 8 = zero
        define @main() -> (i32) {
        first: %flag: ptr = alloca 4 align 4
            store i32 0 to %flag align 4
            jump head
        head: %i: i64 = load @i align 8
            %p: ptr = ptradd @a, 0, %i * SIZE
            store i32 7 to %p align 4
            %k: i64 = call @input64()
            store i64 %k to @i align 8
            %f: i32 = load %flag align 4
            %c: i1 = cmp eq i32 %f, 7
            branch %c, hit, head
        hit: call @mark(i32 0)
            jump head
        }";
    for size in ["4", "12"] {
        ask(&text.replace("SIZE", size)).proved();
    }
}

/// A loop that counts up: backward the counter would go below its first value, and on for ever.
#[test]
fn a_counter_does_not_go_below_its_beginning() {
    let main = "%i: i32 = call @input()
        %first: i32 = and %i, 7
        jump head(i32 0, %first)
        head(%j: i32, %t: i32):
        %c: i1 = cmp slt i32 %j, 5
        branch %c, body, end
        body: %j1: i32 = add %j, 1
        %t1: i32 = add %t, 1
        jump head(%j1, %t1)
        end: %r: i32 = add %t, 0";
    finds(main, &[5, 12], &[100]);
}

/// The values of a variable are known while something else is different in each round.
#[test]
fn the_values_of_a_variable_beside_something_that_grows() {
    let text = |wanted: u32| {
        format!(
            "global @state size 4 align 4 = zero
            define @main() -> (i32) {{
            first: jump head(i32 1)
            head(%h: i32): %a: i32 = call @input()
                %c: i1 = cmp eq i32 %a, 0
                branch %c, set, next
            set: %b: i32 = call @input()
                %d: i32 = and %b, 1
                %e: i32 = mul %d, 3
                store i32 %e to @state align 4
                jump next
            next: %m: i32 = mul %h, 31
                %n: i32 = xor %m, 5
                %x: i1 = cmp eq i32 %n, 26
                %s: i32 = load @state align 4
                %k: i32 = call @input()
                %twice: i32 = mul %k, 2
                %w: i1 = cmp eq i32 %twice, 0
                %u: i32 = add %s, %k
                %y: i1 = cmp eq i32 %u, {wanted}
                %both: i1 = and %w, %y
                %z: i1 = and %x, %both
                branch %z, hit, head(%n)
            hit: call @mark(i32 0)
                jump head(%n)
            }}"
        )
    };
    ask(&text(5)).proved();
    ask(&text(3)).arrives();
}
