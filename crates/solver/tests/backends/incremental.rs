//! One solver for many queries answers like a new one for each.

use crate::support::generate::{conditions, grow};
use crate::support::{Random, decide, symbol};
use crate::{EFFORT, NAME, backend};
use dunlin_solver::backend::Backend;
use dunlin_solver::native::Native;
use dunlin_term::{TermId, Terms};

#[test]
fn a_walk_over_a_decision_tree_answers_like_fresh_solvers() {
    let mut random = Random::new(7);
    let mut outcomes = [0, 0];
    let (mut renewals, mut forgotten) = (0, 0);
    for _ in 0..8 * EFFORT {
        let mut terms = Terms::new();
        let mut pool = vec![symbol(&mut terms, "x", 16), symbol(&mut terms, "y", 8)];
        let mut backend = backend();
        let mut path = Vec::new();
        for _ in 0..60 {
            match random.below(4) {
                0 if !path.is_empty() => path.truncate(random.below(path.len())),
                1 => grow(&mut terms, &mut random, &mut pool, false),
                _ => {}
            }
            let before = path.len();
            path.extend(conditions(&mut terms, &mut random, &pool));
            let answer = decide(&mut backend, &terms, &path);
            assert_eq!(answer, decide(&mut Native::new(), &terms, &path), "{path:?}");
            outcomes[usize::from(answer)] += 1;
            if !answer {
                path.truncate(before);
            }
            if random.chance(20) {
                backend.forget();
                forgotten += 1;
            }
        }
        renewals += backend.statistics().renewals;
    }
    assert!(outcomes.iter().all(|&count| count > 30 * EFFORT), "both answers occur: {outcomes:?}");
    assert!(renewals > forgotten, "renewed by itself: {renewals} with {forgotten} on demand");
}

#[test]
fn recycled_terms_do_not_confuse_after_forgetting() {
    let mut terms = Terms::new();
    let mut backend = backend();
    let x = symbol(&mut terms, "x", 8);
    for value in 0..20 {
        let constant = terms.constant(8, value);
        let sum = terms.mul(x, constant);
        let one = terms.constant(8, 1);
        let query = terms.eq(sum, one);
        // A number has an inverse modulo 256 exactly if it is odd.
        assert_eq!(decide(&mut backend, &terms, &[query]), value % 2 == 1);
        terms.collect([]);
        backend.forget();
    }
}

#[test]
fn statistics_count_every_answer() {
    let mut terms = Terms::new();
    let mut backend = backend();
    let x = symbol(&mut terms, "x", 8);
    let five = terms.constant(8, 5);
    let (below, same) = (terms.ult(x, five), terms.eq(x, five));
    assert!(decide(&mut backend, &terms, &[]));
    assert!(decide(&mut backend, &terms, &[TermId::TRUE]));
    assert!(decide(&mut backend, &terms, &[below]));
    assert!(!decide(&mut backend, &terms, &[below, same]));
    assert!(!decide(&mut backend, &terms, &[below, TermId::FALSE]));
    let statistics = backend.statistics();
    assert_eq!((statistics.queries, statistics.sat, statistics.unsat), (5, 3, 2));
    assert_eq!(backend.name(), NAME);
}

/// A worker owns its solver and may be moved to a thread with it.
#[test]
fn a_solver_can_move_to_another_thread() {
    let mut terms = Terms::new();
    let mut backend = backend();
    let x = symbol(&mut terms, "x", 8);
    let five = terms.constant(8, 5);
    let (below, same) = (terms.ult(x, five), terms.eq(x, five));
    assert!(decide(&mut backend, &terms, &[below]));
    let answers = std::thread::spawn(move || {
        [vec![below], vec![below, same]].map(|query| decide(&mut backend, &terms, &query))
    });
    assert_eq!(answers.join().expect("the thread does not panic"), [true, false]);
}
