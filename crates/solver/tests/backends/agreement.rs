//! Random queries: the answers are those of enumeration or of a new native backend, and no random
//! assignment contradicts them.

use crate::support::generate::{conditions, grow};
use crate::support::{Random, decide, enumerate, model_of, satisfies, symbol};
use crate::{EFFORT, backend};
use dunlin_solver::backend::{Answer, Backend, Budget};
use dunlin_solver::native::Native;
use dunlin_term::Terms;

#[test]
fn small_random_queries_agree_with_enumeration() {
    let mut random = Random::new(12);
    let mut outcomes = [0, 0];
    for _ in 0..300 * EFFORT {
        let mut terms = Terms::new();
        let mut pool = Vec::new();
        let mut left = 10;
        while left > 0 && pool.len() < 3 {
            let width = (1 + random.below(8) as u32).min(left);
            pool.push(symbol(&mut terms, &format!("x{}", pool.len()), width));
            left -= width;
        }
        for _ in 0..2 + random.below(8) {
            grow(&mut terms, &mut random, &mut pool, false);
        }
        let query = conditions(&mut terms, &mut random, &pool);
        let answer = decide(&mut backend(), &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        outcomes[usize::from(answer)] += 1;
    }
    assert!(
        outcomes.iter().all(|&count| count > 20 * EFFORT),
        "both answers occur often: {outcomes:?}"
    );
}

#[test]
fn wide_random_queries_agree_and_are_not_contradicted() {
    let mut random = Random::new(13);
    let mut outcomes = [0, 0];
    for _ in 0..200 * EFFORT {
        let mut terms = Terms::new();
        let width = random.pick(&[16, 32, 64, 80]);
        let mut pool =
            vec![symbol(&mut terms, "x", width), symbol(&mut terms, "y", random.pick(&[8, 16]))];
        for _ in 0..2 + random.below(10) {
            grow(&mut terms, &mut random, &mut pool, true);
        }
        let query = conditions(&mut terms, &mut random, &pool);
        let native = decide(&mut Native::new(), &terms, &query);
        // Some of these are hard; then no answer is one.
        match backend().check(&terms, &query, Budget::conflicts(20_000)) {
            Answer::Sat(model) => assert!(native && satisfies(&terms, &model, &query)),
            Answer::Unsat => {
                assert!(!native, "{query:?}");
                for _ in 0..200 {
                    let input = random.next() >> random.below(64);
                    let model = model_of(&terms, input);
                    assert!(!satisfies(&terms, &model, &query), "{query:?} with {input:#x}");
                }
            }
            Answer::Unknown(_) => continue,
        }
        outcomes[usize::from(native)] += 1;
    }
    assert!(outcomes.iter().sum::<usize>() > 190 * EFFORT, "nearly all are answered: {outcomes:?}");
    assert!(
        outcomes.iter().all(|&count| count > 20 * EFFORT),
        "both answers occur often: {outcomes:?}"
    );
}
