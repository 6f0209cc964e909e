//! Property: every memory model and every cache finds the same errors and the same ways through a
//! program, up to the merging of paths that a model does on purpose. For all file tests that are
//! explored completely, and for random programs whose pointers depend on input.
//! `./dev bench models --count N` tries more of these.

#[path = "filetests/counts.rs"]
mod counts;
#[path = "filetests/directives.rs"]
#[expect(dead_code, reason = "the runner of file tests uses all of it")]
mod directives;

use dunlin_bench::models::compare::{Compared, Counts, compare};
use dunlin_bench::models::native::confirm;
use dunlin_bench::models::subject::{Explored, Found, Limits, Setting, Subject};
use dunlin_bench::models::ways::Way;
use dunlin_bench::models::{self, Options, Report, some_of};
use dunlin_bench::tools;
use dunlin_bench::trials;
use dunlin_exec::{ExecOptions, Uninitialised};
use dunlin_load::LoadOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

const DUNLIN: &str = env!("CARGO_BIN_EXE_dunlin");
const THREADS: usize = 2;

/// A program is explored in so many ways besides the plain one, and in all where it matters.
const WAYS_OF_A_FILE: usize = 3;

/// Ways of one random program.
const WAYS_OF_A_PROGRAM: usize = 10;

/// Where every answer is asked again: more paths take too long.
const CHECKED_PATHS: usize = 20;
const CHECKED_WAYS: usize = 2;

/// With every question asked of all backends, a single one of this takes minutes.
const NOT_CHECKED: &str = "places_of_other_members.c";

/// Folders of file tests with input, in which a pointer may mean several objects.
const WITH_INPUT: [&str; 3] = ["tests/figures", "tests/regressions", "tests/symbolic"];

/// Larger explorations are left out. Time is only there to end what hangs.
const LIMITS: Limits =
    Limits { paths: 1500, instructions: 3_000_000, time: Duration::from_secs(100) };

/// What the program of these files does depends on whether it is explored or run on one input.
/// An error that a path reports and goes on after is such a thing, too.
const NOT_CONCRETE: [&str; 7] = [
    "tests/symbolic/klee_is_symbolic.c",
    "tests/folded/initialisers.c",
    "tests/folded/local_initialisers.c",
    "tests/ubsan/arithmetic.c",
    "tests/ubsan/input.c",
    "tests/ubsan/minimal.c",
    "tests/ubsan/unsigned.c",
];

/// Random programs whose tests are run natively, and the ways in which they are explored for it.
const NATIVE_SEEDS: [u64; 15] = [1, 4, 6, 8, 12, 15, 17, 18, 19, 21, 22, 24, 25, 28, 30];
const NATIVE_WAYS: [&str; 2] =
    ["--memory auto", "--memory segments --split-objects 13 --split-threshold 13"];

/// One `run:` line of a file test.
struct Run {
    name: String,
    path: PathBuf,
    setting: Setting,
    /// In every way, whatever the program does.
    every_way: bool,
}

impl Run {
    fn is(&self, setting: &Setting) -> bool {
        format!("{:?}", self.setting) == format!("{setting:?}")
    }
}

/// How a `run:` line explores; nothing if it asks for something that is not compared here.
fn setting(root: &Path, path: &Path, line: &directives::RunLine) -> Option<Setting> {
    let mut load = LoadOptions::new([root.join(path)]);
    let mut exec = ExecOptions { uninitialised: Uninitialised::Zero, ..ExecOptions::default() };
    let mut fold = true;
    let mut options = line.options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--check-overflow" => {
                exec.check_overflow = true;
                load.checks.overflow = true;
            }
            "--check-shift" => {
                exec.check_shift = true;
                load.checks.shift = true;
            }
            "--check-uninitialised" => exec.uninitialised = Uninitialised::Error,
            "--leaks" => exec.leaks = true,
            "--fold-conditions" => fold = options.next()? == "on",
            // The order of a complete exploration does not matter, and ways are tried below.
            "--reuse-segments" => {}
            "--search" | "--workers" | "--cache" | "--counterexamples" | "--neighbours"
            | "--value-sets" | "--memory" | "--segment-budget" | "--resolve-context"
            | "--split-objects" | "--split-threshold" | "--relocate-every" => _ = options.next()?,
            "-I" => load.clang_args.push(format!("-I{}", root.join(options.next()?).display())),
            flag if flag.starts_with("--clang-arg=") => {}
            source if source.ends_with(".c") => {
                load.inputs.push(root.join(path).with_file_name(source))
            }
            flag if flag.starts_with('-') && !flag.starts_with("--") => {
                load.clang_args.push(flag.to_owned());
            }
            _ => return None,
        }
    }
    let given = line.options.iter().filter_map(|option| option.strip_prefix("--clang-arg="));
    load.clang_args.extend(given.map(str::to_owned));
    Some(Setting { load, exec, fold, arguments: line.arguments.clone() })
}

/// All `run:` lines of C files that say `dunlin run`, with how many of them are not compared.
fn runs() -> (Vec<Run>, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("a root");
    let mut files: Vec<PathBuf> = Vec::new();
    for topic in std::fs::read_dir(root.join("tests")).expect("a folder of tests") {
        let topic = topic.expect("an entry").path();
        if topic.is_dir() && !topic.ends_with("inputs") {
            let entries = std::fs::read_dir(&topic).expect("a topic");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        }
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    files.sort();
    let (mut runs, mut others) = (Vec::<Run>::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let path = file.strip_prefix(&root).expect("below the root");
        let groups = directives::parse(&text, "//").expect("well-formed");
        let lines =
            groups.iter().flat_map(|group| group.runs.iter().map(move |line| (group, line)));
        for (group, line) in lines.filter(|(_, line)| line.command == directives::Command::Run) {
            let name = format!("{} {}", line.text(), path.display());
            // A program that cannot be loaded, or that is not explored to its end. Where objects lie, and with
            // it an input that is an address, differs from way to way.
            let comparable = group.exit.is_none_or(|exit| exit < 2)
                && !group.unconfirmed.iter().any(|kind| kind == "addresses")
                && !NOT_CONCRETE.iter().any(|file| path == Path::new(file));
            match setting(&root, path, line).filter(|_| comparable) {
                // Lines that differ only in the way.
                Some(setting) if runs.iter().rev().any(|run| run.is(&setting)) => {}
                Some(setting) => {
                    let every_way = path.to_string_lossy().contains("figures/thesis");
                    runs.push(Run { name, path: path.to_owned(), setting, every_way });
                }
                None => others += 1,
            }
        }
    }
    (runs, others)
}

/// What came of comparing runs of file tests.
#[derive(Debug, Default)]
struct OfFiles {
    runs: usize,
    with_several_paths: usize,
    /// In all ways that there are.
    in_every_way: usize,
    counts: Counts,
    differences: Vec<String>,
    incomparable: Vec<String>,
}

fn compare_runs<'w>(
    runs: &[&Run],
    ways: &'w [Way],
    choose: impl Fn(usize, &Found) -> Vec<&'w Way> + Sync,
) -> OfFiles {
    let compared = tools::in_parallel(THREADS, runs.len(), |number| {
        let mut subject = Subject::load(&runs[number].setting, Path::new(DUNLIN))?;
        Ok(compare(&mut subject, LIMITS, |found| choose(number, found)))
    });
    let mut of_files = OfFiles::default();
    for (run, compared) in runs.iter().zip(compared.expect("clang-19 is installed")) {
        match compared {
            Compared::Tried { counts, differences } => {
                of_files.runs += 1;
                of_files.with_several_paths += usize::from(counts.paths > 1);
                of_files.in_every_way += usize::from(counts.ways == ways.len());
                of_files.counts.add(&counts);
                let named = differences.iter().map(|what| format!("{} {what}", run.name));
                of_files.differences.extend(named);
            }
            Compared::Incomparable(why) => {
                of_files.incomparable.push(format!("{}: {why}", run.name));
            }
        }
    }
    of_files
}

fn compare_programs(
    seeds: std::ops::RangeInclusive<u64>,
    ways: Vec<Way>,
    ways_of_one: usize,
) -> Report {
    let first = seeds.start();
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("models-{first}"));
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let seeds = seeds.collect();
    let trials =
        trials::Options { dunlin: DUNLIN.into(), seeds, jobs: THREADS, keep, progress: false };
    let options = Options { trials, ways, ways_of_one };
    let report = models::run(&options).expect("clang-19 is installed");
    println!("{report}");
    assert!(report.failures.is_empty() && report.incomparable.is_empty(), "{report}");
    report
}

#[test]
fn file_tests_are_explored_the_same_in_every_model() {
    let (runs, others) = runs();
    let ways = Way::all();
    let all: Vec<&Run> = runs.iter().collect();
    let of_files = compare_runs(&all, &ways, |number, found| {
        match runs[number].every_way || found.memory.resolutions > 0 {
            true => ways.iter().collect(),
            false => some_of(&ways, number as u64, WAYS_OF_A_FILE),
        }
    });
    println!("{of_files:#?}\n{others} runs with other options");
    assert!(of_files.differences.is_empty(), "{:#?}", of_files.differences);
    // What cannot be compared must not become more by itself.
    let OfFiles { runs, with_several_paths, in_every_way, counts, .. } = &of_files;
    assert!(*runs >= 450 && *with_several_paths >= 85 && *in_every_way >= 14, "{of_files:#?}");
    assert!(counts.merged >= 100 && counts.segments >= 40 && counts.split >= 100, "{of_files:#?}");
}

#[test]
fn two_hundred_pointer_programs() {
    let report = compare_programs(1..=200, Way::all(), WAYS_OF_A_PROGRAM);
    assert_eq!(report.programs, 200);
    assert!(report.erroneous >= 50 && report.counts.paths >= 1000, "{report}");
    let Counts { resolutions, merged, segments, split, .. } = report.counts;
    assert!(resolutions >= 3000 && merged >= 5000 && segments >= 1000 && split >= 1000, "{report}");
    assert!(report.counts.relocations >= 1000 && report.counts.shared >= 100, "{report}");
}

/// Where addresses decide, the test of a path and its placement lead to where the path went.
#[test]
fn paths_that_addresses_decide_are_what_they_say() {
    const PROGRAMS: usize = 60;
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models-free");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let explored = tools::in_parallel(THREADS, PROGRAMS, |number| {
        models::explore_free(Path::new(DUNLIN), number as u64 + 1, &keep)
    });
    let (mut complete, mut by_address, mut wrong) = (0, 0, Vec::new());
    for (number, explored) in explored.expect("clang-19 is installed").into_iter().enumerate() {
        match explored {
            Explored::Complete(found) => {
                complete += 1;
                by_address += found.by_address;
            }
            Explored::Incomplete(_) => {}
            Explored::Wrong(what) => wrong.push(format!("seed {}: {what}", number + 1)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(complete >= 20 && by_address >= 20, "{complete} complete, {by_address} by address");
}

/// Every answer of every layer is asked again of those below it; among them are many that the
/// address-aware cache gave to a path with other addresses.
#[test]
fn shared_answers_are_right() {
    let ways = Way::checked();
    let (runs, _) = runs();
    let with_input = |run: &&Run| WITH_INPUT.iter().any(|folder| run.path.starts_with(folder));
    let in_time = |run: &&Run| !run.path.ends_with(NOT_CHECKED);
    let runs: Vec<&Run> = runs.iter().filter(with_input).filter(in_time).collect();
    let of_files = compare_runs(&runs, &ways, |_, found| {
        let pointers = found.memory.resolutions > 0 && found.paths <= CHECKED_PATHS;
        ways.iter().filter(|_| pointers).collect()
    });
    println!("{of_files:#?}");
    assert!(of_files.differences.is_empty(), "{:#?}", of_files.differences);
    assert!(of_files.in_every_way >= 10 && of_files.counts.shared >= 1, "{of_files:#?}");
    let report = compare_programs(1001..=1042, ways, CHECKED_WAYS);
    assert_eq!(report.counts.ways, report.programs * CHECKED_WAYS, "{report}");
    assert!(report.counts.shared >= 500, "{report}");
}

#[test]
fn native_runs_confirm_what_merging_models_find() {
    let count = NATIVE_SEEDS.len() * NATIVE_WAYS.len();
    let confirmed = tools::in_parallel(THREADS, count, |number| {
        let seed = NATIVE_SEEDS[number / NATIVE_WAYS.len()];
        let way = NATIVE_WAYS[number % NATIVE_WAYS.len()];
        let confirmed = confirm(Path::new(DUNLIN), seed, way)?;
        Ok(confirmed.map_err(|what| format!("seed {seed} {way} {what}")))
    });
    let confirmed = confirmed.expect("clang-19 is installed");
    let wrong: Vec<&String> = confirmed.iter().filter_map(|one| one.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (mut errors, mut tests) = (0, 0);
    for one in confirmed.into_iter().flatten() {
        errors += one.errors;
        tests += one.tests;
    }
    assert!(errors >= 10 && tests >= 100, "{errors} errors and {tests} tests");
}
