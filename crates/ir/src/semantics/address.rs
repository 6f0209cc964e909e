//! Where address computations lead.
//!
//! An address moves by a displacement and by scaled indices, and wraps at the pointer width. An offset in
//! an object moves just as an address does: forward execution, which keeps a pointer as an object and an
//! offset, passes the offset for the base.
//!
//! Sums and products that wrap at 64 bits and are cut afterwards are those that wrap at a smaller width.
//! The main loop relies on that: it computes at the constant width 64, where nothing has to be cut, and
//! cuts once.

use crate::algebra::Algebra;
use crate::ids::BlockId;

/// `base + Σ index·scale + disp`, all of them `width` bits wide.
#[inline(always)]
pub fn address<'a, A: Algebra>(
    a: &mut A,
    width: u32,
    base: &A::Value,
    indices: impl IntoIterator<Item = (&'a A::Value, u64)>,
    disp: i64,
) -> A::Value
where
    A::Value: 'a,
{
    let mut place = base.clone();
    for (index, scale) in indices {
        place = indexed(a, width, &place, index, scale);
    }
    displaced(a, width, &place, disp)
}

/// `base + disp`.
#[inline(always)]
pub fn displaced<A: Algebra>(a: &mut A, width: u32, base: &A::Value, disp: i64) -> A::Value {
    let disp = a.constant(width, disp as u64);
    a.add(width, base, &disp)
}

/// `base + index·scale`.
#[inline(always)]
pub fn indexed<A: Algebra>(
    a: &mut A,
    width: u32,
    base: &A::Value,
    index: &A::Value,
    scale: u64,
) -> A::Value {
    let by = scaled(a, width, index, scale);
    a.add(width, base, &by)
}

/// `index·scale`: how far an index moves an address.
#[inline(always)]
pub fn scaled<A: Algebra>(a: &mut A, width: u32, index: &A::Value, scale: u64) -> A::Value {
    let scale = a.constant(width, scale);
    a.mul(width, index, &scale)
}

/// How far behind the address of its function the address of a block lies: never at the function's own,
/// and nothing can be read there.
#[inline(always)]
pub fn label(block: BlockId) -> u64 {
    u64::from(block.0) + 1
}
