//! What undefined bits are and become.
//!
//! An undefined bit is any bit: LLVM's `undef` at each use anew, an uninitialised variable one that is not
//! known. In an algebra every bit has a value. So whoever reads an undefined operand says which one, and
//! may take any: forward execution takes zero, or a byte of a fresh input; backward execution takes a
//! variable of its own. A freeze of a value that was fixed like that is the value ([`crate::evaluate`]).
//!
//! Who wants to tell later that a result depends on undefined bits carries along which they are, as
//! [`Partly`]; then a freeze is the moment at which they are fixed.

use super::cast as cast_bits;
use crate::algebra::Algebra;
use crate::inst::{BinOp, CastOp};

/// A value of which some bits may be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partly<V> {
    /// Where bits are undefined, this says nothing.
    pub bits: V,
    /// One where a bit is undefined.
    pub undefined: V,
}

/// The value with its undefined bits fixed: `any` gives a value of `width` bits that they are taken from.
#[inline(always)]
pub fn freeze<A: Algebra>(
    a: &mut A,
    width: u32,
    value: &Partly<A::Value>,
    any: impl FnOnce(&mut A, u32) -> A::Value,
) -> A::Value {
    let chosen = any(a, width);
    let chosen = a.and(width, &chosen, &value.undefined);
    let defined = a.not(width, &value.undefined);
    let known = a.and(width, &value.bits, &defined);
    a.or(width, &known, &chosen)
}

/// A cast moves undefined bits as it moves all bits: the copies of an undefined sign are undefined, zeros
/// that are put in front are not.
#[inline(always)]
pub fn cast<A: Algebra>(
    a: &mut A,
    op: CastOp,
    from: u32,
    to: u32,
    value: &Partly<A::Value>,
) -> Partly<A::Value> {
    Partly {
        bits: cast_bits(a, op, from, to, &value.bits),
        undefined: cast_bits(a, op, from, to, &value.undefined),
    }
}

/// Which bits of a result are undefined, for operations that make each bit from those of one place: bit
/// operations, and shifts whose amount is defined. `None` for all others.
#[inline(always)]
pub fn bitwise<A: Algebra>(
    a: &mut A,
    op: BinOp,
    width: u32,
    x: &Partly<A::Value>,
    y: &Partly<A::Value>,
) -> Option<A::Value> {
    Some(match op {
        // A defined zero decides, as a defined one does below.
        BinOp::And => {
            let (x_may, y_may) = (may_be_one(a, width, x), may_be_one(a, width, y));
            let (by_x, by_y) =
                (a.and(width, &x.undefined, &y_may), a.and(width, &y.undefined, &x_may));
            a.or(width, &by_x, &by_y)
        }
        BinOp::Or => {
            let (x_may, y_may) = (may_be_zero(a, width, x), may_be_zero(a, width, y));
            let (by_x, by_y) =
                (a.and(width, &x.undefined, &y_may), a.and(width, &y.undefined, &x_may));
            a.or(width, &by_x, &by_y)
        }
        BinOp::Xor => a.or(width, &x.undefined, &y.undefined),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            super::binary(a, op, width, &x.undefined, &y.bits)
        }
        _ => return None,
    })
}

#[inline(always)]
fn may_be_one<A: Algebra>(a: &mut A, width: u32, value: &Partly<A::Value>) -> A::Value {
    a.or(width, &value.bits, &value.undefined)
}

#[inline(always)]
fn may_be_zero<A: Algebra>(a: &mut A, width: u32, value: &Partly<A::Value>) -> A::Value {
    let zeros = a.not(width, &value.bits);
    a.or(width, &zeros, &value.undefined)
}
