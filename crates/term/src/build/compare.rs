//! Equality and order. Only `=`, unsigned `<` and signed `<` exist; the others are these negated or
//! turned round. A constant stands second in an equality.

use super::SPLIT_LIMIT;
use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use dunlin_ir::small::mask;

impl Terms {
    /// Of two bit-vectors or two arrays.
    pub fn eq(&mut self, x: TermId, y: TermId) -> TermId {
        // x = x => true
        if x == y {
            return self.counted(Rewrite::CompareSame, TermId::TRUE);
        }
        if self.node(x).is_array() {
            debug_assert_eq!(self.sort(x), self.sort(y));
            let (x, y) = if x > y { (x, y) } else { (y, x) };
            return self.intern(Node::new(Op::Eq, 1, x.raw(), y.raw(), 0));
        }
        let width = self.same_width(x, y);
        let (x, y) = self.ordered(x, y);
        let (x_node, y_node) = (self.node(x), self.node(y));
        // 1-bit x = y => ~(x ^ y)
        if width == 1 {
            self.count(Rewrite::CompareBool);
            let differ = self.xor(x, y);
            return self.not(differ);
        }
        if self.is_const(y) {
            let node = Node::new(Op::Eq, 1, x.raw(), y.raw(), 0);
            if let Some(folded) = self.fold(&node) {
                return folded;
            }
            if let Some(result) = self.eq_constant(x, &x_node, y) {
                return result;
            }
        }
        // ~x = ~y => x = y
        if x_node.op == Op::Not && y_node.op == Op::Not {
            self.count(Rewrite::EqNot);
            return self.eq(TermId::new(x_node.a), TermId::new(y_node.a));
        }
        if x_node.op == Op::SExt && y_node.op == Op::SExt {
            let (x, y) = (TermId::new(x_node.a), TermId::new(y_node.a));
            // sext(x) = sext(y) => x = y
            if self.width(x) == self.width(y) {
                self.count(Rewrite::EqSext);
                return self.eq(x, y);
            }
        }
        if x_node.op == Op::Concat
            && y_node.op == Op::Concat
            && let Some(result) = self.eq_concats(&x_node, &y_node)
        {
            return result;
        }
        if !self.is_const(y) && (x_node.op == Op::Add || y_node.op == Op::Add) {
            let result =
                if width <= 64 { self.eq_sums(width, x, y) } else { self.eq_wide_sums(x, y) };
            if let Some(result) = result {
                return result;
            }
        }
        self.intern(Node::new(Op::Eq, 1, x.raw(), y.raw(), 0))
    }

    pub fn ne(&mut self, x: TermId, y: TermId) -> TermId {
        let equal = self.eq(x, y);
        self.not(equal)
    }

    /// `y` is a constant, `x` is not.
    fn eq_constant(&mut self, x: TermId, x_node: &Node, y: TermId) -> Option<TermId> {
        let width = x_node.width;
        match x_node.op {
            // x + c = d => x = d - c
            Op::Add if self.is_const(TermId::new(x_node.b)) => {
                self.count(Rewrite::EqConstants);
                let constant = self.sub(y, TermId::new(x_node.b));
                return Some(self.eq(TermId::new(x_node.a), constant));
            }
            // ~x = c => x = ~c
            Op::Not => {
                self.count(Rewrite::EqNot);
                let constant = self.not(y);
                return Some(self.eq(TermId::new(x_node.a), constant));
            }
            // sext(x) = c => x = c[low], or false
            Op::SExt => {
                self.count(Rewrite::EqSext);
                let inner = TermId::new(x_node.a);
                let inner_width = self.width(inner);
                let low = self.extract(inner_width - 1, 0, y);
                let back = self.sext(width, low);
                return Some(if back == y { self.eq(inner, low) } else { TermId::FALSE });
            }
            // c:x = d => x = d[low], or false
            Op::Concat if self.has_constant_part(x_node) => {
                self.count(Rewrite::EqConcat);
                let (high, low) = (TermId::new(x_node.a), TermId::new(x_node.b));
                let low_width = self.width(low);
                let (y_high, y_low) =
                    (self.extract(width - 1, low_width, y), self.extract(low_width - 1, 0, y));
                let (constant, y_constant, rest, y_rest) = if self.is_const(high) {
                    (high, y_high, low, y_low)
                } else {
                    (low, y_low, high, y_high)
                };
                return Some(if constant == y_constant {
                    self.eq(rest, y_rest)
                } else {
                    TermId::FALSE
                });
            }
            // ite(c, d, e) = f => c, ~c, true or false
            Op::Ite
                if self.is_const(TermId::new(x_node.b)) && self.is_const(TermId::new(x_node.c)) =>
            {
                self.count(Rewrite::EqIte);
                let condition = TermId::new(x_node.a);
                return Some(match (x_node.b == y.raw(), x_node.c == y.raw()) {
                    (true, true) => TermId::TRUE,
                    (true, false) => condition,
                    (false, true) => self.not(condition),
                    (false, false) => TermId::FALSE,
                });
            }
            _ => {}
        }
        // x = c => false, if a known bit of x differs
        let constant = self.as_u64(y)?;
        let known = self.known_bits(x);
        if constant & known.zeros != 0 || !constant & known.ones != 0 {
            return Some(self.counted(Rewrite::EqKnown, TermId::FALSE));
        }
        None
    }

    /// c:x = d:y => x = y, or false; also with constant low parts
    fn eq_concats(&mut self, x: &Node, y: &Node) -> Option<TermId> {
        if x.width > SPLIT_LIMIT || self.raw_node(x.b).width != self.raw_node(y.b).width {
            return None;
        }
        let part = |index: u32| TermId::new(index);
        for (x_part, y_part, x_rest, y_rest) in [(x.a, y.a, x.b, y.b), (x.b, y.b, x.a, y.a)] {
            if self.is_const(part(x_part)) && self.is_const(part(y_part)) {
                self.count(Rewrite::EqConcat);
                return Some(if x_part == y_part {
                    self.eq(part(x_rest), part(y_rest))
                } else {
                    TermId::FALSE
                });
            }
        }
        None
    }

    /// Some side is a sum, no side is a constant.
    fn eq_sums(&mut self, width: u32, x: TermId, y: TermId) -> Option<TermId> {
        let sum = self.difference(width, x, y);
        // x + c = x + d => c = d
        if sum.addends.is_empty() {
            self.count(Rewrite::EqCancel);
            return Some(self.truth(sum.constant == 0));
        }
        let ((x_rest, x_offset), (y_rest, y_offset)) = (self.split_offset(x), self.split_offset(y));
        let before = self.count_addends(x_rest) + self.count_addends(y_rest);
        if sum.addends.len() < before {
            // x + s = y + s => x = y
            self.count(Rewrite::EqCancel);
            // Addends with the coefficient -1 go to the other side: what was `x = y` stays so.
            let (mut left, mut right) = (super::sum::Sum::default(), super::sum::Sum::default());
            right.constant = sum.constant.wrapping_neg();
            for (term, coefficient) in sum.addends {
                if coefficient > mask(width) / 2 {
                    right.addends.push((term, coefficient.wrapping_neg()));
                } else {
                    left.addends.push((term, coefficient));
                }
            }
            let (left, right) = (self.build_sum(width, left), self.build_sum(width, right));
            return Some(self.eq_of_cancelled(left, right));
        }
        // x + c = y + d => x + (c - d) = y
        let offset = x_offset.wrapping_sub(y_offset) & mask(width);
        if y_offset != 0 || (x_offset != 0 && x_rest < y_rest) {
            self.count(Rewrite::EqConstants);
            let (upper, lower, offset) = if x_rest > y_rest {
                (x_rest, y_rest, offset)
            } else {
                (y_rest, x_rest, offset.wrapping_neg())
            };
            let offset = self.constant(width, offset);
            let upper = self.add(upper, offset);
            return Some(self.eq_of_cancelled(upper, lower));
        }
        None
    }

    /// An equality of sums that have nothing more in common.
    pub(super) fn eq_of_cancelled(&mut self, x: TermId, y: TermId) -> TermId {
        if self.is_const(x) || self.is_const(y) {
            return self.eq(x, y);
        }
        let (x, y) = self.ordered(x, y);
        self.intern(Node::new(Op::Eq, 1, x.raw(), y.raw(), 0))
    }

    pub(super) fn count_addends(&self, sum: TermId) -> usize {
        let mut count = 1;
        let mut rest = self.node(sum);
        while rest.op == Op::Add && count < super::sum::MAX_ADDENDS {
            count += 1;
            rest = *self.raw_node(rest.b);
        }
        count
    }

    // ---- order -----------------------------------------------------------------------------------
    pub fn ult(&mut self, x: TermId, y: TermId) -> TermId {
        self.less(Op::Ult, x, y)
    }

    pub fn slt(&mut self, x: TermId, y: TermId) -> TermId {
        self.less(Op::Slt, x, y)
    }

    pub fn ule(&mut self, x: TermId, y: TermId) -> TermId {
        let greater = self.ult(y, x);
        self.not(greater)
    }

    pub fn sle(&mut self, x: TermId, y: TermId) -> TermId {
        let greater = self.slt(y, x);
        self.not(greater)
    }

    fn less(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        // x < x => false
        if x == y {
            return self.counted(Rewrite::CompareSame, TermId::FALSE);
        }
        let width = self.same_width(x, y);
        let node = Node::new(op, 1, x.raw(), y.raw(), 0);
        if let Some(folded) = self.fold(&node) {
            return folded;
        }
        // 1-bit x < y => ~x & y; signed: x & ~y
        if width == 1 {
            self.count(Rewrite::CompareBool);
            let (no, yes) = if op == Op::Ult { (x, y) } else { (y, x) };
            let no = self.not(no);
            return self.and(no, yes);
        }
        if self.is_limit(op, x, true) || self.is_limit(op, y, false) {
            return self.counted(Rewrite::LessLimit, TermId::FALSE);
        }
        let (x_top, y_top) = (self.known_zero_ends(x).0, self.known_zero_ends(y).0);
        if let Some(result) = self.less_concat(op, x, y).or_else(|| self.less_sext(op, x, y)) {
            return result;
        }
        if op == Op::Slt {
            // signed x < y => unsigned x < y, if both are known not to be negative
            if x_top > 0 && y_top > 0 {
                self.count(Rewrite::LessUnsigned);
                return self.less(Op::Ult, x, y);
            }
            // Signs decide. A constant without zeros at the top is negative.
            if x_top > 0 && self.is_const(y) {
                return self.counted(Rewrite::LessKnown, TermId::FALSE);
            }
            if y_top > 0 && self.is_const(x) {
                return self.counted(Rewrite::LessKnown, TermId::TRUE);
            }
        } else if width <= 64 && (x_top + y_top > 0 || self.is_const(x) || self.is_const(y)) {
            let (x, y) = (self.known_bits(x), self.known_bits(y));
            if x.greatest(width) < y.least() {
                return self.counted(Rewrite::LessKnown, TermId::TRUE);
            }
            if x.least() >= y.greatest(width) {
                return self.counted(Rewrite::LessKnown, TermId::FALSE);
            }
        }
        self.intern(node)
    }

    /// Whether a term is the constant that nothing is greater or less than.
    fn is_limit(&self, op: Op, term: TermId, greatest: bool) -> bool {
        let node = self.node(term);
        match (op, greatest) {
            (Op::Ult, true) => self.is_ones(term),
            (Op::Ult, false) => self.is_zero(term),
            _ if node.op != Op::Const => false,
            (_, true) => node.value() == mask(node.width) >> 1,
            (_, false) => node.value() == 1 << (node.width - 1),
        }
    }

    /// c:x < c:y => x < y; c:x < d => x < d[low], true or false; and the other way round
    fn less_concat(&mut self, op: Op, x: TermId, y: TermId) -> Option<TermId> {
        let (x_node, y_node) = (self.node(x), self.node(y));
        let concat = match (x_node.op, y_node.op) {
            (Op::Concat, Op::Concat)
                if self.raw_node(x_node.b).width == self.raw_node(y_node.b).width =>
            {
                x_node
            }
            (Op::Concat, _) if self.is_const(y) => x_node,
            (_, Op::Concat) if self.is_const(x) => y_node,
            _ => return None,
        };
        if concat.width > SPLIT_LIMIT || !self.is_const(TermId::new(concat.a)) {
            return None;
        }
        let low_width = self.raw_node(concat.b).width;
        let top = concat.width - 1;
        let (x_high, y_high) = (self.extract(top, low_width, x), self.extract(top, low_width, y));
        if !self.is_const(x_high) || !self.is_const(y_high) {
            return None;
        }
        self.count(Rewrite::LessConcat);
        if x_high != y_high {
            return Some(self.less(op, x_high, y_high));
        }
        let (x, y) = (self.extract(low_width - 1, 0, x), self.extract(low_width - 1, 0, y));
        Some(self.less(Op::Ult, x, y))
    }

    /// sext(x) < sext(y) => x < y; signed: sext(x) < c => x < c[low], true or false
    fn less_sext(&mut self, op: Op, x: TermId, y: TermId) -> Option<TermId> {
        let (x_node, y_node) = (self.node(x), self.node(y));
        let inner = |node: &Node| TermId::new(node.a);
        match (x_node.op, y_node.op) {
            (Op::SExt, Op::SExt) if self.width(inner(&x_node)) == self.width(inner(&y_node)) => {
                self.count(Rewrite::LessSext);
                Some(self.less(op, inner(&x_node), inner(&y_node)))
            }
            (Op::SExt, Op::Const | Op::WideConst) | (Op::Const | Op::WideConst, Op::SExt)
                if op == Op::Slt =>
            {
                self.count(Rewrite::LessSext);
                let x_is_term = x_node.op == Op::SExt;
                let (node, constant) = if x_is_term { (x_node, y) } else { (y_node, x) };
                let narrow = self.width(inner(&node));
                let low = self.extract(narrow - 1, 0, constant);
                if self.sext(node.width, low) == constant {
                    let (x, y) = if x_is_term { (inner(&node), low) } else { (low, inner(&node)) };
                    return Some(self.less(op, x, y));
                }
                // Outside of the range: the sign of the constant says on which side.
                let top = node.width - 1;
                let constant_negative = self.extract(top, top, constant) == TermId::TRUE;
                Some(self.truth(x_is_term != constant_negative))
            }
            _ => None,
        }
    }
}
