//! How a path ends: a value in one of four classes (finished, program error, unsupported, limit). Paths
//! that the program's author rules out, and those that go on as one that was seen before, are counted apart; a bug of
//! the engine is a further thing.

use crate::code::Pc;
use dunlin_memory::Site;
use dunlin_results::ErrorKind;

/// The end of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The program ended by itself with this exit status.
    Finished {
        status: i32,
    },
    Error(ProgramError),
    /// The path needs something that Dunlin does not have.
    Unsupported {
        what: String,
    },
    /// A limit was reached: the path is not followed to its end.
    Limit {
        what: String,
    },
    /// The exploration stops while an operation takes long: no end, the path is as before it.
    Interrupted,
    /// A query takes long: no end, the path is as before the operation (see `decide/postpone.rs`).
    Postponed,
    /// A side that was left open for a while is impossible: there is no such path.
    NoPath,
    /// An assumption of the program's author cannot hold here.
    AssumedAway,
    /// The program asked for this path to end without a word.
    Silent,
    /// A state that was seen before covers it (see [`crate::matching`]): what it can do is explored there.
    Matched,
    /// A bug of Dunlin itself.
    EngineBug {
        what: String,
    },
}

/// What went wrong, in terms of the engine; `machine/places.rs` makes it readable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramError {
    pub kind: ErrorKind,
    /// One sentence with the numbers that matter.
    pub message: String,
    /// The object concerned, if any.
    pub object: Option<ObjectNote>,
    /// Where to report it, if that is not where execution stands.
    pub at: Option<Site>,
}

/// Where an object came from and where it went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectNote {
    /// `heap object`, `local variable`, `global variable NAME`…
    pub what: String,
    pub size: u64,
    pub allocated: Option<Site>,
    pub freed: Option<Site>,
}

impl ProgramError {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> ProgramError {
        ProgramError { kind, message: message.into(), object: None, at: None }
    }

    pub fn about(mut self, object: Option<ObjectNote>) -> ProgramError {
        self.object = object;
        self
    }
}

/// What the execution of one operation hands up when the path ends there. Boxed, since it is rare
/// and the result of nearly every function of the engine.
pub type End = Box<Outcome>;

impl From<ProgramError> for End {
    fn from(error: ProgramError) -> End {
        Box::new(Outcome::Error(error))
    }
}

/// The running operation is given up.
#[cold]
pub fn interrupted() -> End {
    Box::new(Outcome::Interrupted)
}

pub fn unsupported(what: impl Into<String>) -> End {
    Box::new(Outcome::Unsupported { what: what.into() })
}

/// A [`Site`] is the position of an operation.
pub fn site(pc: Pc) -> Site {
    Site(pc)
}
