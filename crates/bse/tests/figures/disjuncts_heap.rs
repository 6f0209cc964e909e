//! Figure 4: operations on the heap, by disjunct propagation. References are numbers, and a field is an array.

use crate::world::World;
use dunlin_bse::graph::Command;
use dunlin_term::TermId;

fn sorted(mut conditions: Vec<TermId>) -> Vec<TermId> {
    conditions.sort_unstable();
    conditions
}

#[test]
fn a_reference_is_assigned() {
    let mut world = World::new();
    let (p, q, asked) = (world.p, world.of(world.q), world.is(world.p, 5));
    world.before_target(vec![Command::Assign(p, q)], asked);
    assert_eq!(world.disjunct(), [world.is(world.q, 5)]);
}

#[test]
fn references_are_compared() {
    let mut world = World::new();
    let [p, q] = [world.p, world.q].map(|var| world.of(var));
    let same = world.terms.eq(p, q);
    let asked = world.of(world.b);
    world.before_target(vec![Command::Assign(world.b, same)], asked);
    assert_eq!(world.disjunct(), [same]);
}

#[test]
fn a_new_object_is_a_number_of_its_own() {
    let mut world = World::new();
    let [one, two] = [1, 2].map(|number| world.number(number));
    let (p, q) = (world.p, world.q);
    let [of_p, of_q] = [p, q].map(|var| world.of(var));
    let apart = world.terms.ne(of_p, of_q);
    world.before_target(vec![Command::Assign(p, one), Command::Assign(q, two)], apart);
    assert_eq!(world.disjunct(), [], "they are apart, whatever the program does");
}

#[test]
fn a_field_is_written() {
    for reference in [false, true] {
        let mut world = World::new();
        let (array, value) = match reference {
            false => (world.val, world.of(world.x)),
            true => (world.next, world.of(world.q)),
        };
        let (p, read) = (world.of(world.p), world.y);
        let asked = world.is(read, 5);
        let (there, three) = (world.not_null(p), world.number(3));
        let commands = vec![
            Command::Assume(there),
            Command::Store { array, index: p, value },
            Command::Load { dst: read, array, index: three },
        ];
        world.before_target(commands, asked);
        let before = world.of(array);
        let written = world.terms.store(before, p, value);
        let held = world.terms.select(written, three);
        let five = world.number(5);
        let expected = sorted(vec![world.terms.eq(held, five), there]);
        assert_eq!(world.disjunct(), expected);
    }
}

#[test]
fn a_number_is_read() {
    let mut world = World::new();
    let (p, asked) = (world.of(world.p), world.is(world.x, 5));
    let there = world.not_null(p);
    let load = Command::Load { dst: world.x, array: world.val, index: p };
    world.before_target(vec![Command::Assume(there), load], asked);
    let val = world.of(world.val);
    let (held, five) = (world.terms.select(val, p), world.number(5));
    let expected = sorted(vec![world.terms.eq(held, five), there]);
    assert_eq!(world.disjunct(), expected);
}

/// What the input heap leads to is part of it: read(next_in, p) <= 0.
#[test]
fn a_reference_is_read() {
    let mut world = World::new();
    let (p, asked) = (world.of(world.p), world.is(world.q, 5));
    let there = world.not_null(p);
    let next_in = world.input("next_in");
    let of_input = world.terms.select(next_in, p);
    let of_input = world.at_most_null(of_input);
    let load = Command::Load { dst: world.q, array: world.next, index: p };
    world.before_target(vec![Command::Assume(there), Command::Assume(of_input), load], asked);
    let next = world.of(world.next);
    let (held, five) = (world.terms.select(next, p), world.number(5));
    let expected = sorted(vec![world.terms.eq(held, five), there, of_input]);
    assert_eq!(world.disjunct(), expected);
}

/// GetConditionDisjHeap: at the entry the fields are those of the input heap, and references lead into it. So a new
/// object is none that the program was given.
#[test]
fn at_the_entry_fields_are_those_of_the_input_heap() {
    let mut world = World::new();
    let (p, q) = (world.p, world.q);
    let [of_p, of_q, next] = [p, q, world.next].map(|var| world.of(var));
    let next_in = world.input("next_in");
    let held = world.terms.select(next_in, of_p);
    let (of_input, leads_there) = (world.at_most_null(held), world.at_most_null(of_p));
    let same = world.terms.eq(of_q, of_p);
    let load = Command::Load { dst: q, array: world.next, index: of_p };
    let entry = vec![
        Command::Reset { array: world.next, to: next_in },
        Command::Assume(leads_there),
        Command::Assume(of_input),
        load,
    ];
    world.before_target(entry, same);
    let found = world.disjunct();
    let itself = world.terms.eq(held, of_p);
    assert_eq!(found, sorted(vec![itself, of_input, leads_there]));
    let mut free = |term: &TermId| world.terms.free_variables(*term).contains(&next);
    assert!(!found.iter().any(&mut free), "only the field of the input heap is left");
    // With a new object in the place of p, the two cannot be the same.
    let mut world = World::new();
    let (of_q, one) = (world.of(world.q), world.number(1));
    let same = world.terms.eq(of_q, one);
    let leads_there = world.at_most_null(of_q);
    world.before_target(vec![Command::Assume(leads_there)], same);
    assert!(world.disjuncts(dunlin_bse::Form::DisjunctsSet)[0].is_empty());
}
