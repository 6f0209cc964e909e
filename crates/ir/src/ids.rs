//! Dense 32-bit ids. Each is an index into one arena, and its `Display` is its spelling in the
//! text form, so that a message, a graph and a dump name a thing alike.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the arena that this id names.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of arena position `index`.
            #[inline(always)]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities"))
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

id!(
    /// A function of a module, defined or only declared.
    FuncId, "@f"
);
id!(
    /// A global variable of a module.
    GlobalId, "@g"
);
id!(
    /// A memory layout (struct, array or scalar) that address computations refer to.
    LayoutId, "!t"
);
id!(
    /// A source file of a module.
    FileId, "!s"
);
id!(
    /// A basic block of a function.
    BlockId, "b"
);
id!(
    /// A non-terminator instruction of a function. A block's terminator is named by the block.
    InstId, "i"
);
id!(
    /// An SSA register of a function.
    Reg, "%"
);
id!(
    /// A source-level local variable of a function.
    VarId, "!v"
);
