//! Property: every memory model and every cache finds the same errors and the same ways through a
//! program, up to the merging of paths that a model does on purpose. For all file tests that are
//! explored completely, and for random programs whose pointers depend on input.
//! `./dev bench models --count N` tries more of these.

#[path = "filetests/directives.rs"]
#[expect(dead_code, reason = "the runner of file tests uses all of it")]
mod directives;

use dunlin_bench::models::compare::{Compared, Counts, compare};
use dunlin_bench::models::native::confirm;
use dunlin_bench::models::subject::{Found, Limits, Setting, Subject};
use dunlin_bench::models::ways::Way;
use dunlin_bench::models::{self, Options, some_of};
use dunlin_bench::tools;
use dunlin_exec::ExecOptions;
use dunlin_llvm::LoadOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

const DUNLIN: &str = env!("CARGO_BIN_EXE_dunlin");
const THREADS: usize = 2;

/// A program is explored in so many ways besides the plain one, and in all where it matters.
const WAYS_OF_A_FILE: usize = 3;

/// Larger explorations are left out. Time is only there to end what hangs.
const LIMITS: Limits =
    Limits { paths: 1500, instructions: 3_000_000, time: Duration::from_secs(100) };

/// What the program of these files does depends on whether it is explored or run on one input.
const NOT_CONCRETE: [&str; 1] = ["tests/symbolic/klee_is_symbolic.c"];

/// Random programs whose tests are run natively, and the ways in which they are explored for it.
const NATIVE_SEEDS: [u64; 15] = [1, 4, 6, 8, 12, 15, 17, 18, 19, 21, 22, 24, 25, 28, 30];
const NATIVE_WAYS: [&str; 2] =
    ["--memory auto", "--memory segments --split-objects 13 --split-threshold 13"];

/// One `run:` line of a file test.
struct Run {
    name: String,
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
    let mut exec = ExecOptions::default();
    let mut fold = true;
    let mut options = line.options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--check-overflow" => exec.check_overflow = true,
            "--check-shift" => exec.check_shift = true,
            "--check-uninitialised" => exec.check_uninitialised = true,
            "--leaks" => exec.leaks = true,
            "--fold-conditions" => fold = options.next()? == "on",
            // The order of a complete exploration does not matter, and ways are tried below.
            "--reuse-segments" => {}
            "--search" | "--workers" | "--cache" | "--memory" | "--segment-budget"
            | "--resolve-context" | "--split-objects" | "--split-threshold"
            | "--relocate-every" => _ = options.next()?,
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
        let parsed = directives::parse(&text, "//").expect("well-formed");
        let is_run = |line: &&directives::RunLine| line.command == directives::Command::Run;
        for line in parsed.runs.iter().filter(is_run) {
            let name = format!("{} {}", line.text(), path.display());
            // A program that cannot be loaded, or that is not explored to its end.
            let comparable = parsed.exit.is_none_or(|exit| exit < 2)
                && !NOT_CONCRETE.iter().any(|file| path == Path::new(file));
            match setting(&root, path, line).filter(|_| comparable) {
                // Lines that differ only in the way.
                Some(setting) if runs.last().is_some_and(|run| run.is(&setting)) => {}
                Some(setting) => {
                    let every_way = path.to_string_lossy().contains("figures/thesis");
                    runs.push(Run { name, setting, every_way });
                }
                None => others += 1,
            }
        }
    }
    (runs, others)
}

#[test]
fn file_tests_are_explored_the_same_in_every_model() {
    let (runs, others) = runs();
    let ways = Way::all();
    let compared = tools::in_parallel(THREADS, runs.len(), |number| {
        let run = &runs[number];
        let mut subject = Subject::load(&run.setting, Path::new(DUNLIN))?;
        let choose = |found: &Found| match run.every_way || found.memory.resolutions > 0 {
            true => ways.iter().collect(),
            false => some_of(&ways, number as u64, WAYS_OF_A_FILE),
        };
        Ok(compare(&mut subject, LIMITS, choose))
    });
    let compared = compared.expect("clang-19 is installed");
    let (mut counts, mut compared_runs, mut symbolic, mut every_way) = (Counts::default(), 0, 0, 0);
    let (mut differences, mut left_out, mut known) = (Vec::new(), Vec::new(), 0);
    for (run, compared) in runs.iter().zip(compared) {
        match compared {
            Compared::Tried { counts: found, differences: new } => {
                compared_runs += 1;
                symbolic += usize::from(found.paths > 1);
                every_way += usize::from(found.ways == ways.len());
                counts.add(&found);
                for difference in new {
                    match models::known(&difference) {
                        Some(_) => known += 1,
                        None => differences.push(format!("{} {difference}", run.name)),
                    }
                }
            }
            Compared::Incomparable(why) => left_out.push(format!("{}: {why}", run.name)),
        }
    }
    let summary = format!(
        "{compared_runs} runs compared, {symbolic} with several paths, {every_way} in every way, {known} with \
         known differences, {others} with other options, {counts:?}; not comparable:\n{}",
        left_out.join("\n")
    );
    println!("{summary}");
    assert!(differences.is_empty(), "{}\n{summary}", differences.join("\n"));
    // What cannot be compared must not become more by itself.
    assert!(compared_runs >= 450 && symbolic >= 85 && every_way >= 14, "{summary}");
    assert!(counts.merged >= 100 && counts.segments >= 40 && counts.split >= 100, "{summary}");
}

#[test]
fn two_hundred_pointer_programs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    std::fs::create_dir_all(&keep).expect("a folder for failing programs");
    let options = Options {
        dunlin: DUNLIN.into(),
        seeds: (1..=200).collect(),
        jobs: THREADS,
        ways: Way::all().len(),
        keep,
        progress: false,
    };
    let report = models::run(&options).expect("clang-19 is installed");
    println!("{report}");
    assert!(report.failures.is_empty() && report.incomparable.is_empty(), "{report}");
    assert_eq!(report.programs, 200);
    // What does not occur any more is no longer known.
    assert!(report.known.iter().all(|&times| times > 0), "{report}");
    assert!(report.erroneous >= 50 && report.counts.paths >= 1000, "{report}");
    let Counts { resolutions, merged, segments, split, .. } = report.counts;
    assert!(resolutions >= 3000 && merged >= 5000 && segments >= 1000 && split >= 1000, "{report}");
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
