//! What can be chosen about states that were seen before.

use super::cuts::{Cuts, MatchAt};
use super::table::Seen;
use crate::code::Program;
use crate::options::ExecOptions;
use dunlin_ir::needs::{Errors, Needs};
use std::sync::Arc;

/// The table may take this part of all memory.
const MEMORY_PART: u64 = 4;

/// Which states count as seen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Match {
    Off,
    /// Those that are equal to one that was.
    Exact,
    /// Those that can do nothing that one that was cannot do.
    #[default]
    Covered,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchOptions {
    pub how: Match,
    pub at: MatchAt,
    /// What the table of states may take, in bytes.
    pub memory: u64,
    /// What was explored covers more when nothing below it needed all that its state knew.
    pub weakens: bool,
    /// A state that repeats exactly without any input in between is an error.
    pub hangs: bool,
}

impl Default for MatchOptions {
    fn default() -> MatchOptions {
        MatchOptions {
            how: Match::default(),
            at: MatchAt::default(),
            memory: 512 << 20,
            weakens: true,
            hangs: false,
        }
    }
}

impl MatchOptions {
    pub const OFF: MatchOptions = MatchOptions {
        how: Match::Off,
        at: MatchAt::Loops,
        memory: 0,
        weakens: false,
        hangs: false,
    };

    /// With a table that takes at most a part of the memory that there is.
    pub fn within(self, memory: Option<u64>) -> MatchOptions {
        let most = memory.map_or(u64::MAX, |memory| memory / MEMORY_PART);
        MatchOptions { memory: self.memory.min(most), ..self }
    }

    /// An empty table for states of a program, if they are to be compared.
    pub fn table(self, program: &Program, exec: &ExecOptions) -> Option<Arc<Seen>> {
        if self.how == Match::Off && !self.hangs {
            return None;
        }
        let errors = Errors {
            overflow: exec.check_overflow,
            shift: exec.check_shift,
            // A loop that counts for ever does not repeat exactly, though nothing depends on the count.
            uninitialised: exec.check_uninitialised() || self.hangs,
            leaks: exec.leaks,
        };
        let cuts = Cuts::of(program, self.at, Needs::of(&program.module, errors));
        let budget = usize::try_from(self.memory).unwrap_or(usize::MAX);
        Some(Arc::new(Seen::new(cuts, self, budget)))
    }
}
