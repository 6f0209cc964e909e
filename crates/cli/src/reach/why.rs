//! Answers in words.

use crate::progress::{counted, group_digits};
use crate::run::summary::place_text;
use dunlin_exec::Program;
use dunlin_target::{Answer, Limit, Proof, Tally};

/// Why a target is unreachable.
pub fn unreachable(proof: Proof, tally: &Tally, entry: &str) -> String {
    match proof {
        Proof::NoWay => {
            format!("no path in the call graph and the control flow leads there from `{entry}`")
        }
        Proof::Explored => {
            let ended = [
                (tally.finished, "finished"),
                (tally.errors, "ended in an error"),
                (tally.assumed_away, "were assumed away"),
            ];
            let mut parts: Vec<String> = ended
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{} {what}", group_digits(*count)))
                .collect();
            if tally.dropped > 0 {
                let dropped = group_digits(tally.dropped);
                parts.push(format!("{dropped} came to where no way leads to the target any more"));
            }
            format!("all paths were explored: {}", parts.join(", "))
        }
    }
}

/// What stood in the way of an answer: one sentence, and what else a person should know.
pub fn unknown(limit: Option<Limit>, answer: &Answer, program: &Program) -> (String, Vec<String>) {
    let module = &program.module;
    let mut reasons = Vec::new();
    if let Some(limit) = limit {
        reasons.push(format!("stopped by {}", limit_text(limit)));
    }
    let lost = answer.tally.unsupported + answer.tally.limited;
    if let Some((what, place, _)) = answer.obstacles.lost.first() {
        let place = place_text(program, place);
        let paths = counted(lost, "path");
        reasons.push(format!("{paths} could not be followed ({what} at {place})"));
    }
    if let Some(bug) = answer.obstacles.bugs.first() {
        reasons.push(format!("a bug of Dunlin cost a path: {bug}"));
    }
    let mut notes = Vec::new();
    for condition in &answer.standstill.conditions {
        let pos = module.show_pos(condition.pos);
        let way = match condition.must_be {
            Some(must_be) => format!("was never {must_be}"),
            None => "never went there".to_string(),
        };
        let distance = steps(condition.distance);
        notes.push(format!("the condition at {pos} {way}; from there it would be {distance}"));
    }
    for (pos, count, distance) in &answer.standstill.states {
        let states = if *count == 1 { "state waits" } else { "states wait" };
        let (count, pos) = (group_digits(*count), module.show_pos(*pos));
        notes.push(format!("{count} {states} at {pos}, {}", steps(*distance)));
    }
    for (what, place, count) in answer.obstacles.lost.iter().take(5) {
        let place = place_text(program, place);
        notes.push(format!("{}: {what} at {place}", counted(*count, "path")));
    }
    if reasons.is_empty() {
        reasons.push("not all paths could be explored".to_string());
    }
    (reasons.join("; "), notes)
}

fn steps(distance: u64) -> String {
    match u32::try_from(distance) {
        Ok(distance) => format!("{} steps from the target", group_digits(distance.into())),
        Err(_) => "with a way to the target through pointers to functions only".to_string(),
    }
}

pub fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::Cost => "--max-cost",
        Limit::Instructions => "--max-instructions",
        Limit::Time => "--max-time",
        Limit::Memory => "--max-memory",
        Limit::Interrupted => "an interrupt",
    }
}

/// The name of a limit in the summary.
pub fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Interrupted => "interrupt",
        limit => limit_text(limit).trim_start_matches('-'),
    }
}

/// What breaks before the target.
pub fn errors_on_the_way(answer: &Answer, program: &Program) -> Vec<String> {
    let errors = &answer.obstacles.errors;
    let mut notes: Vec<String> = errors
        .iter()
        .take(3)
        .map(|(report, paths)| {
            let place = report.place().map(|place| place_text(program, place)).unwrap_or_default();
            let kind = report.kind.name();
            let ends = if *paths == 1 { "path ends" } else { "paths end" };
            format!("on the way, {} {ends} in {kind} at {place}", group_digits(*paths))
        })
        .collect();
    if errors.len() > 3 {
        notes.push(format!("and {} other errors; `dunlin run` reports them", errors.len() - 3));
    }
    notes
}
