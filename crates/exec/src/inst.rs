//! Instructions that have no operation of their own, interpreted from the IR.

use crate::access::Access;
use crate::code::{constant_values, slots_of};
use crate::machine::Machine;
use crate::outcome::{End, ErrorKind, ProgramError, unsupported};
use crate::state::State;
use crate::values::{division_error, known_bits};
use dunlin_ir::evaluate::{evaluate, widths};
use dunlin_ir::small::{Small, mask, signed};
use dunlin_ir::wide::Wide;
use dunlin_ir::{BinOp, Bits, CastOp, InstId, InstKind, Operand, Reg, Type, semantics};
use dunlin_memory::{Cell, Value, ValueKind};

/// Where the general-purpose and floating-point registers of a System V `va_list` are used up, so
/// that the next argument is always taken from the overflow area, where all of ours lie.
const GP_REGISTERS_END: u64 = 48;
const FP_REGISTERS_END: u64 = 176;

impl Machine<'_> {
    pub fn step_inst(&mut self, state: &mut State, inst: InstId) -> Result<(), End> {
        let module = self.module;
        let kind = &module.func(state.top().func).inst(inst).kind;
        match kind {
            InstKind::Alloca { dst, size, align, .. } => {
                let size = self.number(state, size)?;
                let object = self.allocate_stack(state, size, u64::from(*align))?;
                self.write(state, *dst, Value::pointer(object, 0));
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let (to, from) = (self.read(state, dst), self.read(state, src));
                let len = self.number(state, len)?;
                self.copy_bytes(state, to, from, len)?;
            }
            InstKind::MemSet { dst, value, len } => {
                let (to, byte) = (self.read(state, dst), self.read(state, value));
                let len = self.number(state, len)?;
                self.set_bytes(state, to, byte, len)?;
            }
            InstKind::StackSave { dst } => {
                let token = Value::int(state.stack_objects.len() as u64);
                self.write(state, *dst, token);
            }
            InstKind::StackRestore { token } => {
                let mark = self.number(state, token)? as usize;
                let valid = (state.top().stack_mark..=state.stack_objects.len()).contains(&mark);
                if !valid {
                    return Err(unsupported("a stack restore to a place that was not saved here"));
                }
                self.free_stack(state, mark);
            }
            InstKind::Lifetime { addr, start } => {
                let place = self.read(state, addr);
                if *start
                    && self.options.check_uninitialised
                    && let ValueKind::Pointer { object, offset: 0 } = place.kind()
                {
                    let word = state.memory.word();
                    if let Ok(object) = state.memory.object_mut(object)
                        && object.size() > 0
                    {
                        object.make_undefined(word);
                    }
                }
            }
            InstKind::ObjectSize { dst, width, addr, min } => {
                let unknown = if *min { 0 } else { mask(*width) };
                let place = self.read(state, addr);
                let size = match place.kind() {
                    ValueKind::Pointer { object, offset } => match state.memory.object(object) {
                        Ok(object) => object.size().saturating_sub(offset),
                        Err(_) => unknown,
                    },
                    _ => unknown,
                };
                self.write(state, *dst, Value::int(size & mask(*width)));
            }
            InstKind::VaStart { list } => {
                let list = self.read(state, list);
                self.va_start(state, list)?;
            }
            InstKind::VaCopy { dst, src } => {
                let (to, from) = (self.read(state, dst), self.read(state, src));
                let size = if module.target.pointer_bits == 64 { 24 } else { 4 };
                self.copy_bytes(state, to, from, size)?;
            }
            InstKind::Assume { cond } => {
                if self.number(state, cond)? == 0 {
                    let message = "an assumption that the program makes does not hold";
                    return Err(ProgramError::new(ErrorKind::ReachedUnreachable, message).into());
                }
            }
            InstKind::Uninit { dst, ty, .. } => {
                let width = ty.bits(&module.target).min(64);
                let first = self.slot_of(state, *dst);
                for i in 0..slots_of(*ty) {
                    state.set_reg(first + i, Value::undefined(width, 0, mask(width)));
                }
            }
            InstKind::Freeze { dst, ty, a } => {
                let (from, to) = (self.slots(state, a, *ty), self.slot_of(state, *dst));
                for (i, value) in from.into_iter().enumerate() {
                    let fixed = match value.kind() {
                        ValueKind::Undefined { bits, .. } => Value::int(bits),
                        _ => value,
                    };
                    state.set_reg(to + i as u32, fixed);
                }
            }
            InstKind::Select { dst, ty, cond, a, b } => {
                let chosen = if self.number(state, cond)? != 0 { a } else { b };
                let (from, to) = (self.slots(state, chosen, *ty), self.slot_of(state, *dst));
                for (i, value) in from.into_iter().enumerate() {
                    state.set_reg(to + i as u32, value);
                }
            }
            InstKind::Cast { op, dst, from: Type::Int(from), to: Type::Int(to), a }
                if *from <= 64 && *to <= 64 =>
            {
                let value = self.read(state, a);
                let value = self.cast(state, *op, *from, *to, value)?;
                self.write(state, *dst, value);
            }
            InstKind::Unsupported { what, .. } => return Err(unsupported(what.clone())),
            InstKind::Binary { op, dst, width, a, b, nsw, .. } if *width <= 64 => {
                let (x, y) = (self.read(state, a), self.read(state, b));
                self.check_binary(*op, *width, *nsw, x, y)?;
                let value = match x.meta.both_int(y.meta) {
                    true => {
                        Value::int(semantics::binary(&mut Small, *op, *width, &x.bits, &y.bits))
                    }
                    false => self.binary_slow(state, *op, *width, x, y)?,
                };
                self.write(state, *dst, value);
            }
            _ => self.step_pure(state, kind)?,
        }
        Ok(())
    }

    /// A pure instruction on plain numbers of any width.
    fn step_pure(&mut self, state: &mut State, kind: &InstKind) -> Result<(), End> {
        let target = &self.module.target;
        let Some((widths, result)) = widths(kind, target) else {
            unreachable!("{kind:?} is compiled to operations")
        };
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let mut dst = None;
        kind.for_each_def(|reg| dst = Some(reg));
        let dst = dst.expect("pure instructions have a result");
        if result <= 64 && widths.iter().all(|&width| width <= 64) {
            let mut values = Vec::new();
            for (operand, &width) in operands.iter().zip(&widths) {
                let value = self.read(state, operand);
                values.push(self.to_bits(state, width, value)?);
            }
            let bits = evaluate(&mut Small, kind, target, &values).expect("it has widths");
            self.write(state, dst, Value::int(bits));
            return Ok(());
        }
        let mut values = Vec::new();
        for (operand, &width) in operands.iter().zip(&widths) {
            values.push(self.read_bits(state, operand, width)?);
        }
        if let InstKind::Binary { op, width, nsw, .. } = kind {
            self.check_wide(*op, *width, *nsw, &values)?;
        }
        let bits = evaluate(&mut Wide, kind, target, &values).expect("it has widths");
        let first = self.slot_of(state, dst);
        for (i, &word) in bits.words().iter().enumerate() {
            state.set_reg(first + i as u32, Value::int(word));
        }
        Ok(())
    }

    // ---- errors of arithmetic ------------------------------------------------------------------

    fn check_binary(
        &self,
        op: BinOp,
        width: u32,
        nsw: bool,
        x: Value,
        y: Value,
    ) -> Result<(), End> {
        let (Some(x), Some(y)) = (x.as_int(), y.as_int()) else { return Ok(()) };
        if nsw
            && self.options.check_overflow
            && semantics::overflow_error(&mut Small, op, width, &x, &y) == Some(1)
        {
            let (x, y) = (signed(width, x), signed(width, y));
            return Err(overflow(op, width, &x.to_string(), &y.to_string()));
        }
        if self.options.check_shift && semantics::shift_error(&mut Small, op, width, &y) == Some(1)
        {
            return Err(over_wide(width, &y.to_string()));
        }
        Ok(())
    }

    fn check_wide(&self, op: BinOp, width: u32, nsw: bool, values: &[Bits]) -> Result<(), End> {
        let (x, y) = (&values[0], &values[1]);
        let holds = |flag: Option<Bits>| flag.is_some_and(|flag| !flag.is_zero());
        if holds(semantics::division_error(&mut Wide, op, width, x, y)) {
            return Err(division_error(y.is_zero()));
        }
        if nsw
            && self.options.check_overflow
            && holds(semantics::overflow_error(&mut Wide, op, width, x, y))
        {
            return Err(overflow(op, width, &x.to_string(), &y.to_string()));
        }
        if self.options.check_shift && holds(semantics::shift_error(&mut Wide, op, width, y)) {
            return Err(over_wide(width, &y.to_string()));
        }
        Ok(())
    }

    /// A cast that keeps track of undefined bits.
    fn cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: u32,
        to: u32,
        value: Value,
    ) -> Result<Value, End> {
        if let Some((bits, undefined)) = known_bits(from, value) {
            let bits = semantics::cast(&mut Small, op, from, to, &bits);
            let undefined = semantics::cast(&mut Small, op, from, to, &undefined);
            return Ok(Value::undefined(to, bits, undefined));
        }
        let bits = self.to_bits(state, from, value)?;
        Ok(Value::int(semantics::cast(&mut Small, op, from, to, &bits)))
    }

    // ---- bytes ---------------------------------------------------------------------------------

    pub fn copy_bytes(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: u64,
    ) -> Result<(), End> {
        if len == 0 {
            return Ok(());
        }
        state.bulk_bytes = state.bulk_bytes.saturating_add(len);
        let source = self.resolve(state, from, len, Access::Read)?;
        if let Err(error) = state.memory.check_readable(source.0, source.1, len) {
            return Err(self.access_error(state, error, Access::Read, source.1, len));
        }
        let target = self.resolve(state, to, len, Access::Write)?;
        match state.memory.copy(target, source, len) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.access_error(state, error, Access::Write, target.1, len)),
        }
    }

    pub fn set_bytes(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        len: u64,
    ) -> Result<(), End> {
        if len == 0 {
            return Ok(());
        }
        state.bulk_bytes = state.bulk_bytes.saturating_add(len);
        let byte = Cell::of(byte, 1, 0);
        let target = self.resolve(state, to, len, Access::Write)?;
        match state.memory.fill(target, byte, len) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.access_error(state, error, Access::Write, target.1, len)),
        }
    }

    fn va_start(&mut self, state: &mut State, list: Value) -> Result<(), End> {
        let Some(area) = state.top().varargs else {
            return Err(unsupported("va_start in a function without variable arguments"));
        };
        let area = Value::pointer(area, 0);
        if self.module.target.pointer_bits == 32 {
            return self.store_slow(state, list, 4, area);
        }
        let field = |offset| Value { bits: list.bits.wrapping_add(offset), meta: list.meta };
        self.store_slow(state, field(0), 4, Value::int(GP_REGISTERS_END))?;
        self.store_slow(state, field(4), 4, Value::int(FP_REGISTERS_END))?;
        self.store_slow(state, field(8), 8, area)?;
        self.store_slow(state, field(16), 8, Value::int(0))
    }

    // ---- operands ------------------------------------------------------------------------------

    fn slot_of(&self, state: &State, reg: Reg) -> u32 {
        self.code.funcs[state.top().func.index()].reg_slots[reg.index()]
    }

    /// An operand of one slot.
    pub fn read(&self, state: &State, operand: &Operand) -> Value {
        match operand {
            Operand::Reg(reg) => state.reg(self.slot_of(state, *reg)),
            Operand::Int { value, .. } => Value::int(*value),
            constant => constant_values(self.module, constant, Type::BOOL).expect("no register")[0],
        }
    }

    fn slots(&self, state: &State, operand: &Operand, ty: Type) -> Vec<Value> {
        match operand {
            Operand::Reg(reg) => {
                let first = self.slot_of(state, *reg);
                (first..first + slots_of(ty)).map(|slot| state.reg(slot)).collect()
            }
            constant => constant_values(self.module, constant, ty).expect("no register"),
        }
    }

    fn read_bits(&mut self, state: &mut State, operand: &Operand, width: u32) -> Result<Bits, End> {
        let mut words = Vec::new();
        for value in self.slots(state, operand, Type::Int(width)) {
            words.push(self.to_bits(state, width.min(64), value)?);
        }
        Ok(Bits::new(width, &words))
    }

    /// An operand of at most 64 bits that must be a number.
    fn number(&mut self, state: &mut State, operand: &Operand) -> Result<u64, End> {
        let value = self.read(state, operand);
        self.to_bits(state, 64, value)
    }

    fn write(&self, state: &mut State, dst: Reg, value: Value) {
        let slot = self.slot_of(state, dst);
        state.set_reg(slot, value);
    }
}

fn overflow(op: BinOp, width: u32, x: &str, y: &str) -> End {
    let sign = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        _ => "*",
    };
    let message = format!("{x} {sign} {y} does not fit into a signed {width}-bit integer");
    ProgramError::new(ErrorKind::SignedOverflow, message).into()
}

fn over_wide(width: u32, amount: &str) -> End {
    let message = format!("a {width}-bit integer is shifted by {amount}");
    ProgramError::new(ErrorKind::OverWideShift, message).into()
}
