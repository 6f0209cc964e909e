//! Tests for a coverage property: that take every branch, or that call a function.

use super::{Outside, Truth, VerifyResult, Work, suite, threads};
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{Confirm, RunOptions, TestFormat, TestOptions};
use crate::run::run;
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use dunlin_exec::ExecOptions;
use dunlin_results::ErrorKind;

impl Work<'_> {
    /// Without a function all branches are to be covered.
    pub fn cover(&self, function: Option<&String>) -> Result<VerifyResult, Failure> {
        let given = &self.options.run;
        let options = RunOptions {
            // A test that an assumption ends covers what is before, as it does natively.
            exec: ExecOptions { count_assumed_away: true, ..given.exec.clone() },
            tests: TestOptions {
                format: TestFormat::TestComp,
                only_new_coverage: true,
                covering: true,
                ..TestOptions::default()
            },
            confirm: Confirm::No,
            ..given.clone()
        };
        let program = Loaded::new(self.load.clone(), &options.exec)?;
        let bits = program.module.target.pointer_bits;
        let compiled = self.compile(&program, &options.exec)?;
        if let Some(result) = threads(&Outside::new(&compiled)) {
            return Ok(result);
        }
        if let Some(function) = function
            && function != "reach_error"
        {
            let why =
                format!("tests that call `{function}` are not looked for, only `reach_error`");
            return Ok(VerifyResult::unknown(why));
        }
        let first = FirstCall { watcher: self.watcher, stop: Stop::new(), outer: self.stop };
        let found = match function {
            Some(_) => run(program, &options, &first, &first.stop)?,
            None => run(program, &options, self.watcher, self.stop)?,
        };
        let calls = found.errors.iter().any(|error| error.report.kind == ErrorKind::ReachError);
        let (covered, all) = found.summary.coverage.branches;
        let why = match function {
            Some(function) if calls => format!("a test calls `{function}`"),
            Some(function) => format!("no test calls `{function}`; {}", found.summary.why),
            None => format!("{covered} of {all} branches are covered; {}", found.summary.why),
        };
        let mut result = VerifyResult {
            truth: if found.summary.tests > 0 { Truth::Done } else { Truth::Unknown },
            why,
            notes: found.notes.clone(),
            problems: found.problems.clone(),
            engine_bug: !found.engine_bugs.is_empty() || found.contradictions.is_some(),
            folder: Some(found.folder.clone()),
        };
        let written = suite::write(
            &found.folder,
            (&self.load.inputs[0], bits),
            &self.options.property.text,
            self.options.test_suite.as_deref(),
        );
        result.problems.extend(written.err());
        Ok(result)
    }
}

/// Ends an exploration with the first call of the error function.
struct FirstCall<'f> {
    watcher: &'f dyn Watcher,
    stop: Stop,
    /// What ends the whole command.
    outer: &'f Stop,
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
