//! Commands that are killed, or whose disk is full, leave whole results and nothing else.
//! `./dev bench kills 200` is the long form.

use dunlin_bench::kills::{self, Options};

#[test]
fn twelve_rounds() {
    let options = Options {
        dunlin: env!("CARGO_BIN_EXE_dunlin").into(),
        seeds: (1..=12).collect(),
        progress: false,
    };
    let report = kills::run(&options).expect("the commands work undisturbed");
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.rounds, 12, "{report}");
    assert!(report.done.len() >= 4, "{report}");
}
