//! Programs that symbolic execution gets wrong easily, against all of their inputs.
//! `./dev bench brute 1000` is the long form.

use std::path::Path;

use dunlin_bench::brute::{self, Family, Options, Report};
use dunlin_bench::trials;

fn tried(family: Family, keep: &str, seeds: impl Iterator<Item = u64>) -> Report {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join(keep);
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let dunlin = env!("CARGO_BIN_EXE_dunlin").into();
    let trials = trials::Options { dunlin, seeds: seeds.collect(), jobs: 2, keep, progress: false };
    let report = brute::run(&Options { trials, ways: 2, family }).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    report
}

#[test]
fn twenty_five_programs() {
    let report = tried(Family::Scenes(String::new()), "brute", 1..=25);
    assert_eq!(report.runs, 25 * 6, "{report}");
    assert!(report.errors >= 30 && report.lines >= 600 && report.proofs >= 100, "{report}");
}

#[test]
fn sixteen_programs_that_run_in_rounds() {
    let report = tried(Family::Rounds, "rounds", 1..=16);
    assert!(report.errors >= 8 && report.lines >= 300, "{report}");
}
