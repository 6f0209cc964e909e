//! Short-circuit conditions without side effects become one branch.
//!
//! `0 <= i && i < n` is two branches in unoptimised code. A symbolic execution that forks at each
//! explores two ways to leave it which differ in nothing that the program does. KLEE folds such
//! conditions before it runs; so does this pass, so that path counts compare.
//!
//! Two shapes are folded, again and again until nothing changes:
//! - the branch form: block A branches to B or to C, and B, which only A leads to and which does
//!   nothing but compute, branches to C or to D. A computes what B did and branches once, on the
//!   conjunction or disjunction of both conditions;
//! - the value form (`x = a && b`): A branches to B or to M, and B, as above, jumps to M, where both
//!   pass different truth values. A computes what B did, chooses the values and jumps to M.
//!
//! What may be computed although the program would not have got there is decided in [`speculate`]:
//! nothing that can fail or that is costly. A block with a
//! [`crate::InstKind::Marker`] is not folded: there the program assigned to a variable, which is a
//! side effect.
//!
//! Assumes a well-formed module. Promises a well-formed module that calls, stores and returns the
//! same, whose blocks keep their ids and in which every source line that had code still has some. A
//! block that was folded into another remains as an empty one that nothing leads to. If B's
//! condition is on a line of its own, that line counts as executed whenever A is;
//! [`FoldOptions::across_lines`] decides whether such conditions are folded.

mod places;
mod scopes;
mod speculate;
#[cfg(test)]
mod tests;

use crate::cfg::Cfg;
use crate::compact::compact;
use crate::ids::{BlockId, FileId, Reg};
use crate::inst::{BinOp, Edge, InstKind, Operand, Terminator};
use crate::module::{Block, Function, Module, Pos};
use crate::pass::pass;
use crate::types::Type;
use places::Places;

/// What decides which conditions are folded. The `check_` options say which program errors the
/// execution reports: what could cause one is not computed ahead of its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldOptions {
    pub check_overflow: bool,
    pub check_shift: bool,
    /// Only conditions are folded whose second part needs no computation of its own.
    pub check_uninitialised: bool,
    /// Fold a condition although its parts are on different lines.
    pub across_lines: bool,
    /// How many instructions one fold may execute ahead of their condition.
    pub most_per_fold: usize,
    /// How many a block may come to execute ahead of their conditions by all folds into it.
    pub most_per_block: usize,
}

impl Default for FoldOptions {
    fn default() -> Self {
        FoldOptions {
            check_overflow: false,
            check_shift: false,
            check_uninitialised: false,
            across_lines: true,
            most_per_fold: 8,
            most_per_block: 32,
        }
    }
}

/// What the pass did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FoldStatistics {
    /// Two branches that became one.
    pub branches: usize,
    /// Branches around a value that became a choice of the value.
    pub values: usize,
    /// Instructions that are now executed ahead of their condition.
    pub speculated: usize,
}

/// Folds in every function.
pub fn fold_conditions(module: &mut Module, options: &FoldOptions) -> FoldStatistics {
    pass("folding of conditions", module, |module| fold(module, options))
}

fn fold(module: &mut Module, options: &FoldOptions) -> FoldStatistics {
    let mut statistics = FoldStatistics::default();
    let Module { target, globals, funcs, .. } = module;
    for func in funcs {
        // Code that nothing leads to may use registers where they are not defined.
        let cfg = Cfg::new(func);
        let blocks = cfg.reverse_postorder().to_vec();
        let places = Places::new(func, &cfg, globals, target);
        let mut folder = Folder::new(func, places, options, &mut statistics);
        if folder.fold_all(&blocks) {
            compact(func);
        }
    }
    statistics
}

struct Folder<'a> {
    func: &'a mut Function,
    places: Places<'a>,
    options: &'a FoldOptions,
    statistics: &'a mut FoldStatistics,
    /// How many edges lead to each block, from unreachable ones too.
    incoming: Vec<usize>,
    /// How many instructions each block executes ahead of their condition.
    speculated: Vec<usize>,
}

/// A's branch as seen from B: what leads to B and where A goes otherwise.
struct Outer {
    cond: Operand,
    /// The truth value of the condition with which A goes to B.
    to_inner: bool,
    inner: BlockId,
    past: Edge,
}

impl<'a> Folder<'a> {
    fn new(
        func: &'a mut Function,
        places: Places<'a>,
        options: &'a FoldOptions,
        statistics: &'a mut FoldStatistics,
    ) -> Self {
        let mut incoming = vec![0; func.blocks.len()];
        for block in &func.blocks {
            for edge in block.term.edges() {
                incoming[edge.block.index()] += 1;
            }
        }
        let speculated = vec![0; func.blocks.len()];
        Folder { func, places, options, statistics, incoming, speculated }
    }

    /// Tells whether anything was folded.
    fn fold_all(&mut self, blocks: &[BlockId]) -> bool {
        let mut changed = false;
        loop {
            let mut again = false;
            // Inner conditions mostly come later and should be one branch before the outer ones
            // look at them. Each fold removes a branch, so that this ends.
            for &block in blocks.iter().rev() {
                while self.fold_into(block) {
                    again = true;
                }
            }
            if !again {
                return changed;
            }
            changed = true;
        }
    }

    /// Folds one block into `block`, if there is one for it.
    fn fold_into(&mut self, block: BlockId) -> bool {
        let Terminator::Branch { cond, then, other } = &self.func.block(block).term else {
            return false;
        };
        let sides = [
            Outer { cond: cond.clone(), to_inner: true, inner: then.block, past: other.clone() },
            Outer { cond: cond.clone(), to_inner: false, inner: other.block, past: then.clone() },
        ];
        sides.into_iter().any(|outer| {
            self.may_move(block, outer.inner)
                && (self.fold_branch(block, &outer) || self.fold_value(block, &outer))
        })
    }

    /// Whether `outer` may execute what `inner` does ahead of its condition.
    fn may_move(&self, outer: BlockId, inner: BlockId) -> bool {
        let (from, to) = (self.func.block(inner), self.func.block(outer));
        let own = from.insts.len() - self.speculated[inner.index()];
        // A block with one way to it hardly ever has parameters.
        if self.incoming[inner.index()] != 1
            || !from.params.is_empty()
            || own > self.options.most_per_fold
            || self.speculated[outer.index()] + from.insts.len() > self.options.most_per_block
        {
            return false;
        }
        let place = to.term_pos.map(line);
        let same_line =
            |pos: Option<Pos>| pos.is_none_or(|pos| place.is_none_or(|place| line(pos) == place));
        from.insts.iter().all(|&id| {
            let inst = self.func.inst(id);
            speculate::is_harmless(&inst.kind, outer, &self.places, self.options)
                && (self.options.across_lines || same_line(inst.pos))
        }) && (self.options.across_lines || same_line(from.term_pos))
    }

    /// The branch form.
    fn fold_branch(&mut self, block: BlockId, outer: &Outer) -> bool {
        let inner = outer.inner;
        let Terminator::Branch { cond, then, other } = &self.func.block(inner).term else {
            return false;
        };
        // Nothing would be left of the line of a constant condition.
        if cond.reg().is_none() {
            return false;
        }
        let common = outer.past.block;
        let common_is_then = match () {
            // Both ways there must also bring the same: a value that depends on which part of the
            // condition decided would be symbolic from then on, where two paths had a constant each.
            () if *other == outer.past => false,
            () if *then == outer.past => true,
            () => return false,
        };
        let (cond, then, other) = (cond.clone(), then.clone(), other.clone());
        let pos = self.absorb(block, inner);
        let direct = if common_is_then { Operand::TRUE } else { Operand::FALSE };
        let cond = self.choose_by(block, outer, cond, direct, pos);
        self.incoming[common.index()] -= 1;
        let folded = &mut self.func.blocks[block.index()];
        folded.term = Terminator::Branch { cond, then, other };
        folded.branch = None;
        self.statistics.branches += 1;
        true
    }

    /// The value form.
    fn fold_value(&mut self, block: BlockId, outer: &Outer) -> bool {
        let inner = outer.inner;
        let Terminator::Jump(edge) = &self.func.block(inner).term else { return false };
        let passes_truth = edge.args.iter().zip(&outer.past.args).any(|(a, b)| a != b)
            && edge.args.iter().zip(&outer.past.args).all(|(through, direct)| {
                through == direct || self.func.operand_type(through) == Type::BOOL
            });
        if edge.block != outer.past.block || !passes_truth {
            return false;
        }
        let mut edge = edge.clone();
        let pos = self.absorb(block, inner);
        for (arg, direct) in edge.args.iter_mut().zip(&outer.past.args) {
            *arg = self.choose_by(block, outer, arg.clone(), direct.clone(), pos);
        }
        self.incoming[edge.block.index()] -= 1;
        let folded = &mut self.func.blocks[block.index()];
        folded.term = Terminator::Jump(edge);
        folded.branch = None;
        self.statistics.values += 1;
        true
    }

    /// Moves what the inner block computes to the end of `block` and leaves it empty. Gives the
    /// position of its terminator, which what replaces the terminator keeps.
    fn absorb(&mut self, block: BlockId, inner: BlockId) -> Option<Pos> {
        let empty = Block {
            params: vec![],
            insts: vec![],
            term: Terminator::Unreachable,
            term_pos: None,
            branch: None,
        };
        let taken = std::mem::replace(&mut self.func.blocks[inner.index()], empty);
        self.incoming[inner.index()] = 0;
        // What the inner block had taken from others was counted then.
        let earlier = std::mem::take(&mut self.speculated[inner.index()]);
        self.statistics.speculated += taken.insts.len() - earlier;
        self.speculated[block.index()] += taken.insts.len();
        self.func.blocks[block.index()].insts.extend(taken.insts);
        taken.term_pos
    }

    /// `through` if A would have gone to B, else `direct`.
    fn choose_by(
        &mut self,
        block: BlockId,
        outer: &Outer,
        through: Operand,
        direct: Operand,
        pos: Option<Pos>,
    ) -> Operand {
        if through == direct {
            return through;
        }
        let ty = self.func.operand_type(&through);
        let (a, b) = if outer.to_inner { (through, direct) } else { (direct, through) };
        let dst = self.func.new_reg(ty);
        let cond = outer.cond.clone();
        // `and` and `or` look at both operands, though one decides: if use of an undefined value is
        // reported, only a choice is right, which does not look at what it does not choose.
        let binary = match () {
            () if self.options.check_uninitialised => None,
            () if b == Operand::FALSE => Some((BinOp::And, a.clone())),
            () if a == Operand::TRUE => Some((BinOp::Or, b.clone())),
            () => None,
        };
        let kind = match binary {
            Some((op, second)) => truth(op, dst, cond, second),
            None => InstKind::Select { dst, ty, cond, a, b },
        };
        self.push(block, kind, pos);
        dst.into()
    }

    fn push(&mut self, block: BlockId, kind: InstKind, pos: Option<Pos>) {
        let id = self.func.new_inst(kind, pos);
        self.func.blocks[block.index()].insts.push(id);
        self.speculated[block.index()] += 1;
    }
}

fn truth(op: BinOp, dst: Reg, a: Operand, b: Operand) -> InstKind {
    InstKind::Binary { op, dst, width: 1, a, b, nsw: false, nuw: false }
}

fn line(pos: Pos) -> (FileId, u32) {
    (pos.file, pos.line)
}
