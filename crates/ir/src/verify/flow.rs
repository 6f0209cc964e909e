//! V11 to V14: the shape of a function, and that definitions dominate uses.
//!
//! Dominance is checked as its definition says, without dominators: a walk backward from a use must
//! meet the definition on every way, that is, never get to the entry past it. The verifier stays
//! independent of the analyses that rely on it; a walk covers the blocks where a register is live. What the
//! call of an invoke defines has no value where its unwind edge arrives: a walk must not get there either.

use super::{Checker, Invariant};
use crate::ids::{BlockId, InstId, Reg};
use crate::inst::{Edge, InstKind, Operand, Terminator};
use crate::module::Function;

/// Where a register gets its value: in `block` before instruction `index`. Parameters of functions
/// and blocks come before the first instruction.
#[derive(Clone, Copy)]
struct Definition {
    block: BlockId,
    index: usize,
}

struct Use {
    reg: Reg,
    block: BlockId,
    /// Position of the reader in the block; the terminator comes after all instructions.
    index: usize,
}

impl Checker<'_> {
    pub(super) fn check_flow(&mut self, func: &Function) {
        self.block = None;
        self.entry(func);
        let once = self.insts_in_one_block(func);
        let definitions = self.definitions(func);
        // With an instruction in two places, "the" definition means nothing.
        if once && let Some(definitions) = definitions {
            self.dominance(func, &definitions);
        }
    }

    fn entry(&mut self, func: &Function) {
        let Some(entry) = func.blocks.first() else { return };
        self.require(entry.params.is_empty(), Invariant::Entry, || {
            "the entry block has parameters".into()
        });
        for (i, block) in func.blocks.iter().enumerate() {
            let jumps = block.term.edges().iter().any(|edge| edge.block.0 == 0);
            self.require(!jumps, Invariant::Entry, || {
                format!("{} jumps to the entry block", BlockId::new(i))
            });
        }
    }

    fn insts_in_one_block(&mut self, func: &Function) -> bool {
        let mut times = vec![0u32; func.insts.len()];
        for id in func.blocks.iter().flat_map(|block| &block.insts) {
            times[id.index()] += 1;
        }
        let mut once = true;
        for (i, &times) in times.iter().enumerate().filter(|&(_, &times)| times != 1) {
            once &= times == 0;
            self.inst = Some(InstId::new(i));
            self.report(Invariant::InstInOneBlock, format!("it is in {times} places"));
        }
        self.inst = None;
        once
    }

    /// Where each register is defined, if each is exactly once.
    fn definitions(&mut self, func: &Function) -> Option<Vec<Definition>> {
        let mut found: Vec<Vec<Definition>> = vec![Vec::new(); func.regs.len()];
        let start = Definition { block: BlockId(0), index: 0 };
        func.params.iter().for_each(|reg| found[reg.index()].push(start));
        for (i, block) in func.blocks.iter().enumerate() {
            let id = BlockId::new(i);
            for reg in &block.params {
                found[reg.index()].push(Definition { block: id, index: 0 });
            }
            for (index, &inst) in block.insts.iter().enumerate() {
                let definition = Definition { block: id, index: index + 1 };
                func.inst(inst).kind.for_each_def(|reg| found[reg.index()].push(definition));
            }
        }
        let mut definitions = Vec::with_capacity(found.len());
        for (i, places) in found.iter().enumerate() {
            match places[..] {
                [definition] => definitions.push(definition),
                _ => self.report(
                    Invariant::DefinedOnce,
                    format!("{} is defined {} times", Reg::new(i), places.len()),
                ),
            }
        }
        (definitions.len() == found.len()).then_some(definitions)
    }

    fn dominance(&mut self, func: &Function, definitions: &[Definition]) {
        if func.is_declaration() {
            return;
        }
        let graph = Graph::new(func);
        let mut uses = uses(func, &graph.reachable);
        uses.sort_by_key(|u| u.reg);
        let mut walk = Walk { stamps: vec![0; func.blocks.len()], stamp: 0, todo: Vec::new() };
        for uses in uses.chunk_by(|a, b| a.reg == b.reg) {
            let definition = definitions[uses[0].reg.index()];
            let unwind = unwind_edge(func, definition);
            for u in uses {
                if u.block == definition.block {
                    if u.index < definition.index {
                        self.undominated(func, u);
                    }
                    let passed = unwind.is_some_and(|edge| edge.args.contains(&u.reg.into()));
                    if passed && u.index == func.block(u.block).insts.len() {
                        self.undominated(func, u);
                    }
                } else if walk.escapes(&graph, definition.block, unwind, u.block) {
                    self.undominated(func, u);
                }
            }
            walk.finish_register();
        }
    }

    fn undominated(&mut self, func: &Function, u: &Use) {
        self.block = Some(u.block);
        self.inst = func.block(u.block).insts.get(u.index).copied();
        self.in_terminator = self.inst.is_none();
        let message = format!("{} is used where it may have no value yet", u.reg);
        self.report(Invariant::Dominance, message);
        self.block = None;
        self.inst = None;
        self.in_terminator = false;
    }
}

/// The edge on which what is defined there has no value.
fn unwind_edge(func: &Function, definition: Definition) -> Option<&Edge> {
    let block = func.block(definition.block);
    let last = block.insts.last().filter(|_| definition.index == block.insts.len())?;
    match (&block.term, &func.inst(*last).kind) {
        (Terminator::Invoke { unwind, .. }, InstKind::Call(_)) => Some(unwind),
        _ => None,
    }
}

/// Uses in blocks that can be reached.
fn uses(func: &Function, reachable: &[bool]) -> Vec<Use> {
    let mut uses = Vec::new();
    for block in func.block_ids().filter(|block| reachable[block.index()]) {
        let mut index = 0;
        let mut note = |index, operand: &Operand| {
            if let Operand::Reg(reg) = *operand {
                uses.push(Use { reg, block, index });
            }
        };
        for &inst in &func.block(block).insts {
            func.inst(inst).kind.for_each_operand(|operand| note(index, operand));
            index += 1;
        }
        func.block(block).term.for_each_operand(|operand| note(index, operand));
    }
    uses
}

struct Graph {
    predecessors: Vec<Vec<BlockId>>,
    reachable: Vec<bool>,
}

impl Graph {
    fn new(func: &Function) -> Self {
        let mut reachable = vec![false; func.blocks.len()];
        let mut predecessors = vec![Vec::new(); func.blocks.len()];
        reachable[0] = true;
        let mut todo = vec![BlockId(0)];
        while let Some(block) = todo.pop() {
            for edge in func.block(block).term.edges() {
                predecessors[edge.block.index()].push(block);
                if !std::mem::replace(&mut reachable[edge.block.index()], true) {
                    todo.push(edge.block);
                }
            }
        }
        Graph { predecessors, reachable }
    }
}

/// Walks backward, for one register at a time; a block that was visited for a register is not
/// visited for it again.
struct Walk {
    /// The last register, by a running number, for which a block was visited.
    stamps: Vec<u32>,
    stamp: u32,
    todo: Vec<BlockId>,
}

impl Walk {
    fn finish_register(&mut self) {
        self.stamp += 1;
    }

    /// Whether a way from the entry to the beginning of `from` avoids `definition`, or leaves it on the
    /// edge `unwind`. Blocks visited before for the same register were found not to, or were reported.
    fn escapes(
        &mut self,
        graph: &Graph,
        definition: BlockId,
        unwind: Option<&Edge>,
        from: BlockId,
    ) -> bool {
        let mut escapes = false;
        self.todo.push(from);
        while let Some(block) = self.todo.pop() {
            let visited = std::mem::replace(&mut self.stamps[block.index()], self.stamp + 1);
            if block == definition || visited == self.stamp + 1 {
                continue;
            }
            escapes |= block.0 == 0 || unwind.is_some_and(|edge| edge.block == block);
            self.todo.extend(&graph.predecessors[block.index()]);
        }
        escapes
    }
}
