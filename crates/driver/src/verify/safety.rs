//! Is none of some properties of memory and arithmetic ever violated? An exploration of all paths decides it, with the
//! checks that belong to them.

use super::{
    OVERFLOW_WRAPS, Outside, Truth, VerifyResult, Work, ends_the_program, not_allowed, threads,
    without_options,
};
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{Confirm, RunOptions};
use crate::run::{NativeRun, ReportedError, RunResult, run};
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use dunlin_exec::{ExecOptions, HeldBy, Ubsan};
use dunlin_load::LoadOptions;
use dunlin_report::Check;
use dunlin_results::{ErrorKind, LeftOutKind};

/// Functions that clang would compile to arithmetic of the program.
const NO_BUILTINS: [&str; 3] = ["-fno-builtin-abs", "-fno-builtin-labs", "-fno-builtin-llabs"];

/// An exploration, and what else its verdict needs.
struct Explored {
    found: RunResult,
    pointer_bits: u32,
    /// Something that could overflow was executed, and nobody looked whether it does.
    wraps: bool,
}

impl Work<'_> {
    pub fn safety(&self, checks: &[Check]) -> Result<VerifyResult, Failure> {
        // A block that is not freed may be lost or not: who asks for both asks twice.
        let both = [Check::ValidMemtrack, Check::ValidMemcleanup];
        if !both.iter().all(|check| checks.contains(check)) {
            return self.decide(checks);
        }
        let others: Vec<Check> =
            checks.iter().copied().filter(|check| *check != Check::ValidMemcleanup).collect();
        let first = self.decide(&others)?;
        if matches!(first.truth, Truth::False(_)) || self.stop.why().is_some() {
            return Ok(first);
        }
        let second = self.decide(&[Check::ValidMemcleanup])?;
        Ok(match (first.truth, second.truth) {
            (Truth::True, _) | (_, Truth::False(_)) => second,
            _ => first,
        })
    }

    /// Is none of them violated? One exploration must be able to tell all of them.
    fn decide(&self, checks: &[Check]) -> Result<VerifyResult, Failure> {
        let mut options = self.run_options(checks);
        let mut load = self.load.clone();
        if checks.contains(&Check::NoOverflow) {
            load.clang_args.extend(NO_BUILTINS.map(String::from));
        }
        let mut attempt = self.attempt(&load, &options, checks)?;
        let leaks = LeftOutKind::Leaks.name();
        if let Ok((explored, result)) = &attempt
            && result.truth == Truth::Unknown
            && explored.found.summary.left_out.iter().any(|left| left.kind == leaks)
            && self.stop.why().is_none()
        {
            // Whether a local holds a block is known where locals lie in memory, which takes longer.
            load.promote = false;
            options.exec.registers = HeldBy::Nobody;
            attempt = self.attempt(&load, &options, checks)?;
        }
        let (explored, mut result) = match attempt {
            Ok(decided) => decided,
            Err(result) => return Ok(result),
        };
        let (found, bits) = (&explored.found, explored.pointer_bits);
        match result.truth {
            Truth::True => self.write_proof(bits, &mut result),
            Truth::False(check) => {
                let test = violation(found, &[check]).and_then(|error| error.entry.test.clone());
                if let Some(test) = test {
                    let test = found.folder.join(test);
                    self.write_violation(&test, &load, &options.exec, bits, &mut result);
                }
            }
            _ => {}
        }
        Ok(result)
    }

    /// Explores the program up to the first violation, or wholly if no native run shows that one: another may be shown.
    fn attempt(
        &self,
        load: &LoadOptions,
        options: &RunOptions,
        checks: &[Check],
    ) -> Result<Result<(Explored, VerifyResult), VerifyResult>, Failure> {
        let first =
            FirstViolation { checks, watcher: self.watcher, stop: Stop::new(), outer: self.stop };
        let explored = match self.explore(load, options, &first, &first.stop)? {
            Ok(explored) => explored,
            Err(result) => return Ok(Err(result)),
        };
        let result = conclude(&explored, checks);
        let cut = first.stop.is_asked() && self.stop.why().is_none();
        if !cut || result.truth != Truth::Unknown {
            return Ok(Ok((explored, result)));
        }
        let explored = self.explore(load, options, self.watcher, self.stop)?;
        Ok(explored.map(|explored| {
            let result = conclude(&explored, checks);
            (explored, result)
        }))
    }

    /// Explores the program; or says why that is of no use.
    fn explore(
        &self,
        load: &LoadOptions,
        options: &RunOptions,
        watcher: &dyn Watcher,
        stop: &Stop,
    ) -> Result<Result<Explored, VerifyResult>, Failure> {
        let program = Loaded::new(load.clone(), &options.exec)?;
        let compiled = self.compile(&program, &options.exec)?;
        let outside = Outside::new(&compiled);
        if let Some(result) = threads(&outside) {
            return Ok(Err(result));
        }
        let pointer_bits = program.module.target.pointer_bits;
        let wraps = !options.exec.check_overflow && outside.has_signed_arithmetic();
        let found = run(program, options, watcher, stop)?;
        Ok(Ok(Explored { found, pointer_bits, wraps }))
    }

    fn run_options(&self, checks: &[Check]) -> RunOptions {
        let given = &self.options.run;
        let exec = ExecOptions {
            check_overflow: checks.contains(&Check::NoOverflow),
            // It is undefined, so that nothing is proved where it happens.
            check_shift: true,
            ubsan: Ubsan::Stop,
            // The program's own: a property of memory is also about what it does.
            stop_at_error_function: false,
            leaks: checks.iter().any(|check| check.is_about_the_end()),
            unfreed: checks.contains(&Check::ValidMemcleanup),
            leaks_when_aborted: true,
            registers: HeldBy::Doubtful,
            ..given.exec.clone()
        };
        RunOptions { exec, confirm: Confirm::Natively, ..given.clone() }
    }
}

/// What an exploration says about some properties.
fn conclude(explored: &Explored, checks: &[Check]) -> VerifyResult {
    let found = &explored.found;
    let (truth, why) = truth(explored, checks);
    VerifyResult {
        truth,
        why,
        notes: found.notes.clone(),
        problems: found.problems.clone(),
        engine_bug: is_bug(found),
        folder: Some(found.folder.clone()),
    }
}

fn truth(explored: &Explored, checks: &[Check]) -> (Truth, String) {
    let found = &explored.found;
    if let Some(error) = violation(found, checks) {
        let check = checks.iter().copied().find(|check| violates(error, *check));
        return (Truth::False(check.expect("it is a violation of one")), in_words(error));
    }
    if let Some(error) = found.errors.iter().find(|error| !ends_the_program(error.report.kind)) {
        return (Truth::Unknown, format!("{}: {}", in_words(error), doubt(error, checks)));
    }
    let why = without_options(&found.summary.why);
    if !found.summary.complete || is_bug(found) {
        return (Truth::Unknown, why);
    }
    if let Some(assumed) = not_allowed(&found.assumed) {
        let why = format!("all paths were explored, but only under the assumption that {assumed}");
        return (Truth::Unknown, why);
    }
    let paths = &found.summary.paths;
    let mut why =
        format!("all paths were explored: {}", crate::words::counted(paths.ended(), "path"));
    let wraps = explored.wraps.then_some(OVERFLOW_WRAPS);
    let allocations = (!found.assumed.is_empty()).then_some("allocations succeed");
    let assumed: Vec<&str> = allocations.into_iter().chain(wraps).collect();
    if !assumed.is_empty() {
        why += &format!("; assuming that {}", assumed.join(", and that "));
    }
    (Truth::True, why)
}

/// Why an error is no violation, and still in the way of a proof.
fn doubt(error: &ReportedError, checks: &[Check]) -> &'static str {
    let kind = error.report.kind;
    match (&error.native, checks.iter().any(|check| check.concerns(kind))) {
        (NativeRun::Confirms(_), true) => {
            "this is undefined, but whether the property is about it is not said"
        }
        (_, true) => "no native run has shown it",
        (_, false) if kind == ErrorKind::ReachError => {
            "this function has no body, and whether it returns is not known"
        }
        (_, false) => "this is undefined, so that nothing is known of what follows",
    }
}

/// An error that violates one of some properties, and that a native run has shown.
fn violation<'r>(found: &'r RunResult, checks: &[Check]) -> Option<&'r ReportedError> {
    found.errors.iter().find(|error| checks.iter().any(|check| violates(error, *check)))
}

fn violates(error: &ReportedError, check: Check) -> bool {
    match &error.native {
        NativeRun::Confirms(shown) => check.is_violated_by(&error.report, shown),
        NativeRun::NotTried | NativeRun::DoesNot(_) => false,
    }
}

fn in_words(error: &ReportedError) -> String {
    let place = error.report.place().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("{}{place}: {}", error.report.kind.name(), error.report.message)
}

fn is_bug(found: &RunResult) -> bool {
    !found.engine_bugs.is_empty() || found.contradictions.is_some()
}

/// Ends an exploration with the first error that may violate a property.
struct FirstViolation<'f> {
    checks: &'f [Check],
    watcher: &'f dyn Watcher,
    stop: Stop,
    /// What ends the whole command.
    outer: &'f Stop,
}

impl Watcher for FirstViolation<'_> {
    fn event(&self, event: &Event<'_>) {
        let concerns = |kind| self.checks.iter().any(|check| check.concerns(kind));
        if matches!(event, Event::Error { kind } if concerns(*kind)) || self.outer.is_asked() {
            self.stop.ask();
        }
        self.watcher.event(event);
    }

    fn program_begins(&self, goes_on: bool) -> Result<(), String> {
        self.watcher.program_begins(goes_on)
    }
}
