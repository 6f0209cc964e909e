//! Figure 5: operations on the heap, by conjunction combination. The memories are versions of arrays, as in the paper, but for the
//! last tests, where only the places are kept that somebody reads.

use crate::world::{Combined, World};
use dunlin_bse::Heap;
use dunlin_bse::graph::{Command, Role, Var};
use dunlin_term::TermId;

/// A node with these commands, and behind it one that asks whether something holds.
fn before(world: &mut World, heap: Heap, commands: Vec<Command>, asked: TermId) -> Combined {
    world.node(Role::Plain, commands, &[(TermId::TRUE, 1)]);
    world.node(Role::Plain, Vec::new(), &[(asked, 2)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    world.conjunctions(heap)
}

/// A read of a field, which the target asks about.
fn asks_about(world: &mut World, array: Var, from: Var) -> (Command, TermId) {
    let index = world.of(from);
    (Command::Load { dst: world.y, array, index }, world.is(world.y, 5))
}

/// A node with these commands, and behind it one that reads a field and asks about it.
fn before_read(
    world: &mut World,
    heap: Heap,
    commands: Vec<Command>,
    (array, from): (Var, Var),
) -> Combined {
    let (load, asked) = asks_about(world, array, from);
    world.node(Role::Plain, commands, &[(TermId::TRUE, 1)]);
    world.node(Role::Plain, vec![load], &[(asked, 2)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    world.conjunctions(heap)
}

/// Line 4: nobody asks about the target.
#[test]
fn a_reference_that_nobody_asks_about_is_assigned() {
    let mut world = World::new();
    let (q, asked) = (world.of(world.q), world.is(world.x, 1));
    let assign = vec![Command::Assign(world.p, q)];
    let combined = before(&mut world, Heap::Equations, assign, asked);
    combined.expect(&mut world.terms, 0, Vec::new());
    assert_eq!([world.p, world.q].map(|var| combined.version(0, var)), [None, None]);
}

/// Lines 5 and 6: the source was not met yet, and takes over the symbol.
#[test]
fn a_reference_is_assigned_from_an_unknown_one() {
    let mut world = World::new();
    let (q, asked) = (world.of(world.q), world.is(world.p, 5));
    let assign = vec![Command::Assign(world.p, q)];
    let combined = before(&mut world, Heap::Equations, assign, asked);
    combined.expect(&mut world.terms, 0, Vec::new());
    assert_eq!(combined.version(0, world.q), combined.version(1, world.p));
    assert_eq!(combined.version(0, world.p), None);
}

/// Lines 8 and 9: both are known.
#[test]
fn a_reference_is_assigned_from_a_known_one() {
    let mut world = World::new();
    let (q, of_p, of_q) = (world.of(world.q), world.is(world.p, 5), world.is(world.q, 6));
    let asked = world.terms.and(of_p, of_q);
    let assign = vec![Command::Assign(world.p, q)];
    let combined = before(&mut world, Heap::Equations, assign, asked);
    let [p, q] = [world.p, world.q].map(|var| combined.version(1, var).unwrap());
    let equal = world.terms.eq(p, q);
    combined.expect(&mut world.terms, 0, vec![equal]);
    assert_eq!([world.p, world.q].map(|var| combined.version(0, var)), [None, Some(q)]);
}

/// Lines 10 to 13.
#[test]
fn references_are_compared() {
    let mut world = World::new();
    let [p, q, asked] = [world.p, world.q, world.b].map(|var| world.of(var));
    let same = world.terms.eq(p, q);
    let assign = vec![Command::Assign(world.b, same)];
    let combined = before(&mut world, Heap::Equations, assign, asked);
    let [p, q] = [world.p, world.q].map(|var| combined.version(0, var).expect("Init"));
    let (result, same) = (combined.version(1, world.b).unwrap(), world.terms.eq(p, q));
    let equal = world.terms.eq(result, same);
    combined.expect(&mut world.terms, 0, vec![equal]);
    assert_eq!(combined.version(0, world.b), None);
}

/// Lines 14 to 17.
#[test]
fn an_object_is_new() {
    for known in [true, false] {
        let mut world = World::new();
        let asked = world.is(if known { world.p } else { world.q }, 5);
        let object = world.number(1);
        let assign = vec![Command::Assign(world.p, object)];
        let combined = before(&mut world, Heap::Equations, assign, asked);
        let expected = match known {
            true => vec![world.terms.eq(combined.version(1, world.p).unwrap(), object)],
            false => Vec::new(),
        };
        combined.expect(&mut world.terms, 0, expected);
        assert_eq!(combined.version(0, world.p), None);
    }
}

/// Lines 18 to 21, for a number and for a reference.
#[test]
fn a_field_is_written() {
    for reference in [false, true] {
        let mut world = World::new();
        let (array, from) = match reference {
            false => (world.val, world.x),
            true => (world.next, world.p),
        };
        let [to, value] = [world.q, from].map(|var| world.of(var));
        let there = world.not_null(to);
        let write = vec![Command::Assume(there), Command::Store { array, index: to, value }];
        let read = (array, world.q);
        let combined = before_read(&mut world, Heap::Equations, write, read);
        let [ahead, behind] = [0, 1].map(|node| combined.memory(node, array).unwrap());
        assert_ne!(ahead, behind);
        let [to, value] = [world.q, from].map(|var| combined.version(0, var).expect("Init"));
        let written = world.terms.store(ahead, to, value);
        let expected = vec![world.terms.eq(behind, written), world.not_null(to)];
        combined.expect(&mut world.terms, 0, expected);
    }
}

/// The version of a field that nobody reads need not be told; that there is an object must be.
#[test]
fn a_field_is_written_that_nobody_reads() {
    let mut world = World::new();
    let ([p, x], asked) = ([world.p, world.x].map(|var| world.of(var)), world.is(world.y, 1));
    let there = world.not_null(p);
    let store = Command::Store { array: world.val, index: p, value: x };
    let commands = vec![Command::Assume(there), store];
    let combined = before(&mut world, Heap::Equations, commands, asked);
    let there = world.not_null(combined.version(0, world.p).unwrap());
    combined.expect(&mut world.terms, 0, vec![there]);
    assert_eq!(combined.memory(0, world.val), None);
}

/// Lines 22 to 25.
#[test]
fn a_number_is_read() {
    let mut world = World::new();
    let (p, asked) = (world.of(world.p), world.is(world.x, 5));
    let there = world.not_null(p);
    let load = Command::Load { dst: world.x, array: world.val, index: p };
    let commands = vec![Command::Assume(there), load];
    let combined = before(&mut world, Heap::Equations, commands, asked);
    let (p, val) = (combined.version(0, world.p).unwrap(), combined.memory(0, world.val).unwrap());
    let (held, read) = (world.terms.select(val, p), combined.version(1, world.x).unwrap());
    let expected = vec![world.terms.eq(read, held), world.not_null(p)];
    combined.expect(&mut world.terms, 0, expected);
    assert_eq!(combined.version(0, world.x), None);
}

/// Lines 26 to 31. What the input heap leads to is said only of a reference that somebody asks about: the graph has that condition
/// beside the read.
#[test]
fn a_reference_is_read() {
    for known in [true, false] {
        let mut world = World::new();
        let (p, asked) = (world.of(world.p), world.is(if known { world.q } else { world.x }, 5));
        let there = world.not_null(p);
        let next_in = world.input("next_in");
        let load = Command::Load { dst: world.q, array: world.next, index: p };
        let mut commands = vec![Command::Assume(there)];
        if known {
            let held = world.terms.select(next_in, p);
            commands.push(Command::Assume(world.at_most_null(held)));
        }
        commands.push(load);
        let combined = before(&mut world, Heap::Equations, commands, asked);
        let p = combined.version(0, world.p).expect("Init");
        let mut expected = vec![world.not_null(p)];
        if known {
            let next = combined.memory(0, world.next).unwrap();
            let (held, read) = (world.terms.select(next, p), combined.version(1, world.q).unwrap());
            let of_input = world.terms.select(next_in, p);
            expected.extend([world.terms.eq(read, held), world.at_most_null(of_input)]);
        }
        combined.expect(&mut world.terms, 0, expected);
        assert_eq!(combined.memory(0, world.next).is_some(), known);
        assert_eq!(combined.version(0, world.q), None);
    }
}

/// GetConditionConjHeap: at the entry a field is that of the input heap, and a reference leads into it.
#[test]
fn at_the_entry_fields_are_those_of_the_input_heap() {
    let mut world = World::new();
    let next_in = world.input("next_in");
    let p = world.of(world.p);
    let leads_there = world.at_most_null(p);
    let entry =
        vec![Command::Reset { array: world.next, to: next_in }, Command::Assume(leads_there)];
    let read = (world.next, world.p);
    let combined = before_read(&mut world, Heap::Equations, entry, read);
    let (p, next) = (combined.version(0, world.p).unwrap(), combined.memory(1, world.next));
    let expected = vec![world.terms.eq(next.unwrap(), next_in), world.at_most_null(p)];
    combined.expect(&mut world.terms, 0, expected);
    assert_eq!(combined.memory(0, world.next), None);
}

/// MergeHeaps and JoinVers: one way writes to the field, the other one does not.
#[test]
fn heaps_are_merged() {
    let mut world = World::new();
    let (left, right) = (world.is(world.q, 1), world.is(world.q, 2));
    let (index, value) = (world.of(world.p), world.number(7));
    let (val, at) = (world.val, world.p);
    let (load, asked) = asks_about(&mut world, val, at);
    let store = Command::Store { array: world.val, index, value };
    world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
    world.node(Role::Plain, vec![store], &[(TermId::TRUE, 3)]);
    world.node(Role::Plain, Vec::new(), &[(TermId::TRUE, 3)]);
    world.node(Role::Plain, vec![load], &[(asked, 4)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    let combined = world.conjunctions(Heap::Equations);
    let [merged, written, kept, read] =
        [0, 1, 2, 3].map(|node| combined.memory(node, world.val).unwrap());
    assert_eq!(kept, read, "nothing happens on that way");
    assert!(written != read && merged != written && merged != read);
    let q = combined.version(0, world.q).unwrap();
    let mut either = TermId::FALSE;
    for (node, version, number) in [(1, written, 1), (2, kept, 2)] {
        let same = world.terms.eq(version, merged);
        let number = world.number(number);
        let edge = world.terms.eq(q, number);
        let there = world.terms.and(combined.control(node), same);
        let way = world.terms.and(there, edge);
        either = world.terms.or(either, way);
    }
    combined.expect(&mut world.terms, 0, vec![either]);
}

/// Places in the stead of versions: the one that is written to holds the value, another one what it held before.
#[test]
fn places_that_are_read_are_kept_apart_from_what_is_written() {
    for other in [1, 2] {
        let mut world = World::new();
        let x = world.of(world.x);
        let [here, other] = [1, other].map(|number| world.number(number));
        let store = Command::Store { array: world.val, index: here, value: x };
        let load = Command::Load { dst: world.y, array: world.val, index: other };
        let asked = world.is(world.y, 5);
        world.node(Role::Plain, vec![store], &[(TermId::TRUE, 1)]);
        world.node(Role::Plain, vec![load], &[(asked, 2)]);
        world.node(Role::Target, Vec::new(), &[]);
        let combined = world.conjunctions(Heap::Instances);
        let held = combined.place(1, world.val, other).expect("it is read");
        match here == other {
            true => {
                let value = combined.version(0, world.x).unwrap();
                let equal = world.terms.eq(held, value);
                combined.expect(&mut world.terms, 0, vec![equal]);
                assert_eq!(combined.place(0, world.val, other), None);
            }
            false => {
                combined.expect(&mut world.terms, 0, Vec::new());
                assert_eq!(combined.place(0, world.val, other), Some(held));
            }
        }
    }
    // Whether it is the same place depends on the reference.
    let mut world = World::new();
    let (x, val, at, one) = (world.of(world.x), world.val, world.p, world.number(1));
    let (load, asked) = asks_about(&mut world, val, at);
    let store = Command::Store { array: world.val, index: one, value: x };
    world.node(Role::Plain, vec![store], &[(TermId::TRUE, 1)]);
    world.node(Role::Plain, vec![load], &[(asked, 2)]);
    world.node(Role::Target, Vec::new(), &[]);
    let combined = world.conjunctions(Heap::Instances);
    let [p, value] = [world.p, world.x].map(|var| combined.version(0, var).unwrap());
    let [ahead, behind] = [0, 1].map(|node| combined.place(node, world.val, p).unwrap());
    assert_ne!(ahead, behind);
    let here = world.terms.eq(p, one);
    let held = world.terms.ite(here, value, ahead);
    let equal = world.terms.eq(behind, held);
    combined.expect(&mut world.terms, 0, vec![equal]);
}
