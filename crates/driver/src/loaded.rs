//! A program that was loaded.

use crate::failure::{Failure, FailureKind};
use crate::words::stopped_by;
use dunlin_exec::ExecOptions;
use dunlin_ir::Module;
use dunlin_load::{Linked, LoadError, LoadOptions, SourceChecks};
use std::time::{Duration, Instant};

/// A program, and how it was loaded.
pub struct Loaded {
    pub module: Module,
    /// What the module was made of: native runs are built from it.
    pub linked: Linked,
    pub options: LoadOptions,
    /// How long that took.
    pub time: Duration,
}

impl Loaded {
    /// For [`crate::run()`] and [`crate::replay()`]: the checks of the engine need code that the front end
    /// would leave out.
    pub fn new(mut options: LoadOptions, exec: &ExecOptions) -> Result<Loaded, Failure> {
        options.checks = SourceChecks { overflow: exec.check_overflow, shift: exec.check_shift };
        let started = Instant::now();
        let dunlin_load::Loaded { module, linked } = load(&options)?;
        Ok(Loaded { module, linked, options, time: started.elapsed() })
    }

    /// For [`crate::reach()`] and [`crate::triage()`]: with all lines that the sources have, which are targets.
    /// A condition at a target reads variables where they are before they are promoted.
    pub fn with_all_lines(options: LoadOptions, has_condition: bool) -> Result<Loaded, Failure> {
        let started = Instant::now();
        let mut plain = options.clone();
        plain.promote = !has_condition;
        plain.unoptimised = plain.is_optimising();
        let dunlin_load::Loaded { module, linked } = load(&plain)?;
        Ok(Loaded { module, linked, options, time: started.elapsed() })
    }

    /// The names of the inputs, as they were given.
    pub fn names(&self) -> Vec<String> {
        names(&self.options)
    }
}

/// The names of what is to be loaded.
pub fn names(options: &LoadOptions) -> Vec<String> {
    options.inputs.iter().map(|path| path.display().to_string()).collect()
}

pub fn load(options: &LoadOptions) -> Result<dunlin_load::Loaded, Failure> {
    dunlin_load::load(options).map_err(|error| match (&error, dunlin_stop::asked()) {
        (LoadError::Stopped { stage }, Some(why)) => {
            let by = stopped_by(why);
            let messages = vec![format!("stopped by {by} before LLVM could {stage}")];
            Failure { kind: FailureKind::Stopped(why), messages }
        }
        _ => {
            let bug = error.is_internal();
            let kind = if bug { FailureKind::Internal } else { FailureKind::BadInput };
            Failure { kind, messages: vec![error.to_string()] }
        }
    })
}
