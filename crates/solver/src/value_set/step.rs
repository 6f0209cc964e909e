//! Operations with one unknown operand: the links of the chains that values are propagated along.
//!
//! A few of them are primitive; the others are chains of primitive ones, or two such chains for
//! operands below zero and others. So an operation is as exact as its parts, and only primitive
//! operations need formulas. Division by zero and shifts by the width or more mean what SMT-LIB
//! says.

use dunlin_ir::algebra::Algebra;
use dunlin_ir::small::{Small, mask, signed};
use smallvec::{SmallVec, smallvec};

/// An operation on an unknown `x`; a constant has the width of `x` unless a comment says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Any operand gives this value; `width` is that of the result.
    Constant {
        value: u64,
        width: u32,
    },
    Add(u64),
    /// `k - x`.
    SubtractFrom(u64),
    Negate,
    Not,
    Multiply(u64),
    UnsignedDivide(u64),
    UnsignedRemainder(u64),
    SignedDivide(u64),
    SignedRemainder(u64),
    And(u64),
    Or(u64),
    Xor(u64),
    ShiftLeft(u64),
    LogicalShiftRight(u64),
    ArithmeticShiftRight(u64),
    /// To the given width, which is not smaller.
    ZeroExtend(u32),
    /// To the given width, which is not smaller.
    SignExtend(u32),
    /// The bits `lo` to `hi`, both included.
    Extract {
        hi: u32,
        lo: u32,
    },
    /// `value` of `width` bits above `x`.
    PutAbove {
        value: u64,
        width: u32,
    },
    /// `value` of `width` bits below `x`.
    PutBelow {
        value: u64,
        width: u32,
    },
}

pub type Chain = SmallVec<[Step; 4]>;

/// What a step is made of.
pub enum Parts {
    Primitive,
    Chain(Chain),
    /// One chain for operands from zero on, one for operands below zero, read as signed.
    BySign {
        rest: Chain,
        negative: Chain,
    },
}

impl Step {
    /// The width of the result for an operand of `width` bits.
    pub fn result_width(self, width: u32) -> u32 {
        match self {
            Step::Constant { width, .. } => width,
            Step::ZeroExtend(to) | Step::SignExtend(to) => to,
            Step::Extract { hi, lo } => hi - lo + 1,
            Step::PutAbove { width: more, .. } | Step::PutBelow { width: more, .. } => width + more,
            _ => width,
        }
    }

    /// The result for one operand.
    pub fn apply(self, width: u32, x: u64) -> u64 {
        let mut on = Small;
        match self {
            Step::Constant { value, .. } => value,
            Step::Add(k) => on.add(width, &x, &k),
            Step::SubtractFrom(k) => on.sub(width, &k, &x),
            Step::Negate => on.neg(width, &x),
            Step::Not => on.not(width, &x),
            Step::Multiply(k) => on.mul(width, &x, &k),
            Step::UnsignedDivide(k) => on.udiv(width, &x, &k),
            Step::UnsignedRemainder(k) => on.urem(width, &x, &k),
            Step::SignedDivide(k) => on.sdiv(width, &x, &k),
            Step::SignedRemainder(k) => on.srem(width, &x, &k),
            Step::And(k) => x & k,
            Step::Or(k) => x | k,
            Step::Xor(k) => x ^ k,
            Step::ShiftLeft(k) => on.shl(width, &x, &k),
            Step::LogicalShiftRight(k) => on.lshr(width, &x, &k),
            Step::ArithmeticShiftRight(k) => on.ashr(width, &x, &k),
            Step::ZeroExtend(to) => on.zext(width, to, &x),
            Step::SignExtend(to) => on.sext(width, to, &x),
            Step::Extract { hi, lo } => on.extract(width, hi, lo, &x),
            Step::PutAbove { value, width: more } => on.concat(more, &value, width, &x),
            Step::PutBelow { value, width: more } => on.concat(width, &x, more, &value),
        }
    }

    pub fn parts(self, width: u32) -> Parts {
        let constant = |value: u64| Step::Constant { value: value & mask(width), width };
        let all = mask(width);
        let chain = match self {
            Step::SubtractFrom(k) => smallvec![Step::Negate, Step::Add(k)],
            Step::Not => smallvec![Step::Negate, Step::Add(all)],
            Step::Multiply(0) => smallvec![constant(0)],
            // A factor beyond the half is a small factor below zero.
            Step::Multiply(k) if k > all / 2 && k != (all >> 1) + 1 => {
                smallvec![Step::Negate, Step::Multiply(k.wrapping_neg() & all)]
            }
            Step::UnsignedDivide(0) => smallvec![constant(all)],
            Step::UnsignedRemainder(0) | Step::SignedRemainder(0) => Chain::new(),
            Step::UnsignedRemainder(k) if k.is_power_of_two() => low_bits(width, k),
            Step::SignedDivide(k) => return signed_divide(width, k),
            Step::SignedRemainder(k) => {
                let size = signed(width, k).unsigned_abs() & all;
                return Parts::BySign {
                    rest: smallvec![Step::UnsignedRemainder(size)],
                    negative: smallvec![Step::Negate, Step::UnsignedRemainder(size), Step::Negate],
                };
            }
            Step::And(k) => match run_of_ones(k) {
                None if k == 0 => smallvec![constant(0)],
                None => return Parts::Primitive,
                Some((lo, hi)) => {
                    let mut chain: Chain = smallvec![Step::Extract { hi, lo }];
                    chain.extend([Step::ZeroExtend(width), Step::ShiftLeft(lo.into())]);
                    chain
                }
            },
            Step::Or(k) => smallvec![Step::Not, Step::And(!k & all), Step::Not],
            Step::Xor(0) => Chain::new(),
            Step::Xor(k) if k == all => smallvec![Step::Not],
            Step::Xor(k) if k == (all >> 1) + 1 => smallvec![Step::Add(k)],
            Step::ShiftLeft(k) if k >= u64::from(width) => smallvec![constant(0)],
            Step::ShiftLeft(k) => smallvec![Step::Multiply(1 << k)],
            Step::LogicalShiftRight(k) if k >= u64::from(width) => smallvec![constant(0)],
            Step::LogicalShiftRight(k) => smallvec![Step::UnsignedDivide(1 << k)],
            Step::ArithmeticShiftRight(k) => {
                let shift = Step::LogicalShiftRight(k);
                return Parts::BySign {
                    rest: smallvec![shift],
                    negative: smallvec![Step::Not, shift, Step::Not],
                };
            }
            Step::SignExtend(to) => {
                let bias = 1u64 << (width - 1);
                let back = Step::Add(bias.wrapping_neg() & mask(to));
                smallvec![Step::Add(bias), Step::ZeroExtend(to), back]
            }
            Step::Extract { hi, lo } if lo > 0 => {
                smallvec![Step::UnsignedDivide(1 << lo), Step::Extract { hi: hi - lo, lo: 0 }]
            }
            Step::Extract { hi, .. } if hi + 1 == width => Chain::new(),
            Step::PutAbove { value, width: more } => {
                smallvec![Step::ZeroExtend(width + more), Step::Add(value << width)]
            }
            Step::PutBelow { value, width: more } => smallvec![
                Step::ZeroExtend(width + more),
                Step::ShiftLeft(more.into()),
                Step::Add(value)
            ],
            Step::Constant { .. }
            | Step::Add(_)
            | Step::Negate
            | Step::Multiply(_)
            | Step::UnsignedDivide(_)
            | Step::UnsignedRemainder(_)
            | Step::Xor(_)
            | Step::ZeroExtend(_)
            | Step::Extract { .. } => return Parts::Primitive,
        };
        Parts::Chain(chain)
    }
}

/// `x % 2^n` as truncation and extension.
fn low_bits(width: u32, modulus: u64) -> Chain {
    match modulus.trailing_zeros() {
        0 => smallvec![Step::Constant { value: 0, width }],
        bits => smallvec![Step::Extract { hi: bits - 1, lo: 0 }, Step::ZeroExtend(width)],
    }
}

fn signed_divide(width: u32, k: u64) -> Parts {
    let value = signed(width, k);
    let divide = Step::UnsignedDivide(value.unsigned_abs() & mask(width));
    let constant = |value| smallvec![Step::Constant { value, width }];
    match value {
        0 => Parts::BySign { rest: constant(mask(width)), negative: constant(1) },
        1.. => Parts::BySign {
            rest: smallvec![divide],
            negative: smallvec![Step::Negate, divide, Step::Negate],
        },
        _ => Parts::BySign {
            rest: smallvec![divide, Step::Negate],
            negative: smallvec![Step::Negate, divide],
        },
    }
}

/// The lowest and highest bit of a mask whose ones are neighbours.
fn run_of_ones(k: u64) -> Option<(u32, u32)> {
    if k == 0 {
        return None;
    }
    let (lo, hi) = (k.trailing_zeros(), 63 - k.leading_zeros());
    (k == mask(hi - lo + 1) << lo).then_some((lo, hi))
}
