//! Does a program have a property of the verification competition?
//!
//! `true` needs that every path was explored, or that no path can violate the property; that nothing undefined happens on
//! the way, since then anything may follow; and that nothing was taken for granted but what the competition's rules
//! say, which the sentence names. `false` needs a native run that shows the violation. All else is `unknown`.

mod cover;
mod never_calls;
mod outside;
mod property;
mod safety;
mod suite;
mod witness;

use crate::assumptions::ALLOCATIONS_SUCCEED;
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{HuntSettings, RunOptions};
use crate::stop::Stop;
use crate::watcher::Watcher;
use dunlin_exec::{ExecOptions, Program};
use dunlin_load::LoadOptions;
use dunlin_report::Check;
use dunlin_report::witness::Task;
use dunlin_results::ErrorKind;
use outside::Outside;
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

    fn unknown(why: impl Into<String>) -> VerifyResult {
        VerifyResult::new(Truth::Unknown, why.into())
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
        Wanted::Branches => work.cover(None),
        Wanted::Calls(function) => work.cover(Some(function)),
        Wanted::NotDecided(name) => {
            // A program that is none is refused all the same.
            let program = Loaded::new(load.clone(), &options.run.exec)?;
            work.compile(&program, &options.run.exec)?;
            Ok(VerifyResult::unknown(format!("Dunlin does not decide {name}")))
        }
    }
}

/// What makes no sense together.
fn refuse_options(load: &LoadOptions, options: &VerifyOptions) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::bad_input(why));
    let is_source =
        |path: &&PathBuf| path.extension().is_some_and(|kind| kind == "c" || kind == "i");
    if let Some(other) = load.inputs.iter().find(|path| !is_source(path)) {
        let other = other.display();
        return refuse(&format!("a property is about C sources (.c, .i): {other} is none"));
    }
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
    /// The program as it would be executed, to look at.
    fn compile(&self, program: &Loaded, exec: &ExecOptions) -> Result<Program, Failure> {
        Program::new(program.module.clone(), &self.load.entry, exec).map_err(Failure::bad_input)
    }

    fn write_proof(&self, pointer_bits: u32, result: &mut VerifyResult) {
        let Some(path) = &self.options.witness else { return };
        let written = witness::proof(&self.task(pointer_bits), path);
        result.problems.extend(written.err());
    }

    fn write_violation(
        &self,
        test: &Path,
        load: &LoadOptions,
        exec: &ExecOptions,
        bits: u32,
        result: &mut VerifyResult,
    ) {
        let Some(path) = &self.options.witness else { return };
        let written = witness::violation(load, exec, test, &self.task(bits), path);
        result.problems.extend(written.err());
    }

    fn task(&self, pointer_bits: u32) -> Task<'_> {
        let specification = &self.options.property.text;
        Task { programs: &self.load.inputs, specification, pointer_bits }
    }
}

/// Why nothing is said about a program with threads.
fn threads(outside: &Outside<'_>) -> Option<VerifyResult> {
    let begins = outside.begins_threads()?;
    let why = format!("the program may call `{begins}`, and Dunlin executes one thread only");
    Some(VerifyResult::unknown(why))
}

/// The assumptions that a verdict may not rest on. That allocations succeed is a rule of the competition.
fn not_allowed(assumed: &[String]) -> Option<&String> {
    assumed.iter().find(|assumed| *assumed != ALLOCATIONS_SUCCEED)
}

/// A sentence that names assumptions, without options that this command does not have.
fn without_options(why: &str) -> String {
    why.replace(ALLOCATIONS_SUCCEED, "allocations succeed")
}

/// Named where memory and calls are the subject: there, the program is executed as it is when clang compiles it
/// without optimisation.
const OVERFLOW_WRAPS: &str = "signed integers wrap around where they overflow";

/// Whether the program ends itself in this way, as C defines it.
fn ends_the_program(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Abort | ErrorKind::AssertionFailure)
}
