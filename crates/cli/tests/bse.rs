//! Variants of weakest preconditions on random programs, against each other and against all of their inputs.
//! `./dev bench bse --random 2000` is the long form.

use std::path::Path;

use dunlin_bench::bse::random::{self, Options};
use dunlin_bench::trials;

#[test]
fn six_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bse");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let dunlin = env!("CARGO_BIN_EXE_dunlin").into();
    let seeds = (1..=6).collect();
    let trials = trials::Options { dunlin, seeds, jobs: 2, keep, progress: false };
    let names = ["conjunctions-loops", "conjunctions-never", "disjuncts-term"].map(str::to_string);
    let variants = random::variants(&names).expect("they are variants");
    let bounds = vec![1];
    let report = random::run(&Options { trials, variants, bounds }).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.targets >= 24 && report.reached >= 3 && report.regions >= 20, "{report}");
    for (variant, said) in &report.said {
        assert!(said.possible + said.proved + said.lost > 0, "{variant}: {report}");
    }
}
