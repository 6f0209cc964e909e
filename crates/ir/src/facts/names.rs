//! Registers under the conditions that they are used under.
//!
//! A register has one value in SSA form, but of that value more is known where a branch has tested it.
//! So every register has a *name* of its own, and gets another one where a test says something of
//! it: in the blocks that an edge dominates, or for the arguments that an edge passes. This is the extended
//! SSA form of Bodík, Gupta and Sarkar ("ABCD: Eliminating Array Bounds Checks on Demand"), beside the
//! function instead of in it. What holds of a name holds of its register wherever that has this name.

use super::conditions::{Definitions, Said, edge_of, said_on_edges};
use crate::cfg::{Cfg, EdgeId};
use crate::dominators::Dominators;
use crate::ids::{BlockId, Reg};
use crate::inst::{CmpOp, Operand};
use crate::module::Function;
use rustc_hash::FxHashMap;

/// A register, or a register where something was said of it. The first ones are the registers
/// themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Name(pub u32);

impl Name {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Reg> for Name {
    fn from(reg: Reg) -> Name {
        Name(reg.0)
    }
}

/// An operand whose register is a name.
#[derive(Clone, Debug)]
pub(super) enum Named {
    Name(Name),
    Constant(Operand),
}

/// As [`Said`], of names.
#[derive(Clone, Debug)]
pub(super) enum Restriction {
    Compares(CmpOp, Named),
    Among(Box<[u64]>),
    NotAmong(Box<[u64]>),
    Extends { is_signed: bool, to: Name },
    PlusIs(u64, Name),
}

/// Where a name comes from.
#[derive(Clone, Debug)]
pub(super) struct Restricted {
    pub reg: Reg,
    pub base: Name,
    pub restriction: Restriction,
}

/// A name in force from a block on, among those of one register.
struct Scope {
    block: BlockId,
    /// The position of `block` in the preorder of the dominator tree.
    from: u32,
    name: Name,
    /// The scope around this one.
    outer: Option<u32>,
}

pub(super) struct Names {
    dominators: Dominators,
    /// By block: its position in the preorder of the dominator tree.
    preorder: Vec<u32>,
    registers: u32,
    restricted: Vec<Restricted>,
    /// By register: where it has which name, in preorder.
    scopes: FxHashMap<Reg, Vec<Scope>>,
    /// The names that begin with a block, in order.
    of_block: Vec<Vec<Name>>,
    /// The names that count for the arguments of an edge alone, in order.
    of_edge: FxHashMap<EdgeId, Vec<Name>>,
}

impl Names {
    /// `refine` is false for a function in which tests say nothing about what follows.
    pub fn new(func: &Function, cfg: &Cfg, refine: bool) -> Names {
        let dominators = Dominators::new(cfg);
        let mut preorder = vec![0; func.blocks.len()];
        for (position, block) in dominators.preorder().enumerate() {
            preorder[block.index()] = position as u32;
        }
        let mut names = Names {
            dominators,
            preorder,
            registers: func.regs.len() as u32,
            restricted: Vec::new(),
            scopes: FxHashMap::default(),
            of_block: vec![Vec::new(); func.blocks.len()],
            of_edge: FxHashMap::default(),
        };
        if refine {
            names.restrict_all(func, cfg);
        }
        names
    }

    fn restrict_all(&mut self, func: &Function, cfg: &Cfg) {
        let definitions = Definitions::new(func);
        let blocks: Vec<BlockId> = self.dominators.preorder().collect();
        for &block in &blocks {
            let edges = self.edges_into(cfg, block);
            if let Some((first, others)) = edges.split_first()
                && others.iter().all(|edge| edge.from == first.from)
            {
                let said = said_on_edges(&func.block(first.from).term, &definitions, &edges);
                self.restrict_block(func, first.from, block, said);
            }
        }
        // Scopes are complete now.
        for &from in &blocks {
            for (edge, _) in cfg.edges_from(from) {
                let term = &func.block(from).term;
                let args = &edge_of(term, edge.index as usize).args;
                if args.iter().all(|arg| arg.reg().is_none()) {
                    continue;
                }
                let said = said_on_edges(term, &definitions, &[edge]);
                if args.iter().any(|arg| said.iter().any(|(reg, _)| arg.reg() == Some(*reg))) {
                    self.restrict_edge(func, edge, said);
                }
            }
        }
    }

    /// The edges to a block but for those that lead back to it. If these come from one block, that dominates it, and between a
    /// test there and any later time in the block no register is defined anew that the test could be about: the
    /// definition dominates the test, so that control would come through the test again.
    fn edges_into(&self, cfg: &Cfg, block: BlockId) -> Vec<EdgeId> {
        let edges = cfg.predecessors(block).iter().copied();
        let is_new = |edge: &EdgeId| {
            cfg.is_reachable(edge.from) && !self.dominators.dominates(block, edge.from)
        };
        edges.filter(is_new).collect()
    }

    fn restrict_block(
        &mut self,
        func: &Function,
        from: BlockId,
        block: BlockId,
        said: Vec<(Reg, Said)>,
    ) {
        let position = self.preorder[block.index()];
        for (reg, said) in said {
            if !is_followed(func, reg) {
                continue;
            }
            // Names that this block has brought already count as well.
            let current = |names: &Names, reg: Reg| {
                let latest = names.scopes.get(&reg).and_then(|scopes| scopes.last());
                match latest.filter(|scope| scope.block == block) {
                    Some(scope) => scope.name,
                    None => names.at(from, reg),
                }
            };
            let base = current(self, reg);
            let restriction = named(said, |reg| current(self, reg));
            let outer = match self.scopes.get(&reg).and_then(|scopes| scopes.last()) {
                Some(scope) if scope.block == block => Some(self.scopes[&reg].len() as u32 - 1),
                _ => self.scope_at(from, reg),
            };
            let name = self.new_name(Restricted { reg, base, restriction });
            let scope = Scope { block, from: position, name, outer };
            self.scopes.entry(reg).or_default().push(scope);
            self.of_block[block.index()].push(name);
        }
    }

    fn restrict_edge(&mut self, func: &Function, edge: EdgeId, said: Vec<(Reg, Said)>) {
        let mut new: Vec<(Reg, Name)> = Vec::new();
        for (reg, said) in said {
            if !is_followed(func, reg) {
                continue;
            }
            let current = |names: &Names, reg: Reg| {
                let latest = new.iter().rev().find(|(other, _)| *other == reg);
                latest.map_or_else(|| names.at(edge.from, reg), |&(_, name)| name)
            };
            let base = current(self, reg);
            let restriction = named(said, |reg| current(self, reg));
            new.push((reg, self.new_name(Restricted { reg, base, restriction })));
        }
        if !new.is_empty() {
            self.of_edge.insert(edge, new.into_iter().map(|(_, name)| name).collect());
        }
    }

    fn new_name(&mut self, restricted: Restricted) -> Name {
        self.restricted.push(restricted);
        Name(self.registers + self.restricted.len() as u32 - 1)
    }

    /// How many names there are, those of registers included.
    pub fn len(&self) -> usize {
        self.registers as usize + self.restricted.len()
    }

    fn scope_at(&self, block: BlockId, reg: Reg) -> Option<u32> {
        let scopes = self.scopes.get(&reg)?;
        let position = self.preorder[block.index()];
        // The innermost scope that begins at or before the block, or one of those around that: the preorder of
        // a tree nests.
        let after = scopes.partition_point(|scope| scope.from <= position);
        let mut found = after.checked_sub(1).map(|at| at as u32);
        while let Some(at) = found {
            let scope = &scopes[at as usize];
            if self.dominators.dominates(scope.block, block) {
                return Some(at);
            }
            found = scope.outer;
        }
        None
    }

    /// The name that a register has in a block.
    pub fn at(&self, block: BlockId, reg: Reg) -> Name {
        let scope = self.scope_at(block, reg);
        scope.map_or(Name::from(reg), |at| self.scopes[&reg][at as usize].name)
    }

    /// The name that a register has as an argument of an edge.
    pub fn on_edge(&self, edge: EdgeId, reg: Reg) -> Name {
        let new = self.of_edge(edge).iter().rev();
        let found = new.copied().find(|&name| self.restricted(name).reg == reg);
        found.unwrap_or_else(|| self.at(edge.from, reg))
    }

    /// The names that begin with a block.
    pub fn of_block(&self, block: BlockId) -> &[Name] {
        &self.of_block[block.index()]
    }

    /// The names that an edge has for its arguments.
    pub fn of_edge(&self, edge: EdgeId) -> &[Name] {
        self.of_edge.get(&edge).map_or(&[], |names| names)
    }

    /// Where a name comes from that is not a register.
    pub fn restricted(&self, name: Name) -> &Restricted {
        &self.restricted[name.index() - self.registers as usize]
    }

    /// The register of a name.
    pub fn reg(&self, name: Name) -> Reg {
        match name.0 < self.registers {
            true => Reg(name.0),
            false => self.restricted(name).reg,
        }
    }
}

/// Ranges are about at most 64 bits; a pointer has no more.
fn is_followed(func: &Function, reg: Reg) -> bool {
    !matches!(func.reg_type(reg), crate::types::Type::Int(65..))
}

fn named(said: Said, current: impl Fn(Reg) -> Name) -> Restriction {
    match said {
        Said::Compares(op, Operand::Reg(reg)) => {
            Restriction::Compares(op, Named::Name(current(reg)))
        }
        Said::Compares(op, constant) => Restriction::Compares(op, Named::Constant(constant)),
        Said::Among(numbers) => Restriction::Among(numbers.into()),
        Said::NotAmong(numbers) => Restriction::NotAmong(numbers.into()),
        Said::Extends { is_signed, to } => Restriction::Extends { is_signed, to: current(to) },
        Said::PlusIs(number, sum) => Restriction::PlusIs(number, current(sum)),
    }
}
