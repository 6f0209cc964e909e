//! The fixpoint over the whole program.
//!
//! Up: from the roots on, values grow until nothing changes; what can grow in a circle (parameters of blocks that are
//! jumped back to, of functions, results, cells) is widened. Down: everything is computed once more from
//! what is known, a few times. Each of these results is right by itself, since it was computed from what was
//! right, so that the order does not matter and the last one need not be a fixpoint.
//!
//! A block is looked at when it is reached, and again when something changes that it reads. Functions are taken in the
//! order of the call graph, callers first. Nothing here recurses.

use super::body::Body;
use super::places::{CellId, Places};
use super::range::Range;
use super::summary::{Content, Direction, Summary};
use crate::callgraph::CallGraph;
use crate::ids::{BlockId, FuncId, InstId};
use crate::inst::{Callee, EXCEPTION_HANDLING, InstKind, Operand, Terminator};
use crate::jumps::{calls_setjmp, returns_twice};
use crate::module::{Function, Module};
use std::collections::BTreeSet;

/// How often everything is computed on the way down.
const SWEEPS: usize = 3;
/// How many instructions are looked at for each one of the program before widening is hurried, and before nothing
/// is known.
const PATIENCE: u64 = 40;
const MOST_PATIENCE: u64 = 160;
/// What a program counts as at least.
const LEAST_SIZE: u64 = 1000;

pub(super) struct Solver<'m> {
    pub(super) module: &'m Module,
    /// Of the functions that are called; the one that is being looked at is taken out.
    pub bodies: Vec<Option<Box<Body<'m>>>>,
    pub(super) summaries: Vec<Summary>,
    pub places: Places,
    pub contents: Vec<Content>,
    pub(super) direction: Direction,
    /// Defined functions that may be called by their address.
    pub(super) by_address: Vec<FuncId>,
    pub(super) address_is_called: bool,
    address_is_called_next: bool,
    graph: CallGraph,
    /// By function: its place in the order.
    rank: Vec<u32>,
    queue: BTreeSet<(u32, FuncId)>,
    /// Blocks to be looked at again, until they are in the lists of their functions.
    pub(super) again: Vec<(FuncId, BlockId)>,
    roots: Vec<FuncId>,
    work: u64,
    /// Variables became symbolic.
    pub globals_are_forgotten: bool,
}

impl<'m> Solver<'m> {
    pub fn new(module: &'m Module, start: FuncId, globals_are_known: bool) -> Solver<'m> {
        let graph = CallGraph::new(module);
        let mut rank = vec![0; module.funcs.len()];
        for (number, component) in graph.components().iter().rev().enumerate() {
            component.iter().for_each(|func| rank[func.index()] = number as u32);
        }
        let places = Places::of(module);
        let contents = places.cells.iter();
        let contents = contents.map(|cell| Content::new(module, cell, globals_are_known));
        let defined = |id: &FuncId| !module.func(*id).is_declaration();
        let by_address = module.func_ids().filter(|&id| graph.is_address_taken(id));
        let structors = module.constructors.iter().chain(&module.destructors);
        Solver {
            module,
            bodies: module.funcs.iter().map(|_| None).collect(),
            summaries: module.funcs.iter().map(|func| Summary::new(module, func)).collect(),
            contents: contents.collect(),
            places,
            direction: Direction::Up,
            by_address: by_address.filter(defined).collect(),
            address_is_called: false,
            address_is_called_next: false,
            rank,
            graph,
            queue: BTreeSet::new(),
            again: Vec::new(),
            roots: [start].iter().chain(structors).copied().filter(defined).collect(),
            work: 0,
            globals_are_forgotten: false,
        }
    }

    /// Whether it came to an end within its limits; what is known otherwise counts for nothing.
    pub fn solve(&mut self) -> bool {
        let total = LEAST_SIZE + self.module.funcs.iter().map(size).sum::<u64>();
        for root in self.roots.clone() {
            self.call_with_anything(root);
        }
        self.distribute(None);
        while let Some((_, id)) = self.queue.pop_first() {
            let mut body = match self.bodies[id.index()].take() {
                Some(body) => body,
                None => self.new_body(id),
            };
            while let Some(number) = body.pending.pop_first() {
                let block = body.order[number as usize];
                self.work += 1 + body.func.block(block).insts.len() as u64;
                self.visit(id, &mut body, block);
                self.distribute(Some((id, &mut body)));
                if self.work > total * PATIENCE {
                    self.direction = Direction::Hurry;
                }
                if self.work > total * MOST_PATIENCE {
                    return false;
                }
            }
            self.bodies[id.index()] = Some(body);
        }
        self.direction = Direction::Down;
        for _ in 0..SWEEPS {
            self.sweep();
        }
        true
    }

    fn new_body(&mut self, id: FuncId) -> Box<Body<'m>> {
        let func = self.module.func(id);
        let mut body = Body::new(self.module, id, &self.places, self.is_opaque(func));
        match body.is_opaque {
            true => func.block_ids().for_each(|block| body.push(block)),
            false => body.push(BlockId(0)),
        }
        for &block in body.cfg.reverse_postorder() {
            for inst in &func.block(block).insts {
                if let Some(cell) = self.places.accesses[id.index()].get(inst)
                    && let InstKind::Load { .. } = func.inst(*inst).kind
                {
                    self.contents[cell.index()].readers.push((id, block));
                }
            }
        }
        Box::new(body)
    }

    /// Whether control may come into a block of the function where no edge leads.
    fn is_opaque(&self, func: &Function) -> bool {
        let by_address = || {
            let is_taken = |id: FuncId| {
                self.graph.is_address_taken(id) && returns_twice(&self.module.func(id).name)
            };
            self.module.func_ids().any(is_taken)
        };
        let calls_pointer = func.insts.iter().any(|inst| match &inst.kind {
            InstKind::Call(call) => {
                matches!(&call.callee, Callee::Indirect(callee) if !matches!(callee, Operand::Func(_)))
            }
            _ => false,
        });
        calls_setjmp(self.module, func) || has_unknown_edges(func) || calls_pointer && by_address()
    }

    /// Puts blocks that are to be looked at again into the lists of their functions, of which one may be at hand.
    fn distribute(&mut self, mut at_hand: Option<(FuncId, &mut Body<'m>)>) {
        while let Some((id, block)) = self.again.pop() {
            match &mut at_hand {
                Some((other, body)) if *other == id => body.push(block),
                _ => {
                    // A function without a body begins when its turn comes.
                    if let Some(body) = &mut self.bodies[id.index()] {
                        body.push(block);
                    }
                    self.queue.insert((self.rank[id.index()], id));
                }
            }
        }
    }

    fn sweep(&mut self) {
        self.address_is_called_next = false;
        for root in self.roots.clone() {
            self.call_with_anything(root);
        }
        let mut order: Vec<FuncId> =
            self.module.func_ids().filter(|id| self.bodies[id.index()].is_some()).collect();
        order.sort_by_key(|id| self.rank[id.index()]);
        for &id in &order {
            // All callers have come already.
            let is_complete = self.is_called_directly_and_before(id);
            if is_complete {
                self.summaries[id.index()].settle_calls();
            }
            let mut body = self.bodies[id.index()].take().expect("those that have one");
            for number in 0..body.order.len() {
                let block = body.order[number];
                self.visit(id, &mut body, block);
            }
            self.bodies[id.index()] = Some(body);
        }
        if self.address_is_called_next {
            for id in self.by_address.clone() {
                self.call_with_anything(id);
            }
        }
        for id in order {
            if !self.is_called_directly_and_before(id) {
                self.summaries[id.index()].settle_calls();
            }
            self.summaries[id.index()].settle_returns();
        }
        self.contents.iter_mut().for_each(Content::settle);
        self.again.clear();
    }

    /// Whether all calls of a function are in functions before it in the order.
    fn is_called_directly_and_before(&self, id: FuncId) -> bool {
        !self.graph.is_address_taken(id)
            && !self.graph.is_recursive(id)
            && !self.roots.contains(&id)
    }

    /// It may be called with whatever arguments.
    pub(super) fn call_with_anything(&mut self, id: FuncId) {
        let summary = &mut self.summaries[id.index()];
        let full: Vec<Range> =
            summary.params.iter().map(|param| Range::full(param.value.width())).collect();
        if summary.call(self.direction, full.into_iter()) {
            self.again.push((id, BlockId(0)));
        }
    }

    /// Every function whose address is known may be called with whatever arguments.
    pub(super) fn call_by_address(&mut self) {
        if self.direction == Direction::Down {
            self.address_is_called_next = true;
            return;
        }
        if !std::mem::replace(&mut self.address_is_called, true) {
            for id in self.by_address.clone() {
                self.call_with_anything(id);
            }
        }
    }

    /// The variables of the program hold whatever somebody has put there.
    pub(super) fn forget_globals(&mut self) {
        self.globals_are_forgotten = true;
        for cell in 0..self.contents.len() {
            let full = Range::full(self.places.cells[cell].width);
            self.store(CellId(cell as u32), full);
        }
    }

    pub(super) fn store(&mut self, cell: CellId, range: Range) {
        let content = &mut self.contents[cell.index()];
        if content.add(self.direction, range) {
            self.again.extend_from_slice(&content.readers);
        }
    }
}

/// Whether a function jumps in a way that the front end cannot express: handlers of exceptions, assembly with labels.
fn has_unknown_edges(func: &Function) -> bool {
    let what = |inst: &InstId| match &func.inst(*inst).kind {
        InstKind::Unsupported { what, .. } => Some(what.as_str()),
        _ => None,
    };
    func.blocks.iter().any(|block| {
        block.insts.iter().any(|inst| what(inst) == Some(EXCEPTION_HANDLING))
            || block.term == Terminator::Unreachable
                && block.insts.last().is_some_and(|inst| what(inst).is_some())
    })
}

fn size(func: &Function) -> u64 {
    (func.insts.len() + func.blocks.len()) as u64
}
