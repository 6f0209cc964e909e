//! From a check that was found to the [`InstKind::Check`]s that stand for it, and what they say.

use super::super::ffi::{BasicBlock, LLVMOpcode as Op, LLVMValueKind, Value};
use super::super::function::{FunctionLowering, Lowered, Scalars};
use super::super::globals::strip_casts;
use super::{CheckEnd, What, amount_of, handler_name, parts_of};
use dunlin_ir::{BinOp, CheckKind, CmpOp, InstKind, Operand, Type};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    /// Lowers the check at the end of `block`; execution goes on behind it.
    pub fn check(&mut self, block: BasicBlock, end: &CheckEnd) -> Lowered<()> {
        let mut forced = Vec::new();
        let done = self.check_parts(block, end, &mut forced);
        // They were computed for this place only.
        for value in forced {
            self.values.remove(&value);
        }
        done
    }

    fn check_parts(
        &mut self,
        block: BasicBlock,
        end: &CheckEnd,
        forced: &mut Vec<Value>,
    ) -> Lowered<()> {
        match end.what {
            What::Redundant => {}
            What::ShiftAmount { inner } => {
                // What the second half asks for. Its condition counts only if the amount is right.
                let right = block.terminator().and_then(|term| term.condition());
                self.shift_amount = right.map(|right| (right, inner));
            }
            What::Shift { cond, handler } => {
                let done = self.check_shift(end.next, cond, handler, forced);
                self.shift_amount = None;
                done?;
            }
            What::Condition { cond, expected, handler } => {
                let mut holds = self.forced(cond, forced)?;
                if !expected {
                    holds = self.negated(holds);
                }
                self.push_checks(handler, holds)?;
            }
        }
        Ok(())
    }

    /// A shift has up to two conditions: that of its amount, which the engine checks where it shifts,
    /// and that of what is shifted.
    fn check_shift(
        &mut self,
        next: BasicBlock,
        cond: Value,
        handler: Value,
        forced: &mut Vec<Value>,
    ) -> Lowered<()> {
        for part in parts_of(cond) {
            let checked_there = part.has_opcode(Op::LLVMICmp) && shifts(next, part.operand(0));
            if part.has_opcode(Op::LLVMPHI) {
                let holds = self.forced(part, forced)?;
                self.push_check(CheckKind::SignedOverflow, left_shift_text(handler), holds);
            } else if !checked_there {
                let holds = self.forced(part, forced)?;
                self.push_check(CheckKind::OverWideShift, amount_text(handler), holds);
            }
        }
        Ok(())
    }

    /// The value of something that is computed for a check only.
    fn forced(&mut self, value: Value, forced: &mut Vec<Value>) -> Lowered<Operand> {
        if !self.checks.skips(value) || self.values.contains_key(&value) {
            return self.operand(value);
        }
        let scalars: Scalars = match (value.opcode(), self.shift_amount) {
            (Op::LLVMPHI, Some((right, inner))) => {
                let right = self.forced(right, forced)?;
                if right == Operand::FALSE {
                    smallvec![Operand::TRUE]
                } else {
                    let incoming = value.incoming().into_iter().find(|&(from, _)| from == inner);
                    let Some((_, inside)) = incoming else { return Ok(Operand::TRUE) };
                    let inside = self.forced(inside, forced)?;
                    smallvec![self.select(Type::BOOL, right, inside, Operand::TRUE)]
                }
            }
            (Op::LLVMLShr, _) => {
                // It is computed whether the amount is right or not.
                let width = self.int_width(value.ty())?;
                let a = self.forced(value.operand(0), forced)?;
                let amount = self.forced(value.operand(1), forced)?;
                let most = Operand::int(width, u64::from(width - 1));
                let amount = match amount {
                    Operand::Reg(_) => self.binary(BinOp::UMin, width, amount, most),
                    constant => constant,
                };
                smallvec![self.binary(BinOp::LShr, width, a, amount)]
            }
            (Op::LLVMSub, _) => {
                let width = self.int_width(value.ty())?;
                let a = self.forced(value.operand(0), forced)?;
                let b = self.forced(value.operand(1), forced)?;
                smallvec![self.binary(BinOp::Sub, width, a, b)]
            }
            _ => {
                for index in 0..value.operand_count() {
                    let operand = value.operand(index);
                    if self.checks.skips(operand) {
                        self.forced(operand, forced)?;
                    }
                }
                self.instruction(value)?
            }
        };
        self.values.insert(value, scalars);
        forced.push(value);
        self.operand(value)
    }

    fn negated(&mut self, cond: Operand) -> Operand {
        match cond {
            Operand::TRUE => Operand::FALSE,
            Operand::FALSE => Operand::TRUE,
            cond => self.compare(CmpOp::Eq, Type::BOOL, cond, Operand::FALSE),
        }
    }

    fn push_check(&mut self, kind: CheckKind, what: String, cond: Operand) {
        if cond != Operand::TRUE {
            self.push(InstKind::Check { kind, what, cond });
        }
    }

    /// The checks that a call of a handler stands for, of which `holds` is the condition.
    fn push_checks(&mut self, handler: Value, holds: Operand) -> Lowered<()> {
        let name = handler_name(handler).unwrap_or_default();
        let name = name.strip_suffix("_abort").unwrap_or(&name);
        match name {
            "divrem_overflow" => {
                let zero = handler.args().get(2).and_then(|divisor| divisor.int_bits());
                let what = match zero.map(|divisor| divisor.is_zero()) {
                    Some(true) => "division by zero",
                    Some(false) => "the least integer is divided by -1: the quotient does not fit",
                    None => "division by zero, or of the least integer by -1",
                };
                self.push_check(CheckKind::DivisionByZero, what.to_owned(), holds);
            }
            "shift_out_of_bounds" => {
                if let (Some(amount), Some(width)) = (amount_of(handler), shifted_width(handler))
                    && let Type::Int(bits) = self.types(amount)?[0]
                    && let Ok(amount) = self.operand(amount)
                {
                    let width = Operand::int(bits, u64::from(width));
                    let small = self.compare(CmpOp::Ult, Type::Int(bits), amount, width);
                    let right = self.select(Type::BOOL, holds.clone(), Operand::TRUE, small);
                    self.push_check(CheckKind::OverWideShift, amount_text(handler), right);
                }
                self.push_check(CheckKind::SignedOverflow, left_shift_text(handler), holds);
            }
            "float_cast_overflow" => {
                let what = "a floating-point number does not fit into the integer type";
                self.push_check(CheckKind::SignedOverflow, what.to_owned(), holds);
            }
            _ => {
                let what = "the result does not fit into a signed integer";
                self.push_check(CheckKind::SignedOverflow, what.to_owned(), holds);
            }
        }
        Ok(())
    }

    /// A call of a handler where optimisation has left a branch to it. `None` if it is none.
    pub fn handler_call(&mut self, call: Value) -> Lowered<Option<Scalars>> {
        if !self.checks.is_marked() || handler_name(call).is_none() {
            return Ok(None);
        }
        self.push_checks(call, Operand::FALSE)?;
        Ok(Some(Scalars::new()))
    }

    /// Arithmetic that was checked, as the plain operation; the flag of its result is never looked at.
    pub fn plain_arithmetic(&mut self, call: Value, op: BinOp) -> Lowered<Scalars> {
        let width = self.int_width(call.operand(0).ty())?;
        let (a, b) = (self.operand(call.operand(0))?, self.operand(call.operand(1))?);
        let (nsw, nuw) = (true, false);
        let result = self.define(Type::Int(width), |dst| InstKind::Binary {
            op,
            dst,
            width,
            a,
            b,
            nsw,
            nuw,
        });
        Ok(smallvec![result, Operand::FALSE])
    }
}

/// Whether `block` shifts by `amount`.
fn shifts(block: BasicBlock, amount: Value) -> bool {
    let is_shift = |inst: &Value| {
        matches!(inst.opcode(), Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr)
            && !inst.is_of_sanitizer()
    };
    block.instructions().filter(is_shift).any(|shift| shift.operand(1) == amount)
}

/// The operands of the shift that a handler is told about, where they are constants.
fn shift_operands(handler: Value) -> (Option<u64>, Option<u64>) {
    let args = handler.args();
    let constant = |index: usize| args.get(index).and_then(|arg| arg.int_bits());
    (constant(1).map(|bits| bits.low_u64()), constant(2).map(|bits| bits.low_u64()))
}

fn amount_text(handler: Value) -> String {
    let shifted = match shifted_width(handler) {
        Some(width) => format!("a {width}-bit integer"),
        None => "an integer".to_owned(),
    };
    match shift_operands(handler) {
        // Only the type of the amount would tell whether it is negative.
        (_, Some(amount)) if amount <= 4096 => format!("{shifted} is shifted by {amount}"),
        _ => format!("{shifted} is shifted by its width or more, or by a negative amount"),
    }
}

fn left_shift_text(handler: Value) -> String {
    match shift_operands(handler) {
        (Some(shifted), Some(amount)) if shifted <= i32::MAX as u64 => {
            format!("{shifted} << {amount} does not fit into the signed integer")
        }
        (_, Some(amount)) => format!(
            "a left shift by {amount} of a negative number, or of one that does not fit afterwards"
        ),
        _ => "a left shift of a negative number, or of one that does not fit afterwards".to_owned(),
    }
}

/// The width of what is shifted, by the description of its type: `{ place, type, type }`, and a type is
/// `{ kind, information, name }`, the logarithm of the width in bits from 1 on.
fn shifted_width(handler: Value) -> Option<u32> {
    let data = strip_casts(*handler.args().first()?).initializer_of_global()?;
    let description = strip_casts(data.aggregate_element(1)?).initializer_of_global()?;
    let information = description.aggregate_element(1)?.int_bits()?.low_u64();
    1u32.checked_shl((information >> 1) as u32)
}

impl Value {
    fn initializer_of_global(self) -> Option<Value> {
        match self.kind() {
            LLVMValueKind::LLVMGlobalVariableValueKind => self.initializer(),
            _ => None,
        }
    }
}
