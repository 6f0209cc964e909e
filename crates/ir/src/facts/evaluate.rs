//! Values of operands, names and pure instructions, given those of names.

use super::names::{Name, Named, Names, Restriction};
use super::range::Range;
use super::{arithmetic, predicates};
use crate::cfg::EdgeId;
use crate::evaluate::{evaluate, widths};
use crate::ids::{BlockId, Reg};
use crate::inst::{BinOp, InstKind, Operand};
use crate::module::{Function, Init, Module};
use crate::small::Small;
use crate::types::Type;

/// A function and what its names are known to be.
pub(super) struct Scene<'a> {
    pub module: &'a Module,
    pub func: &'a Function,
    pub names: &'a Names,
    pub values: &'a [Range],
}

impl Scene<'_> {
    pub fn name(&self, name: Name) -> Range {
        self.values[name.index()]
    }

    /// An operand of an instruction or terminator of a block.
    pub fn operand(&self, block: BlockId, operand: &Operand) -> Range {
        match operand {
            Operand::Reg(reg) => self.name(self.names.at(block, *reg)),
            constant => self.constant(constant),
        }
    }

    /// An argument of an edge.
    pub fn argument(&self, edge: EdgeId, operand: &Operand) -> Range {
        match operand {
            Operand::Reg(reg) => self.name(self.names.on_edge(edge, *reg)),
            constant => self.constant(constant),
        }
    }

    fn constant(&self, operand: &Operand) -> Range {
        let width = self.func.operand_type(operand).bits(&self.module.target);
        let address = |is_defined: bool| match is_defined {
            // Nothing lies at address zero.
            true => Range::full(width).without(0),
            // What is only declared may be weak, and nowhere.
            false => Range::full(width),
        };
        match operand {
            Operand::Int { width, value } => Range::constant(*width, *value),
            Operand::Null => Range::constant(width, 0),
            Operand::Global(id) => address(self.module.global(*id).init != Init::External),
            Operand::Func(id) => address(!self.module.func(*id).is_declaration()),
            Operand::Reg(_) | Operand::Wide(_) | Operand::BlockAddr(..) | Operand::Undef(_) => {
                Range::full(width)
            }
        }
    }

    /// What a name that is not a register is, given those that it was made from.
    pub fn restricted(&self, name: Name) -> Range {
        let restricted = self.names.restricted(name);
        let base = self.name(restricted.base);
        match &restricted.restriction {
            Restriction::Compares(op, other) => {
                let other = match other {
                    Named::Name(name) => self.name(*name),
                    Named::Constant(constant) => self.constant(constant),
                };
                predicates::restricted(*op, &base, &other)
            }
            Restriction::Among(numbers) => among(&base, numbers),
            Restriction::NotAmong(numbers) => not_among(base, numbers),
            Restriction::Extends { is_signed, to } => {
                predicates::before_extension(*is_signed, &base, &self.name(*to))
            }
            Restriction::PlusIs(number, sum) => {
                let (sum, number) = (self.name(*sum), Range::constant(base.width(), *number));
                base.meet(arithmetic::binary(BinOp::Sub, base.width(), &sum, &number))
            }
        }
    }

    /// What the one register that an instruction defines is, if that depends on its operands alone. An instruction
    /// that is not understood gives anything.
    pub fn pure(&self, block: BlockId, kind: &InstKind) -> Range {
        let value = |operand: &Operand| self.operand(block, operand);
        let target = &self.module.target;
        match kind {
            InstKind::Binary { op, width, a, b, .. } => {
                arithmetic::binary(*op, *width, &value(a), &value(b))
            }
            InstKind::Unary { op, width, a, .. } => arithmetic::unary(*op, *width, &value(a)),
            InstKind::Compare { op, a, b, .. } => predicates::compare(*op, &value(a), &value(b)),
            InstKind::Overflow { op, width, a, b, .. } => {
                predicates::overflow(*op, *width, &value(a), &value(b))
            }
            InstKind::Cast { op, from, to, a, .. } => {
                predicates::cast(*op, from.bits(target), to.bits(target), &value(a))
            }
            InstKind::Select { cond, a, b, .. } => select(&value(cond), value(a), value(b)),
            InstKind::Freeze { a, .. } => value(a),
            // A stack object lies somewhere.
            InstKind::Alloca { .. } => Range::full(target.pointer_bits).without(0),
            kind => self.of_constants(block, kind),
        }
    }

    /// What is not understood is computed where all operands are numbers.
    fn of_constants(&self, block: BlockId, kind: &InstKind) -> Range {
        let mut defined = None;
        kind.for_each_def(|reg: Reg| defined = Some(reg));
        let reg = defined.expect("it defines one register");
        let full = Range::full(self.func.reg_type(reg).bits(&self.module.target));
        let Some((operands, result)) = widths(kind, &self.module.target) else { return full };
        if operands.iter().any(|&width| width > 64) || result > 64 {
            return full;
        }
        // The address of nothing is a number, but not one of an object.
        if self.func.reg_type(reg) == Type::Ptr {
            return full;
        }
        let mut numbers = Vec::new();
        let mut any_empty = false;
        kind.for_each_operand(|operand| {
            let range = self.operand(block, operand);
            any_empty |= range.is_empty();
            numbers.extend(range.as_constant());
        });
        if any_empty {
            return Range::empty(result);
        }
        if numbers.len() < operands.len() {
            return full;
        }
        let result = evaluate(&mut Small, kind, &self.module.target, &numbers);
        result.map_or(full, |value| Range::constant(full.width(), value))
    }
}

fn select(cond: &Range, a: Range, b: Range) -> Range {
    let mut result = Range::empty(a.width());
    if cond.contains(1) {
        result = result.join(a);
    }
    if cond.contains(0) {
        result = result.join(b);
    }
    result
}

/// The numbers that are in a range.
pub(super) fn among(range: &Range, numbers: &[u64]) -> Range {
    let inside = numbers.iter().filter(|&&number| range.contains(number));
    let width = range.width();
    inside.fold(Range::empty(width), |all, &number| all.join(Range::constant(width, number)))
}

/// A range without numbers in ascending order, as far as that leaves a range.
pub(super) fn not_among(range: Range, numbers: &[u64]) -> Range {
    let without = |range: Range, number: &u64| range.without(*number);
    let from_below = numbers.iter().fold(range, without);
    numbers.iter().rev().fold(from_below, without)
}
