//! A program that is explored in several ways, and what such an exploration finds: which errors, and
//! which ways through the program.
//!
//! The test of every path is run concretely, in the plain model. It must end as the path did and go where
//! the path decided to go; the control transfers that it takes, together with its end, are the path's
//! way through the program. A model that merges has fewer paths, but the same set of these.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use dunlin_exec::explore::retrace::{RetraceLimits, Retraced, Way as Side, retrace};
use dunlin_exec::explore::{ExploreOptions, Findings, Shared, Sink, work};
use dunlin_exec::{
    Decision, DecisionKind, Ended, ExecOptions, MemoryCounters, Outcome, Output, Program,
    Whereabouts, WorkItem,
};
use dunlin_ir::Point;
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_load::LoadOptions;
use dunlin_results::{ErrorReport, InputBytes, LeftOutAt, StopReason};
use dunlin_solver::chain::{Chain, Disagreement, Home, SolverChoice};

use super::ways::Way;

/// Workers follow the recursion of terms.
const STACK: usize = 256 << 20;

/// The name of a layer of the solver.
const ADDRESS_AWARE: &str = "address-aware cache";

/// What one exploration may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub paths: u64,
    pub instructions: u64,
    pub time: Duration,
}

/// What is explored, but for the way.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What clang and the loader are told.
    pub load: LoadOptions,
    /// Checks that are on; the memory options are those of the way.
    pub exec: ExecOptions,
    pub fold: bool,
    /// The program's own arguments, without its name.
    pub arguments: Vec<String>,
}

/// The inputs of a path, and where its objects lie.
type TestKey = (Vec<InputBytes>, Vec<(u64, u64, u64)>);

/// A program in the form that is explored, with what was learned about tests of it.
pub struct Subject {
    program: Program,
    exec: ExecOptions,
    arguments: Vec<String>,
    /// Tests that were run, by their inputs and by where objects were put: different ways find many of
    /// the same.
    followed: BTreeMap<TestKey, End>,
}

/// A way through the program: how it ended, and the transfers that led there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Trace {
    pub end: String,
    /// Function, number within it, and which side.
    pub transfers: Vec<(u32, u32, u32)>,
    /// Every place of the program and of the runtime that was passed.
    pub marks: Vec<u32>,
}

/// Where a test leads.
#[derive(Clone, Debug)]
struct End {
    trace: Trace,
    /// Of a run that finished.
    status: Option<i32>,
    /// What an unfinished run met.
    obstacle: Option<String>,
}

/// What an exploration found.
#[derive(Debug, Default)]
pub struct Found {
    /// Kind, file and line.
    pub errors: BTreeSet<String>,
    pub traces: BTreeSet<Trace>,
    /// Paths that finished or ended in an error.
    pub paths: usize,
    /// Of these, how many something was decided on by addresses.
    pub by_address: usize,
    pub memory: MemoryCounters,
    /// Questions that the address-aware cache answered.
    pub shared: u64,
}

/// What can be said about an exploration.
#[derive(Debug)]
pub enum Explored {
    Complete(Box<Found>),
    /// It has no complete set of paths; why.
    Incomplete(String),
    /// What it says is wrong in itself.
    Wrong(String),
}

#[derive(Default)]
struct Collected {
    ended: Mutex<Vec<Ended>>,
    left_out: Mutex<Vec<LeftOutAt>>,
}

impl Sink for Collected {
    fn path_ended(&self, ended: Ended) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(ended);
    }

    fn partial(&self, ended: Ended) {
        self.path_ended(ended);
    }

    fn without_test(&self, paths: u64) {
        unreachable!("{paths} paths are left: nothing stops the process");
    }

    fn covered(&self, _: &[u32]) {}

    fn left_out(&self, left: LeftOutAt) {
        self.left_out.lock().unwrap_or_else(PoisonError::into_inner).push(left);
    }

    fn note(&self, _: String) {}
}

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

impl Subject {
    /// Loads a program with the loader that is part of the `dunlin` binary.
    pub fn load(setting: &Setting, dunlin: &Path) -> Result<Subject> {
        let mut module = dunlin_load::load_with(&setting.load, dunlin)
            .map_err(|error| anyhow!("{error}"))
            .context("loading the program")?
            .module;
        let exec = setting.exec.clone();
        if setting.fold {
            let options = FoldOptions {
                check_overflow: exec.check_overflow,
                check_shift: exec.check_shift,
                check_uninitialised: exec.check_uninitialised(),
                ..FoldOptions::default()
            };
            fold_conditions(&mut module, &options);
        }
        let program =
            Program::new(module, &setting.load.entry, &exec).map_err(|error| anyhow!("{error}"))?;
        let name = setting.load.inputs[0].display().to_string();
        let arguments = std::iter::once(name).chain(setting.arguments.iter().cloned()).collect();
        Ok(Subject { program, exec, arguments, followed: BTreeMap::new() })
    }

    /// Explores the program in one way and runs the test of every path.
    pub fn explore(&mut self, way: &Way, limits: Limits) -> Explored {
        let deadline = Instant::now() + limits.time;
        let exec = ExecOptions { memory: way.memory.clone(), ..self.exec.clone() };
        let options = ExploreOptions {
            workers: way.workers,
            arguments: self.arguments.clone(),
            max_paths: limits.paths,
            max_instructions: limits.instructions,
            deadline: Some(deadline),
            ..ExploreOptions::default()
        };
        let shared = Shared::new(way.workers, vec![WorkItem::default()]);
        let sink = Collected::default();
        let program = &self.program;
        let worked: Vec<Option<Findings>> = std::thread::scope(|scope| {
            let start = || {
                let chain = Chain::new(&way.solver, SolverChoice::Auto.portfolio(Home::Here, None));
                work(program, &exec, (&options, None), &shared, &sink, &mut Nowhere, chain)
            };
            let workers: Vec<_> = (0..way.workers)
                .map(|_| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, start).expect("the system has a thread")
                })
                .collect();
            if !shared.wait(limits.time) {
                shared.stop(StopReason::Time);
            }
            shared.part(|_| ());
            workers.into_iter().map(|worker| worker.join().ok()).collect()
        });
        let mut found = Found::default();
        for findings in worked {
            let Some(findings) = findings else {
                return Explored::Wrong("a worker panicked".to_string());
            };
            if let Some(Disagreement { between: [one, other], question }) =
                findings.disagreements.first()
            {
                let what = format!("{one} contradicts {other} about\n{question}");
                return Explored::Wrong(what);
            }
            if findings.sharing.failed > 0 {
                return Explored::Wrong("a shared solution is none".to_string());
            }
            found.memory.add(&findings.memory);
            let shared = findings.layers.iter().filter(|(name, _)| *name == ADDRESS_AWARE);
            found.shared += shared.map(|(_, counters)| counters.answered()).sum::<u64>();
        }
        if let Some(reason) = shared.stop_reason() {
            return Explored::Incomplete(format!("stopped by {}", reason.name()));
        }
        let left_out = sink.left_out.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(left) = left_out.first() {
            return Explored::Incomplete(left.to_string());
        }
        let ended = sink.ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Runs of tests need as much stack as workers do.
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(STACK);
            let judge = || self.judge(ended, found, deadline);
            let judging = builder.spawn_scoped(scope, judge).expect("the system has a thread");
            judging.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn judge(&mut self, ended: Vec<Ended>, mut found: Found, deadline: Instant) -> Explored {
        for ended in ended {
            let end = match end_text(&ended) {
                Ok(Some(end)) => end,
                Ok(None) => continue,
                Err(explored) => return explored,
            };
            let Some(inputs) = ended.inputs else {
                return Explored::Incomplete("the solver gave no inputs for a path".to_string());
            };
            let led = self.led(&inputs, &ended.whereabouts, deadline);
            if let Some(obstacle) = led.obstacle {
                return Explored::Incomplete(format!("a test cannot be run: {obstacle}"));
            }
            if led.trace.end != end {
                let bytes: Vec<_> = inputs.iter().map(|input| &input.bytes).collect();
                let claim = format!("the path of inputs {bytes:?} ends with: {end}");
                let message = format!("{claim}, but a run of it with: {}", led.trace.end);
                return Explored::Wrong(message);
            }
            let status = status(&ended.outcome);
            if let Some(what) = self.departs(&ended.decisions, status, &led) {
                let bytes: Vec<_> = inputs.iter().map(|input| &input.bytes).collect();
                return Explored::Wrong(format!("a run of inputs {bytes:?} {what}"));
            }
            found.paths += 1;
            found.by_address += usize::from(ended.whereabouts.decided);
            found.errors.extend(ended.report.map(|report| place_text(&report)));
            found.traces.insert(led.trace);
        }
        Explored::Complete(Box::new(found))
    }

    /// Where a run does something else than the path that its inputs come from. A path decides where a
    /// condition depends on input; the run has further transfers between these.
    fn departs(&self, decisions: &[Decision], status: Option<i32>, led: &End) -> Option<String> {
        if status != led.status {
            return Some(format!("has status {:?}, its path {status:?}", led.status));
        }
        let mut transfers = led.trace.transfers.iter();
        for decision in decisions.iter().filter(|one| one.kind == DecisionKind::Branch) {
            let point = self.program.point(decision.at).expect("a place of the program");
            let Some((func, number)) = self.branch_at(point) else { continue };
            let decided = (func, number, decision.choice as u32);
            if !transfers.any(|&transfer| transfer == decided) {
                let side = if decision.choice == 1 { "holds" } else { "does not hold" };
                let line = self.line_of(point);
                return Some(format!("departs from its path, where a condition {side} at {line}"));
            }
        }
        None
    }

    /// The function and number of the conditional branch at a place, if it is one of the program itself.
    fn branch_at(&self, point: Point) -> Option<(u32, u32)> {
        let func = self.program.module.func(point.func);
        let number = func.block(point.block).branch.filter(|_| !func.runtime)?;
        Some((point.func.index() as u32, number))
    }

    fn line_of(&self, point: Point) -> String {
        let func = self.program.module.func(point.func);
        let pos = func.pos_at(point.block, point.index);
        pos.map_or_else(|| func.name.clone(), |pos| self.program.module.show_pos(pos))
    }

    /// Where inputs lead, in the plain model.
    fn led(&mut self, inputs: &[InputBytes], whereabouts: &Whereabouts, deadline: Instant) -> End {
        let given = (inputs.to_vec(), whereabouts.places.clone());
        if let Some(end) = self.followed.get(&given) {
            return end.clone();
        }
        let limits = RetraceLimits {
            instructions: 20_000_000,
            transfers: 1 << 20,
            output_bytes: 0,
            deadline: Some(deadline + Duration::from_secs(10)),
        };
        let (program, exec, arguments) = (&self.program, &self.exec, &self.arguments);
        let followed = retrace(program, exec, arguments, (inputs.to_vec(), whereabouts), limits);
        let end = self.end_of(followed);
        self.followed.insert(given, end.clone());
        end
    }

    fn end_of(&self, followed: Retraced) -> End {
        let (end, obstacle) = match end_text(&followed.ended) {
            Ok(end) => (end.unwrap_or_else(|| "assumed away".to_string()), None),
            Err(Explored::Incomplete(why) | Explored::Wrong(why)) => (String::new(), Some(why)),
            Err(Explored::Complete(_)) => unreachable!("an end is no exploration"),
        };
        let transfer = |transfer: &dunlin_exec::explore::retrace::Transfer| {
            let side = match transfer.way {
                Side::Condition(held) => u32::from(held),
                Side::To(place) => place,
            };
            (transfer.func.index() as u32, transfer.number, side)
        };
        let transfers = followed.transfers.iter().map(transfer).collect();
        let status = status(&followed.ended.outcome);
        End { trace: Trace { end, transfers, marks: followed.marks }, status, obstacle }
    }
}

fn status(outcome: &Outcome) -> Option<i32> {
    match outcome {
        Outcome::Finished { status } => Some(*status),
        _ => None,
    }
}

/// How a path ended; nothing for one that counts for nothing.
fn end_text(ended: &Ended) -> Result<Option<String>, Explored> {
    Ok(match &ended.outcome {
        Outcome::Finished { .. } => Some("finished".to_string()),
        Outcome::Silent => Some("silent".to_string()),
        Outcome::Error(_) => {
            let report = ended.report.as_ref().expect("an error has a report");
            Some(place_text(report))
        }
        Outcome::AssumedAway | Outcome::NoPath | Outcome::Matched => None,
        Outcome::Unsupported { what } => {
            return Err(Explored::Incomplete(format!("unsupported: {what}")));
        }
        Outcome::Limit { what } => return Err(Explored::Incomplete(format!("limit: {what}"))),
        Outcome::Interrupted | Outcome::Postponed => {
            return Err(Explored::Incomplete("interrupted".to_string()));
        }
        Outcome::EngineBug { what } => return Err(Explored::Wrong(format!("engine bug: {what}"))),
    })
}

/// Kind, file and line of an error.
fn place_text(report: &ErrorReport) -> String {
    let at = report.place().and_then(|place| place.position.as_ref());
    let place = at.map_or_else(String::new, |at| format!("{}:{}", at.file, at.line));
    format!("{} at {place}", report.kind.name())
}
