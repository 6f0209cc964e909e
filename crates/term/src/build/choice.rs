//! If-then-else, on bit-vectors and arrays.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;

impl Terms {
    /// `x` if `condition` (of width 1) holds, else `y`.
    pub fn ite(&mut self, condition: TermId, mut x: TermId, mut y: TermId) -> TermId {
        debug_assert_eq!(self.width(condition), 1);
        debug_assert_eq!(self.sort(x), self.sort(y));
        // ite(true, x, y) => x; ite(false, x, y) => y
        if condition == TermId::TRUE {
            return self.counted(Rewrite::IteConstant, x);
        }
        if condition == TermId::FALSE {
            return self.counted(Rewrite::IteConstant, y);
        }
        // ite(c, x, x) => x
        if x == y {
            return self.counted(Rewrite::IteSame, x);
        }
        let condition_node = self.node(condition);
        // ite(~c, x, y) => ite(c, y, x)
        if condition_node.op == Op::Not {
            self.count(Rewrite::IteNot);
            return self.ite(TermId::new(condition_node.a), y, x);
        }
        // ite(c, ite(c, x, y), z) => ite(c, x, z); ite(c, x, ite(c, y, z)) => ite(c, x, z)
        let (inner_x, inner_y) = (self.node(x), self.node(y));
        let mut nested = false;
        if inner_x.op == Op::Ite && inner_x.a == condition.raw() {
            (x, nested) = (TermId::new(inner_x.b), true);
        }
        if inner_y.op == Op::Ite && inner_y.a == condition.raw() {
            (y, nested) = (TermId::new(inner_y.c), true);
        }
        if nested {
            self.count(Rewrite::IteNested);
            return self.ite(condition, x, y);
        }
        let result = self.node(x);
        if result.width == 1
            && !result.is_array()
            && let Some(simpler) = self.ite_of_truths(condition, x, y)
        {
            return simpler;
        }
        let mut node = Node::new(Op::Ite, result.width, condition.raw(), x.raw(), y.raw());
        if result.is_array() {
            node.set_array();
        }
        self.intern(node)
    }

    fn ite_of_truths(&mut self, c: TermId, x: TermId, y: TermId) -> Option<TermId> {
        // ite(c, c, x) => c | x; ite(c, x, c) => c & x
        if x == c || y == c {
            self.count(Rewrite::IteCondition);
            return Some(if x == c { self.or(c, y) } else { self.and(c, x) });
        }
        // ite(c, 1, x) => c | x; ite(c, 0, x) => ~c & x; ite(c, x, 1) => ~c | x; ite(c, x, 0) => c & x
        if self.is_const(x) || self.is_const(y) {
            self.count(Rewrite::IteBool);
            return Some(match (x, y) {
                (TermId::TRUE, _) => self.or(c, y),
                (_, TermId::FALSE) => self.and(c, x),
                (TermId::FALSE, _) => {
                    let other = self.not(c);
                    self.and(other, y)
                }
                _ => {
                    let other = self.not(c);
                    self.or(other, x)
                }
            });
        }
        // ite(c, x, ~x) => ~(c ^ x)
        let (x_node, y_node) = (self.node(x), self.node(y));
        let complements = x_node.op == Op::Not && x_node.a == y.raw()
            || y_node.op == Op::Not && y_node.a == x.raw();
        if complements {
            self.count(Rewrite::IteCondition);
            let differ = self.xor(c, x);
            return Some(self.not(differ));
        }
        None
    }
}
