//! What makes programs of files. [`crate::process`] runs it in the loader process.

use crate::error::LoadError;
use crate::input::Input;
use crate::llvm::Llvm;
use crate::options::LoadOptions;
use dunlin_ir::Module;
use dunlin_ir::regions::Sources;
use dunlin_llvm::{InstrumentOptions, Instrumented, Progress};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A program that was loaded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loaded {
    pub module: Module,
    /// What the module was made of. A native run is built from it, so that it runs what was analysed.
    pub linked: Linked,
}

/// A whole program as its front end has it, before it is lowered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Linked {
    /// The name of the front end.
    pub(crate) front_end: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) options: LoadOptions,
}

impl Linked {
    /// What it was loaded with.
    pub fn options(&self) -> &LoadOptions {
        &self.options
    }
}

/// A kind of programs. All that is given to one program goes through the same front end.
pub trait FrontEnd: Sync {
    fn name(&self) -> &'static str;

    /// Whether it can make something of an input.
    fn accepts(&self, input: &Input) -> bool;

    /// Loads a program of inputs that it accepts. Files that it needs on the way go below `scratch`.
    fn load(
        &self,
        inputs: &[Input],
        options: &LoadOptions,
        scratch: &Path,
        progress: Progress<'_>,
    ) -> Result<Loaded, LoadError>;

    /// Makes a program that it has loaded ready to run natively.
    fn instrument(
        &self,
        program: &Linked,
        options: &InstrumentOptions,
        progress: Progress<'_>,
    ) -> Result<Instrumented, LoadError>;

    /// What can be known of the sources beside the code.
    fn sources(
        &self,
        inputs: &[Input],
        options: &LoadOptions,
        scratch: &Path,
        progress: Progress<'_>,
    ) -> Result<Sources, LoadError>;
}

const FRONT_ENDS: [&dyn FrontEnd; 1] = [&Llvm];

/// All inputs, and the front end for them.
pub(crate) fn open(
    options: &LoadOptions,
) -> Result<(&'static dyn FrontEnd, Vec<Input>), LoadError> {
    let read = |path: &std::path::PathBuf| Input::read(path);
    let inputs: Vec<Input> = options.inputs.iter().map(read).collect::<Result<_, _>>()?;
    let Some(first) = inputs.first() else { return Err(LoadError::NoInputs) };
    let unknown = |input: &Input| LoadError::UnknownFormat { path: input.path.clone() };
    let front_end = FRONT_ENDS.into_iter().find(|front_end| front_end.accepts(first));
    let front_end = front_end.ok_or_else(|| unknown(first))?;
    match inputs.iter().find(|input| !front_end.accepts(input)) {
        Some(other) => Err(unknown(other)),
        None => Ok((front_end, inputs)),
    }
}

/// The front end that a program came through.
pub(crate) fn of(program: &Linked) -> Result<&'static dyn FrontEnd, LoadError> {
    let mut front_ends = FRONT_ENDS.into_iter();
    front_ends.find(|front_end| front_end.name() == program.front_end).ok_or_else(|| {
        LoadError::Internal(format!("there is no front end named {}", program.front_end))
    })
}
