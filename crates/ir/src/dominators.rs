//! Dominators, post-dominators and dominance frontiers.
//!
//! The trees are computed as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm";
//! afterwards `dominates` compares two intervals. Only blocks that are reachable from the entry
//! take part: a dead block neither dominates nor is dominated, not even by itself.

use crate::cfg::Cfg;
use crate::ids::BlockId;

const NONE: u32 = u32::MAX;

/// A tree over nodes `0..n`, some of which may be outside of it.
struct Tree {
    parent: Vec<u32>,
    /// Entry and exit times of a depth-first walk; a node is below another one if its interval lies
    /// inside the other's. `(NONE, 0)` for nodes outside.
    interval: Vec<(u32, u32)>,
    preorder: Vec<u32>,
    child_start: Vec<u32>,
    children: Vec<u32>,
}

impl Tree {
    /// The dominator tree of a graph with `size` nodes, whose nodes in reverse post-order are
    /// `order` (the first one is the root); `preds` lists predecessors.
    fn dominators(size: usize, order: &[u32], preds: impl Fn(u32, &mut Vec<u32>)) -> Self {
        let mut number = vec![NONE; size];
        for (i, &node) in order.iter().enumerate() {
            number[node as usize] = i as u32;
        }
        // Predecessor lists by order number, once, since the loop below reads them repeatedly.
        let mut pred_start = Vec::with_capacity(order.len() + 1);
        let mut pred_list = Vec::new();
        let mut scratch = Vec::new();
        for &node in order {
            pred_start.push(pred_list.len());
            scratch.clear();
            preds(node, &mut scratch);
            pred_list.extend(scratch.iter().map(|&p| number[p as usize]).filter(|&p| p != NONE));
        }
        pred_start.push(pred_list.len());

        let mut idom = vec![NONE; order.len()];
        if !order.is_empty() {
            idom[0] = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..order.len() {
                let mut new = NONE;
                for &pred in &pred_list[pred_start[node]..pred_start[node + 1]] {
                    if idom[pred as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE { pred } else { intersect(&idom, new, pred) };
                }
                if idom[node] != new {
                    idom[node] = new;
                    changed = true;
                }
            }
        }

        let mut parent = vec![NONE; size];
        for node in 1..order.len() {
            parent[order[node] as usize] = order[idom[node] as usize];
        }
        Tree::from_parents(parent, order)
    }

    fn from_parents(parent: Vec<u32>, order: &[u32]) -> Self {
        let size = parent.len();
        let mut child_start = vec![0u32; size + 1];
        for &node in order {
            if parent[node as usize] != NONE {
                child_start[parent[node as usize] as usize + 1] += 1;
            }
        }
        for i in 0..size {
            child_start[i + 1] += child_start[i];
        }
        let mut children = vec![0; child_start[size] as usize];
        let mut fill = child_start.clone();
        for &node in order {
            if parent[node as usize] != NONE {
                let slot = &mut fill[parent[node as usize] as usize];
                children[*slot as usize] = node;
                *slot += 1;
            }
        }
        let mut tree = Tree {
            parent,
            interval: vec![(NONE, 0); size],
            preorder: Vec::with_capacity(order.len()),
            child_start,
            children,
        };
        if let Some(&root) = order.first() {
            tree.number_nodes(root);
        }
        tree
    }

    fn number_nodes(&mut self, root: u32) {
        let mut time = 0;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            if *next == 0 {
                self.interval[node as usize].0 = time;
                self.preorder.push(node);
                time += 1;
            }
            match self.children(node).get(*next) {
                Some(&child) => {
                    *next += 1;
                    stack.push((child, 0));
                }
                None => {
                    self.interval[node as usize].1 = time;
                    stack.pop();
                }
            }
        }
    }

    fn children(&self, node: u32) -> &[u32] {
        let range = self.child_start[node as usize]..self.child_start[node as usize + 1];
        &self.children[range.start as usize..range.end as usize]
    }

    fn contains(&self, node: u32) -> bool {
        self.interval[node as usize].0 != NONE
    }

    fn is_ancestor(&self, above: u32, below: u32) -> bool {
        let (a, b) = (self.interval[above as usize], self.interval[below as usize]);
        b.0 != NONE && a.0 <= b.0 && b.1 <= a.1
    }
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

/// Block `a` dominates `b` if every path from the entry to `b` goes through `a`.
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Self {
        let order: Vec<u32> = cfg.reverse_postorder().iter().map(|b| b.0).collect();
        let tree = Tree::dominators(cfg.len(), &order, |node, out| {
            out.extend(cfg.predecessors(BlockId(node)).iter().map(|edge| edge.from.0));
        });
        Dominators { tree }
    }

    /// The closest strict dominator; none for the entry and for dead blocks.
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.parent[block.index()];
        (parent != NONE).then_some(BlockId(parent))
    }

    /// Reflexive on reachable blocks; false if one of the blocks is dead.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The blocks that `block` dominates immediately.
    pub fn children(&self, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        self.tree.children(block.0).iter().map(|&child| BlockId(child))
    }

    /// All reachable blocks, each after its dominators.
    pub fn preorder(&self) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        self.tree.preorder.iter().map(|&block| BlockId(block))
    }

    /// For each block the blocks where its dominance ends: those that it does not strictly dominate
    /// but with a predecessor that it dominates.
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<BlockId>> {
        let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for &block in cfg.reverse_postorder() {
            let preds = cfg.predecessors(block);
            if preds.len() < 2 && self.idom(block).is_some() {
                continue;
            }
            let stop = self.idom(block);
            for edge in preds {
                if !cfg.is_reachable(edge.from) {
                    continue;
                }
                let mut runner = Some(edge.from);
                while let Some(at) = runner
                    && runner != stop
                {
                    // Blocks are handled one at a time, so a repetition is always the last entry.
                    if frontiers[at.index()].last() == Some(&block) {
                        break;
                    }
                    frontiers[at.index()].push(block);
                    runner = self.idom(at);
                }
            }
        }
        frontiers
    }
}

/// Block `a` post-dominates `b` if every path from `b` to an end of the function goes through `a`.
///
/// Ends are all blocks without successors. Blocks that cannot reach an end (they run into an
/// infinite loop) have no post-dominators and are none.
pub struct PostDominators {
    tree: Tree,
    /// Stands for what comes after every end.
    exit: u32,
}

impl PostDominators {
    pub fn new(cfg: &Cfg) -> Self {
        let exit = cfg.len() as u32;
        let ends: Vec<BlockId> = cfg
            .reverse_postorder()
            .iter()
            .copied()
            .filter(|&block| cfg.successors(block).is_empty())
            .collect();
        let order = backward_order(cfg, exit, &ends);
        let tree = Tree::dominators(cfg.len() + 1, &order, |node, out| {
            if node == exit {
                return;
            }
            let succs = cfg.successors(BlockId(node));
            if succs.is_empty() {
                out.push(exit);
            }
            out.extend(succs.iter().map(|b| b.0));
        });
        PostDominators { tree, exit }
    }

    /// The closest strict post-dominator; none if that is the end of the function itself, and for
    /// blocks that are dead or cannot reach an end.
    pub fn ipdom(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.parent[block.index()];
        (parent != NONE && parent != self.exit).then_some(BlockId(parent))
    }

    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    pub fn reaches_end(&self, block: BlockId) -> bool {
        self.tree.contains(block.0)
    }
}

/// Reverse post-order of the reversed graph of reachable blocks, from the virtual `exit`.
fn backward_order(cfg: &Cfg, exit: u32, ends: &[BlockId]) -> Vec<u32> {
    let mut seen = vec![false; cfg.len()];
    let mut order = Vec::with_capacity(cfg.len() + 1);
    for &end in ends {
        seen[end.index()] = true;
        let mut stack = vec![(end, 0)];
        while let Some((block, next)) = stack.last_mut() {
            match cfg.predecessors(*block).get(*next) {
                Some(edge) => {
                    *next += 1;
                    let unseen = !seen[edge.from.index()] && cfg.is_reachable(edge.from);
                    if unseen {
                        seen[edge.from.index()] = true;
                        stack.push((edge.from, 0));
                    }
                }
                None => {
                    order.push(block.0);
                    stack.pop();
                }
            }
        }
    }
    order.push(exit);
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{graph, random_graph};
    use proptest::prelude::*;

    fn b(index: u32) -> BlockId {
        BlockId(index)
    }

    /// Which blocks a walk from `start` gets to when it may not enter `without`.
    fn reached(cfg: &Cfg, start: BlockId, without: Option<BlockId>) -> Vec<bool> {
        let mut seen = vec![false; cfg.len()];
        let mut stack = vec![start];
        while let Some(block) = stack.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(cfg.successors(block));
            }
        }
        seen
    }

    fn reaches_end(cfg: &Cfg, start: BlockId, without: Option<BlockId>) -> bool {
        let seen = reached(cfg, start, without);
        (0..cfg.len()).any(|i| seen[i] && cfg.successors(BlockId::new(i)).is_empty())
    }

    #[test]
    fn diamond_with_loop() {
        // 0 -> 1; 1 -> 2 | 3; 2, 3 -> 4; 4 -> 1 | 5
        let cfg = graph(&[&[1], &[2, 3], &[4], &[4], &[1, 5], &[]]);
        let dom = Dominators::new(&cfg);
        assert_eq!(dom.idom(b(0)), None);
        assert_eq!(dom.idom(b(4)), Some(b(1)));
        assert!(dom.dominates(b(1), b(5)) && dom.dominates(b(4), b(4)));
        assert!(!dom.dominates(b(2), b(4)) && !dom.strictly_dominates(b(4), b(4)));
        let frontiers = dom.frontiers(&cfg);
        assert_eq!(frontiers[2], [b(4)]);
        assert_eq!(frontiers[4], [b(1)]);
        assert_eq!(frontiers[1], [b(1)]);
        assert!(frontiers[0].is_empty());
        let post = PostDominators::new(&cfg);
        assert_eq!(post.ipdom(b(1)), Some(b(4)));
        assert_eq!(post.ipdom(b(5)), None);
        assert!(post.post_dominates(b(4), b(2)) && !post.post_dominates(b(2), b(1)));
    }

    #[test]
    fn an_endless_loop_has_no_post_dominators() {
        let cfg = graph(&[&[1, 2], &[1], &[]]);
        let post = PostDominators::new(&cfg);
        assert!(!post.reaches_end(b(1)) && post.reaches_end(b(0)));
        assert!(!post.post_dominates(b(1), b(1)));
        assert_eq!(post.ipdom(b(0)), Some(b(2)));
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(cfg in random_graph(12)) {
            let dom = Dominators::new(&cfg);
            let post = PostDominators::new(&cfg);
            let blocks: Vec<BlockId> = (0..cfg.len()).map(BlockId::new).collect();
            let live = reached(&cfg, b(0), None);
            for &a in &blocks {
                let around = reached(&cfg, b(0), Some(a));
                for &c in &blocks {
                    let both = live[a.index()] && live[c.index()];
                    prop_assert_eq!(dom.dominates(a, c), both && !around[c.index()]);
                    let through = !reaches_end(&cfg, c, Some(a)) && reaches_end(&cfg, c, None);
                    prop_assert_eq!(post.post_dominates(a, c), both && through);
                }
            }
            for &c in &blocks {
                let strict: Vec<_> =
                    blocks.iter().filter(|&&a| dom.strictly_dominates(a, c)).collect();
                match dom.idom(c) {
                    None => prop_assert!(strict.is_empty()),
                    Some(idom) => {
                        prop_assert!(strict.iter().all(|&&a| dom.dominates(a, idom)));
                    }
                }
            }
        }

        #[test]
        fn frontiers_agree_with_the_definition(cfg in random_graph(12)) {
            let dom = Dominators::new(&cfg);
            let frontiers = dom.frontiers(&cfg);
            for a in (0..cfg.len()).map(BlockId::new) {
                let mut expected: Vec<BlockId> = (0..cfg.len())
                    .map(BlockId::new)
                    .filter(|&c| {
                        !dom.strictly_dominates(a, c)
                            && cfg.predecessors(c).iter().any(|e| dom.dominates(a, e.from))
                    })
                    .collect();
                let mut found = frontiers[a.index()].clone();
                expected.sort();
                found.sort();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
