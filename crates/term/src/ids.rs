//! Ids of terms, symbols and object bases.
//!
//! A [`TermId`] is valid for the [`crate::Terms`] that made it, until a collection finds it dead.
//! Symbols and bases are never recycled: their number is bounded by the distinct names and objects
//! of an exploration, not by its length.

use std::fmt;
use std::num::NonZeroU32;

/// A term. Equal ids mean equal terms, within one arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(NonZeroU32);

impl TermId {
    /// The width-1 constant 0, in every arena.
    pub const FALSE: TermId = TermId(NonZeroU32::new(1).unwrap());
    /// The width-1 constant 1, in every arena.
    pub const TRUE: TermId = TermId(NonZeroU32::new(2).unwrap());

    #[inline(always)]
    pub(crate) fn new(index: u32) -> TermId {
        TermId(NonZeroU32::new(index).expect("index 0 of an arena is not a term"))
    }

    /// A dense number, for side tables: at least 1 and less than [`crate::Terms::capacity`].
    pub fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The id as a number, for packed representations.
    #[inline(always)]
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// The id that [`TermId::raw`] gave.
    #[inline(always)]
    pub fn from_raw(raw: u32) -> TermId {
        TermId::new(raw)
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

dense_id! {
    /// A variable: a bit-vector or an array root.
    SymbolId, "s"
}
dense_id! {
    /// The symbolic base address of an object.
    BaseId, "b"
}
