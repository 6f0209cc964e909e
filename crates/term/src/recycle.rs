//! Recycling dead terms.
//!
//! The caller names the roots: whatever states, caches and backends still hold. What is not
//! reachable from them is removed from the table and its ids are used again; live terms keep theirs.
//! Symbols and bases are always live.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;

/// What a collection did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    pub live: usize,
    pub recycled: usize,
}

/// A set of term indices.
struct Marks(Vec<u64>);

impl Marks {
    /// True if it was not marked before.
    fn mark(&mut self, index: u32) -> bool {
        let (word, bit) = (&mut self.0[index as usize / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn has(&self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }
}

impl Terms {
    /// Recycles every term that is not reachable from `roots`. Ids that dead terms had may come back
    /// as other terms: nothing may hold on to them.
    pub fn collect(&mut self, roots: impl IntoIterator<Item = TermId>) -> Collection {
        let mut marks = Marks(vec![0; self.capacity().div_ceil(64)]);
        let mut stack: Vec<TermId> = self.permanent().collect();
        stack.extend(roots);
        while let Some(term) = stack.pop() {
            if marks.mark(term.raw()) {
                debug_assert!(self.op(term) != Op::Dead, "{term} is a root but was recycled");
                stack.extend(self.children(term).filter(|child| !marks.has(child.raw())));
            }
        }
        let before = self.live;
        self.sweep(&marks);
        Collection { live: self.live, recycled: before - self.live }
    }

    fn sweep(&mut self, marks: &Marks) {
        let (mut wide, mut tables) = (Vec::new(), Vec::new());
        let (nodes, index) = self.nodes_mut();
        index.retain(|index| marks.has(index));
        let live = index.len();
        while nodes.len() > 1 && !marks.has(nodes.len() as u32 - 1) {
            nodes.pop();
        }
        if nodes.capacity() > nodes.len() + nodes.len() / 2 + 64 {
            nodes.shrink_to(nodes.len() + nodes.len() / 8);
        }
        // Downwards, so that low ids are used first and the end of the arena can fall free.
        let mut free = 0;
        for index in (1..nodes.len() as u32).rev() {
            let node = &mut nodes[index as usize];
            if !marks.has(index) {
                *node = Node { a: free, ..Node::DEAD };
                free = index;
            } else if node.op == Op::WideConst {
                wide.push(node.a);
            } else if node.op == Op::Table {
                tables.push(node.a);
            }
        }
        self.free = free;
        self.live = live;
        wide.sort_unstable();
        tables.sort_unstable();
        self.wide.retain(|index| wide.binary_search(&index).is_ok());
        self.tables.retain(|index| tables.binary_search(&index).is_ok());
        self.free_symbols.retain(|term, _| marks.has_term(*term));
        self.blind.retain(|term| marks.has_term(term));
    }
}

impl Marks {
    fn has_term(&self, term: TermId) -> bool {
        self.has(term.raw())
    }
}
