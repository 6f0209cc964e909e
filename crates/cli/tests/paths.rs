//! Differential test: random programs with input are explored as native code behaves.
//! `./dev bench paths --count N` runs more of them.

use std::path::Path;

use dunlin_bench::paths;
use dunlin_bench::trials::Options;

#[test]
fn forty_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paths");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let options = Options {
        dunlin: env!("CARGO_BIN_EXE_dunlin").into(),
        seeds: (1..=40).collect(),
        jobs: 2,
        keep,
        progress: false,
    };
    let report = paths::run(&options).expect("clang-19 is installed");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.enumerated >= 15 && report.paths >= 500 && report.errors >= 50, "{report}");
}
