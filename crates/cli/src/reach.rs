//! `dunlin reach`: can a line be reached, and with which input?

mod answers;
mod confirm;
mod inputs;
mod watcher;
mod why;

use crate::exit;
use crate::load::{not_loaded, program_names};
use crate::output::new_folder;
use crate::progress::counted;
use crate::reach_args::ReachArgs;
use crate::run::summary::{memory, queries};
pub use answers::{ConditionalError, ErrorSeen, Hunter, TargetAnswer, Wanted};
use dunlin_exec::explore::Findings;
use dunlin_report::{OutputFolder, Paths, Summary, TargetEntry, Verdict};
use dunlin_stop::peak_bytes;
use dunlin_target::place::{Spec, resolve};
use dunlin_target::{Condition, ConditionError};
use std::time::Instant;

const UNREACHABLE: u8 = 1;
const UNKNOWN: u8 = 3;

pub fn reach(args: &ReachArgs) -> u8 {
    let loading = Instant::now();
    let specs = match specs(args) {
        Ok(specs) => specs,
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let condition = match condition(args, specs.len()) {
        Ok(condition) => condition,
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let (hunt, solver) = (&args.hunt, &args.solver);
    let loaded = match condition {
        None => Hunter::load(&args.load, hunt, solver, &args.arguments),
        Some(_) => Hunter::load_for_condition(&args.load, hunt, solver, &args.arguments),
    };
    let mut hunter = match loaded {
        Ok(hunter) => hunter,
        Err(code) => return not_loaded("reach", &args.load, args.json, code),
    };
    let mut problems = false;
    for (text, spec) in specs {
        let found = resolve(hunter.module(), &spec, &|| hunter.regions());
        if let Some(note) = found.as_ref().ok().and_then(|place| place.note.as_ref()) {
            say!("dunlin: {text}: {note}");
        }
        let added = match (found, &condition) {
            (Err(problem), _) => Err(problem.to_string()),
            (Ok(place), None) => {
                hunter.add(Wanted { text, label: None, place });
                Ok(())
            }
            (Ok(place), Some(condition)) => {
                match hunter.add_conditional(Wanted { text, label: None, place }, condition) {
                    Ok(()) => Ok(()),
                    Err(ConditionalError::Condition(problem)) => Err(problem.to_string()),
                    Err(ConditionalError::Told(code)) => return code,
                }
            }
        };
        if let Err(problem) = added {
            say!("dunlin: {problem}");
            problems = true;
        }
    }
    if problems {
        return exit::BAD_INPUT;
    }
    let folder = match new_folder(args.output.as_deref()) {
        Ok(folder) => folder,
        Err(code) => return code,
    };
    let load_ms = loading.elapsed().as_secs_f64() * 1e3;
    let started = Instant::now();
    let answers = match hunter.answer(&folder) {
        Ok(answers) => answers,
        Err(code) => return code,
    };
    let time_ms = started.elapsed().as_secs_f64() * 1e3;
    let mut summary = summarise(&answers);
    summary.program = program_names(&args.load);
    (summary.load_ms, summary.time_ms) = (load_ms, time_ms);
    if let Err(error) = folder.write("summary.json", &summary.to_json()) {
        say!("dunlin: cannot write summary.json: {error}");
    }
    for answer in &answers {
        tell(answer);
    }
    tell_effort(&summary, &folder);
    if args.json {
        crate::say::to_stdout(format_args!("{}", summary.to_json()));
    }
    if answers.iter().any(|answer| answer.engine_bug) {
        return exit::ENGINE_BUG;
    }
    match summary.verdict {
        Verdict::Reachable => 0,
        Verdict::Unreachable => UNREACHABLE,
        _ => UNKNOWN,
    }
}

/// The targets that a user has named, each with its text.
fn specs(args: &ReachArgs) -> Result<Vec<(String, Spec)>, String> {
    let mut texts = args.target.clone();
    if let Some(path) = &args.target_file {
        let content = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let lines = content.lines().map(str::trim);
        texts.extend(lines.filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_owned));
        if texts.is_empty() {
            return Err(format!("{} names no target", path.display()));
        }
    }
    let parse = |text: String| match text.parse::<Spec>() {
        Ok(spec) => Ok((text, spec)),
        Err(problem) => Err(problem.to_string()),
    };
    texts.into_iter().map(parse).collect()
}

/// What must be true at the target.
fn condition(args: &ReachArgs, targets: usize) -> Result<Option<Condition>, String> {
    let Some(text) = &args.condition else { return Ok(None) };
    if targets != 1 {
        return Err(format!("--condition is for one target, not for {targets}"));
    }
    text.parse().map(Some).map_err(|problem: ConditionError| problem.to_string())
}

/// What the answers add up to, as the summary of `reach`.
pub fn summarise(answers: &[TargetAnswer]) -> Summary {
    let entries: Vec<TargetEntry> = answers.iter().map(|answer| answer.entry.clone()).collect();
    let has = |verdict| entries.iter().any(|entry| entry.verdict == verdict);
    let verdict = match (has(Verdict::Unknown), has(Verdict::Unreachable)) {
        (true, _) => Verdict::Unknown,
        (false, true) => Verdict::Unreachable,
        (false, false) => Verdict::Reachable,
    };
    let why = match &entries[..] {
        [only] => only.why.clone(),
        _ => {
            let count = |verdict| entries.iter().filter(|entry| entry.verdict == verdict).count();
            format!(
                "{} reachable, {} unreachable, {} unknown",
                count(Verdict::Reachable),
                count(Verdict::Unreachable),
                count(Verdict::Unknown)
            )
        }
    };
    let mut paths = Paths::default();
    for answer in answers {
        let tally = &answer.tally;
        paths.finished += tally.ends.finished;
        paths.errors += tally.ends.errors;
        paths.assumed_away += tally.ends.assumed_away;
        paths.unsupported += tally.ends.unsupported;
        paths.limited += tally.ends.limited;
    }
    let findings: Vec<Findings> = answers.iter().map(|answer| answer.findings.clone()).collect();
    Summary {
        dunlin: env!("CARGO_PKG_VERSION"),
        command: "reach",
        verdict,
        why,
        complete: verdict != Verdict::Unknown,
        stopped_by: answers.iter().find_map(|answer| answer.stopped_by),
        paths,
        tests: entries.iter().filter(|entry| entry.test.is_some()).count() as u64,
        instructions: entries.iter().map(|entry| entry.instructions).sum(),
        states_peak: answers.iter().map(|answer| answer.tally.states_peak).max().unwrap_or(0),
        queries: queries(&findings),
        memory: memory(&findings).named().into_iter().collect(),
        peak_memory_bytes: peak_bytes(),
        targets: entries,
        ..Summary::default()
    }
}

/// The closing line.
pub fn tell_effort(summary: &Summary, folder: &OutputFolder) {
    let calls = summary.targets.iter().map(|target| target.solver_calls).sum();
    say!(
        "dunlin: {}, {} in {:.3} s (loading took {:.3} s); results in {}",
        counted(summary.instructions, "instruction"),
        counted(calls, "solver call"),
        summary.time_ms / 1e3,
        summary.load_ms / 1e3,
        folder.path().display(),
    );
}

/// The answer for a person.
fn tell(answer: &TargetAnswer) {
    let entry = &answer.entry;
    let verdict = match entry.verdict {
        Verdict::Reachable => "reachable",
        Verdict::Unreachable => "unreachable",
        _ => "unknown",
    };
    say!("{}: {verdict}: {}", entry.target, entry.why);
    for note in &entry.notes {
        say!("  {note}");
    }
}
