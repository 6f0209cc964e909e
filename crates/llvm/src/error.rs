//! What LLVM is doing, and why it could not.
//!
//! Every error prints as one message that a user can act on. All of them are bad input, except
//! [`LlvmError::Internal`], which is a bug of Dunlin.

use crate::bitstream::{SUPPORTED_LLVM, Version};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use thiserror::Error;

#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum LlvmError {
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
    #[error("LLVM's optimiser failed: {message}")]
    OptimizeFailed { message: String },
    #[error("this program cannot be translated: {message}")]
    Lowering { message: String },
    #[error("this program cannot be run natively: {message}")]
    Instrument { message: String },
    #[error("internal error while loading: {0}")]
    Internal(String),
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
    pub fn actor(&self) -> &'static str {
        match self {
            Stage::Start | Stage::Compile | Stage::Lower | Stage::Instrument => "process",
            Stage::Read(_) => "reader",
            Stage::Verify(_) => "verifier",
            Stage::Link(_) | Stage::LinkRuntime => "linker",
            Stage::Optimize => "optimiser",
        }
    }

    /// What a crash in it means.
    pub fn suspicion(&self) -> &'static str {
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
