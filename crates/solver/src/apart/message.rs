//! What is said between a process with a backend and the one that asks: frames of a length and its bytes.

use crate::backend::{Reason, Statistics};
use dunlin_term::{Piece, Values};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(Serialize, Deserialize)]
pub struct Asked {
    /// Terms that were not sent before.
    pub pieces: Vec<Piece>,
    pub constraints: Vec<u32>,
    pub conflicts: u64,
    /// Until the deadline.
    pub left: Option<Duration>,
}

#[derive(Serialize, Deserialize)]
pub struct Told {
    pub said: Said,
    /// Since the process started.
    pub statistics: Statistics,
}

#[derive(Serialize, Deserialize)]
pub enum Said {
    Sat(Values),
    Unsat,
    Unknown(Because),
}

/// A [`Reason`] on its way.
#[derive(Serialize, Deserialize)]
pub enum Because {
    Conflicts,
    Deadline,
    Size,
    Unsupported(String),
    WrongModel,
    Failure,
    Stopped,
}

impl From<Reason> for Because {
    fn from(reason: Reason) -> Because {
        match reason {
            Reason::Conflicts => Because::Conflicts,
            Reason::Deadline => Because::Deadline,
            Reason::Size => Because::Size,
            Reason::Unsupported(what) => Because::Unsupported(what.to_owned()),
            Reason::WrongModel => Because::WrongModel,
            Reason::Failure => Because::Failure,
            Reason::Stopped => Because::Stopped,
        }
    }
}

impl Because {
    pub fn into_reason(self) -> Reason {
        match self {
            Because::Conflicts => Reason::Conflicts,
            Because::Deadline => Reason::Deadline,
            Because::Size => Reason::Size,
            Because::Unsupported(what) => Reason::Unsupported(lasting(what)),
            Because::WrongModel => Reason::WrongModel,
            Because::Failure => Reason::Failure,
            Because::Stopped => Reason::Stopped,
        }
    }
}

/// The same text for good. There are few: they stand in the code of backends.
fn lasting(text: String) -> &'static str {
    static KNOWN: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = known.iter().find(|same| **same == text) {
        return same;
    }
    let lasting = Box::leak(text.into_boxed_str());
    known.push(lasting);
    lasting
}

pub fn write(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(&bytes)?;
    stream.flush()
}

pub fn read<T: DeserializeOwned>(stream: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let mut bytes = Vec::new();
    // Grows with what really arrives.
    stream.take(u64::from_le_bytes(length)).read_to_end(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
