//! One solver for many queries answers like a new one for each.

use crate::support::generate::{conditions, grow};
use crate::support::{Random, decide, symbol};
use dunlin_solver::backend::Backend;
use dunlin_solver::native::Native;
use dunlin_term::Terms;

#[test]
fn a_walk_over_a_decision_tree_answers_like_fresh_solvers() {
    let mut random = Random::new(7);
    let mut renewals = 0;
    let mut outcomes = [0, 0];
    for _ in 0..12 {
        let mut terms = Terms::new();
        let mut pool = vec![symbol(&mut terms, "x", 16), symbol(&mut terms, "y", 8)];
        let mut native = Native::new();
        let mut path = Vec::new();
        for _ in 0..60 {
            match random.below(4) {
                0 if !path.is_empty() => path.truncate(random.below(path.len())),
                1 => grow(&mut terms, &mut random, &mut pool, false),
                _ => {}
            }
            let before = path.len();
            path.extend(conditions(&mut terms, &mut random, &pool));
            let answer = decide(&mut native, &terms, &path);
            assert_eq!(answer, decide(&mut Native::new(), &terms, &path), "{path:?}");
            outcomes[usize::from(answer)] += 1;
            if !answer {
                path.truncate(before);
            }
            if random.chance(20) {
                native.forget();
            }
        }
        renewals += native.statistics().renewals;
    }
    assert!(outcomes.iter().all(|&count| count > 50), "both answers occur: {outcomes:?}");
    assert!(renewals > 12, "the solver was renewed: {renewals}");
}

#[test]
fn recycled_terms_do_not_confuse_after_forgetting() {
    let mut terms = Terms::new();
    let mut native = Native::new();
    let x = symbol(&mut terms, "x", 8);
    for value in 0..20 {
        let constant = terms.constant(8, value);
        let sum = terms.mul(x, constant);
        let one = terms.constant(8, 1);
        let query = terms.eq(sum, one);
        // A number has an inverse modulo 256 exactly if it is odd.
        assert_eq!(decide(&mut native, &terms, &[query]), value % 2 == 1);
        terms.collect([]);
        native.forget();
    }
}

#[test]
fn statistics_count_every_answer() {
    let mut terms = Terms::new();
    let mut native = Native::new();
    let x = symbol(&mut terms, "x", 8);
    let five = terms.constant(8, 5);
    let (below, same) = (terms.ult(x, five), terms.eq(x, five));
    assert!(decide(&mut native, &terms, &[]));
    assert!(decide(&mut native, &terms, &[below]));
    assert!(!decide(&mut native, &terms, &[below, same]));
    let statistics = native.statistics();
    assert_eq!((statistics.queries, statistics.sat, statistics.unsat), (3, 2, 1));
    assert_eq!(native.name(), "native");
}

/// A worker owns its solver and may be moved to a thread with it.
#[test]
fn a_solver_can_move_to_another_thread() {
    let mut native = Native::new();
    let answers = std::thread::spawn(move || {
        let mut terms = Terms::new();
        let x = symbol(&mut terms, "x", 8);
        let five = terms.constant(8, 5);
        let (below, same) = (terms.ult(x, five), terms.eq(x, five));
        [vec![below], vec![below, same]].map(|query| decide(&mut native, &terms, &query))
    });
    assert_eq!(answers.join().expect("the thread does not panic"), [true, false]);
}
