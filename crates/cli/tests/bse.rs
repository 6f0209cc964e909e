//! All variants of weakest preconditions on random programs, against each other and against all of their inputs.
//! `./dev bench bse --random 2000` is the long form.

use std::path::Path;

use dunlin_bench::bse::random::{self, Options};
use dunlin_bench::trials;

#[test]
fn twelve_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bse");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let dunlin = env!("CARGO_BIN_EXE_dunlin").into();
    let seeds = (1..=12).collect();
    let trials = trials::Options { dunlin, seeds, jobs: 2, keep, progress: false };
    let variants = random::variants(&[]).expect("all variants");
    let report = random::run(&Options { trials, variants, bounds: Vec::new() })
        .expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.targets >= 48 && report.reached >= 12 && report.regions >= 48, "{report}");
    for (variant, said) in &report.said {
        assert!(said.possible > 0 && said.proved > 0, "{variant}: {report}");
    }
}
