//! The control-flow graph of one function, as easy to walk backward as forward.
//!
//! An edge is named by the block that it leaves and its position in that block's terminator, so
//! that parallel edges (two switch cases with one target) stay apart. The graph is a snapshot: it
//! must be built again after the function's terminators have changed. Every query is a table
//! lookup.

use crate::ids::BlockId;
use crate::module::Function;
use std::fmt;

/// The `index`-th outgoing edge of block `from`, in the order of
/// [`crate::Terminator::edges`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId {
    pub from: BlockId,
    pub index: u32,
}

impl fmt::Display for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.from, self.index)
    }
}

impl fmt::Debug for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Debug)]
pub struct Cfg {
    /// Where each block's part of `succs` begins; one more entry than blocks.
    succ_start: Vec<u32>,
    succs: Vec<BlockId>,
    pred_start: Vec<u32>,
    preds: Vec<EdgeId>,
    rpo: Vec<BlockId>,
    /// The position in `rpo`, or `UNREACHABLE`.
    rpo_number: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// The graph of a function; empty for a declaration.
    pub fn new(func: &Function) -> Self {
        let lists: Vec<Vec<BlockId>> = func
            .blocks
            .iter()
            .map(|block| block.term.edges().into_iter().map(|edge| edge.block).collect())
            .collect();
        Cfg::from_successors(&lists)
    }

    /// The graph in which block `i` has the outgoing edges `lists[i]`; block 0 is the entry.
    pub fn from_successors(lists: &[Vec<BlockId>]) -> Self {
        let mut succ_start = Vec::with_capacity(lists.len() + 1);
        let mut succs = Vec::new();
        let mut pred_start = vec![0u32; lists.len() + 1];
        for list in lists {
            succ_start.push(succs.len() as u32);
            succs.extend_from_slice(list);
            for target in list {
                pred_start[target.index() + 1] += 1;
            }
        }
        succ_start.push(succs.len() as u32);
        for i in 0..lists.len() {
            pred_start[i + 1] += pred_start[i];
        }
        let mut preds = vec![EdgeId { from: BlockId(0), index: 0 }; succs.len()];
        let mut fill = pred_start.clone();
        for (from, list) in lists.iter().enumerate() {
            for (index, target) in list.iter().enumerate() {
                let slot = &mut fill[target.index()];
                preds[*slot as usize] = EdgeId { from: BlockId::new(from), index: index as u32 };
                *slot += 1;
            }
        }
        let mut cfg = Cfg {
            succ_start,
            succs,
            pred_start,
            preds,
            rpo: Vec::new(),
            rpo_number: vec![UNREACHABLE; lists.len()],
        };
        cfg.number_blocks();
        cfg
    }

    fn number_blocks(&mut self) {
        if self.is_empty() {
            return;
        }
        let mut seen = vec![false; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut stack = vec![(BlockId(0), 0usize)];
        seen[0] = true;
        while let Some((block, next)) = stack.last_mut() {
            let targets = self.successors(*block);
            match targets.get(*next) {
                Some(&target) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[target.index()], true) {
                        stack.push((target, 0));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        for (number, block) in order.iter().enumerate() {
            self.rpo_number[block.index()] = number as u32;
        }
        self.rpo = order;
    }

    /// How many blocks the function has, unreachable ones included.
    pub fn len(&self) -> usize {
        self.rpo_number.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rpo_number.is_empty()
    }

    /// The targets of the outgoing edges in their order; a block occurs once per edge.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        let range = self.succ_start[block.index()]..self.succ_start[block.index() + 1];
        &self.succs[range.start as usize..range.end as usize]
    }

    /// The incoming edges, ordered by the block that they leave and their index there.
    pub fn predecessors(&self, block: BlockId) -> &[EdgeId] {
        let range = self.pred_start[block.index()]..self.pred_start[block.index() + 1];
        &self.preds[range.start as usize..range.end as usize]
    }

    pub fn edge_target(&self, edge: EdgeId) -> BlockId {
        self.successors(edge.from)[edge.index as usize]
    }

    /// The outgoing edges of a block with their targets.
    pub fn edges_from(&self, block: BlockId) -> impl Iterator<Item = (EdgeId, BlockId)> + '_ {
        self.successors(block)
            .iter()
            .enumerate()
            .map(move |(index, &target)| (EdgeId { from: block, index: index as u32 }, target))
    }

    /// By block: a number of its cycle. Blocks lie on a common cycle if they have the same one.
    pub fn components(&self) -> Vec<u32> {
        let successors: Vec<Vec<u32>> = (0..self.len())
            .map(|block| self.successors(BlockId::new(block)).iter().map(|next| next.0).collect())
            .collect();
        let components = crate::scc::components(self.len(), |block| &successors[block as usize]);
        let mut number = vec![0; self.len()];
        for (position, component) in components.iter().enumerate() {
            component.iter().for_each(|&block| number[block as usize] = position as u32);
        }
        number
    }

    /// The blocks that some chain of edges from the entry leads to, each before its successors but
    /// for the edges that go back in loops.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.rpo
    }

    /// The position in [`Cfg::reverse_postorder`], if the block is reachable.
    pub fn rpo_number(&self, block: BlockId) -> Option<u32> {
        let number = self.rpo_number[block.index()];
        (number != UNREACHABLE).then_some(number)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rpo_number[block.index()] != UNREACHABLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::graph;

    fn edge(from: u32, index: u32) -> EdgeId {
        EdgeId { from: BlockId(from), index }
    }

    #[test]
    fn parallel_edges_stay_apart() {
        let cfg = graph(&[&[1, 1, 2], &[2], &[]]);
        assert_eq!(cfg.predecessors(BlockId(1)), &[edge(0, 0), edge(0, 1)]);
        assert_eq!(cfg.predecessors(BlockId(2)), &[edge(0, 2), edge(1, 0)]);
        assert_eq!(cfg.edge_target(edge(0, 2)), BlockId(2));
    }

    #[test]
    fn order_and_reachability() {
        let cfg = graph(&[&[2, 1], &[3], &[3, 0], &[], &[3]]);
        assert_eq!(cfg.reverse_postorder()[0], BlockId(0));
        assert_eq!(cfg.rpo_number(BlockId(3)), Some(3));
        assert!(!cfg.is_reachable(BlockId(4)));
        assert_eq!(cfg.rpo_number(BlockId(4)), None);
        assert_eq!(cfg.predecessors(BlockId(3)).len(), 3, "dead blocks are predecessors too");
    }

    #[test]
    fn a_declaration_has_an_empty_graph() {
        let cfg = Cfg::from_successors(&[]);
        assert!(cfg.is_empty() && cfg.reverse_postorder().is_empty());
    }
}
