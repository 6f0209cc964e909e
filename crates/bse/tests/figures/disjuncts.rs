//! Figure 2: disjunct propagation.

use crate::world::World;
use dunlin_bse::Form;
use dunlin_bse::disjuncts::as_term;
use dunlin_bse::graph::{Command, Role};
use dunlin_term::TermId;

/// From node 0 to two nodes that ask about `x` and `y`, and from both to the target.
fn fork() -> (World, [TermId; 4]) {
    let mut world = World::new();
    let (left, right) = (world.is(world.p, 1), world.is(world.q, 2));
    let (of_x, of_y) = (world.is(world.x, 3), world.is(world.y, 4));
    world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
    world.node(Role::Plain, Vec::new(), &[(of_x, 3)]);
    world.node(Role::Plain, Vec::new(), &[(of_y, 3)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    (world, [left, of_x, right, of_y])
}

fn sorted(mut conditions: Vec<TermId>) -> Vec<TermId> {
    conditions.sort_unstable();
    conditions
}

/// MergeDisj: the disjuncts of all successors, each with the condition of its edge.
#[test]
fn disjuncts_of_all_successors_come_together() {
    let (mut world, [left, of_x, right, of_y]) = fork();
    let states = world.disjuncts(Form::DisjunctsSet);
    let expected = [sorted(vec![left, of_x]), sorted(vec![right, of_y])];
    assert_eq!(states[0], expected);
    assert_eq!(states[3], [Vec::new()], "the target is true");
}

/// The other representations say the same: as one term everywhere, or from where paths meet on.
#[test]
fn one_term_stands_for_all_disjuncts() {
    for (form, single) in [(Form::DisjunctsTerm, true), (Form::DisjunctsMixed, false)] {
        let (mut world, [left, of_x, right, of_y]) = fork();
        let states = world.disjuncts(form);
        let x = world.terms.and(left, of_x);
        let y = world.terms.and(right, of_y);
        assert_eq!(states[0], [vec![world.terms.or(x, y)]], "{form}");
        assert_eq!(states[1], [vec![of_x]], "{form}");
        // Beside what is one term, new conditions stand by themselves in the mixed form alone.
        let mut world = World::new();
        let (of_x, of_y) = (world.is(world.x, 3), world.is(world.y, 4));
        world.before_target(vec![Command::Assume(of_x)], of_y);
        let together = world.terms.and(of_y, of_x);
        let state = &world.disjuncts(form)[0];
        match single {
            true => assert_eq!(state, &[vec![together]]),
            false => assert_eq!(state, &[sorted(vec![of_x, of_y])]),
        }
    }
}

/// Simplify: who contradicts himself is dropped, and who is implied.
#[test]
fn what_is_merged_is_simplified() {
    let mut world = World::new();
    let (three, four) = (world.is(world.x, 3), world.is(world.x, 4));
    let other = world.is(world.y, 5);
    world.node(Role::Plain, Vec::new(), &[(three, 1), (four, 1), (other, 2)]);
    world.node(Role::Plain, vec![Command::Assume(three)], &[(TermId::TRUE, 3)]);
    world.node(Role::Plain, vec![Command::Assume(three)], &[(TermId::TRUE, 3)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    assert_eq!(world.disjuncts(Form::DisjunctsSet)[0], [vec![three]]);
}

/// ProcessOperationDisj.
#[test]
fn an_assignment_puts_the_value_in_the_place_of_the_variable() {
    let mut world = World::new();
    let (y, one) = (world.of(world.y), world.number(1));
    let value = world.terms.add(y, one);
    let (asked, kept) = (world.is(world.x, 7), world.is(world.p, 2));
    world.before_target(vec![Command::Assume(kept), Command::Assign(world.x, value)], asked);
    let seven = world.number(7);
    let replaced = world.terms.eq(value, seven);
    assert_eq!(world.disjunct(), sorted(vec![replaced, kept]));
}

/// GetConditionDisj.
#[test]
fn the_condition_of_a_node_is_the_disjunction() {
    let (mut world, [left, of_x, right, of_y]) = fork();
    let states = world.disjuncts(Form::DisjunctsSet);
    let x = world.terms.and(left, of_x);
    let y = world.terms.and(right, of_y);
    let either = world.terms.or(x, y);
    assert_eq!(as_term(&mut world.terms, &states[0]), either);
    assert_eq!(as_term(&mut world.terms, &states[3]), TermId::TRUE);
    assert_eq!(as_term(&mut world.terms, &[]), TermId::FALSE);
}
