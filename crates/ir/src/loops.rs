//! Natural loops, their nesting and their exits, and what is cyclic but no natural loop.
//!
//! A natural loop is given by its header: a block that dominates the source of an edge to itself.
//! Back edges to one header make one loop. A cycle that can be entered at several places is no
//! natural loop; such irreducible regions are reported beside the loops. Dead blocks are in none.

use crate::cfg::{Cfg, EdgeId};
use crate::dominators::Dominators;
use crate::ids::BlockId;
use crate::scc;
use std::fmt;

/// A loop of one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub u32);

impl LoopId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for LoopId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loop{}", self.0)
    }
}

impl fmt::Debug for LoopId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The edges back to the header.
    pub back_edges: Vec<EdgeId>,
    /// All blocks, those of inner loops included, in reverse post-order; the header is the first.
    pub blocks: Vec<BlockId>,
    /// The edges that leave the loop, in the order of `blocks`.
    pub exits: Vec<EdgeId>,
    /// The loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    /// The blocks that jump back to the header, each once.
    pub fn latches(&self) -> Vec<BlockId> {
        let mut latches: Vec<BlockId> = self.back_edges.iter().map(|edge| edge.from).collect();
        latches.dedup();
        latches
    }
}

/// A cycle with several entries.
#[derive(Debug)]
pub struct IrreducibleRegion {
    /// In reverse post-order.
    pub blocks: Vec<BlockId>,
    /// Those of `blocks` that have a predecessor outside.
    pub entries: Vec<BlockId>,
}

pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    irreducible: Vec<IrreducibleRegion>,
}

impl Loops {
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut found = Loops {
            loops: Vec::new(),
            innermost: vec![None; cfg.len()],
            irreducible: irreducible_regions(cfg, dominators),
        };
        // Headers of outer loops come first in reverse post-order. Going backward, a walk through
        // an outer loop meets finished inner loops and skips them as a whole.
        for &header in cfg.reverse_postorder().iter().rev() {
            let back_edges: Vec<EdgeId> = cfg
                .predecessors(header)
                .iter()
                .copied()
                .filter(|edge| dominators.dominates(header, edge.from))
                .collect();
            if !back_edges.is_empty() {
                found.collect_body(cfg, header, back_edges);
            }
        }
        found.number_outer_first();
        found.fill_blocks(cfg);
        found
    }

    fn collect_body(&mut self, cfg: &Cfg, header: BlockId, back_edges: Vec<EdgeId>) {
        let this = LoopId(self.loops.len() as u32);
        let mut work: Vec<BlockId> = back_edges.iter().map(|edge| edge.from).collect();
        self.loops.push(Loop {
            header,
            back_edges,
            blocks: Vec::new(),
            exits: Vec::new(),
            parent: None,
            depth: 0,
        });
        self.innermost[header.index()] = Some(this);
        while let Some(block) = work.pop() {
            let entered = match self.innermost[block.index()] {
                None => {
                    self.innermost[block.index()] = Some(this);
                    block
                }
                Some(inner) => {
                    let mut outermost = inner;
                    while let Some(parent) = self.loops[outermost.index()].parent {
                        outermost = parent;
                    }
                    if outermost == this {
                        continue;
                    }
                    self.loops[outermost.index()].parent = Some(this);
                    self.loops[outermost.index()].header
                }
            };
            let preds = cfg.predecessors(entered).iter().map(|edge| edge.from);
            work.extend(preds.filter(|&pred| cfg.is_reachable(pred)));
        }
    }

    /// Loops were found inner first; people and passes want the order of the program.
    fn number_outer_first(&mut self) {
        self.loops.reverse();
        let last = self.loops.len().wrapping_sub(1) as u32;
        let renumber = |id: &mut Option<LoopId>| {
            if let Some(LoopId(number)) = id {
                *number = last - *number;
            }
        };
        self.innermost.iter_mut().for_each(renumber);
        for i in 0..self.loops.len() {
            renumber(&mut self.loops[i].parent);
            let parent = self.loops[i].parent;
            self.loops[i].depth = 1 + parent.map_or(0, |p| self.loops[p.index()].depth);
        }
    }

    fn fill_blocks(&mut self, cfg: &Cfg) {
        for &block in cfg.reverse_postorder() {
            let mut around = self.innermost[block.index()];
            while let Some(id) = around {
                self.loops[id.index()].blocks.push(block);
                for (edge, target) in cfg.edges_from(block) {
                    if !self.contains(id, target) {
                        self.loops[id.index()].exits.push(edge);
                    }
                }
                around = self.loops[id.index()].parent;
            }
        }
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    /// All loops, outer ones before inner ones.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (LoopId, &Loop)> {
        self.loops.iter().enumerate().map(|(i, found)| (LoopId(i as u32), found))
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.get(id).depth)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let depth = self.get(id).depth;
        let mut around = self.innermost(block);
        while let Some(at) = around {
            if at == id {
                return true;
            }
            if self.get(at).depth <= depth {
                return false;
            }
            around = self.get(at).parent;
        }
        false
    }

    pub fn irreducible(&self) -> &[IrreducibleRegion] {
        &self.irreducible
    }
}

/// A graph is reducible if nothing cyclic remains without the edges to dominators.
fn irreducible_regions(cfg: &Cfg, dominators: &Dominators) -> Vec<IrreducibleRegion> {
    let forward: Vec<Vec<u32>> = (0..cfg.len())
        .map(BlockId::new)
        .map(|block| {
            let targets = cfg.successors(block).iter().copied();
            targets
                .filter(|&t| cfg.is_reachable(block) && !dominators.dominates(t, block))
                .map(|t| t.0)
                .collect()
        })
        .collect();
    let mut regions: Vec<IrreducibleRegion> =
        scc::components(cfg.len(), |block| forward[block as usize].as_slice())
            .into_iter()
            .filter(|component| component.len() > 1)
            .map(|component| region(cfg, component))
            .collect();
    regions.sort_by_key(|region| cfg.rpo_number(region.blocks[0]));
    regions
}

fn region(cfg: &Cfg, component: Vec<u32>) -> IrreducibleRegion {
    let mut blocks: Vec<BlockId> = component.into_iter().map(BlockId).collect();
    let from_outside =
        |edge: &EdgeId| cfg.is_reachable(edge.from) && blocks.binary_search(&edge.from).is_err();
    let mut entries: Vec<BlockId> = blocks
        .iter()
        .copied()
        .filter(|&block| cfg.predecessors(block).iter().any(from_outside))
        .collect();
    blocks.sort_by_key(|&block| cfg.rpo_number(block));
    entries.sort_by_key(|&block| cfg.rpo_number(block));
    IrreducibleRegion { blocks, entries }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{graph, random_graph};
    use proptest::prelude::*;

    fn loops_of(cfg: &Cfg) -> Loops {
        Loops::new(cfg, &Dominators::new(cfg))
    }

    fn blocks(list: &[u32]) -> Vec<BlockId> {
        list.iter().copied().map(BlockId).collect()
    }

    #[test]
    fn nested_loops_and_their_exits() {
        // 1: outer header; 2: inner header, 3: inner body that may break out of both; 4: outer latch
        let cfg = graph(&[&[1], &[2, 5], &[3, 4], &[2, 5], &[1], &[]]);
        let loops = loops_of(&cfg);
        let all: Vec<&Loop> = loops.iter().map(|(_, found)| found).collect();
        assert_eq!(all.len(), 2);
        let (outer, inner) = (all[0], all[1]);
        assert_eq!((outer.header, inner.header), (BlockId(1), BlockId(2)));
        assert_eq!((outer.depth, inner.depth), (1, 2));
        assert_eq!(inner.parent, Some(LoopId(0)));
        let mut found = outer.blocks.clone();
        found.sort();
        assert_eq!(found, blocks(&[1, 2, 3, 4]));
        assert_eq!(inner.blocks, blocks(&[2, 3]));
        assert_eq!(inner.latches(), blocks(&[3]));
        let edge = |from, index| EdgeId { from: BlockId(from), index };
        assert_eq!(inner.exits, [edge(2, 1), edge(3, 1)]);
        let mut exits = outer.exits.clone();
        exits.sort();
        assert_eq!(exits, [edge(1, 1), edge(3, 1)]);
        assert_eq!(loops.innermost(BlockId(5)), None);
        assert_eq!(loops.depth(BlockId(3)), 2);
        assert!(loops.irreducible().is_empty());
    }

    #[test]
    fn two_entries_make_a_region_instead_of_a_loop() {
        let cfg = graph(&[&[1, 2], &[2], &[1, 3], &[3, 4], &[]]);
        let loops = loops_of(&cfg);
        assert_eq!(loops.iter().len(), 1);
        assert_eq!(loops.get(LoopId(0)).blocks, blocks(&[3]));
        let mut entries = loops.irreducible()[0].entries.clone();
        entries.sort();
        assert_eq!(entries, blocks(&[1, 2]));
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(cfg in random_graph(10)) {
            let dominators = Dominators::new(&cfg);
            let loops = loops_of(&cfg);
            for header in (0..cfg.len()).map(BlockId::new) {
                // The body: what reaches a latch without going through the header.
                let mut body = vec![false; cfg.len()];
                let latches: Vec<BlockId> = cfg
                    .predecessors(header)
                    .iter()
                    .map(|edge| edge.from)
                    .filter(|&from| dominators.dominates(header, from))
                    .collect();
                let found = loops.iter().find(|(_, found)| found.header == header);
                prop_assert_eq!(found.is_some(), !latches.is_empty());
                let Some((id, found)) = found else { continue };
                body[header.index()] = true;
                let mut work = latches;
                while let Some(block) = work.pop() {
                    if !std::mem::replace(&mut body[block.index()], true) {
                        let preds = cfg.predecessors(block).iter().map(|edge| edge.from);
                        work.extend(preds.filter(|&pred| cfg.is_reachable(pred)));
                    }
                }
                for block in (0..cfg.len()).map(BlockId::new) {
                    prop_assert_eq!(loops.contains(id, block), body[block.index()]);
                    prop_assert_eq!(found.blocks.contains(&block), body[block.index()]);
                }
                for &edge in &found.exits {
                    prop_assert!(body[edge.from.index()]);
                    prop_assert!(!body[cfg.edge_target(edge).index()]);
                }
            }
        }
    }
}
