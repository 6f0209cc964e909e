//! Concrete values of at most 64 bits, as zero-extended `u64`s.
//!
//! Assumes that all widths involved (of operands, results and float formats) are at most 64 and
//! that bits above the width are zero; promises the same of results. Everything is inlined, so that
//! a constant width costs nothing.

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::float::{self, host};
use crate::inst::{FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp};
use crate::types::FloatFormat;

#[derive(Clone, Copy, Default, Debug)]
pub struct Small;

/// All ones of `width` bits.
#[inline(always)]
pub fn mask(width: u32) -> u64 {
    debug_assert!((1..=64).contains(&width));
    u64::MAX >> (64 - width)
}

/// The value of `x` as a signed integer of `width` bits.
#[inline(always)]
pub fn signed(width: u32, x: u64) -> i64 {
    debug_assert!((1..=64).contains(&width));
    let spare = 64 - width;
    (x << spare) as i64 >> spare
}

impl Algebra for Small {
    type Value = u64;

    #[inline(always)]
    fn constant(&mut self, width: u32, value: u64) -> u64 {
        value & mask(width)
    }

    #[inline(always)]
    fn constant_bits(&mut self, value: &Bits) -> u64 {
        debug_assert!(value.width() <= 64);
        value.low_u64()
    }

    #[inline(always)]
    fn add(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        x.wrapping_add(*y) & mask(width)
    }

    #[inline(always)]
    fn sub(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        x.wrapping_sub(*y) & mask(width)
    }

    #[inline(always)]
    fn mul(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        x.wrapping_mul(*y) & mask(width)
    }

    #[inline(always)]
    fn neg(&mut self, width: u32, x: &u64) -> u64 {
        x.wrapping_neg() & mask(width)
    }

    #[inline(always)]
    fn udiv(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        // Division of 32 bits is much faster than of 64 on many processors, here and below.
        if width <= 32 {
            return (*x as u32).checked_div(*y as u32).map_or(mask(width), u64::from);
        }
        x.checked_div(*y).unwrap_or(mask(width))
    }

    #[inline(always)]
    fn urem(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        if width <= 32 {
            return (*x as u32).checked_rem(*y as u32).map_or(*x, u64::from);
        }
        x.checked_rem(*y).unwrap_or(*x)
    }

    #[inline(always)]
    fn and(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        x & y
    }

    #[inline(always)]
    fn or(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        x | y
    }

    #[inline(always)]
    fn xor(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        x ^ y
    }

    #[inline(always)]
    fn not(&mut self, width: u32, x: &u64) -> u64 {
        x ^ mask(width)
    }

    #[inline(always)]
    fn shl(&mut self, width: u32, x: &u64, amount: &u64) -> u64 {
        if *amount < u64::from(width) { (x << amount) & mask(width) } else { 0 }
    }

    #[inline(always)]
    fn lshr(&mut self, width: u32, x: &u64, amount: &u64) -> u64 {
        if *amount < u64::from(width) { x >> amount } else { 0 }
    }

    #[inline(always)]
    fn ashr(&mut self, width: u32, x: &u64, amount: &u64) -> u64 {
        (signed(width, *x) >> (*amount).min(63)) as u64 & mask(width)
    }

    #[inline(always)]
    fn eq(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        (x == y).into()
    }

    #[inline(always)]
    fn ult(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        (x < y).into()
    }

    #[inline(always)]
    fn slt(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        (signed(width, *x) < signed(width, *y)).into()
    }

    #[inline(always)]
    fn ite(&mut self, _width: u32, cond: &u64, x: &u64, y: &u64) -> u64 {
        if *cond != 0 { *x } else { *y }
    }

    #[inline(always)]
    fn concat(&mut self, high_width: u32, high: &u64, low_width: u32, low: &u64) -> u64 {
        debug_assert!(high_width + low_width <= 64);
        high << low_width | low
    }

    #[inline(always)]
    fn extract(&mut self, width: u32, hi: u32, lo: u32, x: &u64) -> u64 {
        debug_assert!(lo <= hi && hi < width);
        (x >> lo) & mask(hi - lo + 1)
    }

    #[inline(always)]
    fn zext(&mut self, from: u32, to: u32, x: &u64) -> u64 {
        debug_assert!(from <= to && to <= 64);
        *x
    }

    #[inline(always)]
    fn sext(&mut self, from: u32, to: u32, x: &u64) -> u64 {
        debug_assert!(from <= to);
        signed(from, *x) as u64 & mask(to)
    }

    #[inline(always)]
    fn float_binary(&mut self, op: FloatBinOp, format: FloatFormat, x: &u64, y: &u64) -> u64 {
        match format {
            FloatFormat::Single => host::binary32(op, *x as u32, *y as u32).into(),
            FloatFormat::Double => host::binary64(op, *x, *y),
            _ => float::binary(op, format, (*x).into(), (*y).into()) as u64,
        }
    }

    #[inline(always)]
    fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: &u64) -> u64 {
        match format {
            FloatFormat::Single => host::unary32(op, *x as u32).into(),
            FloatFormat::Double => host::unary64(op, *x),
            _ => float::unary(op, format, (*x).into()) as u64,
        }
    }

    #[inline(always)]
    fn float_compare(&mut self, op: FloatCmpOp, format: FloatFormat, x: &u64, y: &u64) -> u64 {
        let holds = match format {
            FloatFormat::Single => host::compare32(op, *x as u32, *y as u32),
            FloatFormat::Double => host::compare64(op, *x, *y),
            _ => float::compare(op, format, (*x).into(), (*y).into()),
        };
        holds.into()
    }

    #[inline(always)]
    fn float_fused_mul_add(&mut self, format: FloatFormat, x: &u64, y: &u64, z: &u64) -> u64 {
        match format {
            FloatFormat::Single => host::fused_mul_add32(*x as u32, *y as u32, *z as u32).into(),
            FloatFormat::Double => host::fused_mul_add64(*x, *y, *z),
            _ => float::fused_mul_add(format, (*x).into(), (*y).into(), (*z).into()) as u64,
        }
    }

    #[inline(always)]
    fn float_cast(&mut self, op: FloatCastOp, x: &u64) -> u64 {
        host::cast(op, *x).unwrap_or_else(|| cast_slowly(op, *x))
    }

    #[inline(always)]
    fn ne(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        (x != y).into()
    }

    #[inline(always)]
    fn ule(&mut self, _width: u32, x: &u64, y: &u64) -> u64 {
        (x <= y).into()
    }

    #[inline(always)]
    fn sle(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        (signed(width, *x) <= signed(width, *y)).into()
    }

    #[inline(always)]
    fn umul_overflow(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        let (product, overflow) = x.overflowing_mul(*y);
        (overflow || product > mask(width)).into()
    }

    #[inline(always)]
    fn smul_overflow(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        let (product, overflow) = signed(width, *x).overflowing_mul(signed(width, *y));
        (overflow || signed(width, product as u64) != product).into()
    }

    #[inline(always)]
    fn abs(&mut self, width: u32, x: &u64) -> u64 {
        signed(width, *x).unsigned_abs() & mask(width)
    }

    #[inline(always)]
    fn sdiv(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        let (x, y) = (signed(width, *x), signed(width, *y));
        let quotient = match y {
            0 => 1 | !(x >> 63),
            _ if width <= 32 => (x as i32).wrapping_div(y as i32).into(),
            _ => x.wrapping_div(y),
        };
        quotient as u64 & mask(width)
    }

    #[inline(always)]
    fn srem(&mut self, width: u32, x: &u64, y: &u64) -> u64 {
        let (x, y) = (signed(width, *x), signed(width, *y));
        let remainder = match y {
            0 => x,
            _ if width <= 32 => (x as i32).wrapping_rem(y as i32).into(),
            _ => x.wrapping_rem(y),
        };
        remainder as u64 & mask(width)
    }

    #[inline(always)]
    fn popcount(&mut self, width: u32, x: &u64) -> u64 {
        // A count of up to `width` always fits into `width` bits.
        debug_assert!(*x <= mask(width));
        x.count_ones().into()
    }

    #[inline(always)]
    fn clz(&mut self, width: u32, x: &u64) -> u64 {
        (x.leading_zeros() - (64 - width)).into()
    }

    #[inline(always)]
    fn ctz(&mut self, width: u32, x: &u64) -> u64 {
        x.trailing_zeros().min(width).into()
    }

    #[inline(always)]
    fn byteswap(&mut self, width: u32, x: &u64) -> u64 {
        debug_assert!(width.is_multiple_of(8));
        x.swap_bytes() >> (64 - width)
    }

    #[inline(always)]
    fn bitreverse(&mut self, width: u32, x: &u64) -> u64 {
        x.reverse_bits() >> (64 - width)
    }
}

/// A cast that touches a format that the host does not compute with.
#[cold]
fn cast_slowly(op: FloatCastOp, x: u64) -> u64 {
    let result = float::cast(op, &Bits::from_u64(float::cast_widths(op).0, x));
    debug_assert!(result.width() <= 64);
    result.low_u64()
}
