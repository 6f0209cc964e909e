//! Differential test: random programs of csmith behave the same natively and in Dunlin.
//! `./dev bench fuzz --count N` runs more of them.

use std::path::Path;

use dunlin_bench::fuzz;
use dunlin_bench::trials::Options;

/// Seeds in the range whose programs do not end in reasonable time.
const ENDLESS: [u64; 4] = [6, 20, 46, 54];

#[test]
fn fifty_programs_in_four_variants() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("csmith");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let options = Options {
        dunlin: env!("CARGO_BIN_EXE_dunlin").into(),
        seeds: (3..=56).filter(|seed| !ENDLESS.contains(seed)).collect(),
        jobs: 2,
        keep,
        progress: false,
    };
    let report = fuzz::run(&options).expect("clang-19 and csmith are installed");
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.runs, 200, "{report}");
}
