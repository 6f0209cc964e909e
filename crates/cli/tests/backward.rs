//! What a backward search says about targets of random programs with aliases, against all of their inputs.
//! `./dev bench backward --random 2000` is the long form.

use std::path::Path;

use dunlin_bench::backward::random::{self, Options};
use dunlin_bench::trials;

#[test]
fn thirty_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("backward");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let dunlin = env!("CARGO_BIN_EXE_dunlin").into();
    let seeds = (1..=30).collect();
    let trials = trials::Options { dunlin, seeds, jobs: 2, keep, progress: false };
    let strategies = ["tse", "bse", "auto"].map(str::to_string).to_vec();
    let options = Options { trials, strategies, limits: None };
    let report = random::run(&options).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.targets >= 120 && report.reached >= 20, "{report}");
}
