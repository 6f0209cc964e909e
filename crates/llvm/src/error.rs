//! Why a program could not be loaded.
//!
//! Every variant prints as one message that a user can act on. All of them are bad input or a
//! missing tool, except [`LoadError::Internal`], which is a bug of Dunlin
//! ([`LoadError::is_internal`]).

use crate::bitstream::{SUPPORTED_LLVM, Version};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::PathBuf;
use thiserror::Error;

#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum LoadError {
    #[error("no program given")]
    NoInputs,
    #[error("{}: no such file", .path.display())]
    NotFound { path: PathBuf },
    #[error("{} is a directory; pass its files", .path.display())]
    Directory { path: PathBuf },
    #[error("{} is not a regular file", .path.display())]
    NotAFile { path: PathBuf },
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{} is empty", .path.display())]
    Empty { path: PathBuf },
    #[error(
        "{} is neither a C source (.c, .i), LLVM assembly (.ll), LLVM bitcode (.bc), nor an object, \
         executable or archive with embedded bitcode",
        .path.display()
    )]
    UnknownFormat { path: PathBuf },
    #[error("{name} is a damaged {what}: {reason}")]
    DamagedObject { name: String, what: String, reason: String },
    #[error(
        "{name} is an {what} without bitcode; compile it with `clang-19 -fembed-bitcode` or \
         `wllvm`, or pass the C source"
    )]
    NoBitcode { name: String, what: String },
    #[error("{name} refers to bitcode in {}, which cannot be read: {reason}", .path.display())]
    MissingBitcode { name: String, path: PathBuf, reason: String },
    #[error(
        "clang 19 was not found ({tried}); install it with `./dev setup` or `apt install clang-19`"
    )]
    ClangMissing { tried: String },
    #[error("{message}")]
    CompileFailed { path: PathBuf, message: String },
    #[error("LLVM could not read {name}: {message}")]
    Malformed { name: String, message: String },
    #[error(
        "{name} was written by LLVM {producer}; this Dunlin reads up to LLVM {SUPPORTED_LLVM}. \
         Compile it again with clang-{SUPPORTED_LLVM}, or pass the C source"
    )]
    NewerLlvm { name: String, producer: Version },
    #[error("{name} is not a valid LLVM module: {message}")]
    Invalid { name: String, message: String },
    #[error(
        "{first} is for {first_target}, but {second} is for {second_target}; a program must be for one target"
    )]
    TargetMismatch { first: String, first_target: String, second: String, second_target: String },
    #[error("{name} is for {target}; Dunlin runs 32- and 64-bit little-endian programs")]
    UnsupportedTarget { name: String, target: String },
    #[error("linking {name} failed: {message}")]
    LinkFailed { name: String, message: String },
    #[error("{}", NoEntry { entry, inputs, candidates })]
    NoEntry { entry: String, inputs: Vec<PathBuf>, candidates: Vec<String> },
    #[error("LLVM's optimiser failed: {message}")]
    OptimizeFailed { message: String },
    #[error("this program cannot be translated: {message}")]
    Lowering { message: String },
    #[error("this program cannot be run natively: {message}")]
    Instrument { message: String },
    #[error("LLVM could not {stage}: its {} {how}{}. {}", .stage.actor(), Quoted(.stderr), .stage.suspicion())]
    Crashed { stage: Stage, how: String, stderr: String },
    #[error("LLVM could not {stage}: types or constants are nested too deeply in it")]
    TooDeep { stage: Stage },
    #[error("LLVM did not {stage} within {seconds} seconds")]
    TimedOut { stage: Stage, seconds: u64 },
    #[error("the work had to end before LLVM could {stage}")]
    Stopped { stage: Stage },
    #[error("the loader process could not be used: {reason}")]
    Loader { reason: String },
    #[error(
        "programs cannot be compiled safely here ({reason}): the compiler could read any file that you \
         can read; `--allow-read /` compiles all the same"
    )]
    Unconfined { reason: String },
    #[error("internal error while loading: {0}")]
    Internal(String),
}

impl LoadError {
    /// A bug of Dunlin rather than of what it was given.
    pub fn is_internal(&self) -> bool {
        matches!(self, LoadError::Internal(_) | LoadError::Loader { .. })
    }
}

/// What the loader is doing; prints as "read a.bc", to follow "could not" and "did not".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    Start,
    Compile,
    Read(String),
    Verify(String),
    Link(String),
    LinkRuntime,
    Optimize,
    Lower,
    Instrument,
}

impl Stage {
    /// Who works in this stage, to follow "its".
    fn actor(&self) -> &'static str {
        match self {
            Stage::Start | Stage::Compile | Stage::Lower | Stage::Instrument => "process",
            Stage::Read(_) => "reader",
            Stage::Verify(_) => "verifier",
            Stage::Link(_) | Stage::LinkRuntime => "linker",
            Stage::Optimize => "optimiser",
        }
    }

    fn suspicion(&self) -> &'static str {
        match self {
            Stage::Read(_) | Stage::Verify(_) | Stage::Link(_) => "The file is probably damaged.",
            Stage::Start
            | Stage::Compile
            | Stage::LinkRuntime
            | Stage::Optimize
            | Stage::Lower
            | Stage::Instrument => "This is a bug of LLVM or Dunlin, or an input is damaged.",
        }
    }
}

impl Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Start => write!(f, "start"),
            Stage::Compile => write!(f, "compile the C sources"),
            Stage::Read(name) => write!(f, "read {name}"),
            Stage::Verify(name) => write!(f, "check {name}"),
            Stage::Link(name) => write!(f, "link {name}"),
            Stage::LinkRuntime => write!(f, "link the runtime library"),
            Stage::Optimize => write!(f, "optimise the program"),
            Stage::Lower => write!(f, "have the program translated"),
            Stage::Instrument => write!(f, "prepare the program for a native run"),
        }
    }
}

/// `": text"`, or nothing for an empty text.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, ": {}", self.0.trim_end_matches('.')) }
    }
}

struct NoEntry<'a> {
    entry: &'a str,
    inputs: &'a [PathBuf],
    candidates: &'a [String],
}

impl Display for NoEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        let inputs: Vec<_> = self.inputs.iter().map(|p| p.display().to_string()).collect();
        write!(f, "no function `{}` in {}", self.entry, inputs.join(", "))?;
        if self.candidates.is_empty() {
            return write!(f, "; it defines no functions");
        }
        let more = if self.candidates.len() > SHOWN { ", …" } else { "" };
        let names = &self.candidates[..self.candidates.len().min(SHOWN)];
        write!(f, "; pass --entry NAME (functions here: {}{more})", names.join(", "))
    }
}
