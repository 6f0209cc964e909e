//! The answer for one target: what is known of it after the hunt, what a native run adds, and what casts doubt on it.

use super::confirm::Confirmation;
use super::why;
use crate::replay::compare::ELSEWHERE;
use dunlin_exec::{MemoryCounters, Whereabouts};
use dunlin_report::{BackwardEntry, MemberEntry, Queries, TargetEntry, Verdict};
use dunlin_results::{ErrorKind, InputBytes};
use dunlin_target::place::Place;
use dunlin_target::{BackwardTally, Had, MemberTally, Obstacles, Passed, Proof, Tally, Told};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The answer for one target.
#[derive(Clone, Serialize, Deserialize)]
pub struct TargetAnswer {
    #[serde(with = "as_json")]
    pub entry: TargetEntry,
    pub tally: Tally,
    #[serde(with = "as_json")]
    pub queries: Queries,
    pub memory: MemoryCounters,
    /// Not kept: what stops a search says nothing about the next one.
    #[serde(skip)]
    pub stopped_by: Option<&'static str>,
    /// The first thing in the way of an answer that is unknown, if it can be told.
    pub obstacle: Option<String>,
    /// Errors that paths from the program's beginning ended in before they came to the target.
    pub errors: Vec<ErrorSeen>,
    /// The kinds of all of them, also of those without a place.
    #[serde(skip)]
    pub error_kinds: BTreeSet<ErrorKind>,
    /// Why the target is unreachable, if it is; not kept.
    #[serde(skip)]
    pub proof: Option<Unreachable>,
    pub engine_bug: bool,
}

/// A proof, and what it takes for granted.
#[derive(Clone, Debug)]
pub struct Unreachable {
    pub proof: Proof,
    /// Each completes "assuming that ...".
    pub assumed: Vec<String>,
}

/// A program error that was met on the way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorSeen {
    pub kind: ErrorKind,
    pub file: String,
    pub line: u32,
}

/// What a member of the strategy has had of the whole cost.
pub fn member_entry(member: &MemberTally, whole: u64) -> MemberEntry {
    let Had { cost, turns, news } = member.had;
    let share = cost as f64 / whole.max(1) as f64;
    MemberEntry { strategy: member.name.clone(), cost, share, turns, news }
}

/// What backward execution did.
pub fn backward_entry(told: &Told, tally: &BackwardTally) -> BackwardEntry {
    BackwardEntry {
        time_ms: told.time.as_secs_f64() * 1e3,
        steps: tally.steps,
        refuted: tally.contradictions + tally.invalid,
        seen: tally.seen,
        arrived: tally.arrived,
        cut: tally.cut,
        values: told.values,
    }
}

/// An answer with the inputs that reach the target.
#[derive(Clone, Serialize, Deserialize)]
pub struct Found {
    pub answer: TargetAnswer,
    pub inputs: Option<Vec<InputBytes>>,
    pub whereabouts: Whereabouts,
}

impl Found {
    pub fn new(entry: TargetEntry, inputs: Option<Vec<InputBytes>>) -> Found {
        let answer = TargetAnswer {
            entry,
            tally: Tally::default(),
            queries: Queries::default(),
            memory: MemoryCounters::default(),
            stopped_by: None,
            obstacle: None,
            errors: Vec::new(),
            error_kinds: BTreeSet::new(),
            proof: None,
            engine_bug: false,
        };
        Found { answer, inputs, whereabouts: Whereabouts::default() }
    }

    /// The hunt for another target has passed this one.
    pub fn pass(&mut self, passed: Passed) {
        let answer = &mut self.answer;
        answer.entry.verdict = Verdict::Reachable;
        answer.entry.why = "a path to another target passes it".to_string();
        (answer.stopped_by, answer.obstacle) = (None, None);
        self.inputs = passed.inputs;
        self.whereabouts = passed.whereabouts;
    }

    /// Counts what an earlier part of the same search has done.
    pub fn add_earlier(&mut self, earlier: &TargetAnswer) {
        let answer = &mut self.answer;
        answer.entry.time_ms += earlier.entry.time_ms;
        answer.queries.add(&earlier.queries);
        answer.memory.add(&earlier.memory);
        answer.engine_bug |= earlier.engine_bug;
    }
}

pub fn errors_seen(obstacles: &Obstacles) -> Vec<ErrorSeen> {
    let seen = obstacles.errors.iter().filter_map(|(report, _)| {
        let position = report.place()?.position.as_ref()?;
        let file = position.file.to_string();
        Some(ErrorSeen { kind: report.kind, file, line: position.line })
    });
    seen.collect()
}

/// What a native run says about a target that was reached. One that runs elsewhere shows that the engine
/// and the machine see the program differently: then nothing is known, unless it was decided by addresses,
/// which are others there.
pub fn conclude(entry: &mut TargetEntry, confirmation: Confirmation) {
    let test = entry.test.clone().unwrap_or_else(|| "the test".to_string());
    match confirmation {
        Confirmation::Passed => {
            entry.confirmed = true;
            entry.why += &format!("; {test} passes it in a native run");
        }
        Confirmation::NotRun(why) => {
            entry.why += &format!("; {test} is not confirmed by a native run: {why}");
        }
        Confirmation::Elsewhere(end) => {
            let why = format!("{ELSEWHERE} ({end})");
            entry.why += &format!("; {test} is not confirmed by a native run: {why}");
        }
        Confirmation::Contradicted(end) => {
            entry.verdict = Verdict::Unknown;
            entry.why += &format!("; but a native run of {test} does not pass it ({end})");
        }
    }
}

/// In code that others have optimised only the entry of a function means what it means in the source.
pub fn doubt(entry: &mut TargetEntry, place: &Place) {
    let entered = place.function.is_some();
    if entry.verdict == Verdict::Unknown || entry.verdict == Verdict::Reachable && entered {
        return;
    }
    entry.why = why::optimised_before(entry.verdict == Verdict::Reachable).to_string();
    entry.verdict = Verdict::Unknown;
    entry.confirmed = false;
}

/// As JSON inside of checkpoints: what summaries leave out depends on the value, which other formats cannot read.
mod as_json {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        serde_json::to_string(value).map_err(S::Error::custom)?.serialize(to)
    }

    pub fn deserialize<'d, T: DeserializeOwned, D: Deserializer<'d>>(
        from: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        serde_json::from_str(&text).map_err(D::Error::custom)
    }
}
