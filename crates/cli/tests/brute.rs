//! Programs that symbolic execution gets wrong easily, against all of their inputs.
//! `./dev bench brute 1000` is the long form.

use std::path::Path;

use dunlin_bench::brute::{self, Options};
use dunlin_bench::trials;

#[test]
fn twenty_five_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("brute");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let dunlin = env!("CARGO_BIN_EXE_dunlin").into();
    let seeds = (1..=25).collect();
    let trials = trials::Options { dunlin, seeds, jobs: 2, keep, progress: false };
    let options = Options { trials, ways: 2, only: String::new() };
    let report = brute::run(&options).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.runs, 25 * 6, "{report}");
    assert!(report.errors >= 30 && report.lines >= 600 && report.proofs >= 100, "{report}");
}
