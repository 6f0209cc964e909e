//! Answers in words.

use crate::assumptions::Assumptions;
use crate::words::{counted, group_digits};
use dunlin_exec::Program;
use dunlin_ir::{FuncId, Module, Point, Pos};
use dunlin_results::StopReason;
use dunlin_target::place::Removed;
use dunlin_target::{Answer, Death, Lost, Proof, Tally, Told};

/// Why a target is unreachable, and what that takes for granted; or why that is not enough for a proof.
pub fn unreachable(proof: Proof, tally: &Tally, entry: &str, assumed: &Assumptions) -> String {
    match proof {
        Proof::NoWay => {
            format!("no path in the call graph and the control flow leads there from `{entry}`")
        }
        Proof::Contradiction => {
            let tally = &tally.backward;
            let refuted = counted(tally.contradictions + tally.invalid, "path");
            match &assumed.open[..] {
                [] => format!(
                    "by contradiction: followed backward from there, {refuted} cannot exist{}",
                    assumed.in_words()
                ),
                open => format!(
                    "followed backward from there, {refuted} cannot exist, but only under the assumption that {}",
                    open.join(", and that ")
                ),
            }
        }
        Proof::Condensed => {
            let size = group_digits(tally.bse.size);
            match &assumed.open[..] {
                [] => format!(
                    "by weakest precondition: no path leads there, {size} commands in one condition{}",
                    assumed.in_words()
                ),
                open => format!(
                    "no path leads there, {size} commands in one condition, but only under the assumption that {}",
                    open.join(", and that ")
                ),
            }
        }
        Proof::Explored => {
            let ended = [
                (tally.ends.paths.finished, "finished"),
                (tally.ends.paths.errors, "ended in an error"),
                (tally.ends.paths.assumed_away, "were assumed away"),
                (tally.ends.paths.matched, "came to a state that was seen before"),
            ];
            let mut parts: Vec<String> = ended
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{} {what}", group_digits(*count)))
                .collect();
            if tally.ends.dropped > 0 {
                let dropped = group_digits(tally.ends.dropped);
                let closed = match tally.closed {
                    0 => String::new(),
                    closed => {
                        let edges = counted(closed, "edge");
                        format!(" (followed backward from there, {edges} cannot lead to it)")
                    }
                };
                parts.push(format!(
                    "{dropped} came to where no way leads to the target any more{closed}"
                ));
            }
            let parts = parts.join(", ");
            match &assumed.open[..] {
                [] => format!("all paths were explored: {parts}{}", assumed.in_words()),
                open => format!(
                    "no path was found, and all were explored ({parts}), but only under the assumption \
                     that {}",
                    open.join(", and that ")
                ),
            }
        }
    }
}

/// Why paths to the target do not exist, nearest to the target first, and what stands in the way of a proof.
pub fn backward(told: &Told, module: &Module) -> Vec<String> {
    let line = |point: &Point| module.pos(*point).map(|pos| module.show_pos(pos));
    let function = |func: FuncId| format!("`{}`", module.func(func).name);
    let mut counts: Vec<(String, u64)> = Vec::new();
    for death in &told.deaths {
        let why = match death {
            Death::Contradiction { at } => {
                let mut lines: Vec<String> = Vec::new();
                for line in at.iter().filter_map(line) {
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
                match &lines[..] {
                    [] => "conditions cannot hold together".to_string(),
                    [one] => format!("the condition at {one} cannot hold"),
                    [first, others @ ..] => {
                        format!(
                            "the condition at {first} cannot hold together with {}",
                            others.join(", ")
                        )
                    }
                }
            }
            Death::Invalid { at } => {
                let line = line(at).unwrap_or_default();
                format!("it would have ended at {line}, with an access to what is not there")
            }
            Death::Harmless { at } => {
                let line = line(at).unwrap_or_default();
                format!("nothing goes wrong at {line}")
            }
            Death::NoReturn => "it goes through a call that does not return".to_string(),
            Death::PassesTarget => "it passes the target before".to_string(),
            Death::NoCaller => "nothing leads to where it begins".to_string(),
            Death::Seen => "it asks for what another path asks for at the same place".to_string(),
        };
        match counts.iter_mut().find(|(known, _)| *known == why) {
            Some((_, count)) => *count += 1,
            None => counts.push((why, 1)),
        }
    }
    let mut notes: Vec<String> = counts
        .iter()
        .take(MOST_REASONS)
        .map(|(why, count)| format!("backward, {}: {why}", counted(*count, "path")))
        .collect();
    if counts.len() > MOST_REASONS {
        notes.push(format!("and {} other reasons", counts.len() - MOST_REASONS));
    }
    let place = |point: &Point| line(point).unwrap_or_else(|| "the library".to_string());
    notes.extend(told.lost.iter().filter_map(|lost| {
        let why = match lost {
            Lost::NoBody(func) => format!("{} has no body", function(*func)),
            Lost::NoDefinition(global) => {
                format!("`{}` is defined elsewhere", module.global(*global).name)
            }
            Lost::CalledFromOutside(func) => {
                format!("code that is not here may call {}", function(*func))
            }
            Lost::Unsupported(at) => format!("what happens at {} is not supported", place(at)),
            Lost::Exception(at) => format!("an exception may arrive at {}", place(at)),
            Lost::Jump(at) => format!("a longjmp may lead to {}", place(at)),
            Lost::Depth => "calls inside of each other are too deep".to_string(),
            Lost::Limit => "--edge-limit, --fork-limit or --path-limit cut paths".to_string(),
            // A path that was found, or is left to forward execution.
            Lost::Undecided => return None,
        };
        Some(format!("backward, nothing is proved: {why}"))
    }));
    notes
}

/// So many reasons are listed.
const MOST_REASONS: usize = 20;

/// What it means that there is no code for a target.
pub fn removed(removed: Removed) -> &'static str {
    match removed {
        Removed::NoPath => {
            "the compiler removed the code at this line, because no path can lead there"
        }
        Removed::Optimised => {
            "the optimiser left no code of it; without -O or --optimize there may be a path to it"
        }
    }
}

/// Why nothing is known of a target in code that was optimised before it came here.
pub fn optimised_before(reached: bool) -> &'static str {
    match reached {
        true => {
            "the program was optimised before Dunlin got it, and code of this line was executed, \
             which may be without the line; give the sources, or bitcode that was compiled with -O0"
        }
        false => {
            "the program was optimised before Dunlin got it, where lines move and functions are \
             inlined; give the sources, or bitcode that was compiled with -O0"
        }
    }
}

/// What stood in the way of an answer: one sentence, and what else a person should know.
/// `limit` is the text of the limit that was met.
pub fn unknown(limit: Option<String>, answer: &Answer, program: &Program) -> (String, Vec<String>) {
    let module = &program.module;
    let mut reasons = Vec::new();
    if let Some(limit) = limit {
        reasons.push(format!("stopped by {limit}"));
    }
    let lost = answer.tally.ends.paths.unsupported + answer.tally.ends.paths.limited;
    let first = |ends_path: bool| {
        let mut lost = answer.obstacles.lost.iter();
        lost.find(|(at, _)| at.left.kind.ends_path() == ends_path).map(|(at, _)| at.to_string())
    };
    if let Some(what) = first(true) {
        let paths = counted(lost, "path");
        reasons.push(format!("{paths} could not be followed ({what})"));
    }
    if let Some(what) = first(false) {
        reasons.push(format!("not everything was explored ({what})"));
    }
    if let Some(bug) = answer.obstacles.bugs.first() {
        reasons.push(format!("a bug of Dunlin cost a path: {bug}"));
    }
    let mut notes = Vec::new();
    for condition in &answer.standstill.conditions {
        let distance = steps(condition.distance);
        let failed = failed_condition(module, condition.pos, condition.must_be);
        notes.push(format!("{failed}; from there it would be {distance}"));
    }
    for (pos, count, distance) in &answer.standstill.states {
        let states = if *count == 1 { "state waits" } else { "states wait" };
        let (count, pos) = (group_digits(*count), module.show_pos(*pos));
        notes.push(format!("{count} {states} at {pos}, {}", steps(*distance)));
    }
    for (at, count) in answer.obstacles.lost.iter().take(5) {
        notes.push(format!("{}: {}", counted(*count, "path"), at));
    }
    if reasons.is_empty() {
        reasons.push("not all paths could be explored".to_string());
    }
    (reasons.join("; "), notes)
}

/// What stood in the way nearest to the target.
pub fn obstacle(answer: &Answer, program: &Program) -> Option<String> {
    let module = &program.module;
    if let Some(condition) = answer.standstill.conditions.first() {
        return Some(failed_condition(module, condition.pos, condition.must_be));
    }
    let (pos, _, distance) = answer.standstill.states.first()?;
    Some(format!("the nearest state waits at {}, {}", module.show_pos(*pos), steps(*distance)))
}

fn failed_condition(module: &Module, pos: Pos, must_be: Option<bool>) -> String {
    let pos = module.show_pos(pos);
    match must_be {
        Some(must_be) => format!("the condition at {pos} was never {must_be}"),
        None => format!("the condition at {pos} never went there"),
    }
}

fn steps(distance: u64) -> String {
    match u32::try_from(distance) {
        Ok(distance) => format!("{} from the target", counted(distance.into(), "step")),
        Err(_) => "with a way to the target through pointers to functions only".to_string(),
    }
}

pub const MAX_TIME: &str = "--max-time";

/// `time_option` is the option that the time limit comes from.
pub fn limit_text(limit: StopReason, time_option: &'static str) -> String {
    match limit {
        StopReason::Time => time_option.to_string(),
        limit => limit.in_words(),
    }
}

/// The name of a limit in the summary.
pub fn limit_name(limit: StopReason, time_option: &'static str) -> &'static str {
    match limit {
        StopReason::Time => time_option.trim_start_matches('-'),
        limit => limit.name(),
    }
}

/// What breaks before the target.
pub fn errors_on_the_way(answer: &Answer) -> Vec<String> {
    let errors = &answer.obstacles.errors;
    let mut notes: Vec<String> = errors
        .iter()
        .take(3)
        .map(|(report, paths)| {
            let place = report.place().map(|place| place.to_string()).unwrap_or_default();
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
