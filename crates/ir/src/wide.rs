//! Concrete values of any width.
//!
//! Up to 128 bits by `u128`, beyond by big integers. Promises the same results as
//! [`crate::small::Small`] where both apply.

use crate::algebra::{Algebra, reverse_chunks};
use crate::bits::Bits;
use crate::float;
use crate::inst::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp};
use crate::types::FloatFormat;
use num_bigint::BigUint;
use num_traits::One;

#[derive(Clone, Copy, Default, Debug)]
pub struct Wide;

pub(crate) fn to_big(x: &Bits) -> BigUint {
    let words = x.words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
    BigUint::new(words)
}

/// `value` modulo 2^width.
pub(crate) fn from_big(width: u32, value: &BigUint) -> Bits {
    Bits::new(width, &value.to_u64_digits())
}

fn truth(holds: bool) -> Bits {
    Bits::from_u64(1, holds.into())
}

/// Applies one of two functions that agree modulo 2^width, whichever is fast for the width.
fn apply(
    width: u32,
    x: &Bits,
    y: &Bits,
    native: impl FnOnce(u128, u128) -> u128,
    big: impl FnOnce(BigUint, BigUint) -> BigUint,
) -> Bits {
    debug_assert!(x.width() == width && y.width() == width);
    if width <= 128 {
        Bits::from_u128(width, native(x.low_u128(), y.low_u128()))
    } else {
        from_big(width, &big(to_big(x), to_big(y)))
    }
}

/// The amount of a shift, if it is less than the width.
fn amount_below(width: u32, amount: &Bits) -> Option<u32> {
    let fits = amount.words()[1..].iter().all(|&word| word == 0);
    (fits && amount.low_u64() < u64::from(width)).then(|| amount.low_u64() as u32)
}

fn sign(x: &Bits) -> bool {
    x.bit(x.width() - 1)
}

/// The value of at most 128 bits as a signed integer.
fn signed(x: &Bits) -> i128 {
    let spare = 128 - x.width();
    (x.low_u128() << spare) as i128 >> spare
}

/// `x` with the bits from `from` up to `to` set if it is negative.
fn sign_extended(from: u32, to: u32, x: &Bits) -> Bits {
    if to <= 128 {
        return Bits::from_u128(to, signed(x) as u128);
    }
    let mut value = to_big(x);
    if sign(x) {
        value += (BigUint::one() << to) - (BigUint::one() << from);
    }
    from_big(to, &value)
}

impl Algebra for Wide {
    type Value = Bits;

    fn constant(&mut self, width: u32, value: u64) -> Bits {
        Bits::from_u64(width, value)
    }

    fn constant_bits(&mut self, value: &Bits) -> Bits {
        value.clone()
    }

    fn add(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, u128::wrapping_add, |x, y| x + y)
    }

    fn sub(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, u128::wrapping_sub, |x, y| x + (BigUint::one() << width) - y)
    }

    fn mul(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, u128::wrapping_mul, |x, y| x * y)
    }

    fn neg(&mut self, width: u32, x: &Bits) -> Bits {
        self.sub(width, &Bits::from_u64(width, 0), x)
    }

    fn udiv(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        if y.is_zero() {
            return self.ones(width);
        }
        apply(width, x, y, |x, y| x / y, |x, y| x / y)
    }

    fn urem(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        if y.is_zero() {
            return x.clone();
        }
        apply(width, x, y, |x, y| x % y, |x, y| x % y)
    }

    fn and(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, |x, y| x & y, |x, y| x & y)
    }

    fn or(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, |x, y| x | y, |x, y| x | y)
    }

    fn xor(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        apply(width, x, y, |x, y| x ^ y, |x, y| x ^ y)
    }

    fn not(&mut self, width: u32, x: &Bits) -> Bits {
        let ones = self.ones(width);
        self.xor(width, x, &ones)
    }

    fn shl(&mut self, width: u32, x: &Bits, amount: &Bits) -> Bits {
        let Some(amount) = amount_below(width, amount) else {
            return Bits::from_u64(width, 0);
        };
        apply(width, x, x, |x, _| x << amount, |x, _| x << amount)
    }

    fn lshr(&mut self, width: u32, x: &Bits, amount: &Bits) -> Bits {
        let Some(amount) = amount_below(width, amount) else {
            return Bits::from_u64(width, 0);
        };
        apply(width, x, x, |x, _| x >> amount, |x, _| x >> amount)
    }

    fn ashr(&mut self, width: u32, x: &Bits, amount: &Bits) -> Bits {
        let amount = amount_below(width, amount).unwrap_or(width - 1);
        let top = self.extract(width, width - 1, amount, x);
        sign_extended(width - amount, width, &top)
    }

    fn eq(&mut self, _width: u32, x: &Bits, y: &Bits) -> Bits {
        truth(x == y)
    }

    fn ult(&mut self, _width: u32, x: &Bits, y: &Bits) -> Bits {
        truth(x.words().iter().rev().lt(y.words().iter().rev()))
    }

    fn slt(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        if sign(x) == sign(y) { self.ult(width, x, y) } else { truth(sign(x)) }
    }

    fn ite(&mut self, _width: u32, cond: &Bits, x: &Bits, y: &Bits) -> Bits {
        if cond.is_zero() { y.clone() } else { x.clone() }
    }

    fn concat(&mut self, high_width: u32, high: &Bits, low_width: u32, low: &Bits) -> Bits {
        let width = high_width + low_width;
        if width <= 128 {
            Bits::from_u128(width, high.low_u128() << low_width | low.low_u128())
        } else {
            from_big(width, &(to_big(high) << low_width | to_big(low)))
        }
    }

    fn extract(&mut self, width: u32, hi: u32, lo: u32, x: &Bits) -> Bits {
        debug_assert!(lo <= hi && hi < width);
        if width <= 128 {
            Bits::from_u128(hi - lo + 1, x.low_u128() >> lo)
        } else {
            from_big(hi - lo + 1, &(to_big(x) >> lo))
        }
    }

    fn zext(&mut self, from: u32, to: u32, x: &Bits) -> Bits {
        debug_assert!(from <= to);
        Bits::new(to, x.words())
    }

    fn sext(&mut self, from: u32, to: u32, x: &Bits) -> Bits {
        debug_assert!(from <= to);
        sign_extended(from, to, x)
    }

    fn float_binary(&mut self, op: FloatBinOp, format: FloatFormat, x: &Bits, y: &Bits) -> Bits {
        let result = float::binary(op, format, x.low_u128(), y.low_u128());
        Bits::from_u128(format.bits(), result)
    }

    fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: &Bits) -> Bits {
        Bits::from_u128(format.bits(), float::unary(op, format, x.low_u128()))
    }

    fn float_compare(&mut self, op: FloatCmpOp, format: FloatFormat, x: &Bits, y: &Bits) -> Bits {
        truth(float::compare(op, format, x.low_u128(), y.low_u128()))
    }

    fn float_fused_mul_add(&mut self, format: FloatFormat, x: &Bits, y: &Bits, z: &Bits) -> Bits {
        let result = float::fused_mul_add(format, x.low_u128(), y.low_u128(), z.low_u128());
        Bits::from_u128(format.bits(), result)
    }

    fn float_cast(&mut self, op: FloatCastOp, x: &Bits) -> Bits {
        float::cast(op, x)
    }

    fn umul_overflow(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        if width <= 128 {
            let product = x.low_u128().checked_mul(y.low_u128());
            return truth(product.is_none_or(|product| product.leading_zeros() < 128 - width));
        }
        truth((to_big(x) * to_big(y)).bits() > width.into())
    }

    fn smul_overflow(&mut self, width: u32, x: &Bits, y: &Bits) -> Bits {
        if width <= 128 {
            let product = signed(x).checked_mul(signed(y));
            let fits = |product| signed(&Bits::from_u128(width, product as u128)) == product;
            return truth(!product.is_some_and(fits));
        }
        // The product fits if its magnitude is below the greatest one of its sign.
        let (x_magnitude, y_magnitude) = (self.abs(width, x), self.abs(width, y));
        let product = to_big(&x_magnitude) * to_big(&y_magnitude);
        let limit = BigUint::one() << (width - 1);
        truth(if sign(x) != sign(y) { product > limit } else { product >= limit })
    }

    fn popcount(&mut self, width: u32, x: &Bits) -> Bits {
        let count: u32 = x.words().iter().map(|word| word.count_ones()).sum();
        Bits::from_u64(width, count.into())
    }

    fn clz(&mut self, width: u32, x: &Bits) -> Bits {
        let used = if width <= 128 {
            128 - u64::from(x.low_u128().leading_zeros())
        } else {
            to_big(x).bits()
        };
        Bits::from_u64(width, u64::from(width) - used)
    }

    fn ctz(&mut self, width: u32, x: &Bits) -> Bits {
        let zeros = if width <= 128 {
            u64::from(x.low_u128().trailing_zeros().min(width))
        } else {
            to_big(x).trailing_zeros().unwrap_or(width.into())
        };
        Bits::from_u64(width, zeros)
    }

    fn byteswap(&mut self, width: u32, x: &Bits) -> Bits {
        if width <= 128 {
            Bits::from_u128(width, x.low_u128().swap_bytes() >> (128 - width))
        } else {
            reverse_chunks(self, width, 8, x)
        }
    }

    fn bitreverse(&mut self, width: u32, x: &Bits) -> Bits {
        if width <= 128 {
            Bits::from_u128(width, x.low_u128().reverse_bits() >> (128 - width))
        } else {
            reverse_chunks(self, width, 1, x)
        }
    }
}
