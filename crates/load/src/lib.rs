//! One front door for programs: from files of any kind to a [`dunlin_ir::Module`].
//!
//! A [`FrontEnd`] makes programs of files; LLVM's is the only one. It runs foreign code on input that
//! nobody trusts, so that [`load`] has it work in a child process, confined and under limits: whatever
//! happens there, the caller gets a [`LoadError`] with a message for the user. What arrives is verified.
//!
//! What is loaded comes with what it was made of ([`Linked`]). A native run is built from that, so that it
//! runs what was analysed, whatever has become of the sources.

mod access;
mod clang;
mod compiler;
mod digest;
mod embedded;
mod error;
mod front_end;
mod input;
mod llvm;
mod options;
mod process;
mod protocol;
mod refused;
mod regions;
mod runtime;
mod serve;
mod warnings;

use dunlin_ir::pass::check;
use dunlin_ir::regions::Sources;
use process::{ask, scratch_folder};
use protocol::{Answer, Task};
use std::path::Path;

pub use compiler::{compiler, compiler_command, tool};
pub use digest::digest;
pub use dunlin_llvm::{
    BranchSite, InstrumentOptions, Instrumented, LlvmError, SUPPORTED_LLVM, SourceLine, Stage,
    TARGET_HOOK, TargetProbe,
};
pub use error::LoadError;
pub use front_end::{FrontEnd, Linked, Loaded};
pub use input::Input;
pub use options::{LoadLimits, LoadOptions, SourceChecks};
pub use protocol::CHILD_ARGUMENT;
pub use refused::note_on_refused;
pub use serve::serve_child;

/// Also right when the file was replaced since this process started.
const OWN_EXECUTABLE: &str = "/proc/self/exe";

/// Loads a program, in a child that is this same executable: its `main` must call [`serve_child`] when
/// its first argument is [`CHILD_ARGUMENT`].
pub fn load(options: &LoadOptions) -> Result<Loaded, LoadError> {
    load_with(options, Path::new(OWN_EXECUTABLE))
}

/// Like [`load`], with another executable as the loader child.
pub fn load_with(options: &LoadOptions, loader: &Path) -> Result<Loaded, LoadError> {
    let Answer::Loaded(mut loaded) = ask(options, Task::Load, loader)? else {
        return Err(wrong_answer());
    };
    // In every build: what comes from another process is looked at before anybody relies on it.
    check("the loader process", &loaded.module)?;
    access::locate_texts(options, &mut loaded.module);
    Ok(*loaded)
}

/// Makes the bitcode of a program that tells what it does when it runs natively, in a child that is
/// this same executable, like [`load`].
pub fn instrument(
    program: &Linked,
    instrument: &InstrumentOptions,
) -> Result<Instrumented, LoadError> {
    instrument_with(program, instrument, Path::new(OWN_EXECUTABLE))
}

/// Like [`instrument`], with another executable as the loader child.
pub fn instrument_with(
    program: &Linked,
    instrument: &InstrumentOptions,
    loader: &Path,
) -> Result<Instrumented, LoadError> {
    let task = Task::Instrument(Box::new(program.clone()), instrument.clone());
    match ask(&program.options, task, loader)? {
        Answer::Instrumented(instrumented) => Ok(instrumented),
        _ => Err(wrong_answer()),
    }
}

/// What can be known of the program's sources beside its code, in a child that is this same
/// executable, like [`load`].
pub fn sources(options: &LoadOptions) -> Result<Sources, LoadError> {
    match ask(options, Task::Sources, Path::new(OWN_EXECUTABLE))? {
        Answer::Sources(sources) => Ok(sources),
        _ => Err(wrong_answer()),
    }
}

/// Like [`load`], but with LLVM in this process: quicker and without need of a loader executable,
/// for inputs that are known to be sound, such as those of tests. A damaged input may end the
/// process.
pub fn load_unprotected(options: &LoadOptions) -> Result<Loaded, LoadError> {
    match serve::work(options, Task::Load, scratch_folder()?.path(), &mut |_, _| {})? {
        Answer::Loaded(loaded) => Ok(*loaded),
        _ => Err(wrong_answer()),
    }
}

/// Like [`instrument`], but with LLVM in this process; see [`load_unprotected`].
pub fn instrument_unprotected(
    program: &Linked,
    instrument: &InstrumentOptions,
) -> Result<Instrumented, LoadError> {
    let task = Task::Instrument(Box::new(program.clone()), instrument.clone());
    match serve::work(&program.options, task, scratch_folder()?.path(), &mut |_, _| {})? {
        Answer::Instrumented(instrumented) => Ok(instrumented),
        _ => Err(wrong_answer()),
    }
}

fn wrong_answer() -> LoadError {
    LoadError::Internal("the loader has answered another query".to_owned())
}
