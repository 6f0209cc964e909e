//! Confirming the errors of an exploration by native runs.

use super::compare::{Compared, Comparison};
use crate::inputs::test_of;
use dunlin_exec::{ExecOptions, Program, Uninitialised, Whereabouts};
use dunlin_load::{Linked, SourceLine};
use dunlin_replay::{ReplayOptions, Replayer, UnwrittenMemory};
use dunlin_report::TestExtent;
use dunlin_results::{ErrorKind, ErrorReport, InputBytes};

/// What the native program is built to show: errors of the tests that it is run on.
#[derive(Default)]
pub struct Expected {
    /// The lines of errors, to be probed: sanitizers miss accesses far outside of an object.
    probes: Vec<SourceLine>,
    stack_overflow: bool,
}

impl Expected {
    pub fn add(&mut self, error: &ErrorReport) {
        self.stack_overflow |= error.kind == ErrorKind::StackOverflow;
        let Some(at) = error.place().and_then(|place| place.position.as_ref()) else { return };
        let line = SourceLine { file: at.file.to_string(), line: at.line };
        if !self.probes.contains(&line) {
            self.probes.push(line);
        }
    }

    /// How the program of these errors is built and run.
    pub fn replay_options(self, exec: &ExecOptions) -> ReplayOptions {
        ReplayOptions {
            use_after_return: !self.stack_overflow,
            probes: self.probes,
            leaks: exec.leaks,
            unfreed: exec.unfreed,
            memory: unwritten_memory(exec),
            ..ReplayOptions::default()
        }
    }
}

/// What memory holds natively that the program does not write.
pub fn unwritten_memory(exec: &ExecOptions) -> UnwrittenMemory {
    match exec.uninitialised {
        Uninitialised::Symbolic => UnwrittenMemory::FromTest,
        Uninitialised::Zero => UnwrittenMemory::Zero,
        Uninitialised::Error => UnwrittenMemory::Anything,
    }
}

/// One error to confirm.
pub struct Claim<'r> {
    pub report: &'r ErrorReport,
    pub inputs: &'r [InputBytes],
    pub whereabouts: &'r Whereabouts,
}

/// For each error: what confirms it, or why it is not confirmed.
pub fn confirm(
    linked: &Linked,
    program: &Program,
    exec: &ExecOptions,
    arguments: &[String],
    claims: &[Claim<'_>],
) -> Result<Vec<Result<String, String>>, String> {
    let mut expected = Expected::default();
    claims.iter().for_each(|claim| expected.add(claim.report));
    let options = expected.replay_options(exec);
    let mut replayer = Replayer::build(linked, options).map_err(|error| error.to_string())?;
    let comparison = Comparison::new(program, exec);
    let native_arguments: Vec<_> = arguments.iter().skip(1).map(Into::into).collect();
    let mut confirmed = Vec::new();
    for claim in claims {
        let test = test_of(arguments, claim.inputs);
        let followed = comparison.follow(arguments, claim.inputs.to_vec(), claim.whereabouts);
        replayer.reuse_addresses(claim.whereabouts.reuses_addresses());
        confirmed.push(match replayer.run_bytes(&test.to_bytes(), &native_arguments) {
            Ok(native) => {
                let kind = claim.report.kind.name();
                let place = claim.report.place().and_then(|place| place.position.as_ref());
                let line = place.map(|pos| pos.line);
                let is_claimed = followed.ended.report.as_ref().is_some_and(|report| {
                    report.kind == claim.report.kind && report.place() == claim.report.place()
                });
                match comparison.compare(&replayer, &followed, &native, TestExtent::Whole) {
                    Compared::Confirmed { by, .. } if is_claimed => Ok(by),
                    // The sanitizer in the program has reported another error before, and went on.
                    other @ (Compared::Confirmed { .. } | Compared::Unconfirmed { .. }) => {
                        native.confirms(kind, line).ok_or_else(|| other.describe())
                    }
                    other => Err(other.describe()),
                }
            }
            Err(error) => Err(error.to_string()),
        });
    }
    Ok(confirmed)
}
