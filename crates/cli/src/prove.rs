//! `dunlin prove`: every assertion and every place where something could go wrong, with an answer for each.

use crate::exit;
use crate::load::{load_options, not_loaded};
use crate::progress::Progress;
use crate::prove_args::{Kind, ProveArgs};
use crate::teller::Teller;
use dunlin_driver::words::group_digits;
use dunlin_driver::{Confirm, Loaded, Only, RunOptions, RunResult, Stop};
use dunlin_report::{PlaceEntry, PlaceKind, PlaceStanding, Verdict};
use std::fmt::Write;

const REFUTED: u8 = 1;

pub fn prove(args: &ProveArgs) -> u8 {
    let options = prove_options(args);
    let program = match Loaded::new(load_options(&args.load), &options.exec) {
        Ok(program) => program,
        Err(failure) => return not_loaded("prove", &args.load, args.json, &failure),
    };
    let progress = Progress::new();
    let teller = Teller::new(&progress, "discard", args.json);
    let result = dunlin_driver::run(program, &options, &teller, &Stop::new());
    teller.finish();
    match result {
        Ok(result) => tell(&result, args.json),
        Err(failure) => crate::failed(&failure),
    }
}

fn prove_options(args: &ProveArgs) -> RunOptions {
    let defaults = RunOptions::default();
    let only = args.only.iter().map(|kind| match kind {
        Kind::Assertions => Only::Assertions,
        Kind::Memory => Only::Memory,
        Kind::Overflow => Only::Overflow,
        Kind::Leaks => Only::Leaks,
    });
    let run = RunOptions {
        exec: args.model.exec_options(),
        solver: args.solver.options(),
        matching: args.matching.options(false),
        seed: args.seed,
        workers: args.workers.map_or(defaults.workers, |workers| workers.get()),
        arguments: args.arguments.clone(),
        max_memory: args.max_memory,
        confirm: if args.no_replay { Confirm::No } else { Confirm::Natively },
        output: args.output.clone(),
        ..defaults
    };
    run.proving(only.collect(), args.function.clone(), args.target.clone())
}

/// Tells what was shown; the exit code.
fn tell(result: &RunResult, json: bool) -> u8 {
    for error in &result.errors {
        say!("\n{}", error.text());
    }
    for note in &result.notes {
        say!("dunlin: note: {note}");
    }
    for bug in &result.engine_bugs {
        say!("dunlin: a bug of Dunlin: {bug}");
    }
    for problem in result.problems.iter().chain(&result.contradictions) {
        say!("dunlin: {problem}");
    }
    let summary = &result.summary;
    let text = if json { summary.to_json() } else { table(&summary.places) };
    crate::say::to_stdout(format_args!("{text}"));
    let (verdict, code) = match summary.verdict {
        Verdict::Proved => ("proved", 0),
        Verdict::Refuted => ("refuted", REFUTED),
        _ => ("open", exit::INCOMPLETE),
    };
    say!("dunlin: {verdict}: {}", summary.why);
    say!(
        "dunlin: {} instructions in {:.3} s (loading took {:.3} s); results in {}",
        group_digits(summary.instructions),
        summary.time_ms / 1e3,
        summary.load_ms / 1e3,
        result.folder.display(),
    );
    let is_bug = !result.engine_bugs.is_empty() || result.contradictions.is_some();
    if is_bug { exit::ENGINE_BUG } else { code }
}

/// The answers by line. Places of a line with the same answer are one row; what is proved of the C library is one, too.
fn table(places: &[PlaceEntry]) -> String {
    let mut rows: Vec<([String; 3], u64, &PlaceEntry)> = Vec::new();
    let mut by_line: Vec<&PlaceEntry> = places.iter().collect();
    by_line.sort_by_key(|place| {
        let PlaceEntry { library, file, line, kind, standing, .. } = place;
        // Leaks of the whole program come last.
        (place.function.is_empty(), *library, file, line, *kind, *standing, told(place))
    });
    for place in by_line {
        let at = where_it_is(place);
        let shown = [at, kind(place.kind).to_string(), standing(place.standing).to_string()];
        match rows.last_mut() {
            Some((last, count, known)) if *last == shown && is_told_alike(known, place) => {
                *count += place.count;
            }
            _ => rows.push((shown, place.count, place)),
        }
    }
    let width = |column: usize| rows.iter().map(|(row, ..)| row[column].len()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    let mut text = String::new();
    for ([at, kind, standing], count, place) in &rows {
        let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
        let test = place.test.as_ref().map(|test| format!(": {test}")).unwrap_or_default();
        let [at_width, kind_width, width] = widths;
        let by = told(place);
        let row =
            format!("{at:at_width$}  {kind:kind_width$}  {standing:width$}  {by}{test}{times}");
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn is_told_alike(known: &PlaceEntry, place: &PlaceEntry) -> bool {
    told(known) == told(place) && known.test == place.test
}

/// By what a place is proved; of the library that is the same for all.
fn told(place: &PlaceEntry) -> &str {
    match (place.library, place.standing) {
        (true, PlaceStanding::Proved) => "as it is called here",
        _ => &place.by,
    }
}

fn where_it_is(place: &PlaceEntry) -> String {
    match (&place.file, place.line) {
        _ if place.library && place.standing == PlaceStanding::Proved => "C library".to_string(),
        _ if place.library => format!("C library, {}", place.function),
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ if place.function.is_empty() => "end".to_string(),
        _ => place.function.clone(),
    }
}

fn kind(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Assertion => "assertion",
        PlaceKind::Memory => "memory",
        PlaceKind::Overflow => "overflow",
        PlaceKind::Leak => "leak",
    }
}

fn standing(standing: PlaceStanding) -> &'static str {
    match standing {
        PlaceStanding::Proved => "proved",
        PlaceStanding::Open => "open",
        PlaceStanding::Refuted => "REFUTED",
    }
}
