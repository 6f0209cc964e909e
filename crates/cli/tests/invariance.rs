//! What a complete exploration finds does not depend on how it is done: any order, any number of
//! workers, any solver and any cache give the same traces with the same outcomes, and the same errors,
//! within each memory model. (What differs between the models is compared in `models.rs`.)

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// Of each list, the first one is what the others are compared with.
const WAYS: [&str; 10] = [
    "--memory fork --search dfs --workers 1",
    "--memory fork --search bfs --workers 2",
    "--memory fork --search random-path --workers 1 --seed 7",
    "--memory fork --search random-state --workers 4 --cache exact",
    "--memory fork --search coverage --workers 1 --value-sets off",
    "--memory fork --search klee --workers 2 --cache off --counterexamples off",
    "--memory fork --search generational --workers 1 --value-sets intervals",
    "--memory fork --search dfs --workers 2 --value-sets precise --cache exact",
    "--memory fork --search klee --workers 4 --value-sets off --cache off --counterexamples off",
    "--memory fork --search random-path --workers 2 --solver bitwuzla",
];

const MERGING_WAYS: [&[&str]; 3] = [
    &[
        "--memory auto --cache exact --search dfs --workers 1",
        "--memory auto --search klee --workers 2",
        "--memory auto --search random-path --workers 1 --value-sets off --counterexamples off",
        "--memory auto --search bfs --workers 2 --cache off",
    ],
    &[
        "--memory segments --search dfs --workers 1",
        "--memory segments --search klee --workers 2 --resolve-context 2 --reuse-segments",
        "--memory segments --search bfs --workers 1 --cache exact --reuse-segments --value-sets off",
    ],
    &[
        "--memory static-segments --search dfs --workers 1",
        "--memory static-segments --search random-state --workers 2 --cache exact",
    ],
];

/// Those of the programs in which a pointer may mean several objects, and some with tables of input.
const WITH_POINTERS: [&str; 16] = [
    "symbolic/compared_texts",
    "symbolic/error_after_free",
    "symbolic/error_free_inside",
    "symbolic/error_freed_twice",
    "symbolic/error_null",
    "symbolic/function_at_index",
    "symbolic/heap_input",
    "symbolic/one_of_three_strings",
    "symbolic/one_of_two_objects",
    "symbolic/pointer_order",
    "symbolic/struct_at_index",
    "symbolic/through_an_integer",
    "symbolic/two_dimensions",
    "figures/thesis_3_1",
    "figures/thesis_3_2",
    "figures/thesis_4_1",
];

/// Asks every layer and backend, which takes longer.
const CHECKED: &str = "--memory fork --search bfs --workers 1 --check-solver";

/// Programs of `tests/` and `benches/explore/` whose exploration is complete.
const PROGRAMS: [&str; 40] = [
    "symbolic/bit_fields",
    "symbolic/bytes_of_an_int",
    "symbolic/compared_texts",
    "symbolic/copies",
    "symbolic/error_after_free",
    "symbolic/error_assertion",
    "symbolic/error_division",
    "symbolic/error_free_inside",
    "symbolic/error_freed_twice",
    "symbolic/error_null",
    "symbolic/error_quotient",
    "symbolic/error_read",
    "symbolic/error_write",
    "symbolic/float_order",
    "symbolic/function_at_index",
    "symbolic/heap_input",
    "symbolic/int_of_bytes",
    "symbolic/klee_assume",
    "symbolic/klee_choose",
    "symbolic/klee_range",
    "symbolic/length_of_input",
    "symbolic/loop_to_input",
    "symbolic/one_of_three_strings",
    "symbolic/one_of_two_objects",
    "symbolic/pointer_order",
    "symbolic/products",
    "symbolic/searchers",
    "symbolic/size_of_a_copy",
    "symbolic/size_of_a_copy_too_large",
    "symbolic/struct_at_index",
    "symbolic/switch_on_input",
    "symbolic/text_without_end",
    "symbolic/through_an_integer",
    "symbolic/two_dimensions",
    "symbolic/two_writes",
    "figures/thesis_1_2_two",
    "figures/thesis_1_7_three",
    "figures/directed_4",
    "explore/strchr",
    "explore/maze",
];

/// Of these the solver's layers are compared as well.
const CHECKED_PROGRAMS: usize = 8;

fn source(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = if name.starts_with("explore/") { "benches" } else { "tests" };
    root.join(folder).join(name).with_extension("c")
}

/// What a run found: outcomes with traces, and errors with their places.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    paths: Vec<String>,
    errors: BTreeSet<String>,
}

fn explore(program: &Path, way: &str) -> Found {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let output = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.arg("run").arg(program).args(way.split(' ')).args(["--json", "--no-replay"]);
    // Which of two equal states is explored depends on the order.
    command.args(["--match", "off", "--program-output", "discard"]).arg("--output").arg(&output);
    let run = command.output().expect("dunlin starts");
    let context =
        || format!("{} {way}\n{}", program.display(), String::from_utf8_lossy(&run.stderr));
    let summary: Value = serde_json::from_slice(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert_eq!(summary["complete"], true, "{}", context());
    assert!(matches!(run.status.code(), Some(0 | 1)), "{}", context());
    let paths = std::fs::read_to_string(output.join("paths.txt")).expect("a list of paths");
    let without_test = |line: &str| line.split_once(' ').map_or("", |(_, rest)| rest).to_string();
    let mut paths: Vec<String> = paths.lines().map(without_test).collect();
    paths.sort_unstable();
    let error = |error: &Value| format!("{} {}:{}", error["kind"], error["file"], error["line"]);
    let errors = summary["errors"].as_array().expect("a list of errors").iter().map(error);
    Found { paths, errors: errors.collect() }
}

fn compare(name: &str, ways: impl IntoIterator<Item = &'static str>) {
    let program = source(name);
    let mut ways = ways.into_iter();
    let first = explore(&program, ways.next().expect("a first way"));
    let distinct: BTreeSet<&String> = first.paths.iter().collect();
    assert_eq!(distinct.len(), first.paths.len(), "{name}: a trace occurs twice");
    for way in ways {
        assert_eq!(explore(&program, way), first, "{name} {way}");
    }
}

/// Calls with every number below `count`, on two threads.
fn for_each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            work(index);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(worker);
        scope.spawn(worker);
    });
}

#[test]
fn explorations_find_the_same_whatever_the_order_workers_and_caches() {
    for_each(PROGRAMS.len(), |index| {
        let checked = (index < CHECKED_PROGRAMS).then_some(CHECKED);
        compare(PROGRAMS[index], WAYS.into_iter().chain(checked));
    });
}

#[test]
fn so_do_those_that_merge_objects() {
    for_each(WITH_POINTERS.len() * MERGING_WAYS.len(), |index| {
        let ways = MERGING_WAYS[index % MERGING_WAYS.len()];
        compare(WITH_POINTERS[index / MERGING_WAYS.len()], ways.iter().copied());
    });
}
