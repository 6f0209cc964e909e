//! Can a place be reached, and with which input?

mod answer;
mod confirm;
mod home;
mod hunter;
mod inputs;
mod saving;
mod watcher;
mod why;

use crate::failure::{Failure, FailureKind};
use crate::loaded::Loaded;
use crate::options::ReachOptions;
use crate::run::named_counters;
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
pub(crate) use answer::{ErrorSeen, TargetAnswer};
use dunlin_exec::MemoryCounters;
use dunlin_report::{Queries, Summary, TargetEntry, Verdict};
use dunlin_results::Paths;
use dunlin_stop::peak_bytes;
use dunlin_target::place::{Spec, resolve};
use dunlin_target::{Condition, ConditionError};
pub(crate) use home::Home;
pub(crate) use hunter::{ConditionalError, Hunter, Wanted};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What the search for targets came to. The answers are the summary's targets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReachResult {
    pub summary: Summary,
    /// A bug of Dunlin cost a path, or layers of the solver contradict each other.
    pub engine_bug: bool,
    /// What could not be written.
    pub problems: Vec<String>,
    /// Where everything was written.
    pub folder: PathBuf,
}

/// Looks for targets. The program is one with all lines ([`Loaded::with_all_lines`]).
pub fn reach(
    program: Loaded,
    options: &ReachOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<ReachResult, Failure> {
    reach_with_answers(program, options, watcher, stop).map(|(result, _)| result)
}

/// As [`reach`], with what is known of each target beside what the summary says.
pub(crate) fn reach_with_answers(
    program: Loaded,
    options: &ReachOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<(ReachResult, Vec<TargetAnswer>), Failure> {
    let preparing = Instant::now();
    let (names, loading) = (program.names(), program.time);
    let specs = specs(options)?;
    let condition = condition(options)?;
    let mut hunter = Hunter::new(program, condition.is_some(), &options.hunt, watcher, stop)?;
    let mut problems = Vec::new();
    for (text, spec) in specs {
        let found = resolve(hunter.module(), &spec, &|| hunter.regions());
        if let Some(note) = found.as_ref().ok().and_then(|place| place.note.as_ref()) {
            watcher.event(&Event::Note(&format!("{text}: {note}")));
        }
        match (found, &condition) {
            (Err(problem), _) => problems.push(problem.to_string()),
            (Ok(place), None) => hunter.add(Wanted { text, label: None, place }),
            (Ok(place), Some(condition)) => {
                match hunter.add_conditional(Wanted { text, label: None, place }, condition) {
                    Ok(()) => {}
                    Err(ConditionalError::Condition(problem)) => problems.push(problem.to_string()),
                    Err(ConditionalError::Failed(failure)) => return Err(failure),
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(Failure { kind: FailureKind::BadInput, messages: problems });
    }
    let home = Home::open("reach", &options.hunt, watcher)?;
    let load_time = loading + preparing.elapsed();
    let started = Instant::now();
    let answered = hunter.answer(&home)?;
    let (answers, folder) = (answered.answers, &home.folder);
    let mut problems = hunter.problems;
    let summary = summarise(&answers, names, load_time, started.elapsed());
    if let Err(error) = folder.write("summary.json", &summary.to_json()) {
        problems.push(format!("cannot write summary.json: {error}"));
    }
    if answered.finished && problems.is_empty() {
        home.finish();
    }
    let engine_bug = answers.iter().any(|answer| answer.engine_bug);
    let folder = folder.path().to_path_buf();
    Ok((ReachResult { summary, engine_bug, problems, folder }, answers))
}

/// Whether the targets and the condition can be understood: worth knowing before the program is loaded.
pub fn check_targets(options: &ReachOptions) -> Result<(), Failure> {
    specs(options)?;
    condition(options).map(drop)
}

/// The targets that were named, each with its text.
fn specs(options: &ReachOptions) -> Result<Vec<(String, Spec)>, Failure> {
    let parse = |text: &String| match text.parse::<Spec>() {
        Ok(spec) => Ok((text.clone(), spec)),
        Err(problem) => Err(Failure::bad_input(problem)),
    };
    options.targets.iter().map(parse).collect()
}

/// What must be true at the target.
fn condition(options: &ReachOptions) -> Result<Option<Condition>, Failure> {
    let Some(text) = &options.condition else { return Ok(None) };
    let targets = options.targets.len();
    if targets != 1 {
        let problem = format!("--condition is for one target, not for {targets}");
        return Err(Failure::bad_input(problem));
    }
    text.parse().map(Some).map_err(|problem: ConditionError| Failure::bad_input(problem))
}

/// What the answers add up to, as the summary of `reach`.
pub(crate) fn summarise(
    answers: &[TargetAnswer],
    program: Vec<String>,
    load_time: Duration,
    time: Duration,
) -> Summary {
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
        paths.add(&answer.tally.ends.paths);
    }
    let (mut queries, mut memory) = (Queries::default(), MemoryCounters::default());
    for answer in answers {
        queries.add(&answer.queries);
        memory.add(&answer.memory);
    }
    Summary {
        dunlin: env!("CARGO_PKG_VERSION").to_string(),
        command: "reach".to_string(),
        program,
        verdict,
        why,
        complete: verdict != Verdict::Unknown,
        stopped_by: answers.iter().find_map(|answer| answer.stopped_by.map(str::to_string)),
        paths,
        tests: entries.iter().filter(|entry| entry.test.is_some()).count() as u64,
        instructions: entries.iter().map(|entry| entry.instructions).sum(),
        states_peak: answers.iter().map(|answer| answer.tally.states_peak).max().unwrap_or(0),
        queries,
        memory: named_counters(&memory),
        load_ms: load_time.as_secs_f64() * 1e3,
        time_ms: time.as_secs_f64() * 1e3,
        peak_memory_bytes: peak_bytes(),
        targets: entries,
        ..Summary::default()
    }
}
