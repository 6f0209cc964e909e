//! Terms as an algebra: the semantics of instructions, written once in `dunlin_ir`, build terms.

use crate::arena::Terms;
use crate::ids::TermId;
use dunlin_ir::algebra::Algebra;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};

/// Methods of the algebra that are methods of the builder without the width.
macro_rules! forward {
    ($($name:ident($($arg:ident),*);)*) => {
        $(
            #[inline]
            fn $name(&mut self, _width: u32, $($arg: &TermId),*) -> TermId {
                Terms::$name(self, $(*$arg),*)
            }
        )*
    };
}

impl Algebra for Terms {
    type Value = TermId;

    #[inline]
    fn constant(&mut self, width: u32, value: u64) -> TermId {
        Terms::constant(self, width, value)
    }

    fn constant_bits(&mut self, value: &Bits) -> TermId {
        Terms::constant_bits(self, value)
    }

    forward! {
        add(x, y);
        sub(x, y);
        mul(x, y);
        neg(x);
        udiv(x, y);
        urem(x, y);
        sdiv(x, y);
        srem(x, y);
        and(x, y);
        or(x, y);
        xor(x, y);
        not(x);
        shl(x, amount);
        lshr(x, amount);
        ashr(x, amount);
        eq(x, y);
        ult(x, y);
        slt(x, y);
        ite(condition, x, y);
    }

    fn concat(&mut self, _high_width: u32, high: &TermId, _low_width: u32, low: &TermId) -> TermId {
        Terms::concat(self, *high, *low)
    }

    fn extract(&mut self, _width: u32, hi: u32, lo: u32, x: &TermId) -> TermId {
        Terms::extract(self, hi, lo, *x)
    }

    fn zext(&mut self, _from: u32, to: u32, x: &TermId) -> TermId {
        Terms::zext(self, to, *x)
    }

    fn sext(&mut self, _from: u32, to: u32, x: &TermId) -> TermId {
        Terms::sext(self, to, *x)
    }

    fn float_binary(
        &mut self,
        op: FloatBinOp,
        format: FloatFormat,
        x: &TermId,
        y: &TermId,
    ) -> TermId {
        Terms::float_binary(self, op, format, *x, *y)
    }

    fn float_unary(&mut self, op: FloatUnOp, format: FloatFormat, x: &TermId) -> TermId {
        Terms::float_unary(self, op, format, *x)
    }

    fn float_compare(
        &mut self,
        op: FloatCmpOp,
        format: FloatFormat,
        x: &TermId,
        y: &TermId,
    ) -> TermId {
        Terms::float_compare(self, op, format, *x, *y)
    }

    fn float_fused_mul_add(
        &mut self,
        format: FloatFormat,
        x: &TermId,
        y: &TermId,
        z: &TermId,
    ) -> TermId {
        Terms::float_fma(self, format, *x, *y, *z)
    }

    fn float_cast(&mut self, op: FloatCastOp, x: &TermId) -> TermId {
        Terms::float_cast(self, op, *x)
    }
}
