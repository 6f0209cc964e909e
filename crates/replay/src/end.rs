//! What a native run was like.

use crate::account::{Entries, Probe, Status};
use crate::sanitizer::{SanitizerReport, UndefinedBehaviour};
use dunlin_sandbox::Ended;

/// One conditional transfer of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position of the function's name in [`crate::Replayer::functions`].
    pub function: u32,
    /// The number of the transfer inside of the function, as in the lowered module.
    pub index: u32,
    /// Of a branch 1 if the condition held and else 0; of a switch or an indirect jump the position
    /// of the edge that was taken, a default being the last.
    pub outcome: u32,
}

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    Exit(i32),
    Signal(i32),
    Sanitizer(SanitizerReport),
    /// The text has file, line and the condition.
    AssertionFailed(String),
    Aborted,
    ReachError,
    ReachedUnreachable,
    /// By an intrinsic of the program.
    ReportedError(String),
    /// An intrinsic has ended the program quietly.
    SilentExit(i32),
    /// An assumption does not hold for this test: the engine would not have written it.
    AssumeViolated,
    /// The program asked for other inputs than the test has.
    Divergence(String),
    /// The program asked for more inputs than the test has; the name of the first.
    NoInput(String),
    /// A function was called that nobody defines; its name.
    UndefinedFunction(String),
    /// The target was passed that the run was to end at.
    TargetPassed,
    TimedOut,
    OutOfMemory,
    OutOfDisk,
}

/// A native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeRun {
    /// The conditional transfers in their order, as many as were recorded.
    pub trace: Vec<Step>,
    /// How many there were; more than `trace` has if they did not fit.
    pub transfers: u64,
    pub end: NativeEnd,
    /// The violated conditions on the probed lines.
    pub probes: Vec<Probe>,
    /// How often a probed instruction was executed.
    pub probed: u64,
    /// How often each target of [`crate::ReplayOptions::targets`] was passed, however the run ended.
    pub targets: Vec<u64>,
    /// What the undefined-behaviour sanitizer has seen, if it was asked for.
    pub undefined: Vec<UndefinedBehaviour>,
    /// The beginning of what it printed, as much as was to be kept.
    pub stdout: Vec<u8>,
    /// How many bytes it has printed; more than `stdout` has if they did not fit.
    pub stdout_bytes: u64,
    /// SHA-256 of all of them.
    pub stdout_digest: [u8; 32],
    pub stderr: Vec<u8>,
}

impl NativeEnd {
    /// The sandbox has ended it at a limit: what would have come is not known.
    pub fn is_limit(&self) -> bool {
        matches!(self, NativeEnd::TimedOut | NativeEnd::OutOfMemory | NativeEnd::OutOfDisk)
    }

    pub(crate) fn new(
        ended: Ended,
        entries: &Entries,
        report: Option<SanitizerReport>,
    ) -> NativeEnd {
        let text = || entries.text.clone();
        let code = match ended {
            Ended::TimedOut => return NativeEnd::TimedOut,
            Ended::OutOfMemory => return NativeEnd::OutOfMemory,
            Ended::OutOfDisk => return NativeEnd::OutOfDisk,
            Ended::Exit(code) => Some(code),
            Ended::Signal(_) => None,
        };
        match entries.status {
            Status::AssertionFailed => return NativeEnd::AssertionFailed(text()),
            Status::Aborted => return NativeEnd::Aborted,
            Status::ReachError => return NativeEnd::ReachError,
            Status::AssumeViolated => return NativeEnd::AssumeViolated,
            Status::Divergence => return NativeEnd::Divergence(text()),
            Status::SilentExit => return NativeEnd::SilentExit(code.unwrap_or(0)),
            Status::ReportedError => return NativeEnd::ReportedError(text()),
            Status::ReachedUnreachable => return NativeEnd::ReachedUnreachable,
            Status::UndefinedFunction => return NativeEnd::UndefinedFunction(text()),
            Status::NoInput => return NativeEnd::NoInput(text()),
            Status::TargetPassed => return NativeEnd::TargetPassed,
            Status::Running => {}
        }
        match (report, ended) {
            (Some(report), _) => NativeEnd::Sanitizer(report),
            (None, Ended::Signal(signal)) => NativeEnd::Signal(signal),
            (None, _) => NativeEnd::Exit(code.unwrap_or(0)),
        }
    }

    /// The name of the program error that the run ended with, if it did.
    pub fn error(&self) -> Option<&'static str> {
        match self {
            NativeEnd::Sanitizer(report) => report.error,
            NativeEnd::AssertionFailed(_) => Some("assertion-failure"),
            NativeEnd::Aborted | NativeEnd::Signal(libc::SIGABRT | libc::SIGILL) => Some("abort"),
            NativeEnd::ReachError | NativeEnd::ReportedError(_) => Some("reach-error"),
            NativeEnd::ReachedUnreachable => Some("reached-unreachable"),
            NativeEnd::Signal(libc::SIGFPE) => Some("division-by-zero"),
            _ => None,
        }
    }

    /// The end as a few words for a person.
    pub fn describe(&self) -> String {
        match self {
            NativeEnd::Exit(code) => format!("exited with status {code}"),
            NativeEnd::Signal(signal) => format!("was stopped by signal {signal}"),
            NativeEnd::Sanitizer(report) => {
                let place = report
                    .frames
                    .first()
                    .map_or_else(String::new, |frame| format!(" at {}:{}", frame.file, frame.line));
                format!("{}: {}{place}", report.tool.name(), report.kind)
            }
            NativeEnd::AssertionFailed(text) => format!("assertion failed: {text}"),
            NativeEnd::Aborted => "aborted".to_owned(),
            NativeEnd::ReachError => "reached the error function".to_owned(),
            NativeEnd::ReachedUnreachable => "reached code that must not be reached".to_owned(),
            NativeEnd::ReportedError(text) => format!("reported an error: {text}"),
            NativeEnd::SilentExit(code) => format!("exited silently with status {code}"),
            NativeEnd::AssumeViolated => "an assumption does not hold".to_owned(),
            NativeEnd::Divergence(text) => text.clone(),
            NativeEnd::NoInput(name) => {
                format!("asked for `{name}`, but the test has no further object")
            }
            NativeEnd::UndefinedFunction(name) => {
                format!("called `{name}`, which has no definition")
            }
            NativeEnd::TargetPassed => "passed the target".to_owned(),
            NativeEnd::TimedOut => "did not end in time".to_owned(),
            NativeEnd::OutOfMemory => "used too much memory".to_owned(),
            NativeEnd::OutOfDisk => "wrote too much to files".to_owned(),
        }
    }
}

impl NativeRun {
    /// Whether all conditional transfers are in the trace.
    pub fn trace_is_complete(&self) -> bool {
        self.transfers == self.trace.len() as u64
    }

    /// By what the run confirms a program error of this name, if it does; rather by a report of its line.
    pub fn confirms(&self, error: &str, line: Option<u32>) -> Option<String> {
        if self.end.error() == Some(error) {
            return Some(self.end.describe());
        }
        // Far from every object, the sanitizer's own look at its notes on an address is what crashes: a read,
        // whatever the program does.
        if let NativeEnd::Sanitizer(report) = &self.end
            && report.unmapped
            && report.error == Some("out-of-bounds-read")
            && error == "out-of-bounds-write"
        {
            return Some(self.end.describe());
        }
        if let Some(probe) = self.probes.iter().find(|probe| probe.kind.name() == error) {
            return Some(format!("probe: {}", probe.describe()));
        }
        let mut reports = self.undefined.iter().filter(|found| found.error == Some(error));
        let of_line = reports.clone().find(|found| Some(found.line) == line);
        if let Some(found) = of_line.or_else(|| reports.next()) {
            let UndefinedBehaviour { file, line, message, .. } = found;
            return Some(format!("UndefinedBehaviorSanitizer: {message} at {file}:{line}"));
        }
        None
    }
}
