//! What an instruction does, as commands.
//!
//! What pure instructions compute is said by [`dunlin_ir::evaluate`]; here is what goes beyond: errors, which end a path, and
//! addresses, which are not the numbers that an execution has.

mod beginning;
pub mod calls;
mod contents;
mod errors;
mod memory;
mod places;
pub mod pointers;
mod summary;

pub use errors::can_be_asked;
pub use pointers::KnownCasts;

use crate::graph::Command;
use crate::layout::{FUNCTIONS, Place};
use crate::loss::Loss;
use crate::unroll::{Builder, Cursor, Flow, TooLarge};
use dunlin_ir::evaluate::evaluate;
use dunlin_ir::semantics;
use dunlin_ir::{BinOp, CastOp, CheckKind, InstKind, Operand, Point, Type};
use dunlin_term::TermId;

impl<'a> Builder<'a, '_> {
    /// The value of an operand: a number, where it is one on all ways.
    pub fn value(&mut self, cursor: &Cursor, operand: &Operand) -> TermId {
        match operand {
            Operand::Reg(reg) => {
                let var = self.register(cursor.context(), *reg);
                self.known(cursor, var)
            }
            Operand::Int { width, value } => self.terms.constant(*width, *value),
            Operand::Wide(bits) => self.terms.constant_bits(bits),
            Operand::Null => self.terms.constant(self.layout.pointer, 0),
            Operand::Global(global) => {
                let place = self.global(*global);
                self.terms.constant(self.layout.pointer, self.layout.base(place))
            }
            Operand::Func(func) => {
                let number = self.objects.function(*func);
                let place = Place { group: FUNCTIONS, number };
                self.terms.constant(self.layout.pointer, self.layout.base(place))
            }
            Operand::BlockAddr(..) => self.anything(self.layout.pointer),
            Operand::Undef(ty) => {
                let width = ty.bits(&self.functions.module.target);
                self.anything(width)
            }
        }
    }

    pub fn execute(
        &mut self,
        cursor: &mut Cursor,
        kind: &'a InstKind,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        match kind {
            InstKind::Alloca { dst, size, .. } => self.alloca(cursor, *dst, size, at)?,
            InstKind::Load { dst, ty, addr, .. } => self.load(cursor, *dst, *ty, addr, at)?,
            InstKind::Store { ty, value, addr, .. } => self.store(cursor, *ty, value, addr, at)?,
            InstKind::MemCopy { dst, src, len, .. } => {
                self.copy(cursor, (dst, src, len), at)?;
            }
            InstKind::MemSet { dst, value, len } => self.fill(cursor, (dst, value, len), at)?,
            InstKind::Lifetime { addr, start, .. } => self.scope(cursor, addr, *start, at)?,
            InstKind::StackSave { dst } | InstKind::ObjectSize { dst, .. } => {
                let var = self.register(cursor.context(), *dst);
                let width = self.terms.width(self.graph.symbol(var));
                let value = self.anything(width);
                self.push(cursor, Command::Assign(var, value));
            }
            InstKind::Uninit { dst, .. } => {
                let var = self.register(cursor.context(), *dst);
                let value = self.anything(self.terms.width(self.graph.symbol(var)));
                self.push(cursor, Command::Assign(var, value));
            }
            InstKind::Assume { cond } => {
                let condition = self.value(cursor, cond);
                self.push(cursor, Command::Assume(condition));
            }
            InstKind::Check { kind, cond, .. } => {
                if self.is_checked(*kind) {
                    let condition = self.value(cursor, cond);
                    self.push(cursor, Command::Assume(condition));
                }
            }
            InstKind::Marker { .. } | InstKind::VaEnd { .. } => {}
            InstKind::Call(call) => return self.call(cursor, call, at),
            // A variable whose size is computed may end here.
            InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Unsupported { .. } => {
                self.lose(cursor, TermId::TRUE, Loss::Unsupported(at))?;
                return Ok(Flow::Ends);
            }
            pure => self.pure(cursor, pure, at),
        }
        Ok(Flow::On)
    }

    pub fn is_checked(&self, kind: CheckKind) -> bool {
        match kind {
            CheckKind::DivisionByZero => true,
            CheckKind::SignedOverflow => self.options.check_overflow,
            CheckKind::OverWideShift => self.options.check_shift,
        }
    }

    fn pure(&mut self, cursor: &mut Cursor, kind: &'a InstKind, at: Point) {
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let values: Vec<TermId> =
            operands.iter().map(|operand| self.value(cursor, operand)).collect();
        if let Some(wrong) = self.undefined(kind, &values) {
            let defined = self.terms.not(wrong);
            self.push(cursor, Command::Assume(defined));
        }
        let target = &self.functions.module.target;
        let value = evaluate(self.terms, kind, target, &values).expect("a pure instruction");
        let lost = match kind {
            InstKind::PtrAdd { disp, indices, .. } => {
                self.leaves_range(cursor, (values[0], value), *disp, indices)
            }
            InstKind::Compare { ty: Type::Ptr, op, .. } => {
                self.compares_addresses(cursor, *op, (operands[0], operands[1]), &values)
            }
            InstKind::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr, dst, .. } => {
                let harmless = self.is_used_as_pointer(at.func, *dst);
                (!harmless).then_some((TermId::TRUE, Loss::Address(at)))
            }
            InstKind::Cast { op: CastOp::IntToPtr, a, .. } => match self.is_address(at.func, a) {
                true => None,
                false => {
                    let group = self.layout.group_of(self.terms, value);
                    let nowhere = self.layout.group_term(self.terms, 0);
                    Some((self.terms.ne(group, nowhere), Loss::Disguise(at)))
                }
            },
            InstKind::Binary { op: BinOp::Sub, a, b, .. }
                if self.is_address(at.func, a) && self.is_address(at.func, b) =>
            {
                let [x, y] = [values[0], values[1]].map(|x| self.layout.object_of(self.terms, x));
                let differ = self.terms.ne(x, y);
                let hidden = self.are_hidden(values[0], values[1]);
                Some((self.terms.or(differ, hidden), Loss::Address(at)))
            }
            _ => None,
        };
        if let Some((condition, why)) = lost {
            self.push(cursor, Command::Lose(condition, why));
        }
        kind.for_each_def(|dst| {
            let var = self.register(cursor.context(), dst);
            self.push(cursor, Command::Assign(var, value));
        });
    }

    /// When an instruction ends the program, as far as the options say that it can.
    pub fn undefined(&mut self, kind: &InstKind, values: &[TermId]) -> Option<TermId> {
        let InstKind::Binary { op, width, nsw, .. } = kind else { return None };
        let (op, width) = (*op, *width);
        let (x, y) = (values[0], values[1]);
        let mut wrong = semantics::division_error(self.terms, op, width, &x, &y);
        let mut also = |terms: &mut dunlin_term::Terms, error: Option<TermId>| {
            if let Some(error) = error {
                let known = wrong.unwrap_or(TermId::FALSE);
                wrong = Some(terms.or(known, error));
            }
        };
        if *nsw && self.options.check_overflow {
            let error = semantics::overflow_error(self.terms, op, width, &x, &y);
            also(self.terms, error);
        }
        if self.options.check_shift {
            let error = semantics::shift_error(self.terms, op, width, &y);
            also(self.terms, error);
        }
        wrong
    }
}
