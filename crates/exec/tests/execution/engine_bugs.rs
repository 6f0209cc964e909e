//! A bug of the engine costs one path and is reported; the exploration goes on.

use crate::support::{Breaks, WRITES, of_text};
use dunlin_exec::explore::{ExploreOptions, Shared, Sink, work};
use dunlin_exec::{Ended, ExecOptions, Outcome, WorkItem};
use dunlin_results::LeftOutAt;
use dunlin_solver::chain::{Chain, Home, Options, SolverChoice};
use std::sync::Mutex;

#[derive(Default)]
struct Collected(Mutex<Vec<Outcome>>);

impl Sink for Collected {
    fn path_ended(&self, ended: Ended) {
        self.0.lock().expect("nobody panics with it").push(ended.outcome);
    }

    fn partial(&self, ended: Ended) {
        panic!("{:?} although nothing stops the exploration", ended.outcome);
    }

    fn without_test(&self, paths: u64) {
        panic!("{paths} paths without a test although nothing stops the exploration");
    }

    fn covered(&self, _: &[u32]) {}

    fn left_out(&self, left: LeftOutAt) {
        panic!("{left:?} although there is nothing to decide");
    }

    fn note(&self, _: String) {}
}

#[test]
fn a_panic_costs_one_path() {
    let options = ExecOptions::default();
    let program = of_text(WRITES, &options);
    // Two paths from the beginning: the first breaks.
    let shared = Shared::new(1, vec![WorkItem::default(), WorkItem::default()]);
    let sink = Collected::default();
    let explore = ExploreOptions::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let chain =
                Chain::new(&Options::default(), SolverChoice::Native.portfolio(Home::Here, None));
            let mut output = Breaks::default();
            work(&program, &options, (&explore, None), &shared, &sink, &mut output, chain);
        });
        shared.part(|_| ());
    });
    let outcomes = sink.0.into_inner().expect("nobody panics with it");
    assert_eq!(outcomes.len(), 2, "{outcomes:?}");
    let Outcome::EngineBug { what } = &outcomes[0] else { panic!("{outcomes:?}") };
    assert!(what.contains("broken on purpose"), "{what}");
    assert_eq!(outcomes[1], Outcome::Finished { status: 0 });
}
