//! Random programs with input: what Dunlin explores must be what native code does.
//!
//! - [`program`] makes programs of [`expression`]s whose branches are all marked in a hash.
//! - Every test that Dunlin writes is run natively. It must end as its path did, with the same error
//!   in the same line, and print what Dunlin printed for that path.
//! - No two paths have the same trace or the same input.
//! - Of programs with two bytes of input, all inputs are run natively, of others many: each way
//!   through the program must have been found. Where execution forks at marked places only, there are
//!   exactly as many paths as ways.
//!
//! Options of Dunlin that must not matter differ from seed to seed.

mod expression;
pub(crate) mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use dunlin_report::TestCase;

use crate::solver::random::Random;
use crate::summary::Summary;
use crate::tools::{self, CLANG};
use crate::trials::{Failure, Options};
use program::Program;

const HARNESS: &str = include_str!("paths/native.c");
const TOOL_LIMIT: Duration = Duration::from_secs(60);
const DUNLIN_LIMIT: Duration = Duration::from_secs(120);
/// What Dunlin is given to explore one program.
const EXPLORE_LIMIT: &str = "20s";
/// How many inputs are tried where not all can be.
const RANDOM_INPUTS: u64 = 50_000;
const SEARCHES: [&str; 7] =
    ["dfs", "bfs", "random-path", "random-state", "coverage", "klee", "generational"];

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub paths: usize,
    pub errors: usize,
    /// Programs of which every input was tried.
    pub enumerated: usize,
    /// Programs that were not explored to the end.
    pub incomplete: Vec<u64>,
    pub failures: Vec<Failure>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(
            f,
            "{} programs ({} with all inputs tried, {} incomplete: {:?}), {} paths, {} of them errors, {} failures",
            self.programs,
            self.enumerated,
            self.incomplete.len(),
            self.incomplete,
            self.paths,
            self.errors,
            self.failures.len()
        )
    }
}

/// Runs every seed. An error is a missing tool or a full disk, not a failure of Dunlin.
pub fn run(options: &Options) -> Result<Report> {
    let report = Mutex::new(Report::default());
    tools::in_parallel(options.jobs, options.seeds.len(), |index| {
        try_seed(options, options.seeds[index], &report)
    })?;
    let mut report = report.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    // Threads finish in any order; the report does not show it.
    report.failures.sort_by_key(|failure| failure.seed);
    report.incomplete.sort_unstable();
    Ok(report)
}

fn try_seed(options: &Options, seed: u64, report: &Mutex<Report>) -> Result<()> {
    let program = program::generate(seed);
    let setup = Setup::of(seed, &program);
    let kept = options.keep.join(format!("{seed}.c"));
    std::fs::write(&kept, &program.text)
        .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    let explored = explore(options, seed, &program, &setup)
        .with_context(|| format!("seed {seed}, kept in {}", kept.display()))?;
    let mut report = report.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    report.programs += 1;
    report.paths += explored.paths;
    report.errors += explored.errors;
    report.enumerated += usize::from(program.enumerable && explored.complete && setup.exact);
    if !explored.complete {
        report.incomplete.push(seed);
    }
    if let Some(what) = explored.wrong {
        let reproduce = format!("dunlin run {} {}", setup.arguments.join(" "), kept.display());
        let failure = Failure { seed, what, reproduce };
        if options.progress {
            eprintln!("{failure}");
        }
        report.failures.push(failure);
    } else {
        std::fs::remove_file(&kept)?;
    }
    if options.progress && report.programs.is_multiple_of(50) {
        eprintln!("{} of {} programs", report.programs, options.seeds.len());
    }
    Ok(())
}

/// How a program is explored.
struct Setup {
    arguments: Vec<String>,
    /// Options of native code.
    native: Vec<&'static str>,
    /// Every branch of the source is one of the explored program.
    exact: bool,
}

impl Setup {
    fn of(seed: u64, program: &Program) -> Setup {
        let mut random = Random::new(!seed);
        let mut arguments = vec!["--all-errors".to_string()];
        let mut add = |option: &str| arguments.extend(option.split(' ').map(str::to_string));
        add(&format!("--search {}", random.pick(&SEARCHES)));
        add(&format!("--workers {}", random.pick(&[1, 1, 2, 4])));
        add(&format!("--fold-conditions {}", random.pick(&["on", "off"])));
        add(&format!(
            "--value-sets {}",
            random.pick(&["off", "intervals", "precise", "box-middle"])
        ));
        if random.percent(20) {
            add("--cache off --counterexamples off");
        }
        if random.percent(15) {
            add("--check-solver");
        }
        let mut native = Vec::new();
        // What is an error may do anything when it is optimised.
        let exact = !(program.safe && random.percent(30));
        if !exact {
            add("-O2");
        }
        if random.percent(25) {
            add("-m32");
            native.extend(["-m32", "-msse2"]);
            add("-msse2");
        }
        Setup { arguments, native, exact }
    }
}

#[derive(Default)]
struct Explored {
    paths: usize,
    errors: usize,
    complete: bool,
    wrong: Option<String>,
}

/// How a run ended, natively: what, where, which way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Record {
    kind: String,
    line: u64,
    way: String,
}

/// A line of `paths.txt`.
struct PathLine {
    test: String,
    kind: String,
    trace: String,
}

fn explore(options: &Options, seed: u64, program: &Program, setup: &Setup) -> Result<Explored> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let source = folder.join("program.c");
    std::fs::write(&source, &program.text)?;
    let (printed, output) = (folder.join("printed"), folder.join("out"));
    let mut dunlin = Command::new(&options.dunlin);
    dunlin.arg("run").args(&setup.arguments).arg(&source).arg("--json");
    dunlin.args(["--max-time", EXPLORE_LIMIT, "--no-replay", "--match", "off"]);
    dunlin.arg("--program-output").arg(&printed).arg("--output").arg(&output);
    let outcome = tools::run(&mut dunlin, DUNLIN_LIMIT)?;
    let mut explored = Explored::default();
    let code = outcome.code();
    if !matches!(code, Some(0 | 1 | 3)) {
        let tail = outcome.stderr.trim_end();
        explored.wrong = Some(format!("dunlin ended with {code:?}: {tail}"));
        explored.complete = true;
        return Ok(explored);
    }
    let summary = Summary::read(&output)?;
    explored.complete = summary.complete;
    let lines = read_paths(&output)?;
    explored.paths = lines.len();
    explored.errors = lines.iter().filter(|line| line.kind != "finished").count();
    if let Some(line) = lines.iter().find(|line| line.kind == "unsupported") {
        explored.wrong = Some(format!("unsupported after {}: {}", line.trace, summary.why));
        return Ok(explored);
    }
    let lines: Vec<PathLine> = lines.into_iter().filter(|line| line.kind != "limit").collect();
    let inputs = read_inputs(&output, &lines)?;
    build_native(&source, setup, folder)?;
    let given: String = inputs.iter().map(|input| format!("{input}\n")).collect();
    std::fs::write(folder.join("inputs"), given)?;
    let (records, native) = run_native(folder, &["given", "inputs"])?;
    if records.len() != lines.len() {
        bail!("{} records of {} inputs", records.len(), lines.len());
    }
    explored.wrong = judge_paths(&summary, &lines, &inputs, &records)
        .or_else(|| explored.complete.then(|| judge_output(&printed, &native)).flatten());
    if explored.wrong.is_none() && explored.complete && setup.exact {
        let (ways, _) = match program.enumerable {
            true => run_native(folder, &["all"])?,
            false => {
                let (count, seed) = (RANDOM_INPUTS.to_string(), seed.to_string());
                run_native(folder, &["random", &count, &seed])?
            }
        };
        explored.wrong = judge_ways(program, &records, &ways);
    }
    Ok(explored)
}

fn read_paths(output: &Path) -> Result<Vec<PathLine>> {
    let text = std::fs::read_to_string(output.join("paths.txt"))?;
    let parse = |line: &str| {
        let mut words = line.split(' ').map(str::to_string);
        let mut word = || words.next().unwrap_or_default();
        PathLine { test: word(), kind: word(), trace: word() }
    };
    Ok(text.lines().map(parse).collect())
}

/// The bytes of every path's test, as hexadecimal digits.
fn read_inputs(output: &Path, lines: &[PathLine]) -> Result<Vec<String>> {
    let mut inputs = Vec::new();
    for line in lines {
        let file = std::fs::read(output.join(format!("tests/{}.ktest", line.test)))
            .with_context(|| format!("the test of path {} {}", line.kind, line.trace))?;
        let test = TestCase::read(&file)?;
        let bytes = test.objects.iter().flat_map(|object| &object.bytes);
        inputs.push(bytes.map(|byte| format!("{byte:02x}")).collect());
    }
    Ok(inputs)
}

fn build_native(source: &Path, setup: &Setup, folder: &Path) -> Result<()> {
    let harness = folder.join("native.c");
    std::fs::write(&harness, HARNESS)?;
    let mut clang = Command::new(CLANG);
    clang.args(["-w", "-O1", "-DNATIVE", "-fsanitize=undefined"]);
    clang.args(["-fno-sanitize-recover=all", "-fsanitize-trap=all"]).args(&setup.native);
    clang.arg(source).arg(&harness).arg("-o").arg(folder.join("native"));
    tools::run_checked(&mut clang, TOOL_LIMIT)?;
    Ok(())
}

fn run_native(folder: &Path, arguments: &[&str]) -> Result<(Vec<Record>, Vec<u8>)> {
    let mut native = Command::new(folder.join("native"));
    native.current_dir(folder).args(arguments);
    let outcome = tools::run_checked(&mut native, TOOL_LIMIT)?;
    let text = std::fs::read_to_string(folder.join("records.txt"))?;
    let parse = |line: &str| {
        let mut words = line.split(' ').map(str::to_string);
        let mut word = || words.next().unwrap_or_default();
        Record { kind: word(), line: word().parse().unwrap_or(0), way: word() }
    };
    Ok((text.lines().map(parse).collect(), outcome.stdout))
}

/// What is wrong with the paths one by one.
fn judge_paths(
    summary: &Summary,
    lines: &[PathLine],
    inputs: &[String],
    records: &[Record],
) -> Option<String> {
    let mut traces = BTreeSet::new();
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    let error_lines: BTreeMap<&str, u64> = summary
        .errors
        .iter()
        .filter_map(|error| {
            let test = error.test.as_deref()?.strip_prefix("tests/")?.strip_suffix(".ktest")?;
            Some((test, error.line?))
        })
        .collect();
    for ((line, input), record) in lines.iter().zip(inputs).zip(records) {
        if !traces.insert(&line.trace) {
            return Some(format!("two paths with trace {}", line.trace));
        }
        if let Some(other) = given.insert(input, &line.trace) {
            return Some(format!("paths {other} and {} for input {input}", line.trace));
        }
        let native = (record.kind.as_str(), record.line);
        let own = (line.kind.as_str(), error_lines.get(line.test.as_str()).copied().unwrap_or(0));
        if own != native {
            return Some(format!("input {input}: {own:?}, natively {native:?}"));
        }
    }
    None
}

/// Whether Dunlin and the native runs of its tests printed the same lines.
fn judge_output(printed: &Path, native: &[u8]) -> Option<String> {
    let printed = std::fs::read(printed).unwrap_or_default();
    let count = |text: &[u8]| {
        let mut lines: BTreeMap<String, i64> = BTreeMap::new();
        for line in String::from_utf8_lossy(text).lines() {
            *lines.entry(line.to_string()).or_default() += 1;
        }
        lines
    };
    let (own, native) = (count(&printed), count(native));
    let differs = |(line, times): (&String, &i64), other: &BTreeMap<String, i64>| {
        (other.get(line) != Some(times)).then(|| line.clone())
    };
    let extra = own.iter().find_map(|entry| differs(entry, &native));
    let missing = native.iter().find_map(|entry| differs(entry, &own));
    match (extra, missing) {
        (None, None) => None,
        (extra, missing) => Some(format!("printed {extra:?}, natively {missing:?}")),
    }
}

/// Whether every way through the program was found, and none twice.
fn judge_ways(program: &Program, records: &[Record], ways: &[Record]) -> Option<String> {
    let found: BTreeSet<&Record> = records.iter().collect();
    if let Some(missed) = ways.iter().find(|way| !found.contains(way)) {
        return Some(format!("missed {missed:?}; {} ways, {} found", ways.len(), found.len()));
    }
    if program.countable && found.len() != records.len() {
        return Some(format!("{} paths for {} ways", records.len(), found.len()));
    }
    None
}
