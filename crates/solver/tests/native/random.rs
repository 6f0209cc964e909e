//! Random terms: the answer is that of enumeration, or at least no random assignment contradicts it.

use crate::support::generate::{conditions, grow};
use crate::support::{Random, decide, enumerate, model_of, satisfies, symbol};
use dunlin_solver::native::Native;
use dunlin_term::Terms;

#[test]
fn small_random_queries_agree_with_enumeration() {
    let mut random = Random::new(2);
    let mut outcomes = [0, 0];
    for _ in 0..1500 {
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
        let answer = decide(&mut Native::new(), &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        outcomes[usize::from(answer)] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 100), "both answers occur often: {outcomes:?}");
}

#[test]
fn wide_random_queries_are_not_contradicted() {
    let mut random = Random::new(3);
    let mut sat = 0;
    for _ in 0..600 {
        let mut terms = Terms::new();
        let width = random.pick(&[16, 32, 64]);
        let mut pool =
            vec![symbol(&mut terms, "x", width), symbol(&mut terms, "y", random.pick(&[8, 16]))];
        for _ in 0..2 + random.below(10) {
            grow(&mut terms, &mut random, &mut pool, true);
        }
        let query = conditions(&mut terms, &mut random, &pool);
        if decide(&mut Native::new(), &terms, &query) {
            sat += 1;
            continue;
        }
        for _ in 0..200 {
            let input = random.next() >> random.below(64);
            let model = model_of(&terms, input);
            assert!(!satisfies(&terms, &model, &query), "{query:?} with {input:#x}");
        }
    }
    assert!(sat > 100, "many queries are satisfiable: {sat}");
}
