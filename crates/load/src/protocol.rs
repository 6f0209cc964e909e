//! What is said between Dunlin and its loader process.
//!
//! The child gets a [`Request`] on standard input. It answers on standard output with a magic and frames:
//! what it does at the moment, and at the end the answer or an error.

use crate::error::LoadError;
use crate::front_end::{Linked, Loaded};
use crate::options::LoadOptions;
use dunlin_ir::regions::Sources;
use dunlin_llvm::{InstrumentOptions, Instrumented, Stage, Version};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// The first argument of a loader child.
pub const CHILD_ARGUMENT: &str = "--load-in-child";

pub(crate) const MAGIC: &[u8; 8] = b"DUNLIN01";

#[derive(Serialize, Deserialize)]
pub(crate) struct Request {
    pub options: LoadOptions,
    pub task: Task,
    /// Whatever is written goes there.
    pub scratch: PathBuf,
}

/// What the child is to make of the program.
#[derive(Serialize, Deserialize)]
pub(crate) enum Task {
    Load,
    Instrument(Box<Linked>, InstrumentOptions),
    Sources,
}

#[derive(Serialize, Deserialize)]
pub(crate) enum Answer {
    Loaded(Box<Loaded>),
    Instrumented(Instrumented),
    Sources(Sources),
}

#[derive(Serialize, Deserialize)]
pub(crate) enum Frame {
    /// What comes next, and which LLVM wrote the file that it concerns.
    Progress(Stage, Option<Version>),
    Done(Result<Answer, LoadError>),
}

pub(crate) fn read_frame(stream: &mut impl Read) -> Option<Frame> {
    let mut length = [0; 8];
    stream.read_exact(&mut length).ok()?;
    let mut bytes = Vec::new();
    // Grows with what really arrives: the length may be garbage.
    stream.take(u64::from_le_bytes(length)).read_to_end(&mut bytes).ok()?;
    postcard::from_bytes(&bytes).ok()
}

pub(crate) fn write_frame(stream: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let bytes = postcard::to_stdvec(frame).map_err(io::Error::other)?;
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(&bytes)?;
    stream.flush()
}
