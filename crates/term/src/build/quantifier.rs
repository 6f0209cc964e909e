//! Bounded universal quantifiers.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::{MAX_QUANTIFIER_DEPTH, Node};
use crate::op::Op;
use crate::rewrite::Rewrite;

impl Terms {
    /// The variable of the `index`-th enclosing quantifier, the innermost being 0.
    pub fn bound(&mut self, width: u32, index: u32) -> TermId {
        assert!(
            index < MAX_QUANTIFIER_DEPTH,
            "quantifiers nest at most {MAX_QUANTIFIER_DEPTH} deep"
        );
        let mut node = Node::new(Op::Bound, width, index, 0, 0);
        node.set_loose(index + 1);
        self.intern_filled(node)
    }

    /// For all i with `from <= i < to`, unsigned: `body`, in which [`Terms::bound`] 0 of the width of
    /// `from` is i. The bounds lie outside of the quantifier.
    pub fn forall(&mut self, from: TermId, to: TermId, body: TermId) -> TermId {
        self.same_width(from, to);
        debug_assert_eq!(self.width(body), 1);
        let in_range = self.ult(from, to);
        // forall over an empty range => true; forall i: true => true
        if in_range == TermId::FALSE || body == TermId::TRUE {
            return self.counted(Rewrite::ForallTrivial, TermId::TRUE);
        }
        // forall i in [lo, hi): x => hi <= lo | x, if i is not in x
        if self.loose_bound(body) == 0 {
            self.count(Rewrite::ForallUnused);
            return self.implies(in_range, body);
        }
        let mut node = Node::new(Op::Forall, 1, from.raw(), to.raw(), body.raw());
        node.set_forall();
        self.intern(node)
    }
}
