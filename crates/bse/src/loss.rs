//! Why a region says less than the program does.

use dunlin_ir::{FuncId, Point};

/// Where a region was cut, or where something happens that it has no terms for. If a path to such a place is possible,
/// nothing is proved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// A loop that begins here was unwound so often and may go on.
    Unwound(Point),
    /// Calls inside of calls of the same function. A summary may stand for those that are too deep.
    Recursion(Point),
    /// A function that nobody knows.
    NoBody(FuncId),
    /// An instruction or a library function.
    Unsupported(Point),
    /// An address is used as a number, or addresses of different objects are compared.
    Address(Point),
    /// A number is used as a pointer, or the bytes of a pointer as numbers.
    Disguise(Point),
    /// An access leads to where the analysis of pointers did not expect it, or begins inside of a cell.
    Unexpected(Point),
}

impl Loss {
    /// Whether a larger bound may help.
    pub fn is_bound(self) -> bool {
        matches!(self, Loss::Unwound(_) | Loss::Recursion(_))
    }

    pub fn at(self) -> Option<Point> {
        match self {
            Loss::Unwound(at)
            | Loss::Recursion(at)
            | Loss::Unsupported(at)
            | Loss::Address(at)
            | Loss::Disguise(at)
            | Loss::Unexpected(at) => Some(at),
            Loss::NoBody(_) => None,
        }
    }
}
