//! The small algebra that the meaning of instructions is written over.
//!
//! [`crate::semantics`] says once what each pure instruction computes; whatever values can be
//! computed with (concrete integers, hash-consed terms, backward terms) implement [`Algebra`].
//!
//! All operations are total and mean what SMT-LIB says of bit-vectors: division by zero gives all
//! ones, the remainder by zero is the dividend, an over-wide shift gives zero or copies of the sign
//! bit. Widths are explicit, in bits and at least 1, because values need not know theirs. An
//! implementation may assume that operands have the width that it is told. Truth values have
//! width 1.
//!
//! Methods with a body are composed of the others. An implementation overrides them for speed or
//! for compactness only: the result must be the same.

use crate::bits::Bits;
use crate::inst::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp};
use crate::types::FloatFormat;

pub trait Algebra {
    type Value: Clone;

    // ---- constants -----------------------------------------------------------------------------
    /// `value` truncated or zero-extended to `width`.
    fn constant(&mut self, width: u32, value: u64) -> Self::Value;
    fn constant_bits(&mut self, value: &Bits) -> Self::Value;

    // ---- arithmetic modulo 2^width -------------------------------------------------------------
    fn add(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn sub(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn mul(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn neg(&mut self, width: u32, x: &Self::Value) -> Self::Value;
    /// All ones if `y` is zero.
    fn udiv(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// `x` if `y` is zero.
    fn urem(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;

    // ---- bits ----------------------------------------------------------------------------------
    fn and(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn or(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn xor(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn not(&mut self, width: u32, x: &Self::Value) -> Self::Value;
    /// Zero if `amount` is at least `width`, as for `lshr`.
    fn shl(&mut self, width: u32, x: &Self::Value, amount: &Self::Value) -> Self::Value;
    fn lshr(&mut self, width: u32, x: &Self::Value, amount: &Self::Value) -> Self::Value;
    /// Copies of the sign bit if `amount` is at least `width`.
    fn ashr(&mut self, width: u32, x: &Self::Value, amount: &Self::Value) -> Self::Value;

    // ---- predicates and choice -----------------------------------------------------------------
    fn eq(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn ult(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    fn slt(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// `x` if `cond` (of width 1) is one, else `y`.
    fn ite(
        &mut self,
        width: u32,
        cond: &Self::Value,
        x: &Self::Value,
        y: &Self::Value,
    ) -> Self::Value;

    // ---- changes of width ----------------------------------------------------------------------
    fn concat(
        &mut self,
        high_width: u32,
        high: &Self::Value,
        low_width: u32,
        low: &Self::Value,
    ) -> Self::Value;
    /// Bits `hi` down to `lo` of `x`, which has `width` bits: `lo <= hi < width`.
    fn extract(&mut self, width: u32, hi: u32, lo: u32, x: &Self::Value) -> Self::Value;
    /// `from <= to`, as for `sext`.
    fn zext(&mut self, from: u32, to: u32, x: &Self::Value) -> Self::Value;
    fn sext(&mut self, from: u32, to: u32, x: &Self::Value) -> Self::Value;

    // ---- floating point, on bit patterns; crate::float is the reference, NaNs included -----------
    fn float_binary(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        x: &Self::Value,
        y: &Self::Value,
    ) -> Self::Value;
    fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: &Self::Value) -> Self::Value;
    fn float_compare(
        &mut self,
        op: FloatCmpOp,
        format: FloatFormat,
        x: &Self::Value,
        y: &Self::Value,
    ) -> Self::Value;
    /// `x * y + z`, rounded once.
    fn float_fused_mul_add(
        &mut self,
        format: FloatFormat,
        x: &Self::Value,
        y: &Self::Value,
        z: &Self::Value,
    ) -> Self::Value;
    fn float_cast(&mut self, op: FloatCastOp, x: &Self::Value) -> Self::Value;

    // ---- composed: constants -------------------------------------------------------------------
    #[inline(always)]
    fn zero(&mut self, width: u32) -> Self::Value {
        self.constant(width, 0)
    }

    #[inline(always)]
    fn ones(&mut self, width: u32) -> Self::Value {
        if width <= 64 {
            self.constant(width, u64::MAX)
        } else {
            self.constant_bits(&repeating(width, 1, 1))
        }
    }

    /// The least signed integer: only the sign bit set.
    #[inline(always)]
    fn least_signed(&mut self, width: u32) -> Self::Value {
        if width <= 64 {
            self.constant(width, 1 << (width - 1))
        } else {
            let mut words = vec![0; width.div_ceil(64) as usize];
            words[(width as usize - 1) / 64] = 1 << ((width - 1) % 64);
            self.constant_bits(&Bits::new(width, &words))
        }
    }

    /// The greatest signed integer: all but the sign bit set.
    #[inline(always)]
    fn greatest_signed(&mut self, width: u32) -> Self::Value {
        if width <= 64 {
            self.constant(width, (1 << (width - 1)) - 1)
        } else {
            let mut words = vec![u64::MAX; width.div_ceil(64) as usize];
            words[(width as usize - 1) / 64] = (1 << ((width - 1) % 64)) - 1;
            self.constant_bits(&Bits::new(width, &words))
        }
    }

    // ---- composed: predicates --------------------------------------------------------------------
    #[inline(always)]
    fn ne(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let equal = self.eq(width, x, y);
        self.not(1, &equal)
    }

    #[inline(always)]
    fn ule(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let greater = self.ult(width, y, x);
        self.not(1, &greater)
    }

    #[inline(always)]
    fn sle(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let greater = self.slt(width, y, x);
        self.not(1, &greater)
    }

    /// The sign bit, as a truth value.
    #[inline(always)]
    fn is_negative(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        self.extract(width, width - 1, width - 1, x)
    }

    /// Whether the product does not fit, unsigned.
    fn umul_overflow(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let double = 2 * width;
        let (x, y) = (self.zext(width, double, x), self.zext(width, double, y));
        let product = self.mul(double, &x, &y);
        let high = self.extract(double, double - 1, width, &product);
        let zero = self.zero(width);
        self.ne(width, &high, &zero)
    }

    /// Whether the product does not fit, signed.
    fn smul_overflow(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let double = 2 * width;
        let (x, y) = (self.sext(width, double, x), self.sext(width, double, y));
        let product = self.mul(double, &x, &y);
        let low = self.extract(double, width - 1, 0, &product);
        let back = self.sext(width, double, &low);
        self.ne(double, &product, &back)
    }

    // ---- composed: signed arithmetic -------------------------------------------------------------
    /// Absolute value; the least integer stays itself.
    #[inline(always)]
    fn abs(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        let negative = self.is_negative(width, x);
        let negated = self.neg(width, x);
        self.ite(width, &negative, &negated, x)
    }

    /// Rounds towards zero; the least integer divided by -1 is itself. By zero: -1 for a dividend
    /// of at least zero, else 1.
    fn sdiv(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let (x_negative, y_negative) = (self.is_negative(width, x), self.is_negative(width, y));
        let (x, y) = (self.abs(width, x), self.abs(width, y));
        let quotient = self.udiv(width, &x, &y);
        let negated = self.neg(width, &quotient);
        let signs_differ = self.xor(1, &x_negative, &y_negative);
        self.ite(width, &signs_differ, &negated, &quotient)
    }

    /// Has the sign of the dividend; `x` if `y` is zero.
    fn srem(&mut self, width: u32, x: &Self::Value, y: &Self::Value) -> Self::Value {
        let negative = self.is_negative(width, x);
        let (x, y) = (self.abs(width, x), self.abs(width, y));
        let remainder = self.urem(width, &x, &y);
        let negated = self.neg(width, &remainder);
        self.ite(width, &negative, &negated, &remainder)
    }

    // ---- composed: counting and permuting bits ---------------------------------------------------
    /// Sums neighbouring fields of 1, 2, 4, ... bits. A cut-off top field of r bits holds a count
    /// of at most r, which fits into it.
    fn popcount(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        let mut sums = x.clone();
        let mut field = 1;
        while field < width {
            let low_fields = self.constant_bits(&repeating(width, field, 2 * field));
            let amount = self.constant(width, field.into());
            let even = self.and(width, &sums, &low_fields);
            let shifted = self.lshr(width, &sums, &amount);
            let odd = self.and(width, &shifted, &low_fields);
            sums = self.add(width, &even, &odd);
            field *= 2;
        }
        sums
    }

    /// Leading zeros; the width for zero.
    fn clz(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        let mut smeared = x.clone();
        let mut distance = 1;
        while distance < width {
            let amount = self.constant(width, distance.into());
            let shifted = self.lshr(width, &smeared, &amount);
            smeared = self.or(width, &smeared, &shifted);
            distance *= 2;
        }
        let above = self.not(width, &smeared);
        self.popcount(width, &above)
    }

    /// Trailing zeros; the width for zero.
    fn ctz(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        let one = self.constant(width, 1);
        let less_one = self.sub(width, x, &one);
        let complement = self.not(width, x);
        let below = self.and(width, &complement, &less_one);
        self.popcount(width, &below)
    }

    /// `width` is a multiple of 8.
    fn byteswap(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        reverse_chunks(self, width, 8, x)
    }

    fn bitreverse(&mut self, width: u32, x: &Self::Value) -> Self::Value {
        reverse_chunks(self, width, 1, x)
    }
}

/// The chunks of `chunk` bits of `x` in the opposite order.
pub(crate) fn reverse_chunks<A: Algebra + ?Sized>(
    a: &mut A,
    width: u32,
    chunk: u32,
    x: &A::Value,
) -> A::Value {
    debug_assert!(width.is_multiple_of(chunk));
    let mut reversed = a.extract(width, chunk - 1, 0, x);
    for start in (chunk..width).step_by(chunk as usize) {
        let next = a.extract(width, start + chunk - 1, start, x);
        reversed = a.concat(start, &reversed, chunk, &next);
    }
    reversed
}

/// The constant whose bit i is set if i modulo `period` is less than `ones`.
fn repeating(width: u32, ones: u32, period: u32) -> Bits {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for bit in (0..width).filter(|bit| bit % period < ones) {
        words[bit as usize / 64] |= 1 << (bit % 64);
    }
    Bits::new(width, &words)
}
