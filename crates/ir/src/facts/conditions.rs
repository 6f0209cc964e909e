//! What the outcome of a condition says of the registers that it was computed from.
//!
//! A condition is followed through negations, conjunctions that hold, disjunctions that do not, and conversions of
//! truth values to numbers and back, to the comparisons that decide it; a comparison says something of both operands,
//! and, where one of these is an extension or a sum with a constant, of what that was computed from. All of
//! this is about registers in SSA form: where the condition is tested, they have the values that it was
//! computed from.

use super::predicates::{negated, swapped};
use crate::cfg::EdgeId;
use crate::ids::{InstId, Reg};
use crate::inst::{BinOp, CastOp, CmpOp, Edge, InstKind, Operand, Terminator};
use crate::module::Function;
use crate::semantics::edge::THEN;
use crate::small::mask;
use crate::types::Type;

/// How many steps are made from one condition.
const MOST_STEPS: usize = 24;
/// How many casts and sums are looked through.
const MOST_SOURCES: usize = 4;

/// What is said of a register.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// How it compares with something.
    Compares(CmpOp, Operand),
    /// It is one of these numbers, in ascending order.
    Among(Vec<u64>),
    /// It is none of these numbers, in ascending order.
    NotAmong(Vec<u64>),
    /// Its extension is that register.
    Extends { is_signed: bool, to: Reg },
    /// That register is it plus a constant.
    PlusIs(u64, Reg),
}

/// Where the registers of a function are defined.
pub(super) struct Definitions<'m> {
    func: &'m Function,
    by_reg: Vec<Option<InstId>>,
}

impl<'m> Definitions<'m> {
    pub fn new(func: &'m Function) -> Self {
        let mut by_reg = vec![None; func.regs.len()];
        for block in &func.blocks {
            for &inst in &block.insts {
                func.inst(inst).kind.for_each_def(|reg| by_reg[reg.index()] = Some(inst));
            }
        }
        Definitions { func, by_reg }
    }

    /// The instruction that defines a register.
    fn of(&self, operand: &Operand) -> Option<&'m InstKind> {
        let inst = self.by_reg[operand.reg()?.index()]?;
        Some(&self.func.inst(inst).kind)
    }

    /// What holds where a condition has this outcome.
    pub fn said_by(&self, condition: &Operand, outcome: bool) -> Vec<(Reg, Said)> {
        let mut said = Vec::new();
        let mut open = vec![(condition, outcome)];
        for _ in 0..MOST_STEPS {
            let Some((condition, outcome)) = open.pop() else { break };
            let Some(reg) = condition.reg() else { continue };
            said.push((reg, Said::Compares(CmpOp::Eq, Operand::int(1, outcome.into()))));
            match self.of(condition) {
                Some(InstKind::Compare { op, a, b, .. }) => {
                    let op = if outcome { *op } else { negated(*op) };
                    if let Some((source, outcome)) = self.tested_truth(op, a, b) {
                        open.push((source, outcome));
                    }
                    self.compares(op, a, b, &mut said);
                    self.compares(swapped(op), b, a, &mut said);
                }
                Some(InstKind::Binary { op: BinOp::And, width: 1, a, b, .. }) if outcome => {
                    open.extend([(a, true), (b, true)]);
                }
                Some(InstKind::Binary { op: BinOp::Or, width: 1, a, b, .. }) if !outcome => {
                    open.extend([(a, false), (b, false)]);
                }
                Some(InstKind::Binary {
                    op: BinOp::Xor, width: 1, a, b: Operand::TRUE, ..
                }) => {
                    open.push((a, !outcome));
                }
                Some(InstKind::Select { cond, a, b, .. }) if outcome && *b == Operand::FALSE => {
                    open.extend([(cond, true), (a, true)]);
                }
                Some(InstKind::Select { cond, a, b, .. }) if !outcome && *a == Operand::TRUE => {
                    open.extend([(cond, false), (b, false)]);
                }
                Some(InstKind::Cast { op: CastOp::Trunc, a, .. }) => {
                    open.extend(self.truth_behind(a).map(|source| (source, outcome)));
                }
                _ => {}
            }
        }
        said
    }

    /// What holds where a value is among some numbers.
    pub fn said_by_number(&self, value: &Operand, numbers: Said) -> Vec<(Reg, Said)> {
        let mut said = Vec::new();
        if let Some(reg) = value.reg() {
            said.push((reg, numbers));
            self.sources(value, &mut said);
        }
        said
    }

    /// The truth value that was extended to this number.
    fn truth_behind(&self, number: &Operand) -> Option<&'m Operand> {
        match self.of(number)? {
            InstKind::Cast { op: CastOp::Zext, from: Type::BOOL, a, .. } => Some(a),
            _ => None,
        }
    }

    /// A comparison of a truth value as a number with zero or one.
    fn tested_truth(&self, op: CmpOp, a: &Operand, b: &Operand) -> Option<(&'m Operand, bool)> {
        let source = self.truth_behind(a)?;
        match (op, b) {
            (CmpOp::Eq, Operand::Int { value: 0, .. }) => Some((source, false)),
            (CmpOp::Ne, Operand::Int { value: 0, .. }) => Some((source, true)),
            (CmpOp::Eq, Operand::Int { value: 1, .. }) => Some((source, true)),
            (CmpOp::Ne, Operand::Int { value: 1, .. }) => Some((source, false)),
            _ => None,
        }
    }

    fn compares(&self, op: CmpOp, a: &Operand, b: &Operand, said: &mut Vec<(Reg, Said)>) {
        let Some(reg) = a.reg() else { return };
        said.push((reg, Said::Compares(op, b.clone())));
        self.sources(a, said);
    }

    /// What a register of which something was said says of what it was computed from.
    fn sources(&self, of: &Operand, said: &mut Vec<(Reg, Said)>) {
        let mut of = of;
        for _ in 0..MOST_SOURCES {
            let Some(reg) = of.reg() else { return };
            let (source, what) = match self.of(of) {
                Some(InstKind::Cast { op: CastOp::Zext, a, .. }) => {
                    (a, Said::Extends { is_signed: false, to: reg })
                }
                Some(InstKind::Cast { op: CastOp::Sext, a, .. }) => {
                    (a, Said::Extends { is_signed: true, to: reg })
                }
                Some(InstKind::Binary {
                    op: BinOp::Add, a, b: Operand::Int { value, .. }, ..
                }) => (a, Said::PlusIs(*value, reg)),
                Some(InstKind::Binary {
                    op: BinOp::Sub,
                    a,
                    b: Operand::Int { width, value },
                    ..
                }) => (a, Said::PlusIs(value.wrapping_neg() & mask(*width), reg)),
                _ => return,
            };
            let Some(source_reg) = source.reg() else { return };
            said.push((source_reg, what));
            of = source;
        }
    }
}

/// The edge of a terminator at a position in [`Terminator::edges`], without a list of all.
pub(super) fn edge_of(term: &Terminator, index: usize) -> &Edge {
    match term {
        Terminator::Jump(edge) => edge,
        Terminator::Branch { then, other, .. } => [then, other][index],
        Terminator::Switch { cases, default, .. } => {
            cases.get(index).map_or(default, |(_, edge)| edge)
        }
        Terminator::IndirectJump { targets, .. } => &targets[index],
        Terminator::Invoke { normal, unwind } => [normal, unwind][index],
        Terminator::Return { .. }
        | Terminator::Resume { .. }
        | Terminator::Unreachable
        | Terminator::Trap => unreachable!("{term:?} has no edges"),
    }
}

/// What holds where control leaves a block along some of its edges.
pub(super) fn said_on_edges(
    term: &Terminator,
    definitions: &Definitions<'_>,
    edges: &[EdgeId],
) -> Vec<(Reg, Said)> {
    match (term, edges) {
        (Terminator::Branch { cond, .. }, [edge]) => {
            definitions.said_by(cond, edge.index as usize == THEN)
        }
        // Most blocks of a switch have one case, and there may be very many.
        (Terminator::Switch { width: ..=64, value, cases, .. }, [edge])
            if (edge.index as usize) < cases.len() =>
        {
            let number = cases[edge.index as usize].0.low_u64();
            definitions.said_by_number(value, Said::Among(vec![number]))
        }
        (Terminator::Switch { width: ..=64, value, cases, .. }, _) => {
            let mut is_here = vec![false; cases.len() + 1];
            edges.iter().for_each(|edge| is_here[edge.index as usize] = true);
            let by_default = is_here[cases.len()];
            let numbers = cases.iter().zip(is_here).filter(|(_, is_here)| *is_here != by_default);
            let mut numbers: Vec<u64> = numbers.map(|((case, _), _)| case.low_u64()).collect();
            numbers.sort_unstable();
            let said = if by_default { Said::NotAmong(numbers) } else { Said::Among(numbers) };
            definitions.said_by_number(value, said)
        }
        _ => Vec::new(),
    }
}
