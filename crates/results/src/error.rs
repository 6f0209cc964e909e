//! A program error in terms of the source: what, where, how it was called, and what object it concerns.

use crate::place::SourcePlace;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The kinds of program error. The names are part of every output format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ErrorKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    OverlappingCopy,
    NullDereference,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    DivisionByZero,
    AssertionFailure,
    Abort,
    ReachedUnreachable,
    StackOverflow,
    ReachError,
    MemoryLeak,
    SignedOverflow,
    OverWideShift,
    UninitialisedRead,
    /// What a sanitizer in the program reports and none of the other kinds is.
    UndefinedBehaviour,
    /// The program comes to the same state again without any input in between.
    EndlessLoop,
}

/// The message of a division error that is an overflow: another one divides by zero.
pub const QUOTIENT_DOES_NOT_FIT: &str = "the quotient of the least integer and -1 does not fit";

impl ErrorKind {
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::OutOfBoundsRead => "out-of-bounds-read",
            ErrorKind::OutOfBoundsWrite => "out-of-bounds-write",
            ErrorKind::OverlappingCopy => "overlapping-copy",
            ErrorKind::NullDereference => "null-dereference",
            ErrorKind::UseAfterFree => "use-after-free",
            ErrorKind::DoubleFree => "double-free",
            ErrorKind::InvalidFree => "invalid-free",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::AssertionFailure => "assertion-failure",
            ErrorKind::Abort => "abort",
            ErrorKind::ReachedUnreachable => "reached-unreachable",
            ErrorKind::StackOverflow => "stack-overflow",
            ErrorKind::ReachError => "reach-error",
            ErrorKind::MemoryLeak => "memory-leak",
            ErrorKind::SignedOverflow => "signed-overflow",
            ErrorKind::OverWideShift => "over-wide-shift",
            ErrorKind::UninitialisedRead => "uninitialised-read",
            ErrorKind::UndefinedBehaviour => "undefined-behaviour",
            ErrorKind::EndlessLoop => "endless-loop",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorReport {
    pub kind: ErrorKind,
    pub message: String,
    pub stack: CallStack,
    pub object: Option<ObjectReport>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectReport {
    pub what: String,
    pub size: u64,
    pub allocated: Option<SourcePlace>,
    pub freed: Option<SourcePlace>,
}

impl ErrorReport {
    /// The innermost place in the program itself.
    pub fn place(&self) -> Option<&SourcePlace> {
        let in_program = self.stack.calls().find(|place| !place.runtime);
        in_program.or_else(|| self.stack.calls().next())
    }
}

/// The active calls. A stack that overflows has hundreds of thousands, of which nobody looks at those in the
/// middle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CallStack {
    /// Innermost call first.
    pub innermost: Vec<SourcePlace>,
    /// So many are left out between those.
    pub omitted: u64,
    /// Innermost call first.
    pub outermost: Vec<SourcePlace>,
}

impl CallStack {
    const INNERMOST: usize = 1000;
    const OUTERMOST: usize = 12;

    /// Innermost call first.
    pub fn new(calls: impl IntoIterator<Item = SourcePlace>) -> CallStack {
        let mut calls = calls.into_iter();
        let innermost = calls.by_ref().take(CallStack::INNERMOST).collect();
        let mut stack = CallStack { innermost, ..CallStack::default() };
        let mut last = VecDeque::new();
        for call in calls {
            if last.len() == CallStack::OUTERMOST {
                last.pop_front();
                stack.omitted += 1;
            }
            last.push_back(call);
        }
        stack.outermost = last.into();
        stack
    }

    /// Those that are there, innermost first.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = &SourcePlace> + Clone {
        self.innermost.iter().chain(&self.outermost)
    }

    /// As [`CallStack::calls`], each with its number in the whole stack.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &SourcePlace)> {
        let behind = self.innermost.len() as u64 + self.omitted;
        (0..).zip(&self.innermost).chain((behind..).zip(&self.outermost))
    }

    /// How many calls there were.
    pub fn depth(&self) -> u64 {
        (self.innermost.len() + self.outermost.len()) as u64 + self.omitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(number: u32) -> SourcePlace {
        SourcePlace { function: number.to_string().into(), position: None, runtime: false }
    }

    #[test]
    fn a_short_stack_is_whole() {
        for depth in [0, 1, 1000, 1012] {
            let stack = CallStack::new((0..depth).map(call));
            assert_eq!((stack.depth(), stack.omitted), (depth.into(), 0));
            assert!(stack.calls().cloned().eq((0..depth).map(call)));
        }
    }

    #[test]
    fn a_deep_stack_has_its_ends() {
        let stack = CallStack::new((0..600_000).map(call));
        assert_eq!((stack.depth(), stack.omitted), (600_000, 598_988));
        let last: Vec<_> = stack.numbered().skip(999).take(2).collect();
        assert_eq!(last, [(999, &call(999)), (599_988, &call(599_988))]);
        assert_eq!(stack.numbered().last(), Some((599_999, &call(599_999))));
    }
}
