//! Linear sums of more than 64 bits: as [`super::sum`], with constants of any width, and slower.

use super::sum::MAX_ADDENDS;
use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::Bits;
use dunlin_ir::algebra::Algebra;
use dunlin_ir::wide::Wide;

/// A flattened sum. Terms are distinct, the youngest first; no coefficient is zero.
pub(super) struct WideSum {
    width: u32,
    pub addends: Vec<(TermId, Bits)>,
    pub constant: Bits,
}

impl WideSum {
    pub fn new(width: u32) -> WideSum {
        WideSum { width, addends: Vec::new(), constant: Bits::from_u64(width, 0) }
    }

    fn add_constant(&mut self, value: &Bits, factor: &Bits) {
        let product = Wide.mul(self.width, value, factor);
        self.constant = Wide.add(self.width, &self.constant, &product);
    }

    /// Whether the term was there already.
    fn insert(&mut self, term: TermId, coefficient: Bits) -> bool {
        let place = self.addends.partition_point(|&(known, _)| known > term);
        match self.addends.get_mut(place) {
            Some((known, sum)) if *known == term => {
                *sum = Wide.add(self.width, sum, &coefficient);
                if sum.is_zero() {
                    self.addends.remove(place);
                }
                true
            }
            _ => {
                if !coefficient.is_zero() {
                    self.addends.insert(place, (term, coefficient));
                }
                false
            }
        }
    }
}

impl Terms {
    pub(super) fn add_wide(&mut self, width: u32, x: TermId, y: TermId) -> TermId {
        let one = Bits::from_u64(width, 1);
        let mut sum = WideSum::new(width);
        for (term, other) in [(x, y), (y, x)] {
            // (x + c) + y => (x + y) + c
            if self.wide_offset(term).is_some() && !self.is_const(other) {
                self.count(Rewrite::AddConstants);
            }
            self.flatten_wide(&mut sum, term, &one);
        }
        if let [(x, c), (y, d)] = &sum.addends[..]
            && *c == one
            && *d == one
            && sum.constant.is_zero()
            && let Some(joined) = self.join_slices(*x, *y)
        {
            return joined;
        }
        self.build_wide_sum(sum)
    }

    /// The constant of a sum.
    fn wide_offset(&self, term: TermId) -> Option<Bits> {
        let node = self.node(term);
        if node.op == Op::Add { self.as_bits(TermId::new(node.b)) } else { None }
    }

    /// Adds `factor` times `term` to `sum`.
    pub(super) fn flatten_wide(&mut self, sum: &mut WideSum, term: TermId, factor: &Bits) {
        let mut rest = term;
        if let Some(offset) = self.wide_offset(term) {
            sum.add_constant(&offset, factor);
            rest = TermId::new(self.node(term).a);
        }
        for _ in 0..MAX_ADDENDS - 1 {
            let node = self.node(rest);
            if node.op != Op::Add {
                break;
            }
            self.flatten_wide_addend(sum, TermId::new(node.a), factor);
            rest = TermId::new(node.b);
        }
        self.flatten_wide_addend(sum, rest, factor);
    }

    fn flatten_wide_addend(&mut self, sum: &mut WideSum, addend: TermId, factor: &Bits) {
        let (mut term, mut coefficient) = (addend, factor.clone());
        let node = self.node(addend);
        if node.op == Op::Mul
            && let Some(constant) = self.as_bits(TermId::new(node.b))
        {
            term = TermId::new(node.a);
            coefficient = Wide.mul(sum.width, &constant, factor);
        }
        if let Some(constant) = self.as_bits(term) {
            sum.add_constant(&constant, &coefficient);
            return;
        }
        let node = self.node(term);
        if node.op == Op::Not {
            // ~x + y => y - x - 1
            self.count(Rewrite::AddNot);
            term = TermId::new(node.a);
            coefficient = Wide.neg(sum.width, &coefficient);
            sum.constant = Wide.add(sum.width, &sum.constant, &coefficient);
        }
        if sum.insert(term, coefficient) {
            // c*x + d*x => (c+d)*x
            self.count(Rewrite::AddSameTerm);
        }
    }

    pub(super) fn build_wide_sum(&mut self, sum: WideSum) -> TermId {
        let width = sum.width;
        let one = Bits::from_u64(width, 1);
        let mut chain: Option<TermId> = None;
        for (term, coefficient) in sum.addends.iter().rev() {
            let addend = if *coefficient == one {
                *term
            } else {
                let factor = self.constant_bits(coefficient);
                self.mul(*term, factor)
            };
            chain = Some(match chain {
                None => addend,
                Some(rest) => self.intern(Node::new(Op::Add, width, addend.raw(), rest.raw(), 0)),
            });
        }
        let constant = self.constant_bits(&sum.constant);
        match chain {
            None => constant,
            Some(chain) if sum.constant.is_zero() => chain,
            Some(chain) => self.intern(Node::new(Op::Add, width, chain.raw(), constant.raw(), 0)),
        }
    }

    /// (x + y) * c => x * c + y * c; ~x * c => -c * x - c
    pub(super) fn distribute_wide(&mut self, x: TermId, factor: &Bits) -> Option<TermId> {
        let mut sum = WideSum::new(factor.width());
        self.flatten_wide(&mut sum, x, factor);
        // A sum that was cut short has a sum as an addend, which must not come back here.
        if sum.addends.iter().any(|&(term, _)| matches!(self.op(term), Op::Add | Op::Not)) {
            return None;
        }
        self.count(Rewrite::MulDistribute);
        Some(self.build_wide_sum(sum))
    }

    /// (x + y)[h:0] => x[h:0] + y[h:0], for operands that get simpler
    pub(super) fn extract_wide_sum(&mut self, hi: u32, node: &Node) -> Option<TermId> {
        let mut sum = WideSum::new(node.width);
        for part in [node.a, node.b] {
            self.flatten_wide(&mut sum, TermId::new(part), &Bits::from_u64(node.width, 1));
        }
        if !sum.addends.iter().all(|&(addend, _)| self.slices_well(addend.raw())) {
            return None;
        }
        self.count(Rewrite::ExtractSum);
        let mut total = self.constant_bits(&Bits::new(hi + 1, sum.constant.words()));
        for (addend, coefficient) in sum.addends.iter().rev() {
            let narrow = self.extract(hi, 0, *addend);
            let factor = self.constant_bits(&Bits::new(hi + 1, coefficient.words()));
            let addend = self.mul(narrow, factor);
            total = self.add(total, addend);
        }
        Some(total)
    }

    /// Some side is a sum, no side is a constant: x + c = x + d => c = d; x + s = y + s => x = y.
    pub(super) fn eq_wide_sums(&mut self, x: TermId, y: TermId) -> Option<TermId> {
        let width = self.width(x);
        let mut sum = WideSum::new(width);
        self.flatten_wide(&mut sum, x, &Bits::from_u64(width, 1));
        let minus_one = Wide.ones(width);
        self.flatten_wide(&mut sum, y, &minus_one);
        if sum.addends.is_empty() {
            self.count(Rewrite::EqCancel);
            return Some(self.truth(sum.constant.is_zero()));
        }
        let rest = |terms: &Terms, term: TermId| match terms.wide_offset(term) {
            Some(_) => TermId::new(terms.node(term).a),
            None => term,
        };
        let before = self.count_addends(rest(self, x)) + self.count_addends(rest(self, y));
        if sum.addends.len() >= before {
            return None;
        }
        self.count(Rewrite::EqCancel);
        // Negative addends go to the other side: what was `x = y` stays so.
        let (mut left, mut right) = (WideSum::new(width), WideSum::new(width));
        right.constant = Wide.neg(width, &sum.constant);
        for (term, coefficient) in sum.addends {
            if coefficient.bit(width - 1) {
                right.addends.push((term, Wide.neg(width, &coefficient)));
            } else {
                left.addends.push((term, coefficient));
            }
        }
        let (left, right) = (self.build_wide_sum(left), self.build_wide_sum(right));
        Some(self.eq_of_cancelled(left, right))
    }
}
