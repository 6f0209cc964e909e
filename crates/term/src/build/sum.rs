//! Linear sums: addition, subtraction, negation, multiplication by constants.
//!
//! The canonical sum is `(c1*t1 + (c2*t2 + ...)) + c`: the constant outermost, so that base and
//! constant offset fall apart at once; then the addends, the youngest term first, so that adding a
//! new term to a running total puts one node in front. Sums of more than [`MAX_ADDENDS`] are merged
//! only that far down; what lies below counts as one addend. Sums of more than 64 bits are in
//! `wide_sum`.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::small::mask;
use smallvec::SmallVec;

pub(super) const MAX_ADDENDS: usize = 16;

/// A flattened sum of at most 64 bits. Terms are distinct, the youngest first.
#[derive(Default)]
pub(super) struct Sum {
    pub addends: SmallVec<[(TermId, u64); MAX_ADDENDS]>,
    pub constant: u64,
}

impl Sum {
    /// Adds `factor` times an addend.
    fn insert(&mut self, term: TermId, coefficient: u64) -> bool {
        match self.addends.iter().position(|&(known, _)| known <= term) {
            Some(i) if self.addends[i].0 == term => {
                self.addends[i].1 = self.addends[i].1.wrapping_add(coefficient);
                true
            }
            Some(i) => {
                self.addends.insert(i, (term, coefficient));
                false
            }
            None => {
                self.addends.push((term, coefficient));
                false
            }
        }
    }

    /// Reduces coefficients modulo 2^width and drops zeros.
    fn normalize(&mut self, width: u32) {
        self.constant &= mask(width);
        for addend in &mut self.addends {
            addend.1 &= mask(width);
        }
        self.addends.retain(|addend| addend.1 != 0);
    }
}

impl Terms {
    pub fn add(&mut self, x: TermId, y: TermId) -> TermId {
        let width = self.same_width(x, y);
        let (x, y) = self.ordered(x, y);
        if width == 1 {
            self.count(Rewrite::AddBool);
            return self.xor(x, y);
        }
        let node = Node::new(Op::Add, width, x.raw(), y.raw(), 0);
        if self.is_const(y) {
            return self.add_constant(x, y, node);
        }
        if width > 64 {
            return self.add_wide(width, x, y);
        }
        let ((x_rest, x_offset), (y_rest, y_offset)) = (self.split_offset(x), self.split_offset(y));
        if x_offset != 0 || y_offset != 0 {
            // (x + c) + y => (x + y) + c
            self.count(Rewrite::AddConstants);
            let sum = self.add(x_rest, y_rest);
            let constant = self.constant(width, x_offset.wrapping_add(y_offset));
            return self.add(sum, constant);
        }
        self.add_terms(width, x, y)
    }

    /// The second operand is a constant.
    fn add_constant(&mut self, x: TermId, y: TermId, node: Node) -> TermId {
        // x + 0 => x
        if self.is_zero(y) {
            return self.counted(Rewrite::AddZero, x);
        }
        if let Some(folded) = self.fold(&node) {
            return folded;
        }
        let x_node = self.node(x);
        // (x + c) + d => x + (c + d)
        if x_node.op == Op::Add && self.is_const(TermId::new(x_node.b)) {
            self.count(Rewrite::AddConstants);
            let constant = self.add(TermId::new(x_node.b), y);
            return self.add(TermId::new(x_node.a), constant);
        }
        // ~x + c => -1 * x + (c - 1)
        if x_node.op == Op::Not {
            self.count(Rewrite::AddNot);
            let negated = self.neg(TermId::new(x_node.a));
            let ones = self.ones_of(node.width);
            let constant = self.add(y, ones);
            return self.add(negated, constant);
        }
        self.intern(node)
    }

    /// A term and its constant factor, for at most 64 bits.
    #[inline]
    fn small_factor(&self, term: TermId) -> (TermId, u64) {
        let node = self.node(term);
        if node.op == Op::Mul {
            let factor = self.raw_node(node.b);
            if factor.op == Op::Const {
                return (TermId::new(node.a), factor.value());
            }
        }
        (term, 1)
    }

    /// Two terms without constants, of at most 64 bits.
    fn add_terms(&mut self, width: u32, x: TermId, y: TermId) -> TermId {
        let (x_op, y_op) = (self.op(x), self.op(y));
        if x_op != Op::Not && y_op != Op::Not {
            // The common case, without flattening: the youngest addend goes in front of a chain.
            for (new, rest, rest_op) in [(x, y, y_op), (y, x, x_op)] {
                let first = if rest_op == Op::Add { TermId::new(self.node(rest).a) } else { rest };
                let (new_term, first_term) = (self.small_factor(new).0, self.small_factor(first).0);
                if self.op(new) != Op::Add && new_term > first_term {
                    if let Some(joined) = self.join_slices(x, y) {
                        return joined;
                    }
                    return self.intern(Node::new(Op::Add, width, new.raw(), rest.raw(), 0));
                }
            }
        }
        let mut sum = Sum::default();
        self.flatten(&mut sum, width, x, 1);
        self.flatten(&mut sum, width, y, 1);
        self.build_sum(width, sum)
    }

    /// Adds `factor` times `term` to `sum`.
    pub(super) fn flatten(&mut self, sum: &mut Sum, width: u32, term: TermId, factor: u64) {
        let (mut rest, offset) = self.split_offset(term);
        sum.constant = sum.constant.wrapping_add(offset.wrapping_mul(factor));
        for _ in 0..MAX_ADDENDS - 1 {
            let node = self.node(rest);
            if node.op != Op::Add {
                break;
            }
            self.flatten_addend(sum, TermId::new(node.a), factor);
            rest = TermId::new(node.b);
        }
        self.flatten_addend(sum, rest, factor);
        debug_assert!(width <= 64);
    }

    fn flatten_addend(&mut self, sum: &mut Sum, addend: TermId, factor: u64) {
        let (mut term, mut coefficient) = self.small_factor(addend);
        coefficient = coefficient.wrapping_mul(factor);
        let node = self.node(term);
        match node.op {
            // ~x + y => y - x - 1
            Op::Not => {
                self.count(Rewrite::AddNot);
                term = TermId::new(node.a);
                sum.constant = sum.constant.wrapping_sub(coefficient);
                coefficient = coefficient.wrapping_neg();
            }
            Op::Const => {
                sum.constant = sum.constant.wrapping_add(node.value().wrapping_mul(coefficient));
                return;
            }
            _ => {}
        }
        if sum.insert(term, coefficient) {
            // c*x + d*x => (c+d)*x
            self.count(Rewrite::AddSameTerm);
        }
    }

    /// The term of a sum. Chains are made of what `flatten` took apart, so that a sum that was cut
    /// short still ends in the chain that was not looked into.
    pub(super) fn build_sum(&mut self, width: u32, mut sum: Sum) -> TermId {
        sum.normalize(width);
        let constant = self.constant(width, sum.constant);
        let mut chain = None;
        for &(term, coefficient) in sum.addends.iter().rev() {
            let addend = if coefficient == 1 {
                term
            } else {
                let factor = self.constant(width, coefficient);
                self.mul(term, factor)
            };
            chain = Some(match chain {
                None => addend,
                Some(rest) => {
                    self.intern(Node::new(Op::Add, width, addend.raw(), TermId::raw(rest), 0))
                }
            });
        }
        match chain {
            None => constant,
            Some(chain) if sum.constant == 0 => chain,
            Some(chain) => {
                let node = Node::new(Op::Add, width, chain.raw(), constant.raw(), 0);
                self.intern(node)
            }
        }
    }

    /// The difference of two terms of at most 64 bits.
    pub(super) fn difference(&mut self, width: u32, x: TermId, y: TermId) -> Sum {
        let mut sum = Sum::default();
        self.flatten(&mut sum, width, x, 1);
        self.flatten(&mut sum, width, y, mask(width));
        sum.normalize(width);
        sum
    }

    pub fn sub(&mut self, x: TermId, y: TermId) -> TermId {
        let negated = self.neg(y);
        self.add(x, negated)
    }

    pub fn neg(&mut self, x: TermId) -> TermId {
        let width = self.width(x);
        let ones = self.ones_of(width);
        self.mul(x, ones)
    }

    pub fn mul(&mut self, x: TermId, y: TermId) -> TermId {
        let width = self.same_width(x, y);
        let (x, y) = self.ordered(x, y);
        if width == 1 {
            self.count(Rewrite::MulBool);
            return self.and(x, y);
        }
        let node = Node::new(Op::Mul, width, x.raw(), y.raw(), 0);
        if self.is_const(y) {
            return self.mul_constant(x, y, node);
        }
        // (x * c) * y => (x * y) * c
        for (product, other) in [(x, y), (y, x)] {
            let inner = self.node(product);
            if inner.op == Op::Mul && self.is_const(TermId::new(inner.b)) {
                self.count(Rewrite::MulConstants);
                let terms = self.mul(TermId::new(inner.a), other);
                return self.mul(terms, TermId::new(inner.b));
            }
        }
        self.intern(node)
    }

    /// The second operand is a constant.
    fn mul_constant(&mut self, x: TermId, y: TermId, node: Node) -> TermId {
        // x * 0 => 0
        if self.is_zero(y) {
            return self.counted(Rewrite::MulUnit, y);
        }
        if let Some(folded) = self.fold(&node) {
            return folded;
        }
        // x * 1 => x
        let one = self.constant(node.width, 1);
        if y == one {
            return self.counted(Rewrite::MulUnit, x);
        }
        let inner = self.node(x);
        // (x * c) * d => x * (c * d)
        if inner.op == Op::Mul && self.is_const(TermId::new(inner.b)) {
            self.count(Rewrite::MulConstants);
            let constant = self.mul(TermId::new(inner.b), y);
            return self.mul(TermId::new(inner.a), constant);
        }
        // (x + y) * c => x * c + y * c; ~x * c => -c * x - c
        if matches!(inner.op, Op::Add | Op::Not) {
            let Some(factor) = self.as_u64(y) else {
                let factor = self.as_bits(y);
                let distributed = factor.and_then(|factor| self.distribute_wide(x, &factor));
                return distributed.unwrap_or_else(|| self.intern(node));
            };
            let mut sum = Sum::default();
            self.flatten(&mut sum, node.width, x, factor);
            sum.normalize(node.width);
            // A sum that was cut short has a sum as an addend, which must not come back here.
            if sum.addends.iter().all(|&(term, _)| !matches!(self.op(term), Op::Add | Op::Not)) {
                self.count(Rewrite::MulDistribute);
                return self.build_sum(node.width, sum);
            }
        }
        self.intern(node)
    }
}
