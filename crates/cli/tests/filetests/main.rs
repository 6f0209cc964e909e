//! The runner of the file tests in `tests/<topic>/*.{c,ll}`.
//!
//! `cargo test -p dunlin-cli --test filetests -- [FILTER]... [--update]` runs those whose path
//! contains one of the filters. `--update` (or DUNLIN_UPDATE=1) rewrites expectations. `--against=PATH` compares
//! with another Dunlin instead.

mod against;
mod check;
mod counted;
mod counts;
mod directives;
mod places;
mod prove;
mod reach;
mod replay;
mod replay_options;
mod traces;
mod update;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use against::Compared;
use anyhow::{Context, Result};
use check::FileTest;
use replay::Replayed;

const THREADS: usize = 2;

struct Options {
    filters: Vec<String>,
    update: bool,
    list: bool,
    /// The other Dunlin.
    against: Option<PathBuf>,
}

impl Options {
    /// Flags of cargo's own test harness, such as --nocapture, mean nothing here and are accepted,
    /// because `cargo test -- FLAG` gives them to every test program.
    fn read() -> Options {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
        Options {
            update: has("--update") || std::env::var_os("DUNLIN_UPDATE").is_some_and(|v| v == "1"),
            list: has("--list"),
            against: arguments.iter().find_map(|a| a.strip_prefix("--against=")).map(PathBuf::from),
            filters: arguments.into_iter().filter(|a| !a.starts_with('-')).collect(),
        }
    }
}

fn main() -> ExitCode {
    let options = Options::read();
    match run_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("filetests: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// True when every test that was chosen passes.
fn run_all(options: &Options) -> Result<bool> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let all = find(&root)?;
    let found = all.len();
    let chosen: Vec<PathBuf> = all
        .into_iter()
        .filter(|path| {
            let path = path.to_string_lossy();
            options.filters.is_empty() || options.filters.iter().any(|f| path.contains(f.as_str()))
        })
        .collect();
    if options.list {
        chosen.iter().for_each(|path| println!("{}: test", path.display()));
        return Ok(true);
    }
    println!("\nrunning {} file tests", chosen.len());
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let replayed = Mutex::new(Replayed::default());
    let compared = Mutex::new(Compared::default());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (failure, tests) = match &options.against {
                        None => run_one(&root, path, options.update),
                        Some(other) => {
                            (compare_one(&root, path, other, &compared), Replayed::default())
                        }
                    };
                    if tests.replayed < tests.written {
                        println!("{}: {tests}", path.display());
                    }
                    replayed.lock().unwrap_or_else(|e| e.into_inner()).add(tests);
                    if let Some(failure) = failure {
                        let mut failures = failures.lock().unwrap_or_else(|e| e.into_inner());
                        failures.push((path, failure));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(|e| e.into_inner());
    failures.sort();
    for (path, failure) in &failures {
        println!("\n---- {} ----\n{failure}", path.display());
    }
    if !failures.is_empty() {
        println!("\nfailures:");
        failures.iter().for_each(|(path, _)| println!("    {}", path.display()));
    }
    match &options.against {
        None => println!("\n{}", replayed.into_inner().unwrap_or_else(|e| e.into_inner())),
        Some(_) => println!("\n{}", compared.into_inner().unwrap_or_else(|e| e.into_inner())),
    }
    println!(
        "test result: {}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out; \
         finished in {:.2}s\n",
        if failures.is_empty() { "ok" } else { "FAILED" },
        chosen.len() - failures.len(),
        failures.len(),
        found - chosen.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(failures.is_empty())
}

/// All test files, relative to the root, sorted. Files of folders named `inputs` belong to tests.
fn find(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let topics = std::fs::read_dir(root.join("tests")).context("the folder tests/")?;
    for topic in topics {
        let topic = topic?.path();
        if !topic.is_dir() || topic.ends_with("inputs") {
            continue;
        }
        for file in std::fs::read_dir(&topic)? {
            let file = file?.path();
            if file.extension().is_some_and(|end| end == "c" || end == "ll") {
                files.push(file.strip_prefix(root)?.to_path_buf());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The text of the failure, None when the test passes, and what was replayed.
fn run_one(root: &Path, path: &Path, update: bool) -> (Option<String>, Replayed) {
    let mut replayed = Replayed::default();
    match run_groups(root, path, update, &mut replayed) {
        Ok(differences) if differences.is_empty() => (None, replayed),
        Ok(differences) => (Some(differences.join("\n  ")), replayed),
        Err(error) => (Some(format!("{error:#}")), replayed),
    }
}

/// How another Dunlin differs on a test, if it does.
fn compare_one(
    root: &Path,
    path: &Path,
    other: &Path,
    compared: &Mutex<Compared>,
) -> Option<String> {
    let mut own = Compared::default();
    let compare_all = |own: &mut Compared| -> Result<Vec<String>> {
        let mut all = Vec::new();
        for test in FileTest::load(root, path)? {
            all.extend(against::compare(&test, root, other, own)?);
        }
        Ok(all)
    };
    let found = compare_all(&mut own);
    compared.lock().unwrap_or_else(|e| e.into_inner()).add(&own);
    match found {
        Ok(differences) if differences.is_empty() => None,
        Ok(differences) => Some(differences.join("\n  ")),
        Err(error) => Some(format!("{error:#}")),
    }
}

/// The differences of all groups of runs.
fn run_groups(
    root: &Path,
    path: &Path,
    update: bool,
    replayed: &mut Replayed,
) -> Result<Vec<String>> {
    let mut tests = FileTest::load(root, path)?;
    let mut all = Vec::new();
    let mut before = None;
    for index in 0..tests.len() {
        let (mut differences, mut actual, mut tests_of_run) =
            tests[index].run(root, before.as_ref())?;
        if let Some(first) = actual.as_ref().filter(|_| update && !differences.is_empty()) {
            std::fs::write(root.join(path), update::rewritten(&tests[index], first))?;
            println!("updated {}", path.display());
            tests = FileTest::load(root, path)?;
            (differences, actual, tests_of_run) = tests[index].run(root, before.as_ref())?;
        }
        all.extend(differences);
        replayed.add(tests_of_run);
        before = actual;
    }
    Ok(all)
}
