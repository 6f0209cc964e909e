//! A condition on a target: it counts only where a C expression over the program's variables is true.
//!
//! The condition becomes code of the program. In front of each point of the target it is computed, and
//! a branch leads over an empty block if it is true; that block is the target then. Execution, the
//! distances and the search backward see nothing but a program with one more branch.
//!
//! Assumes a program whose locals are still in memory, each in an object of its own, so that they can
//! be read anywhere; promotion comes afterwards. Promises that the program computes the same as
//! before, fails as before, and keeps the ids of its blocks.
//!
//! Expressions have what C has for integers, and pointers that are compared. Nothing in them can
//! fail: the divisor of `/` and `%` is a number other than 0, arithmetic wraps around, shifts take
//! their amount modulo the width. So both sides of `&&` and `||` may be computed.

mod life;
mod lower;
mod parse;
#[cfg(test)]
mod tests;
mod variables;

use crate::place::Place;
use dunlin_ir::{
    Block, BlockId, Edge, FuncId, Function, Inst, InstId, InstKind, Module, Operand, Point, Reg,
    Terminator, pass,
};
use parse::Expr;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// What a user wrote, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    text: String,
    expr: Expr,
}

/// Why a text is no condition, or none for this target, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ConditionError {
    pub text: String,
    /// Counted in bytes.
    pub at: usize,
    pub problem: String,
}

impl fmt::Display for ConditionError {
    /// The problem, and below it the text with a mark under the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = &self.text[..self.at];
        // What is as wide as a tab is a tab.
        let space: String = before.chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
        write!(f, "in the condition: {}\n    {}\n    {space}^", self.problem, self.text)
    }
}

/// A problem with a part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Problem {
    at: usize,
    what: String,
    /// A variable does not live at the point: the condition is not true there.
    dead: bool,
}

impl Problem {
    fn new(at: usize, what: impl Into<String>) -> Problem {
        Problem { at, what: what.into(), dead: false }
    }

    fn in_text(self, text: &str) -> ConditionError {
        ConditionError { text: text.to_owned(), at: self.at, problem: self.what }
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        // One line, so that a mark can stand below it.
        let text = text.replace(['\n', '\r'], " ");
        let text = text.trim();
        match parse::parse(text) {
            Ok(expr) => Ok(Condition { text: text.to_owned(), expr }),
            Err(problem) => Err(problem.in_text(text)),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Condition {
    /// Makes the condition part of the program: the points of the place become those where the target
    /// is met and the condition is true.
    pub fn apply(&self, module: &mut Module, place: &mut Place) -> Result<(), ConditionError> {
        pass("the condition of a target", module, |module| self.insert(module, place))
    }

    fn insert(&self, module: &mut Module, place: &mut Place) -> Result<(), ConditionError> {
        let mut by_block: BTreeMap<(FuncId, BlockId), BTreeSet<u32>> = BTreeMap::new();
        for point in &place.points {
            let index = match point.block == BlockId::new(0) {
                // Parameters have their values only after it.
                true => point.index.max(prologue(module.func(point.func))),
                false => point.index,
            };
            let index = before_ends(module.func(point.func), point.block, index);
            by_block.entry((point.func, point.block)).or_default().insert(index);
        }
        let mut points = Vec::new();
        let mut dead = None;
        for ((func, block), indices) in by_block {
            // The last first: what is in front of a point stays where it is.
            for index in indices.into_iter().rev() {
                let point = Point { func, block, index };
                match lower::lower(module, point, &self.expr) {
                    Ok((code, holds)) => {
                        let func = &mut module.funcs[func.index()];
                        points.push(branch_at(func, point, code, holds));
                    }
                    Err(problem) if problem.dead => dead = Some(problem),
                    Err(problem) => return Err(problem.in_text(&self.text)),
                }
            }
        }
        if let Some(problem) = dead.filter(|_| points.is_empty()) {
            return Err(problem.in_text(&self.text));
        }
        points.sort();
        place.points = points;
        Ok(())
    }
}

/// The point before the ends of variables' lives that stand right in front of one: a return whose value is
/// a constant is all that its line has, and comes behind them.
fn before_ends(func: &Function, block: BlockId, index: u32) -> u32 {
    let insts = &func.block(block).insts[..index as usize];
    let is_end =
        |inst: &&InstId| matches!(func.inst(**inst).kind, InstKind::Lifetime { start: false, .. });
    index - insts.iter().rev().take_while(is_end).count() as u32
}

/// Splits a block at a point, computes the condition there and passes an empty block if it holds. The
/// point of that block.
fn branch_at(func: &mut Function, point: Point, code: Vec<InstId>, holds: Operand) -> Point {
    let pos = func.pos_at(point.block, point.index);
    let met = BlockId::new(func.blocks.len());
    let rest = BlockId::new(func.blocks.len() + 1);
    let block = &mut func.blocks[point.block.index()];
    let after = block.insts.split_off(point.index as usize);
    block.insts.extend(code);
    let branch = Terminator::Branch { cond: holds, then: Edge::to(met), other: Edge::to(rest) };
    let rest = Block {
        params: Vec::new(),
        insts: after,
        term: std::mem::replace(&mut block.term, branch),
        term_pos: std::mem::replace(&mut block.term_pos, pos),
        branch: block.branch.take(),
    };
    let on = Terminator::Jump(Edge::to(BlockId::new(met.index() + 1)));
    let met_block =
        Block { params: Vec::new(), insts: Vec::new(), term: on, term_pos: pos, branch: None };
    func.blocks.extend([met_block, rest]);
    Point { block: met, index: 0, ..point }
}

/// How many instructions at the beginning of a function only make its variables and put its arguments
/// into them: up to there nobody can look at a variable.
fn prologue(func: &Function) -> u32 {
    let mut arguments: BTreeSet<Reg> = func.params.iter().copied().collect();
    let mut unnamed: BTreeSet<Reg> = BTreeSet::new();
    let mut prepares = |inst: &Inst| match &inst.kind {
        InstKind::Alloca { dst, size: Operand::Int { .. }, var, .. } => {
            if var.is_none() {
                unnamed.insert(*dst);
            }
            true
        }
        // How a narrow argument is widened to its variable's type.
        InstKind::Cast { dst, a: Operand::Reg(from), .. } if arguments.contains(from) => {
            arguments.insert(*dst);
            true
        }
        // A part of a struct that is passed in registers.
        InstKind::PtrAdd { indices, .. } => indices.is_empty(),
        InstKind::Store { value: Operand::Reg(value), .. } => arguments.contains(value),
        // The place of what the function returns.
        InstKind::Store { value: Operand::Int { .. }, addr: Operand::Reg(to), .. } => {
            unnamed.contains(to)
        }
        _ => false,
    };
    let insts = func.blocks.first().map_or(&[][..], |block| &block.insts);
    insts.iter().take_while(|&&inst| prepares(func.inst(inst))).count() as u32
}
