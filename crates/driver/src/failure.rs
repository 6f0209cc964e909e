//! Why a command could not be carried out.

use dunlin_stop::Why;
use std::fmt;

/// What is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// What the user gave: files, options, a folder that cannot be written.
    BadInput,
    /// A bug of Dunlin.
    Internal,
    /// Time or memory was used up, or somebody asked for the end, before there was anything to tell.
    Stopped(Why),
}

/// A command that could not be carried out, with a message for each problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    pub messages: Vec<String>,
}

impl Failure {
    pub fn bad_input(message: impl fmt::Display) -> Failure {
        Failure { kind: FailureKind::BadInput, messages: vec![message.to_string()] }
    }

    /// A bug of Dunlin.
    pub fn internal(message: impl fmt::Display) -> Failure {
        Failure { kind: FailureKind::Internal, messages: vec![message.to_string()] }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("; "))
    }
}

impl std::error::Error for Failure {}
