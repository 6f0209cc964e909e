//! Long chains of stores are not encoded but read by lemmas.

use crate::support::generate::{conditions, random_reads};
use crate::support::{Random, decide, enumerate};
use dunlin_solver::backend::Backend;
use dunlin_solver::native::Native;
use dunlin_term::Terms;

#[test]
fn long_chains_take_lemmas() {
    let mut random = Random::new(5);
    let mut native = Native::new();
    for _ in 0..60 {
        let mut terms = Terms::new();
        let stores = 70 + random.below(20);
        let pool = random_reads(&mut terms, &mut random, stores);
        let query = conditions(&mut terms, &mut random, &pool);
        assert_eq!(decide(&mut native, &terms, &query), enumerate(&terms, &query), "{query:?}");
        // The next one has terms of its own.
        native.forget();
    }
    let lemmas = native.statistics().lemmas;
    assert!(lemmas > 50, "long chains need lemmas: {lemmas}");
}
