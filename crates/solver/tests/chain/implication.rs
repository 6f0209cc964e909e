//! What can be read off constraints follows from them: compared with all values of two small inputs.

use crate::support::{Random, enumerate, symbol};
use dunlin_solver::chain::Facts;
use dunlin_term::{TermId, Terms};

const WIDTH: u32 = 4;

/// A comparison of an input, or its extension, with a constant or the other input.
fn comparison(terms: &mut Terms, random: &mut Random, inputs: [TermId; 2]) -> TermId {
    let mut x = random.pick(&inputs);
    let mut y = if random.chance(4) {
        random.pick(&inputs)
    } else {
        terms.constant(WIDTH, random.next() % 16)
    };
    if random.chance(4) {
        (x, y) = (terms.zext(WIDTH + 2, x), terms.zext(WIDTH + 2, y));
    }
    if random.chance(2) {
        std::mem::swap(&mut x, &mut y);
    }
    let comparison = match random.below(3) {
        0 => terms.eq(x, y),
        1 => terms.ult(x, y),
        _ => terms.slt(x, y),
    };
    if random.chance(2) { terms.not(comparison) } else { comparison }
}

#[test]
fn facts_follow_from_the_constraints() {
    let mut random = Random::new(21);
    let mut known = [0, 0];
    for _ in 0..3000 {
        let mut terms = Terms::new();
        let inputs = ["x", "y"].map(|name| symbol(&mut terms, name, WIDTH));
        let mut facts = Facts::default();
        let mut constraints: Vec<TermId> = Vec::new();
        for _ in 0..1 + random.below(4) {
            let mut constraint = comparison(&mut terms, &mut random, inputs);
            if random.chance(3) {
                let other = comparison(&mut terms, &mut random, inputs);
                constraint = terms.and(constraint, other);
            }
            constraints.push(constraint);
            // Facts are only ever those of a path that is possible.
            if !enumerate(&terms, &constraints) {
                constraints.pop();
                continue;
            }
            facts.add(&terms, constraint);
        }
        for _ in 0..6 {
            let condition = comparison(&mut terms, &mut random, inputs);
            let Some(truth) = facts.truth(&mut terms, condition) else { continue };
            let contrary = if truth { terms.not(condition) } else { condition };
            constraints.push(contrary);
            assert!(!enumerate(&terms, &constraints), "{constraints:?} should exclude each other");
            constraints.pop();
            known[usize::from(truth)] += 1;
        }
    }
    assert!(known.iter().all(|&count| count > 500), "both truths are often known: {known:?}");
}
