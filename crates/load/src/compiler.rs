//! Which compiler and which tools of LLVM are used: the one place that knows their names.
//!
//! Whoever compiles for a load, or compiles the result of one further, gets the same compiler, confined.

use crate::access;
use crate::error::LoadError;
use crate::input::reason;
use crate::options::LoadOptions;
use dunlin_llvm::SUPPORTED_LLVM;
use dunlin_sandbox::{ConfineError, Confinement, Toolchain};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A tool of LLVM by its plain name: the one of our version if it is there, else the one without a
/// version.
pub fn tool(name: &str) -> PathBuf {
    let versioned = versioned(name);
    match dunlin_sandbox::find_program(&versioned) {
        Some(_) => versioned,
        None => PathBuf::from(name),
    }
}

/// The compiler that the user has chosen, or the one that is found without a choice.
pub fn compiler(chosen: Option<&Path>) -> PathBuf {
    chosen.map_or_else(|| tool("clang"), Path::to_owned)
}

/// Starts the compiler of a load, for whoever compiles its result further. It and the tools behind it
/// are confined: they read what the options name and write below `scratch`.
pub fn compiler_command(
    options: &LoadOptions,
    link_args: &[String],
    scratch: &Path,
) -> Result<Command, ConfineError> {
    let access = access::of_build(options, link_args, scratch);
    let confinement = Confinement::new(&access, access::limits(options))?;
    let mut command = toolchain(options).command(scratch);
    confinement.apply(&mut command);
    Ok(command)
}

pub(crate) fn toolchain(options: &LoadOptions) -> Toolchain {
    Toolchain::new(&compiler(options.clang.as_deref()))
}

/// The compiler of a load, if its bitcode can be read.
pub(crate) fn find(options: &LoadOptions, scratch: &Path) -> Result<Toolchain, LoadError> {
    let toolchain = toolchain(options);
    let chosen = options.clang.as_deref();
    // Its name tells the version; asking it would cost more than compiling a small file.
    if chosen.is_none() && dunlin_sandbox::find_program(&versioned("clang")).is_some() {
        return Ok(toolchain);
    }
    let oldest = if chosen.is_some() { 0 } else { SUPPORTED_LLVM };
    let why = match major_version(toolchain.command(scratch)) {
        Ok(major) if (oldest..=SUPPORTED_LLVM).contains(&major) => return Ok(toolchain),
        Ok(other) => format!("is version {other}"),
        Err(why) => why,
    };
    let tried = match chosen {
        Some(chosen) => format!("`{}` {why}", chosen.display()),
        None => format!("no `{}`, and `clang` {why}", versioned("clang").display()),
    };
    Err(LoadError::ClangMissing { tried })
}

/// Runs a compiler to its end, which is also ours.
pub(crate) fn run(mut command: Command) -> std::io::Result<Output> {
    dunlin_sandbox::end_with_parent(&mut command);
    command.stdin(Stdio::null()).output()
}

fn versioned(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}-{SUPPORTED_LLVM}"))
}

fn major_version(mut command: Command) -> Result<u32, String> {
    command.arg("-dumpversion");
    let output = run(command).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "does not exist".to_owned(),
        _ => format!("cannot be started: {}", reason(&error)),
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text.trim().split('.').next().and_then(|major| major.parse().ok());
    major.ok_or_else(|| "does not tell its version".to_owned())
}
