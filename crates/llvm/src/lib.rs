//! Dunlin's front end for LLVM: C sources, LLVM assembly, bitcode, and objects, executables and
//! archives that carry bitcode become one [`dunlin_ir::Module`].
//!
//! LLVM's own code may abort on damaged input, so [`load`] runs it in a child process: whatever
//! happens there, the caller gets a [`LoadError`] with a message for the user. Nothing outside of
//! this crate knows LLVM.

mod access;
mod bitstream;
mod child;
mod clang;
mod embedded;
mod error;
mod input;
mod instrument;
mod link;
mod lower;
mod optimised;
mod optimize;
mod options;
mod own_library;
mod pipeline;
mod positions;
mod reader;
mod refused;
mod regions;
mod runtime;
mod scopes;
mod warnings;

use dunlin_sandbox::{ConfineError, Confinement};
use std::path::Path;
use std::process::Command;

pub use bitstream::{SUPPORTED_LLVM, Version};
pub use child::{
    CHILD_ARGUMENT, instrument, instrument_with, load, load_with, serve_child, sources,
};
pub use error::{LoadError, Stage};
pub use instrument::{
    BranchSite, InstrumentOptions, Instrumented, SourceLine, TARGET_HOOK, TargetProbe,
};
pub use options::{LoadLimits, LoadOptions, SourceChecks};
pub use refused::note_on_refused;

/// Starts the compiler of a load, for whoever compiles its result further. It and the tools behind it
/// are confined: they read what the options name and write below `scratch`.
pub fn compiler_command(
    options: &LoadOptions,
    link_args: &[String],
    scratch: &Path,
) -> Result<Command, ConfineError> {
    let access = access::of_build(options, link_args, scratch);
    let confinement = Confinement::new(&access, access::limits(options))?;
    let mut command = access::toolchain(options).command(scratch);
    confinement.apply(&mut command);
    Ok(command)
}

/// Like [`load`], but with LLVM in this process: quicker and without need of a loader executable,
/// for inputs that are known to be sound, such as those of tests. A damaged input may end the
/// process.
pub fn load_unprotected(options: &LoadOptions) -> Result<dunlin_ir::Module, LoadError> {
    pipeline::run(options, scratch_folder()?.path(), &mut |_, _| {})
}

/// Like [`instrument`], but with LLVM in this process; see [`load_unprotected`].
pub fn instrument_unprotected(
    options: &LoadOptions,
    instrument: &InstrumentOptions,
) -> Result<Instrumented, LoadError> {
    pipeline::run_instrumenting(options, instrument, scratch_folder()?.path(), &mut |_, _| {})
}

fn scratch_folder() -> Result<tempfile::TempDir, LoadError> {
    tempfile::Builder::new()
        .prefix("dunlin-load-")
        .tempdir()
        .map_err(|error| LoadError::Loader { reason: error.to_string() })
}
