//! Random queries, the same in every run: the chain and all backends agree on them.

use dunlin_bench::queries::generate::Kind;
use dunlin_bench::queries::{Options, run};
use dunlin_bench::tools::result_folder;

const COUNT: u64 = 5000;

#[test]
fn the_chain_and_all_backends_agree_on_random_queries() {
    let report = run(&Options {
        count: COUNT,
        seed: 20,
        filter: String::new(),
        jobs: 2,
        keep: result_folder("queries").expect("there is a place for failures"),
        progress: false,
    })
    .expect("the options are right");
    assert!(report.good(), "{report}");
    assert_eq!(report.asked(), COUNT, "{report}");
    assert_eq!(report.kinds.len(), Kind::ALL.len(), "{report}");
    for figures in report.kinds.values() {
        assert!(figures.sat > 0 && figures.unsat > 0, "{report}");
        // Almost all are answered, by two who agree.
        assert!(figures.agreed * 100 >= figures.queries * 95, "{report}");
    }
}

#[test]
fn a_kind_that_does_not_exist_is_an_error() {
    let options = Options {
        count: 1,
        seed: 1,
        filter: "no such kind".to_string(),
        jobs: 1,
        keep: std::env::temp_dir(),
        progress: false,
    };
    let error = run(&options).expect_err("it is not there").to_string();
    assert!(error.contains("no such kind") && error.contains("floats"), "{error}");
}
