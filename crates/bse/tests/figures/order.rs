//! Figure 1: in which order nodes get their states, and what a solver does on the way.

use crate::world::World;
use dunlin_bse::conjunctions::Conjunctions;
use dunlin_bse::disjuncts::Disjuncts;
use dunlin_bse::graph::{Command, Role};
use dunlin_bse::{Check, Form, Heap, Question, Reply, Solver};
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Home, SolverChoice};
use dunlin_term::TermId;

/// From node 0 to the head of a loop, or past it; behind the head stands what no number satisfies, which no simplifier sees.
fn with_dead_loop() -> World {
    let mut world = World::new();
    let x = world.of(world.x);
    let square = world.terms.mul(x, x);
    let three = world.number(3);
    let [left, right] = [1, 2].map(|value| world.is(world.y, value));
    let no_square = world.terms.eq(square, three);
    world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
    world.node(Role::LoopHead, Vec::new(), &[(no_square, 3)]);
    world.node(Role::Plain, Vec::new(), &[(TermId::TRUE, 3)]);
    world.node(Role::Target, Vec::new(), &[]);
    world.graph.verify(&world.terms);
    world
}

/// Whether each node has a state that is not false, the answer, and how many queries were made.
fn run(world: &mut World, form: Form, check: Check) -> (Vec<bool>, Reply, u64) {
    let mut portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut solver = Solver::new(&mut portfolio, Budget::conflicts(100_000));
    let (graph, terms) = (&world.graph, &mut world.terms);
    let (live, reply): (Vec<bool>, Reply) = match form {
        Form::Conjunctions => {
            let mut work = Conjunctions::new(graph, Question::Target, Heap::Equations);
            let reply = work.run(terms, &mut solver, check);
            (work.states.iter().map(Option::is_some).collect(), reply)
        }
        _ => {
            let mut work = Disjuncts::new(graph, Question::Target, form);
            let reply = work.run(terms, &mut solver, check);
            (work.states.iter().map(|state| !state.is_empty()).collect(), reply)
        }
    };
    (live, reply, solver.queries)
}

const FORMS: [Form; 4] =
    [Form::DisjunctsSet, Form::DisjunctsTerm, Form::DisjunctsMixed, Form::Conjunctions];

#[test]
fn a_node_that_a_query_refutes_becomes_false() {
    for form in FORMS {
        for (check, head) in [(Check::Never, true), (Check::Loops, false), (Check::Always, false)] {
            let (live, reply, _) = run(&mut with_dead_loop(), form, check);
            assert_eq!(live, [true, head, true, true], "{form} {check}");
            assert!(matches!(reply, Reply::Possible(_)), "{form} {check}");
        }
    }
}

#[test]
fn the_entry_is_always_asked_about_and_others_as_the_policy_says() {
    for (check, queries) in [(Check::Never, 1), (Check::Loops, 2), (Check::Always, 4)] {
        let (_, _, asked) = run(&mut with_dead_loop(), Form::Conjunctions, check);
        assert_eq!(asked, queries, "{check}");
    }
}

/// Its state would be needed before it is there.
#[test]
fn a_node_comes_after_all_that_it_leads_to() {
    for form in FORMS {
        let mut world = World::new();
        let assigned = |world: &mut World, value| {
            let value = world.number(value);
            vec![Command::Assign(world.x, value)]
        };
        let (one, two) = (assigned(&mut world, 1), assigned(&mut world, 2));
        let asked = world.is(world.x, 2);
        world.node(Role::Plain, one, &[(TermId::TRUE, 1)]);
        world.node(Role::Plain, two, &[(TermId::TRUE, 2)]);
        world.node(Role::Plain, Vec::new(), &[(asked, 3)]);
        world.node(Role::Target, Vec::new(), &[]);
        let (live, reply, _) = run(&mut world, form, Check::Never);
        assert_eq!((live, reply.is_impossible()), (vec![true; 4], false), "{form}");
    }
}

#[test]
fn what_does_not_lead_to_the_target_is_skipped() {
    for form in FORMS {
        let mut world = World::new();
        let [left, right] = [1, 2].map(|value| world.is(world.x, value));
        world.node(Role::Plain, Vec::new(), &[(left, 1), (right, 2)]);
        world.node(Role::Plain, Vec::new(), &[]);
        world.node(Role::Target, Vec::new(), &[]);
        let (live, reply, _) = run(&mut world, form, Check::Never);
        assert_eq!((live, reply.is_impossible()), (vec![true, false, true], false), "{form}");
    }
}
