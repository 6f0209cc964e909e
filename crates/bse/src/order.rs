//! An order of the blocks of a function in which loops are in one piece: a loop stands where its head does, everything in
//! it comes before what follows it, and every edge leads on but those back to heads. With the number of the round behind
//! each loop, it orders the copies of blocks that unwinding makes.

use dunlin_ir::cfg::Cfg;
use dunlin_ir::dominators::Dominators;
use dunlin_ir::loops::{LoopId, Loops};
use dunlin_ir::{BlockId, Function};
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Order {
    pub cfg: Cfg,
    loops: Loops,
    /// By block: its place among the blocks and loops of each loop around it, from outside to inside.
    places: Vec<Vec<u32>>,
    /// By block: the loops around it, from outside to inside.
    around: Vec<Vec<LoopId>>,
    irreducible: FxHashSet<BlockId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Unit {
    Block(BlockId),
    Loop(LoopId),
}

impl Order {
    pub fn new(func: &Function) -> Order {
        let cfg = Cfg::new(func);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let irreducible = loops.irreducible().iter().flat_map(|region| &region.blocks);
        let irreducible = irreducible.copied().collect();
        let around: Vec<Vec<LoopId>> = func
            .block_ids()
            .map(|block| {
                let mut around = Vec::new();
                let mut next = loops.innermost(block);
                while let Some(id) = next {
                    around.push(id);
                    next = loops.get(id).parent;
                }
                around.reverse();
                around
            })
            .collect();
        let places = vec![Vec::new(); around.len()];
        let mut order = Order { cfg, loops, places, around, irreducible };
        let all: Vec<BlockId> = order.cfg.reverse_postorder().to_vec();
        order.sort(0, None, &all);
        order
    }

    /// Gives places to the blocks of a loop that has so many loops around it.
    fn sort(&mut self, depth: usize, header: Option<BlockId>, blocks: &[BlockId]) {
        let members: FxHashSet<BlockId> = blocks.iter().copied().collect();
        let mut after: FxHashMap<Unit, Vec<Unit>> = FxHashMap::default();
        for &block in blocks {
            let from = self.unit(depth, block);
            let list = after.entry(from).or_default();
            for &to in self.cfg.successors(block) {
                let unit = self.unit(depth, to);
                if members.contains(&to) && Some(to) != header && unit != from {
                    list.push(unit);
                }
            }
        }
        // Depth first from the first block; what is done last comes first.
        let mut done: Vec<Unit> = Vec::new();
        let mut seen: FxHashSet<Unit> = FxHashSet::default();
        for &block in blocks {
            let root = self.unit(depth, block);
            if !seen.insert(root) {
                continue;
            }
            let mut walk = vec![(root, 0)];
            while let Some((unit, next)) = walk.last_mut() {
                match after.get(unit).and_then(|list| list.get(*next)) {
                    Some(&to) => {
                        *next += 1;
                        if seen.insert(to) {
                            walk.push((to, 0));
                        }
                    }
                    None => {
                        done.push(*unit);
                        walk.pop();
                    }
                }
            }
        }
        for (place, unit) in (0..).zip(done.into_iter().rev()) {
            match unit {
                Unit::Block(block) => self.places[block.index()].push(place),
                Unit::Loop(id) => {
                    let inner = self.loops.get(id);
                    let (header, blocks) = (inner.header, inner.blocks.clone());
                    for block in &blocks {
                        self.places[block.index()].push(place);
                    }
                    self.sort(depth + 1, Some(header), &blocks);
                }
            }
        }
    }

    fn unit(&self, depth: usize, block: BlockId) -> Unit {
        match self.around[block.index()].get(depth) {
            Some(&id) => Unit::Loop(id),
            None => Unit::Block(block),
        }
    }

    /// How many loops are around both blocks.
    pub fn common(&self, x: BlockId, y: BlockId) -> usize {
        let (x, y) = (&self.around[x.index()], &self.around[y.index()]);
        x.iter().zip(y).take_while(|(x, y)| x == y).count()
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> usize {
        self.around[block.index()].len()
    }

    /// Of an edge back to the head of a loop: how many loops are around that loop, itself included.
    pub fn goes_back(&self, from: BlockId, to: BlockId) -> Option<usize> {
        let depth = self.depth(to);
        let is_head = self.is_head(to);
        (is_head && self.common(from, to) == depth).then_some(depth)
    }

    pub fn is_head(&self, block: BlockId) -> bool {
        let innermost = self.around[block.index()].last();
        innermost.is_some_and(|&id| self.loops.get(id).header == block)
    }

    /// Whether an edge stays in the loop at a depth.
    pub fn stays(&self, from: BlockId, to: BlockId, depth: usize) -> bool {
        self.common(from, to) >= depth
    }

    /// Where a copy of a block stands among all copies of all blocks: `rounds` of the loops around it are over.
    pub fn key(&self, block: BlockId, rounds: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut key = Vec::new();
        let mut rounds = rounds.into_iter();
        for &place in &self.places[block.index()] {
            key.push(place);
            key.extend(rounds.next());
        }
        key
    }

    pub fn is_irreducible(&self, block: BlockId) -> bool {
        self.irreducible.contains(&block)
    }
}
