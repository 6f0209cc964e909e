//! Does a program have a property of the verification competition?
//!
//! `true` needs that every path was explored, that nothing undefined happens on the way, since then anything may follow,
//! and that nothing was taken for granted but what the competition's rules say. `false` needs a native run that shows
//! the violation. All else is `unknown`.

mod property;
mod suite;
mod witness;

use crate::assumptions::ALLOCATIONS_SUCCEED;
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{Confirm, HuntSettings, ReachOptions, RunOptions, TestFormat, TestOptions};
use crate::reach::reach;
use crate::run::{ReportedError, RunResult, run};
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use dunlin_exec::{ExecOptions, Ubsan};
use dunlin_load::LoadOptions;
use dunlin_report::{Check, Verdict};
use dunlin_results::ErrorKind;
use std::path::{Path, PathBuf};

pub use property::{Property, PropertyError, Wanted};

/// What is to be verified, and what is written of it.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    pub property: Property,
    /// How paths are explored.
    pub run: RunOptions,
    /// How a function is looked for.
    pub hunt: HuntSettings,
    /// Where the witness goes.
    pub witness: Option<PathBuf>,
    /// Where the tests of a coverage property go.
    pub test_suite: Option<PathBuf>,
}

/// The result, as the competitions have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    True,
    False(Check),
    Unknown,
    /// Of a coverage property: tests were written.
    Done,
}

/// What became of a property.
#[derive(Clone, PartialEq, Debug)]
pub struct VerifyResult {
    pub truth: Truth,
    /// In a sentence.
    pub why: String,
    /// What a person should know.
    pub notes: Vec<String>,
    /// What could not be written.
    pub problems: Vec<String>,
    /// A bug of Dunlin cost a path, or layers of the solver contradict each other.
    pub engine_bug: bool,
    /// Where results are, if anything was executed.
    pub folder: Option<PathBuf>,
}

impl VerifyResult {
    fn new(truth: Truth, why: String) -> VerifyResult {
        let (notes, problems) = (Vec::new(), Vec::new());
        VerifyResult { truth, why, notes, problems, engine_bug: false, folder: None }
    }
}

/// Verifies a program that is not loaded yet: each property needs it loaded in its own way.
pub fn verify(
    load: &LoadOptions,
    options: &VerifyOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<VerifyResult, Failure> {
    refuse_options(load, options)?;
    let work = Work { load, options, watcher, stop };
    match &options.property.wanted {
        Wanted::NeverCalls(function) => work.never_calls(function),
        Wanted::Safety(checks) => work.safety(checks),
        Wanted::Branches | Wanted::Calls(_) => work.cover(),
        Wanted::NotDecided(name) => {
            // A program that is none is refused all the same.
            Loaded::new(load.clone(), &options.run.exec)?;
            let why = format!("Dunlin does not decide {name}");
            Ok(VerifyResult::new(Truth::Unknown, why))
        }
    }
}

/// What makes no sense together.
fn refuse_options(load: &LoadOptions, options: &VerifyOptions) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::bad_input(why));
    if load.entry != "main" {
        return refuse("a property is about main: --entry cannot be given");
    }
    if load.is_optimising() {
        return refuse("a property is about the program as it is written: no -O, no --optimize");
    }
    let covers = matches!(options.property.wanted, Wanted::Branches | Wanted::Calls(_));
    if options.test_suite.is_some() && !covers {
        return refuse("--test-suite is for a coverage property");
    }
    if options.witness.is_some() && covers {
        return refuse(
            "--witness is for a property to verify; of a coverage property there are tests",
        );
    }
    for path in [&options.witness, &options.test_suite].into_iter().flatten() {
        if path.symlink_metadata().is_ok() {
            return refuse(&format!("{} exists; it is not overwritten", path.display()));
        }
    }
    Ok(())
}

struct Work<'w> {
    load: &'w LoadOptions,
    options: &'w VerifyOptions,
    watcher: &'w dyn Watcher,
    stop: &'w Stop,
}

impl Work<'_> {
    /// Is a function never called?
    fn never_calls(&self, function: &str) -> Result<VerifyResult, Failure> {
        let program = Loaded::with_all_lines(self.load.clone(), false)?;
        let bits = program.module.target.pointer_bits;
        if program.module.find_func(function).is_none() {
            let why = format!("the program has no `{function}`, and nothing calls it");
            let mut result = VerifyResult::new(Truth::True, why);
            self.write_proof(bits, &mut result);
            return Ok(result);
        }
        let hunt = self.options.hunt.clone();
        let reach_options =
            ReachOptions { targets: vec![function.to_string()], condition: None, hunt };
        let found = reach(program, &reach_options, self.watcher, self.stop)?;
        let target = &found.summary.targets[0];
        let undefined = found.errors_on_the_way.iter().find(|kind| !ends_the_program(**kind));
        let (truth, why) = match (target.verdict, undefined) {
            (Verdict::Reachable, _) if target.confirmed => {
                (Truth::False(Check::UnreachCall), target.why.clone())
            }
            (Verdict::Unreachable, None) => (Truth::True, target.why.clone()),
            (Verdict::Unreachable, Some(kind)) => {
                let why = format!("{}; but paths end in {}", target.why, kind.name());
                (Truth::Unknown, why)
            }
            _ => (Truth::Unknown, target.why.clone()),
        };
        let mut result = VerifyResult {
            truth: if found.engine_bug && truth == Truth::True { Truth::Unknown } else { truth },
            why,
            notes: target.notes.clone(),
            problems: found.problems,
            engine_bug: found.engine_bug,
            folder: Some(found.folder.clone()),
        };
        match (result.truth, &target.test) {
            (Truth::True, _) => self.write_proof(bits, &mut result),
            (Truth::False(_), Some(test)) => {
                let exec = self.options.hunt.exec.clone();
                self.write_violation(&found.folder.join(test), &exec, bits, &mut result);
            }
            _ => {}
        }
        Ok(result)
    }

    /// Is none of some properties ever violated?
    fn safety(&self, checks: &[Check]) -> Result<VerifyResult, Failure> {
        let options = self.run_options(checks);
        // Exploration ends with the first violation. If no native run shows that one, another may.
        let first =
            FirstViolation { checks, watcher: self.watcher, stop: Stop::new(), outer: self.stop };
        let (found, bits) = self.explore(&options, &first, &first.stop)?;
        let result = conclude(&found, checks);
        let (found, mut result) = match first.stop.is_asked()
            && result.truth == Truth::Unknown
            && !self.stop.is_asked()
            && !dunlin_stop::is_asked()
        {
            true => {
                let (found, _) = self.explore(&options, self.watcher, self.stop)?;
                let result = conclude(&found, checks);
                (found, result)
            }
            false => (found, result),
        };
        match result.truth {
            Truth::True => self.write_proof(bits, &mut result),
            Truth::False(check) => {
                let test = violation(&found, &[check]).and_then(|error| error.entry.test.clone());
                if let Some(test) = test {
                    self.write_violation(
                        &found.folder.join(test),
                        &options.exec,
                        bits,
                        &mut result,
                    );
                }
            }
            _ => {}
        }
        Ok(result)
    }

    fn explore(
        &self,
        options: &RunOptions,
        watcher: &dyn Watcher,
        stop: &Stop,
    ) -> Result<(RunResult, u32), Failure> {
        let program = Loaded::new(self.load.clone(), &options.exec)?;
        let bits = program.module.target.pointer_bits;
        run(program, options, watcher, stop).map(|found| (found, bits))
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
            ..given.exec.clone()
        };
        RunOptions { exec, confirm: Confirm::Natively, ..given.clone() }
    }

    /// Tests that cover branches, or call a function.
    fn cover(&self) -> Result<VerifyResult, Failure> {
        let given = &self.options.run;
        let tests = TestOptions {
            format: TestFormat::TestComp,
            only_new_coverage: true,
            ..TestOptions::default()
        };
        // One test for each error would miss what other paths to it cover.
        let options = RunOptions { tests, all_errors: true, confirm: Confirm::No, ..given.clone() };
        let program = Loaded::new(self.load.clone(), &options.exec)?;
        let bits = program.module.target.pointer_bits;
        if let Wanted::Calls(function) = &self.options.property.wanted
            && function != "reach_error"
        {
            let why =
                format!("tests that call `{function}` are not looked for, only `reach_error`");
            return Ok(VerifyResult::new(Truth::Unknown, why));
        }
        let wants_call = matches!(self.options.property.wanted, Wanted::Calls(_));
        let found = if wants_call {
            let first = FirstCall { watcher: self.watcher, stop: Stop::new(), outer: self.stop };
            run(program, &options, &first, &first.stop)?
        } else {
            run(program, &options, self.watcher, self.stop)?
        };
        let (covered, all) = found.summary.coverage.branches;
        let calls = found.errors.iter().any(|error| error.report.kind == ErrorKind::ReachError);
        let why = match wants_call {
            true if calls => "a test calls `reach_error`".to_string(),
            true => format!("no test calls `reach_error`; {}", found.summary.why),
            false => format!("{covered} of {all} branches are covered; {}", found.summary.why),
        };
        let tests = found.summary.tests;
        let mut result = VerifyResult {
            truth: if tests > 0 { Truth::Done } else { Truth::Unknown },
            why,
            notes: found.notes.clone(),
            problems: found.problems.clone(),
            engine_bug: is_bug(&found),
            folder: Some(found.folder.clone()),
        };
        let written = suite::write(
            &found.folder,
            (&self.load.inputs[0], bits),
            &self.options.property.text,
            self.options.test_suite.as_deref(),
        );
        if let Err(problem) = written {
            result.problems.push(problem);
        }
        Ok(result)
    }

    fn write_proof(&self, pointer_bits: u32, result: &mut VerifyResult) {
        let Some(path) = &self.options.witness else { return };
        let written = witness::proof(self.task(pointer_bits), path);
        result.problems.extend(written.err());
    }

    fn write_violation(
        &self,
        test: &Path,
        exec: &ExecOptions,
        bits: u32,
        result: &mut VerifyResult,
    ) {
        let Some(path) = &self.options.witness else { return };
        let written = witness::violation(self.load, exec, test, self.task(bits), path);
        result.problems.extend(written.err());
    }

    fn task(&self, pointer_bits: u32) -> dunlin_report::witness::Task<'_> {
        let specification = &self.options.property.text;
        dunlin_report::witness::Task { program: &self.load.inputs[0], specification, pointer_bits }
    }
}

/// What an exploration says about some properties.
fn conclude(found: &RunResult, checks: &[Check]) -> VerifyResult {
    let (truth, why) = truth(found, checks);
    VerifyResult {
        truth,
        why,
        notes: found.notes.clone(),
        problems: found.problems.clone(),
        engine_bug: is_bug(found),
        folder: Some(found.folder.clone()),
    }
}

fn truth(found: &RunResult, checks: &[Check]) -> (Truth, String) {
    if let Some(error) = violation(found, checks) {
        let check = checks.iter().copied().find(|check| check.is_violated_by(&error.report));
        let check = check.expect("it is a violation of one");
        return (Truth::False(check), in_words(error));
    }
    let about_end = checks.iter().any(|check| check.is_about_the_end());
    let harmless = |kind: ErrorKind| ends_the_program(kind) && !about_end;
    if let Some(error) = found.errors.iter().find(|error| !harmless(error.report.kind)) {
        let why = match ends_the_program(error.report.kind) {
            true => {
                "the program ends itself there, and whether what it has not freed then counts is not said"
            }
            false if checks.iter().any(|check| check.concerns(error.report.kind)) => {
                "not confirmed"
            }
            false => {
                "this is undefined and of another kind, so that nothing is known of what follows"
            }
        };
        return (Truth::Unknown, format!("{}: {why}", in_words(error)));
    }
    if !found.summary.complete || is_bug(found) {
        return (Truth::Unknown, found.summary.why.clone());
    }
    if let Some(assumed) = found.assumed.iter().find(|assumed| *assumed != ALLOCATIONS_SUCCEED) {
        let why = format!("all paths were explored, but only under the assumption that {assumed}");
        return (Truth::Unknown, why);
    }
    (Truth::True, found.summary.why.clone())
}

/// An error that violates one of some properties, and that a native run has shown.
fn violation<'r>(found: &'r RunResult, checks: &[Check]) -> Option<&'r ReportedError> {
    let violates =
        |error: &&ReportedError| checks.iter().any(|check| check.is_violated_by(&error.report));
    found.errors.iter().filter(|error| error.entry.confirmed).find(violates)
}

fn in_words(error: &ReportedError) -> String {
    let place = error.report.place().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("{}{place}: {}", error.report.kind.name(), error.report.message)
}

fn is_bug(found: &RunResult) -> bool {
    !found.engine_bugs.is_empty() || found.contradictions.is_some()
}

/// Whether the program ends itself in this way, as C defines it.
fn ends_the_program(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Abort | ErrorKind::AssertionFailure)
}

/// Ends an exploration with the first error that may violate a property.
struct FirstViolation<'f> {
    checks: &'f [Check],
    watcher: &'f dyn Watcher,
    stop: Stop,
    /// What ends the whole command.
    outer: &'f Stop,
}

/// Ends an exploration with the first call of the error function.
struct FirstCall<'f> {
    watcher: &'f dyn Watcher,
    stop: Stop,
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

impl Watcher for FirstCall<'_> {
    fn event(&self, event: &Event<'_>) {
        if matches!(event, Event::Error { kind: ErrorKind::ReachError }) || self.outer.is_asked() {
            self.stop.ask();
        }
        self.watcher.event(event);
    }

    fn program_begins(&self, goes_on: bool) -> Result<(), String> {
        self.watcher.program_begins(goes_on)
    }
}
