//! What a constraint depends on: the leaves whose values make up a model, and the parts that bring
//! conditions with them.

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

/// Walks terms to their leaves. The marks are kept, since a set of terms is cheap to empty by
/// counting up.
#[derive(Default)]
pub(super) struct LeafFinder {
    stamps: Vec<u32>,
    now: u32,
    stack: Vec<TermId>,
}

impl LeafFinder {
    pub fn find(
        &mut self,
        terms: &Terms,
        root: TermId,
        has_condition: impl Fn(TermId) -> bool,
    ) -> Leaves {
        self.clear(terms.capacity());
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

    fn clear(&mut self, capacity: usize) {
        if self.stamps.len() < capacity {
            self.stamps.resize(capacity, 0);
        }
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    fn visit(&mut self, term: TermId) {
        let stamp = &mut self.stamps[term.index()];
        if *stamp != self.now {
            *stamp = self.now;
            self.stack.push(term);
        }
    }
}
