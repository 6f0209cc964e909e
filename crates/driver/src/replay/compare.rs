//! A native run against the engine's on the same inputs: the same conditional transfers, the same end.

use dunlin_exec::explore::retrace::{RetraceLimits, Retraced, Transfer, Ways, retrace};
use dunlin_exec::{ExecOptions, Outcome, Program, Ubsan, Whereabouts};
use dunlin_ir::FuncId;
use dunlin_replay::{NativeEnd, NativeRun, Replayer};
use dunlin_report::TestExtent;
use dunlin_results::{ErrorKind, InputBytes};
use dunlin_sandbox::OUTPUT_BYTES;
use std::collections::{HashMap, HashSet};

/// As many transfers and as much output as a native run keeps, and what takes about as long as it may.
const LIMITS: RetraceLimits = RetraceLimits {
    instructions: 2_000_000_000,
    transfers: 16 << 20,
    output_bytes: OUTPUT_BYTES,
    deadline: None,
};

/// Why a native run may go another way than a path on which addresses decide something.
pub const ELSEWHERE: &str =
    "the path depends on the addresses of objects, which are others in a native run";

/// What a comparison came to.
pub enum Compared {
    /// The same path to the same end.
    Same {
        end: String,
    },
    /// The error of the test, shown by the native run.
    Confirmed {
        kind: &'static str,
        by: String,
    },
    /// The path is the same, but the native run did not show the error.
    Unconfirmed {
        kind: &'static str,
        end: String,
    },
    Diverged {
        how: String,
    },
    /// The same path as far as one can compare: the engine does not get further, or a test of a path
    /// that was not finished has no more inputs.
    Start {
        why: String,
    },
    /// Nothing can be said about it.
    Incomparable {
        why: String,
    },
    /// The native run did not take place.
    Failed(String),
}

impl Compared {
    pub fn is_as_recorded(&self) -> bool {
        matches!(self, Compared::Same { .. } | Compared::Confirmed { .. } | Compared::Start { .. })
    }

    pub fn describe(&self) -> String {
        match self {
            Compared::Same { end } => format!("same path, {end}"),
            Compared::Confirmed { kind, by } => format!("same path, {kind} confirmed by {by}"),
            Compared::Unconfirmed { kind, end } => {
                format!("same path, but {kind} was not confirmed: the native run {end}")
            }
            Compared::Diverged { how } => format!("divergence: {how}"),
            Compared::Start { why } => format!("same path as far as it goes: {why}"),
            Compared::Incomparable { why } => format!("not comparable: {why}"),
            Compared::Failed(why) => format!("not run: {why}"),
        }
    }
}

pub struct Comparison<'p> {
    program: &'p Program,
    exec: ExecOptions,
    ways: Ways<'p>,
    functions: HashMap<&'p str, FuncId>,
}

impl<'p> Comparison<'p> {
    pub fn new(program: &'p Program, exec: &ExecOptions) -> Comparison<'p> {
        let named = |id: FuncId| (program.module.func(id).name.as_str(), id);
        let functions = program.module.func_ids().map(named).collect();
        // A path that goes on after an error has the inputs of the one that ends there.
        let exec = ExecOptions { ubsan: Ubsan::Stop, ..exec.clone() };
        Comparison { program, exec, ways: Ways::new(program), functions }
    }

    /// What the engine does on the inputs of a test.
    pub fn follow(
        &self,
        arguments: &[String],
        inputs: Vec<InputBytes>,
        whereabouts: &Whereabouts,
    ) -> Retraced {
        retrace(self.program, &self.exec, arguments, (inputs, whereabouts), LIMITS)
    }

    pub fn compare(
        &self,
        replayer: &Replayer,
        followed: &Retraced,
        native: &NativeRun,
        extent: TestExtent,
    ) -> Compared {
        let error = match &followed.ended.outcome {
            Outcome::Error(error) => Some(error.kind.name()),
            _ => None,
        };
        let place = followed.ended.report.as_ref().and_then(|report| report.place());
        let line = place.and_then(|place| place.position.as_ref()).map(|pos| pos.line);
        if let Some(how) = self.different_path(replayer, followed, native, error.is_some()) {
            return match followed.uses_addresses {
                true => Compared::Incomparable { why: format!("{ELSEWHERE} ({how})") },
                false => Compared::Diverged { how },
            };
        }
        if let NativeEnd::NoInput(name) = &native.end
            && extent == TestExtent::Partial
        {
            return Compared::Start { why: format!("the partial test has no `{name}`") };
        }
        if native.end.is_limit() && error.is_none() {
            return Compared::Start { why: format!("the native run {}", native.end.describe()) };
        }
        match (&followed.ended.outcome, error) {
            (_, Some(kind)) => match native.confirms(kind, line) {
                Some(by) => Compared::Confirmed { kind, by },
                None => Compared::Unconfirmed { kind, end: native.end.describe() },
            },
            (Outcome::Finished { status }, _) => {
                let same = match native.end {
                    NativeEnd::Exit(code) => code == *status,
                    _ => false,
                };
                if !same {
                    let expected = format!("the engine's exited with status {status}");
                    let how = format!("the native run {}, {expected}", native.end.describe());
                    return Compared::Diverged { how };
                }
                match same_output(followed, native) {
                    Ok(()) => Compared::Same { end: native.end.describe() },
                    Err(how) => Compared::Diverged { how },
                }
            }
            (Outcome::Silent, _) => match native.end {
                NativeEnd::SilentExit(_) => Compared::Same { end: native.end.describe() },
                _ => {
                    Compared::Diverged { how: format!("the native run {}", native.end.describe()) }
                }
            },
            (Outcome::Unsupported { what } | Outcome::Limit { what }, _) => {
                Compared::Start { why: format!("the engine stops here: {what}") }
            }
            (outcome, _) => Compared::Incomparable { why: format!("{outcome:?}") },
        }
    }

    /// Where the transfers first differ, if they do. A native run may go on after an error that it
    /// does not stop at, and a probe shows.
    fn different_path(
        &self,
        replayer: &Replayer,
        followed: &Retraced,
        native: &NativeRun,
        ends_in_error: bool,
    ) -> Option<String> {
        let untold: HashSet<(FuncId, u32)> = replayer
            .untold()
            .filter_map(|(name, number)| Some((*self.functions.get(name)?, number)))
            .collect();
        let told = |t: &&Transfer| untold.is_empty() || !untold.contains(&(t.func, t.number));
        let mut ours = followed.transfers.iter().filter(told);
        for (number, step) in native.trace.iter().enumerate() {
            let name = &replayer.functions()[step.function as usize];
            let func = self.functions.get(name.as_str()).copied();
            let way = func.and_then(|func| self.ways.way(func, step.index, step.outcome));
            // A transfer that has only one way here, or in a function that the engine does itself.
            let (Some(func), Some(way)) = (func, way) else { continue };
            let theirs = Transfer { func, number: step.index, way };
            match ours.next() {
                Some(expected) if *expected == theirs => {}
                None if ends_in_error || !self.is_at_end(followed) => return None,
                None => {
                    return Some(format!(
                        "the native run went on after the engine's end, in `{name}` (transfer {})",
                        number + 1
                    ));
                }
                Some(expected) => {
                    return Some(format!(
                        "transfer {} is in `{name}` (number {}, edge {}), the engine's in `{}` (number {})",
                        number + 1,
                        step.index,
                        step.outcome,
                        self.program.module.func(expected.func).name,
                        expected.number,
                    ));
                }
            }
        }
        let left = ours.count();
        let cut = !native.trace_is_complete();
        // Missing inputs say more than the number of transfers, and a native stack may be the smaller.
        let is_explained = matches!(native.end, NativeEnd::NoInput(_) | NativeEnd::Divergence(_))
            || native.end.is_limit()
            || native.end.error() == Some(ErrorKind::StackOverflow.name());
        if left > 0 && !cut && self.is_at_end(followed) && !is_explained {
            return Some(format!(
                "the native run {}, {left} transfers before the engine's end",
                native.end.describe()
            ));
        }
        None
    }

    fn is_at_end(&self, followed: &Retraced) -> bool {
        matches!(followed.ended.outcome, Outcome::Finished { .. } | Outcome::Error(_))
    }
}

/// Whether both have printed the same. As far as it is kept, the place where they differ is known.
fn same_output(followed: &Retraced, native: &NativeRun) -> Result<(), String> {
    let different = "what the native run printed is different";
    let (theirs, ours) = (native.stdout_bytes, followed.stdout_bytes);
    if theirs != ours {
        return Err(format!("{different}: {theirs} bytes, the engine's {ours}"));
    }
    let compared = native.stdout.len().min(followed.stdout.len());
    let mut parts = native.stdout[..compared].iter().zip(&followed.stdout[..compared]);
    if let Some(at) = parts.position(|(theirs, ours)| theirs != ours) {
        return Err(format!("{different}, from byte {} on", at + 1));
    }
    match native.stdout_digest == followed.stdout_digest {
        true => Ok(()),
        false => Err(format!("{different}, after its first {compared} bytes")),
    }
}
