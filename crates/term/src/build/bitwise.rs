//! Complement, conjunction, disjunction, exclusive or: on bit-vectors and on truth values.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::small::mask;

use super::SPLIT_LIMIT;

impl Terms {
    pub fn not(&mut self, x: TermId) -> TermId {
        let inner = self.node(x);
        let node = Node::new(Op::Not, inner.width, x.raw(), 0, 0);
        match inner.op {
            // ~~x => x
            Op::Not => {
                self.count(Rewrite::NotNot);
                TermId::new(inner.a)
            }
            // ~(c:x) => ~c:~x
            Op::Concat if self.has_constant_part(&inner) => {
                self.count(Rewrite::BitwiseConcat);
                let (high, low) = (self.not(TermId::new(inner.a)), self.not(TermId::new(inner.b)));
                self.concat(high, low)
            }
            Op::Const | Op::WideConst => self.fold(&node).expect("the operand is a constant"),
            _ => self.intern(node),
        }
    }

    /// Whether a concatenation has a constant as its high or its low part. Too wide ones are left
    /// alone: the number of parts bounds how deep the rewrites that ask nest.
    pub(super) fn has_constant_part(&self, concat: &Node) -> bool {
        concat.width <= SPLIT_LIMIT
            && (self.is_const(TermId::new(concat.a)) || self.is_const(TermId::new(concat.b)))
    }

    pub fn and(&mut self, x: TermId, y: TermId) -> TermId {
        self.bitwise(Op::And, x, y)
    }

    pub fn or(&mut self, x: TermId, y: TermId) -> TermId {
        self.bitwise(Op::Or, x, y)
    }

    pub fn xor(&mut self, x: TermId, y: TermId) -> TermId {
        self.bitwise(Op::Xor, x, y)
    }

    /// `x` implies `y`, on truth values.
    pub fn implies(&mut self, x: TermId, y: TermId) -> TermId {
        let not_x = self.not(x);
        self.or(not_x, y)
    }

    pub(crate) fn bitwise(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        let width = self.same_width(x, y);
        let (x, y) = self.ordered(x, y);
        // x & x => x; x | x => x; x ^ x => 0
        if x == y {
            self.count(Rewrite::BitwiseSame);
            return if op == Op::Xor { self.zero_of(width) } else { x };
        }
        let node = Node::new(op, width, x.raw(), y.raw(), 0);
        let (x_node, y_node) = (self.node(x), self.node(y));
        if self.is_const(y) {
            if let Some(folded) = self.fold(&node) {
                return folded;
            }
            if let Some(result) = self.bitwise_constant(op, x, &x_node, y) {
                return result;
            }
        } else if let Some(result) = self.bitwise_terms(op, (x, &x_node), (y, &y_node)) {
            return result;
        }
        // (c:x) op (d:y) => (c op d):(x op y)
        if x_node.op == Op::Concat
            && let Some(result) = self.bitwise_concat(op, &x_node, y, &y_node)
        {
            return result;
        }
        if matches!(op, Op::Or | Op::Xor)
            && let Some(result) = self.join_slices(x, y)
        {
            return result;
        }
        self.intern(node)
    }

    /// The second operand is a constant, the first is not.
    fn bitwise_constant(&mut self, op: Op, x: TermId, x_node: &Node, y: TermId) -> Option<TermId> {
        let (zero, ones) = (self.is_zero(y), self.is_ones(y));
        // x & 0 => 0; x & ones => x; x | 0 => x; x | ones => ones; x ^ 0 => x
        match op {
            Op::And if zero => return Some(self.counted(Rewrite::BitwiseUnit, y)),
            Op::And if ones => return Some(self.counted(Rewrite::BitwiseUnit, x)),
            Op::Or | Op::Xor if zero => return Some(self.counted(Rewrite::BitwiseUnit, x)),
            Op::Or if ones => return Some(self.counted(Rewrite::BitwiseUnit, y)),
            // x ^ ones => ~x
            Op::Xor if ones => {
                self.count(Rewrite::XorNot);
                return Some(self.not(x));
            }
            _ => {}
        }
        // (x op c) op d => x op (c op d)
        if x_node.op == op && self.is_const(TermId::new(x_node.b)) {
            self.count(Rewrite::BitwiseConstants);
            let constants = self.bitwise(op, TermId::new(x_node.b), y);
            return Some(self.bitwise(op, TermId::new(x_node.a), constants));
        }
        // ~x ^ c => x ^ ~c
        if op == Op::Xor && x_node.op == Op::Not {
            self.count(Rewrite::XorNot);
            let complement = self.not(y);
            return Some(self.bitwise(op, TermId::new(x_node.a), complement));
        }
        if x_node.width <= 64 && op != Op::Xor {
            let constant = self.as_u64(y)?;
            let known = self.known_bits(x);
            let possible = mask(x_node.width) & !known.zeros;
            // x & c => x, if all bits of x that may be set are in c; => c & known ones, if all are known
            let (unchanged, decided) = match op {
                Op::And => (possible & !constant == 0, possible & constant & !known.ones == 0),
                _ => (constant & !known.ones == 0, possible & !constant & !known.ones == 0),
            };
            if unchanged {
                return Some(self.counted(Rewrite::BitwiseKnown, x));
            }
            if decided {
                self.count(Rewrite::BitwiseKnown);
                let value =
                    if op == Op::And { constant & known.ones } else { constant | known.ones };
                return Some(self.constant(x_node.width, value));
            }
        }
        None
    }

    /// No operand is a constant, `x` is the younger.
    fn bitwise_terms(
        &mut self,
        op: Op,
        (x, x_node): (TermId, &Node),
        (y, y_node): (TermId, &Node),
    ) -> Option<TermId> {
        // x & ~x => 0; x | ~x => ones; x ^ ~x => ones
        let complements = x_node.op == Op::Not && x_node.a == y.raw()
            || y_node.op == Op::Not && y_node.a == x.raw();
        if complements {
            self.count(Rewrite::BitwiseComplement);
            let width = x_node.width;
            return Some(if op == Op::And { self.zero_of(width) } else { self.ones_of(width) });
        }
        if op == Op::Xor {
            // ~x ^ y => ~(x ^ y)
            for (inside, outside) in [((x, x_node), y), ((y, y_node), x)] {
                if inside.1.op == Op::Not {
                    self.count(Rewrite::XorNot);
                    let inner = self.bitwise(op, TermId::new(inside.1.a), outside);
                    return Some(self.not(inner));
                }
            }
        }
        for (outer, (inner, inner_node)) in [(y, (x, x_node)), (x, (y, y_node))] {
            let contains = inner_node.a == outer.raw() || inner_node.b == outer.raw();
            match (op, inner_node.op) {
                // x & (x & y) => x & y; x | (x | y) => x | y
                (Op::And, Op::And) | (Op::Or, Op::Or) if contains => {
                    return Some(self.counted(Rewrite::BitwiseIdempotent, inner));
                }
                // x & (x | y) => x; x | (x & y) => x
                (Op::And, Op::Or) | (Op::Or, Op::And) if contains => {
                    return Some(self.counted(Rewrite::BitwiseAbsorb, outer));
                }
                // (x ^ y) ^ x => y
                (Op::Xor, Op::Xor) if contains => {
                    let other =
                        if inner_node.a == outer.raw() { inner_node.b } else { inner_node.a };
                    return Some(self.counted(Rewrite::XorNot, TermId::new(other)));
                }
                _ => {}
            }
        }
        None
    }

    /// `x` is a concatenation. Splits both operands if a part on either side is a constant.
    fn bitwise_concat(
        &mut self,
        op: Op,
        x_node: &Node,
        y: TermId,
        y_node: &Node,
    ) -> Option<TermId> {
        let low_width = self.raw_node(x_node.b).width;
        let (high, low) = (TermId::new(x_node.a), TermId::new(x_node.b));
        let constant = |terms: &Terms, part: TermId| terms.is_const(part);
        let splits = if x_node.width > SPLIT_LIMIT {
            false
        } else if constant(self, y) {
            constant(self, high) || constant(self, low)
        } else {
            y_node.op == Op::Concat
                && self.raw_node(y_node.b).width == low_width
                && (constant(self, high) && constant(self, TermId::new(y_node.a))
                    || constant(self, low) && constant(self, TermId::new(y_node.b)))
        };
        if !splits {
            return None;
        }
        self.count(Rewrite::BitwiseConcat);
        let y_high = self.extract(x_node.width - 1, low_width, y);
        let y_low = self.extract(low_width - 1, 0, y);
        let high = self.bitwise(op, high, y_high);
        let low = self.bitwise(op, low, y_low);
        Some(self.concat(high, low))
    }

    #[inline]
    pub(super) fn counted(&mut self, rewrite: Rewrite, result: TermId) -> TermId {
        self.count(rewrite);
        result
    }
}
