//! What loses the right to prove, and why a path does not exist.

use crate::harness::{ask, ask_with, program};
use dunlin_backward::{Death, Lost, Options};

/// A function that nobody knows: its result and memory are anything behind it, and nothing is proved.
#[test]
fn no_body() {
    let others = "global @x size 4 align 4 = zero
        declare @unknown() -> (i32)";
    let main = "store i32 1 to @x align 4
        %n: i32 = call @unknown()
        %r: i32 = load @x align 4";
    for value in [1, 2] {
        let said = ask(&program(others, main, value));
        said.loses(|lost| matches!(lost, Lost::NoBody(_)));
    }
}

#[test]
fn a_path_that_lost_it_proves_nothing_when_it_dies() {
    let others = "declare @unknown() -> (i32)";
    let main = "%n: i32 = call @input()
        %c: i1 = cmp eq i32 %n, 4
        branch %c, go, stop
        stop: return 0
        go: %v: i32 = call @unknown()
        jump on
        on: %r: i32 = add %n, 1";
    let said = ask(&program(others, main, 7)).loses(|lost| matches!(lost, Lost::NoBody(_)));
    assert!(matches!(said.deaths[..], [Death::Contradiction { .. }]), "{:?}", said.deaths);
}

/// Unknown code may call back what it may know the address of.
#[test]
fn called_from_outside() {
    let text = |passed: &str| {
        format!(
            "define @main() -> (i32) {{
            only: call @unknown({passed})
                return 0
            }}
            define @check() {{
            only: call @mark(i32 0)
                return
            }}
            declare @unknown(%f: ptr)"
        )
    };
    ask(&text("@check")).loses(|lost| matches!(lost, Lost::CalledFromOutside(_)));
    // Nobody calls it, and its address is nowhere.
    ask(&text("null")).proved();
}

/// And so it may come to what that calls.
#[test]
fn called_by_what_is_called_from_outside() {
    let text = "define @main() -> (i32) {
        only: call @unknown(@back)
            return 0
        }
        define @back() {
        only: call @check()
            return
        }
        define @check() {
        only: call @mark(i32 0)
            return
        }
        declare @unknown(%f: ptr)";
    ask(text).loses(|lost| matches!(lost, Lost::CalledFromOutside(_)));
}

#[test]
fn a_variable_that_is_defined_elsewhere() {
    let others = "global @elsewhere size 4 align 4 = external";
    for access in ["%v: i32 = load @elsewhere align 4", "store i32 1 to @elsewhere align 4"] {
        let main = format!("%n: i32 = call @input()\n{access}\n%r: i32 = and %n, 1");
        let said = ask(&program(others, &main, 1));
        said.loses(|lost| matches!(lost, Lost::NoDefinition(_)));
    }
}

#[test]
fn unsupported_instructions() {
    let main = "%r: i32 = unsupported \"something\"";
    ask(&program("", main, 1)).loses(|lost| matches!(lost, Lost::Unsupported(_)));
}

/// A call that only computes is not passed over if something in it is not supported.
#[test]
fn unsupported_instructions_in_a_callee() {
    let others = "define @callee() -> (i32) {
        only: %v: i32 = unsupported \"something\"
            return %v
        }";
    let main = "%unused: i32 = call @callee()
        %a: i32 = call @input()
        %r: i32 = and %a, 1";
    ask(&program(others, main, 1)).loses(|lost| matches!(lost, Lost::Unsupported(_)));
}

/// A path that was seen before, but has lost its right on the way, still proves nothing.
#[test]
fn a_path_that_was_seen_and_is_lost() {
    let text = "declare @unknown()
        define @main() -> (i32) {
        first: jump head(i32 0)
        head(%s: i32): %a: i32 = call @input()
            %b: i1 = cmp eq i32 %s, 3
            %g: i1 = cmp eq i32 %a, 7
            %c: i1 = and %b, %g
            branch %c, hit, next
        hit: call @mark(i32 0)
            jump next
        next: call @unknown()
            %even: i32 = and %a, -2
            %d: i1 = cmp eq i32 %a, 1
            branch %d, head(%s), head(%even)
        }";
    let said = ask(text).loses(|lost| matches!(lost, Lost::NoBody(_)));
    assert!(said.tally.seen > 0, "{:?}", said.tally);
}

#[test]
fn exceptions() {
    let text = "declare @unknown()
        define @main() -> (i32) {
        first: call @unknown()
            invoke fine, unwind bad
        fine: return 0
        bad: %e: ptr, %s: i32 = landingpad
            call @mark(i32 0)
            return 1
        }";
    ask(text).loses(|lost| matches!(lost, Lost::Exception(_)));
}

#[test]
fn jumps() {
    let main = "%b: ptr = alloca 8 align 8
        %r: i32 = call @setjmp(%b)";
    ask(&program("", main, 1)).loses(|lost| matches!(lost, Lost::Jump(_)));
}

/// Calls inside of each other without end.
#[test]
fn depth() {
    let others = "define @deep() -> (i32) {
        first: %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            branch %c, end, more
        end: return 1
        more: %v: i32 = call @deep()
            %w: i32 = add %v, 2
            return %w
        }";
    let main = "%r: i32 = call @deep()";
    let said = ask(&program(others, main, 2));
    said.loses(|lost| *lost == Lost::Depth);
}

const LOOP: &str = "%a: i32 = call @input()
    jump head(i32 0)
    head(%i: i32):
    %c: i1 = cmp ult i32 %i, %a
    branch %c, body, end
    body: %j: i32 = add %i, 2
    jump head(%j)
    end: %r: i32 = and %i, 7";

/// Each limit cuts, and what was cut proves nothing.
#[test]
fn limits() {
    let edges = Options { edge_limit: Some(2), ..Options::default() };
    let said = ask_with(&program("", LOOP, 1), edges);
    assert!(said.tally.cut > 0, "{:?}", said.tally);
    said.loses(|lost| *lost == Lost::Limit);
    let forks = Options { fork_limit: Some(3), ..Options::default() };
    let said = ask_with(&program("", LOOP, 1), forks);
    assert!(said.tally.cut > 0 && said.tally.paths == 3, "{:?}", said.tally);
    said.loses(|lost| *lost == Lost::Limit);
    let length = Options { path_limit: Some(10), ..Options::default() };
    let said = ask_with(&program("", LOOP, 1), length);
    assert!(said.tally.cut > 0, "{:?}", said.tally);
    said.loses(|lost| *lost == Lost::Limit);
    // A limit that is not met cuts nothing.
    let far = Options { path_limit: Some(100), edge_limit: Some(9), ..Options::default() };
    let main = "%a: i32 = call @input()\n%r: i32 = and %a, 1";
    ask_with(&program("", main, 2), far).proved();
}

/// A limit that cuts a path in a call through a pointer.
#[test]
fn limits_behind_pointers() {
    let others = "global @f size 8 align 8 = data zeros 8 relocs [0: @deep]
        define @deep() -> (i32) {
        first: %a: i32 = call @input()
            %c: i1 = cmp eq i32 %a, 0
            branch %c, end, more
        end: return 1
        more: %f: ptr = load @f align 8
            %v: i32 = call indirect %f()
            %w: i32 = add %v, 2
            return %w
        }";
    let options = Options { edge_limit: Some(1), ..Options::default() };
    let said = ask_with(&program(others, "%r: i32 = call @deep()", 7), options);
    assert!(said.lost.contains(&Lost::Limit), "{:?} {:?}", said.lost, said.tally);
}

#[test]
fn arrival_is_undecided() {
    let said = ask(&program("", "%r: i32 = call @input()", 1)).arrives();
    assert_eq!(said.lost, [Lost::Undecided]);
}

/// Where conditions contradict each other, the places of both are told.
#[test]
fn the_places_of_a_contradiction() {
    let text = "define @main() -> (i32) {
        first: %a: i32 = call @input()
            %c: i1 = cmp sgt i32 %a, 5
            branch %c, second, last
        second: %d: i1 = cmp slt i32 %a, 3
            branch %d, hit, last
        hit: call @mark(i32 0)
            jump last
        last: return 0
        }";
    let said = ask(text).proved();
    let [Death::Contradiction { at }] = &said.deaths[..] else { panic!("{:?}", said.deaths) };
    let blocks: Vec<u32> = at.iter().map(|point| point.block.0).collect();
    assert_eq!(blocks, [0, 1]);
}

/// A caller that execution never gets to is none, whatever it does.
#[test]
fn a_caller_that_is_never_called() {
    let text = "define @main() -> (i32) {
        only: return 0
        }
        define @never() {
        only: %n: i32 = call @unknown()
            call @check()
            return
        }
        define @check() {
        only: call @mark(i32 0)
            return
        }
        declare @unknown() -> (i32)";
    ask(text).proved();
}

/// A target that no call leads to.
#[test]
fn no_caller() {
    let text = "define @main() -> (i32) {
        only: return 0
        }
        define @check() {
        only: call @mark(i32 0)
            return
        }";
    let said = ask(text).proved();
    assert_eq!(said.deaths, [Death::NoCaller]);
}
