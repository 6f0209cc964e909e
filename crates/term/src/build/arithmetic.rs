//! Division, remainder and shifts, and the operators of SMT-LIB that are composed of others.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::small::{mask, signed};

impl Terms {
    pub fn udiv(&mut self, x: TermId, y: TermId) -> TermId {
        self.divide(Op::UDiv, x, y)
    }

    pub fn urem(&mut self, x: TermId, y: TermId) -> TermId {
        self.divide(Op::URem, x, y)
    }

    pub fn sdiv(&mut self, x: TermId, y: TermId) -> TermId {
        self.divide(Op::SDiv, x, y)
    }

    pub fn srem(&mut self, x: TermId, y: TermId) -> TermId {
        self.divide(Op::SRem, x, y)
    }

    fn divide(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        let width = self.same_width(x, y);
        let node = Node::new(op, width, x.raw(), y.raw(), 0);
        if let Some(folded) = self.fold(&node) {
            return folded;
        }
        let is_rem = matches!(op, Op::URem | Op::SRem);
        // x % x => 0; 0 % x => 0
        if is_rem && (x == y || self.is_zero(x)) {
            self.count(Rewrite::RemTrivial);
            return self.zero_of(width);
        }
        let x_top = self.known_zero_ends(x).0;
        if self.is_const(y) && !self.is_zero(y) {
            // x / 1 => x; x % 1 => 0. A signed 1-bit divisor 1 is -1, which gives the same.
            let one = self.constant(width, 1);
            if y == one {
                self.count(Rewrite::DivByOne);
                return if is_rem { self.zero_of(width) } else { x };
            }
            // signed x / c => unsigned ±(x / |c|); x % c => x % |c|
            if matches!(op, Op::SDiv | Op::SRem)
                && x_top > 0
                && let Some(divisor) = self.as_u64(y)
            {
                self.count(Rewrite::DivUnsignedConstant);
                let negative = signed(width, divisor) < 0;
                let magnitude = signed(width, divisor).unsigned_abs() & mask(width);
                let magnitude = self.constant(width, magnitude);
                return match (op, negative) {
                    (Op::SRem, _) => self.urem(x, magnitude),
                    (_, false) => self.udiv(x, magnitude),
                    (_, true) => {
                        let quotient = self.udiv(x, magnitude);
                        self.neg(quotient)
                    }
                };
            }
            // x / c => 0; x % c => x, if x < c is known
            if matches!(op, Op::UDiv | Op::URem) && x_top > self.known_zero_ends(y).0 {
                self.count(Rewrite::DivSmaller);
                return if is_rem { x } else { self.zero_of(width) };
            }
        }
        // signed x / y => unsigned x / y, if both are known not to be negative
        if matches!(op, Op::SDiv | Op::SRem)
            && x_top > 0
            && self.known_zero_ends(y).0 > 0
            && !self.is_const(y)
        {
            // By zero, the signed quotient of a non-negative number is -1, the unsigned all ones.
            self.count(Rewrite::DivUnsigned);
            return self.divide(if is_rem { Op::URem } else { Op::UDiv }, x, y);
        }
        self.intern(node)
    }

    pub fn shl(&mut self, x: TermId, amount: TermId) -> TermId {
        self.shift(Op::Shl, x, amount)
    }

    pub fn lshr(&mut self, x: TermId, amount: TermId) -> TermId {
        self.shift(Op::LShr, x, amount)
    }

    pub fn ashr(&mut self, x: TermId, amount: TermId) -> TermId {
        self.shift(Op::AShr, x, amount)
    }

    fn shift(&mut self, op: Op, x: TermId, amount: TermId) -> TermId {
        let width = self.same_width(x, amount);
        let node = Node::new(op, width, x.raw(), amount.raw(), 0);
        if let Some(folded) = self.fold(&node) {
            return folded;
        }
        // x << 0 => x; 0 << x => 0; same for >>
        if self.is_zero(amount) || self.is_zero(x) {
            return self.counted(Rewrite::ShiftTrivial, x);
        }
        let top = self.known_zero_ends(x).0;
        // arithmetic x >> y => logical x >> y, if x is known not to be negative
        if op == Op::AShr && top > 0 {
            self.count(Rewrite::AshrLshr);
            return self.shift(Op::LShr, x, amount);
        }
        let Some(bits) = self.as_bits(amount) else {
            return self.intern(node);
        };
        let over_wide =
            bits.words()[1..].iter().any(|&word| word != 0) || bits.low_u64() >= width.into();
        let by = if over_wide { width } else { bits.low_u64() as u32 };
        match op {
            // x << (c >= width) => 0; same for >>
            Op::Shl | Op::LShr if over_wide => {
                self.count(Rewrite::ShiftTrivial);
                self.zero_of(width)
            }
            // x << c => x * 2^c
            Op::Shl => {
                self.count(Rewrite::ShlMul);
                let mut words = vec![0; width.div_ceil(64) as usize];
                words[by as usize / 64] = 1 << (by % 64);
                let factor = self.constant_bits(&dunlin_ir::Bits::new(width, &words));
                self.mul(x, factor)
            }
            // x >> c => 0, if no bit that may be set remains
            Op::LShr if top + by >= width => {
                self.count(Rewrite::ShiftOut);
                self.zero_of(width)
            }
            _ => {
                let inner = self.node(x);
                // (x >> c) >> d => x >> (c + d)
                if inner.op == op
                    && let Some(inner_by) = self.as_u64(TermId::new(inner.b))
                {
                    self.count(Rewrite::ShiftShift);
                    let sum = inner_by.min(width.into()) + u64::from(by);
                    let amount =
                        self.constant(width, sum.min((width - u32::from(op == Op::AShr)).into()));
                    return self.shift(op, TermId::new(inner.a), amount);
                }
                self.intern(node)
            }
        }
    }

    // ---- composed --------------------------------------------------------------------------------
    /// Signed remainder with the sign of the divisor.
    pub fn smod(&mut self, x: TermId, y: TermId) -> TermId {
        let width = self.same_width(x, y);
        let remainder = self.srem(x, y);
        let shifted = self.add(remainder, y);
        let zero = self.zero_of(width);
        let exact = self.eq(remainder, zero);
        let (negative, y_negative) =
            (self.extract(width - 1, width - 1, remainder), self.extract(width - 1, width - 1, y));
        let differs = self.xor(negative, y_negative);
        let inexact = self.not(exact);
        let shift = self.and(differs, inexact);
        self.ite(shift, shifted, remainder)
    }

    pub fn nand(&mut self, x: TermId, y: TermId) -> TermId {
        let both = self.and(x, y);
        self.not(both)
    }

    pub fn nor(&mut self, x: TermId, y: TermId) -> TermId {
        let any = self.or(x, y);
        self.not(any)
    }

    pub fn xnor(&mut self, x: TermId, y: TermId) -> TermId {
        let differ = self.xor(x, y);
        self.not(differ)
    }

    /// `count` copies of `x`, at least one.
    pub fn repeat(&mut self, count: u32, x: TermId) -> TermId {
        let mut all = x;
        for _ in 1..count {
            all = self.concat(x, all);
        }
        all
    }

    pub fn rotate_left(&mut self, by: u32, x: TermId) -> TermId {
        let width = self.width(x);
        let by = by % width;
        if by == 0 {
            return x;
        }
        let high = self.extract(width - by - 1, 0, x);
        let low = self.extract(width - 1, width - by, x);
        self.concat(high, low)
    }

    pub fn rotate_right(&mut self, by: u32, x: TermId) -> TermId {
        let width = self.width(x);
        self.rotate_left(width - by % width, x)
    }
}
