//! Programs that symbolic execution gets wrong easily, against all of their inputs.
//! `./dev bench brute 1000` is the long form.

use std::path::Path;

use dunlin_bench::brute::{self, Options};

#[test]
fn twenty_five_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("brute");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let options = Options {
        dunlin: env!("CARGO_BIN_EXE_dunlin").into(),
        seeds: (1..=25).collect(),
        jobs: 2,
        ways: 2,
        only: String::new(),
        keep,
        progress: false,
    };
    let report = brute::run(&options).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.runs, 25 * 5, "{report}");
    assert!(report.errors >= 30 && report.lines >= 600 && report.proofs >= 100, "{report}");
}
