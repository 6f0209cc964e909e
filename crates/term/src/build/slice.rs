//! Concatenation, slices and extensions.
//!
//! Words that went through memory byte by byte come back as words: adjacent slices of one term are
//! one slice, a slice of a concatenation is made of its parts. A concatenation nests to the right; a
//! zero extension is a concatenation with a constant.

use super::SPLIT_LIMIT;
use super::sum::Sum;
use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::small::mask;
use smallvec::SmallVec;

/// Bits `low` upwards of `base`, `width` of them.
#[derive(Clone, Copy)]
struct Slice {
    base: TermId,
    low: u32,
    width: u32,
}

impl Terms {
    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        if self.op(high) != Op::Concat {
            return self.concat_part(high, low);
        }
        // (x:y):z => x:(y:z)
        self.count(Rewrite::ConcatNest);
        let mut parts = SmallVec::<[TermId; 16]>::new();
        let mut rest = high;
        while let node @ Node { op: Op::Concat, .. } = self.node(rest) {
            parts.push(TermId::new(node.a));
            rest = TermId::new(node.b);
        }
        parts.push(rest);
        parts.into_iter().rfold(low, |low, part| self.concat_part(part, low))
    }

    /// `high` is no concatenation.
    fn concat_part(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_node, low_node) = (self.node(high), self.node(low));
        debug_assert!(!high_node.is_array() && !low_node.is_array());
        let node =
            Node::new(Op::Concat, high_node.width + low_node.width, high.raw(), low.raw(), 0);
        let high_constant = self.is_const(high);
        // c:d => cd
        if high_constant && self.is_const(low) {
            self.count(Rewrite::ConcatConstants);
            return self.fold(&node).expect("both parts are constants");
        }
        let (first, rest) = if low_node.op == Op::Concat {
            (TermId::new(low_node.a), Some(TermId::new(low_node.b)))
        } else {
            (low, None)
        };
        // c:(d:x) => cd:x
        if high_constant
            && let Some(rest) = rest
            && self.is_const(first)
        {
            let both = self.concat_part(high, first);
            return self.concat_part(both, rest);
        }
        // x[h:m+1]:x[m:l] => x[h:l]
        if high_node.op == Op::Extract {
            let (upper, lower) = (self.slice(high), self.slice(first));
            if upper.base == lower.base && upper.low == lower.low + lower.width {
                self.count(Rewrite::ConcatSlices);
                let top = upper.low + upper.width - 1;
                let joined = self.extract(top, lower.low, upper.base);
                return match rest {
                    Some(rest) => self.concat(joined, rest),
                    None => joined,
                };
            }
        }
        self.intern(node)
    }

    /// What a term is a slice of, looking through a logical shift by a constant.
    fn slice(&self, term: TermId) -> Slice {
        let node = self.node(term);
        if node.op != Op::Extract {
            return Slice { base: term, low: 0, width: node.width };
        }
        let (base, low, width) = (TermId::new(node.a), node.b, node.width);
        let inner = self.node(base);
        if inner.op == Op::LShr
            && let Some(by) = self.as_u64(TermId::new(inner.b))
            && by + u64::from(low + width) <= inner.width.into()
        {
            return Slice { base: TermId::new(inner.a), low: low + by as u32, width };
        }
        Slice { base, low, width }
    }

    /// A slice, zero-extended and multiplied by a power of two: which one, and where it lies.
    fn placed_slice(&self, term: TermId) -> Option<(Slice, u32)> {
        let node = self.node(term);
        let mut extended = term;
        let mut position = 0;
        if node.op == Op::Mul {
            let factor = self.as_u64(TermId::new(node.b))?;
            if !factor.is_power_of_two() {
                return None;
            }
            (extended, position) = (TermId::new(node.a), factor.trailing_zeros());
        }
        let slice = self.slice(self.as_zext(extended)?);
        (position + slice.width <= node.width).then_some((slice, position))
    }

    /// zext(v[m-1:l]) | zext(v[h:m]) * 2^(m-l) => zext(v[h:l])
    pub(super) fn join_slices(&mut self, x: TermId, y: TermId) -> Option<TermId> {
        if self.node(x).op != Op::Mul && self.node(y).op != Op::Mul {
            return None;
        }
        let (mut lower, mut upper) = (self.placed_slice(x)?, self.placed_slice(y)?);
        if lower.1 > upper.1 {
            std::mem::swap(&mut lower, &mut upper);
        }
        let ((lower, position), (upper, upper_position)) = (lower, upper);
        let adjacent = lower.base == upper.base
            && upper.low == lower.low + lower.width
            && upper_position == position + lower.width;
        if !adjacent {
            return None;
        }
        self.count(Rewrite::OrSlices);
        let width = self.width(x);
        let joined = self.extract(upper.low + upper.width - 1, lower.low, lower.base);
        let extended = self.zext(width, joined);
        let factor = self.constant(width, 1 << position);
        Some(self.mul(extended, factor))
    }

    /// Bits `hi` down to `lo` of `x`.
    pub fn extract(&mut self, mut hi: u32, mut lo: u32, mut x: TermId) -> TermId {
        let mut pieces = SmallVec::<[TermId; 8]>::new();
        let last = loop {
            let node = self.node(x);
            debug_assert!(lo <= hi && hi < node.width && !node.is_array());
            // x[width-1:0] => x
            if lo == 0 && hi == node.width - 1 {
                break self.counted(Rewrite::ExtractAll, x);
            }
            match node.op {
                // x[h:l][i:j] => x[l+i:l+j]
                Op::Extract => {
                    self.count(Rewrite::ExtractExtract);
                    (hi, lo, x) = (hi + node.b, lo + node.b, TermId::new(node.a));
                }
                // (x:y)[h:l] => slices of the parts
                Op::Concat => {
                    self.count(Rewrite::ExtractConcat);
                    let low_width = self.raw_node(node.b).width;
                    if lo >= low_width {
                        (hi, lo, x) = (hi - low_width, lo - low_width, TermId::new(node.a));
                    } else {
                        if hi >= low_width {
                            pieces.push(self.extract(hi - low_width, 0, TermId::new(node.a)));
                            hi = low_width - 1;
                        }
                        x = TermId::new(node.b);
                    }
                }
                // sext(x)[h:l] => x[h:l], or sext(x[top:l])
                Op::SExt => {
                    self.count(Rewrite::ExtractSext);
                    let inner = TermId::new(node.a);
                    let top = self.width(inner) - 1;
                    if hi > top {
                        let part = self.extract(top, lo.min(top), inner);
                        break self.sext(hi - lo + 1, part);
                    }
                    x = inner;
                }
                _ => match self.extract_inside(hi, lo, &node) {
                    Some(result) => break result,
                    None => break self.extract_plain(hi, lo, x),
                },
            }
        };
        pieces.into_iter().rfold(last, |low, piece| self.concat(piece, low))
    }

    fn extract_plain(&mut self, hi: u32, lo: u32, x: TermId) -> TermId {
        let node = Node::new(Op::Extract, hi - lo + 1, x.raw(), lo, 0);
        match self.fold(&node) {
            Some(folded) => folded,
            None => self.intern(node),
        }
    }

    /// Whether a slice of the term is likely to be simpler than the term.
    pub(super) fn slices_well(&self, index: u32) -> bool {
        matches!(self.raw_node(index).op, Op::Const | Op::WideConst | Op::Concat | Op::SExt)
    }

    /// Slices of operands instead of a slice of the result, where that is simpler.
    fn extract_inside(&mut self, hi: u32, lo: u32, node: &Node) -> Option<TermId> {
        if node.width > SPLIT_LIMIT {
            return None;
        }
        let (a, b, c) = (node.a, node.b, node.c);
        match node.op {
            // (x op y)[h:l] => x[h:l] op y[h:l]
            Op::And | Op::Or | Op::Xor if self.slices_well(a) && self.slices_well(b) => {
                self.count(Rewrite::ExtractBitwise);
                let x = self.extract(hi, lo, TermId::new(a));
                let y = self.extract(hi, lo, TermId::new(b));
                Some(self.bitwise(node.op, x, y))
            }
            Op::Not if self.slices_well(a) => {
                self.count(Rewrite::ExtractBitwise);
                let x = self.extract(hi, lo, TermId::new(a));
                Some(self.not(x))
            }
            // ite(c, x, y)[h:l] => ite(c, x[h:l], y[h:l])
            Op::Ite if self.slices_well(b) && self.slices_well(c) => {
                self.count(Rewrite::ExtractIte);
                let x = self.extract(hi, lo, TermId::new(b));
                let y = self.extract(hi, lo, TermId::new(c));
                Some(self.ite(TermId::new(a), x, y))
            }
            Op::Add if lo == 0 && node.width <= 64 => self.extract_sum(hi, node),
            Op::Add if lo == 0 => self.extract_wide_sum(hi, node),
            // (x * y)[h:0] => x[h:0] * y[h:0]
            Op::Mul if lo == 0 && self.slices_well(a) && self.slices_well(b) => {
                self.count(Rewrite::ExtractSum);
                let x = self.extract(hi, 0, TermId::new(a));
                let y = self.extract(hi, 0, TermId::new(b));
                Some(self.mul(x, y))
            }
            _ => None,
        }
    }

    /// (x + y)[h:0] => x[h:0] + y[h:0]
    fn extract_sum(&mut self, hi: u32, node: &Node) -> Option<TermId> {
        let mut sum = Sum::default();
        for part in [node.a, node.b] {
            self.flatten(&mut sum, node.width, TermId::new(part), 1);
        }
        if !sum.addends.iter().all(|&(term, _)| self.slices_well(term.raw())) {
            return None;
        }
        self.count(Rewrite::ExtractSum);
        let width = hi + 1;
        let mut total = self.constant(width, sum.constant & mask(width));
        for &(term, coefficient) in sum.addends.iter().rev() {
            let narrow = self.extract(hi, 0, term);
            let factor = self.constant(width, coefficient & mask(width));
            let addend = self.mul(narrow, factor);
            total = self.add(total, addend);
        }
        Some(total)
    }

    /// `x` with zeros above, to `width` bits.
    pub fn zext(&mut self, width: u32, x: TermId) -> TermId {
        let from = self.width(x);
        debug_assert!(from <= width);
        if from == width {
            return x;
        }
        let zeros = self.zero_of(width - from);
        self.concat(zeros, x)
    }

    /// `x` with copies of its sign bit above, to `width` bits.
    pub fn sext(&mut self, width: u32, x: TermId) -> TermId {
        let node = self.node(x);
        debug_assert!(node.width <= width);
        if node.width == width {
            return x;
        }
        let extended = Node::new(Op::SExt, width, x.raw(), 0, 0);
        if let Some(folded) = self.fold(&extended) {
            return folded;
        }
        // sext(x) => zext(x), if x is known not to be negative
        if self.known_zero_ends(x).0 > 0 {
            self.count(Rewrite::SextZext);
            return self.zext(width, x);
        }
        // sext(sext(x)) => sext(x)
        if node.op == Op::SExt {
            self.count(Rewrite::SextSext);
            return self.sext(width, TermId::new(node.a));
        }
        self.intern(extended)
    }
}
