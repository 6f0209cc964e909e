//! Figure 3: conjunction combination.

use crate::world::{Combined, World};
use dunlin_bse::Heap;
use dunlin_bse::graph::{Command, Role};
use dunlin_term::TermId;

/// A node with these commands, and behind it one that asks whether something holds.
fn before(world: &mut World, commands: Vec<Command>, asked: TermId) -> Combined {
    world.node(Role::Plain, commands, &[(TermId::TRUE, 1)]);
    world.node(Role::Plain, Vec::new(), &[(asked, 2)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    world.conjunctions(Heap::Equations)
}

/// ProcessOperationConj, lines 1 and 2.
#[test]
fn an_assignment_that_nobody_asks_about_is_left_out() {
    let mut world = World::new();
    let (asked, y) = (world.is(world.y, 4), world.of(world.y));
    let assign = vec![Command::Assign(world.x, y)];
    let combined = before(&mut world, assign, asked);
    combined.expect(&mut world.terms, 0, Vec::new());
    assert_eq!(combined.version(0, world.y), combined.version(1, world.y));
    assert_eq!(combined.version(0, world.x), None);
}

/// Lines 4 to 6.
#[test]
fn an_assignment_relates_the_version_behind_it_with_those_before() {
    let mut world = World::new();
    let (asked, y, one) = (world.is(world.x, 4), world.of(world.y), world.number(1));
    let value = world.terms.add(y, one);
    let assign = vec![Command::Assign(world.x, value)];
    let combined = before(&mut world, assign, asked);
    let (behind, y) = (combined.version(1, world.x), combined.version(0, world.y));
    let value = world.terms.add(y.expect("y is asked about now"), one);
    let equal = world.terms.eq(behind.unwrap(), value);
    combined.expect(&mut world.terms, 0, vec![equal]);
    assert_eq!(combined.version(0, world.x), None);
}

#[test]
fn a_variable_that_is_assigned_from_itself_has_another_version_before() {
    let mut world = World::new();
    let (asked, x, one) = (world.is(world.x, 4), world.of(world.x), world.number(1));
    let value = world.terms.add(x, one);
    let assign = vec![Command::Assign(world.x, value)];
    let combined = before(&mut world, assign, asked);
    let [behind, ahead] = [1, 0].map(|node| combined.version(node, world.x).unwrap());
    assert_ne!(behind, ahead);
    let value = world.terms.add(ahead, one);
    let equal = world.terms.eq(behind, value);
    combined.expect(&mut world.terms, 0, vec![equal]);
}

/// From node 0 to 1 and 2, from both to 3, which asks about `x`; node 1 may assign to it.
fn fork(assigned: Option<u64>) -> (World, Combined, [TermId; 2]) {
    let mut world = World::new();
    let (left, right) = (world.is(world.p, 1), world.is(world.q, 2));
    let asked = world.is(world.x, 7);
    let value = assigned.map(|value| world.number(value));
    let commands = value.map(|value| Command::Assign(world.x, value)).into_iter().collect();
    world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
    world.node(Role::Plain, commands, &[(TermId::TRUE, 3)]);
    world.node(Role::Plain, Vec::new(), &[(TermId::TRUE, 3)]);
    world.node(Role::Plain, Vec::new(), &[(asked, 4)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    let combined = world.conjunctions(Heap::Equations);
    let edges = [(world.p, 1), (world.q, 2)].map(|(var, value)| {
        let value = world.number(value);
        world.terms.eq(combined.version(0, var).expect("an edge asks"), value)
    });
    (world, combined, edges)
}

/// MergeConj, line 3: who gets here takes one of the edges, and gets to its other end.
#[test]
fn control_goes_on_along_one_of_the_edges() {
    let (mut world, combined, edges) = fork(None);
    let [to_left, to_right] = [1, 2].map(|node| combined.control(node));
    let left = world.terms.and(to_left, edges[0]);
    let right = world.terms.and(to_right, edges[1]);
    let either = world.terms.or(left, right);
    combined.expect(&mut world.terms, 0, vec![either]);
    // Where all call it the same, nothing is joined.
    let version = combined.version(3, world.x);
    assert!((0..3).all(|node| combined.version(node, world.x) == version));
}

/// Line 1 and JoinVers: on an edge behind which the merged version has another name, the two are equal.
#[test]
fn versions_of_successors_are_joined() {
    let (mut world, combined, edges) = fork(Some(7));
    let (behind, merged) = (combined.version(2, world.x), combined.version(0, world.x));
    assert_eq!((combined.version(1, world.x), behind), (None, combined.version(3, world.x)));
    let (behind, merged) = (behind.unwrap(), merged.expect("one successor asks"));
    assert_ne!(behind, merged, "the assignment says what the other one is");
    let control = combined.control(0);
    let [to_left, to_right] = [1, 2].map(|node| combined.control(node));
    // The edge on which something is equal has a control variable of its own: the only symbol that is left.
    let (p, q) = (combined.version(0, world.p), combined.version(0, world.q));
    let known = [Some(control), Some(to_left), Some(to_right), Some(behind), Some(merged), p, q];
    let mut taken: Vec<TermId> = Vec::new();
    for condition in combined.of_node(0) {
        let free = world.terms.free_variables(condition);
        taken.extend(free.iter().filter(|free| !known.contains(&Some(**free))));
    }
    taken.sort_unstable();
    taken.dedup();
    let [taken] = taken[..] else { panic!("one edge has something to say: {taken:?}") };
    let terms = &mut world.terms;
    let (left, equal) = (terms.and(to_left, edges[0]), terms.eq(behind, merged));
    let either = terms.or(left, taken);
    let mut expected = vec![terms.implies(control, either)];
    expected.extend([to_right, equal, edges[1]].map(|one| terms.implies(taken, one)));
    expected.sort_unstable();
    assert_eq!(combined.of_node(0), expected);
}

/// GetConditionConj: what holds behind nodes that are not on the way is no matter.
#[test]
fn only_successors_have_a_say() {
    let mut world = World::new();
    let (left, right) = (world.is(world.p, 1), world.is(world.p, 2));
    let (never, asked) = (world.is(world.x, 3), world.is(world.x, 4));
    world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
    world.node(Role::Plain, vec![Command::Assume(never)], &[(asked, 3)]);
    world.node(Role::Plain, Vec::new(), &[(asked, 3)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    let mut portfolio =
        dunlin_solver::chain::SolverChoice::Auto.portfolio(dunlin_solver::chain::Home::Here, None);
    let budget = dunlin_solver::backend::Budget::conflicts(100_000);
    let mut solver = dunlin_bse::Solver::new(&mut portfolio, budget);
    let question = dunlin_bse::Question::Target;
    let mut work =
        dunlin_bse::conjunctions::Conjunctions::new(&world.graph, question, Heap::Equations);
    let reply = work.run(&mut world.terms, &mut solver, dunlin_bse::Check::Always);
    assert!(matches!(reply, dunlin_bse::Reply::Possible(_)));
    let live: Vec<bool> = work.states.iter().map(Option::is_some).collect();
    assert_eq!(live, [true, false, true, true]);
}
