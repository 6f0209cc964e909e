//! Why a program could not be loaded.
//!
//! Every variant prints as one message that a user can act on. All of them are bad input or a
//! missing tool, except what is a bug of Dunlin ([`LoadError::is_internal`]).

use dunlin_ir::pass::Broken;
use dunlin_llvm::{LlvmError, Stage};
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
    #[error("{}", NoEntry { entry, inputs, candidates })]
    NoEntry { entry: String, inputs: Vec<PathBuf>, candidates: Vec<String> },
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
    #[error(transparent)]
    Llvm(#[from] LlvmError),
    #[error("internal error while loading: {0}")]
    Internal(String),
}

/// A module that breaks the invariants of the IR is a bug of the step before.
impl From<Broken> for LoadError {
    fn from(broken: Broken) -> LoadError {
        LoadError::Internal(broken.to_string())
    }
}

impl LoadError {
    /// A bug of Dunlin rather than of what it was given.
    pub fn is_internal(&self) -> bool {
        matches!(
            self,
            LoadError::Internal(_)
                | LoadError::Loader { .. }
                | LoadError::Llvm(LlvmError::Internal(_))
        )
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
