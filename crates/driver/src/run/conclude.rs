//! The end of a run: errors are confirmed, reports, coverage and the summary are written.

use super::coverage::coverage;
use super::results::{self, Inner, Results};
use super::scope::{self, Chosen, Scoped};
use super::seen;
use super::table;
use super::{NativeRun, ReportedError, RunResult};
use crate::assumptions::{Assumptions, assumptions};
use crate::loaded::names;
use crate::options::{RunOptions, TestFormat};
use crate::replay::confirm::{Claim, confirm};
use crate::words::counted;
use dunlin_exec::explore::retrace::{RetraceLimits, retrace};
use dunlin_exec::explore::{Findings, Shared};
use dunlin_exec::{MemoryCounters, Program, Whereabouts};
use dunlin_ir::Module;
use dunlin_load::{Linked, LoadOptions};
use dunlin_report::{
    BackwardFromEntry, ErrorEntry, LeftOutEntry, OutputFolder, Queries, Summary, TestExtent,
    Verdict, source_excerpt, test_name,
};
use dunlin_results::{ErrorReport, LeftOutAt, LeftOutKind, StopReason};
use dunlin_stop::peak_bytes;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Everything that is known at the end.
pub struct Run<'r> {
    pub options: &'r RunOptions,
    pub load: &'r LoadOptions,
    pub program: &'r Program,
    pub shared: &'r Shared,
    pub results: &'r Results<'r>,
    pub findings: &'r [Findings],
    /// Of the whole exploration.
    pub queries: Queries,
    pub memory: MemoryCounters,
    pub load_ms: f64,
    pub time: Duration,
    /// The program as loaded and what it was made of, if errors are to be confirmed.
    pub unfolded: Option<(Module, Linked)>,
    /// The program's name and arguments.
    pub arguments: &'r [String],
    /// The places that errors are looked for in, if not everywhere.
    pub scoped: Option<&'r Scoped>,
    /// What the comparisons of states came to.
    pub matched: seen::Counts,
}

pub fn conclude(run: &Run<'_>, mut folder: OutputFolder) -> RunResult {
    let _ending = dunlin_stop::ending();
    let tests = run.results.tests();
    let inner = run.results.inner();
    let mut problems: Vec<String> = run.results.problem().into_iter().collect();
    let errors = reported_errors(run, &inner, &mut problems);
    let partly = with_partial_tests(run, &inner);
    let mut result = RunResult {
        summary: summarise(run, &inner, tests),
        errors,
        coverage: coverage(run.program, &inner.covered, &partly),
        notes: inner.notes.clone(),
        engine_bugs: inner.engine_bugs.iter().map(|bug| bug.what.clone()).collect(),
        contradictions: contradictions(run.findings, &folder),
        assumed: assumed(run).all(),
        problems,
        folder: folder.path().to_path_buf(),
    };
    if let Some(scoped) = run.scoped {
        result.engine_bugs.extend(scoped.contradiction(run.program, &inner));
        if matches!(scoped.chosen, Chosen::Places { .. }) {
            conclude_places(run, scoped, &inner, &mut result);
        }
    }
    drop(inner);
    write(&mut result, &mut folder);
    result
}

/// The answer for each place, and for all of them.
fn conclude_places(run: &Run<'_>, scoped: &Scoped, inner: &Inner, result: &mut RunResult) {
    let incomplete = (!result.summary.complete).then(|| obstacle(run, inner));
    let made = table::Made {
        program: run.program,
        scoped,
        inner,
        errors: &result.errors,
        leaks: run.options.exec.leaks,
        incomplete,
    };
    let places = table::table(&made);
    let (verdict, mut why) = table::verdict(&places);
    if verdict == Verdict::Proved {
        why += &assumed(run).in_words();
    }
    let summary = &mut result.summary;
    (summary.verdict, summary.why) = (verdict, why);
    (summary.command, summary.places) = ("prove".to_string(), places);
}

/// Why not every path was explored.
fn obstacle(run: &Run<'_>, inner: &Inner) -> String {
    let left_out = || sentences(inner, |_| true).into_iter().next();
    match (run.shared.stop_reason(), left_out()) {
        (Some(reason), _) => format!("stopped by {}", reason.in_words()),
        (None, Some(what)) => format!("not everything was explored ({what})"),
        (None, None) => "a bug of Dunlin cost a path".to_string(),
    }
}

/// Writes everything that follows from a result.
fn write(result: &mut RunResult, folder: &mut OutputFolder) {
    for error in &mut result.errors {
        error.entry.report = folder.add_error(&error.text()).unwrap_or_else(|error| {
            result.problems.push(format!("cannot write the error report: {error}"));
            String::new()
        });
    }
    result.summary.errors = result.errors.iter().map(|error| error.entry.clone()).collect();
    result.summary.coverage = result.coverage.totals();
    let results = serde_json::to_string(result).expect("a result has nothing that JSON lacks");
    for (name, content) in [
        ("errors.sarif", result.sarif()),
        ("coverage.lcov", result.coverage.to_lcov()),
        ("results.json", results),
        ("summary.json", result.summary.to_json()),
    ] {
        if let Err(error) = folder.write(name, &content) {
            result.problems.push(format!("cannot write {name}: {error}"));
        }
    }
}

/// Which answers of the solver's layers contradict each other; the first is kept for a report.
fn contradictions(findings: &[Findings], folder: &OutputFolder) -> Option<String> {
    let mut all = findings.iter().flat_map(|worker| &worker.disagreements);
    let first = all.next()?;
    let [one, other] = first.between;
    let content = format!("; {one} contradicts {other}\n{}", first.question);
    let name = "disagreement.smt2";
    let kept = match folder.write(name, &content) {
        Ok(()) => format!("the first question is in {name}"),
        Err(error) => format!("the first question could not be written: {error}"),
    };
    let count = 1 + all.count();
    Some(format!("{count} answers of solver layers contradict each other ({one}, {other}); {kept}"))
}

/// What paths that were not followed to their end have covered, and what their tests cover when the
/// engine runs them on: some of them, each for a while.
fn with_partial_tests(run: &Run<'_>, inner: &Inner) -> Vec<bool> {
    const ALL: Duration = Duration::from_secs(1);
    let mut partly = inner.partly_covered.clone();
    partly.resize(run.program.marks(), false);
    if run.shared.stop_reason() == Some(StopReason::Memory) {
        // Each may take as much again.
        return partly;
    }
    let deadline = Instant::now() + ALL;
    let each = RetraceLimits {
        instructions: 2_000_000,
        transfers: 1 << 20,
        output_bytes: 0,
        deadline: Some(deadline),
    };
    for inputs in &inner.partial_inputs {
        if Instant::now() >= deadline || dunlin_stop::is_asked() || run.program.starts_lazily() {
            break;
        }
        // A bug of the engine must not cost the summary; exploring on would meet and report it.
        let followed = std::panic::catch_unwind(|| {
            let given = (inputs.clone(), &Whereabouts::default());
            retrace(run.program, &run.options.exec, run.arguments, given, each)
        });
        for mark in followed.map(|followed| followed.marks).unwrap_or_default() {
            partly[mark as usize] = true;
        }
    }
    partly
}

fn summarise(run: &Run<'_>, inner: &Inner, tests: u64) -> Summary {
    let tally = &run.shared.tally;
    let stopped = run.shared.stop_reason();
    let paths = inner.paths;
    let complete = stopped.is_none() && inner.left_out.is_empty() && inner.engine_bugs.is_empty();
    let verdict = match (paths.errors > 0, complete) {
        (true, _) => Verdict::Errors,
        (false, true) => Verdict::NoErrors,
        (false, false) => Verdict::Incomplete,
    };
    let entry = |scoped: &Scoped| scoped.entry(run.program, inner, complete);
    let backward_from = run.scoped.and_then(entry);
    let only = paths.ended() == 1 && paths.finished == 1 && complete;
    Summary {
        dunlin: env!("CARGO_PKG_VERSION").to_string(),
        command: "run".to_string(),
        program: names(run.load),
        verdict,
        why: why(run, inner, stopped, backward_from.as_ref()),
        complete,
        left_out: left_out_entries(inner),
        stopped_by: stopped.map(|reason| reason.name().to_string()),
        exit_status: inner.last_status.filter(|_| only),
        paths,
        tests,
        forks: tally.forks.load(Ordering::Relaxed),
        instructions: tally.instructions.load(Ordering::Relaxed),
        states_peak: tally.states_peak.load(Ordering::Relaxed).max(1),
        queries: run.queries,
        memory: named_counters(&run.memory),
        load_ms: run.load_ms,
        time_ms: run.time.as_secs_f64() * 1e3,
        peak_memory_bytes: peak_bytes(),
        unsupported: sentences(inner, |kind| kind == LeftOutKind::Unsupported),
        backward_from,
        matched: seen::entries(run.program, &run.matched),
        ..Summary::default()
    }
}

/// The verdict in a sentence.
fn why(
    run: &Run<'_>,
    inner: &Inner,
    stopped: Option<StopReason>,
    backward_from: Option<&BackwardFromEntry>,
) -> String {
    let paths = inner.paths;
    let mut parts = Vec::new();
    if let Some((_, first)) = inner.errors.iter().next() {
        let place = first.report.place().map(|place| place.to_string());
        let place = place.unwrap_or_else(|| "an unknown place".to_string());
        let others = match inner.errors.len() - 1 {
            0 => String::new(),
            1 => " and 1 other error".to_string(),
            n => format!(" and {n} other errors"),
        };
        parts.push(format!("{} at {place}{others}", first.report.kind.name()));
    }
    if let Some(reason) = stopped {
        let left = inner.partial;
        let unit = if left == 1 { "path is" } else { "paths are" };
        let at = inner.partial_at.as_ref().filter(|_| left == 1);
        let at = at.map_or_else(String::new, |place| format!(" at {place}"));
        let reason = reason.in_words();
        let without = match inner.without_test {
            0 => String::new(),
            n if n == left => ", without tests".to_string(),
            n => format!(", {n} of them without tests"),
        };
        parts.push(format!("stopped by {reason}{at}, {left} {unit} not finished{without}"));
    }
    let first = |wanted: LeftOutKind| sentences(inner, |kind| kind == wanted).into_iter().next();
    if let Some(what) = first(LeftOutKind::Unsupported) {
        let n = paths.unsupported;
        parts.push(format!("{n} unsupported ({what})"));
    }
    if let Some(what) = first(LeftOutKind::Limit) {
        parts.push(format!("{} not followed to the end ({what})", paths.limited));
    }
    let narrowed = sentences(inner, |kind| !kind.ends_path());
    if let Some(what) = narrowed.first() {
        let others = match narrowed.len() - 1 {
            0 => String::new(),
            n => format!(", and {} like it", counted(n as u64, "place")),
        };
        parts.push(format!("not everything was explored ({what}{others})"));
    }
    let shown = backward_from.map(scope::in_words);
    if !parts.is_empty() {
        parts.extend(shown);
        return parts.join("; ");
    }
    let seen = seen::in_words(&seen::entries(run.program, &run.matched));
    let finished = match (paths.finished, inner.last_status, seen) {
        (0, _, Some(seen)) => format!("{seen}; the program does not end by itself"),
        (1, _, Some(seen)) => format!("{seen}; the only path that ends by itself finished"),
        (n, _, Some(seen)) => format!("{seen}; all {n} paths that end by themselves finished"),
        (1, Some(status), None) if paths.ended() == 1 => {
            format!("the only path finished with exit status {status}")
        }
        (finished, ..) => format!("all {finished} paths finished"),
    };
    let finished = match shown {
        // Other paths were dropped.
        Some(shown) if !run.options.exec.leaks => shown,
        Some(shown) => format!("{shown}; nothing leaks, {finished}"),
        None => finished,
    };
    finished + &assumed(run).in_words()
}

fn assumed(run: &Run<'_>) -> Assumptions {
    let chosen = run.arguments.len() > 1;
    assumptions(run.program, run.arguments, chosen, &run.options.exec)
}

/// What of some kinds was left out.
fn sentences(inner: &Inner, wanted: impl Fn(LeftOutKind) -> bool) -> Vec<String> {
    let of_kind = inner.left_out.keys().filter(|at| wanted(at.left.kind));
    of_kind.map(|at| at.to_string()).collect()
}

fn left_out_entries(inner: &Inner) -> Vec<LeftOutEntry> {
    let entry = |(at, &count): (&LeftOutAt, &u64)| LeftOutEntry {
        kind: at.left.kind.name().to_string(),
        what: at.to_string(),
        file: at.place.position.as_ref().map(|at| at.file.to_string()),
        line: at.place.position.as_ref().map(|at| at.line),
        function: at.place.function.to_string(),
        count,
    };
    inner.left_out.iter().map(entry).collect()
}

pub fn queries(findings: &[Findings]) -> Queries {
    let mut queries = Queries::default();
    for worker in findings {
        for (number, (name, counters)) in worker.layers.iter().enumerate() {
            if number == 0 {
                queries.asked += counters.asked;
            }
            queries.answered_by.add(name, counters.answered());
        }
        for (name, answers) in &worker.backends {
            queries.answered_by.add(name, *answers);
        }
        queries.smt += worker.backend_questions;
        queries.cache_entries += worker.cache_entries;
        queries.sharing.seen += worker.sharing.asked;
        queries.sharing.with_bases += worker.sharing.with_bases;
        queries.sharing.shareable += worker.sharing.shareable;
        queries.add_backend_time(worker.backend_time);
    }
    queries
}

/// As the summary has them.
pub fn named_counters(counters: &MemoryCounters) -> BTreeMap<String, u64> {
    counters.named().into_iter().map(|(name, count)| (name.to_string(), count)).collect()
}

/// What all workers did with pointers and objects.
pub fn memory(findings: &[Findings]) -> MemoryCounters {
    let mut all = MemoryCounters::default();
    findings.iter().for_each(|worker| all.add(&worker.memory));
    all
}

/// All distinct errors, with what native runs say about them.
fn reported_errors(run: &Run<'_>, inner: &Inner, problems: &mut Vec<String>) -> Vec<ReportedError> {
    let confirmed = confirm_errors(run, inner, problems);
    let reported = |(error, native): (&results::FoundError, NativeRun)| ReportedError {
        entry: ErrorEntry {
            confirmed: matches!(native, NativeRun::Confirms(_)),
            ..error_entry(error, run.options.tests.format)
        },
        report: error.report.clone(),
        excerpt: excerpt(&run.program.module, &error.report),
        native,
    };
    inner.errors.values().zip(confirmed).map(reported).collect()
}

/// For each error: what a native run says.
fn confirm_errors(run: &Run<'_>, inner: &Inner, problems: &mut Vec<String>) -> Vec<NativeRun> {
    let none = || vec![NativeRun::NotTried; inner.errors.len()];
    let Some((unfolded, linked)) = &run.unfolded else { return none() };
    // What a test of a function's start says cannot be given to the program as a whole.
    if inner.errors.is_empty() || run.program.starts_lazily() {
        return none();
    }
    let program = match Program::new(unfolded.clone(), &run.load.entry, &run.options.exec) {
        Ok(program) => program,
        Err(error) => {
            problems.push(format!("errors are not confirmed: {error}"));
            return none();
        }
    };
    let claims: Vec<Claim<'_>> = inner
        .errors
        .values()
        .map(|error| Claim {
            report: &error.report,
            inputs: error.inputs.as_deref().unwrap_or_default(),
            whereabouts: &error.whereabouts,
        })
        .collect();
    match confirm(linked, &program, &run.options.exec, run.arguments, &claims) {
        Ok(confirmed) => {
            let said = |confirmed| match confirmed {
                Ok(by) => NativeRun::Confirms(by),
                Err(why) => NativeRun::DoesNot(why),
            };
            confirmed.into_iter().map(said).collect()
        }
        Err(problem) => {
            problems.push(format!("errors are not confirmed: {problem}"));
            none()
        }
    }
}

/// The lines of the source around an error, if they can be read.
fn excerpt(module: &Module, report: &ErrorReport) -> Option<String> {
    let position = report.place()?.position.as_ref()?;
    let file = module.files.iter().find(|file| *file.name == *position.file)?;
    if file.is_withheld() {
        let text =
            "  (its text is not shown: Dunlin was not to read it; --allow-read PATH allows it)";
        return Some(text.to_owned());
    }
    let source = file.read_text()?;
    source_excerpt(&String::from_utf8_lossy(&source), position.line, position.column)
}

fn error_entry(error: &results::FoundError, format: TestFormat) -> ErrorEntry {
    let name = |number| test_name(number, TestExtent::Whole, format.extension());
    let place = error.report.place();
    let position = place.and_then(|place| place.position.as_ref());
    ErrorEntry {
        kind: error.report.kind.name().to_string(),
        message: error.report.message.clone(),
        file: position.map(|at| at.file.to_string()),
        line: position.map(|at| at.line),
        column: position.map(|at| at.column).filter(|&column| column > 0),
        function: place.map_or_else(String::new, |place| place.function.to_string()),
        test: error.test.map(name),
        ..ErrorEntry::default()
    }
}
