//! What a constraint depends on: the leaves whose values make up a model, and the parts that bring
//! conditions with them.

use crate::marks::Marks;
use dunlin_term::{Op, TermId, Terms};

/// The leaves of a term.
#[derive(Default, Debug)]
pub struct Leaves {
    /// Symbols, of bit-vectors and arrays, and bases.
    pub atoms: Vec<TermId>,
    /// Parts whose conditions ([`super::Translator::condition`]) must be asserted with the term.
    pub conditions: Vec<TermId>,
    /// Whether there are floating-point operators.
    pub floats: bool,
}

/// Walks terms to their leaves.
#[derive(Default)]
pub(super) struct LeafFinder {
    marks: Marks,
    stack: Vec<TermId>,
}

impl LeafFinder {
    pub fn find(
        &mut self,
        terms: &Terms,
        root: TermId,
        has_condition: impl Fn(TermId) -> bool,
    ) -> Leaves {
        self.marks.clear(terms.capacity());
        let mut leaves = Leaves::default();
        self.visit(root);
        while let Some(term) = self.stack.pop() {
            if matches!(terms.op(term), Op::Symbol | Op::Base) {
                leaves.atoms.push(term);
            }
            leaves.floats |= matches!(
                terms.op(term),
                Op::FloatBinary | Op::FloatUnary | Op::FloatCompare | Op::FloatFma | Op::FloatCast
            );
            if has_condition(term) {
                leaves.conditions.push(term);
            }
            terms.children(term).for_each(|child| self.visit(child));
        }
        leaves.atoms.sort_unstable();
        leaves.conditions.sort_unstable();
        leaves
    }

    fn visit(&mut self, term: TermId) {
        if self.marks.insert(term) {
            self.stack.push(term);
        }
    }
}
