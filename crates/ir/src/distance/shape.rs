//! The interprocedural control-flow graph in flat tables, to be walked backward.
//!
//! Blocks are numbered through the whole module, function by function. A node is a point: the
//! instructions and the terminator of a block have consecutive numbers. Edges inside of a block are
//! not stored; calls split a block into runs, whose edges all lead to the next node.

use super::Indirect;
use crate::callgraph::CallGraph;
use crate::cfg::EdgeId;
use crate::ids::{BlockId, FuncId, InstId};
use crate::inst::{EXCEPTION_HANDLING, InstKind, Terminator};
use crate::jumps::{jumps, returns_twice};
use crate::module::{Module, Point};
use std::collections::BTreeSet;
use std::ops::Range;

/// A call instruction.
pub struct Site {
    /// Numbered through the module.
    pub block: u32,
    pub index: u32,
    /// It can be over in one step, since it may lead to a function without a body.
    pub one_step: bool,
}

pub struct Shape {
    /// By function, and one more: its first block.
    first_block: Vec<u32>,
    /// By block, and one more: its first node.
    first_node: Vec<u32>,
    func_of: Vec<FuncId>,
    /// By block: the blocks whose terminators lead to it, once per edge that no exception takes.
    preds: Lists,
    /// By block: the blocks whose last instruction, a call, leads to it when it throws.
    throwers: Lists,
    pub sites: Vec<Site>,
    /// By block, and one more: its first site.
    first_site: Vec<u32>,
    /// By function: the sites that may call it and name it as a callee.
    callers: Lists,
    /// The sites that may call any function whose address is taken.
    pub calls_any: Vec<u32>,
    address_taken: Vec<bool>,
    /// The blocks that end in a return.
    pub returning: Vec<u32>,
    /// The nodes, as block and index, from which control may go to where no edge leads: to a landing pad
    /// or behind a `setjmp`, in any active function. None if the module has neither, or to rank.
    pub escapes: Vec<(u32, u32)>,
}

impl Shape {
    /// `closed` edges lead nowhere.
    pub fn new(
        module: &Module,
        graph: &CallGraph,
        indirect: Indirect<'_>,
        closed: &BTreeSet<(FuncId, EdgeId)>,
    ) -> Shape {
        let (mut first_block, mut first_node) = (vec![0], vec![0]);
        let (mut func_of, mut returning) = (Vec::new(), Vec::new());
        let mut nodes = 0;
        for id in module.func_ids() {
            for block in &module.func(id).blocks {
                if matches!(block.term, Terminator::Return { .. }) {
                    returning.push(func_of.len() as u32);
                }
                func_of.push(id);
                nodes += block.insts.len() as u32 + 1;
                first_node.push(nodes);
            }
            first_block.push(func_of.len() as u32);
        }
        let (mut edges, mut unwinding) = (Vec::new(), Vec::new());
        for (id, &base) in module.func_ids().zip(&first_block) {
            let func = module.func(id);
            for (from, block) in (base..).zip(&func.blocks) {
                if let Terminator::Invoke { normal, unwind } = &block.term {
                    edges.push((base + normal.block.0, from));
                    unwinding.push((base + unwind.block.0, from));
                    continue;
                }
                let is_open = |index: u32| {
                    let edge = EdgeId { from: BlockId(from - base), index };
                    closed.is_empty() || !closed.contains(&(id, edge))
                };
                let all = (0..).zip(block.term.edges());
                let open = all.filter(|&(index, _)| is_open(index));
                edges.extend(open.map(|(_, edge)| (base + edge.block.0, from)));
            }
        }
        let preds = Lists::new(func_of.len(), &edges);
        let throwers = Lists::new(func_of.len(), &unwinding);

        let address_taken: Vec<bool> =
            module.func_ids().map(|id| graph.is_address_taken(id)).collect();
        let declared = |id: FuncId| module.func(id).is_declaration();
        let mut pointed_to = module.func_ids().filter(|id| address_taken[id.index()]).peekable();
        let any_in_one_step = pointed_to.peek().is_none() || pointed_to.any(declared);
        let mut sites = Vec::with_capacity(graph.sites().len());
        let (mut calls, mut calls_any) = (Vec::new(), Vec::new());
        for (number, site) in (0..).zip(graph.sites()) {
            let block = first_block[site.at.func.index()] + site.at.block.0;
            let any = match indirect {
                Indirect::Typed => None,
                Indirect::AddressTaken { .. } if site.indirect => Some(any_in_one_step),
                Indirect::AddressTaken { unknown } => {
                    site.callees.iter().any(|callee| unknown.contains(callee)).then_some(true)
                }
            };
            let one_step = if let Some(one_step) = any {
                calls_any.push(number);
                one_step
            } else {
                calls.extend(site.callees.iter().map(|callee| (callee.0, number)));
                site.callees.is_empty() || site.callees.iter().any(|&callee| declared(callee))
            };
            sites.push(Site { block, index: site.at.index, one_step });
        }
        let callers = Lists::new(module.funcs.len(), &calls);
        let escapes = match indirect {
            Indirect::AddressTaken { unknown } if has_non_local_entries(module) => {
                escapes(module, &first_block, unknown, graph)
            }
            _ => Vec::new(),
        };
        let first_site = (0..=func_of.len() as u32)
            .map(|block| sites.partition_point(|site| site.block < block) as u32)
            .collect();
        Shape {
            first_block,
            first_node,
            func_of,
            preds,
            throwers,
            sites,
            first_site,
            callers,
            calls_any,
            address_taken,
            returning,
            escapes,
        }
    }

    pub fn node_count(&self) -> usize {
        self.first_node[self.func_of.len()] as usize
    }

    pub fn node(&self, block: u32, index: u32) -> usize {
        (self.first_node[block as usize] + index) as usize
    }

    pub fn terminator(&self, block: u32) -> u32 {
        self.first_node[block as usize + 1] - self.first_node[block as usize] - 1
    }

    /// The block of a point, numbered through the module, if the module has the point.
    pub fn block_of(&self, point: Point) -> Option<u32> {
        let func = point.func.index();
        let block = self.first_block.get(func)?.checked_add(point.block.0)?;
        let has = block < *self.first_block.get(func + 1)? && point.index <= self.terminator(block);
        has.then_some(block)
    }

    pub fn node_of(&self, point: Point) -> Option<usize> {
        Some(self.node(self.block_of(point)?, point.index))
    }

    pub fn preds(&self, block: u32) -> &[u32] {
        self.preds.of(block as usize)
    }

    /// The nodes, as block and index, of the calls whose exceptions arrive in the block.
    pub fn throwing_calls(&self, block: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let throwers = self.throwers.of(block as usize).iter();
        throwers.map(|&thrower| (thrower, self.terminator(thrower) - 1))
    }

    /// The function whose entry the block is.
    pub fn entered(&self, block: u32) -> Option<FuncId> {
        let func = self.func_of[block as usize];
        (self.first_block[func.index()] == block).then_some(func)
    }

    pub fn callers(&self, func: FuncId) -> &[u32] {
        self.callers.of(func.index())
    }

    pub fn is_address_taken(&self, func: FuncId) -> bool {
        self.address_taken[func.index()]
    }

    /// The last call in the block before `index`.
    pub fn call_before(&self, block: u32, index: u32) -> Option<u32> {
        let Range { start, end } =
            self.first_site[block as usize]..self.first_site[block as usize + 1];
        let sites = &self.sites[start as usize..end as usize];
        let before = sites.partition_point(|site| site.index < index) as u32;
        (before > 0).then(|| start + before - 1)
    }
}

fn is_exception_handling(kind: &InstKind) -> bool {
    match kind {
        InstKind::LandingPad { .. } => true,
        InstKind::Unsupported { what, .. } => what == EXCEPTION_HANDLING,
        _ => false,
    }
}

/// Whether code of the module can be entered other than by edges, calls and returns.
fn has_non_local_entries(module: &Module) -> bool {
    module.funcs.iter().any(|func| {
        returns_twice(&func.name) || func.insts.iter().any(|inst| is_exception_handling(&inst.kind))
    })
}

/// What may throw or jump: calls of `longjmp` and of functions whose code nobody knows (`__cxa_throw` is among
/// them), calls through pointers that may lead to one, and whatever passes an exception on.
fn escapes(
    module: &Module,
    first_block: &[u32],
    unknown: &[FuncId],
    graph: &CallGraph,
) -> Vec<(u32, u32)> {
    let escapes: Vec<bool> = module
        .func_ids()
        .map(|id| {
            let func = module.func(id);
            func.is_declaration() && jumps(&func.name) || unknown.contains(&id)
        })
        .collect();
    let through_pointer =
        module.func_ids().any(|id| escapes[id.index()] && graph.is_address_taken(id));
    let calls = graph.sites().iter().filter(|site| {
        site.indirect && through_pointer || site.callees.iter().any(|id| escapes[id.index()])
    });
    let at = |func: FuncId, block: u32| first_block[func.index()] + block;
    let mut found: Vec<(u32, u32)> =
        calls.map(|site| (at(site.at.func, site.at.block.0), site.at.index)).collect();
    for id in module.func_ids() {
        let func = module.func(id);
        for (block, body) in (0..).zip(&func.blocks) {
            let handling =
                |&(_, &inst): &(u32, &InstId)| is_exception_handling(&func.inst(inst).kind);
            let indices = (0..).zip(&body.insts).filter(handling).map(|(index, _)| index);
            found.extend(indices.map(|index| (at(id, block), index)));
            if matches!(body.term, Terminator::Resume { .. }) {
                found.push((at(id, block), body.insts.len() as u32));
            }
        }
    }
    found
}

/// A list of numbers for each of `0..n`, all in one vector.
struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Of pairs of a key and an item, which stay in order.
    fn new(keys: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut first = vec![0; keys + 1];
        for &(key, _) in pairs {
            first[key as usize + 1] += 1;
        }
        for key in 0..keys {
            first[key + 1] += first[key];
        }
        let mut next = first.clone();
        let mut items = vec![0; pairs.len()];
        for &(key, item) in pairs {
            items[next[key as usize] as usize] = item;
            next[key as usize] += 1;
        }
        Lists { first, items }
    }

    fn of(&self, key: usize) -> &[u32] {
        &self.items[self.first[key] as usize..self.first[key + 1] as usize]
    }
}
