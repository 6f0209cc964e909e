//! What the analysis keeps of one function: its names and their values, which blocks and edges are reached, and
//! what is to be looked at again when a name changes.

use super::conditions::edge_of;
use super::evaluate::Scene;
use super::names::{Name, Named, Names, Restriction};
use super::places::Places;
use super::range::Range;
use super::reloads::reloads;
use crate::cfg::{Cfg, EdgeId};
use crate::ids::{BlockId, FuncId, InstId, Reg};
use crate::inst::{Edge, InstKind, Operand, Terminator};
use crate::module::{Function, Module};
use crate::small::signed;
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

pub(super) struct Body<'m> {
    pub module: &'m Module,
    pub func: &'m Function,
    pub cfg: Cfg,
    pub names: Names,
    /// By name.
    pub values: Vec<Range>,
    /// Control may come where no edge leads: nothing is known of it, and every block may be executed.
    pub is_opaque: bool,
    /// All blocks, those that edges lead to from the entry in reverse post-order, then the others.
    pub order: Vec<BlockId>,
    /// By block: its place in `order`.
    position: Vec<u32>,
    pub reached: Vec<bool>,
    /// By block: whether the edges of its terminator may be taken, in their order.
    pub taken: Vec<SmallVec<[bool; 2]>>,
    /// The loads that get what an operand is.
    pub reloads: FxHashMap<InstId, Operand>,
    /// By block: an edge leads to it from a block that does not come before it.
    pub is_head: Vec<bool>,
    /// By name: other blocks that read it, and blocks to which an edge leads that passes it.
    readers: Vec<SmallVec<[BlockId; 2]>>,
    /// Blocks to be looked at, by their place in `order`.
    pub pending: BTreeSet<u32>,
    /// By parameter of a head: how often its value has grown.
    pub growth: FxHashMap<Reg, u32>,
}

impl<'m> Body<'m> {
    pub fn new(module: &'m Module, id: FuncId, places: &Places, is_opaque: bool) -> Body<'m> {
        let func = module.func(id);
        let cfg = Cfg::new(func);
        let reloads = match is_opaque {
            true => FxHashMap::default(),
            false => reloads(module, id, &cfg, places),
        };
        let names = Names::new(func, &cfg, !is_opaque);
        let empty = |index: usize| {
            let reg = names.reg(Name(index as u32));
            Range::empty(func.reg_type(reg).bits(&module.target))
        };
        let values = (0..names.len()).map(empty).collect();
        let dead = func.block_ids().filter(|&block| !cfg.is_reachable(block));
        let order: Vec<BlockId> = cfg.reverse_postorder().iter().copied().chain(dead).collect();
        let mut position = vec![0; order.len()];
        for (place, block) in order.iter().enumerate() {
            position[block.index()] = place as u32;
        }
        let taken = func.blocks.iter();
        let taken = taken.map(|block| SmallVec::from_elem(false, block.term.edges().len()));
        let is_head = func.block_ids().map(|block| {
            let number = cfg.rpo_number(block);
            cfg.predecessors(block).iter().any(|edge| cfg.rpo_number(edge.from) >= number)
        });
        let mut body = Body {
            module,
            func,
            values,
            is_opaque,
            order,
            position,
            reloads,
            reached: vec![false; func.blocks.len()],
            taken: taken.collect(),
            is_head: is_head.collect(),
            readers: vec![SmallVec::new(); names.len()],
            pending: BTreeSet::new(),
            growth: FxHashMap::default(),
            names,
            cfg,
        };
        body.find_readers();
        body
    }

    pub fn scene(&self) -> Scene<'_> {
        Scene { module: self.module, func: self.func, names: &self.names, values: &self.values }
    }

    pub fn width(&self, reg: Reg) -> u32 {
        self.func.reg_type(reg).bits(&self.module.target)
    }

    pub fn edge(&self, edge: EdgeId) -> &'m Edge {
        edge_of(&self.func.block(edge.from).term, edge.index as usize)
    }

    pub fn is_taken(&self, edge: EdgeId) -> bool {
        self.taken[edge.from.index()][edge.index as usize]
    }

    pub fn push(&mut self, block: BlockId) {
        self.pending.insert(self.position[block.index()]);
    }

    pub fn push_readers(&mut self, name: Name) {
        let readers = self.readers[name.index()].iter();
        self.pending.extend(readers.map(|block| self.position[block.index()]));
    }

    fn find_readers(&mut self) {
        let func = self.func;
        let homes = self.homes();
        for number in 0..self.cfg.reverse_postorder().len() {
            let block = self.cfg.reverse_postorder()[number];
            for index in 0..self.names.of_block(block).len() {
                self.reads_restriction(&homes, self.names.of_block(block)[index], block);
            }
            for &inst in &func.block(block).insts {
                func.inst(inst).kind.for_each_operand(|operand| self.reads(&homes, operand, block));
                if let Some(held) = self.reloads.get(&inst).cloned() {
                    self.reads(&homes, &held, block);
                }
            }
            let term = &func.block(block).term;
            match term {
                Terminator::Branch { cond: read, .. } | Terminator::Switch { value: read, .. } => {
                    self.reads(&homes, read, block);
                }
                Terminator::Return { values } => {
                    values.iter().for_each(|value| self.reads(&homes, value, block));
                }
                _ => {}
            }
            for (index, edge) in term.edges().into_iter().enumerate() {
                let id = EdgeId { from: block, index: index as u32 };
                for index in 0..self.names.of_edge(id).len() {
                    self.reads_restriction(&[], self.names.of_edge(id)[index], edge.block);
                }
                for reg in edge.args.iter().filter_map(Operand::reg) {
                    let name = self.names.on_edge(id, reg);
                    self.add_reader(name, edge.block);
                }
            }
        }
    }

    /// By name: the block that computes it, after which that block needs no second look. The names of an edge are computed
    /// where it leads.
    fn homes(&self) -> Vec<BlockId> {
        let mut homes = vec![BlockId(0); self.names.len()];
        for block in self.func.block_ids() {
            let body = self.func.block(block);
            body.params.iter().for_each(|param| homes[param.index()] = block);
            for &inst in &body.insts {
                self.func.inst(inst).kind.for_each_def(|reg| homes[reg.index()] = block);
            }
            self.names.of_block(block).iter().for_each(|name| homes[name.index()] = block);
            for (edge, to) in self.cfg.edges_from(block) {
                self.names.of_edge(edge).iter().for_each(|name| homes[name.index()] = to);
            }
        }
        homes
    }

    fn reads(&mut self, homes: &[BlockId], operand: &Operand, block: BlockId) {
        if let Some(reg) = operand.reg() {
            let name = self.names.at(block, reg);
            if homes[name.index()] != block {
                self.add_reader(name, block);
            }
        }
    }

    /// For the names of an edge there are no homes: where it leads back to, what they are made from is computed after them.
    fn reads_restriction(&mut self, homes: &[BlockId], name: Name, block: BlockId) {
        let restricted = self.names.restricted(name);
        let base = restricted.base;
        let other = match &restricted.restriction {
            Restriction::Compares(_, Named::Name(other))
            | Restriction::Extends { to: other, .. }
            | Restriction::PlusIs(_, other) => Some(*other),
            _ => None,
        };
        for name in [Some(base), other].into_iter().flatten() {
            if homes.get(name.index()) != Some(&block) {
                self.add_reader(name, block);
            }
        }
    }

    fn add_reader(&mut self, name: Name, block: BlockId) {
        let readers = &mut self.readers[name.index()];
        // The readers of one name come in the order of blocks, so that this finds all that are equal but
        // for targets of edges.
        if readers.last() != Some(&block) {
            readers.push(block);
        }
    }
}

/// The numbers that a function compares with, and those beside them, for every width of a parameter.
pub(super) fn thresholds(func: &Function) -> FxHashMap<u32, Vec<u64>> {
    let mut numbers: Vec<i64> = vec![0];
    let mut add = |operand: &Operand| {
        if let Operand::Int { width, value } = operand {
            numbers.push(signed(*width, *value));
        }
    };
    for block in &func.blocks {
        for &inst in &block.insts {
            if let InstKind::Compare { a, b, .. } = &func.inst(inst).kind {
                add(a);
                add(b);
            }
        }
        if let Terminator::Switch { width: width @ ..=64, cases, .. } = &block.term {
            let (first, last) = (cases.first(), cases.last());
            for (case, _) in [first, last].into_iter().flatten() {
                add(&Operand::int(*width, case.low_u64()));
            }
        }
    }
    let mut by_width = FxHashMap::default();
    let params = func.blocks.iter().flat_map(|block| &block.params).chain(&func.params);
    for &param in params {
        let Type::Int(width @ ..=64) = func.reg_type(param) else { continue };
        by_width.entry(width).or_insert_with(|| {
            let near =
                numbers.iter().flat_map(|&number| [-1, 0, 1].map(|by| number.wrapping_add(by)));
            let mut near: Vec<u64> =
                near.map(|number| number as u64 & crate::small::mask(width)).collect();
            near.sort_unstable();
            near.dedup();
            near
        });
    }
    by_width
}
