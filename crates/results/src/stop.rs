//! Why work ends early.

use serde::{Deserialize, Serialize};

/// Why an exploration, or the search for a target, stops before it is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StopReason {
    Interrupted,
    Time,
    Memory,
    Paths,
    Instructions,
    /// Of the search for a target: instructions, queries and what they took.
    Cost,
    /// After the first error, as asked for.
    FirstError,
    /// Results could not be written.
    Disk,
    /// A bug of Dunlin cost a worker with all it had.
    EngineBug,
}

impl From<dunlin_stop::Why> for StopReason {
    fn from(why: dunlin_stop::Why) -> StopReason {
        match why {
            dunlin_stop::Why::Time => StopReason::Time,
            dunlin_stop::Why::Memory => StopReason::Memory,
            dunlin_stop::Why::Interrupted => StopReason::Interrupted,
        }
    }
}

impl StopReason {
    /// As in the summary: the option that says so, where there is one.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Interrupted => "interrupt",
            StopReason::Time => "max-time",
            StopReason::Memory => "max-memory",
            StopReason::Paths => "max-paths",
            StopReason::Instructions => "max-instructions",
            StopReason::Cost => "max-cost",
            StopReason::FirstError => "exit-on-error",
            StopReason::Disk => "disk",
            StopReason::EngineBug => "engine-bug",
        }
    }

    /// For a person.
    pub fn in_words(self) -> String {
        match self {
            StopReason::Interrupted => "an interrupt".to_string(),
            StopReason::Disk => "a full or unwritable disk".to_string(),
            StopReason::EngineBug => "a bug of Dunlin".to_string(),
            reason => format!("--{}", reason.name()),
        }
    }
}
